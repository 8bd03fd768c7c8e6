"""Ratings into one another, as a user types them."""

import csv
import io

import pytest


def convert(drivewear, *arguments):
    return drivewear("convert", *arguments, "--format", "json").json


@pytest.mark.parametrize(
    "dwpd, capacity, tbw_tb",
    [("1", "3.84TB", 7008), ("3", "12.8TB", 70080), ("10", "800GB", 14600)],
)
def test_drive_writes_give_the_printed_tbw(drivewear, dwpd, capacity, tbw_tb):
    record = convert(drivewear, "--dwpd", dwpd, "--capacity", capacity, "--years", "5")
    assert record["tbw_tb"] == tbw_tb
    assert record["pbw_pb"] == pytest.approx(tbw_tb / 1000)
    assert record["schema"] == "drivewear.convert/1"


def test_twelve_petabytes_on_a_small_drive(drivewear):
    for rating in (["--pbw", "12.25PB"], ["--pbw", "12.25"], ["--tbw", "12250"]):
        record = convert(drivewear, *rating, "--capacity", "1.6TB", "--years", "5y")
        assert record["dwpd"] == pytest.approx(4.195205479452055, rel=1e-14)
        assert record["exact"]["dwpd"] == "1225/292"


def test_the_same_total_over_other_years(drivewear):
    record = convert(drivewear, "--dwpd", "3", "--years", "3", "--to-years", "5")
    assert record["dwpd"] == 1.8
    assert record["tbw_tb"] is None
    assert record["years"] == 5


def test_bytes_a_day(drivewear):
    record = convert(drivewear, "--per-day", "20TB/day", "--capacity", "12.8TB", "--years", "5")
    assert (record["dwpd"], record["tbw_tb"], record["tb_per_day"]) == (1.5625, 36500, 20)
    keys = ["tbw_tb", "dwpd", "tb_per_day", "pbw_pb", "capacity_tb", "years"]
    assert [key for key in record if key not in ("schema", "exact")] == keys


def test_binary_units_on_request(drivewear):
    arguments = ["--tbw", "1PiB", "--capacity", "1TiB", "--years", "1"]
    assert "tbw_tib" not in convert(drivewear, *arguments)
    record = convert(drivewear, *arguments, "--binary")
    assert (record["tbw_tib"], record["pbw_pib"], record["capacity_tib"]) == (1024, 1, 1)


def test_table_and_csv(drivewear):
    arguments = ["convert", "--dwpd", "3", "--capacity", "12.8TB", "--years", "5"]
    assert "70,080  TB" in drivewear(*arguments).out
    row = next(csv.DictReader(io.StringIO(drivewear(*arguments, "--format", "csv").out)))
    assert row["tbw_tb"] == "70080"


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], "Exactly 1 option"),
        (["--dwpd", "1", "--tbw", "5"], "Exactly 1 option"),
        (["--dwpd", "1", "--years", "5"], "give the capacity"),
        (["--tbw", "7008TB", "--capacity", "3.84TB"], "give the years"),
        (["--dwpd", "0", "--capacity", "3.84TB", "--years", "5"], "above 0"),
        (["--dwpd", "-1", "--capacity", "3.84TB"], "negative"),
        (["--dwpd", "1", "--capacity", "12T"], "column 3"),
        (["--dwpd", "1", "--capacity", "1TB", "--years", "five"], "number should start here"),
    ],
)
def test_bad_input_has_status_2(drivewear, arguments, words):
    outcome = drivewear("convert", *arguments, status=2)
    assert words in outcome.err
    assert outcome.out == ""
