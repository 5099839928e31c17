"""Skill: what each decision lost beside the best one, by playouts, with its standard error.

A move is judged by what its player could know: in worlds that are possible for that view, not in the one that was.
The best of several moves looks better than it is, for it was chosen by luck too: so it is chosen by some playouts, and
what the played move loses to it is measured by others. A mark has to be earned twice: by playouts that end after some
rounds with what the model of positions says, which vary little, and by others that go to the end of the game.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal, NamedTuple, TypeAlias

from ttrn.analysis.moments import Place, every_moment
from ttrn.boards import Board
from ttrn.core.actions import Action
from ttrn.notation.game import GameRecord
from ttrn.play.bots import CAREFUL_PLANNER
from ttrn.play.memory import memory_of
from ttrn.play.redeal import Dealer
from ttrn.play.thinker import Limit, decide, looks
from ttrn.play.thinker.comparing import ROUNDS, TO_THE_END, Comparison, Difference, Result
from ttrn.play.thinker.shortlist import shortlist
from ttrn.play.view import View
from ttrn.processes import cores_at_hand, processes
from ttrn.replays.timeline import Timeline

Mark: TypeAlias = Literal["", "?!", "?", "??"]

THRESHOLDS: Final[tuple[tuple[float, Mark], ...]] = ((0.20, "??"), (0.10, "?"), (0.05, "?!"))
"""From which loss on a move is a blunder, a mistake, an inaccuracy."""

SURE: Final = 2.0
"""So many standard errors below what was measured the loss must still be that large."""

PLAYOUTS: Final = 400
"""How many games are played to find the best of a decision, and again at most to measure what was lost to it."""

CANDIDATES: Final = 6
"""How many moves are compared in a decision."""

FRESH: Final = 1_000_000
"""The number of the first world in which the loss is measured: none of those in which the best was chosen."""

LOOK: Final = 20
"""After so many worlds it is looked whether a loss worth a mark is still possible."""

CONTESTED: Final = (0.05, 0.95)
"""Between these chances of winning a move can lose something."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a player decided, at the beginning of a turn or later in it, beside the best that was found."""

    turn: int
    seat: int
    played: Action
    best: Action
    """The same as ``played`` where nothing better was found."""
    loss: float
    """By how much the best one wins more often; below 0 where it did not, after all."""
    stderr: float
    """The standard error of the loss."""
    win: float
    """How often the played move won."""
    playouts: int
    step: int = 0
    """How many decisions come before it in its turn; in the setup, whose turn is the one before the first, the seat."""

    @property
    def place(self) -> Place:
        """Which decision of the game it is."""
        return Place(self.turn, self.step)

    @property
    def contested(self) -> bool:
        """Whether there was something to lose, or to win."""
        low, high = CONTESTED
        return low < self.win + max(0.0, self.loss) and self.win < high

    @property
    def mark(self) -> Mark:
        """What the move deserves: a mark only where the loss is beyond two standard errors of its threshold."""
        return mark_of(self.sure_loss) if self.best != self.played else ""

    @property
    def sure_loss(self) -> float:
        """What was lost at least: two standard errors below what was measured."""
        return self.loss - SURE * self.stderr


def mark_of(loss: float) -> Mark:
    """Return the mark for a loss that is certain.

    >>> mark_of(0.12), mark_of(0.01)
    ('?', '')
    """
    return next((mark for least, mark in THRESHOLDS if loss >= least), "")


class Lost(NamedTuple):
    """What the moves of one seat lost together."""

    moves: int
    """The decisions in which there was something to lose."""
    loss: float
    stderr: float
    playouts: int


def lost_by(seat: int, found: Iterable[Decision]) -> Lost:
    """Return what a seat's contested moves lost together, with the standard error of that."""
    return lost_together([decision for decision in found if decision.seat == seat and decision.contested])


def lost_together(found: Sequence[Decision]) -> Lost:
    """Return what some decisions lost together, with the standard error of that: each was measured by itself."""
    return Lost(
        len(found),
        sum([decision.loss for decision in found]),
        sum([decision.stderr**2 for decision in found]) ** 0.5,
        sum([decision.playouts for decision in found]),
    )


