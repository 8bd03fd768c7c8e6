import concurrent.futures
import multiprocessing

import drivewear as dw
import pytest
from sweep_workers import dies_once, fails_at_three, square

FIXED = dict(drive="9550 max 12.8", service_years=5, application_tb_per_day=2400)
OVER = {"drives": [100, 200, 400], "growth_percent_per_year": [0, 10]}


def test_rows_come_in_the_grids_order_with_its_columns_first():
    table = dw.sweep(dw.budget, over=OVER, fixed=FIXED)
    assert [(r["drives"], r["growth_percent_per_year"]) for r in table] == [
        (d, g) for d in OVER["drives"] for g in OVER["growth_percent_per_year"]
    ]
    assert table[0]["required_dwpd"] == dw.budget(
        **FIXED, drives=100, growth_percent_per_year=0
    ).required_dwpd
    assert table.to_pandas().shape[0] == 6
    assert table.to_arrow().num_rows == table.to_polars().height == 6


def test_processes_and_threads_agree():
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=spawn) as pool:
        by_processes = dw.sweep(dw.budget, over=OVER, fixed=FIXED, executor=pool)
    assert by_processes == dw.sweep(dw.budget, over=OVER, fixed=FIXED)


def test_a_stopped_sweep_resumes_and_calls_nothing_twice(tmp_path):
    calls = str(tmp_path / "calls")
    over = {"x": range(6)}
    folder = tmp_path / "out"
    with concurrent.futures.ThreadPoolExecutor(1) as one:
        with pytest.raises(RuntimeError, match="three"):
            dw.sweep(fails_at_three, over=over, fixed={"calls": calls}, executor=one,
                     output=folder, rows_per_part=1)  # fmt: skip
    done = len(list(folder.glob("part-*.parquet")))
    assert done >= 1
    table = dw.sweep(square, over=over, fixed={"calls": calls}, output=folder, rows_per_part=2)
    assert [row["square"] for row in table] == [0, 1, 4, 9, 16, 25]
    (folder / "part-999999.tmp").write_bytes(b"half a part")
    assert dw.sweep(square, over=over, fixed={"calls": calls}, output=folder) == table
    with pytest.raises(dw.InputError, match="another grid"):
        dw.sweep(square, over={"x": range(7)}, output=folder)


@pytest.mark.filterwarnings("ignore")
def test_dask_loses_and_doubles_nothing_when_a_worker_is_killed(tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
        local_directory=str(tmp_path / "dask"), host="127.0.0.1",
    ) as cluster, distributed.Client(cluster) as client:  # fmt: skip
        table = dw.sweep(
            dies_once, over={"x": range(20)}, fixed={"folder": str(tmp_path)},
            executor=client.get_executor(), output=tmp_path / "out",
        )  # fmt: skip
    assert (tmp_path / "died").exists()
    assert [row["x"] for row in table] == list(range(20))
    assert [row["square"] for row in table] == [x * x for x in range(20)]
