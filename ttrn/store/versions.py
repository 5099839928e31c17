"""Versions of the same game: corrected, continued, or noted by somebody else."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ttrn.store.database import connect, cursor, script
from ttrn.store.fingerprint import Outline, Run, outline
from ttrn.store.worker import UNREADABLE

if TYPE_CHECKING:
    import duckdb

LEAVE: Final = "leave"
"""Keep what is in the database, and leave out the game that looks like another version of it."""
REPLACE: Final = "replace"
"""Let the new version take the place of those that are there."""
BOTH: Final = "both"
"""Take them for different games."""

_ENOUGH: Final = 20
"""So many lines are half alike in versions of one game only; the same bots begin many games in the same way."""
_FEW: Final = 8
"""Fewer lines than that tell nothing, unless the games are of the same day."""
_NEARLY_ALL: Final = 0.9
_LONG: Final = 3_000
"""Records of more lines are compared as a whole."""
_EVERY: Final = 8
"""Of many games only every eighth run is looked up, which is enough to find whoever shares half of them."""
_PIECE: Final = 2_000


class Version(NamedTuple):
    """Two records that look like versions of one game: the one that is there, and the later one."""

    old: Suspect
    new: Suspect
    same: int
    """How many telling lines they share, of those that the shorter one has."""
    of: int
    view: bool = False
    """Whether they are records of different observers."""

    def without_texts(self) -> Version:
        """Return the same with empty texts."""
        return self._replace(old=self.old._replace(text=""), new=self.new._replace(text=""))


class Suspect(NamedTuple):
    """A game that may be another version of one: its number and hash, where it comes from, its verdict and text."""

    number: int
    hash: str
    file: str
    place: int
    verdict: str
    text: str


Decide: TypeAlias = "str | Callable[[Version], str]"
"""What to do with new versions: one of the three words, or a function that says one for each."""


def duplicates(path: str | Path) -> list[Version]:
    """Return all pairs of games in a database that look like versions of one game, in the order of their loading.

    Raises:
        DatabaseError: it cannot be opened.
    """
    with connect(path) as connection:
        return [version for found in find_versions(connection) for version in found]


def find_versions(connection: duckdb.DuckDBPyConnection, after: int = 0) -> Iterator[list[Version]]:
    """Find for each game with a number above ``after`` the earlier ones that it looks like a version of.

    Versions are on the same board, by the same players, and share most of their telling lines, or, if one is much
    longer, those of the shorter one. Where tags that tell games apart differ, nearly all lines must be the same.
    """
    ((last,),) = connection.execute("SELECT coalesce(max(game), 0) FROM games").fetchall()
    if last <= after:
        return
    aliases = dict(connection.execute("SELECT spelling, player FROM aliases").fetchall())
    with cursor(connection) as asking, cursor(connection) as fetching:
        asking.execute(script("suspects.sql"), {"after": after})
        rows = asking.fetchmany(_PIECE)
        shelf = _Shelf(fetching, aliases, every=_EVERY if len(rows) == _PIECE else 1)
        while rows:
            for suspect in [Suspect(*row) for row in rows]:
                about = outline(suspect.text, aliases)
                runs = about.runs()
                if suspect.number > after and (found := list(shelf.like(suspect, about, runs))):
                    yield found
                shelf.add(suspect.number, runs)
            rows = asking.fetchmany(_PIECE)


class _Shelf:
    """Games by the runs of lines they have; their texts stay in the database."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, aliases: Mapping[str, str], every: int) -> None:
        self._connection = connection
        self._aliases = aliases
        self._every = every
        self._runs: dict[int, int] = {}
        self._by_run: dict[int, list[int]] = {}

    def add(self, number: int, runs: set[Run]) -> None:
        """Put a game on the shelf."""
        keys = self._keys(runs)
        self._runs[number] = len(keys)
        for key in keys:
            self._by_run.setdefault(key, []).append(number)

    def like(self, suspect: Suspect, about: Outline, runs: set[Run]) -> Iterator[Version]:
        """Return the games that one looks like, the earliest first."""
        keys = self._keys(runs)
        shared: Counter[int] = Counter()
        for key in keys:
            shared.update(self._by_run.get(key, ()))
        for number, count in sorted(shared.items()):
            # Who shares half of the lines shares at least a sixth of the runs: one line in four may differ.
            if count * 6 >= min(len(keys), self._runs[number]):
                rows = self._connection.execute(script("suspect.sql"), [number]).fetchall()
                old = Suspect(*rows[0])
                if found := _compared(old, outline(old.text, self._aliases), suspect, about):
                    yield found

    def _keys(self, runs: set[Run]) -> list[int]:
        return [key for key in map(hash, runs) if key % self._every == 0]


