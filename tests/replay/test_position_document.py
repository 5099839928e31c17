"""The examples of docs/positions.md hold."""

import re
from pathlib import Path

import pytest

from ttrn.boards import board
from ttrn.notation.reader import loads
from ttrn.replay import replay
from ttrn.replay.position import format_position, parse_position, position_line
from ttrn.resources import resource
from ttrn.rules.state import State

DOCUMENT = Path(__file__).parents[2] / "docs" / "positions.md"


def examples() -> list[str]:
    """Return the blocks of the document that are no Python."""
    text = DOCUMENT.read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w*)\n(.*?)\n```$", text, re.MULTILINE | re.DOTALL)
    return [block for language, block in blocks if not language]


def rules_of(line: str) -> str:
    return board(line.split(maxsplit=1)[0]).rules


LINES = examples()[1:-1]


def test_the_example_in_the_document_is_the_end_of_the_teaching_game() -> None:
    text = resource("sample_games", "teaching", "usa_first_turns.ttrn").read_text(encoding="utf-8")
    line = position_line(replay(loads(text).games[0]), 10)
    assert line == examples()[0]
    state = parse_position(line)
    assert isinstance(state, State)
    assert format_position(state) == line


def test_the_record_in_the_document_is_legal() -> None:
    record = examples()[-1]
    assert examples()[0] in record
    games, problems = loads(record + "\n")
    assert not problems
    assert not replay(games[0]).problems


@pytest.mark.parametrize("line", LINES, ids=rules_of)
def test_the_examples_are_read_and_written_as_they_stand(line: str) -> None:
    state = parse_position(line)
    assert isinstance(state, State), state
    assert format_position(state) == line
