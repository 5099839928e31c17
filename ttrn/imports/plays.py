"""Plays: games as apps and sites for all board games keep them, of which only the result is known.

A reader of one source makes a :class:`Play` of each of its entries and adds it to :class:`Plays`, which picks those of
our boards, turns them into records, and counts and names all others. One wrong play does not keep the others back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ttrn.boards import board, board_names
from ttrn.boards.names import did_you_mean
from ttrn.imports.importer import BrokenLog, Imported, Options
from ttrn.imports.results import contradicted, points_of, result_lines
from ttrn.imports.titles import Titled
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.player_ids import clean, seats
from ttrn.notation.problems import Problem
from ttrn.notation.records import Comment, Player, Tag

_FEW: Final = 5
"""So many titles or places are named in a note, then only how many more there are."""
_MAX_PROBLEMS: Final = 50
"""So many plays that are wrong are told one by one."""
_LONGEST: Final = 60
"""So many characters of a title or score are shown."""
_MAX_TAG: Final = 200

SEATS_UNKNOWN: Final = "the order of the seats is not told"
ONLY_FIRST_KNOWN: Final = "who started is told, the order of the others is not"


@dataclass(frozen=True, slots=True)
class PlaySeat:
    """Somebody's part in a play: texts as they were typed. ``place`` is the seat, None where it is not told.

    Without a name it is somebody whom the source does not name on purpose.
    """

    name: str
    score: str = ""
    won: bool = False
    place: int | None = None
    first: bool = False
    color: str = ""
    team: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """An entry of a source: ``where`` is its place in words, ``titled`` what its title says of the board."""

    where: str
    title: str
    titled: Titled
    seats: tuple[PlaySeat, ...]
    line: int = 0
    date: str = ""
    """Written year, month, day; empty where it is not told."""
    time: str = ""
    """Written with hours, minutes and seconds."""
    site: str = ""
    key: str = ""
    """What the source knows the play by."""
    annotator: str = ""
    """Who wrote it down."""
    left_out: str = ""
    """Why it is no whole game, as its owner says."""
    quantity: int = 1
    """How many games are counted by this one entry."""


@dataclass(slots=True)
class Plays:
    """The plays of one file, sorted out; ``source`` is what the records name as theirs."""

    source: str
    options: Options
    games: list[GameRecord] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    count: int = 0
    _foreign: Counter[str] = field(default_factory=Counter)
    _elsewhere: Counter[str] = field(default_factory=Counter)
    _unclear: dict[str, list[Play]] = field(default_factory=dict)
    _noted: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = board_names()
        if self.options.board and self.options.board not in names:
            told = f'there is no board "{self.options.board}"{did_you_mean(self.options.board, names)}'
            raise BrokenLog("LOG-BOARD", told)
        if self.options.tickets is not None:
            raise BrokenLog("LOG-TICKETS", f"{self.source} tells results only: there are no choices of tickets")

    def add(self, play: Play) -> None:
        """Take a play: as a record, or as one that is left out, with the reason."""
        self.count += 1
        title = _short(play.title)
        if not play.titled.series:
            self._foreign[title] += 1
        elif play.titled.elsewhere:
            self._elsewhere[title] += 1
        elif play.left_out:
            self.note(f"left out, {play.left_out}", play.where)
        elif not play.titled.board and not self.options.board:
            self._unclear.setdefault(title, []).append(play)
        else:
            try:
                self.games.append(self._record(play, play.titled.board or self.options.board))
            except BrokenLog as broken:
                broken.line = play.line
                broken.message = f"{play.where}: {broken.message}"
                self.problems.append(broken.problem(""))

    def refuse(self, where: str, line: int, message: str) -> None:
        """Take note of an entry that cannot be read."""
        self.count += 1
        self.problems.append(Problem("LOG-LINE", f"{where}: {message}", line=line))

    def note(self, what: str, where: str) -> None:
        """Take note of something that is worth knowing of a play; places are put together in one note."""
        self._noted.setdefault(what, []).append(where)

    def imported(self) -> Imported:
        """Return the games with all that is to be said about the others."""
        notes = [*self.notes]
        for what, places in self._noted.items():
            notes.append(f"{what}: {_listed(places)}")
        if self._elsewhere:
            notes.append(f"left out, {_counted(self._elsewhere, 'on maps that we have no board for')}")
        if self._foreign:
            notes.append(f"left out, {_counted(self._foreign, 'of other games')}")
        problems = [*self.problems, *[self._question(title, plays) for title, plays in self._unclear.items()]]
        if not self.games and not problems:
            told = f"none of the {self.count:,} plays in this file is one on a board of ours" if self.count else ""
            problems.append(Problem("LOG-SHAPE", told or "there are no plays in this file"))
        more = len(problems) - _MAX_PROBLEMS
        if more > 0:
            problems[_MAX_PROBLEMS:] = [Problem("LOG-LINE", f"{more:,} more plays are wrong")]
        return Imported(tuple(self.games), tuple(problems), tuple(notes))

    def _question(self, title: str, plays: Sequence[Play]) -> Problem:
        places = _listed([play.where for play in plays])
        names = ", ".join(board_names())
        return Problem(
            "LOG-BOARD",
            f'it is not clear on which board "{title}" was played: {places}',
            line=plays[0].line,
            hint=f"--board says it for all of these: one of {names}",
        )

    def _record(self, play: Play, name: str) -> GameRecord:
        """Return the record of a play.

        Raises:
            BrokenLog: something in it is wrong, or there is nothing in it that a record could say.
        """
        self._check(play, name)
        ordered, order = _in_order(play.seats)
        colors = board(name).tables.train_colors
        players = [
            replace(player, color=seat.color if seat.color in colors else "")
            for player, seat in zip(seats([seat.name for seat in ordered]), ordered, strict=True)
        ]
        if any(seat.color and seat.color not in colors for seat in ordered):
            self.note("colours that this game does not have were left out", play.where)
        ids = [player.id for player in players]
        scores = self._scores(play, dict(zip(ids, ordered, strict=True)))
        places = {player: 1 for player, seat in zip(ids, ordered, strict=True) if seat.won}
        if not scores and not places:
            raise BrokenLog("LOG-LINE", "neither scores nor winners are told")
        if contradicted(ids, scores, places):
            self.note("whoever won has fewer points than another", play.where)
        lines: list[Entry] = [Comment(order)] if order else []
        lines += result_lines(ids, scores, places)
        return GameRecord((*self._tags(play, name), *_named(players), *lines))

    def _check(self, play: Play, name: str) -> None:
        if play.quantity != 1:
            hint = "enter each game with its own result"
            raise BrokenLog("LOG-LINE", f"this one entry is of {play.quantity:,} games", hint=hint)
        if len({seat.team for seat in play.seats}) > 1 or any(seat.team for seat in play.seats):
            raise BrokenLog("LOG-PLAYER", "this was played in teams, which the game does not have")
        tables = board(name).tables
        if not tables.min_players <= len(play.seats) <= tables.max_players:
            least, most = tables.min_players, tables.max_players
            raise BrokenLog("LOG-PLAYER", f"it has {len(play.seats)} players; this game has {least} to {most}")

    def _scores(self, play: Play, seated: Mapping[str, PlaySeat]) -> dict[str, int]:
        found: dict[str, int] = {}
        for player, seat in seated.items():
            if not seat.score.strip():
                continue
            points = points_of(seat.score)
            if points is None:
                raise BrokenLog("LOG-LINE", f'"{_short(seat.score)}" is no score; one is a whole number')
            if points.added:
                self.note("scores written as sums were added up", f'{play.where} "{_short(seat.score)}"')
            found[player] = points.total
        if found and len(found) < len(seated):
            self.note("the scores of some players are missing", play.where)
        return found

    def _tags(self, play: Play, name: str) -> list[Tag]:
        told = {
            "Game": name,
            "Expansion": play.titled.expansion,
            "Site": play.site,
            "Date": play.date,
            "Time": play.time,
            "Table": play.key,
            "Annotator": play.annotator,
            "Source": self.source,
        }
        return [Tag(tag, value) for tag, text in told.items() if (value := clean(text)[:_MAX_TAG].strip())]


def _in_order(found: Sequence[PlaySeat]) -> tuple[list[PlaySeat], str]:
    """Return the seats in turn order, as far as it is told, and what to say where it is not."""
    ordered = list(found)
    places = [seat.place for seat in found if seat.place is not None]
    firsts = [seat for seat in found if seat.first]
    if len(places) == len(found) and len(set(places)) == len(found):
        ordered.sort(key=lambda seat: seat.place or 0)
        if len(firsts) == 1:
            # Seats are counted round the table; who starts may sit anywhere.
            at = ordered.index(firsts[0])
            ordered = [*ordered[at:], *ordered[:at]]
        return ordered, ""
    if len(firsts) == 1:
        ordered.sort(key=lambda seat: not seat.first)
        # Of two players the other one is second.
        return ordered, "" if len(found) == 2 else ONLY_FIRST_KNOWN
    return ordered, SEATS_UNKNOWN


def _named(players: Iterable[Player]) -> list[Player]:
    return [replace(player, name=player.name.strip()) for player in players]


def _short(text: str) -> str:
    text = " ".join(clean(text).split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _listed(places: Sequence[str]) -> str:
    more = len(places) - _FEW
    return ", ".join(places[:_FEW]) + (f" and {more:,} more" if more > 0 else "")


def _counted(titles: Counter[str], which: str) -> str:
    number = titles.total()
    named = [f"{title or 'without a title'} ({number:,})" for title, number in titles.most_common()]
    return f"{number:,} play{'' if number == 1 else 's'} {which}: {_listed(named)}"
