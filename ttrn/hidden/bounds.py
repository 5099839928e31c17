"""What a record proves of a hidden hand at one moment: what is certain, and how many of a kind there can be."""

from __future__ import annotations

from typing import NamedTuple

from ttrn.core.cards import KINDS, LETTERS, UNKNOWN, Counts
from ttrn.hidden.budget import Budget, Undecided
from ttrn.hidden.card_constraints import CardConstraints
from ttrn.hidden.known_then import entries_until, record_until
from ttrn.hidden.piles import Pile
from ttrn.hidden.possible_deals import PossibleDeals
from ttrn.hidden.solver import Solver
from ttrn.notation.records import Turn
from ttrn.replays.timeline import Timeline, replay


class Bounds(NamedTuple):
    """The fewest and the most cards of each kind that a hand may hold."""

    least: Counts
    most: Counts

    @property
    def certain(self) -> Counts:
        """The cards that are in the hand for certain."""
        return self.least


def hand_bounds(
    timeline: Timeline, turn: int, budget: Budget | None = None, *, hindsight: bool = False
) -> list[Bounds] | None:
    """Return what was proved of each seat's hand after a turn, by what was known then.

    With ``hindsight`` all of the record is used, also what came later: what somebody paid in turn 40 was in the hand,
    or was drawn, before.

    None where the record breaks a rule, where no deal is possible, or where the budget was spent. Where a market may
    have been replaced and no line says so, the bounds are true but may be wider than they need be.
    """
    until: int | None = None
    if not hindsight and turn < timeline.last:
        if timeline.problems:  # which may stand further down
            timeline = replay(record_until(timeline.game, turn), timeline.board)
        else:
            until = max(entries_until(timeline.game, turn))
    if timeline.problems or timeline.final.house.partial:
        return None
    deals = PossibleDeals(timeline, budget or Budget())
    line = entry_of(timeline, turn)
    try:
        readings = deals.card_constraints(until, watch=line)
        if readings[0].hidden_sweep:
            readings = deals.card_constraints(until, watch=line, strict=False)
        found = [bounds for bounds in (_bounds(deals, constraints) for constraints in readings) if bounds is not None]
    except Undecided:
        return None
    if not found:
        return None
    return [_widest([bounds[seat] for bounds in found]) for seat in range(len(found[0]))]


def entry_of(timeline: Timeline, turn: int) -> int:
    """Return the entry of a turn, or of the last line before the first one."""
    number = timeline.game.first_turn - 1
    last = -1
    for i, entry in enumerate(timeline.game.entries):
        if isinstance(entry, Turn):
            number += 1
            if number > turn:
                break
        last = i
        if number == turn and isinstance(entry, Turn):
            break
    return last


def _bounds(deals: PossibleDeals, constraints: CardConstraints) -> list[Bounds] | None:
    solver = Solver(constraints.program, deals.budget)
    first = solver.solve()
    if first is None:
        return None
    return [_hand(solver, pile, first) for pile in constraints.watched]


def _hand(solver: Solver, pile: Pile, first: list[int]) -> Bounds:
    least, most = list(pile.known), list(pile.known)
    for kind in range(UNKNOWN):
        terms = pile.terms(kind)
        if not terms:
            continue
        for bound, sign in ((least, 1), (most, -1)):
            costs: dict[int, int] = {}
            for variable, factor in terms:
                costs[variable] = costs.get(variable, 0) + sign * factor
            values = solver.solve(costs) or first
            bound[kind] += sum([values[variable] * factor for variable, factor in terms])
    return Bounds(least, most)


def _widest(found: list[Bounds]) -> Bounds:
    least = [min([bounds.least[kind] for bounds in found]) for kind in range(KINDS)]
    most = [max([bounds.most[kind] for bounds in found]) for kind in range(KINDS)]
    return Bounds(least, most)


def ranges(bounds: Bounds, kinds: str) -> list[str]:
    """Return the bounds of some kinds of cards in words: a number, or two.

    >>> ranges(Bounds([1, 0, *[0] * 10], [1, 3, *[0] * 10]), "RO")
    ['1', '0-3']
    """
    found: list[str] = []
    for letter in kinds:
        kind = LETTERS.index(letter)
        least, most = bounds.least[kind], bounds.most[kind]
        found.append(str(least) if least == most else f"{least}-{most}")
    return found
