"""Games typed into a spreadsheet and saved as CSV: who claimed which routes, which tickets were held, the scores.

The first row names the columns, in any order; each further row is a route, a ticket, a station or a score of a player.
A sheet does not tell draws, so the record says that turns are missing (``[Rules "partial"]``): routes, trains, tickets,
longest paths and totals are checked all the same.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from ttrn.boards import Board, City, board, board_names
from ttrn.boards.names import did_you_mean, nearest
from ttrn.imports.importer import BrokenLog, Imported, Importer, Options, Source
from ttrn.imports.player_ids import clean, seats
from ttrn.notation.game import MAX_PLAYERS, Entry, GameRecord
from ttrn.notation.lexicon import is_word, sort_cards
from ttrn.notation.records import Claim, Comment, Pair, Reveal, Score, Station, Tag, Turn, WrittenAction, WrittenTicket

COLUMNS: Final = ("board", "date", "event", "player", "route", "station", "cards", "ticket", "score")
SHEET: Final = {"board": "Game", "date": "Date", "event": "Event"}
"""Columns about the whole game, with their tags; one row tells them."""
FACTS: Final = ("route", "station", "ticket", "score")
RULES: Final = "partial"
MAX_ROWS: Final = 5_000
MAX_CELLS: Final = 200_000
MAX_CELL: Final = 1_000
"""How many rows, cells and characters of a cell a sheet may have; one game has far fewer."""
_JOINED: Final = re.compile(r"(?<!\s)\s++(?:-|–|—|to)\s+|[-–—]")  # noqa: RUF001  dashes as spreadsheets write them
_COLUMNS: Final = 50
"""How many columns are looked at to tell what is wrong with them."""
_HYPHENS: Final = 10
"""How many hyphens a pair of cities can have, with those in their names."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row by its columns, stripped, with its line in the file."""

    line: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    def broken(self, rule: str, message: str, hint: str = "") -> BrokenLog:
        """Return the failure that this row is wrong."""
        text = ", ".join([cell for cell in self.cells.values() if cell])
        return BrokenLog(rule, message, line=self.line, text=text, hint=hint)


