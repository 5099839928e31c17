"""docs/architecture.md has the rooms that there are, in the order of the layers, and names files that are there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROOMS = dict(
    re.findall(
        r"^\| `([\w.]+)` \| (.*) \|$", PAGE.partition("<!-- rooms -->")[2].partition("<!-- end of")[0], re.MULTILINE
    )
)


def packages() -> set[str]:
    """Return the rooms of the tree: packages, and the modules that stand beside them."""
    folders = {path.parent for top in ("ttrn", "dashboard") for path in (ROOT / top).rglob("__init__.py")}
    modules = {path.with_suffix("") for path in (ROOT / "ttrn").glob("*.py") if not path.stem.startswith("_")}
    return {".".join(path.relative_to(ROOT).parts) for path in folders | modules} - {"ttrn"}


def layers() -> list[list[str]]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        (contract,) = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    return [layer.split(" | ") for layer in contract["layers"]]


def test_every_room_of_the_tree_is_on_the_page() -> None:
    assert set(ROOMS) == packages()


def test_each_has_one_sentence() -> None:
    assert not [text for text in ROOMS.values() if not re.fullmatch(r"[A-Z].*[^.]\.", text)]
    assert len(set(ROOMS.values())) == len(ROOMS)


def test_they_stand_in_the_order_of_the_layers() -> None:
    depth = [name for name in ROOMS if name.count(".") == name.startswith("ttrn")]
    assert depth == [room for layer in layers() for room in layer]


def test_a_room_stands_below_the_one_that_holds_it() -> None:
    holder = ""
    for name in ROOMS:
        if name.count(".") == name.startswith("ttrn"):
            holder = name
        assert name.startswith(holder)


def test_the_files_that_are_named_are_there() -> None:
    named = re.findall(r"`((?:\w+/)+(?:\w+\.\w+)?)`", PAGE)
    assert len(named) > 15
    assert not [name for name in named if not any((ROOT / top / name).exists() for top in ("", "ttrn", "dashboard"))]


def test_words_are_explained_once_and_in_order() -> None:
    words = re.findall(r"^\| ([\w ,]+) \| [A-Z]", PAGE.partition("## Words that are ours")[2], re.MULTILINE)
    assert len(words) > 30
    assert words == sorted(set(words))
