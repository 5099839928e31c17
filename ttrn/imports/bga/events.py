"""What a log tells, in the order in which it tells it: the same for all of its shapes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from ttrn.imports.importer import BrokenLog


class At(NamedTuple):
    """Where and when something stands in a log: the site's move, the second, and the place in the file."""

    move: int
    time: int | None = None
    """In seconds from 1970 on: by the clock of whoever saved a text, by Greenwich's in JSON."""
    line: int = 0
    text: str = ""
    """The line itself, in a text."""
    path: str = ""
    """The place in a JSON file, where lines mean nothing."""

    def broken(self, rule: str, message: str, hint: str = "") -> BrokenLog:
        """Return the failure that this place of the log is wrong."""
        where = ", ".join([part for part in (self.path, f"move {self.move}" if self.move else "") if part])
        return BrokenLog(rule, f"{where}: {message}" if where else message, line=self.line, text=self.text, hint=hint)


@dataclass(frozen=True, slots=True)
class RouteNamed:
    """A route by the names of its cities, and by its number where the log gives it (0: not)."""

    a: str
    b: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class TicketNamed:
    """A ticket by the names of its cities, or by type and number; what is not told is empty or 0."""

    a: str = ""
    b: str = ""
    kind: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Kept:
    """Tickets kept; ``None``: the log does not tell which."""

    who: str
    count: int
    tickets: tuple[TicketNamed, ...] | None = None


@dataclass(frozen=True, slots=True)
class Offered:
    """Tickets that somebody may choose from."""

    who: str
    tickets: tuple[TicketNamed, ...]


@dataclass(frozen=True, slots=True)
class Took:
    """A face-up card taken from a spot (0: not told); ``?`` where old logs do not name it."""

    who: str
    card: str
    spot: int = 0


@dataclass(frozen=True, slots=True)
class Drew:
    """Cards drawn blind; no letters where the log does not tell them. ``private``: the player's own copy."""

    who: str
    count: int
    cards: str = ""
    private: bool = False


@dataclass(frozen=True, slots=True)
class Filled:
    """Cards laid on spots of the market, as (spot, letter), ``-`` for none left; or all of it, when it was swept."""

    cards: tuple[tuple[int, str], ...]
    swept: bool = False


@dataclass(frozen=True, slots=True)
class Swept:
    """Three locomotives lay open, and the market was replaced."""


@dataclass(frozen=True, slots=True)
class LeftLying:
    """Three locomotives lay open again and again, and stay."""


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discards were made a new deck."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A route claimed; ``paid`` is empty where the log does not tell the cards, ``count`` tells how many they were."""

    who: str
    route: RouteNamed
    points: int
    paid: str
    count: int


@dataclass(frozen=True, slots=True)
class Built:
    """A station built."""

    who: str
    city: str
    paid: str


@dataclass(frozen=True, slots=True)
class Tried:
    """A tunnel tried; ``color`` is the card that was named for it."""

    who: str
    route: RouteNamed
    color: str


@dataclass(frozen=True, slots=True)
class Turned:
    """Cards turned over at a tunnel: how many, how many more they cost, and which, where the log tells."""

    count: int
    extra: int
    cards: str = ""


@dataclass(frozen=True, slots=True)
class GaveUp:
    """A tunnel given up; not ``certain`` where a line in another language may say so, if a tunnel was tried at all."""

    who: str
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Completed:
    """A ticket completed."""

    who: str
    ticket: TicketNamed


@dataclass(frozen=True, slots=True)
class Shown:
    """A ticket shown at the end."""

    who: str
    ticket: TicketNamed


@dataclass(frozen=True, slots=True)
class Scored:
    """Points for anything but a route; ``total`` is the new score, where the log tells it."""

    who: str
    points: int
    total: int | None = None


@dataclass(frozen=True, slots=True)
class PathMeasured:
    """The length of somebody's longest path."""

    who: str
    length: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The log says that the game is over."""


What: TypeAlias = (
    Kept
    | Offered
    | Took
    | Drew
    | Filled
    | Swept
    | LeftLying
    | Reshuffled
    | Claimed
    | Built
    | Tried
    | Turned
    | GaveUp
    | Completed
    | Shown
    | Scored
    | PathMeasured
    | Ended
)


class Event(NamedTuple):
    """One thing that a log tells."""

    at: At
    what: What


class Log(NamedTuple):
    """A whole log: its events in order, which shape it had, the table's number, and what was not understood."""

    events: tuple[Event, ...]
    shape: str
    table: str = ""
    skipped: tuple[str, ...] = ()
