"""Games that are analysed, for the tests: a few quick ones of all boards, and what statistics ask of them."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import ttrn
from tests.store import archive
from ttrn.analysis import Analysis
from ttrn.analysis.game import TurnValue
from ttrn.notation import GameRecord

QUICK = (24, 25, 26, 27, 29, 31, 35)
"""The places of those among the sound games of the archive that take least; one of them is what one player saw."""

CANNOT_BE_JUDGED = (
    archive.WRONG,
    archive.UNREADABLE,
    archive.NOWHERE,
    '[Game "usa"]\n\nplayer ann "Ann"\nplayer bob "Bob"\n',
)


class Judged(NamedTuple):
    """A game with its number in the database, and its analysis."""

    number: int
    game: GameRecord
    found: Analysis

    @property
    def players(self) -> list[str]:
        return [player.name or player.id for player in self.game.players]

    @property
    def values(self) -> list[TurnValue]:
        return [self.found.start, *self.found.turns]

    @property
    def ranks(self) -> list[int]:
        return [seat.rank for seat in ttrn.replay(self.game).outcome.seats]

    @property
    def winners(self) -> list[int]:
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]

    @property
    def margin(self) -> int:
        first, second, *_ = sorted([seat.total for seat in ttrn.replay(self.game).outcome.seats], reverse=True)
        return first - second

    @property
    def about(self) -> dict[str, Any]:
        """What every statistic about games has of this one."""
        return {
            "board": self.game.board,
            "players": len(self.players),
            "date": self.game.tags.get("Date"),
            "event": self.game.tags.get("Event"),
            "game": self.number,
            "basis": "all cards" if self.found.basis == "all cards" else "one view",
            "model": self.found.version,
            "stderr": self.found.stderr,
        }


def games() -> list[GameRecord]:
    return [archive.sound_games()[place] for place in QUICK]


def text() -> str:
    """Return the games, and behind them those that cannot be judged."""
    return "\n".join([*[ttrn.dumps(game) for game in games()], *CANNOT_BE_JUDGED])


@cache
def judged() -> tuple[Judged, ...]:
    return tuple([Judged(number, game, ttrn.analyse(game)) for number, game in enumerate(games(), 1)])
