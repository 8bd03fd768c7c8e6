"""The catalog as a buyer, a spreadsheet and an editor of data files use it."""

import csv
import io
import json
import shutil
import xml.etree.ElementTree as ElementTree
import zipfile

import pytest

from office import as_spreadsheet

COLUMNS = (
    "id vendor family model part_numbers tier capacity_bytes capacity_tb raw_capacity_bytes "
    "raw_capacity_status over_provision_percent spare_factor nand_type nand_layers interface "
    "form_factors seq_read_mb_s seq_write_mb_s rand_read_iops rand_write_iops mixed_70_30_iops "
    "read_latency_us write_latency_us dwpd warranty_years tbw_random_tb tbw_sequential_tb "
    "tbw_derived_tb mttf_hours_0_50c mttf_hours_0_55c afr_percent uber active_power_w "
    "idle_power_w operating_temp_min_c operating_temp_max_c indirection_unit_bytes sources "
    "warnings"
).split()

OWN = {
    "schema": "drivewear.catalog-family/1",
    "vendor": "Acme",
    "family": "X1",
    "sources": {"quote": {"title": "Quotation of 2026-11"}},
    "fields": {"warranty": {"value": 5, "unit": "years", "source": "quote"}},
    "drives": [
        {
            "id": "acme-x1-8tb",
            "model": "Acme X1 8TB",
            "fields": {
                "capacity": {"value": 8, "unit": "TB", "source": "quote"},
                "dwpd": {"value": 1, "unit": "DWPD", "source": "quote"},
            },
        }
    ],
}


