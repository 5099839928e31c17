"""What the rows of a spreadsheet tell of a player's result: total, parts, place, seat."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from ttrn.imports.results import points_of
from ttrn.imports.sheet_columns import PARTS, SheetRow

_PLACE: Final = re.compile(r"([1-9]\d?)(?:\.|st|nd|rd|th)?")
_SEAT: Final = re.compile(r"(\d{1,2})\.?")
_YES: Final = frozenset({"1", "x", "yes", "y", "true", "won", "win", "ja", "j", "oui", "si", "✓", "✔"})
_NO: Final = frozenset({"0", "-", "no", "n", "false", "lost", "loss", "nein", "non"})


@dataclass(slots=True)
class SheetPlayer:
    """A player's result, as far as it was told."""

    score: int | None = None
    place: int | None = None
    """1 for whoever won."""
    seat: int | None = None
    color: str = ""
    parts: dict[str, int] = field(default_factory=dict)

    def take(self, row: SheetRow, notes: dict[str, int]) -> None:
        """Take what a row tells; ``notes`` gets what is worth knowing, with its line.

        Raises:
            BrokenLog: something in it is no number, or was told before.
        """
        if row["score"]:
            if self.score is not None:
                hint = "if this is another game, part the games with a column game"
                raise row.broken("LOG-LINE", f"{row['player']} has a score already", hint)
            self.score = _points(row, "score", "is no score; one is a whole number", notes)
        for part in row.told(PARTS):
            self._part(row, part, notes)
        self._place(row)
        if row["seat"]:
            seat = _SEAT.fullmatch(row["seat"])
            if seat is None:
                raise row.broken("LOG-LINE", f'"{row["seat"]}" is no seat; one is a number, 1 for who starts')
            self.seat = int(seat[1])
        self.color = row["color"].casefold() or self.color

    def _part(self, row: SheetRow, part: str, notes: dict[str, int]) -> None:
        points = _points(row, part, f"is no number for {part}; one is a whole number", notes)
        # What failed tickets cost is often written with its sign.
        points = abs(points) if part == "failed" else points
        if points < 0 and part != "tickets":
            raise row.broken("LOG-LINE", f"{part} cannot be {points}")
        if part in self.parts:
            raise row.broken("LOG-LINE", f"{row['player']} has {part} already")
        self.parts[part] = points

    def _place(self, row: SheetRow) -> None:
        if row["rank"]:
            place = _PLACE.fullmatch(row["rank"].casefold())
            if place is None:
                raise row.broken("LOG-LINE", f'"{row["rank"]}" is no place; one is a number, 1 for the winner')
            self.place = int(place[1])
        if row["won"]:
            if row["won"].casefold() not in _YES | _NO:
                raise row.broken("LOG-LINE", f'"{row["won"]}" does not tell whether somebody won', "write yes or no")
            if row["won"].casefold() in _YES:
                self.place = 1


def _points(row: SheetRow, column: str, wrong: str, notes: dict[str, int]) -> int:
    points = points_of(row[column])
    if points is None:
        raise row.broken("LOG-LINE", f'"{row[column]}" {wrong}')
    if points.added:
        notes.setdefault("numbers written as sums were added up", row.line)
    return points.total
