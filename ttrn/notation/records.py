"""The records: what one line of the notation says, as plain values.

Every record is frozen, slotted and checked when it is made, so any record that exists can be written, and read back it
is equal to what it was. Records know their syntax only: no board, no rules. They carry no place in a file either, so
equal moves are one shared object; the line numbers stand beside them (:mod:`ttrn.notation.game`).

Making a record that the notation cannot express raises ``ValueError``: a mistake of the program, not of a player.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

from ttrn.notation.lexicon import MARKS, is_word, sort_cards

_UNPRINTABLE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]")
_MEMO_LENGTH = 64
_BLANK_AT_END = re.compile(r"[ \t](?=\n|\Z)")
_BAD_IN_BLOCK = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff}]|\n\[Game ")


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise ValueError(message)


def _require_cards(cards: str) -> None:
    if not is_word("CARDS", cards):
        raise ValueError(f"{cards!r} are no cards")


def _require_hand(cards: str) -> None:
    # Hands come again and again, but long ones would fill the memory.
    if not (_is_hand(cards) if len(cards) <= _MEMO_LENGTH else _is_hand.__wrapped__(cards)):
        _require_cards(cards)
        raise ValueError(f"cards {cards!r} are not in canonical order")


@lru_cache(maxsize=16_384)
def _is_hand(cards: str) -> bool:
    return is_word("CARDS", cards) and cards == sort_cards(cards)


def _require_player(player: str) -> None:
    if not is_word("ID", player):
        raise ValueError(f"{player!r} cannot be a player's id")


def _require_text(text: str) -> None:
    if _UNPRINTABLE.search(text):
        raise ValueError(f"{text!r} holds a control character or half a character")


def _require_place(place: str) -> None:
    _require(bool(place), "a city needs a name")
    _require_text(place)


class Resolvable:
    """Has room for what it means on a board, for whoever reads one record again and again (see ttrn.replays.resolve).

    That is no part of the record: it is neither compared, shown, hashed, copied nor pickled.
    """

    __slots__ = ("resolved",)

    resolved: object
    """Not there before something is kept."""


keep_resolved: Final = vars(Resolvable)["resolved"].__set__
"""Keeps with a record what it means: records are frozen."""


# --- parts of lines --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment: ``; text`` to the end of a line, or ``{ text }`` over any number of lines.

    A private comment (``;! text``) is the writer's own and leaves the record when it is redacted.
    """

    text: str
    private: bool = False
    block: bool = False

    def __post_init__(self) -> None:
        _require(not _BLANK_AT_END.search(self.text), "a comment's lines end without white space")
        _require(self.text == self.text.strip(" \t\n"), "a comment starts and ends with its text")
        _require(self.private or not self.text.startswith("!"), "a comment that starts with ! is private")
        if self.block:
            _require(not _BAD_IN_BLOCK.search(self.text), "a block comment cannot hold this text")
        else:
            _require_text(self.text)


@dataclass(frozen=True, slots=True)
class Pair(Resolvable):
    """A route or a ticket, named by its two cities; ``number`` tells tracks or equal tickets apart, 0 is unsaid.

    A city is its three-letter code, or any other name (written in quotes).
    """

    a: str
    b: str
    number: int = 0

    def __post_init__(self) -> None:
        _require_place(self.a)
        _require_place(self.b)
        _require(0 <= self.number <= 9, "a track or copy number is 1 to 9")


@dataclass(frozen=True, slots=True)
class UnknownTicket:
    """A ticket the writer did not see; ``deck`` is ``"s"`` (short), ``"l"`` (long) or empty."""

    deck: Literal["", "s", "l"] = ""

    def __post_init__(self) -> None:
        _require(self.deck in ("", "s", "l"), "an unknown ticket is short, long or neither")


WrittenTicket: TypeAlias = Pair | UnknownTicket


