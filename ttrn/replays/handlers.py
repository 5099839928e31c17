"""How each kind of written action is checked and carried out: the ones that the shared core knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from ttrn.core.actions import ClaimRoute, KeepTickets, PassTurn, TakeCard
from ttrn.core.card_supply import forget_market
from ttrn.core.cards import LOCOMOTIVE
from ttrn.core.chance import TAKEN
from ttrn.core.claims import held, with_other_tracks
from ttrn.core.draws import NEVER_SECOND, missing_second, surely_legal
from ttrn.core.engine import apply, verify
from ttrn.core.open_routes import FEW_PLAYERS
from ttrn.core.state import CHOOSE, NOBODY, OVER, SECOND, State, Violation
from ttrn.core.tickets import DRAW_TICKETS, maybe_fewer, name_offered
from ttrn.core.turns import end_turn
from ttrn.replays.resolve import ResolvedClaim, ResolvedDraw, ResolvedPass, ResolvedTake, ResolvedTickets

if TYPE_CHECKING:
    from ttrn.replays.run import Run

Handler: TypeAlias = "Callable[[Run, Any, int], None]"
"""Checks an action of a seat and carries it out; what is wrong is noted in the run's state."""


def draw(run: Run, action: ResolvedDraw, seat: int) -> None:
    """Take one or two cards."""
    state = run.state
    chance = state.chance
    if chance.cards or chance.flushes:
        _no_refill(state)
    rules = state.rules
    taken = 0 if rules.watched else rules.draw_at_once(state, action.plain)
    if taken == len(action.takes) and state.phase != SECOND:
        return
    take_card, second = rules.effects[TakeCard], taken > 0
    for take in action.takes[taken:]:
        if second and (state.phase != SECOND or state.seat != seat):
            _no_second_card(run, action, seat)
            return
        second = True
        if not surely_legal(state, take.action) and not run.judge(take.action):
            if chance.notes[-1].rule == "DECK-3":
                run.forget_hand(seat)
                end_turn(state)
                return
            _doubt_draw(run, seat)
        if take.script or take.flushes or chance.cards or chance.log is not None:
            _hand_over(state, take)
        take_card(state, take.action)
    if state.phase == SECOND and state.seat == seat:
        missing = missing_second(state)
        if missing is not None:
            state.chance.notes.append(missing)
        end_turn(state)


def _no_refill(state: State) -> None:
    """Note that nothing comes up at the end of a draw: what does is written behind the card that it replaces."""
    if state.chance.cards:
        state.note("DECK-2", "a draw leaves no gap to fill at the end of the turn", "refill")
    else:
        message = "in a draw a new market is written behind the card that came before it"
        state.note(state.game.ids.market, message, "refill")
    state.chance.flushes = []


def _hand_over(state: State, take: ResolvedTake) -> None:
    """Hand over what is recorded of chance with a take."""
    chance = state.chance
    if chance.log is not None:
        chance.log.append(TAKEN)
    chance.cards = [*take.script]
    if take.flushes:
        chance.flushes = [list(flush) for flush in take.flushes]


def _no_second_card(run: Run, action: ResolvedDraw, seat: int) -> None:
    first, second = action.takes[0].action.card, action.takes[1].action.card
    if first == LOCOMOTIVE:
        run.state.note("DRAW-3", "a face-up locomotive counts as both cards: no second one follows", at=1)
    elif second == LOCOMOTIVE and run.state.market[LOCOMOTIVE]:
        run.state.note("DRAW-3", NEVER_SECOND, at=1)
    else:
        run.state.note("DRAW-6", "no card is left that may be taken second", at=1)
    run.forget_hand(seat)
    forget_market(run.state)


def _doubt_draw(run: Run, seat: int) -> None:
    """After a face-up card that does not lie there neither hand nor market is known; a locomotive does lie there."""
    if run.state.chance.notes[-1].rule == "DRAW-1":
        run.forget_hand(seat)
        forget_market(run.state)


