"""The registry of games, and how a game is made: what is there, what a program adds, what cannot be joined."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import ttrn
from ttrn import registry
from ttrn.boards import BoardError, board, board_names, load_board
from ttrn.core.actions import BuildStation, ClaimRoute, PayTunnel
from ttrn.core.engine import new_game
from ttrn.core.game import Game, Mechanic, extend
from ttrn.core.rules import RuleIds, Rules, Scoring
from ttrn.games.europe.mechanics import FERRIES, STATIONS, TUNNELS
from ttrn.games.marklin.mechanics import PASSENGERS, PLUS_FOUR
from ttrn.games.usa import GAME as USA
from ttrn.registry import find_game, game_names, register

IDS = RuleIds(deck="PL-DECK-1", setup="PL-SETUP-1", tickets="PL-TICKET-1", bonus="PL-SCORE-1", tie="PL-TIE-1")
OWN = {"PL-TIE-1": "Nobody breaks a tie."}


@pytest.fixture(autouse=True)
def _only_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what a test registers be forgotten after it."""
    monkeypatch.setattr(registry, "_games", dict(registry._games))
    monkeypatch.setattr(registry, "_folders", dict(registry._folders))


def written(folder: Path, rules: str) -> Path:
    """Write the board of the USA under another name, for these rules."""
    (usa,) = [path for path in registry.built_in_folders() if path.name == "usa"]
    text = re.sub(r"^map = .*\n", "", (usa / "usa.toml").read_text(encoding="utf-8"), flags=re.MULTILINE)
    path = folder / "plains.toml"
    path.write_text(text.replace('name = "usa"', 'name = "plains"').replace('rules = "usa"', f'rules = "{rules}"'))
    return path


# --- what is there ---------------------------------------------------------------------------------------------------


def test_the_games_of_ttrn_come_first() -> None:
    assert game_names()[:4] == ("usa", "europe", "marklin", "cardgame")
    assert [find_game(name).name for name in game_names()] == list(game_names())


def test_each_is_made_once() -> None:
    assert find_game("usa") is find_game("usa") is USA


def test_a_game_that_nobody_knows_is_an_error() -> None:
    with pytest.raises(LookupError, match='there is no game "plains"'):
        find_game("plains")
    with pytest.raises(LookupError, match='there is no game "plains"'):
        new_game(replace(board("usa"), rules="plains"), ("ann", "bob"))


@pytest.mark.parametrize(
    ("rules", "hint"),
    [("plains", "; there are usa, europe, marklin, cardgame"), ("europa", '; did you mean "europe"?')],
)
def test_unknown_rules_are_a_problem_of_the_board_file(tmp_path: Path, rules: str, hint: str) -> None:
    path = written(tmp_path, rules)
    found, problems = load_board(path)
    assert found is None
    assert [str(problem) for problem in problems] == [f'{path}: rules: unknown rules "{rules}"{hint}']
    with pytest.raises(BoardError, match=f'unknown rules "{rules}"'):
        board(path)


# --- what a program adds ---------------------------------------------------------------------------------------------


def test_a_game_is_registered_with_its_boards(tmp_path: Path) -> None:
    written(tmp_path, "plains")
    register(replace(USA, name="plains"), tmp_path)
    assert game_names()[:5] == ("usa", "europe", "marklin", "cardgame", "plains")
    assert "plains" in board_names()
    game = ttrn.play_game("plains", ["greedy", "greedy"], 1)
    assert ttrn.judge(game).status == "exact"


def test_a_game_without_boards_is_for_board_files(tmp_path: Path) -> None:
    register(replace(USA, name="plains"))
    assert "plains" not in board_names()
    found, problems = load_board(written(tmp_path, "plains"))
    assert not problems
    assert found is not None
    assert ttrn.play_game(found, ["greedy", "greedy"], 1).board == "plains"


def test_a_later_one_takes_the_place_of_the_first() -> None:
    first, second = replace(USA, name="plains"), replace(USA, name="plains")
    register(first)
    register(second)
    assert find_game("plains") is second


# --- how one is made -------------------------------------------------------------------------------------------------


def made(*mechanics: Mechanic) -> Game:
    return extend(USA, *mechanics, name="plains", ids=IDS, rulebook=OWN)


def test_the_tables_of_mechanics_are_joined() -> None:
    game = made(TUNNELS, STATIONS, FERRIES)
    assert {ClaimRoute, PayTunnel, BuildStation} <= set(game.rules.checks)
    assert game.rules.choices[: len(USA.rules.choices)] == USA.rules.choices
    assert len(game.rules.choices) == len(USA.rules.choices) + 1
    assert len(game.rules.parts) == 2
    assert game.features.needs == USA.features.needs | {"stations"}
    assert game.features.allows >= {"tunnel", "ferry", "longest_path"}
    assert {"PL-TIE-1", "EU-TUNNEL-1", "EU-FERRY-1", "EU-STATION-1"} <= set(game.rulebook)
    assert not [rule for rule in game.rulebook if rule.startswith("US-")]
    assert game.ids is IDS


def test_a_mechanic_changes_nothing_else() -> None:
    game = made(FERRIES)
    assert game.scoring == USA.scoring
    assert game.tickets == USA.tickets
    assert {kind for kind, checks in game.rules.checks.items() if checks != USA.rules.checks[kind]} == {ClaimRoute}
    assert game.rules.effects == USA.rules.effects


@pytest.mark.parametrize(
    ("mechanics", "question"),
    [
        ((FERRIES, PLUS_FOUR), "checks of ClaimRoute"),
        ((TUNNELS, PASSENGERS), "effects of ClaimRoute"),
        ((STATIONS, Mechanic(scoring=Scoring(bonus_name="a", seats=lambda _state: []))), "seats"),
        ((Mechanic(rules=Rules(reshuffles=False)), Mechanic(rules=Rules(reshuffles=False))), "reshuffles"),
    ],
)
def test_two_mechanics_with_one_question_cannot_be_joined(mechanics: tuple[Mechanic, ...], question: str) -> None:
    with pytest.raises(ValueError, match=f"two mechanics answer the same question: {question}"):
        made(*mechanics)
    for mechanic in mechanics:
        made(mechanic)
