"""Railyards step by step: rows, the move at the start of a turn, robbing."""

from __future__ import annotations

import random

import pytest

from ttrn.boards import board
from ttrn.core.actions import LayCards, TakeCard
from ttrn.core.cards import BLIND, UNKNOWN, counts, frozen_counts, letters
from ttrn.core.engine import apply, legal_actions, verify
from ttrn.core.state import State
from ttrn.games.cardgame.railyards import YardRow, moving_next, railyards, rows_of, take_top
from ttrn.notation import loads
from ttrn.play import set_up
from ttrn.replays import replay
from ttrn.resources import resource

GREEN, BLUE = 3, 4


def table(players: int = 3) -> State:
    state, _ = set_up(board("cardgame"), ("ann", "bob", "cat", "dan")[:players], random.Random(5))
    return state


def lay(cards: str) -> LayCards:
    return LayCards(frozen_counts(cards))


@pytest.mark.parametrize(
    ("cards", "rows"),
    [
        ("GGL", (YardRow(GREEN, 2, 1),)),
        ("GLL", (YardRow(GREEN, 1, 2),)),
        ("GBW", (YardRow(GREEN, 1), YardRow(BLUE, 1), YardRow(7, 1))),
        ("GG?", (YardRow(GREEN, 2, 0, 1),)),
        ("GB?", (YardRow(GREEN, 1), YardRow(BLUE, 1), YardRow(UNKNOWN, 0, 0, 1))),
        ("???", (YardRow(UNKNOWN, 0, 0, 3),)),
    ],
)
def test_cards_make_rows(cards: str, rows: tuple[YardRow, ...]) -> None:
    assert rows_of(frozen_counts(cards)) == rows


@pytest.mark.parametrize("cards", ["G", "L", "LL", "GB", "GBL", "GGB", "GBWP", "GF", "?", "GB??"])
def test_other_cards_make_none(cards: str) -> None:
    assert isinstance(rows_of(frozen_counts(cards)), str)


def test_locomotives_go_first() -> None:
    row: YardRow | None = YardRow(GREEN, 2, 2)
    order = ""
    while row is not None:
        top, row = take_top(row)
        order += "ROYGBPKWLFT?"[top]
    assert order == "LLGG"


def test_every_row_gives_one_card_at_the_start_of_the_turn_and_no_more() -> None:
    state = table()
    extra = railyards(state)
    extra.rows[0] = [YardRow(GREEN, 2, 1), YardRow(BLUE, 1)]
    assert moving_next(state, 0) == [8, BLUE]
    apply(state, TakeCard(BLIND))
    assert letters(extra.stacks[0]) == "BL"
    assert extra.rows[0] == [YardRow(GREEN, 2)]
    assert moving_next(state, 0) == []
    apply(state, TakeCard(BLIND))
    assert letters(extra.stacks[0]) == "BL"
    assert moving_next(state, 0) == [GREEN]


def test_a_row_whose_last_card_goes_does_not_bar_its_colour() -> None:
    state = table()
    state.hands[0] = counts("GGBB")
    railyards(state).rows[0] = [YardRow(GREEN, 1), YardRow(BLUE, 2)]
    assert verify(state, lay("GG")) is None
    assert verify(state, lay("BB")) is not None
    assert [action for action in legal_actions(state) if isinstance(action, LayCards)] == [lay("GG")]


def test_all_shorter_rows_are_robbed_at_once() -> None:
    """Two opponents with one colour: only after a violation, or unseen, but then both lose their rows."""
    state = table()
    extra = railyards(state)
    state.hands[0] = counts("GGGGL")
    extra.rows[1], extra.rows[2] = [YardRow(GREEN, 2, 1), YardRow(BLUE, 2)], [YardRow(GREEN, 4)]
    assert verify(state, lay("GGGG")) is not None
    before = list(state.discards)
    assert verify(state, lay("GGGGL")) is None
    apply(state, lay("GGGGL"))
    assert extra.rows == [[YardRow(GREEN, 4, 1)], [YardRow(BLUE, 2)], []]
    assert letters([now - then for now, then in zip(state.discards, before, strict=True)]) == "GGGGGGL"


def test_three_colours_are_laid_only_where_no_railyard_has_them() -> None:
    state = table()
    state.hands[0] = counts("RGBW")
    railyards(state).rows[2] = [YardRow(GREEN, 1)]
    assert verify(state, lay("RBW")) is None
    assert verify(state, lay("RGB")) is not None
    assert lay("RGB") not in legal_actions(state)


def test_bonus_cards_count_the_tickets_to_each_city() -> None:
    (game,) = loads(resource("sample_games", "cardgame", "four_players.ttrn").read_text(encoding="utf-8")).games
    timeline = replay(game)
    tickets, counted = timeline.board.tickets, 0
    for score in timeline.outcome.seats:
        done = [tickets[result.ticket] for result in score.tickets if result.complete]
        for card in score.cards:
            assert card.tickets == sum(card.city in (ticket.a, ticket.b) for ticket in done)
            counted += card.tickets
    assert counted
