"""A copy of a state has everything of it."""

import pytest

from ttrn.core import state as room
from ttrn.core.state import State

FROM_THE_GAME = {"board", "game", "names", "prices", "rules", "seats"}
ONE_BY_ONE = {"chance", "hands", "openings", "parts", "ticket_decks", "tickets", "unknown_tickets", "unsure_decks"}
NOT_COPIED: set[str] = set()


def test_every_field_of_a_state_is_copied_or_left_out_on_purpose() -> None:
    slots = getattr(State, "__slots__", None)
    if slots is None:
        pytest.skip("a compiled state does not list its fields")
    told = [*room._SHARED, *room._LISTS, *FROM_THE_GAME, *ONE_BY_ONE, *NOT_COPIED]
    assert sorted(told) == sorted(slots)
