import json

import drivewear as dw
import pytest


@pytest.fixture
def reports(tmp_path):
    folder = tmp_path / "reports"
    folder.mkdir()
    for serial, used in (("A", 3), ("B", 71)):
        log = {"percentage_used": used, "data_units_written": used * 10**7, "power_on_hours": 9000}
        document = {
            "smartctl": {"version": [7, 4]},
            "device": {"protocol": "NVMe"},
            "model_name": "ACME N1",
            "serial_number": serial,
            "nvme_total_capacity": 3840755982336,
            "nvme_smart_health_information_log": log,
        }
        (folder / f"{serial}.json").write_text(json.dumps(document))
    return folder


def test_health_is_the_command_s(drivewear, reports):
    record = drivewear("health", reports, "--format", "json").json
    fleet = dw.health(reports, threads=1)
    assert fleet.to_dict() == record
    assert len(fleet) == 2 and "2 drives" in repr(fleet)
    assert fleet.to_pandas()["wear_used_percent"].tolist() == [3, 71]
    assert dw.health([reports / "A.json", reports / "B.json"]).drives == fleet.drives


def test_serials_are_hashed_unless_asked_for(reports):
    assert '"A"' not in json.dumps(dw.health(reports).to_dict())
    assert "serial" in dw.health(reports, show_serials=True).drives[0]


def test_unreadable_files_are_listed_and_strict_refuses_them(reports):
    (reports / "C.json").write_text("{broken")
    fleet = dw.health(reports)
    assert [entry["file"] for entry in fleet.unreadable] == [str(reports / "C.json")]
    with pytest.raises(dw.InputError, match="C.json"):
        dw.health(reports, strict=True)
    with pytest.raises(dw.InputError):
        dw.health(reports / "nowhere")
