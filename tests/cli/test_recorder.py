"""``ttrn recorder``: what it writes, and what it refuses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ttrn.cli.main import app
from ttrn.recorder import build

RUNTIME = {
    **dict.fromkeys((*build.RUNTIME, *build.ICONS, build.SNAPSHOT), "x"),
    "about.json": '{"core": "of another version", "lock": {}}',
    "licences/MPL-2.0.txt": "the licence",
}


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put something in the place of Python for browsers, which need not be made for these tests."""
    folder = tmp_path / "runtime"
    for name, content in RUNTIME.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    monkeypatch.setattr(build, "runtime", lambda: folder)
    return folder


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        app.run(["recorder", *words])
    assert isinstance(ended.value.code, int)
    return ended.value.code


@pytest.mark.usefixtures("runtime")
def test_a_folder_has_all_that_its_page_asks_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "site"
    assert run("-o", str(folder)) == 0
    said = capsys.readouterr()
    assert "http://localhost" in said.out
    assert "another version of ttrn" in said.err
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert {"index.html", "core.zip", "manifest.webmanifest", "boards/usa.json", "licences/MPL-2.0.txt"} <= names
    assert build.SNAPSHOT not in names
    kept = (folder / "service_worker.js").read_text(encoding="utf-8")
    left_out = {"service_worker.js", *[name for name in names if name.startswith("licences/")]}
    assert not [name for name in names - left_out if f'"{name}"' not in kept]
    assert run("-o", str(folder)) == 0  # once more, into the same place


@pytest.mark.usefixtures("runtime")
def test_one_file_names_no_other(tmp_path: Path) -> None:
    path = tmp_path / "recorder.html"
    assert run("-o", str(path), "--small") == 0
    page = path.read_text(encoding="utf-8")
    assert " src=" not in page.partition("data-file")[0]
    assert not re.search(r' href="(?!data:)', page.partition("data-file")[0])
    assert "the licence" in page


@pytest.mark.usefixtures("runtime")
def test_a_folder_of_others_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert run("-o", str(tmp_path)) == 2
    assert "not empty" in capsys.readouterr().err
    assert not (tmp_path / "index.html").exists()
    assert run() == 2


def test_what_is_missing_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: str) -> Path:
        raise FileNotFoundError

    monkeypatch.setattr(build, "find_spec", lambda _: None)
    monkeypatch.setattr(build, "resource", missing)
    assert run("-o", str(tmp_path / "site")) == 2
    assert "make browser" in capsys.readouterr().err
