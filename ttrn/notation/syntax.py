"""One line of text to one record, by Lark.

Lark is exact and not fast, so it sees as little as possible. Every terminal of the grammar is a whole word, and at any
place in a line the words that may stand there differ in kind; hence how a line parses depends only on the kinds of its
words: ``claim SEA-POR R`` and ``claim LAX-PHX BBB`` have one *shape*. The first line of each shape is parsed by Lark's
table, kept in a file, and so tells which terminal each word stands for. A later line is cut at its spaces and tried
against the shapes known; each distinct word is matched with its terminal and decoded once. What is not cut as Lark
would cut it (quoted names in routes, glued bars), and what has more words or comes in more shapes than a game needs,
goes through Lark every time, and so do mistakes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from ttrn.notation.build import BUILDERS, DECODERS, PLAIN
from ttrn.notation.grammar_tables import kinds_of
from ttrn.notation.lexicon import keywords, parser, pattern

if TYPE_CHECKING:
    from collections.abc import Callable

    from lark import Token, Tree

    from ttrn.notation.build import Built, Fields
    from ttrn.notation.records import WrittenAction

MEMO_LIMIT: Final = 32_768
"""How many values a memo holds before it starts afresh, so that memory stays flat over any archive."""

MEMO_LENGTH: Final = 256
"""How many characters a text may have to be remembered: long ones hardly come again, and would fill the memory."""

MAX_WORDS: Final = 32
"""How many words a line may have for its shape to be remembered; lists of tickets have ever new ones."""

MAX_SHAPES: Final = 32
"""How many shapes are remembered for one keyword and number of words: each is tried on a line that fits none."""

# A word with quotes is cut as Lark cuts it. An open quote takes the rest of the line, so that no shape fits it; and
# nothing here goes back over what it has read, or a line of quotes would take quadratic time.
_PIECES = re.compile(
    r"""
    [\[\]|]
    | [^ \t\[\]|"]++ (?!")
    | (?: "(?:[^"\\]++|\\.)*+" | [^ \t\[\]|"] )++
    | ".*
    """,
    re.VERBOSE,
)


class Trouble(NamedTuple):
    """Why a line could not be parsed: where, and what the grammar would have accepted there."""

    column: int
    """Counts from 0 within the text that was parsed."""
    expected: frozenset[str]
    """The names of terminals; ``$END`` is the end of the line."""


class _Words:
    """The words of one terminal seen so far, with what they mean."""

    __slots__ = ("_decode", "_pattern", "kind", "memo")

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.memo: dict[str, object] = {}
        self._pattern = pattern(kind)
        self._decode: Callable[[str], object] = DECODERS.get(kind, str)

    def learn(self, word: str) -> object:
        """Return what a new word means, ``None`` if it is not of this kind."""
        if not self._pattern.fullmatch(word):
            return None
        if len(self.memo) >= MEMO_LIMIT:
            self.memo.clear()
        value = self._decode(word)
        if len(word) <= MEMO_LENGTH and "/" not in word:  # a market that was dealt anew hardly comes again
            self.memo[word] = value
        return value


class _Shape:
    """How lines of one shape are read."""

    __slots__ = ("_slots", "build")

    def __init__(self, rule: str, kinds: list[str]) -> None:
        self.build = BUILDERS[rule]
        found = [(i, kind, _words_of(kind)) for i, kind in enumerate(kinds)]
        self._slots = [
            (i, words.memo.get, kind if kind in DECODERS else "", words)
            for i, kind, words in found
            # A keyword in front has been looked at already: shapes are kept by it.
            if i or kind not in keywords()
        ]

    def fields(self, words: list[str]) -> Fields | None:
        """Decode as many words as the shape has, or return None if one of them does not fit."""
        fields: Fields = []
        for i, known, kind, slot in self._slots:
            value = known(words[i])
            if value is None:
                value = slot.learn(words[i])
                if value is None:
                    return None
            if kind:
                fields.append((kind, value))
        return fields


_vocabulary: dict[str, _Words] = {}
_shapes: dict[tuple[str, int, str], list[_Shape]] = {}


def _words_of(kind: str) -> _Words:
    words = _vocabulary.get(kind)
    if words is None:
        words = _vocabulary[kind] = _Words(kind)
    return words


def forget() -> None:
    """Empty the memos; the benchmarks use it to measure from cold."""
    _vocabulary.clear()
    _shapes.clear()


def parse(start: str, text: str) -> Built | Trouble:
    """Parse one line (or the move of a turn) from a start symbol of the grammar; a bad line gives its trouble."""
    # Only blanks and tabs part words; str.split knows more white space, but none of that is printable.
    plain = text.isprintable() and '"' not in text and "[" not in text
    if plain and ("|" not in text or text.count("|") == text.count(" | ")):
        words = text.split()
    else:
        words = _PIECES.findall(text)
    first = words[0] if words else ""
    key = (start, len(words), first if first in (_keywords or _learn_keywords()) else "")
    for shape in _shapes.get(key, ()):
        fields = shape.fields(words)
        if fields is not None:
            return shape.build(fields)
    found = kinds_of(start, words, BUILDERS, pattern)
    if found is not None:
        rule, kinds = found
        cut = words
    else:
        parsed = parse_with_lark(start, text)
        if isinstance(parsed, Trouble):
            return parsed
        rule, tokens = parsed
        kinds, cut = [kind for kind, _ in tokens], [word for _, word in tokens]
    shape = _Shape(rule, kinds)
    if cut == words and len(words) <= MAX_WORDS:
        known = _shapes.setdefault(key, [])
        if len(known) < MAX_SHAPES:
            known.append(shape)
    fields = shape.fields(cut)
    assert fields is not None
    return shape.build(fields)


def plain_action(move: str) -> WrittenAction | None:
    """Return what a move says that is of one of the commonest shapes and has known words, at a glance; or nothing."""
    words = move.split(" ")
    plain = PLAIN.get(words[0]) if len(words) == 3 else None
    if plain is None:
        return None
    firsts, seconds = _vocabulary.get(plain.first), _vocabulary.get(plain.second)
    if firsts is None or seconds is None:
        return None
    first, second = firsts.memo.get(words[1]), seconds.memo.get(words[2])
    return None if first is None or second is None else plain.build(first, second)


def parse_with_lark(start: str, text: str) -> tuple[str, list[tuple[str, str]]] | Trouble:
    """Let Lark parse a line; return the rule that it follows and its (terminal, word) pairs."""
    from lark import UnexpectedCharacters, UnexpectedToken  # noqa: PLC0415

    try:
        tree = parser().parse(text, start=start)
    except UnexpectedCharacters as e:
        # Lark does not count the end of the line among what was allowed here.
        at = e.column - 1
        complete = at and not isinstance(parse_with_lark(start, text[:at]), Trouble)
        return Trouble(at, frozenset(e.allowed or ()) | ({"$END"} if complete else set()))
    except UnexpectedToken as e:
        at = len(text) if e.token.type == "$END" else e.token.start_pos or 0
        return Trouble(at, frozenset(e.accepts or e.expected))
    tokens = tree.scan_values(lambda _: True)
    return _rule(tree), [(str(token.type), str(token)) for token in tokens]


def _rule(tree: Tree[Token]) -> str:
    """Return the rule that tells how to build the record: for a move, its action's."""
    if tree.data == "move":
        tree = next(tree.find_pred(lambda part: part.data != "move"))
    return str(tree.data)


_keywords: set[str] = set()


def _learn_keywords() -> set[str]:
    _keywords.update(keywords().values())
    return _keywords
