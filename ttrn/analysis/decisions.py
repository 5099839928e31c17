"""Skill: what each move that was played lost beside the best one, by playouts, with its standard error.

A move is judged by what its player could know: in worlds that are possible for that view, not in the one that was.
The best of several moves looks better than it is, for it was chosen by luck too: so it is chosen by some playouts, and
what the played move loses to it is measured by others. A mark has to be earned twice: by playouts that end after some
rounds with what the model of positions says, which vary little, and by others that go to the end of the game.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ttrn.boards import Board
from ttrn.core.actions import Action
from ttrn.core.cards import UNKNOWN
from ttrn.core.chance import Chance
from ttrn.core.engine import legal_actions
from ttrn.core.state import MAIN, State, Violation
from ttrn.notation.game import GameRecord
from ttrn.notation.records import Turn
from ttrn.play.bots import CAREFUL_PLANNER
from ttrn.play.memory import Memory, memory_of
from ttrn.play.redeal import Dealer
from ttrn.play.remembering import moments
from ttrn.play.thinker import Limit, decide, looks
from ttrn.play.thinker.comparing import ROUNDS, TO_THE_END, Comparison, Difference, Result
from ttrn.play.thinker.shortlist import shortlist
from ttrn.play.view import View, seen_by
from ttrn.processes import cores_at_hand, processes
from ttrn.replays.timeline import Timeline

Mark: TypeAlias = Literal["", "?!", "?", "??"]

THRESHOLDS: Final[tuple[tuple[float, Mark], ...]] = ((0.20, "??"), (0.10, "?"), (0.05, "?!"))
"""From which loss on a move is a blunder, a mistake, an inaccuracy."""

SURE: Final = 2.0
"""So many standard errors below what was measured the loss must still be that large."""

PLAYOUTS: Final = 400
"""How many games are played to find the best move of a turn, and again at most to measure what was lost to it."""

CANDIDATES: Final = 6
"""How many moves of a turn are compared."""

FRESH: Final = 1_000_000
"""The number of the first world in which the loss is measured: none of those in which the best was chosen."""

LOOK: Final = 20
"""After so many worlds it is looked whether a loss worth a mark is still possible."""

CONTESTED: Final = (0.05, 0.95)
"""Between these chances of winning a move can lose something."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a player decided at the beginning of a turn, beside the best move that was found."""

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

    @property
    def contested(self) -> bool:
        """Whether there was something to lose, or to win."""
        low, high = CONTESTED
        return low < self.win + max(0.0, self.loss) and self.win < high

    @property
    def mark(self) -> Mark:
        """What the move deserves: a mark only where the loss is beyond two standard errors of its threshold."""
        return mark_of(self.loss - SURE * self.stderr) if self.best != self.played else ""


def mark_of(loss: float) -> Mark:
    """Return the mark for a loss that is certain.

    >>> mark_of(0.12), mark_of(0.01)
    ('?', '')
    """
    return next((mark for least, mark in THRESHOLDS if loss >= least), "")


class Lost(NamedTuple):
    """What the moves of one seat lost together."""

    moves: int
    """Those in which there was something to lose."""
    loss: float
    stderr: float
    playouts: int


def lost_by(seat: int, found: Iterable[Decision]) -> Lost:
    """Return what a seat's contested moves lost together, with the standard error of that."""
    own = [decision for decision in found if decision.seat == seat and decision.contested]
    return Lost(
        len(own),
        sum([decision.loss for decision in own]),
        sum([decision.stderr**2 for decision in own]) ** 0.5,
        sum([decision.playouts for decision in own]),
    )


def decisions(
    timeline: Timeline,
    playouts: int = PLAYOUTS,
    *,
    seed: int = 1,
    cores: int = 0,
    known: Mapping[int, Decision] | None = None,
) -> Iterator[Decision]:
    """Judge the turns of a game, in their order, on so many cores (0: all there are).

    Turns are left out in which nothing was to be decided, or whose player's cards the record does not have. Those that
    are ``known`` from an earlier call are not judged again. The same seed gives the same judgements.
    """
    known = known or {}
    numbers = range(timeline.game.first_turn, timeline.last + 1)
    wanted = [number for number in numbers if number not in known]
    cores = min(cores or cores_at_hand(), len(wanted))
    if cores < 2:
        new = (judge_turn(timeline.game, timeline.board, number, playouts, seed) for number in wanted)
        yield from _merged(numbers, known, new)
        return
    with processes(cores) as submit:
        running = [submit(judge_turn, timeline.game, timeline.board, number, playouts, seed) for number in wanted]
        yield from _merged(numbers, known, (one.result() for one in running))


