"""Somebody who records a known turn by taps: answers each question from what the record has."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ttrn.boards import Board
from ttrn.core.cards import counts, letters
from ttrn.core.state import State
from ttrn.notation.records import Claim, Draw, Play, Ride, Station, TakeTickets, Turn, UnknownTicket, WrittenTicket
from ttrn.replays.choosing import Question
from ttrn.replays.resolve import resolve_ticket


def tap_turn(
    asking: Generator[Question, str, Turn], turn: Turn, board: Board, after: State, *, sees: bool
) -> tuple[Turn, list[str]]:
    """Answer all questions of a turn; return what came of it, and the taps."""
    wanted = Wanted(turn, board, after, sees=sees)
    taps: list[str] = []
    try:
        question = next(asking)
        while True:
            taps.append(wanted.tap(question))
            question = asking.send(taps[-1])
    except StopIteration as stop:
        return stop.value, taps


class Wanted:
    """What is to be recorded."""

    def __init__(self, turn: Turn, board: Board, after: State, *, sees: bool) -> None:
        self.turn, self.board, self.after, self.sees = turn, board, after, sees
        self.codes = {city.code: city.index for city in board.cities}
        self.cards = self._cards()
        self.takes = iter(turn.action.takes) if isinstance(turn.action, Draw) else iter(())
        self.cities = iter(turn.action.cities[1:]) if isinstance(turn.action, Ride) else iter(())
        named = (*turn.action.kept, *turn.action.returned) if isinstance(turn.action, TakeTickets) else ()
        self.named = [self._ticket(ticket) for ticket in named]

    def _cards(self) -> Iterator[str]:
        action = self.turn.action
        if isinstance(action, Draw):
            for take in action.takes:
                if not take.blind or self.sees:
                    yield take.card if take.blind else take.replacement or "?"
                for flush in take.flushes:
                    yield from flush
        if isinstance(action, Claim):
            yield from action.turned.strip("-")
        if self.turn.refill:
            yield from "".join((self.turn.refill.cards, *self.turn.refill.flushes))

    def tap(self, question: Question) -> str:
        taps = {choice.tap for choice in question.choices}
        kinds: set[str] = {choice.kind for choice in question.choices}
        if kinds == {"card"}:
            card = next(self.cards)
            if "took its place" in question.text and card == "-":
                raise AssertionError("a gap that is not filled is not asked for")
            return card
        for tap in self._wished(kinds):
            if tap in taps:
                if kinds == {"ticket"}:
                    self.named.remove(tap)
                return tap
        raise AssertionError(f"{self.turn}: {question.text}: {sorted(taps)[:40]}")

    def _wished(self, kinds: set[str]) -> Iterator[str]:  # noqa: C901  a table of one entry per kind
        action = self.turn.action
        match action:
            case Draw():
                take = next(self.takes, None)
                if take is None:
                    yield "pass"
                elif take.blind:
                    yield "draw ?"
                else:
                    yield f"draw {take.card}"
                if take is not None and not take.blind and take.replacement == "-":
                    next(self.cards)
            case Claim():
                yield from self._claim(action)
            case Station():
                yield f"station {self.codes[action.city]}"
                yield _sorted(action.paid)
            case Ride():
                if "ride" not in self.__dict__:
                    self.ride = True
                    yield f"ride {self.codes[action.cities[0]]}"
                city = next(self.cities, None)
                yield "done" if city is None else str(self.codes[city])
            case Play():
                yield _sorted(action.cards)
                colors = [card for card in dict.fromkeys(action.cards) if card != "L"]
                yield f"play {colors[0]}" if len(colors) == 1 else "play different"
            case TakeTickets():
                yield from self._tickets(action, kinds)
            case _:
                yield "pass"

    def _claim(self, action: Claim) -> Iterator[str]:
        a, b = [self.codes[code] for code in (action.route.a, action.route.b)]
        seat = self.after.names.index(self.turn.player)
        tracks = [route for route in self.board.routes if {route.a, route.b} == {a, b}]
        mine = [route for route in tracks if self.after.owners[route.index] == seat]
        for route in mine or [t for t in tracks if action.route.number in (0, t.track)]:
            yield f"claim {route.index}"
        if action.surcharge:
            yield f"pay {_sorted(action.surcharge)}"
        elif action.given_up:
            yield "give up"
        yield "pay -"
        yield f"passenger {self.codes[action.passenger]}" if action.passenger else "no passenger"
        yield "done"
        yield _sorted(action.paid)

    def _tickets(self, action: TakeTickets, kinds: set[str]) -> Iterator[str]:
        named = [*action.kept, *action.returned]
        if kinds == {"ticket"}:
            yield from self.named
        yield "tickets"
        if kinds == {"number"}:
            decks = [self._deck(ticket) for ticket in named]
            yield f"{decks.count(0)} {decks.count(1)}"
        kept = [self._number(ticket) for ticket in action.kept]
        yield " ".join(map(str, sorted(kept, key=lambda ticket: (ticket < 0, abs(ticket))))) or "none"

    def _number(self, ticket: WrittenTicket) -> int:
        if isinstance(ticket, UnknownTicket):
            return -2 if ticket.deck == "l" else -1
        found = resolve_ticket(self.board, ticket)
        assert isinstance(found, int)
        return found

    def _deck(self, ticket: WrittenTicket) -> int:
        number = self._number(ticket)
        return -1 - number if number < 0 else int(self.board.tickets[number].deck == "long")

    def _ticket(self, ticket: WrittenTicket) -> str:
        return "?" if isinstance(ticket, UnknownTicket) else str(self._number(ticket))


def _sorted(cards: str) -> str:
    return "?" if set(cards) == {"?"} else letters(counts(cards))
