"""House rules: in what a table differs from the rulebook, as a record's ``Rules`` tag names it.

The tag is a list of words with commas; those below are honoured by the checker, everything else is for people.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

NO_LIMIT: Final = -1
"""In place of a number of sweeps."""


class House(NamedTuple):
    """What a table does otherwise; by default nothing."""

    market_first: bool = False
    """The market is laid out before the hands are dealt."""
    sweeps: int = NO_LIMIT
    """How often in a row a market with three locomotives is replaced, as long as there is a card; then it stays.
    ``NO_LIMIT``: as MARKET-2 says."""
    more_sweeps: bool = False
    """It may also be replaced more often than that."""
    named_color: bool = False
    """At a tunnel paid with locomotives alone the cards of a colour that was named cost too."""
    tie_by_length: bool = False
    """The last tie-break is the length of the longest path, not the bonus card for it."""
    skips: bool = False
    """Turns of somebody who left the table are skipped: a pass needs no reason."""
    passing: bool = False
    """Whoever likes may pass."""
    optional_second: bool = False
    """A draw may end after one card."""
    partial: bool = False
    """Only some of the turns were written down: their order, the hands and the end of the game are not checked."""


RULEBOOK = House()
"""A table that keeps to the rulebook."""

WORDS: Mapping[str, House] = {
    "bga": House(market_first=True, sweeps=3, more_sweeps=True, named_color=True, tie_by_length=True),
    "skips": House(skips=True),
    "passing": House(passing=True),
    "optional second card": House(optional_second=True),
    "partial": House(partial=True),
}
"""What each word of a Rules tag changes; docs/rules.md says it in full. The number of sweeps is another one."""

MEANINGS: Final[Mapping[str, str]] = {
    "passing": "Whoever likes may pass",
    "optional second card": "A draw may end after one card",
    "skips": "Who has left the table is skipped",
    "bga": "As at Board Game Arena",
}
"""What a word means, in short, for whoever chooses how a table plays; how much is written down is no such choice."""

MOST_SWEEPS: Final = 10
"""Fewer sweeps than this can be named in a Rules tag."""

_SWEEPS: Final = re.compile("([0-9]) sweeps?")


@lru_cache(maxsize=1024)
def house_of(text: str) -> House:
    """Return what a Rules tag changes; words that it does not know change nothing.

    >>> house_of("bga, skips").sweeps, house_of("two cats on the table") == RULEBOOK
    (3, True)
    >>> house_of("2 sweeps").sweeps
    2
    """
    words = [word.strip() for word in text.split(",")]
    house = RULEBOOK
    for word in words:
        named = WORDS.get(word, RULEBOOK)
        changes = {name: value for name, value in named._asdict().items() if value != getattr(RULEBOOK, name)}
        house = house._replace(**changes)
    for number in map(_SWEEPS.fullmatch, words):
        if number is not None:
            # It goes before that of a site, which may go on now and then.
            house = house._replace(sweeps=int(number[1]), more_sweeps=False)
    return house
