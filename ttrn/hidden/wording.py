"""Small words that reasons are made of: lists, turns, lines of a record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ttrn.core.cards import LOCOMOTIVE, name_cards
from ttrn.notation.game import GameRecord
from ttrn.notation.records import Comment, Turn
from ttrn.notation.writer import format_statement, format_turn

MOST_TURNS: Final = 8
"""More turns than these are not listed one by one."""


def number_of_turn(game: GameRecord, line: int) -> int:
    """Return the number of the turn that an entry is, or stands after; the one before the first for the setup."""
    return game.first_turn - 1 + sum([isinstance(entry, Turn) for entry in game.entries[: max(0, line + 1)]])


def line_text(game: GameRecord, line: int) -> str:
    """Return an entry as the record has it."""
    entry = game.entries[line]
    if isinstance(entry, Turn):
        return format_turn(entry, number_of_turn(game, line))
    assert not isinstance(entry, Comment)
    return format_statement(entry)  # type: ignore[arg-type]


def listed(words: Sequence[str]) -> str:
    """Return a list in words.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def turns_text(turns: Iterable[int]) -> str:
    """Name turns by their numbers; many of them by the first and the last.

    >>> turns_text([4]), turns_text([9, 4, 4]), turns_text(range(1, 40, 2))
    ('turn 4', 'turns 4 and 9', '20 turns from 1 to 39')
    """
    found = sorted(set(turns))
    if len(found) > MOST_TURNS:
        return f"{len(found)} turns from {found[0]} to {found[-1]}"
    return f"turn{'s' if len(found) > 1 else ''} {listed([str(turn) for turn in found])}"


def kind_name(kind: int, number: int = 1) -> str:
    """Return what cards of a kind are called, without their number.

    >>> kind_name(0), kind_name(8, 2), kind_name(8, 0)
    ('red', 'locomotives', 'locomotives')
    """
    return name_cards(kind, number or 2).partition(" ")[2]


def was(kind: int, number: int) -> str:
    """Say of all of some cards that they were of a kind.

    >>> was(0, 1), was(0, 2), was(8, 1), was(8, 2)
    ('was red', 'were red', 'was a locomotive', 'were locomotives')
    """
    return f"was {a_kind(kind)}" if number == 1 else f"were {kind_name(kind, number)}"


def a_kind(kind: int) -> str:
    """Return what one card of a kind is.

    >>> a_kind(0), a_kind(8)
    ('red', 'a locomotive')
    """
    return f"{'a ' if kind >= LOCOMOTIVE else ''}{kind_name(kind)}"


def some(number: int, what: str) -> str:
    """Return a number of things in words.

    >>> some(1, "card"), some(3, "card")
    ('1 card', '3 cards')
    """
    return f"{number} {what}{'' if number == 1 else 's'}"
