"""The words of a text with their kinds and places, by the grammar: for whoever colours a text or asks what is meant.

A line is followed word by word through the table of the grammar, so that each word is of the kind that is expected
there. What is not expected has no kind, and the rest is looked at as if it were not there: a line that is being typed
has its colours too. Problems are the reader's business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ttrn.notation.grammar_tables import Tables, shifted, stored
from ttrn.notation.lexicon import keywords, pattern

UNEXPECTED: Final = ""
"""The kind of a word that the grammar does not expect where it stands."""

CATEGORIES: Final = {
    "OPEN": "bracket",
    "CLOSE": "bracket",
    "LSQB": "bracket",
    "RSQB": "bracket",
    "BAR": "bracket",
    "COMMENT": "comment",
    "BLOCK": "comment",
    "STRING": "text",
    "TAG_NAME": "tag",
    "NUMBER": "number",
    "COUNT": "count",
    "RESULT": "count",
    "STANDING": "count",
    "COMPONENT": "count",
    "ID": "player",
    "COLOR": "color",
    "QUANTITY": "keyword",
    "CARDS": "cards",
    "FACE_UP": "cards",
    "TAKE": "cards",
    "TURNED": "cards",
    "SURCHARGE": "cards",
    "REFILL": "cards",
    "NONE": "cards",
    "NONE_TURNED": "cards",
    "GIVEN_UP": "cards",
    "CITY": "city",
    "PASSENGER": "city",
    "ROUTE": "city",
    "PATH": "city",
    "TICKET": "city",
    "UNKNOWN": "city",
    "MARK": "mark",
}
"""What each kind of word is to somebody who colours a text; every keyword is a "keyword"."""

_BLANK: Final = " \t"
_END: Final = "$END"
_OTHER = re.compile(r'"(?:[^"\\]|\\.)*+"?|[^\s;|()\]]+|.')


class Word(NamedTuple):
    """A word of a line: its kind, by the names of the grammar, and where it stands; columns count from 0."""

    kind: str
    start: int
    end: int


def category(kind: str) -> str:
    """Return what a kind of word is to somebody who colours a text: "keyword", "cards", "city"; "wrong" if it has none.

    >>> category("CLAIM"), category("ROUTE"), category("")
    ('keyword', 'city', 'wrong')
    """
    return "keyword" if kind in keywords() else CATEGORIES.get(kind, "wrong")


def marked_lines(text: str) -> Iterator[list[Word]]:
    """Yield the words of each line of a text, comments and brackets included.

    >>> [[word.kind for word in line] for line in marked_lines("( 3. ann pass ) ; or so" + chr(10) + "{ no")]
    [['OPEN', 'NUMBER', 'ID', 'PASS', 'CLOSE', 'COMMENT'], ['BLOCK']]
    """
    tables = stored()
    if tables is None:
        raise RuntimeError("grammar/ttrn.json is not made from this grammar: make grammar")
    inside = False
    for line in text.split("\n"):
        if line.startswith("[Game "):
            inside = False  # wherever it stands, even in a comment that was never closed
        words: list[Word] = []
        at = 0
        if not inside:
            at = _brackets(line, words)
            inside = line.startswith("{", at)
        if inside:
            end = line.find("}", at) + 1
            inside = not end
            words.append(Word("BLOCK", at, end or len(line)))
            at = end or len(line)
        _body(line, at, words, tables)
        yield words


def _brackets(line: str, words: list[Word]) -> int:
    """Take the brackets that a line opens; return where it goes on."""
    at = _skip(line, 0)
    while line.startswith("(", at):
        words.append(Word("OPEN", at, at + 1))
        at = _skip(line, at + 1)
    return at


def _body(line: str, at: int, words: list[Word], tables: Tables) -> None:
    """Take the words of a tag, a statement or a turn, then closing brackets and the comment."""
    at = _skip(line, at)
    first = line[at : at + 1]
    walk = _Walk(tables, "tag" if first == "[" else "turn" if first.isdigit() else "statement")
    while at < len(line):
        if line[at] == ";":
            words.append(Word("COMMENT", at, len(line)))
            return
        word = walk.next(line, at) or (Word("CLOSE", at, at + 1) if line[at] == ")" else None)
        if word is None:
            found = _OTHER.match(line, at)
            word = Word(UNEXPECTED, at, found.end() if found else at + 1)
        words.append(word)
        at = _skip(line, word.end)


class _Walk:
    """Goes through the table of the grammar, word by word."""

    def __init__(self, tables: Tables, start: str) -> None:
        self._tables = tables
        self._stack = [tables.starts[start][0]]

    def next(self, line: str, at: int) -> Word | None:
        """Return the word that stands at a column and go on behind it; nothing where no word is expected there."""
        best: Word | None = None
        for kind in _expected(self._tables.states[self._stack[-1]]):
            found = pattern(kind).match(line, at)
            if found and (best is None or found.end() > best.end or kind in keywords()):
                best = Word(kind, at, found.end())
        after = shifted(self._tables, self._stack, best.kind) if best else None
        self._stack = after or self._stack
        return best if after else None


def _expected(state: dict[str, int]) -> list[str]:
    return [kind for kind in state if kind.isupper() and kind != _END]


def _skip(line: str, at: int) -> int:
    while at < len(line) and line[at] in _BLANK:
        at += 1
    return at
