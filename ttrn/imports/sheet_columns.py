"""The columns of a spreadsheet by the titles that people give them, and its rows by these columns."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from ttrn.boards.names import nearest
from ttrn.imports.importer import BrokenLog
from ttrn.notation.records import COMPONENTS
from ttrn.plain_letters import plain

OF_GAME: Final = ("game", "board", "date", "event", "site")
"""Columns about the whole game."""
FACTS: Final = ("route", "station", "ticket")
"""Columns of which a row has one."""
PARTS: Final = COMPONENTS
"""Columns of the parts of a score."""
RESULT: Final = ("score", "rank", "won", "seat", "color", *PARTS)
"""Columns that one row of a player and a game may have together."""
COLUMNS: Final = (*OF_GAME, "player", *FACTS, "cards", *RESULT)

SPELLINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "game": ("game number", "game no", "game id", "no", "nr", "match", "spiel", "spiel nr", "partie", "partida"),
    "board": ("map", "game board", "karte", "spielplan", "brett", "plateau", "mapa", "mappa"),
    "date": ("day", "played", "played on", "datum", "tag", "jour", "fecha", "data"),
    "event": ("occasion", "tournament", "anlass", "turnier"),
    "site": ("location", "where", "ort", "lieu", "lugar", "luogo"),
    "player": ("name", "player name", "players", "who", "spieler", "spielerin", "joueur", "jugador", "giocatore"),
    "score": (
        *("total", "points", "final score", "final points", "total score", "total points", "final", "pts"),
        *("punkte", "punktzahl", "gesamt", "gesamtpunkte", "summe", "endstand", "punti", "puntos"),
    ),
    "rank": ("place", "position", "finish", "platz", "rang", "platzierung"),
    "won": ("win", "winner", "sieger", "gewinner", "gewonnen", "sieg"),
    "seat": ("seat order", "turn order", "start position", "starting position", "order", "sitz", "reihenfolge"),
    "color": ("colour", "train color", "train colour", "trains color", "farbe", "couleur"),
    "cards": ("paid", "cards paid", "karten"),
    "routes": ("route points", "routes points", "points for routes", "strecken", "streckenpunkte"),
    "tickets": (
        *("ticket points", "tickets points", "points for tickets", "destination tickets", "destinations"),
        *("zielkarten", "ziele", "tickets total"),
    ),
    "completed": ("completed points", "completed ticket points", "points completed", "erfullt"),
    "failed": ("failed points", "failed ticket points", "points failed", "points lost", "nicht erfullt"),
    "longest": (
        *("longest path", "longest route", "longest track", "longest length", "length of longest path"),
        *("longest continuous path", "langste strecke", "langste", "langste verbindung"),
    ),
    "bonus": (
        *("bonus points", "longest bonus", "longest path bonus", "longest route bonus", "bonus longest path"),
        *("longest path points", "longest route points", "european express", "globetrotter", "most tickets bonus"),
    ),
    "stations": ("station points", "stations points", "bahnhofe", "bahnhofspunkte"),
    "goods": ("merchandise", "merchandise points", "passenger points", "waren"),
    "cities": ("big cities", "city bonus", "city bonuses", "grossstadte"),
}
"""What else the columns are called; case, accents and signs do not matter.

Titles that rather mean a number of things than points, like "tickets completed", are not among them.
"""

MAX_ROWS: Final = 50_000
MAX_CELLS: Final = 1_000_000
MAX_CELL: Final = 1_000
"""How many rows, cells and characters of a cell a sheet may have; those who play every day have fewer in years."""
_SHOWN: Final = 50
"""How many columns are looked at to tell what is wrong with them."""
_LENGTH: Final = re.compile(r"(?:length |x)([1-9])|([1-9])(?:er|x| trains?| wagons?)")
_BY_TITLE: Final = {title: name for name, titles in SPELLINGS.items() for title in titles} | {
    name: name for name in COLUMNS
}


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row by its columns, stripped, with its line in the file."""

    line: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    def told(self, columns: tuple[str, ...]) -> list[str]:
        """Return which of these columns have something in this row."""
        return [column for column in columns if self.cells.get(column)]

    def broken(self, rule: str, message: str, hint: str = "") -> BrokenLog:
        """Return the failure that this row is wrong."""
        text = ", ".join([cell for cell in self.cells.values() if cell])
        return BrokenLog(rule, message, line=self.line, text=text, hint=hint)


class SheetRows(NamedTuple):
    """The rows of a sheet below the titles, with the titles that are not known."""

    rows: list[SheetRow]
    unknown: list[str]


def column_of(title: str) -> str:
    """Return the column that a title means, empty where it means none.

    >>> column_of("Spieler"), column_of("Longest path (bonus)"), column_of("3er"), column_of("Mood")
    ('player', 'bonus', '3x', '')
    """
    letters = [letter if letter.isalnum() else " " for letter in plain(title[:MAX_CELL]).casefold()]
    words = " ".join("".join(letters).split())
    found = _BY_TITLE.get(words, "")
    length = _LENGTH.fullmatch(words) if not found and words else None
    return f"{length[1] or length[2]}x" if length else found


def read_rows(text: str) -> SheetRows:
    """Read the rows of a sheet that was saved as CSV, with commas, semicolons or tabs.

    Raises:
        BrokenLog: it is no CSV, too long, or has no columns that are known.
    """
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    if text.count(delimiter) > MAX_CELLS or text.count("\n") > MAX_ROWS:
        told = f"this sheet has more than {MAX_ROWS:,} rows or {MAX_CELLS:,} cells"
        raise BrokenLog("LOG-FILE", told, hint="cut it into several files")
    reader = csv.reader(text.split("\n"), delimiter=delimiter)
    rows: list[SheetRow] = []
    try:
        titles = next(reader)
        columns = [column_of(title) for title in titles]
        _check(titles, columns, first)
        for cells in reader:
            named = {column: cell.strip() for column, cell in zip(columns, cells, strict=False) if column}
            if max(map(len, named.values()), default=0) > MAX_CELL:
                raise BrokenLog("LOG-LINE", f"a cell here has more than {MAX_CELL:,} characters", line=reader.line_num)
            if any(named.values()):
                rows.append(SheetRow(reader.line_num, named))
    except csv.Error as error:
        raise BrokenLog("LOG-FILE", f"this is no CSV: {error}", line=reader.line_num) from None
    unknown = [title.strip() for title, column in zip(titles, columns, strict=True) if title.strip() and not column]
    return SheetRows(rows, [title[:40] for title in unknown[:_SHOWN]])


def _check(titles: list[str], columns: list[str], first: str) -> None:
    if "player" not in columns or not set(columns) & {*FACTS, *RESULT}:
        hint = f"columns: {', '.join(COLUMNS)}"
        raise BrokenLog("LOG-SHAPE", _no_header(titles), line=1, text=first[:200], hint=hint)
    twice = next((column for column in COLUMNS if columns.count(column) > 1), "")
    if twice:
        called = [title.strip() for title, column in zip(titles, columns, strict=True) if column == twice]
        named = f" ({', '.join(called[:_SHOWN])})" if len(set(called)) > 1 else ""
        raise BrokenLog("LOG-SHAPE", f"there are two columns {twice}{named}", line=1, text=first[:200])


def _no_header(titles: list[str]) -> str:
    for title in titles[:_SHOWN]:
        near = nearest(title, COLUMNS) if title.strip() and not column_of(title) else None
        if near:
            return f'the first row names the columns; "{title.strip()}" is none, did you mean "{near}"?'
    return (
        "the first row names the columns, player and at least one of route, ticket, station and score; "
        "each row below is of one player"
    )
