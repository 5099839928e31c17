"""Games typed into a spreadsheet and saved as CSV: results, score sheets, or who claimed which routes.

The first row names the columns, in any order. A row is a player's result in a game, or a route, a station or a ticket
of a player; a file may hold many games. A sheet does not tell draws, so a record with routes or tickets says that
turns are missing (``[Rules "partial"]``): routes, trains, tickets, longest paths and totals are checked all the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final

from ttrn.boards import Board, City, board, board_names
from ttrn.boards.names import did_you_mean
from ttrn.imports.importer import BrokenLog, Imported, Importer, Options, Source
from ttrn.imports.plays import SEATS_UNKNOWN
from ttrn.imports.results import contradicted, result_lines
from ttrn.imports.sheet_columns import FACTS, RESULT, SheetRow, read_rows
from ttrn.imports.sheet_games import SheetGame, games_of
from ttrn.imports.sheet_results import SheetPlayer
from ttrn.imports.titles import by_map, by_title
from ttrn.notation.game import MAX_PLAYERS, Entry, GameRecord
from ttrn.notation.lexicon import is_word, sort_cards
from ttrn.notation.player_ids import clean, seats
from ttrn.notation.problems import Problem
from ttrn.notation.records import Claim, Comment, Pair, Player, Reveal, Station, Tag, Turn, WrittenAction, WrittenTicket

RULES: Final = "partial"
_JOINED: Final = re.compile(r"(?<!\s)\s++(?:-|–|—|to)\s+|[-–—]")  # noqa: RUF001  dashes as spreadsheets write them
_HYPHENS: Final = 10
"""How many hyphens a pair of cities can have, with those in their names."""
_MAX_PROBLEMS: Final = 50
"""So many games that are wrong are told one by one."""
_SHOWN: Final = 5
"""So many lines and titles are named in a note."""
_LONGEST: Final = 60


class MapWithoutBoardError(Exception):
    """A game was played on a map that we have no board for."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.title = title


@dataclass(slots=True)
class Sheet:
    """What the rows of one game tell, put together."""

    board: Board
    turns: list[tuple[str, WrittenAction, int]] = field(default_factory=list)
    tickets: dict[str, list[WrittenTicket]] = field(default_factory=dict)
    players: dict[str, SheetPlayer] = field(default_factory=dict)
    notes: dict[str, int] = field(default_factory=dict)
    """What is worth knowing, with the first line that it is about."""

    def add(self, row: SheetRow) -> None:
        """Take one row.

        Raises:
            BrokenLog: it names no player, or more than one fact, or something that is not on the board.
        """
        facts, results = row.told(FACTS), row.told(RESULT)
        if not facts and not results and not row["cards"] and not row["player"]:
            return  # of the whole game
        if not row["player"]:
            raise row.broken("LOG-PLAYER", "this row names no player")
        player = self.players.setdefault(row["player"], SheetPlayer())
        if len(facts) + bool(results) > 1 or (row["cards"] and facts not in (["route"], ["station"])):
            columns = " and ".join([*facts, *results, *(["cards"] if row["cards"] else [])])
            hint = "a row is one route or station with its cards, one ticket, or one result"
            raise row.broken("LOG-LINE", f"this row has {columns}", hint)
        for column in facts:
            READERS[column](self, row)
        player.take(row, self.notes)

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
}
"""How each kind of row is taken."""


def read(source: Source, options: Options) -> Imported:
    """Turn a spreadsheet into records, one for each game; a game with a wrong row is left out, with the reason.

    Raises:
        BrokenLog: it has no such columns.
    """
    if options.tickets is not None:
        raise BrokenLog("LOG-TICKETS", "a spreadsheet tells the tickets itself, in its column ticket")
    rows, unknown = read_rows(source.text)
    games: list[GameRecord] = []
    problems: list[Problem] = []
    noted: dict[str, list[int]] = {}
    elsewhere: Counter[str] = Counter()
    found = games_of(rows)
    for game in found:
        try:
            record, notes = _record(game, options.board)
            games.append(record)
            for text, line in notes.items():
                noted.setdefault(text, []).append(line)
        except MapWithoutBoardError as error:
            elsewhere[error.title] += 1
        except BrokenLog as broken:
            problems.append(broken.problem(""))
    if not found:
        raise BrokenLog("LOG-SHAPE", "this sheet names no player")
    if not games and not problems:
        problems.append(Problem("LOG-BOARD", "none of the games in this sheet is one on a board of ours"))
    more = len(problems) - _MAX_PROBLEMS
    if more > 0:
        problems[_MAX_PROBLEMS:] = [Problem("LOG-LINE", f"{more:,} more games are wrong")]
    told = [f"columns that are not known and were left out: {', '.join(unknown)}"] if unknown else []
    told += [f"{text}: {_lines(lines)}" for text, lines in noted.items()]
    if elsewhere:
        left = ", ".join([f"{title} ({number:,})" for title, number in elsewhere.most_common(_SHOWN)])
        told.append(f"left out, {elsewhere.total():,} on maps that we have no board for: {left}")
    return Imported(tuple(games), tuple(problems), tuple(told))


