"""Grids of plans, drives, spares and seeds, on threads, processes or many machines."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

from drivewear._errors import InputError
from drivewear._record import Record

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

__all__ = ["Sweep", "sweep"]

Row = dict[str, Any]


class Sweep(list[Row]):
    """One row for each point of the grid, in the grid's order."""

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas DataFrame (needs the extra ``drivewear[pandas]``)."""
        import pandas

        return pandas.DataFrame(self)

    def to_polars(self) -> polars.DataFrame:
        """A polars DataFrame (needs the extra ``drivewear[polars]``)."""
        import polars

        return polars.DataFrame(list(self), infer_schema_length=None)

    def to_arrow(self) -> pyarrow.Table:
        """A pyarrow Table (needs the extra ``drivewear[arrow]``)."""
        import pyarrow

        return pyarrow.Table.from_pylist(list(self))


def sweep(
    function: Callable[..., Any],
    *,
    over: Mapping[str, Iterable[Any]],
    fixed: Mapping[str, Any] | None = None,
    executor: Executor | None = None,
    output: str | os.PathLike[str] | None = None,
    rows_per_part: int = 100,
) -> Sweep:
    """Call a function at every point of a grid and gather a tidy table.

    Parameters
    ----------
    function : callable
        Called with one keyword for each key of `over` and `fixed`; returns a mapping or a result of
        drivewear (`dw.budget`, `dw.simulate`). For processes and other machines it must pickle.
    over : mapping of str to iterable
        The grid: the last key varies fastest.
    fixed : mapping, optional
        Further keywords, the same at every point.
    executor : concurrent.futures.Executor, optional
        What runs the calls: threads by default (the core releases the GIL), a ProcessPoolExecutor, or
        Dask's ``client.get_executor()`` for more than one machine.
    output : path, optional
        A folder for Parquet files, written part by part (needs ``drivewear[arrow]``). A stopped sweep
        called again with the same grid takes up where it stopped.
    rows_per_part : int
        Rows of one Parquet file.

    Returns
    -------
    Sweep
        A list of rows with `to_pandas`, `to_polars` and `to_arrow`; lists inside results are left out.

    Examples
    --------
    >>> import drivewear as dw
    >>> table = dw.sweep(dw.budget, over={"drives": [200, 400]},
    ...                  fixed=dict(drive="9550 max 12.8", service_years=5,
    ...                             application_tb_per_day=2400))
    >>> [row["required_dwpd"] for row in table]
    [0.9375, 0.46875]
    """
    points = [dict(zip(over, values)) for values in itertools.product(*over.values())]
    store = _Store(Path(output), points, fixed, rows_per_part) if output is not None else None
    done = store.rows() if store else {}
    todo = [index for index in range(len(points)) if index not in done]
    for index, row in _run(function, _Work(points, dict(fixed or {}), todo), executor):
        done[index] = row
        if store:
            store.add(index, row)
    if store:
        store.flush()
    return Sweep(done[index] for index in range(len(points)))


class _Work:
    def __init__(self, points: list[Row], fixed: Row, todo: list[int]) -> None:
        self.points, self.fixed, self.todo = points, fixed, todo


def _call(function: Callable[..., Any], point: Row, fixed: Row) -> Row:
    """Runs in the worker: only plain rows travel back."""
    result = function(**fixed, **point)
    record = result.to_dict() if isinstance(result, Record) else dict(result)
    flat = {k: v for k, v in record.items() if not isinstance(v, (list, dict)) and k != "schema"}
    # The grid's own columns come first and win over results of the same name.
    return {**point, **{k: v for k, v in flat.items() if k not in point}}


def _run(
    function: Callable[..., Any], work: _Work, executor: Executor | None
) -> Iterator[tuple[int, Row]]:
    if executor is None:
        with ThreadPoolExecutor(os.cpu_count()) as own:
            yield from _run(function, work, own)
        return
    waiting: dict[Future[Row], int] = {}
    todo = iter(work.todo)
    # A window keeps a grid of millions from standing in memory as futures.
    window = 4096
    try:
        while True:
            for index in itertools.islice(todo, window - len(waiting)):
                point = work.points[index]
                waiting[executor.submit(_call, function, point, work.fixed)] = index
            if not waiting:
                return
            finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                yield waiting.pop(future), future.result()
    finally:
        for future in waiting:
            future.cancel()


class _Store:
    """Parquet parts of a sweep in a folder, each row with the index of its point."""

    def __init__(
        self, folder: Path, points: list[Row], fixed: Mapping[str, Any] | None, rows_per_part: int
    ) -> None:
        self.folder, self.rows_per_part = folder, rows_per_part
        self.pending: list[Row] = []
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps([points, dict(fixed or {})], sort_keys=True, default=repr)
        fingerprint = hashlib.sha256(text.encode()).hexdigest()
        marker = folder / "sweep.json"
        if marker.exists():
            known = json.loads(marker.read_text())
            if known["grid_sha256"] != fingerprint:
                raise InputError(
                    f"{folder}: found the parts of another grid, expected an empty folder or this one's"
                )
        else:
            marker.write_text(
                json.dumps({"schema": "drivewear.sweep/1", "grid_sha256": fingerprint})
            )

    def rows(self) -> dict[int, Row]:
        import pyarrow.parquet as parquet

        done: dict[int, Row] = {}
        for part in sorted(self.folder.glob("part-*.parquet")):
            for row in parquet.read_table(part).to_pylist():
                done[row.pop("sweep_index")] = row
        return done

    def add(self, index: int, row: Row) -> None:
        self.pending.append({"sweep_index": index, **row})
        if len(self.pending) >= self.rows_per_part:
            self.flush()

    def flush(self) -> None:
        if not self.pending:
            return
        import pyarrow
        import pyarrow.parquet as parquet

        number = len(list(self.folder.glob("part-*.parquet")))
        path = self.folder / f"part-{number:06d}.parquet"
        temporary = path.with_suffix(".tmp")
        parquet.write_table(pyarrow.Table.from_pylist(self.pending), temporary)
        temporary.rename(path)  # a killed sweep leaves whole parts only
        self.pending = []
