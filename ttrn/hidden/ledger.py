"""Ledgers: why unseen cards are what they are, by adding up the cards of one kind and one player in and out.

A reason is made of rows that leave no other way, none of which can be left out. Each row is a line of the ledger
("bob had paid 5 pink by turn 73, and had got 4 openly: at least 1 of his starting cards was pink"), with the turns
from which its numbers come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ttrn.core.cards import name_cards
from ttrn.hidden.accounts import About, CardAccounts, Label
from ttrn.hidden.excluding_rows import UsedRow, add_up, excluding_rows
from ttrn.hidden.linear_program import LinearRow
from ttrn.hidden.piles import Place, UnknownCards
from ttrn.hidden.row_words import AccountLine, RowWords
from ttrn.hidden.unseen_words import number_of, unseen_text
from ttrn.hidden.wording import was

MOST_STEPS: Final = 12
"""More lines than these help nobody."""

MOST_NAMED: Final = 4
"""So many groups of unseen cards are named in a conclusion."""


class Ledger(NamedTuple):
    """A reason: its steps in words, and the lines of the record that they add up."""

    steps: tuple[str, ...]
    lines: tuple[int, ...]
    left_out: int = 0
    """How many steps were left out, because there are too many to read."""
    plain: bool = True
    """Whether no step compares unseen cards with others: then a few steps can be read in one go."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a ledger is to prove: that unseen cards hold so many of a kind, and so many of those in one place."""

    cards: int
    """Which of the unseen cards of the constraints."""
    kind: int
    number: int
    places: tuple[Place, ...]
    """The places that it is said of, of all that these unseen cards have."""
    sure: int
    """How many are in those."""


_WEIGHTS: Final = {
    About.HAND: 1.0,
    About.STATED: 1.0,
    About.NUMBER: 0.05,
    About.DECK: 1.2,
    About.ALL_HANDS: 1.5,
}
"""How little each kind of row is wanted: accounts of one hand read best."""

_OTHERS: Final = 2.5


def card_ledger(accounts: CardAccounts, claimed: Claimed | None = None) -> Ledger | None:
    """Return why something is so, or (without it) why no deal of the cards is possible; None where nothing is found.

    Nothing is found where only whole numbers exclude what fractions would allow, nor (but for a deck that gave more
    than it had) where a line cannot be kept whatever the unseen cards are.
    """
    program = accounts.program
    denied: list[LinearRow] = []
    if claimed is not None:
        variable = accounts.unknown[claimed.cards].first + claimed.kind
        denied = [LinearRow([(variable, 1)], None, claimed.number - 1, 0)]
    last = max(1, len(accounts.game.entries))
    labels = [*accounts.labelled.labels, Label(About.NUMBER)]
    lines = [row.line for row in (*program.rows, *denied)]

    def weigh(row: int) -> float:
        # Of rows that say the same the earliest.
        return _WEIGHTS.get(labels[row].about, _OTHERS) + 0.05 * lines[row] / last

    words = RowWords(accounts)
    if program.broken is not None:
        alone = words.overdrawn()
        return None if alone is None else Ledger((alone.text,), alone.lines)
    used = excluding_rows(program, denied, weigh)
    if used is None:
        return None
    steps = [
        words.line_of(each)
        for each in used
        # Neither what is to be disproved, nor that so many cards are so many.
        if each.row < len(program.rows) and labels[each.row].about is not About.NUMBER
    ]
    steps += words.bounds(_narrow_bounds(accounts, used, denied))
    return _ledger(words, sorted(steps, key=lambda line: line.at), used, claimed)


def _narrow_bounds(
    accounts: CardAccounts, used: Sequence[UsedRow], denied: list[LinearRow]
) -> list[tuple[UnknownCards, int]]:
    """Return the unseen cards, each with a kind, of which the rows use that few or none can be of that kind."""
    _, factors = add_up([*accounts.program.rows, *denied], used)
    found: list[tuple[UnknownCards, int]] = []
    for variable, factor in factors.items():
        owner = accounts.unknown_of(variable)
        if factor > 0 and owner is not None and accounts.program.uppers[variable] < owner[0].number:
            found.append(owner)
    return found


def _ledger(words: RowWords, steps: list[AccountLine], used: Sequence[UsedRow], claimed: Claimed | None) -> Ledger:
    accounts = words.accounts
    texts = [line.text for line in steps]
    if len(texts) >= MOST_STEPS:
        texts = [line.text for line in words.joined(steps)]
    last = "" if claimed is None else _conclusion(accounts, steps, used, claimed)
    texts, left_out = cut_short(texts, MOST_STEPS - bool(last))
    lines = sorted({line for step in steps for line in step.lines if line >= 0})
    return Ledger((*texts, *([last] if last else ())), tuple(lines), left_out, all(step.plain for step in steps))


def cut_short(texts: list[str], most: int) -> tuple[list[str], int]:
    """Return no more texts than can be read, the last of which says how many are left out; and that number.

    >>> cut_short(["a", "b"], 2), cut_short(["a", "b", "c"], 2)
    ((['a', 'b'], 0), (['a', 'and 2 lines more, which are left out here'], 2))
    """
    if len(texts) <= most:
        return texts, 0
    left_out = len(texts) - most + 1
    return [*texts[: most - 1], f"and {left_out} lines more, which are left out here"], left_out


def _conclusion(accounts: CardAccounts, steps: Sequence[AccountLine], used: Sequence[UsedRow], claimed: Claimed) -> str:
    """Say what follows from all steps; nothing where the only step says it already."""
    if len(steps) == 1 and set(steps[0].says) == set(claimed.places) and steps[0].least == claimed.sure:
        return ""
    labels = accounts.labelled.labels
    full = [
        accounts.unknown[labels[each.row].number]
        for each in used
        if each.row < len(labels) and labels[each.row].about is About.NUMBER and not each.from_below
    ]
    whose = unseen_text(accounts.game, claimed.places)
    all_of_them = claimed.sure == number_of(claimed.places)
    sure = name_cards(claimed.kind, claimed.sure)
    end = f"{whose} {was(claimed.kind, claimed.sure)}" if all_of_them else f"at least {sure} among {whose}"
    more = [b for b in full if set(b.places) != set(claimed.places)]
    if not more or len(more) > MOST_NAMED:
        return f"that leaves {end}" if not all_of_them else f"nothing else is left: {end}"
    others = unseen_text(accounts.game, [place for b in more for place in b.places])
    return f"no more fit among {others}, so {end}"
