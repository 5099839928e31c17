"""House rules: in what a table differs from the rulebook, as a record's ``Rules`` tag names it.

The tag is a list of words with commas; those below are honoured by the checker, everything else is for people.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple


class House(NamedTuple):
    """What a table does otherwise; by default nothing."""

    market_first: bool = False
    """The market is laid out before the hands are dealt."""
    sweeps: int = 0
    """How often in a row a market with three locomotives is replaced at least, as long as there is a card; then it may
    stay. 0: as MARKET-2 says."""
    named_color: bool = False
    """At a tunnel paid with locomotives alone the cards of a colour that was named cost too."""
    tie_by_length: bool = False
    """The last tie-break is the length of the longest path, not the bonus card for it."""
    skips: bool = False
    """Turns of somebody who left the table are skipped: a pass needs no reason."""
    partial: bool = False
    """Only some of the turns were written down: their order, the hands and the end of the game are not checked."""


RULEBOOK = House()
"""A table that keeps to the rulebook."""

WORDS: Mapping[str, House] = {
    "bga": House(market_first=True, sweeps=3, named_color=True, tie_by_length=True),
    "skips": House(skips=True),
    "partial": House(partial=True),
}
"""What each word of a Rules tag changes; docs/rules.md says it in full."""


@lru_cache(maxsize=1024)
def house_of(text: str) -> House:
    """Return what a Rules tag changes; words that it does not know change nothing.

    >>> house_of("bga, skips").sweeps, house_of("two cats on the table") == RULEBOOK
    (3, True)
    """
    houses = [WORDS[word.strip()] for word in text.split(",") if word.strip() in WORDS]
    return House(*[max(values) for values in zip(RULEBOOK, *houses, strict=True)]) if houses else RULEBOOK
