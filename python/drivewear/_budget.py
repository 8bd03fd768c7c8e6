"""Budgets and the decisions that follow from them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Union

from drivewear import _core
from drivewear._record import Record, html_rows

__all__ = ["Budget", "Plan", "Uncertainty", "budget", "rank", "shrink"]

Plan = Union[Mapping[str, Any], str, "os.PathLike[str]", None]

_WRITES = ("application_tb_per_day", "growth_percent_per_year", "duty_cycle")
_TOP = (
    "name", "drive", "drives", "service_years", "usable_capacity", "temperature_c",
    "reserve_percent", "pe_cycles",
)  # fmt: skip


class Budget(Record):
    """A fleet's budget; attributes as the command line names them.

    Amounts are decimal TB (10^12 bytes), percentages of the full rating, times in years from the
    start of service. `None` means that the drive's sources do not say.
    """

    def __init__(self, record: dict[str, Any], question: tuple[str, str, list[str]]) -> None:
        super().__init__(record)
        self._question = question

    def explain(self) -> list[dict[str, Any]]:
        """Each step of the chain: name, formula, numbers, result, unit, source, assumption."""
        steps: list[dict[str, Any]] = json.loads(_core.explain(*self._question))["steps"]
        return steps

    def uncertainty(self, *, draws: int = 10000, seed: int = 1, threads: int = 0) -> Uncertainty:
        """What uncertain inputs do to this budget.

        Parameters
        ----------
        draws : int
            From 100 to 10 million draws of the inputs that the plan's "uncertainty" describes.
        seed : int
            One seed, one answer, on any number of threads.
        threads : int
            0 is one for each core.

        Returns
        -------
        Uncertainty

        Examples
        --------
        >>> import drivewear as dw
        >>> b = dw.budget(drive="9550 max 12.8", drives=400, service_years=5, application_tb_per_day=5700)
        >>> unsure = b.uncertainty()
        >>> unsure.life_years_p05 < unsure.life_years_p50 < unsure.life_years_p95
        True
        """
        return Uncertainty(json.loads(_core.uncertainty(*self._question, draws, seed, threads)))

    def __repr__(self) -> str:
        return (
            f"<Budget {self.drives} x {self.drive_model}: {self.verdict}, "
            f"{self.tbw_used_percent:.4g} % of rated TBW, WA {self.wa:.4g}>"
        )

    def _repr_html_(self) -> str:
        return html_rows([(name, value) for name, value in self._record.items() if name != "schema"])


class Uncertainty(Record):
    """A budget under uncertain inputs; attributes as ``drivewear budget --uncertainty`` names them.

    Those of the budget, and: probability_fits and its standard error; life_years, tbw_used_percent,
    media_used_percent and failures, each with _p05, _p50 and _p95 (a life of `None` is above 1,000
    years); tornado, one record for each input.
    """

    def __repr__(self) -> str:
        return (
            f"<Uncertainty {self.drives} x {self.drive_model}: fits with {self.probability_fits:.3g}, "
            f"life {_years(self.life_years_p05)} to {_years(self.life_years_p95)} years>"
        )

    def _repr_html_(self) -> str:
        shown = (
            "probability_fits", "life_years_p05", "life_years_p50", "life_years_p95",
            "tbw_used_percent_p05", "tbw_used_percent_p50", "tbw_used_percent_p95",
            "failures_p05", "failures_p50", "failures_p95",
        )  # fmt: skip
        return html_rows([(name, self._record.get(name)) for name in shown])


def _years(years: float | None) -> str:
    return "> 1000" if years is None else f"{years:.3g}"


def _plan_text(plan: Plan, keywords: dict[str, Any]) -> tuple[str, str]:
    """JSON text of a plan and the name that messages give it."""
    if isinstance(plan, (str, os.PathLike)):
        path = Path(plan)
        text, name = path.read_text(encoding="utf-8"), str(path)
        if not keywords:
            return text, name
        document = json.loads(text)
    else:
        document, name = dict(plan or {"schema": "drivewear.plan/1"}), "plan"
    writes = dict(document.get("writes") or {})
    workload = dict(document.get("workload") or {})
    for key, value in keywords.items():
        if key in _TOP:
            document[key] = value
        elif key in _WRITES:
            writes[key] = value
        elif key == "host_multipliers":
            writes[key] = _multipliers(value)
        elif key in ("pattern", "workload"):
            workload["pattern"] = value
        elif key == "write_size":
            workload[key] = value
        else:
            raise TypeError(f"budget() got an unexpected keyword argument {key!r}")
    if writes:
        document["writes"] = writes
    if workload:
        document["workload"] = workload
    return json.dumps(document), name


def _multipliers(value: Any) -> Any:
    """{"replication": 2} or ["raid-6"] as the plan file's list."""
    if isinstance(value, Mapping):
        return [{"stage": stage, "factor": factor} for stage, factor in value.items()]
    return [{"preset": item} if isinstance(item, str) else item for item in value]


