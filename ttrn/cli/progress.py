"""How far a command is: one line on the terminal while it takes long, gone when it is done.

There is one line, because there is one terminal. Who reads games tells it where it is; what is printed meanwhile goes
above it. Nothing is shown in a pipe, nor in the first second.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Final, TypeVar

Item = TypeVar("Item")

PATIENCE: Final = 1.0
"""So many seconds pass before anything is shown."""

_PAUSE: Final = 0.1
"""The line is written at most so often."""


class Progress:
    """The line, and the numbers in it."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Start from nothing: a command begins."""
        self._start = monotonic()
        self._next = self._start + PATIENCE
        self._shown = False
        self._files = 0
        self._all_files = 0
        self._bytes = 0
        self._all_bytes = 0
        self._games = 0
        self._all_games = 0
        self._words = ""

    def expect(self, *, files: int = 0, size: int = 0, games: int = 0) -> None:
        """Say what there is to do, as far as it is known: files, their bytes, games. It adds up."""
        self._all_files += files
        self._all_bytes += size
        self._all_games += games

    def file(self, size: int = 0, games: int = 0) -> None:
        """Say that one more file is done, of so many bytes; and games that nobody counted one by one."""
        self._files += 1
        self._bytes += size
        self._games += games
        self.tick()

    def game(self, inside: int = 0) -> None:
        """Say that one more game is done, so many bytes inside the file that is being read."""
        self._games += 1
        self.tick(inside)

    def reach(self, *, files: int, games: int, size: int, of: int) -> None:
        """Say how much is done of it all, where others count: files, games, and how much of so many bytes."""
        self._files, self._games, self._bytes, self._all_bytes = files, games, size, of
        self.tick()

    def stage(self, words: str) -> None:
        """Say in words what is done now, in place of the numbers."""
        self._words = words
        self.tick()

    def tick(self, inside: int = 0) -> None:
        """Write the line again if it is time for it."""
        now = monotonic()
        if now < self._next:
            return
        self._next = now + _PAUSE
        if sys.stderr is not None and sys.stderr.isatty():
            line = self.line(now - self._start, inside)[: shutil.get_terminal_size().columns - 1]
            sys.stderr.write(f"\r{line}\x1b[K")
            sys.stderr.flush()
            self._shown = True

    def clear(self) -> None:
        """Take the line away, before something is printed or at the end."""
        if self._shown:
            self._shown = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def line(self, seconds: float, inside: int = 0) -> str:
        """Return what the line says after so many seconds.

        >>> progress = Progress()
        >>> progress.expect(files=2, size=1000)
        >>> progress.game(250)
        >>> progress.line(5.0, 250)
        '0 of 2 files, 1 game, 0.2 games/s, 25 %, 0:15 left'
        """
        if self._words:
            return self._words
        parts = []
        if self._all_files > 1:
            parts.append(f"{self._files:,} of {self._all_files:,} files")
        of = f" of {self._all_games:,}" if self._all_games else ""
        parts.append(f"{self._games:,}{of} game{'' if (self._all_games or self._games) == 1 else 's'}")
        rate = self._games / seconds
        parts.append(f"{rate:,.{0 if rate >= 10 else 1}f} games/s")
        share = self._share(inside)
        if share:
            left = round(seconds / share - seconds)
            parts += [f"{share:.0%}".replace("%", " %"), f"{_clock(left)} left"]
        return ", ".join(parts)

    def _share(self, inside: int) -> float:
        """Return how much of the work is done, 0 if nobody knows."""
        if self._all_games:
            return min(self._games / self._all_games, 1.0)
        if self._all_bytes:
            return min((self._bytes + inside) / self._all_bytes, 1.0)
        return self._files / self._all_files if self._all_files else 0.0


def _clock(seconds: int) -> str:
    """Return a time as a clock shows it.

    >>> _clock(75), _clock(3675)
    ('1:15', '1:01:15')
    """
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


progress: Final = Progress()
"""The line of this process."""


def counting(games: Iterable[Item], total: int) -> Iterator[Item]:
    """Hand games on, and count them on the line; each counts when the next one is asked for."""
    progress.expect(games=total)
    for game in games:
        yield game
        progress.game()
