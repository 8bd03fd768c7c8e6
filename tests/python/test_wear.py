import json

import drivewear as dw
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

CODE = {"codeword_bits": 18176, "information_bits": 16384, "correctable": 128}
OPTIONS = ("--codeword-bits", 18176, "--info-bits", 16384, "--correctable", 128)


@pytest.mark.parametrize("rber", [1e-3, 4.2e-3, 7e-3])
def test_uber_is_the_command_s_to_its_15_digits(drivewear, rber):
    record = drivewear("uber", "--rber", rber, *OPTIONS, "--format", "json").json
    assert float(f"{dw.uber(rber, **CODE):.15g}") == record["uber"]


@given(st.lists(st.floats(1e-5, 1e-2), min_size=2, max_size=20))
def test_uber_grows_with_the_raw_rate_and_keeps_shapes(rates):
    rates = np.sort(np.array(rates))
    errors = dw.uber(rates, **CODE)
    assert errors.shape == rates.shape
    assert (np.diff(errors) >= 0).all()
    assert errors[0] == dw.uber(rates[0], **CODE)


@pytest.mark.parametrize("rber", [-0.1, 1.5, float("nan")])
def test_rates_without_a_meaning_are_refused(rber):
    with pytest.raises(dw.DomainError):
        dw.uber(rber, **CODE)
    with pytest.raises(dw.DomainError):
        dw.uber(1e-3, codeword_bits=100, information_bits=90, correctable=100)


def test_the_largest_rate_for_a_target(drivewear):
    record = drivewear("uber", "--target", 1e-17, *OPTIONS, "--format", "json").json
    assert float(f"{dw.rber_for_uber(1e-17, **CODE):.15g}") == record["rber_at_target"]


def test_uncertainty_is_the_command_s_to_the_bit(drivewear, root):
    plan = root / "examples" / "ai-training-fleet.json"
    record = drivewear(
        "budget", plan, "--uncertainty", "--draws", 2000, "--seed", 7, "--format", "json"
    ).json
    unsure = dw.budget(plan).uncertainty(draws=2000, seed=7, threads=1)
    assert unsure.to_dict() == record
    assert "fits with" in repr(unsure)
    assert json.dumps(unsure.to_dict())


def test_too_few_draws_are_refused(root):
    budget = dw.budget(root / "examples" / "ai-training-fleet.json")
    with pytest.raises(dw.DomainError, match="99 draws"):
        budget.uncertainty(draws=99)
