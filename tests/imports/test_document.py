"""docs/importing.md says what the importers do."""

from __future__ import annotations

import re
from pathlib import Path

import ttrn
from ttrn.core.house_rules import WORDS
from ttrn.imports import IMPORTERS, import_games
from ttrn.imports.importer import RULES
from ttrn.imports.spreadsheet import COLUMNS

DOCS = Path(__file__).parents[2] / "docs"
IMPORTING = (DOCS / "importing.md").read_text(encoding="utf-8")
HOUSE = (DOCS / "rules.md").read_text(encoding="utf-8").partition("## House rules")[2].partition("\n## ")[0]


def test_the_rules_of_files_are_listed() -> None:
    assert dict(re.findall(r"^\| `(LOG-\w+)` \| (.*) \|$", IMPORTING, re.MULTILINE)) == RULES


def test_the_sources_and_columns_are_listed() -> None:
    assert all(f"`{name}`" in IMPORTING for name in (*IMPORTERS, *COLUMNS))


def test_the_words_of_the_rules_tag_are_listed() -> None:
    assert re.findall(r"^\| `([\w ]+)` \|", HOUSE, re.MULTILINE) == list(WORDS)


def test_the_sheet_in_it_is_sound() -> None:
    sheet = re.search(r"```csv\n(.*?)```", IMPORTING, re.DOTALL)
    assert sheet
    found = import_games("csv", "sheet", sheet[1].encode())
    assert found.problems == ()
    assert ttrn.check(found.games[0]) == ()


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
