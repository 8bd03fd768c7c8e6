"""Unpacks a source distribution over an older one: unpack_sdist.py DIST_FOLDER TARGET.

Files that did not change keep their times, so that the build after it is quick; others become new,
since archives carry one fixed time for all.
"""

import filecmp
import pathlib
import shutil
import sys
import tarfile
import tempfile

dist, target = map(pathlib.Path, sys.argv[1:])
(archive,) = dist.glob("*.tar.gz")
with tempfile.TemporaryDirectory() as scratch:
    with tarfile.open(archive) as packed:
        packed.extractall(scratch)
    (source,) = pathlib.Path(scratch).iterdir()
    wanted = {path.relative_to(source) for path in source.rglob("*") if path.is_file()}
    for path in sorted(target.rglob("*")):
        if path.is_file() and path.relative_to(target) not in wanted:
            path.unlink()
    for name in sorted(wanted):
        there = target / name
        if not there.exists() or not filecmp.cmp(source / name, there, shallow=False):
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / name, there)
