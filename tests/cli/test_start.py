"""A command imports what it needs, and nothing else: that is what starting costs."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from ttrn.resources import resource

SAMPLES = resource("sample_games")
HEAVY = {
    "lark",
    "rich",
    "numpy",
    "highspy",
    "duckdb",
    "pyarrow",
    "openskill",
    "streamlit",
    "asyncio",
    "multiprocessing",
}
ROOMS = {"ttrn.diagnosis", "ttrn.draw", "ttrn.viewer", "ttrn.store", "ttrn.play", "ttrn.imports"}


def imported(*args: str) -> set[str]:
    """Return the modules that a command imports."""
    command = [sys.executable, "-X", "importtime", "-m", "ttrn", *args]
    done = subprocess.run(command, capture_output=True, check=False, timeout=120, text=True, cwd=SAMPLES)
    assert done.returncode == 0, done.stderr
    return set(re.findall(r"^import time:.*\| +(\S+)$", done.stderr, re.MULTILINE))


def test_the_version_is_told_at_once() -> None:
    modules = imported("--version")
    assert "ttrn" in modules
    assert not modules & (HEAVY | ROOMS | {"ttrn.hidden", "ttrn.replays", "ttrn.core", "ttrn.boards"})


@pytest.mark.parametrize(
    "record", ["teaching/usa_first_turns.ttrn", "marklin/every_action.ttrn", "marklin/seen_by_ann.ttrn"]
)
def test_a_small_record_is_checked_without_waiting(record: str) -> None:
    """Not even for the solver, where many deals make it legal."""
    modules = imported("check", record)
    assert "ttrn.hidden.judgement" in modules
    assert not modules & (HEAVY | ROOMS)


@pytest.mark.parametrize(
    ("command", "room"), [("list", "ttrn.replays"), ("score", "ttrn.draw"), ("board", "ttrn.draw")]
)
def test_other_commands_do_not_wait_for_each_other(command: str, room: str) -> None:
    args = [command] if command == "board" else [command, "teaching/usa_first_turns.ttrn"]
    assert room not in imported(*args)
