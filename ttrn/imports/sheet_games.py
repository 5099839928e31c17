"""The rows of a spreadsheet, parted into games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ttrn.boards import board_names
from ttrn.imports.dates import day_first, day_of
from ttrn.imports.sheet_columns import OF_GAME, SheetRow
from ttrn.imports.titles import by_title

PARTING: Final = ("date", "event")
"""Where there is no column game, a change of one of these starts another one."""


@dataclass(slots=True)
class SheetGame:
    """The rows of one game; ``above`` is what the rows before it told, which counts where its own tell nothing."""

    above: dict[str, str]
    first: bool | None
    """Whether days stand before months in the dates of this sheet."""
    rows: list[SheetRow] = field(default_factory=list)

    def head(self) -> dict[str, str]:
        """Return what is told about the whole game, by column, empty where nothing is; dates as records have them.

        Raises:
            BrokenLog: two rows contradict each other, or a date cannot be understood.
        """
        found: dict[str, str] = {}
        for row in self.rows:
            for column in row.told(OF_GAME):
                value = row[column]
                if column == "date":
                    value = self._day(row)
                if found.setdefault(column, value) != value:
                    told = f'the {column} is "{found[column]}" above, and "{value}" here'
                    raise row.broken("LOG-LINE", told, "if this is another game, part the games with a column game")
        if "date" not in found and self.above.get("date"):
            found["date"] = self._day(replace(self.rows[0], cells={"date": self.above["date"]}))
        return {column: found.get(column, self.above.get(column, "")) for column in OF_GAME}

    def _day(self, row: SheetRow) -> str:
        day = day_of(row["date"], first=self.first)
        if day.either:
            hint = "write the month as a word, or the year first: 2026-11-13"
            raise row.broken("LOG-LINE", f'"{row["date"]}" may be two days: which is the month?', hint)
        if not day.text:
            raise row.broken("LOG-LINE", f'"{row["date"]}" is no day of the calendar', "write it like 2026-11-13")
        return day.text


def games_of(rows: Sequence[SheetRow]) -> list[SheetGame]:
    """Part the rows into games: by the column game, or where date or event change. An empty cell says: as above."""
    rows = _with_boards(rows)
    first = day_first(row["date"] for row in rows)
    keyed = any(row["game"] for row in rows)
    games: list[SheetGame] = []
    by_key: dict[str, SheetGame] = {}
    above: dict[str, str] = {}
    for row in rows:
        changed = [
            column for column in (("game",) if keyed else PARTING) if row[column] and _differs(row, above, column)
        ]
        key = row["game"] or above.get("game", "")
        if keyed and key in by_key:
            game = by_key[key]
        elif not games or (changed and (keyed or _has_players(games[-1]))):
            game = SheetGame({column: text for column, text in above.items() if column != "game"}, first)
            games.append(game)
            by_key[key] = game
        else:
            game = games[-1]
        game.rows.append(row)
        above |= {column: row[column] for column in row.told(OF_GAME)}
    return [game for game in games if _has_players(game) or len(games) == 1]


def _differs(row: SheetRow, above: dict[str, str], column: str) -> bool:
    before = above.get(column, "")
    if not before:
        return column == "game"
    if column == "date":
        return (day_of(row[column]).text or row[column]) != (day_of(before).text or before)
    return row[column] != before


def _has_players(game: SheetGame) -> bool:
    return any(row["player"] for row in game.rows)


def _with_boards(rows: Sequence[SheetRow]) -> Sequence[SheetRow]:
    """Return the rows with titles of games in the column board, if a column game holds those in place of numbers."""
    told = {row["game"] for row in rows if row["game"]}
    names = board_names()
    if (
        not told
        or any(row["board"] for row in rows)
        or not all(text in names or by_title(text).series for text in told)
    ):
        return rows
    return [
        replace(row, cells={("board" if column == "game" else column): cell for column, cell in row.cells.items()})
        for row in rows
    ]
