"""The lines of a film: the main line and every variation, one frame for each turn.

A frame tells what was played, as the record has it and in words, and of the table only what has changed since the frame
before it: a whole game stays small enough to be sent to a browser at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ttrn.boards import Board
from ttrn.core.cards import counts
from ttrn.notation.game import GameRecord, Variation, placed
from ttrn.notation.problems import Problem
from ttrn.notation.records import Comment, Statement, Tag, Turn
from ttrn.notation.writer import format_statement, format_turn
from ttrn.viewer.table_data import Facts, Snapshot
from ttrn.viewer.turn_text import TurnResult, lost_cards, tell


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

    shots: list[FrameSource]
    parent: int = -1
    at: int = 0
    comment: str = ""


class Cutter:
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
        self._cut(game, 0, game.first_turn)
        setup.problems += [message for messages in self._problems.values() for message in messages]

    def _cut(self, sequence: GameRecord | Variation, index: int, number: int) -> None:
        line = self.lines[index]
        above: list[str] = []  # comments that go with the line below them
        last = max([i for i, entry in enumerate(sequence.entries) if isinstance(entry, Turn)], default=-1)
        for i, (place, entry) in enumerate(placed(sequence)):
            if isinstance(entry, Comment):
                above.append(entry.text)
                continue
            if isinstance(entry, Turn):
                line.shots.append(self._shot(entry, number, place, line, above))
                above = []
                number += 1
                continue
            if not isinstance(entry, Variation):
                self._mishaps(entry, line, place)
                above += [entry.comment.text] if entry.comment else []
            elif line.shots:
                # What stands between a turn and its variation speaks of the turn.
                line.shots[-1].comments += above
                above = []
                self._branch(entry, index, number - 1)
            if line.shots and not (index == 0 and i > last >= 0):
                line.shots[-1].comments += above
                above = []
        if index == 0 and last >= 0:
            self.closing = above
        else:
            line.shots[-1].comments += above

    def _branch(self, variation: Variation, parent: int, number: int) -> None:
        at = len(self.lines[parent].shots) - 1
        comment = variation.comment.text if variation.comment else ""
        self.lines.append(Line([], parent, at, comment))
        self._cut(variation, len(self.lines) - 1, number)

    def _shot(self, turn: Turn, number: int, place: int, line: Line, above: list[str]) -> FrameSource:
        before = line.shots[-1].after if line.shots else self._before(line)
        own = [turn.comment.text] if turn.comment else []
        after = next(self._snapshots, before)
        found = self._problems.pop((place, "" if place else format_turn(turn, number)), [])
        return FrameSource(number, after, turn, before, [*above, *own], [_without_turn(text, number) for text in found])

    def _before(self, line: Line) -> Snapshot:
        """Return the table before the turn that a variation replaces."""
        parent = self.lines[line.parent]
        return parent.shots[line.at - 1].after if line.at else self._before(parent)

    def _mishaps(self, entry: Tag | Statement, line: Line, place: int) -> None:
        """Tell what is wrong with a line that is no turn at the turn before it; of a tag it is told at the setup."""
        if line.shots and not isinstance(entry, Tag):
            line.shots[-1].problems += self._problems.pop((place, "" if place else format_statement(entry)), [])


def said_once(texts: list[str]) -> list[str]:
    """Return what is said, without what is empty or said again: some programs note the same at every line.

    >>> said_once(["a", "", "b", "a"])
    ['a', 'b']
    """
    return [text for text in dict.fromkeys(texts) if text]


def _without_turn(message: str, number: int) -> str:
    """Return what is wrong with a turn without its number, which stands beside it."""
    return message.removeprefix(f"turn {number}: ")


# --- small frames ----------------------------------------------------------------------------------------------------


def pack_line(line: Line, board: Board, names: tuple[str, ...], seats: dict[str, int]) -> Facts:
    """Return a line as plain data."""
    facts: Facts = {"frames": [pack(shot, board, names, seats) for shot in line.shots]}
    if line.parent >= 0:
        facts |= {"parent": line.parent, "at": line.at}
    return facts | ({"comment": line.comment} if line.comment else {})


def pack(shot: FrameSource, board: Board, names: tuple[str, ...], seats: dict[str, int]) -> Facts:
    """Return a frame: what was played, and what it changed. What is empty is left out."""
    facts: Facts = {"n": shot.number, **_changes(shot.before, shot.after)}
    if shot.turn is not None:
        assert shot.before is not None
        seat = seats[shot.turn.player]
        result = _result(shot.before, shot.after, names, seat)
        claimed = facts.get("owners", {})
        facts |= {
            "seat": seat,
            "kind": type(shot.turn.action).__name__,
            "text": format_turn(shot.turn, shot.number),
            "words": tell(shot.turn, board, names[seat], result),
            "marks": list(shot.turn.marks),
            "route": next((int(route) for route, owner in claimed.items() if owner == seat), None),
            "points": result.points,
        }
    facts |= {"comments": said_once(shot.comments), "problems": shot.problems}
    return {key: value for key, value in facts.items() if value not in ([], None, {}) or key in _MAY_BE_EMPTY}


_MAY_BE_EMPTY = ("market", "deck", "discards", "pieces", "ticketDecks")


def _changes(before: Snapshot | None, after: Snapshot) -> Facts:
    """Return what is different on the table; for the first frame that is everything."""
    facts = _different(before.table if before else {}, after.table)
    seats = {
        str(seat): changed
        for seat, now in enumerate(after.seats)
        if (changed := _different(before.seats[seat] if before else {}, now))
    }
    return facts | ({"seats": seats} if seats else {})


def _different(before: Facts, after: Facts) -> Facts:
    changed: Facts = {}
    for key, now in after.items():
        then = before.get(key)
        if key in before and then == now:
            continue
        if isinstance(now, dict):
            now = {k: v for k, v in now.items() if not then or then.get(k) != v}  # noqa: PLW2901  only what is new
        changed[key] = now
    return changed


def _result(before: Snapshot, after: Snapshot, names: tuple[str, ...], seat: int) -> TurnResult:
    """Return what a turn brought: points at once, and cards that others lost from their railyards."""
    was, now = before.seats, after.seats
    points = now[seat]["score"] - was[seat]["score"]
    if "yard" not in now[seat]:
        return TurnResult(points)
    if any(len(then["done"]) != len(later["done"]) for then, later in zip(was, now, strict=True)):
        return TurnResult()  # a scoring lies between the two: yards were emptied, and not by robbers
    robbed: list[tuple[str, str]] = []
    for other, name in enumerate(names):
        lost = lost_cards(counts("".join(was[other]["yard"])), counts("".join(now[other]["yard"])))
        if other != seat and lost:
            robbed.append((name, lost))
    return TurnResult(points, tuple(robbed))
