"""Colours that have to be told apart: trains from free routes, and everything from what it lies on."""

from __future__ import annotations

from typing import get_args

import pytest

from ttrn.boards import COLORS
from ttrn.draw.colors import GROUND, ROUTES, TRAINS, Theme

OWN = [(name, letter) for name, letter in COLORS.items() if name in TRAINS]
"""The colours that routes and trains share."""


def brightness(color: str) -> float:
    """Return the relative luminance of a colour, as for the contrast of letters on a page."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    low, high = sorted((brightness(one), brightness(two)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", get_args(Theme))
@pytest.mark.parametrize(("name", "letter"), OWN)
def test_trains_differ_from_a_free_route_of_their_colour(theme: Theme, name: str, letter: str) -> None:
    free, train, bed = ROUTES[theme][letter], TRAINS[name], GROUND[theme]["bed"]
    if theme == "dark":
        assert contrast(free.fill, train.fill) > 1.7 or contrast(bed, train.fill) > 4.5
        assert contrast(free.fill, bed) > 3, "trains lie on a bright bed, free routes do not"
    else:
        assert contrast(free.fill, train.fill) > 1.35 or contrast(train.edge, bed) > 4.5


@pytest.mark.parametrize("theme", get_args(Theme))
def test_letters_on_free_routes_can_be_read(theme: Theme) -> None:
    for paint in ROUTES[theme].values():
        assert contrast(paint.fill, paint.ink) > 3.5
        assert contrast(paint.edge, GROUND[theme]["land"]) > 2.5