@dataclass(frozen=True, slots=True)
class Take(Resolvable):
    """One card taken: from the market (``R>G``) or blind from the deck (``?``, or ``?K`` once it became known).

    ``replacement`` is the card that filled the gap, ``"?"`` not seen, ``"-"`` none left, ``None`` not recorded.
    Each of ``flushes`` is a whole new market, dealt because the one before it could not stay.
    """

    card: str
    blind: bool = False
    replacement: str | None = None
    flushes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _require(len(self.card) == 1, "a take is one card")
        _require_cards(self.card)
        if self.blind:
            _require(self.replacement is None and not self.flushes, "a blind card is not replaced")
            return
        _require(self.card != "?", "a card taken from the market was seen by everybody")
        if self.replacement is not None and self.replacement != "-":
            _require(len(self.replacement) == 1, "a gap is filled by one card")
            _require_cards(self.replacement)
        else:
            _require(not self.flushes, "only a new card in the market can bring a flush")
        for market in self.flushes:
            _require_cards(market)


@dataclass(frozen=True, slots=True)
class Refill:
    """Cards that filled gaps in the market at the end of a turn (``>GK``), and the flushes that followed.

    Without cards (``>/RGBYO``) there was no gap, and a market that had to stay could be replaced.
    """

    cards: str
    flushes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _require(bool(self.cards or self.flushes), "a refill brings cards or a new market")
        if self.cards:
            _require_cards(self.cards)
        for market in self.flushes:
            _require_cards(market)


# --- actions ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw(Resolvable):
    """One or two train cards taken."""

    takes: tuple[Take, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.takes) <= 2:
            raise ValueError("a draw is one or two cards")


@dataclass(frozen=True, slots=True)
class Claim(Resolvable):
    """A route claimed with the cards paid; ``"?"`` alone is a payment not seen at all.

    At a tunnel ``turned`` are the cards turned over, ``"-"`` if none was left to turn over, empty if it was not
    recorded. ``surcharge`` is what was paid on top; a claim ``given_up`` took its payment back. ``passenger`` is the
    city in which a passenger was placed.
    """

    route: Pair
    paid: str
    turned: str = ""
    surcharge: str = ""
    given_up: bool = False
    passenger: str = ""

    def __post_init__(self) -> None:
        _require_hand(self.paid)
        some = self.turned not in ("", "-")
        if some:
            _require_cards(self.turned)
        if self.surcharge:
            _require_hand(self.surcharge)
        _require(some or not (self.surcharge or self.given_up), "only turned cards bring a surcharge")
        _require(not (self.surcharge and self.given_up), "who gives up pays no surcharge")
        if self.passenger:
            _require_place(self.passenger)


@dataclass(frozen=True, slots=True)
class TakeTickets(Resolvable):
    """Tickets taken: those kept and those returned."""

    kept: tuple[WrittenTicket, ...]
    returned: tuple[WrittenTicket, ...] = ()

    def __post_init__(self) -> None:
        _require(bool(self.kept or self.returned), "at least one ticket is taken")


@dataclass(frozen=True, slots=True)
class Station(Resolvable):
    """A station built in a city, with the cards paid."""

    city: str
    paid: str

    def __post_init__(self) -> None:
        _require_place(self.city)
        _require_hand(self.paid)


@dataclass(frozen=True, slots=True)
class Ride(Resolvable):
    """A passenger moved through these cities, with the passenger cards played."""

    cities: tuple[str, ...]
    cards: str = ""

    def __post_init__(self) -> None:
        _require(len(self.cities) >= 2, "a ride has at least two cities")
        for city in self.cities:
            _require_place(city)
        if self.cards:
            _require_hand(self.cards)


@dataclass(frozen=True, slots=True)
class Play(Resolvable):
    """Cards laid in the railyard."""

    cards: str

    def __post_init__(self) -> None:
        _require_hand(self.cards)


@dataclass(frozen=True, slots=True)
class Pass(Resolvable):
    """No action was legal."""


WrittenAction: TypeAlias = Draw | Claim | TakeTickets | Station | Ride | Play | Pass


# --- lines -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tag:
    """A fact about the game: ``[Event "Friday night trains"]``."""

    name: str
    value: str
    comment: Comment | None = None

    def __post_init__(self) -> None:
        _require(is_word("TAG_NAME", self.name), f"{self.name!r} cannot be a tag's name")
        _require_text(self.value)


