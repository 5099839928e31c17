"""Possible worlds at random: a chain that exchanges unseen cards, in the long run in every world equally often.

A step takes two cards of one shuffled deck and lets them change places. It is as likely as the step back, so without
anything else every world would come equally often. Worlds that break rows are not forbidden but rare: one that is
broken by n is visited the less often by the n-th power of a small factor, and never counted. So the chain cannot be
caught where no single exchange keeps all rows; now and then it also turns three cards round, or makes an exchange in
one deck and the opposite one in another.
"""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from ttrn.hidden.flags import Flags
from ttrn.hidden.worlds import NO_IMAGE, Worlds

BLOCK: Final = 50
LONGER: Final = 5
"""So many steps of a block move more than two cards."""
TURNS: Final = 0.2
"""The share of these that turn three cards of a deck round."""
BOTH_HANDS: Final = 0.5
"""How often two exchanges between two hands leave both as they were, and not only the first one."""
NO_HAND: Final = -1
MELTED: Final = 0.4
"""The factor for broken worlds at the start, with which the chain forgets where it came from."""
FACTORS: Final = (0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005)
"""The factors that are tried one after the other, until enough worlds are whole."""
WHOLE: Final = 0.6
"""The share of whole worlds that is enough."""


class _Effect(NamedTuple):
    """What an exchange changes: rows by how much, and the rows of groups with flags."""

    rows: list[tuple[int, int]]
    groups: list[tuple[int, list[tuple[int, int]]]]


