"""The catalog as a mapping of drives."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from drivewear import _core
from drivewear._budget import _folders
from drivewear._record import Record, html_rows

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

__all__ = ["Catalog", "Drive", "catalog"]


class Drive(Record):
    """One drive; attributes are the columns of the catalog export, with the unit in each name.

    `sources` maps each field of the catalog files to its readings: value, source, locator, note,
    status and, where sources contradict each other, why one was chosen.
    """

    def __init__(self, record: dict[str, Any], sources: dict[str, Any]) -> None:
        super().__init__(record)
        self._sources = sources

    @property
    def sources(self) -> dict[str, Any]:
        return self._sources

    def __repr__(self) -> str:
        return f"<Drive {self.id}>"

    def _repr_html_(self) -> str:
        rows = [(name, value) for name, value in self._record.items() if name != "sources"]
        return html_rows(rows)


class Catalog(Mapping[str, Drive]):
    """Drives by id. Indexing also takes part numbers and loose names ("9550 max 12.8")."""

    def __init__(self, drives: dict[str, Drive], folders: list[str]) -> None:
        self._drives = drives
        self._folders = folders

    def __getitem__(self, name: str) -> Drive:
        if name in self._drives:
            return self._drives[name]
        return self._drives[_core.find_drive(name, self._folders)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._drives)

    def __len__(self) -> int:
        return len(self._drives)

    def __repr__(self) -> str:
        return f"<Catalog of {len(self)} drives>"

    def _repr_html_(self) -> str:
        columns = ("id", "capacity_tb", "dwpd", "tbw_random_tb", "rand_write_iops", "interface")
        head = "".join(f"<th>{name}</th>" for name in columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{_shown(drive, name)}</td>" for name in columns) + "</tr>"
            for drive in self._drives.values()
        )
        return f"<table><tr>{head}</tr>{body}</table>"

    def to_dicts(self) -> list[dict[str, Any]]:
        """The records of ``drivewear catalog export --format json``; absent is None."""
        return [drive.to_dict() for drive in self._drives.values()]

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas DataFrame, one row a drive (needs the extra ``drivewear[pandas]``)."""
        import pandas

        return pandas.DataFrame(self.to_dicts()).set_index("id")

    def to_polars(self) -> polars.DataFrame:
        """A polars DataFrame, one row a drive (needs the extra ``drivewear[polars]``)."""
        import polars

        return polars.DataFrame(self.to_dicts(), infer_schema_length=None)

    def to_arrow(self) -> pyarrow.Table:
        """A pyarrow Table, one row a drive (needs the extra ``drivewear[arrow]``)."""
        import pyarrow

        return pyarrow.Table.from_pylist(self.to_dicts())


def _shown(drive: Drive, name: str) -> str:
    value = getattr(drive, name)
    return "" if value is None else str(value)


def catalog(path: str | os.PathLike[str] | list[str] | None = None) -> Catalog:
    """The built-in catalog, with the files of one or more folders on top.

    Parameters
    ----------
    path : path or list of paths, optional
        Folders of catalog files ("drivewear.catalog-family/1").

    Returns
    -------
    Catalog
        A mapping from drive id to `Drive`.

    Examples
    --------
    >>> import drivewear as dw
    >>> drives = dw.catalog()
    >>> drives["cd9p-r 7.68"].capacity_tb
    7.68
    >>> drives["micron-9550-max-12.8tb"].sources["dwpd"]["readings"][0]["locator"]
    'line 30'
    """
    folders = _folders(path)
    document = json.loads(_core.catalog(folders))
    drives = {
        entry["record"]["id"]: Drive(entry["record"], entry["provenance"])
        for entry in document["drives"]
    }
    return Catalog(drives, folders)
