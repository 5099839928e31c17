"""A game with tunnels and nothing else of Europe's: the exact model beside the brute force, as in ``test_brute``."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hidden.brute import completions
from tests.hidden.games import as_people_do
from tests.hidden.mutate import hide, mutate
from ttrn import registry
from ttrn.boards import Board, board
from ttrn.core.game import extend
from ttrn.games.europe.mechanics import TUNNELS
from ttrn.games.usa import GAME as USA
from ttrn.hidden import judge
from ttrn.hidden.judgement import CONSISTENT, EXACT, IMPOSSIBLE
from ttrn.notation import dumps
from ttrn.notation.records import Claim
from ttrn.play import play_random

FJORD = Path(__file__).parents[1] / "cases" / "boards" / "fjord.toml"


@pytest.fixture
def tunnels(tmp_path: Path) -> Iterator[Board]:
    """The board of the fjord with its tunnel, but without ferries, stations and long tickets."""
    registry.register(extend(USA, TUNNELS, name="tunnels", ids=USA.ids, rulebook=USA.rulebook))
    text = FJORD.read_text(encoding="utf-8").replace('"europe"', '"tunnels"').replace(', deck = "short"', "")
    text = re.sub(r'\n *\{[^\n]*deck = "long" \},|\nstations[^\n]*|, ferry = 1', "", text)
    text = re.sub(r"take = \{[^}]*short = (\d) \}", r"take = \1", text)
    file = tmp_path / "tunnels.toml"
    file.write_text(text, encoding="utf-8")
    yield board(str(file))
    del registry._games["tunnels"]


def test_impossible_exactly_when_no_deal_is_found(tunnels: Board) -> None:
    turned = 0
    for seed in range(60):
        rng = random.Random(seed)
        full = play_random(tunnels, 2, seed, choose=as_people_do)
        game = hide(mutate(full, rng, spoil=bool(seed % 3)), rng, 4)
        turned += any(isinstance(turn.action, Claim) and bool(turn.action.turned) for turn in game.turns)
        possible = next(completions(game, tunnels), None) is not None
        assert judge(game, tunnels).status in ((CONSISTENT, EXACT) if possible else (IMPOSSIBLE,)), dumps(game)
    assert turned >= 10
