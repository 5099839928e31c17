"""The board at a line of a document, drawn: what an editor shows beside the text."""

from __future__ import annotations

from typing import NamedTuple

from ttrn.draw.colors import Theme
from ttrn.draw.pictures import timeline_picture
from ttrn.language_server.document import Document


class BoardPicture(NamedTuple):
    """A picture, and what it shows in words."""

    svg: str
    title: str


def board_picture(document: Document, line: int, *, theme: Theme = "light") -> BoardPicture | None:
    """Draw the board as it was after a line; nothing where that line is in no game that can be replayed."""
    placed = document.at(line)
    if placed is None:
        return None
    game = placed.game
    at = min(line - placed.line, len(game.lines) - 1)
    moment = game.after(at)
    if moment is None:
        return None
    turns = moment.record.turns
    when = f"after turn {moment.timeline.last}" if turns else "before the first turn"
    svg = timeline_picture(moment.timeline, moment.state, theme=theme).svg
    return BoardPicture(svg, f"{moment.board.title}: {when}")
