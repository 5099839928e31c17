"""How a seat stands without a map: what its tickets get from the track, from the railyard and from the hand."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ttrn.boards import Board
from ttrn.core.cards import COLORS, KINDS, LOCOMOTIVE, Counts
from ttrn.core.state import State
from ttrn.core.valuing import Signs, Valuing
from ttrn.games.cardgame.railyards import railyards, yard_cards
from ttrn.games.cardgame.scoring import TWO_SCORINGS, big_cities_of
from ttrn.games.cardgame.spending import missing, wanted

PACE: Final = 1.4
"""How many cards a player draws a turn, on average."""

ON_TRACK: Final = 3.0
"""What a card on the track brings, where nobody knows the tickets."""

IN_YARD: Final = 2.0
"""What a card in the railyard brings then: it may be robbed."""


def turns(state: State) -> float:
    """Guess how many turns each player has; of two decks the second one is as large as what is not in a hand."""
    if not state.seats:
        return 0.0
    to_come = 0.0
    if state.seats >= TWO_SCORINGS and railyards(state).round == 1:
        to_come = (state.board.tables.deck_size - state.deck_size) * 0.7 / (PACE * state.seats)
    if state.last_turns >= 0:
        return state.last_turns / state.seats + to_come
    return state.deck_size / (PACE * state.seats) + 1 + to_come


def worth(state: State, seat: int) -> float:
    """Return the points of a seat, with a guess at what its cards on the table bring."""
    yards = railyards(state)
    return (
        state.scores[seat] + ON_TRACK * sum(yards.stacks[seat]) + IN_YARD * sum([row.size for row in yards.rows[seat]])
    )


def on_the_table(state: State, seat: int) -> list[float]:
    """Return what lies before a seat, and how far the deck is."""
    yards = railyards(state)
    stack, rows = yards.stacks[seat], yards.rows[seat]
    served = sum([len(big_cities_of(state.board, spent.ticket)) for spent in yards.done[seat]])
    return [
        float(sum(stack)),
        float(stack[LOCOMOTIVE]),
        float(sum([number > 0 for number in stack[:COLORS]])),
        float(sum([row.size for row in rows])),
        float(len(rows)),
        float(max([row.size for row in rows], default=0)),
        float(yards.round),
        float(state.deck_size),
        float(len(yards.done[seat])),
        float(served),
    ]


@lru_cache(maxsize=16_384)
def completed(board: Board, cards: tuple[int, ...], tickets: tuple[int, ...]) -> tuple[int, int, int]:
    """Return what tickets bring with some cards, the cheapest first: points of those paid, of the others, and cards."""
    left, wild = list(cards[:COLORS]), cards[LOCOMOTIVE]
    paid = unpaid = short = 0
    order = [(-board.tickets[t].points / (1 + missing(left, wanted(board, t)[:COLORS])), t) for t in tickets]
    for _, ticket in sorted(order):
        wants = wanted(board, ticket)[:COLORS]
        need = missing(left, wants)
        if need <= wild:
            wild -= need
            left = [max(0, have - want) for have, want in zip(left, wants, strict=True)]
            paid += board.tickets[ticket].points
        else:
            unpaid += board.tickets[ticket].points
            short += need - wild
    return paid, unpaid, short


def _piles(state: State, seat: int) -> tuple[Counts, Counts, Counts]:
    """Return the cards on the track, those with the railyard, and those with the hand besides."""
    yards = railyards(state)
    track = yards.stacks[seat]
    laid = [a + b for a, b in zip(track, yard_cards(yards.rows[seat]), strict=True)]
    return track, laid, [a + b for a, b in zip(laid, state.hands[seat], strict=True)]


def of_tickets(state: State, seat: int) -> list[float]:
    """Return what the tickets get from the track, with the railyard, and with the hand."""
    tickets = tuple(state.tickets[seat])
    found: list[float] = []
    for cards in _piles(state, seat):
        paid, unpaid, short = completed(state.board, tuple(cards[:KINDS]), tickets)
        found += [float(paid), float(unpaid), float(short)]
    cities = sum([len(big_cities_of(state.board, ticket)) for ticket in tickets])
    return [*found, float(cities)]


def hopes(state: State, seat: int) -> float:
    """Return what the tickets will bring: with the hand as long as there is time to lay it."""
    tickets = tuple(state.tickets[seat])
    _, laid, held = _piles(state, seat)
    late = completed(state.board, tuple(laid), tickets)
    early = completed(state.board, tuple(held), tickets)
    share = min(1.0, turns(state) / 6)
    now, then = late[0] - late[1], early[0] - 0.5 * early[1]
    return now + share * (then - now) - worth(state, seat) + state.scores[seat]


VALUING: Final = Valuing(
    turns=turns,
    worth=worth,
    hopes=hopes,
    public=(
        Signs(
            (
                "on the track",
                "locomotives on the track",
                "colours on the track",
                "in the railyard",
                "rows",
                "longest row",
                "round",
                "deck",
                "done before",
                "cities before",
            ),
            on_the_table,
        ),
    ),
    private=(
        Signs(
            (
                "paid by the track",
                "unpaid by the track",
                "track lacks",
                "paid with the railyard",
                "unpaid with the railyard",
                "railyard lacks",
                "paid with the hand",
                "unpaid with the hand",
                "hand lacks",
                "big cities",
            ),
            of_tickets,
        ),
    ),
)
