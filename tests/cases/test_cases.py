"""The rule cases: records with their expected outcome in a comment under the [Game] tag.

A case says `; expect: legal`, or names every problem in order, nothing else being accepted:

    ; expect: turn 3 CLAIM-2 `RRR` "ann pays 3 red for …"     a turn of the main line
    ; expect: line 9 SETUP-2 `RRRRR` "4 cards are dealt …"    any other line; a turn of a variation

Between the rule and the message stands what is underlined, if the case wants to say so.

`; board: short.toml` plays it on a board of `tests/cases/boards`. The file's name starts with the rule it shows.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import ttrn
from ttrn.core.rulebook import all_rules
from ttrn.notation.problems import Problem

HERE = Path(__file__).parent
CASES = sorted(HERE.glob("*/*.ttrn"))
EXPECT = re.compile(r'; expect: (?:(legal)|(turn|line) (\d+) ([A-Z]+(?:-[A-Z]+)*-?\w*) (?:`(.*)` )?"(.*)")')
NAME = re.compile(r"([A-Z]+(?:-[A-Z]+)?-\d+)-")


class Expected(NamedTuple):
    where: str
    number: int
    rule: str
    word: str
    message: str

    def __str__(self) -> str:
        return f'{self.where} {self.number} {self.rule} {f"`{self.word}` " if self.word else ""}"{self.message}"'


def expectations(text: str) -> list[Expected]:
    """Return the problems that a case expects; none for a legal one."""
    lines = [line for line in text.splitlines() if line.startswith("; expect:")]
    found = [EXPECT.fullmatch(line) for line in lines]
    assert lines, "a case says what is expected: ; expect: …"
    for line, match in zip(lines, found, strict=True):
        assert match, f"not in the form of an expectation: {line}"
    wrong = [Expected(m[2], int(m[3]), m[4], m[5] or "", m[6]) for m in found if m and not m[1]]
    assert len(wrong) in (0, len(lines)), "a case is legal or it is not"
    return wrong


def problems_of(path: Path) -> list[Problem]:
    text = path.read_text(encoding="utf-8")
    on = re.search(r"^; board: (\S+)$", text, re.MULTILINE)
    board = ttrn.board(str(HERE / "boards" / on[1])) if on else None
    games, problems = ttrn.loads(text)
    return [*problems, *(problem for game in games for problem in ttrn.check(game, board))]


def as_expected(problem: Problem, like: Expected | None) -> Expected:
    """Return a problem in the form of the expectation that it is compared with."""
    message = problem.message
    word = problem.text[problem.column - 1 :][: problem.width] if problem.column and (not like or like.word) else ""
    for who in (f", {problem.player}", ""):
        message = message.removeprefix(f"turn {problem.turn}{who}: ")
    if problem.turn and (like is None or like.where == "turn"):
        return Expected("turn", problem.turn, problem.rule, word, message)
    return Expected("line", problem.line, problem.rule, word, message)


def numbered(text: str) -> str:
    return "\n".join(f"{number:>4} | {line}" for number, line in enumerate(text.splitlines(), 1))


def shown(problems: list[Expected]) -> list[str]:
    return [str(problem) for problem in problems] or ["legal"]


def outcome(path: Path) -> tuple[list[Expected], list[Expected], list[Problem]]:
    wanted = expectations(path.read_text(encoding="utf-8"))
    problems = problems_of(path)
    likes = [*wanted, *[None] * len(problems)]
    return wanted, [as_expected(problem, like) for problem, like in zip(problems, likes, strict=False)], problems


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    wanted, found, problems = outcome(path)
    if wanted != found:
        rows = ["expected:", *shown(wanted), "found:", *shown(found)]
        places = [problem.render() for problem in problems]
        pytest.fail(
            "\n".join([str(path.name), *rows, "", numbered(path.read_text("utf-8")), "", *places]), pytrace=False
        )


@cache
def rules_told(path: Path) -> tuple[str, set[str]]:
    """Return the rule that the name of a case tells, and those that it expects to be broken."""
    named = NAME.match(path.name)
    return named[1] if named else "", {expected.rule for expected in expectations(path.read_text(encoding="utf-8"))}


def test_the_name_tells_the_rule() -> None:
    told = {path.name: rules_told(path) for path in CASES}
    assert not [
        name for name, (rule, broken) in told.items() if rule not in all_rules() or (broken and rule not in broken)
    ]


def test_a_problem_quotes_its_line() -> None:
    for path in CASES:
        lines = path.read_text(encoding="utf-8").split("\n")
        for problem in problems_of(path):
            assert problem.text == lines[problem.line - 1], path.name
            assert 0 <= problem.column <= problem.column + problem.width - 1 <= len(problem.text), path.name


def test_every_rule_has_a_passing_case_and_a_failing_one() -> None:
    told = [rules_told(path) for path in CASES]
    passing = {rule for rule, broken in told if not broken}
    failing = {rule for rule, broken in told if broken}
    assert not set(all_rules()) - passing
    assert not set(all_rules()) - failing
