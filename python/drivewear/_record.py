"""A result as attributes, over the flat record that the command line prints as JSON."""

from __future__ import annotations

import json
from typing import Any


class Record:
    """Read-only attributes with the names of the JSON keys."""

    def __init__(self, record: dict[str, Any]) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._record[name]
        except KeyError:
            raise AttributeError(
                f"{type(self).__name__} has no {name!r}; it has {', '.join(self._record)}"
            ) from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._record]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._record == other._record

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def to_dict(self) -> dict[str, Any]:
        """A copy of the record, as `--format json` prints it."""
        copy: dict[str, Any] = json.loads(json.dumps(self._record))
        return copy


def html_rows(rows: list[tuple[str, object]]) -> str:
    """A two-column table for notebooks; absent values are left out."""
    from html import escape

    cells = "".join(
        f"<tr><th style='text-align:left'>{escape(name)}</th><td>{escape(str(value))}</td></tr>"
        for name, value in rows
        if value is not None and value != []
    )
    return f"<table>{cells}</table>"
