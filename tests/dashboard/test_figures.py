"""Figures that are what they say: every number on the pages, beside a second count of 200 games from their texts.

What a page shows is read off (:mod:`tests.dashboard.figures.page`) and compared with what a second, small program
counts (the other modules beside it). A text with a number that was not counted again fails, unless it is among the few
below that are no figures.
"""

from __future__ import annotations

import pkgutil
import re
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

import ttrn
from dashboard.pages.replay.sample_picker import samples
from dashboard.pages.statistics import topics as statistics_topics
from tests.dashboard.figures import board_topics, books, game_topics
from tests.dashboard.figures.games import GAMES, PEOPLE, texts
from tests.dashboard.figures.page import NUMBER, Seen, read_page
from tests.dashboard.figures.player import player_page
from tests.dashboard.figures.replayed import check_frames, expected_sheet, shown_sheet
from tests.dashboard.figures.words import INFORMATION, LEVELS, TITLES, Shown, route_name, ticket_name
from ttrn import store
from ttrn.boards import Board, board, board_names
from ttrn.resources import resource
from ttrn.viewer import viewer_data

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    from tests.dashboard.conftest import RunPage

pytestmark = pytest.mark.xdist_group("figures")  # one process plays the games, and loads them

NO_FIGURES: Final = {
    r"The bars are 95 % confidence intervals: .*": "the method",
    r"<style>[^$]*": "how a page looks",
    r"Choose one to see .* 95 % interval, .*": "the method",
    r"[2345]": "numbers of players to choose from",
    r"More filters \(\d\)": "how many filters are set",
    r".* of this search, [\d,]+ at most\.": "a limit",
    r"Picture of (this turn|the end) \(PNG, [\d,]+ pixels\)": "the size of a picture",
    r"The whole game, at most \d+ MB: .*": "the size of a film",
}
"""Texts with a number that says nothing of the games, and what it is instead."""

PAGES: Final = {"replay", "games", "players", "statistics"}
OTHER_PAGES: Final = {
    "my_games": "what the reader brings, and no figures of the archive",
    "record": "the recorder, whose figures are those of the engine",
    "compare": "the frames of the replay, which are counted there, beside each other",
    "check": "a record under the reader's hands, and rows that the reader asks for in SQL",
}
"""The pages that are counted again, and those with nothing to count."""


def is_figure(text: str) -> bool:
    return NUMBER.search(text) is not None and not any(re.fullmatch(pattern, text) for pattern in NO_FIGURES)


def test_no_page_is_forgotten() -> None:
    folders = {module.name for module in pkgutil.iter_modules([str(resource("dashboard", "pages"))])}
    assert folders == PAGES | set(OTHER_PAGES)
    # Analysed games are counted again in tests/store/test_analysis_statistics.py; those here are not analysed.
    assert set(statistics_topics.TOPICS) == {"routes", "analysis", *TOPICS}


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
    uncounted = [text for text in left if is_figure(text) and text not in set(names)]
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


# --- one game --------------------------------------------------------------------------------------------------------


def few_of_each() -> dict[str, list[books.Book]]:
    """Return some finished games of each board and level of which everything is shown in the end."""
    found: dict[str, list[books.Book]] = {}
    for book in books.books():
        if book.over and not (book.turns and any(map(sum, book.timeline.final.unknown_tickets))):
            found.setdefault(f"{book.board.name}, {books.level(book)}", []).append(book)
    return {name: mine[:2] for name, mine in sorted(found.items())}


def test_the_score_sheet_and_every_turn() -> None:
    assert len(few_of_each()) == 22  # six levels on three boards, four of the Card Game
    for name, chosen in few_of_each().items():
        for book in chosen:
            film = viewer_data(book.timeline)
            check_frames(book, film)
            same(shown_sheet(book, film["end"]), expected_sheet(book), f"{name}: game {book.number}")


@pytest.mark.parametrize("level", ["full", "claims", "sheet"])
def test_the_replay_shows_them(run_page: RunPage, level: str) -> None:
    book = few_of_each()[f"europe, {level}"][0]
    seen = read_page(run_page("replay", game=str(book.number)))
    film = seen.components["ttrn_replay"]["film"]
    check_frames(book, film)
    same(shown_sheet(book, film["end"]), expected_sheet(book), f"game {book.number}")
    # The title, the record and its tags are the text itself; the rest of the page has no figures but of other games.
    others = {text for text, _ in samples().values()}
    tags = {"tag": list(book.game.tags), "value": list(book.game.tags.values())}
    same(seen.tables, [tags], "tags")
    told = [text for text in seen.texts if is_figure(text) and text not in others]
    about = [text for text in told if text not in texts()[book.number - 1]]
    assert [text for text in about if not text.startswith(("####", "http", "This link"))] == []


