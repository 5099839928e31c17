"""The order of the deck in a record: which of its letters is wrong, by the cards that the lines say came up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ttrn.diagnosis.checkpoints import Trail
from ttrn.diagnosis.edits import Edit
from ttrn.notation.records import Deck


def deck_edits(trail: Trail, at: int) -> Iterator[Edit]:
    """Yield the order of the deck with one letter changed, left out, added or exchanged with the next.

    Where it differs first from the cards that the record says came up, there the slip is.
    """
    line = trail.entries[at]
    assert isinstance(line, Deck)
    # What is left of the old deck comes up before a new one.
    recorded = trail.came_up(at)[trail.state(at).deck_size if line.reshuffled else 0 :]
    cards = line.cards
    place = next((i for i, card in enumerate(recorded[: len(cards)]) if card not in (cards[i], "?")), None)
    if place is None:
        return
    card = recorded[place]
    others = [
        cards[:place] + card + cards[place + 1 :],
        cards[:place] + cards[place + 1 : place + 2] + cards[place] + cards[place + 2 :],
        cards[:place] + card + cards[place:],
        cards[:place] + cards[place + 1 :],
    ]
    for other in dict.fromkeys(others):
        if other and other != cards:
            yield Edit(at, (line,), (replace(line, cards=other),), "deck")
