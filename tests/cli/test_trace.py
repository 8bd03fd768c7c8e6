import csv
import gzip
import io
import json
import os
import random
import signal
import subprocess

import pytest

from conftest import COMMAND

MSR = (
    "128166372000000000,srv,0,Write,0,8192,100\n"
    "128166372100000000,srv,0,Write,8192,4096,100\n"
    "128166372200000000,srv,0,Read,0,65536,100\n"
    "128166372300000000,srv,0,Write,0,4096,100\n"
    "128166373000000000,srv,0,Write,0,4096,100\n"
)


@pytest.fixture
def trace(tmp_path):
    def write(text, name="trace.csv"):
        path = tmp_path / name
        path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
        return name

    return write


def replayed_wa(pages_written, usable, blocks, pages_per_block, warm_up, measured):
    """Greedy collection on one frontier and two blocks held free, told as plainly as it can be:
    NAND / host pages."""
    where = [None] * usable
    valid = [set() for _ in range(blocks)]
    free = list(range(blocks))
    closed = []
    frontier = {"block": None, "filled": 0}
    programmed = 0

    def program(page):
        nonlocal programmed
        if frontier["block"] is None:
            frontier.update(block=free.pop(0), filled=0)
        if where[page] is not None:
            valid[where[page]].discard(page)
        where[page] = frontier["block"]
        valid[frontier["block"]].add(page)
        programmed += 1
        frontier["filled"] += 1
        if frontier["filled"] == pages_per_block:
            closed.append(frontier["block"])
            frontier["block"] = None

    def write(page):
        while frontier["block"] is None and len(free) <= 2:
            victim = min(closed, key=lambda block: len(valid[block]))
            closed.remove(victim)
            for live in list(valid[victim]):
                program(live)
            free.append(victim)
        program(page)

    for page in range(usable):
        write(page)
    for i in range(warm_up * usable):
        write(pages_written[i % len(pages_written)])
    before = programmed
    for i in range(warm_up * usable, (warm_up + measured) * usable):
        write(pages_written[i % len(pages_written)])
    return (programmed - before) / (measured * usable)


def test_the_record_of_a_trace_counted_by_hand(drivewear, trace):
    for name in ("trace.csv", "trace.csv.gz"):
        record = drivewear(
            "trace", "info", trace(MSR, name), "--kind", "msr", "--capacity", "17.7MB",
            "--format", "json",
        ).json
        assert record["schema"] == "drivewear.trace/1"
        assert record["kind"] == "msr" and record["devices"] == 1 and record["lines"] == 5
        assert (record["write_requests"], record["written_bytes"]) == (4, 20480)
        assert (record["read_requests"], record["read_bytes"]) == (1, 65536)
        assert record["seconds"] == 100
        assert record["written_gb_per_day"] == pytest.approx(204.8 * 86400 / 1e9)
        assert record["implied_dwpd"] == pytest.approx(204.8 * 86400 / 17.7e6)
        assert record["footprint_pages"] == 3 and record["footprint_bytes"] == 12288
        assert record["page_writes"] == 5 and record["sampling_rate"] == 1
        assert record["overwrite_share"] == pytest.approx(0.4)
        assert record["write_sizes"] == [
            {"bytes": 4096, "requests": 3, "request_share": 0.75, "byte_share": 0.6},
            {"bytes": 8192, "requests": 1, "request_share": 0.25, "byte_share": 0.4},
        ]
        assert [point["page_share"] for point in record["hottest"]] == [
            0.001, 0.01, 0.05, 0.1, 0.2, 0.5,
        ]
        assert record["workload"].startswith("classes:shares=")
        assert any("extrapolated" in line for line in record["remarks"])


def test_table_and_csv(drivewear, trace):
    name = trace(MSR)
    table = drivewear("trace", "info", name, "--drive", "9550 max 3.2").out
    assert table.startswith("20.48 kB written over 12.29 kB, 17.69 MB a day: ")
    assert "micron-9550-max-3.2tb" in table
    for word in ("footprint", "write size", "hottest pages", "Fitted workload", "Remarks"):
        assert word in table
    row = next(csv.DictReader(io.StringIO(drivewear("trace", "info", name, "--format", "csv").out)))
    assert row["written_bytes"] == "20480" and row["implied_dwpd"] == ""


def test_columns_of_ones_own(drivewear, trace):
    text = "when;lba;count;what\n5;8;16;wr\n6;8;8;rd\n7;16;8;wr\n"
    record = drivewear(
        "trace", "info", trace(text), "--format", "json", "--kind",
        "csv:separator=;,time=when,time-unit=ms,offset=lba,offset-unit=sector,length=count,"
        "length-unit=sector,op=what,write=wr,read=rd",
    ).json
    assert (record["write_requests"], record["written_bytes"]) == (2, 12288)
    assert record["seconds"] == pytest.approx(0.002)
    assert record["footprint_pages"] == 2


def test_refusals_are_one_line(drivewear, trace):
    name = trace(MSR + "garbage\n")
    assert "6" in drivewear("trace", "info", name, "--strict", status=2).err
    assert drivewear("trace", "info", name, "--format", "json").json["rejected_lines"] == 1
    outcome = drivewear("trace", "info", name, "--kind", "mrs", status=2)
    assert outcome.out == "" and outcome.err.count("\n") == 1 and "msr" in outcome.err
    assert "trace.csv" in drivewear("trace", "info", name, "--kind", "mqsim", status=2).err
    assert "nowhere.csv" in drivewear("trace", "info", "nowhere.csv", status=3).err
    drivewear("trace", "info", name, "--capacity", "1TB", "--drive", "9550 max 3.2", status=2)
    assert "12T" in drivewear("trace", "info", name, "--capacity", "12T", status=2).err


