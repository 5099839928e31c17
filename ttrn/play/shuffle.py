"""Chance at the table: shuffling and choosing as :mod:`random` does, draw for draw, with less work.

The draws are spelt out here, so a seed keeps giving the same game whatever a later Python makes of its own functions.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

BITS: Final = [number.bit_length() for number in range(256)]
"""How many bits a number has: looked up, for most that are drawn are small."""


def pick(rng: random.Random, items: Sequence[T]) -> T:
    """Return one of some items, each as likely as the other; there must be one."""
    return items[below(rng, len(items))]


def pick_from(rng: random.Random, lists: list[list[T]]) -> T:
    """Return one of the items of several lists, as :func:`pick` does of all of them in one; there must be one."""
    number = 0
    for some in lists:
        number += len(some)
    place = below(rng, number)
    for some in lists:
        if place < len(some):
            return some[place]
        place -= len(some)
    raise IndexError("there is nothing to pick from")


def below(rng: random.Random, number: int) -> int:
    """Return a number from 0 up to, and without, another, each as likely as the other."""
    bits = BITS[number] if number < len(BITS) else number.bit_length()
    draw = rng.getrandbits
    place = draw(bits)
    while place >= number:
        place = draw(bits)
    return place


def shuffle(rng: random.Random, cards: list[int]) -> None:
    """Put cards into a random order, in place."""
    draw = rng.getrandbits
    for last in range(len(cards) - 1, 0, -1):
        bits = BITS[last + 1] if last + 1 < len(BITS) else (last + 1).bit_length()
        place = draw(bits)
        while place > last:
            place = draw(bits)
        cards[last], cards[place] = cards[place], cards[last]


def shuffled(rng: random.Random, cards: list[int]) -> list[int]:
    """Return cards in a random order; the list itself is used up."""
    draw = rng.getrandbits
    found: list[int] = []
    for left in range(len(cards), 0, -1):
        bits = BITS[left] if left < len(BITS) else left.bit_length()
        place = draw(bits)
        while place >= left:
            place = draw(bits)
        found.append(cards[place])
        cards[place] = cards[left - 1]
    return found
