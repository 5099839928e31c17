"""Inference: what all possible deals agree on, with the reason for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ttrn.boards import Board
from ttrn.core.cards import LETTERS, UNKNOWN, name_cards
from ttrn.hidden.budget import Budget, Undecided
from ttrn.hidden.card_constraints import CardConstraints
from ttrn.hidden.fill import Filling, fill
from ttrn.hidden.judgement import CONSISTENT, Judgement, judge_timeline
from ttrn.hidden.known_then import record_until
from ttrn.hidden.ledger import Claimed, Ledger
from ttrn.hidden.linear_program import LinearRow
from ttrn.hidden.piles import POSITION, Place, UnknownCards
from ttrn.hidden.possible_deals import PossibleDeals
from ttrn.hidden.reasons import CardReasons, TicketReasons
from ttrn.hidden.solver import Solver
from ttrn.hidden.wording import number_of_turn
from ttrn.notation.game import GameRecord
from ttrn.notation.problems import amount
from ttrn.notation.records import Turn
from ttrn.replays.timeline import replay


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
    """The entries that the reason adds up, if it was asked for."""
    steps: tuple[str, ...] = ()
    """The reason in words, if it was asked for: a ledger, line by line."""
    left_out: int = 0
    """How many lines of the reason are left out because there are too many to read; the last step says so too."""

    @property
    def because(self) -> str:
        """The reason in one piece."""
        return "; ".join(self.steps)


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
    game: GameRecord,
    board: Board | None = None,
    *,
    why: bool = False,
    until: int | None = None,
    budget: Budget | None = None,
) -> Inference:
    """Fill in what follows for unknown cards and tickets; with ``why`` each comes with its reason.

    With ``until`` only what was known after that turn is used, and the record ends there. A record that is exact,
    impossible or undecided is returned as it is, with that judgement.

    Raises:
        ValueError: there is no turn ``until``.
        BoardError: the board that the Game tag names is not known.
    """
    budget = budget or Budget()
    timeline = replay(game if until is None else record_until(game, until), board)
    return infer_from(judge_timeline(timeline, budget), why=why, budget=budget)


def infer_from(judgement: Judgement, *, why: bool = False, budget: Budget | None = None) -> Inference:
    """Fill in what follows for unknown cards and tickets of a record that has been judged."""
    timeline = judgement.timeline
    game = timeline.game
    if judgement.status != CONSISTENT:
        return Inference(game, (), judgement)
    deals = PossibleDeals(timeline, budget or Budget())
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
    strict = not readings[0].hidden_sweep
    if not strict:
        # Where the market may have been replaced unrecorded, only what is certain all the same is written.
        readings = deals.card_constraints(strict=False)
    found = [least for least in (least_numbers(deals, constraints) for constraints in readings) if least is not None]
    constraints = readings[0]
    for place, card in constraints.learned:
        filling.put(place, LETTERS[card])
    if len(readings) == len(found) == 1:
        reasons = CardReasons(deals, constraints, strict=strict) if why else None
        for number, least in enumerate(found[0]):
            yield from _write(deals, filling, (number, constraints.unknown[number]), least, reasons)


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
        # That there is no deal with fewer is proved in whole numbers; that an answer is the least one would not be.
        while least[variable]:
            fewer = solver.solve_below(variable, least[variable] - 1)
            if fewer is None:
                break
            for other in open_ones:
                least[other] = min(least[other], fewer[other])
    return [[least[b.first + kind] for kind in range(UNKNOWN)] for b in constraints.unknown]


def _write(
    deals: PossibleDeals,
    filling: Filling,
    cards: tuple[int, UnknownCards],
    least: list[int],
    reasons: CardReasons | None,
) -> Iterator[Forced]:
    """Write what is forced of unknown cards: in a hand, which is recorded as a whole, some; elsewhere all or none."""
    number, unknown = cards
    groups: dict[Place, list[Place]] = {}
    for place in unknown.places:
        groups.setdefault(place, []).append(place)
    for place, places in groups.items():
        size = sum([each.number for each in places])
        for kind in range(UNKNOWN):
            # Any of the cards may be the ones elsewhere.
            sure = least[kind] - (unknown.number - size)
            if sure > 0:
                filling.put(place, LETTERS[kind] * sure)
                filling.sizes[place.entry, place.part] = size
                what = f"{_where(deals.game, place)}: {name_cards(kind, sure)}"
                ledger = reasons.of(Claimed(number, kind, least[kind], tuple(places), sure)) if reasons else None
                yield _forced(deals, place.entry, what, ledger)


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
    reasons = TicketReasons(deals, constraints) if why else None
    for variable in sorted(sides):
        entry, side, ticket = sides[variable]
        if values[variable] and solver.solve(more=[LinearRow([(variable, 1)], None, 0, entry)]) is None:
            filling.tickets.setdefault((entry, side), []).append(ticket)
            what = f"{_offer(deals.game, entry)}: {side} {deals.board.ticket_text(deals.board.tickets[ticket])}"
            yield _forced(deals, entry, what, reasons.of(entry, side, ticket) if reasons else None)


def _offer(game: GameRecord, entry: int) -> str:
    line = game.entries[entry]
    player = getattr(line, "player", "")
    return f"turn {number_of_turn(game, entry)}, {player}" if isinstance(line, Turn) else f"{player}: the first tickets"


def _forced(deals: PossibleDeals, entry: int, what: str, ledger: Ledger | None) -> Forced:
    """Return what is forced, with its reason if there is one."""
    turn = number_of_turn(deals.game, entry) if entry >= 0 else deals.game.first_turn - 1
    if ledger is None:
        return Forced(entry, turn, what)
    return Forced(entry, turn, what, ledger.lines, ledger.steps, ledger.left_out)
