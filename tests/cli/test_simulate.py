import csv
import io
import os
import pty
import signal
import subprocess
import time

import pytest

from conftest import COMMAND

SMALL = ("simulate", "--spare-factor", "0.125", "--blocks", "256", "--pages-per-block", "64")
# Long enough to be interrupted, short enough to be finished.
LONG = (*SMALL, "--drive-writes", "8000", "--warm-up", "5", "--format", "json", "--engine", "page")
# What depends on the machine and not on the request.
TIMES = ("ns_per_host_page", "wall_seconds")


def without_times(record):
    return {key: value for key, value in record.items() if key not in TIMES}


def test_json_has_the_documented_keys(drivewear):
    record = drivewear(*SMALL, "--format", "json").json
    assert record["schema"] == "drivewear.simulation/1"
    # Greedy at spare factor 0.125 and 64 pages a block: 3.96 in the mean field.
    assert record["wa"] == pytest.approx(3.96, abs=0.05)
    assert 0 < record["wa_stderr"] < 0.05
    assert record["engine"] in ("page", "occupancy", "epoch")
    assert record["steady_state"] is True
    assert record["nand_pages"] == record["host_pages"] + record["gc_pages"]
    assert record["wa"] == pytest.approx(record["nand_pages"] / record["host_pages"], rel=1e-12)
    counts = record["erase_count"]
    assert counts["min"] <= counts["p01"] <= counts["p50"] <= counts["p99"] <= counts["max"]
    assert sum(record["erase_histogram"]["blocks"]) == 258
    assert sum(record["victim_histogram"]["victims"]) == record["erases"]
    assert record["seed"] == 1 and record["replicates"] == 1
    assert record["bytes_per_page"] > 0 and record["ns_per_host_page"] > 0
    assert any("precondition" in line for line in record["assumptions"])


def test_one_or_many_threads_give_one_answer(drivewear):
    alone = drivewear(*SMALL, "--replicates", 5, "--threads", 1, "--format", "json").json
    many = drivewear(*SMALL, "--replicates", 5, "--threads", 4, "--format", "json").json
    assert without_times(alone) == without_times(many)
    other = drivewear(*SMALL, "--replicates", 5, "--seed", 2, "--format", "json").json
    assert other["wa"] != alone["wa"]


def test_table_csv_and_series(drivewear, tmp_path):
    table = drivewear(*SMALL, "--series", "series.csv").out
    assert table.startswith("write amplification 3.9") or table.startswith("write amplification 4.0")
    assert "steady state after" in table
    rows = list(csv.DictReader((tmp_path / "series.csv").read_text().splitlines()))
    assert float(rows[-1]["drive_writes"]) == pytest.approx(15, abs=0.2)
    record = next(csv.DictReader(io.StringIO(drivewear(*SMALL, "--format", "csv").out)))
    assert record["schema"] == "drivewear.simulation/1"
    assert float(record["wa"]) == pytest.approx(3.96, abs=0.05)


def test_a_catalog_drive_with_its_assumptions(drivewear):
    record = drivewear(
        "simulate", "--drive", "9550 max 3.2", "--page", "1MiB", "--superblock", "512MiB",
        "--format", "json",
    ).json
    # The next power of two, 4 TiB: WA 2.04 in the limit of large blocks.
    assert record["wa"] == pytest.approx(2.04, abs=0.02)
    text = " ".join(record["assumptions"])
    assert "power" in text and "superblocks are not published" in text


def test_a_whole_life(drivewear, tmp_path):
    record = drivewear(
        *SMALL, "--until", "worn", "--pe-cycles", "normal:60,0.1", "--replicates", 3,
        "--series", "life.csv", "--format", "json",
    ).json
    life = record["life"]
    assert record["steady_state"] is None
    assert 0 < life["host_pages_at_first_retirement"] < life["host_pages_at_end"]
    assert life["host_pages_at_end_stderr"] > 0
    first, last = life["curve"][1], life["curve"][-1]
    assert last["wa"] > first["wa"] and last["spare_factor"] < first["spare_factor"]
    # All blocks together cannot be programmed more often than their limits allow.
    assert record["nand_pages"] / 3 < 1.05 * 258 * 64 * 60
    rows = list(csv.DictReader((tmp_path / "life.csv").read_text().splitlines()))
    assert float(rows[-1]["retired_blocks"]) > 0


def test_erase_counts_foretell_the_life_that_is_simulated(drivewear):
    pool = ("simulate", "--spare-factor", "0.125", "--blocks", "1024", "--pages-per-block", "64",
            "--pe-cycles", "normal:300,0.1", "--format", "json")  # fmt: skip
    told = drivewear(*pool, "--drive-writes", 30, "--replicates", 2).json["endurance"]
    life = drivewear(*pool, "--until", "worn").json["life"]
    first = life["tbw_tb_at_first_retirement"]
    assert told["tbw_tb_first_block_worn"] == pytest.approx(first, rel=0.1)
    # Spare that shrinks costs write amplification, which only the life knows of.
    assert 0.85 < life["tbw_tb_at_end"] / told["tbw_tb_spare_exhausted"] < 1
    assert 0.9 < told["levelling_efficiency"] < 1
    assert told["rated_tbw_tb"] is None
    assert drivewear(*SMALL, "--format", "json").json["endurance"] is None


def test_a_full_size_drive_in_superblocks(drivewear):
    arguments = ("simulate", "--drive", "9550 MAX 12.8TB", "--superblock", "8GiB")
    life = drivewear(*arguments, "--until", "5d", "--format", "json").json
    assert life["engine"] == "epoch"
    assert life["host_pages"] == 5 * 3 * 3_125_000_000
    steady = drivewear(*arguments, "--warm-up", 3, "--drive-writes", 2, "--format", "json").json
    # Published endurance ratings of the drive, sequential / random: 2.04.
    assert steady["wa"] == pytest.approx(2.04, abs=0.005)
    refused = drivewear(*arguments, "--until", "5d", "--engine", "page", status=2)
    assert "maps fewer than 2^32 - 1 pages" in refused.err
    assert "expected epoch or occupancy" in refused.err


