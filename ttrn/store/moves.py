"""What a turn did with cards: taken, turned up, paid.

Most turns come again and again in an archive, as one object. What the turn alone says is found out once; only
where the record leaves it to the order of the deck, or nobody wrote it down, the cards that came up are looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.core.cards import LETTERS, LOCOMOTIVE, PLUS_FOUR
from ttrn.core.chance import CameUp, Shown, decode
from ttrn.core.state import Violation
from ttrn.identity_memo import IdentityMemo
from ttrn.notation.records import (
    Claim,
    Draw,
    Pass,
    Play,
    Ride,
    Station,
    Take,
    TakeTickets,
    Turn,
    WrittenAction,
)
from ttrn.replays.resolve import cities_named
from ttrn.store.columns import Row

OPEN: Final = -1
"""In place of the number of a fact: the turn alone does not tell."""

_LIMIT: Final = 50_000

_BOARDS: Final = 8
"""The tracks of claims are kept for so many boards."""

WILD: Final = (LETTERS[LOCOMOTIVE], LETTERS[PLUS_FOUR])
"""The letters of locomotives."""

_NAMES: Final[dict[type[WrittenAction], str]] = {
    Draw: "draw",
    Claim: "claim",
    TakeTickets: "tickets",
    Station: "station",
    Ride: "ride",
    Play: "play",
    Pass: "pass",
}


class Fact(NamedTuple):
    """What a turn did with cards, in letters."""

    action: str
    face_up: str = ""
    blind: str = ""
    turned_up: str = ""
    paid: str = ""


UNSEEN_CLAIM: Final = Fact("claim", paid="?")
"""A claim of which nobody saw how it was paid."""


class Moves:
    """Moves by number. Numbers are given out as facts come up, and stay until :meth:`forget`."""

    def __init__(self) -> None:
        self.known: IdentityMemo[WrittenAction, int] = IdentityMemo(_LIMIT)
        """The number of the fact of each action."""
        self.blind: list[int] = []
        self.face_up: list[int] = []
        self.wild_blind: list[int] = []
        self.wild_face_up: list[int] = []
        self.unseen: list[int] = []
        """How many of the blind cards nobody saw."""
        self.flushes: list[int] = []
        self._facts: list[Fact] = []
        self._numbers: dict[Fact, int] = {}
        self._tracks: IdentityMemo[Board, IdentityMemo[Claim, tuple[int, ...]]] = IdentityMemo(_BOARDS)

    def learn(self, action: WrittenAction) -> int:
        """Return the number of what an action tells alone, ``OPEN`` where it does not tell all."""
        number = OPEN if isinstance(action, Draw) and not _told(action) else self.number(_fact(action))
        self.known.put(action, number)
        return number

    def tracks(self, board: Board, action: Claim) -> tuple[int, ...]:
        """Return the tracks between the cities of a claim."""
        here = self._tracks.get(board)
        if here is None:
            here = IdentityMemo(_LIMIT)
            self._tracks.put(board, here)
        found = here.get(action)
        if found is None:
            found = tracks_of(board, action)
            here.put(action, found)
        return found

    def tell(self, turn: Turn, log: list[int]) -> int:
        """Return the number of what a turn did, with the cards that came up in it."""
        action, came_up = turn.action, decode(log)
        if isinstance(action, Draw):
            return self.number(_drawn(action, came_up.takes))
        return self.number(_fact(action)._replace(turned_up=_refill(turn, came_up)))

    def number(self, fact: Fact) -> int:
        """Return the number of a fact, a new one if it has none."""
        number = self._numbers.get(fact)
        if number is None:
            number = self._numbers[fact] = len(self._facts)
            self._facts.append(fact)
            self.blind.append(len(fact.blind))
            self.face_up.append(len(fact.face_up))
            self.wild_blind.append(fact.blind.count("L"))
            self.wild_face_up.append(fact.face_up.count("L"))
            self.unseen.append(fact.blind.count("?"))
            self.flushes.append(fact.turned_up.count("/"))
        return number

    def __getitem__(self, number: int) -> Fact:
        return self._facts[number]

    def forget(self) -> None:
        """Forget everything once there is too much of it; numbers given out before mean nothing then."""
        if len(self._facts) > _LIMIT:
            self.__init__()  # type: ignore[misc]


def tracks_of(board: Board, action: Claim) -> tuple[int, ...]:
    """Return the tracks between the cities of a claim; none where there are no such cities."""
    ends = cities_named(board, action.route)
    return () if isinstance(ends, Violation) else tuple([route.index for route in board.routes_between(*ends)])


def payment(paid: str) -> tuple[str, int | None]:
    """Return the colour of a payment and its locomotives; "L" where there was no other card.

    The colour is empty, and the number None, where cards were not seen.

    >>> payment("RRL"), payment("LL"), payment("?"), payment("RR?")
    (('R', 1), ('L', 2), ('', None), ('R', None))
    """
    wild = sum([paid.count(letter) for letter in WILD])
    plain = [letter for letter in paid if letter not in WILD and letter != "?"]
    seen = "?" not in paid
    return (plain[0] if plain else "L" if wild and seen else ""), wild if seen else None


def move_row(fact: Fact, target: tuple[str | None, int | None, int | None], points: int) -> Row:
    """Return what a turn did as the table of moves has it, without its number."""
    color, wild = payment(fact.paid) if fact.action == "claim" else (None, None)
    return (fact.action, *target, fact.face_up, fact.blind, fact.turned_up, fact.paid, points, color, wild)


def _fact(action: WrittenAction) -> Fact:
    match action:
        case Draw(takes):
            face_up = "".join([take.card for take in takes if not take.blind])
            blind = "".join([take.card for take in takes if take.blind])
            turned_up = "".join([_replaced(take) for take in takes])
            return Fact("draw", face_up, blind, turned_up)
        case Claim():
            return Fact("give up") if action.given_up else Fact("claim", paid=action.paid + action.surcharge)
        case Station():
            return Fact("station", paid=action.paid)
        case Ride() | Play():
            return Fact(_NAMES[type(action)], paid=action.cards)
        case _:
            return Fact(_NAMES[type(action)])


def _told(action: Draw) -> bool:
    """Return whether the turn alone says what was taken, and what came up."""
    cards = [take.card if take.blind else "".join([take.replacement or "?", *take.flushes]) for take in action.takes]
    return "?" not in "".join(cards)


def _replaced(take: Take) -> str:
    """Return what came into the market with a take; nothing where there was no card left."""
    if take.blind or take.replacement in (None, "-"):
        return ""
    return "/".join([take.replacement or "", *take.flushes])


def _drawn(action: Draw, takes: Sequence[Shown]) -> Fact:
    face_up = blind = turned_up = ""
    for take, shown in zip_longest(action.takes, takes[: len(action.takes)], fillvalue=Shown()):
        assert isinstance(take, Take)
        assert isinstance(shown, Shown)
        if take.blind:
            blind += shown.cards[:1] or take.card
        else:
            face_up += take.card
            turned_up += _replaced(take) if shown == Shown() else "/".join([shown.cards, *shown.flushes])
    return Fact("draw", face_up, blind, turned_up)


def _refill(turn: Turn, came_up: CameUp) -> str:
    """Return what came into the market in a turn other than a draw."""
    if came_up.dealt:
        return ""  # a new deck was dealt before this turn
    cards, flushes = came_up.refill
    if came_up.refill == Shown() and turn.refill:
        cards, flushes = turn.refill.cards, turn.refill.flushes
    return "/".join([cards, *flushes])


def turned_over(action: Claim, log: list[int]) -> str:
    """Return the cards turned over at a tunnel, as far as they are known."""
    turned = decode(log).turned
    return action.turned.strip("-") if turned is None else turned
