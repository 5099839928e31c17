"""``ttrn.diagnose``: the slips in a record that breaks a rule, one after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.diagnosis.checkpoints import Trail
from ttrn.diagnosis.edits import Edit, Kind
from ttrn.diagnosis.hint_text import SHOWN, hint, texts
from ttrn.diagnosis.search import Effort, Search
from ttrn.hidden.guard import guarded
from ttrn.notation.game import GameRecord, trusted_game
from ttrn.notation.problems import Cure, Problem
from ttrn.replays.run import Run
from ttrn.replays.timeline import board_of

MOST_SLIPS: Final = 8
"""So many slips are looked for in one record."""


LONGEST: Final = 3000
"""Records of more lines are no games that anybody played: nothing is looked for in them."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One slip: what it broke, and the edit that cures it."""

    problem: Problem
    """The first rule that the slip breaks, as a replay reports it."""
    edit: Edit
    """The edit that does best; its lines are counted in the record with the slips before this one cured."""
    others: tuple[Edit, ...]
    """Other edits that do as well, the likelier ones first."""
    complete: bool
    """Whether everything was tried: there may be more edits that do as well where it was not."""
    remaining: int
    """How many problems the record has after this edit, as a replay reports them."""
    cures: tuple[Cure, ...]
    """The first of all these edits as text, with their places."""
    sound_up_to: int
    """The number of the last turn before the next violation; 0 where the rest of the game is sound."""

    def __repr__(self) -> str:
        return f"<Diagnosis of {self.problem.rule} in line {self.problem.line}: {self.hint}>"

    @property
    def kind(self) -> Kind:
        """What the edit changes."""
        return self.edit.kind

    @property
    def line(self) -> int:
        """The number of the first line that the edit changes, or before which it puts one; 0 where lines have none."""
        return self.cures[0].line

    @property
    def hint(self) -> str:
        """The cure in words: the line as it should be, how much is sound then, and how many others do as well."""
        sound = "the rest of the game is sound"
        if self.sound_up_to:
            sound = f"the game is sound up to turn {self.sound_up_to}"
        more = ""
        if self.others:
            more = f"{'' if self.complete else 'at least '}{len(self.others)} other{'s'[: len(self.others) > 1]}"
        return hint(self.edit, self.cures, self.problem.line, more, sound)

    @property
    def explained(self) -> Problem:
        """The problem with its cures: in words, and as data."""
        return replace(self.problem, hint=self.hint, cures=self.cures)


def diagnose(
    game: GameRecord, board: Board | None = None, *, effort: Effort | None = None, file: str = "", number: int = 0
) -> tuple[Diagnosis, ...]:
    """Find the slips in a record that breaks a rule; a sound one, or one that no edit helps, gives none.

    Variations are passed over, and nothing is looked for in a record of which only some turns were written down.

    Raises:
        BoardError: the board that the Game tag names is not known.
    """
    return Examination(game, board or board_of(game), effort, file=file, number=number).diagnoses


