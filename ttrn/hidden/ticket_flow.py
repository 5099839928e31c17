"""Tickets on their way: decks, what was drawn of them, kept and returned, and the rows that follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrn.boards import Board
from ttrn.core.rules import SHUFFLED
from ttrn.core.ticket_deck import BACKS, ticket_decks
from ttrn.hidden.linear_program import Program
from ttrn.hidden.ticket_offers import FRESH, CountedDeck, Offer
from ttrn.notation.records import Pair, UnknownTicket, WrittenTicket
from ttrn.registry import find_game
from ttrn.replays.resolve import resolve_ticket

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ttrn.notation.game import GameRecord


class TicketFlow:
    """Where the tickets of one record are, and what is asked of the unseen ones in ``program``."""

    def __init__(
        self, game: GameRecord, board: Board, *, forget: Collection[int] = (), choices: Mapping[int, int] | None = None
    ) -> None:
        self.game = game
        self.board = board
        self.program = Program()
        self.offers: list[Offer] = []
        self.incomplete = ""
        """What the rows leave out, so that they prove nothing; empty where that is nothing."""
        self.assumed = ""
        """What was assumed although it may be otherwise, so that the rows prove a deal, but not that there is none."""
        self.open_choices: dict[int, range] = {}
        """Numbers that the record leaves open, with what they can be; the first was taken, or what was given.

        Where starting tickets go back into their decks, how many were kept of each deck by seats of whom no line tells
        it; where they go under the deck, how many each of these seats returned.
        """
        self.unseen = False
        """Whether any ticket is not named."""
        self._forget = forget
        self._choices = choices or {}
        self.seats = {player.id: seat for seat, player in enumerate(game.players)}
        game_tickets = find_game(board.rules).tickets
        decks = ticket_decks(board, by_kind=game_tickets.by_kind)
        self.decks = [CountedDeck(set(deck.unseen), deck.fresh) for deck in decks]
        self._names = [deck.name for deck in decks]
        self._mode = game_tickets.returned
        self.line = 0
        self.named: list[int] = []
        """The tickets that are told apart: all others of a deck are alike."""

    @property
    def guessed(self) -> bool:
        """Whether a number had to be chosen, or something is left out: what follows then may be otherwise."""
        return bool(self.open_choices or self.incomplete or self.assumed)

    def forgets(self, line: int) -> bool:
        """Return whether it is left out which tickets a line names."""
        return line in self._forget

    def choose(self, key: int, numbers: range) -> int:
        """Return a number that the record leaves open: the first of those it can be, or the one that was given."""
        self.open_choices[key] = numbers
        return self._choices.get(key, numbers[0])

    def deck_of(self, ticket: int) -> int:
        """Return the number of the deck of a ticket; a negative one stands for the unnamed ones of a deck."""
        if ticket < 0:
            return -1 - ticket
        return next((n for n, deck in enumerate(self.decks) if ticket in deck.tickets), 0)

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
        self.offers.append(offer)
        self._draw(offer, mix)
        self._split(offer)
        self._choice(offer, 0, kept)
        self._choice(offer, 1, returned)

    def _draw(self, offer: Offer, mix: list[int]) -> None:
        """Draw so many tickets of each deck."""
        for deck, number in enumerate(mix):
            offer.sources += [(deck, group, taken) for group, taken in self.decks[deck].take(number)]
        for deck, group, taken in offer.sources:
            self._source(offer, deck, group, taken, least=taken)

    def _split(self, offer: Offer) -> None:
        """Let every ticket that is drawn be kept or returned."""
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

    def _source(self, offer: Offer, deck: int, group: int, taken: int, *, least: int) -> None:
        """Let tickets come from one place: the fresh ones, or a group that an earlier offer returned."""
        here: list[tuple[int, int]] = []
        for ticket in self._candidates(deck):
            variable = self.program.variables(1, 1 if ticket >= 0 else taken)
            offer.comes[ticket, group] = variable
            here.append((variable, 1))
        self.program.row(here, least, taken, self.line)

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