def _lines(lines: list[int]) -> str:
    more = len(lines) - _SHOWN
    return f"line {', '.join(map(str, lines[:_SHOWN]))}" + (f" and {more:,} more" if more > 0 else "")


def _record(game: SheetGame, wanted: str) -> tuple[GameRecord, dict[str, int]]:
    """Return the record of one game, with what is worth knowing of it.

    Raises:
        BrokenLog: something in its rows is wrong.
    """
    head = game.head()
    found, expansion = _board(game, head["board"] or wanted)
    sheet = Sheet(found)
    for row in game.rows:
        sheet.add(row)
    names = _seated(game, sheet)
    players = _players(names, sheet, game)
    ids = dict(zip(names, [player.id for player in players], strict=True))
    lines: list[Entry] = [Turn(ids[who], action, comment=Comment(f"line {line}")) for who, action, line in sheet.turns]
    if not lines and any(sheet.players[name].seat is None for name in names):
        lines.append(Comment(SEATS_UNKNOWN))
    lines += [Reveal(ids[who], tuple(tickets)) for who, tickets in sheet.tickets.items()]
    told = {ids[name]: sheet.players[name] for name in names}
    scores = {who: player.score for who, player in told.items() if player.score is not None}
    places = {who: player.place for who, player in told.items() if player.place is not None}
    if not (sheet.turns or sheet.tickets or scores or places or any(player.parts for player in told.values())):
        raise game.rows[0].broken("LOG-LINE", "of this game neither routes nor a result are told")
    if contradicted(list(told), scores, places):
        sheet.notes.setdefault("whoever won has fewer points than another", game.rows[0].line)
    lines += result_lines(list(told), scores, places, {who: player.parts for who, player in told.items()})
    values = {"Game": found.name, "Expansion": expansion, "Date": head["date"], "Event": head["event"]}
    values |= {"Site": head["site"], "Round": head["game"], "Source": "a spreadsheet"}
    values |= {"Rules": RULES} if sheet.turns or sheet.tickets else {}
    tags = [Tag(name, text) for name, value in values.items() if (text := clean(value))]
    return GameRecord((*tags, *players, *lines)), sheet.notes


def _seated(game: SheetGame, sheet: Sheet) -> list[str]:
    """Return the players in the order of their seats, or as the rows name them."""
    names = list(sheet.players)
    if not names:
        raise game.rows[0].broken("LOG-SHAPE", "this sheet names no player")
    most = MAX_PLAYERS if sheet.turns or sheet.tickets else sheet.board.tables.max_players
    if len(names) > most:
        hint = "part games with a column game, or with date or event"
        told = f"this sheet names {len(names):,} players: is it of one game?"
        raise BrokenLog("LOG-PLAYER", told, line=game.rows[0].line, hint=hint)
    taken = [player.seat for player in sheet.players.values() if player.seat is not None]
    if taken and (len(taken) < len(names) or len(set(taken)) < len(names)):
        raise game.rows[0].broken("LOG-LINE", "some players of this game have no seat, or two have the same")
    return sorted(names, key=lambda name: sheet.players[name].seat or 0)


def _players(names: list[str], sheet: Sheet, game: SheetGame) -> list[Player]:
    colors = sheet.board.tables.train_colors
    found = []
    for player, name in zip(seats(names), names, strict=True):
        color = sheet.players[name].color
        if color and color not in colors:
            sheet.notes.setdefault("colours that the game does not have were left out", game.rows[0].line)
        found.append(replace(player, color=color if color in colors else ""))
    longest = [player.parts["longest"] for player in sheet.players.values() if "longest" in player.parts]
    bonus = sheet.board.tables.longest_path
    if bonus and not any("bonus" in player.parts for player in sheet.players.values()) and {0, bonus} == {*longest}:
        hint = "call the column bonus if these are the points"
        raise game.rows[0].broken("LOG-LINE", "is longest how long the path was, or its points?", hint)
    return found


def _board(game: SheetGame, name: str) -> tuple[Board, str]:
    """Return the board of a game by its name or by a title, and the expansion that the title tells."""
    facts = any(row.told(FACTS) for row in game.rows)
    names = [each for each in board_names() if board(each).routes or not facts]
    line = next((row.line for row in game.rows if row["board"]), game.rows[0].line)
    if not name:
        hint = f"add a column board with one of {', '.join(names)}, or use --board"
        raise BrokenLog("LOG-BOARD", "the sheet does not tell the board", line=line, hint=hint)
    if name in names:
        return board(name), ""
    titled = by_title(name)
    titled = titled if titled.series else by_map(name)
    if titled.board in names:
        return board(titled.board), titled.expansion
    if titled.elsewhere:
        raise MapWithoutBoardError(name[:_LONGEST])
    told = f'there is no board "{name}"{" with routes" if facts else ""}{did_you_mean(name, names)}'
    raise BrokenLog("LOG-BOARD", told, line=line)


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


SPREADSHEET = Importer(
    "csv", "a spreadsheet of results, or of routes and tickets, saved as CSV", read, (".csv", ".tsv")
)
