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
from typing import Final, NamedTuple, TypeAlias

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


class RideNetwork:
    """The tracks that a player's passengers can use: at each city (city at the other end, track, cost).

    Without passenger cards these are the own ones.
    """

    __slots__ = ("cards", "later", "links", "starts")

    def __init__(self, state: State) -> None:
        seat = state.seat
        self.cards = state.hands[seat][PASSENGER]
        self.starts = [city for city, owner in enumerate(passengers_of(state).standing) if owner == seat]
        self.links: list[list[tuple[int, int, int]]] = [[] for _ in state.board.cities]
        self.later: dict[int, int] = {}  # for a further track of a pair: the one to be used before it
        if not self.starts:
            return
        owners = state.owners
        for a, b, tracks in _tracks(state.board):
            own = [(track, 0) for track in tracks if owners[track] == seat]
            if self.cards:
                own += [(track, 1) for track in tracks if owners[track] not in (NOBODY, seat)]
            before = NOBODY
            for track, cost in own:
                self.links[a].append((b, track, cost))
                self.links[b].append((a, track, cost))
                if before != NOBODY:
                    self.later[track] = before
                before = track


@lru_cache(maxsize=64)
def _tracks(board: Board) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return the pairs of cities between which passengers may ride, each with its tracks: not those of a country."""
    found = [(a, b, tracks) for (a, b), tracks in zip(board.pair_cities, board.pairs, strict=True)]
    return [one for one in found if not (board.cities[one[0]].country or board.cities[one[1]].country)]


def rides(state: State) -> list[list[Action]]:
    """Return the plain rides that are listed, the shorter ones first."""
    return [list(listed_rides(state)[0])]


def listed_rides(state: State, limit: int = LISTED) -> tuple[list[RidePassenger], int]:
    """Return the rides listed, and up to how many routes the list is complete."""
    network = RideNetwork(state)
    found: list[RidePassenger] = []
    level: list[tuple[int, RidePassenger]] = [(start, RidePassenger(start, ())) for start in network.starts]
    length = 0
    while level:
        longer: list[tuple[int, RidePassenger]] = []
        for here, ride in level:
            longer += prolonged(network, here, ride)
            if length and len(found) + len(longer) > limit:
                return found, length
        length += 1
        level = longer
        found += [ride for _, ride in level]
    # Nothing is longer: every ride there is stands in the list.
    return found, len(state.board.routes)


def prolonged(network: RideNetwork, here: int, ride: RidePassenger) -> list[tuple[int, RidePassenger]]:
    """Return a ride that has come to a city with each track that it may go on, and the city there."""
    found: list[tuple[int, RidePassenger]] = []
    for there, track, cost in network.links[here]:
        if track in ride.routes or ride.cards + cost > network.cards:
            continue
        if track in network.later and network.later[track] not in ride.routes:
            continue
        found.append((there, RidePassenger(ride.start, (*ride.routes, track), ride.cards + cost)))
    return found


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


_Spot: TypeAlias = tuple[int, int, int, int, int]
"""How far a ride has come: the city, the tracks used and the cities met, as the bits of numbers, what it has collected,
and the passenger cards left."""


class _Search:
    """A depth-first search with bounds."""

    __slots__ = ("best", "budget", "hopes", "network", "part_of", "seen", "values")

    def __init__(self, state: State, budget: int) -> None:
        self.network = RideNetwork(state)
        self.budget = budget
        self.best: tuple[int, int, int, int, tuple[int, ...]] | None = None
        table = passengers_of(state)
        self.values = [
            stack[taken] if taken < len(stack) else 0 for stack, taken in zip(table.stacks, table.taken, strict=True)
        ]
        # What is to be had in each part, where there is anything: the cities, as bits, with what they bring.
        self.hopes: dict[int, list[tuple[int, int]]] = {}
        self.part_of = [NOBODY] * len(self.values)
        self.seen: set[tuple[int, int]] = set()
        for city in range(len(self.values)):
            if self.part_of[city] == NOBODY:
                self._spread(city)

    def _spread(self, city: int) -> None:
        """Find the cities that own routes join to this one: together they are a part, named after it."""
        self.part_of[city] = city
        part = [city]
        for here in part:  # grows while it is walked
            for there, _, cost in self.network.links[here]:
                if not cost and self.part_of[there] == NOBODY:
                    self.part_of[there] = city
                    part.append(there)

    def order(self) -> None:
        """Put the dearest cities first: a good ride found early cuts off more."""
        for links in self.network.links:
            if len(links) > 1:
                links.sort(key=lambda link: (-self.values[link[0]], link[2], link[1]))

    def most_from(self, start: int) -> int:
        """Return what no ride from a city can exceed."""
        self._look_around(start)
        return self._most(self.part_of[start], 1 << start, self.network.cards)

    def from_city(self, start: int) -> None:
        """Look at all rides from a city."""
        self.seen.clear()
        self._look_around(start)
        self._go((start, 0, 1 << start, 0, self.network.cards), [start])

    def _look_around(self, start: int) -> None:
        """Find what there is to be had within reach of a city."""
        self.hopes = {}
        for city in self._reach(start):
            if self.values[city]:
                self.hopes.setdefault(self.part_of[city], []).append((1 << city, self.values[city]))

    def _reach(self, start: int) -> list[int]:
        """Return the cities that the passenger cards in hand are enough for, one way or another."""
        links, far = self.network.links, self.network.cards + 1
        fares = [far] * len(links)
        fares[start] = 0
        todo = [start]
        for here in todo:  # grows while it is walked
            for there, _, cost in links[here]:
                fare = fares[here] + cost
                if fare < fares[there]:
                    fares[there] = fare
                    todo.append(there)
        return [city for city, fare in enumerate(fares) if fare < far]

    def _go(self, spot: _Spot, trail: list[int]) -> None:
        """Look at all ways on from a spot; ``trail`` is the start of the ride and then its tracks."""
        here, used, met, value, cards = spot
        for there, track, cost in self.network.links[here]:
            if used >> track & 1 or cost > cards or self.budget <= 0:
                continue
            earlier = self.network.later.get(track, NOBODY)
            if earlier != NOBODY and not used >> earlier & 1:
                continue
            after = used | 1 << track
            if (there, after) in self.seen:
                continue
            self.seen.add((there, after))
            self.budget -= 1
            gain = 0 if met >> there & 1 else self.values[there]
            trail.append(track)
            then = (there, after, met | 1 << there, value + gain, cards - cost)
            self._offer(then, trail)
            if self._promising(then, len(trail)):
                self._go(then, trail)
            trail.pop()

    def _offer(self, spot: _Spot, trail: list[int]) -> None:
        """Remember a ride if it is the best so far."""
        _, _, _, value, cards = spot
        if self.best is None or value >= self.best[0]:
            rank = (value, cards - self.network.cards, 1 - len(trail))
            if self.best is None or rank > self.best[:3]:
                self.best = (*rank, trail[0], tuple(trail[1:]))

    def _promising(self, spot: _Spot, length: int) -> bool:
        """Return whether a ride that goes on from here can still become the best."""
        here, _, met, value, cards = spot
        assert self.best is not None
        most = value + self._most(self.part_of[here], met, cards)
        if most != self.best[0]:
            return most > self.best[0]
        return (most, cards - self.network.cards, -length) > self.best[:3]

    def _most(self, mine: int, met: int, cards: int) -> int:
        """Return what no ride on from a part exceeds: what is left there, and in as many others as there are cards."""
        most = 0
        others: list[int] = []
        for number, part in self.hopes.items():
            left = 0
            for bit, hope in part:
                if not met & bit:
                    left += hope
            if number == mine:
                most = left
            elif cards:
                others.append(left)
        if len(others) > cards:
            others.sort()
            del others[: len(others) - cards]
        return most + sum(others)
