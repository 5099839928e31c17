"""Bots play games that they know nothing of: what a mechanic adds, it brings with it, to any game that has it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import ttrn
from ttrn import registry
from ttrn.actions import Action
from ttrn.boards import Board, board
from ttrn.core.bots import Bots
from ttrn.core.game import Mechanic, extend
from ttrn.core.state import OVER
from ttrn.games.europe.mechanics import TUNNELS
from ttrn.games.usa import GAME as BASE
from ttrn.notation.records import Claim
from ttrn.play.bots import BOTS, find_bot
from ttrn.play.match import play_match
from ttrn.play.view import View

USA = Path(ttrn.__file__).parent / "games" / "usa" / "usa.toml"
PLAY = Path(ttrn.__file__).parent / "play"


@pytest.fixture
def tunnels(tmp_path: Path) -> Iterator[Board]:
    """The USA board, all gray routes of which are tunnels."""
    registry.register(extend(BASE, TUNNELS, name="usa_tunnels", ids=BASE.ids, rulebook=BASE.rulebook))
    file = tmp_path / "usa_tunnels.toml"
    text = USA.read_text(encoding="utf-8").replace('"usa"', '"usa_tunnels"')
    file.write_text(text.replace('color = "gray"', 'color = "gray", tunnel = true'), encoding="utf-8")
    yield board(file)
    del registry._games["usa_tunnels"]


@pytest.mark.parametrize("bot", BOTS)
def test_a_game_with_tunnels_and_nothing_else_is_played_by_all_bots(tunnels: Board, bot: str) -> None:
    match = play_match(tunnels, [find_bot(bot)] * 3, "1")
    assert match.state.phase == OVER
    assert any(turn.action.turned for turn in match.game.turns if isinstance(turn.action, Claim))
    timeline = ttrn.replay(match.game, board=tunnels)
    assert timeline.problems == ()
    assert timeline.final.exact
    assert timeline.outcome == match.outcome


def test_a_game_may_bring_bots_of_its_own(tunnels: Board) -> None:
    seats: set[int] = set()

    class Last:
        def __call__(self, view: View) -> Action:
            seats.add(view.seat)
            return view.legal[-1]

    own = Mechanic(bots=Bots(own={"greedy": Last}))
    registry.register(extend(BASE, TUNNELS, own, name="usa_tunnels", ids=BASE.ids, rulebook=BASE.rulebook))
    play_match(tunnels, [find_bot("greedy"), find_bot("hoarder")], "1")
    assert seats == {0}


def test_two_mechanics_cannot_answer_for_the_bots_both() -> None:
    one, other = (Mechanic(bots=Bots(answer=lambda view: view.legal[-1])) for _ in range(2))
    with pytest.raises(ValueError, match="two mechanics answer the same question: answer"):
        extend(BASE, one, other, name="twice", ids=BASE.ids, rulebook={})


def test_nothing_in_play_imports_a_game() -> None:
    for file in PLAY.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not [name for name in names if name.startswith("ttrn.games")], file
