"""Budgets with uncertainty, as a planner at a terminal gets them."""

import csv
import io
import json

import jsonschema
import pytest


@pytest.fixture
def fleet(root):
    return root / "examples" / "ai-training-fleet.json"


@pytest.fixture
def tight(tmp_path, fleet):
    """The training fleet on so few drives that the verdict hangs in the balance."""
    plan = json.loads(fleet.read_text())
    plan["drives"] = 170
    path = tmp_path / "tight.json"
    path.write_text(json.dumps(plan))
    return path


def uncertain(drivewear, plan, *more):
    return drivewear("budget", plan, "--uncertainty", *more, "--format", "json").json


def test_the_record_gains_what_was_asked_for(drivewear, fleet):
    plain = drivewear("budget", fleet, "--format", "json").json
    budget = uncertain(drivewear, fleet, "--draws", 10000, "--seed", 1)
    for name in ("life_years", "tbw_used_percent", "media_used_percent", "failures"):
        low, middle, high = (budget[f"{name}_{share}"] for share in ("p05", "p50", "p95"))
        assert low < middle < high, name
    assert budget["probability_fits"] == pytest.approx(1, abs=0.01)
    assert budget["tbw_used_percent_p50"] == pytest.approx(plain["tbw_used_percent"], rel=0.02)
    assert len(budget["tornado"]) == 5
    swings = [bar["swing_points"] for bar in budget["tornado"]]
    assert swings == sorted(swings, reverse=True)
    same = {key: budget[key] for key in plain if key != "assumptions"}
    assert same == {key: value for key, value in plain.items() if key != "assumptions"}
    assert set(plain["assumptions"]) < set(budget["assumptions"])


def test_one_seed_one_answer(drivewear, tight):
    first = uncertain(drivewear, tight, "--seed", 7, "--threads", 1)
    assert uncertain(drivewear, tight, "--seed", 7, "--threads", 5) == first
    assert uncertain(drivewear, tight, "--seed", 8) != first


def test_a_tight_plan_is_neither_sure_to_fit_nor_sure_to_fail(drivewear, tight):
    budget = uncertain(drivewear, tight)
    assert 0.2 < budget["probability_fits"] < 0.8
    assert any(bar["flips_verdict"] for bar in budget["tornado"])
    table = drivewear("budget", tight, "--uncertainty").out
    assert "flips the verdict" in table and "half below" in table


def test_the_plan_file_says_how_sure_it_is(drivewear, tight, root):
    plan = json.loads(tight.read_text())
    wide = {"shape": "triangular", "low": 0.5, "high": 2}
    plan["uncertainty"] = {"host_multiplier": wide, "pe_cycles": {"shape": "fixed"}}
    tight.write_text(json.dumps(plan))
    schema = json.loads((root / "data" / "schema" / "plan.schema.json").read_text())
    jsonschema.validate(plan, schema)
    budget = uncertain(drivewear, tight)
    assert budget["tornado"][0]["input"] == "host_multiplier"
    assert budget["tornado"][-1]["swing_points"] == 0
    assert any("triangular, 0.5 to 2" in line for line in budget["assumptions"])


def test_a_bad_spread_is_refused_with_its_place(drivewear, tight):
    plan = json.loads(tight.read_text())
    plan["uncertainty"] = {
        "pe_cycle": {"shape": "fixed"},
        "mttf": {"shape": "lognormal", "low": 2, "high": 1},
    }
    tight.write_text(json.dumps(plan))
    outcome = drivewear("budget", tight, "--uncertainty", status=2)
    assert "/uncertainty/pe_cycle" in outcome.err and "pe_cycles" in outcome.err
    assert "/uncertainty/mttf/low" in outcome.err
    assert len(outcome.err.splitlines()) == 2


def test_csv_puts_the_tornado_in_words(drivewear, fleet):
    out = drivewear("budget", fleet, "--uncertainty", "--format", "csv").out
    (row,) = csv.DictReader(io.StringIO(out))
    assert float(row["probability_fits"]) > 0.9
    assert row["tornado"].count(";") == 4 and "{" not in row["tornado"]


def test_draws_need_uncertainty_and_a_sensible_number(drivewear, fleet):
    assert "--uncertainty" in drivewear("budget", fleet, "--draws", 500, status=2).err
    outcome = drivewear("budget", fleet, "--uncertainty", "--draws", 3, status=2)
    assert "3 draws" in outcome.err
