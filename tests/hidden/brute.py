"""All completions of a record with few unknowns, by trying every card in every place: slow, and beyond doubt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement, permutations, product

from ttrn.boards import Board
from ttrn.notation import Game
from ttrn.notation.game import Entry
from ttrn.notation.lexicon import sort_cards
from ttrn.notation.records import (
    BuildStation,
    Claim,
    Deal,
    Draw,
    Keep,
    Market,
    Refill,
    Ride,
    Take,
    TakeTickets,
    Ticket,
    Turn,
    UnknownTicket,
)
from ttrn.replay import replay
from ttrn.replay.resolve import resolve_route, ticket_pair
from ttrn.rules.state import Verdict


def completions(game: Game, board: Board) -> Iterator[Game]:
    """Yield every full record that a record may stand for and that breaks no rule."""
    yield from _from(game.entries, 0, (), board)


def _from(entries: tuple[Entry, ...], at: int, done: tuple[Entry, ...], board: Board) -> Iterator[Game]:
    while at < len(entries):
        ways = list(_ways(entries[at], board))
        if len(ways) != 1 or ways[0] != entries[at]:
            for way in ways:
                if not replay(Game((*done, way)), board).problems:
                    yield from _from(entries, at + 1, (*done, way), board)
            return
        done = (*done, entries[at])
        at += 1
    game = Game(done)
    replayed = replay(game, board)
    if not replayed.problems and not replayed.final.unseen:
        yield game


def _hands(cards: str, board: Board) -> list[str]:
    """Return every way to fill a hand or a payment, whose order means nothing."""
    kinds = list(board.tables.train_cards)
    seen = cards.replace("?", "")
    more = combinations_with_replacement(kinds, cards.count("?"))
    return [sort_cards(seen + "".join(some)) for some in more]


def _runs(cards: str, board: Board) -> list[str]:
    """Return every way to fill cards in an order."""
    kinds = list(board.tables.train_cards)
    return ["".join(some) for some in product(*[kinds if card == "?" else card for card in cards])]


def _ways(entry: Entry, board: Board) -> Iterator[Entry]:
    match entry:
        case Deal():
            yield from (replace(entry, cards=cards) for cards in _hands(entry.cards, board))
        case Market():
            for cards, *flushes in product(*[_runs(run, board) for run in (entry.cards, *entry.flushes)]):
                yield replace(entry, cards=cards, flushes=tuple(flushes))
        case Keep():
            for kept, returned in _sides(entry.kept, entry.returned, board):
                yield replace(entry, kept=kept, returned=returned)
        case Turn():
            for action, refill in product(_actions(entry, board), _refills(entry.refill, board)):
                yield replace(entry, action=action, refill=refill)
        case _:
            yield entry


def _refills(refill: Refill | None, board: Board) -> list[Refill | None]:
    if refill is None:
        return [None]
    found = product(*[_runs(run, board) for run in (refill.cards, *refill.flushes)])
    return [Refill(cards, tuple(flushes)) for cards, *flushes in found]


def _actions(turn: Turn, board: Board) -> list[Draw | Claim | BuildStation | Ride | TakeTickets | object]:
    match turn.action:
        case Draw(takes):
            return [Draw(way) for way in product(*[_takes(take, board) for take in takes])]
        case Claim() as claim:
            return list(_claims(claim, board))
        case BuildStation() as station:
            return [replace(station, paid=paid) for paid in _hands(station.paid, board)]
        case Ride() as ride if ride.cards:
            return [replace(ride, cards=cards) for cards in _hands(ride.cards, board)]
        case TakeTickets(kept, returned):
            return [TakeTickets(*sides) for sides in _sides(kept, returned, board)]
        case action:
            return [action]


def _takes(take: Take, board: Board) -> list[Take]:
    if take.blind:
        return [Take(card, blind=True) for card in _runs(take.card, board)]
    if take.replacement in (None, "-"):
        return [take]
    assert take.replacement
    found = product(*[_runs(run, board) for run in (take.replacement, *take.flushes)])
    return [Take(take.card, replacement=gap, flushes=tuple(flushes)) for gap, *flushes in found]


def _claims(claim: Claim, board: Board) -> Iterator[Claim]:
    paid = claim.paid
    if paid == "?":
        found = resolve_route(board, claim)
        assert not isinstance(found, Verdict)
        paid = "?" * sum(found.paid)
    turned = _runs(claim.turned, board) if claim.turned else [""]
    surcharge = _hands(claim.surcharge, board) if claim.surcharge else [""]
    for a, b, c in product(_hands(paid, board), turned, surcharge):
        yield replace(claim, paid=a, turned=b, surcharge=c)


def _sides(
    kept: tuple[Ticket, ...], returned: tuple[Ticket, ...], board: Board
) -> Iterator[tuple[tuple[Ticket, ...], tuple[Ticket, ...]]]:
    """Yield every way to name tickets; which of those kept, or returned, is named first does not matter."""
    unknown = [ticket for ticket in (*kept, *returned) if isinstance(ticket, UnknownTicket)]
    if not unknown:
        yield kept, returned
        return
    seen: set[tuple[frozenset[Ticket], frozenset[Ticket]]] = set()
    for names in permutations([ticket_pair(board, ticket.index) for ticket in board.tickets], len(unknown)):
        left = iter(names)
        sides = tuple(tuple(next(left) if isinstance(t, UnknownTicket) else t for t in s) for s in (kept, returned))
        key = frozenset(sides[0]), frozenset(sides[1])
        if key not in seen and _backs_fit(unknown, names, board):
            seen.add(key)
            yield sides[0], sides[1]


def _backs_fit(unknown: list[UnknownTicket], names: tuple[Ticket, ...], board: Board) -> bool:
    decks = {"s": "short", "l": "long"}
    by_name = {ticket_pair(board, ticket.index): ticket.deck for ticket in board.tickets}
    return all(not t.deck or by_name[name] == decks[t.deck] for t, name in zip(unknown, names, strict=True))
