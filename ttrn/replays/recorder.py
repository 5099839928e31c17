"""Writes down what happens at the table: the engine's actions and chance as turns of the notation."""

from __future__ import annotations

from ttrn.core.actions import Action, PassTurn, ScoreTickets
from ttrn.core.cards import letters
from ttrn.core.chance import decode
from ttrn.core.engine import apply
from ttrn.core.scoring import score_game
from ttrn.core.state import State
from ttrn.notation.game import Entry
from ttrn.notation.records import (
    Complete,
    Deal,
    Draw,
    Market,
    Pass,
    Refill,
    Statement,
    Turn,
    WrittenAction,
    trusted_turn,
)
from ttrn.replays.resolve import ticket_pair
from ttrn.replays.writing import with_chance


class Recorder:
    """Applies actions to a state and keeps the record of them.

    With ``chance`` every card that comes up is written; without, only choices are, for records that give the order of
    the deck.
    """

    def __init__(self, state: State, *, chance: bool = True) -> None:
        self.state = state
        self.turns: list[Turn] = []
        self.statements: list[tuple[int, Statement]] = []
        """What stands between the turns, each with the number of turns before it."""
        self.begun: WrittenAction | None = None
        """The turn under way, as far as it has come."""
        self._chance = chance
        self._records = state.game.records
        for name in state.names:
            Turn(name, Pass())  # says at once what is wrong with a name

    def written(self, action: Action) -> WrittenAction:
        """Return the turn as it will be written with an action that comes now, without what chance adds to it."""
        return self._records.write[type(action)](self.state, action, self.begun)

    def play(self, action: Action) -> None:
        """Carry out a legal action and write it down once the turn is complete."""
        state = self.state
        if isinstance(action, ScoreTickets):
            self._score_tickets(action)
            return
        seat, number = state.seat, state.number
        written = self.written(action)
        log: list[int] = []
        state.chance.log = log
        apply(state, action)
        state.chance.log = None
        came_up = decode(log)
        if not state.market_unknown and not isinstance(action, PassTurn):
            written = with_chance(written, came_up, seen=self._chance)
        if state.number == number:
            self.begun = written
            return
        refill = None
        if self._chance and came_up.refill.cards and not isinstance(written, Draw):
            refill = Refill(*came_up.refill)
        self.turns.append(trusted_turn(state.names[seat], written, refill, ()))
        self.begun = None

    def lines(self) -> list[Entry]:
        """Return the turns, and what stands between them."""
        lines: list[Entry] = []
        between = self.statements[::-1]
        for i, turn in enumerate(self.turns):
            while between and between[-1][0] == i:
                lines.append(between.pop()[1])
            lines.append(turn)
        return lines + [statement for _, statement in reversed(between)]

    def note(self, *statements: Statement) -> None:
        """Write something down between two turns."""
        self.statements += [(len(self.turns), statement) for statement in statements]

    def _score_tickets(self, action: ScoreTickets) -> None:
        """Write down a scoring in mid-game: what everybody completes, and what is dealt then."""
        state = self.state
        self.note(*completions(state))
        before = [list(hand) for hand in state.hands]
        apply(state, action)
        if self._chance:
            for seat, name in enumerate(state.names):
                dealt = [now - then for now, then in zip(state.hands[seat], before[seat], strict=True)]
                if any(dealt):
                    self.note(Deal(name, letters(dealt)))
            if any(state.market):
                self.note(Market(letters(state.market)))


def completions(state: State) -> list[Complete]:
    """Return what everybody completes if a scoring came now, in games where cards are spent on tickets."""
    outcome = score_game(state)
    return [
        Complete(state.names[score.seat], ticket_pair(state.board, result.ticket), result.cards)
        for score in outcome.seats
        for result in score.tickets
        if result.cards and result.ticket in state.tickets[score.seat]
    ]
