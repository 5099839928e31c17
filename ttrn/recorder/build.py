"""The recorder without a server: as a folder for any web server, or as one HTML file to open from a disk."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from ttrn.files import whole_file
from ttrn.recorder.core import pack_core
from ttrn.recorder.page import ASSETS, SHARED, board_data, boards_data
from ttrn.resources import resource

RUNTIME: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm.packed", "python_stdlib.zip")
ICONS: Final = ("icon-192.png", "icon-512.png")
SNAPSHOT: Final = "snapshot.packed"

_FOLDER_ONLY: Final = ("install.js", "service_worker.js", "manifest.webmanifest")
_FILE_ONLY: Final = ("one_file.js",)
_INSTALL: Final = """<link rel="manifest" href="manifest.webmanifest">
<link rel="icon" href="icon.svg">
<link rel="apple-touch-icon" href="icon-192.png">
<script type="module" src="install.js"></script>
"""
_LINKS: Final = re.compile(r'\s*<link\b[^>]*\bhref="(?!data:)([^"]*)"[^>]*>')
_SCRIPTS: Final = re.compile(r'\s*<script type="module" src="([\w.]+)"></script>')


class MissingRuntimeError(Exception):
    """Python for browsers is not installed; the message says how to get it."""


def browser_folders(name: str) -> list[Path]:
    """Return where a folder for browsers may be: in the package ``ttrn_browser``, and in the repository."""
    spec = find_spec("ttrn_browser")
    found = [Path(place) / name for place in (spec.submodule_search_locations or ())] if spec else []
    with suppress(FileNotFoundError):
        found.append(resource("browser", "ttrn_browser", name))
    return found


def runtime() -> Path:
    """Return the folder with Python for browsers: of the package ``ttrn_browser``, or as ``make browser`` left it.

    Raises:
        MissingRuntimeError: there is none.
    """
    for place in browser_folders("files"):
        if all((place / name).exists() for name in (*RUNTIME, *ICONS)):
            return place
    raise MissingRuntimeError(
        "Python for browsers is missing: install the package ttrn-browser, or make it with make browser"
    )


class Engine(NamedTuple):
    """The rules for a browser: Python in a folder, with ttrn in a snapshot of its memory or packed beside it."""

    place: Path
    names: tuple[str, ...]
    """The files of that folder that a page asks for."""
    core: bytes
    """What a page asks for as ``core.zip``; empty where the snapshot has it."""
    about: bytes
    """What a page asks for first, as ``engine.json``."""


def engine(*, snapshot: bool = True, about: Mapping[str, object] | None = None) -> Engine:
    """Return the rules for a browser; the page is told more ``about`` itself by a server that answers taps too.

    The snapshot of the engine's memory makes it start in a third of the time. It is left out if it is not wanted, and
    if it was made of another version of ttrn.

    Raises:
        MissingRuntimeError: Python for browsers is not installed.
    """
    place = runtime()
    core = pack_core()
    made = json.loads((place / "about.json").read_text(encoding="utf-8"))
    with_snapshot = snapshot and made["core"] == core.key
    return Engine(
        place,
        (*RUNTIME, *ICONS, *[SNAPSHOT] * with_snapshot),
        b"" if with_snapshot else core.archive,
        _json({"snapshot": with_snapshot, "lock": made["lock"], **(about or {})}),
    )


def recorder_files(*, snapshot: bool = True) -> dict[str, bytes]:
    """Return the files of the recorder by name: the page, the boards, and the engine that runs beside the page.

    Raises:
        MissingRuntimeError: Python for browsers is not installed.
    """
    found = engine(snapshot=snapshot)
    files = {path.name: path.read_bytes() for path in sorted([*ASSETS.iterdir(), *SHARED.iterdir()]) if path.is_file()}
    files |= {name: (found.place / name).read_bytes() for name in found.names}
    files |= {"core.zip": found.core} if found.core else {}
    files["engine.json"] = found.about
    boards = boards_data()
    files["boards.json"] = _json(boards)
    files |= {f"boards/{one['name']}.json": _json(board_data(one["name"])) for one in boards}
    licences = sorted((found.place / "licences").iterdir())
    return files | {f"licences/{path.name}": path.read_bytes() for path in licences}


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files as a folder that a web server can publish and a phone can install.

    Raises:
        OSError: a file cannot be written.
    """
    kept = {name: content for name, content in files.items() if name not in _FILE_ONLY}
    page = kept["index.html"].decode()
    kept["index.html"] = page.replace("</head>", f"{_INSTALL}</head>", 1).encode()
    worker = kept.pop("service_worker.js").decode()
    known = hashlib.sha256(b"".join(name.encode() + content for name, content in sorted(kept.items()))).hexdigest()
    listed = json.dumps(["./", *[name for name in kept if not name.startswith("licences/")]])
    worker = worker.replace("const FILES = [];", f"const FILES = {listed};")
    kept["service_worker.js"] = worker.replace('const VERSION = "";', f'const VERSION = "{known[:16]}";').encode()
    for name, content in kept.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as stream:
            stream.write(content)


def one_page(files: Mapping[str, bytes]) -> str:
    """Return the files as one HTML page that asks nothing of a network."""
    page = files["index.html"].decode()
    modules = " ".join(_SCRIPTS.findall(page))
    page = _SCRIPTS.sub("", page)
    page = _LINKS.sub(lambda link: _inside(link, files), page)
    licences = "\n\n".join(files[name].decode() for name in files if name.startswith("licences/"))
    left = ("index.html", *_FILE_ONLY, *_FOLDER_ONLY)
    carried = [name for name in files if name not in left and not name.startswith("licences/")]
    packed = [
        f'<script type="text/plain" data-file="{html.escape(name)}">{_packed(files[name])}</script>'
        for name in carried
        if not name.endswith((".css", ".png", ".svg"))
    ]
    script = f"<script>{files['one_file.js'].decode()}</script>"
    notices = f"<!--\n{licences.replace('--', '- -')}\n-->"
    page = page.replace("<body", f'<body data-modules="{modules}"', 1)
    before, end, after = page.rpartition("</body>")
    return "\n".join([before, *packed, script, f"{end}{after}", notices, ""])


def _inside(link: re.Match[str], files: Mapping[str, bytes]) -> str:
    """Return what stands in the page for a link: a stylesheet itself, and nothing for what only a server can use."""
    content = files.get(link[1])
    if "stylesheet" in link[0] and content is not None:
        return f"\n<style>{content.decode()}</style>"
    return ""


def _packed(content: bytes) -> str:
    return base64.b64encode(gzip.compress(content, 9, mtime=0)).decode()


def _json(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
