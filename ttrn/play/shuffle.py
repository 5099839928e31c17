"""Chance at the table: shuffling and choosing as :mod:`random` does, draw for draw, with less work.

The draws are spelt out here, so a seed keeps giving the same game whatever a later Python makes of its own functions.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from struct import unpack
from typing import Final, TypeVar

T = TypeVar("T")

WORD: Final = 32
"""So many bits a generator makes at a time; of a word, the top bits count."""


def pick(rng: random.Random, items: Sequence[T]) -> T:
    """Return one of some items, each as likely as the other; there must be one."""
    return items[below(rng, len(items))]


def pick_from(rng: random.Random, lists: list[list[T]]) -> T:
    """Return one of the items of several lists, as :func:`pick` does of all of them in one; there must be one."""
    place = below(rng, sum([len(some) for some in lists]))
    for some in lists:
        if place < len(some):
            return some[place]
        place -= len(some)
    raise IndexError("there is nothing to pick from")


def below(rng: random.Random, number: int) -> int:
    """Return a number from 0 up to, and without, another, each as likely as the other."""
    bits = number.bit_length()
    place = rng.getrandbits(bits)
    while place >= number:
        place = rng.getrandbits(bits)
    return place


def _words(rng: random.Random, number: int) -> list[int]:
    """Return what so many draws come to, of a word each, made in one go."""
    return list(unpack(f"<{number}I", rng.getrandbits(WORD * number).to_bytes(WORD // 8 * number, "little")))


def shuffle(rng: random.Random, cards: list[int]) -> None:
    """Put cards into a random order, in place."""
    last = len(cards) - 1
    while last > 0:
        # Each card takes a draw at least, or more, until one fits.
        for word in _words(rng, last):
            place = word >> WORD - (last + 1).bit_length()
            if place <= last:
                cards[last], cards[place] = cards[place], cards[last]
                last -= 1


def shuffled(rng: random.Random, cards: list[int]) -> list[int]:
    """Return cards in a random order; the list itself is used up."""
    found: list[int] = []
    left = len(cards)
    while left:
        for word in _words(rng, left):
            place = word >> WORD - left.bit_length()
            if place < left:
                found.append(cards[place])
                left -= 1
                cards[place] = cards[left]
    return found
