"""Pictures as pixels: of the right size, not blank, in the colours of the players, and the same without any font."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageColor

import ttrn
from ttrn.boards import board, board_names
from ttrn.core.state import NOBODY
from ttrn.draw import Theme, train_paints
from ttrn.draw.layout import layout_of
from ttrn.draw.pixels import MOST_WIDE, PixelBox, png, size
from ttrn.extras import MissingPackageError
from ttrn.resources import resource

RESULT = '[Game "usa"]\n\nplayer ann "Ann"\nplayer bob "Bob"\n\nsheet ann routes=60\nscore ann=112 bob=98\n'
FINAL_BOARD = '[Game "europe"]\n\nplayer ann\nplayer bob\n\nroutes ann LON-DIE#1\nroutes bob -\nfinished\n'


def sample(*place: str) -> ttrn.Timeline:
    (game,) = ttrn.loads(resource("sample_games", *place).read_text(encoding="utf-8")).games
    return ttrn.replay(game)


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    assert image.format == "PNG"
    return image.convert("RGB")


def test_a_claimed_route_has_the_colour_of_its_player() -> None:
    timeline = sample("teaching", "usa_first_turns.ttrn")
    layout, width = layout_of(timeline.board), 1100
    scale = width / layout.width
    paints = train_paints([player.color for player in timeline.game.players], timeline.board.tables.train_colors)
    begin, end = (opened(ttrn.picture(timeline, turn).png(width)) for turn in (0, None))
    owned = [(route, owner) for route, owner in enumerate(timeline.final.owners) if owner != NOBODY]
    assert owned
    for route, owner in owned:
        space = layout.spaces[route][0]
        x, y = round(space.x * scale), round(space.y * scale)
        around = (x - 5, y - 5, x + 5, y + 5)
        fill = ImageColor.getrgb(paints[owner].fill)
        counts = [{c: n for n, c in image.crop(around).getcolors() or []}.get(fill, 0) for image in (begin, end)]
        assert counts[0] == 0
        assert counts[1] > 20


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", board_names())
def test_every_board_is_drawn_to_its_edges(name: str, theme: Theme) -> None:
    drawn = ttrn.picture(board(name), theme=theme)
    image = opened(drawn.png(400))
    wide, high = size(drawn.svg)
    assert image.size == (400, round(high * 400 / wide))
    # Chats make black of what is transparent: the corners have the colour of the paper.
    bright = sum(image.getpixel((0, 0)))  # type: ignore[arg-type]
    assert bright > 600 if theme == "light" else 0 < bright < 200
    assert len(image.getcolors(1 << 20) or []) > 200


@pytest.mark.parametrize("text", [RESULT, FINAL_BOARD])
def test_records_without_turns(text: str) -> None:
    (game,) = ttrn.loads(text).games
    assert len(opened(ttrn.picture(game).png(500)).getcolors(1 << 20) or []) > 50


def test_a_part_has_its_pixels_where_they_lie_in_the_whole() -> None:
    svg = ttrn.picture(board("usa")).svg
    box = PixelBox(130, 97, 331, 204)
    both = ImageChops.difference(opened(png(svg, 700)).crop(box), opened(png(svg, 700, box=box)))
    # A glyph or two may be rounded to another pixel.
    assert sum(both.convert("L").histogram()[16:]) < both.width * both.height / 200


def test_fonts_of_the_system_are_asked_only_for_letters_that_ours_lack(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    draw = resvg_py.svg_to_bytes

    def spy(**options: Any) -> bytes:
        asked.append(options)
        return draw(**options)

    monkeypatch.setattr(resvg_py, "svg_to_bytes", spy)
    text = '[Game "usa"]\n\nplayer ann "{}"\nplayer bob\n\n1. ann draw ? ?\n'
    pictures = [ttrn.picture(ttrn.loads(text.format(name)).games[0]).svg for name in ("Łukasz Ћ Ω Ț", "", "王小明")]
    named, nobody, _ = [opened(png(svg, 600)) for svg in pictures]
    assert [options["skip_system_fonts"] for options in asked] == [True, True, False]
    assert all(Path(file).is_file() for options in asked for file in options["font_files"])
    # The name, and so every label, is drawn with nothing but our fonts.
    assert ImageChops.difference(named, nobody).getbbox() is not None
    city = '<text x="100" y="100">Montréal</text>'
    blank = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200" width="300" height="200">{}</svg>'
    assert opened(png(blank.format(city), 300)).getcolors() != opened(png(blank.format(""), 300)).getcolors()


def test_what_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawn = ttrn.picture(board("usa"))
    for width in (0, -5, MOST_WIDE + 1):
        with pytest.raises(ValueError, match="pixels wide"):
            drawn.png(width)
    drawn.save(tmp_path / "usa.png")
    assert opened((tmp_path / "usa.png").read_bytes()).width == 1200
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingPackageError, match=r'pip install "ttrn\[pictures\]"'):
        drawn.save(tmp_path / "other.png")
    assert [path.name for path in tmp_path.iterdir()] == ["usa.png"]
