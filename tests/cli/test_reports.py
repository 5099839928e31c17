"""``ttrn check --format``: reports for pipelines, which say what the text says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.cli.conftest import Ttrn
from ttrn.notation.problems import Cure
from ttrn.recording.editing import cured

BROKEN = """[Game "usa"]
[Date "soon"]
player ann "A\\"<&>"
player bob
ann deal RRBL
1. ann claim SEA-POR R
2. bob claim SEA-POR K

[Game "usa"]
player ann
player bob
1. ann draw ? ?
"""


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "a, b%.ttrn"
    path.write_text(BROKEN)
    return path


def test_annotations_are_one_line_each_and_at_their_place(ttrn: Ttrn, broken: Path) -> None:
    done = ttrn("check", "--format", "github", broken)
    file = str(broken).replace("%", "%25").replace(",", "%2C")
    warning, error = done.out.splitlines()
    assert warning.startswith(f'::warning file={file},line=2,col=8,endColumn=12,title=TEXT-DATE::"soon" is not')
    assert error.startswith(f"::error file={file},line=7,col=14,endColumn=21,title=CLAIM-6::turn 2, bob: Portland")
    assert (done.status, "1 problem and 1 warning" in done.err) == (1, True)


def regions(log: dict[str, Any]) -> list[dict[str, int]]:
    return [result["locations"][0]["physicalLocation"]["region"] for result in log["runs"][0]["results"]]


def test_sarif_has_rules_places_and_fixes(ttrn: Ttrn, broken: Path) -> None:
    log = json.loads(ttrn("check", "--format", "sarif", broken).out)
    (run,) = log["runs"]
    assert (log["version"], run["tool"]["driver"]["name"], run["columnKind"]) == ("2.1.0", "ttrn", "unicodeCodePoints")
    rules = run["tool"]["driver"]["rules"]
    warning, error = run["results"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == ["TEXT-DATE", "CLAIM-6"]
    assert all(rule["shortDescription"]["text"] not in ("", rule["id"]) for rule in rules)
    assert (warning["level"], error["level"]) == ("warning", "error")
    assert regions(log) == [
        {"startLine": 2, "startColumn": 8, "endColumn": 12},
        {"startLine": 7, "startColumn": 14, "endColumn": 21},
    ]
    assert error["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == broken.as_uri()
    # Every fix does what its cure does.
    (game, *_) = BROKEN.split("\n\n")
    found = map(json.loads, ttrn("check", "--json", broken).out.splitlines())
    cures = next(row["cures"] for row in found if row.get("rule") == "CLAIM-6")
    for cure, fix in zip(cures, error["fixes"], strict=True):
        (change,) = fix["artifactChanges"][0]["replacements"]
        region, lines = change["deletedRegion"], game.split("\n")
        line = lines[region["startLine"] - 1]
        lines[region["startLine"] - 1] = change["insertedContent"]["text"] + line[region["endColumn"] - 1 :]
        assert "\n".join(lines) == cured(game, Cure(**cure))


def test_junit_has_a_test_for_each_game(ttrn: Ttrn, broken: Path) -> None:
    claims = broken.with_name("claims.ttrn")
    claims.write_text('[Game "usa"]\n[Level "claims"]\nplayer ann\nplayer bob\n1. ann claim SEA-POR ?\n')
    suites = ET.fromstring(ttrn("check", "--format", "junit", broken, claims).out)  # noqa: S314  our own
    assert [suite.get("name") for suite in suites] == [str(broken), str(claims)]
    assert [(suite.get("tests"), suite.get("failures"), suite.get("skipped")) for suite in suites] == [
        ("2", "1", "0"),
        ("1", "0", "1"),
    ]
    first, second = suites[0]
    failure = first.find("failure")
    assert failure is not None
    assert (failure.get("type"), "2. bob claim SEA-POR K" in str(failure.text)) == ("CLAIM-6", True)
    assert "TEXT-DATE" in str(first.findtext("system-out"))
    assert len(second) == 0
    strict = ET.fromstring(ttrn("check", "--strict", "--format", "junit", broken).out)  # noqa: S314  our own
    assert [failure.get("type") for failure in strict.iter("failure")] == ["TEXT-DATE"]


@pytest.mark.parametrize("form", ["sarif", "junit", "github"])
def test_nothing_wrong_is_a_report_too(ttrn: Ttrn, form: str) -> None:
    done = ttrn("check", "--format", form, "annotated")
    assert (done.status, done.out.count("CLAIM")) == (0, 0)
    assert bool(done.out) == (form != "github")
    assert ttrn("check", "--format", "xml", "annotated").status == 2


def test_the_hooks_of_collections_are_commands_for_records() -> None:
    """Tried with ``pre-commit try-repo``: this holds what was tried."""
    hooks = (Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert re.findall(r"^- id: ttrn-(\w+)$", hooks, re.MULTILINE) == re.findall(
        r"entry: ttrn (\w+)$", hooks, re.MULTILINE
    )
    for pattern in re.findall(r"files: (.*)$", hooks, re.MULTILINE):
        names = ["a.ttrn", "b/c.ttrn.gz", "d.ttrn.zst", "e.ttrn.txt", "fttrn"]
        assert [bool(re.search(pattern, name)) for name in names] == [True, True, True, False, False]
