"""Pictures of results. Each function draws into an Axes (a new one by default) and returns it.

Colours are taken from the current Matplotlib style, so that they suit light and dark themes. Needs the
extra ``drivewear[plot]``.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from drivewear._budget import Budget, Uncertainty, budget, shrink
from drivewear._compare import Comparison, compare
from drivewear._simulate import Simulation

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "agreement",
    "cumulative_tbw",
    "end_dates",
    "erase_counts",
    "series",
    "tornado",
    "usable_capacity",
    "waterfall",
]


def _axes(ax: Axes | None) -> Axes:
    if ax is not None:
        return ax
    from matplotlib import pyplot

    return pyplot.subplots(layout="constrained")[1]


def _text_colour() -> Any:
    from matplotlib import rcParams

    return rcParams["text.color"]


def _measured(drive_id: str) -> list[tuple[float, float]]:
    """Usable TB and write amplification of a drive's counters under uniform random writes."""
    rows = compare(drive_id, quantity="measured_wa").rows
    return [
        (row["usable_bytes"] / 1e12, row["observed"])
        for row in rows
        if row["usable_bytes"] and row["conditions"].startswith("uniform")
    ]


def usable_capacity(plan: Any = None, *, ax: Axes | None = None, **keywords: Any) -> Axes:
    """Write amplification and random-write IOPS against the usable capacity of a plan's drive.

    Where write amplification of the drive was measured, its points stand beside the curve. Arguments
    as for `drivewear.shrink`.
    """
    ax = _axes(ax)
    answer = shrink(plan, **keywords)
    steps = answer["steps"]
    usable = [step["usable_capacity_tb"] for step in steps]
    wa = ax.plot(usable, [step["wa"] for step in steps], "o-", label="write amplification")
    ax.set_xlabel("usable capacity (TB)")
    ax.set_ylabel("write amplification")
    ax.set_title(f"What over-provisioning buys: {answer['drive_id']}")
    lines = list(wa)
    measured = _measured(answer["drive_id"])
    if measured:
        lines += ax.plot(*zip(*measured), "D", color="C3", label="measured, uniform random writes")
    iops = [step["rand_write_iops"] for step in steps]
    if None not in iops:
        right = ax.twinx()
        lines += right.plot(
            usable, [value / 1000 for value in iops], "s--", color="C1",
            label="4 KiB random writes, limited by WA alone",
        )  # fmt: skip
        right.set_ylabel("thousand IOPS")
        right.set_ylim(bottom=0)
    ax.legend(handles=lines, loc="best")
    return ax


def agreement(comparison: Comparison, *, ax: Axes | None = None) -> Axes:
    """Errors of the predictions, a line for each quantity, a mark for each row.

    Errors beyond 100 % stand at the edge.
    """
    ax = _axes(ax)
    rows = [row for row in comparison.rows if row["error_percent"] is not None]
    quantities = list(dict.fromkeys(row["quantity"] for row in rows))
    verdicts = list(dict.fromkeys(row["verdict"] for row in rows))
    for colour, verdict in enumerate(verdicts):
        of_verdict = [row for row in rows if row["verdict"] == verdict]
        errors = [min(100.0, max(-100.0, row["error_percent"])) for row in of_verdict]
        lines = [quantities.index(row["quantity"]) for row in of_verdict]
        ax.plot(errors, lines, "o", color=f"C{colour}", alpha=0.6, label=verdict)
    ax.axvline(0, color=_text_colour(), linewidth=1)
    ax.axvspan(-10, 10, color=_text_colour(), alpha=0.08)
    ax.set_yticks(range(len(quantities)), [name.replace("_", " ") for name in quantities])
    ax.invert_yaxis()
    ax.set_xlabel("prediction against observation, error in %")
    ax.set_title("Model against ratings and measurements")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=2)
    return ax


def cumulative_tbw(plan: Any = None, *, ax: Axes | None = None, **keywords: Any) -> Axes:
    """Host TB written by one drive over its service, against what is rated and what is predicted.

    The band holds nine in ten draws of the plan's uncertain inputs. Arguments as for
    `drivewear.budget`.
    """
    ax = _axes(ax)
    whole = budget(plan, **keywords)
    years = [whole.service_years * i / 12 for i in range(1, 13)]
    until = [budget(plan, **{**keywords, "service_years": year}) for year in years]
    unsure = [each.uncertainty() for each in until]
    band = [
        [getattr(each, f"tbw_used_percent_{edge}") / 100 * whole.rated_tbw_tb for each in unsure]
        for edge in ("p05", "p95")
    ]
    ax.fill_between([0, *years], [0, *band[0]], [0, *band[1]], alpha=0.25, label="nine in ten draws")
    ax.plot([0, *years], [0, *(each.host_tb_total_per_drive for each in until)], label="host writes")
    ax.axhline(whole.rated_tbw_tb, color="C3", label="rated TBW")
    ax.axhline(whole.predicted_tbw_tb, color="C2", linestyle="--", label="predicted TBW, this workload")
    ax.set_xlabel("years in service")
    ax.set_ylabel("TB written by the host")
    ax.set_xlim(0, whole.service_years)
    ax.set_ylim(bottom=0)
    ax.set_title(f"{whole.drives} x {whole.drive_model}: {whole.verdict.replace('_', ' ')}")
    ax.legend(loc="best")
    return ax


