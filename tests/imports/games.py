"""Simulated games as people play them on the site, and what of them a log can tell."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from ttrn.boards import board
from ttrn.core.actions import Action, BuildStation, ClaimRoute, PayTunnel
from ttrn.core.cards import LOCOMOTIVE
from ttrn.core.state import NOBODY
from ttrn.notation.game import GameRecord
from ttrn.notation.records import Claim, Draw, Keep, Pair, Pass, Take, TakeTickets, Turn, UnknownTicket, WrittenTicket
from ttrn.play import play_random
from ttrn.replays import replay

NAMES = ("Ann Smith", "b\u00f6b-1", "Кот", "takes 3", "ann smith")
"""Names as people have them: with blanks, dashes and verbs, in other letters, nearly the same."""


def as_on_the_site(rng: random.Random, actions: list[Action]) -> Action:
    """Choose at random, and pay as the site does: colours before locomotives, or locomotives alone."""
    least: dict[tuple[object, ...], int] = {}
    for action in actions:
        if isinstance(action, ClaimRoute | PayTunnel | BuildStation):
            least[_way(action)] = min(least.get(_way(action), 99), action.paid[LOCOMOTIVE])
    fit = [
        action
        for action in actions
        if not isinstance(action, ClaimRoute | PayTunnel | BuildStation)
        or action.paid[LOCOMOTIVE] == least[_way(action)]
    ]
    claims = [action for action in fit if isinstance(action, ClaimRoute | PayTunnel)]
    return rng.choice(claims if claims and rng.random() < 0.2 else fit)


def _way(action: ClaimRoute | PayTunnel | BuildStation) -> tuple[object, ...]:
    """Return what was claimed and with which colour; locomotives alone are a way of their own."""
    color = next((kind for kind in range(LOCOMOTIVE) if action.paid[kind]), LOCOMOTIVE)
    if isinstance(action, PayTunnel):
        return ("tunnel",)
    return (getattr(action, "route", None), getattr(action, "city", None), color)


@cache
def played(name: str, players: int, seed: int) -> GameRecord:
    """Return a whole game; the same each time."""
    return play_random(board(name), players, seed, choose=as_on_the_site)


@cache
def routes_taken(game: GameRecord) -> list[Pair | None]:
    """Return the route of each turn with its track, nothing for turns that claim none."""
    found = board(game.board)
    timeline = replay(game)
    owned: set[int] = set()
    pairs: list[Pair | None] = []
    for _, _, state in timeline.steps():
        now = {route for route, owner in enumerate(state.owners) if owner != NOBODY}
        new = [found.routes[route] for route in now - owned]
        owned = now
        pairs.append(Pair(found.cities[new[0].a].code, found.cities[new[0].b].code, new[0].track) if new else None)
    return pairs


def bare(turn: Turn, route: Pair | None, *, market: bool, turned: bool, blind: bool) -> Turn:
    """Return a turn without its comment, the track told as the game tells it, and without what a log leaves out."""
    action = turn.action
    match action:
        case Draw(takes):
            action = Draw(tuple([_take(take, market=market, blind=blind) for take in takes]))
        case Claim() if action.given_up:
            paid = action.paid if set(action.paid) == {"L"} else "?" * len(action.paid)
            action = replace(action, paid=paid, route=replace(action.route, number=0))
        case Claim() if route is not None:
            # Of a surcharge the site tells only how it was paid together with the rest.
            cards = "".join(sorted(action.paid + action.surcharge, key=lambda card: card == "L"))
            length = len(action.paid)
            action = replace(action, route=route, paid=cards[:length], surcharge=cards[length:])
        case TakeTickets():
            action = TakeTickets(unseen(action.kept), unseen(action.returned))
        case _:
            pass
    if isinstance(action, Claim) and not turned:
        action = replace(action, turned="?" * len(action.turned))
    refill = turn.refill if market else None
    return Turn(turn.player, action, refill)


def unseen(tickets: tuple[WrittenTicket, ...]) -> tuple[WrittenTicket, ...]:
    return (UnknownTicket(),) * len(tickets)


def _take(take: Take, *, market: bool, blind: bool) -> Take:
    if take.blind:
        return take if blind else Take("?", blind=True)
    if market:
        return take
    flushes = ("?????",) * len(take.flushes)
    return Take(take.card, replacement="?" if flushes else None, flushes=flushes)


def choices(game: GameRecord) -> list[tuple[tuple[WrittenTicket, ...], tuple[WrittenTicket, ...]]]:
    """Return the tickets kept and returned at each choice, in order; those at the start by seat."""
    order = [player.id for player in game.players]
    keeps = [entry for entry in game.entries if isinstance(entry, Keep)]
    keeps.sort(key=lambda keep: order.index(keep.player))
    found = [(keep.kept, keep.returned) for keep in keeps]
    return found + [
        (turn.action.kept, turn.action.returned) for turn in game.turns if isinstance(turn.action, TakeTickets)
    ]


def passes(game: GameRecord) -> int:
    return sum(isinstance(turn.action, Pass) for turn in game.turns)
