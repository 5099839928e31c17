"""What Lark makes of the grammar, kept in a file: to ask Lark takes longer than to read most records.

``grammar/ttrn.lark`` is the only definition. ``grammar/ttrn.json`` has the patterns of its terminals and the LALR(1)
table that Lark computes from it; ``make grammar`` writes it, and it is used only if it was made from the very text of
the grammar. It serves lines that are cut at their spaces and follow the grammar; every other line, and every mistake,
is Lark's.
"""

from __future__ import annotations

import json
import zlib
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ttrn.resources import resource

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Collection, Sequence

_END: Final = "$END"


class Tables(NamedTuple):
    """The terminals and the LALR(1) table of the grammar."""

    grammar: int
    """The checksum of the grammar's text."""
    terminals: dict[str, str]
    """The pattern of every terminal that is a word of a line, by its name."""
    starts: dict[str, tuple[int, int]]
    """The first and the last state of every start symbol."""
    states: list[dict[str, int]]
    """What follows on a symbol in each state: the next state, or ``-1 - n`` to reduce by the rule ``n``."""
    rules: list[tuple[str, str, int]]
    """The rules: what they build, the symbol that they make, of how many."""


def checksum(grammar: str) -> int:
    """Return what tells one text of the grammar from another; whoever changes it by hand is no attacker."""
    return zlib.crc32(grammar.encode())


@cache
def stored() -> Tables | None:
    """Return the tables in the file, None if there are none for this grammar: Lark then has to be asked."""
    try:
        grammar = resource("grammar", "ttrn.lark").read_text(encoding="utf-8")
        data = json.loads(resource("grammar", "ttrn.json").read_text(encoding="utf-8"))
        found = Tables(**data)
    except (OSError, ValueError, TypeError):
        return None
    return found if found.grammar == checksum(grammar) else None


def kinds_of(
    start: str, words: Sequence[str], built: Collection[str], pattern: Callable[[str], re.Pattern[str]]
) -> tuple[str, list[str]] | None:
    """Return the rule that words follow, one of those in ``built``, and the terminal of each word.

    ``pattern`` gives the pattern of a terminal. Returns None where this cannot be told without Lark: a mistake, a word
    that two terminals fit, no tables.
    """
    tables = stored()
    if tables is None:
        return None
    first, last = tables.starts[start]
    stack, kinds, rule = [first], list[str](), ""
    for word in (*words, None):
        kind = _kind(tables.states[stack[-1]], word, pattern)
        if kind is None:
            return None
        while True:
            action = tables.states[stack[-1]].get(kind)
            if action is None:
                return None
            if action >= 0:
                stack.append(action)
                kinds.append(kind)
                break
            builds, symbol, length = tables.rules[-1 - action]
            rule = builds if builds in built else rule
            del stack[len(stack) - length :]
            stack.append(tables.states[stack[-1]][symbol])
            if word is None and stack[-1] == last:
                return (rule, kinds) if rule else None
    return None


def _kind(state: dict[str, int], word: str | None, pattern: Callable[[str], re.Pattern[str]]) -> str | None:
    """Return the only terminal that may stand here and fits the word."""
    if word is None:
        return _END if _END in state else None
    fitting = [name for name in state if name.isupper() and name != _END and pattern(name).fullmatch(word)]
    return fitting[0] if len(fitting) == 1 else None


def shifted(tables: Tables, stack: Sequence[int], kind: str) -> list[int] | None:
    """Return the stack of states after a word of a kind, None where the grammar does not expect one."""
    after = list(stack)
    while (action := tables.states[after[-1]].get(kind)) is not None:
        if action >= 0:
            return [*after, action]
        _, symbol, length = tables.rules[-1 - action]
        del after[len(after) - length :]
        after.append(tables.states[after[-1]][symbol])
    return None


def expected(tables: Tables, stack: Sequence[int]) -> list[str]:
    """Return the kinds of words that the grammar expects after a stack of states, but for the end of the line."""
    words = [kind for kind in tables.states[stack[-1]] if kind.isupper() and kind != _END]
    return [kind for kind in words if shifted(tables, stack, kind) is not None]
