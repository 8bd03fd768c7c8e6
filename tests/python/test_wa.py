"""Write amplification: reference numbers, broadcasting, refusals."""

import drivewear as dw
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import lambertw


def test_reference_numbers():
    assert dw.wa.fifo(0.07) == pytest.approx(7.3177232148468132555, rel=1e-14)
    assert dw.wa.greedy(0.1, 64) == pytest.approx(4.8212747981867870879, rel=1e-12)
    assert dw.wa.random(0.05) == 20
    assert dw.wa.d_choices(0.05, 16, 1) == pytest.approx(20, rel=1e-12)
    three_zones = ([0.05, 0.15, 0.8], [0.5, 0.3, 0.2])
    assert dw.wa.multiclass(0.1, *three_zones) == pytest.approx(5.850, abs=5e-4)


def test_scalars_give_floats_and_arrays_broadcast():
    assert isinstance(dw.wa.fifo(0.1), float)
    grid = dw.wa.greedy(np.array([[0.1], [0.2]]), np.array([32, 64, 128]))
    assert grid.shape == (2, 3) and grid.dtype == np.float64
    assert grid[0, 1] == dw.wa.greedy(0.1, 64)
    assert dw.wa.fifo(np.empty((0, 3))).shape == (0, 3)
    # Views that are not contiguous, and single precision.
    values = np.linspace(0.05, 0.5, 20)
    assert np.array_equal(dw.wa.fifo(values[::2]), dw.wa.fifo(values[::2].copy()))
    assert dw.wa.fifo(values.astype(np.float32)).dtype == np.float64


def test_threads_change_nothing():
    values = np.random.default_rng(1).uniform(0.01, 0.9, 100_001)
    assert np.array_equal(dw.wa.fifo(values, threads=1), dw.wa.fifo(values, threads=2))


@given(st.floats(0.01, 0.95))
def test_against_scipys_lambert_w(spare):
    alpha = 1 / (1 - spare)
    assert dw.wa.fifo(spare) == pytest.approx(
        alpha / (alpha + lambertw(-alpha * np.exp(-alpha)).real), rel=1e-9
    )


@given(st.floats(0.02, 0.9), st.integers(2, 512))
def test_greedy_is_no_worse_than_fifo_and_no_better_than_one(spare, pages):
    greedy = dw.wa.greedy(spare, pages)
    assert 1 <= greedy <= dw.wa.fifo(spare) * (1 + 1e-12)


@pytest.mark.parametrize("spare", [0, 1, -0.1, np.nan, [0.1, 2.0]])
def test_what_has_no_meaning_is_refused(spare):
    with pytest.raises(dw.DomainError, match="spare factor"):
        dw.wa.fifo(spare)


def test_shapes_that_do_not_fit_are_numpys_error():
    with pytest.raises(ValueError):
        dw.wa.greedy([0.1, 0.2], [32, 64, 128])
