"""Every highlighter has the words of ``grammar/ttrn.lark``: made from it, or asked of it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tools import highlighters
from ttrn.notation.grammar_tables import stored
from ttrn.notation.lexicon import keywords, parser
from ttrn.notation.marked_words import CATEGORIES, Word, category, marked_lines
from ttrn.notation.pygments_lexer import TOKENS, TtrnLexer

SAMPLES = Path(__file__).parents[2] / "sample_games"
RECORDS = [
    path.read_text() for folder in ("teaching", "annotated") for path in sorted((SAMPLES / folder).glob("*.ttrn"))
]


def words(text: str) -> list[list[Word]]:
    return list(marked_lines(text))


def test_every_word_of_the_grammar_has_a_category() -> None:
    whole = {terminal.name for terminal in parser().terminals} - set(parser().ignore_tokens)
    assert whole == (set(CATEGORIES) - {"OPEN", "CLOSE", "COMMENT", "BLOCK"}) | set(keywords())
    assert (
        set(highlighters.SCOPES) == set(TOKENS) - {"wrong"} == {category(kind) for kind in [*CATEGORIES, *keywords()]}
    )


@pytest.mark.parametrize("text", [highlighters.SHOWN, *RECORDS])
def test_sound_lines_have_no_word_without_a_kind(text: str) -> None:
    assert not [word for line in words(text) for word in line if not word.kind]


def test_words_are_those_that_lark_finds() -> None:
    for line in highlighters.SHOWN.split("\n"):
        (found,) = words(line)
        body = [word for word in found if word.kind not in ("OPEN", "CLOSE", "COMMENT", "BLOCK")]
        if not body or line.startswith("{") or "}" in line:
            continue
        start = "tag" if line[0] == "[" else "turn" if body[0].kind == "NUMBER" else "statement"
        text = line[body[0].start : body[-1].end]
        tokens = parser().parse(text, start=start).scan_values(lambda _: True)
        assert [(token.type, str(token)) for token in tokens] == [(w.kind, line[w.start : w.end]) for w in body]


def test_a_line_that_is_being_typed_has_words_too() -> None:
    (line,) = words("12. ann claim SEA-")
    assert [word.kind for word in line] == ["NUMBER", "ID", "CLAIM", ""]


# --- TextMate --------------------------------------------------------------------------------------------------------


def test_the_textmate_grammar_is_made_from_the_grammar() -> None:
    tables = stored()
    assert tables is not None
    assert json.loads(highlighters.TEXTMATE.read_text(encoding="utf-8")) == highlighters.textmate(tables), (
        "make grammar"
    )
    assert highlighters.TESTS.read_text(encoding="utf-8") == highlighters.test_text(highlighters.SHOWN), "make grammar"


def scopes(grammar: dict[str, Any], text: str) -> Iterator[list[tuple[str, str]]]:
    """Yield the pieces of each line with their scopes, as an editor finds them; no rule spans lines here."""
    for line in text.split("\n"):
        rules, at, anchor = grammar["patterns"], 0, -1
        found: list[tuple[str, str]] = []
        while (nearest := _nearest(rules, line, at, anchor)) is not None:
            rule, match = nearest
            at = match.end()
            if rule["kind"] == "end":
                rules, anchor = grammar["patterns"], -1
            found += [(match[int(number)], capture["name"]) for number, capture in rule["captures"].items()]
            found += [(match.group(), rule["name"])] if "name" in rule else []
            if rule["kind"] == "begin":
                rules, anchor = [{"end": rule["end"]}, *rule["patterns"]], at
        yield found


def _nearest(
    rules: list[dict[str, Any]], line: str, at: int, anchor: int
) -> tuple[dict[str, Any], re.Match[str]] | None:
    """Return the rule that matches next, the first of those that match at the same place; ``\\G`` is the anchor."""
    best: tuple[dict[str, Any], re.Match[str]] | None = None
    for rule in rules:
        kind = next(name for name in ("match", "begin", "end") if name in rule)
        source = rule[kind].removeprefix(r"\G")
        pattern = re.compile(source)
        anchored = source != rule[kind]
        match = (pattern.match(line, at) if at == anchor else None) if anchored else pattern.search(line, at)
        if match and (best is None or match.start() < best[1].start()):
            best = {"captures": rule.get("captures") or rule.get("beginCaptures") or {}, **rule, "kind": kind}, match
    return best


@pytest.mark.parametrize(
    "text", [highlighters.SHOWN.partition("{")[0], *[record for record in RECORDS if "{" not in record]]
)
def test_an_editor_finds_the_scopes_of_the_grammar(text: str) -> None:
    tables = stored()
    assert tables is not None
    found = scopes(highlighters.textmate(tables), text)
    for line, marked, here in zip(text.split("\n"), words(text), found, strict=True):
        assert here == [(line[w.start : w.end], highlighters.SCOPES[category(w.kind)]) for w in marked], line


# --- Pygments --------------------------------------------------------------------------------------------------------


def test_the_package_tells_pygments_of_its_lexer() -> None:
    project = tomllib.loads((SAMPLES.parent / "pyproject.toml").read_text())["project"]
    found = EntryPoint("ttrn", project["entry-points"]["pygments.lexers"]["ttrn"], "pygments.lexers")
    assert found.load() is TtrnLexer


def test_pygments_loses_no_character() -> None:
    for text in (*RECORDS, "12. ann clam\n", "{ never closed\n"):
        assert "".join([piece for _, _, piece in TtrnLexer().get_tokens_unprocessed(text)]) == text
    kinds = [(kind, piece) for _, kind, piece in TtrnLexer().get_tokens_unprocessed("3. ann pass") if piece != " "]
    assert kinds == [(TOKENS["number"], "3."), (TOKENS["player"], "ann"), (TOKENS["keyword"], "pass")]
