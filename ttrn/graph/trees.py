"""The longest path where no routes close a circle: two deepest branches that meet, and nothing to search.

Leaves are cut off one by one. Each city remembers how deep the branches go that have been cut off at it, and the
numbers of its routes that are left, taken together by exclusive or: of a leaf that is the number of its one route.
"""

from collections.abc import Sequence

from ttrn.graph.edges import Edge


def tree_length(edges: Sequence[Edge], owned: Sequence[int]) -> int:
    """Return the length of the longest path over the routes owned, each named once, which close no circle.

    >>> tree_length([(0, 1, 3), (0, 2, 1), (0, 3, 2)], [0, 1, 2])
    5
    """
    degree: dict[int, int] = {}
    left: dict[int, int] = {}
    for route in owned:
        a, b, _ = edges[route]
        degree[a] = degree.get(a, 0) + 1
        degree[b] = degree.get(b, 0) + 1
        left[a] = left.get(a, 0) ^ route
        left[b] = left.get(b, 0) ^ route
    depth = dict.fromkeys(degree, 0)
    best = 0
    for leaf in degree:
        city = leaf
        while degree[city] == 1:
            route = left[city]
            a, b, length = edges[route]
            above = a + b - city
            deep, other = depth[city] + length, depth[above]
            best = max(best, other + deep)
            if deep > other:
                depth[above] = deep
            degree[city] = 0
            degree[above] -= 1
            left[above] ^= route
            city = above
    return best