@dataclass(frozen=True, slots=True)
class Player:
    """A seat, in turn order: its id, and optionally the player's name and train colour."""

    id: str
    name: str = ""
    color: str = ""
    comment: Comment | None = None

    def __post_init__(self) -> None:
        _require_player(self.id)
        _require_text(self.name)
        _require(not self.color or is_word("COLOR", self.color), f"{self.color!r} cannot be a colour")


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards dealt to a player."""

    player: str
    cards: str
    comment: Comment | None = None

    def __post_init__(self) -> None:
        _require_player(self.player)
        _require_hand(self.cards)


@dataclass(frozen=True, slots=True)
class Keep:
    """The tickets a player starts with: kept and returned."""

    player: str
    kept: tuple[WrittenTicket, ...]
    returned: tuple[WrittenTicket, ...] = ()
    comment: Comment | None = None

    def __post_init__(self) -> None:
        _require_player(self.player)
        _require(bool(self.kept or self.returned), "at least one ticket is dealt")


@dataclass(frozen=True, slots=True)
class Market:
    """The face-up cards as dealt, and each market that replaced them at once."""

    cards: str
    flushes: tuple[str, ...] = ()
    comment: Comment | None = None

    def __post_init__(self) -> None:
        for cards in (self.cards, *self.flushes):
            _require_cards(cards)


@dataclass(frozen=True, slots=True)
class Deck:
    """The whole order of the deck, top card first; ``reshuffled`` where it was made from the discards."""

    cards: str
    reshuffled: bool = False
    comment: Comment | None = None

    def __post_init__(self) -> None:
        _require_cards(self.cards)


@dataclass(frozen=True, slots=True)
class Turn:
    """One player's turn. Its number is its place in the game and is not part of it."""

    player: str
    action: WrittenAction
    refill: Refill | None = None
    marks: tuple[str, ...] = ()
    comment: Comment | None = None

    def __post_init__(self) -> None:
        _require_player(self.player)
        if self.marks and not set(self.marks) <= set(MARKS):
            raise ValueError(f"{self.marks!r} are no annotations")


class _OpenTurn:
    """A turn that is being made."""

    __slots__ = ("action", "comment", "marks", "player", "refill")

    def __init__(self, player: str, action: WrittenAction, refill: Refill | None, marks: tuple[str, ...]) -> None:
        self.player = player
        self.action = action
        self.refill = refill
        self.marks = marks
        self.comment = None


def trusted_turn(player: str, action: WrittenAction, refill: Refill | None, marks: tuple[str, ...]) -> Turn:
    """Make a turn of checked parts, without checking them again: the reader makes one for almost every line."""
    # An object may take on a class with the same slots. An open one takes its values by plain assignment, in half the
    # time that it takes to fill a frozen one through the descriptors of its slots.
    turn: Any = _OpenTurn(player, action, refill, marks)
    turn.__class__ = Turn
    return turn  # type: ignore[no-any-return]


def trusted_draw(first: Take, second: Take) -> Draw:
    """Make a draw of two checked takes."""
    draw = _blank(Draw)
    _set_takes(draw, (first, second))
    return draw


def trusted_claim(route: Pair, paid: str) -> Claim:
    """Make a claim of a checked route and checked cards in canonical order."""
    claim = _blank(Claim)
    _set_route(claim, route)
    _set_paid(claim, paid)
    _set_turned(claim, "")
    _set_surcharge(claim, "")
    _set_given_up(claim, False)
    _set_passenger(claim, "")
    return claim


_blank = object.__new__
(_set_takes,) = (getattr(Draw, name).__set__ for name in ("takes",))
_set_route, _set_paid, _set_turned, _set_surcharge, _set_given_up, _set_passenger = (
    getattr(Claim, name).__set__ for name in ("route", "paid", "turned", "surcharge", "given_up", "passenger")
)


Quantity: TypeAlias = Literal["trains", "score", "longest", "stations", "passengers", "goods", "yard", "track", "deck"]


@dataclass(frozen=True, slots=True)
class AssertCount:
    """A number stated, to be checked; the deck's has no player."""

    what: Quantity
    value: int
    player: str = ""
    comment: Comment | None = None

    def __post_init__(self) -> None:
        if self.what == "deck":
            _require(not self.player, "the deck is nobody's")
        else:
            _require_player(self.player)
            _require(is_word("QUANTITY", self.what), f"{self.what!r} cannot be counted")
        _require(is_word("COUNT", str(self.value)), f"{self.value} is too large")