def test_control_c_stops_the_reading(tmp_path):
    pipe = tmp_path / "endless"
    os.mkfifo(pipe)
    run = subprocess.Popen(
        [str(COMMAND), "trace", "info", str(pipe), "--kind", "msr"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    with open(pipe, "w") as endless, pytest.raises(BrokenPipeError):
        for i in range(1000):
            endless.write(MSR * 10_000)
            if i == 3:
                run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert run.returncode == 130 and out == "" and "interrupted" in err


SMALL = ("simulate", "--spare-factor", "0.2", "--blocks", "40", "--pages-per-block", "32",
         "--warm-up", "4", "--drive-writes", "8", "--format", "json")
USABLE = 1024  # pages: 40 x 32 x (1 - 0.2)


def as_alibaba(pages):
    return "".join(f"1,W,{page * 4096},4096,{1000 + i}\n" for i, page in enumerate(pages))


def test_a_sequential_trace_amplifies_nothing(drivewear, trace):
    name = trace(as_alibaba(range(USABLE)))
    record = drivewear(*SMALL, "--workload", f"trace:{name}").json
    # Eighty windows of a tenth of the drive, in whole pages.
    assert record["wa"] == 1 and record["host_pages"] == 80 * (USABLE // 10)
    assert any("layout keep" in line for line in record["assumptions"])
    assert any("1024 writes and 0 TRIMs" in line for line in record["assumptions"])


@pytest.mark.parametrize("hot_writes", [0.2, 0.9])
def test_a_random_trace_amplifies_as_an_independent_replay(drivewear, trace, hot_writes):
    draw = random.Random(17)
    hot = USABLE // 5
    pages = [
        draw.randrange(hot) if draw.random() < hot_writes else draw.randrange(hot, USABLE)
        for _ in range(20_000)
    ]
    # Far apart in the trace, side by side on the drive.
    name = trace(as_alibaba(page * 1000 for page in pages), "trace.csv.gz")
    record = drivewear(*SMALL, "--workload", f"trace:{name},kind=alibaba").json
    assert any("layout remap" in line for line in record["assumptions"])
    # Pages that the trace never writes come last, so the preconditioning packs them together.
    number = {page: i for i, page in enumerate(sorted(set(pages)))}
    expected = replayed_wa([number[page] for page in pages], USABLE, 42, 32, warm_up=4, measured=8)
    assert record["wa"] == pytest.approx(expected, rel=0.015)
    kept = drivewear(*SMALL, "--workload", f"trace:{trace(as_alibaba(pages))},kind=alibaba").json
    expected = replayed_wa(pages, USABLE, 42, 32, warm_up=4, measured=8)
    assert kept["wa"] == pytest.approx(expected, rel=0.015)


def test_trims_leave_room(drivewear, trace):
    draw = random.Random(4)
    lines = ["fio version 3 iolog"]
    for i in range(30_000):
        # The upper half is written and trimmed again at once, so half of the drive stays empty.
        page = draw.randrange(USABLE // 2, USABLE) if i % 2 else draw.randrange(USABLE // 2)
        lines.append(f"{2 * i} f write {page * 4096} 4096")
        if i % 2:
            lines.append(f"{2 * i + 1} f trim {page * 4096} 4096")
    trimmed = drivewear(*SMALL, "--workload", f"trace:{trace(chr(10).join(lines) + chr(10))}").json
    writes_only = [line for line in lines if " trim " not in line]
    kept = drivewear(*SMALL, "--workload", f"trace:{trace(chr(10).join(writes_only) + chr(10))}").json
    assert trimmed["mapped_share"] == pytest.approx(0.5, abs=0.01)
    assert kept["mapped_share"] == 1
    assert 1 < trimmed["wa"] < 1.6 < 2 < kept["wa"]


def test_layouts_fold_or_refuse(drivewear, trace):
    name = trace(as_alibaba(page % 3000 for page in range(6000)))
    wrapped = drivewear(*SMALL, "--workload", f"trace:{name}").json
    assert any("layout wrap" in line for line in wrapped["assumptions"])
    assert wrapped["wa"] == pytest.approx(1, abs=0.1)
    for layout in ("keep", "remap"):
        outcome = drivewear(*SMALL, "--workload", f"trace:{name},layout={layout}", status=2)
        assert outcome.out == "" and f"layout={layout}" in outcome.err
        assert outcome.err.count("\n") == 1


def test_a_mistyped_trace_points_at_the_character(drivewear):
    outcome = drivewear(*SMALL, "--workload", "trace:t.csv,knd=msr", status=2)
    assert "column 13" in outcome.err and "kind, device or layout" in outcome.err
    assert "t.csv" in drivewear(*SMALL, "--workload", "trace:t.csv", status=3).err
    assert "trace info" in drivewear("wa", "--spare-factor", "0.1", "--workload", "trace:t.csv",
                                     status=2).err


def test_the_fitted_workload_amplifies_as_the_trace(drivewear, trace):
    draw = random.Random(2)
    pages = [
        draw.randrange(200) if draw.random() < 0.8 else draw.randrange(200, USABLE)
        for _ in range(60_000)
    ]
    name = trace(as_alibaba(pages))
    fitted = drivewear("trace", "info", name, "--format", "json").json["workload"]
    by_trace = drivewear(*SMALL, "--workload", f"trace:{name}").json
    by_fit = drivewear(*SMALL, "--replicates", 4, "--workload", fitted).json
    assert by_fit["wa"] == pytest.approx(by_trace["wa"], rel=0.03)
