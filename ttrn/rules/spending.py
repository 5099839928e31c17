"""The best spending: which tickets a stack of cards completes for the most points (CG-SCORE-1).

Every ticket wants some cards of some colours, a card serves one ticket, and locomotives stand for any colour: a packing
problem with one dimension per colour. It is solved exactly, by branch and bound. The bound puts a price on every colour
(a Lagrangian relaxation): no set of tickets is worth more than the stack at these prices, plus what each ticket brings
beyond the price of its cards. The prices hold for every part of the search, so a bound costs a few additions.
Where two ways of spending leave the same cards for the same tickets, only the better one is followed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.rules.cards import COLORS, KINDS, LOCOMOTIVE, Counts, frozen_counts

_ROUNDS: Final = 100
"""How often the prices are improved; more does not pay at the sizes of real hands."""

_POINT: Final = 1 << 10
"""What a point counts beside a ticket: points first, then the number of tickets."""


class Spent(NamedTuple):
    """A ticket completed, and the cards spent on it, as counts."""

    ticket: int
    cards: tuple[int, ...]


class Offer(NamedTuple):
    """A ticket to choose: what it counts, and the cards it wants by colour."""

    value: int
    wants: tuple[int, ...]


def wanted(board: Board, ticket: int) -> tuple[int, ...]:
    """Return the cards that a ticket asks for, as counts."""
    return frozen_counts(board.tickets[ticket].cards)


def best_spending(board: Board, stack: Sequence[int], tickets: Sequence[int]) -> tuple[Spent, ...]:
    """Return the tickets that the known cards of a stack complete for the most points, with the cards for each.

    Of equal ones the most tickets are completed. Coloured cards are spent before locomotives.
    """
    offers = [Offer(board.tickets[ticket].points * _POINT + 1, wanted(board, ticket)[:COLORS]) for ticket in tickets]
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
    search = _Search(stock, wild, [offers[i] for i in possible])
    return sorted([possible[i] for i in search.run()])


class _Search:
    """A depth-first search over the tickets, the most profitable at the best prices first."""

    __slots__ = (
        "best",
        "chosen",
        "demands",
        "offers",
        "order",
        "path",
        "prices",
        "rest",
        "seen",
        "start",
        "wild_price",
    )

    def __init__(self, stock: Sequence[int], wild: int, offers: list[Offer]) -> None:
        demand = [sum([offer.wants[color] for offer in offers]) for color in range(COLORS)]
        self.start = (tuple([min(have, want) for have, want in zip(stock, demand, strict=True)]), wild)
        self.chosen: list[int] = []
        self.best = -1
        self._greedy(offers, [1.0] * COLORS)
        self.prices = self._best_prices(offers)
        self.wild_price = max(self.prices)
        profits = [_profit(offer, self.prices) for offer in offers]
        # The clear cases come first: with them the bound decides at once, and only the close ones are tried both ways.
        self.order = sorted(range(len(offers)), key=lambda i: -abs(profits[i]))
        self.offers = [offers[i] for i in self.order]
        # What is left to be wanted, and to be gained beyond its price, from each ticket on.
        self.demands: list[tuple[int, ...]] = [(0,) * COLORS]
        self.rest = [0.0]
        for i in reversed(self.order):
            below = self.demands[-1]
            self.demands.append(tuple([a + b for a, b in zip(below, offers[i].wants, strict=True)]))
            self.rest.append(self.rest[-1] + max(0.0, profits[i]))
        self.demands.reverse()
        self.rest.reverse()
        self.path: list[int] = []
        self.seen: dict[tuple[int, tuple[int, ...], int], int] = {}

    def run(self) -> list[int]:
        """Return the best choice."""
        stock, wild = self.start
        self._go(0, stock, wild, 0)
        return self.chosen

    def _greedy(self, offers: list[Offer], prices: list[float]) -> None:
        """Look for a good choice: the tickets that bring most for the price of their cards, while the cards last."""
        stock, wild = self.start
        value = 0
        chosen: list[int] = []
        costs = [sum([price * want for price, want in zip(prices, offer.wants, strict=True)]) for offer in offers]
        for i in sorted(range(len(offers)), key=lambda i: -offers[i].value / (costs[i] + 1e-9)):
            need = missing(stock, offers[i].wants)
            if need <= wild:
                stock, wild = _without(stock, offers[i].wants), wild - need
                value += offers[i].value
                chosen.append(i)
        if value > self.best:
            self.best, self.chosen = value, chosen

    def _best_prices(self, offers: list[Offer]) -> list[float]:
        """Look for the prices at which the bound is lowest: a colour that is wanted too much gets dearer."""
        stock, wild = self.start
        prices = [sum([offer.value for offer in offers]) / sum([sum(offer.wants) for offer in offers])] * COLORS
        found, lowest = prices, float("inf")
        for _ in range(_ROUNDS):
            dearest = max(range(COLORS), key=prices.__getitem__)
            surplus: Counts = list(stock)
            surplus[dearest] += wild
            bound = sum([price * have for price, have in zip(prices, surplus, strict=True)])
            for offer in offers:
                profit = _profit(offer, prices)
                if profit > 0:
                    bound += profit
                    surplus = [have - want for have, want in zip(surplus, offer.wants, strict=True)]
            if bound < lowest:
                found, lowest = prices, bound
                self._greedy(offers, prices)
            slope = sum([number * number for number in surplus])
            if not slope or bound - self.best < 1:
                break
            step = (bound - self.best) / slope
            prices = [max(0.0, price - step * number) for price, number in zip(prices, surplus, strict=True)]
        return found

    def _go(self, at: int, stock: tuple[int, ...], wild: int, value: int) -> None:
        """Follow all choices among the tickets from here on that can still become the best."""
        demand = self.demands[at]
        # More than is wanted is no use: so more ways of spending come to the same.
        stock = tuple([min(want, have) for have, want in zip(stock, demand, strict=True)])
        short = sum(demand) - sum(stock)
        if short <= wild:
            value += sum([offer.value for offer in self.offers[at:]])
            if value > self.best:
                self.best = value
                self.chosen = [self.order[i] for i in (*self.path, *range(at, len(self.offers)))]
            return
        bound = value + self.rest[at] + self.wild_price * wild
        bound += sum([price * have for price, have in zip(self.prices, stock, strict=True)])
        key = (at, stock, wild)
        if bound < self.best + 1 - 1e-6 or self.seen.get(key, -1) >= value:
            return
        self.seen[key] = value
        offer = self.offers[at]
        need = missing(stock, offer.wants)
        if need <= wild:
            self.path.append(at)
            self._go(at + 1, _without(stock, offer.wants), wild - need, value + offer.value)
            self.path.pop()
        self._go(at + 1, stock, wild, value)


def _profit(offer: Offer, prices: Sequence[float]) -> float:
    """Return what a ticket is worth beyond the price of its cards."""
    return offer.value - sum([price * want for price, want in zip(prices, offer.wants, strict=True)])


def _without(stock: tuple[int, ...], wants: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([have - want if have > want else 0 for have, want in zip(stock, wants, strict=True)])
