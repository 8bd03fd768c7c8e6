"""The exceptions of the package. Each message names the place, what was found and what would be right."""

from __future__ import annotations

__all__ = ["DomainError", "DrivewearError", "InputError", "IoError", "ParseError", "UnknownName"]


class DrivewearError(Exception):
    """Base of every error that drivewear raises on purpose."""


class InputError(DrivewearError, ValueError):
    """The input is wrong: unreadable, contradictory, or without meaning."""


class ParseError(InputError):
    """A text that is not what it should be; the message gives the column."""


class DomainError(InputError):
    """A number outside the domain in which a model has a meaning."""


class UnknownName(DrivewearError, KeyError):
    """A name that is not there; the message lists the nearest ones."""

    def __str__(self) -> str:
        # KeyError would show the message in quotes.
        return str(self.args[0]) if self.args else ""


class IoError(DrivewearError, OSError):
    """Reading or writing failed for a reason outside the data."""
