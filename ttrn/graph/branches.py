"""What a search for the longest path need not look at: branches that end blind, and cities on the way.

A branch is a tree that hangs on the rest of the graph. Leaves are cut off one by one, and each place keeps how deep the
two deepest branches below it go. What remains is the core: every place in it lies on a circle or between circles.
"""

from ttrn.graph.edges import Graph


class Forest:
    """The branches of a graph: for each place the depth of its two deepest ones, and the links they begin with.

    ``degree`` is the number of links left at a place, 0 for one that has been cut off. ``best`` is the longest path
    that stays inside a branch and ``top`` the place at which it turns.
    """

    __slots__ = ("alive", "best", "degree", "depth", "graph", "second", "second_via", "top", "via")

    def __init__(self, graph: Graph) -> None:
        size = len(graph.cities)
        self.graph = graph
        self.alive = [True] * len(graph.ends)
        self.degree = [len(links) for links in graph.links]
        self.depth = [0] * size
        self.via = [-1] * size
        self.second = [0] * size
        self.second_via = [-1] * size
        self.best = 0
        self.top = -1

    def hang(self, place: int, link: int, depth: int) -> None:
        """Hang a branch on a place."""
        if depth > self.depth[place]:
            self.second[place], self.second_via[place] = self.depth[place], self.via[place]
            self.depth[place], self.via[place] = depth, link
        elif depth > self.second[place]:
            self.second[place], self.second_via[place] = depth, link
        if self.depth[place] + self.second[place] > self.best:
            self.best = self.depth[place] + self.second[place]
            self.top = place

    def branch(self, place: int) -> list[int]:
        """Return the links of the deepest way down from a place; none where no branch hangs."""
        return self._down(place, self.via[place])

    def second_branch(self, place: int) -> list[int]:
        """Return the links of the deepest way down through another branch than the deepest."""
        return self._down(place, self.second_via[place])

    def crossing(self) -> list[int]:
        """Return the links of the longest path inside a branch."""
        return self.branch(self.top) + self.second_branch(self.top)

    def _down(self, place: int, link: int) -> list[int]:
        links: list[int] = []
        while link >= 0:
            links.append(link)
            place = self.graph.other(link, place)
            link = self.via[place]
        return links


class Core:
    """What is left without the branches, chains drawn together.

    ``places`` are the knots: the places where three or more links meet or a branch hangs. ``links`` join them, as
    (knot, knot, length, links of the graph). ``depth`` and ``second`` are those of the knots' branches, and ``length``
    is that of all links.
    """

    __slots__ = ("depth", "length", "links", "places", "second")

    def __init__(self, forest: Forest, places: list[int]) -> None:
        self.places = places
        self.links: list[tuple[int, int, int, list[int]]] = []
        self.depth = [forest.depth[place] for place in places]
        self.second = [forest.second[place] for place in places]
        self.length = 0


def prune(graph: Graph, part: list[int]) -> Forest:
    """Cut all branches off a connected part."""
    forest = Forest(graph)
    leaves = [place for place in part if forest.degree[place] == 1]
    for leaf in leaves:  # grows while it is walked
        if forest.degree[leaf] != 1:
            continue  # the last place of a tree: its only link went with its neighbour
        for link in graph.links[leaf]:
            if forest.alive[link]:
                above = graph.other(link, leaf)
                forest.alive[link] = False
                forest.degree[leaf] = 0
                forest.degree[above] -= 1
                forest.hang(above, link, forest.depth[leaf] + graph.lengths[link])
                if forest.degree[above] == 1:
                    leaves.append(above)
    return forest


def find_core(graph: Graph, part: list[int], forest: Forest) -> Core:
    """Return the core of a connected part; it has no links if the part is a tree."""
    places = [place for place in part if forest.degree[place] >= 3 or (forest.degree[place] and forest.depth[place])]
    core = Core(forest, places)
    knots = [-1] * len(graph.cities)
    for knot, place in enumerate(places):
        knots[place] = knot
    done = [False] * len(graph.ends)
    for knot, place in enumerate(places):
        for link in graph.links[place]:
            if forest.alive[link] and not done[link]:
                chain, end = _chain(graph, forest, knots, place, link)
                length = 0
                for part_of_it in chain:
                    done[part_of_it] = True
                    length += graph.lengths[part_of_it]
                core.links.append((knot, knots[end], length, chain))
                core.length += length
    return core


def _chain(graph: Graph, forest: Forest, knots: list[int], place: int, link: int) -> tuple[list[int], int]:
    """Follow a link to the next knot; return the links on the way and the place of the knot."""
    chain = [link]
    place = graph.other(link, place)
    while knots[place] < 0:
        for onward in graph.links[place]:
            if forest.alive[onward] and onward != link:
                link = onward
                break
        chain.append(link)
        place = graph.other(link, place)
    return chain, place
