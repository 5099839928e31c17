"""The longest path where no routes close a circle."""

from hypothesis import given
from hypothesis import strategies as st

from tests.graph.test_longest_path import by_brute_force, edge_lists
from ttrn.graph.components import Components
from ttrn.graph.edges import NOWHERE, Edge
from ttrn.graph.longest_path import longest_path
from ttrn.graph.trees import tree_length


@given(edges=edge_lists(12), random=st.randoms())
def test_trees_and_forests(edges: list[Edge], random: object) -> None:
    """Of random routes those are owned that close no circle with the ones before them."""
    owned: list[int] = []
    for route in range(len(edges)):
        if not Components(edges, [*owned, route]).circles:
            owned.append(route)
    random.shuffle(owned)  # type: ignore[attr-defined]
    assert tree_length(edges, owned) == by_brute_force(edges, owned, NOWHERE) == longest_path(edges, owned).length


@given(edges=edge_lists(10))
def test_circles_are_found(edges: list[Edge]) -> None:
    """Trees have a route less than cities, each: otherwise there is a circle."""
    owned = range(len(edges))
    cities = {city for a, b, _ in edges for city in (a, b)}
    groups = Components(edges, owned)
    parts = {groups.lead(city) for city in cities}
    assert groups.leads(9) == [groups.lead(city) for city in range(9)]
    assert groups.circles == (len(owned) > len(cities) - len(parts))
