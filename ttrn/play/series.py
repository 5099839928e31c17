"""Many games, on all cores and in order: the same games, and bytes, however many cores there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, islice
from typing import TypeVar

from ttrn.boards import Board, board
from ttrn.hidden import redact
from ttrn.notation.writer import format_game
from ttrn.play.bots import Entrant, find_bot
from ttrn.play.match import MAX_TURNS, BotError, Match, play_match
from ttrn.processes import cores_at_hand, in_order, processes

Result = TypeVar("Result")

FULL = "full"
"""The view of somebody who sees everything."""

AHEAD = 4
"""How many batches of games per core may be under way: enough to keep them busy, few enough to hold in memory."""

BATCH = 8
"""How many games a core plays at a time."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to be played: on which board (a name, or the path of a board file), by which bots, from which seed."""

    board: str
    bots: tuple[str, ...]
    seed: str
    view: str = FULL
    """Who writes the record: "full" is somebody who sees everything, or a seat's id, or "public"."""
    max_turns: int = MAX_TURNS


def fixtures(
    name: str, bots: Sequence[str], players: int, seed: int, games: range, *, view: str = FULL
) -> Iterator[Fixture]:
    """Return the games of a series: the bots sit in the order given, again from the first where there are too few."""
    seated = tuple([bots[seat % len(bots)] for seat in range(players)])
    for number in games:
        yield Fixture(name, seated, f"{seed}/{number}", view)


def play_fixture(fixture: Fixture) -> Match:
    """Play one game.

    Raises:
        BotError: a bot failed or broke a rule, or the game did not come to an end.
        UnknownBotError: there is no bot of such a name.
    """
    entrants = [_entrant(name) for name in fixture.bots]
    return play_match(_board(fixture.board), entrants, fixture.seed, max_turns=fixture.max_turns)


def as_text(fixture: Fixture) -> str:
    """Play one game and return its record, as the fixture's observer could have written it."""
    game = play_fixture(fixture).game
    if fixture.view != FULL:
        game = redact(game, fixture.view, board=_board(fixture.board))
    return format_game(game)


def play_all(wanted: Iterable[Fixture], report: Callable[[Fixture], Result], cores: int = 0) -> Iterator[Result]:
    """Play games and yield what ``report`` returns for each, in their order, on so many cores (0: all there are).

    ``report`` must be a function of a module: it plays the game where it runs, and only what it returns comes back.

    Raises:
        BotError: a bot failed or broke a rule, or a game did not come to an end; of several such games the first.
        UnknownBotError: there is no bot of such a name.
    """
    cores = cores or cores_at_hand()
    rest = iter(wanted)
    if cores == 1:
        yield from map(report, rest)
        return
    try:
        with processes(cores) as submit:
            batches = iter(lambda: list(islice(rest, BATCH)), [])
            yield from chain.from_iterable(in_order(submit, partial(_play_batch, report), batches, AHEAD * cores))
    except BrokenProcessPool:
        raise BotError("a process that played games has died: a bot may have ended it, or memory ran out") from None


def _play_batch(report: Callable[[Fixture], Result], batch: list[Fixture]) -> list[Result]:
    return [report(fixture) for fixture in batch]


@lru_cache(maxsize=64)
def _entrant(name: str) -> Entrant:
    return find_bot(name)


@lru_cache(maxsize=16)
def _board(name: str) -> Board:
    return board(name)
