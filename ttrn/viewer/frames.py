"""The lines of a game: the main line and every variation, one frame for each turn.

A frame has what was played, as the record has it and in words, and of the table only what has changed since the frame
before it: a whole game stays small enough to be sent to a browser at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.core.facts import Facts, Json
from ttrn.core.state import NOBODY
from ttrn.notation.game import Entry, GameRecord, Variation, placed
from ttrn.notation.problems import Problem, printable
from ttrn.notation.records import Comment, Statement, Station, Tag, Turn, WrittenAction
from ttrn.notation.writer import format_statement, format_turn
from ttrn.viewer.table_data import Snapshot
from ttrn.viewer.turn_text import turn_text


@dataclass(slots=True)
class FrameSource:
    """One frame before it is made small: a turn with what stands beside it, and the table after it."""

    number: int
    after: Snapshot
    turn: Turn | None = None
    before: Snapshot | None = None
    comments: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Line:
    """The main line, or a variation: of which line, and which of its frames the first one replaces."""

    frames: list[FrameSource]
    parent: int = -1
    at: int = 0
    comment: str = ""


class LineReader:
    """Puts the turns of a record and the states after them together; ``snapshots`` are in the order of the text."""

    def __init__(
        self, game: GameRecord, opening: Snapshot, snapshots: Iterator[Snapshot], problems: tuple[Problem, ...]
    ) -> None:
        self._snapshots = snapshots
        self._problems: dict[tuple[int, str], list[str]] = {}
        for problem in problems:
            # A game that was not read from a text has no lines.
            where = (problem.line, "" if problem.line else problem.text)
            self._problems.setdefault(where, []).append(problem.message)
        setup = FrameSource(game.first_turn - 1, opening)
        self.lines = [Line([setup])]
        self.closing: list[str] = []
        """The comments below the last turn: they speak of the whole game."""
        self._read(game, 0, game.first_turn)
        setup.problems += [message for messages in self._problems.values() for message in messages]

    def _read(self, sequence: GameRecord | Variation, index: int, number: int) -> None:
        line = self.lines[index]
        above: list[str] = []  # comments that go with the line below them
        last = max([i for i, entry in enumerate(sequence.entries) if isinstance(entry, Turn)], default=-1)
        for i, (place, entry) in enumerate(placed(sequence)):
            if isinstance(entry, Comment):
                above.append(entry.text)
                continue
            if isinstance(entry, Turn):
                line.frames.append(self._frame(entry, number, place, line, above))
                above = []
                number += 1
                continue
            if not isinstance(entry, Variation):
                self._note_problems(entry, line, place)
                above += [entry.comment.text] if entry.comment else []
            elif line.frames:
                # What stands between a turn and its variation speaks of the turn.
                line.frames[-1].comments += above
                above = []
                self._branch(entry, index, number - 1)
            if line.frames and not (index == 0 and i > last >= 0):
                line.frames[-1].comments += above
                above = []
        if index == 0 and last >= 0:
            self.closing = above
        else:
            line.frames[-1].comments += above

    def _branch(self, variation: Variation, parent: int, number: int) -> None:
        at = len(self.lines[parent].frames) - 1
        comment = variation.comment.text if variation.comment else ""
        self.lines.append(Line([], parent, at, comment))
        self._read(variation, len(self.lines) - 1, number)

    def _frame(self, turn: Turn, number: int, place: int, line: Line, above: list[str]) -> FrameSource:
        before = line.frames[-1].after if line.frames else self._before(line)
        own = [turn.comment.text] if turn.comment else []
        after = next(self._snapshots, before)
        found = self._problems.pop((place, "" if place else format_turn(turn, number)), [])
        return FrameSource(number, after, turn, before, [*above, *own], [_without_turn(text, number) for text in found])

    def _before(self, line: Line) -> Snapshot:
        """Return the table before the turn that a variation replaces."""
        parent = self.lines[line.parent]
        return parent.frames[line.at - 1].after if line.at else self._before(parent)

    def _note_problems(self, entry: Tag | Statement, line: Line, place: int) -> None:
        """Put what is wrong with a line that is no turn to the turn before it; with a tag, to the setup."""
        if line.frames and not isinstance(entry, Tag):
            line.frames[-1].problems += self._problems.pop((place, "" if place else format_statement(entry)), [])


def frames_in_order(game: GameRecord) -> list[tuple[int, int]]:
    """Return which frame of which line shows the state after each turn, in the order of the text."""
    found: list[tuple[int, int]] = []
    lines = 1

    def read(sequence: GameRecord | Variation, line: int, frame: int) -> None:
        nonlocal lines
        for entry in sequence.entries:
            if isinstance(entry, Turn):
                found.append((line, frame))
                frame += 1
            elif isinstance(entry, Variation) and frame:
                lines += 1
                read(entry, lines - 1, 0)

    read(game, 0, 1)  # the first frame of the main line is the setup
    return found


def record_along(game: GameRecord, line: int) -> GameRecord:
    """Return the record of a game in which a variation was played: without what it replaces, and what came later.

    For the main line it is the game itself.

    Raises:
        IndexError: there is no such line.
    """
    if line == 0:
        return game
    lines = 0

    def search(sequence: GameRecord | Variation, before: list[Entry], frames: int) -> list[Entry] | None:
        nonlocal lines
        done = list(before)
        for entry in sequence.entries:
            if not isinstance(entry, Variation):
                done.append(entry)
                frames += isinstance(entry, Turn)
            elif frames:
                lines += 1
                replaced = max([place for place, one in enumerate(done) if isinstance(one, Turn)], default=len(done))
                if lines == line:
                    return [*done[:replaced], *[one for one in entry.entries if not isinstance(one, Variation)]]
                found = search(entry, done[:replaced], 0)
                if found is not None:
                    return found
        return None

    entries = search(game, [], 1)
    if entries is None:
        raise IndexError(f"there is no line {line}")
    return GameRecord(tuple(entries))


def said_once(texts: list[str]) -> list[str]:
    """Return what is said, without what is empty or said again: some programs note the same at every line.

    >>> said_once(["a", "", "b", "a"])
    ['a', 'b']
    """
    return [_harmless(text) for text in dict.fromkeys(texts) if text]


def _harmless(text: str) -> str:
    """Return a text without what turns the direction of writing; it may have several lines."""
    return "\n".join([printable(line) for line in text.split("\n")])


def _without_turn(message: str, number: int) -> str:
    """Return what is wrong with a turn without its number, which stands beside it."""
    return message.removeprefix(f"turn {number}: ")


# --- small frames ----------------------------------------------------------------------------------------------------


class GameContext(NamedTuple):
    """What all frames of a game have in common."""

    board: Board
    facts: Facts
    names: tuple[str, ...]
    seats: dict[str, int]


def pack_line(line: Line, context: GameContext) -> Json:
    """Return a line as plain data."""
    data: Json = {"frames": [pack(frame, context) for frame in line.frames]}
    if line.parent >= 0:
        data |= {"parent": line.parent, "at": line.at}
    return data | ({"comment": _harmless(line.comment)} if line.comment else {})


def pack(frame: FrameSource, context: GameContext) -> Json:
    """Return a frame: what was played, and what it changed. What is empty is left out."""
    data: Json = {"n": frame.number, **_changes(frame.before, frame.after)}
    if frame.turn is not None:
        assert frame.before is not None
        seat, action = context.seats[frame.turn.player], frame.turn.action
        result = context.facts.turn_result(frame.before.seats, frame.after.seats, seat)
        claimed = data.get("owners", {})
        data |= {
            "seat": seat,
            "kind": _KINDS.get(type(action)) or type(action).__name__,
            "text": format_turn(frame.turn, frame.number),
            "words": turn_text(frame.turn, context.board, seat, context.names, result),
            "marks": list(frame.turn.marks),
            "route": next((int(route) for route, owner in claimed.items() if owner == seat), None),
            "points": result.points,
        }
    data |= {"comments": said_once(frame.comments), "problems": frame.problems}
    return {key: value for key, value in data.items() if value not in ([], None, {}) or key in _MAY_BE_EMPTY}


_KINDS: Final[dict[type[WrittenAction], str]] = {Station: "BuildStation"}
"""The kinds of actions that have another name in the data than in the notation: pages that were written know it."""

_MAY_BE_EMPTY: Final = ("market", "deck", "discards", "pieces", "ticketDecks")


def _changes(before: Snapshot | None, after: Snapshot) -> Json:
    """Return what is different on the table; for the first frame that is everything."""
    data = _different(before.table if before else {}, after.table)
    # A claim that did not say which track it took may turn out to have taken another one.
    freed = [route for route in (before.table["owners"] if before else ()) if route not in after.table["owners"]]
    if freed:
        data["owners"] = data.get("owners", {}) | dict.fromkeys(freed, NOBODY)
    seats = {
        str(seat): changed
        for seat, now in enumerate(after.seats)
        if (changed := _different(before.seats[seat] if before else {}, now))
    }
    return data | ({"seats": seats} if seats else {})


def _different(before: Json, after: Json) -> Json:
    changed: Json = {}
    for key, now in after.items():
        then = before.get(key)
        if key in before and then == now:
            continue
        if isinstance(now, dict):
            now = {k: v for k, v in now.items() if not then or then.get(k) != v}  # noqa: PLW2901  only what is new
        changed[key] = now
    return changed
