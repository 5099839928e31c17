"""No upload, however small or strange, takes much memory: each is checked and measured in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.dashboard.bombs import BOMBS

pytestmark = pytest.mark.slow

MOST: Final = 300
"""Megabytes, those of the program itself included."""

# One process gets everything ready, and each file has a fork of it.
MEASURE = """
import logging, os, resource, sys
logging.disable()
from pathlib import Path
from typing import Final
from dashboard.shared.checked import Upload, UploadLimits, check_all
for path in map(Path, sys.argv[1:]):
    child = os.fork()
    if not child:
        found = list(check_all(Upload(path.name, path.read_bytes()), UploadLimits(2_000, 90.0)))
        os._exit(0 if found and all(result.problems or result.verdict for result in found) else 1)
    _, status, used = os.wait4(child, 0)
    print(path.name, status, used.ru_maxrss // 1024, round(used.ru_utime, 1), sep="\\t", flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems report what a process took in other ways")
def test_no_upload_takes_much_memory(tmp_path: Path) -> None:
    for name, make in BOMBS.items():
        (tmp_path / name).write_bytes(make())
    command = [sys.executable, "-c", MEASURE, *[str(tmp_path / name) for name in BOMBS]]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
    rows = [row.split("\t") for row in done.stdout.splitlines()]
    assert [name for name, *_ in rows] == list(BOMBS)
    assert {status for _, status, *_ in rows} == {"0"}
    assert [(name, int(megabytes)) for name, _, megabytes, _ in rows if int(megabytes) >= MOST] == [], rows
