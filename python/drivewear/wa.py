"""Write amplification in closed form and mean field.

Every function takes scalars or arrays that broadcast against one another like NumPy ufuncs, float64 in
and float64 out: scalars give a `float`, arrays an array of the broadcast shape. The spare factor is
(raw - usable) / raw, above 0 and below 1; it is not the over-provision (raw - usable) / usable.
Common assumptions: page-mapped, drive full, no TRIM, independent addresses, steady state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivewear import _core
from drivewear._errors import DomainError

__all__ = [
    "d_choices",
    "fifo",
    "greedy",
    "greedy_desnoyers",
    "hot_cold",
    "multiclass",
    "random",
]

FloatOrArray = Union[float, NDArray[np.float64]]


def _floats(value: ArrayLike) -> NDArray[np.float64]:
    return np.asarray(value, dtype=np.float64)


def _pages(value: ArrayLike) -> NDArray[np.uint64]:
    pages = np.asarray(value)
    if pages.dtype.kind not in "iu":
        pages = _floats(value)
        if not np.array_equal(pages, np.floor(pages)):
            raise DomainError("pages a block: expected whole numbers")
    if (pages < 1).any():
        raise DomainError(f"{pages.min()} pages a block: expected 1 or more")
    return pages.astype(np.uint64, copy=False)


def _answer(
    model: Callable[..., None], arrays: list[NDArray[Any]], threads: int, *constants: NDArray[Any]
) -> FloatOrArray:
    """Calls `model` with the arrays broadcast; one item stands for all and is not spread out."""
    out = np.empty(np.broadcast_shapes(*(array.shape for array in arrays)))
    ready = [
        array.reshape(1)
        if array.size == 1
        else np.ascontiguousarray(np.broadcast_to(array, out.shape))
        for array in arrays
    ]
    model(*ready, *constants, out, threads)
    return float(out) if out.ndim == 0 else out


def fifo(spare_factor: ArrayLike, *, threads: int = 1) -> FloatOrArray:
    """FIFO (LRU) cleaning of uniform writes, and greedy with large blocks.

    Parameters
    ----------
    spare_factor : array_like of float
        (raw - usable) / raw.
    threads : int
        Threads for large arrays, 0 for as many as the machine has; the result does not depend on it.

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
    if isinstance(spare_factor, float):
        return _core.wa_fifo_one(spare_factor)
    return _answer(_core.wa_fifo, [_floats(spare_factor)], threads)


def greedy(
    spare_factor: ArrayLike, pages_per_block: ArrayLike, *, threads: int = 1
) -> FloatOrArray:
    """Exact greedy cleaning of uniform writes for blocks of finite size, many blocks.

    Parameters
    ----------
    spare_factor : array_like of float
        (raw - usable) / raw.
    pages_per_block : array_like of int
        Pages erased together.
    threads : int
        Threads for large arrays, 0 for as many as the machine has; the result does not depend on it.

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
    if isinstance(spare_factor, float) and isinstance(pages_per_block, int) and pages_per_block > 0:
        return _core.wa_greedy_one(spare_factor, pages_per_block)
    return _answer(_core.wa_greedy, [_floats(spare_factor), _pages(pages_per_block)], threads)


def greedy_desnoyers(
    spare_factor: ArrayLike, pages_per_block: ArrayLike, *, threads: int = 1
) -> FloatOrArray:
    """Desnoyers' approximation of greedy for blocks of finite size, uniform writes.

    Parameters
    ----------
    spare_factor : array_like of float
        (raw - usable) / raw.
    pages_per_block : array_like of int
        Pages erased together.
    threads : int
        Threads for large arrays, 0 for as many as the machine has; the result does not depend on it.

    Returns
    -------
    float or ndarray of float64

    Notes
    -----
    A = fifo(k alpha) / k, k = 1 + 1 / (2 b). Desnoyers, SYSTOR 2012, eq. 12. Within 0.5 % of `greedy`
    for b >= 32 and Sf <= 0.5.

    Examples
    --------
    >>> import drivewear as dw
    >>> round(dw.wa.greedy_desnoyers(0.1, 32), 10)
    4.5020198984
    """
    return _answer(
        _core.wa_greedy_desnoyers, [_floats(spare_factor), _pages(pages_per_block)], threads
    )


def d_choices(
    spare_factor: ArrayLike, pages_per_block: ArrayLike, choices: ArrayLike, *, threads: int = 1
) -> FloatOrArray:
    """The emptiest of d blocks drawn at random, uniform writes.

    Parameters
    ----------
    spare_factor : array_like of float
        (raw - usable) / raw.
    pages_per_block : array_like of int
        Pages erased together.
    choices : array_like of float
        d, at least 1; 1 is random, many are greedy.
    threads : int
        Threads for large arrays, 0 for as many as the machine has; the result does not depend on it.

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
    return _answer(
        _core.wa_d_choices,
        [_floats(spare_factor), _pages(pages_per_block), _floats(choices)],
        threads,
    )


