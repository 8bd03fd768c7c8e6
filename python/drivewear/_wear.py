"""Random failures of a fleet."""

from __future__ import annotations

from drivewear import _core

__all__ = ["afr", "spares"]


def afr(mttf_hours: float) -> float:
    """Annualised failure rate of an MTTF: 1 - exp(-8760 h / MTTF).

    Examples
    --------
    >>> import drivewear as dw
    >>> round(dw.afr(2.5e6), 7)
    0.0034979
    """
    rate: float = _core.afr(mttf_hours)
    return rate


def spares(
    drives: int, *, mttf_hours: float, years: float, confidence: float = 0.95
) -> int:
    """Spare drives that suffice with a probability of `confidence` (exact Poisson quantile).

    Failed drives are replaced at once and fail independently at a constant rate.

    Examples
    --------
    >>> import drivewear as dw
    >>> dw.spares(400, mttf_hours=2.5e6, years=5), dw.spares(400, mttf_hours=2.5e6, years=5, confidence=0.99)
    (12, 14)
    """
    mean = _core.expected_failures(drives, years, mttf_hours)
    count: int = _core.poisson_spares(mean, confidence)
    return count
