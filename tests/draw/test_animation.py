"""A game as an animation: a frame for each claim, the totals at the end, and never more bytes than a chat takes."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

import ttrn
from ttrn.core.state import NOBODY
from ttrn.draw.animation import MOST_BYTES, Animation, animation
from ttrn.draw.pixels import png
from ttrn.resources import resource


def sample(*place: str) -> ttrn.Timeline:
    (game,) = ttrn.loads(resource("sample_games", *place).read_text(encoding="utf-8")).games
    return ttrn.replay(game)


@pytest.fixture(scope="module")
def europe() -> tuple[ttrn.Timeline, Animation]:
    """The record with stations, and what is made of it."""
    timeline = sample("europe", "every_action.ttrn")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ttrn.draw.animation._AREAS", (200_000,))
        return timeline, animation(timeline)


def frames(made: Animation) -> Image.Image:
    image = Image.open(io.BytesIO(made.data))
    assert image.format == "GIF"
    return image


def test_each_claim_and_station_has_a_frame_and_the_totals_stay_longest(
    europe: tuple[ttrn.Timeline, Animation],
) -> None:
    timeline, made = europe
    stations = sum(type(turn.action).__name__ == "Station" for turn in timeline.game.turns)
    claims = sum(owner != NOBODY for owner in timeline.final.owners)
    image = frames(made)
    # The setup, the claims, the stations, and the totals.
    assert image.n_frames == made.frames == 1 + claims + stations + 1  # type: ignore[attr-defined]
    assert len(made.data) < MOST_BYTES // 4
    times = []
    for frame in range(made.frames):
        image.seek(frame)
        times.append(image.info["duration"])
    assert times[-1] == 4000
    assert max(times[1:-1]) < 1000
    assert image.info["loop"] == 0


def test_the_last_frame_is_the_whole_picture(europe: tuple[ttrn.Timeline, Animation]) -> None:
    timeline, made = europe
    image = frames(made)
    image.seek(made.frames - 2)
    whole = Image.open(io.BytesIO(png(ttrn.picture(timeline).svg, made.width))).convert("RGB")
    # But for the route that stands out, and for colours that are few: drawn piece by piece it is the same board.
    difference = ImageChops.difference(image.convert("RGB"), whole).convert("L").point(lambda value: 255 * (value > 60))
    changed = difference.histogram()[255]
    assert changed < whole.width * whole.height / 100


def test_it_gets_smaller_and_then_shorter_until_it_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttrn.draw.animation._AREAS", (40_000, 30_000))
    monkeypatch.setattr("ttrn.draw.animation._FRAMES", (120, 3))
    timeline = sample("teaching", "usa_first_turns.ttrn")
    whole = animation(timeline)
    smaller = animation(timeline, most=len(whole.data) - 1)
    fewer = animation(timeline, most=len(smaller.data) - 1)
    assert whole.width > smaller.width
    assert whole.frames == smaller.frames > fewer.frames == frames(fewer).n_frames == 3  # type: ignore[attr-defined]
    assert len(whole.data) > len(smaller.data) > len(fewer.data)
    with pytest.raises(ValueError, match="bytes, more than 100"):
        animation(timeline, most=100)


def test_a_record_without_turns_is_not_animated() -> None:
    (game,) = ttrn.loads('[Game "usa"]\n\nplayer ann\nplayer bob\n\nscore ann=5 bob=6\n').games
    with pytest.raises(ValueError, match="has no turns"):
        animation(game)


def test_turns_that_change_nothing_on_the_board_are_one_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttrn.draw.animation._AREAS", (40_000,))
    (game,) = ttrn.loads('[Game "usa"]\n\nplayer ann\nplayer bob\n\n1. ann draw ? ?\n').games
    assert animation(game).frames == 1
