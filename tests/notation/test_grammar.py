"""The grammar is LALR without conflicts and unambiguous; the reader's shortcuts agree with it."""

from __future__ import annotations

import json
import logging
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from lark import Lark, Token, logger

from tests.notation.cases import HERE, LINES, wrap
from tests.notation.strategies import games
from tests.notation.test_properties import mutations, word_salad
from ttrn.notation import GameRecord, dumps, loads, syntax
from ttrn.notation import grammar_tables as tables
from ttrn.notation.build import BUILDERS, DECODERS
from ttrn.notation.hints import _DESCRIPTIONS
from ttrn.notation.lexicon import START_SYMBOLS, grammar_text, is_word, keywords, parser, pattern
from ttrn.notation.problems import Problem
from ttrn.notation.reader import _split_comment
from ttrn.notation.syntax import Trouble, parse, parse_with_lark
from ttrn.resources import resource

CANONICAL = [*sorted((HERE / "format").glob("*.out.ttrn")), HERE / "examples.ttrn", HERE / "record.ttrn"]


@cache
def lalr() -> Lark:
    return Lark(grammar_text(), parser="lalr", lexer="contextual", start="file", keep_all_tokens=True)


@cache
def earley() -> Lark:
    return Lark(grammar_text(), parser="earley", ambiguity="explicit", start="file", keep_all_tokens=True)


def conflicts(grammar: str, caplog: pytest.LogCaptureFixture) -> list[str]:
    """Build a parser and return what Lark says about conflicts that it resolved by itself."""
    caplog.clear()
    logger.addHandler(caplog.handler)
    before = logger.level
    logger.setLevel(logging.DEBUG)
    try:
        Lark(grammar, parser="lalr", start=["file", *START_SYMBOLS], debug=True)
    finally:
        logger.setLevel(before)
        logger.removeHandler(caplog.handler)
    return [message for message in caplog.messages if "onflict" in message]


def test_lalr_without_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    assert conflicts(grammar_text(), caplog) == []
    # Two readings of one more word would not go unnoticed.
    assert conflicts(grammar_text().replace("pass: PASS", "pass: PASS | PASS MARK"), caplog)


def words(text: str, parser: Lark) -> list[list[tuple[str, str]]]:
    """Return the (terminal, word) pairs of each line as the file rule sees them."""
    tree = parser.parse(text)
    assert not list(tree.find_data("_ambig"))
    rows: list[list[tuple[str, str]]] = [[]]
    for token in tree.scan_values(lambda value: isinstance(value, Token)):
        if token.type == "_NEWLINE":
            rows.append([])
        else:
            rows[-1].append((token.type, str(token)))
    return rows


def line_words(line: str) -> list[tuple[str, str]]:
    """Return the same pairs as the reader gets them: from a start symbol for single lines."""
    start = "turn" if line[0].isdigit() else "tag" if line[0] == "[" else "statement"
    parsed = parse_with_lark(start, line)
    assert not isinstance(parsed, Trouble)
    return parsed[1]


@pytest.mark.parametrize("line", LINES)
def test_lines_are_unambiguous(line: str) -> None:
    text = wrap(line)
    found = words(text, earley())
    assert found == words(text, lalr())
    body = [pair for pair in found[text.count("\n") - 1] if pair[0] != "COMMENT"]
    alone, _ = _split_comment(line, 0)
    assert body == [] or body[0][0] == "BLOCK" or body == line_words(alone)


