"""What the README shows is what comes out."""

import pathlib
import re
import shlex

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCKS = re.findall(r"```console\n\$ (.+?)\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)


@pytest.mark.parametrize("command, output", BLOCKS, ids=[block[0] for block in BLOCKS])
def test_an_example_of_the_readme(drivewear, tmp_path, command, output):
    name, *arguments = shlex.split(command)
    assert name == "drivewear"
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    assert drivewear(*arguments).out == output


def test_the_python_of_the_readme_runs(root, monkeypatch):
    pytest.importorskip("drivewear")
    monkeypatch.chdir(root)
    (code,) = re.findall(r"```python\n(.*?)```", (root / "README.md").read_text(), re.DOTALL)
    names = {}
    exec(compile(code, "README.md", "exec"), names)
    assert len(names["table"]) == 3
