"""When something was decided in a game, and by what its player knew then: turn by turn, and within a turn.

A turn may take several decisions: a second card, once the first is there and the market is filled again; which tickets
to keep, once they have been seen; what to do about the cards at a tunnel. Each is a moment of its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, NamedTuple

from ttrn.boards import Board
from ttrn.core.actions import Action, KeepTickets
from ttrn.core.cards import UNKNOWN
from ttrn.core.chance import Chance
from ttrn.core.engine import legal_actions, new_game
from ttrn.core.rules import Effect, with_effects
from ttrn.core.state import ANSWER, CHOOSE, MAIN, SECOND, SETUP, State, Violation
from ttrn.core.tickets import deck_of
from ttrn.notation.game import GameRecord
from ttrn.notation.records import Claim, Draw, Keep, Turn, WrittenAction
from ttrn.play.memory import Memory
from ttrn.play.remembering import moments
from ttrn.play.view import View, seen_by
from ttrn.replays.from_position import position_tag
from ttrn.replays.resolve import ResolvedTickets, resolve_tickets
from ttrn.replays.run import Run
from ttrn.replays.setup import Setup
from ttrn.replays.timeline import Timeline

LATER: Final = (SECOND, CHOOSE, ANSWER)
"""What a state waits for where a turn has begun, and goes on with a decision."""


class Place(NamedTuple):
    """Which decision of a game."""

    turn: int
    """The turn before the first one stands for the setup."""
    step: int = 0
    """How many decisions come before it in its turn; in the setup the seat."""


class Moment(NamedTuple):
    """Where something was to be decided, and what was."""

    state: State
    memory: Memory
    played: Action
    begun: WrittenAction | None = None
    """The turn as far as it had come, where it had begun."""

    @property
    def legal(self) -> list[Action]:
        """All that could be decided, in an order that is always the same."""
        state = self.state
        return starting_choices(state) if state.phase == SETUP else legal_actions(state)

    def seen(self) -> State:
        """Return the state as the player to move sees it, to be played on from."""
        return seen_by_mover(self.state, self.memory)

    def view(self, rng: random.Random) -> View:
        """Return the decision as a bot is asked for it."""
        return View(self.state.seat, self.seen(), rng, self.legal if self.state.phase == SETUP else None)


def seen_by_mover(state: State, memory: Memory) -> State:
    """Return a state as the player to move sees it, to be played on from."""
    view = seen_by(state, state.seat, memory)
    view.chance = Chance()
    view.open_routes()
    return view


def starting_choices(state: State) -> list[Action]:
    """Return every choice among the starting tickets that the player to move has been dealt."""
    sizes = range(state.board.tables.setup_tickets.keep, len(state.offered) + 1)
    return [KeepTickets(kept) for size in sizes for kept in combinations(state.offered, size)]


@lru_cache(maxsize=2)
def moments_of(game: GameRecord, board: Board) -> dict[int, Moment]:
    """Return the turns of a game at whose beginning something was to be decided, by a player whose cards are known."""
    found: dict[int, Moment] = {}
    turns = _turns(game)
    for number, state, memory in moments(Timeline(game, board)):
        first = _first(state, memory, turns.get(number + 1))
        if first is not None:
            found[number + 1] = first
    return found


@lru_cache(maxsize=2)
def every_moment(game: GameRecord, board: Board) -> dict[Place, Moment]:
    """Return all decisions of a game in their order, as far as there was a choice and its player's cards are known.

    These are the choice of starting tickets, and of each turn the beginning and what is decided later in it. From which
    decks starting tickets come, where players choose that, is not among them.
    """
    found: dict[Place, Moment] = {}
    turns = _turns(game)
    later = _later(game, board)
    for number, state, memory in moments(Timeline(game, board)):
        if number == game.first_turn - 1:
            found |= {Place(number, moment.state.seat): moment for moment in _at_start(game, state)}
        turn = turns.get(number + 1)
        first = _first(state, memory, turn)
        if first is not None:
            found[Place(number + 1)] = first
        for step, (then, action) in later.get(number + 1, {}).items():
            if turn is not None and then.names[then.seat] == turn.player:
                moment = Moment(then, memory.copy(), _in_order(action), _so_far(turn.action))
                if _known(then) and len(moment.legal) > 1 and moment.played in moment.legal:
                    found[Place(number + 1, step)] = moment
    return found


def _turns(game: GameRecord) -> dict[int, Turn]:
    return dict(enumerate(game.turns, game.first_turn))


# --- the beginning of a turn -----------------------------------------------------------------------------------------


def _first(state: State, memory: Memory, turn: Turn | None) -> Moment | None:
    if turn is None or not to_decide(state) or state.names[state.seat] != turn.player:
        return None
    played = first_action(state, turn)
    return None if played is None else Moment(state, memory.copy(), played)


def to_decide(state: State) -> bool:
    """Return whether the player to move begins a turn, has a choice, and the state knows all of that player's cards."""
    return state.phase == MAIN and _known(state) and len(legal_actions(state)) > 1


