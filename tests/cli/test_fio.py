import csv
import io
import json
import math

import pytest


def result(jobname="job", pattern="randwrite", version="fio-3.34", **write):
    done = {
        "io_bytes": 4235689984, "io_kbytes": 4136416, "bw_bytes": 70593656, "bw": 68939,
        "iops": 17234.77942, "runtime": 60001, "total_ios": 1034104,
        "lat_ns": {"min": 40714, "max": 2387506, "mean": 57886.172563, "N": 1034104},
        "clat_ns": {"min": 1592, "max": 2378471, "mean": 43511.9, "N": 1034104,
                    "percentile": {"50.000000": 45824, "99.000000": 58112}},
        **write,
    }
    nothing = {"io_bytes": 0, "io_kbytes": 0, "bw_bytes": 0, "bw": 0, "iops": 0.0, "runtime": 0}
    return {
        "fio version": version,
        "timestamp": 1566767821,
        "global options": {"ioengine": "libaio", "filename": "/dev/nvme0n1"},
        "jobs": [{"jobname": jobname, "groupid": 0, "error": 0,
                  "job options": {"rw": pattern, "bs": "4k", "iodepth": "1"},
                  "read": nothing, "write": done, "trim": nothing}],
    }


@pytest.fixture
def fio_file(tmp_path):
    def write(document, name="fio.json", before="", after=""):
        (tmp_path / name).write_text(before + json.dumps(document, indent=1) + after)
        return name

    return write


def figures(document):
    return {row["quantity"]: row for row in document["results"]}


def test_a_run_becomes_measured_results(drivewear, fio_file, tmp_path):
    name = fio_file(result(), before="fio: a note before the document\n", after="\nand one after\n")
    assert drivewear("fio", name, "--drive", "9550 max 3.2", "-o", "measured.json").out == ""
    document = json.loads((tmp_path / "measured.json").read_text())
    assert document["schema"] == "drivewear.measured/1"
    rows = figures(document)
    assert {quantity: row["value"] for quantity, row in rows.items()} == {
        "bandwidth": "70.5937 MB/s",
        "iops": "17234.8 IOPS",
        "latency": "57.8862 us",
        "latency_p99": "58.112 us",
    }
    for row in rows.values():
        assert row["drive"] == "micron-9550-max-3.2tb"
        assert row["test"] == "fio" and row["kind"] == "measured" and row["evidence"] == "raw log"
        assert (row["operation"], row["access"], row["block"]) == ("write", "random", "4 KiB")
        assert (row["queue_depth"], row["jobs"]) == (1, 1)
        assert row["locator"] == "fio.json, job job"
    assert document == drivewear("fio", name, "--drive", "9550 max 3.2", "--format", "json").json


def test_without_a_drive_the_target_is_named(drivewear, fio_file):
    rows = figures(drivewear("fio", fio_file(result()), "--format", "json").json)
    assert rows["iops"]["group"] == "/dev/nvme0n1" and "drive" not in rows["iops"]


def test_the_table_tells_what_was_written(drivewear, fio_file):
    names = [fio_file(result("first"), "a.json"), fio_file(result("second"), "b.json")]
    out = drivewear("fio", *names).out
    assert out.startswith("8.47138 GB written by the host in 2 runs of fio\n")
    assert "random write" in out and "70.5937" in out and "57.886 us" in out
    rows = list(csv.DictReader(io.StringIO(drivewear("fio", *names, "--format", "csv").out)))
    assert len(rows) == 8
    assert rows[1]["quantity"] == "iops" and rows[1]["value"] == "17234.8 IOPS"


def test_a_direction_without_requests_has_no_result(drivewear, fio_file):
    document = result()
    document["jobs"][0]["write"]["lat_ns"] = {"min": 0, "max": 0, "mean": 0.0, "N": 0}
    document["jobs"][0]["write"]["clat_ns"] = {"min": 0, "max": 0, "mean": 0.0, "N": 0}
    assert set(figures(drivewear("fio", fio_file(document), "--format", "json").json)) == {
        "bandwidth", "iops",
    }


def test_a_mixed_job_has_no_depth_of_its_own(drivewear, fio_file):
    document = result(pattern="randrw")
    document["jobs"][0]["read"] = document["jobs"][0]["write"]
    rows = drivewear("fio", fio_file(document), "--format", "json").json["results"]
    assert {row["operation"] for row in rows} == {"read", "write"}
    assert all("queue_depth" not in row for row in rows)
    assert all("together" in row["setup"] for row in rows)


def test_one_bad_file_among_several_is_named(drivewear, fio_file, tmp_path):
    good = fio_file(result())
    (tmp_path / "bad.json").write_text("fio: engine libaio not loadable\nIO engine libaio not found\n")
    outcome = drivewear("fio", good, "bad.json", "missing.json")
    assert outcome.err.count("left out") == 2 and "engine libaio" in outcome.err
    assert "bad.json" in outcome.out
    for arguments in ((good, "bad.json", "--strict"), ("bad.json",), ("bad.json", "bad.json")):
        refused = drivewear("fio", *arguments, status=2)
        assert refused.out == "" and refused.err.count("\n") == 1 and "bad.json" in refused.err
    drivewear("fio", "missing.json", status=3)


@pytest.mark.parametrize("measured", ["measured.json", "measured.csv"])
def test_check_takes_the_results(drivewear, fio_file, measured):
    form = "json" if measured.endswith("json") else "csv"
    good = fio_file(result())
    drivewear("fio", good, "--format", form, "-o", measured)
    assert "0 contradictions" in drivewear("check", measured).out
    # 57.9 us a request, one at a time: 17,275 a second at most.
    drivewear("fio", fio_file(result(iops=19000.0)), "--format", form, "-o", measured)
    assert "little's law" in drivewear("check", measured, status=1).out


def test_calibrate_takes_one_random_and_one_sequential_run(drivewear, fio_file):
    # 819.2 MB/s of sequential writes against 100,000 x 4 KiB: WA 2, so that victims are half valid
    # and usable / pool = 0.5 / ln 2 (Desnoyers 2012).
    random = fio_file(result(iops=100e3, bw_bytes=409600000), "random.json")
    sequential = fio_file(result("s", "write", bw_bytes=819200000, iops=200e3), "sequential.json")
    drivewear("fio", random, sequential, "-o", "measured.json")
    fit = drivewear("calibrate", "measured.json", "--usable", "800GB", "--format", "json").json
    assert fit["effective_pool_bytes"] == pytest.approx(800e9 * math.log(2) / 0.5, rel=1e-4)
    assert "--usable" in drivewear("calibrate", "measured.json", status=2).err
    drivewear("fio", sequential, "-o", "measured.json")
    assert "random writes" in drivewear("calibrate", "measured.json", status=2).err


def test_compare_takes_the_results(drivewear, fio_file):
    drivewear("fio", fio_file(result()), "--drive", "9550 max 3.2", "-o", "measured.json")
    asked = ("compare", "--drive", "9550 max 3.2", "--quantity", "measured_over_rated")
    before = drivewear(*asked, "--format", "json").json["rows"]
    rows = drivewear(*asked, "--measured", "measured.json", "--format", "json").json["rows"]
    (own,) = [row for row in rows if row not in before]
    assert own["observed"] == pytest.approx(17234.8) and own["observed_kind"] == "measured"
    drivewear("fio", fio_file(result()), "-o", "measured.json")
    assert drivewear(*asked, "--measured", "measured.json", "--format", "json").json["rows"] == before
