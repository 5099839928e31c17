"""What a seat's cards come to in time, step by step: railyards, hands, robbing."""

from __future__ import annotations

import random

import pytest

from ttrn.boards import board
from ttrn.core.cards import counts
from ttrn.core.state import State
from ttrn.games.cardgame.railyards import YardRow, railyards
from ttrn.games.cardgame.spending import wanted
from ttrn.games.cardgame.valuing import moves, piles, robbing
from ttrn.play import set_up

GREEN, BLUE, PINK = 3, 4, 5


def table() -> State:
    """Return three players with empty hands and railyards; it is the first one's turn, the last turns have begun."""
    state, _ = set_up(board("cardgame"), ("ann", "bob", "cat"), random.Random(5))
    state.seat, state.last_turns = 0, 3
    for seat in range(3):
        state.hands[seat] = counts("")
        state.tickets[seat] = []
    return state


@pytest.mark.parametrize(("last_turns", "moved", "left"), [(3, False, [1, 1, 1]), (2, True, [0, 1, 0])])
def test_at_the_end_it_is_certain_how_often_cards_move(last_turns: int, moved: bool, left: list[int]) -> None:
    state = table()
    state.last_turns, railyards(state).moved = last_turns, moved
    assert [moves(state, seat) for seat in range(3)] == left


def test_a_row_gives_one_card_each_time_and_its_locomotives_first() -> None:
    state = table()
    railyards(state).rows[0] = [YardRow(GREEN, 2, 1), YardRow(BLUE, 1)]
    railyards(state).stacks[0] = counts("R")
    found = piles(state, 0)
    assert found.track == counts("R")
    assert found.in_time == counts("RBL")
    assert found.held == counts("RGGBL")


def test_what_is_laid_now_moves_from_the_next_turn_on_and_what_is_lacking_most_comes_first() -> None:
    state = table()
    state.hands[0] = counts("GGGB")
    state.tickets[0] = [ticket.index for ticket in state.board.tickets if wanted(state.board, ticket.index)[GREEN]]
    assert piles(state, 0).laid_in_time == counts("")
    state.last_turns, state.deck_size = -1, 9  # some three turns
    assert piles(state, 0).laid_in_time == counts("GGB")


def test_a_row_is_robbed_by_more_cards_of_its_colour_from_whoever_has_no_such_row() -> None:
    state = table()
    yards = railyards(state).rows
    yards[1] = [YardRow(GREEN, 2)]
    state.hands[0] = counts("GG")
    assert robbing(state, 0) == [0, 0]
    state.hands[0] = counts("GGL")
    assert (robbing(state, 0), robbing(state, 1)) == ([2, 0], [0, 2])
    yards[0] = [YardRow(GREEN, 1)]
    assert (robbing(state, 0), robbing(state, 1)) == ([0, 0], [0, 0])
