"""What the second count of the pages shares: shares and averages in words, groups of seats, charts as plain data."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import erfc, sqrt
from statistics import fmean
from typing import Any, Final

from tests.dashboard.figures.books import Book, Claimed, Seat
from ttrn.boards import Board, Ticket

TITLES: Final = {"usa": "USA", "europe": "Europe", "marklin": "Märklin", "cardgame": "The Card Game"}
PARTS: Final = {
    "routes": "routes",
    "tickets": "tickets",
    "bonus": "bonus",
    "stations": "stations",
    "goods": "merchandise",
}
LEVELS: Final = {
    "result": "the result",
    "sheet": "the score sheet",
    "board": "the final board",
    "claims": "some turns",
    "view": "what somebody saw",
    "full": "everything",
}
INFORMATION: Final = {
    "full": "all cards known",
    "player": "as one player saw it",
    "public": "as everybody saw it",
    "partial": "some cards unknown",
}
Sits = tuple[Book, Seat]


@dataclass
class Shown:
    """What a page shows: texts, tables by their columns, charts by their names, and a map by its tracks."""

    texts: list[str] = field(default_factory=list)
    tables: list[dict[str, list[Any]]] = field(default_factory=list)
    charts: dict[str, dict[str, Any]] = field(default_factory=dict)
    tracks: dict[int, str] = field(default_factory=dict)
    scale: tuple[str, str] | None = None


# --- numbers in words ------------------------------------------------------------------------------------------------


def pct(value: float | None, digits: int = 0) -> str:
    return "?" if value is None else f"{round(100 * value, 9):.{digits}f} %"


def pts(value: float | None) -> str:
    if value is None:
        return "?"
    return f"{value:.1f}".removesuffix(".0") if abs(value) < 100 else f"{value:.0f}"


def many(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def share(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def wilson(wins: int, n: int) -> tuple[float, float]:
    z = 1.959964
    middle, width = (wins + z * z / 2) / (n + z * z), z / (n + z * z) * sqrt(wins * (n - wins) / n + z * z / 4)
    return max(0.0, middle - width), min(1.0, middle + width)


@dataclass
class Won:
    """How often some seats won, beside an even share."""

    sits: Sequence[Sits]

    def __post_init__(self) -> None:
        self.n = len(self.sits)
        self.wins = sum(bool(seat.won) for _, seat in self.sits)
        self.rate = self.wins / self.n if self.n else 0.0
        self.low, self.high = wilson(self.wins, self.n) if self.n else (0.0, 0.0)
        self.even = fmean([1 / book.players for book, _ in self.sits]) if self.n else 0.0

    @property
    def odds(self) -> float:
        """How likely a rate so far from an even share is by chance."""
        return erfc(abs(self.rate - self.even) / sqrt(self.even * (1 - self.even) / self.n) / sqrt(2))


def seats_of(found: Iterable[Book], known: Callable[[Seat], Any] = lambda _seat: True) -> list[Sits]:
    """Return the seats of which something is known."""
    return [(book, seat) for book in found for seat in book.seats if known(seat) is not None]


def grouped(items: Iterable[Any], key: Callable[[Any], Any]) -> dict[Any, list[Any]]:
    found: dict[Any, list[Any]] = defaultdict(list)
    for item in items:
        found[key(item)].append(item)
    return dict(sorted(found.items()))


def pair_name(on: Board, a: int, b: int, number: int = 0) -> str:
    return f"{on.cities[a].name} \N{EN DASH} {on.cities[b].name}" + (f" ({number})" if number else "")


def route_name(on: Board, track: int) -> str:
    route = on.routes[track]
    return pair_name(on, route.a, route.b, route.track)


def ticket_name(on: Board, ticket: Ticket) -> str:
    _, _, number = on.ticket_text(ticket).partition("#")
    return pair_name(on, ticket.a, ticket.b, int(number or 0))


# --- charts ----------------------------------------------------------------------------------------------------------


def trace(name: str | None = None, **arrays: Any) -> dict[str, Any]:
    return {key: value for key, value in {"name": name, **arrays}.items() if value is not None}


def lying(
    names: list[str], series: dict[str, list[Any]], x: str, hover: list[str] | None = None, **more: Any
) -> dict[str, Any]:
    """Return bars that lie: the ticks are the names, the numbers stand along x."""
    places = list(range(len(names)))
    traces = [trace(name, x=values, y=places, customdata=hover or names) for name, values in series.items()]
    return {"traces": traces, "x": x, "y": "", "ticks": names, **more}


def with_interval(name: str, x: list[Any], won: list[Won], hover: list[str], *, above: bool = False) -> dict[str, Any]:
    return trace(
        name,
        x=x,
        y=[one.rate - (one.even if above else 0) for one in won],
        array=[one.high - one.rate for one in won],
        arrayminus=[one.rate - one.low for one in won],
        customdata=hover,
    )


def habit(
    shown: Shown, key: str, what: str, sits: Sequence[Sits], value: Callable[[Seat], int | None], *, unit: str = ""
) -> list[tuple[int, Won]]:
    """Add the chart of wins by a number that seats have; return those that are frequent."""
    groups = {
        number: Won(mine)
        for number, mine in grouped(
            [one for one in sits if value(one[1]) is not None], lambda one: value(one[1])
        ).items()
    }
    enough = max(3, sum(won.n for won in groups.values()) // 200)
    found = [(number, won) for number, won in groups.items() if won.n >= enough]
    numbers, wins = [number for number, _ in found], [won for _, won in found]
    hover = [
        f"{number}{unit}: won {pct(won.rate)} of {many(won.n, 'time')}<br>"
        f"95 % interval: {pct(won.low)} to {pct(won.high)}"
        for number, won in found
    ]
    even = trace("an even share", x=numbers, y=[won.even for won in wins])
    shown.charts[key] = {"traces": [even, with_interval("wins", numbers, wins, hover)], "x": what, "y": "wins"}
    return found


def habit_answer(found: list[tuple[int, Won]], one: str, more: str) -> str:
    sure = [(number, won) for number, won in found if won.odds < 0.05 / len(found) and won.rate > won.even]
    if not sure:
        return "These games do not show that it matters."
    number, won = max(sure, key=lambda found: found[1].low - found[1].even)
    return (
        f"Those with **{number} {one if number == 1 else more}** win {pct(won.rate)}; an even share is {pct(won.even)}."
    )


# --- what is known of them -------------------------------------------------------------------------------------------


def known_games(found: list[Book], known: int, what: str) -> list[str]:
    if known == len(found):
        return []
    return [
        f"{known} of the {many(len(found), 'game')} {'knows' if known == 1 else 'know'} {what}: only these count here."
    ]


def known_seats(found: list[Book], known: int, what: str) -> list[str]:
    total = sum(book.players for book in found)
    return [] if known == total else [f"Of {known} of the {many(total, 'seat')} {what}: only these count here."]


def claims_of(found: Iterable[Book]) -> list[tuple[Book, Claimed]]:
    return [(book, claim) for book in found if book.routes_known for claim in book.claims]
