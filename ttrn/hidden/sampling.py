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

LONGER: Final = 0.08
"""The share of steps that exchange more than two cards."""
MELTED: Final = 0.4
"""The factor for broken worlds at the start, with which the chain forgets where it came from."""
FACTORS: Final = (0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0)
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
        self._effects: dict[int, _Effect] = {}
        self._rows_of: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._groups_of: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
        self._flags = [Flags(group) for group in worlds.groups]
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
        if self.broken:
            # It has not found back: from the world that is known to be possible, without broken ones.
            self._restart()
            self.run(steps)

    def _skip(self, steps: int) -> int:
        self.run(steps)
        return self.broken

    # --- steps -------------------------------------------------------------------------------------------------------

    def run(self, steps: int) -> None:
        """Make so many steps."""
        cards, count, chance = self._cards, len(self._cards), self._random
        if not count:
            return
        kind, bunch, slack, counts, effects = self._kind, self._bunch, self._slack, self.counts, self._effects
        kinds, bunches = len(self._worlds.kinds), self._worlds.bunches
        factors = [self.factor**broken for broken in range(64)]
        plain = not (self._linked or self._flags)
        for _ in range(steps):
            if chance() < LONGER:
                self._longer()
                continue
            one, deck, _ = cards[int(chance() * count)]
            other = deck.start + int(chance() * len(deck))
            k, m, a, b = kind[one], kind[other], bunch[one], bunch[other]
            if not plain:
                if a != b:
                    self._try([(one, b), (other, a)])
                continue
            if k == m or a == b:
                continue
            key = ((a * bunches + b) * kinds + k) * kinds + m
            effect = effects.get(key)
            if effect is None:
                effect = effects[key] = self._effect([(a, k, -1), (a, m, 1), (b, k, 1), (b, m, -1)])
            worse = 0
            for row, change in effect.rows:
                before = slack[row]
                after = before + change
                if after < 0:
                    worse -= after
                if before < 0:
                    worse += before
            if worse <= 0 or chance() < factors[min(worse, 63)]:
                self.broken += worse
                for row, change in effect.rows:
                    slack[row] += change
                bunch[one], bunch[other] = b, a
                counts[a][k] -= 1
                counts[a][m] += 1
                counts[b][k] += 1
                counts[b][m] -= 1

    def _longer(self) -> None:
        """Turn three cards of a deck round, or exchange two in one deck and two of the same kinds in another."""
        chance, bunch, kind = self._random, self._bunch, self._kind
        one, deck, number = self._cards[int(chance() * len(self._cards))]
        two = deck.start + int(chance() * len(deck))
        a, b = bunch[one], bunch[two]
        if a == b:
            return
        if chance() < 0.5 or len(self._decks) == 1 or self._linked:
            three = deck.start + int(chance() * len(deck))
            c = bunch[three]
            if c not in (a, b):
                self._try([(one, b), (two, c), (three, a)])
            return
        other = int(chance() * (len(self._decks) - 1))
        by_kind = self._by_kind[other + (other >= number)]
        alike, opposite = by_kind[kind[two]], by_kind[kind[one]]
        if kind[one] == kind[two] or not alike or not opposite:
            return
        three, four = alike[int(chance() * len(alike))], opposite[int(chance() * len(opposite))]
        self._try([(one, b), (two, a), (three, bunch[four]), (four, bunch[three])])

    def _try(self, moves: list[tuple[int, int]]) -> None:
        """Move cards to the bunches of each other, if the rows (and chance) allow it."""
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
        if worse > 0 and self._random() >= self.factor**worse:
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
            before = self._slack[row]
            worse += max(0, -before - change) - max(0, -before)
        for number, rows in effect.groups:
            before_ = self._totals[number]
            after = list(before_)
            for row, change in rows:
                after[row] += change
            flags = self._flags[number]
            worse += flags.holds(tuple(before_)) - flags.holds(tuple(after))
        return worse
