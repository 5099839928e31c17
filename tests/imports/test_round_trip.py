"""Simulated games, logged as the site would and imported again, are the same games as far as each shape can tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import pytest

import ttrn
from tests.imports import shapes
from tests.imports.exporter import GENERATIONS, LEAKING, OLDEST, PRIVATE, REFERENCES, log_of
from tests.imports.games import NAMES, bare, choices, passes, played, routes_taken
from ttrn.boards import board
from ttrn.core.scoring import Outcome
from ttrn.imports import Imported, import_games
from ttrn.imports.anonymous import anonymous
from ttrn.notation.game import GameRecord
from ttrn.notation.records import AssertCount, Claim, Draw, Keep, Market, Pair, Reveal, Score, Turn

GAMES = [(name, players) for name in ("usa", "europe") for players in (2, 3, 4, 5)]
VIEWER = 1
"""The seat that saves the in-game history."""


class Shape(NamedTuple):
    """A shape of logs: how it is made, and what it tells."""

    make: Callable[[list[dict[str, object]], tuple[str, ...]], bytes]
    market: bool
    turned: bool
    blind: tuple[int, ...]
    view: str


SHAPES = {
    "archive": Shape(shapes.archive, market=True, turned=True, blind=(0, 1, 2, 3, 4), view="full"),
    "old-archive": Shape(
        lambda packets, names: shapes.archive(packets, names, old=True), True, True, (0, 1, 2, 3, 4), "full"
    ),
    "history": Shape(lambda packets, _: shapes.history(packets, VIEWER), False, False, (VIEWER,), "the viewer"),
    "text": Shape(lambda packets, _: shapes.text(packets), False, False, (0, 1, 2, 3, 4), "full"),
}

TOLD_IN = {"archive": GENERATIONS, "old-archive": (OLDEST, LEAKING)}
"""In which generations a shape tells everything that it can."""

CASES = [
    pytest.param(
        name,
        players,
        shape,
        generation,
        id=f"{name}-{players}p-{shape}-{generation}",
        marks=pytest.mark.xdist_group(f"log of {name} {players}"),  # one process reads a log, for all tests of it
    )
    for name, players in GAMES
    for shape in SHAPES
    for generation in GENERATIONS
    # The oldest logs name neither the cards that lay face up nor the tunnels that were given up, but in their archive.
    if generation in TOLD_IN.get(shape, (LEAKING, PRIVATE, REFERENCES))
]


@cache
def imported(name: str, players: int, shape: str, generation: int) -> Imported:
    packets = log_of(played(name, players, players), NAMES[:players], generation)
    return import_games("bga", shape, SHAPES[shape].make(packets, NAMES[:players]))


@cache
def simulated(name: str, players: int) -> GameRecord:
    """Return a simulated game with the ids that an anonymous record has."""
    return anonymous(played(name, players, players))


def explicit(game: GameRecord) -> list[Turn]:
    """Return the turns with the track of each route as the game took it, without what no log tells of tickets."""
    taken = routes_taken(game)
    return [
        bare(turn, route, market=True, turned=True, blind=True) for turn, route in zip(game.turns, taken, strict=True)
    ]


@pytest.mark.parametrize(("name", "players", "shape", "generation"), CASES)
def test_the_same_game(name: str, players: int, shape: str, generation: int) -> None:
    original = simulated(name, players)
    tells = SHAPES[shape]
    found = imported(name, players, shape, generation)
    assert not found.problems
    (game,) = found.games
    assert [player.name for player in game.players] == list(NAMES[:players])
    assert ttrn.check(game) == ()
    assert game.tags["View"] == (game.players[VIEWER].id if tells.view == "the viewer" else tells.view)
    again = anonymous(game)
    wanted = [
        bare(
            turn,
            route,
            market=tells.market,
            turned=tells.turned,
            blind=[player.id for player in original.players].index(turn.player) in tells.blind,
        )
        for turn, route in zip(original.turns, routes_taken(original), strict=True)
    ]
    if shape == "text" or (shape, generation) == ("history", REFERENCES):
        # Where a log gives no number it does not tell which of two gray tracks it was: they may be the other way round.
        wanted, turns = [[_trackless(turn) for turn in many] for many in (wanted, explicit(again))]
    else:
        turns = explicit(again)
    assert [_without_payment(turn) for turn in turns] == [_without_payment(turn) for turn in wanted]


def _trackless(turn: Turn) -> Turn:
    if isinstance(turn.action, Claim):
        return replace(turn, action=replace(turn.action, route=replace(turn.action.route, number=0)))
    return turn


def _without_payment(turn: Turn) -> Turn:
    """Leave out the direction in which a route that was given up is named."""
    if isinstance(turn.action, Claim) and turn.action.given_up:
        ends = sorted((turn.action.route.a, turn.action.route.b))
        return replace(turn, action=replace(turn.action, route=Pair(ends[0], ends[1])))
    return turn


@pytest.mark.parametrize(("name", "players", "shape", "generation"), CASES)
def test_the_same_end(name: str, players: int, shape: str, generation: int) -> None:
    original = simulated(name, players)
    (game,) = imported(name, players, shape, generation).games
    again = anonymous(game)
    (score,) = [entry for entry in again.entries if isinstance(entry, Score)]
    assert [replace(score, comment=None)] == [entry for entry in original.entries if isinstance(entry, Score)]
    outcome = settled(original)
    lengths = [entry.value for entry in again.entries if isinstance(entry, AssertCount)]
    assert lengths == [seat.path.length for seat in outcome.seats]
    shown = {entry.player: set(entry.tickets) for entry in again.entries if isinstance(entry, Reveal)}
    tickets = board(name).tickets
    held = [{_pair(name, tickets[result.ticket].index) for result in seat.tickets} for seat in outcome.seats]
    assert list(shown.values()) == held


@cache
def settled(game: GameRecord) -> Outcome:
    return ttrn.replay(game).outcome


def _pair(name: str, index: int) -> Pair:
    found = board(name)
    ticket = found.tickets[index]
    return Pair(found.cities[ticket.a].code, found.cities[ticket.b].code)


@pytest.mark.parametrize(("name", "players", "shape", "generation"), CASES)
def test_tickets_are_where_they_were_kept(name: str, players: int, shape: str, generation: int) -> None:
    original = simulated(name, players)
    (game,) = imported(name, players, shape, generation).games
    known = 0
    for (kept, returned), (wanted, back) in zip(choices(game), choices(original), strict=True):
        assert (len(kept), len(returned)) == (len(wanted), len(back))
        pairs = [ticket for ticket in kept if isinstance(ticket, Pair)]
        assert set(pairs) <= set(wanted)
        assert {ticket for ticket in returned if isinstance(ticket, Pair)} <= set(back)
        known += len(pairs)
        if "archive" in shape:
            assert (set(kept), set(returned)) == (set(wanted), set(back))
    if shape == "history" and generation == REFERENCES:
        # The viewer's own tickets are in the newest histories.
        assert known


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_first_market_is_what_was_taken_from_it(name: str, players: int) -> None:
    (game,) = imported(name, players, "archive", REFERENCES).games
    (market,) = [entry for entry in game.entries if isinstance(entry, Market)]
    (dealt,) = [entry for entry in played(name, players, players).entries if isinstance(entry, Market)]
    first = dealt.flushes[-1] if dealt.flushes else dealt.cards
    assert all(told in ("?", card) for told, card in zip(market.cards, first, strict=True))
    assert set(market.cards) != {"?"}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_line_of_play_has_its_move(shape: str) -> None:
    (game,) = imported("europe", 4, shape, REFERENCES).games
    moves = []
    for entry in game.entries:
        if isinstance(entry, Turn | Keep | Reveal | AssertCount | Score):
            assert entry.comment
            assert entry.comment.text.startswith("move ")
        if isinstance(entry, Turn):
            assert entry.comment
            moves.append(int(entry.comment.text.split()[1].split("-")[0].rstrip(",")))
    assert moves == sorted(set(moves))


@pytest.mark.parametrize("name", ["usa", "europe"])
@pytest.mark.parametrize("shape", ["history", "text"])
def test_the_oldest_logs_are_imported_as_far_as_they_tell(name: str, shape: str) -> None:
    original = simulated(name, 3)
    (game,) = imported(name, 3, shape, OLDEST).games
    assert len(game.turns) == len(original.turns)
    assert [type(turn.action) for turn in game.turns if isinstance(turn.action, Draw)] == [
        Draw for turn in original.turns if isinstance(turn.action, Draw)
    ]
    assert ttrn.check(game) == ()


def test_the_games_have_what_is_to_be_tested() -> None:
    turns = [turn for name, players in GAMES for turn in played(name, players, players).turns]
    claims = [turn.action for turn in turns if isinstance(turn.action, Claim)]
    takes = [take for turn in turns if isinstance(turn.action, Draw) for take in turn.action.takes]
    assert any(claim.surcharge for claim in claims)
    assert any(claim.given_up for claim in claims)
    assert any(claim.turned and not claim.surcharge and not claim.given_up for claim in claims)
    assert any(take.flushes for take in takes)
    assert any(type(turn.action).__name__ == "Station" for turn in turns)
    assert any(len(claim.paid) > claim.paid.count("L") > 0 for claim in claims)
    assert not any(passes(played(name, players, players)) for name, players in GAMES)