def test_engines_agree(drivewear):
    answers = [
        drivewear(*SMALL, "--replicates", 2, "--engine", engine, "--format", "json").json
        for engine in ("page", "occupancy", "epoch")
    ]
    assert [answer["engine"] for answer in answers] == ["page", "occupancy", "epoch"]
    for answer in answers[1:]:
        allowed = 3 * (answer["wa_stderr"] + answers[0]["wa_stderr"]) + 0.004
        assert answer["wa"] == pytest.approx(answers[0]["wa"], abs=allowed)


def test_a_life_of_some_years_counts_wear_only(drivewear):
    record = drivewear(*SMALL, "--until", "0.1y", "--dwpd", 1, "--format", "json").json
    assert record["host_pages"] == round(36.5 * 14336)
    assert record["life"]["host_pages_at_end"] is None


@pytest.mark.parametrize(
    "arguments, expected",
    [
        ((), "expected --drive NAME, or --usable and --raw, or --spare-factor"),
        (("--spare-factor", "1.5"), "spare factor 1.5"),
        (("--spare-factor", "0.1", "--policy", "lru"), "column 1"),
        (("--spare-factor", "0.1", "--workload", "hot"), "'hot'"),
        (("--usable", "1TB", "--raw", "1TB"), "expected at least one block of spare"),
        (("--usable", "1T", "--raw", "2TB"), "column 2"),
        (("--spare-factor", "0.1", "--until", "worn"), "--pe-cycles"),
        (("--spare-factor", "0.1", "--until", "rated-tbw"), "--drive"),
        (("--spare-factor", "0.1", "--until", "5y"), "--dwpd"),
        (("--spare-factor", "0.1", "--warm-up", "-1"), "warm-up of -1"),
        (("--drive", "no such drive"), "no such drive"),
    ],
)
def test_bad_requests_are_refused_in_a_line(drivewear, arguments, expected):
    outcome = drivewear("simulate", *arguments, status=2)
    assert outcome.out == ""
    assert expected in outcome.err
    assert outcome.err.startswith("drivewear: ")


def test_too_little_memory_is_refused_with_the_figure(drivewear):
    outcome = drivewear(*SMALL, "--engine", "page", "--memory", "100kB", status=2)
    assert "not enough memory: the page engine needs" in outcome.err
    assert "GiB" in outcome.err


def start(arguments, folder, **more):
    return subprocess.Popen(
        [str(COMMAND), *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


def wait_for(path):
    for _ in range(600):
        if path.exists():
            return
        time.sleep(0.05)
    raise AssertionError(f"{path} never came")


def test_control_c_leaves_a_checkpoint_that_goes_on_to_the_same_result(drivewear, tmp_path):
    straight = drivewear(*LONG).json
    arguments = (*LONG, "--checkpoint", "state", "--every", "1s")
    run = start(arguments, tmp_path)
    time.sleep(0.4)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert out == "" and "goes on from state" in err
    assert (tmp_path / "state").exists()
    resumed = drivewear(*arguments).json
    assert without_times(resumed) == without_times(straight)
    assert not (tmp_path / "state").exists()


@pytest.mark.parametrize(
    "engine, drive_writes", [("page", 6000), ("occupancy", 6000), ("epoch", 900)]
)
def test_a_killed_run_resumes_to_the_same_result(drivewear, tmp_path, engine, drive_writes):
    arguments = (*SMALL, "--drive-writes", str(drive_writes), "--warm-up", "5", "--format", "json",
                 "--replicates", "2", "--checkpoint", "state", "--every", "1s", "--engine", engine)
    run = start(arguments, tmp_path)
    wait_for(tmp_path / "state")
    run.kill()
    run.communicate()
    assert (tmp_path / "state").exists()
    resumed = drivewear(*arguments).json
    straight = drivewear(*arguments).json
    assert without_times(resumed) == without_times(straight)


def test_damaged_and_foreign_checkpoints_are_refused(drivewear, tmp_path):
    arguments = (*LONG, "--checkpoint", "state")
    run = start(arguments, tmp_path)
    time.sleep(0.3)
    run.send_signal(signal.SIGINT)
    run.communicate(timeout=60)
    good = (tmp_path / "state").read_bytes()
    flipped = bytearray(good)
    flipped[len(flipped) // 2] ^= 1
    for damaged in (bytes(flipped), good[:-1], good[: len(good) // 2], b"", b"something else" * 10):
        (tmp_path / "state").write_bytes(damaged)
        outcome = drivewear(*arguments, status=2)
        assert outcome.out == ""
        assert "state: " in outcome.err and "checkpoint" in outcome.err
        assert (tmp_path / "state").read_bytes() == damaged
    (tmp_path / "state").write_bytes(good)
    outcome = drivewear(*arguments, "--policy", "fifo", status=2)
    assert "checkpoint of another run: it has policy=greedy, expected policy=fifo" in outcome.err


def test_progress_is_for_terminals_only(drivewear, tmp_path):
    assert drivewear(*LONG).err == ""
    leader, follower = pty.openpty()
    run = subprocess.Popen(
        [str(COMMAND), *LONG], cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=follower
    )
    os.close(follower)
    shown = b""
    while True:
        try:
            piece = os.read(leader, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    assert run.wait() == 0
    os.close(leader)
    assert b"simulating" in shown and b"%" in shown and b"left" in shown
    assert shown.endswith(b"\r\x1b[K")
