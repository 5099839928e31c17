"""A record stays sound when parts of it are not seen: games as bystanders could have noted them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ttrn.boards import Board, board
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.lexicon import sort_cards
from ttrn.notation.records import (
    Claim,
    Complete,
    Deal,
    Draw,
    Keep,
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
from ttrn.play import play_random
from ttrn.replays import replay
from ttrn.replays.resolve import resolve_ticket


class Bystander:
    """Misses each thing with a certain probability; where the backs of tickets must be told, they are seen."""

    def __init__(self, on: Board, seed: int) -> None:
        self._board = on
        self._rng = random.Random(seed)
        self._share = self._rng.choice((0.1, 0.3, 0.7, 1.0))

    def misses(self) -> bool:
        return self._rng.random() < self._share

    def entry(self, entry: Entry) -> Entry | None:
        match entry:
            case Deal() if self.misses():
                return replace(entry, cards="?" * len(entry.cards))
            case Keep() if self.misses():
                return replace(entry, kept=self.backs(entry.kept), returned=self.backs(entry.returned))
            case Turn():
                return replace(entry, action=self.action(entry.action))
            case Complete() if self.misses():
                return replace(entry, cards="?")
            case Score():
                # With tickets unseen the total is not told.
                return None
            case _:
                return entry

    def action(self, action: WrittenAction) -> WrittenAction:
        match action:
            case Draw(takes):
                return Draw(tuple([self.take(take) for take in takes]))
            case Claim():
                return self.claim(action)
            case Station() if self.misses():
                return replace(action, paid="?")
            case Play(cards):
                return Play(self.lay(cards))
            case TakeTickets(kept, returned) if self.misses():
                return TakeTickets(self.backs(kept), self.backs(returned))
            case _:
                return action

    def backs(self, tickets: tuple[WrittenTicket, ...]) -> tuple[WrittenTicket, ...]:
        if self._board.tables.play_tickets.decks or not self._board.tickets[0].deck:
            return (UnknownTicket(),) * len(tickets)
        found = [resolve_ticket(self._board, ticket) for ticket in tickets]
        long = [isinstance(index, int) and self._board.tickets[index].deck == "long" for index in found]
        return tuple([UnknownTicket("l" if one else "s") for one in long])

    def take(self, take: Take) -> Take:
        if take.blind:
            return replace(take, card="?") if self.misses() else take
        if take.flushes or take.replacement == "-" or not self.misses():
            return take
        return replace(take, replacement=self._rng.choice((None, "?")))

    def lay(self, cards: str) -> str:
        """See a lay but for some cards; a colour is always seen where three are laid."""
        if len(set(cards) - {"L"}) > 1:
            return cards[:2] + "?" if self.misses() else cards
        return sort_cards("".join(["?" if self.misses() else card for card in cards]))

    def claim(self, claim: Claim) -> Claim:
        if self.misses():
            claim = replace(claim, paid="?")
        if claim.turned and self.misses():
            turned = "".join([card if self._rng.random() < 0.5 else "?" for card in claim.turned])
            claimed_at_once = not (claim.surcharge or claim.given_up)
            claim = replace(claim, turned="" if claimed_at_once and self.misses() else turned)
        if claim.surcharge and self.misses():
            claim = replace(claim, surcharge="?")
        return claim


def seen(name: str, seed: int) -> GameRecord:
    on = board(name)
    game = play_random(on, 2 + seed % (on.tables.max_players - 1), seed)
    eyes = Bystander(on, seed)
    entries = [eyes.entry(entry) for entry in game.entries]
    return GameRecord(tuple([entry for entry in entries if entry is not None]))


@pytest.mark.parametrize("name", ["usa", "europe", "marklin", "cardgame"])
@pytest.mark.parametrize("seed", range(24))
def test_what_was_not_seen_breaks_no_rule(name: str, seed: int) -> None:
    assert replay(seen(name, seed)).problems == ()
