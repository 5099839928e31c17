"""The colours of routes and of trains. A record may name any colour: only those known here get into a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple


class Paint(NamedTuple):
    """How something is painted: what fills it, its outline, and the ink of a letter on it."""

    fill: str
    edge: str
    ink: str


DARK: Final = "#22262b"
LIGHT: Final = "#ffffff"
GROUND: Final = "#f7f3e8"
RIM: Final = "#d9d0b8"
QUIET: Final = "#6b6f76"

ROUTES: Final[Mapping[str, Paint]] = {
    "R": Paint("#f2b3ad", "#c8372d", "#7c1710"),
    "O": Paint("#fbd0a0", "#e0791a", "#7a3c00"),
    "Y": Paint("#fbeca2", "#cfa600", "#665200"),
    "G": Paint("#b7dcb9", "#3c8f4a", "#17501f"),
    "B": Paint("#b4cff0", "#2f6cc0", "#123c78"),
    "P": Paint("#f3c9e2", "#c95fa3", "#7a1f5a"),
    "K": Paint("#9a9ea5", "#33373d", "#121417"),
    "W": Paint("#ffffff", "#8d939b", "#454a51"),
    "": Paint("#dcdfe3", "#9aa0a8", "#4a4f56"),
}
"""Free routes by the letter of the card that pays for them; the empty one is gray."""

TRAINS: Final[Mapping[str, Paint]] = {
    "blue": Paint("#1f5fbf", "#0d2f66", LIGHT),
    "red": Paint("#cf2a20", "#6d0f09", LIGHT),
    "green": Paint("#258a36", "#0c4316", LIGHT),
    "yellow": Paint("#f2c200", "#7a6100", DARK),
    "black": Paint("#2b2e33", "#000000", LIGHT),
    "white": Paint("#fbfbfb", "#4a4f56", DARK),
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
