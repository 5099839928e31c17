"""The beginning of a record: its tags and players, and the lines that whoever writes it fills in.

Where unknown cards are true (``????``), a line to fill in is a line of the record. Where they are not, since nobody
knows yet how many tickets will be kept, it is a comment, which ``ttrn record`` replaces by the line itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ttrn.boards import Board
from ttrn.core.engine import new_game
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.levels import LEVELS, TAG, Level
from ttrn.notation.records import Comment, Deal, Market, Player, Tag
from ttrn.notation.records import Statement as Line
from ttrn.notation.writer import format_statement
from ttrn.replays.reckoning import all_components

STATED: Final = LEVELS[: LEVELS.index("view")]
"""The levels that a tag states from the beginning: of the others the lines tell."""

_BY_PLAYER: Final = ("reveal", "routes", "sheet", "stations")


def beginning(board: Board, players: Sequence[Player], level: Level, tags: Sequence[Tag]) -> GameRecord:
    """Return a record with these tags and players, and with what there is to fill in at its level."""
    stated = [Tag(TAG, level)] if level in STATED else []
    return GameRecord((Tag("Game", board.name), *tags, *stated, *players, *_lines(board, players, level)))


def _lines(board: Board, players: Sequence[Player], level: Level) -> list[Entry]:
    ids = [player.id for player in players]
    if level == "claims":
        return []
    if level in STATED:
        return [Comment(text) for text in closing_forms(board, ids, level)]
    return [*unseen_setup(board, ids), *[Comment(text) for text in keep_forms(board, ids)]]


def unseen_setup(board: Board, ids: Sequence[str]) -> Iterator[Deal | Market]:
    """Yield the lines of a setup of which nobody has told a card yet: they are true, and say that play has begun.

    Without them a first turn whose payment was not seen could not be told from one of many that were left out.
    """
    tables = board.tables
    if tables.dealt_cards:
        # Locomotives that everybody gets are given out openly.
        cards = "L" * tables.dealt_locomotives + "?" * tables.dealt_cards
        yield from [Deal(name, cards) for name in ids]
    if tables.market:
        yield Market("?" * tables.market)


def keep_forms(board: Board, ids: Sequence[str]) -> list[str]:
    """Return the line of each player's starting tickets, with the fewest kept that may be.

    >>> from ttrn.boards import board
    >>> keep_forms(board("usa"), ["ann"])
    ['ann keep ? ? | ?']
    """
    draw = board.tables.setup_tickets
    kept, returned = " ?" * draw.keep, " ?" * (draw.take - draw.keep)
    return [f"{name} keep{kept}{' |' if returned else ''}{returned}" for name in ids]


def closing_forms(board: Board, ids: Sequence[str], level: Level) -> list[str]:
    """Return the lines about the end of a game that a level has."""
    lines: list[str] = []
    if level == "board":
        lines += [f"routes {name} …" for name in ids] if board.routes else []
        lines += [f"stations {name} …" for name in ids] if board.tables.stations else []
        lines += [f"reveal {name} …" for name in ids]
        return [*lines, "finished"]
    if level == "sheet":
        parts = " ".join([f"{part}=" for part in all_components(new_game(board, tuple(ids)))])
        lines += [f"sheet {name} {parts}" for name in ids]
    return [*lines, f"score {' '.join([f'{name}=' for name in ids])}"]


def form_of(board: Board, ids: Sequence[str], line: Line) -> set[str]:
    """Return the comments in whose place a line comes: forms that have the same first words."""
    known = keep_forms(board, ids)
    for level in STATED:
        known += closing_forms(board, ids, level) if level != "claims" else []
    return {text for text in known if _subject(text) == _subject(format_statement(line))}


def _subject(text: str) -> tuple[str, ...]:
    words = text.split()
    return tuple(words[:2] if words[0] in _BY_PLAYER or words[1:2] == ["keep"] else words[:1])
