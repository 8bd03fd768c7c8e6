"""Write amplification: reference numbers, broadcasting, refusals."""

import json
import subprocess
import sys
import threading

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


@pytest.mark.parametrize("threads", [0, 2, 5])
def test_threads_change_nothing(threads):
    values = np.random.default_rng(1).uniform(0.01, 0.9, 100_001)
    zones = ([0.05, 0.15, 0.8], [0.5, 0.3, 0.2])
    for answer in (
        lambda threads: dw.wa.fifo(values, threads=threads),
        lambda threads: dw.wa.greedy(values, 256, threads=threads),
        lambda threads: dw.wa.greedy_desnoyers(values, 64, threads=threads),
        lambda threads: dw.wa.random(values, threads=threads),
        lambda threads: dw.wa.d_choices(values[:500], 16, 10, threads=threads),
        lambda threads: dw.wa.multiclass(values[:500], *zones, threads=threads),
        lambda threads: dw.wa.hot_cold(values[:500], 0.2, 0.8, threads=threads),
    ):
        assert np.array_equal(answer(1), answer(threads))


def test_arrays_give_the_bits_of_single_calls_whatever_their_layout():
    spares = np.random.default_rng(2).uniform(0.001, 0.999, 1001)
    pages = np.resize([1, 2, 64, 129, 256, 1024], spares.size)
    assert dw.wa.fifo(spares).tolist() == [dw.wa.fifo(s) for s in spares.tolist()]
    singles = [dw.wa.greedy(s, b) for s, b in zip(spares.tolist(), pages.tolist())]
    assert dw.wa.greedy(spares, pages).tolist() == singles
    # Backwards, in columns, in halves of a record.
    assert np.array_equal(dw.wa.fifo(spares[::-1]), dw.wa.fifo(spares)[::-1])
    columns = np.asfortranarray(spares[:1000].reshape(10, 100))
    assert np.array_equal(dw.wa.fifo(columns), dw.wa.fifo(spares)[:1000].reshape(10, 100))
    pairs = np.empty(1001, dtype=[("spare", "f8"), ("other", "i4")])
    pairs["spare"] = spares
    assert np.array_equal(dw.wa.fifo(pairs["spare"]), dw.wa.fifo(spares))
    grid = dw.wa.d_choices(spares[:3, None], [8, 16], 4)
    assert grid.shape == (3, 2)
    assert grid[2, 1] == dw.wa.d_choices(spares[2], 16, 4)


def test_the_command_gives_the_same_numbers(tmp_path):
    spares = np.array([0.003, 0.07, 0.1, 0.272396, 0.5, 0.9])
    zones = ([0.05, 0.15, 0.8], [0.5, 0.3, 0.2])
    answers = {
        "fifo,,": dw.wa.fifo(spares),
        "random,,": dw.wa.random(spares),
        "greedy,64,": dw.wa.greedy(spares, 64),
        "greedy-desnoyers,32,": dw.wa.greedy_desnoyers(spares, 32),
        "d-choices:10,32,": dw.wa.d_choices(spares, 32, 10),
        "fifo,,jesd219": dw.wa.multiclass(spares, *zones),
        'fifo,,"hotcold:f=0.2,r=0.8"': dw.wa.hot_cold(spares, 0.2, 0.8),
    }
    lines = [f"{spare},{question}" for question in answers for spare in spares]
    table = tmp_path / "questions.csv"
    table.write_text("\n".join(["spare_factor,policy,pages_per_block,workload", *lines]))
    command = [sys.executable, "-m", "drivewear", "wa", "--batch", str(table), "--format", "json"]
    document = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    # JSON has 15 digits of a number.
    expected = [float(f"{wa:.15g}") for column in answers.values() for wa in column]
    assert [row["wa"] for row in document["rows"]] == expected


def test_other_work_goes_on_meanwhile():
    spares = np.random.default_rng(3).uniform(0.05, 0.95, 3_000)
    passes = 0
    worker = threading.Thread(target=dw.wa.d_choices, args=(spares, 64, 10))
    worker.start()
    while worker.is_alive():
        passes += 1
    # Were the lock held, the loop would run once.
    assert passes > 100


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


@pytest.mark.parametrize(
    "call, part",
    [
        (lambda: dw.wa.greedy(0.1, 0), "1 or more"),
        (lambda: dw.wa.greedy(0.1, -64), "1 or more"),
        (lambda: dw.wa.greedy([0.1, 0.2], [64, 64.5]), "whole"),
        (lambda: dw.wa.greedy([0.1, np.nan], 64), "spare factor nan"),
        (lambda: dw.wa.d_choices([0.1], 64, [0.5]), "choices"),
        (lambda: dw.wa.hot_cold(0.1, 0, 0.5), "class without pages"),
        (lambda: dw.wa.hot_cold(0.1, 0.2, 1.5), "expected 0 to 1"),
        (lambda: dw.wa.multiclass(0.1, [0.5, 0.6], [0.5, 0.5]), "page shares sum to 1.1"),
        (lambda: dw.wa.multiclass(0.1, [0.5, 0.5], [1.0]), "one of each"),
        (lambda: dw.wa.multiclass(0.1, [0, 1], [0.5, 0.5]), "above 0"),
    ],
)
def test_what_has_no_meaning_says_why(call, part):
    with pytest.raises(dw.DomainError, match=part):
        call()


def test_shapes_that_do_not_fit_are_numpys_error():
    with pytest.raises(ValueError):
        dw.wa.greedy([0.1, 0.2], [32, 64, 128])
