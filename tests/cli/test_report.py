"""Reports as their readers meet them: in a browser, in a spreadsheet, as text."""

import csv
import json
import pathlib
import re
import shutil
import subprocess
import zipfile

import pytest

from office import as_spreadsheet

PLANS = sorted((pathlib.Path(__file__).resolve().parents[2] / "examples").glob("*.json"))
CHROMIUM = [
    "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--enable-logging=stderr",
]  # fmt: skip


def needs(program):
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


def embedded(page):
    found = re.search(r'id="drivewear-data">(.*?)</script>', page, re.DOTALL)
    return json.loads(found[1].replace("<\\/", "</"))


def browse(tmp_path, *options):
    page = (tmp_path / "report.html").as_uri()
    profile = tmp_path / "profile"
    return subprocess.run(
        [*CHROMIUM, f"--user-data-dir={profile}", "--virtual-time-budget=10000", *options, page],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip


@pytest.mark.parametrize("plan", PLANS, ids=lambda path: path.stem)
def test_the_page_carries_the_budget_and_needs_no_network(drivewear, tmp_path, plan):
    drivewear("report", plan, "-o", "report.html")
    page = (tmp_path / "report.html").read_text()
    data = embedded(page)
    assert data["budget"] == drivewear("budget", plan, "--format", "json").json
    assert "{{" not in page.split("<script", 1)[0]
    assert not re.findall(r'(?:src|href)="(?!data:)', page.split("drivewear-data", 1)[0])


@pytest.mark.parametrize("plan", PLANS, ids=lambda path: path.stem)
def test_the_report_says_how_sure_it_is(drivewear, tmp_path, plan):
    drivewear("report", plan, "-o", "data.json")
    data = json.loads((tmp_path / "data.json").read_text())
    record = drivewear("budget", plan, "--uncertainty", "--format", "json").json
    unsure = data["uncertainty"]
    for key in ("probability_fits", "life_years_p05", "tbw_used_percent_p95", "tornado"):
        assert unsure[key] == record[key]
    last = data["years"][-1]
    rated = record["rated_tbw_tb"]
    assert last["host_tb_p95"] == pytest.approx(record["tbw_used_percent_p95"] / 100 * rated)
    assert last["host_tb_p05"] == pytest.approx(record["tbw_used_percent_p05"] / 100 * rated)
    assert "## How sure this is" in drivewear("report", plan).out


@needs("chromium")
@pytest.mark.parametrize("plan", PLANS, ids=lambda path: path.stem)
def test_a_browser_draws_every_chart_without_a_complaint(drivewear, tmp_path, plan):
    drivewear("report", plan, "-o", "report.html")
    seen = browse(tmp_path, "--dump-dom")
    assert 'data-drawn="yes"' in seen.stdout
    assert seen.stdout.count("<svg") >= 5
    assert "CONSOLE" not in seen.stderr, seen.stderr
    shot = tmp_path / "phone.png"
    seen = browse(tmp_path, f"--screenshot={shot}", "--window-size=390,3000")
    assert shot.stat().st_size > 20_000
    assert "CONSOLE" not in seen.stderr, seen.stderr


def test_hostile_names_stay_text(drivewear, tmp_path):
    plan = json.loads(PLANS[0].read_text())
    plan["name"] = "</script><b>&\"{{DATA}}{{VEGA}}"
    (tmp_path / "plan.json").write_text(json.dumps(plan))
    drivewear("report", "plan.json", "-o", "report.html")
    page = (tmp_path / "report.html").read_text()
    assert "<h1>&lt;/script&gt;&lt;b&gt;&amp;&quot;{{DATA}}" in page
    assert embedded(page)["plan"]["name"] == plan["name"]


def forget_results(workbook):
    """Sets the stored result of every formula to 0, so that only recalculating can find it."""
    with zipfile.ZipFile(workbook) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    chain = "xl/worksheets/sheet3.xml"
    text, count = re.subn(rb"</f><v>[^<]*</v>", b"</f><v>0</v>", parts[chain])
    assert count >= 10
    parts[chain] = text
    with zipfile.ZipFile(workbook, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)


@needs("soffice")
@pytest.mark.parametrize("plan", PLANS, ids=lambda path: path.stem)
def test_a_spreadsheet_recalculates_the_same_chain(drivewear, tmp_path, plan):
    drivewear("report", plan, "-o", "report.xlsx")
    budget = drivewear("budget", plan, "--format", "json").json
    forget_results(tmp_path / "report.xlsx")
    # The third sheet is the chain.
    rows = as_spreadsheet(tmp_path / "report.xlsx", sheet=3)
    chain = {row["name"]: row["value"] for row in rows}
    for name, key in {
        "host_tb_per_day": "host_tb_per_day_per_drive",
        "host_tb_total": "host_tb_total_per_drive",
        "required_dwpd": "required_dwpd",
        "tbw_used": "tbw_used_percent",
        "nand_tb_total": "nand_tb_total_per_drive",
        "predicted_tbw_tb": "predicted_tbw_tb",
        "pe_cycles": "pe_cycles_implied",
        "margin": "margin_percent",
    }.items():
        assert float(chain[name]) == pytest.approx(budget[key], rel=1e-9), name


def test_markdown_says_what_the_budget_says(drivewear):
    text = drivewear("report", PLANS[-1]).out
    assert text.startswith("# ")
    assert "## The chain" in text and "## Sources" in text


def test_an_unknown_ending_is_refused_and_nothing_written(drivewear, tmp_path):
    outcome = drivewear("report", PLANS[0], "-o", "report.pdf", status=2)
    assert ".html, .xlsx, .md" in outcome.err
    assert not (tmp_path / "report.pdf").exists()
