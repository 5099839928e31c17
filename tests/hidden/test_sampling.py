"""Sampled worlds beside exact enumeration, on boards with few cards: every chance within 0.02."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import factorial, prod
from typing import Any

import pytest

from tests.hidden.brute import completions
from tests.hidden.games import as_people_do
from tests.hidden.mutate import hide, mutate
from tests.hidden.test_brute import SMALL, small
from ttrn.boards import Board
from ttrn.core.cards import UNKNOWN
from ttrn.hidden import Budget, redact
from ttrn.hidden.card_constraints import CardConstraints
from ttrn.hidden.estimates import Estimates, estimate
from ttrn.hidden.solver import Solver, keeps
from ttrn.hidden.worlds import NotSampled, Worlds, lay_out
from ttrn.notation import GameRecord, dumps
from ttrn.notation.records import Deal
from ttrn.play import play_random
from ttrn.replays import replay

MANY = 1500
"""More deals than these are not enumerated."""
NEAR = 0.02


def laid_out(game: GameRecord, on: Board) -> Worlds | None:
    """Return the worlds of a record; None where it has none, or they cannot be weighed."""
    if replay(game, on).problems:
        return None
    constraints = CardConstraints(game, on).read()
    values = Solver(constraints.program, Budget()).solve()
    try:
        return None if values is None else lay_out(constraints, values)
    except NotSampled:
        return None


def orders(seen: GameRecord, deal: GameRecord, on: Board) -> int:
    """Return in how many orders of the shuffled decks a full record may have come about, as far as records differ."""
    found = 1
    for stack in CardConstraints(deal, on).read().stacks:
        for kind in range(UNKNOWN):
            content = stack.content.known[kind]
            found *= factorial(content) // factorial(content - stack.drawn.known[kind])
    for line, entry in zip(seen.entries, deal.entries, strict=True):
        if isinstance(line, Deal) and isinstance(entry, Deal):
            unseen = Counter(entry.cards) - Counter(line.cards)
            found *= factorial(unseen.total()) // prod([factorial(number) for number in unseen.values()])
    return found


def exact_chances(game: GameRecord, deals: list[GameRecord], on: Board) -> dict[tuple[int, int, int], float]:
    """Return the chance of each number of cards of a kind in a hand, by seat, kind and number."""
    weights = [orders(game, deal, on) for deal in deals]
    total = sum(weights)
    found: dict[tuple[int, int, int], float] = {}
    for deal, weight in zip(deals, weights, strict=True):
        for seat, hand in enumerate(replay(deal, on).final.hands):
            for kind in range(UNKNOWN):
                for number in range(1, hand[kind] + 1):
                    found[seat, kind, number] = found.get((seat, kind, number), 0.0) + weight / total
    return found


def furthest(worlds: Worlds, found: Estimates, exact: dict[tuple[int, int, int], float]) -> float:
    """Return the largest difference between a sampled chance and the exact one."""
    worst = 0.0
    for hand, estimates in zip(worlds.hands, found.hands, strict=True):
        for kind, each in zip(worlds.kinds, estimates, strict=True):
            for number in range(1, 12):
                sampled = each.at_least[number - 1] if number <= len(each.at_least) else 0.0
                worst = max(worst, abs(sampled - exact.get((hand.seat, kind, number), 0.0)))
    return worst


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("first", range(0, 60, 10))
def test_chances_are_those_of_all_deals_by_brute_force(name: str, first: int) -> None:
    on = small(name)
    for seed in range(first, first + 10):
        rng = random.Random(seed)
        game = play_random(on, 2, seed, choose=as_people_do)
        game = hide(mutate(game, rng, spoil=False), rng, 5)
        worlds = laid_out(game, on)
        if worlds is None or not worlds.hands:
            continue
        deals = list(islice(completions(game, on), MANY))
        if len(deals) < MANY:
            found = estimate(worlds, seed)
            assert furthest(worlds, found, exact_chances(game, deals, on)) < NEAR, dumps(game)


def enumerated(constraints: CardConstraints, most: int) -> dict[tuple[int, int, int], float] | None:
    """Return exact chances from all numbers that keep the rows, each weighed by its orders; None if there are many."""
    kinds = [kind for kind in range(UNKNOWN) if constraints.stacks[0].content.known[kind]]
    unknown = constraints.unknown
    numbers: list[list[tuple[int, ...]]] = [list(splits(each.number, len(kinds))) for each in unknown]
    if prod([len(ways) for ways in numbers]) > most:
        return None
    last = {each.first + kind: place for place, each in enumerate(unknown) for kind in range(UNKNOWN)}
    rows: list[list[Any]] = [[] for _ in unknown]
    for row in constraints.program.rows:
        rows[max([last[variable] for variable, _ in row.terms])].append(row)
    values = [0] * len(constraints.program.uppers)
    found: dict[tuple[int, int, int], float] = {}
    total = 0.0

    def fill(place: int, weight: float) -> None:
        nonlocal total
        if place == len(unknown):
            for stack in constraints.stacks:
                for kind in kinds:
                    terms = stack.content.terms(kind) + stack.drawn.terms(kind, -1)
                    rest = sum([values[variable] * factor for variable, factor in terms])
                    weight /= factorial(rest + stack.content.known[kind] - stack.drawn.known[kind])
            total += weight
            for seat, pile in enumerate(constraints.hands):
                for kind in kinds:
                    held = pile.known[kind] + sum([values[v] * factor for v, factor in pile.terms(kind)])
                    for number in range(1, held + 1):
                        found[seat, kind, number] = found.get((seat, kind, number), 0.0) + weight
            return
        for way in numbers[place]:
            for kind, number in zip(kinds, way, strict=True):
                values[unknown[place].first + kind] = number
            if keeps(values, rows[place], constraints.program.uppers):
                fill(place + 1, weight / prod([factorial(number) for number in way]))

    fill(0, 1.0)
    return {key: weight / total for key, weight in found.items()}


def splits(number: int, kinds: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to divide a number of cards among kinds."""
    if kinds == 1:
        yield (number,)
        return
    for first in range(number + 1):
        for rest in splits(number - first, kinds - 1):
            yield (first, *rest)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("first", range(0, 100, 50))
def test_chances_of_views_are_those_of_all_deals(name: str, first: int) -> None:
    on = small(name)
    tried = 0
    for seed in range(first, first + 50):
        rng = random.Random(seed)
        game = play_random(on, rng.choice((2, 3)), seed, choose=as_people_do)
        turn = rng.randrange(len(game.turns) + 1)
        view = redact(game, rng.choice(("public", "ann")), until=turn, board=on)
        constraints = CardConstraints(view, on).read()
        if constraints.program.broken is not None or not constraints.unknown or any(
            variable not in {u.first + k for u in constraints.unknown for k in range(UNKNOWN)}
            for row in constraints.program.rows for variable, _ in row.terms
        ):
            continue
        exact = enumerated(constraints, 30_000)
        worlds = laid_out(view, on)
        if exact is None or worlds is None or not worlds.hands:
            continue
        tried += 1
        found = estimate(worlds, seed)
        far = furthest(worlds, found, exact)
        print(name, seed, turn, len(constraints.stacks), len(constraints.unknown), far)
        assert far < NEAR, dumps(view)
    print(tried)
