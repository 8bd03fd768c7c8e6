"""The planner's verbs agree with the budget and say what is wrong with their input."""

import csv
import io

import pytest


@pytest.fixture
def fleet(root):
    return root / "examples" / "ai-training-fleet.json"


def test_rank_says_of_the_plans_own_drive_what_the_budget_says(drivewear, fleet):
    budget = drivewear("budget", fleet, "--format", "json").json
    drives = drivewear("rank", fleet, "--format", "json").json["drives"]
    own = next(d for d in drives if d["drive_id"] == budget["drive_id"])
    for key in ("margin_percent", "required_dwpd", "rated_dwpd", "wa", "tbw_used_percent"):
        assert own[key] == budget[key], key
    assert own["drives_needed"] == budget["drives"]
    assert own["spares_p95"] == budget["spares_p95"]
    assert own["energy_kwh"] == budget["energy_kwh"]
    verdicts = [d["verdict"] for d in drives]
    assert verdicts == sorted(verdicts, reverse=True)  # "fits" before "does_not_fit"


def test_rank_keeps_to_its_conditions_and_prices(drivewear, fleet, root):
    ranking = drivewear(
        "rank", fleet, "--require", "form_factor=E3.S", "--require", "interface=PCIe5",
        "--prices", root / "examples" / "prices.csv", "--format", "csv",
    )  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(ranking.out)))
    ids = [row["drive_id"] for row in rows]
    assert "micron-9550-max-12.8tb" in ids
    assert not any(name.startswith(("micron-9100", "micron-7450")) for name in ids)
    priced = [float(r["cost_total"]) for r in rows if r["cost_total"] and r["verdict"] == "fits"]
    assert priced and priced == sorted(priced)
    assert "colour" in drivewear("rank", fleet, "--require", "colour=red", status=2).err


def test_shrink_at_full_capacity_is_the_budget(drivewear, fleet):
    budget = drivewear("budget", fleet, "--format", "json").json
    shrinking = drivewear("shrink", fleet, "--format", "json").json
    first = shrinking["steps"][0]
    for key in ("wa", "spare_factor", "predicted_tbw_tb", "life_years_media", "life_years_tbw"):
        assert first[key] == budget[key], key
    assert shrinking["largest_usable_capacity_tb"] == 12.8
    # What over-provisioning buys is worth less with each step.
    gains = [step["life_gain_years"] for step in shrinking["steps"][1:]]
    assert all(a > b > 0 for a, b in zip(gains, gains[1:]))


def test_shrink_finds_the_capacity_at_which_the_old_fleet_fits(drivewear, root):
    plan = root / "examples" / "9100-near-its-end.json"
    drivewear("budget", plan, "--check", status=1)
    usable = drivewear("shrink", plan, "--format", "json").json["largest_usable_capacity_bytes"]
    drivewear("budget", plan, "--usable-capacity", f"{usable}B", "--check")
    drivewear("budget", plan, "--usable-capacity", f"{usable + 10**9}B", "--check", status=1)


def test_bids_name_the_traps(drivewear, fleet, root):
    bids = drivewear(
        "bids", root / "examples" / "bids.csv", "--plan", fleet, "--format", "json"
    ).json["bids"]
    by_name = {bid["name"]: bid for bid in bids}
    assert by_name["Offer A 12.8 TB"]["tbw_tb"] == 70080
    assert by_name["Offer A 12.8 TB"]["traps"] == []
    assert by_name["Offer C 12.8 TB"]["dwpd_service_years"] == 3
    assert any("warranty ends" in trap for trap in by_name["Offer C 12.8 TB"]["traps"])
    assert any("sequential" in trap for trap in by_name["Offer E 12.8 TB"]["traps"])
    assert by_name["Offer D 15.36 TB"]["verdict"] == "does_not_fit"


def test_bad_bids_are_refused_with_their_lines(drivewear, fleet, tmp_path):
    (tmp_path / "b.csv").write_text("name,capacity,dwpd,years\nA,12T,1,5\nB,1TB,,5\n")
    outcome = drivewear("bids", "b.csv", "--plan", fleet, status=2)
    assert "line 2" in outcome.err and "line 3" in outcome.err


def test_explain_ends_in_the_budgets_figures(drivewear, fleet):
    budget = drivewear("budget", fleet, "--format", "json").json
    steps = drivewear("explain", fleet, "--format", "json").json["steps"]
    result = {step["name"]: step["result"] for step in steps}
    assert result["write amplification"] == budget["wa"]
    assert result["predicted TBW for this workload"] == budget["predicted_tbw_tb"]
    assert result["margin"] == budget["margin_percent"]
    assert result["energy"] == budget["energy_kwh"]
    assert "| write amplification |" in drivewear("explain", fleet, "--markdown").out


def test_presets_show_in_the_budget_and_mistypes_get_the_nearest(drivewear, fleet):
    names = {p["name"] for p in drivewear("presets", "--format", "json").json["presets"]}
    assert {"lsm-leveled", "innodb", "kafka-rf-3", "ceph-replica-3", "raid-6"} <= names
    budget = drivewear("budget", fleet, "--multiplier", "raid-6", "--format", "json").json
    assert budget["host_multiplier_total"] == 3
    assert any(line.startswith("raid-6: 3 bytes") for line in budget["assumptions"])
    outcome = drivewear("budget", fleet, "--multiplier", "raid-66", status=2)
    assert "did you mean raid-6?" in outcome.err
