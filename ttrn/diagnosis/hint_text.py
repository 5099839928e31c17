"""A diagnosis in words: the line as it should be, and how much of the game is sound then."""

from __future__ import annotations

from typing import Final

from ttrn.diagnosis.edits import Edit
from ttrn.notation.game import Entry, Variation
from ttrn.notation.problems import Cure
from ttrn.notation.records import Comment, Turn
from ttrn.notation.writer import format_comment, format_statement, format_turn

SHOWN: Final = 3
"""So many cures are written out where several do as well."""

_LONGEST: Final = 120
"""A line of so many letters still fits into a hint; the order of a deck does not always."""


def line_text(entry: Entry, number: int) -> str:
    """Return a line as the notation writes it, without its comment; ``number`` is that of the turn."""
    if isinstance(entry, Turn):
        return format_turn(entry, number)
    if isinstance(entry, Comment):
        return format_comment(entry)
    return "" if isinstance(entry, Variation) else format_statement(entry)


def texts(lines: tuple[Entry, ...], number: int) -> str:
    """Return lines that follow each other; ``number`` is that of the first turn among them."""
    found: list[str] = []
    for line in lines:
        found.append(line_text(line, number))
        number += isinstance(line, Turn)
    return "\n".join(found)


def hint(best: Edit, cures: tuple[Cure, ...], broken: int, more: str, sound: str) -> str:
    """Return a diagnosis in words: the best cure first, then the others that are written out.

    ``broken`` is the line that broke a rule, ``more`` how many other cures do as well, ``sound`` how much is sound
    then.
    """
    first = cures[0]
    elsewhere = first.line and first.line != broken
    if best.kind == "missing":
        turn = best.new[0]
        assert isinstance(turn, Turn)
        where = f"before line {first.line}" if elsewhere else "before this line"
        text = f"a turn of {turn.player} seems to be missing {where}; with {_quoted(first.new)} {sound}"
    elif best.kind == "extra":
        text = f"without {f'line {first.line}, {_quoted(first.old)},' if elsewhere else 'this line'} {sound}"
    elif best.kind == "swap":
        text = f"with {f'line {first.line}' if elsewhere else 'this line'} and the next exchanged {sound}"
    else:
        where = f" in line {first.line}, in place of {_quoted(first.old)}," if elsewhere else ""
        text = f"with {_quoted(first.new)}{where} {sound}"
    return text + _others(cures, broken, more)


def _others(cures: tuple[Cure, ...], broken: int, more: str) -> str:
    """Say how many other cures do as well, and the first of them."""
    if not more:
        return ""
    named = [_in_short(cure, broken) for cure in cures[1:]]
    verb = "do" if more.endswith("s") else "does"
    which = f": {' and '.join(named)}"
    if more[0].isalpha() or int(more.split(maxsplit=1)[0]) > len(named):
        which = f", {' and '.join(named)} among them"
    return f"; {more} {verb} as well{which}"


def _in_short(cure: Cure, broken: int) -> str:
    where = f" in line {cure.line}" if cure.line and cure.line != broken else ""
    return f"{_quoted(cure.new) if cure.new else 'leaving it out'}{where}"


def _quoted(text: str) -> str:
    line = text.partition("\n")[0]
    return f'"{line}"' if len(line) <= _LONGEST else f'"{line[: _LONGEST - 1]}…"'
