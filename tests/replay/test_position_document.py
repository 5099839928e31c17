"""The examples of docs/positions.md hold."""

import re
from pathlib import Path

import pytest

from ttrn.boards import Board, Route, board
from ttrn.notation.reader import loads
from ttrn.replay import replay
from ttrn.replay.position import format_position, parse_position, position_line
from ttrn.resources import resource
from ttrn.rules.engine import DIALECTS
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


@pytest.mark.parametrize("line", [line for line in LINES if rules_of(line) in DIALECTS], ids=rules_of)
def test_the_examples_are_read_and_written_as_they_stand(line: str) -> None:
    state = parse_position(line)
    assert isinstance(state, State), state
    assert format_position(state) == line


@pytest.mark.parametrize("line", [line for line in LINES if rules_of(line) not in DIALECTS], ids=rules_of)
def test_the_examples_of_the_other_games_name_what_their_boards_have_and_add_up(line: str) -> None:
    """Until their rules are in: codes, trains, points and the sum of the cards."""
    found = board(line.split(maxsplit=1)[0])
    cards = 0
    for part in line.split("; ")[1:]:
        fields = dict(word.split("=") for word in part.split() if "=" in word)
        routes = [find_route(found, text) for text in fields.get("routes", "").split(",") if text]
        if "trains" in fields:
            assert int(fields["trains"]) == found.tables.trains - sum(route.length for route in routes)
        if "score" in fields:
            assert int(fields["score"]) == sum(r.points for r in routes) + int(fields.get("goods", 0))
        cards += sum(how_many(fields.get(name, "")) for name in ("hand", "market", "discards", "yard", "track"))
        cards += int(fields.get("deck", 0))
        for text in re.findall(r"[A-Z]{3}-[A-Z]{3}(?:#\d)?", fields.get("tickets", "") + fields.get("removed", "")):
            a, b, copy = re.split("[-#]", f"{text}#1")[:3]
            cities = found.city(a), found.city(b)
            assert cities[0]
            assert cities[1]
            assert found.ticket_between(cities[0], cities[1], int(copy))
    cards += how_many("".join(re.findall(r"tunnel=[^:]*:(\S+):(\S+);", line)[0])) if "tunnel" in line else 0
    assert cards == found.tables.deck_size


def find_route(found: Board, text: str) -> Route:
    (route,) = [route for route in found.routes if found.route_text(route) == text]
    return route


def how_many(cards: str) -> int:
    return sum(int(number or 1) for number in re.findall(r"[A-Z?](\d*)", cards))
