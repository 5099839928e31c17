"""The best spending: which tickets a stack of cards completes for the most points (CG-SCORE-1).

Every ticket wants some cards of some colours, a card serves one ticket, and locomotives stand for any colour: a packing
problem with one dimension per colour. It is solved exactly, by branch and bound. The bound puts a price on every colour
(a Lagrangian relaxation): no set of tickets is worth more than the stack at these prices, plus what each ticket brings
beyond the price of its cards. The prices hold for every part of the search, so a bound costs a few additions.

Of sets with equal points the one with most tickets is wanted. A second bound, on points and tickets added up, tells
where no more tickets can be had for the points that are known to be the most. Where two ways of spending leave the same
cards for the same tickets, only the better one is followed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, inf
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.core.cards import COLORS, KINDS, LOCOMOTIVE, frozen_counts

_ROUNDS: Final = 100
"""How often the prices are improved; more does not pay at the sizes of real hands."""

_SLACK: Final = 1e-6
"""What sums of fractions may be off."""


class Spent(NamedTuple):
    """A ticket completed, and the cards spent on it, as counts."""

    ticket: int
    cards: tuple[int, ...]


class Offer(NamedTuple):
    """A ticket to choose: its points, and the cards it wants by colour."""

    points: int
    wants: tuple[int, ...]


def wanted(board: Board, ticket: int) -> tuple[int, ...]:
    """Return the cards that a ticket asks for, as counts."""
    return frozen_counts(board.tickets[ticket].cards)


def best_spending(board: Board, stack: Sequence[int], tickets: Sequence[int]) -> tuple[Spent, ...]:
    """Return the tickets that the known cards of a stack complete for the most points, with the cards for each.

    Of equal ones the most tickets are completed. Coloured cards are spent before locomotives.
    """
    offers = [Offer(board.tickets[ticket].points, wanted(board, ticket)[:COLORS]) for ticket in tickets]
    chosen = choose(stack[:COLORS], stack[LOCOMOTIVE], offers)
    return hand_out(board, stack, [tickets[index] for index in chosen])


def hand_out(board: Board, stack: Sequence[int], tickets: Sequence[int]) -> tuple[Spent, ...]:
    """Give each of the tickets its cards; the stack must be enough for all of them."""
    left = list(stack[:COLORS])
    spent: list[Spent] = []
    for ticket in tickets:
        cards = [0] * KINDS
        for color, number in enumerate(wanted(board, ticket)[:COLORS]):
            cards[color] = min(number, left[color])
            cards[LOCOMOTIVE] += number - cards[color]
            left[color] -= cards[color]
        spent.append(Spent(ticket, tuple(cards)))
    return tuple(spent)


def missing(stock: Sequence[int], wants: Sequence[int]) -> int:
    """Return how many locomotives a stock needs besides to give these cards."""
    return sum([want - have for have, want in zip(stock, wants, strict=True) if want > have])


def choose(stock: Sequence[int], wild: int, offers: Sequence[Offer]) -> list[int]:
    """Return the offers, by their index, that are worth most together; ``stock`` is by colour, ``wild`` stands for any.

    >>> choose([1, 0, 0, 0, 0, 0, 0, 0], 1, [Offer(5, (1, 0, 0, 0, 0, 0, 0, 0)), Offer(9, (1, 1, 0, 0, 0, 0, 0, 0))])
    [1]
    """
    possible = [i for i, offer in enumerate(offers) if missing(stock, offer.wants) <= wild]
    demand = [sum([offers[i].wants[color] for i in possible]) for color in range(COLORS)]
    if missing(stock, demand) <= wild:
        return possible
    clipped = tuple([min(have, want) for have, want in zip(stock, demand, strict=True)])
    search = _Search(clipped, wild, [offers[i] for i in possible])
    return sorted([possible[i] for i in search.run()])


class _Bound:
    """Prices of the colours, good for a bound on what is gained with some tickets: the points, or something else."""

    __slots__ = ("dear", "prices", "profits", "rest")

    def __init__(self, search: _Search, gains: list[int], known: int) -> None:
        """Look for the prices at which the bound is lowest: a colour that is wanted too much gets dearer."""
        offers, (stock, wild) = search.offers, search.start
        cards = sum([number for wants in search.sparse for _, number in wants])
        prices = [sum(gains) / cards] * COLORS
        self.prices, lowest = prices, inf
        for _ in range(_ROUNDS):
            dear = max(prices)
            surplus = list(stock)
            surplus[prices.index(dear)] += wild
            bound = 0.0
            for color in range(COLORS):
                bound += prices[color] * surplus[color]
            for at, wants in enumerate(search.sparse):
                profit = float(gains[at])
                for color, number in wants:
                    profit -= prices[color] * number
                if profit > 0:
                    bound += profit
                    for color, number in wants:
                        surplus[color] -= number
            if bound < lowest:
                self.prices, lowest = prices, bound
            slope = 0
            for number in surplus:
                slope += number * number
            if not slope or bound < known + 1 - _SLACK:
                break
            step = (bound - known) / slope
            prices = [max(0.0, prices[color] - step * surplus[color]) for color in range(COLORS)]
        self.dear = max(self.prices)  # what a locomotive is worth
        self.profits = [
            gain - sum([price * want for price, want in zip(self.prices, offer.wants, strict=True)], 0.0)
            for gain, offer in zip(gains, offers, strict=True)
        ]
        self.rest: list[float] = []

    def arrange(self, order: list[int]) -> None:
        """Add up what can be gained beyond the prices, from each ticket on in this order."""
        rest = [0.0]
        for i in reversed(order):
            rest.append(rest[-1] + max(0.0, self.profits[i]))
        self.rest = rest[::-1]

    def above(self, at: int, stock: tuple[int, ...], wild: int) -> int:
        """Return what the tickets from here on cannot gain more than."""
        value = self.rest[at] + self.dear * wild
        for color in range(COLORS):
            value += self.prices[color] * stock[color]
        return floor(value + _SLACK)


class _Search:
    """A depth-first search over the tickets."""

    __slots__ = ("best", "both", "chosen", "demands", "offers", "order", "path", "points", "seen", "sparse", "start")

    def __init__(self, stock: tuple[int, ...], wild: int, offers: list[Offer]) -> None:
        self.start = (stock, wild)
        self.offers = offers
        self.sparse = [[(color, n) for color, n in enumerate(offer.wants) if n] for offer in offers]
        self.best = (-1, -1)  # points, tickets
        self.chosen: list[int] = []
        self._greedy([1.0] * COLORS)
        self.points = _Bound(self, [offer.points for offer in offers], self.best[0])
        self._greedy(self.points.prices)
        self.both = _Bound(self, [offer.points + 1 for offer in offers], sum(self.best))
        # The clear cases come first: with them the bound decides at once, and only the close ones are tried both ways.
        self.order = sorted(range(len(offers)), key=lambda i: -abs(self.points.profits[i]))
        self.points.arrange(self.order)
        self.both.arrange(self.order)
        # What is left to be wanted, from each ticket on.
        demands: list[tuple[int, ...]] = [(0,) * COLORS]
        for i in reversed(self.order):
            demands.append(tuple([a + b for a, b in zip(demands[-1], offers[i].wants, strict=True)]))
        self.demands = demands[::-1]
        self.path: list[int] = []
        self.seen: dict[tuple[int, tuple[int, ...], int], tuple[int, int]] = {}

    def run(self) -> list[int]:
        """Return the best choice."""
        stock, wild = self.start
        self._go(0, stock, wild, (0, 0))
        return self.chosen

    def _greedy(self, prices: list[float]) -> None:
        """Look for a good choice: the tickets that bring most for the price of their cards, while the cards last."""
        stock, wild = self.start
        chosen: list[int] = []
        costs = [sum([prices[color] * number for color, number in wants], 0.0) for wants in self.sparse]
        for i in sorted(range(len(costs)), key=lambda i: -self.offers[i].points / (costs[i] + _SLACK)):
            need = missing(stock, self.offers[i].wants)
            if need <= wild:
                stock, wild = _without(stock, self.offers[i].wants), wild - need
                chosen.append(i)
        value = (sum([self.offers[i].points for i in chosen]), len(chosen))
        if value > self.best:
            self.best, self.chosen = value, chosen

    def _go(self, at: int, stock: tuple[int, ...], wild: int, value: tuple[int, int]) -> None:
        """Follow all choices among the tickets from here on that can still become the best."""
        demand = self.demands[at]
        # More than is wanted is no use: so more ways of spending come to the same.
        stock = tuple([min(have, want) for have, want in zip(stock, demand, strict=True)])
        points, tickets = value
        if sum(demand) - sum(stock) <= wild:
            rest = self.order[at:]
            value = (points + sum([self.offers[i].points for i in rest]), tickets + len(rest))
            if value > self.best:
                self.best, self.chosen = value, [*self.path, *rest]
            return
        key = (at, stock, wild)
        if self._hopeless(at, stock, wild, value) or self.seen.get(key, (-1, -1)) >= value:
            return
        self.seen[key] = value
        index = self.order[at]
        offer = self.offers[index]
        need = missing(stock, offer.wants)
        if need <= wild:
            self.path.append(index)
            self._go(at + 1, _without(stock, offer.wants), wild - need, (points + offer.points, tickets + 1))
            self.path.pop()
        self._go(at + 1, stock, wild, value)

    def _hopeless(self, at: int, stock: tuple[int, ...], wild: int, value: tuple[int, int]) -> bool:
        """Return whether no choice from here on can become the best."""
        most = value[0] + self.points.above(at, stock, wild)
        if most != self.best[0]:
            return most < self.best[0]
        return sum(value) + self.both.above(at, stock, wild) <= sum(self.best)


def _without(stock: tuple[int, ...], wants: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([have - want if have > want else 0 for have, want in zip(stock, wants, strict=True)])
