"""The drivewear command, the same program as the C++ one."""

from __future__ import annotations

import signal
import sys

from drivewear import _core


def main() -> int:
    # The program handles Ctrl-C itself while it works; Python's handler would wait for its end.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    status: int = _core.run_command(["drivewear", *sys.argv[1:]])
    return status


if __name__ == "__main__":
    sys.exit(main())
