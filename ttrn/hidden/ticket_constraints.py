"""The tickets of a record as constraints: who drew which, kept and returned them, as rows of numbers.

Each ticket exists once. A deck gives its fresh tickets first, in an order that nobody knows, then those that were put
under it, group after group. Tickets that the record never names are all alike: one variable counts them together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrn.boards import Board
from ttrn.core.rules import REMOVED, SHUFFLED, UNDER
from ttrn.core.state import NOBODY, State
from ttrn.core.ticket_deck import BACKS, ticket_decks
from ttrn.hidden.linear_program import Program
from ttrn.hidden.piles import MISSING, POSITION
from ttrn.hidden.ticket_offers import FRESH, CountedDeck, Offer
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
from ttrn.registry import find_game
from ttrn.replays.resolve import resolve_ticket, ticket_pair
from ttrn.replays.run import Run

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ttrn.notation.game import Entry, GameRecord


class TicketConstraints:
    """The unseen tickets of one record; ``program`` holds what is asked of them."""

    def __init__(
        self,
        game: GameRecord,
        board: Board,
        *,
        forget: Collection[int] = (),
        kept: Mapping[int, int] | None = None,
        name_all: bool = False,
    ) -> None:
        self.game = game
        self.board = board
        self.program = Program()
        self.offers: list[Offer] = []
        self.guessed = False
        """Whether it had to be guessed how many tickets somebody kept, or of which decks: a line is missing."""
        self.unseen = False
        """Whether any ticket is not named."""
        self._forget = forget
        self._kept = kept or {}
        self.seats = {player.id: seat for seat, player in enumerate(game.players)}
        game_tickets = find_game(board.rules).tickets
        decks = ticket_decks(board, by_kind=game_tickets.by_kind)
        self.decks = [CountedDeck(set(deck.unseen), deck.fresh) for deck in decks]
        self._names = [deck.name for deck in decks]
        self._mode = game_tickets.returned
        self._begun = False
        self.line = 0
        self._position = Run(game, board).state if "Position" in game.tags else None
        self.shown: dict[int, list[int]] = {}
        """The tickets that each seat is known to hold in the end."""
        self.missing: list[int] = []
        """The seats whose starting tickets no line has, nor any later one how many there were."""
        self.named = [ticket.index for ticket in board.tickets] if name_all else self._find_named()

    def _find_named(self) -> list[int]:
        found: dict[int, None] = {}
        state = self._position
        if state is not None:
            groups = [group for deck in state.ticket_decks for group in deck.groups]
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

    def forgets(self, line: int) -> bool:
        """Return whether it is left out which tickets a line names."""
        return line in self._forget

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

    def deck_of(self, ticket: int) -> int:
        """Return the number of the deck of a ticket; a negative one stands for the unnamed ones of a deck."""
        if ticket < 0:
            return -1 - ticket
        return next((n for n, deck in enumerate(self.decks) if ticket in deck.tickets), 0)

    def read(self, until: int | None = None) -> TicketConstraints:
        """Read the record, up to and with an entry; returns itself."""
        if self._position is not None:
            self._start_from(self._position)
        entries = self.game.entries if until is None else self.game.entries[: until + 1]
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
            case _:
                pass

    def _start_from(self, state: State) -> None:
        """Start from a position: what everybody holds, and what lies under the decks, was drawn before."""
        self._begun = True
        self.guessed = bool(state.offered)
        if self._mode == REMOVED:
            self._place(NOBODY, state.aside, [])
        for seat in range(state.seats):
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

    def _keep(
        self, seat: int, kept: tuple[WrittenTicket, ...], returned: tuple[WrittenTicket, ...], entry: int
    ) -> None:
        """The starting tickets: the board says of which decks, or the tickets themselves do."""
        by_deck = self.board.tables.setup_tickets.decks
        if by_deck:
            mix = [min(by_deck.get(name, 0), deck.size) for name, deck in zip(self._names, self.decks, strict=True)]
        else:
            mix = self._mix([*kept, *returned])
        self._offer(seat, kept, returned, mix, entry, setup=True)
        if self._mode == UNDER and returned:
            self.decks[0].groups.append([len(self.offers) - 1, len(returned)])
        elif self._mode == SHUFFLED:
            self._set_aside(kept, mix)

    def _set_aside(self, kept: tuple[WrittenTicket, ...], mix: list[int]) -> None:
        """What is not kept is shuffled back when everybody has chosen."""
        stays = self._mix(list(kept))
        for deck, taken, held in zip(self.decks, mix, stays, strict=True):
            deck.aside += taken - held

    def _mix(self, tickets: list[WrittenTicket]) -> list[int]:
        """Return how many of some tickets are of each deck."""
        mix = [0] * len(self.decks)
        for ticket in tickets:
            if isinstance(ticket, UnknownTicket):
                mix[BACKS.index(ticket.deck) if ticket.deck and len(mix) > 1 else 0] += 1
            else:
                index = resolve_ticket(self.board, ticket)
                mix[self.deck_of(index) if isinstance(index, int) else 0] += 1
        return mix

    def _begin(self) -> None:
        """Draw the starting tickets that no line has; then what was set aside goes back."""
        if self._begun:
            return
        self._begun = True
        recorded = {entry.player for entry in self.game.entries if isinstance(entry, Keep)}
        draw = self.board.tables.setup_tickets
        for name, seat in self.seats.items():
            if name not in recorded:
                number = min(draw.take, sum([deck.size for deck in self.decks]))
                kept = self._kept_at_the_start(name, seat, number)
                unknown: tuple[WrittenTicket, ...] = (UnknownTicket(),)
                self._keep(seat, unknown * kept, unknown * (number - kept), MISSING)
        for deck in self.decks:
            deck.fresh += deck.aside
        if self._mode == REMOVED:
            for deck in self.decks[1:]:
                deck.fresh = 0

    def _kept_at_the_start(self, name: str, seat: int, most: int) -> int:
        """Return how many tickets a player kept where no line says it: what is shown later may."""
        draw = self.board.tables.setup_tickets
        if len(self.decks) > 1 and not draw.decks:
            self.guessed = True  # nor is it known of which decks they were
        drawn = 0
        for entry in self.game.entries:
            match entry:
                case Turn(player, TakeTickets(kept)) if player == name:
                    drawn += len(kept)
                case Reveal(player, tickets) | AssertTickets(player, tickets) if player == name:
                    return max(0, min(most, len(tickets) - drawn))
                case _:
                    pass
        self.guessed = True
        self.missing.append(seat)
        return min(most, self._kept.get(seat, draw.keep))

    def _take(self, seat: int, action: TakeTickets) -> None:
        by_deck = self.board.tables.play_tickets.decks
        tickets = [*action.kept, *action.returned]
        mix = self._mix(tickets)
        if by_deck or len(mix) == 1:
            mix = [len(tickets), *[0] * (len(mix) - 1)]
        self._offer(seat, action.kept, action.returned, mix, self.line, setup=False)
        number = len(self.offers) - 1
        for deck, back in enumerate(self._mix(list(action.returned))):
            if back:
                self.decks[deck if len(by_deck) == 0 else 0].groups.append([number, back])

    def _offer(
        self,
        seat: int,
        kept: tuple[WrittenTicket, ...],
        returned: tuple[WrittenTicket, ...],
        mix: list[int],
        entry: int,
        *,
        setup: bool,
    ) -> None:
        offer = Offer(entry, seat, len(kept), len(returned), setup)
        for deck, number in enumerate(mix):
            offer.sources += [(deck, group, taken) for group, taken in self.decks[deck].take(number)]
        self.offers.append(offer)
        for deck, group, taken in offer.sources:
            self._source(offer, deck, group, taken)
        for ticket in {ticket for ticket, _ in offer.comes}:
            upper = (
                1
                if ticket >= 0
                else sum(self.program.uppers[variable] for (t, _), variable in offer.comes.items() if t == ticket)
            )
            offer.keeps[ticket] = self.program.variables(1, upper)
            offer.returns[ticket] = self.program.variables(1, upper)
            comes = [(variable, -1) for (t, _), variable in offer.comes.items() if t == ticket]
            self.program.row([(offer.keeps[ticket], 1), (offer.returns[ticket], 1), *comes], 0, 0, self.line)
        self._choice(offer, 0, kept)
        self._choice(offer, 1, returned)

    def _source(self, offer: Offer, deck: int, group: int, taken: int) -> None:
        """Let tickets come from one place: the fresh ones, or a group that an earlier offer returned."""
        here: list[tuple[int, int]] = []
        for ticket in self._candidates(deck):
            variable = self.program.variables(1, 1 if ticket >= 0 else taken)
            offer.comes[ticket, group] = variable
            here.append((variable, 1))
        self.program.row(here, taken, taken, self.line)

    def _candidates(self, deck: int) -> list[int]:
        return [*[ticket for ticket in self.named if ticket in self.decks[deck].tickets], -1 - deck]

    def _choice(self, offer: Offer, side: int, tickets: tuple[WrittenTicket, ...]) -> None:
        """Say which tickets are kept (side 0), or returned, as far as the line says."""
        variables = offer.returns if side else offer.keeps
        offer.backs[side].extend([0] * len(self.decks))
        self.program.row([(v, 1) for v in variables.values()], len(tickets), len(tickets), self.line)
        if self.line in self._forget:
            self.unseen = True
            return
        backs = [0] * len(self.decks)
        for ticket in tickets:
            if isinstance(ticket, Pair):
                index = resolve_ticket(self.board, ticket)
                assert isinstance(index, int), "a record that breaks no rule names tickets of the board"
                self._named_here(variables, index)
                offer.named[side].append(index)
                backs[self.deck_of(index)] += 1
            else:
                self.unseen = True
                if ticket.deck:
                    backs[BACKS.index(ticket.deck)] += 1
                    offer.backs[side][BACKS.index(ticket.deck)] += 1
        if sum(backs) > 0 and len(self.decks) > 1:
            for deck, number in enumerate(backs):
                here = [(v, 1) for ticket, v in variables.items() if self.deck_of(ticket) == deck]
                self.program.row(here, number, None, self.line)

    def _named_here(self, variables: dict[int, int], ticket: int) -> None:
        if ticket in variables:
            self.program.row([(variables[ticket], 1)], 1, None, self.line)
        else:
            self.program.fail(self.line)

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

    def _each_once(self) -> None:
        """Each ticket exists once: it is drawn fresh once, and from a group only if it was returned into it."""
        unnamed = [len(deck.tickets - set(self.named)) for deck in self.decks]
        for ticket in [*self.named, *[-1 - n for n in range(len(self.decks))]]:
            exist = 1 if ticket >= 0 else unnamed[-1 - ticket]
            self._fresh_once(ticket, exist)
            for number, offer in enumerate(self.offers):
                out = [(o.comes[ticket, number], 1) for o in self.offers if (ticket, number) in o.comes]
                if out:
                    back = [(offer.returns[ticket], -1)] if ticket in offer.returns else []
                    self.program.row([*out, *back], None, 0, self.line)

    def _fresh_once(self, ticket: int, exist: int) -> None:
        setup = [(o.comes[ticket, FRESH], 1) for o in self.offers if o.setup and (ticket, FRESH) in o.comes]
        play = [(o.comes[ticket, FRESH], 1) for o in self.offers if not o.setup and (ticket, FRESH) in o.comes]
        self.program.row([*setup, *([] if self._mode == SHUFFLED else play)], None, exist, self.line)
        if self._mode == SHUFFLED:
            held = [(o.keeps[ticket], 1) for o in self.offers if o.setup and ticket in o.keeps]
            self.program.row([*held, *play], None, exist, self.line)


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
