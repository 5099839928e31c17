"""Unseen cards in words: whose they were, and how they came."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ttrn.hidden.piles import POSITION, Place
from ttrn.hidden.wording import listed, number_of_turn, some, turns_text
from ttrn.notation.game import GameRecord


def unseen_text(game: GameRecord, places: Iterable[Place]) -> str:
    """Name unseen cards by where in the record they stand: "bob's 4 starting cards and 2 drawn blind (turn 5)"."""
    groups: dict[tuple[str, str, bool], list[Place]] = {}
    for place in places:
        part = place.part.split()[0]
        dealt_again = part == "deal" and _begun(game, place)
        groups.setdefault((_owner(game, place), part, dealt_again), []).append(place)
    texts: list[str] = []
    before = ""
    for (owner, part, _), found in groups.items():
        texts.append(_group(game, part, found, "" if owner == before else owner))
        before = owner
    return listed(texts) if texts else "no unseen card"


def number_of(places: Iterable[Place]) -> int:
    """Return how many cards stand in these places."""
    return sum([place.number for place in places])


def _owner(game: GameRecord, place: Place) -> str:
    """Return whose cards they were; nothing for those of the market and of tunnels."""
    part = place.part.split()[0]
    if part not in _OWNED:
        return ""
    return game.players[place.at].id if part in ("deal", "hand") else getattr(game.entries[place.entry], "player", "")


def _group(game: GameRecord, part: str, places: list[Place], owner: str) -> str:
    number = number_of(places)

    def cards(what: str) -> str:
        return what if number == 1 and whose else some(number, what)  # as in "bob's card", but "and 1 card"

    whose = "the " if part not in _OWNED else f"{owner}'s " if owner else ""
    turns = list(_turns(game, places))
    when = turns_text(turns) if turns else ""
    if part == "deal":
        again = _begun(game, places[0])
        return f"{whose}{cards('card')} dealt after {when}" if again else f"{whose}{cards('starting card')}"
    if part in _HOW:
        return f"{whose}{cards('card')} {_HOW[part]} ({when})"
    if places[0].entry == POSITION:
        return f"{whose}{cards('unknown card')} in the position{'' if part in _OWNED else f' ({part})'}"
    came = when if _begun(game, places[0]) else "at the start"
    return f"{whose}{cards('card')} that came face up unrecorded ({came})"


_OWNED: Final = ("deal", "hand", "take", "paid", "surcharge", "cards")
"""The parts of lines whose cards are, or were, in a hand."""

_HOW: Final = {
    "take": "drawn blind",
    "paid": "paid unseen",
    "surcharge": "paid unseen",
    "cards": "paid unseen",
    "turned": "turned over unseen",
}
"""How unseen cards came or went, by the part of the line."""


def _begun(game: GameRecord, place: Place) -> bool:
    """Return whether a place stands behind the first turn."""
    return place.entry >= 0 and number_of_turn(game, place.entry) >= game.first_turn


def _turns(game: GameRecord, places: list[Place]) -> Iterator[int]:
    for place in places:
        if place.entry >= 0:
            yield number_of_turn(game, place.entry)
