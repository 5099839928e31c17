"""Where CodeMirror is, which the editor of the page Check is made with.

It is a part of the package for browsers, which an installation may lack: then the editor is a plain box.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from ttrn.recorder.build import browser_folders

ADDRESS: Final = "/editor/codemirror.js"
"""Where the server has it, below its home."""


@cache
def codemirror() -> Path | None:
    """Return the file, if there is one."""
    places = [folder / "codemirror.js" for folder in browser_folders("editor")]
    return next((place for place in places if place.exists()), None)
