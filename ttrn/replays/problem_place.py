"""Where a line breaks a rule: the line as it is written, and the word in it that the rule is about.

Records are shared and carry no place, so the word is looked for in the text when a problem is made, and never before:
sound games pay nothing. A game that was made by a program has no text; then the line in canonical form stands for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ttrn.core.state import Violation
from ttrn.notation.game import Entry, GameRecord
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
    Keep,
    Market,
    Pass,
    Player,
    Rank,
    Reveal,
    Ride,
    Score,
    Sheet,
    Station,
    Tag,
    TakeTickets,
    Turn,
)
from ttrn.notation.writer import format_statement, format_turn

# A bar or a bracket parts words; what is in quotes is part of one. Outside of quotes a semicolon begins a comment, and
# what stands before a closing brace was one.
_WORD = re.compile(r'[;}]|(?:[^\s;|()\[\]{}"]|"(?:[^"\\]|\\.)*+")++')
_PLACE = re.compile(r'"(?:[^"\\]|\\.)*+"|[^\W\d_]++')

_OF_A_CLAIM = {
    **dict.fromkeys(("CLAIM-1", "CLAIM-3", "CLAIM-5", "CLAIM-6", "CLAIM-7"), "route"),
    **dict.fromkeys(("CLAIM-2", "EU-FERRY-1", "MK-CLAIM-1"), "paid"),
    **dict.fromkeys(("EU-TUNNEL-2", "EU-TUNNEL-3"), "surcharge"),
    "EU-TUNNEL-4": "given up",
    "MK-PASS-1": "passenger",
}
"""Which word of a claim each rule is about."""

_SIGNS = {"turned": "!", "surcharge": "+", "given up": "x", "passenger": "@", "refill": ">"}

_OF_THE_CARD = ("DRAW-1", "DRAW-3", "DRAW-4", "DRAW-6", "DECK-3", "MK-DRAW-1")
_OF_THE_MARKET = ("MARKET-1", "MARKET-2", "MK-MARKET-1", "CG-DRAW-1")


class Span(NamedTuple):
    """A part of a line, from a character up to another; they count from 0."""

    start: int
    end: int


class Spot(NamedTuple):
    """A line as it is written, and where in it to look; the column counts from 1, 0 is the whole line."""

    text: str
    column: int
    width: int


class _Words:
    """The words of a line, without its comment."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.spans: list[Span] = []
        for found in _WORD.finditer(text, start):
            if found.group() == ";":
                break
            if found.group() == "}":
                self.spans.clear()
            else:
                self.spans.append(Span(*found.span()))

    def first(self, number: int) -> list[str]:
        """Return the first words."""
        return [self.text[span.start : span.end] for span in self.spans[:number]]

    def at(self, number: int) -> Span:
        """Return a word by its number; the last one where there are not so many."""
        return self.spans[min(number, len(self.spans) - 1)]

    def all_from(self, number: int) -> Span:
        """Return everything from a word on."""
        return Span(self.at(number).start, self.spans[-1].end)

    def sign(self, sign: str) -> Span | None:
        """Return the word that begins with a sign, after the first word of an action."""
        return next((span for span in self.spans[4:] if self.text.startswith(sign, span.start)), None)

    def named(self, component: str) -> Span:
        """Return the word that states a component of a score sheet, wherever it stands."""
        found = [span for span in self.spans if self.text.startswith(f"{component}=", span.start)]
        return found[0] if found else self.at(0)


def as_written(game: GameRecord, place: int, lines: Sequence[str]) -> str:
    """Return the line of this number in the file, without its line end; nothing for a game without a text."""
    number = place - game.places[0] if lines and game.places else -1
    return lines[number] if 0 <= number < len(lines) else ""


def spot(entry: Entry, number: int, written: str, violation: Violation) -> Spot:
    """Return where to look for a violation in an entry; ``number`` is that of a turn, ``written`` its line."""
    plain = format_turn(entry, number) if isinstance(entry, Turn) else format_statement(entry)  # type: ignore[arg-type]
    words = _find(written, plain) if written else None
    if words is None:
        words = _Words(plain, 0)
        written = written or plain
        if written != plain:  # it is there, in a way that nobody foresaw
            return Spot(written, 0, 1)
    span = _span(words, entry, violation)
    return Spot(written, span.start + 1, max(1, span.end - span.start))


def _find(line: str, plain: str) -> _Words | None:
    """Return the words of a line after what may stand before them: brackets, and a comment that ends there."""
    known = _Words(plain, 0).first(2)
    for start in (0, line.find("}") + 1):
        words = _Words(line, start)
        if words.first(2) == known or (plain[0] == "[" and words.first(1) == known[:1]):
            return words
    return None


