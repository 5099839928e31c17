"""The starting tickets of a record as rows, told or not.

How many somebody kept of whom no line tells it is left to the rows, too. Only where a deck came round these numbers are
chosen before: they decide how many tickets lay on top of those that were returned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrn.core.rules import REMOVED, SHUFFLED, UNDER
from ttrn.hidden.piles import MISSING
from ttrn.hidden.ticket_flow import TicketFlow
from ttrn.hidden.ticket_offers import FRESH, Offer
from ttrn.notation.records import Keep, TakeTickets, Turn, WrittenTicket

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ttrn.notation.game import Entry


class TicketSetup(TicketFlow):
    """Where the tickets of one record are, from the start on."""

    _begun = False
    entries: tuple[Entry, ...] = ()
    """The entries that are read."""

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

    def _begin(self) -> None:
        """Draw the starting tickets that no line has; then what was set aside goes back."""
        if self._begun:
            return
        self._begun = True
        recorded = {entry.player for entry in self.game.entries if isinstance(entry, Keep)}
        fresh = [deck.fresh for deck in self.decks]
        unseen = [self._keep_unseen(seat) for name, seat in self.seats.items() if name not in recorded]
        for deck in self.decks:
            deck.fresh += deck.aside
        if self._mode == REMOVED:
            for deck in self.decks[1:]:
                deck.fresh = 0
        elif unseen and self._mode == UNDER:
            self._put_under_unseen(unseen)
        elif unseen:
            self._shuffle_back_unseen(unseen, fresh)

    def _keep_unseen(self, seat: int) -> int:
        """Let a seat choose tickets of which no line tells anything; returns the number of the offer."""
        draw = self.board.tables.setup_tickets
        sizes = [deck.size for deck in self.decks]
        number = min(draw.take, sum(sizes))
        offer = Offer(MISSING, seat, number, 0, setup=True, uncounted=True)
        for side in offer.backs:
            side.extend([0] * len(sizes))
        self.unseen = True
        self.offers.append(offer)
        if draw.decks:
            self._draw(offer, [min(draw.decks.get(name, 0), n) for name, n in zip(self._names, sizes, strict=True)])
        elif len(sizes) == 1:
            self._draw(offer, [number])
        else:
            for deck in range(len(sizes)):  # in any mix
                self._source(offer, deck, FRESH, number, least=0)
            self.program.row([(variable, 1) for variable in offer.comes.values()], number, number, self.line)
        self._split(offer)
        kept = [(variable, 1) for variable in offer.keeps.values()]
        self.program.row(kept, min(draw.keep, number), number, self.line)
        return len(self.offers) - 1

    def _drawn(self, action: TakeTickets) -> list[int]:
        """Return how many tickets of each deck a turn draws."""
        tickets = [*action.kept, *action.returned]
        mix = self._mix(tickets)
        if self.board.tables.play_tickets.decks or len(mix) == 1:
            mix = [len(tickets), *[0] * (len(mix) - 1)]
        return mix

    def _left(self) -> int:
        """Return how many tickets can be drawn during play."""
        decks = self.decks[:1] if self.board.tables.play_tickets.decks else self.decks
        return sum([deck.size for deck in decks])

    def _drawn_later(self) -> tuple[list[int], bool]:
        """Return how many tickets of each deck are drawn after the start, and whether fewer once than should be."""
        turns = [entry.action for entry in self.entries if isinstance(entry, Turn)]
        draws = [self._drawn(action) for action in turns if isinstance(action, TakeTickets)]
        few = any(sum(mix) < self.board.tables.play_tickets.take for mix in draws)
        return [sum([mix[deck] for mix in draws]) for deck in range(len(self.decks))], few

    def _put_under_unseen(self, unseen: list[int]) -> None:
        """Put under the deck what seats returned of whom no line tells it, everybody in turn, if it comes up again."""
        drawn, few = self._drawn_later()
        deck, draw = self.decks[0], self.board.tables.setup_tickets
        if not few and drawn[0] <= deck.fresh:
            return
        for number in unseen:
            offer = self.offers[number]
            back = self.choose(offer.seat, range(max(0, offer.kept - draw.keep), -1, -1))
            self._fix(offer.returns.values(), back)
            if back:
                deck.groups.append([number, back])
        deck.groups.sort(key=lambda group: self.offers[group[0]].seat)

    def _shuffle_back_unseen(self, unseen: list[int], fresh: list[int]) -> None:
        """Find out how many tickets the decks have after the start, if it matters.

        ``fresh`` are those that the seats had of whom no line tells what they kept.
        """
        drawn, few = self._drawn_later()
        draw, offers = self.board.tables.setup_tickets, [self.offers[number] for number in unseen]
        for number, deck in enumerate(self.decks):
            comes = [v for offer in offers for (t, _), v in offer.comes.items() if self.deck_of(t) == number]
            self.program.row([(variable, 1) for variable in comes], None, fresh[number], self.line)
            least = sum([min(draw.keep, offer.kept) for offer in offers]) if len(self.decks) == 1 else 0
            most = min(fresh[number], sum([offer.kept for offer in offers]))
            deck.fresh = fresh[number] + deck.aside - most
            if few or drawn[number] > deck.fresh:
                kept = self.choose(number, range(least, most + 1))
                self._fix([v for o in offers for t, v in o.keeps.items() if self.deck_of(t) == number], kept)
                deck.fresh += most - kept

    def _fix(self, variables: Iterable[int], number: int) -> None:
        """Ask that variables add up to a number."""
        self.program.row([(variable, 1) for variable in variables], number, number, self.line)
