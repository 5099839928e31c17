"""Possible worlds: is there a deal of the unseen cards and tickets that makes every line of a record legal?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product
from typing import NamedTuple

from ttrn.boards import Board
from ttrn.core.state import OVER
from ttrn.graph.components import Components
from ttrn.graph.edges import board_dead_ends, board_edges
from ttrn.hidden.card_constraints import Story
from ttrn.hidden.solver import Budget, Solver, Undecided, keeps
from ttrn.hidden.ticket_constraints import TicketStory
from ttrn.hidden.ticket_shortcut import guess
from ttrn.hidden.witness import Witness, complete
from ttrn.notation.game import GameRecord
from ttrn.notation.records import Score
from ttrn.replays.timeline import Timeline, replay

MOST_GUESSES = 27
"""How many ways to read what a record leaves open are tried: surcharges, numbers of tickets kept at the start."""


class Found(NamedTuple):
    """A story that can be true, with the numbers that make it so."""

    story: Story | TicketStory
    values: list[int]


class PossibleDeals:
    """The deals that a record leaves possible. It must break no rule as far as is known; see :mod:`verdict`."""

    def __init__(self, timeline: Timeline, budget: Budget) -> None:
        self.timeline = timeline
        self.game: GameRecord = timeline.game
        self.board: Board = timeline.board
        self.budget = budget

    def check_time(self) -> None:
        """Stop where the time is up.

        Raises:
            Undecided: it is.
        """
        if not self.budget.left:
            self.budget.spent = True
            raise Undecided

    # --- cards -------------------------------------------------------------------------------------------------------

    def cards(self, until: int | None = None, forget: Iterable[int] = ()) -> Found | None:
        """Return a story of the cards that can be true; none if there is no deal.

        Raises:
            Undecided: the budget was spent, or the record leaves open more than can be tried.
        """
        self.check_time()
        forgotten = frozenset(forget)
        stories = self.card_stories(until, forgotten)
        for story in stories:
            values = Solver(story.program, self.budget).solve()
            if values is not None:
                return Found(story, values)
        if stories[0].loose:
            # A market may have been replaced without a word: only what holds all the same counts against the record.
            for story in self.card_stories(until, forgotten, strict=False):
                if Solver(story.program, self.budget).solve() is not None:
                    raise Undecided
        return None

    def card_stories(
        self,
        until: int | None = None,
        forget: frozenset[int] = frozenset(),
        *,
        strict: bool = True,
        watch: int | None = None,
    ) -> list[Story]:
        """Return the stories of the cards, one for each way to read surcharges that were not seen at all.

        Raises:
            Undecided: there are too many.
        """
        first = Story(self.game, self.board, strict=strict, forget=forget, watch=watch).tell(until)
        if first.vague:
            raise Undecided
        stories = [first]
        for amounts in self._guesses([range(1, 4)] * len(first.unsure)):
            given = dict(zip(first.unsure, amounts, strict=True))
            story = Story(self.game, self.board, strict=strict, forget=forget, surcharges=given, watch=watch)
            stories.append(story.tell(until))
        return stories

    def _guesses(self, ranges: list[range]) -> Iterator[tuple[int, ...]]:
        """Yield all ways to fill gaps but the first, which has been tried."""
        total = 1
        for choices in ranges:
            total *= len(choices)
        if total > MOST_GUESSES:
            self.budget.spent = True
            raise Undecided
        return islice(product(*ranges), 1, None)

    # --- tickets -----------------------------------------------------------------------------------------------------

    def tickets(self, until: int | None = None, forget: Iterable[int] = ()) -> Found | None:
        """Return a story of the tickets that can be true; none if there is no deal.

        Raises:
            Undecided: the budget was spent, or the record leaves open more than can be tried.
        """
        self.check_time()
        forgotten = frozenset(forget)
        story = self.ticket_story(until, forgotten)
        found = self._solve_tickets(story, until)
        if found is not None or not story.guessed:
            return found
        draw = self.board.tables.setup_tickets
        if len(story.decks) > 1 and not draw.decks:
            self.budget.spent = True
            raise Undecided
        numbers = range(draw.keep, draw.take + 1)
        for kept in self._guesses([numbers] * len(story.missing)):
            given = dict(zip(story.missing, kept, strict=True))
            found = self._solve_tickets(self.ticket_story(until, forgotten, given), until)
            if found is not None:
                return found
        return None

    def ticket_story(
        self, until: int | None = None, forget: frozenset[int] = frozenset(), kept: dict[int, int] | None = None
    ) -> TicketStory:
        """Return the story of the tickets."""
        return TicketStory(self.game, self.board, forget=forget, kept=kept, name_all=self._scored(until)).tell(until)

    def _solve_tickets(self, story: TicketStory, until: int | None) -> Found | None:
        if self._scored(until):
            self._keep_scores(story)
        values = guess(story)
        if values is None or not keeps(values, story.program.rows, story.program.uppers):
            values = Solver(story.program, self.budget).solve()
        return None if values is None else Found(story, values)

    def _scored(self, until: int | None) -> bool:
        """Tell whether final scores are stated that unseen tickets must add up to."""
        final = self.timeline.final
        if not self.board.routes:
            return False  # what tickets are worth depends on the cards spent: that is left to the witness
        if final.phase != OVER or not any(any(row) for row in final.unknown_tickets):
            return False
        entries = self.game.entries if until is None else self.game.entries[: until + 1]
        return any(isinstance(entry, Score) for entry in entries)

    def _keep_scores(self, story: TicketStory) -> None:
        """SCORE-1: the tickets kept make up the final score that is stated.

        Where stations lend routes, what a ticket is worth depends on the others: that is left to the witness.
        """
        final, board = self.timeline.final, self.board
        settled = self.timeline.outcome.seats
        edges, dead_ends = board_edges(board), board_dead_ends(board)
        for line, entry in enumerate(self.game.entries):
            if not isinstance(entry, Score) or story.forgets(line):
                continue
            for player, stated in entry.scores:
                seat = story.seats[player]
                score = settled[seat]
                if not any(final.unknown_tickets[seat]) or score.borrowed:
                    continue
                groups = Components(edges, final.routes_of(seat), dead_ends)
                terms = [
                    (variable, ticket.points if groups.joined(ticket.a, ticket.b) else -ticket.points)
                    for offer in story.offers
                    if offer.seat == seat
                    for index, variable in offer.keeps.items()
                    if index >= 0
                    for ticket in [board.tickets[index]]
                ]
                rest = stated - (score.total - score.ticket_points)
                if board.tables.most_tickets:
                    # Who gets the bonus depends on all tickets; it is in the total if it is known to be.
                    flag = story.program.variables(1, 1)
                    terms.append((flag, board.tables.most_tickets))
                    rest += score.bonus
                story.program.row(terms, rest, rest, line)

    # --- both --------------------------------------------------------------------------------------------------------

    def witness(self, cards: Found, tickets: Found) -> Witness | None:
        """Write a deal out as a full record, and replay it: it must check as exact. None if it does not."""
        assert isinstance(cards.story, Story)
        assert isinstance(tickets.story, TicketStory)
        found = complete(self.game, self.board, (cards.story, cards.values), (tickets.story, tickets.values))
        replayed = replay(found.game, self.board)
        return None if replayed.problems or replayed.final.unseen else found
