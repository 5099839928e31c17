"""Lines put into the text of a record, changed there and taken out, without touching any other line.

A text that was canonical stays so: blank lines come and go with the lines that they part.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from ttrn.notation.game import GameRecord
from ttrn.notation.problems import Cure
from ttrn.notation.reader import loads
from ttrn.notation.records import Statement, Tag, Turn
from ttrn.notation.renumber import renumbered
from ttrn.notation.writer import format_game, format_statement, format_turn
from ttrn.recording.places import first_of, line_before, same_line

How: TypeAlias = Literal["append", "insert", "replace"]


def turn_lines(game: GameRecord) -> list[int]:
    """Return the place of each turn of the main line in the text, counted from 0."""
    first = game.places[0]
    return [place - first for place, entry in zip(game.places, game.entries, strict=True) if isinstance(entry, Turn)]


def with_turn(text: str, game: GameRecord, turn: Turn, number: int, how: How) -> str:
    """Return a text with a turn at its end, before the turn of a number, or in its place."""
    return with_turn_line(text, game, format_turn(turn, number), number, how)


def with_turn_line(text: str, game: GameRecord, line: str, number: int, how: How) -> str:
    """Return a text with the line of a turn at its end, before the turn of a number, or in its place."""
    lines = text.split("\n")
    if how == "append":
        return _tidy(game, text, _with_last(lines, line))
    place = turn_lines(game)[number - game.first_turn]
    lines[place : place + (how == "replace")] = [line]
    return _tidy(game, text, lines)


def without_line(text: str, game: GameRecord, line: int) -> str:
    """Return a text without one of its lines, counted from 1; turns are numbered anew.

    Raises:
        LookupError: it is no line that can be left out: not that of a turn or a statement about the game.
    """
    kinds = {place - game.places[0] + 1: entry for place, entry in zip(game.places, game.entries, strict=True)}
    if not isinstance(kinds.get(line), Turn | Statement) or kinds[line] in game.players:
        raise LookupError("this line cannot be taken out here: edit the text")
    lines = text.split("\n")
    del lines[line - 1]
    return _tidy(game, text, lines)


def without_turn(text: str, game: GameRecord, number: int) -> str:
    """Return a text without the turn of a number."""
    return without_line(text, game, turn_lines(game)[number - game.first_turn] + 1)


def _tidy(game: GameRecord, before: str, lines: list[str]) -> str:
    """Return lines as a text; one that was canonical before, as the game before tells, stays so."""
    text = renumbered("\n".join(lines))
    if format_game(game) == before:
        after = loads(text)
        if not after.problems and len(after.games) == 1:
            return format_game(after.games[0])
    return text if text.endswith("\n") else f"{text}\n"


ANYWAY: Final = "recorded anyway"
"""The comment of a turn that breaks a rule and was recorded as it was played."""


def cured(text: str, cure: Cure) -> str:
    """Return a text with what a cure changes; comments stay, but for the one that a turn breaks a rule.

    Raises:
        LookupError: what it is for does not stand there.
    """
    lines = text.split("\n")
    place = cure.line - 1
    there = lines[place].strip() if cure.old and 0 <= place < len(lines) else ""
    comment = there[len(cure.old) :].strip()
    if not there.startswith(cure.old) or (comment and not comment.startswith(";")):
        raise LookupError("the text is another one by now")
    kept = "" if comment == f"; {ANYWAY}" else comment
    lines[place : place + bool(cure.old)] = [f"{cure.new} {kept}".rstrip()] if cure.new else []
    return renumbered("\n".join(lines))


def with_tags(text: str, game: GameRecord, tags: Mapping[str, str]) -> str:
    """Return a text with these tags, each in the place of one of its name, else below the others; empty ones go.

    Raises:
        ValueError: a value cannot stand in a tag.
    """
    lines: list[str | None] = [*text.split("\n")]
    first = game.places[0]
    last = 0
    left = dict(tags)
    for place, entry in zip(game.places, game.entries, strict=True):
        if isinstance(entry, Tag):
            last = place - first
            if entry.name in left:
                value = left.pop(entry.name)
                lines[last] = format_statement(Tag(entry.name, value)) if value else None
    lines[last + 1 : last + 1] = [format_statement(Tag(name, value)) for name, value in left.items() if value]
    return "\n".join([line for line in lines if line is not None])


def with_statement(text: str, game: GameRecord, statement: Statement, after: int | None = None) -> str:
    """Return a text with a statement where it belongs; one that there can be only once takes the place of the other.

    It belongs above the turn that follows after so many turns, without a number below the last turn.
    """
    lines = text.split("\n")
    line = format_statement(statement)
    turns = len(game.turns) if after is None else after
    first = game.places[0]
    same = same_line(game, statement, turns)
    if same is not None:
        lines[game.places[same] - first] = line
        return _tidy(game, text, lines)
    below = line_before(game, statement, turns)
    following = below + 1 if below is not None else first_of(game, turns)
    if following < len(game.places):
        lines.insert(game.places[following] - first, line)
    else:
        lines = _with_last(lines, line)
    return _tidy(game, text, lines)


def _with_last(lines: list[str], line: str) -> list[str]:
    while lines and not lines[-1].strip():
        lines.pop()
    return [*lines, line]
