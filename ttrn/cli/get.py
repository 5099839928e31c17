"""``ttrn get``: one game, by its number."""

from __future__ import annotations

from rich.text import Text

from ttrn.cli.output import CLEAN, FAILED, FOUND, Input, counted, fail, inputs, numbered, out, reason, show_problems
from ttrn.notation import Index, Reading
from ttrn.notation.writer import canonical


def get_game(name: str, number: int, *, keep_index: bool) -> int:
    """Print the game of a number, counted through the files of a folder; return the exit status."""
    sources, complete = inputs([name])
    if not complete:
        return FAILED
    seen = 0
    for source in sources:
        try:
            games, reading = _find(source, number - seen, keep_index=keep_index)
        except (OSError, ValueError) as error:
            fail(str(error) if isinstance(error, ValueError) else reason(error, source.name))
            return FAILED
        if reading is not None:
            return _show(reading, source.name, number - seen)
        seen += games
    fail(f"{name if name != '-' else 'stdin'} has {counted(seen, 'game')}")
    return FAILED


def _find(source: Input, number: int, *, keep_index: bool) -> tuple[int, Reading | None]:
    """Return how many games an input has, and the one of a number if it is there.

    Raises:
        OSError: it cannot be read.
        ValueError: it is to have an index, and cannot.
    """
    if source.path is not None and source.path.is_file():
        try:
            index = Index.open(source.path)
        except ValueError:  # it is packed, and has to be read from its beginning
            if keep_index:
                raise
        else:
            if keep_index:
                index.save()
            return len(index), index[number - 1] if number <= len(index) else None
    elif keep_index:
        raise ValueError(f"{source.name} is no file; only a plain file can be indexed")
    games = 0
    for games, reading in numbered(source):
        if games == number:
            return games, reading
    return games, None


def _show(reading: Reading, file: str, number: int) -> int:
    text, wrong = canonical(reading.game, file, number) if reading.game is not None else ("", reading.problems)
    show_problems(wrong, as_json=False)
    if wrong:
        return FOUND
    out.print(Text(text), end="")
    return CLEAN
