"""The dashboard in a local network: where others find it, as a line and as a code to scan."""

from __future__ import annotations

import sys

import segno

_BLACK_AND_WHITE = "\x1b[40;97m"
_AS_BEFORE = "\x1b[0m"


def told(url: str) -> str:
    """Return the address for other devices, with its code in characters of half a line."""
    color = (_BLACK_AND_WHITE, _AS_BEFORE) if sys.stdout.isatty() else ("", "")
    rows = "\n".join([f"{color[0]}{row}{color[1]}" for row in scan_code(url)])
    return f"Other devices in this network open {url}, or scan:\n\n{rows}\n"


def scan_code(text: str) -> list[str]:
    """Return a QR code as lines of text, light on dark: each has two rows of the code."""
    code = [list(row) for row in segno.make(text, error="l", micro=False).matrix_iter(border=2)]
    if len(code) % 2:
        code.append([0] * len(code[0]))
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    return [
        "".join([blocks[int(bool(above)), int(bool(below))] for above, below in zip(*pair, strict=True)])
        for pair in zip(code[::2], code[1::2], strict=True)
    ]
