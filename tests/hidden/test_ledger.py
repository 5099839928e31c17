"""Why something follows: ledgers that a person can follow, that are true of the record, and that prove what they say."""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.hidden.games import BOARDS, simulated
from tests.hidden.mutate import hide
from ttrn.boards import board
from ttrn.core.cards import LETTERS, LOCOMOTIVE, counts, name_cards
from ttrn.hidden import PUBLIC, Budget, Forced, infer, judge, redact
from ttrn.hidden import reasons as reasons_module
from ttrn.hidden.accounts import About, CardAccounts
from ttrn.hidden.budget import WORK
from ttrn.hidden.card_constraints import CardConstraints
from ttrn.hidden.excluding_rows import excluding_rows
from ttrn.hidden.ledger import MOST_STEPS, Ledger
from ttrn.hidden.linear_program import LinearRow, Program
from ttrn.hidden.possible_deals import PossibleDeals
from ttrn.hidden.solver import Solver
from ttrn.notation import GameRecord, loads
from ttrn.notation.records import Claim, Deal, Draw, Play, Ride, Station, Turn
from ttrn.play import play_game
from ttrn.replays import replay
from ttrn.resources import resource

GAMES = int(os.environ.get("TTRN_LEDGERS", "3"))
"""How many games of each board; ``make ledgers`` looks at forty."""

SHARE = 0.95
"""So many of a hundred reasons must fit on twelve lines."""


def one(text: str) -> GameRecord:
    (game,) = loads(text).games
    return game


def planned(name: str, seed: int) -> GameRecord:
    """Return a game of four that is played with a plan."""
    return play_game(board(name), ["planner"] * 4, seed)


def facts(game: GameRecord) -> tuple[Forced, ...]:
    found = infer(game, why=True)
    assert found.complete
    return found.forced


# --- how long they are -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(resource("sample_games", "real").glob("*.ttrn")), ids=lambda path: Path(path).stem)
def test_every_fact_of_a_real_game_is_one_account(path: Path) -> None:
    found = facts(one(path.read_text(encoding="utf-8")))
    assert len(found) == 13
    for fact in found:
        assert len(fact.steps) == 1
        assert not fact.left_out


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("view", [PUBLIC, "ann"])
def test_nearly_all_reasons_fit_on_twelve_lines(name: str, view: str) -> None:
    lengths: Counter[bool] = Counter()
    for seed in range(GAMES):
        for fact in facts(redact(planned(name, seed), view)):
            lengths[len(fact.steps) <= MOST_STEPS and not fact.left_out] += 1
            assert len(fact.steps) <= MOST_STEPS
            assert fact.left_out == 0 or "left out" in fact.because
    assert lengths[True] >= SHARE * lengths.total()


def test_ledgers_need_no_search_for_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reasons_module, "_by_lines", pytest.fail)
    for name in BOARDS:
        assert facts(redact(planned(name, 1), PUBLIC))
