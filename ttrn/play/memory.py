"""What the players remember of a game, beyond what lies on the table: what bots may know of each other's hands."""

from __future__ import annotations

from collections.abc import Callable

from ttrn.core.actions import Action, KeepTickets, TakeCard
from ttrn.core.cards import BLIND, KINDS, LOCOMOTIVE, UNKNOWN, Counts
from ttrn.core.rules import UNDER
from ttrn.core.state import State
from ttrn.core.ticket_deck import TicketDeck
from ttrn.core.tickets import deck_of


class Memory:
    """What the players remember: cards taken openly, which everybody saw, and the tickets that each one returned."""

    def __init__(self, seats: int, locomotives: int = 0) -> None:
        self.seen: list[Counts] = [[0] * KINDS for _ in range(seats)]
        for hand in self.seen:
            # Where everybody is given locomotives at the start, everybody knows.
            hand[LOCOMOTIVE] = locomotives
        """The cards of each hand that everybody saw being taken, less those paid since."""
        self.under: list[list[tuple[int, int]]] = []
        """For each deck of tickets: who put how many under it, in order. The last ones are still there."""
        self.at_start: list[list[int]] = [[] for _ in range(seats)]
        """The tickets that each seat did not keep at the start."""

    def copy(self) -> Memory:
        """Return a memory that goes on by itself."""
        twin = Memory(len(self.seen))
        twin.seen = [list(hand) for hand in self.seen]
        twin.under = [list(put) for put in self.under]
        twin.at_start = [list(tickets) for tickets in self.at_start]
        return twin

    def keep_at_start(self, state: State, seat: int, kept: tuple[int, ...]) -> None:
        """Remember which of the starting tickets offered a seat does not keep."""
        self.at_start[seat] = [ticket for ticket in state.offered if ticket not in kept]
        if state.game.tickets.returned == UNDER:
            self.put_under(state, seat, self.at_start[seat])

    def play(self, state: State, action: Action, carry_out: Callable[[Action], object]) -> None:
        """Carry out an action of the player to move, and remember what everybody saw of it."""
        seat = state.seat
        if isinstance(action, TakeCard):
            carry_out(action)
            if action.card != BLIND:
                self.seen[seat][action.card] += 1
            return
        if isinstance(action, KeepTickets):
            self.put_under(state, seat, [ticket for ticket in state.offered if ticket not in action.kept])
        before = list(state.hands[seat])
        carry_out(action)
        if state.hands[seat] != before:
            self._compare(seat, before, state.hands[seat])

    def _compare(self, seat: int, before: Counts, after: Counts) -> None:
        """Remember what was paid or taken back: but for cards drawn, all that a hand gains or loses is shown."""
        seen = self.seen[seat]
        for kind, number in enumerate(after):
            if number != before[kind]:
                seen[kind] = max(0, seen[kind] + number - before[kind])

    def put_under(self, state: State, seat: int, tickets: list[int]) -> None:
        """Remember that a seat put tickets under the decks."""
        for number in range(len(state.ticket_decks)):
            if number == len(self.under):
                self.under.append([])
            size = sum([deck_of(state, ticket) == number for ticket in tickets])
            if size:
                self.under[number].append((seat, size))

    def own_groups(self, number: int, deck: TicketDeck, seat: int) -> list[bool]:
        """Return for each group under a deck whether the seat put it there and nobody has drawn any of it since."""
        under = self.under[number] if number < len(self.under) else []
        there = under[len(under) - len(deck.groups) :]
        if len(there) < len(deck.groups):
            return [False] * len(deck.groups)  # nobody remembers all of them
        own: list[bool] = []
        for at, group in enumerate(deck.groups):
            whose, size = there[at]
            own.append(whose == seat and size == len(group))
        return own


def memory_of(state: State) -> Memory:
    """Return what players remember at least who know a state: of a hand with unknown cards the others were seen.

    Of hands that are known in full nobody can tell which cards were taken openly, so none is taken to have been.
    """
    memory = Memory(state.seats)
    for seat, hand in enumerate(state.hands):
        if hand[UNKNOWN]:
            memory.seen[seat] = [*hand[:UNKNOWN], 0]
    return memory
