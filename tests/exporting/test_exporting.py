"""The games of a program that knows nothing of ttrn are exact: docs/exporting.md says how it writes them."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from pathlib import Path

import ttrn
from tests.exporting import usa_program
from ttrn.boards import CARD_LETTERS, board
from ttrn.core.state import OVER

GAMES = 100
PAGE = (Path(__file__).parents[2] / "docs" / "exporting.md").read_text(encoding="utf-8")


@cache
def played() -> tuple[tuple[usa_program.Game, str], ...]:
    games = [usa_program.Game(2 + seed % 4, seed) for seed in range(GAMES)]
    return tuple([(game, game.play()) for game in games])


def test_all_of_them_are_exact_and_over() -> None:
    statuses: Counter[str] = Counter()
    for program, text in played():
        games, problems = ttrn.loads(text)
        assert problems == ()
        (game,) = games
        statuses[ttrn.judge(game).status] += 1
        timeline = ttrn.replay(game)
        assert timeline.problems == ()
        state = timeline.state(len(game.turns))
        assert state.phase == OVER
        # What lies on the table at the end is the same on both sides.
        assert state.trains == [program.trains[name] for name in program.names]
        for seat, name in enumerate(program.names):
            mine = Counter(program.hands[name])
            assert [mine[letter] for letter in CARD_LETTERS[:9]] == list(state.hands[seat][:9])
        market = Counter(program.market)
        assert [market[letter] for letter in CARD_LETTERS[:9]] == list(state.market[:9])
    assert statuses == {"exact": GAMES}


def test_what_is_hard_to_export_happens() -> None:
    assert sum([text.count("\nshuffle ") for _, text in played()]) > 50
    assert sum([program.flushes for program, _ in played()]) > 50
    assert {len(program.names) for program, _ in played()} == {2, 3, 4, 5}


def test_the_program_knows_nothing_of_ttrn() -> None:
    tree = ast.parse(Path(usa_program.__file__).read_text(encoding="utf-8"))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported == {"__future__", "random", "collections.abc"}
    usa = board("usa")
    assert len(usa_program.BOARD) == len(usa.pairs)
    assert len(usa_program.TICKETS.split()) == len(usa.tickets)


def test_a_slip_of_the_program_is_found() -> None:
    """What the page promises: the deck tells what each card was, so a wrong one is not believed."""
    _, text = played()[7]
    lines = text.split("\n")
    at = next(number for number, line in enumerate(lines) if ". " in line and " draw ? ?" in line)
    wrong = [*lines[:at], lines[at].replace("? ?", "?L ?L"), *lines[at + 1 :]]
    (game,) = ttrn.loads("\n".join(wrong)).games
    assert ttrn.check(game)


def test_the_example_of_the_page_is_the_beginning_of_one() -> None:
    text = usa_program.Game(2, 7).play()
    example = PAGE.partition("```ttrn\n")[2].partition("```")[0]
    assert text.startswith(example)
