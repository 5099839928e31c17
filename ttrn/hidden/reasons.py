"""Reasons: why something is forced, as a ledger where there is one, else by few lines that leave no other way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ttrn.hidden.accounts import CardAccounts
from ttrn.hidden.budget import Budget
from ttrn.hidden.contradiction import Ask, candidates, first_certain, smallest
from ttrn.hidden.ledger import MOST_STEPS, Claimed, Ledger, card_ledger, cut_short
from ttrn.hidden.linear_program import LinearRow
from ttrn.hidden.solver import Solver
from ttrn.hidden.ticket_ledger import TicketAccounts, ticket_ledger
from ttrn.hidden.wording import line_text

if TYPE_CHECKING:
    from ttrn.hidden.card_constraints import CardConstraints
    from ttrn.hidden.possible_deals import PossibleDeals
    from ttrn.hidden.ticket_constraints import TicketConstraints

REASON_EFFORT: Final = 0.1
"""How much work to look for few lines that force something, where no ledger does."""


class CardReasons:
    """Finds reasons for what is forced of the cards of one reading of a record."""

    def __init__(self, deals: PossibleDeals, constraints: CardConstraints, *, strict: bool) -> None:
        self._deals = deals
        self._constraints = constraints
        self._strict = strict

    @cached_property
    def _accounts(self) -> CardAccounts:
        accounts = CardAccounts(self._deals.game, self._deals.board, strict=self._strict)
        accounts.read()
        return accounts

    def of(self, claimed: Claimed) -> Ledger:
        """Return why unseen cards are of a kind."""
        found = card_ledger(self._accounts, claimed)
        return found or _by_lines(self._deals, self._otherwise(claimed))

    def _otherwise(self, claimed: Claimed) -> Ask:
        """Return the question whether unseen cards can have fewer of a kind; they are found again by their place."""
        deals, unknown = self._deals, self._constraints.unknown[claimed.cards]

        def ask(until: int, forget: Sequence[int]) -> bool:
            deals.check_budget()
            constraints = deals.card_constraints(until, frozenset(forget), strict=self._strict)[0]
            same = next((b for b in constraints.unknown if b.places and b.places[0] == unknown.places[0]), None)
            if same is None or same.number != unknown.number:
                return True
            row = LinearRow([(same.first + claimed.kind, 1)], None, claimed.number - 1, same.line)
            return Solver(constraints.program, deals.budget).solve(more=[row]) is not None

        return ask


class TicketReasons:
    """Finds reasons for what is forced of the tickets of a record."""

    def __init__(self, deals: PossibleDeals, constraints: TicketConstraints) -> None:
        self._deals = deals
        self._constraints = constraints

    @cached_property
    def _accounts(self) -> TicketAccounts:
        every = len(self._constraints.named) == len(self._deals.board.tickets)
        accounts = TicketAccounts(self._deals.game, self._deals.board, name_all=every)
        accounts.read()
        return accounts

    def of(self, entry: int, side: str, ticket: int) -> Ledger:
        """Return why a ticket was kept, or returned, in a line."""
        offer = next(offer for offer in self._accounts.offers if offer.entry == entry)
        found = ticket_ledger(self._accounts, (offer.keeps if side == "kept" else offer.returns)[ticket])
        return found or _by_lines(self._deals, self._otherwise(entry, side, ticket))

    def _otherwise(self, entry: int, side: str, ticket: int) -> Ask:
        """Return the question whether another ticket can be in this place."""
        deals = self._deals

        def ask(until: int, forget: Sequence[int]) -> bool:
            deals.check_budget()
            constraints = deals.ticket_constraints(until, frozenset(forget))
            offer = next((offer for offer in constraints.offers if offer.entry == entry), None)
            variables = {} if offer is None else offer.keeps if side == "kept" else offer.returns
            if ticket not in variables:
                return True
            row = LinearRow([(variables[ticket], 1)], None, 0, entry)
            return Solver(constraints.program, deals.budget).solve(more=[row]) is not None

        return ask


def _by_lines(deals: PossibleDeals, otherwise: Ask) -> Ledger:
    """Return the fewest lines that could be found which leave no other way, as the record has them."""
    # A reason must not use up what is meant for the answers.
    answers, deals.budget = deals.budget, Budget(REASON_EFFORT, deals.budget.megabytes)
    last = first_certain(otherwise, len(deals.game.entries) - 1)
    lines = smallest(otherwise, last, candidates(deals.game, last + 1))
    given_up = ", and fewer may do: the search was given up" if deals.budget.spent else ""
    deals.budget = answers
    if not lines:
        return Ledger(("nothing else is left",), ())
    texts, left_out = cut_short([line_text(deals.game, line) for line in lines], MOST_STEPS - 1)
    return Ledger((*texts, f"these lines together leave nothing else{given_up}"), tuple(lines), left_out)
