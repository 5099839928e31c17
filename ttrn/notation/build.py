"""From the words of a parsed line to its record.

``DECODERS`` turns a word into a value, by its terminal in the grammar; ``BUILDERS`` turns the values of a line into a
record, by its rule. Words without a decoder (keywords, brackets) say nothing beyond their place.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from ttrn.notation.lexicon import sort_cards
from ttrn.notation.records import (
    AssertCards,
    AssertCount,
    AssertTickets,
    Claim,
    Complete,
    Deal,
    Deck,
    Draw,
    FinalRoutes,
    FinalStations,
    Finished,
    Keep,
    Market,
    Pair,
    Pass,
    Play,
    Player,
    Quantity,
    Rank,
    Refill,
    Reveal,
    Ride,
    Score,
    Sheet,
    Statement,
    Station,
    Tag,
    Take,
    TakeTickets,
    UnknownTicket,
    WrittenAction,
    WrittenTicket,
    sort_components,
    trusted_claim,
    trusted_draw,
)


class Move(NamedTuple):
    """What follows the number and the player of a turn."""

    action: WrittenAction
    refill: Refill | None
    marks: tuple[str, ...]


Built: TypeAlias = Tag | Statement | Move
Fields: TypeAlias = list[tuple[str, object]]
_NamedNumbers: TypeAlias = tuple[tuple[str, int], ...]

T = TypeVar("T")

_PLACES = re.compile(r'"((?:[^"\\]++|\\.)*+)"|([^\W\d_]++)')


# --- words -----------------------------------------------------------------------------------------------------------


def unquote(word: str) -> str:
    r"""Return the text of a quoted word.

    >>> unquote(r'"the \"Express\""')
    'the "Express"'
    """
    return re.sub(r"\\(.)", r"\1", word[1:-1])


def _places(word: str) -> tuple[str, ...]:
    return tuple(bare or unquote(f'"{quoted}"') for quoted, bare in _PLACES.findall(word))


def _pair(word: str) -> Pair:
    a, b = _places(word)
    number = int(word[-1]) if word[-2] == "#" and word[-1] != '"' else 0  # a quoted name may end with "#"
    return Pair(a, b, number)


def _take(word: str) -> Take:
    if word[0] == "?":
        return Take(word[-1], blind=True)
    head, *flushes = word.split("/")
    return Take(head[0], replacement=head[2] if len(head) > 1 else None, flushes=tuple(flushes))


def _market(word: str) -> tuple[str, tuple[str, ...]]:
    cards, *flushes = word.split("/")
    return cards, tuple(flushes)


def _named_number(word: str) -> tuple[str, int]:
    name, _, number = word.partition("=")
    return name, int(number)


DECODERS: dict[str, Callable[[str], object]] = {
    "TAG_NAME": str,
    "STRING": unquote,
    "ID": str,
    "COLOR": str,
    "COUNT": int,
    "QUANTITY": str,
    "RESULT": _named_number,
    "STANDING": _named_number,
    "COMPONENT": _named_number,
    "CARDS": str,
    "FACE_UP": _market,
    "CITY": lambda word: _places(word)[0],
    "ROUTE": _pair,
    "TICKET": _pair,
    "PATH": _places,
    "UNKNOWN": {"?": UnknownTicket(), "?s": UnknownTicket("s"), "?l": UnknownTicket("l")}.__getitem__,
    "TAKE": _take,
    "TURNED": lambda word: word[1:],
    "NONE_TURNED": lambda word: word[1:],
    "SURCHARGE": lambda word: sort_cards(word[1:]),
    "GIVEN_UP": bool,
    "PASSENGER": lambda word: _places(word)[0],
    "REFILL": lambda word: Refill(*_market(word[1:])),
    "MARK": lambda word: word[1:],
    "BAR": str,
}


# --- lines -----------------------------------------------------------------------------------------------------------


def _all(fields: Fields, kind: str) -> tuple[object, ...]:
    return tuple([value for k, value in fields if k == kind])


def _get(fields: Fields, kind: str, default: T) -> T:
    """Return the first value of a kind; the default tells its type."""
    for k, value in fields:
        if k == kind:
            return cast("T", value)
    return default


def _hand(fields: Fields) -> str:
    return sort_cards(_get(fields, "CARDS", ""))


def _tickets(fields: Fields) -> tuple[WrittenTicket, ...]:
    return cast("tuple[WrittenTicket, ...]", tuple([value for kind, value in fields if kind in ("TICKET", "UNKNOWN")]))


def _kept_and_returned(fields: Fields) -> tuple[tuple[WrittenTicket, ...], tuple[WrittenTicket, ...]]:
    kept: list[object] = []
    returned: list[object] = []
    side = kept
    for kind, value in fields:
        if kind in ("TICKET", "UNKNOWN"):
            side.append(value)
        elif kind == "BAR":
            side = returned
    return cast("tuple[tuple[WrittenTicket, ...], tuple[WrittenTicket, ...]]", (tuple(kept), tuple(returned)))


def _player(fields: Fields) -> Player:
    return Player(_get(fields, "ID", ""), _get(fields, "STRING", ""), _get(fields, "COLOR", ""))


def _draw(fields: Fields) -> Draw:
    return Draw(tuple([value for kind, value in fields if kind == "TAKE"]))  # type: ignore[misc]


def _claim(fields: Fields) -> Claim:
    return Claim(
        cast("Pair", fields[0][1]),
        sort_cards(_get(fields, "CARDS", "?")),  # without cards the payment was not seen
        turned=_get(fields, "TURNED", _get(fields, "NONE_TURNED", "")),
        surcharge=_get(fields, "SURCHARGE", ""),
        given_up=_get(fields, "GIVEN_UP", False),
        passenger=_get(fields, "PASSENGER", ""),
    )


def _assert_count(fields: Fields) -> AssertCount:
    what = cast("Quantity", _get(fields, "QUANTITY", "deck"))
    return AssertCount(what, _get(fields, "COUNT", 0), _get(fields, "ID", ""))


def _assert_cards(fields: Fields) -> AssertCards:
    player = _get(fields, "ID", "")
    return AssertCards(_hand(fields) if player else _get(fields, "CARDS", ""), player)


def _move(action: Callable[[Fields], WrittenAction]) -> Callable[[Fields], Move]:
    def build(fields: Fields) -> Move:
        if not fields or fields[-1][0] not in ("MARK", "REFILL"):
            return Move(action(fields), None, ())
        refill: Refill | None = None
        marks = cast("tuple[str, ...]", _all(fields, "MARK"))
        return Move(action(fields), _get(fields, "REFILL", refill), marks)

    return build


class PlainMove(NamedTuple):
    """A move of a keyword and two words, with nothing else: which kinds they are of, and what is made of them."""

    first: str
    second: str
    build: Callable[[Any, Any], Move]


PLAIN: dict[str, PlainMove] = {
    "draw": PlainMove("TAKE", "TAKE", lambda first, second: Move(trusted_draw(first, second), None, ())),
    "claim": PlainMove("ROUTE", "CARDS", lambda route, cards: Move(trusted_claim(route, sort_cards(cards)), None, ())),
}
"""The commonest moves: nine in ten are of these. The builders of their rules make the same of them."""

_NO_MARKET: tuple[str, tuple[str, ...]] = ("", ())
_NO_PATH: tuple[str, ...] = ()

BUILDERS: dict[str, Callable[[Fields], Built]] = {
    "tag": lambda f: Tag(_get(f, "TAG_NAME", ""), _get(f, "STRING", "")),
    "player": _player,
    "deal": lambda f: Deal(_get(f, "ID", ""), _hand(f)),
    "keep": lambda f: Keep(_get(f, "ID", ""), *_kept_and_returned(f)),
    "market": lambda f: Market(*_get(f, "FACE_UP", _NO_MARKET)),
    "deck": lambda f: Deck(_get(f, "CARDS", "")),
    "shuffle": lambda f: Deck(_get(f, "CARDS", ""), reshuffled=True),
    "reveal": lambda f: Reveal(_get(f, "ID", ""), _tickets(f)),
    "score": lambda f: Score(cast("_NamedNumbers", _all(f, "RESULT"))),
    "complete": lambda f: Complete(_get(f, "ID", ""), cast("Pair", f[1][1]), _hand(f)),
    "routes": lambda f: FinalRoutes(_get(f, "ID", ""), cast("tuple[Pair, ...]", _all(f, "ROUTE"))),
    "stations": lambda f: FinalStations(_get(f, "ID", ""), cast("tuple[str, ...]", _all(f, "CITY"))),
    "sheet": lambda f: Sheet(_get(f, "ID", ""), sort_components(cast("_NamedNumbers", _all(f, "COMPONENT")))),
    "rank": lambda f: Rank(cast("_NamedNumbers", _all(f, "STANDING"))),
    "finished": lambda _: Finished(),
    "assert_market": _assert_cards,
    "assert_hand": _assert_cards,
    "assert_deck": _assert_count,
    "assert_count": _assert_count,
    "assert_tickets": lambda f: AssertTickets(_get(f, "ID", ""), _tickets(f)),
    "draw": _move(_draw),
    "claim": _move(_claim),
    "tickets": _move(lambda f: TakeTickets(*_kept_and_returned(f))),
    "station": _move(lambda f: Station(_get(f, "CITY", ""), _hand(f))),
    "ride": _move(lambda f: Ride(_get(f, "PATH", _NO_PATH), _hand(f))),
    "play": _move(lambda f: Play(_hand(f))),
    "pass": _move(lambda _: Pass()),
}
