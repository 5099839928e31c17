"""Text to games: splits games into lines, has each parsed, and says what is wrong with those that cannot be.

A game comes out whole or not at all: one broken line costs its game, never its neighbours, and every broken line of
the game is reported. Nothing is repaired and nothing is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import dropwhile
from typing import Final, NamedTuple

from ttrn.notation.build import Move
from ttrn.notation.game import MAX_DEPTH, MAX_TURN, Disorder, Entry, GameRecord, Order, Variation, trusted_game
from ttrn.notation.hints import did_you_mean, near
from ttrn.notation.legible import BrokenReading, Legible, Reading, can_be_followed, in_order
from ttrn.notation.lexicon import is_word
from ttrn.notation.line_memo import MOVES, STATEMENTS, TURNS, new_move, new_turn
from ttrn.notation.numbering import RENUMBER, Numbering
from ttrn.notation.problems import Problem, also_in, amount
from ttrn.notation.records import Comment, Pass, Player, Statement, Tag, Turn, trusted_turn
from ttrn.notation.source import MAX_LINE, MAX_WORDS, Chunk, Source, games, lines_of, many_words, name_of
from ttrn.notation.syntax import Trouble, parse

__all__ = ["MAX_PROBLEMS", "BrokenReading", "Reading", "Readings", "loads", "read", "read_chunk"]

MAX_PROBLEMS: Final = 100
"""How many problems are reported for one game."""

_BLANK: Final = " \t"
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_BEFORE_COMMENT = re.compile(r'(?:[^;"]++|"(?:[^"\\]++|\\.)*+")*+')
_TURN = re.compile(r"([^ \t]+)[ \t]+([^ \t]+)(?:[ \t]+|$)(.*)", re.DOTALL)
_NAME = re.compile(r"\w+")
_GAME_TAG = re.compile(r"\[[ \t]*Game\b")
_PREFIXES = [f"{number}. " for number in range(1000)]
_LEADING_NUMBER = re.compile(r"[ \t(]*([1-9][0-9]{0,5})\b[^\w]*([a-z]\w*)?")


class Readings(NamedTuple):
    """What came of a whole text: its sound games in order, and everything that is wrong with the others."""

    games: tuple[GameRecord, ...]
    problems: tuple[Problem, ...]

    def __repr__(self) -> str:
        return f"<Readings: {amount(self.games, 'game')}, {amount(self.problems, 'problem')}>"


def read(source: Source) -> Iterator[Reading]:
    """Read games one at a time, in constant memory.

    Args:
        source: a path, an open file (bytes or text), or the text itself if it holds a line break. Files compressed
            with gzip or Zstandard are recognised by their content. UTF-8 with or without byte order mark, any line end.

    Yields:
        For each game either the game or its problems. Text before the first game is a problem of its own.

    Raises:
        OSError: the file cannot be opened or read.
    """
    file = name_of(source)
    for chunk in games(source):
        yield read_chunk(chunk, file)


def loads(text: str) -> Readings:
    """Read all games of a text.

    >>> loads('[Game "usa"]').games[0].board
    'usa'
    >>> print(loads('[Game "usa"').problems[0].message)
    expected a closing "]", found the end of the line
    """
    found: list[GameRecord] = []
    problems: list[Problem] = []
    for game, wrong in read(text + "\n"):
        if game is not None:
            found.append(game)
        problems.extend(wrong)
    return Readings(tuple(found), tuple(problems))


def read_chunk(chunk: Chunk, file: str) -> Reading:
    """Read one game that has been cut out of its file."""
    reader = _Lines(chunk, file)
    if chunk.fault:
        rule = "TEXT-LIMIT" if "longer than" in chunk.fault else "TEXT-FILE"
        reader.problem(rule, chunk.fault, chunk.line, text=chunk.text.partition("\n")[0])
    elif chunk.number == 0:
        reader.stray()
    elif many_words(chunk.text):
        message = f"this game has more than {MAX_WORDS:,} words; it was not read"
        reader.problem("TEXT-LIMIT", message, chunk.line, text=chunk.text.partition("\n")[0])
    else:
        with suppress(_Stop):
            reader.run()
    return reader.reading()


def _plain(line: str) -> bool:
    """Return whether a line is nothing but a tag, a statement or a turn: without comments, brackets, indentation."""
    if len(line) > MAX_LINE or not line.isprintable() or line[0] == " " or line[-1] == " ":
        return False
    return not (";" in line or "(" in line or ")" in line or "{" in line or "}" in line)


class _Stop(Exception):  # noqa: N818  not an error: the rest of this game is not worth reading
    pass


class _Open(NamedTuple):
    """A variation that has been opened: what to go back to when it closes."""

    line: int
    column: int
    text: str
    entries: list[Entry]
    places: list[int]
    number: int | None
    problems: int
    """How many there were before it."""


class _Lines:
    """Reads the lines of one game."""

    def __init__(self, chunk: Chunk, file: str) -> None:
        self._chunk = chunk
        self._file = file
        self._order = Order()
        self._entries: list[Entry] = []
        self._places: list[int] = []
        self._open: list[_Open] = []
        self._problems: list[Problem] = []
        self._first = 0
        self._number: int | None = 1  # of the next turn; None after a line whose number could not be read
        self._players_known = True
        self._numbering = Numbering()
        self._habits: dict[str, tuple[int, list[int]]] = {}  # slips that are told once: which problem, the other lines
        self._unread: set[int] = set()  # the lines of turns that happened, whatever they were
        self._followed, self._loose = True, False
        self._unclosed = 0  # the line of a comment that is never closed: those after it are looked at all the same
        self._lines: Iterator[tuple[int, str]] = iter(enumerate(lines_of(chunk.text), chunk.line))

    def reading(self) -> Reading:
        entries, places, first = tuple(self._entries), tuple(self._places), self._first or 1
        if not self._problems:
            return Reading(trusted_game(entries, first, places, self._chunk.text), ())
        for index, lines in self._habits.values():
            self._problems[index] = also_in(self._problems[index], lines)
        found = BrokenReading(None, tuple(self._problems))
        if self._followed and not self._open and can_be_followed(entries, self._problems):
            entries, places = in_order(entries, places)
            start = first if "Position" in self._order.tags else 1
            game = trusted_game(entries, start, places, self._chunk.text)
            found.legible = Legible(game, frozenset(self._unread), self._loose)
        return found

    def run(self) -> None:
        """Read all lines; those that a comment took which is never closed are looked at too."""
        self._read()
        if self._unclosed:
            lines = enumerate(lines_of(self._chunk.text), self._chunk.line)
            self._lines = dropwhile(lambda row: row[0] <= self._unclosed, lines)
            self._read()
        self._end()

    def _read(self) -> None:
        """Read line after line. Most lines were seen before: for them a look into the memos is enough."""
        turns, players = TURNS.recent, self._order.players
        entries, places = self._entries, self._places
        prefixes, known = _PREFIXES, len(_PREFIXES)
        number = (self._number or 0) if self._problems else 1  # of the next turn; 0 where it cannot be told
        prefix = _prefix(number)
        for place, line in self._lines:
            if line.startswith(prefix):
                rest = line[len(prefix) :]
                turn = turns.get(rest)
                if turn is None or turn.player not in players:
                    turn = new_turn(rest, players)
                if turn is not None:
                    entries.append(turn)
                    places.append(place)
                    if number == 1:
                        self._first = 1
                        self._order.phase = Order.PLAY
                    number += 1
                    prefix = prefixes[number] if number < known else _prefix(number)
                    continue
            if not line:
                continue
            if number:
                self._number = number
            if (statement := STATEMENTS.find(line)) is not None:
                self._ordered(place, line, statement)
            elif _plain(line):
                self._body(place, line, 0, line, None)
            else:
                self._line(place, line)
            entries, places = self._entries, self._places
            number = self._number or 0
            prefix = _prefix(number)

    def _end(self) -> None:
        if self._open:
            at = self._open[-1]
            self.problem("TEXT-BRACKET", 'this variation is never closed with ")"', at.line, at.column, 1, at.text)

    def stray(self) -> None:
        for place, line in self._lines:
            if bad := _UNPRINTABLE.search(line):
                self._bad_character(place, line, bad)
                return
            if line.strip():
                message = "a file starts with a [Game] tag; this text belongs to no game"
                hint = 'a game starts with a line like [Game "usa"], "[" in the first column'
                self.problem("TEXT-STRAY", message, place, text=line, hint=hint)
                return

    def problem(  # noqa: PLR0917  what every place in this class passes, in the order of the record
        self, rule: str, message: str, line: int, column: int = 0, width: int = 1, text: str = "", hint: str = ""
    ) -> None:
        """Take note of a problem; the column counts from 1."""
        found = Problem(rule, message, self._file, line, column, width, text[: 2 * MAX_LINE], hint, self._chunk.number)
        self._problems.append(found)
        if len(self._problems) == MAX_PROBLEMS:
            message = f"this game has {MAX_PROBLEMS} problems or more: the rest of it was not read"
            self._problems.append(replace(found, rule="TEXT-LIMIT", message=message, column=0, text="", hint=""))
            raise _Stop

    # --- one line, the long way --------------------------------------------------------------------------------------

    def _line(self, place: int, line: str) -> None:
        if len(line) > MAX_LINE:
            self._too_long(place, line)
            return
        if bad := _UNPRINTABLE.search(line):
            self._bad_character(place, line, bad)
            return
        at = _skip(line, 0)
        while line.startswith("(", at):
            self._open_variation(place, line, at)
            at = _skip(line, at + 1)
        if line.startswith("{", at):
            place, line, at = self._block(place, line, at)
        self._content(place, line, at)

    def _content(self, place: int, line: str, at: int) -> None:
        """Read what a line says after its opening brackets: a tag, a statement or a turn; then its comment."""
        text, comment = _split_comment(line, at)
        body = text.rstrip(_BLANK + ")")
        closing = text.count(")", len(body))
        before = len(self._problems)
        if body:
            self._body(place, line, at, body, None if closing else comment)
        elif comment and not closing:
            self._add(place, comment)
        opened = body.count("(") if len(self._problems) > before else 0  # those in a wrong place, and reported
        brackets = [at + found.start() + 1 for found in re.finditer(r"\)", text[len(body) :])] if closing else []
        for column in brackets[opened:]:
            self._close_variation(place, line, len(body) + column, comment if column == brackets[-1] else None)

    def _body(self, place: int, line: str, at: int, body: str, comment: Comment | None) -> None:
        if body[0].isdigit():
            self._turn(place, line, at, body, comment)
            return
        if _GAME_TAG.match(body) and place != self._chunk.line:
            message = 'a game starts with "[Game " in the first column'
            self.problem("TEXT-ORDER", message, place, at + 1, len("[Game"), line)
            return
        parsed = parse("tag" if body[0] == "[" else "statement", body)
        if isinstance(parsed, Trouble):
            self._mend(place, line, at, body, comment)
            if body[0] == ")" and self._open:
                self._close_variation(place, line, at + 1, None)
            return
        assert not isinstance(parsed, Move)
        if comment:
            parsed = replace(parsed, comment=comment)
        elif body == line:
            STATEMENTS.keep(line, parsed)
        self._ordered(place, line, parsed)

    def _turn(self, place: int, line: str, at: int, body: str, comment: Comment | None) -> None:
        parts = _TURN.fullmatch(body)
        if parts and is_word("NUMBER", parts[1]) and is_word("ID", parts[2]):
            number_word, player, rest = parts.groups()
            found = MOVES.find(rest) or new_move(player, rest)
            if not isinstance(found, Trouble):
                self._count(place, line, at, number_word, player)
                self._ordered(place, line, replace(found, player=player, comment=comment))
                return
        number = re.match(r"[1-9][0-9]{6,}\.", body)
        if number:
            message = f"turn numbers end at {MAX_TURN:,}"
            self.problem("TEXT-LIMIT", message, place, at + 1, number.end(), line)
            self._lost(place, line)
        else:
            self._mend(place, line, at, body, comment)

    def _ordered(self, place: int, line: str, entry: Tag | Statement | Turn) -> None:
        disorder = self._order.disorder(entry)
        if disorder is None or (disorder.rule == "TEXT-PLAYER" and not self._players_known):
            self._add(place, entry)
            return
        if disorder.rule != "TEXT-PLAYER" or not self._again(disorder.message, place):
            self._disorder(place, line, disorder)
        if disorder.rule == "TEXT-VERSION":
            self._followed = False  # nobody here knows what its lines mean
            raise _Stop
        # What follows is for checking the rest of the game: the line is taken for what was most likely meant.
        if isinstance(entry, Player):
            self._order.players.setdefault(entry.id)
            self._followed = self._followed and disorder.rule == "TEXT-ORDER"
            self._add(place, entry)
        elif isinstance(entry, Turn):
            meant = near(entry.player, list(self._order.players))
            self._followed = self._followed and bool(meant)
            self._add(place, trusted_turn(meant, entry.action, entry.refill, entry.marks))
        else:
            self._loose = True
            self._followed = self._followed and not (isinstance(entry, Tag) and entry.name in ("Position", "Rules"))

    def _disorder(self, place: int, line: str, disorder: Disorder) -> None:
        starts = [found.start() for found in _NAME.finditer(line) if found[0] == disorder.word]
        column, width = (starts[0] + 1, len(disorder.word)) if starts else (0, 1)
        hint = ""
        if disorder.rule == "TEXT-PLAYER":
            introduce = f'every player has a line above the others, like "player {disorder.word}"'
            hint = did_you_mean(disorder.word, list(self._order.players)) or introduce
        self.problem(disorder.rule, disorder.message, place, column, width, line, hint)

    def _add(self, place: int, entry: Entry) -> None:
        self._entries.append(entry)
        self._places.append(place)

    # --- numbers -----------------------------------------------------------------------------------------------------

    def _count(self, place: int, line: str, at: int, word: str, player: str) -> None:
        """Check a turn's number, and expect the next one."""
        number = int(word[:-1])
        if not self._first:
            self._first = number
            self._number = number if "Position" in self._order.tags or self._problems else 1
        told = self._numbering.look(number, self._number, player, self._entries)
        if told is not None:
            hint = told.hint
            if self._open and self._open[-1].number == (self._number or 0) + 1:
                hint = "a variation starts with the number of the turn that it replaces"
            elif self._first == number and self._number == 1:
                hint = "only a game with a [Position] tag starts with another turn"
            self.problem("TEXT-NUMBER", told.message, place, at + 1, len(word), line, hint)
            if told.repeated:
                self._numbering.told_at = len(self._problems) - 1
        elif self._numbering.by_rounds and self._numbering.told_at >= 0:
            self._problems[self._numbering.told_at] = self._numbering.rounds(self._problems[self._numbering.told_at])
        self._number = self._numbering.next

    def _lost(self, place: int, line: str) -> None:
        """Go on after a line that could not be read: expect what must follow it, if that can be told."""
        found = _LEADING_NUMBER.match(line)
        if found:
            self._add(place, trusted_turn(found[2] if found[2] in self._order.players else "", Pass(), None, ()))
            self._unread.add(place)
            self._order.phase = Order.PLAY
        self._loose = self._loose or not found
        self._number = int(found[1]) + 1 if found else None
        self._first = self._first or 1

    def _again(self, slip: str, place: int) -> bool:
        """Return whether this slip has been told before in this game; if so, remember only the line."""
        if slip in self._habits:
            self._habits[slip][1].append(place)
            return True
        self._habits[slip] = len(self._problems), []
        return False

    # --- brackets ----------------------------------------------------------------------------------------------------

    def _open_variation(self, place: int, line: str, at: int) -> None:
        if len(self._open) == MAX_DEPTH:
            message = f"variations nest at most {MAX_DEPTH} deep: the rest of this game was not read"
            self.problem("TEXT-LIMIT", message, place, at + 1, 1, line)
            raise _Stop
        # Looking through the entries would take quadratic time; while nothing is wrong, the numbers tell.
        follows = self._number != self._open[-1].number - 1 if self._open and self._open[-1].number else self._first
        if not follows and not self._problems:
            self.problem("TEXT-BRACKET", "a variation follows the turn that it replaces", place, at + 1, 1, line)
            self._number, self._followed = None, False
        self._open.append(_Open(place, at + 1, line, self._entries, self._places, self._number, len(self._problems)))
        self._entries, self._places = [], []
        self._number = self._number - 1 if self._number else None

    def _close_variation(self, place: int, line: str, column: int, comment: Comment | None) -> None:
        if not self._open:
            self.problem("TEXT-BRACKET", 'this ")" closes nothing', place, column, 1, line)
            return
        opened = self._open.pop()
        entries, places = self._entries, self._places
        self._entries, self._places, self._number = opened.entries, opened.places, opened.number
        if any(isinstance(entry, Turn) for entry in entries):
            self._add(opened.line, Variation(tuple(entries), comment, tuple(places)))
        elif len(self._problems) == opened.problems:
            message = "a variation has at least one turn"
            self.problem("TEXT-BRACKET", message, opened.line, opened.column, 1, opened.text)

    # --- comments ----------------------------------------------------------------------------------------------------

    def _block(self, place: int, line: str, at: int) -> tuple[int, str, int]:
        """Read a block comment; return the line it ends on and the column after it."""
        start, first, column = place, line, at + 1
        rows: list[str] = []
        parts: list[str] = []  # rows put together: a million of them would take ten times the memory of their text
        before = len(self._problems)
        at += 1
        while (end := line.find("}", at)) < 0:
            rows.append(line[at:].rstrip(_BLANK))
            if len(rows) == 1000:
                parts.append("\n".join(rows))
                rows.clear()
            at = 0
            # Where one comment is never closed, no later one is.
            place, line = (0, "") if self._unclosed else next(self._lines, (0, ""))
            if not place:
                del self._problems[before:]
                self.problem("TEXT-BRACKET", 'this comment is never closed with "}"', start, column, 1, first)
                self._unclosed = self._unclosed or start
                return start, first, len(first)
            if len(line) > MAX_LINE:
                self._too_long(place, line, lost=False)
            if bad := _UNPRINTABLE.search(line):
                self._bad_character(place, line, bad, lost=False)
        rows.append(line[at:end].rstrip(_BLANK))
        if len(self._problems) == before:
            self._add(start, _comment("\n".join(parts + rows), block=True))
        if place != start and _UNPRINTABLE.search(line, end):
            # It has been told, and what it spoils is not read: it may have been a player's line.
            self._players_known, self._number, self._followed = False, None, False
            return place, line, len(line)
        return place, line, _skip(line, end + 1)

    # --- troubles ----------------------------------------------------------------------------------------------------

    def _too_long(self, place: int, line: str, *, lost: bool = True) -> None:
        message = f"this line is longer than {MAX_LINE:,} characters"
        self.problem("TEXT-LIMIT", message, place, text=line[:200] + "…")
        if lost:
            self._lost(place, line[:200])

    def _bad_character(self, place: int, line: str, bad: re.Match[str], *, lost: bool = True) -> None:
        code = ord(bad.group())
        if code >= 0xD800:
            message = f"byte 0x{code & 0xFF:02X} is not UTF-8" if code >= 0xDC80 else "half a character"
            hint = "save the file as UTF-8"
        else:
            message = f"control character U+{code:04X}"
            hint = "delete it" if code else "is this a text? save it as UTF-8"
        self.problem("TEXT-ENCODING", message, place, bad.start() + 1, 1, line, hint)
        if lost:
            self._lost(place, line)

    def _mend(self, place: int, line: str, at: int, body: str, comment: Comment | None) -> None:
        """Tell all that is wrong with a line; go on with what it most likely says, or as if it said nothing."""
        from ttrn.notation.broken_line import NO_NUMBER, Around, mend  # noqa: PLC0415  who writes no slips need not wait

        number = self._number if self._first else 1
        found = mend(line[:at], body, Around(self._order.players, number, self._players_known))
        for fault in found.faults:
            if not (fault.habit and self._again(fault.message, place)):
                hint = f"{fault.hint}; {RENUMBER}" if fault.message == NO_NUMBER else fault.hint
                self.problem("TEXT-LINE", fault.message, place, at + fault.column + 1, fault.width, line, hint)
        if found.body:
            self._body(place, line, at, found.body, comment)
            if found.unnumbered:
                self._numbering.allow(number)
        elif not found.read:
            lost_player = body.lower().startswith("player")
            self._players_known = self._players_known and not lost_player
            self._followed = self._followed and not (lost_player or body[0] == "[")
            self._lost(place, line)


def _prefix(number: int) -> str:
    """Return what the line of a turn starts with; what no line starts with, where there can be no such turn."""
    return f"{number}. " if 1 <= number <= MAX_TURN else "\n"


def _skip(line: str, at: int) -> int:
    """Return the column of the next character that is not blank."""
    return len(line) - len(line[at:].lstrip(_BLANK))


def _split_comment(line: str, at: int) -> tuple[str, Comment | None]:
    """Part a line at the semicolon that starts its comment; one inside quotes does not."""
    if ";" not in line:
        return line[at:], None
    body = _BEFORE_COMMENT.match(line, at)
    assert body
    if not line.startswith(";", body.end()):
        return line[at:], None
    return body.group(), _comment(line[body.end() + 1 :])


def _comment(text: str, *, block: bool = False) -> Comment:
    text = text.strip(" \t\n")
    if text.startswith("!"):
        return Comment(text[1:].strip(" \t\n"), private=True, block=block)
    return Comment(text, block=block)
