"""Weakened records: true ones of which parts are hidden or left out, as somebody might have noted them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import NamedTuple

from ttrn.boards import Board
from ttrn.core.cards import letters
from ttrn.notation import GameRecord
from ttrn.notation.game import Entry
from ttrn.notation.lexicon import sort_cards
from ttrn.notation.records import (
    AssertCards,
    AssertCount,
    AssertTickets,
    Claim,
    Complete,
    Deal,
    Deck,
    Draw,
    Keep,
    Market,
    Play,
    Refill,
    Reveal,
    Ride,
    Score,
    Station,
    Tag,
    Take,
    TakeTickets,
    Turn,
    UnknownTicket,
    WrittenAction,
    WrittenTicket,
)
from ttrn.replays import replay
from ttrn.replays.resolve import resolve_ticket, ticket_pair

WHAT = (
    "deal",
    "market",
    "keep",
    "deck",
    "blind",
    "gap",
    "flush",
    "paid",
    "turned",
    "surcharge",
    "laid",
    "tickets",
    "refill",
    "shown",
    "score",
    "spent",
    "stated",
)
"""What of a record may be hidden or left out."""


class Line(NamedTuple):
    """A line of a weakened record, and what it says in truth."""

    seen: Entry
    truth: Entry


class Weakening:
    """Hides each thing of some kinds, chosen at random, with a certain probability, in part or as a whole."""

    def __init__(self, board: Board, rng: random.Random) -> None:
        self._board = board
        self._rng = rng
        self._kinds = set(rng.sample(WHAT, rng.choice((1, 2, 4, 8, len(WHAT)))))
        self._share = rng.choice((0.15, 0.5, 1.0))
        self._dropped = rng.choice((0.0, 0.3, 1.0))
        self._decks_dropped: bool | None = None

    def lines(self, lines: list[Line]) -> list[Line]:
        """Return what is left of a true record; of the tags only those that a board and its rules need."""
        found: list[Line] = []
        for line in lines:
            if isinstance(line.seen, Tag) and line.seen.name not in ("Game", "Rules", "Position"):
                continue
            seen = self._entry(line.seen)
            if seen is not None:
                found.append(Line(seen, line.truth))
        return found

    def _hides(self, kind: str) -> bool:
        return kind in self._kinds and self._rng.random() < self._share

    def _drops(self, kind: str) -> bool:
        return self._hides(kind) and self._rng.random() < self._dropped

    def _cards(self, kind: str, cards: str) -> str:
        """Hide some cards of a run, or all."""
        if not self._hides(kind):
            return cards
        some = self._rng.choice((0.3, 0.7, 1.0))
        return "".join(["?" if self._rng.random() < some else card for card in cards])

    def _entry(self, entry: Entry) -> Entry | None:  # noqa: C901, PLR0911  a table of one line per kind
        match entry:
            case Deal():
                return (
                    None if self._drops("deal") else replace(entry, cards=sort_cards(self._cards("deal", entry.cards)))
                )
            case Market():
                flushes = tuple([self._cards("flush", flush) for flush in entry.flushes])
                return (
                    None
                    if self._drops("market")
                    else replace(entry, cards=self._cards("market", entry.cards), flushes=flushes)
                )
            case Keep():
                kept, returned = self._tickets("keep", entry.kept), self._tickets("keep", entry.returned)
                return None if self._drops("keep") else replace(entry, kept=kept, returned=returned)
            case Deck():
                return self._deck(entry)
            case Reveal():
                return None if self._drops("shown") else replace(entry, tickets=self._tickets("shown", entry.tickets))
            case Score():
                return None if self._hides("score") else entry
            case AssertCards():
                return None if self._drops("stated") else self._stated(entry)
            case AssertCount() | AssertTickets():
                return None if self._hides("stated") else entry
            case Complete():
                return replace(entry, cards="?") if self._hides("spent") else entry
            case Turn():
                self._decks_dropped = None
                return replace(entry, action=self._action(entry.action), refill=self._refill(entry.refill))
            case _:
                return entry

    def _deck(self, deck: Deck) -> Deck | None:
        """Hide cards of a deck, or leave it out: of several within one turn all, else they would be mistaken."""
        if self._decks_dropped is None or not deck.reshuffled:
            self._decks_dropped = self._drops("deck")
        return None if self._decks_dropped else replace(deck, cards=self._cards("deck", deck.cards))

    def _stated(self, line: AssertCards) -> AssertCards:
        cards = self._cards("stated", line.cards)
        return replace(line, cards=sort_cards(cards) if line.player else cards)

    def _refill(self, refill: Refill | None) -> Refill | None:
        if refill is None or self._drops("refill"):
            return None
        return Refill(
            self._cards("refill", refill.cards), tuple([self._cards("flush", flush) for flush in refill.flushes])
        )

    def _action(self, action: WrittenAction) -> WrittenAction:  # noqa: PLR0911  a table of one line per kind
        match action:
            case Draw(takes):
                return Draw(tuple([self._take(take) for take in takes]))
            case Claim():
                return self._claim(action)
            case Station():
                return replace(action, paid=self._paid("paid", action.paid))
            case Ride() if action.cards:
                return replace(action, cards=sort_cards(self._cards("paid", action.cards)))
            case Play(cards):
                return Play(self._laid(cards))
            case TakeTickets(kept, returned):
                return TakeTickets(self._tickets("tickets", kept), self._tickets("tickets", returned))
            case _:
                return action

    def _take(self, take: Take) -> Take:
        if take.blind:
            return replace(take, card=self._cards("blind", take.card))
        if self._drops("gap"):
            return Take(take.card)
        gap = self._cards("gap", take.replacement) if take.replacement not in (None, "-") else take.replacement
        return replace(take, replacement=gap, flushes=tuple([self._cards("flush", flush) for flush in take.flushes]))

    def _paid(self, kind: str, cards: str) -> str:
        """Hide some cards of a payment, or how many there were as well."""
        return "?" if self._drops(kind) else sort_cards(self._cards(kind, cards))

    def _laid(self, cards: str) -> str:
        """Hide cards laid; where three colours are, two of them are seen."""
        if len(set(cards) - {"L"}) > 1:
            return cards[:2] + "?" if self._hides("laid") else cards
        return sort_cards(self._cards("laid", cards))

    def _claim(self, claim: Claim) -> Claim:
        turned = self._cards("turned", claim.turned)
        if not (claim.surcharge or claim.given_up) and self._drops("turned"):
            turned = ""
        surcharge = self._paid("surcharge", claim.surcharge) if claim.surcharge else ""
        return replace(claim, paid=self._paid("paid", claim.paid), turned=turned, surcharge=surcharge)

    def _tickets(self, kind: str, tickets: tuple[WrittenTicket, ...]) -> tuple[WrittenTicket, ...]:
        if not self._hides(kind):
            return tickets
        some = self._rng.choice((0.4, 1.0))
        return tuple([self._back(ticket) if self._rng.random() < some else ticket for ticket in tickets])

    def _back(self, ticket: WrittenTicket) -> WrittenTicket:
        """Return a ticket face down; where players choose the decks its back shows which."""
        index = resolve_ticket(self._board, ticket)
        if isinstance(ticket, UnknownTicket) or not isinstance(index, int):
            return ticket
        deck = self._board.tickets[index].deck if not self._board.tables.play_tickets.decks else ""
        return UnknownTicket({"short": "s", "long": "l"}.get(deck, ""))  # type: ignore[arg-type]


def with_more_said(game: GameRecord, board: Board, rng: random.Random) -> GameRecord:
    """Return a true record that states some hands, markets and numbers, and shows the tickets at its end."""
    timeline = replay(game, board)
    turns = [i for i, entry in enumerate(game.entries) if isinstance(entry, Turn)]
    entries = list(game.entries)
    if any(isinstance(entry, Score) for entry in entries):
        held = [sorted(tickets) for tickets in timeline.final.tickets]
        shown = [
            Reveal(player.id, tuple([ticket_pair(board, ticket) for ticket in tickets]))
            for player, tickets in zip(game.players, held, strict=True)
            if tickets
        ]
        at = next(i for i, entry in enumerate(entries) if isinstance(entry, Score))
        entries[at:at] = shown
    for number in sorted(rng.sample(range(len(turns)), min(len(turns), 3)), reverse=True):
        state = timeline.state(number + 1)
        if turns[number] + 1 not in turns:
            continue  # a scoring may be due
        seat = rng.randrange(state.seats)
        player = game.players[seat].id
        statements: list[Entry] = [
            AssertCards(letters(state.hands[seat]), player),
            AssertCards(letters(state.market)),
            AssertCount("deck", state.deck_size),
        ]
        entries.insert(turns[number] + 1, rng.choice(statements))
    return GameRecord(tuple(entries), game.first_turn)


def cut(game: GameRecord, turns: int) -> GameRecord:
    """Return the first turns of a record, and what stands before them."""
    number = 0
    for i, entry in enumerate(game.entries):
        if isinstance(entry, Turn):
            number += 1
            if number > turns:
                return GameRecord(game.entries[:i], game.first_turn)
    return game
