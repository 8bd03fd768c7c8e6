"""Drives' health as an operator asks for it: reports in, a table, JSON or CSV out."""

import csv
import hashlib
import io
import json

import pytest


def report(serial, written, used, hours, time=None, model="ACME N1", capacity=3840755982336):
    document = {
        "json_format_version": [1, 0],
        "smartctl": {"version": [7, 4], "exit_status": 0},
        "device": {"name": "/dev/nvme0", "type": "nvme", "protocol": "NVMe"},
        "model_name": model,
        "serial_number": serial,
        "nvme_total_capacity": capacity,
        "nvme_smart_health_information_log": {
            "critical_warning": 0,
            "available_spare": 100,
            "percentage_used": used,
            "data_units_written": written,
            "power_on_hours": hours,
        },
    }
    if time is not None:
        document["local_time"] = {"time_t": time}
    return json.dumps(document)


@pytest.fixture
def folder(tmp_path):
    reports = tmp_path / "reports"
    reports.mkdir()
    for place, (written, used) in enumerate([(10**8, 1), (2 * 10**9, 40), (4 * 10**9, 101)]):
        (reports / f"drive{place}.json").write_text(report(f"SERIAL{place}", written, used, 20000))
    return reports


def test_a_folder_as_json(drivewear, folder):
    answer = drivewear("health", folder, "--format", "json").json
    assert answer["schema"] == "drivewear.health/1"
    assert [drive["model"] for drive in answer["drives"]] == ["ACME N1"] * 3
    first = answer["drives"][0]
    assert first["host_bytes_written"] == 10**8 * 512000
    assert first["capacity_bytes"] == 3840755982336
    assert first["wear_used_percent"] == 1
    assert first["dwpd_so_far"] == pytest.approx(51.2 / 3.840755982336 / (20000 / 24))
    assert first["waf"] is None and "NAND" in first["waf_source"]
    assert first["life_left_years"] == pytest.approx(99 * 20000 / 8760)
    assert first["binding_limit"] == "wear"
    assert answer["drives"][2]["life_left_years"] == 0
    assert "endurance_consumed" in [flag["flag"] for flag in answer["drives"][2]["flags"]]
    assert answer["fleet"]["wear_at_or_above"] == {"50": 1, "80": 1, "100": 1}
    assert answer["fleet"]["wear_used_percent"]["median"] == 40
    assert answer["fleet"]["worst"][0].endswith("drive2.json")
    assert answer["unreadable"] == []


def test_serial_numbers_are_hashed_unless_asked_for(drivewear, folder):
    for form in ("table", "json", "csv"):
        assert "SERIAL0" not in drivewear("health", folder, "--format", form).out
    shown = drivewear("health", folder, "--format", "json", "--show-serials").json
    assert shown["drives"][0]["serial"] == "SERIAL0"
    assert shown["drives"][0]["serial_hash"] == hashlib.sha256(b"SERIAL0").hexdigest()[:16]


def test_ratings_give_tbw_used(drivewear, folder, tmp_path):
    (tmp_path / "ratings.csv").write_text("model,dwpd,years\nACME*,1,5\n")
    answer = drivewear("health", folder, "--ratings", "ratings.csv", "--format", "json").json
    second = answer["drives"][1]
    assert second["rated_tbw_tb"] == pytest.approx(3.840755982336 * 365 * 5)
    assert second["tbw_used_percent"] == pytest.approx(100 * 1024 / (3.840755982336 * 1825))
    assert second["rating_source"].startswith("ratings.csv line 2")


def test_bad_ratings_are_one_line(drivewear, folder, tmp_path):
    (tmp_path / "ratings.csv").write_text("model,tbw\nACME*,lots\n")
    outcome = drivewear("health", folder, "--ratings", "ratings.csv", status=2)
    assert outcome.err == (
        "drivewear: ratings.csv: line 2: found 'lots', expected an amount such as 560TB\n"
    )


def test_a_history_has_an_end_date(drivewear, tmp_path):
    for month in range(6):
        (tmp_path / f"m{month}.json").write_text(
            report("S", 10**8 + month * 10**7 + (month % 2) * 10**6, 10 + 2 * month,
                   20000 + 730 * month, 1700000000 + 2628000 * month)  # fmt: skip
        )
    files = [f"m{month}.json" for month in range(6)]
    answer = drivewear("health", *files, "--format", "json").json
    assert len(answer["drives"]) == 1
    drive = answer["drives"][0]
    assert drive["reports"] == 6
    end = drive["limits"][0]["end"]
    assert end["years_p50"] == pytest.approx(80 / 24)
    assert end["years_p05"] < end["years_p50"] < end["years_p95"]
    assert end["date_p05"] < end["date_p50"] == "2027-08-14"
    row = next(csv.DictReader(io.StringIO(drivewear("health", *files, "--format", "csv").out)))
    assert row["end_p50"] == "2027-08-14"
    assert "P50 2027-08-14" in drivewear("health", *files).out


def test_logs_of_one_drive_are_joined_on_request(drivewear, tmp_path):
    (tmp_path / "smart.json").write_text('{"data_units_written": 1000000, "power_on_hours": 500}')
    (tmp_path / "ocp.json").write_text(
        '{"Physical media units written": {"hi": 0, "lo": 1024000000000}}'
    )
    for files in (("smart.json", "ocp.json"), ("ocp.json", "smart.json")):
        drives = drivewear("health", *files, "--one-drive", "--format", "json").json["drives"]
        assert len(drives) == 1 and drives[0]["waf"] == 2
    assert len(drivewear("health", *files, "--format", "json").json["drives"]) == 2


def test_unreadable_files_are_listed_and_strict_refuses(drivewear, folder):
    (folder / "broken.json").write_text('{"smartctl": {"version": ')
    (folder / "notes.txt").write_text("meeting at 9\n")
    outcome = drivewear("health", folder)
    assert "2 files unreadable" in outcome.out and "broken.json: line 1, column" in outcome.out
    strict = drivewear("health", folder, "--strict", status=2)
    assert strict.out == "" and strict.err.count("\n") == 2


def test_nothing_to_read_is_an_error(drivewear, tmp_path):
    assert "found text of another kind" in drivewear(
        "health", str(write(tmp_path, "a.txt", "hello")), status=2
    ).err
    assert "no such file" in drivewear("health", "none.json", status=2).err.lower()


def write(folder, name, text):
    path = folder / name
    path.write_text(text)
    return path


def test_wide_counters_keep_their_digits(drivewear, tmp_path):
    write(tmp_path, "wide.json", report("S", 36028797018963968, 0, 20))
    drive = drivewear("health", "wide.json", "--format", "json").json["drives"][0]
    assert drive["host_bytes_written_exact"] == str(36028797018963968 * 512000)
    row = next(
        csv.DictReader(io.StringIO(drivewear("health", "wide.json", "--format", "csv").out))
    )
    assert row["host_bytes_written"] == str(36028797018963968 * 512000)
