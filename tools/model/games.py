"""Simulated games as numbers: what positions look like from each seat, and who won in the end."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from ttrn.boards import board
from ttrn.evaluation.features import features
from ttrn.hidden import PUBLIC, redact
from ttrn.play.series import FULL, Fixture, play_all, play_fixture
from ttrn.replays import replay

SEED: Final = "model 1"
"""Another seed plays other games."""
PLANNERS: Final = 0.4
"""The share of games in which only planners play; in the others everybody meets everybody."""
OTHERS: Final = ("planner", "planner", "planner", "greedy", "hoarder", "random")
MOMENTS: Final = 12
"""How often each game is looked at, in each view: positions of one game have one result, so other games tell more."""
GAMES: Final = 2400
"""So many games are learnt from on each board."""
MORE_GAMES: Final = {"cardgame": 4000}
"""Where luck is large and games are quick, more of them are worth their time."""
HELD_OUT: Final = 800
"""So many more are not: the model is measured by them."""
VIEWS: Final = (FULL, PUBLIC, "one")
"""By what a position is judged: all cards, what everybody sees, what one player sees besides."""


class Moment(NamedTuple):
    """A position: in which view, how far the game had come, and the features of all seats, one after the other."""

    view: str
    far: float
    rows: array[float]


class Played(NamedTuple):
    """A game: whether only planners played, the share of the win and the points of each seat, and some positions."""

    planners: bool
    won: tuple[float, ...]
    scores: tuple[int, ...]
    moments: list[Moment]


def fixtures(name: str, games: int) -> Iterator[Fixture]:
    """Give the games to be played on a board: all numbers of players take turns, from two on."""
    tables = board(name).tables
    sizes = range(max(2, tables.min_players), tables.max_players + 1)
    for number in range(games):
        rng = random.Random(f"{SEED} {name} {number}")  # noqa: S311  games, not secrets
        seats = sizes[number % len(sizes)]
        bots = ("planner",) * seats if rng.random() < PLANNERS else tuple(rng.choices(OTHERS, k=seats))
        yield Fixture(name, bots, f"{SEED} {number}")


def look(fixture: Fixture, *, everywhere: bool = False) -> Played:
    """Play a game and look at it: at the same turns with all cards and in one of the views, or in all of them."""
    on = board(fixture.board)
    match = play_fixture(fixture)
    rng = random.Random(f"{fixture.seed} {fixture.board} moments")  # noqa: S311  games, not secrets
    turns = len(match.game.turns)
    chosen = set(rng.sample(range(1, turns), min(MOMENTS, turns - 1)))
    seen_by = rng.choice([player.id for player in match.game.players])
    hidden = rng.choice(VIEWS[1:])
    moments: list[Moment] = []
    for view in VIEWS if everywhere else (FULL, hidden):
        observer = seen_by if view == VIEWS[2] else view
        game = match.game if view == FULL else redact(match.game, observer, board=on)
        for number, _, state in replay(game, on).steps():
            if number in chosen:
                rows = array("d", [value for row in features(state) for value in row])
                moments.append(Moment(view, number / turns, rows))
    winners = match.outcome.winners
    won = tuple([(seat in winners) / len(winners) for seat in range(len(fixture.bots))])
    scores = tuple([seat.total for seat in match.outcome.seats])
    return Played(set(fixture.bots) == {"planner"}, won, scores, moments)


def played(name: str) -> tuple[list[Played], list[Played]]:
    """Play games on a board, on all cores: the same ones each time. Return those to learn from, and the others.

    Those that are held out are looked at in every view: a model is measured by the same games in each.
    """
    games = MORE_GAMES.get(name, GAMES)
    wanted = list(fixtures(name, games + HELD_OUT))
    return (
        list(play_all(wanted[:games], look)),
        list(play_all(wanted[games:], partial(look, everywhere=True))),
    )
