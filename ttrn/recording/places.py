"""Where a statement belongs among the lines of a record: the setup in its order, what a scoring brings, the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ttrn.notation.game import Entry, GameRecord, Variation
from ttrn.notation.records import (
    Complete,
    Deal,
    Deck,
    FinalRoutes,
    FinalStations,
    Finished,
    Keep,
    Market,
    Player,
    Rank,
    Reveal,
    Score,
    Sheet,
    Statement,
    Tag,
    Turn,
)

_NOWHERE: Final = -1
_END: Final[Mapping[type, int]] = {
    FinalRoutes: 4,
    FinalStations: 4,
    Reveal: 4,
    Finished: 5,
    Sheet: 6,
    Score: 7,
    Rank: 7,
}
_AT_THE_START: Final[Mapping[type, int]] = {Deal: 0, Market: 1, Keep: 2, Deck: 3, **_END}
_AFTER_TURNS: Final[Mapping[type, int]] = {Complete: 0, Deal: 1, Market: 2, **_END}


def between(game: GameRecord, after: int) -> range:
    """Return the entries that follow so many turns, up to the next turn; those of the main line only."""
    turns = [place for place, entry in enumerate(game.entries) if isinstance(entry, Turn)]
    first = turns[after - 1] + 1 if after else 0
    return range(first, turns[after] if after < len(turns) else len(game.entries))


def first_of(game: GameRecord, after: int) -> int:
    """Return the place of the first statement that follows so many turns: below players, turn and variations."""
    span = between(game, after)
    above = [place for place in span if isinstance(game.entries[place], Tag | Player | Variation)]
    return (above[-1] if above else span.start - 1) + 1


def same_line(game: GameRecord, statement: Statement, after: int) -> int | None:
    """Return the entry in whose place a statement comes, because there is one such line only; None if it is new.

    Of tickets completed and of assertions there may be several.
    """
    for place in between(game, after):
        entry = game.entries[place]
        same = type(entry) is type(statement) and getattr(entry, "player", "") == getattr(statement, "player", "")
        if same and type(entry) in _AT_THE_START:
            return place
    return None


def line_before(game: GameRecord, statement: Statement, after: int) -> int | None:
    """Return the entry below which a statement belongs; None where it is the first one of its part.

    Whatever has no place of its own, like an assertion, belongs below all that is there.
    """
    ranks = _AFTER_TURNS if after else _AT_THE_START
    seats = {player.id: seat for seat, player in enumerate(game.players)}

    def order(entry: Entry) -> tuple[int, int]:
        # Lines about the end stay in the order in which they were told.
        seat = seats[entry.player] if isinstance(entry, Deal | Keep | Complete) else 0
        return ranks.get(type(entry), _NOWHERE), seat

    wanted, found = order(statement), None
    if wanted[0] == _NOWHERE:
        return max(between(game, after).stop, first_of(game, after)) - 1
    for place in between(game, after):
        rank, seat = order(game.entries[place])
        if rank != _NOWHERE and (rank, seat) <= wanted:
            found = place
    return found