class Examination:
    """A record with its slips cured one after the other; ``game`` is what it becomes, ``problems`` what remains.

    After a violation a replay holds less against later lines, so curing a slip can bring others to light. As many cures
    are kept as leave the least; a problem without a cure counts as much as two slips that have one.
    """

    def __init__(
        self, game: GameRecord, board: Board, effort: Effort | None = None, *, file: str = "", number: int = 0
    ) -> None:
        self.board = board
        self.effort = effort or Effort()
        self._spent = 0
        self._where = (file, number)
        stages = [_Stage(game, self._problems(game), ())]
        while stages[-1].problems and len(stages) <= MOST_SLIPS and len(game.entries) <= LONGEST:
            further = self._cured(stages[-1])
            if further is None:
                break
            stages.append(further)
        best = min(reversed(stages), key=lambda stage: len(stage.diagnoses) + 2 * len(stage.problems))
        self.game, self.problems, self.diagnoses = best

    def _problems(self, game: GameRecord) -> list[Problem]:
        run = Run(game, self.board, *self._where)
        run.finish()
        return run.problems

    def _cured(self, stage: _Stage) -> _Stage | None:
        """Find the edit for the first violation; return the record with it, or nothing where there is none."""
        trail = Trail(stage.game, self.board, *self._where)
        if trail.broken is None or trail.run.state.house.partial or self._spent >= self.effort.total:
            return None
        search = Search(trail, self.effort, self._spent)
        found = search.go()
        self._spent += trail.fed
        if not found:
            return None
        best, *others = [other for other in found if other.as_good_as(found[0])]
        cured = edited(stage.game, best.edit)
        problems = self._problems(cured)
        assert trail.problem is not None
        diagnosis = Diagnosis(
            trail.problem,
            best.edit,
            tuple([other.edit for other in others]),
            search.complete,
            len(problems),
            self._cures(trail, [best.edit, *[other.edit for other in others]][:SHOWN], len(problems)),
            trail.turn_before(best.reached) if best.reached <= len(trail.entries) else 0,
        )
        return _Stage(cured, problems, _joined(stage.diagnoses, diagnosis))

    def _cures(self, trail: Trail, edits: list[Edit], first: int) -> tuple[Cure, ...]:
        """Return edits as text; of a game that is not sound yet, the others are replayed to see what they leave."""
        found: list[Cure] = []
        for edit in edits:
            number = trail.turn_at(edit.start)
            remaining = first
            if first and found:
                remaining = len(self._problems(edited(trail.game, edit)))
            line = _line(trail.game, edit)
            found.append(Cure(line, texts(edit.old, number), texts(edit.new, number), remaining))
        return tuple(found)


class _Stage(NamedTuple):
    """A record after some cures, what is wrong with it still, and the slips cured."""

    game: GameRecord
    problems: list[Problem]
    diagnoses: tuple[Diagnosis, ...]


def _joined(before: tuple[Diagnosis, ...], last: Diagnosis) -> tuple[Diagnosis, ...]:
    """Add a diagnosis; one that edits a line again which was edited before takes the place of that one."""
    for i, earlier in enumerate(before):
        if len(last.edit.old) == 1 == len(last.edit.new) and any(last.edit.old[0] is line for line in earlier.edit.new):
            new = tuple([last.edit.new[0] if line is last.edit.old[0] else line for line in earlier.edit.new])
            edit = replace(earlier.edit, new=new, kind=last.edit.kind)
            cure = replace(earlier.cures[0], new=last.cures[0].new, problems=last.remaining)
            both = replace(earlier, edit=edit, others=(), cures=(cure,), remaining=last.remaining)
            return (*before[:i], replace(both, sound_up_to=last.sound_up_to), *before[i + 1 :])
    return (*before, last)


def edited(game: GameRecord, edit: Edit) -> GameRecord:
    """Return a record with an edit; new lines have the place of those that they replace, or come before."""
    places = game.places
    if places:
        old = places[edit.start : edit.start + len(edit.old)]
        at = _line(game, edit)
        new = tuple([old[i] if i < len(old) else at for i in range(len(edit.new))])
        places = (*places[: edit.start], *new, *places[edit.start + len(edit.old) :])
    return trusted_game(edit.applied(game.entries), game.first_turn, places, game.text)


def _line(game: GameRecord, edit: Edit) -> int:
    if not game.places:
        return 0
    return game.places[edit.start] if edit.start < len(game.places) else game.places[-1] + 1


def explain(
    game: GameRecord, board: Board, problems: tuple[Problem, ...], *, file: str = "", number: int = 0
) -> tuple[Problem, ...]:
    """Return the problems of a game with their cures: each slip once, and what remains of the others.

    ``problems`` are those that a replay of the main line reported; where there are none, or nothing helps, they stay.
    """
    if not problems or game.tags.get("Rules") == "partial":
        return problems
    with guarded(game, board):
        found = Examination(game, board, file=file, number=number)
        return (*[slip.explained for slip in found.diagnoses], *found.problems) if found.diagnoses else problems
    return problems  # a mistake of ours in looking for cures must not keep anybody from the problems


__all__ = ["Diagnosis", "Examination", "diagnose", "edited", "explain"]
