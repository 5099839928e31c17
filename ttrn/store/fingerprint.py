"""What a record has of its game, whoever wrote it and however often it was corrected.

An outline is taken from the text alone, so that a record that could not be read has one too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Final, NamedTuple

TAGS: Final = ("Date", "Event", "Site", "Round", "Table", "Seed")
"""The tags that tell one game from another."""

RUN: Final = 3
"""So many lines in a row, all the same, are no accident."""

_TAG: Final = re.compile(r'\[\s*([A-Za-z]\w*)\s+"([^"]*)"')
_PLAYER: Final = re.compile(r'player\s+([a-z]\w*)(?:\s+"([^"]*)")?')
_TURN: Final = re.compile(r"(?:\d+\s*\.+\s*)?([a-z]\w*)\s+([a-z]+)\s*(.*)")

_HIDDEN: Final = re.compile(r"\?(?![A-Z])")
"""A card or ticket that nobody saw: not a blind one that is known."""

Run = tuple[str, ...]
"""Lines that follow each other."""


class Outline(NamedTuple):
    """A game in a few words: the board, who played, its tags, and the lines that no other game has in this order.

    The lines leave out what one observer knows and another does not, and what is often corrected: blind cards,
    payments, replacements in the market, comments, numbers.
    """

    board: str
    players: tuple[str, ...]
    tags: Mapping[str, str]
    view: str
    """Whose record it is: by its tag, or ``full`` if nothing in it is unknown; empty where nobody can know."""
    lines: tuple[str, ...]

    def runs(self) -> set[Run]:
        """Return all runs of lines; the beginning of the game counts as two lines more."""
        lines = ("", "", *self.lines)
        return {lines[place : place + RUN] for place in range(len(lines) - RUN + 1)} if self.lines else set()

    def covered(self, shared: set[Run]) -> int:
        """Return how many of the lines stand in one of some runs."""
        lines = ("", "", *self.lines)
        found = [False] * len(lines)
        for place in range(len(self.lines)):
            if lines[place : place + RUN] in shared:
                found[place : place + RUN] = [True] * RUN
        return sum(found[RUN - 1 :])


def outline(text: str, aliases: Mapping[str, str]) -> Outline:
    """Return the outline of a record; ``aliases`` are other spellings of players, with their names."""
    tags: dict[str, str] = {}
    names: dict[str, str] = {}
    lines: list[str] = []
    hidden = False
    for line in _plain_lines(text):
        hidden = hidden or ("?" in line and _HIDDEN.search(line) is not None and line[0] not in "[p")
        if line.startswith("["):
            if found := _TAG.match(line):
                tags.setdefault(found[1], found[2].strip())
        elif found := _PLAYER.match(line):
            name = found[2] or found[1]
            names[found[1]] = aliases.get(name, name).casefold()
        elif line.startswith("market "):
            if "?" not in line:
                lines.append(" ".join(line.split()))
        elif (found := _TURN.match(line)) and (told := _told(found[2], found[3].split())):
            lines.append(f"{names.get(found[1], found[1])} {found[2]} {told}")
    return Outline(
        tags.get("Game", ""),
        tuple(sorted(names.values())),
        {name: tags[name] for name in TAGS if tags.get(name)},
        tags.get("View") or ("" if hidden else "full"),
        tuple(lines),
    )


def _plain_lines(text: str) -> Iterable[str]:
    """Return the lines of the game itself: without comments, and without variations."""
    depth = 0
    block = False
    for raw in text.split("\n"):
        line = raw.strip()
        if block or line.startswith("{"):
            _, closed, line = line.partition("}")
            block = not closed
            line = line.strip()
        if not line or line.startswith(";"):
            continue
        if line[0] not in "[p":  # names in quotes may have any sign in them
            line = line.partition(";")[0]
        if depth or line.startswith("("):
            depth = max(0, depth + line.count("(") - line.count(")"))
            continue
        yield line


def _told(action: str, words: list[str]) -> str:
    """Return what a line tells to everybody, empty if that is nothing."""
    if action == "draw":
        taken = [word[0] for word in words[:2]]
        return " ".join(taken) if taken and set(taken) != {"?"} else ""
    if action in ("claim", "station", "ride"):
        return "-".join(sorted(words[0].partition("#")[0].upper().split("-"))) if words else ""
    if action in ("play", "deal"):
        cards = words[0] if words else ""
        return "" if "?" in cards else "".join(sorted(cards))
    if action in ("tickets", "keep"):
        kept = chain.from_iterable([word.split() for word in " ".join(words).split("|")[:1]])
        known = sorted([word for word in kept if word[0] not in "?$!/"])
        return " ".join(known)
    return ""
