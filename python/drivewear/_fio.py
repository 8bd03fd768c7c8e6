"""Results of fio as measured records."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from drivewear import _core
from drivewear._budget import _folders
from drivewear._health import Paths, _texts
from drivewear._record import Record

if TYPE_CHECKING:
    import pandas

__all__ = ["FioResults", "read_fio"]


class FioResults(Record):
    """A "drivewear.measured/1" document, as ``drivewear fio --format json`` prints it.

    Attributes
    ----------
    rows : list of dict
        One record for each result, conditions as columns.
    unreadable : list of str
        Files without a result, and why.
    """

    def __init__(
        self, record: dict[str, Any], rows: list[dict[str, Any]], unreadable: list[str]
    ) -> None:
        super().__init__(record)
        self.rows = rows
        self.unreadable = unreadable

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<FioResults of {len(self)} figures>"

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a pandas DataFrame (needs the extra ``drivewear[pandas]``)."""
        import pandas

        return pandas.DataFrame(self.rows)


def read_fio(
    paths: Paths,
    *,
    drive: str | None = None,
    platform: str = "",
    strict: bool = False,
    catalog: Any = None,
) -> FioResults:
    """Read fio's JSON (versions 2 and 3, json and json+, plain, .gz or .zst).

    Parameters
    ----------
    paths : path or iterable of paths
        What ``fio --output-format=json`` wrote, text around it included.
    drive : str, optional
        The drive under test: id, part number or loose name.
    platform : str
        Machine and preparation, in words.
    strict : bool
        One file that cannot be read is an error; else it is listed in `unreadable`.
    catalog : path or list of paths, optional
        Folders of catalog files on top of the built-in catalog.

    Returns
    -------
    FioResults
        Bandwidth in bytes a second, latency in seconds, whatever the version's units.

    Raises
    ------
    InputError
        When no file is a result of fio.

    Examples
    --------
    >>> import json, pathlib, tempfile
    >>> import drivewear as dw
    >>> job = {"jobname": "w", "job options": {"rw": "randwrite", "bs": "4k", "iodepth": "8"},
    ...        "write": {"io_bytes": 4096000, "bw_bytes": 409600, "iops": 100.0, "total_ios": 1000}}
    >>> file = pathlib.Path(tempfile.mkdtemp(), "w.json")
    >>> _ = file.write_text(json.dumps({"fio version": "fio-3.33", "jobs": [job]}))
    >>> len(dw.read_fio(file)) > 0
    True
    """
    measured, rows, unreadable = _core.read_fio(
        _texts(paths), drive, platform, strict, _folders(catalog)
    )
    return FioResults(json.loads(measured), json.loads(rows), unreadable)