def claim(run: Run, action: ResolvedClaim, seat: int) -> None:
    """Claim a route; of several tracks the first that is legal."""
    state = run.state
    rules = state.rules
    if not rules.watched and rules.claim_at_once(state, action.actions[0].route, action.kinds[0]):
        if len(action.fitting) > 1:
            leave_free(run, action)
        return
    violations: list[Violation] = []
    for track in action.actions:
        violation = None if state.phase == OVER else verify(state, track)
        if violation is None:
            leave_open(run, track, action)
            apply(state, track)
            return
        violations.append(violation)
    other = free_track(run, action)
    if other is not None:
        apply(state, other)
        return
    # Of several tracks the one that came nearest is the one that was meant: the last check is the payment.
    best = max(range(len(violations)), key=lambda i: (nearness(violations[i]), -i))
    state.chance.notes.append(with_other_tracks(state, action.actions[best], violations[best]))
    run.doubtful.add(seat)
    run.doubt(action.paid)
    if held(state, action.paid) or violations[best].rule == "CLAIM-1":
        run.forget_hand(seat)
    if violations[best].rule == "CLAIM-1":
        end_turn(state)
        return
    noted = len(state.chance.notes)
    apply(state, action.actions[best])
    # What is wrong with the payment has been said.
    del state.chance.notes[noted:]
    state.trains[seat] = max(0, state.trains[seat])


def leave_free(run: Run, action: ResolvedClaim) -> None:
    """Remember which other tracks a claim may have meant of which the first one was claimed at once.

    They could have been claimed too if they are free and cost what was paid.
    """
    state, first = run.state, action.actions[0].route
    if state.seats <= FEW_PLAYERS:
        return
    tracks = [track.route for track in action.fitting if track.route != first]
    others = [track for track in tracks if state.owners[track] == NOBODY and state.prices[track].pays(action.paid)]
    if others:
        run.ambiguous[first] = tuple(others)


def leave_open(run: Run, track: ClaimRoute, action: ResolvedClaim) -> None:
    """Remember which other tracks a claim may have meant that names none."""
    if run.state.seats <= FEW_PLAYERS or len(action.fitting) < 2:
        return
    others = [other.route for other in action.fitting if other is not track and verify(run.state, other) is None]
    if others:
        run.ambiguous[track.route] = tuple(others)


def free_track(run: Run, action: ResolvedClaim) -> ClaimRoute | None:
    """Find a track that is free if an earlier claim, which did not say which it took, took another one."""
    owners = run.state.owners
    for track in action.actions:
        for other in run.ambiguous.get(track.route, ()):
            if owners[other] == NOBODY:
                owner = owners[track.route]
                run.state.own(track.route, NOBODY)
                run.state.own(other, owner)
                if verify(run.state, track) is None:
                    del run.ambiguous[track.route]
                    return track
                run.state.own(other, NOBODY)
                run.state.own(track.route, owner)
    return None


def nearness(violation: Violation) -> int:
    """Return how near a claim came to being legal; a game's own rules are about the payment."""
    ranks = ("CLAIM-1", "CLAIM-5", "CLAIM-6", "CLAIM-3")
    return ranks.index(violation.rule) if violation.rule in ranks else len(ranks)


def tickets(run: Run, action: ResolvedTickets, _seat: int) -> None:
    """Draw tickets, and keep some."""
    state = run.state
    if not state.rules.watched and state.rules.tickets_at_once(state, action.kept, action.returned):
        return
    if state.phase != CHOOSE:  # a position can start after they were drawn
        if not run.judge(DRAW_TICKETS):
            end_turn(state)
            return
        apply(state, DRAW_TICKETS)
    named = [*action.kept, *action.returned]
    due = len(state.offered)
    left = due + sum([deck.size for deck in state.ticket_decks])
    if len(named) < due and left - maybe_fewer(state) <= len(named):
        # The deck had fewer than it may have had: more were kept at the start.
        del state.offered[len(named) :]
    elif len(named) != due:
        rule = state.game.ids.tickets if due == state.board.tables.play_tickets.take else "TICKET-1"
        some = f"{due} ticket{' is' if due == 1 else 's are'}"
        state.note(rule, f"{some} to be taken, not {len(named)}")
        state.offered = (state.offered + [-1] * len(named))[: len(named)]
    name_offered(state, named)
    keep = KeepTickets(action.kept)
    run.judge(keep)
    apply(state, keep)


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
