"""The text of a table's review page: a header for each move, then a line for each thing that happened in it."""

from __future__ import annotations

import re
from calendar import timegm
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final

from ttrn.imports.bga.events import (
    At,
    Built,
    Claimed,
    Completed,
    Drew,
    Ended,
    Event,
    GaveUp,
    Kept,
    LeftLying,
    Log,
    PathMeasured,
    Reshuffled,
    RouteNamed,
    Scored,
    Shown,
    Swept,
    TicketNamed,
    Took,
    Tried,
    Turned,
    What,
)
from ttrn.imports.bga.ids import CARDS
from ttrn.imports.importer import BrokenLog, Source

SHAPE: Final = "the text of the table's review page"

HEADER: Final = re.compile(r"Move (\d{1,6}) ?: ?(?:(\d\d)/(\d\d)/(\d{4}) )?(\d\d?):(\d\d):(\d\d)")
_DAY: Final = 86_400
_LONGEST: Final = 500
"""How many characters a line of a log may have; what is longer is something else."""
_CARDS: Final = r"(?P<cards>[0-8](?: ?, ?[0-8])*)"
_NUMBER: Final = r"\d{1,6}"

LogFields = Mapping[str, str]


def _cards(fields: LogFields) -> str:
    text = fields.get("cards") or ""
    return "".join([CARDS[int(code)] for code in text.replace(" ", "").split(",") if code])


def _ticket(fields: LogFields) -> TicketNamed:
    return TicketNamed(fields["a"], fields["b"])


def _claimed(fields: LogFields) -> What:
    route = RouteNamed(fields["a"], fields["b"])
    return Claimed(fields["who"], route, int(fields["points"]), _cards(fields), int(fields["count"]))


def _scored(fields: LogFields) -> What:
    points = int(fields["points"])
    return Scored(fields["who"], -points if fields["verb"] == "loses" else points)


CLAIM: Final = (
    rf"(?P<who>.+) gains (?P<points>{_NUMBER}) point\(s\) by claiming route from (?P<a>.+) to (?P<b>.+)"
    rf" with (?P<count>{_NUMBER}) train car\(s\)(?: ?: {_CARDS})?"
)
TURNED: Final = (
    rf"(?P<extra>{_NUMBER}) extra cards over the (?P<count>{_NUMBER}) train car cards revealed from the deck"
    r" are needed to claim the route"
)
HIDDEN: Final = rf"(?P<who>.+) takes (?P<count>{_NUMBER}) hidden train car card\(s\)"
STATION: Final = rf"(?P<who>.+) builds a Train Station on (?P<city>.+) with {_NUMBER} train car\(s\) ?: {_CARDS}"
TUNNEL: Final = r"(?P<who>.+) tries to build a tunnel from (?P<a>.+) to (?P<b>.+) with color (?P<cards>[0-8])"
COMPLETED: Final = r"You completed a new destination : (?P<a>.+) - (?P<b>.+?)(?: using station\(s\) : .*)?"
PATH: Final = rf"(?P<who>.+) longest continuous path is (?P<length>{_NUMBER}) train-cars long"

LINES: Final[Mapping[str, Callable[[LogFields], What]]] = {
    rf"(?P<who>.+) keeps (?P<count>{_NUMBER}) destination(?:s|\(s\))?": lambda f: Kept(f["who"], int(f["count"])),
    rf"You take hidden train car card\(s\) {_CARDS}": lambda f: Drew("", len(_cards(f)), _cards(f), private=True),
    HIDDEN: lambda f: Drew(f["who"], int(f["count"])),
    r"(?P<who>.+) takes a visible train car card": lambda f: Took(f["who"], "?"),
    r"(?P<who>.+) takes (?P<cards>[0-8])": lambda f: Took(f["who"], _cards(f)),
    CLAIM: _claimed,
    STATION: lambda f: Built(f["who"], f["city"], _cards(f)),
    TUNNEL: lambda f: Tried(f["who"], RouteNamed(f["a"], f["b"]), _cards(f)),
    TURNED: lambda f: Turned(int(f["count"]), int(f["extra"])),
    r"(?P<who>.+) skip tunnel claim": lambda f: GaveUp(f["who"]),
    COMPLETED: lambda f: Completed("", _ticket(f)),
    r"Three locomotives have been revealed, visible train cards are replaced": lambda _: Swept(),
    r"Three locomotives have been revealed multiples times in a row, .+": lambda _: LeftLying(),
    r"The train car deck has been reshuffled": lambda _: Reshuffled(),
    r"(?P<who>.+) reveals (?P<a>.+) to (?P<b>.+) destination": lambda f: Shown(f["who"], _ticket(f)),
    rf"(?P<who>.+) (?P<verb>gains|loses) (?P<points>{_NUMBER}) points with .+": _scored,
    PATH: lambda f: PathMeasured(f["who"], int(f["length"])),
    r"End of game.*": lambda _: Ended(),
}
"""How each line reads, and what it tells."""

