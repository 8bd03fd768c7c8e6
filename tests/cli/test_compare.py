"""Predictions beside published and measured figures, and calibration, as a user would ask."""

import csv
import io
import json

import pytest

GIB = 2**30
PAIR = "usable_bytes,iops\n745.2 GiB,145K\n894.3 GiB,85K\n"


def test_the_9550_max_ratings(drivewear):
    answer = drivewear("compare", "--quantity", "tbw_ratio", "--format", "json").json
    assert answer["schema"] == "drivewear.compare/1"
    rows = {row["drive_id"]: row for row in answer["rows"]}
    for capacity, ratio in [("3.2", 2.123), ("6.4", 2.118), ("12.8", 2.042), ("25.6", 2.016)]:
        row = rows[f"micron-9550-max-{capacity}tb"]
        assert row["observed"] == pytest.approx(ratio, rel=3e-4)
        assert row["predicted"] == pytest.approx(2.040, rel=1e-4)
        assert (row["observed_kind"], row["verdict"]) == ("rated", "agrees")
        assert row["reason"] and answer["sources"][row["sources"][0]["source"]]["title"]
    assert answer["summary"]["rows"] == len(rows)
    assert "calibrations" not in answer


def test_one_drive_as_table_and_csv(drivewear):
    table = drivewear("compare", "--drive", "9550 max 25.6").out
    assert "1.20M" in table and "agrees" in table and "All: " in table
    text = drivewear("compare", "--drive", "9550 max 25.6", "--format", "csv").out
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {row["quantity"] for row in rows} == {
        "tbw_ratio", "random_tbw", "pe_cycles", "rated_iops",
    }  # fmt: skip
    assert all(row["sources"] for row in rows)


def test_calibrated_says_what_was_fitted(drivewear):
    answer = drivewear("compare", "--drive", "7450 max 800", "--calibrated", "--format", "json").json
    fits = {tuple(one["drive_ids"]): one for one in answer["calibrations"]}
    own = fits[("micron-7450-max-800gb",)]
    assert own["leave_one_out_max_percent"] > own["rms_percent"]
    uniform = [
        row
        for row in answer["rows"]
        if row["quantity"] == "measured_wa" and row["conditions"].startswith("uniform")
    ]
    assert len(uniform) == 4
    assert all(abs(row["error_percent"]) < 2 for row in uniform)
    assert "Calibrated" in drivewear("compare", "--drive", "7450 max 800", "--calibrated").out


def test_an_unknown_quantity_is_refused(drivewear):
    assert "tbw_ratio" in drivewear("compare", "--quantity", "speed", status=2).err


def test_calibrate_a_rated_pair(drivewear, tmp_path):
    (tmp_path / "pair.csv").write_text(PAIR)
    answer = drivewear("calibrate", "pair.csv", "--base", 1.03, "--format", "json").json
    assert answer["schema"] == "drivewear.calibration/1"
    assert answer["effective_pool_bytes"] / GIB == pytest.approx(1078, rel=0.003)
    assert answer["base"] == pytest.approx(1.03)
    assert [point["place"] for point in answer["points"]] == ["line 2", "line 3"]
    assert answer["leave_one_out_max_percent"] is None
    assert "effective pool" in drivewear("calibrate", "pair.csv").out


def test_calibrate_counters_and_one_fio_point(drivewear, tmp_path):
    (tmp_path / "counters.csv").write_text(
        "usable_bytes,host_bytes,nand_bytes\n"
        "372.6 GiB,10 TB,11.12 TB\n596.2 GiB,10 TB,14.1 TB\n745.2 GiB,10 TB,18.9 TB\n"
    )
    answer = drivewear("calibrate", "counters.csv", "--format", "json").json
    assert answer["base"] == pytest.approx(1.03, abs=0.02)
    assert answer["leave_one_out_max_percent"] < 8
    (tmp_path / "fio.csv").write_text("usable_bytes,iops\n745.2 GiB,159569\n")
    answer = drivewear("calibrate", "fio.csv", "--seq-write", "1390MiB/s", "--format", "json").json
    assert 950 < answer["effective_pool_bytes"] / GIB < 1050


def test_too_little_is_refused_in_one_line(drivewear, tmp_path):
    (tmp_path / "one.csv").write_text("usable_bytes,waf\n745.2 GiB,1.89\n")
    error = drivewear("calibrate", "one.csv", status=2).err
    assert "cannot determine" in error and len(error.strip().splitlines()) == 1
    (tmp_path / "bad.csv").write_text("usable_bytes,waf\n12T,1.89\n")
    assert "line 2, usable_bytes" in drivewear("calibrate", "bad.csv", status=2).err


def test_a_calibrated_budget(drivewear, tmp_path):
    plan = [
        "budget", "--drive", "7450 max 12.8", "--drives", 10, "--service-years", 5,
        "--application-tb-per-day", 100,
    ]  # fmt: skip
    (tmp_path / "drive.json").write_text(
        '{"schema": "drivewear.calibration/1", "effective_pool_bytes": 18.5e12, "base": 1.03}'
    )
    nominal = drivewear(*plan, "--format", "json").json
    fitted = drivewear(*plan, "--calibration", "drive.json", "--format", "json").json
    spare = 1 - 12.8 / 18.5
    assert fitted["spare_factor"] == pytest.approx(spare)
    formula = drivewear("wa", "--spare-factor", spare, "--policy", "fifo", "--format", "json").json
    assert fitted["wa"] == pytest.approx(1.03 * formula["wa"], rel=1e-9)
    # The rating of random writes pays the same: what the workload and the rating share cancels.
    assert fitted["predicted_tbw_tb"] == pytest.approx(nominal["predicted_tbw_tb"], rel=1e-9)
    assert any("calibrated effective pool" in text for text in fitted["assumptions"])
    assert "calibrated" in drivewear(*plan, "--calibration", "drive.json").out
    (tmp_path / "small.json").write_text(
        '{"schema": "drivewear.calibration/1", "effective_pool_bytes": 1e12, "base": 1.03}'
    )
    error = drivewear(*plan, "--calibration", "small.json", status=2).err
    assert "another drive" in error


def test_the_report_carries_measured_points(drivewear, tmp_path):
    plan = [
        "report", "--drive", "7450 max 800", "--drives", 10, "--service-years", 5,
        "--application-tb-per-day", 10,
    ]  # fmt: skip
    drivewear(*plan, "-o", "report.json")
    points = json.loads((tmp_path / "report.json").read_text())["measured"]
    assert [(round(p["usable_capacity_tb"], 3), p["wa"]) for p in points] == [
        (0.4, 1.112), (0.4, 1.107), (0.64, 1.41), (0.8, 1.89),
    ]  # fmt: skip
    drivewear(*plan, "-o", "report.html")
    assert "ssdiq-raw-logs" in (tmp_path / "report.html").read_text()
