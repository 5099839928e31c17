"""What the README shows is what the commands print, and its picture is the one they draw."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def record() -> str:
    found = re.search(r"```ttrn\n(.*?)```", README, re.DOTALL)
    assert found
    return found[1]


def test_the_record_is_sound(ttrn: Ttrn, record: str) -> None:
    assert ttrn("check", "-", stdin=record).status == 0


@pytest.mark.parametrize(
    ("name", "slip"), [("friday", ("claim", "clam")), ("saturday", ("SEA-POR R $!", "SEA-HEL RRR"))]
)
def test_the_answers_to_mistakes(ttrn: Ttrn, record: str, tmp_path: Path, name: str, slip: tuple[str, str]) -> None:
    path = tmp_path / f"{name}.ttrn"
    path.write_text(record.replace(*slip), encoding="utf-8")
    done = ttrn("check", path)
    assert done.status == 1
    assert done.out.replace(f"{tmp_path}/", "") in README


def test_the_score(ttrn: Ttrn) -> None:
    shown = re.search(r"\$ ttrn score sample_games/(\S+)\n(.*?)…\n(.*?)```", README, re.DOTALL)
    assert shown
    printed = ttrn("score", shown[1]).out
    rows = [" ".join(line.split()) for line in printed.replace(shown[1], f"sample_games/{shown[1]}").splitlines()]
    assert [" ".join(line.split()) for line in shown[2].splitlines()] == rows[: len(shown[2].splitlines())]
    assert shown[3].splitlines() == rows[-1:]


@pytest.mark.parametrize("page", ["README.md", "docs/hidden.md"])
def test_what_follows(ttrn: Ttrn, page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    shown = re.search(r"\$ ttrn infer --why sample_games/(\S+)\n(.*?)…\n", text, re.DOTALL)
    assert shown
    assert ttrn("infer", "--why", shown[1]).out.startswith(shown[2])


def test_the_picture(ttrn: Ttrn, tmp_path: Path) -> None:
    """Make it again with: ttrn show sample_games/real/usa_4p_2.ttrn --svg docs/usa.svg."""
    assert ttrn("show", "real/usa_4p_2.ttrn", "--svg", tmp_path / "usa.svg").status == 0
    assert (tmp_path / "usa.svg").read_text(encoding="utf-8") == (ROOT / "docs" / "usa.svg").read_text(encoding="utf-8")


def test_the_import(ttrn: Ttrn, tmp_path: Path) -> None:
    log = tmp_path / "table.txt"
    log.write_bytes((ROOT / "tests" / "imports" / "logs" / "usa_4p_1.txt").read_bytes())
    assert ttrn("import", "bga", log, "--anonymous", "-o", tmp_path / "game.ttrn").status == 0
    lines = (tmp_path / "game.ttrn").read_text(encoding="utf-8").splitlines()
    shown = "\n".join(line for line in lines if re.match(r"[78]\. ", line))
    assert shown in README
    assert ttrn("check", tmp_path / "game.ttrn").err.strip() in README
