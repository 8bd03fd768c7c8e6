"""Runs the drivewear command as a process, as a user would."""

import dataclasses
import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[1]
COMMAND = pathlib.Path(os.environ.get("DRIVEWEAR", ROOT / "build" / "release" / "drivewear"))


@dataclasses.dataclass
class Outcome:
    status: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture(scope="session")
def root():
    return ROOT


@pytest.fixture
def drivewear(tmp_path):
    """drivewear("budget", plan, ..., status=0) -> Outcome; runs in an empty folder."""

    def run(*arguments, status=0, stdin="", env=None, timeout=120):
        finished = subprocess.run(
            [str(COMMAND), *map(str, arguments)],
            capture_output=True,
            text=True,
            input=stdin,
            cwd=tmp_path,
            env={**os.environ, **(env or {})},
            timeout=timeout,
        )
        outcome = Outcome(finished.returncode, finished.stdout, finished.stderr)
        assert outcome.status == status, outcome
        return outcome

    return run
