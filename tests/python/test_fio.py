import json

import drivewear as dw
import pytest


def job(direction, iops):
    moved = {"io_bytes": 10**9, "bw_bytes": iops * 4096, "iops": float(iops), "total_ios": 244140}
    options = {"rw": f"rand{direction}", "bs": "4k", "iodepth": "32"}
    return {"jobname": direction, "job options": options, direction: moved}


@pytest.fixture
def files(tmp_path):
    for direction, iops in (("write", 145000), ("read", 800000)):
        document = {"fio version": "fio-3.33", "jobs": [job(direction, iops)]}
        (tmp_path / f"{direction}.json").write_text("fio: noise\n" + json.dumps(document) + "\nbye")
    return [tmp_path / "read.json", tmp_path / "write.json"]


def test_results_are_the_command_s(drivewear, files):
    record = drivewear("fio", *files, "--drive", "9550 max 12.8", "--format", "json").json
    results = dw.read_fio(files, drive="9550 max 12.8")
    assert results.to_dict() == record
    frame = results.to_pandas()
    written = frame[(frame.operation == "write") & (frame.quantity == "iops")]
    assert written["value"].tolist() == ["145000 IOPS"] and written["queue_depth"].tolist() == [32]


def test_what_cannot_be_read_is_listed_or_refused(files, tmp_path):
    broken = tmp_path / "broken.json"
    broken.write_text("fio: engine not loadable")
    assert len(dw.read_fio([*files, broken]).unreadable) == 1
    with pytest.raises(dw.InputError, match="broken.json"):
        dw.read_fio([*files, broken], strict=True)
    with pytest.raises(dw.InputError):
        dw.read_fio([])
