"""The engine in a browser's worker answers as the one on a server does, in the same bytes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

from ttrn.boards import board_names
from ttrn.hidden import redact
from ttrn.notation import GameRecord, Turn, format_game, read
from ttrn.notation.levels import LEVELS
from ttrn.recording import VERSION, answer_json
from ttrn.resources import resource

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.xdist_group("recorder")

EVERY = int(os.environ.get("TTRN_EQUAL", "200"))
"""Of so many turns of the sample games one is compared; ``make equality`` compares all of them."""

BOARDS = (*board_names(), "nowhere")
BATCH = 50


def questions() -> Iterator[dict[str, Any]]:
    """Return what a recorder asks in the sample games, each at many moments: the text so far, and a first tap."""
    count = 0
    for path in sorted(resource("sample_games").rglob("*.ttrn*")):
        for game in filter(None, [reading.game for reading in read(path)]):
            for number in range(len(game.turns) + 1):
                count += 1
                if count % EVERY == 0:
                    yield {"text": so_far(game, number)}
                    yield {"text": format_game(game), "at": number, "how": "insert"}


def so_far(game: GameRecord, turns: int) -> str:
    """Return the text of a game when so many turns are recorded."""
    places = [place for place, entry in enumerate(game.entries) if isinstance(entry, Turn)]
    end = places[turns] if turns < len(places) else len(game.entries)
    return format_game(GameRecord(game.entries[:end]))


def compare(engine: Page, asked: Iterator[dict[str, Any]]) -> int:
    """Ask both; return how many answers were equal, which must be all."""
    count = 0
    while batch := [json.dumps({"version": VERSION, **one}) for one in islice(asked, BATCH)]:
        found = engine.evaluate("(batch) => Promise.all(batch.map(adapter.answer))", batch)
        for question, theirs in zip(batch, found, strict=True):
            assert theirs == answer_json(question), question
            count += 1
    return count


def test_sample_games(engine: Page) -> None:
    assert compare(engine, questions()) > 40_000 / EVERY


def test_taps(engine: Page) -> None:
    """Follow each choice that a game offers, with the hands unseen and seen."""

    def tapped() -> Iterator[dict[str, Any]]:
        for path in sorted(resource("sample_games", "annotated").iterdir()):
            game = next(read(path)).game
            assert game is not None
            for record in (game, redact(game, "public")):
                text = so_far(record, 12)
                found = json.loads(answer_json(json.dumps({"version": VERSION, "text": text})))
                for choice in found["question"]["choices"]:
                    yield {"text": text, "taps": [choice["tap"]]}

    assert compare(engine, tapped()) > 100


WRONG = (
    "",
    "no game",
    '[Game "usa"]\nplayer ann\n1. ann clam SEA-POR R\n',
    '[Game "usa"]\nplayer ann\nplayer bob\n1. ann claim SEA-PAR R\n2. bob draw R>> ?\n',
    '[Game "usa"]\nplayer ann\nplayer bob\nann deal RRBL\nmarket RGLKW\n1. ann claim SEA-POR G\n2. ann draw R>? ?\n',
    '[Game "nowhere"]\nplayer ann\n',
    '[Game "europe"]\n[Event "Zoë und 雪, 🚂 party"]\nplayer ann "Zoë 🚂"\nplayer bob\n1. bob station PAR RR\n',
    '[Game "usa"\nplayer ann\n' + "x" * 5000,
)


@pytest.mark.parametrize(
    "more", [{}, {"taps": ["nothing"]}, {"at": 99, "how": "replace"}, {"version": 2}, {"explain": True}]
)
def test_what_is_wrong_is_told_in_the_same_words(engine: Page, more: dict[str, Any]) -> None:
    assert compare(engine, iter([{"text": text, **more} for text in WRONG])) == len(WRONG)


def test_the_first_lines_of_a_record(engine: Page) -> None:
    players = [{"name": "Zoë", "color": "red"}, {"name": "Bob", "color": "blue"}]
    wanted = [{"board": name, "players": players, "level": level} for name in BOARDS for level in (*LEVELS, "none")]
    assert compare(engine, iter([{"begin": one} for one in wanted])) == len(wanted)


def test_a_question_that_is_no_json(engine: Page) -> None:
    for question in ("", "[]", "{", "null"):
        assert engine.evaluate("(question) => adapter.answer(question)", question) == answer_json(question)
