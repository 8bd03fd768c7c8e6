"""Unrecoverable reads, retention and spares as a person at a terminal asks for them."""

import csv
import io

import pytest

CODE = ("--codeword-bits", 18176, "--info-bits", 16384, "--correctable", 128)


def test_spares_of_400_drives(drivewear):
    answer = drivewear(
        "spares", "--drives", 400, "--mttf", "2.5e6h", "--years", 5,
        "--confidence", 0.95, 0.99, "--format", "json",
    ).json  # fmt: skip
    assert answer["expected_failures"] == pytest.approx(7.008, rel=1e-12)
    assert answer["afr_percent"] == pytest.approx(0.34979, abs=5e-6)
    assert [row["spares"] for row in answer["spares"]] == [12, 14]
    assert all(row["probability_enough"] >= row["confidence"] for row in answer["spares"])
    assert sum(answer["expected_failures_by_year"]) == pytest.approx(7.008, rel=1e-4)


@pytest.mark.parametrize("method, spares", [("poisson", 11), ("binomial", 10)])
def test_spares_of_240_drives_at_two_percent(drivewear, method, spares):
    answer = drivewear(
        "spares", "--drives", 240, "--probability", 0.02, "--method", method,
        "--confidence", 0.99, "--format", "json",
    ).json  # fmt: skip
    assert [row["spares"] for row in answer["spares"]] == [spares]


def test_a_shelf_that_is_refilled_needs_fewer(drivewear):
    fleet = ("spares", "--drives", 400, "--drive", "9550 max 12.8", "--confidence", 0.95)
    once = drivewear(*fleet, "--format", "json").json
    refilled = drivewear(*fleet, "--lead-time", "45d", "--format", "json").json
    assert once["spares"][0]["spares"] == 12
    assert 1 <= refilled["spares"][0]["spares"] < 6
    assert refilled["method"] == "refilled"


def test_wear_out_shows_in_the_last_years(drivewear):
    answer = drivewear(
        "spares", "--drives", 1000, "--mttf", "2e6h", "--years", 6, "--wear-out-years", 6,
        "--wear-out-shape", 10, "--format", "json",
    ).json  # fmt: skip
    years = answer["expected_failures_by_year"]
    assert years == sorted(years) and years[5] > 50 * years[0]


def test_how_likely_so_many_spares_suffice(drivewear):
    out = drivewear("spares", "--drives", 400, "--mttf", "2.5e6h", "--spares", 12, 14,
                    "--format", "csv").out  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["spares"] for row in rows] == ["12", "14", "12", "14"]
    assert float(rows[2]["probability_enough"]) > 0.95


def test_uber_of_a_code(drivewear):
    answer = drivewear("uber", "--rber", "0.003", *CODE, "--exact", "--format", "json").json
    assert answer["uber"] == pytest.approx(3.9787400052462361306e-22, rel=1e-12)
    assert answer["exact_uber"].startswith("3.97874000524623613")
    assert answer["meets_enterprise"] is True
    tiny = drivewear("uber", "--rber", "1e-9", *CODE, "--format", "json").json
    assert tiny["log10_uber"] < -800


def test_largest_rber_for_a_target(drivewear):
    answer = drivewear("uber", "--target", "1e-16", *CODE, "--format", "json").json
    assert answer["rber_at_target"] == pytest.approx(0.0035794000876592066916, rel=1e-12)
    law = "table:0=1e-5,10000=1e-2"
    worn = drivewear("uber", "--target", "1e-16", *CODE, "--rber-law", law, "--format", "json").json
    assert worn["pe_cycles_at_target"] == pytest.approx(10000 * 2.5538 / 3, rel=1e-4)


def test_codewords_that_differ_fail_more_often(drivewear):
    alike = drivewear("uber", "--rber", "0.002", *CODE, "--format", "json").json
    differing = drivewear(
        "uber", "--rber", "0.002", *CODE, "--beta-shape", 20, "--format", "json"
    ).json
    assert differing["uber"] > 1e6 * alike["uber"]


def test_reads_against_a_drives_rating(drivewear):
    answer = drivewear(
        "uber", "--drive", "9550 max 12.8", "--read-volume", "12.5PB", "--format", "json"
    ).json
    assert answer["expected_unrecoverable_reads"] == pytest.approx(
        12.5e15 * 8 * answer["uber"], rel=1e-12
    )


def test_retention_by_class_and_temperature(drivewear):
    answer = drivewear(
        "retention", "--class", "enterprise", "--temperature", "40C", "--format", "json"
    ).json
    assert answer["retention_days"] == pytest.approx(91.25, rel=1e-12)
    assert answer["class_uber"] == 1e-16
    bake = drivewear("retention", "--class", "client", "--temperature", "52C",
                     "--storage", "500h", "--format", "json").json  # fmt: skip
    assert bake["retention_hours"] == pytest.approx(507, rel=1e-3)
    assert bake["keeps_data"] is True


@pytest.mark.parametrize("verb", ["spares", "uber", "retention"])
def test_help_leads_with_examples(drivewear, verb):
    assert "Examples:" in drivewear(verb, "--help").out


def test_tables_say_what_is_assumed(drivewear):
    assert "independently" in drivewear("spares", "--drives", 9, "--mttf", "1e6h").out
    assert "bounded-distance" in drivewear("uber", "--rber", "1e-3", *CODE).out
    assert "Arrhenius" in drivewear("retention").out


@pytest.mark.parametrize(
    "arguments, expected",
    [
        (("spares", "--drives", 4, "--mttf", "0h"), "above 0"),
        (("spares", "--drives", 4, "--mttf", "-1h"), "-1h"),
        (("spares", "--drives", 4), "--mttf"),
        (("spares", "--drives", 4, "--mttf", "1e6h", "--afr-percent", 1), "expected one of"),
        (("spares", "--drives", 4, "--mttf", "1e6h", "--confidence", 1), "confidence 1"),
        (("spares", "--drives", 4, "--drive", "9550 max 12.8", "--temperature", "70C"),
         "not extrapolated"),
        (("uber", "--rber", "1.5", *CODE), "RBER 1.5"),
        (("uber", "--rber", "1e-3", *CODE[:4], "--correctable", 18176), "correctable"),
        (("uber",), "nothing to compute"),
        (("uber", "--read-volume", "5PB"), "--uber or --drive"),
        (("retention", "--class", "consumer"), "client or enterprise"),
        (("retention", "--temperature", "-300C"), "absolute zero"),
    ],
)  # fmt: skip
def test_what_has_no_meaning_is_refused_in_one_line(drivewear, arguments, expected):
    outcome = drivewear(*arguments, status=2)
    assert expected in outcome.err
    assert outcome.out == ""
