"""Wrong positions are told in words and with their place, and no text at all makes the reader raise."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.position.same import assert_same
from ttrn.boards import board
from ttrn.core.state import State
from ttrn.notation import loads
from ttrn.position.reader import MAX_POSITION, PositionProblem, parse_position
from ttrn.position.writer import format_position
from ttrn.replays import rule_problems

USA = board("usa")
FILES = sorted(Path(__file__).parent.glob("wrong_positions*.txt"))
LINE, *_ = LINES = [path.read_text(encoding="utf-8").split("\n", 1)[0] for path in FILES]


def assert_identity(state: State) -> None:
    again = parse_position(format_position(state))
    assert isinstance(again, State), again
    assert_same(state, again)


def wrong_positions() -> list[tuple[str, str, str, str]]:
    """Return a line, what to replace in it, by what, and the message expected; ``<text>`` in it is what is marked."""
    cases: list[tuple[str, str, str, str]] = []
    for path in FILES:
        line, rest = path.read_text(encoding="utf-8").split("\n", 1)
        for block in rest.strip().split("\n\n"):
            lines = [line for line in block.splitlines() if not line.startswith("#")]
            if lines:
                old, new, message = lines
                cases.append((line, old.removeprefix("- "), new.removeprefix("+").removeprefix(" "), message))
    return cases


@pytest.mark.parametrize("line", LINES)
def test_the_lines_are_right_before_anything_is_replaced(line: str) -> None:
    found = parse_position(line)
    assert isinstance(found, State), found


@pytest.mark.parametrize(("line", "old", "new", "message"), wrong_positions())
def test_wrong_positions(line: str, old: str, new: str, message: str) -> None:
    assert line.count(old) >= 1, "the case no longer fits the line"
    text = line.replace(old, new, 1)
    problem = parse_position(text)
    assert isinstance(problem, PositionProblem)
    marked = text[problem.column - 1 : problem.column - 1 + problem.width]
    hint = f" ({problem.hint})" if problem.hint else ""
    assert f"{problem.rule} <{marked}> {problem.message}{hint}" == message


def test_a_line_of_another_board_or_of_none() -> None:
    problem = parse_position(LINE.replace("usa", "europe"), USA)
    assert isinstance(problem, PositionProblem)
    assert problem.message == 'the position is one of "europe", the board is "usa"'
    empty = parse_position(" ; ")
    assert isinstance(empty, PositionProblem)
    assert empty.message == "the position is empty"


WORDS = st.sampled_from(
    [
        *[word for line in LINES for word in line.replace(";", " ;").split(" ")],
        *"=;,/-?*~#:0123456789",
        *("last=1", "offer=?3", "second=K", "hand=*", "claimed=BER-MAG", "stands=MAG", "long=?"),
    ]
)


@settings(deadline=None, max_examples=400)
@given(st.one_of(st.text(max_size=80), st.lists(WORDS, max_size=24).map(" ".join)))
def test_any_text_is_a_state_or_a_problem(text: str) -> None:
    found = parse_position(text)
    if isinstance(found, State):
        assert_identity(found)
    else:
        assert 1 <= found.column <= len(text) + 1


@settings(deadline=None, max_examples=900)
@given(st.sampled_from(LINES), st.integers(0, max(map(len, LINES))), st.integers(0, 4), st.text(max_size=4) | WORDS)
def test_a_line_with_a_slip_is_a_state_or_a_problem(line: str, at: int, width: int, slip: str) -> None:
    found = parse_position(line[:at] + slip + line[at + width :])
    if isinstance(found, State):
        assert_identity(found)
        cards = [*found.hands, found.market, found.discards, *[pile.cards for pile in found.rules.open_piles(found)]]
        total = found.board.tables.deck_size
        assert found.market_unknown or sum(map(sum, cards)) + found.deck_size == total or "*" in slip


def test_a_long_position_is_not_read() -> None:
    long = LINE + " " * (MAX_POSITION - len(LINE))
    assert isinstance(parse_position(long), State)
    told = "this position has 2,000,000 characters; one has at most 20,000"
    for unit in ("R", "; x", "x ", "?99,", "SEA-POR,"):
        found = parse_position((LINE + unit * 2_000_000)[:2_000_000])
        assert found == PositionProblem("POSITION-1", told, column=0, width=1, hint="")


def test_a_record_with_a_long_position_says_so() -> None:
    text = f'[Game "usa"]\n[Position "{LINE}{" " * MAX_POSITION}"]\n\nplayer ann\nplayer bob\n'
    (problem,) = rule_problems(loads(text).games[0])
    assert (problem.rule, problem.line, problem.column) == ("POSITION-1", 2, 0)
