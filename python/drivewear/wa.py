"""Write amplification in closed form and mean field.

Every function takes scalars or arrays that broadcast against one another like NumPy ufuncs, float64 in
and float64 out: scalars give a `float`, arrays an array of the broadcast shape. The spare factor is
(raw - usable) / raw, above 0 and below 1; it is not the over-provision (raw - usable) / usable.
Common assumptions: page-mapped, drive full, no TRIM, independent addresses, steady state.
"""

from __future__ import annotations

from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivewear import _core

__all__ = ["d_choices", "fifo", "greedy", "multiclass", "random"]

FloatOrArray = Union[float, NDArray[np.float64]]


def _result(values: NDArray[np.float64]) -> FloatOrArray:
    return float(values) if values.ndim == 0 else values


def _broadcast(*arguments: tuple[ArrayLike, Any]) -> list[NDArray[Any]]:
    arrays = [np.asarray(value, dtype=dtype) for value, dtype in arguments]
    return [np.asarray(array, order="C") for array in np.broadcast_arrays(*arrays)]


def fifo(spare_factor: ArrayLike, *, threads: int = 1) -> FloatOrArray:
    """FIFO (LRU) cleaning of uniform writes, and greedy with large blocks.

    Parameters
    ----------
    spare_factor : array_like of float
        (raw - usable) / raw.
    threads : int
        Threads for large arrays; the result does not depend on it.

    Returns
    -------
    float or ndarray of float64
        NAND pages for each host page, at least 1.

    Raises
    ------
    DomainError
        Where a spare factor is not above 0 and below 1.

    Notes
    -----
    A = alpha / (alpha + W0(-alpha exp(-alpha))), alpha = 1 / (1 - Sf). Desnoyers, SYSTOR 2012, eq. 4.

    Examples
    --------
    >>> import drivewear as dw
    >>> round(dw.wa.fifo(0.07), 10)
    7.3177232148
    >>> dw.wa.fifo([0.1, 0.2]).round(4)
    array([5.1787, 2.6927])
    """
    return _result(_core.wa_fifo(np.asarray(spare_factor, dtype=np.float64), threads))


def greedy(spare_factor: ArrayLike, pages_per_block: ArrayLike) -> FloatOrArray:
    """Exact greedy cleaning of uniform writes for blocks of finite size, many blocks.

    Parameters
    ----------
    spare_factor : array_like of float
        (raw - usable) / raw.
    pages_per_block : array_like of int
        Pages erased together.

    Returns
    -------
    float or ndarray of float64

    Notes
    -----
    The mean field of Bux and Iliadis, Performance Evaluation 67(11), 2010; kinked in the spare factor.

    Examples
    --------
    >>> import drivewear as dw
    >>> round(dw.wa.greedy(0.1, 64), 10)
    4.8212747982
    """
    return _result(_core.wa_greedy(*_broadcast((spare_factor, np.float64), (pages_per_block, np.uint64))))


def d_choices(spare_factor: ArrayLike, pages_per_block: ArrayLike, choices: ArrayLike) -> FloatOrArray:
    """The emptiest of d blocks drawn at random, uniform writes.

    Parameters
    ----------
    spare_factor : array_like of float
        (raw - usable) / raw.
    pages_per_block : array_like of int
        Pages erased together.
    choices : array_like of float
        d, at least 1; 1 is random, many are greedy.

    Returns
    -------
    float or ndarray of float64

    Notes
    -----
    The fixed point of the mean field of Van Houdt, SIGMETRICS 2013.

    Examples
    --------
    >>> import drivewear as dw
    >>> round(dw.wa.d_choices(0.2, 16, 1), 9)
    5.0
    """
    return _result(
        _core.wa_d_choices(
            *_broadcast((spare_factor, np.float64), (pages_per_block, np.uint64), (choices, np.float64))
        )
    )


def multiclass(
    spare_factor: ArrayLike, page_shares: ArrayLike, write_shares: ArrayLike
) -> FloatOrArray:
    """FIFO (large-block greedy) cleaning of classes that share one open block: hot and cold, Zipf.

    Parameters
    ----------
    spare_factor : array_like of float
        (raw - usable) / raw.
    page_shares, write_shares : array_like of float, shape (classes,)
        Each class's share of the address space and of the writes; both sum to 1.

    Returns
    -------
    float or ndarray of float64
        Of the spare factor's shape.

    Notes
    -----
    A = 1 + sum r_i / (exp(r_i alpha / (f_i A)) - 1). Desnoyers, SYSTOR 2012, eq. 14.

    Examples
    --------
    >>> import drivewear as dw
    >>> round(dw.wa.multiclass(0.1, [0.05, 0.15, 0.8], [0.5, 0.3, 0.2]), 3)
    5.85
    """
    return _result(
        _core.wa_multiclass(
            np.asarray(spare_factor, dtype=np.float64),
            np.asarray(page_shares, dtype=np.float64),
            np.asarray(write_shares, dtype=np.float64),
        )
    )


def random(spare_factor: ArrayLike) -> FloatOrArray:
    """Victims drawn at random: A = 1 / Sf for every block size.

    Examples
    --------
    >>> import drivewear as dw
    >>> dw.wa.random(0.25)
    4.0
    """
    return _result(_core.wa_random(np.asarray(spare_factor, dtype=np.float64)))
