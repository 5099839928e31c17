"""A record that grows line by line: what somebody types becomes a line of it, if the rules allow it, or is explained.

A draft knows no terminal and no file. Its text is canonical at any time, and every change can be taken back.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.core.state import OVER, SCORING
from ttrn.diagnosis import Effort, diagnose
from ttrn.hidden.guard import guarded
from ttrn.notation.game import Entry, GameRecord, Variation
from ttrn.notation.levels import TAG
from ttrn.notation.problems import Problem
from ttrn.notation.reader import loads
from ttrn.notation.records import Comment, Deal, Market, Player, Tag, Turn
from ttrn.notation.writer import format_comment, format_game, format_statement, format_turn
from ttrn.recording.editing import Edited, inserted, is_dealt, number_at, removed, replaced, tag_at, turn_at, with_line
from ttrn.recording.forms import STATED
from ttrn.recording.typed_lines import Cursor, read_line
from ttrn.replays import Timeline, replay

_EFFORT: Final = Effort(most=1500, more=500, total=3000)
"""How hard a cure is looked for while somebody waits: a second at most."""

_NOT_YET: Final = ("LEVEL-1",)
"""Rules about all lines of a record together: until the last one is there they are no fault of any."""


class Answer(NamedTuple):
    """What became of a line: whether it was recorded, the words for it, and what is wrong with it."""

    recorded: bool
    text: str
    """The line as it stands in the record, or as it was typed; of a change of several lines, what it was."""
    problems: tuple[Problem, ...] = ()
    """Why it was refused, or what is wrong with it all the same."""
    instead: str = ""
    """The line that was there before, where it took the place of one."""
    readable: bool = True
    """Whether it could be recorded in spite of the problems."""


class Draft:
    """One game while it is being written down."""

    def __init__(self, game: GameRecord, board: Board) -> None:
        self.board = board
        self._past: list[str] = []
        self._future: list[str] = []
        self._take_up(format_game(game))

    def _take_up(self, text: str) -> None:
        self.text = text
        """The record so far, in canonical form."""
        self.game = loads(text).games[0]
        self.timeline = replay(self.game, self.board)

    @property
    def next_number(self) -> int:
        """The number of the next turn."""
        if self.game.turns:
            return self.timeline.last + 1
        return self.timeline.final.number if "Position" in self.game.tags else 1

    @property
    def ids(self) -> list[str]:
        """The ids of the players, in turn order."""
        return [player.id for player in self.game.players]

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules or by a line that says so."""
        return self.timeline.final.phase == OVER

    @property
    def due(self) -> str:
        """Whose turn it is; where turns are missing, whose it would be after the last one."""
        return self.timeline.final.names[self.timeline.final.seat] if self.ids else ""

    @property
    def cursor(self) -> Cursor:
        """Where the next line is typed."""
        return Cursor(self.game, self.board, self.due, self.next_number)

    @property
    def awaited(self) -> list[str]:
        """The lines of the setup that whoever writes can tell and has not yet, before the first turn.

        Everybody sees how many tickets are kept; whose cards are seen, the View tag says.
        """
        if self.game.turns or self.timeline.final.house.partial or "Position" in self.game.tags or self.stated_level:
            return []
        view = self.game.tags.get("View", "")
        seen = self.ids if view in ("", "full") else [view]
        cursor = self.cursor
        lines = [f"{name} deal" for name in cursor.undealt if name in seen]
        lines += ["market"] if self.board.tables.market and not cursor.market_told else []
        return [*lines, *[f"{name} keep" for name in cursor.unkept]]

    @property
    def stated_level(self) -> str:
        """The level that a tag states; none for records with all turns."""
        stated = self.game.tags.get(TAG, "")
        return stated if stated in STATED else ""

    # --- lines -------------------------------------------------------------------------------------------------------

    def add(self, typed: str, *, anyway: bool = False) -> Answer:
        """Add a line, at its place: one of the setup before the turns, one that there can be once in place of it."""
        entry = self._read(self.cursor, typed)
        if isinstance(entry, Answer):
            return entry
        if isinstance(entry, Turn):
            edit = inserted(self.text, self.game, len(self.game.entries), entry, self.next_number)
        else:
            scored = len(self.game.turns) if self.timeline.final.phase == SCORING else 0
            edit = with_line(self.text, self.game, self.board, entry, scored if is_dealt(entry) else None)
        return self._change(edit, anyway=anyway)

    def replace(self, at: int, typed: str, *, anyway: bool = False) -> Answer:
        """Write another line in the place of an entry."""
        old = self.game.entries[at]
        who = old.player if isinstance(old, Turn) else self.due
        entry = self._read(Cursor(self.game, self.board, who, number_at(self.game, at)), typed)
        if isinstance(entry, Answer):
            return entry
        return self._change(replaced(self.text, self.game, at, entry), anyway=anyway)

    def insert(self, at: int, typed: str, *, anyway: bool = False) -> Answer:
        """Write a line before an entry; the turns after it are numbered anew."""
        number = number_at(self.game, at)
        state = self.timeline.state(number - 1)
        entry = self._read(Cursor(self.game, self.board, state.names[state.seat], number), typed)
        if isinstance(entry, Answer):
            return entry
        return self._change(inserted(self.text, self.game, at, entry), anyway=anyway)

    def delete(self, at: int, *, anyway: bool = False) -> Answer:
        """Take an entry out; the turns after it are numbered anew."""
        gone = self.line(at)
        answer = self._change(removed(self.text, self.game, at), anyway=anyway)
        return answer._replace(text=gone, instead="")

    def set_tag(self, name: str, value: str, *, anyway: bool = False) -> Answer:
        """Give a tag a value, or take it out."""
        if value:
            edit = with_line(self.text, self.game, self.board, Tag(name, value))
            return self._change(edit, anyway=anyway)
        at = tag_at(self.game, name)
        return Answer(recorded=True, text="") if at is None else self.delete(at, anyway=anyway)

    def undo(self) -> str | None:
        """Take back the last change; of a record that was just opened, the last line. Returns what, None if nothing."""
        before = self.text
        if self._past:
            shorter = self._past.pop()
        else:
            last = len(self.game.entries) - 1
            if isinstance(self.game.entries[last], Tag | Player | Deal | Market):
                return None
            shorter = removed(self.text, self.game, last).text
        self._future.append(before)
        self._take_up(shorter)
        return _difference(before, shorter)

    def redo(self) -> str | None:
        """Do again what was taken back; returns what, None if nothing was."""
        if not self._future:
            return None
        self._past.append(self.text)
        self._take_up(self._future.pop())
        return _difference(self.text, self._past[-1])

    # --- where and what ----------------------------------------------------------------------------------------------

    def turn_at(self, number: int) -> int | None:
        """Return which entry is the turn of a number, None if there is none."""
        return turn_at(self.game, number)

    def line_at(self, number: int) -> int | None:
        """Return which entry stands on a line of the text, None if there is none, or more than a line of its own."""
        return self.game.places.index(number) if number in self.game.places else None

    def line(self, at: int) -> str:
        """Return an entry as it stands in the record, without its comment."""
        return _line(self.game.entries[at], number_at(self.game, at))

    def _read(self, cursor: Cursor, typed: str) -> Entry | Answer:
        """Read a line as somebody types it, or say what is wrong with it."""
        read = read_line(cursor, typed)
        return Answer(recorded=False, text=typed, problems=read, readable=False) if isinstance(read, tuple) else read

    # --- judging -----------------------------------------------------------------------------------------------------

    def _change(self, edit: Edited, *, anyway: bool) -> Answer:
        """Take over a text if it breaks no more rules than the one before, or if that is wanted; else explain."""
        found = loads(edit.text)
        if found.problems:
            return Answer(recorded=False, text="", problems=found.problems, readable=False)
        try:
            text = format_game(found.games[0])
        except ValueError as error:
            return Answer(recorded=False, text="", problems=(Problem("TEXT-LIMIT", str(error)),), readable=False)
        game = found.games[0] if text == edit.text else loads(text).games[0]
        timeline = replay(game, self.board)
        line = _line(game.entries[edit.at], number_at(game, edit.at))
        old = edit.instead
        instead = "" if old is None or isinstance(old, Comment) else _line(old, number_at(game, edit.at))
        problems = self._new_problems(timeline)
        if problems and not anyway:
            return Answer(recorded=False, text=line, problems=self._explained(game, problems), instead=instead)
        self._past.append(self.text)
        self._future.clear()
        self.text, self.timeline, self.game = text, timeline, game
        return Answer(recorded=True, text=line, problems=problems, instead=instead)

    def _new_problems(self, timeline: Timeline) -> tuple[Problem, ...]:
        """Return the problems that were not there before; none where they are no more than before."""
        before = [problem for problem in self.timeline.problems if problem.rule not in _NOT_YET]
        now = [problem for problem in timeline.problems if problem.rule not in _NOT_YET]
        if len(now) <= len(before):
            return ()
        known = Counter([(problem.rule, problem.message) for problem in before])
        found = []
        for problem in now:
            key = (problem.rule, problem.message)
            if known[key]:
                known[key] -= 1
            else:
                found.append(problem)
        return tuple(found)

    def _explained(self, game: GameRecord, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
        """Return problems with their cures, where some are found."""
        cures: dict[tuple[str, str], Problem] = {}
        with guarded(game, self.board):  # a mistake of ours in looking for cures must not keep anybody from writing
            for slip in diagnose(game, self.board, effort=_EFFORT):
                cures[slip.problem.rule, slip.problem.message] = slip.explained
        return tuple([cures.get((problem.rule, problem.message), problem) for problem in problems])


def _line(entry: Entry, number: int) -> str:
    """Return an entry without its comment; ``number`` is that of a turn."""
    if isinstance(entry, Turn):
        return format_turn(entry, number)
    if isinstance(entry, Comment):
        return format_comment(entry)
    return "( … )" if isinstance(entry, Variation) else format_statement(entry)


def _difference(longer: str, shorter: str) -> str:
    """Return the first line that one text has and the other has not."""
    here, there = longer.split("\n"), shorter.split("\n")
    return ([line for line in here if line not in there] or [line for line in there if line not in here] or [""])[0]
