"""Which moves are worth a thought: the planner's own, and those that the model of positions likes best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from statistics import fmean
from typing import Final

from ttrn.core.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawTickets,
    KeepTickets,
    LayCards,
    RidePassenger,
    TakeCard,
)
from ttrn.core.cards import COLORS, Counts
from ttrn.core.engine import apply
from ttrn.core.state import SETUP, State
from ttrn.evaluation import evaluate, has_model
from ttrn.play.redeal import fork
from ttrn.play.view import View

MANY: Final = 40
"""So many moves of one kind are looked at with the model at most."""


def shortlist(view: View, first: Action, worlds: Sequence[State], number: int) -> list[Action]:
    """Return so many moves to be compared at most, ``first`` at their head; ``worlds`` are possible for the view.

    Claims, cards to take and other moves take turns, each kind from its best one on.
    """
    kinds: dict[type[Action], list[Action]] = {}
    for action in distinct(view):
        if action != first:
            kinds.setdefault(type(action), []).append(action)
    # What a draw of tickets is worth cannot be seen before they are drawn, and most often it is little: they come last.
    draws = kinds.pop(DrawTickets, [])
    liked = [_ranked(view, actions[:MANY], worlds) for actions in kinds.values()]
    found = [first]
    for row in zip_longest(*liked, [None, *draws]):
        found += [action for action in row if action is not None]
    return found[:number]


def distinct(view: View) -> Iterator[Action]:
    """Return the legal moves that differ in more than which cards pay for them."""
    hand = view.hand
    claims: dict[tuple[type[Action], int], tuple[tuple[int, ...], Action]] = {}
    rides = any(isinstance(action, RidePassenger) for action in view.legal)
    draws = [action for action in view.legal if isinstance(action, DrawTickets)]
    yield from dict.fromkeys(draws[:1] + draws[len(draws) // 2 :][:1] + draws[-1:])
    for action in view.legal:
        if isinstance(action, (ClaimRoute, BuildStation)):
            place = action.route if isinstance(action, ClaimRoute) else action.city
            cost = _cost(hand, action.paid)
            key = (type(action), place)
            if key not in claims or cost < claims[key][0]:
                claims[key] = (cost, action)
        elif not isinstance(action, (RidePassenger, DrawTickets)):
            yield action
    yield from [action for _, action in claims.values()]
    if rides:
        # There are very many; the game knows which is best.
        yield from [ride for move in view.state.game.bots.moves if (ride := move(view, 0.0)) is not None]


def _cost(hand: Counts, paid: Sequence[int]) -> tuple[int, ...]:
    """Return by what a payment is worse than another: wild cards, then how scarce its colour is."""
    return sum(paid[COLORS:]), -max([hand[color] for color in range(COLORS) if paid[color]], default=0)


def _ranked(view: View, actions: list[Action], worlds: Sequence[State]) -> list[Action]:
    """Return moves of one kind, the best first: by the model, or plainly where there is none for this board."""
    if len(actions) < 2:
        return actions
    if has_model(view.board):
        values = [
            fmean([evaluate(_after(world, view, action)).win[view.seat] for world in worlds]) for action in actions
        ]
    else:
        values = [_plain(view, action) for action in actions]
    return [actions[place] for place in sorted(range(len(actions)), key=lambda place: (-values[place], place))]


def _after(world: State, view: View, action: Action) -> State:
    state = fork(world, view.rng)
    if state.phase != SETUP:
        apply(state, action)
    elif isinstance(action, KeepTickets):
        state.tickets[view.seat] += action.kept
    return state


def _plain(view: View, action: Action) -> float:
    routes, tickets = view.board.routes, view.board.tickets
    match action:
        case ClaimRoute(route):
            return routes[route].points
        case TakeCard(card):
            return view.hand[card] if card >= 0 else 0
        case KeepTickets(kept):
            return -sum([tickets[ticket].points for ticket in kept])
        case LayCards(cards):
            return sum(cards)
        case _:
            return 0
