"""What Python adds to a simulation: dw.simulate against the engine's own time, medians of one run."""

import statistics
import time

import drivewear as dw

REQUEST = {
    "spare_factor": 0.125, "blocks": 2048, "pages_per_block": 256, "warm_up": 1, "drive_writes": 6,
}  # fmt: skip
ROUNDS = 9


def measure():
    ratios, engine = [], []
    for seed in range(ROUNDS):
        begin = time.perf_counter()
        run = dw.simulate(**REQUEST, seed=seed, threads=1)
        seconds = time.perf_counter() - begin
        ratios.append(seconds / run.wall_seconds)
        engine.append(run.ns_per_host_page)
    return statistics.median(ratios), statistics.median(engine)


if __name__ == "__main__":
    ratio, nanoseconds = measure()
    print(f"dw.simulate / C++ engine: {ratio:.4f} (goal: at most 1.03), {nanoseconds:.1f} ns a host page")
