"""What ``ttrn check`` found, for programs that show it at its place: SARIF, JUnit, and the annotations of GitHub."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import quote
from xml.etree import ElementTree as ET

import ttrn
from ttrn.cli.check import CheckedGame
from ttrn.core.rulebook import all_rules
from ttrn.notation.problems import ERROR, RULES, Cure, Problem, printable
from ttrn.replays.warnings import WARNINGS

SARIF: Final = "2.1.0"
_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


# --- annotations -----------------------------------------------------------------------------------------------------


def annotation(problem: Problem) -> str:
    r"""Return a problem as a workflow command of GitHub: an annotation at its place in a pull request.

    >>> annotation(Problem("CLAIM-2", "3 cards\nfor 2", "a,b.ttrn", 7, 14, 3))
    '::error file=a%2Cb.ttrn,line=7,col=14,endColumn=17,title=CLAIM-2::3 cards%0Afor 2'
    """
    place: dict[str, str | int] = {"file": problem.file, "line": problem.line or 1}
    if problem.column:
        place |= {"col": problem.column, "endColumn": problem.column + max(1, problem.width)}
    words = ",".join(
        [f"{name}={_escaped(str(value), ':,')}" for name, value in {**place, "title": problem.rule}.items()]
    )
    return f"::{problem.severity} {words}::{_escaped(_told(problem))}"


def _escaped(text: str, more: str = "") -> str:
    for letter in ("%", "\r", "\n", *more):
        text = text.replace(letter, f"%{ord(letter):02X}")
    return text


def _told(problem: Problem) -> str:
    return f"{problem.message}\n{problem.hint}" if problem.hint else problem.message


# --- SARIF -----------------------------------------------------------------------------------------------------------


def sarif(games: Iterable[CheckedGame]) -> str:
    """Return a log in the Static Analysis Results Interchange Format, with the cures as fixes."""
    problems = [problem for game in games for problem in game.problems]
    known = {**RULES, **WARNINGS, **all_rules()}
    ids = sorted({problem.rule for problem in problems})
    driver = {
        "name": "ttrn",
        "semanticVersion": ttrn.__version__,
        "rules": [{"id": rule, "shortDescription": {"text": known.get(rule, rule)}} for rule in ids],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(problem, ids.index(problem.rule)) for problem in problems],
    }
    return json.dumps({"$schema": _SCHEMA, "version": SARIF, "runs": [run]}, ensure_ascii=False, indent=1)


def _result(problem: Problem, rule: int) -> dict[str, Any]:
    region = {"startLine": problem.line or 1}
    if problem.column:
        region |= {"startColumn": problem.column, "endColumn": problem.column + max(1, problem.width)}
    artifact = {"uri": _uri(problem.file)}
    found: dict[str, Any] = {
        "ruleId": problem.rule,
        "ruleIndex": rule,
        "level": problem.severity,
        "message": {"text": _told(problem)},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
    }
    # A line more or less would want the turns after it numbered anew, which ttrn fix does.
    fixes = [_fix(artifact, cure) for cure in problem.cures if cure.old and cure.new]
    return found | {"fixes": fixes} if fixes else found


def _uri(file: str) -> str:
    """Return the name of a file as a URI, relative if the name is."""
    path = PurePath(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())


def _fix(artifact: dict[str, str], cure: Cure) -> dict[str, Any]:
    region = {"startLine": cure.line, "startColumn": 1, "endColumn": len(cure.old) + 1}
    change = {"deletedRegion": region, "insertedContent": {"text": cure.new}}
    return {"artifactChanges": [{"artifactLocation": artifact, "replacements": [change]}]}


# --- JUnit -----------------------------------------------------------------------------------------------------------


def junit(games: Iterable[CheckedGame], *, strict: bool) -> str:
    """Return a report in which each file is a suite and each game a test, as build servers read it.

    A game that nobody could decide about is skipped; with ``strict`` warnings are failures.
    """
    root = ET.Element("testsuites", name="ttrn check")
    for file, found in groupby(games, key=lambda game: game.file):
        cases = [_case(game, strict=strict) for game in found]
        failures = sum([case.find("failure") is not None for case in cases])
        skipped = sum([case.find("skipped") is not None for case in cases])
        numbers = {"tests": len(cases), "failures": failures, "errors": 0, "skipped": skipped}
        attributes = {"name": _clean(file), **{name: str(number) for name, number in numbers.items()}}
        ET.SubElement(root, "testsuite", attributes).extend(cases)
    ET.indent(root, " ")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}'


def _case(game: CheckedGame, *, strict: bool) -> ET.Element:
    name = f"game {game.number}" if game.number else "file"
    case = ET.Element("testcase", classname=_clean(game.file), name=name)
    counted = [problem for problem in game.problems if strict or problem.severity == ERROR]
    if counted:
        first = counted[0]
        failure = ET.SubElement(case, "failure", message=_clean(first.message), type=first.rule)
        failure.text = _rendered(counted)
    elif game.reason:
        ET.SubElement(case, "skipped", message=_clean(f"{game.verdict}: {game.reason}"))
    rest = [problem for problem in game.problems if problem not in counted]
    if rest:
        ET.SubElement(case, "system-out").text = _rendered(rest)
    return case


def _rendered(problems: Sequence[Problem]) -> str:
    lines = [line for problem in problems for line in problem.render().split("\n")]
    return "\n".join([_clean(line) for line in lines])


def _clean(text: str) -> str:
    """Return a text without what no XML can hold."""
    return printable(text).translate({0xFFFE: "?", 0xFFFF: "?"})
