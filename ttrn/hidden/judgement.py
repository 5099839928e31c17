"""The verdict on a record: exact, consistent, impossible, or undecided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from ttrn.boards import Board, BoardError
from ttrn.hidden.budget import Budget, Undecided
from ttrn.hidden.constructed_witness import constructed_witness
from ttrn.hidden.contradiction import Contradiction, contradiction
from ttrn.hidden.possible_deals import Found, PossibleDeals
from ttrn.hidden.witness import Witness
from ttrn.notation.game import GameRecord
from ttrn.notation.legible import Legible
from ttrn.notation.levels import level
from ttrn.notation.problems import Problem, amount
from ttrn.replays.broken_lines import check_legible as replay_legible
from ttrn.replays.timeline import Timeline, board_of, no_board, replay

Status: TypeAlias = Literal["exact", "consistent", "impossible", "undecided"]

EXACT: Final = "exact"
CONSISTENT: Final = "consistent"
IMPOSSIBLE: Final = "impossible"
UNDECIDED: Final = "undecided"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What can be said of a record.

    ``exact``: nothing is unknown, and every line is legal. ``consistent``: something is unknown, and ``witness`` is one
    deal that makes every line legal. ``impossible``: no deal does; ``problems`` say why, and ``contradiction`` which
    lines cannot stand together where none of them is wrong alone. ``undecided``: neither could be shown; ``reason``
    says why, and what helps.
    """

    status: Status
    timeline: Timeline
    problems: tuple[Problem, ...] = ()
    witness: Witness | None = None
    contradiction: Contradiction | None = None
    reason: str = ""

    def __repr__(self) -> str:
        about = self.reason or amount(self.problems, "problem")
        return f"<Judgement of {self.timeline.game.board}: {self.status}, {about}>"


def judge(
    game: GameRecord, board: Board | None = None, *, budget: Budget | None = None, file: str = "", number: int = 0
) -> Judgement:
    """Judge a record by the rules and by what its unseen cards can be.

    Only the main line is judged so; variations are checked as far as cards are known.

    Raises:
        BoardError: the board that the Game tag names is not known.
    """
    timeline = replay(game, board, file=file, number=number)
    return judge_timeline(timeline, budget, file=file, number=number)


_SOME_TURNS: Final = "only some of the turns were written down, so nothing adds up"

_KEPT: Final = {
    kept: f"only {what} kept: no line breaks a rule, and no turn shows that it was so"
    for kept, what in (("result", "the result was"), ("sheet", "score sheets were"), ("board", "the final board was"))
}
"""Why a record without turns is undecided, by its level."""


def judge_timeline(timeline: Timeline, budget: Budget | None = None, *, file: str = "", number: int = 0) -> Judgement:
    """Judge a record that has been replayed; one without unknowns costs nothing more."""
    if timeline.problems:
        return Judgement(IMPOSSIBLE, timeline, timeline.problems)
    if timeline.final.house.partial:
        return Judgement(UNDECIDED, timeline, reason=_KEPT.get(level(timeline.game), _SOME_TURNS))
    if not timeline.final.unseen:
        return Judgement(EXACT, timeline)
    witness = _same_as_before(timeline) or constructed_witness(timeline)
    if witness is not None:
        return Judgement(CONSISTENT, timeline, witness=witness)
    deals = PossibleDeals(timeline, budget or Budget())
    try:
        judged = _judge(deals, file, number)
    except Undecided as undecided:
        return Judgement(UNDECIDED, timeline, reason=undecided.reason)
    if judged.status == CONSISTENT and len(timeline.game.entries) <= _SHORT:
        _before[timeline.board.name] = judged
    return judged


_SHORT: Final = 10
_before: Final[dict[str, Judgement]] = {}
"""The last game of each board that hardly had a beginning: a file may hold many that are all the same."""


def _same_as_before(timeline: Timeline) -> Witness | None:
    """Return the witness of the last such game, if this is the same."""
    before = _before.get(timeline.board.name)
    if before and before.timeline.board is timeline.board and before.timeline.game == timeline.game:
        return before.witness
    return None


def _judge(deals: PossibleDeals, file: str, number: int) -> Judgement:
    found: list[Found] = []
    for what, ask in (("cards", deals.cards), ("tickets", deals.tickets)):
        answer = ask()
        if answer is None:
            wrong = contradiction(deals, what)
            return Judgement(IMPOSSIBLE, deals.timeline, (wrong.problem(file, number),), contradiction=wrong)
        found.append(answer)
    witness = deals.witness(*found)
    if witness is None:
        return Judgement(
            UNDECIDED, deals.timeline, reason="no deal was found that keeps what the record states of the end"
        )
    return Judgement(CONSISTENT, deals.timeline, witness=witness)


def check_legible(
    legible: Legible, board: Board, *, budget: Budget | None = None, file: str = "", number: int = 0
) -> tuple[Problem, ...]:
    """Return what is wrong by the rules with a game that has broken lines, as far as it can be read.

    Where every line could be mended, what its unseen cards can be is looked at too.
    """
    if legible.unread or legible.loose:
        return replay_legible(legible, board, file=file, number=number)
    return judge(legible.game, board, budget=budget, file=file, number=number).problems


def check(
    game: GameRecord, board: Board | None = None, *, budget: Budget | None = None, file: str = "", number: int = 0
) -> tuple[Problem, ...]:
    """Return what is wrong with a game: broken rules, an unknown board, or lines that no deal lets stand together."""
    try:
        found = board or board_of(game)
    except BoardError as error:
        return (no_board(game, str(error), file=file, number=number),)
    return judge(game, found, budget=budget, file=file, number=number).problems
