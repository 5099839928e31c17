"""Fetch Pyodide and make what the recorder needs in a browser: ``make browser``. Needs npm, only for this.

The version and its checksum stand in ``browser/pyodide.json``; what is fetched or made stays out of the repository.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Final

from ttrn.recorder.core import lark_licence, pack_core

ROOT: Final = Path(__file__).parent.parent
PACKAGE: Final = ROOT / "browser" / "ttrn_browser"
SCRATCH: Final = ROOT / "build" / "browser"
KEPT: Final = ("pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip")
PACKED: Final = "pyodide.asm.wasm"


def fetch() -> Path:
    """Return Pyodide's files, fetched if they are not there in this version and with this checksum."""
    pin = json.loads((ROOT / "browser" / "pyodide.json").read_text(encoding="utf-8"))
    archive = SCRATCH / f"{pin['package']}-{pin['version']}.tgz"
    SCRATCH.mkdir(parents=True, exist_ok=True)
    if not archive.exists():
        npm = shutil.which("npm")
        if npm is None:
            sys.exit("make browser needs npm, to fetch Pyodide")
        asked = [npm, "pack", "--silent", f"{pin['package']}@{pin['version']}"]
        subprocess.run(asked, cwd=SCRATCH, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    digest = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if digest != pin["integrity"]:
        archive.unlink()
        sys.exit(f"{archive.name} is not what browser/pyodide.json says: it has the checksum {digest}")
    with tarfile.open(archive) as packed:
        packed.extractall(SCRATCH, filter="data")
    return SCRATCH / "package"


def make() -> None:
    """Fill the package ``ttrn_browser``: Pyodide, a snapshot of its memory, and the licences."""
    source = fetch()
    made = SCRATCH / "made"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir()
    for name in KEPT:
        shutil.copy(source / name, made)
    _pack(source / PACKED, made / f"{PACKED}.packed")
    core = pack_core()
    (SCRATCH / "core.zip").write_bytes(core.archive)
    snapshot = SCRATCH / "snapshot.bin"
    node = shutil.which("node") or sys.exit("make browser needs node, to start Pyodide once")
    script = Path(__file__).with_name("browser_snapshot.mjs")
    subprocess.run([node, script, source, SCRATCH / "core.zip", snapshot], check=True)  # noqa: S603
    _pack(snapshot, made / "snapshot.packed")
    snapshot.unlink()
    lock = {**json.loads((source / "pyodide-lock.json").read_text(encoding="utf-8")), "packages": {}}
    (made / "about.json").write_text(json.dumps({"core": core.key, "lock": lock}) + "\n", encoding="utf-8")
    for icon in (ROOT / "browser" / "icons").iterdir():
        shutil.copy(icon, made)
    licences = made / "licences"
    shutil.copytree(ROOT / "browser" / "licences", licences)
    shutil.copy(ROOT / "LICENSE", licences / "ttrn.txt")
    shutil.copy(ROOT / "browser" / "pyodide.json", licences)
    (licences / "Lark.txt").write_text(lark_licence(), encoding="utf-8")
    files = PACKAGE / "files"
    shutil.rmtree(files, ignore_errors=True)
    made.rename(files)


def _pack(source: Path, target: Path) -> None:
    # Not named .gz: some web servers would tell the browser to unpack such a file by itself, others would not.
    target.write_bytes(gzip.compress(source.read_bytes(), 9, mtime=0))


if __name__ == "__main__":
    make()
