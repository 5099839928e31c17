"""Lines put into the text of a record, changed there and taken out, without touching any other line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from ttrn.notation.game import GameRecord
from ttrn.notation.problems import Cure
from ttrn.notation.records import (
    Deal,
    FinalRoutes,
    FinalStations,
    Finished,
    Keep,
    Market,
    Player,
    Reveal,
    Score,
    Statement,
    Tag,
    Turn,
)
from ttrn.notation.renumber import renumbered
from ttrn.notation.writer import format_statement, format_turn

How: TypeAlias = Literal["append", "insert", "replace"]

_SETUP: Final = (Deal, Keep, Market)
_ONE_EACH: Final = (FinalRoutes, FinalStations, Reveal)
"""Of these one line of each player stands in a record: a second one takes the place of the first."""


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
        return _append(lines, line, apart=not game.turns)
    place = turn_lines(game)[number - game.first_turn]
    lines[place : place + (how == "replace")] = [line]
    return renumbered("\n".join(lines))


def without_turn(text: str, game: GameRecord, number: int) -> str:
    """Return a text without the turn of a number."""
    lines = text.split("\n")
    del lines[turn_lines(game)[number - game.first_turn]]
    return renumbered("\n".join(lines))


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


def with_statement(text: str, game: GameRecord, statement: Statement) -> str:
    """Return a text with a statement where it belongs; one that there can be only once takes the place of the other."""
    lines = text.split("\n")
    line = format_statement(statement)
    first = game.places[0]
    for place, entry in zip(game.places, game.entries, strict=True):
        same = type(entry) is type(statement) and getattr(entry, "player", "") == getattr(statement, "player", "")
        if same and isinstance(statement, (*_ONE_EACH, Score, Finished)):
            lines[place - first] = line
            return "\n".join(lines)
    turns = turn_lines(game)
    if isinstance(statement, _SETUP) and turns:
        lines.insert(turns[-1] + 1, line)
        return "\n".join(lines)
    before = game.entries[-1]
    setup = isinstance(statement, _SETUP)
    return _append(lines, line, apart=not isinstance(before, _SETUP) if setup else isinstance(before, Turn | Player))


def _append(lines: list[str], line: str, *, apart: bool) -> str:
    while lines and not lines[-1].strip():
        lines.pop()
    return "\n".join([*lines, *([""] if apart else []), line, ""])
