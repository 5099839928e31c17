"""What is packed for a browser: all that answers need, and nothing that no browser could run."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from pathlib import Path

from ttrn.recorder.core import lark_licence, pack_core

ASKED = """
import sys
sys.path.insert(0, sys.argv[1])
# Neither they nor the rest of ttrn can be imported.
sys.modules.update(dict.fromkeys(("highspy", "duckdb", "pyarrow", "numpy", "rich", "streamlit")))
from ttrn.recording import answer_json
from ttrn.recording.ready import make_ready
make_ready()
print(answer_json('{"text": "[Game \\\\"usa\\\\"]"}')[:20], sys.modules["ttrn"].__file__.startswith(sys.argv[1]))
"""


def test_it_answers_by_itself_without_solver_and_database(tmp_path: Path) -> None:
    zipfile.ZipFile(io.BytesIO(pack_core().archive)).extractall(tmp_path)
    command = [sys.executable, "-P", "-c", ASKED, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ('{"at":null,"board":" True\n', "")


def test_recording_does_not_wait_for_the_solver() -> None:
    command = [
        sys.executable,
        "-c",
        "import sys, ttrn.recording; print('highspy' in sys.modules, 'duckdb' in sys.modules)",
    ]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "False False\n"


def test_the_same_files_have_the_same_key() -> None:
    assert pack_core() == pack_core()
    assert "Permission is hereby granted" in lark_licence()