def _merged(numbers: range, known: Mapping[int, Decision], new: Iterator[Decision | None]) -> Iterator[Decision]:
    for number in numbers:
        found = known[number] if number in known else next(new)
        if found is not None:
            yield found


def judge_turn(game: GameRecord, board: Board, number: int, playouts: int, seed: int) -> Decision | None:
    """Judge one turn of a game; None where nothing was to be decided, or it cannot be told."""
    moment = moments_of(game, board).get(number)
    if moment is None:
        return None
    state = moment.seen()
    view = View(state.seat, state, random.Random(f"{seed} {number}"))  # noqa: S311  no secrets
    return judge_move(view, moment.played, number, playouts)


def judge_move(view: View, played: Action, number: int, playouts: int) -> Decision:
    """Judge a move of the player to move, in the turn of this number, beside the best one that is found."""
    planned = CAREFUL_PLANNER()(view)
    key = view.rng.getrandbits(64)
    dealer, memory = Dealer(view.state), memory_of(view.state)
    actions = shortlist(view, played, looks(dealer, key), CANDIDATES)
    if planned not in actions:
        actions[-1 if len(actions) == CANDIDATES else len(actions) :] = [planned]
    comparison = Comparison(dealer, actions, memory, key)
    best = decide(comparison, Limit(playouts)) if len(actions) > 1 else 0
    if not best:
        return Decision(number, view.seat, played, played, 0.0, 0.0, comparison.win(0), comparison.playouts)
    spent = comparison.playouts
    pair = (played, actions[best])
    for rounds in (ROUNDS, TO_THE_END):
        again = Comparison(dealer, pair, memory, key, rounds=rounds)
        lost = measure(again, playouts // 2)
        spent += again.playouts
        found = Decision(number, view.seat, *pair, lost.mean, lost.error, again.win(0), spent)
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


class Moment(NamedTuple):
    """The beginning of a turn in which something was to be decided, and what was."""

    state: State
    memory: Memory
    played: Action

    def seen(self) -> State:
        """Return the state as the player to move sees it, to be played on from."""
        return seen_by_mover(self.state, self.memory)


def seen_by_mover(state: State, memory: Memory) -> State:
    """Return a state as the player to move sees it, to be played on from."""
    view = seen_by(state, state.seat, memory)
    view.chance = Chance()
    view.open_routes()
    return view


@lru_cache(maxsize=2)
def moments_of(game: GameRecord, board: Board) -> dict[int, Moment]:
    """Return the turns of a game in which something was to be decided, by a player whose cards are known."""
    found: dict[int, Moment] = {}
    timeline = Timeline(game, board)
    turns: dict[int, Turn] = dict(enumerate(game.turns, game.first_turn))
    for number, state, memory in moments(timeline):
        turn = turns.get(number + 1)
        if turn is None or not to_decide(state) or state.names[state.seat] != turn.player:
            continue
        played = first_action(state, turn)
        if played is not None:
            found[number + 1] = Moment(state, memory.copy(), played)
    return found


def to_decide(state: State) -> bool:
    """Return whether the player to move begins a turn, has a choice, and the state knows all of that player's cards."""
    seat = state.seat
    if state.phase != MAIN or state.hands[seat][UNKNOWN] or any(state.unknown_tickets[seat]):
        return False
    return len(legal_actions(state)) > 1


def first_action(state: State, turn: Turn) -> Action | None:
    """Return what a player decided first in a turn; None where that was not legal, or the record does not tell."""
    records = state.game.records
    read: Any = records.read.get(type(turn.action))
    found = None if read is None else read(state.board, turn.action)
    if found is None or isinstance(found, Violation):
        return None
    actions = records.actions[type(found)](state, found)
    if isinstance(actions, Violation) or not actions or actions[0] not in legal_actions(state):
        return None
    return actions[0]
