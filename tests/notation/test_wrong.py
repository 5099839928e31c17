"""Wrong texts and the exact messages that a player gets for them: ``wrong/<name>.ttrn`` and ``.expected``.

After a message was changed, ``TTRN_UPDATE=1 pytest`` writes the expected files anew; read the difference.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from ttrn.notation import Problem, read
from ttrn.notation.problems import RULES

WRONG = sorted((Path(__file__).parent / "wrong").glob("*.ttrn"))

HINTS = [
    "every player has a line above",
    "the cities are joined by hyphens",
    "turns are numbered from 1",
    "a city is its three-letter code",
    "a passenger stands after the cards",
    "a route or a ticket has two cities",
    "a station stands in one city",
    "a tag's name starts with a capital letter",
    "a ticket not seen is",
    "a variation starts with the number",
    "colours are lower-case",
    "is this a text",
    "only a game with a [Position] tag",
    "put it in quotes",
    "the cards turned over stand before it",
    "the name stands before the colour",
    "tracks and copies are numbered",
    "write id and points as one word",
    "annotations start with a dollar sign",
    "a comment in braces starts its line",
    "a draw is one or two cards",
    "a game starts with a line like",
    "a text in quotes ends with a quote",
    "a turn starts with its number",
    "a variation starts a line of its own",
    'after ")" only a comment may follow',
    "an id is a lower-case word",
    "cards are capital letters",
    "cards paid are one word",
    "type a plain hyphen",
    "delete it",
    "did you mean",
    "ids are lower-case",
    "inside quotes write",
    "is a word of the notation and cannot be an id",
    "join the cities with a hyphen",
    "save the file as UTF-8",
    "type a plain quote",
    "the card letters are",
    'the card, then ">"',
    "type a plain space",
    "what is dealt at the start has no number",
    "write the two cards apart",
    "a comment starts with a semicolon",
    "a name of several words stands in quotes",
    "a name stands in quotes",
    "a player has an id first",
    "a turn starts with its number",
    "cards are letters",
    "cards are one word",
    "cards that were not seen are ?",
    "delete it",
    "every ticket that was not seen is a question mark",
    "given back is what stands after a bar",
    "id and points are one word",
    "leave it out",
    "no blank stands before #",
    "no blanks stand around >",
    "no comma or colon follows the player",
    "put a blank between them",
    "the route stands before the cards",
    "the starting hand is told by the word deal",
    "the starting tickets are told by the word keep",
    "tickets are parted by blanks",
    "ttrn fmt --renumber FILE numbers the turns anew",
    "type it at half width",
    "where none is given back there is no bar",
    "words are parted by blanks only",
]


def problems(path: Path) -> list[Problem]:
    return [problem for reading in read(io.BytesIO(path.read_bytes())) for problem in reading.problems]


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_messages(path: Path) -> None:
    told = "\n".join(problem.render() + "\n" for problem in problems(path))
    expected = path.with_suffix(".expected")
    if os.environ.get("TTRN_UPDATE"):
        expected.write_text(told, encoding="utf-8")
    assert told
    assert told == expected.read_text(encoding="utf-8")


def test_every_rule_has_a_case() -> None:
    assert {problem.rule for path in WRONG for problem in problems(path)} == set(RULES)


@pytest.mark.parametrize("hint", HINTS)
def test_every_hint_has_a_case(hint: str) -> None:
    assert any(hint in path.read_text(encoding="utf-8") for path in WRONG[0].parent.glob("*.expected"))


def test_every_expected_file_has_its_case() -> None:
    assert {path.stem for path in WRONG} == {path.stem for path in WRONG[0].parent.glob("*.expected")}
