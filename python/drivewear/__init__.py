"""Endurance budgets, write amplification and wear of enterprise SSDs.

>>> import drivewear as dw
>>> drive = dw.catalog()["micron-9550-max-12.8tb"]
>>> drive.tbw_random_tb
70080
>>> budget = dw.budget(drive="9550 max 12.8", drives=400, service_years=5,
...                    application_tb_per_day=2400, host_multipliers={"replication": 2})
>>> budget.verdict
'fits'
>>> round(dw.wa.fifo(0.1), 6)
5.178659
"""

from __future__ import annotations

from drivewear import wa
from drivewear._budget import Budget, Uncertainty, budget, rank, shrink
from drivewear._catalog import Catalog, Drive, catalog
from drivewear._compare import Calibration, Comparison, calibrate, compare
from drivewear._errors import (
    DomainError,
    DrivewearError,
    InputError,
    IoError,
    ParseError,
    UnknownName,
)
from drivewear._fio import FioResults, read_fio
from drivewear._health import FleetHealth, health
from drivewear._simulate import Simulation, simulate
from drivewear._sweep import sweep
from drivewear._wear import afr, rber_for_uber, spares, uber

__version__ = "0.1.0"

__all__ = [
    "Budget",
    "Calibration",
    "Catalog",
    "Comparison",
    "DomainError",
    "Drive",
    "DrivewearError",
    "FioResults",
    "FleetHealth",
    "InputError",
    "IoError",
    "ParseError",
    "Simulation",
    "Uncertainty",
    "UnknownName",
    "afr",
    "budget",
    "calibrate",
    "catalog",
    "compare",
    "health",
    "rank",
    "rber_for_uber",
    "read_fio",
    "shrink",
    "simulate",
    "spares",
    "sweep",
    "uber",
    "wa",
]