def _compared(old: Suspect, other: Outline, new: Suspect, about: Outline) -> Version | None:
    if other.board != about.board or other.players != about.players:
        return None
    shared = other.runs() & about.runs()
    shorter = min(other, about, key=lambda one: len(one.lines))
    same, of = shorter.covered(shared), len(shorter.lines)
    conflicts = [name for name, value in about.tags.items() if _differ(value, other.tags.get(name, value))]
    if "Seed" in conflicts or not same:
        return None
    dated = "Date" in other.tags and "Date" in about.tags
    if of >= _ENOUGH:
        alike = same >= _NEARLY_ALL * of if conflicts else same > of / 2
    elif conflicts:
        alike = False
    elif of >= _FEW and dated:
        alike = same > of / 2
    else:
        alike = same == of and (of >= _FEW or dated)
    apart = "" not in (other.view, about.view) and other.view != about.view
    return Version(old, new, same, of, apart) if alike else None


def _differ(one: str, other: str) -> bool:
    """Return whether two tags name different things; a ``?`` in a date may be any digit.

    >>> _differ("2026-11-??", "2026-11-13"), _differ("2026-11-??", "2026-12-13"), _differ("Friday", "friday")
    (False, True, False)
    """
    if len(one) != len(other):
        return True
    return any(a != b and "?" not in (a, b) for a, b in zip(one.casefold(), other.casefold(), strict=False))


# --- what becomes of them --------------------------------------------------------------------------------------------


class Settled(NamedTuple):
    """What was decided: the games to take out, and the places that others take."""

    gone: set[int]
    places: dict[int, int]
    left: list[Version]
    """New games that are left out, each with the one that is kept."""


def settle(
    connection: duckdb.DuckDBPyConnection, after: int, given: Mapping[str, int], decide: Decide = LEAVE
) -> Settled:
    """Decide about the games with numbers above ``after``, one after the other, as if each came alone.

    Args:
        connection: to the draft.
        after: the last number of the games that were there before.
        given: by hash, known games that were given again, with the number that the next new game got: they are as new
            as those before it.
        decide: what to do with versions.
    """
    settled = Settled(set(), {}, [])
    if decide == BOTH:
        return settled
    for found in find_versions(connection, after):
        there = [version for version in found if version.old.number not in settled.gone and not version.view]
        # What cannot be read replaces nothing, and is counted by no statistic.
        if not there or there[0].new.verdict == UNREADABLE:
            continue
        new = there[0].new
        word = decide if isinstance(decide, str) else decide(there[0])
        if word == LEAVE:
            settled.gone.add(new.number)
            settled.left.append(there[0].without_texts())  # there may be many
        elif word == REPLACE and any(given.get(version.old.hash, 0) > new.number for version in there):
            settled.gone.add(new.number)  # by one that is there, and was given after it
        elif word == REPLACE:
            old = [version.old.number for version in there]
            settled.gone.update(old)
            settled.places[new.number] = min([settled.places.pop(number, number) for number in old])
    return settled


# --- what differs ----------------------------------------------------------------------------------------------------


def differences(version: Version, most: int = 3) -> list[str]:
    """Return in words what differs between two versions: lines of the old one and of the new one."""
    old, new = [_lines(one.text) for one in (version.old, version.new)]
    if max(len(old), len(new)) > _LONG:  # comparing them line by line would take minutes
        apart = (Counter(old) - Counter(new)).total(), (Counter(new) - Counter(old)).total()
        return [f"{apart[0]:,} lines gone, {apart[1]:,} new"]
    found: list[str] = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        for one, other in zip_longest(old[a:b], new[c:d]):
            if one is None or other is None:
                found.append(f"new: {other}" if one is None else f"gone: {one}")
            else:
                found.append(f"{one} → {other}")
    if len(found) > most:
        return [*found[:most], f"and {len(found) - most:,} more"]
    return found


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]