# --- the list of games -----------------------------------------------------------------------------------------------


def listed(found: list[books.Book]) -> dict[str, list[Any]]:
    """Return the table of games."""
    verdicts = {"full": "exact", "view": "consistent"}
    return {
        "date": [date.fromisoformat(book.date) if book.date else None for book in found],
        "board": [book.board.name for book in found],
        "players": [[seat.name for seat in book.seats] for book in found],
        "winner": [", ".join(book.winners) for book in found],
        "score": [best_score(book) for book in found],
        "margin": [book.margin for book in found],
        "turns": [book.turns for book in found],
        "event": [book.event for book in found],
        "verdict": [verdicts.get(books.level(book), "undecided") for book in found],
        "kept of it": [books.level(book) for book in found],
        "known cards": [books.information(book) for book in found],
        "played by": [books.kind(book) for book in found],
        "game": [book.number for book in found],
    }


def cards(found: list[books.Book]) -> list[str]:
    """Return the same games as cards, which take the place of the table on a phone."""
    texts = []
    for book in found:
        best, others = best_score(book), [seat.name for seat in book.seats if seat.name not in book.winners]
        name = (", ".join(book.winners) or "Winner not known") + ("" if best is None else f", {best} points")
        against = ("ahead of " if book.winners else "") + ", ".join(others) if others else ""
        texts.append(" | ".join(filter(None, [name, against, book.date, book.board.name, book.event])))
    return texts


def best_score(book: books.Book) -> int | None:
    """Return the best score, if it is known that no other was better."""
    totals = [seat.total for seat in book.seats if seat.total is not None]
    won = any(seat.won and seat.total is not None for seat in book.seats)
    return max(totals) if totals and (won or book.certain) else None


ORDERS: Final[dict[str, Callable[[books.Book], Any]]] = {
    "newest first": lambda book: (not book.date, [-ord(sign) for sign in book.date], -book.number),
    "highest score": lambda book: ((best := best_score(book)) is None, -(best or 0), -book.number),
    "closest": lambda book: (book.margin is None, book.margin, book.number),
    "longest": lambda book: (book.turns is None, -(book.turns or 0), -book.number),
}
"""How the list is sorted; what is not known comes last."""


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("page", [1, 4])
def test_the_list_of_games(run_page: RunPage, order: str, page: int) -> None:
    found = sorted(books.books(), key=ORDERS[order])[50 * page - 50 : 50 * page]
    last = 50 * page - 50 + len(found)
    caption = f"Games {50 * page - 49} to {last} of {GAMES}. Click on one to replay it."
    expected = Shown([caption, packed(GAMES), *cards(found)], [listed(found)])
    _compare_list(run_page("games", order=order, page=str(page)), expected)


def packed(games: int) -> str:
    return f"The {games} games (TTRN, packed)"


SEARCHES: Final[dict[str, tuple[dict[str, str], Callable[[books.Book], bool]]]] = {
    "counted": ({"verdict": "counted"}, lambda book: book.counts),
    "a board": ({"board": "usa", "players": "3"}, lambda book: book.board.name == "usa" and book.players == 3),
    "a name": ({"player": "Ann"}, lambda book: "Ann" in [seat.name for seat in book.seats]),
    "scores": ({"least": "100"}, lambda book: (best_score(book) or 0) >= 100),
    "a route": ({"route": "DEN-SFE"}, lambda book: "claim DEN-SFE" in ttrn.dumps(book.game) or has_route(book)),
    "a level": ({"level": "view", "event": "League"}, lambda b: books.level(b) == "view" and b.event == "League"),
}


def has_route(book: books.Book) -> bool:
    return any(book.board.route_text(book.board.routes[claim.route]) == "DEN-SFE" for claim in book.claims)


@pytest.mark.parametrize("search", SEARCHES)
def test_a_search(run_page: RunPage, search: str) -> None:
    parameters, wanted = SEARCHES[search]
    every = sorted([book for book in books.books() if wanted(book)], key=ORDERS["newest first"])
    found = every[:50]
    assert found
    caption = f"Games 1 to {len(found)} of {len(every)} (of {GAMES}). Click on one to replay it."
    expected = Shown([caption, packed(len(every)), *cards(found)], [listed(found)])
    _compare_list(run_page("games", **parameters), expected)


def _compare_list(app: AppTest, expected: Shown) -> None:
    seen = read_page(app)
    compare(seen, expected)
