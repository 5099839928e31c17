"""Simulated games for the tests of hidden information: played as people do, more or less."""

from __future__ import annotations

import random
from functools import cache

from ttrn.boards import board
from ttrn.core.actions import Action, ClaimRoute, LayCards, PayTunnel, RidePassenger, TakeCard
from ttrn.notation import GameRecord
from ttrn.play import play_random

BOARDS = ("usa", "europe", "marklin", "cardgame")


def as_people_do(rng: random.Random, actions: list[Action]) -> Action:
    """Claim often, draw cards otherwise, and do something else now and then."""
    claims: list[Action] = [a for a in actions if isinstance(a, ClaimRoute | LayCards | PayTunnel | RidePassenger)]
    if claims and rng.random() < 0.5:
        return rng.choice(claims)
    cards: list[Action] = [a for a in actions if isinstance(a, TakeCard)]
    if cards and rng.random() < 0.85:
        return rng.choice(cards)
    return rng.choice(actions)


@cache
def simulated(name: str, seed: int, players: int = 0, *, chance: bool = True) -> GameRecord:
    """Return the full record of a game; without a number of players the seed chooses it."""
    on = board(name)
    return play_random(on, players or 2 + seed % (on.tables.max_players - 1), seed, chance=chance, choose=as_people_do)
