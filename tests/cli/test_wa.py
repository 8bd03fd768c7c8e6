"""Write amplification by formula, asked as a user would."""

import csv
import io

import pytest


def wa(drivewear, *arguments):
    return drivewear("wa", *arguments, "--format", "json").json


@pytest.mark.parametrize(
    "arguments, expected",
    [
        (["--spare-factor", "0.07", "--policy", "fifo"], 7.3177232148),
        (["--over-provision", "0.07", "--policy", "fifo"], 7.8171596812),
        (["--spare-factor", "0.1", "--pages-per-block", "64"], 4.8212747982),
        (["--spare-factor", "0.1", "--workload", "jesd219", "--policy", "fifo"], 5.8501852211),
        (
            "--spare-factor 0.2 --workload hotcold:f=0.2,r=0.8 --policy greedy-desnoyers "
            "--pages-per-block 32".split(),
            2.8446908892,
        ),
        (["--spare-factor", "0.05", "--policy", "random"], 20),
        (["--spare-factor", "0.1", "--trim", "0.2", "--policy", "fifo"], 1.7526610417),
        (
            ["--spare-factor", "0.07", "--policy", "d-choices:10", "--pages-per-block", "64"],
            6.89394925686,
        ),
        (["--usable", "12.8TB", "--raw", "16TiB"], 2.0400619137),
        (["--spare-factor", "0.1", "--workload", "sequential"], 1),
        (
            "--spare-factor 0.1 --workload hotcold:f=0.2,r=0.8 --frontiers separated".split(),
            3.5711596589,
        ),
        (
            "--spare-factor 0.1 --policy d-choices:10 --pages-per-block 32 --frontiers hotcold "
            "--workload hotcold:f=0.1,r=0.9".split(),
            2.56005430,
        ),
    ],
)
def test_published_and_computed_answers(drivewear, arguments, expected):
    answer = wa(drivewear, *arguments)
    assert answer["schema"] == "drivewear.wa/1"
    assert answer["wa"] == pytest.approx(expected, rel=1e-8)
    assert answer["wa"] == pytest.approx(
        answer["wa_gc"] * answer["wa_iu"] * answer["wa_parity"], rel=1e-12
    )
    assert answer["model"] and answer["source"] and answer["assumptions"]


def test_the_indirection_unit_multiplies_by_four(drivewear):
    answer = wa(
        drivewear,
        *"--spare-factor 0.1 --indirection-unit 16KiB --write-size 4KiB --parity 15+1".split(),
    )
    assert answer["wa_iu"] == 4
    assert answer["wa_parity"] == pytest.approx(16 / 15)
    assert answer["spare_factor"] == 0.1
    assert answer["effective_spare_factor"] == pytest.approx(1 - 0.9 * 16 / 15)


def test_both_ratios_are_labelled(drivewear):
    table = drivewear("wa", "--over-provision", "0.07").out
    assert "spare factor (raw-user)/raw" in table
    assert "over-provision (raw-user)/user" in table
    assert "0.065420561" in table and "7.8171596812" in table
    answer = wa(drivewear, "--over-provision", "0.07")
    assert answer["over_provision"] == 0.07
    assert answer["spare_factor"] == pytest.approx(0.07 / 1.07)


def test_a_catalog_drive_names_what_was_assumed(drivewear):
    answer = wa(drivewear, "--drive", "9550 max 12.8")
    assert answer["wa"] == pytest.approx(2.0401, rel=1e-4)
    assert "16 TiB" in answer["assumptions"][0]