_PATTERNS: Final = tuple([(re.compile(pattern), make) for pattern, make in LINES.items()])

SAYS_NOTHING: Final = re.compile(
    r".+ has \d+ train cars or less, starting final turn !|No train car card in deck or discard, tunnel is free"
)
"""Lines that only tell what follows from the others."""

VERBS: Final = ("keeps", "takes", "gains", "loses", "builds", "tries", "skip", "reveals", "longest")
"""What players do: a line that starts like this and reads otherwise was cut off or changed."""


def looks_like_text(text: str) -> bool:
    """Return whether a file may be the text of a review page."""
    return any(HEADER.match(line.strip()) for line in text.split("\n"))


def read_text(source: Source) -> Log:
    """Read the text of a review page.

    Raises:
        BrokenLog: a line is cut off, or nothing in it is understood.
    """
    reader = _Reader()
    for number, line in enumerate(source.text.split("\n"), 1):
        stripped = " ".join(line.split())
        if stripped:
            reader.line(number, stripped)
    if not reader.events:
        hint = "set the site's language to English, open the review page again and copy the whole list of moves"
        raise BrokenLog("LOG-SHAPE", "none of the lines of this log can be understood", hint=hint)
    return Log(tuple(reader.events), SHAPE, skipped=tuple(reader.skipped))


class _Reader:
    def __init__(self) -> None:
        self.events: list[Event] = []
        self.skipped: list[str] = []
        self._move = 0
        self._day: int | None = None
        self._time: int | None = None
        self._names: set[str] = set()

    def line(self, number: int, text: str) -> None:
        header = HEADER.fullmatch(text)
        if header:
            self._header(header, number, text)
            return
        at = At(self._move, self._time, number, text)
        if re.match(r"Move \d", text):
            raise BrokenLog("LOG-LINE", "this is no whole header of a move", line=number, text=text)
        what = _told(text)
        if what is not None and self._move:
            self._names.add(getattr(what, "who", "") or "")
            self.events.append(Event(at, what))
        elif not SAYS_NOTHING.fullmatch(text):
            if self._cut_off(text):
                raise at.broken("LOG-LINE", "this line is cut off or changed", "copy the whole list of moves again")
            self.skipped.append(f'line {number} "{text[:60]}"')

    def _header(self, header: re.Match[str], number: int, text: str) -> None:
        move, day, month, year, hours, minutes, seconds = header.groups()
        if int(move) < self._move:
            message = f"move {move} stands after move {self._move}"
            hint = "a file holds one game, its moves in order; on the page, show the oldest move first"
            raise BrokenLog("LOG-LINE", message, line=number, text=text, hint=hint)
        self._move = int(move)
        if year:
            try:
                date = datetime(int(year), int(month), int(day), tzinfo=UTC)
            except ValueError:
                raise BrokenLog("LOG-LINE", "there is no such date", line=number, text=text) from None
            self._day = timegm(date.timetuple())
        clock = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
        self._time = None if self._day is None else self._day + min(clock, _DAY - 1)

    def _cut_off(self, text: str) -> bool:
        """Return whether a line starts with a player who does something, and so should have been understood."""
        words = text[:_LONGEST].split(" ")
        for number, word in enumerate(words[1:], 1):
            if word and " ".join(words[:number]) in self._names:
                return any(verb.startswith(word) or word.startswith(verb) for verb in VERBS)
        return False


def _told(text: str) -> What | None:
    if len(text) > _LONGEST:
        return None
    for pattern, make in _PATTERNS:
        match = pattern.fullmatch(text)
        if match:
            return make({name: value or "" for name, value in match.groupdict().items()})
    return None
