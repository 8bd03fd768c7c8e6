"""Health of drives and fleets, from the reports of smartctl, nvme-cli and vendors' tools."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Union

from drivewear import _core
from drivewear._budget import _folders
from drivewear._record import Record, html_rows

if TYPE_CHECKING:
    import pandas

__all__ = ["FleetHealth", "health"]

Paths = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]


class FleetHealth(Record):
    """A fleet's health; attributes as the JSON of ``drivewear health`` names them.

    Attributes
    ----------
    drives : list of dict
        One record for each drive: counters (bytes, exact), write amplification or why there is none,
        wear and rated TBW used (percent), life left (years) and the limit that binds, flags.
    fleet : dict
        Totals and quantiles.
    unreadable : list of dict
        Files that are no report, each with its reason.
    """

    def to_pandas(self) -> pandas.DataFrame:
        """The drives as a pandas DataFrame (needs the extra ``drivewear[pandas]``)."""
        import pandas

        return pandas.DataFrame(self.drives)

    def __len__(self) -> int:
        return len(self.drives)

    def __repr__(self) -> str:
        return f"<FleetHealth of {len(self)} drives, {len(self.unreadable)} files unreadable>"

    def _repr_html_(self) -> str:
        shown = ("drives", "reports", "host_bytes_written", "unreadable_files", "flags")
        return html_rows([(name, self.fleet.get(name)) for name in shown])


def _texts(paths: Paths) -> list[str]:
    if isinstance(paths, (str, os.PathLike)):
        return [os.fspath(paths)]
    return [os.fspath(path) for path in paths]


def health(
    paths: Paths,
    *,
    ratings: Paths = (),
    catalog: Any = None,
    one_drive: bool = False,
    strict: bool = False,
    show_serials: bool = False,
    threads: int = 0,
) -> FleetHealth:
    """Read health reports, and folders of them, and say how worn the drives are.

    Parameters
    ----------
    paths : path or iterable of paths
        Files of smartctl (JSON or text), nvme-cli, OCP C0h, vendors' logs, Backblaze CSV; folders are
        read whole. Reports of one drive become its history.
    ratings : path or iterable of paths, optional
        CSV of model,tbw or model,dwpd,years; goes before the catalog.
    catalog : path or list of paths, optional
        Folders of catalog files on top of the built-in catalog.
    one_drive : bool
        The reports are of one drive, for logs that carry no serial number.
    strict : bool
        Files that cannot be read are an error.
    show_serials : bool
        Serial numbers themselves, not only hashes of them.
    threads : int
        That read files; 0 is one for each core. The answer does not depend on it.

    Returns
    -------
    FleetHealth

    Raises
    ------
    InputError
        When nothing could be read, with every file's reason; with `strict` when any could not.

    Examples
    --------
    >>> import json, pathlib, tempfile
    >>> import drivewear as dw
    >>> report = {"smartctl": {"version": [7, 4]}, "device": {"protocol": "NVMe"}, "model_name": "N1",
    ...           "serial_number": "S1", "nvme_smart_health_information_log": {
    ...               "percentage_used": 12, "data_units_written": 2000000, "power_on_hours": 8760}}
    >>> file = pathlib.Path(tempfile.mkdtemp(), "nvme0.json")
    >>> _ = file.write_text(json.dumps(report))
    >>> fleet = dw.health(file)
    >>> fleet.drives[0]["host_bytes_written"], fleet.drives[0]["wear_used_percent"]
    (1024000000000, 12)
    """
    text = _core.health(
        _texts(paths), _texts(ratings), _folders(catalog), one_drive, strict, show_serials, threads
    )
    return FleetHealth(json.loads(text))
