"""Records that are really undecided: each says why, and that is the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from ttrn.boards import board
from ttrn.hidden import judge
from ttrn.hidden.judgement import UNDECIDED
from ttrn.notation import GameRecord, loads

BOARDS = Path(__file__).parents[1] / "cases" / "boards"

PLAYERS = "player ann\nplayer bob\n\n"

LAID = f"""[Game "depot"]
{PLAYERS}1. ann play ?L
"""

SWEPT = f"""[Game "short"]
{PLAYERS}market LLRGB

1. ann draw R G
assert market RRRRR
"""

PARTIAL = f"""[Game "usa"]
[Rules "partial"]
{PLAYERS}1. ann claim SEA-POR R
"""

ORDER = f"""[Game "short"]
{PLAYERS}deck ?{"R" * 6}{"G" * 6}{"B" * 6}LL

1. ann draw ? ?
"""

CAUSES = {
    "depot": (LAID, "cards were laid that nobody saw"),
    "swept": (SWEPT, "unless the market was replaced where no line says so"),
    "partial": (PARTIAL, "only some of the turns were written down"),
    "order": (ORDER, "of the order of the deck only a part is known"),
}


def record(text: str) -> tuple[GameRecord, str]:
    games, problems = loads(text)
    assert not problems
    return games[0], games[0].board


@pytest.mark.parametrize("cause", CAUSES)
def test_the_cause_is_named(cause: str) -> None:
    text, reason = CAUSES[cause]
    game, name = record(text)
    path = BOARDS / f"{name}.toml"
    judged = judge(game, board(str(path) if path.exists() else name))
    assert judged.status == UNDECIDED
    assert reason in judged.reason