def _folders(catalog: Any) -> list[str]:
    if catalog is None:
        return []
    if isinstance(catalog, (str, os.PathLike)):
        return [os.fspath(catalog)]
    return [os.fspath(folder) for folder in catalog]


def _question(plan: Plan, catalog: Any, keywords: dict[str, Any]) -> tuple[str, str, list[str]]:
    text, name = _plan_text(plan, keywords)
    return text, name, _folders(catalog)


def budget(plan: Plan = None, *, catalog: Any = None, **keywords: Any) -> Budget:
    """Budget a fleet's writes against a drive's endurance.

    Parameters
    ----------
    plan : mapping, path or None
        A plan ("drivewear.plan/1") as a dict or a JSON file; keywords add to it or replace parts.
    catalog : path or sequence of paths, optional
        Folders of catalog files on top of the built-in catalog.
    **keywords
        drive, drives, service_years, application_tb_per_day (decimal TB a day of the whole fleet in
        year 1), host_multipliers (``{"replication": 2}`` or names of presets),
        growth_percent_per_year, duty_cycle, workload (such as ``"hotcold:f=0.2,r=0.8"``),
        write_size ("4KiB"), usable_capacity ("10TB"), temperature_c, reserve_percent,
        pe_cycles, name.

    Returns
    -------
    Budget

    Raises
    ------
    InputError
        With one line for each problem of the plan.
    UnknownName
        For a drive that is not in the catalog; the message lists the nearest.

    Examples
    --------
    >>> import drivewear as dw
    >>> b = dw.budget(drive="9550 max 12.8", drives=400, service_years=5,
    ...               application_tb_per_day=2400, host_multipliers={"replication": 2},
    ...               growth_percent_per_year=10)
    >>> round(b.host_tb_total_per_drive, 2), b.spares_p95
    (26740.34, 12)
    """
    question = _question(plan, catalog, keywords)
    return Budget(json.loads(_core.budget(*question)), question)


def rank(plan: Plan = None, *, catalog: Any = None, **keywords: Any) -> list[dict[str, Any]]:
    """Every drive of the catalog under a plan, best first; arguments as for `budget`.

    Returns
    -------
    list of dict
        The records of ``drivewear rank --format json``.
    """
    drives: list[dict[str, Any]] = json.loads(
        _core.rank(*_question(plan, catalog, keywords))
    )["drives"]
    return drives


def shrink(plan: Plan = None, *, catalog: Any = None, **keywords: Any) -> dict[str, Any]:
    """What using less of each drive buys; arguments as for `budget`.

    Returns
    -------
    dict
        The document of ``drivewear shrink --format json``: answer, steps, largest usable capacity.
    """
    answer: dict[str, Any] = json.loads(_core.shrink(*_question(plan, catalog, keywords)))
    return answer
