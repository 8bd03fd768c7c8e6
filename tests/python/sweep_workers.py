"""What the sweeps of the tests call; a module of its own, so that other processes can import it."""

import os
import signal


def square(x, calls=None):
    if calls:
        with open(calls, "a") as log:
            log.write(f"{x}\n")
    return {"square": x * x}


def fails_at_three(x, calls):
    if x == 3:
        raise RuntimeError("three")
    return square(x, calls)


def dies_once(x, folder):
    """Kills its worker the first time it meets 5."""
    marker = os.path.join(folder, "died")
    if x == 5 and not os.path.exists(marker):
        open(marker, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return {"square": x * x}
