"""Simulations of a drive's flash translation layer."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Union

import numpy as np
from numpy.typing import NDArray

from drivewear import _core
from drivewear._budget import _folders
from drivewear._catalog import Drive
from drivewear._record import Record, html_rows

if TYPE_CHECKING:
    import pandas

__all__ = ["Simulation", "simulate"]

Progress = Union[bool, Callable[[float], object]]


class Simulation(Record):
    """What a simulation answers; attributes as the JSON of ``drivewear simulate`` names them.

    Attributes
    ----------
    wa, stderr : float
        NAND pages for each host page while measuring, and its standard error (batch means).
    series : ndarray of float64, shape (windows, 2)
        Drive writes at the end of each window, and the write amplification within it.
    erase_counts : ndarray of uint64, shape (counts,)
        Blocks by erase count, from `first_erase_count` on.
    """

    def __init__(
        self,
        record: dict[str, Any],
        series: NDArray[np.float64],
        erase_counts: tuple[int, NDArray[np.uint64]],
    ) -> None:
        super().__init__(record)
        self.series = series
        self.first_erase_count, self.erase_counts = erase_counts

    @property
    def stderr(self) -> float:
        value: float = self._record["wa_stderr"]
        return value

    def to_pandas(self) -> pandas.DataFrame:
        """The series as a DataFrame with columns drive_writes and wa."""
        import pandas

        return pandas.DataFrame(self.series, columns=["drive_writes", "wa"])

    def __repr__(self) -> str:
        steady = "steady" if self.steady_state else "not steady"
        return f"<Simulation WA {self.wa:.5g} +- {self.stderr:.2g}, {steady}, {self.engine} engine>"

    def _repr_html_(self) -> str:
        shown = ("wa", "wa_stderr", "engine", "steady_state", "host_pages", "nand_pages", "erases")
        return html_rows([(name, self._record.get(name)) for name in shown])


def _reporter(progress: Progress) -> tuple[Callable[[float], object] | None, Callable[[], None]]:
    """The hook for the core, and what to call at the end."""
    if callable(progress):
        return progress, lambda: None
    if not progress:
        return None, lambda: None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None, lambda: None
    bar = tqdm(total=1.0, desc="simulating", bar_format="{l_bar}{bar}| {elapsed}<{remaining}")

    def show(fraction: float) -> None:
        bar.update(fraction - bar.n)

    return show, bar.close


def simulate(
    drive: Drive | str | None = None,
    *,
    workload: str = "uniform",
    policy: str = "greedy",
    engine: str = "auto",
    replicates: int = 1,
    seed: int = 1,
    progress: Progress = False,
    catalog: Any = None,
    **geometry_and_length: Any,
) -> Simulation:
    """Simulate a page-mapped flash translation layer to steady state, or for a whole life.

    Parameters
    ----------
    drive : Drive or str, optional
        A drive of the catalog. Without one, give ``usable`` and ``raw`` ("1GB", "1.14GB"), or
        ``spare_factor`` and ``blocks``.
    workload, policy, engine : str
        As on the command line: "hotcold:f=0.2,r=0.8", "d-choices:10", "auto".
    replicates, seed : int
        Independent runs, and what all random numbers derive from. One seed, one answer, on any
        number of threads.
    progress : bool or callable
        True shows a bar (tqdm, where installed); a callable gets the finished fraction. What it
        raises stops the run and is raised again.
    catalog : path or list of paths, optional
        Folders of catalog files on top of the built-in catalog.
    **geometry_and_length
        Any option of ``drivewear simulate`` with underscores: pages_per_block, superblock, page,
        frontiers, wear_leveling, precondition, warm_up, drive_writes, window, until, pe_cycles, dwpd,
        threads, memory, checkpoint, every.

    Returns
    -------
    Simulation

    Raises
    ------
    InputError
        With every problem of the request.
    KeyboardInterrupt
        Within 0.2 s of Ctrl-C.

    Examples
    --------
    >>> import drivewear as dw
    >>> run = dw.simulate(spare_factor=0.2, blocks=512, pages_per_block=64, drive_writes=4, seed=7)
    >>> abs(run.wa - dw.wa.greedy(0.2, 64)) < 0.05
    True
    """
    known = _KEYWORDS - {"drive", "workload", "policy", "engine", "replicates", "seed"}
    unknown = sorted(set(geometry_and_length) - known)
    if unknown:
        raise TypeError(f"simulate() got unexpected keyword arguments: {', '.join(unknown)}")
    request = {
        "drive": drive.id if isinstance(drive, Drive) else drive,
        "workload": workload,
        "policy": policy,
        "engine": engine,
        "replicates": replicates,
        "seed": seed,
        **{key: _as_text(key, value) for key, value in geometry_and_length.items()},
    }
    report, close = _reporter(progress)
    try:
        text, series, first, erases = _core.simulate(request, _folders(catalog), report)
    finally:
        close()
    return Simulation(json.loads(text), series, (first, erases))


_TEXTS = {"warm_up", "checkpoint", "usable", "raw", "superblock", "page", "memory"}
_KEYWORDS = {
    "drive", "usable", "raw", "spare_factor", "blocks", "pages_per_block", "superblock", "page",
    "held_free", "bad_blocks", "rain", "policy", "frontiers", "workload", "wear_leveling",
    "precondition", "warm_up", "drive_writes", "window", "until", "pe_cycles", "dwpd", "engine",
    "seed", "replicates", "threads", "memory", "checkpoint", "every",
}  # fmt: skip


def _as_text(key: str, value: Any) -> Any:
    if key not in _TEXTS or value is None:
        return value
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)
