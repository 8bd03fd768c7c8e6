"""The training fleet's budget as a planner would get it."""

import csv
import io
import json

import pytest

EXPECTED = {
    "host_tb_per_day_per_drive": 12.0,
    "host_tb_total_per_drive": 26740.34,
    "required_dwpd": 1.1447,
    "rated_tbw_tb": 70080,
    "rated_dwpd": 3,
    "tbw_used_percent": 38.157,
    "wa": 2.0401,
    "nand_tb_total_per_drive": 54551.9,
    "pe_cycles_implied": 8134.3,
    "predicted_tbw_tb": 70144.9,
    "life_years_tbw": 10.024,
    "afr_percent": 0.34979,
    "expected_failures": 7.008,
    "spares_p95": 12,
    "energy_kwh": 315360,
}


@pytest.fixture
def fleet(root):
    return root / "examples" / "ai-training-fleet.json"


def test_every_figure_of_the_training_fleet(drivewear, fleet):
    budget = drivewear("budget", fleet, "--format", "json").json
    for key, value in EXPECTED.items():
        assert budget[key] == pytest.approx(value, rel=5e-5), key
    assert budget["verdict"] == "fits"


def test_csv_and_table_carry_the_same_figures(drivewear, fleet):
    budget = drivewear("budget", fleet, "--format", "json").json
    (row,) = csv.DictReader(io.StringIO(drivewear("budget", fleet, "--format", "csv").out))
    assert list(row) == list(budget)
    assert float(row["wa"]) == budget["wa"]
    table = drivewear("budget", fleet).out
    assert "FITS" in table and "26,740.34" in table and "\x1b" not in table


def test_flags_alone_say_the_same_as_the_file(drivewear, fleet):
    by_file = drivewear("budget", fleet, "--format", "json").json
    by_flags = drivewear(
        "budget", "--drive", "9550 max 12.8", "--drives", "400", "--service-years", "5",
        "--application-tb-per-day", "2400", "--multiplier", "replication=2.0",
        "--growth-percent", "10", "--temperature-c", "45", "--reserve-percent", "10",
        "--write-size", "4KiB", "--format", "json",
    ).json  # fmt: skip
    assert by_flags == {**by_file, "plan_name": ""}


def test_check_answers_by_its_status(drivewear, fleet):
    drivewear("budget", fleet, "--check")
    drivewear("budget", fleet, "--drives", "100", "--check", status=1)
    drivewear("budget", fleet, "--drives", "100")


@pytest.mark.parametrize(
    "text, expected",
    [
        ("", "line 1, column 1"),
        ("{", "line 1, column 2"),
        ('{"schema": "drivewear.plan/1"}', "/drive: found nothing"),
        ("[1, 2]", "an object"),
        ('{"drives": 1, "drives": 2}', "twice"),
    ],
)
def test_a_bad_plan_is_refused_by_name_and_place(drivewear, tmp_path, text, expected):
    (tmp_path / "bad.json").write_text(text)
    outcome = drivewear("budget", "bad.json", "-o", "out.json", status=2)
    assert expected in outcome.err
    assert "bad.json" in outcome.err
    assert not (tmp_path / "out.json").exists()


def test_one_line_for_each_problem(drivewear, tmp_path, fleet):
    plan = json.loads(fleet.read_text())
    plan.update(drives=-1, usable_capacity="12T", temprature_c=3)
    (tmp_path / "bad.json").write_text(json.dumps(plan))
    outcome = drivewear("budget", "bad.json", status=2)
    assert len(outcome.err.splitlines()) == 3


def test_unknown_and_ambiguous_drives_list_the_nearest(drivewear, fleet):
    outcome = drivewear("budget", fleet, "--drive", "micron-9550-max-12.9tb", status=2)
    assert "micron-9550-max-12.8tb" in outcome.err
    outcome = drivewear("budget", fleet, "--drive", "9550 max", status=2)
    assert "ambiguous" in outcome.err and "micron-9550-max-3.2tb" in outcome.err


def test_a_missing_plan_is_an_input_output_error(drivewear):
    assert "no.json" in drivewear("budget", "no.json", status=3).err


def test_known_cycles_of_the_flash_replace_implied_ones(drivewear, root):
    plan = root / "examples" / "ai-training-fleet.json"
    record = drivewear("budget", plan, "--pe-cycles", 10000, "--format", "json").json
    assert record["pe_cycles_given"] == 10000 and record["pe_cycles_implied"] is None
    assert record["media_budget_nand_tb"] == pytest.approx(10000 * 16 * 2**40 / 1e12)
    unsure = drivewear("budget", plan, "--pe-cycles", 10000, "--uncertainty", "--format", "json").json
    assert unsure["media_used_percent_p50"] == pytest.approx(
        100 * record["nand_tb_total_per_drive"] / record["media_budget_nand_tb"], rel=0.03
    )
    steps = drivewear("explain", plan, "--pe-cycles", 10000, "--format", "json").json["steps"]
    (media,) = [step for step in steps if step["name"] == "media budget"]
    assert media["source"] == "given by the plan"
    assert "P/E cycles" in drivewear("budget", plan, "--pe-cycles", 0, status=2).err
