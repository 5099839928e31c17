"""The file that a record is written to while a game is played: saved whole after each line, never over other work.

A file may have several games; one of them is being written, and the others stay as they are.
"""

from __future__ import annotations

from pathlib import Path

from ttrn.cli.record_files import new_file
from ttrn.notation import GameRecord, Problem
from ttrn.notation.reader import read_chunk
from ttrn.notation.source import games


class ChangedError(Exception):
    """Somebody else has changed the file since it was read or saved."""


class RecordStore:
    """A file with the game that is being written: the last one, or that of a number."""

    def __init__(self, path: Path, number: int = 0) -> None:
        self.path = path
        self.number = number
        self.load()

    def load(self) -> None:
        """Read the file.

        Raises:
            OSError: it cannot be read.
        """
        self._bytes = self.path.read_bytes()
        chunks = list(games(self.path))
        texts = [chunk for chunk in chunks if chunk.number]
        self.games = len(texts)
        self.number = self.number or self.games
        self.problems: tuple[Problem, ...] = tuple(
            [problem for chunk in chunks if not chunk.number for problem in read_chunk(chunk, str(self.path)).problems]
        )
        self.game: GameRecord | None = None
        self._before = [chunk.text for chunk in texts if chunk.number < self.number]
        self._after = [chunk.text for chunk in texts if chunk.number > self.number]
        for chunk in texts:
            if chunk.number == self.number:
                reading = read_chunk(chunk, str(self.path))
                self.game = reading.game
                self.problems += reading.problems

    def save(self, text: str) -> None:
        """Put the text of the game in its place; the file is whole at any moment, before and after.

        Raises:
            ChangedError: the file is not as it was left.
            OSError: it cannot be written; it is then as it was.
        """
        try:
            now = self.path.read_bytes()
        except FileNotFoundError:
            now = self._bytes  # it was moved away: it is made anew
        if now != self._bytes:
            raise ChangedError
        with new_file(self.path) as add:
            # A game ends with its line break, and a blank line parts it from the next one.
            add("\n".join([*self._before, text, *self._after]))
        self._bytes = self.path.read_bytes()
