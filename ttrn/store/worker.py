"""From texts to rows: what one core does with a batch of games."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import blake2b
from typing import Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from ttrn.boards import Board, board, named_board
from ttrn.hidden.guard import guarded
from ttrn.hidden.judgement import CONSISTENT, EXACT, IMPOSSIBLE, UNDECIDED, judge_timeline
from ttrn.notation.game import GameRecord
from ttrn.notation.levels import all_turns, level
from ttrn.notation.problems import Problem
from ttrn.notation.reader import Reading, read_chunk
from ttrn.notation.source import Chunk
from ttrn.notation.writer import canonical
from ttrn.replays.timeline import Timeline, rule_problems
from ttrn.store.columns import COLUMNS, Batch, Row, Rows
from ttrn.store.moves import Moves
from ttrn.store.result_rows import NO_RESULT, Ending, Result, write_results
from ttrn.store.turn_rows import GameWalk, Turns

UNREADABLE: Final = "unreadable"
VERDICTS: Final = (EXACT, CONSISTENT, UNDECIDED, IMPOSSIBLE, UNREADABLE)
"""What can be said of a game, the best first."""

SIMULATED: Final = "simulated"
"""The event of games that bots played."""

_DATE: Final = re.compile(r"(\d{4})-(\d\d|\?\?)-(\d\d|\?\?)")


class Item(NamedTuple):
    """A game to be loaded: its text, and where it comes from."""

    file: str
    chunk: Chunk


class Entry(NamedTuple):
    """A game that is being loaded: its number in the batch, where it comes from, its hash and canonical text."""

    number: int
    item: Item
    key: bytes
    text: str


class Judged(NamedTuple):
    """What came of replaying a game."""

    verdict: str
    problems: Sequence[Problem]
    walk: GameWalk | None = None
    result: Result = NO_RESULT


@dataclass(slots=True)
class Loaded:
    """The rows of a batch, and what it came to."""

    rows: Batch = field(default_factory=dict)
    moves: list[Row] = field(default_factory=list)
    """The moves that turns and claims mean by their numbers, counted from 0 within the batch."""
    markets: list[Row] = field(default_factory=list)
    hashes: list[bytes] = field(default_factory=list)
    """Of each game in the rows, in their order."""
    verdicts: list[str] = field(default_factory=list)
    known: int = 0
    """How many games were left out because they are in the database, or come twice."""
    again: list[tuple[bytes, int]] = field(default_factory=list)
    """Those in the database, by hash, each with how many games of the rows came before it."""
    letters: int = 0
    """How long the texts of all games were that were looked at."""


def digest(text: str) -> bytes:
    """Return what a game is known by."""
    return blake2b(text.encode(errors="surrogateescape"), digest_size=16).digest()


class Worker:
    """Turns texts into rows. What it has learned of turns it keeps from batch to batch."""

    def __init__(
        self, known: frozenset[bytes] = frozenset(), own: str = "", analyse: bool | frozenset[bytes] = False
    ) -> None:
        """Make a worker that leaves out the games in ``known``; ``own`` is a board file of the user's.

        It analyses the games too, or those of the hashes that ``analyse`` names.
        """
        self._known = known
        self._analyse = analyse
        self._own = board(own) if own else None
        self._facts = Moves()

    def load(self, items: Sequence[Item]) -> Loaded:
        """Read, validate and take apart some games."""
        self._facts.forget()
        rows, turns, loaded = Rows(), Turns(self._facts), Loaded()
        seen: set[bytes] = set()
        for item in items:
            read = read_chunk(item.chunk, item.file)
            text = item.chunk.text
            if read.game is not None:
                text, wrong = canonical(read.game, item.file, item.chunk.number)
                if wrong:
                    read, text = Reading(None, wrong), item.chunk.text
            key = digest(text)
            loaded.letters += len(item.chunk.text)
            if key in self._known or key in seen:
                loaded.known += 1
                if key not in seen:
                    loaded.again.append((key, len(loaded.hashes)))
                continue
            seen.add(key)
            entry = Entry(len(loaded.hashes), item, key, text)
            if read.game is None:
                verdict = UNREADABLE
                rows.of["games"].append(_unreadable(entry))
                _problems(rows, entry.number, read.problems)
            else:
                verdict = self._game(entry, read.game, rows, turns)
            if self._analyse is True or (self._analyse and key in self._analyse):
                from ttrn.store.analysis_rows import add_analysis  # noqa: PLC0415  few ask for it, and it takes long

                on = self._find(read.game) if read.game else None
                add_analysis(rows, entry.number, read.game, on, broken=verdict == IMPOSSIBLE)
            loaded.hashes.append(key)
            loaded.verdicts.append(verdict)
        loaded.rows = rows.batch()
        packed = turns.pack()
        loaded.moves, loaded.markets = packed.moves, packed.markets
        if turns.rows:
            loaded.rows["turns"] = packed.rows
        if "claims" in loaded.rows:
            loaded.rows["claims"] = _with_moves(loaded.rows["claims"], len(turns.rows), packed.claimed)
        return loaded

    def _find(self, game: GameRecord) -> Board | None:
        return find_board(game, self._own)

    def _game(self, entry: Entry, game: GameRecord, rows: Rows, turns: Turns) -> str:
        """Replay a game and add its rows; return the verdict."""
        file, number = entry.item.file, entry.item.chunk.number
        on = self._find(game)
        if on is None:
            judged = Judged(IMPOSSIBLE, rule_problems(game, file=file, number=number))
        else:
            marks = {name: len(kept) for name, kept in rows.of.items()}
            start = turns.mark()
            with guarded(game, on, file=file, number=number) as failures:
                judged = _replayed(entry, game, on, rows, turns)
            if failures:
                turns.cut(start)
                for name, mark in marks.items():
                    del rows.of[name][mark:]
                judged = Judged(UNDECIDED, failures)
        _problems(rows, entry.number, judged.problems)
        rows.of["games"].append(_game_row(entry, game, judged))
        return judged.verdict


def find_board(game: GameRecord, own: Board | None) -> Board | None:
    """Return the board of a game: the user's own one if it has that name, else the one that ttrn has."""
    return own if own is not None and own.name == game.board else named_board(game.board)


