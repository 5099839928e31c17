"""Records as they come out of mails, chats and word processors: made good again, and sound ones left alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ttrn
from tests.notation.strategies import games as any_games
from ttrn.notation import GameRecord, dumps, loads, repair
from ttrn.resources import resource

SAMPLES = {file.name: file.read_text(encoding="utf-8") for file in sorted(resource("sample_games").rglob("*.ttrn"))}
COMMENT = re.compile(r'((?:[^;"]|"(?:[^"\\]|\\.)*")*)(.*)')


def outside(text: str, change: Callable[[str], str]) -> str:
    """Change what stands outside of comments, line by line."""
    lines: list[str] = []
    block = False
    for line in text.split("\n"):
        head, comment = COMMENT.fullmatch(line).groups()  # type: ignore[union-attr]
        began = block or line.lstrip(" (").startswith("{")
        block = began and "}" not in line
        lines.append(line if began else change(head) + comment)
    return "\n".join(lines)


def curly(line: str) -> str:
    return re.sub(r'"((?:[^"\\]|\\.)*)"', lambda found: "“" + found[1].replace('\\"', "\\“") + "”", line)


def dashed(line: str) -> str:
    """Make hyphens long, but not those in quotes."""
    parts = re.split(r'("(?:[^"\\]|\\.)*")', line)
    return "".join([part if place % 2 else part.replace("-", "\u2013") for place, part in enumerate(parts)])


def stamped(text: str) -> str:
    stamps = [
        "[20:15] ",
        "13.11.26, 20:15 - Ann Smith: ",
        "[2026-11-13, 8:15:03\u202fPM] +49 170 12: ",
        "20:15:03 <bob> ",
    ]
    return "\n".join([stamps[len(text) % 4] + line for line in text.split("\n")])


def fenced(text: str) -> str:
    return f"```ttrn\n{text.strip(chr(10))}\n```\n"


DAMAGES: dict[str, Callable[[str], str]] = {
    "invisible": lambda text: outside(text, lambda line: line.replace(" ", " \u200b")),
    "spaces": lambda text: text.replace(" ", "\u00a0"),
    "dashes": lambda text: outside(text, dashed),
    "quotes": lambda text: outside(text, curly),
    "fences": fenced,
    "quoting": lambda text: "\n".join([f"> {line}".rstrip() for line in text.split("\n")]),
    "stamps": stamped,
    "line ends": lambda text: text.replace("\n", "\r\n"),
}
"""In an order in which they can happen together: what is in lines first, then what is around them."""


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sound_record_stays_as_it_is(name: str) -> None:
    assert repair(SAMPLES[name]) == (SAMPLES[name], ())


@given(any_games())
@settings(max_examples=60, deadline=None)
def test_any_sound_record_stays_as_it_is(game: GameRecord) -> None:
    assert repair(dumps(game)).repairs == ()


@pytest.mark.parametrize("damage", DAMAGES)
def test_each_damage_is_undone_and_told(damage: str) -> None:
    for text in SAMPLES.values():
        spoiled = DAMAGES[damage](text)
        assert loads(spoiled).problems or damage == "line ends"
        found = repair(spoiled)
        assert found.text.strip("\n") == text.strip("\n")
        assert [kind for kind, _, _ in found.repairs] == [damage]
        assert repair(found.text) == (found.text, ())


@given(st.sets(st.sampled_from(list(DAMAGES)), min_size=2), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_several_damages_at_once_are_undone(damages: set[str], random: Random) -> None:
    name = random.choice(list(SAMPLES))
    spoiled = SAMPLES[name]
    for damage in [damage for damage in DAMAGES if damage in damages]:
        spoiled = DAMAGES[damage](spoiled)
    found = repair(spoiled)
    assert found.text.strip("\n") == SAMPLES[name].strip("\n")
    assert {kind for kind, _, _ in found.repairs} == damages
    assert repair(found.text) == (found.text, ())


@given(st.text(alphabet='[Game "usa]\n\r“”„"\\-\u2013—\u00a0\u200b`~> :;{}()1290.,<>aT', max_size=120))
@settings(max_examples=500, deadline=None)
def test_whatever_the_text_a_second_repair_finds_nothing_and_lines_keep_their_numbers(text: str) -> None:
    found = repair(text)
    assert repair(found.text) == (found.text, ())
    assert found.text.count("\n") == len(re.findall(r"\r\n?|\n", text))
    games, problems = loads(text)
    if games and not problems:
        assert found.text == re.sub(r"\r\n?", "\n", text)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ('[Event "The “Great” game — part 2"]', '[Event "The “Great” game — part 2"]'),
        ("[Event “The “Great” game — part 2”]", '[Event "The “Great” game — part 2"]'),
        ("[Event „Freitag“]", '[Event "Freitag"]'),
        ("[Event ”fredag”]", '[Event "fredag"]'),
        ('[Event “Friday"]', '[Event "Friday"]'),
        ('[Event "Friday”]', '[Event "Friday"]'),
        ('[Event “The "Great" game”]', '[Event "The \\"Great\\" game"]'),
        ('[Event "never closed, with “two” inside]', '[Event "never closed, with “two” inside]'),
        ("1. ann claim SEA—POR R ; a dash \u2013 and “quotes”", "1. ann claim SEA-POR R ; a dash \u2013 and “quotes”"),
        ("1. ann claim “New York”\u2013“Los Angeles” R", '1. ann claim "New York"-"Los Angeles" R'),
        ("{ > no quoting \u2013 [20:15] } 1. ann draw ?\u00a0?", "{ > no quoting \u2013 [20:15] } 1. ann draw ? ?"),
        ("> > [20:15] 1. ann draw ? ?", "1. ann draw ? ?"),
        ("[20:15] > 1. ann draw ? ?", "1. ann draw ? ?"),
        ("\u200e[13.11.26, 20:15:03] Ann: 1. ann draw ? ?", "1. ann draw ? ?"),
        ("2026-11-13T20:15:03Z 1. ann draw ? ?", "1. ann draw ? ?"),
        ("Ann — Today at 8:15 PM", ""),
        ("Ann Smith, [13.11.2026 20:15]", ""),
        ("3. ann claim SEA-POR 20:15", "3. ann claim SEA-POR 20:15"),
        ('```[Game "usa"]', '[Game "usa"]'),
        ('  [Game "usa"]', '[Game "usa"]'),
        ("1. Ann takes a card", "1. Ann takes a card"),
    ],
)
def test_what_is_repaired_and_what_is_not(line: str, wanted: str) -> None:
    assert repair(line).text == wanted


def test_a_comment_in_braces_is_unquoted_with_its_line_only() -> None:
    assert repair("> { one\n> two }\n> 1. ann pass").text == "{ one\ntwo }\n1. ann pass"
    assert repair("{ one\n> two }\n> 1. ann pass").text == "{ one\n> two }\n1. ann pass"


def test_what_was_done_is_told_with_lines_and_in_words() -> None:
    found = ttrn.repair('```\n> [Game “usa”]\n> player\u00a0ann "Ann\u00a0Smith"\n```')
    assert found.text == '\n[Game "usa"]\nplayer ann "Ann Smith"\n'
    assert [tuple(repair) for repair in found.repairs] == [
        ("quoting", 2, (2, 3)),
        ("fences", 2, (1, 4)),
        ("spaces", 2, (3,)),
        ("quotes", 2, (2,)),
    ]
    assert str(found) == ('2 lines quoted with ">", 2 fences of backticks, 2 non-breaking spaces, 2 curly quotes')
    problem = loads(ttrn.repair("> [Game “usa”]\n```\n> 1. nobody pass").text).problems[0]
    assert problem.line == 3


def test_long_texts_take_no_longer_than_their_length() -> None:
    for piece in ("“", "> [20:15] ", "> ", '"', "\u2013", "\u00a0", "[20:15] ", "```", "{", "a " * 30):
        repair(piece * (200_000 // len(piece)))