@pytest.mark.parametrize("path", CANONICAL, ids=lambda path: path.name)
def test_files_are_unambiguous(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert words(text, earley()) == words(text, lalr())


@given(games())
@settings(max_examples=100, deadline=None)
def test_the_file_rule_takes_every_canonical_text(game: GameRecord) -> None:
    lalr().parse(dumps(game))


def fits_the_grammar(problem: Problem) -> bool:
    return problem.rule in ("TEXT-NUMBER", "TEXT-PLAYER", "TEXT-TWICE")


@given(word_salad | mutations())
@settings(max_examples=300, deadline=None)
def test_the_reader_takes_nothing_that_the_file_rule_refuses(text: str) -> None:
    text = '[Game "usa"]\nplayer ann\nplayer bob\n' + text.replace("\r\n", "\n").replace("\r", "\n")
    if all(fits_the_grammar(problem) for problem in loads(text).problems):
        lalr().parse(text)


# --- the shortcut: lines of one shape are parsed once ----------------------------------------------------------------


def straight(start: str, text: str) -> object:
    """Parse with Lark and build the record, without any memo."""
    parsed = parse_with_lark(start, text)
    if isinstance(parsed, Trouble):
        return parsed
    rule, tokens = parsed
    return BUILDERS[rule]([(kind, DECODERS[kind](word)) for kind, word in tokens if kind in DECODERS])


def bodies(line: str) -> tuple[str, str]:
    """Return the start symbol of a line, and what of it the reader hands to the parser."""
    if line[:1].isdigit():
        return "move", re.sub(r"^\S+\s+\S+\s*", "", line)
    return ("tag" if line[:1] == "[" else "statement"), line


@pytest.mark.parametrize("again", [False, True])
def test_shapes_agree_with_lark_on_every_line(again: bool) -> None:
    if not again:
        syntax.forget()
    for line in LINES:
        start, body = bodies(line)
        assert parse(start, body) == straight(start, body), line


def test_shapes_agree_with_lark_on_every_shape_of_mistake() -> None:
    """Spoil each line in every place, after all shapes are known."""
    for line in LINES:
        start, body = bodies(line)
        for i in range(len(body) + 1):
            for junk in ('"', "\u00a0", "|", " "):
                spoilt = body[:i] + junk + body[i:]
                assert parse(start, spoilt) == straight(start, spoilt), spoilt
            spoilt = body[:i] + body[i + 1 :]
            assert parse(start, spoilt) == straight(start, spoilt), spoilt


@given(games() | word_salad | mutations())
@settings(max_examples=200, deadline=None)
def test_shapes_agree_with_lark_on_any_line(source: GameRecord | str) -> None:
    text = dumps(source) if isinstance(source, GameRecord) else source
    for line in text.split("\n"):
        start, body = bodies(line.strip(" \t()"))
        # The reader reports control characters before it parses a line.
        if not re.search("[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]", body):
            assert parse(start, body) == straight(start, body)


# --- what Lark makes of the grammar is kept in a file -----------------------------------------------------------------


def test_the_stored_tables_are_what_lark_makes_of_the_grammar() -> None:
    """Make them again with: make grammar."""
    tool = pytest.importorskip("tools.grammar", reason="only beside the repository's tools")
    assert tables.stored() is not None
    assert json.loads(resource("grammar", "ttrn.json").read_text(encoding="utf-8")) == tool.made(
        parser(), grammar_text()
    )


def test_the_stored_tables_follow_lark_and_take_nearly_every_line() -> None:
    bare = [_split_comment(line, 0)[0] for line in LINES if line[0] not in ";{"]
    taken = 0
    for line in bare:
        start, body = bodies(line)
        found = tables.kinds_of(start, syntax._PIECES.findall(body), BUILDERS, pattern)
        if found is not None:
            taken += 1
            parsed = parse_with_lark(start, body)
            assert not isinstance(parsed, Trouble)
            assert found == (parsed[0], [kind for kind, _ in parsed[1]]), line
    assert taken > 0.9 * len(bare)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"grammar": 1}', None])
def test_without_tables_for_this_grammar_lark_is_asked(
    text: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A grammar that somebody changed, or a file that was spoilt, makes reading slower and nothing else."""
    (tmp_path / "ttrn.lark").write_text(
        grammar_text() + ("" if text is not None else "\n// changed\n"), encoding="utf-8"
    )
    stored = resource("grammar", "ttrn.json").read_text(encoding="utf-8")
    (tmp_path / "ttrn.json").write_text(stored if text is None else text, encoding="utf-8")
    monkeypatch.setattr(tables, "resource", lambda _folder, name: tmp_path / name)
    tables.stored.cache_clear()
    try:
        assert tables.stored() is None
        assert tables.kinds_of("move", ["pass"], BUILDERS, pattern) is None
    finally:
        tables.stored.cache_clear()


# --- the tables around the grammar are complete ----------------------------------------------------------------------


def test_every_terminal_can_be_explained() -> None:
    said = set(_DESCRIPTIONS) | set(keywords())
    ignored = set(parser().ignore_tokens)
    assert {t.name for t in parser().terminals} - ignored <= said


def test_every_rule_can_be_built() -> None:
    rules = {str(rule.alias or rule.origin.name) for rule in parser().rules}
    structural = {rule for rule in rules if rule.startswith("_")} | {"statement", "assertion", "turn", "move"}
    assert rules - structural == set(BUILDERS)


def test_no_keyword_can_be_an_id() -> None:
    free = {"hand"}  # stands only where no id can
    assert not [word for word in set(keywords().values()) - free if is_word("ID", word)]
    assert not is_word("ID", "public")
    assert not is_word("ID", "full")
