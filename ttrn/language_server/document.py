"""A document of an editor: its games, each looked at once as long as its text stays the same."""

from __future__ import annotations

from typing import NamedTuple

from ttrn.boards import named_board
from ttrn.language_server.game_text import FindBoard, GameText
from ttrn.notation.source import GAME_START


class PlacedGame(NamedTuple):
    """A game, and the line of the document on which it starts; lines count from 0."""

    line: int
    game: GameText

    @property
    def end(self) -> int:
        """The last line that is not blank."""
        return self.line + self.game.last_line

    @property
    def moved(self) -> int:
        """How many lines to add to those of problems to have them in the document, from 0."""
        return self.line - self.game.first


class Document:
    """The games of a text, in order."""

    def __init__(self, text: str, before: Document | None = None, *, find: FindBoard = named_board) -> None:
        """Cut a text into games; those that stand in the document as it was ``before`` are not looked at again.

        ``find`` returns the board of a name.
        """
        self.source = text
        """As the editor has it; here line ends are line feeds."""
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.lines = self.text.split("\n")
        known = {placed.game.text: placed.game for placed in before.games} if before else {}
        pieces = f"\n{self.text}".split(GAME_START)
        self.games: list[PlacedGame] = []
        line = pieces[0].count("\n")
        if pieces[0].strip():
            self.games.append(PlacedGame(0, GameText(pieces[0][1:], stray=True)))
        for piece in pieces[1:]:
            text = GAME_START[1:] + piece
            game = known.get(text)
            if game is None or (game.first != line + 1 and game.names_lines):
                game = GameText(text, line + 1, find=find)
            self.games.append(PlacedGame(line, game))
            line += piece.count("\n") + 1

    def at(self, line: int) -> PlacedGame | None:
        """Return the game in which a line stands."""
        return next((placed for placed in reversed(self.games) if placed.line <= line), None)
