"""Turns numbered anew: in any game, however they were numbered, and nothing else is touched."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.notation.strategies import games
from ttrn.notation import GameRecord, dumps, loads
from ttrn.notation.renumber import renumbered

HEAD = '[Game "usa"]\nplayer ann\nplayer bob\n'


@given(games())
@settings(max_examples=200, deadline=None)
def test_a_game_that_is_in_order_stays_as_it_is(game: GameRecord) -> None:
    text = dumps(game)
    assert renumbered(text) == text


@given(st.lists(st.sampled_from(["3. ", "1. ", "0. ", "12) ", "7 ", "7:", "2.", ""]), min_size=1, max_size=12))
def test_whatever_the_numbers_were(numbers: list[str]) -> None:
    lines = [f"{number}{'ann' if i % 2 else 'bob'} draw ? ?" for i, number in enumerate(numbers)]
    wanted = [f"{i}. {'bob' if i % 2 else 'ann'} draw ? ?" for i in range(1, len(numbers) + 1)]
    text = renumbered(HEAD + "\n".join(lines))
    assert text == HEAD + "\n".join(wanted)
    assert not loads(text).problems


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("9. ann pass ; 9. ann", "1. ann pass ; 9. ann"),
        ("{ 9. ann pass } 9. ann pass", "{ 9. ann pass } 1. ann pass"),
        ("{ 9. ann\n9. ann pass }\n9. ann pass", "{ 9. ann\n9. ann pass }\n1. ann pass"),
        ("9. ann pass\n( 9. ann draw ?\n9. bob pass\n( 9. bob draw ? ))\n9. bob pass",
         "1. ann pass\n( 1. ann draw ?\n2. bob pass\n( 2. bob draw ? ))\n2. bob pass"),
        ("1. ann keep ? ?\n1. ann pass", "1. ann keep ? ?\n1. ann pass"),
        ("Ann: takes R\n5. bob gibberish", "1. Ann: takes R\n2. bob gibberish"),
        ('9. ann claim "a;b"-SEA R ; c', '1. ann claim "a;b"-SEA R ; c'),
        ("ann deal RRRR\nbob keep ? ?\nscore ann=1", "ann deal RRRR\nbob keep ? ?\nscore ann=1"),
    ],
)  # fmt: skip
def test_only_turns_of_the_game_are_numbered(text: str, wanted: str) -> None:
    assert renumbered(HEAD + text) == HEAD + wanted


def test_a_game_from_a_position_keeps_its_first_number() -> None:
    head = HEAD.replace("player ann", '[Position "x"]\nplayer ann')
    assert renumbered(head + "17. ann pass\n3. bob pass") == head + "17. ann pass\n18. bob pass"


def test_every_number_is_one_that_can_be_read() -> None:
    text = renumbered(HEAD + "99999999. ann pass\n" * 3)
    assert re.findall(r"^(\d+)\. ", text, re.MULTILINE) == ["1", "2", "3"]
