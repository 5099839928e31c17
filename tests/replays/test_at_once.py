"""What is carried out at once comes to the same as check after check and effect after effect."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.replaying import as_people_do
from ttrn.boards import Board, board
from ttrn.core.rules import with_effects
from ttrn.hidden.redaction import redact
from ttrn.notation import GameRecord, read
from ttrn.play import play_game, play_random
from ttrn.position.writer import format_position
from ttrn.replays.run import Run

CASES_FOLDER = Path(__file__).parents[1] / "cases"
CASES = sorted(CASES_FOLDER.glob("*/*.ttrn"))
BOARDS = ("usa", "europe", "marklin", "cardgame")


def followed(game: GameRecord, on: Board, *, at_once: bool, logged: bool) -> list[object]:
    """Return where a run stood after each turn, and what it found, with what is carried out at once or without."""
    run = Run(game, on)
    if run.lost:
        return []
    if not at_once:
        run.state.rules = with_effects(run.state.rules, run.state.rules.effects)
    if logged:
        run.state.chance.log = []
    found: list[object] = []
    for number, _ in run.steps():
        state = run.state
        unseen = state.chance.unseen
        events = None if unseen is None else list(unseen.events)
        found.append((number, format_position(state), list(state.pool), state.unseen, events, dict(run.ambiguous)))
        found.append((state.phase, state.first_card, state.passes, state.gaps, list(state.chance.log or ())))
    return [*found, [problem.render() for problem in run.problems], sorted(run.doubtful), run.broken]


def agree(game: GameRecord, on: Board, *, unlogged: bool = True) -> None:
    for logged in (False, True)[not unlogged :]:
        assert followed(game, on, at_once=True, logged=logged) == followed(game, on, at_once=False, logged=logged)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("chance", [True, False], ids=["cards", "deck"])
def test_random_games(name: str, chance: bool) -> None:
    on = board(name)
    for seed, players in enumerate(range(2, on.tables.max_players + 1)):
        agree(play_random(on, players, seed, chance=chance, choose=as_people_do), on)


@pytest.mark.parametrize("name", BOARDS)
def test_views_of_games_by_bots(name: str) -> None:
    on = board(name)
    game = play_game(name, ["planner", "greedy", "hoarder", "random"], seed=3)
    agree(game, on)
    for observer in (game.players[0].id, "public"):
        agree(redact(game, observer), on)


def board_named(text: str) -> Board | None:
    """Return the board of a case: one of the tests', or of those that come with ttrn."""
    on = re.search(r"^; board: (\S+)$", text, re.MULTILINE)
    game = re.search(r'^\[Game "(\w+)"\]$', text, re.MULTILINE)
    if on:
        return board(str(CASES_FOLDER / "boards" / on[1]))
    return board(game[1]) if game and game[1] in BOARDS else None


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_records_that_break_rules(path: Path) -> None:
    on = board_named(path.read_text(encoding="utf-8"))
    for game, _ in read(path):
        if game is not None and on is not None:
            agree(game, on, unlogged=False)
