"""Docstring examples run, stubs fit, the command is the same program."""

import doctest
import importlib
import pkgutil
import subprocess
import sys

import drivewear
import pytest

MODULES = ["drivewear"] + [
    f"drivewear.{module.name}"
    for module in pkgutil.iter_modules(drivewear.__path__)
    if module.name not in ("_core", "__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_public_names_are_documented():
    for name in drivewear.__all__:
        assert getattr(drivewear, name).__doc__, name


def test_the_package_type_checks_and_the_stub_fits_the_core():
    run = [sys.executable, "-m"]
    checked = subprocess.run(
        [*run, "mypy", "--strict", "--ignore-missing-imports", "-p", "drivewear"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout
    stub = subprocess.run(
        [*run, "mypy.stubtest", "--ignore-missing-stub", "drivewear._core"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert stub.returncode == 0, stub.stdout


def test_the_installed_command_is_the_program(drivewear, root):
    plan = root / "examples" / "ai-training-fleet.json"
    ours = subprocess.run(
        [sys.executable, "-m", "drivewear", "budget", plan, "--format", "json"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ours.stdout == drivewear("budget", plan, "--format", "json").out
