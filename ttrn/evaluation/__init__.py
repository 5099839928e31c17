"""How a position stands: who is likely to win, and with how many points, by a model learnt from simulated games."""

from __future__ import annotations

from typing import NamedTuple

from ttrn.boards import Board
from ttrn.core.scoring import Outcome, score_game
from ttrn.core.state import OVER, State
from ttrn.evaluation.features import features, knows
from ttrn.evaluation.model import NoModelError, models_of, shares

__all__ = ["Evaluation", "NoModelError", "evaluate", "has_model", "version_of"]


class Evaluation(NamedTuple):
    """How a position stands, for each seat."""

    win: tuple[float, ...]
    """The probability of winning; ties are shared, so they add up to 1."""
    score: tuple[float, ...]
    """The expected final points."""
    spread: tuple[float, ...]
    """The standard deviation of the final points around them."""


def evaluate(state: State) -> Evaluation:
    """Return how a position stands by what the state knows; one that is over has its result.

    Unknown cards and tickets are allowed: a seat of which something is unknown is judged by what everybody sees.

    Raises:
        NoModelError: nothing was learnt for games on this board.
    """
    if state.phase == OVER:
        outcome = score_game(state)
        if outcome.certain:
            return _result(outcome)
    models = models_of(state.board)
    known = all(knows(state, seat) for seat in range(state.seats))
    model = models.full if known else models.view
    rows = features(state)
    win = tuple(shares([model.win.of(row) for row in rows]))
    around = model.around(state.game.valuing.turns(state))
    return Evaluation(win, tuple([model.score.of(row) for row in rows]), (around,) * state.seats)


def has_model(board: Board) -> bool:
    """Return whether something was learnt for games on a board."""
    try:
        models_of(board)
    except NoModelError:
        return False
    return True


def version_of(board: Board) -> str:
    """Return the version of the model for a board: what it was learnt with, and a hash of the games.

    Raises:
        NoModelError: there is none.
    """
    return models_of(board).version


def _result(outcome: Outcome) -> Evaluation:
    won = 1 / len(outcome.winners)
    return Evaluation(
        tuple([won if seat.seat in outcome.winners else 0.0 for seat in outcome.seats]),
        tuple([float(seat.total) for seat in outcome.seats]),
        (0.0,) * len(outcome.seats),
    )
