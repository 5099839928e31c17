"""One game as different people at the table noted it: true, but with gaps, and with open cards in another order."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from ttrn.boards import Board
from ttrn.hidden.position_redaction import backs_differ
from ttrn.notation import GameRecord
from ttrn.notation.game import Entry
from ttrn.notation.lexicon import sort_cards
from ttrn.notation.records import (
    AssertCards,
    Claim,
    Complete,
    Deal,
    Draw,
    Keep,
    Market,
    Pair,
    Player,
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
from ttrn.replays.resolve import resolve_ticket


@cache
def reshuffles(game: GameRecord) -> set[int]:
    """Return the turns, counted from 1, in which more cards came up than the deck had."""
    found: set[int] = set()
    left = 1_000
    for number, turn, state in replay(game).steps():
        shown = [turn.refill] if turn.refill else []
        drawn = sum([len(each.cards) + sum(map(len, each.flushes)) for each in shown])
        if isinstance(turn.action, Draw):
            drawn += sum([1 + sum(map(len, take.flushes)) for take in turn.action.takes])
        elif isinstance(turn.action, Claim):
            drawn += len(turn.action.turned)
        if drawn > left:
            found.add(number)
        left = state.deck_size
    return found


class Teller:
    """Somebody who writes a game down, and misses ``missed`` of what there is to see."""

    def __init__(self, rng: random.Random, missed: float, on: Board) -> None:
        self._rng = rng
        self._missed = missed
        self._board = on
        self._in_order = False

    def record(self, game: GameRecord) -> GameRecord:
        """Return the record of this teller; it may stop before the end, and has not all lines of the setup.

        Cards are in another order only where that means nothing: not where the deck was used up between them.
        """
        entries: list[Entry] = []
        reshuffled = reshuffles(game)
        turns = 0
        last = len(game.turns) if self._rng.random() < 0.7 else self._rng.randrange(len(game.turns))
        # Who tells what was spent at a scoring tells all of it; who does not cannot tell what was left.
        spending = not self._misses(0.5)
        for entry in game.entries:
            last -= isinstance(entry, Turn)
            turns += isinstance(entry, Turn)
            self._in_order = turns in reshuffled
            if last < 0:
                break
            left_out = isinstance(entry, Deal | Market | Reveal | Score) and self._misses(0.5)
            left_out |= isinstance(entry, Complete | Reveal) and not spending
            left_out |= isinstance(entry, Tag) and entry.name != "Game" and self._misses()
            if not left_out:
                entries.append(self._line(entry))
        return GameRecord(tuple(entries))

    def _misses(self, share: float = 1.0) -> bool:
        return self._rng.random() < self._missed * share

    def _line(self, entry: Entry) -> Entry:  # noqa: C901, PLR0911  a table of one line per kind
        match entry:
            case Tag("Date"):
                return replace(entry, value=entry.value[:-2] + "??" if self._misses() else entry.value)
            case Player():
                name, color = [("" if self._misses() else text) for text in (entry.name, entry.color)]
                return replace(entry, name=name, color=color)
            case Deal():
                return replace(entry, cards=self._some(entry.cards))
            case AssertCards() if entry.player:
                return replace(entry, cards=self._some(entry.cards))
            case Market():
                return replace(entry, cards=self._open(entry.cards), flushes=self._markets(entry.flushes))
            case Keep():
                return replace(entry, kept=self._tickets(entry.kept), returned=self._tickets(entry.returned))
            case Reveal():
                return replace(entry, tickets=self._tickets(entry.tickets))
            case Score():
                seen = [score for score in entry.scores if not self._misses()]
                return replace(entry, scores=tuple(seen or entry.scores))
            case Complete():
                return replace(entry, cards=self._paid(entry.cards))
            case Turn():
                refill = entry.refill and Refill(self._open(entry.refill.cards), self._markets(entry.refill.flushes))
                return replace(entry, action=self._action(entry.action), refill=refill)
            case _:
                return entry

    def _action(self, action: WrittenAction) -> WrittenAction:
        match action:
            case Draw(takes):
                return self._draw(takes)
            case Claim():
                turned = self._open(action.turned) if action.turned else ""
                surcharge = self._some(action.surcharge) if action.surcharge else ""
                return replace(action, paid=self._paid(action.paid), turned=turned, surcharge=surcharge)
            case Station():
                return replace(action, paid=self._paid(action.paid))
            case Ride() if action.cards:
                return replace(action, cards=self._some(action.cards))
            case TakeTickets(kept, returned):
                return TakeTickets(self._tickets(kept), self._tickets(returned))
            case _:
                return action

    def _draw(self, takes: tuple[Take, ...]) -> Draw:
        if all(take.blind for take in takes) and not self._in_order:
            takes = tuple(self._rng.sample(takes, len(takes)))
        return Draw(tuple([self._take(take) for take in takes]))

    def _take(self, take: Take) -> Take:
        if take.blind:
            return Take("?" if self._misses() else take.card, blind=True)
        gap = take.replacement if take.replacement in (None, "-") or not self._misses() else "?"
        return Take(take.card, replacement=gap, flushes=self._markets(take.flushes))

    def _some(self, cards: str) -> str:
        return sort_cards("".join(["?" if self._misses() else card for card in cards]))

    def _paid(self, cards: str) -> str:
        return "?" if self._misses(0.3) else cards

    def _open(self, cards: str) -> str:
        """Return cards that lie open as somebody has them who sits elsewhere."""
        seen = ["?" if self._misses() else card for card in cards]
        return "".join(seen if self._in_order else self._rng.sample(seen, len(seen)))

    def _markets(self, markets: tuple[str, ...]) -> tuple[str, ...]:
        return tuple([self._open(market) for market in markets])

    def _tickets(self, tickets: tuple[WrittenTicket, ...]) -> tuple[WrittenTicket, ...]:
        seen = [self._back(ticket) if self._misses() else ticket for ticket in tickets]
        return tuple(self._rng.sample(seen, len(seen)))

    def _back(self, ticket: WrittenTicket) -> WrittenTicket:
        """Return a ticket from behind; where the backs differ everybody sees of which deck it is."""
        index = resolve_ticket(self._board, ticket)
        if isinstance(ticket, UnknownTicket) or not isinstance(index, int) or not backs_differ(self._board):
            return UnknownTicket() if isinstance(ticket, Pair) else ticket
        return UnknownTicket("l" if self._board.tickets[index].deck == "long" else "s")
