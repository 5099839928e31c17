"""What a position looks like from each seat, in numbers: the features that the model weighs.

Those of what everybody sees come first, then those of hand and tickets, which are 0 for a seat of which something is
unknown (``known`` says so). A game may add to both. What is said of a seat is often said twice: as it is, and as its
lead over the best of the others. What tickets come to is said of every seat: where they are hidden, what they are
likely to.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.core.cards import COLORS, LOCOMOTIVE, UNKNOWN
from ttrn.core.open_routes import FEW_PLAYERS
from ttrn.core.state import State
from ttrn.core.valuing import Signs
from ttrn.evaluation.guesses import Tickets, likely_tickets
from ttrn.evaluation.plans import NO_PLAN, TURN, Means, Plan, built, cards_for, plan
from ttrn.registry import find_game

SHOWN: Final = ("seats", "wait", "turns", "last turns", "fewest trains", "seen locomotives")
COMPARED: Final = (
    "score",
    "haste",
    "tickets",
    "guess",
    "trains",
    "cards",
    "seen cards",
    "most seen of a colour",
    "colours seen",
    "routes",
    "points per train",
    "trains per turn",
    "other turns",
    "longest path",
    "parts",
    "largest part",
    "cities",
    "joined",
    "reach",
    "done",
    "complete",
    "open",
    "away",
    "beyond",
    "now",
    "worth",
)
HELD: Final = (
    "known",
    "dear",
    "lost",
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
BETWEEN: Final = ("contested", "behind")

USUAL: Final = 7.0
"""What a ticket that nobody has seen is taken to bring."""


DRAWN: Final = 1.3
"""How many cards a player draws a turn who builds too, on average."""
ROUTE: Final = 2.5
"""How many trains a route takes, on average."""


@lru_cache(maxsize=64)
def names_of(board: Board) -> tuple[str, ...]:
    """Return the names of the features of a board's positions."""
    valuing = find_game(board.rules).valuing
    return (
        *SHOWN,
        *_twice(COMPARED),
        *_names(valuing.public),
        *HELD,
        *BETWEEN,
        *_names(valuing.private),
    )


def _twice(names: tuple[str, ...]) -> list[str]:
    return [*names, *[f"{name} lead" for name in names]]


def _names(groups: tuple[Signs, ...]) -> list[str]:
    return [name for signs in groups for name in (_twice(signs.names) if signs.compared else signs.names)]


class _Seat(NamedTuple):
    """What is reckoned of a seat before seats are compared."""

    shown: list[float]
    compared: list[float]
    held: list[float]
    plan: Plan


def knows(state: State, seat: int) -> bool:
    """Return whether a seat's hand and tickets are known, so that its plan is."""
    return not state.hands[seat][UNKNOWN] and not any(state.unknown_tickets[seat])


def features(state: State) -> list[list[float]]:
    """Return the features of a position, for each seat."""
    valuing = state.game.valuing
    turns = valuing.turns(state)
    owners = tuple(state.owners)
    known = [knows(state, seat) for seat in range(state.seats)]
    seats = [_seat(state, seat, owners, turns, known=known[seat]) for seat in range(state.seats)]
    ahead = leads([own.compared for own in seats])
    public = _signs(state, valuing.public, [True] * state.seats)
    private = _signs(state, valuing.private, known)
    rows: list[list[float]] = []
    for number, own in enumerate(seats):
        between = _between(seats, number) if known[number] else [0.0] * len(BETWEEN)
        rows.append([*own.shown, *own.compared, *ahead[number], *public[number], *own.held, *between, *private[number]])
    return rows


def leads(rows: list[list[float]]) -> list[list[float]]:
    """Return by how much each seat is ahead of the best of the others in each respect."""
    if len(rows) < 2:
        return [[0.0] * len(row) for row in rows]
    found: list[list[float]] = [[] for _ in rows]
    for values in zip(*rows, strict=True):
        *_, second, first = sorted(values)
        for value, lead in zip(values, found, strict=True):
            lead.append(value - (second if value == first else first))
    return found


