"""Problems as an editor marks them: the stretch of text, the words for it, and a link to the rule."""

from __future__ import annotations

from typing import NamedTuple

from ttrn.language_server.document import PlacedGame
from ttrn.language_server.positions import Span, on_line
from ttrn.language_server.rule_links import link_of
from ttrn.notation.problems import WARNING, Problem


class Mark(NamedTuple):
    """A problem in its place."""

    span: Span
    problem: Problem
    link: str
    """Where to read about the rule; empty where that is not known."""

    @property
    def text(self) -> str:
        """What is wrong and what to do about it, in words."""
        hint = self.problem.hint
        return f"{self.problem.message}\nhint: {hint}" if hint else self.problem.message

    @property
    def is_warning(self) -> bool:
        """Whether it is about something that is allowed and hardly meant."""
        return self.problem.severity == WARNING


def marks_of(placed: PlacedGame) -> list[Mark]:
    """Return what is wrong with a game: after a search for cures if there was one, else what is seen at once."""
    game = placed.game
    found: tuple[Problem, ...] = vars(game).get("explained", game.problems)
    return [Mark(_span(placed, problem), problem, link_of(problem.rule)) for problem in found]


def _span(placed: PlacedGame, problem: Problem) -> Span:
    lines = placed.game.lines
    at = min(max(problem.line - placed.game.first, 0), len(lines) - 1)
    return on_line(placed.line + at, *stretch(problem, lines[at]))


def stretch(problem: Problem, written: str) -> tuple[int, int]:
    """Return which characters of a line a problem is about, from the first up to one: of a whole line, its words."""
    start = problem.column - 1
    if start >= 0 and problem.text and problem.text != written:
        # The problem speaks of the line in canonical form: its word stands elsewhere in the one that is written.
        start = written.find(problem.text[start : start + problem.width])
    if start < 0:
        bare = written.strip()
        return written.find(bare), written.find(bare) + max(1, len(bare))
    return start, min(start + max(1, problem.width), max(len(written), start + 1))
