"""Random failures of a fleet, and unrecoverable reads of its flash."""

from __future__ import annotations

from typing import Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivewear import _core

__all__ = ["afr", "rber_for_uber", "spares", "uber"]

FloatOrArray = Union[float, NDArray[np.float64]]


def _result(values: NDArray[np.float64]) -> FloatOrArray:
    return float(values) if values.ndim == 0 else values


def uber(
    rber: ArrayLike, *, codeword_bits: int, information_bits: int, correctable: int
) -> FloatOrArray:
    """Unrecoverable bit error rate behind a code that repairs any `correctable` errors.

    Parameters
    ----------
    rber : array_like of float
        Raw bit error rate, from 0 to 1.
    codeword_bits, information_bits, correctable : int
        n, k and t of the code.

    Returns
    -------
    float or ndarray of float64
        Uncorrectable codewords for each information bit read, of the shape of `rber`.

    Raises
    ------
    DomainError
        For a rate outside [0, 1], t >= n, or k outside 1 to n.

    Notes
    -----
    P = sum over i > t of C(n,i) p^i (1-p)^(n-i), UBER = P / k: bounded-distance decoding and
    independent errors (Mielke et al., IRPS 2008). LDPC codes have no fixed t; codewords that differ in
    quality fail more often, by orders of magnitude.

    Examples
    --------
    >>> import drivewear as dw
    >>> code = dict(codeword_bits=18176, information_bits=16384, correctable=128)
    >>> bool(dw.uber(1e-3, **code) < dw.uber(3e-3, **code) < 1e-13)
    True
    """
    return _result(
        _core.uber(
            np.asarray(rber, dtype=np.float64), codeword_bits, information_bits, correctable
        )
    )


def rber_for_uber(
    target: ArrayLike, *, codeword_bits: int, information_bits: int, correctable: int
) -> FloatOrArray:
    """The largest raw bit error rate that keeps a code's UBER at or below `target`.

    Arguments as for `uber`.

    Examples
    --------
    >>> import drivewear as dw
    >>> code = dict(codeword_bits=18176, information_bits=16384, correctable=128)
    >>> rber = dw.rber_for_uber(1e-17, **code)
    >>> bool(abs(dw.uber(rber, **code) / 1e-17 - 1) < 1e-9)
    True
    """
    return _result(
        _core.rber_for_uber(
            np.asarray(target, dtype=np.float64), codeword_bits, information_bits, correctable
        )
    )


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
