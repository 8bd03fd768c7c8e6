import drivewear as dw
import pytest


def test_a_mapping_of_drives():
    drives = dw.catalog()
    assert len(drives) >= 60
    drive = drives["micron-9550-max-12.8tb"]
    assert drive.capacity_tb == 12.8
    assert drive.tbw_random_tb == 70080
    assert drives["9550 max 12.8"] is drive
    assert drive.sources["dwpd"]["readings"]
    assert "micron-9550-max-12.8tb" in drives
    with pytest.raises(KeyError, match="not in the catalog"):
        drives["nimbus 2000"]


def test_frames_have_the_exports_columns_and_absent_is_null(drivewear):
    export = drivewear("catalog", "export", "--format", "json").json["drives"]
    drives = dw.catalog()
    assert drives.to_dicts() == export
    frame = drives.to_pandas()
    assert list(frame.columns) == list(export[0])[1:]
    assert frame.loc["micron-9550-max-12.8tb", "dwpd"] == 3
    assert drives.to_polars().height == len(export)
    table = drives.to_arrow()
    assert table.num_rows == len(export)
    assert table.column("tbw_sequential_tb").null_count > 0


def test_notebooks_get_tables():
    drives = dw.catalog()
    assert drives._repr_html_().count("<tr>") == len(drives) + 1
    assert "<table>" in drives["cd9p-r 7.68"]._repr_html_()


def test_own_files_come_on_top(tmp_path):
    (tmp_path / "mine.json").write_text(
        """{"schema": "drivewear.catalog-family/1", "vendor": "Own", "family": "X",
        "drives": [{"id": "own-x-1tb", "model": "Own X 1TB", "fields": {
            "capacity": {"value": 1, "unit": "TB", "source": "own", "locator": "p. 1"},
            "dwpd": {"value": 1, "unit": "DWPD", "source": "own", "locator": "p. 1"},
            "warranty": {"value": 5, "unit": "years", "source": "own", "locator": "p. 1"}}}]}"""
    )
    (tmp_path / "sources.json").write_text(
        '{"schema": "drivewear.sources/1", "sources": {"own": {"title": "Own sheet"}}}'
    )
    drives = dw.catalog(tmp_path)
    assert drives["own-x-1tb"].dwpd == 1
    budget = dw.budget(
        drive="own-x-1tb", drives=1, service_years=5, application_tb_per_day=0.5, catalog=tmp_path
    )
    assert budget.tbw_used_percent == 50
