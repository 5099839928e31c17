"""Only those networks are searched for the longest path that are large enough: the answer is the same."""

import pytest

from ttrn.boards import board
from ttrn.graph.network import Network, longest_length
from ttrn.play import play_random
from ttrn.replays import replay


@pytest.mark.parametrize("name", ["usa", "europe", "marklin"])
def test_longest_of_all_is_that_of_a_full_search(name: str) -> None:
    for seed in range(12):
        state = replay(play_random(board(name), 2 + seed % 4, seed)).final
        networks = [Network(state.board, state.routes_of(seat)) for seat in range(state.seats)]
        lengths = [Network(state.board, state.routes_of(seat)).path.length for seat in range(state.seats)]
        assert longest_length(networks) == max(lengths)
        assert all(network.bound >= length for network, length in zip(networks, lengths, strict=True))
        assert [network.reaches(max(lengths)) for network in networks] == [n == max(lengths) for n in lengths]


def test_networks_compare_by_their_routes() -> None:
    state = replay(play_random(board("usa"), 2, 1)).final
    first, second = Network(state.board, state.routes_of(0)), Network(state.board, state.routes_of(1))
    assert first == Network(state.board, state.routes_of(0))
    assert hash(first) == hash(Network(state.board, state.routes_of(0)))
    assert first != second
    assert first != "a network"
