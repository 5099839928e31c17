"""What somebody types at the table, read as a line of the record.

The number of a turn and the player need not be typed, nor capital letters: both follow from the moment and the board.
Nothing else is guessed; what cannot be read is explained by the reader of records.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.lexicon import ACTIONS, is_word
from ttrn.notation.problems import Problem
from ttrn.notation.reader import loads
from ttrn.notation.records import Comment, Deal, Keep, Market, Turn
from ttrn.recording.editing import ANYWAY, How, is_dealt, turn_at, with_line, with_turn
from ttrn.recording.forms import unseen_setup
from ttrn.replays.run import Run

INSISTED: Final = "!!"
"""At the end of a line: record it although it breaks a rule."""

_NUMBERED: Final = re.compile(r"(\d+)\.\s*(.*)", re.DOTALL)
_CODES: Final = re.compile(r"@?[a-z]{3}(-[a-z]{3})*(#\d)?")
_CARDS: Final = re.compile(r"[!+>]?[roygbpkwlft?>/-]+")
_OF_A_PLAYER: Final = ("reveal", "routes", "stations", "complete")
_WITH_CARDS: Final = ("draw", "claim", "station", "ride", "play", "deal", "market", "deck", "shuffle", "complete")


class Cursor(NamedTuple):
    """Where a line is typed: in which record, and whose turn of which number it would be."""

    game: GameRecord
    board: Board
    player: str
    number: int

    @property
    def ids(self) -> list[str]:
        """The ids of the players, in turn order."""
        return [player.id for player in self.game.players]

    @property
    def undealt(self) -> list[str]:
        """The players without a line of what they were dealt, or with one that tells nothing yet."""
        forms = [*unseen_setup(self.board, self.ids)]
        told = {entry.player for entry in self._opening if isinstance(entry, Deal) and entry not in forms}
        return [name for name in self.ids if name not in told] if self.board.tables.dealt_cards else []

    @property
    def unkept(self) -> list[str]:
        """The players without a line of their starting tickets."""
        told = {entry.player for entry in self._opening if isinstance(entry, Keep)}
        return [name for name in self.ids if name not in told]

    @property
    def market_told(self) -> bool:
        """Whether a line tells the face-up cards of the setup."""
        return any(isinstance(entry, Market) and set(entry.cards) != {"?"} for entry in self._opening)

    @property
    def _opening(self) -> tuple[Entry, ...]:
        return self.game.entries[: turn_at(self.game, self.game.first_turn)]


def read_line(cursor: Cursor, typed: str) -> Entry | tuple[Problem, ...]:
    """Return the entry that a line is, or why it is none."""
    line = typed.strip()
    if line.startswith(("(", ")")):
        text = "variations are not written here, but in an editor afterwards"
        return (Problem("TEXT-BRACKET", text, text=line, column=1),)
    numbered = _NUMBERED.fullmatch(line)
    if numbered and int(numbered[1]) != cursor.number:
        there = turn_at(cursor.game, int(numbered[1])) is not None
        hint = f'to change turn {numbered[1]}, type "edit {numbered[1]} {numbered[2]}"' if there else ""
        text = f"this is turn {cursor.number}, not turn {numbered[1]}"
        return (Problem("TEXT-NUMBER", text, column=1, width=len(numbered[1]), text=line, hint=hint),)
    if line.startswith("[Game"):
        return (Problem("TEXT-TWICE", "the board of a record that has begun stays", text=line, column=1),)
    line = _completed(cursor, numbered[2] if numbered else line)
    head = f'[Game "{cursor.board.name}"]\n[Position "x"]\n'
    # A tag stands above the players, and somebody new among them.
    above = line.startswith(("[", "player "))
    players = "".join([f"player {name}\n" for name in cursor.ids])
    found = loads(f"{head}{line}\n" if above else f"{head}{players}{line}\n")
    if found.problems:
        return tuple([_here(problem, line) for problem in found.problems])
    entry = found.games[0].entries[-1]
    if isinstance(entry, Comment) and entry.block and "\n" in entry.text:
        return (Problem("TEXT-LINE", "a comment typed here has one line", text=line, column=1),)
    return entry


def typed_line(text: str, cursor: Cursor, line: str, how: How, dealt_after: int = 0) -> str:
    """Return a text with a typed line in it: ``claim SEA-POR R`` as the turn of a player, ``score ann=12`` as it is.

    A turn against the rules is written too, and its comment says so. What is dealt stands after so many turns.

    Raises:
        ValueError: the line cannot be read; the words say why.
    """
    entry = read_line(cursor, line)
    if isinstance(entry, tuple):
        message, hint = entry[0].message, entry[0].hint
        raise ValueError(f"{message} ({hint})" if hint else message)  # noqa: TRY004  of what was typed
    if not isinstance(entry, Turn):
        after = dealt_after if is_dealt(entry) else None
        return with_line(text, cursor.game, cursor.board, entry, after).text
    written = with_turn(text, cursor.game, entry, cursor.number, how)
    if entry.comment is None and _breaks_a_rule(written, cursor):
        written = with_turn(text, cursor.game, replace(entry, comment=Comment(ANYWAY)), cursor.number, how)
    return written


def _breaks_a_rule(text: str, cursor: Cursor) -> bool:
    run = Run(loads(text).games[0], cursor.board)
    for _ in run.steps():
        pass
    return any(problem.turn == cursor.number for problem in run.problems)


def insisted(line: str) -> tuple[str, bool]:
    """Return a line without the mark at its end that wants it recorded anyway, and whether it was there.

    >>> insisted("draw L R !!"), insisted("draw R ? $!!"), insisted("draw R ? !! ; hm"), insisted("pass ; oh !!")
    (('draw L R', True), ('draw R ? $!!', False), ('draw R ? ; hm', True), ('pass ; oh !!', False))
    """
    body, comment = without_comment(line)
    words = body.rstrip()
    if not words.endswith(f" {INSISTED}"):
        return line, False
    return f"{words.removesuffix(INSISTED).rstrip()}{f' {comment}' if comment else ''}", True


def _here(problem: Problem, line: str) -> Problem:
    """Return a problem of a line that is in no file yet."""
    return Problem(
        problem.rule, problem.message, column=problem.column, width=problem.width, text=line, hint=problem.hint
    )


def without_comment(line: str) -> tuple[str, str]:
    """Part a line from its comment, which begins at the first ``;`` outside quotes.

    >>> without_comment('[Event "a;b"] ; c')
    ('[Event "a;b"] ', '; c')
    """
    quoted = False
    for i, letter in enumerate(line):
        if letter == '"' and (not i or line[i - 1] != "\\"):
            quoted = not quoted
        elif letter == ";" and not quoted:
            return line[:i], line[i:]
    return line, ""


def _completed(cursor: Cursor, line: str) -> str:
    """Put in what follows from the moment: the number, the player, capital letters."""
    body, comment = without_comment(line)
    words = body.split()
    if not words:
        return line
    ids = cursor.ids
    people = {name.casefold(): name for name in ids}
    people |= {player.name.casefold(): player.id for player in cursor.game.players if player.name}
    if words[0] not in ACTIONS and words[0].casefold() in people:
        words[0] = people[words[0].casefold()]
    verb = words[0] if words[0] not in ids or len(words) == 1 else words[1]
    if verb not in (*ACTIONS, *_WITH_CARDS, *_OF_A_PLAYER, "keep"):
        # A word of nothing is most likely a misspelt action: as a turn its problem is told with what was meant.
        turn = is_word("ID", words[0]) and not {*words[:2]} & {*ids, *ACTIONS, "deal", "keep"}
        return f"{cursor.number}. {cursor.player} {line}" if turn else line
    start = words.index(verb) + (2 if verb in _OF_A_PLAYER else 1)
    words[start:] = [_capitals(word, verb, cursor.board) for word in words[start:]]
    if verb in ACTIONS:
        words = [f"{cursor.number}.", *([cursor.player] if words[0] == verb else []), *words]
    elif words[0] == "deal":
        words = [*(cursor.undealt or [cursor.player])[:1], *words]
    elif words[0] == "keep":
        words = [*(cursor.unkept or [cursor.player])[:1], *words]
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
