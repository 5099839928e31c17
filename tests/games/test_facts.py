"""What games show of themselves: facts of several mechanics together, and what is kept from one state to the next."""

from __future__ import annotations

import pytest

import ttrn
from ttrn.core.facts import Facts, pieces_of
from ttrn.core.game import combine
from ttrn.core.state import State
from ttrn.games.europe.facts import STATIONS
from ttrn.games.marklin.facts import PASSENGERS
from ttrn.registry import built_in, find_game
from ttrn.replays import Timeline
from ttrn.resources import resource
from ttrn.viewer.ticket_cache import Progress


def sample(name: str) -> Timeline:
    text = resource("sample_games", "annotated", f"{name}.ttrn").read_text(encoding="utf-8")
    return ttrn.replay(ttrn.loads(text).games[0])


def test_facts_of_two_mechanics_are_joined() -> None:
    both = combine(Facts(), STATIONS, PASSENGERS)
    assert len(both.pieces) == len(both.sections) == len(both.seat_data) == 2
    assert both.tokens is PASSENGERS.tokens
    assert both.progress is Facts().progress


@pytest.mark.parametrize("name", built_in())
def test_progress_is_the_same_as_long_as_its_key_is(name: str) -> None:
    kept = Progress()

    def compare(state: State) -> None:
        for seat in range(state.seats):
            assert kept.tickets(state, seat) == Progress().tickets(state, seat)

    sample(name).every_state(compare)


@pytest.mark.parametrize(("name", "what"), [("usa", ""), ("europe", "station"), ("marklin", "passenger")])
def test_pieces_stand_in_cities(name: str, what: str) -> None:
    found: set[str] = set()
    sample(name).every_state(lambda state: found.update(piece.what for piece in pieces_of(state)))
    assert found == ({what} if what else set())


@pytest.mark.parametrize("name", built_in())
def test_only_a_game_without_a_map_has_cards_on_the_table(name: str) -> None:
    state = sample(name).state(30)
    facts = find_game(name).facts
    laid = [card for seat in range(state.seats) for row in facts.seat_cards(state, seat).rows for card in row]
    assert bool(laid) == (not facts.on_map)
    assert facts.on_map == bool(state.board.routes)
