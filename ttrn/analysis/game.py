"""A whole game analysed: how it stood after each turn, by what was known then."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from math import sqrt
from statistics import stdev
from typing import Final, Literal, TypeAlias

from ttrn.analysis.luck import Chance, Luck, Watch, luck_of
from ttrn.boards import Board
from ttrn.core.state import OVER, SETUP, State
from ttrn.evaluation import evaluate, version_of
from ttrn.evaluation.features import knows
from ttrn.hidden import infer, redact
from ttrn.hidden.budget import Budget
from ttrn.notation.game import GameRecord
from ttrn.notation.problems import Problem, amount
from ttrn.play.redeal import Dealer
from ttrn.replays.run import Run
from ttrn.replays.timeline import Timeline, board_of

Basis: TypeAlias = Literal["all cards", "a view", "hindsight"]

WORLDS: Final = 8
"""How many possible worlds are looked at for each turn."""

LARGEST: Final = 5
"""So many turns are named whose swings were largest."""


@dataclass(frozen=True, slots=True)
class TurnValue:
    """How a game stood after a turn."""

    number: int
    """Of the turn; 0 is the setup."""
    seat: int
    """Whose turn it was."""
    win: tuple[float, ...]
    """Each seat's probability of winning; ties are shared."""
    score: tuple[float, ...]
    """Each seat's expected final points."""
    spread: tuple[float, ...]
    """The standard deviation of the final points."""
    doubt: tuple[float, ...] = ()
    """Where cards are hidden: how far the probability of winning varies from one possible world to the next."""
    swing: float = 0.0
    """By how much the turn moved the probabilities: the largest change of a seat's."""
    chances: tuple[Chance, ...] = ()
    """What came up by chance in the turn, and what it was worth."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """How a game stood from the setup to its end, how it was made, and whom chance favoured."""

    board: str
    players: tuple[str, ...]
    basis: Basis
    """By what each turn is judged: all cards, what the record showed up to it, or with what later turns tell."""
    observer: str
    """Whose view it is; empty where it is that of the record."""
    version: str
    """Of the model."""
    playouts: int
    """How many games were played out for each value: none, where the model alone judges."""
    worlds: int
    """How many possible worlds were looked at for each turn."""
    start: TurnValue
    turns: tuple[TurnValue, ...]
    finished: bool
    """Whether the game came to its end, so that the last values are its result."""
    luck: tuple[Luck, ...] = ()
    """What chance brought each seat; empty where not all cards are known, or nobody asked."""
    problems: tuple[Problem, ...] = ()
    """What is wrong with the record; it is judged as far as it goes."""

    def __repr__(self) -> str:
        return f"<Analysis of {self.board}: {amount(self.turns, 'turn')} by {self.basis}, model {self.version}>"

    @property
    def stderr(self) -> float:
        """The standard error of a mean over the possible worlds, at most; 0 where everything is known."""
        doubts = [doubt for turn in self.turns for doubt in turn.doubt]
        return max(doubts, default=0.0) / sqrt(self.worlds) if self.worlds else 0.0

    @property
    def excitement(self) -> float:
        """The sum of all swings."""
        return sum([turn.swing for turn in self.turns])

    @property
    def largest(self) -> tuple[TurnValue, ...]:
        """The turns with the largest swings, the largest first."""
        return tuple(sorted(self.turns, key=lambda turn: (-turn.swing, turn.number))[:LARGEST])

    def result(self, seat: int) -> float:
        """Return a seat's probability of winning after the last turn: its share of the win, where the game is over."""
        return (self.turns[-1] if self.turns else self.start).win[seat]

    def rest(self, seat: int, lost: float = 0.0) -> float:
        """Return what moved a seat's probability of winning besides chance: what everybody decided, and the model.

        The probability at the start, luck and this add up to the result; less what the seat's own moves ``lost``, if
        that was measured (:func:`~ttrn.analysis.decisions.lost_by`): then it is not in here.
        """
        luck = self.luck[seat].win if self.luck else 0.0
        return self.result(seat) - self.start.win[seat] - luck + lost


