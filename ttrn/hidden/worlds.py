"""The possible worlds of a record, laid out for sampling: bunches of unseen cards, what must hold, one world to start.

A world says of every unseen card of every shuffled deck in which bunch it came up; the cards that were never drawn are
a bunch too. All worlds that keep the rows are equally likely, since every order of a shuffled deck is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from ttrn.core.cards import UNKNOWN
from ttrn.hidden.card_constraints import CardConstraints
from ttrn.hidden.linear_program import LinearRow, Terms
from ttrn.hidden.piles import NO_STACK, Stack

Spot: TypeAlias = tuple[int, int]
"""How many cards of a kind are in a bunch: the bunch, and the kind."""

NO_IMAGE: Final = -1


class NotSampled(Exception):  # noqa: N818  an answer, not a mistake
    """The worlds of this record cannot be weighed; its text says why."""


class WorldRow(NamedTuple):
    """``low <= sum of terms``, over the numbers of cards in bunches."""

    terms: dict[Spot, int]
    low: int


class FlagRow(NamedTuple):
    """``low <= sum of terms + sum of flags <= high``; the flags are whatever lets it hold."""

    terms: dict[Spot, int]
    flags: Terms
    low: int | None
    high: int | None


@dataclass(slots=True)
class FlagGroup:
    """Rows that have flags in common, with the most that each of these may be."""

    rows: list[FlagRow]
    uppers: dict[int, int]


class HiddenHand(NamedTuple):
    """A hand of which something is unseen: how many of each kind were seen in it (or less than none), and its bunches.

    More cards of a kind may have been paid than were seen to come; then others were among the unseen ones.
    """

    seat: int
    known: list[int]
    bunches: list[int]


@dataclass(slots=True)
class Worlds:
    """What there is to sample, and the world to start from."""

    kinds: list[int]
    """The kinds of cards that the board has; everything below counts them by their place in this list."""
    bunches: int = 0
    rows: list[WorldRow] = field(default_factory=list)
    groups: list[FlagGroup] = field(default_factory=list)
    hands: list[HiddenHand] = field(default_factory=list)
    decks: list[range] = field(default_factory=list)
    """The unseen cards of each deck, by their numbers."""
    kind: list[int] = field(default_factory=list)
    """Of each card in the first world."""
    bunch: list[int] = field(default_factory=list)
    """Of each card in the first world."""
    image: list[int] = field(default_factory=list)
    """The same card in a later deck, if it was discarded unseen, else ``NO_IMAGE``; it goes with the place, not with
    the card."""
    seen: set[int] = field(default_factory=set)
    """Bunches of cards that were seen: no card of another kind can be there."""


def lay_out(constraints: CardConstraints, values: Sequence[int]) -> Worlds:
    """Return the worlds of a record, with the one that some values of its constraints describe.

    Raises:
        NotSampled: it has unseen cards that did not come from a deck as they lie there, so nothing says how likely
            each is.
    """
    if any(unknown.stack == NO_STACK for unknown in constraints.unknown):
        raise NotSampled("a payment was not seen, and what a player would rather pay is not a matter of chance")
    if any(stack.content.here and min(stack.content.known) < 0 for stack in constraints.stacks):
        raise NotSampled("a card was taken out of a market that nobody saw before it was replaced")
    worlds = Worlds([kind for kind in range(UNKNOWN) if constraints.stacks[0].content.known[kind]])
    plain, flagged = _rows(constraints)
    merged = _merge(constraints, [*plain, *flagged])
    worlds.bunches = len(set(merged))
    spots = {
        unknown.first + kind: (merged[number], place)
        for number, unknown in enumerate(constraints.unknown)
        for place, kind in enumerate(worlds.kinds)
    }
    worlds.rows = [found for row in plain for found in _one_sided(_on_spots(row.terms, spots), row.low, row.high)]
    worlds.groups = _groups(constraints, flagged, spots)
    numbers = {unknown.first: merged[number] for number, unknown in enumerate(constraints.unknown)}
    for seat, pile in enumerate(constraints.hands):
        if pile.here:
            here = sorted({numbers[unknown.first] for unknown in pile.here})
            worlds.hands.append(HiddenHand(seat, [pile.known[kind] for kind in worlds.kinds], here))
    _deal(worlds, constraints, values, numbers)
    return worlds


# --- rows ------------------------------------------------------------------------------------------------------------


def _normal(terms: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    factors: dict[int, int] = {}
    for variable, factor in terms:
        factors[variable] = factors.get(variable, 0) + factor
    return tuple(sorted([term for term in factors.items() if term[1]]))


def _rows(constraints: CardConstraints) -> tuple[list[LinearRow], list[LinearRow]]:
    """Return the rows about cards alone and those with flags, without what every world keeps by itself.

    That is: bunches keep their sizes and decks their cards, whatever is exchanged. Of rows about the same cards only
    the closest bounds are kept.
    """
    kept_anyway: set[tuple[object, int | None, int | None]] = {
        (_normal([(unknown.first + kind, 1) for kind in range(UNKNOWN)]), unknown.number, unknown.number)
        for unknown in constraints.unknown
    }
    for stack in constraints.stacks:
        for kind in range(UNKNOWN):
            terms = _normal(stack.content.terms(kind) + stack.drawn.terms(kind, -1))
            rest = stack.drawn.known[kind] - stack.content.known[kind]
            kept_anyway.add((terms, rest, None if stack.left else rest))
    cards = {unknown.first + kind for unknown in constraints.unknown for kind in range(UNKNOWN)}
    plain: dict[tuple[tuple[int, int], ...], LinearRow] = {}
    flagged: list[LinearRow] = []
    for row in constraints.program.rows:
        terms = _normal(row.terms)
        if (terms, row.low, row.high) in kept_anyway:
            continue
        if not all(variable in cards for variable, _ in terms):
            flagged.append(row)
            continue
        low, high = row.low, row.high
        if terms in plain:
            low = max([bound for bound in (low, plain[terms].low) if bound is not None], default=None)
            high = min([bound for bound in (high, plain[terms].high) if bound is not None], default=None)
        plain[terms] = LinearRow(list(terms), low, high, row.line)
    return list(plain.values()), flagged


def _merge(constraints: CardConstraints, rows: list[LinearRow]) -> list[int]:
    """Return a number for each bunch; those that no row, hand or later deck tells apart have the same."""
    about: dict[int, list[tuple[int, int, int]]] = {}
    for number, row in enumerate(rows):
        for variable, factor in row.terms:
            about.setdefault(variable, []).append((number, 0, factor))
    piles = [*constraints.hands, *[stack.content for stack in constraints.stacks]]
    for number, pile in enumerate(piles):
        for unknown in pile.here:
            about.setdefault(unknown.first, []).append((-1, number, 1))
    found: dict[object, int] = {}
    return [
        found.setdefault(
            (unknown.stack, *[tuple(about.get(unknown.first + kind, ())) for kind in range(UNKNOWN)]), len(found)
        )
        for unknown in constraints.unknown
    ]


def _on_spots(terms: Terms, spots: dict[int, Spot]) -> dict[Spot, int]:
    """Return terms over bunches that were put together; where they were, their factors are the same."""
    return {spots[variable]: factor for variable, factor in terms if variable in spots}


def _one_sided(terms: dict[Spot, int], low: int | None, high: int | None) -> list[WorldRow]:
    """Return a row as one or two with a lower bound; one that always holds is left out."""
    found: list[WorldRow] = []
    if low is not None and not (low <= 0 and min(terms.values(), default=1) > 0):
        found.append(WorldRow(terms, low))
    if high is not None and terms:
        found.append(WorldRow({spot: -factor for spot, factor in terms.items()}, -high))
    return found


def _groups(constraints: CardConstraints, rows: list[LinearRow], spots: dict[int, Spot]) -> list[FlagGroup]:
    """Return the rows with flags, those together that have one in common."""
    uppers = constraints.program.uppers
    groups: list[FlagGroup] = []
    for row in rows:
        flags = [(variable, factor) for variable, factor in row.terms if variable not in spots]
        own = FlagGroup(
            [FlagRow(_on_spots(row.terms, spots), flags, row.low, row.high)],
            {variable: uppers[variable] for variable, _ in flags},
        )
        for group in [group for group in groups if not group.uppers.keys().isdisjoint(own.uppers)]:
            groups.remove(group)
            own = FlagGroup([*group.rows, *own.rows], group.uppers | own.uppers)
        groups.append(own)
    return groups


# --- the first world -------------------------------------------------------------------------------------------------


def _deal(worlds: Worlds, constraints: CardConstraints, values: Sequence[int], numbers: dict[int, int]) -> None:
    """Put the cards of each deck into the bunches that the values say."""
    waiting: dict[tuple[int, int], list[int]] = {}
    for stack in constraints.stacks:
        start = len(worlds.kind)
        linked = [unknown.first for unknown in stack.content.here]
        places = _places(worlds, stack, values, numbers, linked=bool(linked))
        later = {unknown.first for other in constraints.stacks for unknown in other.content.here}
        for place, kind in enumerate(worlds.kinds):
            images = [card for first in linked for card in waiting.pop((first, place), [])]
            for first, bunch, number in places[place]:
                for _ in range(number):
                    card = len(worlds.kind)
                    worlds.kind.append(place)
                    worlds.bunch.append(bunch)
                    worlds.image.append(NO_IMAGE)
                    if images:
                        worlds.image[images.pop()] = card
                    if first in later:
                        waiting.setdefault((first, place), []).append(card)
            assert not images, f"kind {kind} went into a deck and did not come out"
        worlds.decks.append(range(start, len(worlds.kind)))


def _places(
    worlds: Worlds, stack: Stack, values: Sequence[int], numbers: dict[int, int], *, linked: bool
) -> list[list[tuple[int, int, int]]]:
    """Return for each kind where the cards of a deck went: the first variable, if any, the bunch, how many."""
    found: list[list[tuple[int, int, int]]] = [[] for _ in worlds.kinds]
    undrawn = worlds.bunches
    worlds.bunches += 1
    if linked:
        worlds.seen.add(worlds.bunches)
        worlds.bunches += 1
    for place, kind in enumerate(worlds.kinds):
        content = sum([values[variable] for variable, _ in stack.content.terms(kind)]) + stack.content.known[kind]
        drawn = [(unknown.first, values[unknown.first + kind]) for unknown in stack.drawn.here]
        found[place] = [(first, numbers[first], number) for first, number in drawn]
        if linked:
            found[place].append((-1, undrawn + 1, stack.drawn.known[kind]))
        rest = content - stack.drawn.known[kind] - sum([number for _, number in drawn])
        found[place].append((-1, undrawn, rest))
    return found
