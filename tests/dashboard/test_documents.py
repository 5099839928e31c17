"""The limits that docs/dashboard.md names are those that hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dashboard.pages.check import editor_panel, sql_panel
from dashboard.pages.my_games import upload
from dashboard.shared import checked

PAGE = re.sub(r"\s+", " ", (Path(__file__).parents[2] / "docs" / "dashboard.md").read_text(encoding="utf-8"))
IN_WORDS = {10: "ten"}


@pytest.mark.parametrize(
    "said",
    [
        f"{upload.MAX_FILES} files of {upload.MAX_MEGABYTES} MB and {upload.MAX_MEGABYTES_IN_ALL} MB in all",
        f"{upload.MAX_PASTE:,} letters of pasted text",
        f"{checked.MAX_BYTES // 1_000_000} million bytes after it is unpacked and {upload.MAX_GAMES:,} games",
        f"{upload.MAX_SECONDS:.0f} seconds for all of them",
        f"The editor looks at {editor_panel.MAX_GAMES} games or for {editor_panel.MAX_SECONDS:.0f} seconds",
        f"for {IN_WORDS[int(sql_panel.LIMITS.seconds)]} seconds, with {sql_panel.LIMITS.megabytes} MB of memory",
        f"and {sql_panel.LIMITS.rows:,} rows at most",
    ],
)
def test_the_limits_are_those_of_the_page(said: str) -> None:
    assert said in PAGE
