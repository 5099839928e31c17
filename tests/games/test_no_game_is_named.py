"""The rooms outside ``ttrn/games`` name no game: they ask the game that they have."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ttrn
from ttrn.registry import built_in
from ttrn.resources import resource

ROOMS = {"ttrn": Path(ttrn.__file__).parent, "dashboard": resource("dashboard")}

SAMPLE = "gives an example of a record to whoever writes one"

EXCEPTIONS = {
    "ttrn/imports/bga/ids.py": "the importer of one site knows the games of that site",
    "ttrn/imports/bga/table.py": "the importer of one site knows the games of that site",
    "ttrn/notation/reader.py": SAMPLE,
    "ttrn/position/reader.py": SAMPLE,
    "dashboard/pages/check/editor_panel.py": SAMPLE,
    "dashboard/pages/my_games/upload.py": SAMPLE,
    "dashboard/shared/checked.py": SAMPLE,
}
"""Modules that may name a game, with the reason."""


def modules() -> dict[str, Path]:
    """Return all modules outside the games by the path that they have in the repository."""
    found = {
        f"{room}/{path.relative_to(folder).as_posix()}": path
        for room, folder in ROOMS.items()
        for path in folder.rglob("*.py")
    }
    beside = ("ttrn/games/", "ttrn/dashboard/")  # an installed package has the dashboard inside
    return {name: path for name, path in sorted(found.items()) if not name.startswith(beside)}


def named_games(source: str) -> Iterator[tuple[int, str]]:
    """Yield where code names a game: in an import, a name of its own or a text. Docstrings and comments may."""
    games = built_in()
    word = re.compile(rf"\b({'|'.join(games)})\b")
    tree = ast.parse(source)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield from ((node.lineno, text) for text in word.findall(node.value))
            continue
        for field in ("id", "attr", "arg", "name", "asname", "module"):
            text = getattr(node, field, None)
            if isinstance(text, str):
                parts = set(re.split(r"[._]", text.lower()))
                yield from ((getattr(node, "lineno", 0), game) for game in games if game in parts)


@pytest.mark.parametrize("name", modules())
def test_no_game_is_named_outside_its_folder(name: str) -> None:
    found = list(named_games(modules()[name].read_text(encoding="utf-8")))
    if name in EXCEPTIONS:
        assert found, f"{name} names no game any more: take it out of the list"
    else:
        assert found == []


def test_the_lists_name_modules_that_there_are() -> None:
    assert set(EXCEPTIONS) - set(modules()) == set()


@pytest.mark.parametrize(
    "source",
    [
        "from ttrn.games.europe import stations",
        "import ttrn.games.marklin.rides",
        "if board.rules == 'usa': pass",
        "TIE = {'cardgame': 1}",
        "f'{x} on usa'",
        "usa_tickets = 3",
        "def f(marklin): pass",
        "board.europe",
    ],
)
def test_what_names_a_game_is_found(source: str) -> None:
    assert list(named_games(source))


@pytest.mark.parametrize(
    "source", ['"""As in europe."""', "x = 1\n'''Of usa.'''", "# usa", "usage = 'European Express'", "'cause'"]
)
def test_examples_and_other_words_are_not(source: str) -> None:
    assert list(named_games(source)) == []
