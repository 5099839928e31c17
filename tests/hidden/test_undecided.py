"""Records that are really undecided: each says why, and that is the reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ttrn.boards import board
from ttrn.core.card_supply import forget_market
from ttrn.core.cards import UNKNOWN
from ttrn.core.state import UNKNOWN_HAND, State
from ttrn.hidden import judge
from ttrn.hidden.judgement import UNDECIDED
from ttrn.notation import GameRecord, loads
from ttrn.position.writer import format_position
from ttrn.replays import replay

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

READINGS = f"""[Game "europe"]
{PLAYERS}market RGBKY

1. ann draw ? ?
2. bob draw ? ?
3. ann draw ? ?
4. bob draw ? ?
5. ann draw ? ?
6. bob draw ? ?
7. ann draw ? ?
8. bob draw ? ?
9. ann claim MAD-PAM ? !?GG +?
10. bob claim BAR-PAM ? !?GG +?
11. ann claim MUN-ZUR ? !?GG +?
12. bob claim MUN-VEN ? !?GG +?
"""


def position(change: Callable[[State], None]) -> str:
    """Return a record that starts from a position in which something is not known."""
    state = replay(loads(f'[Game "usa"]\n{PLAYERS}market RGBKY\n1. ann draw ? ?\n').games[0]).final
    change(state)
    return f'[Game "usa"]\n[Position "{format_position(state)}"]\n{PLAYERS}2. bob draw ? ?\n'


def loose_hand(state: State) -> None:
    state.hands[0][UNKNOWN] = UNKNOWN_HAND


CAUSES = {
    "readings": (READINGS, "in more ways than can be tried"),
    "market": (position(forget_market), "the position does not say what lies in the market"),
    "hand": (position(loose_hand), "the position does not say how many cards somebody holds"),
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
