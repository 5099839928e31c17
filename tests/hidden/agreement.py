"""Whether a line says nothing that is not so: held against the same line of the full record, without any merging."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ttrn.boards import Board
from ttrn.notation.records import (
    AssertCards,
    AssertCount,
    AssertTickets,
    Claim,
    Complete,
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
from ttrn.replays.resolve import resolve_ticket


class Agreement:
    """Holds lines against true ones; ``in_order`` is whether cards that lie open, or were drawn blind, are in order."""

    def __init__(self, board: Board, *, in_order: bool) -> None:
        self._board = board
        self._in_order = in_order

    def holds(self, told: Statement | Turn, true: Statement | Turn) -> bool:  # noqa: PLR0911  a table of kinds
        """Return whether a line says nothing else than the true one."""
        match told, true:
            case Turn(), Turn():
                refill = told.refill is None or (true.refill is not None and self._shown(told.refill, true.refill))
                return told.player == true.player and refill and self._action(told.action, true.action)
            case Player(), Player():
                return told.id == true.id and told.name in ("", true.name) and told.color in ("", true.color)
            case Deal(), Deal():
                return told.player == true.player and _among(told.cards, true.cards)
            case AssertCards(), AssertCards():
                return told.player == true.player and _among(told.cards, true.cards)
            case Complete(), Complete():
                return told.ticket == true.ticket and _paid(told.cards, true.cards)
            case Market(), Market():
                return self._shown(told, true)
            case Deck(), Deck():
                return told.reshuffled == true.reshuffled and _in_place(told.cards, true.cards)
            case Score(), Score():
                return set(told.scores) <= set(true.scores)
            case AssertCount(), AssertCount():
                return told == true
            case _:
                return self._tickets(told, true)

    def _tickets(self, told: Statement | Turn, true: Statement | Turn) -> bool:
        match told, true:
            case Keep(), Keep():
                return told.player == true.player and self._offer(told, true)
            case Reveal(), Reveal():
                return told.player == true.player and self._named(told.tickets, true.tickets)
            case AssertTickets(), AssertTickets():
                return told.player == true.player and self._named(told.tickets, true.tickets)
            case _:
                return False

    def _action(self, told: WrittenAction, true: WrittenAction) -> bool:  # noqa: PLR0911  a table of kinds
        match told, true:
            case Draw(), Draw():
                return self._draw(told.takes, true.takes)
            case TakeTickets(), TakeTickets():
                return self._offer(told, true)
            case Claim(), Claim():
                rest = (told.route, told.given_up, told.passenger) == (true.route, true.given_up, true.passenger)
                on_top = not told.surcharge or _paid(told.surcharge, true.surcharge)
                turned = not told.turned or self._open(told.turned, true.turned)
                return rest and on_top and turned and _paid(told.paid, true.paid)
            case Station(), Station():
                return told.city == true.city and _paid(told.paid, true.paid)
            case Ride(), Ride():
                return told.cities == true.cities and _paid(told.cards, true.cards)
            case Play(), Play():
                return _among(told.cards, true.cards)
            case _:
                return told == true

    def _draw(self, told: Sequence[Take], true: Sequence[Take]) -> bool:
        if [take.blind or take.card for take in told] != [take.blind or take.card for take in true]:
            return False
        blind = ["".join([take.card for take in takes if take.blind]) for takes in (told, true)]
        pairs = zip(told, true, strict=True)
        return self._open(*blind) and all(self._gap(a, b) for a, b in pairs if not a.blind)

    def _gap(self, told: Take, true: Take) -> bool:
        if told.replacement is None:
            return True
        same = told.replacement == true.replacement or (told.replacement == "?" and true.replacement not in (None, "-"))
        return same and self._markets(told.flushes, true.flushes)

    def _shown(self, told: Market | Refill, true: Market | Refill) -> bool:
        return self._open(told.cards, true.cards) and self._markets(told.flushes, true.flushes)

    def _markets(self, told: Sequence[str], true: Sequence[str]) -> bool:
        return len(told) == len(true) and all(self._open(a, b) for a, b in zip(told, true, strict=True))

    def _open(self, told: str, true: str) -> bool:
        return _in_place(told, true) if self._in_order else _among(told, true)

    def _offer(self, told: Keep | TakeTickets, true: Keep | TakeTickets) -> bool:
        return self._named(told.kept, true.kept) and self._named(told.returned, true.returned)

    def _named(self, told: Sequence[WrittenTicket], true: Sequence[WrittenTicket]) -> bool:
        """Return whether tickets are as many, and all of those that are named, or of the decks that are seen."""
        left = list(true)
        for ticket in told:
            if isinstance(ticket, Pair):
                if ticket not in left:
                    return False
                left.remove(ticket)
        backs = Counter([self._back(ticket) for ticket in left])
        seen = Counter([ticket.deck for ticket in told if isinstance(ticket, UnknownTicket) and ticket.deck])
        return len(told) == len(true) and all(backs[back] >= number for back, number in seen.items())

    def _back(self, ticket: WrittenTicket) -> str:
        if isinstance(ticket, UnknownTicket):
            return ticket.deck
        index = resolve_ticket(self._board, ticket)
        assert isinstance(index, int)
        return self._board.tickets[index].deck[:1]


def _in_place(told: str, true: str) -> bool:
    return len(told) == len(true) and all(x in ("?", y) for x, y in zip(told, true, strict=True))


def _among(told: str, true: str) -> bool:
    return len(told) == len(true) and not Counter(told.replace("?", "")) - Counter(true)


def _paid(told: str, true: str) -> bool:
    return told == "?" or _among(told, true)
