"""Two records of one line as one: what either saw, or how they contradict each other."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TypeAlias

from ttrn.boards import Board
from ttrn.core.cards import counts, describe
from ttrn.core.state import Violation
from ttrn.notation.lexicon import sort_cards
from ttrn.notation.records import (
    AssertCards,
    AssertTickets,
    Claim,
    Deal,
    Deck,
    Draw,
    Keep,
    Market,
    Pair,
    Play,
    Player,
    Refill,
    Reveal,
    Ride,
    Score,
    Statement,
    Station,
    Take,
    TakeTickets,
    Turn,
    UnknownTicket,
    WrittenAction,
    WrittenTicket,
)
from ttrn.notation.writer import format_action, format_statement
from ttrn.replays.resolve import cities_named

_Cards: TypeAlias = tuple[str, tuple[str, ...]]


class Clashing(Exception):  # noqa: N818  an answer, not a mistake
    """Two records contradict each other."""


def merge_lines(a: Statement | Turn, b: Statement | Turn, board: Board) -> Statement | Turn:
    """Return a line as full as two records of it together.

    Raises:
        Clashing: they contradict each other.
    """
    if a == b:
        return a
    match a, b:
        case Turn(), Turn():
            return _turn(a, b, board)
        case Player(), Player():
            return replace(a, name=a.name or b.name, color=a.color or b.color)
        case Score(), Score():
            return _scores(a, b)
        case _:
            return _cards(a, b) or _tickets(a, b, board) or _clash(a, b)


def _clash(a: Statement | Turn, b: Statement | Turn) -> Statement:
    assert not isinstance(a, Turn)
    assert not isinstance(b, Turn)
    raise Clashing(f"{format_statement(a)} in one record, {format_statement(b)} in the other")


def _cards(a: Statement | Turn, b: Statement | Turn) -> Statement | None:
    match a, b:
        case Deal(), Deal():
            return replace(a, cards=hands(a.cards, b.cards, f"{a.player} is dealt"))
        case AssertCards(), AssertCards() if a.player:
            return replace(a, cards=hands(a.cards, b.cards, f"{a.player} holds"))
        case AssertCards(), AssertCards():
            return replace(a, cards=runs(a.cards, b.cards, "the market has"))
        case Deck(), Deck():
            return replace(a, cards=runs(a.cards, b.cards, "the deck has"))
        case Market(), Market():
            cards, flushes = _market((a.cards, a.flushes), (b.cards, b.flushes), "the market has")
            return replace(a, cards=cards, flushes=flushes)
        case _:
            return None


def _tickets(a: Statement | Turn, b: Statement | Turn, board: Board) -> Statement | None:
    match a, b:
        case Keep(), Keep():
            kept = tickets(a.kept, b.kept, board)
            return replace(a, kept=kept, returned=tickets(a.returned, b.returned, board))
        case AssertTickets(), AssertTickets():
            return replace(a, tickets=tickets(a.tickets, b.tickets, board))
        case Reveal(), Reveal():
            return replace(a, tickets=tickets(a.tickets, b.tickets, board))
        case _:
            return None


def _scores(a: Score, b: Score) -> Score:
    scores = dict(a.scores)
    for player, score in b.scores:
        if scores.setdefault(player, score) != score:
            raise Clashing(f"{player} has {scores[player]} points in one record, {score} in the other")
    return replace(a, scores=tuple(scores.items()))


# --- cards -----------------------------------------------------------------------------------------------------------


def hands(a: str, b: str, what: str) -> str:
    """Return two records of a hand or a payment, whose order means nothing, as one.

    >>> hands("RR??", "?KL?", "ann holds")
    'RRKL'
    """
    known = (Counter(a) | Counter(b)) - Counter("?" * max(len(a), len(b)))
    seen = "".join(known.elements())
    if len(a) != len(b) or len(seen) > len(a):
        raise Clashing(f"{what} {describe(counts(a))} in one record, {describe(counts(b))} in the other")
    return sort_cards(seen + "?" * (len(a) - len(seen)))


def payments(a: str, b: str, what: str) -> str:
    """Return two records of a payment as one; a single question mark is a payment not seen at all."""
    if "?" in (a, b):
        return b if a == "?" else a
    return hands(a, b, what)


def runs(a: str, b: str, what: str) -> str:
    """Return two records of cards in their order as one.

    >>> runs("R?K", "?GK", "the market has")
    'RGK'
    """
    if len(a) == len(b) and all(x == y or "?" in (x, y) for x, y in zip(a, b, strict=True)):
        return "".join([y if x == "?" else x for x, y in zip(a, b, strict=True)])
    raise Clashing(f"{what} {a or 'nothing'} in one record, {b or 'nothing'} in the other")


def _market(a: _Cards, b: _Cards, what: str) -> _Cards:
    (cards_a, flushes_a), (cards_b, flushes_b) = a, b
    if len(flushes_a) != len(flushes_b):
        raise Clashing(f"the market is replaced {len(flushes_a)} times in one record, {len(flushes_b)} in the other")
    # Whoever sits opposite counts from the other side.
    cards = cards_a if sorted(cards_a) == sorted(cards_b) else runs(cards_a, cards_b, what)
    return cards, tuple([runs(x, y, what) for x, y in zip(flushes_a, flushes_b, strict=True)])


# --- tickets ---------------------------------------------------------------------------------------------------------


def tickets(a: tuple[WrittenTicket, ...], b: tuple[WrittenTicket, ...], board: Board) -> tuple[WrittenTicket, ...]:
    """Return two records of some tickets as one: those that either names, then the unknown ones that are left."""
    if len(a) != len(b):
        raise Clashing(f"{len(a)} tickets in one record, {len(b)} in the other")
    known: dict[object, Pair] = {}
    for ticket in (*a, *b):
        if isinstance(ticket, Pair):
            known.setdefault(_ticket_key(ticket, board), ticket)
    if len(known) > len(a):
        names = ", ".join([f"{ticket.a}-{ticket.b}" for ticket in known.values()])
        raise Clashing(f"of {len(a)} tickets the records name {len(known)}: {names}")
    if sum([isinstance(ticket, Pair) for ticket in a]) == len(a):
        return a
    unknown = [ticket for ticket in a if isinstance(ticket, UnknownTicket)]
    named_a = sum([isinstance(ticket, Pair) for ticket in a])
    learned = list(known.values())[named_a:]
    for ticket in learned:
        unknown.remove(_back(unknown, ticket, board))
    return (*known.values(), *unknown)


def _ticket_key(ticket: Pair, board: Board) -> object:
    ends = cities_named(board, ticket)
    if isinstance(ends, Violation):
        return ticket
    return frozenset([ends[0].code, ends[1].code]), ticket.number or 1


def _back(unknown: list[UnknownTicket], ticket: Pair, board: Board) -> UnknownTicket:
    """Return the unknown ticket that a ticket turned out to be: one of its deck, if the backs are recorded."""
    ends = cities_named(board, ticket)
    found = None if isinstance(ends, Violation) else board.ticket_between(*ends, ticket.number or 1)
    letter = found.deck[:1] if found is not None else ""
    fitting = [back for back in unknown if back.deck in ("", letter)]
    if not fitting:
        raise Clashing(f"{ticket.a}-{ticket.b} is of the other deck")
    return fitting[0]


# --- turns -----------------------------------------------------------------------------------------------------------


def _turn(a: Turn, b: Turn, board: Board) -> Turn:
    if a.player != b.player:
        raise Clashing(f"it is the turn of {a.player} in one record, of {b.player} in the other")
    refill = a.refill or b.refill
    if a.refill and b.refill:
        one, other = (a.refill.cards, a.refill.flushes), (b.refill.cards, b.refill.flushes)
        refill = Refill(*_market(one, other, "the market gets"))
    marks = (*a.marks, *[mark for mark in b.marks if mark not in a.marks])
    return replace(a, action=_action(a.action, b.action, a.player, board), refill=refill, marks=marks)


def _action(a: WrittenAction, b: WrittenAction, player: str, board: Board) -> WrittenAction:
    if a == b:
        return a
    found = _drawn(a, b, player, board) or _paid(a, b, player, board)
    if found is None:
        raise Clashing(f"{player} does {format_action(a)} in one record, {format_action(b)} in the other")
    return found


def _drawn(a: WrittenAction, b: WrittenAction, player: str, board: Board) -> WrittenAction | None:
    match a, b:
        case Draw(), Draw() if len(a.takes) == len(b.takes):
            return Draw(tuple([_take(x, y, player) for x, y in zip(a.takes, b.takes, strict=True)]))
        case TakeTickets(), TakeTickets():
            return TakeTickets(tickets(a.kept, b.kept, board), tickets(a.returned, b.returned, board))
        case _:
            return None


def _paid(a: WrittenAction, b: WrittenAction, player: str, board: Board) -> WrittenAction | None:
    pays = f"{player} pays"
    match a, b:
        case Claim(), Claim():
            return _claim(a, b, player, board)
        case Station(), Station() if _same_city(a.city, b.city, board):
            return replace(a, paid=payments(a.paid, b.paid, pays))
        case Ride(), Ride() if a.cities == b.cities:
            return replace(a, cards=payments(a.cards, b.cards, pays))
        case Play(), Play():
            return Play(hands(a.cards, b.cards, f"{player} lays"))
        case _:
            return None


def _same_city(a: str, b: str, board: Board) -> bool:
    return a == b or (board.city(a) is not None and board.city(a) == board.city(b))


def _take(a: Take, b: Take, player: str) -> Take:
    clash = Clashing(
        f"{player} draws {format_action(Draw((a,)))} in one record, {format_action(Draw((b,)))} in the other"
    )
    if a.blind != b.blind or (a.card != b.card and "?" not in (a.card, b.card)):
        raise clash
    if a.blind:
        return b if a.card == "?" else a
    if a.replacement is None or b.replacement is None:
        return b if a.replacement is None else a
    if len(a.flushes) != len(b.flushes) or (a.replacement == "-") != (b.replacement == "-"):
        raise clash
    gap = runs(a.replacement, b.replacement, "the market gets")
    flushes = tuple([runs(x, y, "the market has") for x, y in zip(a.flushes, b.flushes, strict=True)])
    return Take(a.card, replacement=gap, flushes=flushes)


def _claim(a: Claim, b: Claim, player: str, board: Board) -> Claim:
    if _route_key(a.route, board) != _route_key(b.route, board) or a.given_up != b.given_up:
        raise Clashing(f"{player} does {format_action(a)} in one record, {format_action(b)} in the other")
    if a.route.number and b.route.number and a.route.number != b.route.number:
        raise Clashing(f"{player} claims track {a.route.number} in one record, {b.route.number} in the other")
    if a.passenger and b.passenger and not _same_city(a.passenger, b.passenger, board):
        raise Clashing(f"{player} places a passenger in {a.passenger} in one record, in {b.passenger} in the other")
    turned = runs(a.turned, b.turned, "there are turned over") if a.turned and b.turned else a.turned or b.turned
    return Claim(
        replace(a.route, number=a.route.number or b.route.number),
        payments(a.paid, b.paid, f"{player} pays"),
        turned,
        _surcharge(a, b, player),
        a.given_up,
        a.passenger or b.passenger,
    )


def _surcharge(a: Claim, b: Claim, player: str) -> str:
    if not (a.surcharge and b.surcharge):
        return a.surcharge or b.surcharge
    return payments(a.surcharge, b.surcharge, f"{player} pays on top")


def _route_key(route: Pair, board: Board) -> object:
    ends = cities_named(board, route)
    return frozenset([route.a, route.b]) if isinstance(ends, Violation) else frozenset([ends[0].code, ends[1].code])


# --- tags ------------------------------------------------------------------------------------------------------------


def same_tag(name: str, a: str, b: str) -> str:
    """Return two values of a tag as one.

    Raises:
        Clashing: they cannot both be right.
    """
    if a == b:
        return a
    if name in ("Annotator", "Source"):
        return f"{a}; {b}"
    if name == "Date" and len(a) == len(b) and all(x == y or "?" in (x, y) for x, y in zip(a, b, strict=True)):
        return "".join([y if x == "?" else x for x, y in zip(a, b, strict=True)])
    raise Clashing(f'the tag {name} is "{a}" in one record, "{b}" in the other')
