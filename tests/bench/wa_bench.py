"""dw.wa.fifo on ten million random spare factors against SciPy's Lambert W, and what one call costs."""

import statistics
import time
import timeit

import drivewear as dw
import numpy as np
from scipy.special import lambertw

COUNT = 10_000_000
ROUNDS = 3
CALLS = 100_000


def lambert_fifo(spare):
    alpha = 1 / (1 - spare)
    return alpha / (alpha + lambertw(-alpha * np.exp(-alpha)).real)


def seconds(call, *arguments):
    begin = time.perf_counter()
    call(*arguments)
    return time.perf_counter() - begin


def measure_arrays():
    spare = np.random.default_rng(1).uniform(0, 1, COUNT)
    spare[spare == 0] = 0.5
    alpha = 1 / (1 - spare)
    argument = -alpha * np.exp(-alpha)
    rows = []
    for _ in range(ROUNDS):
        # SciPy's part alone, with its argument ready, and the whole formula; one after the other, so
        # that whatever else the machine does falls on all.
        mine = seconds(dw.wa.fifo, spare)
        rows.append((mine, seconds(lambertw, argument) / mine, seconds(lambert_fifo, spare) / mine))
    return (statistics.median(column) for column in zip(*rows))


def measure_call(statement):
    timer = timeit.Timer(statement, globals={"dw": dw})
    return min(timer.repeat(5, CALLS)) / CALLS * 1e6


if __name__ == "__main__":
    mine, ratio, whole_ratio = measure_arrays()
    print(f"dw.wa.fifo: {COUNT / mine / 1e6:.0f} million scenarios a second")
    print(f"scipy.special.lambertw / dw.wa.fifo: {ratio:.1f} (goal: at least 20)")
    print(f"the whole formula by lambertw / dw.wa.fifo: {whole_ratio:.1f}")
    for statement in ("dw.wa.fifo(0.1)", "dw.wa.greedy(0.1, 64)"):
        print(f"{statement}: {measure_call(statement):.2f} us a call (goal: at most 2)")