@pytest.mark.parametrize(
    "arguments, part",
    [
        ([], "nothing says how much is spare"),
        (["--spare-factor", "0.1", "--over-provision", "0.1"], "more than one thing"),
        (["--usable", "12.8TB"], "belong together"),
        (["--spare-factor", "0"], "above 0 and below 1"),
        (["--spare-factor", "1"], "above 0 and below 1"),
        (["--spare-factor", "nan"], "above 0 and below 1"),
        (["--over-provision", "-0.1"], "above 0"),
        (["--spare-factor", "0.1", "--workload", "hotcold:f=0.2,q=1"], "column 15"),
        (["--spare-factor", "0.1", "--workload", "uniform:trim=0.1", "--trim", "0.1"], "again"),
        (["--spare-factor", "0.1", "--parity", "15"], "as in 15+1"),
        (["--spare-factor", "0.06", "--parity", "15+1"], "leaves nothing to spare"),
        (["--spare-factor", "0.1", "--pages-per-block", "many"], "whole number of pages"),
        (["--spare-factor", "0.1", "--policy", "best"], "unknown policy"),
        (["--spare-factor", "0.1", "--workload", "zones:count=9,open=2"], "simulate"),
        (["--drive", "9550 maxx 12.8"], "micron-9550-max"),
        (["--curve=0.1:0.5"], "expected ':'"),
        (["--curve", "--spare-factor", "0.1"], "goes over spare factors"),
    ],
)
def test_bad_questions_are_one_line_and_status_2(drivewear, arguments, part):
    outcome = drivewear("wa", *arguments, status=2)
    assert outcome.out == ""
    assert part in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_class_file_is_read(drivewear, tmp_path):
    (tmp_path / "zones.csv").write_text("0.05,0.5\n0.15,0.3\n0.8,0.2\n")
    answer = wa(drivewear, "--spare-factor", "0.1", "--workload", "classes:zones.csv")
    assert answer["wa"] == pytest.approx(5.8501852211, rel=1e-9)
    assert answer["workload"] == "classes:shares=0.05:0.5/0.15:0.3/0.8:0.2"


def test_a_curve_falls(drivewear):
    rows = list(
        csv.DictReader(io.StringIO(drivewear("wa", "--curve=0.02:0.5:0.02", "--format", "csv").out))
    )
    assert len(rows) == 25
    assert [row["spare_factor"] for row in rows[:3]] == ["0.02", "0.04", "0.06"]
    amplifications = [float(row["wa"]) for row in rows]
    assert amplifications == sorted(amplifications, reverse=True)
    document = drivewear("wa", "--curve", "--format", "json").json
    assert document["schema"] == "drivewear.wa-curve/1"
    assert len(document["points"]) == 25
    assert "█" in drivewear("wa", "--curve").out


def test_a_batch_answers_every_row_and_reports_the_bad_ones(drivewear, tmp_path):
    (tmp_path / "in.csv").write_text(
        "spare-factor,workload,pages-per-block\n"
        "0.07,,\n"
        '0.1,"hotcold:f=0.2,r=0.8",\n'
        "1.5,uniform,\n"
        "0.1,,64\n"
        "0.1,unknown,\n"
        "0.1\n"
    )
    outcome = drivewear("wa", "--batch", "in.csv", "-o", "out.csv", status=2)
    assert outcome.out == ""
    assert "in.csv: line 4: spare factor 1.5" in outcome.err
    assert "in.csv: line 6: " in outcome.err
    assert "in.csv: line 7: 1 fields, expected 3" in outcome.err
    assert "3 of 6 rows have no answer" in outcome.err
    rows = list(csv.DictReader((tmp_path / "out.csv").read_text().splitlines()))
    assert len(rows) == 6
    assert float(rows[0]["wa"]) == pytest.approx(7.3177232148, rel=1e-9)
    assert rows[1]["workload"] == "hotcold:f=0.2,r=0.8"
    assert float(rows[1]["wa"]) == pytest.approx(5.5378, rel=1e-3)
    assert rows[2]["wa"] == "" and "above 0 and below 1" in rows[2]["error"]
    assert float(rows[3]["wa"]) == pytest.approx(4.8212747982, rel=1e-9)
    assert rows[3]["error"] == ""


def test_a_batch_takes_flags_as_defaults_and_refuses_unknown_columns(drivewear, tmp_path):
    (tmp_path / "in.csv").write_text("spare_factor\n0.2\n0.3\n")
    out = drivewear("wa", "--batch", "in.csv", "--policy", "random").out
    found = [float(row["wa"]) for row in csv.DictReader(io.StringIO(out))]
    assert found == pytest.approx([5, 1 / 0.3])
    (tmp_path / "in.csv").write_text("spare,spare_factor,spare_factor\n0.2,0.2,0.2\n")
    outcome = drivewear("wa", "--batch", "in.csv", "-o", "out.csv", status=2)
    assert outcome.err.count("\n") == 2
    assert "column 'spare'" in outcome.err and "twice" in outcome.err
    assert not (tmp_path / "out.csv").exists()
    drivewear("wa", "--batch", "missing.csv", status=3)
