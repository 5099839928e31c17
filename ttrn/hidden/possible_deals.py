"""Possible deals: is there a deal of the unseen cards and tickets that makes every line of a record legal?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.hidden.budget import Budget, Undecided
from ttrn.hidden.card_constraints import CardConstraints
from ttrn.hidden.solver import Solver
from ttrn.hidden.ticket_constraints import TicketConstraints
from ttrn.hidden.ticket_scores import depends_on_tickets, keep_scores
from ttrn.hidden.witness import Witness, complete
from ttrn.notation.game import GameRecord
from ttrn.replays.timeline import Timeline, replay

MOST_GUESSES = 27
"""How many ways to read what a record leaves open are tried: numbers of cards paid, of tickets kept at the start."""

QUESTION: Final = 100
"""The work that a question costs by itself."""

UNSEEN_SWEEP: Final = "no deal fits unless the market was replaced where no line says so, and that cannot be tried"
MANY_READINGS: Final = "the record leaves open how many cards or tickets there were in more ways than can be tried"


class Found(NamedTuple):
    """Constraints that can be kept, with the numbers that keep them."""

    constraints: CardConstraints | TicketConstraints
    values: list[int]


class PossibleDeals:
    """The deals that a record leaves possible. It must break no rule as far as is known."""

    def __init__(self, timeline: Timeline, budget: Budget) -> None:
        self.timeline = timeline
        self.game: GameRecord = timeline.game
        self.board: Board = timeline.board
        self.budget = budget

    def check_budget(self) -> None:
        """Count a question as work.

        Raises:
            Undecided: the budget is spent.
        """
        self.budget.charge(QUESTION)

    # --- cards -------------------------------------------------------------------------------------------------------

    def cards(self, until: int | None = None, forget: Iterable[int] = ()) -> Found | None:
        """Return constraints on the cards that can be kept; None if there is no deal.

        Raises:
            Undecided: the budget was spent, or the record leaves open more than can be tried.
        """
        self.check_budget()
        forgotten = frozenset(forget)
        readings = self.card_constraints(until, forgotten)
        for constraints in readings:
            values = Solver(constraints.program, self.budget).solve()
            if values is not None:
                return Found(constraints, values)
        if readings[0].hidden_sweep:
            # A market may have been replaced unrecorded: only what holds all the same counts against the record.
            for constraints in self.card_constraints(until, forgotten, strict=False):
                if Solver(constraints.program, self.budget).solve() is not None:
                    raise Undecided(UNSEEN_SWEEP)
        return None

    def card_constraints(
        self,
        until: int | None = None,
        forget: frozenset[int] = frozenset(),
        *,
        strict: bool = True,
        watch: int | None = None,
    ) -> list[CardConstraints]:
        """Return the constraints on the cards, once for each way to read what lines leave open.

        Raises:
            Undecided: there are too many.
        """
        first = CardConstraints(self.game, self.board, strict=strict, forget=forget, watch=watch).read(until)
        if first.incomplete:
            raise Undecided(first.incomplete)
        readings = [first]
        for numbers in self._guesses(list(first.open_choices.values())):
            given = dict(zip(first.open_choices, numbers, strict=True))
            other = CardConstraints(self.game, self.board, strict=strict, forget=forget, choices=given, watch=watch)
            readings.append(other.read(until))
        return readings

    def _guesses(self, ranges: list[range]) -> Iterator[tuple[int, ...]]:
        """Yield all ways to fill gaps but the first, which has been tried."""
        total = 1
        for choices in ranges:
            total *= len(choices)
        if total > MOST_GUESSES:
            raise Undecided(MANY_READINGS)
        return islice(product(*ranges), 1, None)

    # --- tickets -----------------------------------------------------------------------------------------------------

    def tickets(self, until: int | None = None, forget: Iterable[int] = ()) -> Found | None:
        """Return constraints on the tickets that can be kept; None if there is no deal.

        Raises:
            Undecided: the budget was spent, or the record leaves open more than can be tried.
        """
        self.check_budget()
        forgotten = frozenset(forget)
        constraints = self.ticket_constraints(until, forgotten)
        if constraints.incomplete:
            raise Undecided(constraints.incomplete)
        found = self._solve_tickets(constraints)
        if found is not None:
            return found
        for numbers in self._guesses(list(constraints.open_choices.values())):
            given = dict(zip(constraints.open_choices, numbers, strict=True))
            found = self._solve_tickets(self.ticket_constraints(until, forgotten, given))
            if found is not None:
                return found
        if constraints.assumed:
            raise Undecided(constraints.assumed)
        return None

    def ticket_constraints(
        self, until: int | None = None, forget: frozenset[int] = frozenset(), choices: dict[int, int] | None = None
    ) -> TicketConstraints:
        """Return the constraints on the tickets, what final scores ask of them included."""
        scored = depends_on_tickets(self.timeline, until)
        found = TicketConstraints(self.game, self.board, forget=forget, choices=choices, name_all=scored).read(until)
        if scored:
            keep_scores(found, self.timeline)
        return found

    def _solve_tickets(self, constraints: TicketConstraints) -> Found | None:
        values = Solver(constraints.program, self.budget).solve()
        return None if values is None else Found(constraints, values)

    # --- both --------------------------------------------------------------------------------------------------------

    def witness(self, cards: Found, tickets: Found) -> Witness | None:
        """Write a deal out as a full record, and replay it: it must check as exact. None if it does not."""
        assert isinstance(cards.constraints, CardConstraints)
        assert isinstance(tickets.constraints, TicketConstraints)
        found = complete(
            self.game, self.board, (cards.constraints, cards.values), (tickets.constraints, tickets.values)
        )
        replayed = replay(found.game, self.board)
        return None if replayed.problems or replayed.final.unseen else found
