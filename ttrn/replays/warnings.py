"""What is allowed in a record and hardly meant: dates nobody can read, colours that two players have, misspelt tags.

These are warnings: a game with them is in order, is judged, scored and stored like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from difflib import get_close_matches
from typing import Final

from ttrn.boards import Board
from ttrn.notation.game import GameRecord, placed
from ttrn.notation.hints import did_you_mean
from ttrn.notation.problems import WARNING, Problem
from ttrn.notation.records import Player, Tag
from ttrn.notation.tag_names import TAGS
from ttrn.notation.writer import format_statement

WARNINGS: Final = {
    "TEXT-DATE": "a date is written year, month, day, like 2026-11-13, and is a day of the calendar",
    "TEXT-COLOR": "every player has trains of another colour, one that the game has",
    "TEXT-TAG": "a tag's name is one that tools know, or unlike all of those",
    "TEXT-VIEW": "the View tag is full, public, or the id of a player",
}
"""What warnings are about, by id."""

_ISO = re.compile(r"(\d{4}|\?{4}|\d{2}\?\?|\d{3}\?)-(\d\d|\?\?)-(\d\d|\?\?)")
_LONGEST: Final = 40
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def warnings_of(
    game: GameRecord, board: Board | None = None, *, file: str = "", number: int = 0
) -> tuple[Problem, ...]:
    """Return the warnings about a game, in the order of its lines; without a board colours are only compared."""
    found: list[Problem] = []
    colors: dict[str, str] = {}
    for place, entry in placed(game):
        odd: Iterator[tuple[str, str, str, str]] = iter(())
        if isinstance(entry, Tag):
            odd = _tag(entry, game)
        elif isinstance(entry, Player):
            odd = _color(entry, colors, board)
        for rule, message, word, hint in odd:
            assert isinstance(entry, Tag | Player)
            text = format_statement(entry)
            column = text.find(word) + 1
            warning = Problem(rule, message, file, place, column, len(word), text, hint, number, severity=WARNING)
            found.append(warning)
    return tuple(found)


def _tag(tag: Tag, game: GameRecord) -> Iterator[tuple[str, str, str, str]]:
    if tag.name == "Date" and (wrong := _date(tag.value)):
        yield "TEXT-DATE", wrong[0], tag.value, wrong[1]
    if tag.name == "View":
        ids = [player.id for player in game.players]
        if tag.value not in ("full", "public", *ids):
            hint = (
                did_you_mean(tag.value, [*ids, "full", "public"])
                or f"write one of {', '.join([*ids, 'full', 'public'])}"
            )
            yield "TEXT-VIEW", f'nobody at the table has the id "{tag.value}"', tag.value, hint
    if tag.name not in TAGS:
        near = get_close_matches(tag.name.lower(), [name.lower() for name in TAGS], n=1, cutoff=0.75)
        if near:
            meant = next(name for name in TAGS if name.lower() == near[0])
            yield "TEXT-TAG", f"no tool knows the tag [{tag.name}]", tag.name, f'did you mean "{meant}"?'


def _color(player: Player, taken: dict[str, str], board: Board | None) -> Iterator[tuple[str, str, str, str]]:
    color = player.color
    if not color:
        return
    owner = taken.setdefault(color, player.id)
    if owner != player.id:
        yield "TEXT-COLOR", f"{owner} and {player.id} both play {color}", color, ""
    known = board.tables.train_colors if board else ()
    if known and color not in known:
        hint = did_you_mean(color, list(known)) or f"there are {', '.join(known)}"
        yield "TEXT-COLOR", f"there are no {color} trains in this game", color, hint


# --- dates -----------------------------------------------------------------------------------------------------------


def _date(text: str) -> tuple[str, str] | None:
    """Return what is wrong with a date, and a hint; nothing for one that can be read, or that is left open."""
    if not text.strip("?-. "):
        return None
    iso = _ISO.fullmatch(text)
    if iso:
        year, month, day = [int(part) if part.isdigit() else 0 for part in iso.groups()]
        if _exists(year, month, day):
            return None
        swapped = f'did you mean "{iso[1]}-{iso[3]}-{iso[2]}"?' if day and _exists(year, day, month) else ""
        return f"there is no such day as {text}", swapped
    meant = [f'[Date "{found}"]' for found in _readings(text)] if len(text) <= _LONGEST else []
    hint = (
        f"write {' or '.join(meant)}" if meant else 'write year, month and day, "?" for what is not known: "2026-11-??"'
    )
    return f'"{text}" is not read as a date', hint


def _exists(year: int, month: int, day: int) -> bool:
    """Return whether there is such a day; 0 stands for what is not known."""
    try:
        date(year or 2000, month or 1, day or 1)
    except (ValueError, OverflowError):
        return False
    return True


def _readings(text: str) -> list[str]:
    """Return the dates that a text in another form can mean."""
    with_time = re.match(r"(\d{4}\W\d\d?\W\d\d?)[ T]", text)
    words = re.findall(r"\d+|[A-Za-z]+", with_time[1] if with_time else text)
    named = [word for word in words if word[:3].lower() in _MONTHS]
    if named and len(named[0]) >= 3:
        month = _MONTHS.index(named[0][:3].lower()) + 1
        numbers = [int(word) for word in words if word.isdigit()]
        orders = [(n[1], month, n[0]) for n in (numbers, numbers[::-1]) if len(n) == 2]
    else:
        numbers = [int(word) for word in words if word.isdigit()]
        if len(numbers) != len(words):
            return []
        orders = _orders(numbers, american="/" in text)
    dates = [f"{y:04}-{m:02}-{d:02}" for y, m, d in orders if y >= 1900 and m and d and _exists(y, m, d)]
    partly = re.fullmatch(r"((?:19|20)\d\d)(?:\W(0?[1-9]|1[0-2]))?", text)
    if partly:
        dates = [f"{partly[1]}-{int(partly[2]):02}-??" if partly[2] else f"{partly[1]}-??-??"]
    return list(dict.fromkeys(dates))


def _orders(numbers: list[int], *, american: bool) -> list[tuple[int, int, int]]:
    """Return year, month and day in the orders in which people write them."""
    if len(numbers) != 3:
        return []
    a, b, c = numbers
    if a >= 1900:
        return [(a, b, c)]
    year = c if c >= 100 else 2000 + c
    return [(year, a, b), (year, b, a)] if american else [(year, b, a)] if b <= 12 else [(year, a, b)]
