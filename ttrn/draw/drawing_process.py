"""Pixels drawn in a process of its own: the renderer lets no other thread run, and a server has other readers.

``python -m ttrn.draw.drawing_process`` reads a task from standard input, a line of JSON, and writes the picture to
standard output.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any, Final

from ttrn.boards import BoardError
from ttrn.draw.animation import animation
from ttrn.draw.pixels import png
from ttrn.extras import MissingPackageError
from ttrn.notation import loads

_SECONDS: Final = 180
"""After which a drawing is given up."""

_WRONG: Final = 3
"""The exit status of a process that says on standard output why it cannot draw."""


def png_apart(svg: str, width: int) -> bytes:
    """Return a picture of ours as PNG, like :func:`~ttrn.draw.pixels.png`.

    Raises:
        ValueError: it cannot be made.
    """
    return _ask({"svg": svg, "width": width})


def animation_apart(text: str) -> bytes:
    """Return the game of a record as an animated GIF, like :func:`~ttrn.draw.animation.animation`.

    Raises:
        ValueError: it cannot be made.
    """
    return _ask({"record": text})


def _ask(task: dict[str, Any]) -> bytes:
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "ttrn.draw.drawing_process"],
            input=json.dumps(task).encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(os.environ) | {"PYTHONPATH": os.pathsep.join([part for part in sys.path if part])},
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise ValueError(f"it was given up after {_SECONDS} seconds") from None
    if done.returncode == _WRONG:
        raise ValueError(done.stdout.decode())
    if done.returncode:
        raise ValueError("the program that draws it was ended")
    return done.stdout


def main() -> None:
    """Draw what standard input asks for.

    Raises:
        SystemExit: it cannot be drawn.
    """
    if hasattr(os, "nice"):
        os.nice(10)
    task = json.loads(sys.stdin.buffer.read())
    try:
        made = png(task["svg"], task["width"]) if "svg" in task else _animated(task["record"])
    except (ValueError, BoardError, MissingPackageError) as error:
        sys.stdout.buffer.write(str(error).encode())
        sys.exit(_WRONG)
    sys.stdout.buffer.write(made)


def _animated(text: str) -> bytes:
    games = loads(text).games
    if len(games) != 1:
        raise ValueError("this is no record of one game")
    return animation(games[0]).data


if __name__ == "__main__":
    main()
