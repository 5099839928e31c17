"""The lines of ``identity.txt``, and the smallest game around a line."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
LINES = [line for line in (HERE / "identity.txt").read_text(encoding="utf-8").split("\n") if line and line[0] != "#"]
PLAYERS = "player ann\nplayer bob\nplayer player_2\nplayer x\nplayer hand\nplayer trains\n"


def wrap(line: str) -> str:
    """Put a canonical line into the smallest canonical game that can hold it."""
    if line.startswith("[Game "):
        return f"{line}\n"
    if line.startswith("["):
        return f'[Game "usa"]\n{line}\n'
    if line.startswith("player "):
        return f'[Game "usa"]\n\n{line}\n'
    if line[0] in ";{":
        return f'[Game "usa"]\n\n{PLAYERS}{line}\n'
    position = "" if re.match(r"1\.|\D", line) else '[Position "x"]\n'
    return f'[Game "usa"]\n{position}\n{PLAYERS}\n{line}\n'
