"""True records of which parts are hidden or left out: never impossible, and what follows from them is true.

``make worlds`` tries 30,000, and searches longer.
"""

from __future__ import annotations

import os
import random
from functools import cache
from pathlib import Path

import pytest

from tests.hidden.agreement import Agreement
from tests.hidden.games import BOARDS, as_people_do
from tests.hidden.weaken import Line, Weakening, cut, with_more_said
from ttrn.boards import Board, board
from ttrn.hidden import PUBLIC, Budget, infer, judge, redact
from ttrn.hidden.deck_order import write_in
from ttrn.hidden.judgement import EXACT, IMPOSSIBLE, judge_timeline
from ttrn.notation import GameRecord, dumps
from ttrn.notation.game import Entry
from ttrn.notation.records import Deal, Deck, Keep, Market, Reveal, Tag, Turn
from ttrn.play import play_random
from ttrn.replays import replay

pytestmark = pytest.mark.slow

CASES = Path(__file__).parents[1] / "cases" / "boards"
TABLES = [
    *[(name, players) for name in BOARDS for players in range(2, board(name).tables.max_players + 1)],
    *[("short", 2), ("short", 3), ("short", 4), ("fjord", 2), ("brocken", 2), ("depot", 2), ("depot", 4), ("locos", 2)],
]
"""Boards and numbers of players; small boards are cheap, and their decks run out soon."""
DEFAULT = 1000
RECORDS = int(os.environ.get("TTRN_WEAKENED", str(DEFAULT)))
MANY = RECORDS // len(TABLES) + 1
GAMES = 6 + MANY // 20
"""So many games at each table are weakened, each of them many times."""
EFFORT = 0.02 if RECORDS <= DEFAULT else 1.0
"""A search that takes long proves nothing here: such a record is undecided."""


@cache
def on(name: str) -> Board:
    return board(name if name in BOARDS else str(CASES / f"{name}.toml"))


@cache
def played(name: str, players: int, number: int) -> GameRecord:
    """Return a game: with the cards in its lines, or in the order of the decks, or in both."""
    game = play_random(on(name), players, number, choose=as_people_do, chance=number % 3 == 0)
    if number % 3 == 1:
        game = write_in(game, on(name))
    return with_more_said(game, on(name), random.Random(number)) if number % 2 else game


def weakened(name: str, players: int, seed: int) -> tuple[list[Line], GameRecord]:
    """Return a weakened record, and the full one.

    It is mostly a beginning, now and then a whole game; of all that came up, or of what one observer saw of it.
    """
    rng = random.Random(seed)
    game = played(name, players, seed % GAMES)
    length = len(game.turns)
    few = [rng.randrange(min(40, length)) for _ in range(12)]
    game = cut(game, rng.choice((length, rng.randrange(length + 1), *few)))
    lines = [Line(entry, entry) for entry in game.entries]
    if rng.random() < 0.3 and seed % GAMES % 3 != 2:
        view = redact(game, rng.choice((PUBLIC, *[player.id for player in game.players])), board=on(name))
        full = iter([entry for entry in game.entries if not isinstance(entry, Tag | Deck | Reveal)])
        lines = [Line(e, e if isinstance(e, Tag | Reveal) else next(full)) for e in view.entries]
    return Weakening(on(name), rng).lines(lines), game


def record(lines: list[Line]) -> GameRecord:
    return GameRecord(tuple([line.seen for line in lines]))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_is_left_of_a_true_record_is_possible(name: str, players: int) -> None:
    for seed in range(MANY):
        lines, game = weakened(name, players, seed)
        left = record(lines)
        timeline = replay(left, on(name))
        assert timeline.problems == (), dumps(left)
        for score, truth in zip(timeline.outcome.seats, replay(game, on(name)).outcome.seats, strict=True):
            assert not score.certain or score.total == truth.total, dumps(left)
        judged = judge_timeline(timeline, Budget(EFFORT))
        assert judged.status != IMPOSSIBLE, f"{judged.problems}\n{dumps(left)}"
        if judged.witness is not None and seed % 4 == 0:
            assert judge(judged.witness.game, on(name)).status == EXACT


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_follows_from_what_is_left_is_true(name: str, players: int) -> None:
    for seed in range(1, MANY, 12):
        lines, game = weakened(name, players, seed)
        if seed % GAMES % 3 != 2 and len(game.turns) <= 40:
            found = infer(record(lines), on(name), budget=Budget(EFFORT))
            assert_true(found.game, lines, game, on(name))


def assert_true(found: GameRecord, lines: list[Line], game: GameRecord, where: Board) -> None:
    """Hold every line of a record against what it says in truth; lines of the setup may have been added."""
    setup = {(type(entry), getattr(entry, "player", "")): entry for entry in reversed(_setup(game.entries))}
    pairs = [(entry, setup.get((type(entry), getattr(entry, "player", "")))) for entry in _setup(found.entries)]
    played_on = found.entries[len(_setup(found.entries)) :]
    truths = lines[len(_setup(tuple([line.seen for line in lines]))) :]
    pairs += [(entry, line.truth) for entry, line in zip(played_on, truths, strict=True)]
    for entry, truth in pairs:
        if isinstance(entry, Deal | Market | Keep | Turn):
            assert isinstance(truth, Deal | Market | Keep | Turn)
            assert Agreement(where, in_order=True).holds(entry, truth)


def _setup(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    first = next((i for i, entry in enumerate(entries) if isinstance(entry, Turn)), len(entries))
    return entries[:first]
