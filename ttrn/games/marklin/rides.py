"""Which rides there are, and which is worth most (MK-MOVE).

The rides of a passenger are the trails from its city over claimed routes. Where two cities are joined by several
claimed tracks, a ride takes the player's own first, then the others in their order: which of two foreign tracks it
takes makes no difference to anybody. Such rides are called plain here, and only these are listed and searched.

Even so there can be millions of them. ``rides`` therefore lists all plain rides of up to n routes, where n is as large
as it can be with no more than ``LISTED`` rides in all, and at least 1: a list that is complete as far as it goes, and
empty only if no passenger can move. ``best_ride`` is not bound to that list.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.core.actions import Action, RidePassenger
from ttrn.core.cards import PASSENGER
from ttrn.core.state import NOBODY, State
from ttrn.games.marklin.passengers import passengers_of

LISTED: Final = 200
"""How many rides are listed at most, unless those of a single route are more already."""

BUDGET: Final = 50_000
"""How many steps the search for the best ride may take; on real positions it needs a small part of them."""


class BestRide(NamedTuple):
    """The ride worth most: the tokens it collects, then the fewest passenger cards, then the fewest routes."""

    value: int
    ride: RidePassenger
    cities: tuple[int, ...]
    exact: bool
    """Whether the search came to its end; if not, this is the best ride it had met."""


class Way:
    """A track that a player's passengers can use, seen from one of its cities: the city at the other end, its cost."""

    __slots__ = ("before", "bit", "cost", "there", "track")

    def __init__(self, there: int, track: int, cost: int, before: int, bit: int) -> None:
        self.there = there
        self.track = track
        self.cost = cost
        self.before = before
        """What stands for the track of the same two cities that is used before this one; 0 if there is none."""
        self.bit = bit
        """What stands for the track: the tracks of a network are numbered, for most numbers of them are small then."""


class RideNetwork:
    """The tracks that a player's passengers can use, at each city.

    Without passenger cards these are the own ones.
    """

    __slots__ = ("cards", "links", "starts")

    def __init__(self, state: State) -> None:
        seat = state.seat
        self.cards = state.hands[seat][PASSENGER]
        self.starts = [city for city, owner in enumerate(passengers_of(state).standing) if owner == seat]
        self.links: list[list[Way]] = [[] for _ in state.board.cities]
        if not self.starts:
            return
        owners = state.owners
        bit = 1
        for pair in _pairs(state.board):
            before = 0
            for cost in range(2 if self.cards else 1):
                for track in pair.tracks:
                    owner = owners[track]
                    if owner != NOBODY and (owner != seat) == cost:
                        self.links[pair.a].append(Way(pair.b, track, cost, before, bit))
                        self.links[pair.b].append(Way(pair.a, track, cost, before, bit))
                        before = bit
                        bit <<= 1


class _Pair:
    """Two cities between which passengers may ride, with the tracks that join them."""

    __slots__ = ("a", "b", "tracks")

    def __init__(self, a: int, b: int, tracks: list[int]) -> None:
        self.a = a
        self.b = b
        self.tracks = tracks


@lru_cache(maxsize=64)
def _pairs(board: Board) -> list[_Pair]:
    """Return the pairs of cities between which passengers may ride: no countries among them."""
    found = [_Pair(a, b, list(tracks)) for (a, b), tracks in zip(board.pair_cities, board.pairs, strict=True)]
    return [pair for pair in found if not (board.cities[pair.a].country or board.cities[pair.b].country)]


def rides(state: State) -> list[list[Action]]:
    """Return the plain rides that are listed, the shorter ones first."""
    return [list(listed_rides(state)[0])]


def listed_rides(state: State, limit: int = LISTED) -> tuple[list[RidePassenger], int]:
    """Return the rides listed, and up to how many routes the list is complete."""
    network = RideNetwork(state)
    found: list[RidePassenger] = []
    level = [_Begun(start, RidePassenger(start, ()), 0) for start in network.starts]
    length = 0
    while level:
        longer: list[_Begun] = []
        for begun in level:
            _prolong(network, begun, longer)
            if length and len(found) + len(longer) > limit:
                return found, length
        length += 1
        level = longer
        found += [begun.ride for begun in level]
    # Nothing is longer: every ride there is stands in the list.
    return found, len(state.board.routes)