@dataclass(slots=True)
class Sheet:
    """What the rows tell, put together."""

    board: Board
    turns: list[tuple[str, WrittenAction, int]] = field(default_factory=list)
    tickets: dict[str, list[WrittenTicket]] = field(default_factory=dict)
    scores: dict[str, int] = field(default_factory=dict)
    names: dict[str, None] = field(default_factory=dict)

    def add(self, row: SheetRow) -> None:
        """Take one row.

        Raises:
            BrokenLog: it names no player, or more than one fact, or something that is not on the board.
        """
        told = [column for column in FACTS if row[column]]
        if not told and not row["cards"] and not row["player"]:
            return  # of the whole game
        if not row["player"]:
            raise row.broken("LOG-PLAYER", "this row names no player")
        self.names.setdefault(row["player"])
        if len(told) > 1 or (row["cards"] and told not in (["route"], ["station"])):
            columns = " and ".join([*told, "cards"] if row["cards"] else told)
            hint = "a row is one route or station with its cards, one ticket, or one score"
            raise row.broken("LOG-LINE", f"this row has {columns}", hint)
        for column in told:
            READERS[column](self, row)

    def route(self, row: SheetRow) -> None:
        """Take a route claimed."""
        a, b = self._ends(row, row["route"])
        name, track = _track(row["route"])
        tracks = self.board.routes_between(a, b)
        if not tracks:
            near = sorted([self.board.cities[city].name for city, _ in self.board.adjacent[a.index]])
            hint = f"from {a.name} routes lead to {', '.join(near)}"
            raise row.broken("LOG-BOARD", f"no route joins {a.name} and {b.name}", hint)
        if track > len(tracks):
            raise row.broken("LOG-BOARD", f"{name} has {len(tracks)} track{'' if len(tracks) == 1 else 's'}")
        pair = Pair(self.board.cities[tracks[0].a].code, self.board.cities[tracks[0].b].code, track)
        self.turns.append((row["player"], Claim(pair, _cards(row)), row.line))

    def station(self, row: SheetRow) -> None:
        """Take a station built."""
        if not self.board.tables.stations:
            raise row.broken("LOG-BOARD", f"there are no stations in the {self.board.name} game")
        self.turns.append((row["player"], Station(self._city(row, row["station"]).code, _cards(row)), row.line))

    def ticket(self, row: SheetRow) -> None:
        """Take a ticket held at the end."""
        a, b = self._ends(row, row["ticket"])
        copy = _track(row["ticket"])[1]
        found = self.board.ticket_between(a, b, copy or 1)
        if found is None:
            raise row.broken("LOG-BOARD", f"no ticket joins {a.name} and {b.name}")
        pair = Pair(self.board.cities[found.a].code, self.board.cities[found.b].code, copy)
        self.tickets.setdefault(row["player"], []).append(pair)

    def score(self, row: SheetRow) -> None:
        """Take a final score."""
        # A spreadsheet may write a whole number as 121.0 or 121,00.
        text = re.sub(r"[.,]0+$", "", row["score"])
        if not is_word("COUNT", text):
            raise row.broken("LOG-LINE", f'"{row["score"]}" is no score; one is a whole number')
        if row["player"] in self.scores:
            raise row.broken("LOG-LINE", f"{row['player']} has a score already")
        self.scores[row["player"]] = int(text)

    def _ends(self, row: SheetRow, text: str) -> tuple[City, City]:
        """Return the two cities that are joined by a hyphen; a name may have one itself."""
        name, _ = _track(text)
        for cut in islice(_JOINED.finditer(name), _HYPHENS):
            ends = self.board.city(name[: cut.start()]), self.board.city(name[cut.end() :])
            if ends[0] is not None and ends[1] is not None:
                return ends[0], ends[1]
        parts = _JOINED.split(name, maxsplit=1)
        if len(parts) == 1:
            raise row.broken("LOG-LINE", f'"{text}" are no two cities', 'write them as "Seattle - Portland"')
        return self._city(row, parts[0]), self._city(row, parts[1])

    def _city(self, row: SheetRow, name: str) -> City:
        found = self.board.city(name)
        if found is None:
            near = self.board.suggest_city(name)
            hint = f'did you mean "{near}"?' if near else ""
            raise row.broken("LOG-BOARD", f'there is no city "{name}" on the {self.board.name} board', hint)
        return found


READERS: Final[Mapping[str, Callable[[Sheet, SheetRow], None]]] = {
    "route": Sheet.route,
    "station": Sheet.station,
    "ticket": Sheet.ticket,
    "score": Sheet.score,
}
"""How each kind of row is taken."""


def read(source: Source, options: Options) -> Imported:
    """Turn a spreadsheet into a record.

    Raises:
        BrokenLog: it has no such columns, or a row is wrong.
    """
    if options.tickets is not None:
        raise BrokenLog("LOG-TICKETS", "a spreadsheet tells the tickets itself, in its column ticket")
    rows, unknown = _rows(source.text)
    tags = _tags(rows, options.board)
    sheet = Sheet(_board(tags, rows))
    for row in rows:
        sheet.add(row)
    if not sheet.names:
        raise BrokenLog("LOG-SHAPE", "this sheet names no player")
    if len(sheet.names) > MAX_PLAYERS:
        raise BrokenLog("LOG-PLAYER", f"this sheet names {len(sheet.names):,} players: is it of one game?")
    players = seats(sheet.names)
    ids = dict(zip(sheet.names, [player.id for player in players], strict=True))
    lines: list[Entry] = [Turn(ids[who], action, comment=Comment(f"line {line}")) for who, action, line in sheet.turns]
    lines += [Reveal(ids[who], tuple(tickets)) for who, tickets in sheet.tickets.items()]
    if sheet.scores:
        lines.append(Score(tuple([(ids[who], score) for who, score in sheet.scores.items()])))
    head = [Tag(SHEET[column], clean(value)) for column, value in tags.items()]
    game = GameRecord((*head, Tag("Source", "a spreadsheet"), Tag("Rules", RULES), *players, *lines))
    notes = (f"columns that are not known and were left out: {', '.join(unknown)}",) if unknown else ()
    return Imported((game,), notes=notes)


