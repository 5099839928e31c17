"""The colours of the map, of routes and of trains, by day and by night. Only colours known here get into a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from ttrn.boards import COLORS

Theme = Literal["light", "dark"]
"""By day or by night."""


class Paint(NamedTuple):
    """How something is painted: what fills it, its outline, and the ink of a letter on it."""

    fill: str
    edge: str
    ink: str


DARK: Final = "#22262b"
LIGHT: Final = "#ffffff"

ROUTES: Final[Mapping[Theme, Mapping[str, Paint]]] = {
    "light": {
        "R": Paint("#f0a59d", "#b92d24", "#6e120c"),
        "O": Paint("#fac48a", "#d56a0b", "#703500"),
        "Y": Paint("#fbe98f", "#b99200", "#5c4900"),
        "G": Paint("#a9d5a6", "#2f7f3e", "#123f19"),
        "B": Paint("#a5c6ec", "#2460b0", "#0d3063"),
        "P": Paint("#f3c0de", "#bd4f96", "#6e184f"),
        "K": Paint("#7d8187", "#26292e", "#ffffff"),
        "W": Paint("#ffffff", "#7d8187", "#41464d"),
        "": Paint("#d3d3cf", "#8b8c88", "#45474a"),
    },
    "dark": {
        # Deep, so that trains stand out from a free route of their own colour; the outline says which colour it is.
        "R": Paint("#5a2723", "#e0776d", "#ffe1de"),
        "O": Paint("#5f3a14", "#e79645", "#ffe9d0"),
        "Y": Paint("#544608", "#dfc039", "#fff4c2"),
        "G": Paint("#1f4327", "#73ba7b", "#dcf5de"),
        "B": Paint("#1c3557", "#76a6e0", "#dceaff"),
        "P": Paint("#57284a", "#dd89bd", "#ffe1f3"),
        "K": Paint("#08090b", "#858b94", "#e8e8e8"),
        "W": Paint("#6c6f6e", "#e4e4de", "#ffffff"),
        "": Paint("#3f4347", "#8f949a", "#f0f0f0"),
    },
}
"""Free routes by the letter of the card that pays for them; the empty one is gray."""

GROUND: Final[Mapping[Theme, Mapping[str, str]]] = {
    "light": {
        "sea": "#cddfe2",
        "wave": "#b9d0d6",
        "river": "#bcd3d8",
        "land": "#f6f0df",
        "far": "#ece4cf",
        "coast": "#7f9ba1",
        "border": "#b9a685",
        "faint": "#e0d4b8",
        "ink": "#2a2620",
        "quiet": "#6c6658",
        "rim": "#b8a684",
        "paper": "#fbf7ec",
        "halo": "#fbf6e9",
        "bed": "#ffffff",
        "dot": "#fffdf6",
        "rail": "#2a2620",
        "tooth": "#6b5f4b",
        "last": "#ff9d00",
        "shade": "#57482a",
    },
    "dark": {
        "sea": "#14212a",
        "wave": "#1d303c",
        "river": "#2c4552",
        "land": "#2b2f2e",
        "far": "#242827",
        "coast": "#5b7c88",
        "border": "#5e5c4c",
        "faint": "#3a3d39",
        "ink": "#f1ebdc",
        "quiet": "#a8a294",
        "rim": "#4d5250",
        "paper": "#1d2121",
        "halo": "#1a1e1f",
        "bed": "#dcd6c6",
        "dot": "#f3ecd9",
        "rail": "#0d1012",
        "tooth": "#b8ab90",
        "last": "#ffb938",
        "shade": "#000000",
    },
}
"""The map itself: water, land, lines and letters."""

TRAINS: Final[Mapping[str, Paint]] = {
    "blue": Paint("#1f5fbf", "#0d2f66", LIGHT),
    "red": Paint("#cf2a20", "#6d0f09", LIGHT),
    "green": Paint("#258a36", "#0c4316", LIGHT),
    "yellow": Paint("#f2c200", "#7a6100", DARK),
    "black": Paint("#2b2e33", "#000000", LIGHT),
    "white": Paint("#fdfdfd", "#1c2026", DARK),
    "orange": Paint("#ee7d1a", "#7d3b00", DARK),
    "purple": Paint("#7b3fa8", "#3b1857", LIGHT),
    "violet": Paint("#7b3fa8", "#3b1857", LIGHT),
    "pink": Paint("#e06ab1", "#7a1f5a", DARK),
    "gray": Paint("#8b9097", "#3f4349", DARK),
    "grey": Paint("#8b9097", "#3f4349", DARK),
    "brown": Paint("#8a5a33", "#472a12", LIGHT),
}
"""The trains of players, by the name of their colour."""

_USUAL: Final = ("blue", "red", "green", "yellow", "black", "purple", "orange", "white")


def train_paints(wanted: Sequence[str], usual: Sequence[str] = ()) -> list[Paint]:
    """Return a paint for each seat: the colour it asks for, else the next of the board's that nobody has.

    >>> [paint.fill for paint in train_paints(["red", "", "no colour"])] == [
    ...     TRAINS[name].fill for name in ("red", "blue", "green")
    ... ]
    True
    """
    asked = [name.casefold() for name in wanted]
    choice = [name for name in dict.fromkeys((*usual, *_USUAL)) if name in TRAINS]
    taken: set[str] = set()
    paints: list[Paint] = []
    for name in asked:
        if name not in TRAINS or name in taken:
            free = [other for other in choice if other not in taken and other not in asked]
            name = free[0] if free else choice[len(paints) % len(choice)]  # noqa: PLW2901  the seat's colour from here on
        taken.add(name)
        paints.append(TRAINS[name])
    return paints


def properties(theme: Theme) -> dict[str, str]:
    """Return every colour of a theme by the name that the style sheets call it.

    >>> properties("light")["red-edge"]
    '#b92d24'
    """
    found = dict(GROUND[theme])
    for name, letter in COLORS.items():
        found |= named(name, ROUTES[theme][letter])
    return found


def named(name: str, paint: Paint) -> dict[str, str]:
    """Return the three colours of a paint under a name.

    >>> named("seat-0", TRAINS["red"])["seat-0-ink"]
    '#ffffff'
    """
    return {name: paint.fill, f"{name}-edge": paint.edge, f"{name}-ink": paint.ink}