def by_turn(found: Iterable[Decision]) -> Iterator[list[Decision]]:
    """Group decisions by turn and player, the worst of each turn first: the one of which a mark is surest."""
    for _, group in groupby(found, key=lambda one: (one.turn, one.seat)):
        yield sorted(group, key=lambda one: -one.sure_loss)


def decisions(
    timeline: Timeline,
    playouts: int = PLAYOUTS,
    *,
    seed: int = 1,
    cores: int = 0,
    known: Mapping[Place, Decision] | None = None,
) -> Iterator[Decision]:
    """Judge what was decided in a game, in order, on so many cores (0: all there are).

    What leaves no choice is left out, and whatever is decided by players whose cards the record does not have. What is
    ``known`` from an earlier call is not judged again. The same seed gives the same judgements.
    """
    known = known or {}
    game, board = timeline.game, timeline.board
    places = list(every_moment(game, board))
    wanted = [place for place in places if place not in known]
    cores = min(cores or cores_at_hand(), len(wanted))
    if cores < 2:
        yield from _merged(places, known, (judge(game, board, place, playouts, seed) for place in wanted))
        return
    with processes(cores) as submit:
        running = [submit(judge, game, board, place, playouts, seed) for place in wanted]
        yield from _merged(places, known, (one.result() for one in running))


def _merged(places: Iterable[Place], known: Mapping[Place, Decision], new: Iterator[Decision]) -> Iterator[Decision]:
    for place in places:
        yield known[place] if place in known else next(new)


def judge_turn(game: GameRecord, board: Board, number: int, playouts: int, seed: int) -> tuple[Decision, ...]:
    """Judge what was decided in one turn of a game, as far as there was a choice and it can be told."""
    places = [place for place in every_moment(game, board) if place.turn == number]
    return tuple([judge(game, board, place, playouts, seed) for place in places])


def judge(game: GameRecord, board: Board, place: Place, playouts: int, seed: int) -> Decision:
    """Judge one decision of a game, one of :func:`~ttrn.analysis.moments.every_moment`."""
    moment = every_moment(game, board)[place]
    key = f"{seed} {place.turn} {place.step}" if place.step else f"{seed} {place.turn}"
    view = moment.view(random.Random(key))  # noqa: S311  no secrets
    return judge_move(view, moment.played, place, playouts)


def judge_move(view: View, played: Action, place: Place, playouts: int) -> Decision:
    """Judge what the player to move decides at a place of a game, beside the best that is found."""
    planned = CAREFUL_PLANNER()(view)
    key = view.rng.getrandbits(64)
    dealer, memory = Dealer(view.state), memory_of(view.state)
    actions = shortlist(view, played, looks(dealer, key), CANDIDATES)
    if planned not in actions:
        actions[-1 if len(actions) == CANDIDATES else len(actions) :] = [planned]
    comparison = Comparison(dealer, actions, memory, key)
    best = decide(comparison, Limit(playouts)) if len(actions) > 1 else 0
    if not best:
        win, spent = comparison.win(0), comparison.playouts
        return Decision(place.turn, view.seat, played, played, 0.0, 0.0, win, spent, place.step)
    spent = comparison.playouts
    pair = (played, actions[best])
    for rounds in (ROUNDS, TO_THE_END):
        again = Comparison(dealer, pair, memory, key, rounds=rounds)
        lost = measure(again, playouts // 2)
        spent += again.playouts
        found = Decision(place.turn, view.seat, *pair, lost.mean, lost.error, again.win(0), spent, place.step)
        if not found.mark:
            break
    return found


def measure(comparison: Comparison, worlds: int, *, patient: bool = False) -> Difference:
    """Return how much more often the second of two moves wins than the first, in so many worlds at most.

    It ends as soon as no mark can come of it, unless it is ``patient``.
    """
    found = comparison.better(1, 0, _won)
    for world in range(worlds):
        comparison.play(FRESH + world, (0, 1))
        if world % LOOK == LOOK - 1 or world == worlds - 1:
            found = comparison.better(1, 0, _won)
            if not patient and found.mean + SURE * found.error < THRESHOLDS[-1][0]:
                break
    return found


def _won(result: Result) -> float:
    return result.win