def _rows(text: str) -> tuple[list[SheetRow], list[str]]:
    """Read the rows below the first, by its columns; return them with the columns that are not known."""
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    if text.count(delimiter) > MAX_CELLS or text.count("\n") > MAX_ROWS:
        raise BrokenLog("LOG-FILE", f"this sheet has more than {MAX_ROWS:,} rows or {MAX_CELLS:,} cells; no game has")
    reader = csv.reader(text.split("\n"), delimiter=delimiter)
    try:
        titles = [title.strip().casefold() for title in next(reader)]
        known = [title for title in titles if title in COLUMNS]
        if "player" not in known or not set(known) & set(FACTS):
            raise BrokenLog(
                "LOG-SHAPE", _no_header(titles), line=1, text=first[:200], hint=f"columns: {', '.join(COLUMNS)}"
            )
        twice = [title for title in COLUMNS if known.count(title) > 1]
        if twice:
            raise BrokenLog("LOG-SHAPE", f"there are two columns {twice[0]}", line=1, text=first[:200])
        rows = []
        for cells in reader:
            named = {title: cell.strip() for title, cell in zip(titles, cells, strict=False) if title in COLUMNS}
            if max(map(len, named.values()), default=0) > MAX_CELL:
                raise BrokenLog("LOG-LINE", f"a cell here has more than {MAX_CELL:,} characters", line=reader.line_num)
            if any(named.values()):
                rows.append(SheetRow(reader.line_num, named))
    except csv.Error as error:
        raise BrokenLog("LOG-FILE", f"this is no CSV: {error}", line=reader.line_num) from None
    return rows, [title[:40] for title in titles[:_COLUMNS] if title and title not in COLUMNS]


def _no_header(titles: list[str]) -> str:
    for title in titles[:_COLUMNS]:
        near = nearest(title, COLUMNS) if title not in COLUMNS and title else None
        if near:
            return f'the first row names the columns; "{title}" is none, did you mean "{near}"?'
    return "the first row names the columns, player and at least one of route, ticket, station and score"


def _tags(rows: list[SheetRow], wanted: str) -> dict[str, str]:
    """Return what is told about the whole game: the first row that tells something counts, others may repeat it."""
    found: dict[str, str] = {"board": wanted} if wanted else {"board": ""}
    for row in rows:
        for column in SHEET:
            value = row[column]
            if value and found.setdefault(column, value) not in (value, ""):
                raise row.broken("LOG-LINE", f'the {column} is "{found[column]}" above, and "{value}" here')
            if value and not found[column]:
                found[column] = value
    return found


def _board(tags: dict[str, str], rows: list[SheetRow]) -> Board:
    names = [name for name in board_names() if board(name).routes]
    if not tags["board"]:
        raise BrokenLog(
            "LOG-BOARD",
            "the sheet does not tell the board",
            line=rows[0].line if rows else 1,
            hint=f"add a column board with one of {', '.join(names)}, or use --board",
        )
    if tags["board"] not in names:
        where = next((row.line for row in rows if row["board"]), 0)
        told = f'there is no board "{tags["board"]}" with routes{did_you_mean(tags["board"], names)}'
        raise BrokenLog("LOG-BOARD", told, line=where)
    return board(tags["board"])


def _track(text: str) -> tuple[str, int]:
    """Part a pair from the number of its track: ``SEA-POR#2``."""
    name, sign, number = text.rpartition("#")
    return (name.rstrip(), int(number)) if sign and re.fullmatch("[1-9]", number) else (text, 0)


def _cards(row: SheetRow) -> str:
    """Return the cards paid as letters, ``?`` where the sheet leaves them out."""
    cards = row["cards"].upper().replace(" ", "")
    if not cards:
        return "?"
    if not is_word("CARDS", cards):
        raise row.broken(
            "LOG-LINE", f'"{row["cards"]}" are no cards', "R red, O, Y, G, B, P pink, K black, W, L locomotive"
        )
    return sort_cards(cards)


SPREADSHEET = Importer("csv", "a spreadsheet of routes, tickets and scores, saved as CSV", read, (".csv", ".tsv"))
