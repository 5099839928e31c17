"""What somebody types at the table, read as a line of the record.

The number of a turn and the player need not be typed, nor capital letters: both follow from the moment and the board.
Nothing else is guessed; what cannot be read is explained by the reader of records.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from ttrn.boards import Board
from ttrn.notation import loads
from ttrn.notation.game import Entry
from ttrn.notation.problems import Problem
from ttrn.notation.records import Comment, Tag

if TYPE_CHECKING:
    from ttrn.cli.record_draft import Draft

VERBS: Final = ("draw", "claim", "tickets", "station", "ride", "play", "pass")
"""The actions of all games."""

ANYWAY: Final = "!!"
"""At the end of a line: record it although it breaks a rule."""

_NUMBERED: Final = re.compile(r"(\d+)\.\s*(.*)", re.DOTALL)
_CODES: Final = re.compile(r"@?[a-z]{3}(-[a-z]{3})*(#\d)?")
_CARDS: Final = re.compile(r"[!+>]?[roygbpkwlft?>/-]+")
_OF_A_PLAYER: Final = ("reveal", "routes", "stations", "complete")
_WITH_CARDS: Final = ("draw", "claim", "station", "ride", "play", "deal", "market", "deck", "shuffle", "complete")


class Typed(NamedTuple):
    """A line that could be read."""

    entry: Entry


def parted(line: str) -> tuple[str, bool]:
    """Return a line without the mark at its end that wants it recorded anyway, and whether it was there.

    >>> parted("draw L R !!"), parted("draw R ? $!!"), parted("draw R ? !! ; hm"), parted("pass ; oh !!")
    (('draw L R', True), ('draw R ? $!!', False), ('draw R ? ; hm', True), ('pass ; oh !!', False))
    """
    body, comment = _split(line)
    words = body.rstrip()
    if not words.endswith(f" {ANYWAY}"):
        return line, False
    return f"{words.removesuffix(ANYWAY).rstrip()}{f' {comment}' if comment else ''}", True


def _split(line: str) -> tuple[str, str]:
    """Part a line from its comment, which begins at the first ``;`` outside quotes."""
    quoted = False
    for i, letter in enumerate(line):
        if letter == '"' and (not i or line[i - 1] != "\\"):
            quoted = not quoted
        elif letter == ";" and not quoted:
            return line[:i], line[i:]
    return line, ""


def read_line(draft: Draft, typed: str, who: str, number: int) -> Typed | tuple[Problem, ...]:
    """Read a line; ``who`` is the player of a turn that names none, ``number`` that of the turn."""
    line = typed.strip()
    if line.startswith(("(", ")")):
        text = "variations are not written here, but in an editor afterwards"
        return (Problem("TEXT-BRACKET", text, text=line, column=1),)
    numbered = _NUMBERED.fullmatch(line)
    if numbered:
        if int(numbered[1]) != number:
            text = f"this is turn {number}, not turn {numbered[1]}"
            there = draft.turn_at(int(numbered[1])) is not None
            hint = f'to change turn {numbered[1]}, type "edit {numbered[1]} {numbered[2]}"' if there else ""
            width = len(numbered[1])
            return (Problem("TEXT-NUMBER", text, column=1, width=width, text=line, hint=hint),)
        line = numbered[2]
    if line.startswith("[Game"):
        return (Problem("TEXT-TWICE", "the board of a record that has begun stays", text=line, column=1),)
    line = _completed(draft, line, who, number)
    head = f'[Game "{draft.board.name}"]\n[Position "x"]\n'
    players = "".join([f"player {name}\n" for name in draft.ids])
    if line.startswith("["):
        found = loads(f"{head}{line}\n{players}")
    elif line.startswith("player "):
        found = loads(f"{head}{line}\n")
    else:
        found = loads(f"{head}{players}{line}\n")
    if found.problems:
        return tuple([_here(problem, line) for problem in found.problems])
    (game,) = found.games
    added = [entry for entry in game.entries[2:] if not isinstance(entry, Tag)] if line[0] != "[" else game.entries[2:3]
    entry = added[-1] if line.startswith(("player ", "[")) else added[len(draft.ids) :][-1]
    if isinstance(entry, Comment) and entry.block and "\n" in entry.text:
        return (Problem("TEXT-LINE", "a comment typed here has one line", text=line, column=1),)
    return Typed(entry)


def _here(problem: Problem, line: str) -> Problem:
    """Return a problem of a line that is in no file yet."""
    return Problem(
        problem.rule, problem.message, column=problem.column, width=problem.width, text=line, hint=problem.hint
    )


def _completed(draft: Draft, line: str, who: str, number: int) -> str:
    """Put in what follows from the moment: the number, the player, capital letters."""
    body, comment = _split(line)
    words = body.split()
    if not words:
        return line
    people = {name.casefold(): name for name in draft.ids}
    people |= {player.name.casefold(): player.id for player in draft.game.players if player.name}
    if words[0] not in VERBS and words[0].casefold() in people:
        words[0] = people[words[0].casefold()]
    verb = words[0] if words[0] not in draft.ids or len(words) == 1 else words[1]
    if verb not in (*VERBS, *_WITH_CARDS, *_OF_A_PLAYER, "keep"):
        return line
    start = words.index(verb) + (2 if verb in _OF_A_PLAYER else 1)
    words[start:] = [_capitals(word, verb, draft.board) for word in words[start:]]
    if verb in VERBS:
        words = [f"{number}.", *([who] if words[0] == verb else []), *words]
    elif words[0] == "deal":
        words = [*(draft.undealt or [who])[:1], *words]
    elif words[0] == "keep":
        words = [*(draft.unkept or [who])[:1], *words]
    return " ".join([*words, *([comment] if comment else [])])


def _capitals(word: str, verb: str, board: Board) -> str:
    """Return a word with the capital letters that cards and the codes of cities have.

    >>> from ttrn.boards import board
    >>> [_capitals(word, "claim", board("usa")) for word in ("sea-por#2", "rrl", "x", "Seattle-por", "!kwl")]
    ['SEA-POR#2', 'RRL', 'x', 'Seattle-por', '!KWL']
    """
    codes = {city.code for city in board.cities}
    places = re.split("[-@]", word.partition("#")[0].upper())
    if _CODES.fullmatch(word) and all(place in codes for place in places if place):
        return word.upper()
    return word.upper() if verb in _WITH_CARDS and _CARDS.fullmatch(word) else word
