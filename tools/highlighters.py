"""Make what colours records in editors from the grammar: ``make grammar``. A test compares the files.

The TextMate grammar of ``editors/vscode`` has one rule for each keyword, with the words that the grammar lets follow;
its test file has some lines with the scope of every word.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from ttrn.notation.grammar_tables import Tables, expected, shifted, stored
from ttrn.notation.lexicon import keywords
from ttrn.notation.marked_words import category, marked_lines

ROOT: Final = Path(__file__).parents[1]
TEXTMATE: Final = ROOT / "editors" / "vscode" / "syntaxes" / "ttrn.tmLanguage.json"
TESTS: Final = ROOT / "editors" / "vscode" / "tests" / "words.ttrn"

SCOPES: Final = {
    "keyword": "keyword.control.ttrn",
    "number": "constant.numeric.turn.ttrn",
    "count": "constant.numeric.ttrn",
    "player": "variable.other.player.ttrn",
    "color": "support.constant.color.ttrn",
    "cards": "constant.language.cards.ttrn",
    "city": "entity.name.type.place.ttrn",
    "text": "string.quoted.double.ttrn",
    "tag": "entity.name.tag.ttrn",
    "mark": "keyword.other.mark.ttrn",
    "bracket": "punctuation.section.ttrn",
    "comment": "comment.ttrn",
}
"""What themes of editors know the categories of words by."""

SHOWN: Final = """\
[Game "usa"]
player ann "Ann; the first" blue
ann deal RRBL
market RLLLK/GGRBW
ann keep LAX-NYC "Salt Lake City"-DEN | SEA-NYC#2
deck RGB?
shuffle RGB
3. ann draw R>G ?K $!
( 3. ann claim SEA-POR#2 RRL !KWL +WL @BER >/RGBYO ) ; the safer line
4. bob tickets ? ?l|?s
5. bob station ROY RR >G
6. ann ride BER-LEI-CHE T
7. ann play RRG
8. ann pass
9. ann claim Köln-PAR WW !KW x
complete ann SEA-NYC RRG
assert market GGLKW
assert deck 57
assert ann hand -
assert ann tickets LAX-NYC ?
assert ann stations 2
reveal ann LAX-NYC ?
routes ann SEA-POR "St. Louis"-NYC
stations bob PAR BER
sheet ann 1x=4 routes=60 tickets=-4
score ann=121 bob=98
rank ann=1 bob=2
finished
{ a block
of several lines } assert ann score 12
"""
"""Lines with every kind of word."""


_APART: Final = r"(?<![^ \t|])"
"""A word begins after a blank or a bar."""


class Context(NamedTuple):
    """A keyword, the words before it on its line, those that may follow at once, and those that may come later."""

    before: tuple[str, ...]
    keyword: str
    first: tuple[str, ...]
    later: tuple[str, ...]


def contexts(tables: Tables) -> Iterator[Context]:
    """Yield the keywords of statements and turns with what may follow them."""
    for start in ("statement", "turn"):
        yield from _contexts(tables, [tables.starts[start][0]], ())


def _contexts(tables: Tables, stack: list[int], before: tuple[str, ...]) -> Iterator[Context]:
    """Yield what is found after some words; lines with more keywords before those with fewer."""
    for kind in sorted(expected(tables, stack)):
        after = _shifted(tables, stack, kind)
        first, later = sorted(expected(tables, after)), _later(tables, after)
        if not keywords().keys().isdisjoint([*first, *later]):
            yield from _contexts(tables, after, (*before, kind))
        if kind in keywords():
            yield Context(before, kind, tuple(first), tuple(later))


def _later(tables: Tables, stack: list[int]) -> list[str]:
    """Return the words that may come in some way after the next one."""
    seen: set[int] = {stack[-1]}
    found: set[str] = set()
    open_: list[list[int]] = [_shifted(tables, stack, kind) for kind in expected(tables, stack)]
    while open_:
        here = open_.pop()
        if here[-1] in seen:
            continue
        seen.add(here[-1])
        for kind in expected(tables, here):
            found.add(kind)
            open_.append(_shifted(tables, here, kind))
    return sorted(found)


def _shifted(tables: Tables, stack: list[int], kind: str) -> list[int]:
    after = shifted(tables, stack, kind)
    assert after is not None
    return after


# --- TextMate --------------------------------------------------------------------------------------------------------


def textmate(tables: Tables) -> dict[str, Any]:
    """Return the grammar for editors that colour by patterns."""
    terminals = tables.terminals
    tag = rf"(\[)[ \t]*({terminals['TAG_NAME']})[ \t]*({terminals['STRING']})[ \t]*(\])"
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "TTRN",
        "scopeName": "source.ttrn",
        "fileTypes": ["ttrn"],
        "patterns": [
            {"match": tag, "captures": _captures(["LSQB", "TAG_NAME", "STRING", "RSQB"])},
            {"begin": r"\{", "end": r"\}|(?=^\[Game )", "name": SCOPES["comment"]},
            {"match": ";.*$", "name": SCOPES["comment"]},
            {"match": r"[()]", "name": SCOPES["bracket"]},
            *[_rule(tables, context) for context in contexts(tables)],
        ],
    }


def _rule(tables: Tables, context: Context) -> dict[str, Any]:
    words = [*context.before, context.keyword]
    begin = r"[ \t]+".join([f"({tables.terminals[word]})" for word in words])
    first = [
        {"match": rf"\G[ \t]*({tables.terminals[kind]})", "captures": _captures([kind])}
        for kind in sorted(context.first, key=_names_last)
    ]
    later = [
        {"match": f"{_APART if kind != 'BAR' else ''}(?:{tables.terminals[kind]})", "name": SCOPES[category(kind)]}
        for kind in sorted(context.later, key=_names_last)
    ]
    return {"begin": begin, "beginCaptures": _captures(words), "end": "(?=[;)]|$)", "patterns": [*first, *later]}


def _names_last(kind: str) -> tuple[bool, str]:
    """Sort keywords before names: where both fit it is the keyword."""
    return kind not in keywords(), kind


def _captures(kinds: list[str]) -> dict[str, Any]:
    return {str(number): {"name": SCOPES[category(kind)]} for number, kind in enumerate(kinds, 1)}


def test_text(lines: str) -> str:
    """Return lines with the scope of each word below it, as ``vscode-tmgrammar-test`` reads them."""
    rows = ['; SYNTAX TEST "source.ttrn" "every kind of word, by the grammar"']
    for line, words in zip(lines.split("\n"), marked_lines(lines), strict=True):
        rows.append(line)
        for word in words:
            width = word.end - word.start
            mark = f"<{'-' * width}" if not word.start else " " * (word.start - 1) + "^" * width
            if not _inside_block(line):
                rows.append(f";{mark} {SCOPES[category(word.kind)]}")
    return "\n".join(rows)


def _inside_block(line: str) -> bool:
    """A comment below it would be part of the block."""
    return line.startswith("{") and not line.endswith("}")


def write() -> None:
    """Write the files anew."""
    tables = stored()
    assert tables is not None
    TEXTMATE.write_text(json.dumps(textmate(tables), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    TESTS.write_text(test_text(SHOWN), encoding="utf-8")


if __name__ == "__main__":
    write()
