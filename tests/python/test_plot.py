import datetime

import drivewear as dw
import matplotlib
import matplotlib.dates
import pytest

matplotlib.use("Agg")
from drivewear import plot  # noqa: E402
from matplotlib import pyplot  # noqa: E402


@pytest.fixture(params=["default", "dark_background"])
def style(request, tmp_path):
    with pyplot.style.context(request.param):
        yield request.param
    pyplot.close("all")


@pytest.fixture
def fleet(root):
    return root / "examples" / "ai-training-fleet.json"


def test_every_picture_draws_in_both_themes(style, fleet):
    run = dw.simulate(spare_factor=0.2, blocks=256, pages_per_block=64, drive_writes=3)
    budget = dw.budget(fleet)
    for axes in (
        plot.usable_capacity(fleet),
        plot.cumulative_tbw(fleet),
        plot.waterfall(budget),
        plot.erase_counts(run),
        plot.series(run),
        plot.agreement(dw.compare()),
        plot.tornado(budget.uncertainty()),
        plot.end_dates({"training": budget.uncertainty()}, start=datetime.date(2027, 1, 1)),
    ):
        assert axes.get_xlabel() or axes.get_ylabel()
        assert axes.get_title()
        assert axes.lines or axes.patches
        axes.figure.canvas.draw()


def test_pictures_draw_into_the_axes_they_are_given(fleet):
    figure, axes = pyplot.subplots()
    assert plot.cumulative_tbw(fleet, ax=axes) is axes
    last = axes.lines[0].get_ydata()[-1]
    assert last == dw.budget(fleet).host_tb_total_per_drive
    pyplot.close(figure)


def test_a_tornado_shows_the_margins_of_its_inputs(fleet):
    unsure = dw.budget(fleet).uncertainty()
    axes = plot.tornado(unsure)
    widths = [abs(bar.get_width()) for bar in axes.patches]
    assert widths == sorted(widths)
    assert widths[-1] == pytest.approx(unsure.tornado[0]["swing_points"])
    pyplot.close(axes.figure)


def test_end_dates_count_from_the_start(fleet):
    unsure = dw.budget(fleet).uncertainty()
    axes = plot.end_dates({"one": unsure}, start=datetime.date(2027, 1, 1))
    (median,) = axes.lines[1].get_xdata()
    begin = matplotlib.dates.date2num(datetime.date(2027, 1, 1))
    assert median - begin == pytest.approx(365 * unsure.life_years_p50)
    pyplot.close(axes.figure)


def test_measured_points_stand_beside_the_curve():
    axes = plot.usable_capacity(
        drive="7450 max 800", drives=1, service_years=5, application_tb_per_day=1
    )
    points = {line.get_label(): line for line in axes.lines}["measured, uniform random writes"]
    # The counters of a 7450 MAX with 745.2 GiB in use: 1.89.
    assert points.get_xdata()[-1] == pytest.approx(745.2 * 2**30 / 1e12, rel=1e-4)
    assert points.get_ydata()[-1] == 1.89
    pyplot.close(axes.figure)
