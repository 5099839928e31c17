"""How far a command is: shown on a terminal when it takes long, and gone at the end."""

from __future__ import annotations

import io
import re
import sys

import pytest

from ttrn.cli import progress as module
from ttrn.cli.main import run
from ttrn.cli.progress import Progress
from ttrn.resources import resource


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Stand in for standard error; nobody is patient here."""
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    monkeypatch.setattr(module, "_PAUSE", 0.0)
    monkeypatch.chdir(resource("sample_games"))
    monkeypatch.setenv("COLUMNS", "120")
    return Terminal()


def call(monkeypatch: pytest.MonkeyPatch, terminal: Terminal | None, *args: str) -> None:
    if terminal is not None:
        monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(sys, "argv", ["ttrn", *args])
    with pytest.raises(SystemExit):
        run()


def screen(text: str) -> str:
    """Return what is left on the screen: a carriage return goes to the start of the line, ESC [ K wipes it."""
    rows = [row.rpartition("\r\x1b[K")[2] for row in text.split("\n")]
    return re.sub(r"\x1b\[[\d;]*m", "", "\n".join(rows))


@pytest.mark.parametrize(
    "args",
    [
        ("check", "teaching", "marklin"),
        ("summary", "teaching", "marklin"),
        ("score", "teaching", "marklin"),
        ("infer", "marklin/seen_by_ann.ttrn"),
        ("list", "teaching", "marklin"),
        ("play", "usa", "--games", "2", "--bots", "random"),
    ],
    ids=lambda args: args[0],
)
def test_commands_show_how_far_they_are(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]
) -> None:
    call(monkeypatch, terminal, *args)
    lines = [part for part in terminal.getvalue().split("\r") if "games/s" in part]
    assert lines
    assert " left" in lines[-1]
    assert "games/s" not in screen(terminal.getvalue())


def test_import_counts_files(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    logs = resource("sample_games").parent / "tests" / "imports" / "logs"
    found = sorted(str(path) for path in logs.glob("usa_4p_*.txt"))
    if not found:
        pytest.skip("only beside the repository's logs")
    call(monkeypatch, terminal, "import", "bga", *found)
    assert f"1 of {len(found)} files" in terminal.getvalue()
    assert "files" not in screen(terminal.getvalue())


def test_a_message_stands_above_the_line(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line is taken away before something is printed, whichever way it is printed."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'[Game "usa"]\n' * 3 + b"oops\n")))
    call(monkeypatch, terminal, "check", "-", "teaching", "no/such/file")
    left = screen(terminal.getvalue())
    assert left.startswith("ttrn: there is no file no/such/file\n")
    assert "games/s" not in left


def test_nothing_is_shown_in_a_pipe(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    monkeypatch.chdir(resource("sample_games"))
    call(monkeypatch, None, "check", "teaching")
    assert "games/s" not in capsys.readouterr().err


def test_nothing_is_shown_in_the_first_second(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 1000.0)
    call(monkeypatch, terminal, "check", "teaching")
    assert "\r" not in terminal.getvalue()


def test_the_line_is_quiet_when_somebody_stops_the_command(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    games = iter(range(5))

    def tick(self: Progress, inside: int = 0) -> None:
        shown(self, inside)
        if next(games) == 3:
            raise KeyboardInterrupt

    shown = Progress.tick
    monkeypatch.setattr(Progress, "tick", tick)
    call(monkeypatch, terminal, "check", "simulated")
    assert screen(terminal.getvalue()) == ""
