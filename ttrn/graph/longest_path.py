"""The longest continuous path (PATH-1), exactly, with the path itself.

A path may use each route once and meet a city again and again: a trail. A set of routes can be walked in one trail if
it is connected and at most two of its cities have an odd number of its routes. So the question is which routes to
leave out, as few trains of them as possible, and the search runs over these:

1. Parts that are not connected are looked at one by one. One with at most two odd cities is a single trail.
2. Elsewhere both ends of a longest trail are odd cities: a trail that ends in an even city, or where it began, could
   be prolonged. Branches that end blind are cut off leaf by leaf (:mod:`ttrn.graph.branches`): a trail enters one only
   to end there, so of each branch only its depth matters.
3. In what is left, the core, chains of cities with two routes become one link each: they are used whole or not at all.
4. For each pair of ends the cities with the wrong parity are known. Each of them must lose a link; the search takes
   the state with the smallest loss first (A*), so the first state that can be walked is a longest trail.

On end positions of 20 to 23 routes a core has a handful of links and the search a handful of states.
"""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple, TypeAlias

from ttrn.graph.branches import Core, Forest, find_core, prune
from ttrn.graph.edges import NOWHERE, Edge, Graph, build_graph, components, walk


class LongestPath(NamedTuple):
    """A longest trail: its trains, its routes in order, and the cities it meets, one more than the routes."""

    length: int
    routes: tuple[int, ...]
    cities: tuple[int, ...]


_State: TypeAlias = tuple[int, int, int, int, int, int, int, int]
"""The least loss to expect, wrong cities left, age; then the loss so far, links lost, wrong cities, and the two ends.

Losses are in trains, less the branches at the two ends. Sets of links and of cities are bits of a number.
"""


def longest_path(edges: Sequence[Edge], owned: Sequence[int], dead_ends: frozenset[int] = NOWHERE) -> LongestPath:
    """Return the longest trail over the routes owned, by trains; each route counts once, cities may repeat.

    ``edges`` are all routes by index, ``dead_ends`` the cities where two routes do not meet (MK-COUNTRY-1). The answer
    depends on the set of routes only: not on their order, nor on a route named twice. Where several trails are longest
    it is always the same one. Without routes it is empty.

    Raises:
        IndexError: a route is not among the edges.

    >>> longest_path([(0, 1, 3), (1, 2, 2), (1, 3, 1)], [0, 1, 2])
    LongestPath(length=5, routes=(0, 1), cities=(0, 1, 2))
    """
    return find_trail(edges, owned, dead_ends).walked()


class Trail(NamedTuple):
    """A longest trail before it is walked: which links of the graph it has is known, their order is not."""

    length: int
    graph: Graph
    kept: list[int]

    def walked(self) -> LongestPath:
        """Return the trail in the order of a walk."""
        if not self.kept:
            return LongestPath(0, (), ())
        path, places = walk(self.graph, self.kept)
        routes = tuple([self.graph.routes[link] for link in path])
        return LongestPath(self.length, routes, tuple([self.graph.cities[place] for place in places]))


def find_trail(edges: Sequence[Edge], owned: Sequence[int], dead_ends: frozenset[int] = NOWHERE) -> Trail:
    """Return what :func:`longest_path` finds, not yet walked: most who ask want the length only."""
    graph = build_graph(edges, owned, dead_ends)
    best = first = 0
    kept: list[int] = []
    for total, age, part, links in sorted(_parts(graph)):
        # The largest part comes first; of equal answers the one of the earliest part counts.
        if -total < best:
            break
        found = _longest_in(graph, part, links)
        length = sum([graph.lengths[link] for link in found])
        if length > best or (length == best and age < first):
            best, kept, first = length, found, age
    return Trail(best, graph, kept)


def _parts(graph: Graph) -> list[tuple[int, int, list[int], list[int]]]:
    """Return each connected part with its trains, negative so that the largest sorts first, its number and links."""
    found: list[tuple[int, int, list[int], list[int]]] = []
    for age, part in enumerate(components(graph)):
        links = [link for place in part for link in graph.links[place] if graph.ends[link][0] == place]
        found.append((-sum([graph.lengths[link] for link in links]), age, part, links))
    return found