def _known(state: State) -> bool:
    """Return whether all is known that the player to move sees."""
    seat = state.seat
    if state.hands[seat][UNKNOWN] or any(state.unknown_tickets[seat]) or min(state.offered, default=0) < 0:
        return False
    return not any(pile.cards[UNKNOWN] for pile in state.rules.open_piles(state))


def first_action(state: State, turn: Turn) -> Action | None:
    """Return what a player decided first in a turn; None where that was not legal, or the record does not tell."""
    records = state.game.records
    read: Any = records.read.get(type(turn.action))
    found = None if read is None else read(state.board, turn.action)
    if found is None or isinstance(found, Violation):
        return None
    actions = records.actions[type(found)](state, found)
    if isinstance(actions, Violation) or not actions or actions[0] not in legal_actions(state):
        return None
    return actions[0]


# --- later in a turn -------------------------------------------------------------------------------------------------


def _later(game: GameRecord, board: Board) -> dict[int, dict[int, tuple[State, Action]]]:
    """Return, by turn and step, the states in which a turn went on with a decision, and what was decided."""
    found: dict[int, dict[int, tuple[State, Action]]] = {}
    steps: list[tuple[State, Action] | None] = []

    def watched(effect: Effect) -> Effect:
        def carried_out(state: State, action: Action) -> None:
            if state.phase == MAIN:
                steps.append(None)
            elif state.phase in LATER:
                steps.append((_as_it_was(state), action))
            effect(state, action)

        return carried_out

    run = Run(game, board)
    rules = run.state.rules
    run.state.rules = with_effects(rules, {kind: watched(effect) for kind, effect in rules.effects.items()})
    for number, _ in run.steps():
        # A position may begin within a turn: what came before is not there, so that turn is left out.
        if steps and steps[0] is None:
            found[number] = {step: one for step, one in enumerate(steps) if one is not None}
        steps.clear()
    return found


def _as_it_was(state: State) -> State:
    """Return a copy of a state that does not know what a record has of what follows."""
    twin = state.copy()
    for forget in twin.game.valuing.forget:
        forget(twin)
    return twin


def _in_order(action: Action) -> Action:
    """Return an action as it stands among the legal ones, whatever order a record has."""
    return KeepTickets(tuple(sorted(action.kept))) if isinstance(action, KeepTickets) else action


def _so_far(action: WrittenAction) -> WrittenAction:
    """Return what was written of a turn before its last decision."""
    if isinstance(action, Draw):
        return Draw(action.takes[:1])
    if isinstance(action, Claim):
        return replace(action, surcharge="", given_up=False, passenger="")
    return action


# --- the setup -------------------------------------------------------------------------------------------------------


def _at_start(game: GameRecord, begun: State) -> Iterator[Moment]:
    """Return the choices of starting tickets in turn order, as far as all before are recorded; ``begun`` is after them.

    The tickets are dealt once more, seat by seat: whoever chooses does not know yet what those behind will keep.
    """
    if position_tag(game) is not None:
        return
    keeps = {entry.player: entry for entry in game.entries if isinstance(entry, Keep)}
    setup = Setup(_before_tickets(begun))
    memory = Memory(begun.seats, begun.board.tables.dealt_locomotives)
    for seat, name in enumerate(begun.names):
        line = keeps.get(name)
        found = None if line is None else resolve_tickets(begun.board, line.kept, line.returned)
        if line is None or not isinstance(found, ResolvedTickets):
            return
        state = _dealt(setup.state, seat, [*found.kept, *found.returned])
        moment = Moment(state, memory.copy(), _in_order(KeepTickets(found.kept)))
        if _known(state) and len(moment.legal) > 1 and moment.played in moment.legal:
            yield moment
        setup.keep(seat, line)
        memory.keep_at_start(state, seat, found.kept)


def _before_tickets(begun: State) -> State:
    """Return a state in which cards are dealt, and no tickets."""
    twin, fresh = begun.copy(), new_game(begun.board, begun.names)
    twin.phase = SETUP
    twin.ticket_decks, twin.tickets, twin.unknown_tickets = fresh.ticket_decks, fresh.tickets, fresh.unknown_tickets
    twin.aside, twin.uncounted, twin.unsure_decks = [], frozenset(), set()
    return twin


def _dealt(state: State, seat: int, tickets: list[int]) -> State:
    """Return a state in which a seat has been dealt tickets to choose from."""
    twin = state.copy()
    twin.seat = seat
    twin.offered = sorted(tickets)
    twin.drawn = [deck_of(twin, ticket) for ticket in twin.offered]
    for ticket, number in zip(twin.offered, twin.drawn, strict=True):
        deck = twin.ticket_decks[number]
        deck.unseen.discard(ticket)
        deck.fresh -= 1
    return twin
