"""How a seat stands without a map: what its tickets get from the track, from the railyard and from the hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.core.cards import COLORS, KINDS, LOCOMOTIVE, UNKNOWN, Counts
from ttrn.core.state import State
from ttrn.core.valuing import Signs, Valuing
from ttrn.games.cardgame.railyards import YardRow, railyards, yard_cards
from ttrn.games.cardgame.scoring import TWO_SCORINGS, big_cities_of
from ttrn.games.cardgame.spending import missing, wanted

PACE: Final = 1.4
"""How many cards a player draws a turn, on average."""

ON_TRACK: Final = 3.0
"""What a card on the track brings, where nobody knows the tickets."""

IN_YARD: Final = 2.0
"""What a card in the railyard brings then: it may be robbed."""

LAID: Final = 0.7
"""Which part of the cards of a hand comes to the track, where there is time."""


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


def round_turns(state: State) -> float:
    """Guess how many turns each player has before the cards on the track are counted."""
    if state.last_turns >= 0:
        return state.last_turns / state.seats
    return state.deck_size / (PACE * state.seats) + 1


def of_the_round(state: State, _seat: int) -> list[float]:
    """Return how far the deck and the rounds are."""
    return [float(railyards(state).round), float(state.deck_size), round_turns(state)]


def on_the_table(state: State, seat: int) -> list[float]:
    """Return what lies before a seat, and what it may pay for."""
    yards = railyards(state)
    stack, rows, done = yards.stacks[seat], yards.rows[seat], yards.done[seat]
    left = moves(state, seat)
    laid = [a + b for a, b in zip(stack, yard_cards(rows), strict=True)]
    tickets = len(state.tickets[seat]) + sum(state.unknown_tickets[seat])
    in_time = sum([min(row.size, int(left + 0.5)) for row in rows])
    to_come = in_time + min(sum(state.hands[seat]), left * PACE) * LAID
    wants = _ticket_cards(state.board) * tickets
    payable = _payable(state.board, tuple(laid))
    values = list(state.board.tables.big_cities.values())
    return [
        float(sum(stack)),
        float(stack[LOCOMOTIVE]),
        float(COLORS - stack[:COLORS].count(0)),
        float(sum([row.size for row in rows])),
        float(len(rows)),
        float(max([row.size for row in rows], default=0)),
        float(sum(laid)),
        float(max(laid[:COLORS])),
        float(sum([number * number for number in laid[:COLORS]])),
        float(laid[LOCOMOTIVE]),
        float(in_time),
        min(sum(stack) + in_time, wants),
        min(sum(stack) + to_come, wants),
        float(state.scores[seat]),
        float(len(done)),
        float(sum([len(big_cities_of(state.board, spent.ticket)) for spent in done])),
        _won([_served(state.board, _shown(state, one)) for one in range(state.seats)], seat, values),
        payable,
        payable * tickets,
    ]


@lru_cache(maxsize=64)
def _ticket_cards(board: Board) -> float:
    """Return how many cards a ticket wants, on average."""
    return sum([sum(wanted(board, ticket.index)) for ticket in board.tickets]) / max(1, len(board.tickets))


@lru_cache(maxsize=16_384)
def _payable(board: Board, cards: tuple[int, ...]) -> float:
    """Return the points of an average ticket of the board, 0 where cards do not pay for it."""
    left, wild = cards[:COLORS], cards[LOCOMOTIVE]
    points = [t.points for t in board.tickets if missing(left, wanted(board, t.index)[:COLORS]) <= wild]
    return sum(points) / max(1, len(board.tickets))


class Paid(NamedTuple):
    """What some cards do for tickets."""

    tickets: tuple[int, ...]
    """Those that are paid."""
    points: int
    """What they bring."""
    unpaid: int
    """What the others would."""
    short: int
    """The cards that the others lack."""


@lru_cache(maxsize=16_384)
def completed(board: Board, cards: tuple[int, ...], tickets: tuple[int, ...]) -> Paid:
    """Return what tickets bring with some cards, the cheapest first."""
    left, wild = list(cards[:COLORS]), cards[LOCOMOTIVE]
    unpaid = short = 0
    paid: list[int] = []
    order = [(-board.tickets[t].points / (1 + missing(left, wanted(board, t)[:COLORS])), t) for t in tickets]
    for _, ticket in sorted(order):
        wants = wanted(board, ticket)[:COLORS]
        need = missing(left, wants)
        if need <= wild:
            wild -= need
            left = [max(0, have - want) for have, want in zip(left, wants, strict=True)]
            paid.append(ticket)
        else:
            unpaid += board.tickets[ticket].points
            short += need - wild
    return Paid(tuple(paid), sum([board.tickets[ticket].points for ticket in paid]), unpaid, short)


def moves(state: State, seat: int) -> float:
    """Return how often the cards of a seat's railyard still move before they are counted: a guess, but at the end."""
    wait = (seat - state.seat) % state.seats
    if state.last_turns >= 0:
        return float(max(0, (state.last_turns - wait + state.seats - 1) // state.seats - _moved(state, seat)))
    return state.deck_size / (PACE * state.seats) + 1 - _moved(state, seat)


def _moved(state: State, seat: int) -> int:
    """Return 1 where it is a seat's turn and its cards have moved already."""
    return int(seat == state.seat and railyards(state).moved)


class Piles(NamedTuple):
    """The cards that a seat may spend on tickets, each pile with those before it."""

    track: Counts
    in_time: Counts
    """With those of the railyard that move in time."""
    laid_in_time: Counts
    """With those of the hand that can be laid and move in time: a turn for each colour."""
    held: Counts
    """All, with the hand."""


def piles(state: State, seat: int) -> Piles:
    """Return what a seat has on the track, and what may come there."""
    yards = railyards(state)
    track, rows, hand = yards.stacks[seat], yards.rows[seat], state.hands[seat]
    left = int(moves(state, seat) + 0.5)
    in_time = list(track)
    for row in rows:
        _move(in_time, row, left)
    held = [a + b + c for a, b, c in zip(track, yard_cards(rows), hand, strict=True)]
    tickets = tuple(state.tickets[seat])
    lacks = [max(0, want - have) for want, have in zip(_wants(state.board, tickets), in_time, strict=False)]
    return Piles(track, in_time, _laid(in_time, hand, lacks, left - 1 + _moved(state, seat)), held)


def _move(pile: Counts, row: YardRow, times: int) -> None:
    """Add the cards of a row that come to the track when it moves so many times; locomotives go first."""
    wild = min(row.wild, times)
    unseen = min(row.unseen, times - wild)
    pile[LOCOMOTIVE] += wild
    pile[UNKNOWN] += unseen
    if row.color != UNKNOWN:
        pile[row.color] += min(row.cars, times - wild - unseen)


def _laid(pile: Counts, hand: Counts, lacks: Counts, times: int) -> Counts:
    """Return a pile with what comes of a hand that is laid now, a colour a turn, those first that are lacking most."""
    found = list(pile)
    wild = hand[LOCOMOTIVE]
    useful = sorted([(-min(lacks[color], hand[color]), color) for color in range(COLORS) if hand[color]])
    for number, color in useful:
        if times <= 0 or not number:
            break
        found[color] += min(hand[color], times)
        if hand[color] < times and wild:
            more = min(wild, times - hand[color])
            found[LOCOMOTIVE] += more
            wild -= more
        times -= 1
    return found


def robbing(state: State, seat: int) -> list[float]:
    """Return how many cards of others the hand is enough to rob, and how many of its own others may rob, as known."""
    yards, hands = railyards(state).rows, state.hands
    own = {row.color for row in yards[seat]}
    robs = risk = 0
    for other, rows in enumerate(yards):
        if other != seat:
            robs += sum([row.size for row in rows if row.color not in own and _beats(hands[seat], row)])
    for row in yards[seat]:
        for other, rows in enumerate(yards):
            if other != seat and _beats(hands[other], row) and row.color not in [there.color for there in rows]:
                risk += row.size
                break
    return [float(robs), float(risk)]


def _beats(hand: Counts, row: YardRow) -> bool:
    """Return whether a hand is enough to rob a row."""
    return row.color < COLORS and hand[row.color] > 0 and hand[row.color] + hand[LOCOMOTIVE] > row.size


def of_tickets(state: State, seat: int) -> list[float]:
    """Return what the tickets get from the track, in time, if the hand is laid now, from all; and what they want."""
    board, tickets, score = state.board, tuple(state.tickets[seat]), state.scores[seat]
    found: list[float] = []
    own = piles(state, seat)
    for cards in own:
        paid = completed(board, tuple(cards[:KINDS]), tickets)
        found += [float(paid.points), float(paid.unpaid), float(paid.short), float(score + paid.points - paid.unpaid)]
    wants = _wants(board, tickets)
    return [
        *found,
        float(sum([board.tickets[ticket].points for ticket in tickets])),
        float(sum(wants)),
        float(missing(own.in_time[:COLORS], wants) - missing(own.held[:COLORS], wants)),
        float(sum([len(big_cities_of(board, ticket)) for ticket in tickets])),
    ]


@lru_cache(maxsize=4096)
def _wants(board: Board, tickets: tuple[int, ...]) -> tuple[int, ...]:
    """Return how many cards of each colour some tickets want together."""
    rows = [wanted(board, ticket)[:COLORS] for ticket in tickets]
    return tuple([sum(column) for column in zip(*rows, strict=True)]) or (0,) * COLORS


def bonuses(state: State, seat: int) -> list[float]:
    """Return what the big cities bring if everybody lays the hand now, if all cards count, if all tickets do.

    Of other seats the tickets count that are known.
    """
    rows = [_served_by(state, one) for one in range(state.seats)]
    values = list(state.board.tables.big_cities.values())
    return [_won([row[pile] for row in rows], seat, values) for pile in range(len(rows[seat]))]


def _served_by(state: State, seat: int) -> list[tuple[int, ...]]:
    """Return how many tickets of a seat each big city has: those paid if the hand is laid now, by all cards, all."""
    board, tickets = state.board, tuple(state.tickets[seat])
    own = piles(state, seat)
    paid = [completed(board, tuple(cards[:KINDS]), tickets).tickets for cards in (own.laid_in_time, own.held)]
    return [_served(board, _shown(state, seat) + some) for some in (*paid, tickets)]


def _shown(state: State, seat: int) -> tuple[int, ...]:
    """Return the tickets that a seat completed at the first of two scorings."""
    return tuple([spent.ticket for spent in railyards(state).done[seat]])


@lru_cache(maxsize=16_384)
def _served(board: Board, tickets: tuple[int, ...]) -> tuple[int, ...]:
    """Return how many of some tickets each big city has."""
    cities = [city for ticket in tickets for city in big_cities_of(board, ticket)]
    return tuple([cities.count(city) for city in board.tables.big_cities])


def _won(numbers: Sequence[tuple[int, ...]], seat: int, values: Sequence[int]) -> float:
    """Return what big cities bring a seat: each goes to those of whom it has most tickets."""
    own, most = numbers[seat], [max(column) for column in zip(*numbers, strict=True)]
    return float(sum([value for value, n, top in zip(values, own, most, strict=True) if n and n == top]))


def hopes(state: State, seat: int) -> float:
    """Return what the tickets will bring: with the hand as long as there is time to lay it."""
    tickets = tuple(state.tickets[seat])
    own = piles(state, seat)
    late = completed(state.board, tuple(own.laid_in_time[:KINDS]), tickets)
    early = completed(state.board, tuple(own.held[:KINDS]), tickets)
    share = min(1.0, turns(state) / 6)
    now, then = late.points - late.unpaid, early.points - 0.5 * early.unpaid
    return now + share * (then - now) - worth(state, seat) + state.scores[seat]


VALUING: Final = Valuing(
    turns=turns,
    worth=worth,
    hopes=hopes,
    public=(
        Signs(("round", "deck", "turns of the round"), of_the_round),
        Signs(
            (
                "on the track",
                "locomotives on the track",
                "colours on the track",
                "in the railyard",
                "rows",
                "longest row",
                "laid",
                "most laid of a colour",
                "laid squared",
                "locomotives laid",
                "in time",
                "wanted on the table",
                "wanted to come",
                "scored",
                "done before",
                "cities before",
                "bonus before",
                "payable",
                "payable tickets",
            ),
            on_the_table,
            compared=True,
        ),
    ),
    private=(
        Signs(
            (
                "paid by the track",
                "unpaid by the track",
                "track lacks",
                "net by the track",
                "paid in time",
                "unpaid in time",
                "lacking in time",
                "net in time",
                "paid if laid now",
                "unpaid if laid now",
                "lacking if laid now",
                "net if laid now",
                "paid with the hand",
                "unpaid with the hand",
                "hand lacks",
                "net with the hand",
                "points held",
                "wanted",
                "useful in the hand",
                "big cities",
            ),
            of_tickets,
            compared=True,
        ),
        Signs(("bonus if laid now", "bonus with the hand", "bonus of all"), bonuses, compared=True),
        Signs(("may rob", "at risk"), robbing, compared=True),
    ),
)