def analyse(
    game: GameRecord | Timeline,
    observer: str = "",
    *,
    hindsight: bool = False,
    luck: bool = True,
    worlds: int = WORLDS,
    board: Board | None = None,
    budget: Budget | None = None,
    seed: int = 1,
    file: str = "",
    number: int = 0,
) -> Analysis:
    """Return how a game stood after each turn: who was likely to win, and with how many points.

    Each turn is judged by what the record had shown up to it, as an observer (a player's id, or ``"public"``) saw it,
    or as the record has it; with ``hindsight`` by what later turns prove of it too. Where cards are hidden, possible
    worlds tell how far the values vary; with no ``worlds`` that is left out. ``luck`` compares all that came up with
    what could have, where every card is known. The same question with the same seed has the same answer.

    Raises:
        NoModelError: nothing was learnt for games on this board.
        ValueError: nobody of this id is at the table, or not all turns were written down.
        BoardError: the board that the Game tag names is not known.
    """
    if isinstance(game, Timeline):
        board = game.board
        game = game.game
    on = board or board_of(game)
    version = version_of(on)
    if not game.turns or not game.players:
        raise ValueError("this record has no turns, so there is nothing to analyse")
    seen = redact(game, observer, board=on) if observer else game
    if hindsight:
        seen = infer(seen, board=on, budget=budget).game
    run = Run(seen, on, file, number)
    if run.lost:
        raise ValueError("the position that this record starts from cannot be read")
    if run.state.house.partial:
        raise ValueError("only some of the turns were written down, so nothing adds up")
    work = _Work(run, worlds, str(seed))
    found = replace(work.done(luck=luck), observer=observer, version=version)
    return replace(found, basis="hindsight") if hindsight else found


class _Work:
    """An analysis under way."""

    def __init__(self, run: Run, worlds: int, seed: str) -> None:
        self.run = run
        self.worlds = worlds
        self.rng = random.Random(f"worlds {seed}")  # noqa: S311  games, not secrets
        self.seed = seed
        self.hidden = False
        """Whether a position came up of which something was unknown."""

    def done(self, *, luck: bool) -> Analysis:
        run = self.run
        known = luck and Timeline(run.game, run.board).final.exact
        watch = Watch(run, self.seed) if known else None
        start: list[TurnValue] = []
        turns: list[TurnValue] = []
        if run.state.phase != SETUP:  # it starts from a position
            start.append(self._value(run.state, run.state.number - 1, run.state.seat))
        else:
            run.begun = lambda state: start.append(self._value(state, state.number - 1, state.seat))
        before = 0
        for at, turn in run.steps():
            chances = () if watch is None else tuple(watch.chances[before:])
            before += len(chances)
            found = self._value(run.state, at, run.seats[turn.player])
            turns.append(replace(found, swing=_swing(turns[-1] if turns else start[0], found), chances=chances))
        if run.state.phase == OVER and self.hidden:
            # Now that everybody has shown the tickets the result is known.
            found = self._value(run.state, turns[-1].number, turns[-1].seat)
            turns[-1] = replace(found, swing=_swing(turns[-2] if len(turns) > 1 else start[0], found))
        if self.hidden:  # at its end a record may know everything, but luck of some turns is not that of the game
            watch, turns = None, [replace(turn, chances=()) for turn in turns]
        return Analysis(
            board=run.board.name,
            players=run.names,
            basis="a view" if self.hidden else "all cards",
            observer="",
            version="",
            playouts=0,
            worlds=self.worlds if self.hidden else 0,
            start=start[0],
            turns=tuple(turns),
            finished=run.state.phase == OVER,
            luck=() if watch is None else luck_of(watch.chances, len(run.names)),
            problems=tuple(run.problems),
        )

    def _value(self, state: State, number: int, seat: int) -> TurnValue:
        found = evaluate(state)
        doubt: tuple[float, ...] = ()
        if not (_all_known(state) or max(found.spread) == 0):
            self.hidden = True
            doubt = doubt_of(state, self.worlds, self.rng) if self.worlds else ()
        return TurnValue(number, seat, found.win, found.score, found.spread, doubt)


def doubt_of(state: State, worlds: int, rng: random.Random) -> tuple[float, ...]:
    """Return how far each seat's probability of winning varies between possible worlds, around their own mean.

    There is none where everything is known, or where the state contradicts itself.

    Raises:
        NoModelError: nothing was learnt for games on this board.
    """
    try:
        dealer = Dealer(state)
    except ValueError:  # a line before broke a rule
        return (0.0,) * state.seats
    if _all_known(state):
        return ()
    wins = [evaluate(dealer.deal(rng)).win for _ in range(worlds)]
    return tuple([stdev(column) for column in zip(*wins, strict=True)])


def _all_known(state: State) -> bool:
    return all(knows(state, seat) for seat in range(state.seats))


def _swing(before: TurnValue, after: TurnValue) -> float:
    return max([abs(a - b) for a, b in zip(before.win, after.win, strict=True)])
