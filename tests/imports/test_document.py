"""docs/importing.md says what the importers do."""

from __future__ import annotations

import re
from pathlib import Path

import ttrn
from ttrn.core.house_rules import WORDS
from ttrn.imports import IMPORTERS, import_games
from ttrn.imports.importer import RULES
from ttrn.imports.sheet_columns import COLUMNS, MAX_ROWS

DOCS = Path(__file__).parents[2] / "docs"
IMPORTING = (DOCS / "importing.md").read_text(encoding="utf-8")
HOUSE = (DOCS / "rules.md").read_text(encoding="utf-8").partition("## House rules")[2].partition("\n## ")[0]


def test_the_rules_of_files_are_listed() -> None:
    assert dict(re.findall(r"^\| `(LOG-\w+)` \| (.*) \|$", IMPORTING, re.MULTILINE)) == RULES


def test_the_sources_and_columns_are_listed() -> None:
    assert all(f"`{name}`" in IMPORTING for name in (*IMPORTERS, *COLUMNS))


def test_the_words_of_the_rules_tag_are_listed() -> None:
    assert re.findall(r"^\| `([\w ]+)` \|", HOUSE, re.MULTILINE) == list(WORDS)


def test_the_sheets_in_it_are_sound() -> None:
    results, facts = re.findall(r"```csv\n(.*?)```", IMPORTING, re.DOTALL)
    found = import_games("csv", "sheet", facts.encode())
    assert found.problems == ()
    assert ttrn.check(found.games[0]) == ()
    found = import_games("csv", "sheet", results.encode())
    assert (found.problems, found.notes) == ((), ())
    assert [game.tags["Date"] for game in found.games] == ["2026-11-13", "2026-11-14"]


def test_the_limits_in_it_are_those_of_the_importers() -> None:
    for name, importer in IMPORTERS.items():
        (row,) = re.findall(rf"^\| `{name}` \|.*\|$", IMPORTING, re.MULTILINE)
        most = f"{MAX_ROWS:,} rows" if name == "csv" else f"{importer.limits.lines:,} lines"
        assert f"| {importer.limits.bytes >> 20} MiB, {most} |" in row
        assert all(f"`{suffix}`" in row for suffix in importer.suffixes)


def test_the_tickets_in_it_are_read() -> None:
    notes = re.search(r"```json\n(.*?)```", IMPORTING, re.DOTALL)
    assert notes
    log = (
        "Move 2 :21:26:38\nAnn keeps 2 destination(s)\nMove 3 :21:26:40\nBob keeps 2 destination(s)\n"
        "Move 46 :21:27:00\nAnn keeps 1 destination(s)\n"
    )
    found = import_games("bga", "log", log.encode(), board="usa", tickets=("notes", notes[1].encode()))
    assert found.problems == ()
    assert "tickets TOR-MIA | CAL-PHO SEA-NYC" in ttrn.dumps(found.games)
