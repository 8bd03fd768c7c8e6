"""Reads every #include and fails on one that crosses the rooms the wrong way."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Room -> rooms it may include directly or through them. docs/architecture.md explains the order.
ALLOWED = {
    "units": {"core"},
    "core": {"units"},
    "catalog": {"units", "core"},
    "device": {"catalog"},
    "workload": {"units", "core"},
    "ftl": {"device", "workload"},
    "analytic": {"device", "workload"},
    "wear": {"device"},
    "plan": {"ftl", "analytic", "wear"},
    "measured": {"catalog"},
    "ingest": {"measured", "workload"},
    "compare": {"plan", "measured"},
    "report": {"compare", "plan", "ingest", "measured", "ftl", "analytic", "wear", "catalog"},
    "cli": {"report"},
}
# The parser of quantities reports through core's errors; core uses no quantity.
BASE = {"units", "core"}


def reachable(room):
    seen, waiting = set(), [room]
    while waiting:
        for other in ALLOWED[waiting.pop()] - seen:
            seen.add(other)
            waiting.append(other)
    return seen | BASE | {room}


def sources():
    for pattern in ("include/drivewear/*/*.hpp", "src/*/*.hpp", "src/*/*.cpp"):
        yield from ROOT.glob(pattern)


def test_every_include_follows_the_data():
    wrong = []
    for path in sources():
        room = path.parent.name
        if room not in ALLOWED:
            wrong.append(f"{path.relative_to(ROOT)}: '{room}' is not a room")
            continue
        for match in re.finditer(r'#include "(?:drivewear/)?(\w+)/[^"]+"', path.read_text()):
            if match[1] not in reachable(room):
                wrong.append(f"{path.relative_to(ROOT)}: {room} must not include {match[1]}")
    assert not wrong, "\n".join(wrong)


def test_simulator_and_formulas_never_meet():
    assert "analytic" not in reachable("ftl")
    assert "ftl" not in reachable("analytic")


def test_heavy_headers_stay_out_of_public_ones():
    heavy = re.compile(r"#include <(nlohmann/json\.hpp|fmt/|CLI/|hwy/|boost/multiprecision|boost/math)")
    wrong = [
        f"{path.relative_to(ROOT)}: {line}"
        for path in ROOT.glob("include/drivewear/*/*.hpp")
        for line in path.read_text().splitlines()
        if heavy.match(line)
    ]
    assert not wrong, "\n".join(wrong)
