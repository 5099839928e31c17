"""Changes that put a problem right, where its hint or the diagnosis knows one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from ttrn.diagnosis.hint_text import SHOWN
from ttrn.diagnosis.rewrite import rewritten
from ttrn.diagnosis.slips import edited
from ttrn.language_server.document import PlacedGame
from ttrn.language_server.game_text import GameText
from ttrn.language_server.marks import Mark
from ttrn.language_server.positions import Change, changes_between
from ttrn.notation.broken_line import NO_NUMBER, Around, mend
from ttrn.notation.problems import Cure, Problem, brief
from ttrn.notation.renumber import renumbered
from ttrn.notation.writer import canonical

_MEANT: Final = re.compile(r'did you mean "([^"]+)"\?|write \[\w+ "([^"]+)"\]')
_NUMBERED: Final = re.compile(r"[ \t(]*[0-9]")
_LONGEST: Final = 80


class Fix(NamedTuple):
    """A change that somebody may choose, in words and as changes of the document."""

    title: str
    changes: tuple[Change, ...]
    sure: bool = True
    """Whether it is the only one of its kind: an editor may take it without asking which."""


def fixes_of(placed: PlacedGame, mark: Mark) -> list[Fix]:
    """Return what puts a problem right, the likeliest first."""
    problem = mark.problem
    if problem.rule == "TEXT-LINE":
        found = list(_mended(placed, problem))
    else:
        found = [*_meant(placed, mark), *_by_rule(placed, problem)]
    if problem.rule == "TEXT-NUMBER" or problem.message.startswith(NO_NUMBER):
        found += _whole(placed, "Number the turns of this game anew", renumbered(placed.game.text))
    return found


def canonical_changes(placed: PlacedGame) -> tuple[Change, ...]:
    """Return what puts a game into canonical form: nothing where it is, or where it cannot be read."""
    game = placed.game.reading.game
    if game is None:
        return ()
    text, problems = canonical(game)
    lines = placed.game.lines
    end = placed.end - placed.line + 1
    return () if problems else changes_between(lines[:end], text.rstrip("\n").split("\n"), placed.line)


def canonical_fix(placed: PlacedGame) -> list[Fix]:
    """Return the change that puts a game into canonical form, where it is in another one."""
    changes = canonical_changes(placed)
    return [Fix("Write this game in canonical form", changes)] if changes else []


def _meant(placed: PlacedGame, mark: Mark) -> Iterator[Fix]:
    """Yield the word that a hint names in the place of the one that is wrong."""
    found = _MEANT.search(f"{mark.problem.hint}; {mark.problem.message}")
    if found and mark.problem.column:
        word = found[1] or found[2]
        yield Fix(f'Write "{word}"', (Change(mark.span, _quoted(placed.game, mark, word)),))


def _by_rule(placed: PlacedGame, problem: Problem) -> Iterator[Fix]:
    """Yield the cures that the diagnosis found: of the first slip each, then of all slips together."""
    game = placed.game
    record, slips = game.reading.game, game.slips
    places = [(slip.problem.line, slip.problem.rule) for slip in slips]
    if record is None or (problem.line, problem.rule) not in places:
        return
    if places[0] == (problem.line, problem.rule):
        first = slips[0]
        edits = (first.edit, *first.others)[:SHOWN]
        for edit, cure in zip(edits, first.cures, strict=False):
            text = rewritten(game.text, record, edited(record, edit))
            title = f"Write {cure.new!r}" if cure.new else f"Leave out {cure.old!r}"
            if text is not None:
                title = brief(title.replace("'", '"').replace("\\n", " / "), _LONGEST)
                yield Fix(title, changes_between(game.lines, text.split("\n"), placed.line), sure=len(edits) == 1)
    else:
        yield from _later(placed, slips[places.index((problem.line, problem.rule))].cures)
    assert game.examination is not None
    if len(slips) > 1:
        text = rewritten(game.text, record, game.examination.game)
        if text is not None:
            changes = changes_between(game.lines, text.split("\n"), placed.line)
            yield Fix(f"Correct all {len(slips)} slips of this game", changes, sure=False)


def _later(placed: PlacedGame, cures: Iterable[Cure]) -> Iterator[Fix]:
    """Yield the cures of a slip that others come before, as far as each is about one line."""
    for cure in cures:
        at = cure.line - placed.game.first
        old = placed.game.lines[at] if at < len(placed.game.lines) else ""
        if cure.old and cure.new and cure.old in old and "\n" not in cure.new:
            changes = changes_between([old], [old.replace(cure.old, cure.new)], placed.line + at)
            yield Fix(brief(f'Write "{cure.new}"', _LONGEST), changes, sure=False)


def _mended(placed: PlacedGame, problem: Problem) -> Iterator[Fix]:
    """Yield the line as it should be written, where that can be told."""
    game = placed.game
    at = problem.line - game.first
    old = game.lines[at]
    # A turn without its number gets the one that it has when all turns are counted.
    line = old if _NUMBERED.match(old) else renumbered(game.text).split("\n")[at]
    found = re.fullmatch(r'([ \t(]*)((?:[^;"]|"(?:[^"\\]|\\.)*"?)*?)([ \t)]*)(;.*)?', line)
    if found is None or not found[2]:
        return
    mended = mend(found[1], found[2], Around(_players(game)))
    new = f"{found[1]}{mended.body}{mended.comment}{found[3] or ''}{found[4] or ''}".rstrip()
    if mended.read and new != old:
        title = brief(f'Write "{new.strip()}"', _LONGEST)
        yield Fix(title, changes_between([old], [new], placed.line + at))


def _players(game: GameText) -> list[str]:
    """Return the ids of the players, as far as their lines can be read."""
    lines = zip(game.lines, game.words, strict=True)
    return [
        line[words[1].start : words[1].end]
        for line, words in lines
        if [word.kind for word in words[:2]] == ["PLAYER", "ID"]
    ]


def _whole(placed: PlacedGame, title: str, text: str) -> Iterator[Fix]:
    changes = changes_between(placed.game.lines, text.split("\n"), placed.line)
    if changes:
        yield Fix(title, changes, sure=False)


def _quoted(game: GameText, mark: Mark, word: str) -> str:
    """Return a word as it stands in the place of another: a name of a city in quotes, unless it is a plain one."""
    kinds = [
        word.kind for word in game.words[mark.problem.line - game.first] if word.start <= mark.span.column < word.end
    ]
    cities = kinds and kinds[0] in ("ROUTE", "TICKET", "PATH", "CITY", "PASSENGER")
    return f'"{word}"' if cities and not word.isalpha() else word
