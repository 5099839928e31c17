"""What the player to move could do, and what each move is worth: by the model at once, or by playouts.

A move is judged by what its player could know, as in :mod:`ttrn.analysis.decisions`: in worlds dealt from that view.
So the answer is the same from the full record and from the player's own, and nothing that came later is in it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from ttrn.analysis.decisions import CANDIDATES, FRESH
from ttrn.analysis.luck import value
from ttrn.analysis.moments import moments_of, seen_by_mover, to_decide
from ttrn.boards import Board
from ttrn.core.actions import Action, ClaimRoute
from ttrn.core.draws import TAKES
from ttrn.core.engine import apply, legal_actions
from ttrn.core.state import SECOND, State
from ttrn.evaluation import Evaluation, version_of
from ttrn.notation.game import GameRecord
from ttrn.play.bots import CAREFUL_PLANNER
from ttrn.play.memory import memory_of
from ttrn.play.redeal import Dealer, fork
from ttrn.play.remembering import moments
from ttrn.play.thinker import LOOKS, Limit, decide, looks
from ttrn.play.thinker.comparing import Comparison, standard_error
from ttrn.play.thinker.shortlist import shortlist
from ttrn.play.view import View
from ttrn.replays.timeline import Timeline

WORLDS: Final = 8
"""In how many worlds the model looks at each move."""

SECONDS: Final = 2
"""In how many of them it is looked which second card goes best with a first one."""

BEST: Final = 3
"""So many of the best moves are told."""


class MoveValue(NamedTuple):
    """A move, and how often its player wins with it."""

    action: Action
    win: float
    error: float
    """The standard error of the probability of winning, over the worlds or the playouts."""
    worlds: int
    """In how many worlds it was looked at: each of them is one playout, where there are any."""
    score: float | None = None
    """The expected final points, by the model."""
    less: float = 0.0
    """By how much the best move wins more often, in the worlds that both were looked at in; 0 for the best itself."""
    less_error: float = 0.0
    """The standard error of that: smaller than those of the moves, since the worlds are the same."""


class Moves(NamedTuple):
    """The best moves of a position, the best first, and the one that was played."""

    state: State
    """The position as the player to move sees it."""
    moves: tuple[MoveValue, ...]
    """At most three; the one that was played stands behind them where it is none of them."""
    played: Action | None
    """None where the record ends here."""
    version: str = ""
    """Of the model that judged; empty where playouts did."""
    playouts: int = 0
    """How many playouts there were in all: those by which the best were chosen, and those that are told."""


class Position(NamedTuple):
    """A position in which something is to be decided, as the player to move sees it, and what was."""

    state: State
    played: Action | None


def position_at(game: GameRecord, board: Board, turn: int) -> Position | None:
    """Return the position after a turn; None where nothing is to be decided, or the player's cards are not known.

    What was played is None where the record ends, or does not tell, or tells what was not legal.
    """
    moment = moments_of(game, board).get(turn + 1)
    if moment is not None:
        return Position(moment.seen(), moment.played)
    for number, state, memory in moments(Timeline(game, board)):
        if number == turn and to_decide(state):
            return Position(seen_by_mover(state, memory), None)
    return None


def best_moves(position: Position, *, worlds: int = WORLDS, seed: int = 1) -> Moves:
    """Return the best moves of a position by the model, one move ahead, in so many worlds (two at least).

    A turn that goes on is looked at to its end: the second card that goes best with the first, the best of the tickets
    drawn, the better answer at a tunnel.

    Raises:
        NoModelError: nothing was learnt for games on this board.
        ValueError: the position contradicts itself.
    """
    view, dealer, key = _asked(position, seed)
    version = version_of(view.board)
    dealt = [dealer.deal(random.Random(f"{key} {number}")) for number in range(worlds)]  # noqa: S311  no secrets
    found: list[_Looked] = []
    for action in candidates(view, position.played, dealt[:LOOKS]):
        values = _worth(dealt, action, view)
        wins = {number: one.win[view.seat] for number, one in enumerate(values)}
        found.append(_Looked(action, wins, fmean([one.score[view.seat] for one in values])))
    return Moves(position.state, _told(found, position.played), position.played, version)


def think(
    position: Position, playouts: int, *, seed: int = 1, heard: Callable[[Moves, int], object] = lambda *_: None
) -> Moves:
    """Return the best moves of a position by playouts, as the thinker finds them.

    Half of the playouts choose the best moves, the other half tell how good these are: whoever looks best among many
    looks better than it is. ``heard`` is told after each world what has been found so far, and how many playouts there
    will be at most. The same seed gives the same answer.

    Raises:
        ValueError: the position contradicts itself.
        BotError: a playout did not come to an end.
    """
    view, dealer, key = _asked(position, seed)
    memory, spent = memory_of(view.state), 0

    def told(comparison: Comparison) -> Moves:
        results = zip(comparison.actions, comparison.results, strict=True)
        found = [_Looked(action, {world: one.win for world, one in row.items()}) for action, row in results]
        return Moves(position.state, _told(found, position.played), position.played, "", spent + comparison.playouts)

    def listen(comparison: Comparison) -> None:
        heard(told(comparison), max(playouts, spent + comparison.playouts))

    actions = candidates(view, position.played, looks(dealer, key))
    choosing = _Watched(listen, dealer, actions, memory, key)
    if len(actions) > 1:
        decide(choosing, Limit(playouts // 2))
    spent = choosing.playouts
    # Those that were not dropped have most playouts.
    order = sorted(range(len(actions)), key=lambda one: (-len(choosing.results[one]), -choosing.value(one)))
    kept = [actions[one] for one in order[:BEST]]
    kept += [position.played] if position.played is not None and position.played not in kept else []
    telling = _Watched(listen, dealer, kept, memory, key)
    for world in range(max(2, playouts // 2 // len(kept))):
        telling.play(FRESH + world, range(len(kept)))
    return told(telling)


class _Watched(Comparison):
    """Moves compared while somebody listens: after each world."""

    def __init__(self, listen: Callable[[Comparison], object], *given: Any) -> None:
        super().__init__(*given)
        self._listen = listen

    def play(self, world: int, among: Sequence[int]) -> None:
        super().play(world, among)
        self._listen(self)


def candidates(view: View, played: Action | None, worlds: Sequence[State]) -> list[Action]:
    """Return the moves that are worth a thought: the planner's first, and the one that was played among them.

    Of two tracks between the same cities at the same price only one is there, the one that was played if one was.
    """
    found: dict[object, Action] = {}
    for action in shortlist(view, CAREFUL_PLANNER()(view), worlds, CANDIDATES):
        found.setdefault(_kind_of(view.board, action), action)
    if played is not None:
        found[_kind_of(view.board, played)] = played
    return list(found.values())


def _kind_of(board: Board, action: Action) -> object:
    return (board.routes[action.route].pair, action.paid) if isinstance(action, ClaimRoute) else action


def _asked(position: Position, seed: int) -> tuple[View, Dealer, int]:
    state = position.state
    view = View(state.seat, state, random.Random(f"{seed} {state.number}"))  # noqa: S311  no secrets
    return view, Dealer(state), view.rng.getrandbits(64)


def _worth(worlds: Sequence[State], action: Action, view: View) -> list[Evaluation]:
    """Return how each of some worlds stands after a move, at the end of the turn."""
    after = [_after(world, action, view) for world in worlds]
    if any(state.phase != SECOND for state in after):
        return [value(state) for state in after]
    few = after[:SECONDS]
    legal = [take for take in TAKES if all(take in legal_actions(state) for state in few)]
    if not legal:
        return [value(state) for state in after]
    best = max(legal, key=lambda take: sum([value(_after(state, take, view)).win[view.seat] for state in few]))
    # A card that came into the market of one world need not be there in another: there it is drawn blind.
    return [value(_after(state, best if best in legal_actions(state) else TAKES[-1], view)) for state in after]


def _after(world: State, action: Action, view: View) -> State:
    state = fork(world, view.rng)
    apply(state, action)
    return state


class _Looked(NamedTuple):
    """A move, and how often its player won with it in each world: a probability, or what came of a playout."""

    action: Action
    wins: Mapping[int, float]
    score: float | None = None

    def error(self, wins: Collection[float]) -> float:
        """Return the standard error of a mean; 1 where it cannot be told yet."""
        by_model = self.score is not None and len(wins) > 1
        return stdev(wins) / sqrt(len(wins)) if by_model else standard_error([*wins])


def _told(found: Sequence[_Looked], played: Action | None) -> tuple[MoveValue, ...]:
    """Return the best moves, and the one that was played; those that nobody looked at yet are left out."""
    order = sorted([one for one in found if one.wins], key=lambda one: -fmean(one.wins.values()))
    rows: list[MoveValue] = []
    for place, one in enumerate(order):
        if place < BEST or one.action == played:
            wins, best = one.wins, order[0].wins
            less = [best[world] - wins[world] for world in wins if world in best] if place else []
            behind = (fmean(less), one.error(less)) if less else (0.0, 0.0)
            rows.append(
                MoveValue(one.action, fmean(wins.values()), one.error(wins.values()), len(wins), one.score, *behind)
            )
    return tuple(rows)
