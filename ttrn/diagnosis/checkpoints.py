"""The lines of a record up to the first that breaks a rule, with a way back to any of them."""

from __future__ import annotations

from typing import Final

from ttrn.boards import Board
from ttrn.core.cards import LETTERS
from ttrn.core.state import State
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.problems import Problem
from ttrn.notation.records import Turn
from ttrn.replays.run import Mark, Run

STEP: Final = 16
"""A mark is kept before every so many lines; those between are made again when the search gets there."""


class Trail:
    """A record run to its first violation; ``broken`` is the index of that line, ``problem`` what is wrong with it.

    ``broken`` is the number of lines where only the end is wrong, and ``None`` where nothing is.
    """

    def __init__(self, game: GameRecord, board: Board, file: str = "", number: int = 0) -> None:
        self.game = game
        self.entries = game.entries
        self.run = Run(game, board, file, number)
        self.broken: int | None = None
        self.fed = 0
        """How many lines have been fed so far: what a search costs."""
        self._numbers = _turn_numbers(game)
        self._marks: list[Mark] = []
        self._block: tuple[int, list[Mark]] = (-1, [])
        self.problem: Problem | None = self.run.problems[0] if self.run.problems else None
        if self.problem is None:
            self.broken = self._to_violation()
            self.problem = self.run.problems[0] if self.run.problems else None
        self.run.trial = True

    def _to_violation(self) -> int | None:
        for i, entry in enumerate(self.entries):
            if i % STEP == 0:
                self._marks.append(self._mark(entry))
            place = self.game.places[i] if self.game.places else 0
            if not self._feed(entry, self._numbers[i], place):
                return i
        return None if self.run.end() else len(self.entries)

    def _mark(self, entry: Entry) -> Mark:
        """Return a mark before a line: before a turn, what comes before it is done."""
        if isinstance(entry, Turn):
            self.run.await_turn()
        return self.run.mark()

    def _feed(self, entry: Entry, number: int, place: int = 0) -> bool:
        self.fed += 1
        return self.run.feed(entry, number, place)

    def before(self, index: int) -> Mark:
        """Return the mark before a line that is not behind the one that broke."""
        block = index // STEP
        if self._block[0] != block:
            start = block * STEP
            self.run.back(self._marks[block])
            marks = [self._marks[block]]
            for i in range(start, min(start + STEP, len(self.entries)) - 1):
                if self.broken is None or i >= self.broken:
                    break
                self._feed(self.entries[i], self._numbers[i])
                marks.append(self._mark(self.entries[i + 1]))
            self._block = block, marks
        return self._block[1][index % STEP]

    def state(self, index: int) -> State:
        """Return the table before a line; nobody may change it."""
        return self.before(index).moment.state

    def reach(self, start: int, new: tuple[Entry, ...], go_on: int) -> int:
        """Put new lines where line ``start`` stands and go on from line ``go_on``; return the first line that breaks.

        ``-1`` if one of the new lines does, the number of lines if only the end does, and one more if nothing does.
        """
        self.run.back(self.before(start))
        for entry in new:
            if not self._feed(entry, 0):
                return -1
        for i in range(go_on, len(self.entries)):
            if not self._feed(self.entries[i], 0):
                return i
        return len(self.entries) + self.run.end()

    def turn_at(self, index: int) -> int:
        """Return the number that a turn has, or would have, at the place of a line."""
        before = self._numbers[index - 1] if index else self.game.first_turn - 1
        return before + 1

    def turn_before(self, index: int) -> int:
        """Return the number of the last turn before a line."""
        return self._numbers[index - 1] if index else 0

    def came_up(self, at: int) -> str:
        """Return the cards that come up by the lines alone, from line ``at`` on, as if that one were not there."""
        self.run.back(self.before(at))
        log: list[int] = []
        self.run.state.chance.log = log
        for i in range(at + 1, len(self.entries)):
            if not self._feed(self.entries[i], 0):
                break
        return "".join([LETTERS[card] for card in log if card >= 0])


def _turn_numbers(game: GameRecord) -> list[int]:
    """Return for each line the number of the turn it is, or of the turn before it."""
    numbers: list[int] = []
    number = game.first_turn - 1
    for entry in game.entries:
        number += isinstance(entry, Turn)
        numbers.append(number)
    return numbers
