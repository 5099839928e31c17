"""What each of the games tells: read line by line from its text, with nothing taken from the database."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cache

import ttrn
from tests.dashboard.figures.games import texts
from ttrn.boards import Board, Ticket
from ttrn.core.cards import LOCOMOTIVE, UNKNOWN
from ttrn.core.scoring import PlayerScore
from ttrn.core.state import OVER
from ttrn.hidden.deck_order import write_in
from ttrn.notation import Claim, Draw, GameRecord, Keep, Pair, Rank, Score, Sheet, TakeTickets
from ttrn.notation.records import FinalRoutes, Reveal, Turn, UnknownTicket
from ttrn.replays import Timeline


@dataclass
class Seat:
    """A seat at the end of a game; None is what the record does not tell."""

    number: int
    name: str
    rank: int | None = None
    won: bool | None = None
    total: int | None = None
    parts: dict[str, int] = field(default_factory=dict)
    """The points by component: routes, tickets, bonus, stations, goods; empty where they are not known."""
    longest: int | None = None
    kept: int | None = None
    completed: int | None = None
    lost: int | None = None
    turns: int | None = None
    blind: int | None = None
    face_up: int | None = None
    dealt: int | None = None
    """Locomotives by chance."""
    wild_blind: int | None = None
    wild_up: int | None = None
    claims: int | None = None
    trains_left: int | None = None

    @property
    def locomotives(self) -> int | None:
        parts = (self.dealt, self.wild_blind, self.wild_up)
        return None if None in parts else sum(part for part in parts if part is not None)


@dataclass
class Claimed:
    """A route that a seat has: when it was claimed and which claim of the seat it was, if that is known."""

    seat: Seat
    route: int
    paid: str
    turn: int | None
    nth: int | None
    second: bool
    """Whether a track between these cities was claimed before."""


@dataclass
class Offer:
    """A known ticket that a seat was offered, at the start (turn 0) or later."""

    seat: Seat
    ticket: Ticket
    turn: int | None
    kept: bool
    whole: bool
    """Whether all tickets of the offer are known."""
    completed: bool | None = None
    completed_turn: int | None = None


@dataclass
class Book:
    """All that the text of a game tells."""

    number: int
    game: GameRecord
    timeline: Timeline
    board: Board
    seats: list[Seat]
    turns: int | None = None
    over: bool = True
    routes_known: bool = False
    claims: list[Claimed] = field(default_factory=list)
    unclear: set[int] = field(default_factory=set)
    """Double routes of which nobody can say who has which track."""
    offers: list[Offer] = field(default_factory=list)
    lead_changes: int | None = None

    @property
    def date(self) -> str:
        return self.game.tags.get("Date", "")

    @property
    def event(self) -> str:
        return self.game.tags.get("Event", "")

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def counts(self) -> bool:
        """Whether statistics look at it: it is over, and it is known who won."""
        return self.over and any(seat.won for seat in self.seats)

    @property
    def certain(self) -> bool:
        return self.over and all(seat.total is not None for seat in self.seats)

    @property
    def margin(self) -> int | None:
        totals = sorted([seat.total for seat in self.seats if seat.total is not None], reverse=True)
        return totals[0] - totals[1] if self.certain else None

    @property
    def winners(self) -> list[str]:
        return [seat.name for seat in self.seats if seat.won]


@cache
def books() -> tuple[Book, ...]:
    """Return what the games tell."""
    return tuple([_book(number, text) for number, text in enumerate(texts(), 1)])


def counted(on: str = "") -> list[Book]:
    """Return the games that statistics look at, of a board if one is named."""
    return [book for book in books() if book.counts and on in ("", book.board.name)]


def _book(number: int, text: str) -> Book:
    (game,) = ttrn.loads(text).games
    timeline = ttrn.replay(game)
    assert not timeline.problems, timeline.problems
    seats = [Seat(place, player.name or player.id) for place, player in enumerate(game.players, 1)]
    book = Book(number, game, timeline, timeline.board, seats)
    book.over = timeline.final.phase == OVER or not game.turns
    if game.turns and game.tags.get("Level") != "claims":
        _whole(book)
    elif any(isinstance(entry, Reveal) for entry in game.entries):
        _board(book)
    else:
        _sheets(book)
    _places(book)
    return book


def _whole(book: Book) -> None:
    """Note what a record with all turns tells."""
    book.turns, book.routes_known = len(book.game.turns), True
    ids = [player.id for player in book.game.players]
    moves = Counter([turn.player for turn in book.game.turns])
    for score, seat, name in zip(book.timeline.outcome.seats, book.seats, ids, strict=True):
        seat.turns = moves[name]
        seat.trains_left = book.timeline.final.trains[score.seat]
        _reckoned(book, score, seat)
    _taken(book, ids)
    _claims(book, ids)
    _leads(book)
    _offers(book, ids)


def _board(book: Book) -> None:
    """Note what a final board tells, or all claims with the tickets."""
    book.routes_known = True
    for score, seat in zip(book.timeline.outcome.seats, book.seats, strict=True):
        seat.trains_left = book.timeline.final.trains[score.seat]
        _reckoned(book, score, seat)
    _claims(book, [player.id for player in book.game.players])
    _offers(book, [])


def _reckoned(book: Book, score: PlayerScore, seat: Seat) -> None:
    """Note what follows from the routes and tickets of a seat."""
    seat.longest = score.network.length if book.board.routes else None
    if not score.unknown_tickets:
        seat.kept, seat.completed = len(score.tickets), score.completed
        seat.lost = -sum(ticket.points for ticket in score.tickets if not ticket.complete)
        seat.parts = {"tickets": score.ticket_points, **{extra.key: extra.points for extra in score.extras}}
    if book.board.routes:
        seat.parts["routes"] = score.routes
    if not score.bonus_unsure:
        seat.parts["bonus"] = score.bonus
    if not score.unknown_tickets:
        seat.longest = seat.longest or 0
        missing = ("routes", "stations", "goods", *([] if score.bonus_unsure else ["bonus"]))
        seat.parts = dict.fromkeys(missing, 0) | seat.parts  # what a game does not have
    elif book.board.tables.stations or book.board.tables.merchandise:
        seat.parts |= {extra.key: extra.points for extra in score.extras}
    if {"tickets", "bonus"} <= set(seat.parts):
        seat.total = sum(seat.parts.values())
    if book.timeline.outcome.certain:
        seat.rank = score.rank


def _sheets(book: Book) -> None:
    """Note what score sheets state."""
    ids = [player.id for player in book.game.players]
    for entry in book.game.entries:
        if isinstance(entry, Sheet):
            seat, stated = book.seats[ids.index(entry.player)], dict(entry.components)
            bonus = stated.get("bonus", stated.get("cities", 0))
            seat.parts = {name: stated.get(name, 0) for name in ("routes", "tickets", "stations", "goods")}
            seat.parts |= {"bonus": bonus}
            seat.longest, seat.lost = stated.get("longest", 0), stated["failed"]


def _places(book: Book) -> None:
    """Note totals and places that are stated, and who won."""
    ids = [player.id for player in book.game.players]
    for entry in book.game.entries:
        if isinstance(entry, Score):
            for name, points in entry.scores:
                book.seats[ids.index(name)].total = points
    totals = [seat.total for seat in book.seats]
    if book.over and None not in totals and any(seat.rank is None for seat in book.seats):
        for seat in book.seats:  # whoever is level has no place: what decides is not known
            better = [total for total in totals if total is not None and total > (seat.total or 0)]
            seat.rank = len(better) + 1 if totals.count(seat.total) == 1 else None
    for entry in book.game.entries:
        if isinstance(entry, Rank):
            for name, place in entry.places:
                book.seats[ids.index(name)].rank = place
    _last_place(book)


def _last_place(book: Book) -> None:
    """Note the place that is left, and who won; before the end of a game there are no places."""
    missing = [seat for seat in book.seats if seat.rank is None]
    if len(missing) == 1 and book.over:
        left = set(range(1, book.players + 1)) - {seat.rank for seat in book.seats}
        missing[0].rank = left.pop() if len(left) == 1 else None
    for seat in book.seats if not book.over else ():
        seat.total = seat.rank = None
    for seat in book.seats:
        seat.won = (seat.rank == 1) if any(one.rank == 1 for one in book.seats) else None


def _taken(book: Book, ids: list[str]) -> None:
    """Count the cards that everybody took; the order of the deck may tell what was drawn."""
    taken: dict[str, Counter[str]] = defaultdict(Counter)
    for turn in write_in(book.game, book.board).turns:
        if isinstance(turn.action, Draw):
            for take in turn.action.takes:
                where = "blind" if take.blind else "up"
                taken[turn.player].update([where, where + take.card])
    for seat, name, hand in zip(book.seats, ids, book.timeline.state(0).hands, strict=True):
        mine = taken[name]
        seat.blind, seat.face_up, seat.wild_up = mine["blind"], mine["up"], mine["upL"]
        seat.wild_blind = None if mine["blind?"] else mine["blindL"]
        seat.dealt = None if hand[UNKNOWN] else hand[LOCOMOTIVE] - book.board.tables.dealt_locomotives


def _tracks(on: Board, pair: Pair) -> list[int]:
    a, b = on.city(pair.a), on.city(pair.b)
    assert a is not None
    assert b is not None
    return [route.index for route in on.routes if {route.a, route.b} == {a.index, b.index}]


def _claims(book: Book, ids: list[str]) -> None:
    """List the claims in their order, and after them what lies on a final board; the end tells who has which track."""
    on, owners = book.board, book.timeline.final.owners
    made: list[tuple[int, int, int | None, str]] = []
    for number, turn in enumerate(book.game.turns, 1):
        if isinstance(turn.action, Claim) and not turn.action.given_up:
            seat, tracks = ids.index(turn.player), _tracks(on, turn.action.route)
            made += [(seat, t, number, turn.action.paid + turn.action.surcharge) for t in tracks if owners[t] == seat]
            plain = set(turn.action.paid) - set("LF?")
            colors = {on.routes[track].color for track in tracks}
            if not turn.action.route.number and len([c for c in colors if not plain or not c or c in plain]) > 1:
                book.unclear.add(on.routes[tracks[0]].pair)
    for entry in book.game.entries:
        if isinstance(entry, FinalRoutes):
            made += [
                (ids.index(entry.player), track, None, "?")
                for track in range(len(owners))
                if owners[track] == ids.index(entry.player)
            ]
    nth: Counter[int] = Counter()
    pairs: set[int] = set()
    for place, track, when, paid in made:
        nth[place] += 1
        order = None if when is None else nth[place]
        pair = on.routes[track].pair
        book.claims.append(Claimed(book.seats[place], track, paid, when if book.turns else None, order, pair in pairs))
        pairs.add(pair)
    for place, claims in enumerate([nth[place] for place in range(book.players)]):
        book.seats[place].claims = claims


def _leads(book: Book) -> None:
    """Count how often another player took the sole lead."""
    leader, best, changes = None, max(book.timeline.state(0).scores), 0
    for _, _, state in book.timeline.steps():
        top = max(state.scores)
        if top > best and state.scores.count(top) == 1 and state.scores.index(top) != leader:
            changes += leader is not None
            leader = state.scores.index(top)
        best = max(best, top)
    book.lead_changes = changes


def _offers(book: Book, ids: list[str]) -> None:
    """List the tickets that were offered; those that nobody named when they were kept are shown at the end."""
    number = 0
    unseen: dict[int, set[int]] = defaultdict(set)
    for entry in book.game.entries if ids else ():
        number += isinstance(entry, Turn)
        action = entry if isinstance(entry, Keep) else getattr(entry, "action", None)
        if not isinstance(action, Keep | TakeTickets):
            continue
        place = ids.index(entry.player)  # type: ignore[union-attr]
        named = [one for one in (*action.kept, *action.returned) if not isinstance(one, UnknownTicket)]
        whole = len(named) == len(action.kept) + len(action.returned)
        if any(isinstance(one, UnknownTicket) for one in action.kept):
            unseen[place].add(number)
        for one in named:
            a, b = book.board.city(one.a), book.board.city(one.b)
            assert a is not None
            assert b is not None
            ticket = book.board.ticket_between(a, b, one.number or 1)
            assert ticket is not None
            book.offers.append(Offer(book.seats[place], ticket, number, one in action.kept, whole))
    for score, seat in zip(book.timeline.outcome.seats, book.seats, strict=True):
        results = {result.ticket: result for result in score.tickets}
        mine = {offer.ticket.index: offer for offer in book.offers if offer.seat is seat and offer.kept}
        when = next(iter(unseen[score.seat])) if len(unseen[score.seat]) == 1 else None
        for index, result in results.items():
            if index not in mine:
                mine[index] = Offer(seat, book.board.tickets[index], when, kept=True, whole=False)
                book.offers.append(mine[index])
            mine[index].completed = result.complete
            if result.complete and book.turns and book.board.routes:
                mine[index].completed_turn = _joined(book, seat, mine[index].ticket)


def _joined(book: Book, seat: Seat, ticket: Ticket) -> int | None:
    """Return in which turn the seat's own routes joined the cities of a ticket; nobody travels through a country."""
    ends: list[tuple[int, int]] = []
    for claim in book.claims:
        if claim.seat is not seat:
            continue
        route = book.board.routes[claim.route]
        ends += [(route.a, route.b), (route.b, route.a)]
        reached, edge = {ticket.a}, [ticket.a]
        while edge:
            city = edge.pop()
            if city == ticket.a or not book.board.cities[city].country:
                new = [other for one, other in ends if one == city and other not in reached]
                reached.update(new)
                edge += new
        if ticket.b in reached:
            return claim.turn
    return None


# --- what kind of record it is ---------------------------------------------------------------------------------------


def kind(book: Book) -> str:
    """Return who played: the records of bots name them, or have their seed."""
    bots = book.game.tags.get("Bots", "").split()
    if "-" in bots:
        return "mixed"
    return "bot" if bots or "Seed" in book.game.tags else "human"


def level(book: Book) -> str:
    """Return how much of the game was kept."""
    kinds = {type(entry) for entry in book.game.entries}
    if book.game.turns:
        return "claims" if book.turns is None else "full" if book.game.tags.get("View", "full") == "full" else "view"
    return "board" if FinalRoutes in kinds else "sheet" if Sheet in kinds else "result"


def information(book: Book) -> str:
    """Return whose record it is."""
    view = book.game.tags.get("View", "")
    return "full" if level(book) == "full" else view if view == "public" else "player" if view else "partial"
