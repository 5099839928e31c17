"""The numbers of turns put right in a text, whatever else is wrong with it: no other line changes."""

from __future__ import annotations

import re
from typing import Final

from ttrn.notation.broken_line import turn_without_number

_NUMBER: Final = re.compile(r"[0-9]++[ \t]*+[.:)\]…]*+[ \t]*+(?=[^\W\d_])")
_SETUP: Final = re.compile(r"\w+[ \t]+(?:keep|deal)\b")
_COMMENT: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"|(;)')
_PLAYER: Final = re.compile(r"[ \t]*player[ \t]+([A-Za-z]\w*)")
_POSITION: Final = re.compile(r"^[ \t]*\[[ \t]*Position\b", re.MULTILINE)


def renumbered(text: str) -> str:
    """Return the text of one game with its turns numbered one after the other; turns without a number get one.

    The first turn is number 1; where the game starts from a position, it keeps the number that it has. A variation
    starts with the number of the turn that it replaces.

    >>> renumbered(chr(10).join(["1. ann pass", "1. bob pass", "( 2. bob draw ? )", "9. ann pass"])).split(chr(10))
    ['1. ann pass', '2. bob pass', '( 2. bob draw ? )', '3. ann pass']
    """
    counter = _Counter(anywhere=bool(_POSITION.search(text)))
    return "\n".join([counter.line(line) for line in text.split("\n")])


class _Counter:
    """Goes through the lines of a game and counts its turns."""

    def __init__(self, *, anywhere: bool) -> None:
        self._next = 0 if anywhere else 1  # 0: whatever the first turn says
        self._outer: list[int] = []
        self._players: set[str] = set()
        self._block = False

    def line(self, line: str) -> str:
        """Return a line with the number that it should have."""
        at = 0
        if not self._block:
            at = self._open(line)
            self._block = line.startswith("{", at)
        if self._block:
            end = line.find("}", at)
            if end < 0:
                return line
            self._block = False
            at = len(line) - len(line[end + 1 :].lstrip(" \t"))
        found = next((match.start() for match in _COMMENT.finditer(line, at) if match[1]), len(line))
        changed = line[:at] + self._body(line[at:found]) + line[found:]
        self._close(line[at:found])
        return changed

    def _open(self, line: str) -> int:
        """Enter the variations that a line opens; return where it goes on."""
        at = len(line) - len(line.lstrip(" \t"))
        while line.startswith("(", at):
            self._outer.append(self._next)
            self._next = max(1, self._next - 1)
            at = len(line) - len(line[at + 1 :].lstrip(" \t"))
        return at

    def _close(self, body: str) -> None:
        for _ in range(body.count(")", len(body.rstrip(" \t)")))):
            if self._outer:
                self._next = self._outer.pop()

    def _body(self, body: str) -> str:
        player = _PLAYER.match(body)
        if player:
            self._players.add(player[1].lower())
            return body
        number = _NUMBER.match(body)
        if number and _SETUP.match(body, number.end()):
            return body
        if number and not self._next:
            self._next = int(re.sub(r"\D.*", "", body)[:6])
        if not number and not turn_without_number(body, self._players):
            return body
        self._next = max(1, self._next) + 1
        return f"{self._next - 1}. {body[number.end() if number else 0 :]}"
