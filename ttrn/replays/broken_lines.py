"""A record with lines that could not be read, run through the rules: what they may have said is held against nobody."""

from __future__ import annotations

from typing import Final

from ttrn.boards import Board
from ttrn.core.card_supply import forget_market
from ttrn.core.turns import end_turn
from ttrn.notation.game import Entry
from ttrn.notation.legible import Legible
from ttrn.notation.problems import Problem
from ttrn.notation.records import Turn
from ttrn.replays.run import Run

_NEED_EVERY_TURN: Final = frozenset(("MK-MOVE-1", "MK-MOVE-2", "MK-PASS-1", "CG-SCORE-1"))
"""Rules that a line cannot be held to where a turn before it could not be read: it may have laid the track, moved the
passenger or taken the ticket."""


class BrokenRun(Run):
    """One pass through what can be read of a game."""

    def __init__(self, legible: Legible, board: Board, file: str = "", number: int = 0) -> None:
        super().__init__(legible.game, board, file, number)
        self._unread = legible.unread
        if legible.loose:
            self.distrust()

    def finish(self) -> None:
        """Run to the end turn by turn: any of them may be one that could not be read."""
        for _ in self.steps():
            pass

    def turn(self, turn: Turn, number: int, place: int) -> None:
        """Check one turn and carry it out; one that could not be read has happened, and that is all."""
        if place in self._unread:
            self._pass_over(turn, number, place)
        else:
            super().turn(turn, number, place)

    def collect(self, number: int, place: int, line: Entry) -> None:
        """Turn what the rules noted into problems, but for what a turn that could not be read may explain."""
        if self.unread_seats:
            self.state.chance.notes = [
                violation for violation in self.state.chance.notes if violation.rule not in _NEED_EVERY_TURN
            ]
        super().collect(number, place, line)

    def distrust(self) -> None:
        """Hold nothing against what the record states of anybody."""
        self.broken = True
        self.setup.dealt_unseen = True
        self.doubtful.update(range(len(self.names)))
        self.unread_seats.update(range(len(self.names)))

    def _pass_over(self, turn: Turn, number: int, place: int) -> None:
        """Let a turn pass of which nothing is known but, mostly, whose it was."""
        state, tables = self.state, self.board.tables
        seat = self.seats.get(turn.player, state.seat)
        if seat != state.seat or self.order_doubtful:
            self.out_of_order(seat, turn.player)
            self.collect(number, place, turn)
        state.seat = seat
        self.broken = True
        self.unread_seats.add(seat)
        if tables.stations or tables.passengers or not self.board.routes:
            self.distrust()  # it may have been a route that others use, or something that they did not get
        forget_market(state)
        self.forget_hand(seat)
        end_turn(state)


def check_legible(legible: Legible, board: Board, *, file: str = "", number: int = 0) -> tuple[Problem, ...]:
    """Return what is wrong by the rules with a game that has broken lines, as far as it can be read."""
    run = BrokenRun(legible, board, file, number)
    run.finish()
    return tuple(run.problems)