def _longest_in(graph: Graph, part: list[int], links: list[int]) -> list[int]:
    """Return the links of a longest trail in a connected part."""
    odd = 0
    for place in part:
        odd += len(graph.links[place]) % 2
    if odd <= 2:
        return links
    forest = prune(graph, part)
    core = find_core(graph, part, forest)
    if not core.links:
        return forest.crossing()
    lost, start, end, length = _search(core)
    if length <= forest.best:
        return forest.crossing()
    return _kept_links(core, forest, lost, start, end)


def _kept_links(core: Core, forest: Forest, lost: int, start: int, end: int) -> list[int]:
    kept: list[int] = []
    for number, (_, _, _, chain) in enumerate(core.links):
        if not lost >> number & 1:
            kept.extend(chain)
    kept.extend(forest.branch(core.places[start]))
    if start == end:
        kept.extend(forest.second_branch(core.places[end]))
    else:
        kept.extend(forest.branch(core.places[end]))
    return kept


def _search(core: Core) -> tuple[int, int, int, int]:
    """Return the links lost by a longest trail of the core, its two ends, and its length with their branches."""
    near = _near(core)
    least = [min([length for length, _, _ in links], default=0) for links in near]
    dearest = sorted(range(len(least)), key=lambda knot: -least[knot])
    heap = _pairs_of_ends(core, near, least, dearest)
    seen: set[tuple[int, int, int]] = set()
    age = len(heap)
    while True:
        _, _, _, loss, lost, wrong, start, end = heappop(heap)
        age += 1
        if not wrong:
            more, lost = _cut_off(core, near, lost, start)
            if not more:
                return lost, start, end, core.length - loss
            heappush(heap, (loss + more, 0, -age, loss + more, lost, 0, start, end))
            continue
        knot = (wrong & -wrong).bit_length() - 1
        for length, link, other in near[knot]:
            after = lost | 1 << link
            if after == lost or (after, start, end) in seen:
                continue
            seen.add((after, start, end))
            age += 1
            still = wrong ^ 1 << knot ^ 1 << other
            expected = loss + length + _least_loss(still, least, dearest)
            heappush(heap, (expected, still.bit_count(), -age, loss + length, after, still, start, end))


def _near(core: Core) -> list[list[tuple[int, int, int]]]:
    """Return the links at each knot, as (length, link, knot at the other end); loops change no parity: left out."""
    near: list[list[tuple[int, int, int]]] = [[] for _ in core.places]
    for link, (a, b, length, _) in enumerate(core.links):
        if a != b:
            near[a].append((length, link, b))
            near[b].append((length, link, a))
    return near


def _pairs_of_ends(
    core: Core, near: list[list[tuple[int, int, int]]], least: list[int], dearest: list[int]
) -> list[_State]:
    """Return the states before anything is lost: one for each pair of ends that a longest trail may have."""
    odd = 0
    for knot, links in enumerate(near):
        odd |= (len(links) & 1) << knot
    heap: list[_State] = []
    ends = [knot for knot in range(len(near)) if core.depth[knot] or odd >> knot & 1]
    for i, start in enumerate(ends):
        for end in ends[i:]:
            bonus = core.depth[start] + (core.second[end] if start == end else core.depth[end])
            if start == end and not core.depth[start]:
                continue
            wrong = odd ^ 1 << start ^ 1 << end
            expected = _least_loss(wrong, least, dearest) - bonus
            heap.append((expected, wrong.bit_count(), len(heap), -bonus, 0, wrong, start, end))
    heapify(heap)
    return heap


def _least_loss(wrong: int, least: list[int], dearest: list[int]) -> int:
    """Return a loss that mending the wrong knots costs at the least.

    What is lost are paths between pairs of them, and a path costs at least the shortest link at either of its ends.
    However they are paired, the sum is no less than that of the dearest knot, the third, the fifth and so on.
    """
    loss = 0
    first = True
    for knot in dearest:
        if wrong >> knot & 1:
            if first:
                loss += least[knot]
            first = not first
    return loss


def _cut_off(core: Core, near: list[list[tuple[int, int, int]]], lost: int, start: int) -> tuple[int, int]:
    """Return the trains that can no longer be reached from the start, and the links lost with them."""
    met = 1 << start
    todo = [start]
    while todo:
        for _, link, other in near[todo.pop()]:
            if not lost >> link & 1 and not met >> other & 1:
                met |= 1 << other
                todo.append(other)
    loss = 0
    for link, (a, _, length, _) in enumerate(core.links):
        if not lost >> link & 1 and not met >> a & 1:
            loss += length
            lost |= 1 << link
    return loss, lost
