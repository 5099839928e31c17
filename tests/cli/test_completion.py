"""What Tab offers, and that the scripts for the shells ask for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ttrn.boards import board_names
from ttrn.cli.completion import SCRIPTS
from ttrn.cli.main import app
from ttrn.play.bots import BOTS, THINKER

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

FIRST = "teaching/usa_first_turns.ttrn"


def offered(ttrn: Ttrn, *words: str) -> list[str]:
    done = ttrn("completion", "--words", "--", *words)
    assert (done.status, done.err) == (0, "")
    return done.out.splitlines()


def test_commands_and_options(ttrn: Ttrn) -> None:
    assert offered(ttrn, "") == [*app.names, "--help", "--version"]
    assert offered(ttrn, "sc") == ["score"]
    assert offered(ttrn, "check", "--j") == ["--json"]
    assert offered(ttrn, "nonsense", "--") == []


def test_boards_bots_and_sources(ttrn: Ttrn) -> None:
    assert offered(ttrn, "board", "") == list(board_names())
    assert offered(ttrn, "play", "--games", "3", "e") == ["europe"]
    assert offered(ttrn, "play", "usa", "--bots", "") == [*BOTS, THINKER]
    assert offered(ttrn, "play", "usa", "--bots", "planner,gr") == ["planner,greedy"]
    assert offered(ttrn, "import", "") == ["bga", "bgstats", "bgg", "csv"]
    assert offered(ttrn, "show", FIRST, "--theme", "") == ["light", "dark"]


def test_files_are_left_to_the_shell(ttrn: Ttrn) -> None:
    assert offered(ttrn, "check", "") == offered(ttrn, "check", "a.ttrn", "b") == []
    assert offered(ttrn, "show", FIRST, "--svg", "") == []


def test_players_of_a_record_and_of_a_database(ttrn: Ttrn, tmp_path: Path) -> None:
    assert offered(ttrn, "redact", FIRST, "--for", "") == ["public", "ann", "bob"]
    database = str(tmp_path / "games.duckdb")
    assert ttrn("load", database, "real").status == 0
    names = offered(ttrn, "stats", database, "player_results", "--player", "Player T")
    assert names == ["Player Three", "Player Two"]
    assert offered(ttrn, "alias", database, "Player F") == ["Player Four"]
    assert "player_results" in offered(ttrn, "stats", database, "")


def test_nothing_is_said_at_a_prompt(ttrn: Ttrn, tmp_path: Path) -> None:
    spoilt = tmp_path / "spoilt.duckdb"
    spoilt.write_bytes(b"\xff" * 100)
    assert offered(ttrn, "stats", str(spoilt), "x", "--player", "") == []
    assert offered(ttrn, "redact", str(spoilt), "--for", "") == []
    assert ttrn("completion").status == ttrn("completion", "powershell").status == 2


@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_scripts_ask_for_it(ttrn: Ttrn, shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    (tmp_path / "ttrn").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ttrn "$@"\n')
    (tmp_path / "ttrn").chmod(0o755)
    script = tmp_path / "script"
    ask = {
        "bash": 'COMP_WORDS=(ttrn show x --theme ""); COMP_CWORD=4; _ttrn; printf "%s\\n" "${COMPREPLY[@]}"',
        "zsh": 'words=(ttrn show x --theme ""); CURRENT=5; _ttrn',
        "fish": 'complete -C "ttrn show x --theme "',
    }
    before = {"zsh": 'compdef() { :; }; compadd() { shift; print -l -- "$@"; }\n'}.get(shell, "")
    script.write_text(f"{before}{ttrn('completion', shell).out}\n{ask[shell]}\n")
    env = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run([shell, str(script)], capture_output=True, text=True, env=env, check=True, timeout=60)
    assert done.stdout.split() == ["light", "dark"]
