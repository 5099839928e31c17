"""Which cities a player's routes join: the question that tickets ask (SCORE-1, MK-COUNTRY-1)."""

from __future__ import annotations

from collections.abc import Sequence

from ttrn.graph.edges import NOWHERE, Edge


class Components:
    """Cities joined by routes, in a union-find that grows route by route.

    A dead end (a country) joins nothing. It remembers the cities from which its routes come, its doors, and counts as
    joined to whatever is joined to one of them; two dead ends are joined where a door of one is joined to a door of
    the other, or by a route of their own.
    """

    __slots__ = ("_dead_ends", "_doors", "_edges", "_parent", "circles", "largest")

    def __init__(self, edges: Sequence[Edge], owned: Sequence[int] = (), dead_ends: frozenset[int] = NOWHERE) -> None:
        self._edges = edges
        self._dead_ends = dead_ends
        self._parent: list[int] = []  # by city, as far as there are routes; a city that leads is its own
        self._doors: dict[int, list[int]] = {}
        self.largest = 0
        """The length of the routes that it began with, of the largest part; of all, where there are dead ends."""
        self.circles = False
        """Whether the routes that it began with close a circle; where there are dead ends, whether they may."""
        if dead_ends:
            self._join(self._open_doors(owned))
            self.largest = sum([edges[route][2] for route in owned])
            self.circles = True
        else:
            self._join(owned)

    def copy(self) -> Components:
        """Return the same, to grow on its own."""
        twin = Components(self._edges, (), self._dead_ends)
        twin.largest, twin.circles = self.largest, self.circles
        twin._parent = list(self._parent)
        twin._doors = {city: list(doors) for city, doors in self._doors.items()}
        return twin

    def _open_doors(self, owned: Sequence[int]) -> list[int]:
        """Take note of the routes that lead to dead ends, and return the others."""
        dead_ends, doors = self._dead_ends, self._doors
        rest: list[int] = []
        for route in owned:
            a, b, _ = self._edges[route]
            if a in dead_ends:
                doors.setdefault(a, []).append(b)
            if b in dead_ends:
                doors.setdefault(b, []).append(a)
            elif a not in dead_ends:
                rest.append(route)
        return rest

    def _join(self, owned: Sequence[int]) -> None:
        """Begin with routes that lead to no dead end: every final reckoning does that for every player."""
        edges = self._edges
        room = 0
        for route in owned:
            a, b, _ = edges[route]
            if a >= room:
                room = a + 1
            if b >= room:
                room = b + 1
        parent = self._parent = list(range(room))
        lengths = [0] * room
        for route in owned:
            a, b, length = edges[route]
            while parent[a] != a:
                a = parent[a]
            while parent[b] != b:
                b = parent[b]
            if a < b:
                parent[b] = a
                lengths[a] += lengths[b] + length
            elif b < a:
                parent[a] = b
                lengths[b] += lengths[a] + length
            else:
                lengths[a] += length
                self.circles = True
        self.largest = max(lengths, default=0)

    def add(self, route: int) -> None:
        """Add a route, owned or borrowed; adding it again changes nothing.

        Raises:
            IndexError: the route is not among the edges.
        """
        a, b, _ = self._edges[route]
        if a in self._dead_ends or b in self._dead_ends:
            self._open_doors((route,))
        else:
            # The lower index leads, so that the structure does not depend on the order of the routes' ends.
            self._parent += range(len(self._parent), max(a, b) + 1)
            a, b = self.lead(a), self.lead(b)
            self._parent[max(a, b)] = min(a, b)

    def joined(self, a: int, b: int) -> bool:
        """Return whether a ticket between two cities or countries is complete; a city is joined to itself."""
        if not self._dead_ends:
            return self.lead(a) == self.lead(b)
        if a == b or b in self._doors.get(a, ()) or a in self._doors.get(b, ()):
            return True
        leads = self._leads(b)
        return any(lead in leads for lead in self._leads(a))

    def grasp(self, city: int) -> set[int]:
        """Return what stands for a city, or for a dead end and its doors.

        A further route completes a ticket if it leads from what stands for one of its ends to what stands for the
        other, and if that was not so before.
        """
        return {self.lead(city), *self._leads(city)}

    def _leads(self, city: int) -> list[int]:
        if city not in self._dead_ends:
            return [self.lead(city)]
        # A door that is a dead end itself leads no further.
        return [self.lead(door) for door in self._doors.get(city, ()) if door not in self._dead_ends]

    def leads(self, cities: int) -> list[int]:
        """Return for each of so many cities the one that stands for it, as :meth:`lead` does."""
        found = list(range(cities))
        for city, above in enumerate(self._parent):
            found[city] = found[above]  # the lower index leads, so that one is known already
        return found

    def lead(self, city: int) -> int:
        """Return the city that stands for all those joined to this one; dead ends are joined to nothing."""
        parent = self._parent
        if city >= len(parent):
            return city
        while (above := parent[city]) != city:
            parent[city] = parent[above]
            city = above
        return city


def complete_tickets(
    edges: Sequence[Edge],
    owned: Sequence[int],
    tickets: Sequence[tuple[int, int]],
    dead_ends: frozenset[int] = NOWHERE,
    borrowed: Sequence[int] = (),
) -> list[bool]:
    """Tell for each ticket, a pair of cities, whether the routes owned and those borrowed complete it."""
    parts = Components(edges, owned, dead_ends)
    for route in borrowed:
        parts.add(route)
    return [parts.joined(a, b) for a, b in tickets]