def tornado(result: Uncertainty, *, ax: Axes | None = None) -> Axes:
    """How far each uncertain input alone moves the margin; the widest on top.

    Each bar goes from the margin at the input's 5 % point to that at its 95 % point.
    """
    ax = _axes(ax)
    bars = result.tornado[::-1]
    low = [bar["margin_percent_at_low"] for bar in bars]
    high = [bar["margin_percent_at_high"] for bar in bars]
    colours = ["C3" if bar["flips_verdict"] else "C0" for bar in bars]
    names = [f"{bar['input']}\n{bar['low']:.3g} to {bar['high']:.3g}" for bar in bars]
    ax.barh(names, [h - l for l, h in zip(low, high)], left=low, color=colours)
    ax.axvline(result.margin_percent, color=_text_colour(), linestyle=":", label="margin as planned")
    ax.axvline(0, color="C3", linestyle="--", label="no margin beyond the reserve")
    ax.set_xlabel("points of margin beyond the reserve")
    ax.set_title(f"What moves the verdict: {result.drives} x {result.drive_model}")
    ax.legend(loc="best")
    return ax


def end_dates(
    fleets: Mapping[str, Uncertainty], *, start: datetime.date, ax: Axes | None = None
) -> Axes:
    """When fleets that start on one day reach their first limit: nine in ten draws and the median.

    Lives are cut at 100 years.
    """
    from matplotlib.dates import date2num

    ax = _axes(ax)

    def date(years: float | None) -> float:
        days = 365 * min(100.0, 100.0 if years is None else years)
        return float(date2num(start)) + days  # type: ignore[no-untyped-call]

    for row, (name, unsure) in enumerate(fleets.items()):
        ends = [date(getattr(unsure, f"life_years_{edge}")) for edge in ("p05", "p50", "p95")]
        ax.plot([ends[0], ends[2]], [row, row], color="C0", linewidth=6, alpha=0.4)
        ax.plot([ends[1]], [row], "o", color="C0", label="half of the draws" if row == 0 else None)
        ax.plot([date(unsure.service_years)], [row], "|", color="C3", markersize=18,
                label="end of planned service" if row == 0 else None)  # fmt: skip
    ax.set_yticks(range(len(fleets)), list(fleets))
    ax.xaxis_date()
    ax.invert_yaxis()
    ax.margins(y=0.3)
    ax.set_xlabel("date of the first limit: rated TBW or worn flash")
    ax.set_title("When fleets end")
    ax.legend(loc="best")
    return ax


def waterfall(result: Budget, *, ax: Axes | None = None) -> Axes:
    """From the host's writes of one drive to the flash's, stage by stage."""
    ax = _axes(ax)
    steps = {step["name"]: step["result"] for step in result.explain()}
    host = steps["host writes a drive, whole service"]
    nand = steps["NAND writes a drive, whole service"]
    media = steps["media budget"]
    names = ["host writes", "write amplification", "NAND writes", "media budget left", "media budget"]
    bottoms = [0, host, 0, nand, 0]
    heights = [host, nand - host, nand, media - nand, media]
    colours = ["C0", "C1", "C0", "C2", "C7"]
    bars = ax.bar(names, heights, bottom=bottoms, color=colours)
    ax.bar_label(bars, labels=[f"{height:,.0f}" for height in heights], color=_text_colour())
    ax.set_ylabel("TB a drive over the service life")
    ax.set_title(f"{result.drive_model}: write amplification {result.wa:.3g}")
    ax.tick_params(axis="x", rotation=20)
    return ax


def erase_counts(result: Simulation, *, ax: Axes | None = None) -> Axes:
    """How many blocks were erased how often."""
    ax = _axes(ax)
    counts = range(
        result.first_erase_count, result.first_erase_count + len(result.erase_counts)
    )
    ax.bar(counts, result.erase_counts, width=1.0)
    ax.set_xlabel("erases of a block")
    ax.set_ylabel("blocks")
    ax.set_title(f"Erase counts, {result.engine} engine")
    return ax


def series(result: Simulation, *, ax: Axes | None = None) -> Axes:
    """Write amplification over drive writes, with the measured mean."""
    ax = _axes(ax)
    ax.plot(result.series[:, 0], result.series[:, 1], label="by window")
    ax.axhline(result.wa, color="C1", label=f"mean {result.wa:.4g}")
    ax.set_xlabel("drive writes")
    ax.set_ylabel("write amplification")
    ax.set_title("Simulated write amplification")
    ax.legend(loc="best")
    return ax