def _signs(state: State, groups: tuple[Signs, ...], asked: list[bool]) -> list[list[float]]:
    """Return what a game tells of each seat that is asked for, 0 of others; leads only where everybody is."""
    found: list[list[float]] = [[] for _ in asked]
    for signs in groups:
        nothing = [0.0] * len(signs.names)
        rows = [signs.of(state, seat) if ask else nothing for seat, ask in enumerate(asked)]
        ahead = leads(rows) if signs.compared and all(asked) else [nothing] * len(asked)
        for row, own, lead in zip(found, rows, ahead, strict=True):
            row.extend(own)
            if signs.compared:
                row.extend(lead)
    return found


def _between(seats: list[_Seat], number: int) -> list[float]:
    """Return how many routes of a seat's plan others plan too, and how many seats are worth more."""
    own, worth = seats[number], COMPARED.index("worth")
    others = [other for place, other in enumerate(seats) if place != number]
    wanted = {route for other in others for route in other.plan.routes}
    contested = sum([route in wanted for route in own.plan.routes])
    return [float(contested), float(sum([other.compared[worth] > own.compared[worth] for other in others]))]


def _seat(state: State, seat: int, owners: tuple[int, ...], turns: float, *, known: bool) -> _Seat:
    """Reckon what one seat has."""
    valuing = state.game.valuing
    owned = tuple([route for route, owner in enumerate(owners) if owner == seat])
    mine = built(state.board, owned)
    hand, trains = state.hands[seat], state.trains[seat]
    cards, colors = sum(hand), hand[:COLORS]
    taken = (state.number - 2 - seat) // state.seats + 1
    shown = [
        float(state.seats),
        float((seat - state.seat) % state.seats),
        turns,
        float(state.last_turns),
        float(min(state.trains)),
        float(hand[LOCOMOTIVE]),
    ]
    score = valuing.worth(state, seat)
    number = len(state.tickets[seat]) + sum(state.unknown_tickets[seat])
    guess = score + USUAL * number
    if known:
        means = Means(tuple(state.tickets[seat]), trains, tuple(hand[: LOCOMOTIVE + 1]))
        own = plan(state.board, owners, seat, means, few=state.seats <= FEW_PLAYERS)
        tickets = Tickets(own.done, own.complete, own.planned, own.trains, own.dear + own.lost)
        held, hopes = _held(state, seat, own, turns)
        if valuing.hopes is not None:
            hopes = valuing.hopes(state, seat)
    else:
        own, held = NO_PLAN, [0.0] * len(HELD)
        tickets = likely_tickets(state, seat, owned)
        time = tickets.away / ROUTE + max(0.0, tickets.away - cards) / 2
        hopes = tickets.done - tickets.beyond + tickets.open * (2 * _likely(turns - time) - 1)
        if not owners:
            hopes = guess - score
    compared = [
        score,
        -(max(0, trains - 2 - cards) / 1.5 + min(max(0, trains - 2), cards) / 4),
        float(number),
        guess,
        float(trains),
        float(cards),
        float(cards - hand[UNKNOWN]),
        float(max(colors)),
        float(COLORS - colors.count(0)),
        float(mine.routes),
        state.scores[seat] / max(1, mine.trains),
        mine.trains / max(1, taken),
        taken - mine.routes - (cards + mine.trains - state.board.tables.dealt_cards) / 2,
        float(mine.longest),
        float(mine.parts),
        float(mine.largest),
        float(mine.cities),
        float(mine.joined),
        min(trains, cards + turns * DRAWN),
        *[float(value) for value in tickets],
        score + tickets.done - tickets.open - tickets.beyond,
        score + hopes,
    ]
    return _Seat(shown, compared, held, own)


def _likely(slack: float) -> float:
    """Return how likely something is to be built with so many turns to spare."""
    return 1.0 if slack >= 2 else 0.0 if slack < -2 else (slack + 2) / 4


def _held(state: State, seat: int, own: Plan, turns: float) -> tuple[list[float], float]:
    """Return the features of hand and tickets, and what the tickets and trains will bring, roughly."""
    cards = cards_for(state, state.hands[seat], own.routes)
    time = len(own.routes) + cards.missing / 2
    slack = turns - time
    spare = state.trains[seat] - own.trains
    market = 0
    if cards.missing:
        market = sum([min(state.market[kind], cards.wanted[kind]) for kind in range(COLORS)])
    likely = _likely(slack)
    hopes = own.done - own.lost - own.dear + own.planned * (2 * likely - 1) + own.points * likely
    hopes += min(max(0.0, slack), spare) * TURN / 2
    held = [
        1.0,
        float(own.dear),
        float(own.lost),
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
