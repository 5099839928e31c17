"""How long the best spending of a stack on tickets takes: ``python -m benchmarks spending``.

To reach, in processor time: 20 ms at the median and 200 ms at worst for a full stack, over 1,000 generated ones.
"""

import gc
import random
import statistics
import time

from benchmarks.table import BenchmarkRow
from ttrn.boards import board
from ttrn.core.cards import KINDS, LETTERS
from ttrn.games.cardgame.spending import best_spending

SIZES = ((30, 12, 1000), (30, 20, 200), (40, 30, 40))
"""Cards, tickets, and how many of them are tried; the first is a full stack, the others more than anybody collects."""


def measure(cards: int, tickets: int, count: int) -> list[float]:
    """Return the milliseconds of one call for each of so many seeded stacks, sorted."""
    deck = board("cardgame")
    pile = [LETTERS.index(letter) for letter, number in deck.tables.train_cards.items() for _ in range(number)]
    rng = random.Random(f"{cards} cards, {tickets} tickets")
    times: list[float] = []
    gc.collect()
    for _ in range(count):
        stack = [0] * KINDS
        for card in rng.sample(pile, cards):
            stack[card] += 1
        held = sorted(rng.sample(range(len(deck.tickets)), tickets))
        start = time.process_time()
        best_spending(deck, stack, held)
        times.append(1000 * (time.process_time() - start))
    return sorted(times)


def rows() -> list[BenchmarkRow]:
    """Return median, 99th percentile and maximum for each size."""
    found: list[BenchmarkRow] = []
    for cards, tickets, count in SIZES:
        times = measure(cards, tickets, count)
        tail = times[len(times) * 99 // 100]
        goal = "20 ms, none over 200" if (cards, tickets) == SIZES[0][:2] else ""
        what = f"best spending of {cards} cards on {tickets} tickets, {count:,} stacks"
        figure = f"median {statistics.median(times):.1f} ms"
        found.append(BenchmarkRow(what, figure, f"99th {tail:.1f}, worst {times[-1]:.1f}", goal))
    return found
