"""Predictions beside what was published and measured, and calibration of a drive."""

from __future__ import annotations

import json
import math
from typing import Any, Optional

from drivewear import _core
from drivewear._budget import _folders
from drivewear._record import Record

__all__ = ["Calibration", "Comparison", "calibrate", "compare"]


class Comparison(Record):
    """Rows and summary, with the names of `drivewear compare --format json`."""

    def __len__(self) -> int:
        return len(self.rows)

    def to_pandas(self) -> Any:
        """The rows as a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(self.rows)


class Calibration(Record):
    """Pool, base and errors, with the names of `drivewear calibrate --format json`."""

    def to_pandas(self) -> Any:
        """The points as a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(self.points)


def compare(
    drive: Optional[str] = None,
    *,
    quantity: Optional[str] = None,
    calibrated: bool = False,
    catalog: Any = None,
) -> Comparison:
    """Every prediction beside what vendors publish and laboratories measure.

    Parameters
    ----------
    drive : str, optional
        Only this drive: id, part number or loose name.
    quantity : str, optional
        Only this quantity, such as "tbw_ratio" or "measured_wa".
    calibrated : bool
        Fit base and effective pool of drives with enough measured points; else nothing is fitted.
    catalog : path or list of paths, optional
        Folders on top of the built-in catalog.

    Returns
    -------
    Comparison
        `rows`, each with its verdict, reason and sources, and `summary`.

    Raises
    ------
    UnknownName
        For a drive or quantity that is not there.

    Examples
    --------
    >>> import drivewear as dw
    >>> (row,) = dw.compare("9550 max 12.8", quantity="tbw_ratio").rows
    >>> round(row["observed"], 3), round(row["predicted"], 3), row["verdict"]
    (2.042, 2.04, 'agrees')
    """
    return Comparison(
        json.loads(_core.compare(drive, quantity, calibrated, _folders(catalog)))
    )


def _column(points: Any, name: str) -> Optional[list[Any]]:
    if hasattr(points, "columns"):  # a DataFrame
        return points[name].tolist() if name in points.columns else None
    if isinstance(points, dict):
        return list(points[name]) if name in points else None
    found = [point.get(name) for point in points]
    return found if any(value is not None for value in found) else None


def _numbers(values: Optional[list[Any]], count: int) -> list[Optional[float]]:
    if values is None:
        return [None] * count
    return [
        None if value is None or math.isnan(float(value)) else float(value) for value in values
    ]


def calibrate(
    points: Any, *, base: Optional[float] = None, seq_write: Optional[float] = None
) -> Calibration:
    """A drive's base and effective pool: WA = base x greedy(usable / pool).

    Parameters
    ----------
    points : DataFrame, dict of columns, or list of dicts
        `usable_bytes` with `waf` or `iops`: full-span 4 KiB random writes in steady state.
    base : float, optional
        Write amplification of a sequential fill, where known; IOPS alone do not tell it.
    seq_write : float, optional
        Sequential bandwidth in bytes a second; makes IOPS tell the write amplification.

    Returns
    -------
    Calibration
        `effective_pool_bytes`, `base`, `rms_percent`, `leave_one_out_max_percent`, a band for the
        pool, and each point's error.

    Raises
    ------
    DomainError
        When the points do not determine the unknowns.

    Examples
    --------
    >>> import drivewear as dw
    >>> pair = [{"usable_bytes": 745.2 * 2**30, "iops": 145e3},
    ...         {"usable_bytes": 894.3 * 2**30, "iops": 85e3}]
    >>> round(dw.calibrate(pair, base=1.03).effective_pool_bytes / 2**30)
    1078
    """
    usable = _column(points, "usable_bytes") or []
    return Calibration(
        json.loads(
            _core.calibrate(
                [float(value) for value in usable],
                _numbers(_column(points, "waf"), len(usable)),
                _numbers(_column(points, "iops"), len(usable)),
                base,
                seq_write,
            )
        )
    )
