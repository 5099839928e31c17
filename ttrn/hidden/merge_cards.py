"""Two records of the same cards or tickets as one: what either saw, or how they contradict each other."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from ttrn.boards import Board
from ttrn.core.cards import counts, describe
from ttrn.core.state import Violation
from ttrn.core.ticket_deck import BACKS
from ttrn.notation.lexicon import sort_cards
from ttrn.notation.records import Pair, UnknownTicket, WrittenTicket
from ttrn.notation.writer import format_ticket
from ttrn.replays.resolve import cities_named

Shown: TypeAlias = tuple[str, tuple[str, ...]]
"""Cards that came up, and each market that replaced the one before."""


class Clashing(Exception):  # noqa: N818  an answer, not a mistake
    """Two records contradict each other: what each of them says, about what."""

    def __init__(self, about: str, one: str, other: str) -> None:
        super().__init__(about, one, other)
        self.about = about
        self.one = one
        self.other = other

    def text(self, first: str, second: str) -> str:
        """Return the contradiction in words, with the names of both records."""
        return f"{self.about} {self.one} in {first}, {self.other} in {second}".lstrip()

    def __str__(self) -> str:
        return self.text("one record", "the other")


# --- cards -----------------------------------------------------------------------------------------------------------


def hands(a: str, b: str, what: str) -> str:
    """Return two records of a hand or a payment, whose order means nothing, as one.

    >>> hands("RR??", "?KL?", "ann holds")
    'RRKL'
    """
    more = learned(a, b)
    if more is None:
        raise Clashing(what, describe(counts(a)), describe(counts(b)))
    return sort_cards(a.replace("?", "") + "".join(more.elements()) + "?" * (a.count("?") - more.total()))


def payments(a: str, b: str, what: str) -> str:
    """Return two records of a payment as one; a single question mark is a payment not seen at all."""
    if "?" in (a, b):
        return b if a == "?" else a
    return hands(a, b, what)


def in_order(a: str, b: str, what: str) -> str:
    """Return two records of cards in their order as one.

    >>> in_order("R?K", "?GK", "the deck has")
    'RGK'
    """
    if len(a) == len(b) and all(x == y or "?" in (x, y) for x, y in zip(a, b, strict=True)):
        return "".join([y if x == "?" else x for x, y in zip(a, b, strict=True)])
    raise Clashing(what, a or "nothing", b or "nothing")


def in_any_order(a: str, b: str, what: str) -> str:
    """Return two records of cards as one that lay open together, whoever counted from which side.

    A card is put where the second record has it if there is room, so that records in the same order keep it.

    >>> in_any_order("RGL?K", "K?GRL", "the market has"), in_any_order("R?", "KR", "the market has")
    ('RGL?K', 'KR')
    >>> in_any_order("R??", "??K", "the market has"), in_any_order("R??", "K?R", "the market has")
    ('R?K', 'RK?')
    """
    more = learned(a, b)
    if more is None:
        raise Clashing(what, a or "nothing", b or "nothing")
    if "?" not in b:
        return a if "?" not in a else b
    joined = list(a)
    for anywhere in (False, True):
        for place, card in enumerate(joined):
            wanted = next(more.elements(), "") if anywhere else b[place]
            if card == "?" and more[wanted] > 0:
                joined[place] = wanted
                more[wanted] -= 1
    return "".join(joined)


def learned(a: str, b: str) -> Counter[str] | None:
    """Return the cards that the second of two records has beyond the first; None if they cannot be the same cards."""
    more = Counter(b.replace("?", "")) - Counter(a.replace("?", ""))
    return more if len(a) == len(b) and more.total() <= a.count("?") else None


def markets(a: Shown, b: Shown, what: str) -> Shown:
    """Return two records of cards that came up, and of the markets that replaced them, as one."""
    (cards_a, flushes_a), (cards_b, flushes_b) = a, b
    if len(flushes_a) != len(flushes_b):
        raise Clashing("the market is replaced", _times(len(flushes_a)), _times(len(flushes_b)))
    flushes = [in_any_order(x, y, what) for x, y in zip(flushes_a, flushes_b, strict=True)]
    return in_any_order(cards_a, cards_b, what), tuple(flushes)


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")


# --- tickets ---------------------------------------------------------------------------------------------------------


def tickets(
    a: tuple[WrittenTicket, ...], b: tuple[WrittenTicket, ...], board: Board, what: str
) -> tuple[WrittenTicket, ...]:
    """Return two records of some tickets as one: those that either names, then the unknown ones that are left."""
    named_a, named_b = _by_key(a, board), _by_key(b, board)
    unseen_a, unseen_b = _unseen(a), _unseen(b)
    clash = Clashing(what, _listed(a), _listed(b))
    if len(a) != len(b):
        raise clash
    only_a = [ticket for key, ticket in named_a.items() if key not in named_b]
    only_b = [ticket for key, ticket in named_b.items() if key not in named_a]
    # What one record names is among the tickets that the other did not see.
    if not (_take_away(only_b, unseen_a, board) and _take_away(only_a, unseen_b, board)):
        raise clash
    left = _join_backs(unseen_a, unseen_b)
    if left is None:
        raise clash
    return (*[ticket for ticket in a if isinstance(ticket, Pair)], *only_b, *left)


def _by_key(tickets: tuple[WrittenTicket, ...], board: Board) -> dict[object, Pair]:
    return {ticket_key(ticket, board): ticket for ticket in tickets if isinstance(ticket, Pair)}


def _unseen(tickets: tuple[WrittenTicket, ...]) -> Counter[str]:
    """Return how many tickets of each back are not named."""
    return Counter([str(ticket.deck) for ticket in tickets if isinstance(ticket, UnknownTicket)])


def _listed(tickets: tuple[WrittenTicket, ...]) -> str:
    return " ".join([format_ticket(ticket) for ticket in tickets]) or "none"


def ticket_key(ticket: Pair, board: Board) -> object:
    """Return what is the same for a ticket however its cities are called, and whichever of them comes first."""
    ends = cities_named(board, ticket)
    if isinstance(ends, Violation):
        return ticket
    return frozenset([ends[0].code, ends[1].code]), ticket.number or 1


def _take_away(tickets: list[Pair], unseen: Counter[str], board: Board) -> bool:
    """Take tickets from unseen ones that they turned out to be, of their decks if the backs are recorded.

    Returns whether they can be.
    """
    for ticket in tickets:
        ends = cities_named(board, ticket)
        found = None if isinstance(ends, Violation) else board.ticket_between(*ends, ticket.number or 1)
        backs = [back for back in (found.deck[:1] if found is not None else "", "") if unseen[back] > 0]
        if not backs:
            return False
        unseen[backs[0]] -= 1
    return True


def _join_backs(a: Counter[str], b: Counter[str]) -> list[UnknownTicket] | None:
    """Return the tickets that neither record names, with the backs that either saw; None if they are not the same."""
    number, seen = a.total(), {back: max(a[back], b[back]) for back in BACKS}
    left = number - sum(seen.values())
    if number != b.total() or left < 0:
        return None
    return [*[UnknownTicket(back) for back in BACKS for _ in range(seen[back])], *[UnknownTicket()] * left]
