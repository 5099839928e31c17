"""Broken rules are told with the line as it is written, and the word in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ttrn
from ttrn.notation.problems import Problem
from ttrn.viewer import viewer_data

HEAD = """[Game "usa"]
player ann
player bob
ann deal RRRR
bob deal GGGG
market RGBKW
"""


def problems_of(lines: str, head: str = HEAD) -> tuple[Problem, ...]:
    games, wrong = ttrn.loads(head + lines)
    assert not wrong
    return ttrn.check(games[0])


def underlined(problem: Problem) -> str:
    assert problem.column
    return problem.text[problem.column - 1 :][: problem.width]


LINES = {
    "spaces and a comment": ("1.   ann  claim \tSEA-HEL   RRR ; RRR", "RRR"),
    "cards in another order": ("1. ann claim CHI-TOR LRRR", "LRRR"),
    "names in quotes": ('1. ann claim "Salt Lake City"-"New York" R', '"Salt Lake City"-"New York"'),
    "a name that ends in a quote": (r'1. ann claim SEA-"the \"Port\"" R', r'"the \"Port\""'),
    "a semicolon in quotes": ('1. ann claim "Se;ttle"-POR R', '"Se;ttle"'),
    "after a block comment": ("{ 1. ann claim } 1. ann claim SEA-NYC R", "SEA-NYC"),
    "after a block comment of two lines": ("{ well\n1. ann } 1. ann claim SEA-NYC R", "SEA-NYC"),
    "after a semicolon and a quote": ('{ a; 5" } 1. ann claim "Seattle"-NYC R', '"Seattle"-NYC'),
    "a brace in a comment": ("1. ann claim SEA-NYC R ; :} 1. ann claim SEA-POR R", "SEA-NYC"),
    "the second card": ("1. ann draw R>W   Y>B", "Y"),
    "no second card": ("1. ann draw R>W", "R"),
    "a bar without spaces": ("1. ann tickets ?|SEA-POR ?", "SEA-POR"),
    "the player": ("1. bob draw ? ?", "bob"),
    "a new market": ("1. ann draw R>W/RGBKW ?", "RGBKW"),
    "marks": ("1. ann claim SEA-NYC R $! $?", "SEA-NYC"),
    "a statement that is indented": ("   assert  ann hand   RRRG", "RRRG"),
    "nothing stated": ("assert ann hand -", "-"),
    "tunnels": ("1. ann claim SEA-POR R !RRR", "!RRR"),
    "passengers": ("1. ann claim SEA-POR R @SEA", "@SEA"),
    "the city that is not there": ("1. ann claim SEA-PRO R", "PRO"),
    "cards spent": ("complete ann SEA-NYC ?", "complete ann SEA-NYC ?"),
}


@pytest.mark.parametrize(("lines", "word"), LINES.values(), ids=LINES)
def test_the_line_is_quoted_as_it_is_written(lines: str, word: str) -> None:
    problem = problems_of(lines)[0]
    assert problem.text == lines.rpartition("\n")[2]
    assert underlined(problem) == word


def test_a_turn_of_a_variation_is_quoted_with_its_brackets() -> None:
    line = "  ( { so } 1. ann claim SEA-NYC R ) ; no"
    problem = problems_of(f"1. ann draw ? ?\n{line}")[0]
    assert (problem.line, problem.text) == (8, line)
    assert underlined(problem) == "SEA-NYC"


def test_the_place_counts_from_the_beginning_of_the_file() -> None:
    text = HEAD + "1. ann draw ? ?\n\n\n" + HEAD + "1. ann draw Y ?\n"
    second = ttrn.loads(text).games[1]
    problem = ttrn.check(second, file="two.ttrn", number=2)[0]
    assert problem.place == "two.ttrn:16:13"
    assert problem.render().splitlines()[1:] == ["    16 | 1. ann draw Y ?", "       |             ^"]


def test_a_game_without_a_text_is_quoted_in_canonical_form() -> None:
    game = ttrn.loads(HEAD + "1.  ann  draw  Y  ?").games[0]
    made = replace(game, places=(), text="")
    problem = ttrn.check(made)[0]
    assert problem.line == 0
    assert problem.text == "1. ann draw Y ?"
    assert underlined(problem) == "Y"
    assert problem.render().splitlines()[1:] == ["       | 1. ann draw Y ?", "       |             ^"]


def test_a_text_that_says_something_else_is_quoted_without_a_word() -> None:
    game = ttrn.loads(HEAD + "1. bob draw ? ?").games[0]
    other = ttrn.loads(HEAD + "1. ann draw Y ?").games[0]
    problem = ttrn.check(replace(other, text=game.text))[0]
    assert (problem.text, problem.column) == ("1. bob draw ? ?", 0)


def test_the_text_does_not_count_in_comparisons() -> None:
    game = ttrn.loads(HEAD).games[0]
    assert game.text.startswith('[Game "usa"]')
    assert replace(game, text="") == game
    assert hash(replace(game, text="")) == hash(game)


def test_the_word_of_a_position_is_found_wherever_its_tag_stands() -> None:
    tag = '[Position   "usa turn=x next=ann; ann hand=-"]'
    problem = problems_of("", f'[Game "usa"]\n{tag}\nplayer ann\nplayer bob\n')[0]
    assert problem.text == tag
    assert problem.column == tag.rindex('"') + 1  # where a second player is missing


def test_an_unknown_board_is_underlined() -> None:
    problem = problems_of("", '[Game   "uas"] ; what\nplayer ann\n')[0]
    assert problem.text == '[Game   "uas"] ; what'
    assert underlined(problem) == '"uas"'


@pytest.mark.parametrize("spacing", [" ", "   "])
def test_a_frame_has_the_problems_of_its_turn(spacing: str) -> None:
    game = ttrn.loads(HEAD + f"1. ann draw ? ?\n2. bob{spacing}claim SEA-NYC GG\n").games[0]
    for one in (game, replace(game, places=(), text="")):
        frames = viewer_data(ttrn.replay(one))["lines"][0]["frames"]
        assert [bool(shot.get("problems")) for shot in frames] == [False, False, True]
