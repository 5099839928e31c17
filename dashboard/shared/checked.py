"""Games that a user brings: unpacked within limits, imported where they are logs, read and judged one by one."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ttrn.boards import board, board_names
from ttrn.core.state import OVER
from ttrn.diagnosis import explain
from ttrn.hidden import Budget, check_legible, judge
from ttrn.hidden.guard import guarded
from ttrn.hidden.judgement import IMPOSSIBLE, UNDECIDED
from ttrn.imports import IMPORTERS, import_games
from ttrn.notation import GameRecord, Problem, dumps
from ttrn.notation.compression import unpacked
from ttrn.notation.reader import BrokenReading, read_chunk
from ttrn.notation.source import games
from ttrn.notation.writer import canonical
from ttrn.replays import Timeline, rule_problems
from ttrn.replays.warnings import warnings_of
from ttrn.store.worker import UNREADABLE, digest

from . import browser_store
from .escape import NAME, shown
from .selected_game import title_of

MAX_BYTES: Final = 20_000_000
"""How many bytes may come out of a compressed file."""

MAX_KEPT: Final = 8_000_000
"""How many characters of games and problems are kept of one file."""

UNFINISHED: Final = "not looked at to its end"
"""The verdict on a file with more games than are looked at."""

TTRN: Final = "ttrn"
SOURCES: Final = {TTRN: "records (TTRN)"} | {name: importer.title for name, importer in IMPORTERS.items()}
"""What a file can be."""

_LOG: Final = re.compile(
    rb"\bMove\s{0,3}\d|\"(?:data|logs|packets?|notifications?|move_id)\"|boardgamearena", re.IGNORECASE
)
"""What a log of Board Game Arena has in any of its shapes."""
_LOOKED_AT: Final = 1_000_000
_EFFORT: Final = 0.3
"""How hard to search for the verdict on one game with unknown cards, as a part of the usual."""


@dataclass(frozen=True, slots=True)
class UploadLimits:
    """How many games of a file are looked at, and for how long from now: verdicts on unknown cards take their time."""

    games: int
    seconds: float
    begun: float = field(default_factory=time.monotonic)

    @property
    def over(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() > self.begun + self.seconds


class Upload(NamedTuple):
    """A file or text that a user brings; ``source`` is one of :data:`SOURCES`, empty to find out."""

    name: str
    data: bytes
    source: str = ""
    board: str = ""


class Checked(NamedTuple):
    """What was found of one game, or of a file that holds none."""

    file: str
    number: int
    verdict: str
    """As the database has them; ``unreadable`` if there is no game, :data:`UNFINISHED` in place of the rest."""
    title: str = ""
    """What to call the game; plain text of unknown hands."""
    text: str = ""
    """The game in canonical form, empty where there is none: it takes a hundredth of the memory of its lines."""
    key: str = ""
    """What the game is known by."""
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    """What is allowed and hardly meant."""
    note: str = ""
    """What else is worth knowing: why it is undecided, what an importer left out."""
    result: str = ""
    """The scores, in words."""
    over: bool = False
    """Whether the game was played to its end."""
    raw: str = ""
    """What cannot be read as a game, as it was brought."""


def source_of(name: str, data: bytes) -> str:
    """Return what a file seems to be: records, plays, a spreadsheet, a log; empty if it is none of these."""
    if b"[Game " in data[:200_000] or name.endswith((".ttrn", ".ttrn.gz", ".ttrn.zst")):
        return TTRN
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<?xml", b"<plays")):
        return "bgg"
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and b'"playerScores"' in data:
        return "bgstats"
    if name.lower().endswith((".csv", ".tsv")) or data.lstrip().lower().startswith(b"board,"):
        return "csv"
    return "bga" if _LOG.search(data, 0, _LOOKED_AT) else ""


def check_all(upload: Upload, limits: UploadLimits) -> Iterator[Checked]:
    """Read and judge the games of a file, one after the other; what is wrong with the file is a result too."""
    try:
        data = unpacked(upload.data, MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise ValueError(f"there are more than {MAX_BYTES // 1_000_000} million bytes in it")  # noqa: TRY301
    except ValueError as error:
        yield Checked(upload.name, 0, UNREADABLE, problems=(Problem("TEXT-FILE", str(error), upload.name),))
        return
    source = upload.source or source_of(upload.name, data)
    if not source:
        yield _unknown_kind(upload.name, data)
        return
    note = ""
    if source != TTRN:
        found = import_games(source, upload.name, data, board=upload.board)
        if not found.games:
            yield Checked(upload.name, 0, UNREADABLE, problems=found.problems, note="; ".join(found.notes))
            return
        note = "; ".join([*[problem.message for problem in found.problems], *found.notes])
        data = dumps(found.games).encode()
    for result in check_records(upload.name, data, limits):
        yield result._replace(note="; ".join([part for part in (note, result.note) if part]))
        note = ""  # of the file, which may hold many games: told once


def _unknown_kind(name: str, data: bytes) -> Checked:
    """Return the result that says of a file that it is no game."""
    what = f"this is none of the kinds of files that are known here: {', '.join(SOURCES.values())}"
    hint = 'a record starts with a line like [Game "usa"]; of a web page, bring the text and not the page'
    if not data.strip():
        what, hint = "there is nothing in it", ""
    return Checked(name, 0, UNREADABLE, problems=(Problem("TEXT-FILE", what, name, hint=hint),))


def check_records(name: str, data: bytes | str, limits: UploadLimits) -> Iterator[Checked]:
    """Read and judge records, at least the first; if the limits allow no more, the last result says so."""
    stream = io.StringIO(data) if isinstance(data, str) else io.BytesIO(data)
    count = kept = 0
    for chunk in games(stream):
        if count >= limits.games or kept > MAX_KEPT or (count and limits.over):
            yield unfinished(name, f"only the first {count:,} were looked at", limits)
            return
        count += 1
        reading = read_chunk(chunk, name)
        if isinstance(reading, BrokenReading):
            found = _broken(reading, name, chunk.number)
        elif reading.game is None:
            found = Checked(name, chunk.number, UNREADABLE, problems=reading.problems)
        else:
            found = _judged(reading.game, name, chunk.number)
        found = found if found.text else found._replace(raw=chunk.text)
        kept += (
            len(found.text)
            + len(found.raw)
            + sum([len(problem.text) + len(problem.message) for problem in found.problems])
        )
        yield found
    if not count:
        problem = Problem("TEXT-FILE", "there is no game in it", name, hint='a game starts with a line [Game "usa"]')
        yield Checked(name, 0, UNREADABLE, problems=(problem,))


def summary(found: Sequence[Checked]) -> dict[str, str | int]:
    """Return what the browser remembers of a text: ``title``, ``key``, ``state`` and the number of ``problems``."""
    problems = len([problem for result in found for problem in result.problems])
    finished = all(result.over for result in found)
    return {
        "title": next((result.title for result in found if result.title), ""),
        "key": found[0].key if len(found) == 1 else "",
        "state": browser_store.PROBLEMS if problems else browser_store.SOUND if finished else browser_store.DRAFT,
        "problems": problems,
    }


def unfinished(name: str, what: str, limits: UploadLimits) -> Checked:
    """Return the result that says what was not looked at."""
    most = f"{limits.games:,} games, {MAX_KEPT // 1_000_000} million letters, or {limits.seconds:.0f} seconds"
    message = f"{what}: at most {most}"
    problem = Problem("TEXT-LIMIT", message, name, hint="ttrn check and ttrn load take any number")
    return Checked(name, 0, UNFINISHED, problems=(problem,))


def _broken(reading: BrokenReading, name: str, number: int) -> Checked:
    """Return what is wrong with a game that has broken lines; what can be read of it is checked by the rules."""
    problems = list(reading.problems)
    warnings: tuple[Problem, ...] = ()
    title = ""
    if reading.legible is not None:
        game = reading.legible.game
        title = title_of(game)
        on = board(game.board) if game.board in board_names() else None
        warnings = warnings_of(game, on, file=name, number=number)
        if on is not None:
            with guarded(game, on, file=name, number=number) as failures:
                problems += check_legible(reading.legible, on, budget=Budget(_EFFORT), file=name, number=number)
            problems += failures
    problems.sort(key=lambda problem: problem.line)
    return Checked(name, number, UNREADABLE, title, problems=tuple(problems), warnings=warnings)


def _judged(game: GameRecord, name: str, number: int) -> Checked:
    text, wrong = canonical(game, name, number)
    if wrong:
        return Checked(name, number, UNREADABLE, problems=wrong)
    known = Checked(name, number, UNDECIDED, title_of(game), text, digest(text).hex())
    if game.board not in board_names():
        return known._replace(verdict=IMPOSSIBLE, problems=rule_problems(game, file=name, number=number))
    on = board(game.board)
    with guarded(game, on, file=name, number=number) as failures:
        found = judge(game, on, budget=Budget(_EFFORT), file=name, number=number)
        problems = found.problems
        if found.timeline.problems:
            problems = explain(game, on, problems, file=name, number=number)
        result = "" if problems else result_of(game, found.timeline)
        over = found.timeline.final.phase == OVER
    if failures:
        return known._replace(problems=tuple(failures))
    warnings = warnings_of(game, on, file=name, number=number)
    note = f"undecided: {found.reason}" if found.reason else ""
    return known._replace(
        verdict=found.status, problems=problems, warnings=warnings, note=note, result=result, over=over
    )


def result_of(game: GameRecord, timeline: Timeline) -> str:
    """Return how a game stands, in words: the scores if it is over, else how far it has come."""
    names = [shown(player.name or player.id, NAME) for player in game.players]
    if timeline.final.phase != OVER:
        return f"not over after {len(game.turns)} turns"
    outcome = timeline.outcome
    ranking = sorted(outcome.seats, key=lambda score: score.rank)
    scores = ", ".join([f"{names[score.seat]} {score.total}" for score in ranking])
    return scores if outcome.certain else f"{scores} (some tickets are not known)"
