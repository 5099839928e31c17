"""What a position looks like from each seat, in numbers: the features that the model weighs.

Those of what everybody sees come first, then those of hand and tickets, which are 0 for a seat of which something is
unknown (``known`` says so). A game may add to both. What is said of a seat is often said twice: as it is, and as its
lead over the best of the others.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.core.cards import COLORS, LOCOMOTIVE, UNKNOWN
from ttrn.core.open_routes import FEW_PLAYERS
from ttrn.core.state import State
from ttrn.evaluation.plans import NO_PLAN, TURN, Means, Plan, built, cards_for, plan
from ttrn.registry import find_game

SHOWN: Final = (
    "seats",
    "wait",
    "turns",
    "last turns",
    "fewest trains",
    "trains",
    "cards",
    "seen locomotives",
    "routes",
    "points per train",
    "trains per turn",
    "parts",
)
COMPARED: Final = ("score", "haste", "tickets", "longest path", "joined", "guess")
HELD: Final = (
    "known",
    "locomotives",
    "most of a colour",
    "colours",
    "done",
    "complete",
    "planned",
    "dear",
    "lost",
    "plan trains",
    "plan routes",
    "plan points",
    "missing",
    "ready",
    "useful",
    "time",
    "slack",
    "spare trains",
    "market",
)
HELD_COMPARED: Final = ("now", "worth")
BETWEEN: Final = ("contested", "behind")

USUAL: Final = 7.0
"""What a ticket that nobody has seen is taken to bring."""


@lru_cache(maxsize=64)
def names_of(board: Board) -> tuple[str, ...]:
    """Return the names of the features of a board's positions."""
    valuing = find_game(board.rules).valuing
    return (
        *SHOWN,
        *_twice(COMPARED),
        *[name for signs in valuing.public for name in signs.names],
        *HELD,
        *_twice(HELD_COMPARED),
        *BETWEEN,
        *[name for signs in valuing.private for name in signs.names],
    )


def _twice(names: tuple[str, ...]) -> list[str]:
    return [*names, *[f"{name} lead" for name in names]]


class _Seat(NamedTuple):
    """What is reckoned of a seat before seats are compared."""

    shown: list[float]
    compared: list[float]
    public: list[float]
    held: list[float]
    held_compared: list[float]
    private: list[float]
    plan: Plan


def knows(state: State, seat: int) -> bool:
    """Return whether a seat's hand and tickets are known, so that its plan is."""
    return not state.hands[seat][UNKNOWN] and not any(state.unknown_tickets[seat])


def features(state: State) -> list[list[float]]:
    """Return the features of a position, for each seat."""
    turns = state.game.valuing.turns(state)
    owners = tuple(state.owners)
    seats = [_seat(state, seat, owners, turns) for seat in range(state.seats)]
    rows: list[list[float]] = []
    for number, own in enumerate(seats):
        others = [other for place, other in enumerate(seats) if place != number]
        held_lead = _leads(own.held_compared, [other.held_compared for other in others])
        known = own.held[0] > 0
        between = _between(own, others) if known else [0.0] * len(BETWEEN)
        rows.append(
            [
                *own.shown,
                *own.compared,
                *_leads(own.compared, [other.compared for other in others]),
                *own.public,
                *own.held,
                *(own.held_compared if known else [0.0] * len(HELD_COMPARED)),
                *(held_lead if known else [0.0] * len(HELD_COMPARED)),
                *between,
                *own.private,
            ]
        )
    return rows


def _leads(own: list[float], others: list[list[float]]) -> list[float]:
    """Return by how much a seat is ahead of the best of the others in each respect."""
    if not others:
        return [0.0] * len(own)
    return [mine - max(theirs) for mine, *theirs in zip(own, *others, strict=True)]


def _between(own: _Seat, others: list[_Seat]) -> list[float]:
    """Return how many routes of a plan others plan too, and how many seats are worth more."""
    wanted = {route for other in others for route in other.plan.routes}
    contested = sum([route in wanted for route in own.plan.routes])
    return [float(contested), float(sum([other.held_compared[1] > own.held_compared[1] for other in others]))]


def _seat(state: State, seat: int, owners: tuple[int, ...], turns: float) -> _Seat:
    """Reckon what one seat has."""
    valuing = state.game.valuing
    mine = built(state.board, tuple([route for route, owner in enumerate(owners) if owner == seat]))
    trains, cards = state.trains[seat], sum(state.hands[seat])
    shown = [
        float(state.seats),
        float((seat - state.seat) % state.seats),
        turns,
        float(state.last_turns),
        float(min(state.trains)),
        float(trains),
        float(cards),
        float(state.hands[seat][LOCOMOTIVE]),
        float(mine.routes),
        state.scores[seat] / max(1, mine.trains),
        mine.trains * state.seats / max(1.0, state.number - 1.0),
        float(mine.parts),
    ]
    score = valuing.worth(state, seat)
    tickets = len(state.tickets[seat]) + sum(state.unknown_tickets[seat])
    haste = -(max(0, trains - 2 - cards) / 1.5 + min(max(0, trains - 2), cards) / 4)
    guess = score + USUAL * tickets
    compared = [score, haste, float(tickets), float(mine.longest), float(mine.joined), guess]
    public: list[float] = []
    for signs in valuing.public:
        public += signs.of(state, seat)
    private: list[float] = []
    if not knows(state, seat):
        for signs in valuing.private:
            private += [0.0] * len(signs.names)
        return _Seat(shown, compared, public, [0.0] * len(HELD), [guess, guess], private, NO_PLAN)
    for signs in valuing.private:
        private += signs.of(state, seat)
    means = Means(tuple(state.tickets[seat]), trains, tuple(state.hands[seat][: LOCOMOTIVE + 1]))
    own = plan(state.board, owners, seat, means, few=state.seats <= FEW_PLAYERS)
    held, hopes = _held(state, seat, own, turns)
    if valuing.hopes is not None:
        hopes = valuing.hopes(state, seat)
    now = score + own.done - own.planned - own.dear - own.lost
    return _Seat(shown, compared, public, held, [now, score + hopes], private, own)


def _held(state: State, seat: int, own: Plan, turns: float) -> tuple[list[float], float]:
    """Return the features of hand and tickets, and what the tickets and trains will bring, roughly."""
    hand = state.hands[seat]
    cards = cards_for(state, hand, own.routes)
    time = len(own.routes) + cards.missing / 2
    slack = turns - time
    spare = state.trains[seat] - own.trains
    market = 0
    if cards.missing:
        market = sum([min(state.market[kind], cards.wanted[kind]) for kind in range(COLORS)])
    likely = 1.0 if slack >= 2 else 0.0 if slack < -2 else (slack + 2) / 4
    hopes = own.done - own.lost - own.dear + own.planned * (2 * likely - 1) + own.points * likely
    hopes += min(max(0.0, slack), spare) * TURN / 2
    colors = hand[:COLORS]
    held = [
        1.0,
        float(hand[LOCOMOTIVE]),
        float(max(colors)),
        float(COLORS - colors.count(0)),
        float(own.done),
        float(own.complete),
        float(own.planned),
        float(own.dear),
        float(own.lost),
        float(own.trains),
        float(len(own.routes)),
        float(own.points),
        float(cards.missing),
        float(cards.ready),
        float(own.trains - cards.missing),
        time,
        slack,
        float(spare),
        float(market),
    ]
    return held, hopes