class _Begun:
    """A ride, the city that it has come to, and the tracks that it has used, as bits."""

    __slots__ = ("here", "ride", "used")

    def __init__(self, here: int, ride: RidePassenger, used: int) -> None:
        self.here = here
        self.ride = ride
        self.used = used


def _prolong(network: RideNetwork, begun: _Begun, longer: list[_Begun]) -> None:
    """Add a ride with each track that it may go on."""
    ride, used = begun.ride, begun.used
    for way in network.links[begun.here]:
        if used & way.bit or ride.cards + way.cost > network.cards or (way.before and not used & way.before):
            continue
        further = RidePassenger(ride.start, (*ride.routes, way.track), ride.cards + way.cost)
        longer.append(_Begun(way.there, further, used | way.bit))


def prolonged(network: RideNetwork, here: int, ride: RidePassenger) -> list[tuple[int, RidePassenger]]:
    """Return a ride that has come to a city with each track that it may go on, and the city there."""
    used = 0
    for links in network.links:
        for way in links:
            if way.track in ride.routes:
                used |= way.bit
    found: list[_Begun] = []
    _prolong(network, _Begun(here, ride, used), found)
    return [(begun.here, begun.ride) for begun in found]


# --- the best one ----------------------------------------------------------------------------------------------------


def best_ride(state: State, seat: int = NOBODY, budget: int = BUDGET, least: int = 0) -> BestRide | None:
    """Return the ride worth most to a player, the one to move if none is named; nothing if no passenger can move.

    Whoever wants ``least`` points or none gets nothing either where it is plain without a search that no ride brings
    them.

    Every ride is looked at unless it is proved that it cannot be better: a player who plays c more passenger cards
    meets at most c more of the parts into which the own routes cut the board. A city with its routes used up is the
    same whatever their order was, so it is met once. With passenger cards that the record does not have the answer
    holds for the known ones.
    """
    if seat not in (NOBODY, state.seat):
        state = state.copy()
        state.seat = seat
    search = _Search(state, budget)
    starts = search.network.starts
    if least and not any(search.most_from(start) >= least for start in starts):
        return None
    search.order()
    for start in starts:
        search.from_city(start)
    if search.best is None:
        return None
    value, cards, _, start, routes = search.best
    ride = RidePassenger(start, routes, -cards)
    cities = [start]
    for route in routes:
        cities.append(state.board.routes[route].other(cities[-1]))
    return BestRide(value, ride, tuple(cities), search.budget > 0)


class _Hope:
    """A city where something is to be had, as a bit, and what."""

    __slots__ = ("bit", "value")

    def __init__(self, bit: int, value: int) -> None:
        self.bit = bit
        self.value = value


