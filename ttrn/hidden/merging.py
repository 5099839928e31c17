"""Merging: two partial records of one game into a fuller one, or where they contradict each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ttrn.boards import Board
from ttrn.hidden.budget import Budget
from ttrn.hidden.judgement import IMPOSSIBLE, judge
from ttrn.hidden.merge_lines import Clashing, merge_lines, same_tag
from ttrn.notation.game import Entry, GameRecord, Variation
from ttrn.notation.records import Comment, Player, Tag, Turn
from ttrn.replays.timeline import board_of


@dataclass(frozen=True, slots=True)
class Clash:
    """Where records contradict each other: the first turn (the one before the first for the setup), and how."""

    turn: int
    message: str


def merge(
    games: Iterable[GameRecord], board: Board | None = None, *, budget: Budget | None = None
) -> GameRecord | Clash:
    """Join partial records of the same game; each line becomes as full as the fullest of them.

    Records may end at different turns. Comments of all are kept. The result is what is known together, nothing in it is
    guessed; if no deal makes it legal although each line fits, that is a contradiction too.

    Raises:
        ValueError: there is no record to merge.
        BoardError: the board that the Game tag names is not known.
    """
    records = list(games)
    if not records:
        raise ValueError("there is no record to merge")
    found = board or board_of(records[0])
    view = _view([game.tags.get("View", "") for game in records])
    first, *others = [_without_view(game) for game in records]
    merged = first
    for other in others:
        joined = _join(merged, other, found)
        if isinstance(joined, Clash):
            return joined
        merged = joined
    if view:
        at = max([i for i, entry in enumerate(merged.entries) if isinstance(entry, Tag)]) + 1
        merged = GameRecord((*merged.entries[:at], Tag("View", view), *merged.entries[at:]), merged.first_turn)
    return _possible(merged, found, budget)


def _view(views: list[str]) -> str:
    """Return whose knowledge several records hold together, if there is a word for it."""
    if "full" in views:
        return "full"
    whose = set(views) - {"public"}
    return "public" if not whose else whose.pop() if len(whose) == 1 else ""


def _without_view(game: GameRecord) -> GameRecord:
    kept = [entry for entry in game.entries if not (isinstance(entry, Tag) and entry.name == "View")]
    return GameRecord(tuple(kept), game.first_turn)


def _possible(merged: GameRecord, board: Board, budget: Budget | None) -> GameRecord | Clash:
    """Return the merged record unless no deal is possible any more."""
    if not merged.players:
        return merged
    judged = judge(merged, board, budget=budget)
    if judged.status != IMPOSSIBLE:
        return merged
    problem = judged.problems[0]
    turn = problem.turn or (judged.contradiction.turn if judged.contradiction else merged.first_turn - 1)
    return Clash(turn, f"together they cannot be true: {problem.message}")


def _join(a: GameRecord, b: GameRecord, board: Board) -> GameRecord | Clash:
    before = a.first_turn - 1
    if a.board != b.board or [p.id for p in a.players] != [p.id for p in b.players] or a.first_turn != b.first_turn:
        return Clash(before, "these are not records of the same game: board, players or first turn differ")
    parts_a, parts_b = _parts(a), _parts(b)
    entries: list[Entry] = []
    for number in range(max(len(parts_a), len(parts_b))):
        turn = before + number
        part_a = parts_a[number] if number < len(parts_a) else []
        part_b = parts_b[number] if number < len(parts_b) else []
        try:
            entries += _join_part(part_a, part_b, board)
        except Clashing as clash:
            where = f"turn {turn}" if number else "the setup"
            return Clash(turn, f"{where}: {clash}")
    return GameRecord(tuple(_in_order(entries)), a.first_turn)


def _parts(game: GameRecord) -> list[list[Entry]]:
    """Part a record at its turns: the setup, then each turn with what follows it."""
    parts: list[list[Entry]] = [[]]
    for entry in game.entries:
        if isinstance(entry, Turn):
            parts.append([])
        parts[-1].append(entry)
    return parts


def _join_part(a: list[Entry], b: list[Entry], board: Board) -> list[Entry]:
    """Join the lines of one turn, or of the setup: each line of the second with the one it belongs to in the first."""
    left = list(b)
    joined: list[Entry] = []
    for entry in a:
        twin = next((other for other in left if _same_line(entry, other)), None)
        if twin is None:
            joined.append(entry)
            continue
        left.remove(twin)
        line, comment = _join_line(entry, twin, board)
        joined.append(line)
        if comment is not None:
            joined.append(comment)
    return [*joined, *[entry for entry in left if entry not in joined]]


def _same_line(a: Entry, b: Entry) -> bool:
    """Return whether two entries are the same line of a record, more or less full."""
    if isinstance(a, Comment | Variation) or type(a) is not type(b):
        return a == b
    if isinstance(a, Tag):
        assert isinstance(b, Tag)
        return a.name == b.name
    if isinstance(a, Player):
        assert isinstance(b, Player)
        return a.id == b.id
    keys = ("player", "what", "reshuffled", "ticket") if not isinstance(a, Turn) else ()
    return all(getattr(a, key, None) == getattr(b, key, None) for key in keys)


def _join_line(a: Entry, b: Entry, board: Board) -> tuple[Entry, Comment | None]:
    """Join two records of one line; of two comments the second gets a line of its own."""
    if isinstance(a, Comment | Variation) or isinstance(b, Comment | Variation):
        return a, None
    comment = a.comment or b.comment
    other = b.comment if a.comment and b.comment and a.comment != b.comment else None
    if isinstance(a, Tag):
        assert isinstance(b, Tag)
        value = same_tag(a.name, a.value, b.value)
        return replace(a, value=value, comment=comment), other
    assert not isinstance(b, Tag)
    line = merge_lines(replace(a, comment=None), replace(b, comment=None), board)
    return replace(line, comment=comment), other


def _in_order(entries: list[Entry]) -> list[Entry]:
    """Put tags and players, which the second record may have more of, above everything else."""
    first = entries[0]  # the Game tag
    tags = [entry for entry in entries[1:] if isinstance(entry, Tag)]
    last_tag = max([i for i, entry in enumerate(entries) if isinstance(entry, Tag)])
    last_player = max([i for i, entry in enumerate(entries) if isinstance(entry, Player)], default=last_tag)
    if last_tag < last_player and not any(isinstance(e, Player) for e in entries[:last_tag]):
        lines = [entry for entry in entries[last_tag:last_player] if not isinstance(entry, Comment | Tag | Player)]
        if not lines:
            return entries
    players = [entry for entry in entries if isinstance(entry, Player)]
    rest = [entry for entry in entries[1:] if not isinstance(entry, Tag | Player)]
    return [first, *tags, *players, *rest]
