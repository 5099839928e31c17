"""The tickets of a record as constraints: who drew which, kept and returned them, as rows of numbers.

Each ticket exists once. A deck gives its fresh tickets first, in an order that nobody knows, then those that were put
under it, group after group. Tickets that the record never names are all alike: one variable counts them together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrn.boards import Board
from ttrn.core.rules import REMOVED, SHUFFLED
from ttrn.core.state import NOBODY, State
from ttrn.core.ticket_deck import BACKS
from ttrn.hidden.piles import POSITION
from ttrn.hidden.ticket_setup import TicketSetup
from ttrn.notation.records import (
    AssertTickets,
    Complete,
    Keep,
    Pair,
    Reveal,
    TakeTickets,
    Turn,
    UnknownTicket,
    WrittenTicket,
)
from ttrn.position.checks import unknown_outside
from ttrn.replays.resolve import resolve_ticket, ticket_pair
from ttrn.replays.run import Run

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ttrn.notation.game import Entry, GameRecord


class TicketConstraints(TicketSetup):
    """The unseen tickets of one record; ``program`` holds what is asked of them."""

    def __init__(
        self,
        game: GameRecord,
        board: Board,
        *,
        forget: Collection[int] = (),
        choices: Mapping[int, int] | None = None,
        name_all: bool = False,
    ) -> None:
        super().__init__(game, board, forget=forget, choices=choices)
        self._position = Run(game, board).state if "Position" in game.tags else None
        self.shown: dict[int, list[int]] = {}
        """The tickets that each seat is known to hold in the end."""
        self.named = [ticket.index for ticket in board.tickets] if name_all else self._find_named()

    def _find_named(self) -> list[int]:
        found: dict[int, None] = {}
        state = self._position
        if state is not None:
            groups = [group for deck in state.ticket_decks for group in deck.groups]
            groups += [self.completed_before(seat) for seat in range(state.seats)]
            found = dict.fromkeys(
                [ticket for held in (*state.tickets, *groups, state.aside) for ticket in held if ticket >= 0]
            )
        for i, entry in enumerate(self.game.entries):
            if i not in self._forget:
                for ticket in _tickets_of(entry):
                    index = resolve_ticket(self.board, ticket)
                    if isinstance(index, int) and index >= 0:
                        found[index] = None
        return list(found)

    def completed_before(self, seat: int) -> list[int]:
        """Return the tickets that a seat has completed and laid down in the position that the record starts from."""
        state = self._position
        return [] if state is None else state.game.tickets.shown_before(state, seat)

    @property
    def shuffles_back(self) -> bool:
        """Whether starting tickets that are not kept come up again like all others."""
        return self._mode == SHUFFLED

    def named_in(self, entry: int) -> set[int]:
        """Return the tickets that an entry names."""
        if entry < 0:
            return set()  # a line that is left out, or the position
        found = [resolve_ticket(self.board, ticket) for ticket in _tickets_of(self.game.entries[entry])]
        return {index for index in found if isinstance(index, int) and index >= 0}

    def read(self, until: int | None = None) -> TicketConstraints:
        """Read the record, up to and with an entry; returns itself."""
        if self._position is not None:
            self._start_from(self._position)
        entries = self.game.entries if until is None else self.game.entries[: until + 1]
        self.entries = entries
        for i, entry in enumerate(entries):
            self.line = i
            self._entry(entry)
        self._begin()
        self._each_once()
        return self

    def _entry(self, entry: Entry) -> None:
        match entry:
            case Keep():
                self._keep(self.seats[entry.player], entry.kept, entry.returned, self.line)
            case Turn():
                self._begin()
                if isinstance(entry.action, TakeTickets):
                    self._take(self.seats[entry.player], entry.action)
            case Complete():
                self._shown(self.seats[entry.player], (entry.ticket,))
            case Reveal() | AssertTickets():
                self._begin()
                self._shown(self.seats[entry.player], entry.tickets)
                self._shown_in_all(self.seats[entry.player], entry)
            case _:
                pass

    def _start_from(self, state: State) -> None:
        """Start from a position: what everybody holds, and what lies under the decks, was drawn before."""
        self._begun = True
        if state.offered:
            self.incomplete = "the game starts from a position in which somebody is choosing tickets"
        if self._mode == REMOVED:
            self._place(NOBODY, state.aside, [])
        for seat in range(state.seats):
            self._place(NOBODY, self.completed_before(seat), [])
            if seat in state.unsure_decks:
                self._place_unsure(state, seat)
                continue
            unknown = [-1 - deck for deck, number in enumerate(state.unknown_tickets[seat]) for _ in range(number)]
            self._place(seat, [*state.tickets[seat], *unknown], [])
        self._limit_unsure(state)
        for number, deck in enumerate(state.ticket_decks):
            self.decks[number].fresh = deck.fresh
            for group in deck.groups:
                self._place(NOBODY, [], group)
                self.decks[number].groups.append([len(self.offers) - 1, len(group)])

    def _place(self, seat: int, kept: list[int], returned: list[int]) -> None:
        """Put tickets where a position has them; unknown ones are negative."""
        mix = [sum([self.deck_of(t) == deck for t in (*kept, *returned)]) for deck in range(len(self.decks))]
        for deck, number in zip(self.decks, mix, strict=True):
            deck.fresh += number
        sides = [tuple([self._as_written(ticket) for ticket in side]) for side in (kept, returned)]
        if kept or returned:
            self._offer(seat, sides[0], sides[1], mix, POSITION, setup=False)

    def _place_unsure(self, state: State, seat: int) -> None:
        """Put tickets in a hand of which one may be of either deck.

        It is as if the seat had drawn one more of the first deck, and given back that or the one of the other deck.
        """
        unknown = sum(state.unknown_tickets[seat])
        kept: list[WrittenTicket] = [self._as_written(ticket) for ticket in state.tickets[seat]]
        kept += [UnknownTicket()] * unknown
        mix = [unknown, 1]
        for ticket in state.tickets[seat]:
            mix[self.deck_of(ticket)] += 1
        for deck, number in zip(self.decks, mix, strict=True):
            deck.fresh += number
        self._offer(seat, tuple(kept), (UnknownTicket(),), mix, POSITION, setup=False)

    def _limit_unsure(self, state: State) -> None:
        """Let no more of these tickets be of the first deck than have left the game by the position."""
        offers = [offer for offer in self.offers if offer.seat in state.unsure_decks]
        left = len(state.ticket_decks[0].unseen) - state.ticket_decks[0].fresh - unknown_outside(state, 0)
        if len(offers) > left:
            terms = [(v, 1) for offer in offers for t, v in offer.keeps.items() if self.deck_of(t) > 0]
            self.program.row(terms, len(offers) - left, None, self.line)

    def _as_written(self, ticket: int) -> WrittenTicket:
        if ticket >= 0:
            return ticket_pair(self.board, ticket)
        return UnknownTicket(BACKS[-1 - ticket] if len(self.decks) > 1 else "")

    # --- drawing -----------------------------------------------------------------------------------------------------

    def _take(self, seat: int, action: TakeTickets) -> None:
        by_deck = self.board.tables.play_tickets.decks
        mix = self._drawn(action)
        if self.open_choices and sum(mix) != min(self.board.tables.play_tickets.take, self._left()):
            self.program.fail(self.line)  # so many were left, and must have been taken
        self._offer(seat, action.kept, action.returned, mix, self.line, setup=False)
        number = len(self.offers) - 1
        for deck, back in enumerate(self._mix(list(action.returned))):
            if back:
                self.decks[deck if len(by_deck) == 0 else 0].groups.append([number, back])

    # --- what holds for all ------------------------------------------------------------------------------------------

    def _shown(self, seat: int, tickets: tuple[WrittenTicket, ...]) -> None:
        """TICKET-2: whoever shows a ticket has kept it; who shows as many as were kept shows all."""
        if self.line in self._forget:
            return
        mine = [offer for offer in self.offers if offer.seat == seat]
        shown = self.shown.setdefault(seat, [])
        for ticket in tickets:
            if isinstance(ticket, Pair):
                index = resolve_ticket(self.board, ticket)
                if isinstance(index, int):
                    terms = [(offer.keeps[index], 1) for offer in mine if index in offer.keeps]
                    self.program.row(terms, 1, None, self.line)
                    if index not in shown:
                        shown.append(index)

    def _shown_in_all(self, seat: int, line: Reveal | AssertTickets) -> None:
        """TICKET-2: how many are shown tells how many were kept, where no line does.

        Those that were completed at an earlier scoring may be left out.
        """
        mine = [offer for offer in self.offers if offer.seat == seat]
        if self.line in self._forget or not any(offer.uncounted for offer in mine):
            return
        before = self.entries[: self.line]
        last = max([i for i, entry in enumerate(before) if isinstance(entry, Turn)], default=0)
        done = [(i, e.ticket) for i, e in enumerate(before) if isinstance(e, Complete) and e.player == line.player]
        least = len({ticket for i, ticket in done if i < last} - set(line.tickets)) + len(line.tickets)
        most = len({ticket for _, ticket in done} - set(line.tickets)) + len(line.tickets)
        kept = [(variable, 1) for offer in mine for variable in offer.keeps.values()]
        self.program.row(kept, least, most, self.line)


def _tickets_of(entry: Entry) -> tuple[WrittenTicket, ...]:
    match entry:
        case Keep(_, kept, returned):
            return (*kept, *returned)
        case Reveal(_, tickets) | AssertTickets(_, tickets):
            return tickets
        case Complete(_, ticket):
            return (ticket,)
        case Turn(_, TakeTickets(kept, returned)):
            return (*kept, *returned)
        case _:
            return ()