def multiclass(
    spare_factor: ArrayLike, page_shares: ArrayLike, write_shares: ArrayLike, *, threads: int = 1
) -> FloatOrArray:
    """FIFO (large-block greedy) cleaning of classes that share one open block: hot and cold, Zipf.

    Parameters
    ----------
    spare_factor : array_like of float
        (raw - usable) / raw.
    page_shares, write_shares : array_like of float, shape (classes,)
        Each class's share of the address space and of the writes; both sum to 1.
    threads : int
        Threads for large arrays, 0 for as many as the machine has; the result does not depend on it.

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
    pages, writes = (np.ascontiguousarray(_floats(shares)) for shares in (page_shares, write_shares))
    if pages.ndim != 1 or pages.shape != writes.shape or pages.size == 0:
        raise DomainError(
            f"page shares of shape {pages.shape} and write shares of shape {writes.shape}: expected "
            "one of each for every class"
        )
    if not ((pages > 0).all() and (writes >= 0).all()):
        raise DomainError("shares of classes: expected pages above 0 and writes of 0 or more")
    for name, shares in (("page", pages), ("write", writes)):
        if abs(shares.sum() - 1) > 1e-9:
            raise DomainError(f"{name} shares sum to {shares.sum():.9g}: expected 1")
    return _answer(_core.wa_multiclass, [_floats(spare_factor)], threads, pages, writes)


def hot_cold(
    spare_factor: ArrayLike,
    hot_page_share: ArrayLike,
    hot_write_share: ArrayLike,
    *,
    threads: int = 1,
) -> FloatOrArray:
    """FIFO (large-block greedy) cleaning of two classes in one open block, each scenario its own mix.

    Parameters
    ----------
    spare_factor : array_like of float
        (raw - usable) / raw.
    hot_page_share, hot_write_share : array_like of float
        The hot class's share of the address space and of the writes, 0 to 1.
    threads : int
        Threads for large arrays, 0 for as many as the machine has; the result does not depend on it.

    Returns
    -------
    float or ndarray of float64

    Notes
    -----
    `multiclass` for many mixes at once. Desnoyers, SYSTOR 2012, eq. 14.

    Examples
    --------
    >>> import drivewear as dw
    >>> round(dw.wa.hot_cold(0.1, 0.2, 0.8), 4)
    5.5378
    >>> dw.wa.hot_cold(0.1, 0.2, [0.2, 0.5, 0.9]).round(4)
    array([5.1787, 5.2733, 5.6565])
    """
    return _answer(
        _core.wa_hot_cold,
        [_floats(spare_factor), _floats(hot_page_share), _floats(hot_write_share)],
        threads,
    )


def random(spare_factor: ArrayLike, *, threads: int = 1) -> FloatOrArray:
    """Victims drawn at random: A = 1 / Sf for every block size.

    Parameters
    ----------
    spare_factor : array_like of float
        (raw - usable) / raw.
    threads : int
        Threads for large arrays, 0 for as many as the machine has; the result does not depend on it.

    Returns
    -------
    float or ndarray of float64

    Examples
    --------
    >>> import drivewear as dw
    >>> dw.wa.random(0.25)
    4.0
    """
    if isinstance(spare_factor, float):
        return _core.wa_random_one(spare_factor)
    return _answer(_core.wa_random, [_floats(spare_factor)], threads)
