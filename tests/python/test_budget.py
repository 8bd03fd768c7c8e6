"""Python's budget is the command line's, to the bit."""

import json
import pickle

import drivewear as dw
import pytest


@pytest.fixture
def fleet(root):
    return root / "examples" / "ai-training-fleet.json"


def test_the_same_numbers_as_the_command_line(drivewear, fleet):
    assert dw.budget(fleet).to_dict() == drivewear("budget", fleet, "--format", "json").json
    assert dw.rank(fleet) == drivewear("rank", fleet, "--format", "json").json["drives"]
    assert dw.shrink(fleet) == drivewear("shrink", fleet, "--format", "json").json
    explained = drivewear("explain", fleet, "--format", "json").json["steps"]
    assert dw.budget(fleet).explain() == explained


def test_dict_file_and_keywords_say_the_same(fleet):
    by_file = dw.budget(fleet)
    assert dw.budget(json.loads(fleet.read_text())) == by_file
    by_keywords = dw.budget(
        name="AI training fleet", drive="9550 max 12.8", drives=400, service_years=5,
        application_tb_per_day=2400, host_multipliers={"replication": 2.0},
        growth_percent_per_year=10, temperature_c=45, reserve_percent=10, write_size="4KiB",
        workload="uniform",
    )  # fmt: skip
    assert by_keywords == by_file
    assert dw.budget(fleet, drives=100).verdict == "does_not_fit"
    assert dw.budget(fleet, host_multipliers=["raid-6"]).host_multiplier_total == 3


def test_results_show_and_pickle(fleet):
    budget = dw.budget(fleet)
    assert pickle.loads(pickle.dumps(budget)) == budget
    assert "fits" in repr(budget)
    assert "<table>" in budget._repr_html_()
    assert "wa" in dir(budget)
    with pytest.raises(AttributeError, match="rated_tbw_tb"):
        budget.no_such_thing


def test_errors_are_pythons_own_kinds_with_the_same_words(fleet, tmp_path):
    with pytest.raises(ValueError, match="/drives: found -1"):
        dw.budget(fleet, drives=-1)
    with pytest.raises(KeyError, match="did you mean micron-9550-max-12.8tb"):
        dw.budget(fleet, drive="micron-9550-max-12.9tb")
    with pytest.raises(dw.InputError):
        dw.budget({"schema": "drivewear.plan/1"})
    with pytest.raises(OSError):
        dw.budget(tmp_path / "missing.json")
    with pytest.raises(OSError):
        dw.budget(fleet, catalog=tmp_path / "missing")
    with pytest.raises(TypeError, match="tempratur"):
        dw.budget(fleet, tempratur=3)
    assert str(dw.UnknownName("no quotes")) == "no quotes"
