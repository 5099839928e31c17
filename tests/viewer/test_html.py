"""A game in one file: it carries everything, and nothing in a record can break out of its place."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ttrn
from ttrn.cli.main import app
from ttrn.resources import resource
from ttrn.viewer import viewer_data
from ttrn.viewer.html import replay_page

EVIL = "</script><img src=x onerror=window.caught=1>"


def test_a_page_carries_the_game_and_asks_nobody_for_anything() -> None:
    (game,) = ttrn.loads(f'[Game "usa"]\nplayer a "{EVIL}"\nplayer b\n1. a draw ? ? ; {EVIL}').games
    page = replay_page(
        viewer_data(ttrn.replay(game)), title=EVIL, svg="<svg/>", paints=[("#fff", "#000", "#000")] * 2, turn=1
    )
    assert EVIL not in page
    assert "default-src 'none'" in page
    (program,) = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(program.encode()).digest()).decode()
    assert re.findall(r"script-src ([^;\"]*)", page) == [f"'sha256-{digest}'"]
    assert page.count("</script>") == 2
    assert not re.search(r"(src|href)=\"?https?:", page)
    found = re.search(r'<script type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found
    data = json.loads(found[1])
    assert data["film"]["players"][0]["name"] == EVIL
    assert data["turn"] == 1


@pytest.mark.parametrize("name", ["usa", "cardgame"])
def test_show_writes_a_page(tmp_path: Path, name: str) -> None:
    out = tmp_path / "game.html"
    record = resource("sample_games", "annotated", f"{name}.ttrn")
    with pytest.raises(SystemExit) as stopped:
        app.run(["show", str(record), "--turn", "12", "--html", str(out)])
    assert stopped.value.code == 0
    text = out.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert '"turn":12' in text
    assert f'data-board=\\"{name}\\"' in text


def test_a_page_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    record = resource("sample_games", "annotated", "usa.ttrn")
    command = [sys.executable, "-m", "ttrn", "show", str(record), "--html", str(tmp_path / "no" / "game.html")]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert "game.html" in result.stderr
    assert "Traceback" not in result.stderr
