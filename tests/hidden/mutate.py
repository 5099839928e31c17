"""Spoiling records: cards changed, draws removed, cards played twice; and hiding some of what is left."""

from __future__ import annotations

import random
from dataclasses import replace

from ttrn.boards import Board
from ttrn.notation import GameRecord
from ttrn.notation.game import Entry
from ttrn.notation.lexicon import sort_cards
from ttrn.notation.records import (
    Claim,
    Deal,
    Draw,
    Keep,
    Market,
    Play,
    Score,
    Station,
    Take,
    TakeTickets,
    Turn,
    UnknownTicket,
    WrittenAction,
    WrittenTicket,
)
from ttrn.replays.resolve import resolve_ticket, ticket_pair


def mutate(game: GameRecord, rng: random.Random, *, kinds: str = "RGL", spoil: bool = True) -> GameRecord:
    """Return the first turns of a record with one thing wrong, or maybe not wrong after all.

    ``kinds`` are the cards that others are replaced by.
    """
    entries: list[Entry] = [entry for entry in game.entries if not isinstance(entry, Score)]
    places = [i for i, entry in enumerate(entries) if isinstance(entry, Deal | Market | Turn)]
    entries = entries[: rng.choice([i for i, entry in enumerate(entries) if isinstance(entry, Turn)]) + 1]
    if rng.random() < 0.15:
        _remove_or_repeat(entries, rng, len(game.players))
        return GameRecord(tuple(entries))
    while spoil:
        i = rng.choice([i for i in places if i < len(entries)])
        found = _spoiled(entries[i], rng, kinds)
        if found is not None:
            entries[i] = found
            break
    return GameRecord(tuple(entries))


def _remove_or_repeat(entries: list[Entry], rng: random.Random, seats: int) -> None:
    """Take away a draw, so that the cards are missing; or pay the same again."""
    turns = [i for i, entry in enumerate(entries) if isinstance(entry, Turn)]
    i = rng.choice(turns)
    if rng.random() < 0.5:
        del entries[i : i + seats]  # the next ones too, so that the seats still take turns
        if not any(isinstance(entry, Turn) for entry in entries):
            entries.append(Turn("ann", Draw((Take("?", blind=True), Take("?", blind=True)))))
    else:
        entries[i + seats : i + seats] = entries[i : i + seats]


def _other(card: str, rng: random.Random, kinds: str) -> str:
    return rng.choice([letter for letter in kinds if letter != card])


def _some_other(cards: str, rng: random.Random, kinds: str) -> str:
    at = rng.randrange(len(cards))
    return cards[:at] + _other(cards[at], rng, kinds) + cards[at + 1 :]


def _spoiled(entry: Entry, rng: random.Random, kinds: str) -> Entry | None:  # noqa: PLR0911  a table of one line per kind
    match entry:
        case Deal():
            return replace(entry, cards=sort_cards(_some_other(entry.cards, rng, kinds)))
        case Market():
            return replace(entry, cards=_some_other(entry.cards, rng, kinds))
        case Turn(_, Claim() as claim):
            return replace(entry, action=replace(claim, paid=sort_cards(_some_other(claim.paid, rng, kinds))))
        case Turn(_, Station() as station):
            return replace(entry, action=replace(station, paid=sort_cards(_some_other(station.paid, rng, kinds))))
        case Turn(_, Play(cards)):
            return replace(entry, action=Play(sort_cards(_some_other(cards, rng, kinds))))
        case Turn(_, Draw(takes)):
            return replace(entry, action=Draw((_spoiled_take(takes[0], rng, kinds), *takes[1:])))
        case _:
            return None


def _spoiled_take(take: Take, rng: random.Random, kinds: str) -> Take:
    if take.blind:
        return Take(_other(take.card, rng, kinds), blind=True)
    if take.replacement in (None, "-", "?"):
        return take
    assert take.replacement
    return replace(take, replacement=_other(take.replacement, rng, kinds))


def hide(game: GameRecord, rng: random.Random, most: int) -> GameRecord:
    """Return a record with up to so many cards unseen, here and there."""
    entries = list(game.entries)
    left = most
    for i in rng.sample(range(len(entries)), len(entries)):
        if left <= 0:
            break
        entry, hidden = _hidden(entries[i], rng, left)
        entries[i] = entry
        left -= hidden
    return GameRecord(tuple(entries))


