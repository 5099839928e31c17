"""The lists of a board file: its cities, its routes, its tickets, each checked as it is read.

An entry whose cities are not known is noted and left out; checks that compare entries with each other then wait until
it is mended, for they would report what is no mistake.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ttrn.boards.fields import TableFields
from ttrn.boards.model import CARD_LETTERS, COLORS, DECKS, City, Route, Tables, Ticket, spellings
from ttrn.boards.names import did_you_mean, fold
from ttrn.boards.tables import TOP_KEYS, Header

_CITY_KEYS = ("code", "name", "x", "y", "lon", "lat", "kind", "goods", "aliases", "abbreviations")
_ROUTE_KEYS = ("between", "length", "color", "track", "tunnel", "ferry", "stub", "via")
_TICKET_KEYS = ("between", "points", "deck", "cards", "copy", "dealt", "confirmed")
_MOST_VIA = 8
"""More bends than any track on a board needs."""

_KINDS = ("city", "country")


@dataclass(slots=True)
class Atlas:
    """The cities read so far, and who has which spelling."""

    cities: list[City]
    codes: dict[str, int]
    names: dict[str, int]

    def text(self, a: int, b: int) -> str:
        """Return a pair of cities as their codes."""
        return f"{self.cities[a].code}-{self.cities[b].code}"


def read_cities(top: TableFields, header: Header) -> Atlas:
    """Read all cities; an entry without a code is left out."""
    atlas = Atlas([], {}, {})
    for row in top.rows("cities", _CITY_KEYS, _code_label):
        row.check_keys(TOP_KEYS)
        city = _city(row, len(atlas.cities), header)
        if city.code and _take_code(row, city, atlas):
            atlas.cities.append(city)
            _take_names(row, city, atlas)
    return atlas


def _city(row: TableFields, index: int, header: Header) -> City:
    lon, lat = _place_on_earth(row)
    return City(
        index=index,
        code=row.text("code"),
        name=row.text("name"),
        x=_within(row, "x", header.width, "width"),
        y=_within(row, "y", header.height, "height"),
        lon=lon,
        lat=lat,
        aliases=row.texts("aliases", ()),
        country=_country(row, header),
        goods=row.text("goods", ""),
        abbreviations=row.texts("abbreviations", ()),
    )


def _within(row: TableFields, key: str, size: float, what: str) -> float:
    value = row.number(key)
    if size and not 0 <= value <= size:
        row.note(key, f"{value:g} lies outside the drawing, whose {what} is {size:g}")
    return value


def _place_on_earth(row: TableFields) -> tuple[float | None, float | None]:
    if not row.has("lon") and not row.has("lat"):
        return None, None
    lon, lat = row.number("lon"), row.number("lat")
    for key, value, most in (("lon", lon, 180), ("lat", lat, 90)):
        if abs(value) > most:
            row.note(key, f"{value:g} is not between -{most} and {most} degrees")
    return lon, lat


def _country(row: TableFields, header: Header) -> bool:
    kind = row.text("kind", "city")
    if kind and kind not in _KINDS:
        row.note("kind", f'unknown kind "{kind}"{did_you_mean(kind, _KINDS)}')
    if kind == "country" and not header.features.knows("country"):
        row.note("kind", f'the rules "{header.rules}" know no countries')
    return kind == "country"


def _take_code(row: TableFields, city: City, atlas: Atlas) -> bool:
    if not re.fullmatch("[A-Z]{3}", city.code):
        row.note("code", f'"{city.code}" is no city code: it must be three capital letters A to Z')
    if city.code in atlas.codes:
        row.note("code", f'"{city.code}" is already the code of {atlas.cities[atlas.codes[city.code]].name}')
        return False
    atlas.codes[city.code] = city.index
    return True


def _take_names(row: TableFields, city: City, atlas: Atlas) -> None:
    for text in filter(fold, spellings(city)):
        owner = atlas.names.setdefault(fold(text), city.index)
        if owner != city.index:
            row.notes.add(row.place, f'"{text}" already means {atlas.cities[owner].name}')


def check_goods(top: TableFields, atlas: Atlas, tables: Tables) -> None:
    """Note cities whose merchandise is in no table."""
    for city in atlas.cities:
        if city.goods and city.goods not in tables.merchandise:
            near = did_you_mean(city.goods, tables.merchandise)
            top.notes.add("cities", f'{city.code} has goods "{city.goods}", which merchandise does not list{near}')
        elif city.goods and city.country:
            top.notes.add("cities", f"{city.code} is a country and can have no goods")


def read_routes(top: TableFields, header: Header, tables: Tables, atlas: Atlas) -> list[Route]:
    """Read all routes; then compare the tracks of each pair."""
    routes: list[Route] = []
    places: list[str] = []
    pairs: dict[frozenset[int], int] = {}
    complete = True
    for row in top.rows("routes", _ROUTE_KEYS, _pair_label):
        row.check_keys(TOP_KEYS)
        ends = _ends(row, atlas)
        # Without its cities the rest of an entry is still read, for its problems.
        pair = pairs.setdefault(frozenset(ends), len(pairs)) if ends else 0
        route = _route(row, len(routes), ends or (0, 0), pair, tables)
        _check_kind(row, route, header)
        if ends:
            _check_places(row, route, header, atlas)
            routes.append(route)
            places.append(row.place)
        complete = complete and ends is not None
    if complete:
        check_tracks(top, routes, places, atlas)
    return routes


def _route(row: TableFields, index: int, ends: tuple[int, int], pair: int, tables: Tables) -> Route:
    length = row.whole("length", least=1)
    if tables.route_points and row.has("length") and length not in tables.route_points:
        row.note("length", f"route_points has no points for {length}")
    color = row.text("color")
    if color and color not in COLORS:
        row.note("color", f'unknown colour "{color}"{did_you_mean(color, COLORS)}')
    return Route(
        index=index,
        a=ends[0],
        b=ends[1],
        pair=pair,
        length=length,
        points=tables.route_points.get(length, 0),
        color=COLORS.get(color, ""),
        track=row.whole("track", 0, least=1) if row.has("track") else 0,
        tunnel=row.flag("tunnel", default=False),
        ferry=row.whole("ferry", 0, least=1) if row.has("ferry") else 0,
        stub=_stub(row),
        via=_via(row),
    )


def _stub(row: TableFields) -> tuple[float, float] | None:
    if not row.has("stub"):
        return None
    stub = row.numbers("stub")
    if len(stub) != 2:
        if stub:
            row.note("stub", f"two numbers are wanted here, x and y, not {len(stub)}")
        return None
    return stub[0], stub[1]


def _via(row: TableFields) -> tuple[tuple[float, float], ...]:
    points = row.points("via") if row.has("via") else ()
    if len(points) > _MOST_VIA:
        row.note("via", f"{len(points)} places are too many: at most {_MOST_VIA} are wanted")
    return points[:_MOST_VIA]


def _check_kind(row: TableFields, route: Route, header: Header) -> None:
    for key, there in (("tunnel", route.tunnel), ("ferry", bool(route.ferry))):
        if there and not header.features.knows(key):
            row.note(key, f'the rules "{header.rules}" know no {key}')
    if route.tunnel and route.ferry:
        row.notes.add(row.place, "a route cannot be both tunnel and ferry")
    if route.ferry and route.color:
        row.note("color", "a ferry is always gray")
    if route.ferry > route.length and row.has("length"):
        row.note("ferry", f"a route of {route.length} cannot want {route.ferry} locomotives")


def _check_places(row: TableFields, route: Route, header: Header, atlas: Atlas) -> None:
    inside = [0 <= x <= header.width and 0 <= y <= header.height for x, y in route.via]
    if header.width and not all(inside):
        x, y = route.via[inside.index(False)]
        row.note("via", f"[{x:g}, {y:g}] {_outside(header)}")
    if route.stub is None:
        return
    if not (atlas.cities[route.a].country or atlas.cities[route.b].country):
        row.note("stub", "only a route into a country ends at a stub")
    if header.width and not (0 <= route.stub[0] <= header.width and 0 <= route.stub[1] <= header.height):
        row.note("stub", _outside(header))


def _outside(header: Header) -> str:
    return f"lies outside the drawing, which is {header.width:g} wide and {header.height:g} high"


def check_tracks(top: TableFields, routes: list[Route], places: list[str], atlas: Atlas) -> None:
    """Note pairs of cities whose tracks are not numbered from 1, or are written in two directions."""
    by_pair: dict[int, list[Route]] = {}
    for route in routes:
        by_pair.setdefault(route.pair, []).append(route)
    for tracks in by_pair.values():
        first, count = tracks[0], len(tracks)
        name, numbers = atlas.text(first.a, first.b), sorted(route.track for route in tracks)
        if count == 1 and first.track:
            top.notes.add(places[first.index], f"only one route joins {name}: leave track out")
        if count > 1 and numbers != list(range(1, count + 1)):
            top.notes.add(places[tracks[-1].index], f"{count} routes join {name}: number their tracks 1 to {count}")
        for route in tracks:
            if route.a != first.a:
                top.notes.add(places[route.index], f"write this pair as {name}, like its first track")
            if route.via and route.track > 1 and not route.stub:
                top.notes.add(places[route.index], "write via with track 1: the others lie beside it")


def read_tickets(top: TableFields, header: Header, atlas: Atlas) -> list[Ticket]:
    """Read all tickets; then compare those of the same pair."""
    confirmed = top.flag("tickets_confirmed", default=True)
    tickets: list[Ticket] = []
    places: list[str] = []
    complete = True
    for row in top.rows("tickets", _TICKET_KEYS, _pair_label):
        row.check_keys(TOP_KEYS)
        ends = _ends(row, atlas)
        ticket = _ticket(row, len(tickets), ends or (0, 0), header, confirmed=confirmed)
        complete = complete and ends is not None
        if ends:
            tickets.append(ticket)
            places.append(row.place)
    if complete:
        check_copies(top, tickets, places, atlas)
    return tickets


def _ticket(row: TableFields, index: int, ends: tuple[int, int], header: Header, *, confirmed: bool) -> Ticket:
    deck = row.text("deck", "")
    if deck and deck not in DECKS:
        row.note("deck", f'unknown deck "{deck}"{did_you_mean(deck, DECKS)}')
    return Ticket(
        index=index,
        a=ends[0],
        b=ends[1],
        points=row.whole("points", least=1),
        deck=deck,
        cards=_cards(row, header),
        copy=row.whole("copy", 1, least=1),
        dealt=row.flag("dealt", default=True),
        confirmed=row.flag("confirmed", default=confirmed),
    )


def _cards(row: TableFields, header: Header) -> str:
    if row.has("cards") and not header.features.knows("cards"):
        row.note("cards", f'tickets ask for no cards in the rules "{header.rules}"')
    cards = row.text("cards") if "cards" in header.features.needs else row.text("cards", "")
    colors = CARD_LETTERS[:8]
    wrong = sorted(set(cards) - set(colors))
    if wrong:
        row.note("cards", f'"{wrong[0]}" is no colour: a ticket asks for {" ".join(colors)}')
    return "".join(sorted(cards, key=CARD_LETTERS.find))


def check_copies(top: TableFields, tickets: list[Ticket], places: list[str], atlas: Atlas) -> None:
    """Note tickets of one pair that are not told apart by copy = 2, 3 and so on."""
    seen: dict[frozenset[int], int] = {}
    for ticket in tickets:
        pair = frozenset((ticket.a, ticket.b))
        seen[pair] = seen.get(pair, 0) + 1
        if ticket.copy == seen[pair]:
            continue
        name, count = atlas.text(ticket.a, ticket.b), seen[pair]
        if count > 1:
            message = f"there is a ticket {name} already: write copy = {count} if there are really {count}"
        else:
            message = f"copy = {ticket.copy}, but this is the first ticket {name}"
        top.notes.add(places[ticket.index], message)


def _ends(row: TableFields, atlas: Atlas) -> tuple[int, int] | None:
    """Return the two cities of an entry, or None (noted) when they are not two known ones."""
    texts = row.texts("between")
    if len(texts) != 2:
        if texts:
            row.note("between", f"two city codes are wanted here, not {len(texts)}")
        return None
    for text in texts:
        if text not in atlas.codes:
            row.note("between", _unknown_city(text, atlas))
    if not all(text in atlas.codes for text in texts):
        return None
    if texts[0] == texts[1]:
        row.note("between", "two different cities are wanted here")
        return None
    return atlas.codes[texts[0]], atlas.codes[texts[1]]


def _unknown_city(text: str, atlas: Atlas) -> str:
    named = atlas.names.get(fold(text))
    if named is not None:
        return f'write the code "{atlas.cities[named].code}", not "{text}"'
    return f'unknown city "{text}"{did_you_mean(text, atlas.codes)}'


def _code_label(row: Mapping[str, Any]) -> str:
    code = row.get("code")
    return code if isinstance(code, str) else ""


def _pair_label(row: Mapping[str, Any]) -> str:
    ends = row.get("between")
    return "-".join(ends) if isinstance(ends, list) and all(isinstance(end, str) for end in ends) else ""
