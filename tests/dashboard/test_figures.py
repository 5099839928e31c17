"""Figures that are what they say: every number on the pages, beside a second count of 200 games from their texts.

What a page shows is read off (:mod:`tests.dashboard.figures.page`) and compared with what a second, small program
counts (the other modules beside it). A text with a number that was not counted again fails, unless it is among the few
below that are no figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.dashboard.figures import board_topics, books, game_topics
from tests.dashboard.figures.games import GAMES, PEOPLE, texts
from tests.dashboard.figures.page import NUMBER, Seen, read_page
from tests.dashboard.figures.player import player_page
from tests.dashboard.figures.words import INFORMATION, LEVELS, TITLES, Shown, route_name, ticket_name
from ttrn import store
from ttrn.boards import Board, board, board_names

if TYPE_CHECKING:
    from tests.dashboard.conftest import RunPage

NO_FIGURES: Final = {
    "The bars are 95 % confidence intervals: where they cross the line, chance alone could explain it.": "the method",
}
"""Texts with a number that says nothing of the games, and what it is instead."""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The games in a database, for ``run_page``."""
    path = tmp_path_factory.mktemp("figures") / "games.duckdb"
    store.load(path, store.items_of("\n".join(texts())), cores=1)
    return path


def test_the_games_are_as_different_as_can_be() -> None:
    found = books.books()
    assert len(found) == GAMES
    assert {book.board.name for book in found} == set(board_names())
    assert {book.players for book in found} == {2, 3, 4, 5}
    assert any(len({seat.name for seat in book.seats}) < book.players for book in books.counted())
    assert {books.level(book) for book in found} == {"result", "sheet", "board", "claims", "view", "full"}


def same(found: Any, expected: Any, where: str) -> None:
    """Compare anything down to its numbers, which may differ in the last digits."""
    if isinstance(expected, dict) and isinstance(found, dict):
        assert set(found) == set(expected), where
        for name, value in expected.items():
            same(found[name], value, f"{where}, {name}")
    elif isinstance(expected, list | tuple) and isinstance(found, list | tuple):
        assert len(found) == len(expected), (where, found, expected)
        for place, (one, other) in enumerate(zip(found, expected, strict=True)):
            same(one, other, f"{where}, {place}")
    elif isinstance(expected, int | float) and isinstance(found, int | float):
        assert found == pytest.approx(expected, rel=1e-6, abs=1e-6), where
    else:
        assert found == expected, where


def compare(seen: Seen, expected: Shown, names: Iterable[str] = ()) -> None:
    """Compare all that a page shows; ``names`` are texts that may have a number in them, like that of a track."""
    shown = Counter(seen.texts)
    assert not (missing := Counter(expected.texts) - shown), missing
    left = shown - Counter(expected.texts)
    uncounted = [text for text in left if NUMBER.search(text) and text not in NO_FIGURES and text not in set(names)]
    assert not uncounted, "numbers that were not counted again"
    same(seen.tables, expected.tables, "tables")
    same(seen.charts, expected.charts, "charts")
    assert set(seen.tracks) == set(expected.tracks)
    for track, text in expected.tracks.items():
        assert seen.tracks[track].partition(": ")[2].partition(": ")[2] == text
    assert seen.scale == (expected.scale or ())


def options(counts: dict[str, int], words: dict[str, str]) -> list[str]:
    return [f"{words.get(name, name)} ({games})" for name, games in counts.items()]


def filters(on: str) -> list[str]:
    """Return what the filters of the statistics offer, with the number of games of each."""
    found = books.counted(on)
    return [
        *options(Counter([book.board.name for book in books.counted()]), TITLES),
        *[f"{number} players ({games})" for number, games in Counter([book.players for book in found]).items()],
        *options(
            Counter([books.kind(book) for book in found]),
            {"human": "people", "bot": "bots", "mixed": "people and bots"},
        ),
        *options(Counter([books.level(book) for book in found]), LEVELS),
        *options(Counter([books.information(book) for book in found]), INFORMATION),
        *options(Counter([book.event for book in found if book.event]), {}),
        f"**{len(found)} games** of {TITLES[on]}",
    ]


def named(on: Board) -> list[str]:
    return [
        *[route_name(on, route.index) for route in on.routes],
        *[ticket_name(on, ticket) for ticket in on.tickets],
    ]


TOPICS: Final[dict[str, Callable[[Board, list[books.Book]], Shown]]] = {
    "tickets": board_topics.tickets,
    "seats": game_topics.seats,
    "openings": board_topics.openings,
    "scores": game_topics.scores,
    "length": game_topics.length,
    "cards": game_topics.cards,
    "records": game_topics.records,
}


@pytest.mark.parametrize("name", board_names())
@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_of_the_statistics(run_page: RunPage, topic: str, name: str) -> None:
    on = board(name)
    expected = TOPICS[topic](on, books.counted(name))
    expected.texts += filters(name)
    compare(read_page(run_page("statistics", board=name, topic=topic)), expected, named(on))


@pytest.mark.parametrize("name", [name for name in board_names() if board(name).routes])
@pytest.mark.parametrize("measure", ["claimed", "wins", "round", "contested"])
def test_the_map_of_the_routes(run_page: RunPage, name: str, measure: str) -> None:
    on = board(name)
    expected = board_topics.routes(on, books.counted(name), measure)
    expected.texts += filters(name)
    compare(read_page(run_page("statistics", board=name, map=measure)), expected, named(on))


@pytest.mark.parametrize(("player", "name"), list(zip(PEOPLE, board_names() * 2, strict=False)))
def test_a_player(run_page: RunPage, player: str, name: str) -> None:
    on = board(name)
    expected = player_page(player, on)
    compare(
        read_page(run_page("players", player=player, board=name)), expected, [f"Games with {one}" for one in named(on)]
    )