def contradict(game: GameRecord, rng: random.Random, *, kinds: str) -> GameRecord:
    """Return the first turns of a record in which a hand was not seen, and its player pays or lays other cards.

    Each line may be fine alone: only all of them together show that there were not so many cards of a colour.
    """
    entries: list[Entry] = [entry for entry in game.entries if not isinstance(entry, Score)]
    turns = [i for i, entry in enumerate(entries) if isinstance(entry, Turn)]
    entries = entries[: turns[rng.randrange(len(turns) // 2, len(turns))] + 1]
    spent = [i for i in turns if i < len(entries) and _spends(entries[i])]
    if not spent:
        return GameRecord(tuple(entries))
    at = rng.choice(spent)
    whose = entries[at].player  # type: ignore[union-attr]  # a turn
    for i, entry in enumerate(entries[: turns[0]]):
        if isinstance(entry, Deal) and entry.player == whose:
            entries[i] = replace(entry, cards="?" * len(entry.cards))
    for i in rng.sample(spent, min(len(spent), 2)):
        if entries[i].player == whose:  # type: ignore[union-attr]  # a turn
            entries[i] = _in_another_colour(entries[i], rng.choice(kinds))
    return hide(GameRecord(tuple(entries)), rng, 2)


def _spends(entry: Entry) -> bool:
    return isinstance(entry, Turn) and isinstance(entry.action, Claim | Station | Play)


def _in_another_colour(entry: Entry, kind: str) -> Entry:
    """Return a turn in which all coloured cards that are spent are of one other kind."""
    assert isinstance(entry, Turn)
    match entry.action:
        case Claim() | Station() as action:
            paid = sort_cards("".join([card if card == "L" else kind for card in action.paid]))
            return replace(entry, action=replace(action, paid=paid))
        case Play(cards):
            return replace(entry, action=Play(sort_cards("".join([card if card == "L" else kind for card in cards]))))
        case _:
            return entry


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
        case Turn():
            action, number = _hidden_action(entry.action, rng, most)
            return replace(entry, action=action), number
        case _:
            return entry, 0


def _hidden_action(action: WrittenAction, rng: random.Random, most: int) -> tuple[WrittenAction, int]:
    match action:
        case Claim() if action.turned.strip("-") and rng.random() < 0.5:
            cards, number = _some_hidden(action.turned, rng, most)
            return replace(action, turned=cards), number
        case Claim():
            cards, number = _some_hidden(action.paid, rng, most)
            return replace(action, paid=sort_cards(cards)), number
        case Station():
            return replace(action, paid="?" * len(action.paid)), len(action.paid)
        case Draw(takes) if takes[0].blind:
            return Draw((Take("?", blind=True), *takes[1:])), 1
        case Draw(takes) if takes[0].replacement not in (None, "-"):
            return Draw((replace(takes[0], replacement="?"), *takes[1:])), 1
        case _:
            return action, 0


def mutate_tickets(game: GameRecord, board: Board, rng: random.Random) -> GameRecord:
    """Return a record with one ticket changed, its end left out."""
    entries: list[Entry] = [entry for entry in game.entries if not isinstance(entry, Score)]
    places = [i for i, entry in enumerate(entries) if _sides(entry)]
    if rng.random() < 0.7:
        i = rng.choice(places)
        kept, returned = _sides(entries[i]) or ((), ())
        every = [ticket_pair(board, ticket.index) for ticket in board.tickets]
        kept = (rng.choice(every), *kept[1:])
        entries[i] = _with_sides(entries[i], kept, returned)
    return GameRecord(tuple(entries[: places[min(len(places) - 1, 3)] + 1]))


def hide_tickets(game: GameRecord, board: Board, rng: random.Random) -> GameRecord:
    """Return a record with a few tickets unseen, and what somebody holds in the end stated."""
    entries = list(game.entries)
    left = 3
    for i in rng.sample(range(len(entries)), len(entries)):
        sides = _sides(entries[i])
        if sides is None or left <= 0:
            continue
        hidden = []
        for side in sides:
            number = rng.randint(0, min(left, len(side)))
            left -= number
            hidden.append((*side[number:], *[_back(ticket, board) for ticket in side[:number]]))
        entries[i] = _with_sides(entries[i], hidden[0], hidden[1])
    return GameRecord(tuple(entries))


def _back(ticket: WrittenTicket, board: Board) -> UnknownTicket:
    """Return a ticket face down; where players choose their decks the back shows which."""
    index = resolve_ticket(board, ticket)
    assert isinstance(index, int)
    deck = board.tickets[index].deck if not board.tables.play_tickets.decks else ""
    return UnknownTicket({"short": "s", "long": "l"}.get(deck, ""))  # type: ignore[arg-type]


def _sides(entry: Entry) -> tuple[tuple[WrittenTicket, ...], tuple[WrittenTicket, ...]] | None:
    match entry:
        case Keep(_, kept, returned) | Turn(_, TakeTickets(kept, returned)):
            return kept, returned
        case _:
            return None


def _with_sides(entry: Entry, kept: tuple[WrittenTicket, ...], returned: tuple[WrittenTicket, ...]) -> Entry:
    if isinstance(entry, Keep):
        return replace(entry, kept=kept, returned=returned)
    assert isinstance(entry, Turn)
    return replace(entry, action=TakeTickets(kept, returned))
