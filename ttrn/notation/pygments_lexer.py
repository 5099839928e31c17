"""Records in colour wherever Pygments is used: rich, Sphinx, MkDocs, notebooks. The words are those of the grammar."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Literal, Name, Number, Operator, Punctuation, String, Text

from ttrn.notation.marked_words import category, marked_lines

TOKENS: Final = {
    "keyword": Keyword,
    "number": Name.Label,
    "count": Number,
    "player": Name.Variable,
    "color": Name.Constant,
    "cards": Literal,
    "city": Name.Class,
    "text": String.Double,
    "tag": Name.Tag,
    "mark": Operator,
    "bracket": Punctuation,
    "comment": Comment,
    "wrong": Error,
}
"""What styles of Pygments know the categories of words by."""


class TtrnLexer(Lexer):  # type: ignore[misc]  # Pygments has no types
    """Cuts a record into the words of the notation; what the grammar does not expect is an error in it."""

    name = "TTRN"
    aliases: ClassVar[list[str]] = ["ttrn"]
    filenames: ClassVar[list[str]] = ["*.ttrn"]
    mimetypes: ClassVar[list[str]] = ["text/x-ttrn"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, object, str]]:
        """Yield the pieces of a text with their places and kinds."""
        start = 0
        for line, words in zip(text.split("\n"), marked_lines(text), strict=True):
            at = 0
            for word in words:
                if word.start > at:
                    yield start + at, Text, line[at : word.start]
                yield start + word.start, TOKENS[category(word.kind)], line[word.start : word.end]
                at = word.end
            if at < len(line):
                yield start + at, Text, line[at:]
            start += len(line) + 1
            if start <= len(text):
                yield start - 1, Text, "\n"
