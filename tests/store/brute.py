"""What the statistics ask for, in plain Python: from the games, turn by turn, with nothing taken from the store."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from statistics import fmean

import ttrn
from tests.store import archive
from ttrn.boards import Board, Ticket
from ttrn.core.cards import LOCOMOTIVE, UNKNOWN
from ttrn.core.scoring import PlayerScore
from ttrn.core.state import State
from ttrn.hidden.deck_order import write_in
from ttrn.notation import Claim, Draw, GameRecord, Keep, Score, TakeTickets, UnknownTicket
from ttrn.replays import Timeline


@dataclass
class Claimed:
    """A route that a seat claimed: when, which of its claims it is, and how it was paid."""

    seat: int
    turn: int
    nth: int
    route: int
    paid: str


@dataclass
class Offer:
    """A ticket that a seat was offered."""

    seat: int
    ticket: Ticket
    turn: int | None
    kept: bool
    whole: bool = False
    """Whether all tickets of the offer are named."""


@dataclass
class Book:
    """Everything about one game that the statistics ask for."""

    game: GameRecord
    timeline: Timeline
    board: Board
    players: list[str]
    seats: list[PlayerScore]
    totals: list[int]
    ranks: list[int]
    claims: list[Claimed] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)
    completed: dict[tuple[int, int], int] = field(default_factory=dict)
    """In which turn a seat's own routes joined the cities of a ticket."""
    taken: list[Counter[str]] = field(default_factory=list)
    """Of each seat: blind and face-up cards, and the locomotives among them."""
    lead_changes: int = 0
    ended_by: int | None = None
    unclear: set[int] = field(default_factory=set)
    """The double routes with tracks of two colours of which nobody can say who has which."""
    turns_of: Counter[int] = field(default_factory=Counter)

    def won(self, seat: int) -> bool:
        return self.ranks[seat] == 1

    def tickets_known(self, seat: int) -> bool:
        return not (self.seats[seat].unknown_tickets or self.seats[seat].unsure)

    def cards_seen(self, seat: int) -> bool:
        return not self.taken[seat]["unseen"]

    def draws_seen(self, seat: int) -> bool:
        return not self.taken[seat]["unseen_draws"]

    @property
    def date(self) -> str:
        return self.game.tags.get("Date", "")


@cache
def books() -> tuple[Book, ...]:
    """Return the sound games of the archive, taken apart the slow way."""
    return tuple(book for game in archive.sound_games() if (book := _book(game)) is not None)


def _book(game: GameRecord) -> Book | None:
    timeline = ttrn.replay(game)
    assert not timeline.problems
    outcome = timeline.outcome
    stated = {player: points for entry in game.entries if isinstance(entry, Score) for player, points in entry.scores}
    totals = [seat.total for seat in outcome.seats]
    ranks = [seat.rank for seat in outcome.seats]
    if not outcome.certain:
        if len(stated) < len(totals):
            return None
        totals = [stated[player.id] for player in game.players]
        ranks = [sorted(totals, reverse=True).index(total) + 1 for total in totals]
    players = [player.name or player.id for player in game.players]
    book = Book(game, timeline, timeline.board, players, list(outcome.seats), totals, ranks)
    _walk(book)
    _offers(book)
    _cards(book)
    return book


def _walk(book: Book) -> None:
    """Compare the state after each turn with the one before it."""
    states: list[tuple[int, int, State]] = [(0, 0, book.timeline.state(0))]
    ids = [player.id for player in book.game.players]
    paid: dict[int, str] = {}
    for number, turn, state in book.timeline.steps():
        states.append((number, ids.index(turn.player), state.copy()))
        if isinstance(turn.action, Claim):
            paid[number] = turn.action.paid + turn.action.surcharge
            _note_unclear(book, turn.action)
    final = states[-1][2]
    lead: int | None = None
    for (_, _, before), (number, seat, after) in pairwise(states):
        book.turns_of[seat] += 1
        if before.last_turns < 0 <= after.last_turns and book.ended_by is None:
            book.ended_by = seat
        for route in _gained(book.board, before, after, seat):
            if final.owners[route] == seat:
                nth = 1 + sum(claim.seat == seat for claim in book.claims)
                book.claims.append(Claimed(seat, number, nth, route, paid[number]))
        best = max(after.scores)
        if after.scores.count(best) == 1 and after.scores.index(best) != lead and best > max(before.scores):
            book.lead_changes += lead is not None
            lead = after.scores.index(best)
        if book.board.routes:
            _note_completed(book, after, number)


