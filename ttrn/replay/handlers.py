"""How each kind of written action is checked and carried out: the ones that the shared core knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from ttrn.replay.resolve import ResolvedClaim, ResolvedDraw, ResolvedPass, ResolvedTickets
from ttrn.rules.actions import DrawTickets, KeepTickets, PassTurn
from ttrn.rules.cards import LOCOMOTIVE
from ttrn.rules.claims import held
from ttrn.rules.draws import missing_second
from ttrn.rules.engine import apply, verify
from ttrn.rules.state import OVER, SECOND, Verdict
from ttrn.rules.supply import blur
from ttrn.rules.tickets import name_offered
from ttrn.rules.turns import end_turn

if TYPE_CHECKING:
    from ttrn.replay.run import Run

Handler: TypeAlias = "Callable[[Run, Any, int], None]"
"""Checks an action of a seat and carries it out; what is wrong is noted in the run's state."""


def draw(run: Run, action: ResolvedDraw, seat: int) -> None:
    """Take one or two cards."""
    state = run.state
    for i, take in enumerate(action.takes):
        if i and (state.phase != SECOND or state.seat != seat):
            if action.takes[0].action.card == LOCOMOTIVE:
                state.note("DRAW-3", "a face-up locomotive counts as both cards: no second one follows")
            else:
                state.note("DRAW-6", "no second card can be taken")
            run.loosen(seat)
            return
        if not run.judge(take.action):
            run.loosen(seat)
            blur(state)
        state.script = list(take.script)
        if take.flushes:
            state.flushes = [list(flush) for flush in take.flushes]
        apply(state, take.action)
    if state.phase == SECOND and state.seat == seat:
        state.notes.append(missing_second(state))
        end_turn(state)


def claim(run: Run, action: ResolvedClaim, seat: int) -> None:
    """Claim a route; of several tracks the first that is legal."""
    state = run.state
    verdicts: list[Verdict] = []
    for track in action.actions:
        verdict = None if state.phase == OVER else verify(state, track)
        if verdict is None:
            apply(state, track)
            return
        verdicts.append(verdict)
    # Of several tracks the one that came nearest is the one that was meant: the last check is the payment.
    best = max(range(len(verdicts)), key=lambda i: (_nearness(verdicts[i]), -i))
    state.notes.append(verdicts[best])
    run.doubtful.add(seat)
    if held(state, action.paid):
        run.loosen(seat)
    if verdicts[best].rule == "CLAIM-1":
        end_turn(state)
    else:
        apply(state, action.actions[best])
        state.trains[seat] = max(0, state.trains[seat])


def _nearness(verdict: Verdict) -> int:
    """Return how near a claim came to being legal; a game's own rules are about the payment."""
    ranks = ("CLAIM-1", "CLAIM-5", "CLAIM-6", "CLAIM-3")
    return ranks.index(verdict.rule) if verdict.rule in ranks else len(ranks)


def tickets(run: Run, action: ResolvedTickets, _seat: int) -> None:
    """Draw tickets, and keep some."""
    state = run.state
    if not run.judge(DrawTickets()):
        end_turn(state)
        return
    told = [*action.kept, *action.returned]
    apply(state, DrawTickets())
    if len(told) != len(state.offered):
        rule = state.dialect.ids["tickets"]
        state.note(rule, f"{len(state.offered)} tickets are taken, not {len(told)}")
        state.offered = (state.offered + [-1] * len(told))[: len(told)]
    name_offered(state, told)
    run.judge(KeepTickets(action.kept))
    apply(state, KeepTickets(action.kept))


def pass_turn(run: Run, _action: ResolvedPass, _seat: int) -> None:
    """Do nothing."""
    run.judge(PassTurn())
    apply(run.state, PassTurn())


HANDLERS: Mapping[type, Handler] = {
    ResolvedDraw: draw,
    ResolvedClaim: claim,
    ResolvedTickets: tickets,
    ResolvedPass: pass_turn,
}
"""The actions that the shared core knows."""
