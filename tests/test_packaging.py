"""The built wheel, in an environment that has nothing else."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import subprocess
import sys
import venv
import zipfile
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest

import ttrn

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (found,) = folder.glob("*.whl")
    return found


def test_the_wheel_adds_one_name_and_carries_its_files(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"ttrn"}
    assert {"ttrn/grammar/ttrn.lark", "ttrn/grammar/ttrn.json"} <= set(names)
    assert "ttrn/py.typed" in names
    samples = {path.name for path in (ROOT / "sample_games").iterdir()} - {"simulated"}
    assert {name.split("/")[2] for name in names if name.startswith("ttrn/sample_games/")} == samples
    for part in ("start/app.py", "start/serve.py", "start/.streamlit/config.toml", "pages/check/editor/editor.js"):
        assert f"ttrn/dashboard/{part}" in names


def test_the_wheel_is_soon_fetched(wheel: Path) -> None:
    assert wheel.stat().st_size < 1_500_000


def test_the_wheel_tells_the_truth_of_its_files(wheel: Path) -> None:
    """The scripts and styles in it are those of the repository but for lines that are comments."""
    with zipfile.ZipFile(wheel) as archive:
        (record,) = [name for name in archive.namelist() if name.endswith(".dist-info/RECORD")]
        rows = list(csv.reader(archive.read(record).decode().splitlines()))
        assert {name for name, _, _ in rows} == set(archive.namelist())
        for name, digest, size in rows:
            data = archive.read(name)
            if name != record:
                wanted = urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                assert (digest, int(size)) == (f"sha256={wanted}", len(data)), name
        shown = archive.read("ttrn/viewer/assets/main.js").decode()
    source = (ROOT / "ttrn/viewer/assets/main.js").read_text(encoding="utf-8")
    gone = re.compile(r"^\s*(//|/\*|\*)")
    assert [line for line in shown.splitlines() if line] == [
        line for line in source.splitlines() if line and not gone.match(line)
    ]
    assert len(shown) < len(source)


def test_the_version_is_the_same_everywhere() -> None:
    told = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {ttrn.__version__}\n" in told
    for name in ("package.json", "package-lock.json"):
        assert json.loads((ROOT / "editors" / "vscode" / name).read_text())["version"] == ttrn.__version__
    newest = re.search(r"^## (\S+?),? ?([0-9-]*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest
    assert newest[1] in ("Unreleased", ttrn.__version__)


def test_python_for_browsers_is_no_part_of_the_wheel(wheel: Path) -> None:
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if "pyodide" in name or "snapshot" in name]


def test_the_light_core_pulls_in_nothing_heavy(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        metadata = next(archive.read(name).decode() for name in archive.namelist() if name.endswith("METADATA"))
    required = [line for line in metadata.splitlines() if line.startswith("Requires-Dist") and "extra ==" not in line]
    assert not [line for line in required if re.search("streamlit|plotly|duckdb|pyarrow|pandas|pillow", line)]


@pytest.mark.slow
def test_the_wheel_works_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / "bin" / "python"
    install = ["install", "--quiet", "--no-compile", "--constraint", str(ROOT / "constraints.txt"), str(wheel)]
    subprocess.run([python, "-m", "pip", *install], check=True, capture_output=True)
    record = tmp_path / "game.ttrn"
    record.write_text('[Game "usa"]\nplayer ann\n1. ann draw ? ?\n')
    command = tmp_path / "env" / "bin" / "ttrn"
    done = subprocess.run([command, "fmt", record], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, f"rewrote {record}\n")
    assert record.read_text() == '[Game "usa"]\n\nplayer ann\n\n1. ann draw ? ?\n'
