"""Standard output and standard error: with styles on a terminal, plain elsewhere; and what is printed later."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ttrn.cli.progress import progress

if TYPE_CHECKING:
    from rich.console import Console


class Text:
    """A text with styles for a terminal (``"bold red"``), of all of it or of parts."""

    __slots__ = ("parts", "plain")

    def __init__(self, plain: str, style: str = "") -> None:
        self.plain = plain
        self.parts = [(0, len(plain), style)] if style else []

    def __str__(self) -> str:
        return self.plain

    def __add__(self, other: Text) -> Text:
        joined = Text(self.plain + other.plain)
        here = len(self.plain)
        joined.parts = [*self.parts, *[(start + here, end + here, style) for start, end, style in other.parts]]
        return joined

    def stylize(self, style: str, start: int, end: int | None = None) -> None:
        """Give a part of the text a style."""
        self.parts.append((start, len(self.plain) if end is None else end, style))


class Page:
    """Standard output or standard error: with styles on a terminal, plain elsewhere.

    What draws on a terminal takes longer to import than most records take to read, so it is imported when it is used.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._console: Console | None = None
        self.terminal: bool | None = None
        """Whether it is one, where another process prints what is said here."""

    @property
    def is_terminal(self) -> bool:
        """Whether a person sees it at once."""
        if self.terminal is not None:
            return self.terminal
        stream = getattr(sys, self._name)
        return stream is not None and bool(stream.isatty())

    @property
    def console(self) -> Console:
        """What draws on the terminal."""
        if self._console is None:
            from rich.console import Console  # noqa: PLC0415

            self._console = Console(stderr=self._name == "stderr", highlight=False, soft_wrap=True)
        return self._console

    def print(self, text: object = "", style: str = "", end: str = "\n") -> None:
        """Print a text as it is, whatever stands in it; a table of rich as one."""
        if _heard:
            self._keep("print", text, style, end) if self.is_terminal else self._keep("plain", f"{text}{end}")
            return
        progress.clear()
        if self.is_terminal:
            self.console.print(drawn(text), style=style or None, end=end)
            return
        self.plain(f"{text}{end}")

    def plain(self, text: str) -> None:
        """Write a text as it is, where no person sees it at once."""
        progress.clear()
        stream = getattr(sys, self._name)
        if stream is None:  # it was closed before the command began
            return
        stream.write(text)
        # What goes to both pages stays in its order where they are one file.
        stream.flush()

    def _keep(self, way: str, *args: Any) -> None:
        """Keep what is printed for later; plain texts that follow each other as one, for there may be many."""
        said = _heard[-1]
        if way == "plain" and said and said[-1][:2] == (self._name, way):
            args = (said.pop()[2][0] + args[0],)
        said.append((self._name, way, args))

    def write(self, text: str) -> None:
        """Print a line that another program reads: without wrapping, without markup."""
        if _heard:
            self._keep("write", text) if self.is_terminal else self._keep("plain", f"{text}\n")
            return
        progress.clear()
        print(text, file=getattr(sys, self._name))


def drawn(text: object) -> Any:
    """Return what rich draws."""
    from rich.text import Text as RichText  # noqa: PLC0415

    if isinstance(text, str):
        return RichText(text)
    if not isinstance(text, Text):
        return text
    drawn = RichText(text.plain)
    for start, end, style in text.parts:
        drawn.stylize(style, start, end)
    return drawn


out = Page("stdout")
err = Page("stderr")

Said: TypeAlias = list[tuple[str, str, tuple[Any, ...]]]
"""What was printed, to be printed later or elsewhere: on which page, in which way, and what."""

_heard: Final[list[Said]] = []


@contextmanager
def hearing() -> Iterator[Said]:
    """Print nothing meanwhile, but keep it for :func:`repeat`."""
    said: Said = []
    _heard.append(said)
    try:
        yield said
    finally:
        _heard.pop()


def repeat(said: Iterable[tuple[str, str, tuple[Any, ...]]]) -> None:
    """Print what was kept."""
    for name, way, args in said:
        getattr(out if name == "stdout" else err, way)(*args)
