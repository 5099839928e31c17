"""What a board is: cities, routes, tickets and the tables a game is played with.

Everything is numbered from 0 in the order of the board file: routes and tickets name their cities by index, so that an
engine works on small integers. Nothing here knows how a board file is written; see ``load``.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ttrn.boards.city_guesses import guess_city
from ttrn.boards.maps import BoardMap
from ttrn.boards.names import fold

CARD_LETTERS = "ROYGBPKWLFT"
"""All train cards in the order in which a hand is written: eight colours, locomotive, "+4" locomotive, passenger."""

COLORS: Mapping[str, str] = {
    "red": "R",
    "orange": "O",
    "yellow": "Y",
    "green": "G",
    "blue": "B",
    "pink": "P",
    "black": "K",
    "white": "W",
    "gray": "",
}
"""The colours of routes, with the letter of the card that pays for them; gray takes any one colour."""

DECKS = ("short", "long")
"""What decks of tickets can be called, in the order in which they are listed."""

_SHORT = 4
"""How many letters a name may have to be taken for a code."""


@dataclass(frozen=True, slots=True)
class City:
    """A city, or a country at the edge of the board.

    ``goods`` is the colour of its merchandise stack, empty where there is none. ``lon`` and ``lat`` are None on a board
    that is no map of the real world. A record may use a name of the ``aliases``; ``abbreviations`` are only understood
    when a hint is looked for.
    """

    index: int
    code: str
    name: str
    x: float
    y: float
    lon: float | None = None
    lat: float | None = None
    aliases: tuple[str, ...] = ()
    country: bool = False
    goods: str = ""
    abbreviations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Route:
    """One track between two cities; ``a`` and ``b`` are city indices in the board's own order.

    ``pair`` is shared by all tracks between the same two cities. ``track`` counts them from 1 and is 0 for an only
    track. ``color`` is a card letter, empty for gray. ``ferry`` is the number of locomotives it wants. ``stub`` is
    where a track into a country ends, and ``via`` are the places it passes on its way, if the board says.
    """

    index: int
    a: int
    b: int
    pair: int
    length: int
    points: int
    color: str = ""
    track: int = 0
    tunnel: bool = False
    ferry: int = 0
    stub: tuple[float, float] | None = None
    via: tuple[tuple[float, float], ...] = ()

    def other(self, city: int) -> int:
        """Return the city at the other end; ``city`` must be one of the two."""
        return self.a + self.b - city


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket; ``a`` and ``b`` are city indices in the order of its card.

    ``deck`` is "short" or "long" where the game has two decks. ``cards`` are the card letters it asks for in the card
    game. ``copy`` tells tickets of one pair apart (1, 2, ...). A ticket that is not ``dealt`` is never in the deck, but
    a record may name it. ``confirmed`` is False where the sources leave a doubt; the board's ``tickets_note`` says
    which.
    """

    index: int
    a: int
    b: int
    points: int
    deck: str = ""
    cards: str = ""
    copy: int = 1
    dealt: bool = True
    confirmed: bool = True


@dataclass(frozen=True, slots=True)
class TicketDraw:
    """How many tickets are taken at once and how many of them must be kept.

    ``decks`` says how many of each deck; it is empty where the player may mix the decks freely, or there is one only.
    """

    take: int
    keep: int
    decks: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tables:
    """The numbers that a game on this board is played with; 0 or empty where the game knows no such thing."""

    min_players: int
    max_players: int
    train_cards: Mapping[str, int]
    setup_tickets: TicketDraw
    play_tickets: TicketDraw
    trains: int = 0
    train_colors: tuple[str, ...] = ()
    dealt_cards: int = 0
    dealt_locomotives: int = 0
    market: int = 0
    route_points: Mapping[int, int] = field(default_factory=dict)
    longest_path: int = 0
    most_tickets: int = 0
    stations: int = 0
    station_costs: tuple[int, ...] = ()
    station_points: int = 0
    passengers: int = 0
    merchandise: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    big_cities: Mapping[int, int] = field(default_factory=dict)

    @property
    def deck_size(self) -> int:
        """The number of all train cards."""
        return sum(self.train_cards.values())


