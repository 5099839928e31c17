"""Sampled worlds beside exact enumeration, on boards with few cards: every chance within 0.02.

``make odds`` does it for many more records.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import comb, factorial, prod

import pytest

from tests.hidden.brute import completions
from tests.hidden.games import as_people_do
from tests.hidden.mutate import hide, mutate
from tests.hidden.test_brute import TABLES, small
from ttrn.boards import Board
from ttrn.core.cards import UNKNOWN
from ttrn.hidden import Budget, redact
from ttrn.hidden.card_constraints import CardConstraints
from ttrn.hidden.estimates import Estimates, estimate
from ttrn.hidden.flags import Flags
from ttrn.hidden.linear_program import LinearRow, keeps
from ttrn.hidden.sampling import Chain
from ttrn.hidden.solver import Solver
from ttrn.hidden.worlds import (
    NO_IMAGE,
    FlagGroup,
    FlagRow,
    HiddenHand,
    NotSampled,
    WorldRow,
    Worlds,
    lay_out,
)
from ttrn.notation import GameRecord, dumps, loads
from ttrn.notation.records import Deal
from ttrn.play import play_random
from ttrn.replays import replay

SMALL = list(dict.fromkeys([name for name, _ in TABLES]))
SEEDS = range(int(os.environ.get("TTRN_ODDS", "6")))
MANY = 1500
"""More deals than these are not enumerated."""
NEAR = 0.02

Chances = dict[tuple[int, int, int], float]
"""The chance of at least so many cards of a kind, by seat, kind and number."""


def laid_out(game: GameRecord, on: Board) -> Worlds | None:
    """Return the worlds of a record; None where it has none, or they cannot be weighed."""
    if replay(game, on).problems:
        return None
    constraints = CardConstraints(game, on).read()
    values = Solver(constraints.program, Budget()).solve()
    try:
        return None if values is None or constraints.open_choices else lay_out(constraints, values)
    except NotSampled:
        return None


def furthest(worlds: Worlds, found: Estimates, exact: Chances) -> float:
    """Return the largest difference between a sampled chance and the exact one."""
    worst = 0.0
    for hand, estimates in zip(worlds.hands, found.hands, strict=True):
        for kind, each in zip(worlds.kinds, estimates, strict=True):
            for number in range(1, 20):
                sampled = each.at_least[number - 1] if number <= len(each.at_least) else 0.0
                worst = max(worst, abs(sampled - exact.get((hand.seat, kind, number), 0.0)))
    return worst


# --- beside a brute force --------------------------------------------------------------------------------------------


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
            # Locomotives that are given out openly do not come from the shuffle, even where the record hides them.
            unseen["L"] -= max(0, on.tables.dealt_locomotives - line.cards.count("L"))
            found *= factorial(unseen.total()) // prod([factorial(number) for number in unseen.values()])
    return found


def by_brute_force(game: GameRecord, deals: list[GameRecord], on: Board) -> Chances:
    """Return the chances of all full records, each weighed by its orders."""
    weights = [orders(game, deal, on) for deal in deals]
    total = sum(weights)
    found: Chances = {}
    for deal, weight in zip(deals, weights, strict=True):
        for seat, hand in enumerate(replay(deal, on).final.hands):
            for kind in range(UNKNOWN):
                for number in range(1, hand[kind] + 1):
                    found[seat, kind, number] = found.get((seat, kind, number), 0.0) + weight / total
    return found


def partly_hidden(name: str, seed: int) -> GameRecord:
    """Return the first turns of a game with a few cards unseen anywhere."""
    rng = random.Random(seed)
    return hide(mutate(play_random(small(name), 2, seed, choose=as_people_do), rng, spoil=False), rng, 5)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seed", SEEDS)
def test_chances_are_those_of_all_deals_by_brute_force(name: str, seed: int) -> None:
    on = small(name)
    game = partly_hidden(name, seed)
    worlds = laid_out(game, on)
    if worlds is None or not worlds.hands:
        return
    deals = list(islice(completions(game, on), MANY))
    if len(deals) < MANY:
        assert furthest(worlds, estimate(worlds, seed), by_brute_force(game, deals, on)) < NEAR, dumps(game)


FLUSHED = """[Game "short"]
player ann
player bob
ann deal RGBB
bob deal GGBB
market LLR??
ann keep ASH-COL | DUN-BRO
bob keep DUN-EAS ASH-DUN
1. ann draw R>L/??GRR ?
2. bob claim ASH-BRO#2 GG
3. ann draw ? ?
4. bob claim COL-DUN BB
5. ann draw R>? ?
"""
"""Cards of a market that was not seen were discarded, shuffled and drawn again."""


def test_cards_that_were_discarded_unseen_come_up_again() -> None:
    on = small("short")
    (game,) = loads(FLUSHED).games
    worlds = laid_out(game, on)
    assert worlds is not None
    assert sum(image != NO_IMAGE for image in worlds.image) >= 2
    constraints = CardConstraints(game, on).read()
    exact = enumerated(constraints, 1_000_000)
    assert exact is not None
    assert furthest(worlds, estimate(worlds, 1), exact) < NEAR


# --- beside all numbers that keep the rows ---------------------------------------------------------------------------


def enumerated(constraints: CardConstraints, most: int) -> Chances | None:
    """Return the chances of all numbers that keep the rows, each weighed by its orders; None if there are too many."""
    kinds = [kind for kind in range(UNKNOWN) if constraints.stacks[0].content.known[kind]]
    unknown = constraints.unknown
    if prod([comb(each.number + len(kinds) - 1, len(kinds) - 1) for each in unknown]) > most:
        return None
    ways = [list(splits(each.number, len(kinds))) for each in unknown]
    last = {each.first + kind: place for place, each in enumerate(unknown) for kind in range(UNKNOWN)}
    rows: list[list[LinearRow]] = [[] for _ in unknown]
    for row in constraints.program.rows:
        if any(variable not in last for variable, _ in row.terms):
            return None
        rows[max([last[variable] for variable, _ in row.terms])].append(row)
    values = [0] * len(constraints.program.uppers)
    found: Chances = {}

    def fill(place: int, weight: float) -> None:
        if place == len(unknown):
            weigh(constraints, kinds, values, weight, found)
            return
        for way in ways[place]:
            for kind, number in zip(kinds, way, strict=True):
                values[unknown[place].first + kind] = number
            if keeps(values, rows[place], constraints.program.uppers):
                fill(place + 1, weight / prod([factorial(number) for number in way]))
        for kind in kinds:
            values[unknown[place].first + kind] = 0

    fill(0, 1.0)
    total = found.pop((-1, 0, 0))
    return {key: weight / total for key, weight in found.items()}


def weigh(constraints: CardConstraints, kinds: list[int], values: list[int], weight: float, found: Chances) -> None:
    """Add one deal to the chances; the sum of all weights stands under a seat that there is not."""
    for stack in constraints.stacks:
        for kind in kinds:
            content = stack.content.known[kind] + sum([values[v] * sign for v, sign in stack.content.terms(kind)])
            drawn = stack.drawn.known[kind] + sum([values[v] for v, _ in stack.drawn.terms(kind)])
            weight *= factorial(content) / factorial(content - drawn)
    found[-1, 0, 0] = found.get((-1, 0, 0), 0.0) + weight
    for seat, pile in enumerate(constraints.hands):
        for kind in kinds:
            held = pile.known[kind] + sum([values[v] * sign for v, sign in pile.terms(kind)])
            for number in range(1, held + 1):
                found[seat, kind, number] = found.get((seat, kind, number), 0.0) + weight


def splits(number: int, kinds: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to divide a number of cards among kinds."""
    if kinds == 1:
        yield (number,)
        return
    for first in range(number + 1):
        for rest in splits(number - first, kinds - 1):
            yield (first, *rest)


