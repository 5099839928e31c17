"""Payments as rows: cards of one colour and wild ones that leave a hand, seen and unseen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import NamedTuple

from ttrn.core.cards import COLORS, LOCOMOTIVE, UNKNOWN, counts, frozen_counts
from ttrn.core.price import Price
from ttrn.core.state import Violation
from ttrn.hidden.card_flow import ANYTHING, CardFlow
from ttrn.hidden.piles import Pile, UnknownCards
from ttrn.notation.records import Claim
from ttrn.replays.resolve import ResolvedClaim, resolve_route


class Payment(NamedTuple):
    """Cards paid: how many were seen of each kind, and a flag for each colour that the unseen ones may have."""

    seen: list[int]
    flags: dict[int, int]

    @property
    def colors(self) -> list[int]:
        """The colours seen."""
        return _colors(self.seen)


class Payments(CardFlow):
    """Where the cards of one record are, and how they are paid."""

    @cached_property
    def _all_claims_seen(self) -> bool:
        claims = [turn.action for turn in self.game.turns if isinstance(turn.action, Claim)]
        return not any("?" in claim.paid for claim in claims)

    def claim(self, seat: int, action: Claim) -> None:
        """Pay for a route."""
        if self._all_claims_seen and not self.forgets(self.line):
            # Where no payment is unseen, it does not matter which track each of them paid for.
            self.spend(seat, frozen_counts(action.paid))
            return
        found = resolve_route(self.board, action)
        assert not isinstance(found, Violation), "a record that breaks no rule names routes of the board"
        self.pay_route(seat, found)

    def pay_route(self, seat: int, found: ResolvedClaim, to: Pile | None = None, *, claimed: bool = True) -> Payment:
        """Pay for one of several tracks; ``claimed`` is whether it then belongs to the seat."""
        routes = [self.board.routes[track.route] for track in found.actions]
        prices = [self._price(route) for route in routes]
        payment = self.pay(seat, found.paid, prices, to)
        if not self.forgets(self.line):
            colors = set(payment.colors)
            fitting = [route for route, price in zip(routes, prices, strict=True) if colors.issubset(price.colors)]
            if len(self.board.pairs[routes[0].pair]) > 1:
                self.double_routes.claim(fitting, payment.flags, self.line, kept=claimed)
        return payment

    def pay(self, seat: int, paid: Sequence[int], prices: Sequence[Price], to: Pile | None = None) -> Payment:
        """Move cards that pay one of several prices from a hand to the discards, or elsewhere."""
        seen = list(paid)
        unseen = self._spend(
            seat, seen, {kind for price in prices for kind in (*price.colors, *price.wild)}, "paid", to
        )
        if unseen is None:
            return Payment(seen, {})
        flags = self._one_color(unseen, _colors(seen), sorted({kind for price in prices for kind in price.colors}))
        locomotives = min([price.locomotives for price in prices])
        if locomotives:
            self.program.row([(unseen.first + LOCOMOTIVE, 1)], locomotives - seen[LOCOMOTIVE], None, self.line)
        return Payment(seen, flags)

    def play_cards(self, seat: int, cards: str, kinds: Collection[int]) -> None:
        """Move cards from a hand to the discards, of which the unseen ones are of any of these kinds."""
        self._spend(seat, counts(cards), kinds, "cards")

    def _spend(
        self, seat: int, cards: list[int], kinds: Collection[int], part: str, to: Pile | None = None
    ) -> UnknownCards | None:
        """Move cards out of a hand; returns the unseen ones, which ``cards`` does not count any more.

        Returns None where all are seen, and where this line is to be forgotten.
        """
        if self.forgets(self.line):
            self.spend_unseen(seat, sum(cards), ANYTHING, self.place(part), to)
            return None
        number, cards[UNKNOWN] = cards[UNKNOWN], 0
        unseen = self.spend_unseen(seat, number, kinds, self.place(part), to) if number else None
        self.spend(seat, cards, to)
        return unseen

    def _one_color(self, paid: UnknownCards, seen: list[int], colors: Sequence[int]) -> dict[int, int]:
        """Ask that unseen cards are of one colour at most, that of the seen ones if there are any; returns flags."""
        if seen:
            for kind in range(COLORS):
                if kind not in seen:
                    self.program.uppers[paid.first + kind] = 0
            return {}
        flags: dict[int, int] = {}
        for kind in colors:
            flag = flags[kind] = self.program.variables(1, 1)
            self.program.row([(paid.first + kind, 1), (flag, -paid.number)], None, 0, paid.line)
            self.program.row([(paid.first + kind, 1), (flag, -1)], 0, None, paid.line)
        self.program.row([(flag, 1) for flag in flags.values()], None, 1, paid.line)
        self.program.choices.append(list(flags.values()))
        return flags


def _colors(seen: Sequence[int]) -> list[int]:
    return [kind for kind in range(COLORS) if seen[kind]]
