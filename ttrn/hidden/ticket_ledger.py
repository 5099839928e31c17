"""Ledgers of tickets: what a player kept of what was offered, and what the player shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ttrn.hidden.accounts import About, LabelledProgram
from ttrn.hidden.excluding_rows import UsedRow, excluding_rows
from ttrn.hidden.ledger import MOST_STEPS, Ledger, cut_short
from ttrn.hidden.linear_program import LinearRow
from ttrn.hidden.piles import MISSING, POSITION
from ttrn.hidden.ticket_constraints import TicketConstraints
from ttrn.hidden.wording import line_text, listed, number_of_turn
from ttrn.notation.records import Complete, Reveal

if TYPE_CHECKING:
    from collections.abc import Collection

    from ttrn.boards import Board
    from ttrn.hidden.ticket_offers import Offer
    from ttrn.notation.game import GameRecord
    from ttrn.notation.records import WrittenTicket

_WEIGHTS: Final = {About.OFFER: 1.0, About.SHOWN: 1.0, About.ONCE: 0.2}


class TicketAccounts(TicketConstraints):
    """The unseen tickets of one record, with what each row is about: an offer, a line that shows tickets."""

    def __init__(self, game: GameRecord, board: Board, *, name_all: bool = False, forget: Collection[int] = ()) -> None:
        super().__init__(game, board, name_all=name_all, forget=forget)
        self.program = self.labelled = LabelledProgram()

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
        with self.labelled.about(About.OFFER, len(self.offers)):
            super()._offer(seat, kept, returned, mix, entry, setup=setup)

    def _shown(self, seat: int, tickets: tuple[WrittenTicket, ...]) -> None:
        with self.labelled.about(About.SHOWN, seat):
            super()._shown(seat, tickets)

    def _each_once(self) -> None:
        with self.labelled.about(About.ONCE):
            super()._each_once()


def ticket_ledger(accounts: TicketAccounts, denied: int | None = None) -> Ledger | None:
    """Return why a variable must be 1, or (without one) why no order of the tickets is possible; None if not found."""
    program = accounts.program
    if program.broken is not None:
        return None
    more = [] if denied is None else [LinearRow([(denied, 1)], None, 0, 0)]
    labels = accounts.labelled.labels

    def weigh(row: int) -> float:
        return _WEIGHTS.get(labels[row].about, 1.0) if row < len(labels) else 0.0

    used = excluding_rows(program, more, weigh)
    if used is None:
        return None
    return _Words(accounts).ledger([each for each in used if each.row < len(labels)])


class _Words:
    """Says what the rows of one record's tickets mean."""

    def __init__(self, accounts: TicketAccounts) -> None:
        self._accounts = accounts
        self._game = accounts.game
        self._names = [player.id for player in accounts.game.players]
        self._tickets: dict[int, int] = {}  # the ticket of each variable
        for offer in accounts.offers:
            for variables in (offer.keeps, offer.returns):
                self._tickets |= {variable: ticket for ticket, variable in variables.items()}
            self._tickets |= {variable: ticket for (ticket, _), variable in offer.comes.items()}
        self._decks: set[int] = set()  # those of the tickets that are shown

    def ledger(self, used: Sequence[UsedRow]) -> Ledger:
        """Return the steps: what each player kept, then what is shown."""
        labels, rows = self._accounts.labelled.labels, self._accounts.program.rows
        offers: dict[int, None] = {}
        shown: dict[int, list[int]] = {}
        once: dict[int, None] = {}
        for each in used:
            about, number = labels[each.row]
            tickets = {self._tickets.get(variable, -1) for variable, _ in rows[each.row].terms}
            if about is About.OFFER:
                offers[number] = None
            elif about is About.SHOWN:
                line = rows[each.row].line
                shown.setdefault(line, []).extend(tickets)
                # Whoever shows a ticket has kept it once: all offers of that seat are needed to say when.
                mine = [n for n, offer in enumerate(self._accounts.offers) if offer.seat == number]
                offers |= dict.fromkeys([n for n in mine if self._accounts.offers[n].entry < line])
            else:
                once |= dict.fromkeys(sorted(ticket for ticket in tickets if ticket >= 0))
        self._decks = {self._accounts.deck_of(ticket) for found in shown.values() for ticket in found}
        steps = [*self._kept(list(offers)), *self._shown(shown)]
        if once:
            steps.append(f"each ticket exists once, also {self._named(list(once))}")
        lines = {self._accounts.offers[number].entry for number in offers} | set(shown)
        steps, left_out = cut_short(steps, MOST_STEPS)
        return Ledger(tuple(steps), tuple(sorted(line for line in lines if line >= 0)), left_out)

    def _kept(self, numbers: list[int]) -> list[str]:
        """Say of each player what was kept of what was offered."""
        seats: dict[int, list[Offer]] = {}
        for number in sorted(numbers):
            offer = self._accounts.offers[number]
            seats.setdefault(offer.seat, []).append(offer)
        found: list[str] = []
        for seat, offers in seats.items():
            parts = [self._offer(offer, first=number == 0) for number, offer in enumerate(offers)]
            whose = self._names[seat] if seat >= 0 else "under the deck"
            later = "" if any(not offer.setup for offer in offers) or seat < 0 else self._none_later(seat)
            found.append(f"{whose} {listed(parts)}{later}")
        return found

    def _none_later(self, seat: int) -> str:
        mine = [offer for offer in self._accounts.offers if offer.seat == seat]
        return ", and took no others" if len(mine) == 1 else ""

    def _offer(self, offer: Offer, *, first: bool) -> str:
        verb = "kept " if first else ""
        if offer.entry == POSITION:
            return f"{'had ' if first else ''}{offer.kept or offer.returned} in the position"
        number = f"{verb}{offer.kept} of {offer.kept + offer.returned}"
        named = [*offer.named[0], *offer.named[1]]
        kept = f" ({self._named(offer.named[0])})" if offer.named[0] else ""
        back = f", returned {self._named(offer.named[1])}" if offer.named[1] else ""
        if offer.setup or offer.entry == MISSING:
            return f"{number} first tickets{kept if named else ''}{back}"
        decks = {deck for deck, _, taken in offer.sources if taken}
        other = " (of the other deck)" if self._decks and not decks & self._decks else ""
        return f"{number} in turn {number_of_turn(self._game, offer.entry)}{kept}{back}{other}"

    def _shown(self, shown: dict[int, list[int]]) -> list[str]:
        """Say which tickets are shown, those of one player at one moment together."""
        groups: dict[tuple[str, str], dict[int, None]] = {}
        for line, tickets in sorted(shown.items()):
            found = dict.fromkeys([ticket for ticket in tickets if ticket >= 0])
            after = f" after turn {number_of_turn(self._game, line)}"
            match self._game.entries[line]:
                case Reveal(player):
                    group = f"{player} shows", ""
                case Complete(player):
                    group = f"{player} completes", after
                case _:
                    group = f"it is stated ({line_text(self._game, line)}) that somebody holds", after
            groups.setdefault(group, {}).update(found)
        return [f"{what} {self._named(list(found))}{after}" for (what, after), found in groups.items()]

    def _named(self, tickets: Sequence[int]) -> str:
        board = self._accounts.board
        return listed([board.ticket_text(board.tickets[ticket]) for ticket in tickets])
