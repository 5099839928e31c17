"""Final scores that a record states, as rows: what the unseen tickets must add up to (SCORE-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrn.core.state import OVER
from ttrn.notation.records import Score

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ttrn.hidden.linear_program import Terms
    from ttrn.hidden.ticket_constraints import TicketConstraints
    from ttrn.replays.timeline import Timeline


def depends_on_tickets(timeline: Timeline, until: int | None = None) -> bool:
    """Return whether final scores are stated, up to an entry, that unseen tickets must add up to."""
    if timeline.final.phase != OVER or timeline.outcome.certain:
        return False
    entries = timeline.game.entries if until is None else timeline.game.entries[: until + 1]
    return any(isinstance(entry, Score) for entry in entries)


def keep_scores(constraints: TicketConstraints, timeline: Timeline) -> None:
    """SCORE-1: ask that the tickets kept make up the final scores that are stated.

    A score that depends on what is not known of other things than tickets is left to the witness. The constraints must
    tell all tickets apart.
    """
    final, outcome = timeline.final, timeline.outcome
    most_tickets = timeline.board.tables.most_tickets
    counted = [final.game.unseen.completed(final, seat) for seat in range(final.seats)]
    ways = [completed.ways for completed in counted]
    constraints.assumed = next((completed.doubt for completed in counted if completed.doubt), "")
    flags = _most_tickets(constraints, ways) if most_tickets else {}
    for line, entry in enumerate(constraints.entries):
        if not isinstance(entry, Score) or constraints.forgets(line):
            continue
        for player, stated in entry.scores:
            score = outcome.seats[constraints.seats[player]]
            completed = ways[score.seat]
            if score.certain or not completed or (most_tickets and score.seat not in flags):
                continue
            for ticket, variable in _kept(constraints, score.seat):
                if ticket in counted[score.seat].excluded:
                    constraints.program.row([(variable, 1)], None, 0, line)
            before = constraints.completed_before(score.seat)
            tickets = [result.points for result in score.tickets if result.ticket not in before]
            rest = stated - (score.total - sum(tickets))
            terms = [_points(constraints, score.seat, way) for way in completed]
            if most_tickets:
                rest += score.bonus
                terms[0].append((flags[score.seat], most_tickets))
            _add_up(constraints, terms, rest, line)


def _kept(constraints: TicketConstraints, seat: int) -> Iterator[tuple[int, int]]:
    """Yield each ticket that a seat may have kept, with the variable of it; one for each time it was drawn."""
    for offer in constraints.offers:
        if offer.seat == seat:
            yield from [(ticket, variable) for ticket, variable in offer.keeps.items() if ticket >= 0]


def _points(constraints: TicketConstraints, seat: int, completed: frozenset[int]) -> Terms:
    """Return what the tickets that a seat has kept bring where these are complete."""
    points = [ticket.points for ticket in constraints.board.tickets]
    return [(v, points[t] if t in completed else -points[t]) for t, v in _kept(constraints, seat)]


def _add_up(constraints: TicketConstraints, sums: list[Terms], points: int, line: int) -> None:
    """Ask that the highest of these sums is so many points."""
    program = constraints.program
    if len(sums) == 1:
        program.row(sums[0], points, points, line)
        return
    best = program.variables(len(sums), 1)
    program.row([(best + i, 1) for i in range(len(sums))], 1, None, line)
    slack = abs(points) + sum([ticket.points for ticket in constraints.board.tickets])
    for i, terms in enumerate(sums):
        program.row(terms, None, points, line)
        program.row([*terms, (best + i, -slack)], points - slack, None, line)


def _most_tickets(constraints: TicketConstraints, ways: list[list[frozenset[int]]]) -> dict[int, int]:
    """Return for each seat the variable that is 1 if it gets the bonus for most completed tickets.

    Nobody does where nobody completed any. Where it is not clear which tickets a seat completes, there are none.
    """
    if any(len(completed) != 1 for completed in ways):
        return {}
    program, line = constraints.program, constraints.line
    counts = [[(v, 1) for t, v in _kept(constraints, seat) if t in ways[seat][0]] for seat in range(len(ways))]
    limit = len(constraints.board.tickets)
    most, nobody, first = program.variables(1, limit), program.variables(1, 1), program.variables(len(ways), 1)
    program.row([(most, 1), (nobody, limit)], None, limit, line)
    program.row([(nobody, 1), *[(first + seat, 1) for seat in range(len(ways))]], 1, None, line)
    for seat, terms in enumerate(counts):
        minus = [(variable, -1) for variable, _ in terms]
        flag = first + seat
        program.row([(most, 1), *minus], 0, None, line)  # nobody has more
        program.row([(most, 1), (flag, limit), *minus], None, limit, line)  # with the bonus as many
        program.row([*terms, (flag, -1)], 0, None, line)  # and at least one
        program.row([(most, 1), (flag, limit), (nobody, 1), *minus], 1, None, line)  # without it fewer
    return {seat: first + seat for seat in range(len(ways))}
