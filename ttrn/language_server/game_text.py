"""The text of one game, with all that was found of it: asked once, and kept as long as the text is the same.

Lines and columns count from 0 here, as editors do, and from the first line of the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from typing import Final, NamedTuple, TypeAlias

from ttrn.boards import Board, named_board
from ttrn.core.state import State
from ttrn.diagnosis import Diagnosis, Examination
from ttrn.hidden import Budget, check_legible, judge_timeline
from ttrn.hidden.guard import guarded
from ttrn.notation.game import Entry, GameRecord, Variation, placed
from ttrn.notation.legible import BrokenReading, Legible, Reading
from ttrn.notation.marked_words import Word, marked_lines
from ttrn.notation.problems import Problem
from ttrn.notation.reader import read_chunk
from ttrn.notation.records import Tag, Turn
from ttrn.notation.source import Chunk
from ttrn.replays.broken_lines import BrokenRun
from ttrn.replays.run import Run
from ttrn.replays.timeline import Timeline, rule_problems
from ttrn.replays.warnings import warnings_of

_EFFORT: Final = 0.3
"""How hard to search for the verdict on unknown cards, as a part of the usual."""

_MOMENTS: Final = 64
_LINES: Final = re.compile(r"\blines? [0-9]|\blines?: ")


FindBoard: TypeAlias = Callable[[str], Board | None]


class TurnLine(NamedTuple):
    """A line that is a turn."""

    line: int
    before: int
    """The line of the turn that was played before it, in its own variation; -1 for the first."""
    depth: int
    """How many variations it stands in."""


class Moment(NamedTuple):
    """Where a game stands after some of its lines."""

    timeline: Timeline
    """The game up to there, without variations that end before it."""

    @property
    def record(self) -> GameRecord:
        """Its lines."""
        return self.timeline.game

    @property
    def board(self) -> Board:
        """Its board."""
        return self.timeline.board

    @property
    def state(self) -> State:
        """The table."""
        return self.timeline.final


class GameText:
    """One game of a document."""

    def __init__(self, text: str, first: int = 1, *, stray: bool = False, find: FindBoard = named_board) -> None:
        """``first`` is its first line in the document, counting from 1; ``stray`` text belongs to no game.

        ``find`` returns the board of a name.
        """
        self.text = text
        self.lines: Final = text.split("\n")
        self.first = first
        """Where it stood when it was looked at: problems count their lines from here."""
        self._stray = stray
        self._find = find

    # --- what can be read --------------------------------------------------------------------------------------------

    @cached_property
    def words(self) -> list[list[Word]]:
        """The words of each line, by the grammar."""
        return list(marked_lines(self.text))

    @cached_property
    def last_line(self) -> int:
        """The last line that is not blank."""
        return next((at for at in range(len(self.lines) - 1, -1, -1) if self.lines[at].strip()), 0)

    @cached_property
    def reading(self) -> Reading:
        """What the reader makes of it."""
        return read_chunk(Chunk(0 if self._stray else 1, self.first, self.text), "")

    @property
    def record(self) -> GameRecord | None:
        """The game, as far as it can be read; nothing where its first line is not there."""
        found = self.reading.game or (self._legible.game if self._legible else None)
        return found if found and found.entries and isinstance(found.entries[0], Tag) else None

    @property
    def _legible(self) -> Legible | None:
        return self.reading.legible if isinstance(self.reading, BrokenReading) else None

    @cached_property
    def board(self) -> Board | None:
        """The board, if it is known."""
        return self._find(self.record.board) if self.record else None

    # --- what is wrong -----------------------------------------------------------------------------------------------

    @cached_property
    def timeline(self) -> Timeline | None:
        """The game replayed, as far as it can be; nothing where there is no board to replay it on."""
        return _replayed(self.record, self.board, self._legible) if self.record and self.board else None

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong by the notation and by the rules, without a search: for while somebody types."""
        record = self.record
        if record is None:
            return self.reading.problems
        warnings = warnings_of(record, self.board)
        if self.board is None:
            return (*warnings, *self.reading.problems, *rule_problems(record))
        wrong: tuple[Problem, ...] = ()
        with guarded(record, self.board) as failures:
            wrong = self.timeline.problems if self.timeline else ()
        return (*warnings, *self.reading.problems, *(failures or wrong))

    @cached_property
    def explained(self) -> tuple[Problem, ...]:
        """What is wrong after a search: with cures, and what no deal of unseen cards allows. It may take a second."""
        record, timeline = self.record, self.timeline
        if record is None or timeline is None or not record.players:
            return self.problems
        found: tuple[Problem, ...] = ()
        with guarded(record, timeline.board) as failures:
            if self._legible is not None:
                found = check_legible(self._legible, timeline.board, budget=Budget(_EFFORT))
            elif self.slips:
                found = (
                    *[slip.explained for slip in self.slips],
                    *(self.examination.problems if self.examination else ()),
                )
            else:
                found = judge_timeline(timeline, Budget(_EFFORT)).problems
        return (*warnings_of(record, self.board), *self.reading.problems, *(failures or found))

    @cached_property
    def examination(self) -> Examination | None:
        """The game with its slips cured, if it can be read and breaks a rule."""
        timeline = self.timeline
        if self.reading.game is None or timeline is None or not timeline.problems or timeline.final.house.partial:
            return None
        with guarded(timeline.game, timeline.board):
            return Examination(timeline.game, timeline.board)
        return None

    @property
    def slips(self) -> tuple[Diagnosis, ...]:
        """The slips behind the problems, as far as one is found."""
        return self.examination.diagnoses if self.examination else ()

    @property
    def names_lines(self) -> bool:
        """Whether a problem speaks of other lines by their numbers: it has to be found anew where those change."""
        found = vars(self).get("explained", self.problems)
        return any(_LINES.search(f"{problem.message} {problem.hint}") for problem in found)

    # --- turns -------------------------------------------------------------------------------------------------------

    @cached_property
    def turn_lines(self) -> dict[int, TurnLine]:
        """The lines that are turns, variations included, by their numbers."""
        found: dict[int, TurnLine] = {}
        outer: list[int] = []
        last = -1
        for line, words in enumerate(self.words):
            for word in words:
                if word.kind == "OPEN":
                    outer.append(last)
                    last = found[last].before if last in found else -1
                elif word.kind == "NUMBER":
                    found[line] = TurnLine(line, last, len(outer))
                    last = line
                elif word.kind == "CLOSE" and outer:
                    last = outer.pop()
        return found

    @cached_property
    def scores(self) -> dict[int, tuple[int, ...]]:
        """The points of all seats after each line that is a turn and could be replayed."""
        record, board = self.record, self.board
        if record is None or board is None:
            return {}
        after: list[tuple[int, ...]] = []
        run = BrokenRun(self._legible, board) if self._legible else Run(record, board)
        run.trial = True
        run.branched = lambda: after.append(tuple(run.state.scores))
        with guarded(record, board):
            # One by one: in between the turns of variations come by way of the function above.
            for _ in run.steps():
                after.append(tuple(run.state.scores))  # noqa: PERF401
        return dict(zip([place - self.first for place in _turn_places(record)], after, strict=False))

    def before(self, line: int) -> Moment | None:
        """Return where the game stands before a line, in the variation that the line stands in."""
        return _moment("\n".join(self._played(line)), self._find)

    def after(self, line: int) -> Moment | None:
        """Return where the game stands after a line, in the variation that the line stands in."""
        return _moment("\n".join(self._played(line, through=True)), self._find)

    def _played(self, line: int, *, through: bool = False) -> list[str]:
        """Return the lines before a line, or through it, without the variations that lead elsewhere."""
        kept: list[tuple[int, str]] = []
        outer: list[list[tuple[int, str]]] = []
        for at in range(min(line + 1, len(self.lines))):
            words = self.words[at]
            for _ in [word for word in words if word.kind == "OPEN"]:
                outer.append(list(kept))
                while kept and kept.pop()[0] not in self.turn_lines:
                    pass  # what follows the turn that is replaced goes with it
            if at < line or through:
                start = max([word.end for word in words if word.kind == "OPEN"], default=0)
                end = min([word.start for word in words if word.kind == "CLOSE"], default=len(self.lines[at]))
                kept.append((at, self.lines[at][start:end]))
            if at < line:
                for _ in [word for word in words if word.kind == "CLOSE"]:
                    kept = outer.pop() if outer else kept
        return [text for _, text in kept]

    def word_at(self, line: int, column: int) -> Word | None:
        """Return the word at a column of a line, also where the cursor stands right behind it."""
        here = [word for word in self.words[line] if word.start <= column <= word.end]
        return here[-1] if here and here[-1].end > column else here[0] if here else None

    def text_of(self, line: int, word: Word) -> str:
        """Return a word as it is written."""
        return self.lines[line][word.start : word.end]


def _turn_places(sequence: GameRecord | Variation) -> Iterator[int]:
    """Yield the places of all turns, in the order of the text."""
    entry: Entry
    for place, entry in placed(sequence):
        if isinstance(entry, Turn):
            yield place
        elif isinstance(entry, Variation):
            yield from _turn_places(entry)


def _replayed(record: GameRecord, board: Board, legible: Legible | None) -> Timeline:
    run = BrokenRun(legible, board) if legible else Run(record, board)
    run.finish()
    return Timeline(record, board, run=run)


@lru_cache(maxsize=_MOMENTS)
def _moment(text: str, find: FindBoard) -> Moment | None:
    """Return where a game stands at the end of a text; nothing where it cannot be read so far."""
    game = GameText(text, find=find)
    timeline = game.timeline
    if timeline is None or not timeline.game.players:
        return None
    return Moment(timeline)
