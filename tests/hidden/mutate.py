"""Spoiling records: cards changed, draws removed, cards played twice; and hiding some of what is left."""

from __future__ import annotations

import random
from dataclasses import replace

from ttrn.notation import Game
from ttrn.notation.game import Entry
from ttrn.notation.lexicon import sort_cards
from ttrn.notation.records import BuildStation, Claim, Deal, Draw, Market, Score, Take, Turn


def mutate(game: Game, rng: random.Random) -> Game:
    """Return a record with one thing wrong, or maybe not wrong after all."""
    entries = [entry for entry in game.entries if not isinstance(entry, Score)]
    places = [i for i, entry in enumerate(entries) if isinstance(entry, Deal | Market | Turn)]
    entries = entries[: rng.choice([i for i, entry in enumerate(entries) if isinstance(entry, Turn)]) + 1]
    while True:
        i = rng.choice([i for i in places if i < len(entries)])
        found = _spoiled(entries[i], rng)
        if found is not None:
            entries[i] = found
            return Game(tuple(entries))


def _other(card: str, rng: random.Random) -> str:
    return rng.choice([letter for letter in "RGL" if letter != card])


def _some_other(cards: str, rng: random.Random) -> str:
    at = rng.randrange(len(cards))
    return cards[:at] + _other(cards[at], rng) + cards[at + 1 :]


def _spoiled(entry: Entry, rng: random.Random) -> Entry | None:
    match entry:
        case Deal():
            return replace(entry, cards=sort_cards(_some_other(entry.cards, rng)))
        case Market():
            return replace(entry, cards=_some_other(entry.cards, rng))
        case Turn(_, Claim() as claim):
            return replace(entry, action=replace(claim, paid=sort_cards(_some_other(claim.paid, rng))))
        case Turn(_, BuildStation() as station):
            return replace(entry, action=replace(station, paid=sort_cards(_some_other(station.paid, rng))))
        case Turn(_, Draw(takes)):
            return replace(entry, action=Draw((_spoiled_take(takes[0], rng), *takes[1:])))
        case _:
            return None


def _spoiled_take(take: Take, rng: random.Random) -> Take:
    if take.blind:
        return Take(_other(take.card, rng), blind=True)
    if take.replacement in (None, "-", "?"):
        return take
    assert take.replacement
    return replace(take, replacement=_other(take.replacement, rng))


def hide(game: Game, rng: random.Random, most: int) -> Game:
    """Return a record with up to so many cards unseen, here and there."""
    entries = list(game.entries)
    left = most
    for i in rng.sample(range(len(entries)), len(entries)):
        if left <= 0:
            break
        entry, hidden = _hidden(entries[i], rng, left)
        entries[i] = entry
        left -= hidden
    return Game(tuple(entries))


def _some_hidden(cards: str, rng: random.Random, most: int) -> tuple[str, int]:
    number = rng.randint(1, min(most, len(cards), 3))
    chosen = rng.sample(range(len(cards)), number)
    return "".join(["?" if i in chosen else card for i, card in enumerate(cards)]), number


def _hidden(entry: Entry, rng: random.Random, most: int) -> tuple[Entry, int]:
    match entry:
        case Deal():
            cards, number = _some_hidden(entry.cards, rng, most)
            return replace(entry, cards=sort_cards(cards)), number
        case Market():
            cards, number = _some_hidden(entry.cards, rng, most)
            return replace(entry, cards=cards), number
        case Turn(_, Claim() as claim) if len(claim.paid) > 1 or rng.random() < 0.5:
            if claim.turned and rng.random() < 0.5:
                cards, number = _some_hidden(claim.turned, rng, most)
                return replace(entry, action=replace(claim, turned=cards)), number
            cards, number = _some_hidden(claim.paid, rng, most)
            return replace(entry, action=replace(claim, paid=sort_cards(cards))), number
        case Turn(_, BuildStation() as station):
            return replace(entry, action=replace(station, paid="?" * len(station.paid))), len(station.paid)
        case Turn(_, Draw(takes)):
            take = takes[0]
            if take.blind:
                return replace(entry, action=Draw((Take("?", blind=True), *takes[1:]))), 1
            if take.replacement not in (None, "-"):
                return replace(entry, action=Draw((replace(take, replacement="?"), *takes[1:]))), 1
            return entry, 0
        case _:
            return entry, 0
