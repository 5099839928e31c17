"""Games that one observer cannot tell apart have the same redaction, to the byte, whatever else is in their records."""

from __future__ import annotations

import random

import pytest

from tests.hidden.games import BOARDS, simulated
from tests.hidden.hostile import Hostile, from_deck, from_position, truth, up_to
from ttrn.boards import board
from ttrn.hidden import PUBLIC, judge, redact
from ttrn.notation import GameRecord, dumps
from ttrn.notation.records import Deal, Keep, Reveal, Score, Tag, Turn

TABLES = [(name, players) for name in BOARDS for players in range(2, board(name).tables.max_players + 1)]
ROUNDS = 3
"""How many pairs are made of the beginnings of each game, with one end, for each observer."""


def test_there_are_five_hundred_pairs() -> None:
    assert sum([(players + 1) * (2 * ROUNDS + 2) for _, players in TABLES]) >= 500


def plain(game: GameRecord) -> GameRecord:
    """Return a record without its tags but for the board."""
    return GameRecord(tuple([entry for entry in game.entries if not isinstance(entry, Tag) or entry.name == "Game"]))


def twin_of(game: GameRecord, observer: str) -> GameRecord:
    """Return a game that the observer cannot tell from this one: some deal that makes possible what they saw."""
    judged = judge(redact(game, observer))
    return plain(judged.witness.game) if judged.witness else game


def spoiled(games: tuple[GameRecord, GameRecord], observer: str, seed: str, *, going_on: bool) -> list[GameRecord]:
    """Return two games that an observer cannot tell apart with hostile lines, alike in what everybody could see.

    ``going_on`` is whether they are not over. One may have more turns than the other.
    """
    found: list[GameRecord] = []
    fewest = min([len(game.turns) for game in games])
    for number, game in enumerate(games):
        shared, own = random.Random(seed), random.Random(f"{seed} {number}")
        record, facts = game, truth(game)
        begins = shared.choice(("deal", "deck", "position"))
        if begins == "deck":
            record = from_deck(game, own)
        elif begins == "position":
            turns = shared.randrange(fewest)
            record, facts = from_position(game, turns), facts[turns:]
        found.append(Hostile(observer, shared, own).record(record, facts, going_on=going_on))
    return found


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_twins_have_the_same_redaction(name: str, players: int) -> None:
    game = plain(simulated(name, players, players))
    rng = random.Random(f"{name} {players}")
    differ = pairs = 0
    for observer in (PUBLIC, *[player.id for player in game.players]):
        begun = up_to(game, rng.randrange(2, len(game.turns)))
        for one, rounds in ((begun, 2 * ROUNDS), (game, 2)):
            going_on = one is begun
            twin = twin_of(one, observer)
            differ += lines(twin) != lines(one)
            for number in range(rounds):
                # Every other time one of them goes on after the turn at which the redaction ends.
                longer = number % 2 == 1
                games = (game if longer else one, twin)
                a, b = spoiled(games, observer, f"{name} {observer} {number}", going_on=going_on)
                until = b.first_turn - 1 + rng.randrange(len(b.turns)) if longer else None
                seen = redact(a, observer, until=until)
                assert dumps(seen) == dumps(redact(b, observer, until=until)), (observer, until, number)
                ended = not going_on and until is None
                assert any(isinstance(entry, Score | Reveal) for entry in seen.entries) == ended
                pairs += 1
    assert pairs == (players + 1) * (2 * ROUNDS + 2)
    assert differ >= 0.8 * 2 * (players + 1)


def lines(game: GameRecord) -> list[object]:
    """Return the lines in which twins may differ."""
    return [entry for entry in game.entries if isinstance(entry, Deal | Keep | Turn)]
