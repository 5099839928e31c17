"""docs/analysis.md: its table is what the files of the models say."""

from __future__ import annotations

import pytest

tool = pytest.importorskip("tools.model_tables", reason="only beside the repository's tools")


def test_the_table_is_that_of_the_files() -> None:
    page = tool.PAGE.read_text(encoding="utf-8")
    assert tool.renewed(page) == page, "python -m tools.model_tables writes it anew"
