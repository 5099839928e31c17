"""What is wrong with a board file: problems as values, and the exception that carries them to a programmer."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BoardProblem:
    """One thing wrong with a board file, in words for its author.

    ``place`` is the key or the entry (``routes, entry 3 (ATL-MIA)``), empty for the file as a whole. ``line`` and
    ``column`` are known (not 0) only for text that is no TOML. A ``warning`` does not keep the board from being used.
    """

    file: str
    place: str
    message: str
    line: int = 0
    column: int = 0
    warning: bool = False

    def __str__(self) -> str:
        """Return the problem as one line: where it is, then what it is."""
        where = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        place = f" {self.place}:" if self.place else ""
        return f"{where}:{place} {'warning: ' if self.warning else ''}{self.message}"


class BoardError(Exception):
    """A board could not be had; ``problems`` says why, all of it."""

    def __init__(self, problems: tuple[BoardProblem, ...]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems

    def __reduce__(self) -> tuple[type["BoardError"], tuple[tuple[BoardProblem, ...]]]:
        """Pickle by the problems: the exception must cross from a worker process to the one that waits for it."""
        return BoardError, (self.problems,)
