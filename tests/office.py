"""What LibreOffice makes of a file, as somebody who opens it would see it."""

import csv
import subprocess

# Comma, quotes, UTF-8, from line 1, all columns as they are.
CSV_FILTER = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false"


def profile(folder):
    """A user's settings in which workbooks are recalculated when they are opened."""
    settings = folder / "office" / "user" / "registrymodifications.xcu"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(
        """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode"
oor:op="fuse"><value>0</value></prop></item></oor:items>"""
    )
    return folder / "office"


def as_spreadsheet(file, *, sheet):
    """The rows of one sheet (from 1), by the names in its first line."""
    folder = file.parent / f"opened-{file.stem}-{file.suffix[1:]}-{sheet}"
    folder.mkdir()
    subprocess.run(
        ["soffice", "--headless", f"-env:UserInstallation={profile(file.parent).as_uri()}",
         "--convert-to", f"{CSV_FILTER},{sheet}", "--outdir", folder, file],
        check=True, capture_output=True, timeout=180,
    )  # fmt: skip
    (opened,) = folder.iterdir()
    return list(csv.DictReader(opened.read_text().splitlines()))
