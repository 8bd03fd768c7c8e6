"""Where a short test lies between a sequential fill and steady state."""

import pytest


def test_the_review_of_the_9550_max(drivewear):
    arguments = ["transient", "--drive", "9550 max 12.8", "--iops", "1.56M", "--seq-write", "11490MB/s"]
    answer = drivewear(*arguments, "--format", "json").json
    assert answer["schema"] == "drivewear.transient/1"
    assert answer["onset_drive_writes"] == pytest.approx(0.374, abs=0.02)
    assert answer["steady_wa"] == pytest.approx(2.04006, rel=1e-5)
    assert answer["onset_drive_writes"] < answer["placed_at_drive_writes"] < 2
    table = drivewear(*arguments).out
    assert "1.56M IOPS is write amplification 1.798" in " ".join(table.split())
    assert drivewear(*arguments, "--format", "csv").out.startswith("drive_writes,wa,iops\n")


def test_a_drive_without_published_bandwidth_needs_one(drivewear):
    error = drivewear("transient", "--drive", "7450 max 12.8", status=2).err
    assert "--seq-write" in error