def some_view(name: str, seed: int) -> GameRecord:
    """Return a game as somebody saw it, up to some turn."""
    on = small(name)
    rng = random.Random(seed)
    game = play_random(on, rng.randint(2, min(3, on.tables.max_players)), seed, choose=as_people_do)
    return redact(game, rng.choice(("public", "ann")), until=rng.randrange(len(game.turns) + 1), board=on)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seed", [seed + 100 for seed in SEEDS])
def test_chances_of_views_are_those_of_all_deals(name: str, seed: int) -> None:
    on = small(name)
    view = some_view(name, seed)
    exact = enumerated(CardConstraints(view, on).read(), 20_000)
    worlds = laid_out(view, on)
    if exact is not None and worlds is not None:
        assert furthest(worlds, estimate(worlds, seed), exact) < NEAR, dumps(view)


# --- the chain -------------------------------------------------------------------------------------------------------


def test_no_single_exchange_leads_from_one_world_to_the_other() -> None:
    """Two decks, two hands: what is exchanged in one deck must be exchanged back in the other."""
    worlds = Worlds(kinds=[0, 1], bunches=4, decks=[range(2), range(2, 4)], image=[NO_IMAGE] * 4)
    worlds.kind, worlds.bunch = [0, 1, 1, 0], [0, 1, 2, 3]
    for hand in ((0, 2), (1, 3)):
        for kind in (0, 1):
            worlds.rows.append(WorldRow({(bunch, kind): 1 for bunch in hand}, 1))
    worlds.hands = [HiddenHand(0, [0, 0], [0, 2]), HiddenHand(1, [0, 0], [1, 3])]
    chain = Chain(worlds, "1")
    first = whole = 0
    for _ in range(4000):
        chain.run(10)
        whole += not chain.broken
        first += not chain.broken and chain.counts[0][0]
    assert whole == 4000
    assert abs(first / whole - 0.5) < 0.05


def test_a_chain_keeps_its_books() -> None:
    """What it counts as it goes is what a count from the start gives, whatever the moves."""
    for name in SMALL:
        worlds = laid_out(some_view(name, 3), small(name))
        assert worlds is not None
        chain = Chain(worlds, "1")
        chain.settle(200)
        chain.run(2000)
        assert chain.broken == sum([max(0, row.low - total(chain, row)) for row in worlds.rows])
        sizes = Counter(worlds.bunch)
        assert [sum(counts) for counts in chain.counts] == [sizes[bunch] for bunch in range(worlds.bunches)]


def total(chain: Chain, row: WorldRow) -> int:
    return sum([chain.counts[bunch][kind] * factor for (bunch, kind), factor in row.terms.items()])


def test_flags_are_set_if_they_can_be() -> None:
    """At least three of the cards, or the flag; the flag only from seven on."""
    rows = [FlagRow({(0, 0): 1}, [(5, 3)], 3, None), FlagRow({(0, 1): 1}, [(5, -7)], 0, None)]
    flags = Flags(FlagGroup(rows, {5: 1}))
    assert [flags.holds(totals) for totals in ((3, 0), (2, 6), (2, 7), (0, 7))] == [True, False, True, True]
    assert flags.holds((2, 6)) is False