def _note_unclear(book: Book, claim: Claim) -> None:
    """Note a claim that does not name its track, and could have paid for tracks of several colours."""
    a, b = book.board.city(claim.route.a), book.board.city(claim.route.b)
    if a is None or b is None or claim.route.number or set(claim.paid) - set("LF?"):
        return
    tracks = [route for route in book.board.routes if {route.a, route.b} == {a.index, b.index}]
    if len({route.color for route in tracks}) > 1:
        book.unclear.add(tracks[0].pair)


def _gained(board: Board, before: State, after: State, seat: int) -> list[int]:
    """Return the tracks between two cities that a seat joined with a track of its own in a turn."""
    found: list[int] = []
    for tracks in board.pairs:
        if sum(after.owners[t] == seat for t in tracks) > sum(before.owners[t] == seat for t in tracks):
            found += tracks
    return found


def _note_completed(book: Book, state: State, number: int) -> None:
    for one in book.seats:
        for result in one.tickets:
            key = (one.seat, result.ticket)
            if key not in book.completed and _joined(book.board, state, one.seat, book.board.tickets[result.ticket]):
                book.completed[key] = number


def _joined(board: Board, state: State, seat: int, ticket: Ticket) -> bool:
    """Search for a way over own routes; nobody travels through a country."""
    reached, edge = {ticket.a}, [ticket.a]
    while edge:
        city = edge.pop()
        if board.cities[city].country and city != ticket.a:
            continue
        for route in board.routes:
            if state.owners[route.index] == seat and city in (route.a, route.b) and route.other(city) not in reached:
                reached.add(route.other(city))
                edge.append(route.other(city))
    return ticket.b in reached


def _offers(book: Book) -> None:
    """List every known ticket that somebody was offered; those shown at the end come last."""
    ids = [player.id for player in book.game.players]
    number = 0
    hidden: dict[int, set[int]] = defaultdict(set)
    for entry in book.game.entries:
        if isinstance(entry, ttrn.notation.Turn):
            number += 1
        action = entry if isinstance(entry, Keep) else getattr(entry, "action", None)
        if not isinstance(action, Keep | TakeTickets):
            continue
        seat = ids.index(entry.player)  # type: ignore[union-attr]
        whole = not any(isinstance(ticket, UnknownTicket) for ticket in (*action.kept, *action.returned))
        for kept, tickets in ((True, action.kept), (False, action.returned)):
            for ticket in tickets:
                if isinstance(ticket, UnknownTicket):
                    if kept:
                        hidden[seat].add(number)
                    continue
                a, b = book.board.city(ticket.a), book.board.city(ticket.b)
                assert a is not None
                assert b is not None
                found = book.board.ticket_between(a, b, ticket.number or 1)
                assert found is not None
                book.offers.append(Offer(seat, found, number, kept, whole))
    for one in book.seats:
        told = {offer.ticket.index for offer in book.offers if offer.seat == one.seat and offer.kept}
        moments = hidden[one.seat]
        when = next(iter(moments)) if len(moments) == 1 else None
        book.offers += [
            Offer(one.seat, book.board.tickets[result.ticket], when, kept=True)
            for result in one.tickets
            if result.ticket not in told
        ]


def _cards(book: Book) -> None:
    """Count the cards taken, from the record with all that the order of the deck tells written into it."""
    book.taken = [Counter() for _ in book.players]
    ids = [player.id for player in book.game.players]
    for turn in write_in(book.game, book.board).turns:
        if isinstance(turn.action, Draw):
            mine = book.taken[ids.index(turn.player)]
            for take in turn.action.takes:
                where = "blind" if take.blind else "face_up"
                mine[where] += 1
                mine[f"wild_{where}"] += take.card == "L"
                mine["unseen_draws"] += take.card == "?"
    given = book.board.tables.dealt_locomotives
    for seat, hand in enumerate(book.timeline.state(0).hands):
        book.taken[seat]["wild_dealt"] = hand[LOCOMOTIVE] - given
        book.taken[seat]["unseen"] = book.taken[seat]["unseen_draws"] + hand[UNKNOWN]


def mean(values: Sequence[float | None]) -> float | None:
    """Return the mean of those that are known."""
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
