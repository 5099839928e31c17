"""The record as it was known at a turn: what stands up to it, and what is stated of the table after it."""

from __future__ import annotations

from typing import Final

from ttrn.notation.game import GameRecord, turn_range
from ttrn.notation.records import (
    Comment,
    FinalRoutes,
    FinalStations,
    Finished,
    Rank,
    Reveal,
    Score,
    Sheet,
    Tag,
    Turn,
)

_OF_THE_END: Final = (Comment, Reveal, Score, Sheet, Rank, FinalRoutes, FinalStations, Finished)
"""What belongs to the end of a game behind a turn after which a record breaks off; a comment may do so."""


def entries_until(game: GameRecord, turn: int) -> list[int]:
    """Return the entries that were known after a turn; after the last one all of them.

    Tickets that are shown and scores belong to the end of the game, wherever the record breaks off. Of a comment behind
    the turn nobody knows whether it speaks of that turn or of the next one, so it is left out.
    """
    if turn >= game.first_turn + len(game.turns) - 1:
        return list(range(len(game.entries)))
    kept: list[int] = []
    number = game.first_turn
    for i, entry in enumerate(game.entries):
        if isinstance(entry, Turn):
            if number > turn:
                break
            number += 1
        elif number > turn >= game.first_turn and isinstance(entry, _OF_THE_END):
            continue
        kept.append(i)
    return kept


def record_until(game: GameRecord, turn: int) -> GameRecord:
    """Return a record as it was known after a turn; after the last one it is the whole record.

    Raises:
        ValueError: there is no such turn.
    """
    last = game.first_turn + len(game.turns) - 1
    if not game.first_turn - 1 <= turn <= last:
        raise ValueError(f"this game has {turn_range(game)}, not {turn}")
    if turn == last:
        return game
    # Who won is not known before the end.
    kept = [i for i in entries_until(game, turn) if not _is_result(game.entries[i])]
    entries = tuple([game.entries[i] for i in kept])
    places = tuple([game.places[i] for i in kept]) if game.places else ()
    return GameRecord(entries, game.first_turn if turn >= game.first_turn else 1, places)


def _is_result(entry: object) -> bool:
    return isinstance(entry, Tag) and entry.name == "Result"
