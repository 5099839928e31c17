"""Somebody who records a known game by taps: answers each question from what the record has."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace
from typing import NamedTuple

import ttrn
from tests.replays.cut_down import FINISHED, board_lines, claim_lines, record
from ttrn.boards import Board
from ttrn.core.cards import counts, letters
from ttrn.core.engine import apply, legal_actions
from ttrn.core.state import SCORING, State
from ttrn.notation import Entry, GameRecord
from ttrn.notation.game import Variation
from ttrn.notation.records import (
    AssertCards,
    AssertCount,
    AssertTickets,
    Claim,
    Comment,
    Complete,
    Deal,
    Draw,
    FinalRoutes,
    FinalStations,
    Keep,
    Market,
    Pair,
    Play,
    Player,
    Reveal,
    Ride,
    Score,
    Sheet,
    Statement,
    Station,
    Tag,
    TakeTickets,
    Turn,
    UnknownTicket,
    WrittenTicket,
)
from ttrn.recording.turns import ask_turn
from ttrn.replays import Timeline
from ttrn.replays.choosing import Question
from ttrn.replays.resolve import resolve_ticket


class Line(NamedTuple):
    """A line of a record, and the taps that make it."""

    taps: list[str]
    player: str = ""
    """Whose turn it is; empty for a statement."""


def lines_of(game: GameRecord, view: str = "full", most: int = 10_000) -> Iterator[Line]:
    """Yield the taps for each line of a game, or for those up to some turn; what others were dealt is there already."""
    timeline = ttrn.replay(game)
    number = 0
    for place, entry in enumerate(game.entries):
        if isinstance(entry, Turn):
            number += 1
            if number > most:
                return
            before, after = _begun(timeline.state(number - 1), game, place), timeline.state(number)
            sees = view in ("full", entry.player)
            asking = ask_turn(before, before.names.index(entry.player), sees=sees)
            yield Line(tap_turn(asking, entry, timeline.board, after, sees=sees)[1], entry.player)
        elif isinstance(entry, Deal) and "?" in entry.cards and not number:
            pass  # the record begins with it
        elif isinstance(entry, Statement) and not isinstance(entry, Player | AssertCards | AssertCount | AssertTickets):
            yield Line(statement_taps(game, entry, timeline.state(number) if number else None))


def _begun(state: State, game: GameRecord, place: int) -> State:
    """Return the state in which a turn comes, where a scoring was before it."""
    if state.phase != SCORING:
        return state
    (state,) = [ttrn.replay(GameRecord(game.entries[:place])).final.copy()]
    apply(state, legal_actions(state)[0])
    return state


def statement_taps(game: GameRecord, line: Statement, after: State | None) -> list[str]:
    """Return the taps for a line that is no turn; ``after`` is the state after the turn before it, if there is one."""
    on = ttrn.board(game.board)
    match line:
        case Deal(player, cards):
            given = on.tables.dealt_locomotives if after is None else 0
            return [f"deal {player}", *(cards.replace("L", "", given) if given else cards.strip("?"))]
        case Market(cards, flushes):
            lying = letters(after.market) if after is not None else ""
            new = [*cards]
            for card in lying:
                new.remove(card)
            return ["market", *new, *"".join(flushes)]
        case Keep():
            return _kept_taps(on, line)
        case Complete(player, ticket, cards):
            return [f"complete {player}", str(resolve_ticket(on, ticket)), cards]
        case Reveal(player, tickets):
            shown = [i for i, entry in enumerate(game.entries) if isinstance(entry, Reveal)]
            before = ttrn.replay(GameRecord(game.entries[: shown[0]])).final
            known = before.tickets[before.names.index(player)]
            named = [resolve_ticket(on, ticket) for ticket in tickets]
            return [f"reveal {player}", *[str(ticket) for ticket in named if ticket not in known]]
        case Score():
            return ["score"]
        case _:
            raise AssertionError(line)


def _kept_taps(on: Board, line: Keep) -> list[str]:
    named = [*line.kept, *line.returned]
    number = len(line.kept)
    mixed = len({ticket.deck for ticket in on.tickets}) > 1 and not on.tables.setup_tickets.decks
    if any(isinstance(ticket, UnknownTicket) for ticket in named):
        numbers = [-2 if ticket == UnknownTicket("l") else -1 for ticket in named]
        decks = [-1 - n for n in numbers]
        taps = [" ".join(map(str, numbers[:number]))]
    else:
        numbers = [int(str(resolve_ticket(on, ticket))) for ticket in named]
        decks = [int(on.tickets[n].deck == "long") for n in numbers]
        ordered = [n for _, n in sorted(zip(decks, numbers, strict=True), key=lambda one: one[0])]
        taps = [*map(str, ordered), " ".join([str(n) for n in ordered if n in numbers[:number]])]
    return [f"keep {line.player}", *[f"{decks.count(0)} {decks.count(1)}"] * mixed, *taps]


def as_recorded(game: GameRecord) -> GameRecord:
    """Return a game with nothing but what is recorded: no comments, no statements that follow from the rest.

    Tickets that go back are in one order: nobody tells in which they were put under the deck.
    """
    entries = []
    for entry in game.entries:
        if isinstance(entry, Comment | Variation | AssertCards | AssertCount | AssertTickets):
            continue
        if isinstance(entry, Tag) and entry.name not in ("Game", "View", "Level"):
            continue
        found = replace(entry, comment=None) if not isinstance(entry, Turn) else as_asked(replace(entry, comment=None))
        if isinstance(found, Keep):
            found = replace(found, returned=tuple(sorted(found.returned, key=str)))
        entries.append(found)
    return GameRecord(tuple(entries))


def as_asked(turn: Turn) -> Turn:
    """Return a turn with the tickets that go back in one order: nobody tells in which they were put under the deck."""
    turn = replace(turn, marks=())
    if not isinstance(turn.action, TakeTickets):
        return turn
    return replace(turn, action=replace(turn.action, returned=tuple(sorted(turn.action.returned, key=str))))


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


# --- less than all turns ---------------------------------------------------------------------------------------------


def claims_of(timeline: Timeline) -> tuple[list[Line], GameRecord]:
    """Return the taps for the claims of a game and for the tickets at its end, and the record that they make."""
    steps = ttrn.replay(record(timeline, *claim_lines(timeline, tracks=True), level="claims"))
    lines: list[Line] = []
    entries: list[Entry] = []
    for number, turn in enumerate(steps.game.turns, 1):
        before = steps.state(number - 1)
        asking = ask_turn(before, before.names.index(turn.player), sees=False)
        made, taps = tap_turn(asking, turn, before.board, steps.final, sees=False)
        lines.append(Line(taps, turn.player))
        entries.append(made)
    for entry in [entry for entry in board_lines(timeline) if isinstance(entry, Reveal)]:
        lines.append(Line(_end_taps(timeline, entry)))
        entries.append(entry)
    return [*lines, Line(["finished"])], record(timeline, *entries, FINISHED, level="claims")


def board_of(timeline: Timeline) -> tuple[list[Line], GameRecord]:
    """Return the taps for the final board of a game, and the record that they make; points on no board are left out."""
    entries = [entry for entry in board_lines(timeline) if not isinstance(entry, Sheet)]
    lines = [Line(_end_taps(timeline, entry)) for entry in entries]
    several = {frozenset((r.a, r.b)) for r in timeline.board.routes if len(timeline.board.pairs[r.pair]) > 1}
    codes = {frozenset(timeline.board.cities[city].code for city in ends) for ends in several}
    named = [
        entry
        if not isinstance(entry, FinalRoutes)
        else replace(entry, routes=tuple([p if {p.a, p.b} in codes else Pair(p.a, p.b) for p in entry.routes]))
        for entry in entries
    ]
    return lines, record(timeline, *named, FINISHED)


def _end_taps(timeline: Timeline, entry: Entry) -> list[str]:
    match entry:
        case FinalRoutes(player):
            mine = timeline.final.routes_of(timeline.final.names.index(player))
            return [f"routes {player}", *map(str, mine), "done"]
        case FinalStations(player, cities):
            codes = {city.code: city.index for city in timeline.board.cities}
            return [f"stations {player}", *[str(codes[city]) for city in cities], "done"]
        case Reveal(player, tickets):
            return [f"reveal {player}", *[str(resolve_ticket(timeline.board, ticket)) for ticket in tickets], "done"]
        case _:
            raise AssertionError(entry)
