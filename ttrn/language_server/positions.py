"""Places in a document, and changes to it; lines and columns count from 0, in characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of a document, from a line and column up to another one."""

    line: int
    column: int
    end_line: int
    end_column: int

    def __contains__(self, line: object) -> bool:
        return isinstance(line, int) and self.line <= line <= self.end_line


class Change(NamedTuple):
    """A text in the place of a stretch."""

    span: Span
    text: str


def on_line(line: int, start: int, end: int) -> Span:
    """Return a stretch of one line."""
    return Span(line, start, line, end)


def changes_between(before: Sequence[str], after: Sequence[str], line: int) -> tuple[Change, ...]:
    """Return the change that makes one block of lines of another that starts at a line: nothing if they are equal.

    >>> changes_between(["a", "b", "c"], ["a", "B", "c"], 10)
    (Change(span=Span(line=11, column=0, end_line=11, end_column=1), text='B'),)
    """
    if list(before) == list(after):
        return ()
    head = 0
    while head < min(len(before), len(after)) and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < min(len(before), len(after)) - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    if old and new:
        end = line + head + len(old) - 1
        return (Change(Span(line + head, 0, end, len(old[-1])), "\n".join(new)),)
    if tail:  # whole lines with their ends, before the next one
        return (Change(Span(line + head, 0, line + head + len(old), 0), "".join([f"{text}\n" for text in new])),)
    # At the end of the block: with the line end before it.
    last = len(before[head - 1]) if head else 0
    span = Span(line + head - 1, last, line + len(before) - 1, len(before[-1]) if old else last)
    return (Change(span, "".join([f"\n{text}" for text in new])),)