@pytest.fixture
def own_catalog(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()

    def write(document, name="acme.json"):
        (folder / name).write_text(json.dumps(document))
        return folder

    return write


def sheets_of(path):
    """{sheet name: rows of texts and numbers} of a workbook."""
    space = {"m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
    with zipfile.ZipFile(path) as archive:
        strings = [
            "".join(node.itertext())
            for node in ElementTree.fromstring(archive.read("xl/sharedStrings.xml"))
        ]
        book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
        names = [sheet.get("name") for sheet in book.find("m:sheets", space)]
        sheets = {}
        for number, name in enumerate(names, 1):
            page = ElementTree.fromstring(archive.read(f"xl/worksheets/sheet{number}.xml"))
            sheets[name] = [
                {
                    cell.get("r").rstrip("0123456789"): strings[int(cell.find("m:v", space).text)]
                    if cell.get("t") == "s"
                    else float(cell.find("m:v", space).text)
                    for cell in row
                    if cell.find("m:v", space) is not None
                }
                for row in page.find("m:sheetData", space)
            ]
        return sheets


def test_list_filters(drivewear):
    everything = drivewear("catalog", "list", "--format", "json").json["drives"]
    assert len(everything) == 80
    chosen = drivewear(
        "catalog", "list", "--vendor", "micron", "--family", "9550", "--tier", "mixed",
        "--min-dwpd", "3", "--min-capacity", "12.8TB", "--format", "csv",
    )
    rows = list(csv.DictReader(io.StringIO(chosen.out)))
    assert [row["id"] for row in rows] == ["micron-9550-max-12.8tb", "micron-9550-max-25.6tb"]
    assert list(rows[0]) == COLUMNS
    nothing = drivewear("catalog", "list", "--vendor", "nobody")
    assert "no drive" in nothing.err
    drivewear("catalog", "list", "--min-capacity", "12T", status=2)


def test_show_names_the_source_of_every_value(drivewear):
    drive = drivewear("catalog", "show", "9550 max 12.8", "--format", "json").json
    assert drive["id"] == "micron-9550-max-12.8tb"
    for field, value in drive["fields"].items():
        assert all(reading["source"] and reading["locator"] for reading in value["readings"]), field
    random = drive["fields"]["tbw_random"]["readings"][0]
    assert (random["value"], random["locator"]) == ("70080 TB", "line 30")
    assert "line 30" in drivewear("catalog", "show", "9550 max 12.8").out
    rows = list(csv.DictReader(io.StringIO(
        drivewear("catalog", "show", "9550 max 12.8", "--format", "csv").out)))
    assert {"id", "field", "value", "source", "locator", "chosen"} <= set(rows[0])


@pytest.mark.parametrize(
    "name, drive_id",
    [
        ("micron-9550-max-12.8tb", "micron-9550-max-12.8tb"),
        ("KCD9DPJE7T68", "kioxia-cd9p-r-e3s-7.68tb"),
        ("cd9p-r 61.44", "kioxia-cd9p-r-2.5in-61.44tb"),
        ("micron-9100-max-2.4tb", "micron-9100-max-2.4tb"),
        ("9100 pro 3.2", "micron-9100-pro-3.2tb"),
    ],
)
def test_drives_are_found_by_what_people_type(drivewear, name, drive_id):
    assert drivewear("catalog", "show", name, "--format", "json").json["id"] == drive_id


def test_unknown_and_ambiguous_names_list_the_nearest(drivewear):
    ambiguous = drivewear("catalog", "show", "9550 max", status=2)
    assert "micron-9550-max-3.2tb" in ambiguous.err and ambiguous.err.count("\n") == 1
    unknown = drivewear("catalog", "show", "micron-9550-max-12.9tb", status=2)
    assert "micron-9550-max-12.8tb" in unknown.err


def test_sources_say_how_far_to_trust_them(drivewear):
    sources = drivewear("catalog", "sources", "--format", "json").json["sources"]
    trusts = {source["id"]: source["trust"] for source in sources}
    assert trusts["storagereview-9550-max-pt"] == "B"
    assert set(trusts.values()) <= {"A", "B", "C"}
    assert "storagereview-cd9p-r-pt" in drivewear("catalog", "sources").out


def test_the_feed_is_the_same_in_three_formats(drivewear, tmp_path):
    feed = drivewear("catalog", "export", "--format", "json").json
    assert feed["schema"] == "drivewear.catalog/1" and feed["generated_from"]
    assert [list(record) for record in feed["drives"]] == [COLUMNS] * 80
    by_id = {record["id"]: record for record in feed["drives"]}
    fast = by_id["micron-9550-max-12.8tb"]
    assert (fast["capacity_tb"], fast["tbw_random_tb"], fast["tbw_derived_tb"]) == (12.8, 70080, 70080)
    assert fast["idle_power_w"] is None

    rows = list(csv.DictReader(io.StringIO(drivewear("catalog", "export", "--format", "csv").out)))
    assert list(rows[0]) == COLUMNS and len(rows) == 80
    for row in rows:
        record = by_id[row["id"]]
        for column in COLUMNS:
            value = record[column]
            if isinstance(value, (int, float)):
                assert float(row[column]) == value, (row["id"], column)
            elif isinstance(value, list):
                assert row[column] == "; ".join(value)
            else:
                assert row[column] == (value or "")

    drivewear("catalog", "export", "--format", "xlsx", "-o", "drives.xlsx")
    sheets = sheets_of(tmp_path / "drives.xlsx")
    assert list(sheets) == ["drives", "units", "sources"]
    assert list(sheets["drives"][0].values()) == COLUMNS
    letters = list(sheets["drives"][0])
    for cells in sheets["drives"][1:]:
        record = by_id[cells[letters[0]]]
        for letter, column in zip(letters, COLUMNS):
            value = record[column]
            if isinstance(value, list):
                value = "; ".join(value) or None
            assert cells.get(letter) == value, (record["id"], column)
    assert [cells["A"] for cells in sheets["units"][1:]] == COLUMNS


@pytest.mark.skipif(shutil.which("soffice") is None, reason="soffice is not installed")
@pytest.mark.parametrize("name", ["drives.xlsx", "drives.csv"])
def test_a_spreadsheet_program_opens_the_feed(drivewear, tmp_path, name):
    drivewear("catalog", "export", "-o", name)
    feed = drivewear("catalog", "export", "--format", "json").json
    rows = as_spreadsheet(tmp_path / name, sheet=1)
    assert [row["id"] for row in rows] == [record["id"] for record in feed["drives"]]
    for row, record in zip(rows, feed["drives"]):
        for column in ("capacity_tb", "tbw_random_tb", "dwpd", "mttf_hours_0_50c"):
            value = record[column]
            assert (row[column] or None) is None if value is None else float(row[column]) == value


def test_the_file_name_chooses_the_format_and_the_bytes_repeat(drivewear, tmp_path):
    for name in ("a.xlsx", "b.xlsx", "c.csv", "d.json"):
        drivewear("catalog", "export", "-o", name)
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()
    assert (tmp_path / "c.csv").read_text().startswith("id,vendor")
    assert json.loads((tmp_path / "d.json").read_text())["schema"] == "drivewear.catalog/1"
    outcome = drivewear("catalog", "export", "--format", "xlsx", status=2)
    assert "-o FILE" in outcome.err and outcome.out == ""


def test_datasheets_that_contradict_themselves_carry_warnings(drivewear):
    records = drivewear("catalog", "export").json["drives"]
    warnings = {record["id"]: " ".join(record["warnings"]) for record in records}
    assert "above the sequential read" in warnings["micron-9100-pro-800gb"]
    assert "0.68 % below DWPD x capacity" in warnings["micron-7600-max-1.6tb"]
    assert "workload" in warnings["kioxia-cd9p-r-e3s-7.68tb"]
    assert warnings["micron-9550-max-12.8tb"] == ""


def test_a_users_own_catalog_adds_and_replaces(drivewear, own_catalog):
    folder = own_catalog(OWN)
    drive = drivewear("catalog", "show", "x1 8", "--catalog", folder, "--format", "json").json
    assert drive["record"]["tbw_derived_tb"] == 14600
    assert drive["record"]["raw_capacity_status"] == "inferred"
    replacing = json.loads(json.dumps(OWN))
    replacing["drives"][0]["id"] = "micron-9550-max-12.8tb"
    replacing["drives"][0]["fields"]["capacity"]["value"] = 12.8
    own_catalog(replacing, "replacing.json")
    outcome = drivewear("catalog", "show", "acme x1", "--catalog", folder, status=2)
    assert "replaces" in outcome.err and "ambiguous" in outcome.err
    quiet = drivewear(
        "catalog", "show", "acme-x1-8tb", "--catalog", folder, "--quiet", "--format", "json")
    assert quiet.err == ""


def test_validate_reports_every_problem_of_every_file(drivewear, own_catalog, root):
    bad = json.loads(json.dumps(OWN))
    bad["fields"]["warranty"]["unit"] = "months"
    bad["drives"][0]["fields"]["dwpd"]["source"] = "hearsay"
    bad["drives"][0]["fields"]["seq_raed"] = {"value": 1, "unit": "GB/s", "source": "quote"}
    folder = own_catalog(bad, "bad.json")
    own_catalog(OWN)
    good, wrong = folder / "acme.json", folder / "bad.json"
    assert drivewear("catalog", "validate", good).out.startswith(f"{good}: 1 drive, valid\n")
    outcome = drivewear("catalog", "validate", good, wrong, status=2)
    assert outcome.err.splitlines() == [
        f"drivewear: {wrong}: /fields/warranty/unit: found \"months\", expected years",
        f"drivewear: {wrong}: /drives/0/fields/seq_raed: found an unknown field, "
        "expected 'seq_read' perhaps",
    ]
    report = drivewear("catalog", "validate", wrong, "--format", "json", status=2).json
    assert report["files"][0]["valid"] is False
    assert [p["pointer"] for p in report["files"][0]["problems"]][0] == "/fields/warranty/unit"
    drivewear("catalog", "validate", folder / "missing.json", status=3)
    shipped = sorted((root / "data" / "catalog").glob("*.json"))
    drivewear("catalog", "validate", *shipped, root / "data" / "sources.json")


def test_a_bad_catalog_folder_stops_every_verb_that_reads_it(drivewear, own_catalog, tmp_path):
    folder = own_catalog({"schema": "drivewear.catalog-family/1"})
    outcome = drivewear("catalog", "list", "--catalog", folder, status=2)
    assert outcome.out == "" and outcome.err.count("\n") == 3
    drivewear("catalog", "list", "--catalog", tmp_path / "nowhere", status=3)


def test_the_example_of_the_data_guide_is_valid(drivewear, own_catalog, root):
    guide = (root / "data" / "README.md").read_text()
    example = guide.split("```json\n")[1].split("```")[0]
    folder = own_catalog(json.loads(example))
    outcome = drivewear("catalog", "validate", folder / "acme.json")
    assert "1 drive, valid" in outcome.out
