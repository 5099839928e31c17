"""Chance at the table: shuffling and choosing as :mod:`random` does, draw for draw, with less work.

The draws are spelt out here, so a seed keeps giving the same game whatever a later Python makes of its own functions.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


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
        size = len(some)
        if place < size:
            return some[place]
        place -= size
    raise IndexError("there is nothing to pick from")


def below(rng: random.Random, number: int) -> int:
    """Return a number from 0 up to, and without, another, each as likely as the other."""
    bits = number.bit_length()
    place = rng.getrandbits(bits)
    while place >= number:
        place = rng.getrandbits(bits)
    return place


def shuffle(rng: random.Random, cards: list[int]) -> None:
    """Put cards into a random order, in place."""
    last = len(cards) - 1
    while last > 0:
        for word in _words(rng, last):
            place = word >> 32 - (last + 1).bit_length()
            if place <= last:
                cards[last], cards[place] = cards[place], cards[last]
                last -= 1


def shuffled(rng: random.Random, cards: list[int]) -> list[int]:
    """Return cards in a random order; the list itself is used up."""
    found: list[int] = []
    left = len(cards)
    while left > 0:
        for word in _words(rng, left):
            place = word >> 32 - left.bit_length()
            if place < left:
                left -= 1
                found.append(cards[place])
                cards[place] = cards[left]
    return found


def _words(rng: random.Random, number: int) -> tuple[int, ...]:
    """Return so many draws of 32 bits in one go; those of fewer bits are the highest of them.

    Whoever needs a draw for each of so many cards at least draws none too many.
    """
    drawn = rng.getrandbits(32 * number).to_bytes(4 * number, "little")
    return struct.unpack(f"<{number}I", drawn)
