"""Commands on several cores print what they print on one: the same bytes, in the order of the input."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest

from tests.cli.conftest import Done, Ttrn
from ttrn import processes
from ttrn.cli import cores

HEAD = '[Game "usa"]\n\nplayer ann "Ann"\nplayer bob\n\n'
KINDS = (
    HEAD + "1. ann draw ? ?\n2. bob draw ? ?\n3. ann claim SEA-POR R\n",
    HEAD + "ann deal RRBL\n\n1. ann draw R? ?\n",  # cannot be read
    HEAD + "1. ann claim SEA-POR R\n2. bob claim SEA-POR#1 R\n3. ann claim NYC-LAX R\n",  # breaks rules
    '[Game "nowhere"]\n\nplayer ann\n\n1. ann draw ? ?\n',
    '[Game "usa"]\n\nplayer ann\nplayer bob\n\nscore ann 100\nscore bob 90\n',
    '[Game "usa"]\n\n1. ann pass\n',
)


def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let other cores be called for the smallest work."""
    for name in ("PATIENCE", "FEW"):
        monkeypatch.setattr(cores, name, 0.0)


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Two files with games of all kinds, text before the first one, and a file that cannot be read between them."""
    _hurry(monkeypatch)
    many = [kind.replace("Ann", f"Ann {number}") for number in range(9) for kind in KINDS]
    (tmp_path / "a.ttrn").write_text("what is this?\n" + "\n".join(many), encoding="utf-8")
    (tmp_path / "c.ttrn").write_text("\n".join(reversed(many)), encoding="utf-8")
    (tmp_path / "d.ttrn").write_text("", encoding="utf-8")
    return [str(tmp_path / "a.ttrn"), str(tmp_path / "b.ttrn"), str(tmp_path / "c.ttrn"), str(tmp_path / "d.ttrn")]


@pytest.mark.parametrize(
    "args",
    [
        ("check", "--no-cure"),
        ("check", "--json", "--repair", "--no-cure"),
        ("score",),
        ("summary",),
        ("fmt", "--check"),
    ],
    ids=" ".join,
)
def test_the_same_bytes_however_many_cores(ttrn: Ttrn, archive: list[str], args: tuple[str, ...]) -> None:
    one, two = _both(ttrn, *args, *archive)
    assert two == one
    assert one.status in (1, 2)
    assert "b.ttrn" in one.err


def _both(ttrn: Ttrn, *args: str) -> tuple[Done, Done]:
    """Run a command on one core and on two, which really are processes of their own."""
    one = ttrn(*args, "--cores", "1")
    with patch.object(processes, "processes", wraps=processes.processes) as started:
        two = ttrn(*args, "--cores", "2")
    assert started.call_count == 1
    return one, two


def test_inferring_on_several_cores(ttrn: Ttrn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _hurry(monkeypatch)
    (tmp_path / "a.ttrn").write_text("\n".join([KINDS[0].replace("Ann", f"A{n}") for n in range(40)]), encoding="utf-8")
    one, two = _both(ttrn, "infer", str(tmp_path / "a.ttrn"))
    assert two == one
    assert one.out.count("[Game") == 40
    assert one.out.index('"A7"') < one.out.index('"A8"')


def test_analysing_on_several_cores(ttrn: Ttrn, archive: list[str]) -> None:
    one, two = _both(ttrn, "analyse", "--no-luck", "--for", "bob", str(Path(archive[0]).parent))
    assert two == one
    assert one.status == 1
    assert one.out.index("a.ttrn, game 3: usa") < one.out.index("a.ttrn, game 7: usa") < one.out.index("c.ttrn, game 4")


def test_importing_on_several_cores(ttrn: Ttrn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _hurry(monkeypatch)
    for number in range(45):
        sheet = f"board,player,route,score\nusa,P{number},Seattle-Portland,\n,P{number},,{number % 2}\n"
        (tmp_path / f"{number:02}.csv").write_text(sheet if number % 5 else "board\n", encoding="utf-8")
    one, two = _both(ttrn, "import", "csv", str(tmp_path))
    assert two == one
    assert one.status == 1
    assert one.out.count("[Game") == 36


def test_what_is_soon_done_starts_no_process(ttrn: Ttrn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "processes", lambda *_: pytest.fail("a process was started"))
    assert ttrn("check", "teaching/usa_first_turns.ttrn").status == 0
