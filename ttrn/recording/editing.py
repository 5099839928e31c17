"""Lines put into the text of a record, changed there and taken out, without touching any other line."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from ttrn.notation.game import GameRecord
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
    lines = text.split("\n")
    line = format_turn(turn, number)
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
