"""Comparison and calibration give the numbers of the command line."""

import pytest

dw = pytest.importorskip("drivewear")


def test_the_rows_are_those_of_the_command(drivewear):
    command = drivewear("compare", "--drive", "9550 max 25.6", "--format", "json").json
    comparison = dw.compare("9550 max 25.6")
    assert comparison.rows == command["rows"]
    assert comparison.summary == command["summary"]
    assert len(comparison) == len(command["rows"])


@pytest.mark.parametrize("kind", ["dicts", "columns", "frame"])
def test_a_rated_pair_in_every_shape(kind):
    columns = {"usable_bytes": [745.2 * 2**30, 894.3 * 2**30], "iops": [145e3, 85e3]}
    points = columns
    if kind == "dicts":
        points = [dict(zip(columns, values)) for values in zip(*columns.values())]
    elif kind == "frame":
        points = pytest.importorskip("pandas").DataFrame(columns)
    fit = dw.calibrate(points, base=1.03)
    assert fit.effective_pool_bytes / 2**30 == pytest.approx(1078, rel=0.003)
    assert fit.leave_one_out_max_percent is None


def test_too_few_points_are_refused():
    with pytest.raises(dw.DomainError, match="cannot determine"):
        dw.calibrate([{"usable_bytes": 8e11, "waf": 1.89}])
    with pytest.raises(dw.UnknownName):
        dw.compare(quantity="speed")
