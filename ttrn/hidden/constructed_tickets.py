"""Tickets by construction: a name for every ticket that a record leaves unknown.

Tickets are followed as things without names, from the deck into hands, back under the deck and out again. What a line
names, or somebody shows later, gets its name on the way; the others are named in the end, by what is left. It fails
now and then, and then says nothing: the solver is asked instead.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from ttrn.boards import Board
from ttrn.core.rules import REMOVED, SHUFFLED, UNDER
from ttrn.core.ticket_deck import BACKS, ticket_decks
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.records import (
    AssertTickets,
    Complete,
    Keep,
    Reveal,
    TakeTickets,
    Turn,
    UnknownTicket,
    WrittenTicket,
)
from ttrn.registry import find_game
from ttrn.replays.resolve import resolve_ticket

NO_NAME: Final = -1

Names: TypeAlias = dict[tuple[int, str], list[int]]
"""The tickets that stand for unknown ones, by entry and side of the bar (``kept`` or ``returned``)."""


class _Stuck(Exception):  # noqa: N818  an answer, not a mistake
    """No name fits."""


@dataclass(slots=True, eq=False)
class _Ticket:
    """A ticket on its way; its name may come later."""

    deck: int
    name: int = NO_NAME


class _Offer(NamedTuple):
    """A line in which tickets are chosen, maybe at the start."""

    entry: int
    player: str
    kept: tuple[WrittenTicket, ...]
    returned: tuple[WrittenTicket, ...]
    setup: bool


@dataclass(slots=True)
class _Deck:
    """Fresh tickets, and below them those returned, in groups of unknown order."""

    tickets: set[int]
    fresh: int
    groups: list[list[_Ticket]] = field(default_factory=list)

    def draw(self, number: int, deck: int, wanted: set[int]) -> list[_Ticket]:
        """Draw tickets; of a group that is not drawn whole, first those ``wanted``, then those without a name."""
        fresh = min(number, self.fresh)
        self.fresh -= fresh
        drawn = [_Ticket(deck) for _ in range(fresh)]
        while len(drawn) < number and self.groups:
            group = self.groups[0]
            group.sort(key=lambda ticket: (ticket.name not in wanted, ticket.name != NO_NAME))
            taken = group[: number - len(drawn)]
            del group[: len(taken)]
            drawn += taken
            if not group:
                self.groups.pop(0)
        if len(drawn) < number:
            raise _Stuck
        return drawn


def name_tickets(game: GameRecord, board: Board) -> Names | None:
    """Return names for all tickets that the lines of a record leave unknown; None if none were found.

    The record must have a line for everybody's starting tickets, and must not start from a position.
    """
    chosen = {entry.player for entry in game.entries if isinstance(entry, Keep)}
    if "Position" in game.tags or any(player.id not in chosen for player in game.players):
        return None
    naming = _Naming(game, board)
    try:
        return naming.run()
    except _Stuck:
        return None


class _Naming:
    """One walk through a record."""

    def __init__(self, game: GameRecord, board: Board) -> None:
        self._game = game
        self._board = board
        tickets = find_game(board.rules).tickets
        self._mode = tickets.returned
        found = ticket_decks(board, by_kind=tickets.by_kind)
        self._decks = [_Deck(deck.unseen, deck.fresh) for deck in found]
        self._names = [deck.name for deck in found]
        self._places: list[tuple[_Offer, str, list[_Ticket]]] = []
        self._first_kept: list[_Ticket] = []
        self._reshuffled: list[_Ticket] = []
        """Starting tickets that went back into the deck: their names may come up again."""
        self._in_play: list[_Ticket] = []
        self._shown: dict[str, dict[int, int]] = {player.id: {} for player in game.players}
        """What each player shows and no line says when they got it, with the first entry that shows it."""
        self._returned: set[int] = set()
        """Tickets that a line names as returned: they come up again from their group only."""
        self._first_returned: set[int] = set()
        """Those that are shuffled back into the deck before the first turn."""
        self._offers: list[_Offer] = []
        for i, entry in enumerate(game.entries):
            self._look_at(i, entry)
        for offer in self._offers:
            for name in self._known(offer.kept):
                self._shown[offer.player].pop(name, None)
            again = offer.setup and self._mode == SHUFFLED
            (self._first_returned if again else self._returned).update(self._known(offer.returned))

    def _look_at(self, i: int, entry: Entry) -> None:
        """Take note of a line in which tickets are chosen, or shown."""
        if isinstance(entry, Turn):
            if isinstance(entry.action, TakeTickets):
                self._offers.append(_Offer(i, entry.player, entry.action.kept, entry.action.returned, setup=False))
        elif isinstance(entry, Keep):
            self._offers.append(_Offer(i, entry.player, entry.kept, entry.returned, setup=True))
        elif isinstance(entry, Reveal | AssertTickets | Complete):
            tickets = (entry.ticket,) if isinstance(entry, Complete) else entry.tickets
            for name in self._known(tickets):
                self._shown[entry.player].setdefault(name, i)

    def _known(self, tickets: tuple[WrittenTicket, ...]) -> list[int]:
        return [self._name(ticket) for ticket in tickets if not isinstance(ticket, UnknownTicket)]

    def _name(self, ticket: WrittenTicket) -> int:
        found = resolve_ticket(self._board, ticket)
        if not isinstance(found, int) or found < 0:
            raise _Stuck
        return found

    def run(self) -> Names:
        """Walk through the record, and name what has no name yet."""
        begun = False
        for offer in self._offers:
            if not offer.setup and not begun:
                begun = True
                self._begin()
            self._choose(offer)
        self._name_rest()
        return {
            (offer.entry, side): [ticket.name for ticket in tickets if ticket.name not in known]
            for offer, side, tickets in self._places
            for known in [self._known((*offer.kept, *offer.returned))]
        }

    def _begin(self) -> None:
        """What was not kept at the start goes back into its deck, or the long tickets are put away."""
        for ticket in self._reshuffled:
            self._decks[ticket.deck].fresh += 1
        if self._mode == REMOVED:
            for deck in self._decks[1:]:
                deck.fresh = 0

    def _choose(self, offer: _Offer) -> None:
        """Draw tickets, and give them to the two sides of a line."""
        _, player, kept, returned, setup = offer
        known = [self._known(kept), self._known(returned)]
        wanted = {*known[0], *known[1], *self._shown[player]}
        drawn: list[_Ticket] = []
        for deck, number in enumerate(self._mix((*kept, *returned), setup=setup)):
            drawn += self._decks[deck].draw(number, deck, wanted)
        sides: list[list[_Ticket]] = [[], []]
        for side, names in enumerate(known):
            sides[side] += [_take_named(drawn, name, self._deck_of(name)) for name in names]
        for side, tickets in enumerate((kept, returned)):
            unknown = [ticket for ticket in tickets if isinstance(ticket, UnknownTicket)]
            # Those with a back first: they cannot be any.
            for ticket in sorted(unknown, key=lambda ticket: not ticket.deck):
                sides[side].append(self._take_unknown(drawn, ticket, offer, shown=side == 0))
        self._places += [(offer, "kept", sides[0]), (offer, "returned", sides[1])]
        if setup:
            self._first_kept += sides[0]
        self._put_back(sides[1], setup=setup)
        self._in_play += [ticket for ticket in (*sides[0], *sides[1]) if ticket not in self._reshuffled]

    def _mix(self, tickets: tuple[WrittenTicket, ...], *, setup: bool) -> list[int]:
        """Return how many tickets of each deck are drawn."""
        tables = self._board.tables
        by_deck = (tables.setup_tickets if setup else tables.play_tickets).decks
        if len(self._decks) == 1:
            return [len(tickets)]
        if by_deck:
            mix = [by_deck.get(name, 0) for name in self._names]
            if sum(mix) != len(tickets):
                raise _Stuck
            return mix
        mix = [0] * len(self._decks)
        for ticket in tickets:
            if not isinstance(ticket, UnknownTicket):
                mix[self._deck_of(self._name(ticket))] += 1
            elif ticket.deck:
                mix[BACKS.index(ticket.deck)] += 1
            else:
                raise _Stuck
        return mix

    def _deck_of(self, name: int) -> int:
        return next((n for n, deck in enumerate(self._decks) if name in deck.tickets), 0)

    def _take_unknown(self, drawn: list[_Ticket], written: UnknownTicket, offer: _Offer, *, shown: bool) -> _Ticket:
        """Take one of the tickets drawn for an unknown one of a line; one that the player shows later, where it is."""
        backs = len(self._decks) > 1 and written.deck
        able = [ticket for ticket in drawn if not backs or BACKS[ticket.deck] == written.deck]
        if not able:
            raise _Stuck
        mine = self._shown[offer.player]
        later = (
            sorted([name for name in mine if mine[name] > offer.entry], key=lambda name: mine[name]) if shown else []
        )
        fresh = [
            name for name in later if name not in self._returned and not (offer.setup and name in self._first_returned)
        ]
        wanted = {self._deck_of(name) for name in fresh}
        # Of two decks the second one is drawn from less often.
        best = min(
            able, key=lambda t: (t.name not in later, t.name != NO_NAME, shown and t.deck not in wanted, -t.deck)
        )
        drawn.remove(best)
        if best.name == NO_NAME and best.deck in wanted:
            best.name = next(name for name in fresh if self._deck_of(name) == best.deck)
        if shown:
            mine.pop(best.name, None)
        return best

    def _put_back(self, tickets: list[_Ticket], *, setup: bool) -> None:
        if setup and self._mode == SHUFFLED:
            self._reshuffled += tickets
        elif (setup and self._mode == UNDER) or (not setup and self._board.tables.play_tickets.decks):
            if tickets:
                self._decks[0].groups.append(list(tickets))
        elif not setup:
            for number, deck in enumerate(self._decks):
                group = [ticket for ticket in tickets if ticket.deck == number]
                if group:
                    deck.groups.append(group)

    def _name_rest(self) -> None:
        """Name the tickets that have no name yet: each exists once, and what went back into the deck may come again."""
        if any(self._shown.values()):
            raise _Stuck
        self._name_all(self._first_kept, [*self._in_play, *self._reshuffled])
        self._name_all(self._in_play, self._in_play)
        self._name_all(self._reshuffled, [*self._first_kept, *self._reshuffled])

    def _name_all(self, tickets: list[_Ticket], others: list[_Ticket]) -> None:
        """Give names to tickets without, none that another one has."""
        used = {ticket.name for ticket in others}
        board = self._board
        rest = [
            iter(sorted(deck.tickets - used, key=lambda name: (not board.tickets[name].dealt, name)))
            for deck in self._decks
        ]
        for ticket in tickets:
            if ticket.name == NO_NAME:
                ticket.name = next(rest[ticket.deck], NO_NAME)
                if ticket.name == NO_NAME:
                    raise _Stuck


def _take_named(drawn: list[_Ticket], name: int, deck: int) -> _Ticket:
    """Take the ticket of a name out of those drawn, or one of its deck that has no name yet."""
    for fits in (name, NO_NAME):
        for ticket in drawn:
            if ticket.name == fits and ticket.deck == deck:
                ticket.name = name
                drawn.remove(ticket)
                return ticket
    raise _Stuck
