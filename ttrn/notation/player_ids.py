"""Players: ids of the notation made from names as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ttrn.notation.lexicon import is_word
from ttrn.notation.records import Player
from ttrn.plain_letters import plain

MAX_ID: Final = 20
MAX_NAME: Final = 200
_UNFIT: Final = re.compile("[^a-z0-9]+")
_UNPRINTABLE: Final = re.compile("[\x00-\x1f\x7f\ud800-\udfff]+")


def seats(names: Iterable[str]) -> tuple[Player, ...]:
    """Return a seat for each name, in order, with an id that no other has; the name itself is kept.

    >>> [seat.id for seat in seats(["Ann Smith", "Ann-Smith!", "2fast", "Łukasz", "draw", "王"])]
    ['ann_smith', 'ann_smith_2', 'p_2fast', 'lukasz', 'p_draw', 'p6']
    """
    found: list[Player] = []
    taken: set[str] = set()
    for number, name in enumerate(names, 1):
        stem = _stem(name, number)
        ident, copy = stem, 1
        while ident in taken:
            copy += 1
            ident = f"{stem}_{copy}"
        taken.add(ident)
        found.append(Player(ident, clean(name)[:MAX_NAME]))
    return tuple(found)


def clean(text: str) -> str:
    """Return a text without what no record can hold: control characters, halves of characters."""
    return _UNPRINTABLE.sub(" ", text)


def _stem(name: str, number: int) -> str:
    stem = _UNFIT.sub("_", plain(name).casefold()).strip("_")[:MAX_ID].rstrip("_")
    if not stem:
        return f"p{number}"
    return stem if is_word("ID", stem) else f"p_{stem}"
