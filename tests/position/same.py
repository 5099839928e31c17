"""Whether two states are the same position: their lines, and all that is derived when a line is read."""

from __future__ import annotations

from ttrn.core.engine import legal_actions
from ttrn.core.state import State
from ttrn.position.writer import format_position


def assert_same(a: State, b: State) -> None:
    assert format_position(a) == format_position(b)
    assert _derived(a) == _derived(b), format_position(a)
    assert legal_actions(a) == legal_actions(b), format_position(a)


def _derived(state: State) -> object:
    decks = [(deck.unseen, deck.fresh, deck.groups, deck.order or None) for deck in state.ticket_decks]
    return (state.board.name, state.phase, state.offered, state.drawn, state.pool, state.owners, decks)
