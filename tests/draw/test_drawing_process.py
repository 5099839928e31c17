"""Pictures drawn in a process of their own: the same bytes, and what cannot be drawn is said."""

from __future__ import annotations

import pytest

import ttrn
from ttrn.boards import board
from ttrn.draw.animation import animation
from ttrn.draw.drawing_process import animation_apart, png_apart
from ttrn.draw.pixels import png

SHORT = '[Game "cardgame"]\n\nplayer ann\nplayer bob\n\n1. ann draw ? ?\n'


def test_it_gives_the_same_bytes() -> None:
    svg = ttrn.picture(board("usa")).svg
    assert png_apart(svg, 200) == png(svg, 200)
    (game,) = ttrn.loads(SHORT).games
    made = animation_apart(SHORT)
    assert made == animation(game).data
    assert made.startswith(b"GIF8")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[Game "usa"]\n\nplayer ann\nplayer bob\n\nscore ann=5 bob=6\n', "no turns"),
        (SHORT.replace("cardgame", "brazil"), "there is no board of this name"),
        ("nonsense", "no record of one game"),
    ],
)
def test_what_cannot_be_drawn_is_said(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        animation_apart(text)
