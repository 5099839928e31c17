"""Cards as small numbers, hands as lists of counts: what the engine computes with.

A hand, a market, a pile is a list of twelve counts, one per kind in the order of the notation's letters; the last one
counts cards that nobody who wrote the record saw.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

LETTERS: Final = "ROYGBPKWLFT?"
"""The kinds of cards, in the order of the counts."""

COLORS: Final = 8
"""How many kinds are colours; they come first."""

LOCOMOTIVE: Final = 8
PLUS_FOUR: Final = 9
PASSENGER: Final = 10
UNKNOWN: Final = 11
KINDS: Final = 12

BLIND: Final = -1
"""In place of a face-up card: the top card of the deck."""

NO_CARD: Final = -1
"""In place of a card: there was none left."""

Counts: TypeAlias = list[int]

CardKinds: TypeAlias = tuple[tuple[int, int], ...]
"""The known kinds among some cards, in order, with their numbers."""

_KIND_OF: Final = bytes.maketrans(LETTERS.encode(), bytes(range(KINDS)))

_NAMES: Final = (
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "pink",
    "black",
    "white",
    "locomotive",
    '"+4" locomotive',
    "passenger card",
    "unknown card",
)


def counts(cards: str) -> Counts:
    """Return how many of each kind a run of letters holds.

    >>> counts("RRL?")[0], counts("RRL?")[LOCOMOTIVE], counts("RRL?")[UNKNOWN]
    (2, 1, 1)
    """
    found = [0] * KINDS
    for kind in cards_of(cards):
        found[kind] += 1
    return found


def cards_of(text: str) -> tuple[int, ...]:
    """Return a run of letters as the kinds of its cards, in order.

    >>> cards_of("RRL?")
    (0, 0, 8, 11)
    """
    return tuple(text.encode().translate(_KIND_OF))


@lru_cache(maxsize=65_536)
def frozen_counts(cards: str) -> tuple[int, ...]:
    """Return counts that are shared, for payments that come again and again."""
    return tuple(counts(cards))


@lru_cache(maxsize=65_536)
def kinds_of(cards: tuple[int, ...]) -> CardKinds:
    """Return the known kinds among some cards with their numbers: one or two, so that nobody need look at twelve.

    >>> kinds_of(frozen_counts("RRL?"))
    ((0, 2), (8, 1))
    """
    return tuple([(kind, number) for kind, number in enumerate(cards[:UNKNOWN]) if number])


def letters(cards: Sequence[int]) -> str:
    """Return counts as a run of letters in canonical order.

    >>> letters(counts("L?RR"))
    'RRL?'
    """
    return "".join([LETTERS[kind] * number for kind, number in enumerate(cards)])


@lru_cache(maxsize=65_536)
def frozen_letters(cards: tuple[int, ...]) -> str:
    """Return counts as letters, for cards that come again and again."""
    return letters(cards)


def describe(cards: Sequence[int]) -> str:
    """Return counts in words.

    >>> describe(counts("RRL"))
    '2 red and 1 locomotive'
    """
    return listed([name_cards(kind, number) for kind, number in enumerate(cards) if number]) or "no cards"


def listed(parts: Sequence[str]) -> str:
    """Return several things in words.

    >>> listed(["ann", "bob", "cy"])
    'ann, bob and cy'
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def a_card(kind: int) -> str:
    """Return one card of a kind in words.

    >>> a_card(0), a_card(1), a_card(LOCOMOTIVE)
    ('a red card', 'an orange card', 'a locomotive')
    """
    name = _NAMES[kind] + (" card" if kind < COLORS else "")
    return f"an {name}" if name[0] in "ou" else f"a {name}"


def number_of(number: int, thing: str) -> str:
    """Return a number of things in words.

    >>> number_of(1, "train"), number_of(0, "train")
    ('1 train', 'no trains')
    """
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


def name_cards(kind: int, number: int) -> str:
    """Return a number of cards of one kind in words.

    >>> name_cards(0, 3), name_cards(LOCOMOTIVE, 2), name_cards(LOCOMOTIVE, 0)
    ('3 red', '2 locomotives', 'no locomotive')
    """
    plural = "s" if kind >= LOCOMOTIVE and number > 1 else ""
    return f"{number or 'no'} {_NAMES[kind]}{plural}"
