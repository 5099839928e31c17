"""The notebooks of docs/notebooks run from the first cell to the last, and what they end cells with shows itself."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

import ttrn

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"


def run_cell(source: str, names: dict[str, Any]) -> object:
    """Run a cell as a notebook does; return what it would show."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)  # noqa: S102  our own notebooks
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None  # noqa: S307


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    shown: list[object] = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None), "clear the outputs before it is kept"
            shown.append(run_cell("".join(cell["source"]), names))
    found = [thing for thing in shown if thing is not None]
    assert len(found) >= 3
    for thing in found:
        rich = getattr(thing, "_repr_html_", None) or getattr(thing, "_repr_svg_", None)
        assert rich() if rich else repr(thing)
    assert "Error" not in capsys.readouterr().err


def test_there_are_three() -> None:
    assert len(list(FOLDER.glob("*.ipynb"))) == 3


GAME = '[Game "usa"]\nplayer ann "<b>Ann</b>" red\nplayer bob\n1. ann draw ? ?\n2. bob claim SEA-POR R\n'


def test_a_game_a_timeline_and_a_state_show_themselves() -> None:
    (game,) = ttrn.loads(GAME).games
    timeline = ttrn.replay(game)
    for thing in (game, timeline):
        frame = thing._repr_html_()
        assert frame is not None
        assert frame.startswith("<iframe srcdoc=")
        assert "<b>" not in frame
        assert frame.count('"') == 6  # of the three attributes: nothing inside ends one
    svgs = [thing._repr_svg_() for thing in (game, timeline, timeline.final)]
    assert all(svg is not None and svg.startswith("<svg") for svg in svgs)


def test_a_game_of_an_unknown_board_shows_nothing_but_its_name() -> None:
    (game,) = ttrn.loads('[Game "atlantis"]\n').games
    assert (game._repr_html_(), game._repr_svg_()) == (None, None)
