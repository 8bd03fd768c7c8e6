"""Consistency of measured results, as a user would ask for it."""

import csv
import io

HEADER = "drive,test,quantity,value,unit,operation,access,block,queue_depth,jobs,statistic\n"
LATENCY = "mine,fio,latency,182.2,us,write,sequential,128 KiB,16,1,mean\n"


def test_a_mislabelled_unit_is_found(drivewear, tmp_path):
    (tmp_path / "mine.csv").write_text(
        HEADER + "mine,fio,bandwidth,10957.9,MB/s,write,sequential,128 KiB,16,1,mean\n" + LATENCY
    )
    answer = drivewear("check", "mine.csv", "--format", "json", status=1).json
    assert answer["schema"] == "drivewear.check/1"
    assert (answer["results"], answer["contradictions"], answer["unsettled"]) == (2, 1, 1)
    (finding,) = answer["findings"]
    assert finding["rule"] == "little's law"
    assert "MB/s are MiB/s" in finding["meaning"]
    assert [row["place"] for row in finding["rows"]] == ["line 2", "line 3"]
    table = drivewear("check", "mine.csv", status=1).out
    assert "16 x 128 KiB / 182.2 us = 11.51 GB/s" in table
    assert "mine.csv line 2" in " ".join(table.split())
    assert table.endswith("2 results: 1 contradiction (1 not settled), 0 remarks\n")


def test_right_figures_pass(drivewear, tmp_path):
    (tmp_path / "mine.csv").write_text(
        HEADER + "mine,fio,bandwidth,10957.9,MiB/s,write,sequential,128 KiB,16,1,mean\n" + LATENCY
    )
    assert drivewear("check", "mine.csv").out == (
        "2 results: 0 contradictions (0 not settled), 0 remarks\n"
    )


def test_the_shipped_results(drivewear):
    answer = drivewear("check", "--format", "json", status=1).json
    assert answer["results"] == 628
    assert answer["contradictions"] > 90
    assert answer["unsettled"] == 5
    rows = list(csv.DictReader(io.StringIO(drivewear("check", "--format", "csv", status=1).out)))
    assert len(rows) == answer["contradictions"] + answer["remarks"]


def test_every_problem_of_every_file_is_one_line(drivewear, tmp_path):
    (tmp_path / "a.csv").write_text(HEADER + "mine,fio,bandwidth,fast,MB/s,,,,,,\n")
    (tmp_path / "b.json").write_text('{"schema": "drivewear.measured/1", "results": [{}]}')
    outcome = drivewear("check", "a.csv", "b.json", status=2)
    lines = outcome.err.strip().splitlines()
    assert any("a.csv" in line and "line 2" in line for line in lines)
    assert any("b.json" in line and "/results/0/drive" in line for line in lines)
    assert drivewear("check", "missing.csv", status=3).out == ""