class Chain:
    """One world after the other; ``counts`` are those of the present one, by bunch and kind."""

    def __init__(self, worlds: Worlds, seed: str) -> None:
        self._worlds = worlds
        self._random = random.Random(seed).random  # noqa: S311  not for secrets
        self._effects: dict[int, list[tuple[int, int]]] = {}
        self._rows_of: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._groups_of: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
        self._flags = [Flags(group) for group in worlds.groups]
        self._hand = [NO_HAND] * worlds.bunches
        for hand in worlds.hands:
            for number in hand.bunches:
                self._hand[number] = hand.seat
        self._linked = any(image != NO_IMAGE for image in worlds.image)
        self._restart()
        for row, (terms, _) in enumerate(worlds.rows):
            for spot, factor in terms.items():
                self._rows_of.setdefault(spot, []).append((row, factor))
        for number, group in enumerate(worlds.groups):
            for place, flag_row in enumerate(group.rows):
                for spot, factor in flag_row.terms.items():
                    self._groups_of.setdefault(spot, []).append((number, place, factor))
        self._cards = self._exchangeable()
        self._by_kind = [
            [[card for card in deck if worlds.kind[card] == kind] for kind in range(len(worlds.kinds))]
            for deck in self._decks
        ]
        self.factor = 0.0

    def _restart(self) -> None:
        """Go to the first world."""
        worlds = self._worlds
        self._kind, self._bunch, self._image = list(worlds.kind), list(worlds.bunch), list(worlds.image)
        self.counts = [[0] * len(worlds.kinds) for _ in range(worlds.bunches)]
        for kind, bunch in zip(self._kind, self._bunch, strict=True):
            self.counts[bunch][kind] += 1
        self._slack = [self._total(row.terms) - row.low for row in worlds.rows]
        self._totals = [[self._total(row.terms) for row in group.rows] for group in worlds.groups]
        self.broken = 0
        """By how much the present world breaks rows; 0 where it is whole."""

    def _total(self, terms: dict[tuple[int, int], int]) -> int:
        return sum([self.counts[bunch][kind] * factor for (bunch, kind), factor in terms.items()])

    def _exchangeable(self) -> list[tuple[int, range, int]]:
        """Return the cards that can change places, each with its deck, and the number of that among such decks."""
        self._decks = [deck for deck in self._worlds.decks if len({self._bunch[card] for card in deck}) > 1]
        return [(card, deck, number) for number, deck in enumerate(self._decks) for card in deck]

    @property
    def fixed(self) -> bool:
        """Whether there is only one world."""
        return not self._cards

    # --- getting under way -------------------------------------------------------------------------------------------

    def settle(self, steps: int) -> None:
        """Forget the start, and find the factor for broken worlds with which enough of them are whole."""
        if self.fixed:
            return
        self.factor = MELTED
        self.run(steps)
        for factor in FACTORS:
            self.factor = factor
            self.run(steps)
            whole = sum([not self._skip(steps // 50) for _ in range(50)])
            if whole >= WHOLE * 50:
                return
        # It has not found back, or not often enough: from the world that is known to be possible.
        self._restart()
        self.run(steps)

    def _skip(self, steps: int) -> int:
        self.run(steps)
        return self.broken

    # --- steps -------------------------------------------------------------------------------------------------------

    def run(self, steps: int) -> None:
        """Make so many steps, or a few more: a number of exchanges, then some that move more cards, and so on."""
        if self.fixed:
            return
        exchange = self._exchange_linked if self._linked or self._flags else self._exchange
        for _ in range(0, steps, BLOCK):
            exchange(BLOCK - LONGER)
            for _ in range(LONGER):
                self._longer()

    def _exchange(self, steps: int) -> None:
        """Exchange two cards of a deck so many times, if rows and chance allow it: all in one place, for speed."""
        cards, count, chance = self._cards, len(self._cards), self._random
        kind, bunch, slack, counts, effects = self._kind, self._bunch, self._slack, self.counts, self._effects
        kinds, bunches = len(self._worlds.kinds), self._worlds.bunches
        for _ in range(steps):
            one, deck, _ = cards[int(chance() * count)]
            other = deck.start + int(chance() * len(deck))
            k, m, a, b = kind[one], kind[other], bunch[one], bunch[other]
            if k == m or a == b:
                continue
            key = ((a * bunches + b) * kinds + k) * kinds + m
            rows = effects.get(key)
            if rows is None:
                rows = effects[key] = self._effect([(a, k, -1), (a, m, 1), (b, k, 1), (b, m, -1)]).rows
            worse = 0
            for row, change in rows:
                left = slack[row]
                if left < 0:
                    worse += left
                left += change
                if left < 0:
                    worse -= left
            if worse <= 0 or chance() < self.factor**worse:
                self.broken += worse
                for row, change in rows:
                    slack[row] += change
                bunch[one], bunch[other] = b, a
                counts[a][k] -= 1
                counts[a][m] += 1
                counts[b][k] += 1
                counts[b][m] -= 1

    def _exchange_linked(self, steps: int) -> None:
        """Exchange two cards so many times where that may change later decks, or what flags can be."""
        for _ in range(steps):
            one, deck, _ = self._cards[int(self._random() * len(self._cards))]
            other = deck.start + int(self._random() * len(deck))
            if self._bunch[one] != self._bunch[other]:
                self._try([(one, self._bunch[other]), (other, self._bunch[one])])

    def _longer(self) -> None:
        """Turn three cards of a deck round, or make an exchange together with another that makes up for it."""
        chance, bunch, kind = self._random, self._bunch, self._kind
        one, deck, _ = self._cards[int(chance() * len(self._cards))]
        two = deck.start + int(chance() * len(deck))
        a, b = bunch[one], bunch[two]
        if a == b:
            return
        if chance() < TURNS or self._linked:
            three = deck.start + int(chance() * len(deck))
            c = bunch[three]
            if c not in (a, b):
                self._try([(one, b), (two, c), (three, a)])
        elif kind[one] != kind[two] and self._hand[a] != NO_HAND:
            self._twice(one, two, deck)

    def _twice(self, one: int, two: int, deck: range) -> None:
        """Exchange two cards, and two others so that the hand of the first one holds as many of each kind as before.

        The others come from any deck; where the first exchange was with another hand, that may stay as it was too. The
        way back may be likelier than the way there: there are as many as the cards that could have been chosen.
        """
        chance, kind = self._random, self._kind
        mine, yours = self._hand[self._bunch[one]], self._hand[self._bunch[two]]
        if mine == yours:
            return
        number = int(chance() * len(self._decks))
        gone, come = [
            [self._hand[self._bunch[card]] for card in cards]
            for cards in (self._by_kind[number][kind[one]], self._by_kind[number][kind[two]])
        ]
        same = self._decks[number] == deck
        giving = [place for place, holder in enumerate(come) if holder == mine]
        if yours != NO_HAND and chance() < BOTH_HANDS:
            taking = [place for place, holder in enumerate(gone) if holder == yours]
            back = come.count(yours)
        else:
            taking = [place for place, holder in enumerate(gone) if holder != mine]
            back = len(come) - len(giving)
        if not giving or not taking:
            return
        three = self._by_kind[number][kind[two]][giving[int(chance() * len(giving))]]
        four = self._by_kind[number][kind[one]][taking[int(chance() * len(taking))]]
        ways_back = (gone.count(mine) + 1 - same) * (back + 1 - same)
        bunch = self._bunch
        moves = [(one, bunch[two]), (two, bunch[one]), (three, bunch[four]), (four, bunch[three])]
        self._try(moves, len(giving) * len(taking) / ways_back)

    def _try(self, moves: list[tuple[int, int]], even: float = 1.0) -> None:
        """Move cards to the bunches of each other, if the rows and chance allow it.

        ``even`` is how much likelier the way back is than the way there.
        """
        changes: dict[tuple[int, int], int] = {}
        kinds = self._new_kinds(moves) if self._linked else {}
        targets = dict(moves)
        for card in {*targets, *kinds}:
            before, after = self._bunch[card], targets.get(card, self._bunch[card])
            old, new = self._kind[card], kinds.get(card, self._kind[card])
            changes[before, old] = changes.get((before, old), 0) - 1
            changes[after, new] = changes.get((after, new), 0) + 1
        found = [(bunch, kind, by) for (bunch, kind), by in changes.items() if by]
        if any(bunch in self._worlds.seen for bunch, _, _ in found):
            return
        effect = self._effect(found)
        worse = self._worse(effect)
        if worse > 0:
            even *= self.factor**worse
        elif worse < 0 and self.factor**-worse <= even:
            even = 1.0
        if even < 1 and self._random() >= even:
            return
        self.broken += worse
        for row, change in effect.rows:
            self._slack[row] += change
        for number, rows in effect.groups:
            for row, change in rows:
                self._totals[number][row] += change
        self._move(moves, kinds)
        for bunch, kind, by in found:
            self.counts[bunch][kind] += by

    def _move(self, moves: list[tuple[int, int]], kinds: dict[int, int]) -> None:
        if self._linked:
            images = self._new_images(moves)
            for card, image in images.items():
                self._image[card] = image
        for card, target in moves:
            self._bunch[card] = target
        for card, kind in kinds.items():
            self._kind[card] = kind

    def _new_images(self, moves: list[tuple[int, int]]) -> dict[int, int]:
        """Return the images of cards after a move: each card takes the place, and the image, of the next one."""
        cards = [card for card, _ in moves]
        return {card: self._image[place] for card, place in zip(cards, [*cards[1:], cards[0]], strict=True)}

    def _new_kinds(self, moves: list[tuple[int, int]]) -> dict[int, int]:
        """Return what becomes of the images of moved cards in later decks: each is of the kind of its card."""
        found: dict[int, int] = {}
        for card, image in self._new_images(moves).items():
            kind = self._kind[card]
            while image != NO_IMAGE:
                if self._kind[image] != kind:
                    found[image] = kind
                image = self._image[image]  # noqa: PLW2901
        return found

    def _effect(self, changes: list[tuple[int, int, int]]) -> _Effect:
        """Return what changes of numbers of cards (bunch, kind, by how many) do to the rows."""
        rows: dict[int, int] = {}
        groups: dict[int, dict[int, int]] = {}
        for bunch, kind, by in changes:
            for row, factor in self._rows_of.get((bunch, kind), ()):
                rows[row] = rows.get(row, 0) + factor * by
            for number, row, factor in self._groups_of.get((bunch, kind), ()):
                group = groups.setdefault(number, {})
                group[row] = group.get(row, 0) + factor * by
        changed = [(number, [item for item in group.items() if item[1]]) for number, group in groups.items()]
        return _Effect([item for item in rows.items() if item[1]], [item for item in changed if item[1]])

    def _worse(self, effect: _Effect) -> int:
        """Return by how much more rows are broken after a change, or by how much less."""
        worse = 0
        for row, change in effect.rows:
            left = self._slack[row]
            if left < 0:
                worse += left
            left += change
            if left < 0:
                worse -= left
        for number, rows in effect.groups:
            before_ = self._totals[number]
            after = list(before_)
            for row, change in rows:
                after[row] += change
            flags = self._flags[number]
            worse += flags.holds(tuple(before_)) - flags.holds(tuple(after))
        return worse
