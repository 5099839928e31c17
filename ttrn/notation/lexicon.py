"""The words of the notation, taken from ``grammar/ttrn.lark``.

The grammar is the only definition of the syntax. This module builds the Lark parser from it, once and only when it is
first needed (most records are read without it, by the stored tables), and answers whether a text is a given word of the
grammar.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from ttrn.notation.grammar_tables import stored
from ttrn.resources import resource

if TYPE_CHECKING:
    from lark import Lark

CARD_ORDER = "ROYGBPKWLFT?"
"""The card letters in canonical order: eight colours, locomotive, "+4", passenger card, unknown."""

MARKS = ("!", "?", "!!", "??", "!?", "?!")
"""The annotations, without the ``$`` they are written with."""

ACTIONS: Final = ("draw", "claim", "tickets", "station", "ride", "play", "pass")
"""The words with which the actions of turns begin."""

START_SYMBOLS = ("tag", "statement", "turn", "move")

_MEMO_LENGTH: Final = 64
"""How many characters a text may have to be remembered: long ones hardly come again, and would fill the memory."""

_RANK = {letter: rank for rank, letter in enumerate(CARD_ORDER)}


@cache
def parser() -> Lark:
    """Return the LALR parser of single lines; its trees keep every token."""
    from lark import Lark  # noqa: PLC0415  Lark alone takes longer to import than all of ttrn

    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        start=list(START_SYMBOLS),
        keep_all_tokens=True,
        maybe_placeholders=False,
        strict=False,
    )


@cache
def grammar_text() -> str:
    """Return the text of the grammar."""
    return resource("grammar", "ttrn.lark").read_text(encoding="utf-8")


@cache
def pattern(terminal: str) -> re.Pattern[str]:
    """Return the compiled pattern of a terminal that is a word of a line, by its name in the grammar.

    Raises:
        KeyError: the grammar has no such terminal.
    """
    return re.compile(_terminals()[terminal])


@cache
def _terminals() -> dict[str, str]:
    tables = stored()
    if tables is not None:
        return tables.terminals
    ignored = set(parser().ignore_tokens)
    return {t.name: t.pattern.to_regexp() for t in parser().terminals if t.name not in ignored}


@cache
def keywords() -> dict[str, str]:
    """Return the words that have a meaning of their own in the notation, by the names of their terminals.

    The grammar names the terminal of such a word after it: ``DRAW: "draw" _END``.
    """
    names = [name for name, text in _terminals().items() if re.match(rf"(\(\?:)?{name.lower()}\b", text)]
    return {name: name.lower() for name in names}


def is_word(terminal: str, text: str) -> bool:
    """Return whether the whole of a text is one word of this kind.

    >>> is_word("ROUTE", "SEA-POR#2"), is_word("ROUTE", "SEA")
    (True, False)
    """
    return _is_word(terminal, text) if len(text) <= _MEMO_LENGTH else _is_word.__wrapped__(terminal, text)


@lru_cache(maxsize=16_384)
def _is_word(terminal: str, text: str) -> bool:
    return pattern(terminal).fullmatch(text) is not None


def sort_cards(cards: str) -> str:
    """Return a hand or payment in canonical order.

    >>> sort_cards("L?KRR")
    'RRKL?'

    Raises:
        KeyError: a letter is not a card.
    """
    return _sort_cards(cards) if len(cards) <= _MEMO_LENGTH else _sort_cards.__wrapped__(cards)


@lru_cache(maxsize=16_384)
def _sort_cards(cards: str) -> str:
    return "".join(sorted(cards, key=_RANK.__getitem__))
