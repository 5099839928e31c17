"""No room but that of the games names one: what a game has to say, it is asked."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMES = ("usa", "europe", "marklin", "cardgame")
NAMED = re.compile(rf"\b(?:{'|'.join(NAMES)})\b|M(?:ä|ae)rklin|Card Game", re.IGNORECASE)

EXAMPLE = re.compile(r'\[Game "usa"\]|like "usa"')
"""What a line with a board looks like, in texts for people."""

HONEST = {
    "ttrn/imports/bga/ids.py": "the games of a site, by the site's names",
    "ttrn/imports/bga/table.py": "the games of a site, by the site's names",
}
"""Modules that name games and should, with the reason."""

SOURCES = sorted(
    path.relative_to(ROOT).as_posix()
    for top in ("ttrn", "dashboard")
    for path in (ROOT / top).rglob("*.py")
    if not path.is_relative_to(ROOT / "ttrn" / "games")
)


def code(tree: ast.Module) -> ast.Module:
    """Return a module without its texts for readers."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [entry for entry in body if not _is_text(entry)]  # type: ignore[attr-defined]
    return tree


def _is_text(entry: ast.stmt) -> bool:
    return isinstance(entry, ast.Expr) and isinstance(entry.value, ast.Constant) and isinstance(entry.value.value, str)


def named(path: str) -> list[str]:
    """Return how a module names a game: in texts, and by what it imports."""
    found = []
    for node in ast.walk(code(ast.parse((ROOT / path).read_text(encoding="utf-8")))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and NAMED.search(EXAMPLE.sub("", node.value)):
            found.append(f"line {node.lineno}: {node.value!r}")
        elif isinstance(node, ast.ImportFrom) and re.match(r"ttrn\.games\b", node.module or ""):
            found.append(f"line {node.lineno}: from {node.module} import …")
        elif isinstance(node, ast.Import):
            found += [f"line {node.lineno}: import {name.name}" for name in node.names if "ttrn.games." in name.name]
    return found


@pytest.mark.parametrize("path", [path for path in SOURCES if path not in HONEST])
def test_no_module_names_a_game(path: str) -> None:
    assert not named(path)


@pytest.mark.parametrize("path", HONEST)
def test_an_exception_is_one(path: str) -> None:
    assert named(path)
