"""``ttrn record`` on a terminal: completion, the table below the line, and what a sudden end leaves."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.test_record import PLAYED, START
from ttrn.notation import loads

pty = pytest.importorskip("pty", reason="there are terminals of this kind on other systems only")
termios = pytest.importorskip("termios")

_CONTROL = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>]|\][^\x07]*\x07)")


class Terminal:
    """A process whose terminal this is: keys are sent, and what it shows is kept."""

    def __init__(self, file: Path) -> None:
        here, there = pty.openpty()
        self._here = here
        self.shown = ""
        termios.tcsetwinsize(there, (30, 100))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ttrn", "record", str(file)],
            stdin=there,
            stdout=there,
            stderr=there,
            env={
                **os.environ,
                "TERM": "xterm",
            },
            start_new_session=True,
        )
        os.close(there)

    def send(self, keys: str) -> None:
        os.write(self._here, keys.encode())

    def wait_for(self, text: str) -> None:
        """Read until a text is shown after all that was waited for before; blanks do not count."""
        wanted = text.replace(" ", "")
        until = time.monotonic() + 20
        while wanted not in self.shown:
            if time.monotonic() > until:
                pytest.fail(f"never shown: {text}\n{self.shown}")
            if select.select([self._here], [], [], 0.2)[0]:
                try:
                    read = os.read(self._here, 65_536).decode("utf-8", "replace")
                except OSError:  # the process has ended
                    read = ""
                if "\x1b[6n" in read:  # where is the cursor?
                    self.send("\x1b[3;1R")
                self.shown += re.sub(r"\s", "", _CONTROL.sub("", read))
        self.shown = self.shown.partition(wanted)[2]

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._here)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.ttrn"
    path.write_text(PLAYED)
    return path


@pytest.fixture
def terminal(file: Path) -> Iterator[Terminal]:
    found = Terminal(file)
    yield found
    found.close()


def test_what_is_legal_is_offered_and_a_sudden_end_loses_only_the_line_being_typed(
    terminal: Terminal, file: Path
) -> None:
    terminal.wait_for("4. bob> ")
    terminal.wait_for("market R G G K W | deck 94")
    terminal.wait_for("ann: RRRBKLL, 45 trains | LAX-NYC DUL-HOU")
    terminal.wait_for("bob may draw, claim, tickets")
    terminal.send("cl")
    terminal.wait_for("a route")
    terminal.send("\t Housto")
    terminal.wait_for("HOU-DAL")  # by its name
    terminal.send("\x15draw x\r")
    terminal.wait_for("refused: draw x")
    terminal.send("draw ? ?\r")
    terminal.wait_for("recorded: 4. bob draw ? ?")
    terminal.wait_for("5. ann> ")
    # What no hand can pay, or somebody has, is not offered: of three red cards and two locomotives no six.
    terminal.send("claim sea-")
    terminal.wait_for("SEA-VAN")
    assert "SEA-HEL" not in terminal.shown
    os.killpg(terminal.process.pid, signal.SIGKILL)
    terminal.process.wait()
    assert file.read_text() == PLAYED + "4. bob draw ? ?\n"
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_killed_at_any_moment_the_file_is_whole(tmp_path: Path) -> None:
    """Each time it goes on from where it was: nothing that it said it had recorded is lost."""
    file = tmp_path / "game.ttrn"
    file.write_text(START)
    said = 0
    for seconds in (0.0, 0.01, 0.03):
        with subprocess.Popen(
            [sys.executable, "-m", "ttrn", "record", str(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("draw ? ?\n" * 15)  # three times so many leave cards to draw
            process.stdin.flush()
            assert process.stdout.readline().startswith("recorded: ")
            time.sleep(seconds)
            process.kill()
            said += 1 + process.stdout.read().count("recorded: ")
        text = file.read_text()
        (game,) = loads(text).games
        assert not loads(text).problems
        # The last one may have been saved before it could be told.
        assert said <= len(game.turns) <= said + 1
        said = len(game.turns)
    assert said > 3
