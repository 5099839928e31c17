"""The part of ttrn that answers taps, packed for the Python of a browser."""

from __future__ import annotations

import ast
import hashlib
import io
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

import ttrn
from ttrn.resources import resource

BEGINNINGS: Final = ("ttrn.recording", "ttrn.games")
"""The rooms that a recorder asks; what they import, at once or later on, is packed with them."""

_DATA: Final = (".toml", ".json")
_DATE: Final = (1980, 1, 1, 0, 0, 0)


class Core(NamedTuple):
    """The packed part of ttrn: an archive to unpack beside Python, and the key of what is in it."""

    archive: bytes
    key: str


def pack_core() -> Core:
    """Pack ttrn's modules, the grammar and Lark, which reads lines with mistakes: the same files give the same key.

    Raises:
        FileNotFoundError: the installation is incomplete.
    """
    known = hashlib.sha256()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in sorted(_files()):
            content = path.read_bytes()
            known.update(f"{name}\0{len(content)}\0".encode() + content)
            archive.writestr(zipfile.ZipInfo(name, _DATE), content, zipfile.ZIP_DEFLATED)
    return Core(packed.getvalue(), known.hexdigest())


def lark_licence() -> str:
    """Return the licence under which Lark is packed too; nothing where its installation does not have it."""
    paths = [path for path in distribution("lark").files or () if path.name.startswith("LICENSE")]
    return paths[0].read_text(encoding="utf-8") if paths else ""


def modules() -> dict[str, Path]:
    """Return the modules of ttrn that recording may import, by name; neither database nor pages are among them."""
    found: dict[str, Path] = {}
    waiting = ["ttrn", *[name for room in BEGINNINGS for name in _all_in(room)]]
    while waiting:
        name = waiting.pop()
        path = _module(name)
        if path is None or name in found:
            continue
        found[name] = path
        waiting += [name.rpartition(".")[0], *_imported(path)]
    return found


def _module(name: str) -> Path | None:
    place = Path(ttrn.__file__).parent.joinpath(*name.split(".")[1:])
    candidates = (place / "__init__.py", place.with_suffix(".py")) if f"{name}.".startswith("ttrn.") else ()
    return next((path for path in candidates if path.exists()), None)


def _all_in(room: str) -> Iterator[str]:
    top = Path(ttrn.__file__).parent
    for path in top.joinpath(*room.split(".")[1:]).rglob("*.py"):
        yield ".".join(("ttrn", *path.relative_to(top).with_suffix("").parts)).removesuffix(".__init__")


def _imported(path: Path) -> Iterator[str]:
    """Return what a module imports, but for types only; names that are no modules may be among it."""
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            yield from [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, *[f"{node.module}.{one.name}" for one in node.names])


def _files() -> Iterator[tuple[str, Path]]:
    top = Path(ttrn.__file__).parent.parent
    found = modules()
    yield from [(path.relative_to(top).as_posix(), path) for path in found.values()]
    for folder in {path.parent for path in found.values()}:
        data = [path for path in folder.iterdir() if path.suffix in _DATA]
        yield from [(path.relative_to(top).as_posix(), path) for path in data]
    for path in resource("grammar").iterdir():
        yield f"ttrn/grammar/{path.name}", path
    lark = find_spec("lark")
    if lark is None or lark.origin is None:
        raise FileNotFoundError("Lark is missing: install ttrn again")
    folder = Path(lark.origin).parent
    for path in folder.rglob("*"):
        if path.suffix in (".py", ".lark") and "__pyinstaller" not in path.parts:
            yield f"lark/{path.relative_to(folder).as_posix()}", path
