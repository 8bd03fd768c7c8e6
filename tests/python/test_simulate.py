import os
import pickle
import signal
import threading
import time

import drivewear as dw
import numpy as np
import pytest

SMALL = dict(spare_factor=0.2, blocks=256, pages_per_block=64, drive_writes=3)


def test_the_same_result_as_the_command_line(drivewear):
    run = dw.simulate(**SMALL, seed=5, replicates=2)
    shown = drivewear(
        "simulate", "--spare-factor", "0.2", "--blocks", "256", "--pages-per-block", "64",
        "--drive-writes", "3", "--seed", "5", "--replicates", "2", "--format", "json",
    ).json  # fmt: skip
    ours = run.to_dict()
    for timing in ("ns_per_host_page", "wall_seconds"):
        ours.pop(timing, None), shown.pop(timing, None)
    assert ours == shown


def test_arrays_pickles_and_frames():
    run = dw.simulate(**SMALL)
    assert run.series.ndim == 2 and run.series.shape[1] == 2
    assert run.erase_counts.sum() > 0
    again = pickle.loads(pickle.dumps(run))
    assert again == run and np.array_equal(again.series, run.series)
    assert list(run.to_pandas().columns) == ["drive_writes", "wa"]
    assert run.stderr == run.wa_stderr
    assert abs(run.wa - dw.wa.greedy(0.2, 64)) < 0.05
    assert "WA" in repr(run) and "<table>" in run._repr_html_()


def test_threads_change_nothing():
    one = dw.simulate(**SMALL, replicates=3, threads=1)
    two = dw.simulate(**SMALL, replicates=3, threads=2)
    assert one.wa == two.wa and np.array_equal(one.erase_counts, two.erase_counts)


def test_progress_is_called_and_may_stop_the_run():
    seen = []
    dw.simulate(spare_factor=0.1, blocks=2048, drive_writes=10, progress=seen.append)
    assert seen and all(0 <= fraction <= 1 for fraction in seen)

    def stop(fraction):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        dw.simulate(spare_factor=0.1, blocks=2048, drive_writes=1000, progress=stop)


@pytest.fixture
def interrupts():
    """Ctrl-C as at a prompt, also where the tests run in the background and it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_stops_soon(interrupts):
    interrupted_at = []

    def interrupt():
        time.sleep(0.5)
        interrupted_at.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        dw.simulate(spare_factor=0.1, blocks=4096, drive_writes=1e6)
    # 0.2 s is the promise; a busy machine gets some grace.
    assert time.monotonic() - interrupted_at[0] < 2


def test_nonsense_is_refused():
    with pytest.raises(dw.InputError):
        dw.simulate()
    with pytest.raises(dw.DomainError):
        dw.simulate(spare_factor=1.5, blocks=64)
    with pytest.raises(TypeError, match="pages"):
        dw.simulate(spare_factor=0.1, pages=3)
    with pytest.raises(dw.InputError):
        dw.simulate(**SMALL, policy="best")
