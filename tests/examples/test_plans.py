"""Every example plan is a plan that works."""

import json
import pathlib

import pytest

PLANS = sorted((pathlib.Path(__file__).resolve().parents[2] / "examples").glob("*.json"))


def test_there_are_examples():
    assert PLANS


@pytest.mark.parametrize("plan", PLANS, ids=lambda path: path.stem)
def test_an_example_plan_gives_a_budget(drivewear, plan):
    budget = drivewear("budget", plan, "--format", "json").json
    assert budget["schema"] == "drivewear.budget/1"
    assert budget["plan_name"] == json.loads(plan.read_text())["name"]
    assert budget["verdict"] in ("fits", "does_not_fit")
