"""Inference: what all possible deals agree on, with the reason for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ttrn.boards import Board
from ttrn.core.cards import LETTERS, UNKNOWN, name_cards
from ttrn.hidden.budget import Budget, Undecided
from ttrn.hidden.card_constraints import CardConstraints
from ttrn.hidden.contradiction import MOST_LINES, Ask, candidates, first_certain, line_text, number_of_turn, smallest
from ttrn.hidden.fill import Filling, fill
from ttrn.hidden.judgement import CONSISTENT, Judgement, judge_timeline
from ttrn.hidden.linear_program import LinearRow
from ttrn.hidden.piles import POSITION, Place, UnknownCards
from ttrn.hidden.possible_deals import PossibleDeals
from ttrn.hidden.solver import Solver
from ttrn.notation.game import GameRecord
from ttrn.notation.problems import amount
from ttrn.notation.records import Turn
from ttrn.replays.timeline import replay

REASON_EFFORT: Final = 0.1
"""How much work to look for a smaller set of lines that force something."""


@dataclass(frozen=True, slots=True)
class Forced:
    """Something that every possible deal agrees on: cards or a ticket in one place of the record."""

    line: int
    """The entry; -1 for one that the record leaves out."""
    turn: int
    """Its turn, or the one before it; the one before the first for the setup."""
    what: str
    """In words."""
    lines: tuple[int, ...] = ()
    """The lines that leave no other way, if they were asked for."""
    because: str = ""
    """The reason in words, if it was asked for."""


@dataclass(frozen=True, slots=True)
class Inference:
    """A record with every forced unknown filled in, and what was filled in. Nothing in it is a guess."""

    game: GameRecord
    forced: tuple[Forced, ...]
    judgement: Judgement
    complete: bool = True
    """Whether everything that is forced was found; not if the budget was spent first."""

    def __repr__(self) -> str:
        found = f"{amount(self.forced, 'place')} filled in" + ("" if self.complete else ", not complete")
        return f"<Inference of {self.game.board}: {self.judgement.status}, {found}>"


def infer(
    game: GameRecord, board: Board | None = None, *, why: bool = False, budget: Budget | None = None
) -> Inference:
    """Fill in what follows for unknown cards and tickets; with ``why`` each comes with the lines that force it.

    A record that is exact, impossible or undecided is returned as it is, with that judgement.

    Raises:
        BoardError: the board that the Game tag names is not known.
    """
    timeline = replay(game, board)
    budget = budget or Budget()
    judgement = judge_timeline(timeline, budget)
    if judgement.status != CONSISTENT:
        return Inference(game, (), judgement)
    deals = PossibleDeals(timeline, budget)
    filling = Filling(partly=True)
    forced: list[Forced] = []
    complete = True
    for find in (_cards, _tickets):
        try:
            forced += find(deals, filling, why=why)
        except Undecided:
            complete = False
    forced.sort(key=lambda found: found.line)
    return Inference(fill(game, timeline.board, filling), tuple(forced), judgement, complete)


# --- cards -----------------------------------------------------------------------------------------------------------


def _cards(deals: PossibleDeals, filling: Filling, *, why: bool) -> Iterator[Forced]:
    """Find the cards that are forced: those that are least in every place, whatever the deal."""
    readings = deals.card_constraints()
    if readings[0].hidden_sweep:
        # Where the market may have been replaced unrecorded, only what is certain all the same is written.
        readings = deals.card_constraints(strict=False)
    found = [least for least in (least_numbers(deals, constraints) for constraints in readings) if least is not None]
    constraints = readings[0]
    for place, card in constraints.learned:
        filling.put(place, LETTERS[card])
    if len(readings) == len(found) == 1:
        for unknown, numbers in zip(constraints.unknown, found[0], strict=True):
            yield from _write(deals, filling, unknown, numbers, why=why)


def least_numbers(deals: PossibleDeals, constraints: CardConstraints) -> list[list[int]] | None:
    """Return how many cards of each kind each group of unknown cards has at least; None if there is no deal.

    Every answer of the solver is a deal: what two of them differ in is not forced. So it is asked for deals that differ
    as much as they can from what is still in question, and one by one only for what remains.
    """
    solver = Solver(constraints.program, deals.budget)
    values = solver.solve()
    if values is None:
        return None
    least = dict(enumerate(values))
    open_ones = {b.first + kind for b in constraints.unknown for kind in range(UNKNOWN) if values[b.first + kind]}
    while open_ones:
        costs = dict.fromkeys(open_ones, 1)
        values = solver.solve(costs)
        assert values is not None
        moved = [variable for variable in open_ones if values[variable] < least[variable]]
        for variable in moved:
            least[variable] = values[variable]
        open_ones = {variable for variable in open_ones if least[variable]}
        if not moved:
            break
    for variable in sorted(open_ones):
        if least[variable]:
            values = solver.solve({variable: 1})
            assert values is not None
            for other in open_ones:
                least[other] = min(least[other], values[other])
    return [[least[b.first + kind] for kind in range(UNKNOWN)] for b in constraints.unknown]


def _write(
    deals: PossibleDeals, filling: Filling, unknown: UnknownCards, numbers: list[int], *, why: bool
) -> Iterator[Forced]:
    """Write what is forced of unknown cards: in a hand, which is recorded as a whole, some; elsewhere all or none."""
    groups: dict[Place, int] = {}
    for place in unknown.places:
        groups[place] = groups.get(place, 0) + place.number
    for place, size in groups.items():
        for kind in range(UNKNOWN):
            # Any of the cards may be the ones elsewhere.
            sure = numbers[kind] - (unknown.number - size)
            if sure > 0:
                filling.put(place, LETTERS[kind] * sure)
                filling.sizes[place.entry, place.part] = size
                what = f"{_where(deals.game, place)}: {name_cards(kind, sure)}"
                otherwise = _without_cards(deals, unknown, kind, numbers[kind]) if why else None
                yield _forced(deals, place.entry, what, otherwise)


def _without_cards(deals: PossibleDeals, unknown: UnknownCards, kind: int, number: int) -> Ask:
    """Return the question whether unknown cards can have fewer of a kind; they are found again by their place."""

    def ask(until: int, forget: Sequence[int]) -> bool:
        deals.check_budget()
        constraints = deals.card_constraints(until, frozenset(forget))[0]
        same = next((b for b in constraints.unknown if b.places and b.places[0] == unknown.places[0]), None)
        if same is None or same.number != unknown.number:
            return True
        row = LinearRow([(same.first + kind, 1)], None, number - 1, same.line)
        return Solver(constraints.program, deals.budget).solve(more=[row]) is not None

    return ask


def _where(game: GameRecord, place: Place) -> str:
    """Say which cards of a line are meant."""
    part = place.part.split()[0]
    if place.entry == POSITION:
        whose = f" of {game.players[place.at].id}" if part == "hand" else ""
        return f"the {part}{whose} in the position"
    words = {
        "deal": "the starting hand",
        "market": "the first market",
        "take": f"the blind card{' (the second one)' if place.at else ''}",
        "gap": "what came into the market",
        "refill": "what filled the market",
        "turned": "a card turned over",
        "paid": "the payment",
        "surcharge": "what was paid on top",
        "cards": "the cards played",
    }
    entry = game.entries[place.entry] if place.entry >= 0 else None
    if isinstance(entry, Turn):
        return f"turn {number_of_turn(game, place.entry)}, {entry.player}: {words[part]}"
    if part == "deal":
        return f"{game.players[place.at].id}: {words[part]}"
    return words[part]


# --- tickets ---------------------------------------------------------------------------------------------------------


def _tickets(deals: PossibleDeals, filling: Filling, *, why: bool) -> Iterator[Forced]:
    """Find the tickets that are forced: kept or returned in one place, whatever the order of the deck."""
    constraints = deals.ticket_constraints()
    if not constraints.unseen or constraints.guessed:
        return
    solver = Solver(constraints.program, deals.budget)
    values = solver.solve()
    if values is None:
        return
    sides = {
        variable: (offer.entry, side, ticket)
        for offer in constraints.offers
        for side, variables in (("kept", offer.keeps), ("returned", offer.returns))
        for ticket, variable in variables.items()
        if offer.entry >= 0 and ticket >= 0 and values[variable] and ticket not in constraints.named_in(offer.entry)
    }
    for variable in sorted(sides):
        entry, side, ticket = sides[variable]
        if values[variable] and solver.solve(more=[LinearRow([(variable, 1)], None, 0, entry)]) is None:
            filling.tickets.setdefault((entry, side), []).append(ticket)
            what = f"{_offer(deals.game, entry)}: {side} {deals.board.ticket_text(deals.board.tickets[ticket])}"
            yield _forced(deals, entry, what, _without_ticket(deals, entry, side, ticket) if why else None)


def _without_ticket(deals: PossibleDeals, entry: int, side: str, ticket: int) -> Ask:
    """Return the question whether another ticket can be in this place."""

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


def _offer(game: GameRecord, entry: int) -> str:
    line = game.entries[entry]
    player = getattr(line, "player", "")
    return f"turn {number_of_turn(game, entry)}, {player}" if isinstance(line, Turn) else f"{player}: the first tickets"


# --- reasons ---------------------------------------------------------------------------------------------------------


def _forced(deals: PossibleDeals, entry: int, what: str, otherwise: Ask | None) -> Forced:
    """Return what is forced; with the question about the opposite, also the lines that leave no other way."""
    found = Forced(entry, number_of_turn(deals.game, entry) if entry >= 0 else deals.game.first_turn - 1, what)
    if otherwise is None:
        return found
    # A reason must not use up what is meant for the answers.
    answers, deals.budget = deals.budget, Budget(REASON_EFFORT, deals.budget.megabytes)
    last = first_certain(otherwise, len(deals.game.entries) - 1)
    lines = smallest(otherwise, last, candidates(deals.game, last + 1))
    deals.budget = answers
    return replace(found, lines=tuple(lines), because=_because(deals.game, lines))


def _because(game: GameRecord, lines: Sequence[int]) -> str:
    if not lines:
        return "nothing else is left"
    if len(lines) > MOST_LINES:
        return f"{len(lines)} lines together leave nothing else, the last of them {line_text(game, lines[-1])}"
    return "; ".join([line_text(game, line) for line in lines])
