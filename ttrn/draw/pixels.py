"""Pictures as pixels: PNG from SVG, with fonts of our own, so that a picture is the same on every machine."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

from ttrn.draw.svg_text import FONTS
from ttrn.extras import MissingPackageError, advice

WIDTHS: Final = (1200, 2400)
"""Pixels across of a picture: for a chat, and for a large screen or paper."""

MOST_WIDE: Final = 6000

_FOLDER: Final = Path(__file__).parent / "fonts"
_FAMILY: Final = "Arimo"

# The letters that are in the fonts: Latin, Greek, Cyrillic and punctuation.
_OURS: Final = re.compile("[\0-\u017f\u0218-\u021b\u0370-\u045f\u0490\u0491\u2010-\u2044€№™←-↓−\ufffd]*")  # noqa: RUF001
_PAPER: Final = re.compile(r"\.paper\{fill:(#[0-9a-f]+)")
_SIZE: Final = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)" width="[\d.]+" height="[\d.]+"')


class PixelBox(NamedTuple):
    """A part of a picture in pixels."""

    left: int
    top: int
    right: int
    bottom: int


def png(svg: str, width: int = WIDTHS[0], *, box: PixelBox | None = None, clear: bool = False) -> bytes:
    """Return a picture of ours as PNG, so many pixels wide; with a box only this part of it.

    What nothing is drawn on has the colour of the paper, or with ``clear`` none: chats make black of that.

    Names in letters that our fonts do not have (Chinese, say) are drawn with a font of the system, if one has them.

    Raises:
        MissingPackageError: the package that draws is not installed.
        ValueError: it cannot be so wide.
    """
    if not 1 <= width <= MOST_WIDE:
        raise ValueError(f"a picture is 1 to {MOST_WIDE:,} pixels wide")
    draw = package("resvg_py")
    wide, high = size(svg)
    unit = wide / width
    left, top, right, bottom = box or PixelBox(0, 0, width, max(1, round(high / unit)))
    across, down = right - left, bottom - top
    # Said so, a part has its pixels just where they lie in the whole.
    view = " ".join([f"{pixels * unit:.5f}" for pixels in (left, top, across, down)])
    part = _SIZE.sub(f'viewBox="{view}" width="{across}" height="{down}"', svg, count=1)
    drawn: bytes = draw.svg_to_bytes(
        svg_string=part.replace(FONTS, _FAMILY),
        skip_system_fonts=_OURS.fullmatch(svg) is not None,
        background=None if clear else (paper[1] if (paper := _PAPER.search(svg)) else "#ffffff"),
        font_files=[str(_FOLDER / f"{_FAMILY}-{weight}.ttf") for weight in ("Regular", "Bold")],
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
    )
    return drawn


def size(svg: str) -> tuple[float, float]:
    """Return the width and the height of a picture of ours, in its own units."""
    found = _SIZE.search(svg)
    if found is None:
        raise ValueError("this is no picture of ours")
    return float(found[1]), float(found[2])


def package(name: str) -> ModuleType:
    """Return a package that pictures want.

    Raises:
        MissingPackageError: it is not installed.
    """
    try:
        return import_module(name)
    except ImportError:
        raise MissingPackageError(advice("pictures")) from None
