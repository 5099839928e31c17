"""What is recorded beside the turns: which lines can come now, and which tap begins each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from ttrn.core.state import OVER, SCORING, State
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.records import (
    Complete,
    Deal,
    FinalRoutes,
    FinalStations,
    Finished,
    Keep,
    Market,
    Reveal,
    Score,
    UnknownTicket,
)
from ttrn.recording.asking_end import (
    StatementAsking,
    ask_finished,
    ask_reveal,
    ask_routes,
    ask_score,
    ask_stations,
    may_reveal,
)
from ttrn.recording.asking_setup import ask_deal, ask_market, ask_start
from ttrn.recording.places import between
from ttrn.replays.choosing import Choice


class Writer(NamedTuple):
    """Whose cards the writer of a record sees."""

    seats: frozenset[int]

    def sees(self, seat: int) -> bool:
        """Return whether the cards of a seat are seen."""
        return seat in self.seats


class Offered(NamedTuple):
    """A statement that can be recorded now, and how it is asked for."""

    choice: Choice
    follow: Callable[[], StatementAsking]
    after: int
    """After how many turns its line stands."""
    missing: bool = True
    """Whether the record does not have it yet, or not what is asked for."""


def tap_of(entry: Entry) -> str:
    """Return the tap that begins a statement; empty for one that is typed."""
    match entry:
        case Deal() | Keep() | Reveal() | Complete() | FinalRoutes() | FinalStations():
            return f"{_WORDS[type(entry)]} {entry.player}"
        case Market() | Score() | Finished():
            return _WORDS[type(entry)]
        case _:
            return ""


_WORDS = {
    Deal: "deal",
    Keep: "keep",
    Market: "market",
    Complete: "complete",
    FinalRoutes: "routes",
    FinalStations: "stations",
    Reveal: "reveal",
    Score: "score",
    Finished: "finished",
}


def offered_statements(game: GameRecord, state: State, writer: Writer, after: int) -> Iterator[Offered]:
    """Yield what can be recorded beside a turn, after so many of them, also what stands there already."""
    last = after == len(game.turns)
    if state.phase == SCORING:
        yield from _spent(state, after)
        yield from _dealt(game, state, writer, after)
    elif (last or not after) and not state.house.partial:
        yield from _dealt(game, state, writer, 0)
        yield from _kept(game, state, writer)
    if last and (state.phase == OVER or state.house.partial):
        yield from _ending(game, state, writer, after)


def _dealt(game: GameRecord, state: State, writer: Writer, after: int) -> Iterator[Offered]:
    """Yield the cards of a deal and the market: before the first turn, or after a scoring in mid-game."""
    there = {tap_of(game.entries[place]): game.entries[place] for place in between(game, after)}
    seen = {tap for tap, entry in there.items() if "?" not in getattr(entry, "cards", "?")}
    for seat, name in enumerate(state.names):
        sees = writer.sees(seat)
        if sees or after:
            choice = Choice(f"deal {name}", "setup", name, f"cards dealt to {name}")
            missing = choice.tap not in (seen if sees else there)
            yield Offered(choice, partial(ask_deal, game, after, state, seat, sees=sees), after, missing)
    choice = Choice("market", "setup", "", "the face-up cards")
    yield Offered(choice, partial(ask_market, game, after, state), after, "market" not in seen)


def _kept(game: GameRecord, state: State, writer: Writer) -> Iterator[Offered]:
    """Yield the first tickets: like the deal they can still be told when turns have been recorded."""
    kept = {entry.player: entry for entry in game.entries if isinstance(entry, Keep)}
    for seat, name in enumerate(state.names):
        sees = writer.sees(seat)
        choice = Choice(f"keep {name}", "setup", name, f"tickets that {name} keeps")
        missing = name not in kept or (sees and _unseen(kept[name]))
        yield Offered(choice, partial(ask_start, game, state, seat, sees=sees), 0, missing)


def _unseen(line: Keep) -> bool:
    return any(isinstance(ticket, UnknownTicket) for ticket in (*line.kept, *line.returned))


def _spent(state: State, after: int) -> Iterator[Offered]:
    """Yield what players spend on tickets, where a game has that."""
    ask_spent, spendable = state.game.records.ask_spent, state.game.records.spendable
    for seat, name in enumerate(state.names):
        if ask_spent is not None and spendable(state, seat):
            choice = Choice(f"complete {name}", "end", name, f"a ticket that {name} completes")
            yield Offered(choice, partial(ask_spent, state, seat), after)


def _ending(game: GameRecord, state: State, writer: Writer, after: int) -> Iterator[Offered]:
    some, board = state.house.partial, state.board
    there = {type(entry) for entry in game.entries}
    shown = {entry.player for entry in game.entries if isinstance(entry, Reveal)}
    yield from _spent(state, after)
    for seat, name in enumerate(state.names):
        if some and board.routes:
            choice = Choice(f"routes {name}", "end", name, f"routes of {name}")
            yield Offered(choice, partial(ask_routes, state, seat), after)
        if some and board.tables.stations:
            choice = Choice(f"stations {name}", "end", name, f"stations of {name}")
            yield Offered(choice, partial(ask_stations, state, seat), after)
        if may_reveal(state, seat) or state.tickets[seat]:
            choice = Choice(f"reveal {name}", "end", name, f"tickets of {name}")
            missing = may_reveal(state, seat) or not (name in shown or writer.sees(seat))
            yield Offered(choice, partial(ask_reveal, state, seat), after, missing)
    if some:
        choice = Choice("finished", "end", "", "the game was played to its end")
        yield Offered(choice, ask_finished, after, Finished not in there)
    elif state.phase == OVER:
        choice = Choice("score", "end", "", "the final scores")
        yield Offered(choice, partial(ask_score, state), after, Score not in there)