@dataclass(frozen=True, slots=True)
class AssertCards:
    """Cards stated, to be checked: a player's hand, or the market when there is no player. Empty is none at all."""

    cards: str
    player: str = ""
    comment: Comment | None = None

    def __post_init__(self) -> None:
        if self.player:
            _require_player(self.player)
        if self.cards:
            (_require_hand if self.player else _require_cards)(self.cards)


@dataclass(frozen=True, slots=True)
class AssertTickets:
    """The tickets a player holds, stated, to be checked."""

    player: str
    tickets: tuple[WrittenTicket, ...]
    comment: Comment | None = None

    def __post_init__(self) -> None:
        _require_player(self.player)


@dataclass(frozen=True, slots=True)
class Reveal:
    """The tickets a player showed at the end."""

    player: str
    tickets: tuple[WrittenTicket, ...]
    comment: Comment | None = None

    def __post_init__(self) -> None:
        _require_player(self.player)
        _require(bool(self.tickets), "at least one ticket is shown")


@dataclass(frozen=True, slots=True)
class Score:
    """The final scores stated, to be checked."""

    scores: tuple[tuple[str, int], ...]
    comment: Comment | None = None

    def __post_init__(self) -> None:
        _require(bool(self.scores), "at least one score is stated")
        for player, score in self.scores:
            _require_player(player)
            _require(is_word("COUNT", str(score)), f"{score} is too large")


@dataclass(frozen=True, slots=True)
class Complete:
    """The cards a player spent on a ticket at a scoring."""

    player: str
    ticket: Pair
    cards: str
    comment: Comment | None = None

    def __post_init__(self) -> None:
        _require_player(self.player)
        _require_hand(self.cards)


@dataclass(frozen=True, slots=True)
class FinalRoutes:
    """All routes that a player has on the final board, without an order; none is none at all."""

    player: str
    routes: tuple[Pair, ...]
    comment: Comment | None = None

    def __post_init__(self) -> None:
        _require_player(self.player)


@dataclass(frozen=True, slots=True)
class FinalStations:
    """All cities in which a player has a station on the final board; none is none at all."""

    player: str
    cities: tuple[str, ...]
    comment: Comment | None = None

    def __post_init__(self) -> None:
        _require_player(self.player)
        for city in self.cities:
            _require_place(city)


COMPONENTS: Final = (
    *[f"{length}x" for length in range(1, 10)],
    "routes",
    "completed",
    "failed",
    "tickets",
    "longest",
    "bonus",
    "stations",
    "goods",
    "cities",
)
"""What a score sheet may state of a player, in canonical order; ``1x`` is how many routes of one train."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A player's score sheet: what is known of the components of the total, to be checked."""

    player: str
    components: tuple[tuple[str, int], ...]
    comment: Comment | None = None

    def __post_init__(self) -> None:
        _require_player(self.player)
        _require(bool(self.components), "at least one component is stated")
        for name, value in self.components:
            _require(is_word("COMPONENT", f"{name}={value}"), f"{name}={value} cannot stand on a score sheet")
        _require(self.components == sort_components(self.components), "the components are not in canonical order")


def sort_components(components: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Return the components of a score sheet in canonical order.

    >>> sort_components([("bonus", 10), ("2x", 3)])
    (('2x', 3), ('bonus', 10))

    Raises:
        ValueError: a score sheet has no such component.
    """
    return tuple(sorted(components, key=lambda component: COMPONENTS.index(component[0])))


@dataclass(frozen=True, slots=True)
class Rank:
    """The places of players at the end, to be checked; who is level has the same one."""

    places: tuple[tuple[str, int], ...]
    comment: Comment | None = None

    def __post_init__(self) -> None:
        _require(bool(self.places), "at least one place is stated")
        for player, place in self.places:
            _require_player(player)
            _require(is_word("STANDING", f"{player}={place}"), f"{place} is no place")


@dataclass(frozen=True, slots=True)
class Finished:
    """The game was played to its end."""

    comment: Comment | None = None


Closing: TypeAlias = FinalRoutes | FinalStations | Sheet | Rank | Finished
"""What is told of the end of a game beside the tickets shown and the totals."""

Statement: TypeAlias = (
    Player
    | Deal
    | Keep
    | Market
    | Deck
    | AssertCount
    | AssertCards
    | AssertTickets
    | Reveal
    | Score
    | Complete
    | FinalRoutes
    | FinalStations
    | Sheet
    | Rank
    | Finished
)
