def test_a_capacity_is_exact(drivewear):
    assert drivewear("units", "16TiB", "--format", "json").json == {
        "schema": "drivewear.units/1",
        "bytes": 17592186044416,
        "text": "16 TiB",
    }


def test_a_bad_capacity_is_one_line_and_status_2(drivewear):
    outcome = drivewear("units", "12T", status=2)
    assert outcome.out == ""
    assert outcome.err.count("\n") == 1
    assert "column 3" in outcome.err


def test_output_goes_to_a_file_or_fails_with_status_3(drivewear, tmp_path):
    drivewear("units", "4KiB", "-o", "out.txt")
    assert (tmp_path / "out.txt").read_text() == "4 KiB = 4096 bytes\n"
    outcome = drivewear("units", "4KiB", "-o", "missing/out.txt", status=3)
    assert "missing/out.txt" in outcome.err


def test_usage_errors_have_status_2(drivewear):
    drivewear("units", status=2)
    drivewear("no-such-verb", status=2)
    drivewear("units", "4KiB", "--format", "xml", status=2)