def _with_moves(claims: pa.RecordBatch, turns: int, moves: pa.Array) -> pa.RecordBatch:
    """Return claims that name their moves, in place of their rows among the turns; those below 0 come after these."""
    place = claims.schema.get_field_index("move")
    rows = claims.column(place)
    found = pc.if_else(pc.less(rows, 0), pc.subtract(turns - 1, rows), rows)
    return claims.set_column(place, "move", moves.take(found))


def _replayed(entry: Entry, game: GameRecord, on: Board, rows: Rows, turns: Turns) -> Judged:
    walk = turns.walk(game, on, entry.item.file, entry.item.chunk.number)
    result = write_results(Ending(rows, turns, walk, entry.number, _bots(game)))
    if walk.turns:
        turns.games.append((entry.number, game.first_turn, walk.turns))
    problems: Sequence[Problem] = walk.run.problems
    if problems:
        return Judged(IMPOSSIBLE, problems, walk, result)
    if not walk.run.state.unseen:
        return Judged(EXACT, [], walk, result)
    where = entry.item.file, entry.item.chunk.number
    found = judge_timeline(Timeline(game, on, *where, run=walk.run), file=where[0], number=where[1])
    return Judged(found.status, found.problems, walk, result)


def _problems(rows: Rows, number: int, problems: Sequence[Problem]) -> None:
    for problem in problems:
        rows.of["problems"].append(
            (
                number,
                problem.rule,
                safe(problem.message),
                problem.turn or None,
                problem.player or None,
                problem.line or None,
                problem.column or None,
                safe(problem.text),
                safe(problem.hint),
            )
        )


def safe(text: str) -> str:
    r"""Return a text that a database can hold: bytes that were no UTF-8 become the sign for that.

    >>> safe("a\udcffb")
    'a�b'
    """
    if text.isascii():
        return text
    return "".join(["\ufffd" if "\ud800" <= letter <= "\udfff" else letter for letter in text])


# --- the row of a game -----------------------------------------------------------------------------------------------


def _unreadable(entry: Entry) -> Row:
    """Return the row of a game of which there is only the text."""
    item = entry.item
    named = re.match(r'\[Game "([^"]*)"', item.chunk.text)
    columns: dict[str, object] = {
        "game": entry.number,
        "hash": entry.key.hex(),
        "board": safe(named[1]) if named else "",
        "verdict": UNREADABLE,
        "players": 0,
        "recorded_turns": 0,
        "over": False,
        "decided": False,
        "certain": False,
        "routes_known": False,
        "tags": [],
        "file": safe(item.file),
        "number": item.chunk.number,
        "line": item.chunk.line,
        "text": safe(entry.text),
    }
    return tuple([columns.get(name) for name in COLUMNS["games"]])


def _game_row(entry: Entry, game: GameRecord, judged: Judged) -> Row:
    walk, result, item = judged.walk, judged.result, entry.item
    tags = game.tags
    bots = _bots(game)
    kind = "human" if not any(bots) else "bot" if all(bots) else "mixed"
    exact = walk is not None and not walk.run.state.unseen
    whole = all_turns(game)
    return (
        entry.number,
        entry.key.hex(),
        game.board,
        judged.verdict,
        level(game),
        _information(game, exact=exact),
        kind,
        len(game.players),
        game.first_turn,
        len(game.turns),
        len(game.turns) if whole else None,
        result.over,
        result.decided,
        result.certain,
        result.routes_known,
        result.tie_broken,
        result.margin,
        None if walk is None or walk.ended_by < 0 or not whole else walk.ended_by + 1,
        walk.lead_changes if walk is not None and whole else None,
        walk.flushes if walk is not None and whole else None,
        _date(tags.get("Date", "")),
        tags.get("Event"),
        tags.get("Site"),
        tags.get("Round"),
        list(tags.items()),
        safe(item.file),
        item.chunk.number,
        item.chunk.line,
        entry.text,
    )


def _bots(game: GameRecord) -> list[str]:
    """Return the bot in each seat, empty for people: the Bots tag names them in turn order, "-" being a person.

    A record that was redacted has lost that tag, and its seed; that it was simulated is told by its event, and who
    played by the names.
    """
    seats = len(game.players)
    tags = game.tags
    if "Bots" in tags:
        named = ["" if word == "-" else word for word in tags["Bots"].split()]
        return (named + [""] * seats)[:seats]
    if "Seed" in tags or tags.get("Event") == SIMULATED:
        return [player.name or player.id for player in game.players]
    return [""] * seats


def _information(game: GameRecord, *, exact: bool) -> str:
    if exact:
        return "full"
    view = game.tags.get("View", "")
    if view == "public":
        return "public"
    return "player" if view in [player.id for player in game.players] else "partial"


def _date(text: str) -> date | None:
    """Return the day that a Date tag tells; the first that it can mean where it leaves digits open."""
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    year, month, day = [1 if part == "??" else int(part) for part in found.groups()]
    try:
        return date(year, month, day)
    except ValueError:
        return None