def _span(words: _Words, entry: Entry, violation: Violation) -> Span:
    if isinstance(entry, Tag):
        return words.at(1)
    if violation.part == "line":
        return words.all_from(0)
    if isinstance(entry, Turn):
        return _of_turn(words, entry, violation)
    return _of_statement(words, entry, violation)


def _of_statement(words: _Words, entry: Entry, violation: Violation) -> Span:  # noqa: C901, PLR0911  a table of one line per kind
    match entry:
        case Market() | Deck():
            return _in_market(words.text, words.at(1), violation.rule)
        case Score():
            return words.at(1 + violation.at)
        case Deal():
            return words.at(2)
        case Keep() | Reveal():
            return words.at(2 + violation.at) if violation.part == "ticket" else words.all_from(2)
        case Rank():
            return words.at(1 + violation.at)
        case FinalRoutes() | FinalStations():
            return words.at(2 + violation.at) if violation.part == "route" else words.at(0)
        case Sheet(components=components):
            return words.named(components[violation.at][0]) if violation.part == "component" else words.at(0)
        case Complete():
            return words.at(2 if violation.part == "ticket" else 3)
        case AssertTickets():
            return words.at(3 + violation.at) if violation.part == "ticket" else words.all_from(3)
        case AssertCards() | AssertCount():
            return words.at(3 if entry.player and violation.part != "action" else 2)
        case Player():  # pragma: no cover  no rule is about the names
            return words.at(1)
        case _:
            return words.all_from(0)


def _of_turn(words: _Words, turn: Turn, violation: Violation) -> Span:  # noqa: PLR0911  a table of one line per kind
    if violation.part in ("player", "action"):
        return words.at(1 if violation.part == "player" else 2)
    refill = words.sign(">")
    if refill is not None and violation.part == "refill":
        return _in_market(words.text, refill, violation.rule)
    match turn.action:
        case Draw(takes):
            return _of_draw(words, 3 + min(violation.at, len(takes) - 1), violation)
        case Claim():
            return _of_claim(words, violation)
        case TakeTickets(kept, returned):
            last = words.at(2 + len(kept) + len(returned))
            return words.at(3 + violation.at) if violation.part == "ticket" else Span(words.at(3).start, last.end)
        case Station():
            return words.at(4 if violation.rule == "EU-STATION-2" or violation.part == "paid" else 3)
        case Ride():
            if violation.part == "paid" and len(words.spans) > 4:
                return words.at(4)
            return _cities(words, violation.at, 2) if violation.part == "route" else words.at(3)
        case Pass():
            return words.at(2)
        case _:
            return words.at(3)


def _of_draw(words: _Words, number: int, violation: Violation) -> Span:
    """Return the card taken, or what came in its place."""
    span = words.at(number)
    word = words.text[span.start : span.end]
    if ">" not in word:
        return span
    if violation.rule in _OF_THE_CARD or violation.part == "card":
        return Span(span.start, span.start + 1)
    return _in_market(words.text, span, violation.rule)


def _in_market(text: str, span: Span, rule: str) -> Span:
    """Return the cards that come up, in a word that may hold more: after a mark, and those of a new market."""
    start = max(text.find(">", *span) + 1, span.start)
    swept = text.find("/", *span)
    if swept < 0:
        return Span(start, span.end)
    if swept == start and rule not in _OF_THE_MARKET:
        return span  # no card came up before it
    return Span(swept + 1, span.end) if rule in _OF_THE_MARKET else Span(start, swept)


def _of_claim(words: _Words, violation: Violation) -> Span:
    """Return the route, a city of it, the payment, or a word with a sign."""
    route, paid = words.at(3), words.at(4)
    part = violation.part or _OF_A_CLAIM.get(violation.rule, "turned")
    if part in ("first city", "second city"):
        return _cities(words, part == "second city", 1)
    if part in ("route", "paid"):
        return route if part == "route" else paid
    # A surcharge may be missing; and where no card was turned over, it is about those that come up in the market.
    return words.sign(_SIGNS[part]) or words.sign("!") or words.sign(">") or paid


def _cities(words: _Words, first: int, number: int) -> Span:
    """Return cities of a route or a ride that follow each other."""
    found = [place.span() for place in _PLACE.finditer(words.text, *words.at(3))]
    some = found[first : first + number]
    return Span(some[0][0], some[-1][1]) if some else words.at(3)
