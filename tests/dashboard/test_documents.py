"""The limits that docs/dashboard.md names are those that hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dashboard.pages.check import editor_panel as writing
from dashboard.pages.check import sql_panel as exploring
from dashboard.pages.games import upload as giving
from dashboard.shared import checked as checking

PAGE = re.sub(r"\s+", " ", (Path(__file__).parents[2] / "docs" / "dashboard.md").read_text(encoding="utf-8"))
IN_WORDS = {10: "ten"}


@pytest.mark.parametrize(
    "said",
    [
        f"{giving.MAX_FILES} files of {giving.MAX_MEGABYTES} MB and {giving.MAX_MEGABYTES_IN_ALL} MB in all",
        f"{giving.MAX_PASTE:,} letters of pasted text",
        f"{checking.MAX_BYTES // 1_000_000} million bytes after it is unpacked and {giving.MAX_GAMES:,} games",
        f"{giving.MAX_SECONDS:.0f} seconds for all of them",
        f"The editor looks at {writing.MAX_GAMES} games or for {writing.MAX_SECONDS:.0f} seconds",
        f"for {IN_WORDS[int(exploring.LIMITS.seconds)]} seconds, with {exploring.LIMITS.megabytes} MB of memory",
        f"and {exploring.LIMITS.rows:,} rows at most",
    ],
)
def test_the_limits_are_those_of_the_page(said: str) -> None:
    assert said in PAGE
