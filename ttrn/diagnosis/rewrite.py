"""A record's text with its slips cured: only the lines that change are written anew."""

from __future__ import annotations

from collections import defaultdict

from ttrn.diagnosis.hint_text import line_text
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.reader import loads
from ttrn.notation.records import Comment, Turn
from ttrn.notation.renumber import renumbered
from ttrn.notation.writer import format_comment


def rewritten(text: str, before: GameRecord, after: GameRecord) -> str | None:
    """Return the text of a game with the lines of another version of it, which has places in the same text.

    Comments, blank lines and whatever else stands in the text stay as they are; turns are numbered anew where one was
    missing or one too many. Returns nothing where the result would not be read as that version.
    """
    first = before.places[0]
    lines = [[line] for line in text.split("\n")]
    end = len(lines) - (lines[-1] == [""])
    old, new = _by_place(before), _by_place(after)
    for place in sorted({*old, *new}):
        group = new.get(place, [])
        if [entry for _, entry in old.get(place, [])] == [entry for _, entry in group]:
            continue
        at = place - first
        if at >= end:  # a turn was missing at the very end
            lines[end:end] = [_written(group, "")]
        else:
            line = lines[at][0]
            lines[at] = _written(group, line[: len(line) - len(line.lstrip(" \t"))])
    found = "\n".join([line for group in lines for line in group])
    if len(before.turns) != len(after.turns):
        found = renumbered(found)
    games, problems = loads(found)
    as_meant = not problems and len(games) == 1 and games[0].entries == after.entries
    return found if as_meant else None


def _by_place(game: GameRecord) -> dict[int, list[tuple[int, Entry]]]:
    """Return what stands in each line, with the number that a turn has there."""
    found: dict[int, list[tuple[int, Entry]]] = defaultdict(list)
    number = game.first_turn
    for place, entry in zip(game.places, game.entries, strict=True):
        found[place].append((number, entry))
        number += isinstance(entry, Turn)
    return found


def _written(group: list[tuple[int, Entry]], indent: str) -> list[str]:
    found: list[str] = []
    for number, entry in group:
        text = indent + line_text(entry, number)
        comment = None if isinstance(entry, Comment) else entry.comment
        found.append(f"{text} {format_comment(comment)}" if comment else text)
    return found