class Found(NamedTuple):
    """What a search on a board came upon."""

    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Board:
    """A board: its cities, routes, tickets and tables, and ways to find one's way on it.

    Boards compare by identity, so that they can be keys of caches. Make one with ``load``; the derived fields are
    filled in here.
    """

    name: str
    title: str
    rules: str
    width: float
    height: float
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    tables: Tables
    tickets_note: str = ""
    map: BoardMap | None = field(default=None, repr=False)
    """What is drawn under the routes; None on plain paper."""
    pairs: tuple[tuple[int, ...], ...] = field(init=False, repr=False)
    """The route indices of each joined pair of cities, track 1 first."""
    pair_cities: tuple[tuple[int, int], ...] = field(init=False, repr=False)
    """The two city indices of each pair, in the board's own order."""
    twins: tuple[tuple[int, ...], ...] = field(init=False, repr=False)
    """For each route: the other tracks between its cities; mostly there are none."""
    adjacent: tuple[tuple[tuple[int, int], ...], ...] = field(init=False, repr=False)
    """For each city: its neighbours, as (city index, pair index)."""
    _cities: dict[str, int] = field(init=False, repr=False)
    _pairs: dict[tuple[int, int], int] = field(init=False, repr=False)
    _tickets: dict[tuple[int, int, int], int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        ends = {route.pair: (route.a, route.b) for route in self.routes}
        tracks: dict[int, list[Route]] = {pair: [] for pair in ends}
        for route in self.routes:
            tracks[route.pair].append(route)
        near: list[list[tuple[int, int]]] = [[] for _ in self.cities]
        for pair, (a, b) in ends.items():
            near[a].append((b, pair))
            near[b].append((a, pair))
        put(self, "pair_cities", tuple(ends[pair] for pair in range(len(ends))))
        put(self, "pairs", tuple(_by_track(tracks[pair]) for pair in range(len(ends))))
        put(self, "twins", tuple(tuple([t for t in self.pairs[r.pair] if t != r.index]) for r in self.routes))
        put(self, "adjacent", tuple(map(tuple, near)))
        put(self, "_cities", {fold(text): city.index for city in self.cities for text in spellings(city)})
        put(self, "_pairs", {key: pair for pair, (a, b) in ends.items() for key in ((a, b), (b, a))})
        put(self, "_tickets", {(*key, t.copy): t.index for t in self.tickets for key in ((t.a, t.b), (t.b, t.a))})

    def __repr__(self) -> str:
        return f"<Board {self.name}: {len(self.cities)} cities, {len(self.routes)} routes, {len(self.tickets)} tickets>"

    def city(self, text: str) -> City | None:
        """Return the city of a code, name or alias; case, accents, blanks and punctuation do not matter."""
        index = self._cities.get(fold(text))
        return None if index is None else self.cities[index]

    def suggest_city(self, text: str, likely: Collection[int] = ()) -> str | None:
        """Return the city that a text most likely means, or None when it is like none: its code for a short text.

        ``likely`` are the indices of cities that would make sense, such as the neighbours of another one.
        """
        found = guess_city(self.cities, text, likely)
        return None if found is None else found.code if len(fold(text)) <= _SHORT else found.name

    def neighbours(self, city: City | int) -> frozenset[int]:
        """Return the indices of the cities to which a route leads from a city."""
        return frozenset([other for other, _ in self.adjacent[_index(city)]])

    def destinations(self, city: City | int) -> frozenset[int]:
        """Return the indices of the cities to which a ticket leads from a city."""
        here = _index(city)
        return frozenset([ticket.a + ticket.b - here for ticket in self.tickets if here in (ticket.a, ticket.b)])

    def routes_between(self, a: City | int, b: City | int) -> tuple[Route, ...]:
        """Return all tracks between two cities, in either direction; empty when they are no neighbours."""
        pair = self._pairs.get((_index(a), _index(b)))
        return () if pair is None else tuple(self.routes[index] for index in self.pairs[pair])

    def ticket_between(self, a: City | int, b: City | int, copy: int = 1) -> Ticket | None:
        """Return the ticket that joins two cities, in either direction; None when there is none."""
        index = self._tickets.get((_index(a), _index(b), copy))
        return None if index is None else self.tickets[index]

    def ticket_deck(self, deck: str = "") -> tuple[Ticket, ...]:
        """Return the tickets that are dealt, all of them or those of one deck ("short", "long")."""
        return tuple(ticket for ticket in self.tickets if ticket.dealt and deck in ("", ticket.deck))

    def route_text(self, route: Route) -> str:
        """Return the route as a record writes it: ``ATL-MIA``, with ``#2`` where the pair has several tracks."""
        pair = f"{self.cities[route.a].code}-{self.cities[route.b].code}"
        return f"{pair}#{route.track}" if route.track else pair

    def ticket_text(self, ticket: Ticket) -> str:
        """Return the ticket as a record writes it: ``BOS-MIA``, with ``#2`` for a second one of the same pair."""
        pair = f"{self.cities[ticket.a].code}-{self.cities[ticket.b].code}"
        return f"{pair}#{ticket.copy}" if ticket.copy > 1 else pair

    def search(self, text: str) -> Found:
        """Return the cities whose code, name or alias contains the text, and all routes and tickets at them.

        ``bos-mia`` finds the routes and tickets that join the two, in either direction. A text without a letter or
        digit finds nothing.
        """
        everywhere = set(range(len(self.cities)))
        here = self._containing(text)
        if here or "-" not in text:
            return Found(tuple(self.cities[index] for index in sorted(here)), *self._joining(here, everywhere))
        left, _, right = text.partition("-")
        return Found((), *self._joining(self._containing(left), self._containing(right)))

    def _containing(self, text: str) -> set[int]:
        part = fold(text)
        return {city.index for city in self.cities if part and any(part in fold(word) for word in spellings(city))}

    def _joining(self, these: set[int], those: set[int]) -> tuple[tuple[Route, ...], tuple[Ticket, ...]]:
        def joins(a: int, b: int) -> bool:
            return (a in these and b in those) or (b in these and a in those)

        return (
            tuple(route for route in self.routes if joins(route.a, route.b)),
            tuple(ticket for ticket in self.tickets if joins(ticket.a, ticket.b)),
        )


def spellings(city: City) -> tuple[str, ...]:
    """Return all that a city may be called: code, name, aliases."""
    return (city.code, city.name, *city.aliases)


def _by_track(routes: list[Route]) -> tuple[int, ...]:
    return tuple(route.index for route in sorted(routes, key=lambda route: route.track))


def _index(city: City | int) -> int:
    return city if isinstance(city, int) else city.index