class _Search:
    """A depth-first search with bounds.

    ``hopes`` has for each part where anything is to be had its cities of that kind.
    """

    __slots__ = ("best", "bits", "budget", "hopes", "network", "part_of", "seen", "value", "values")

    def __init__(self, state: State, budget: int) -> None:
        self.network = RideNetwork(state)
        self.budget = budget
        self.best: tuple[int, int, int, int, tuple[int, ...]] | None = None
        self.value = NOBODY
        """What the best one so far collects."""
        table = passengers_of(state)
        self.values = [table.top(city) for city in range(len(table.taken))]
        self.bits = [0] * len(self.values)
        """What stands for each city that has anything."""
        self.hopes: dict[int, list[_Hope]] = {}
        self.part_of = [NOBODY] * len(self.values)
        self.seen: set[int] = set()
        bit = 1
        for city in range(len(self.values)):
            if self.part_of[city] == NOBODY:
                self._spread(city)
            if self.values[city]:
                self.bits[city] = bit
                bit <<= 1

    def _spread(self, city: int) -> None:
        """Find the cities that own routes join to this one: together they are a part, named after it."""
        self.part_of[city] = city
        links = self.network.links
        if not links[city]:
            return
        part = [city]
        for here in part:  # grows while it is walked
            for way in links[here]:
                if not way.cost and self.part_of[way.there] == NOBODY:
                    self.part_of[way.there] = city
                    part.append(way.there)

    def order(self) -> None:
        """Put the dearest cities first: a good ride found early cuts off more."""
        for links in self.network.links:
            if len(links) > 1:
                links.sort(key=lambda way: (-self.values[way.there], way.cost, way.track))

    def most_from(self, start: int) -> int:
        """Return what no ride from a city can exceed."""
        self._look_around(start)
        return self._most(self.part_of[start], self.bits[start], self.network.cards)

    def from_city(self, start: int) -> None:
        """Look at all rides from a city."""
        self.seen.clear()
        self._look_around(start)
        self._go(start, 0, self.bits[start], 0, self.network.cards, [start])

    def _look_around(self, start: int) -> None:
        """Find what there is to be had within reach of a city."""
        self.hopes = {}
        for city in self._reach(start):
            if self.values[city]:
                self.hopes.setdefault(self.part_of[city], []).append(_Hope(self.bits[city], self.values[city]))

    def _reach(self, start: int) -> list[int]:
        """Return the cities that the passenger cards in hand are enough for, one way or another."""
        links, far = self.network.links, self.network.cards + 1
        fares = [far] * len(links)
        fares[start] = 0
        todo = [start]
        for here in todo:  # grows while it is walked
            spent = fares[here]
            for way in links[here]:
                fare = spent + way.cost
                if fare < fares[way.there]:
                    fares[way.there] = fare
                    todo.append(way.there)
        return [city for city, fare in enumerate(fares) if fare < far]

    def _go(  # noqa: PLR0917  packed together they would be unpacked again at every step
        self, here: int, used: int, met: int, value: int, cards: int, trail: list[int]
    ) -> None:
        """Look at all ways on for a ride.

        It has come to a city with these tracks used and these cities met, as bits, has collected so much, and has so
        many passenger cards left; ``trail`` is its start and then its tracks.
        """
        cities = len(self.values)
        for way in self.network.links[here]:
            if used & way.bit or way.cost > cards or self.budget <= 0 or (way.before and not used & way.before):
                continue
            after, there = used | way.bit, way.there
            known = after * cities + there
            if known in self.seen:
                continue
            self.seen.add(known)
            self.budget -= 1
            bit = self.bits[there]
            then = value if met & bit else value + self.values[there]
            left = cards - way.cost
            trail.append(way.track)
            if then >= self.value:
                self._offer(then, left, trail)
            if self._promising(there, met | bit, then, left, len(trail)):
                self._go(there, after, met | bit, then, left, trail)
            trail.pop()

    def _offer(self, value: int, cards: int, trail: list[int]) -> None:
        """Remember a ride if it is the best so far; it collects no less than that."""
        rank = (value, cards - self.network.cards, 1 - len(trail))
        if self.best is None or rank > self.best[:3]:
            self.best = (*rank, trail[0], tuple(trail[1:]))
            self.value = value

    def _promising(self, here: int, met: int, value: int, cards: int, length: int) -> bool:
        """Return whether a ride that goes on from here can still become the best."""
        assert self.best is not None
        most = value + self._most(self.part_of[here], met, cards)
        if most != self.value:
            return most > self.value
        return (most, cards - self.network.cards, -length) > self.best[:3]

    def _most(self, mine: int, met: int, cards: int) -> int:
        """Return what no ride on from a part exceeds: what is left there, and in as many others as there are cards."""
        here = self.hopes.get(mine)
        most = 0 if here is None else _left(here, met)
        if not cards:
            return most
        others = [_left(part, met) for number, part in self.hopes.items() if number != mine]
        if len(others) > cards:
            others.sort()
            del others[: len(others) - cards]
        return most + sum(others)


def _left(part: list[_Hope], met: int) -> int:
    """Return what a part still has."""
    left = 0
    for hope in part:
        if not met & hope.bit:
            left += hope.value
    return left
