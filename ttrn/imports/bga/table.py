"""Who sat at the table, on which board, and what each of them was offered at the start.

A log names players by what they do. Everybody chooses tickets before anybody has a turn, in any order; from the first
turn on it goes round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ttrn.boards import Board, City, Route, Ticket, board
from ttrn.imports.bga.events import (
    At,
    Built,
    Claimed,
    Completed,
    Drew,
    Event,
    Filled,
    GaveUp,
    Kept,
    Log,
    Offered,
    PathMeasured,
    RouteNamed,
    Shown,
    Swept,
    TicketNamed,
    Took,
    Tried,
)
from ttrn.imports.bga.ids import BOARDS, ids_of, on_boards
from ttrn.imports.importer import BrokenLog
from ttrn.notation.game import MAX_PLAYERS
from ttrn.notation.player_ids import seats
from ttrn.notation.records import Player

ACTING = Took | Drew | Claimed | Built | Tried | GaveUp
"""What only somebody does whose turn it is."""


@dataclass(slots=True)
class Choice:
    """Tickets chosen by somebody: how many, and what is known of those kept and of those offered."""

    who: str
    at: At
    count: int
    kept: tuple[Ticket, ...] | None = None
    offered: tuple[Ticket, ...] | None = None
    dated: list[Ticket] = field(default_factory=list)
    """Tickets that were shown at the end and can only have been kept here."""


@dataclass(slots=True)
class Table:
    """The board, the seats in turn order, the choices at the start in the order in which they were made."""

    board: Board
    names: tuple[str, ...]
    players: tuple[Player, ...]
    choices: dict[str, Choice]
    setup: tuple[Event, ...]
    """What was told before the first turn, other than the choices."""
    play: tuple[Event, ...]

    def seat(self, who: str, at: At) -> int:
        """Return the seat of a player.

        Raises:
            BrokenLog: nobody of this name sits here.
        """
        if who in self.names:
            return self.names.index(who)
        if not who:
            raise at.broken("LOG-PLAYER", "the log does not tell whose this is")
        raise at.broken("LOG-PLAYER", f'"{who}" did not choose any tickets at the start, and so does not play')

    def ticket(self, named: TicketNamed, at: At) -> Ticket:
        """Return a ticket of the board.

        Raises:
            BrokenLog: there is no such ticket, or its names and its number are at odds.
        """
        found = ids_of(self.board.name).tickets.get((named.kind, named.number))
        if named.a and named.b:
            ends = self.city(named.a, at), self.city(named.b, at)
            by_name = self.board.ticket_between(*ends)
            if found is None or by_name is None or {found.a, found.b} == {ends[0].index, ends[1].index}:
                found = by_name
            else:
                raise at.broken("LOG-LINE", f"ticket {named.number} does not join {named.a} and {named.b}")
        if found is None:
            what = f"from {named.a} to {named.b}" if named.a else f"number {named.number}"
            hint = "games with expansions, which have tickets of their own, cannot be imported"
            raise at.broken("LOG-BOARD", f"there is no ticket {what} in the {self.board.name} game", hint)
        return found

    def tickets(self, named: Sequence[TicketNamed] | None, at: At) -> tuple[Ticket, ...] | None:
        """Return tickets of the board, nothing where nothing is known."""
        return None if named is None else tuple([self.ticket(each, at) for each in named])

    def city(self, name: str, at: At) -> City:
        """Return a city of the board.

        Raises:
            BrokenLog: there is none of this name.
        """
        found = self.board.city(name)
        if found is None:
            raise at.broken("LOG-BOARD", f'there is no city "{name}" on the {self.board.name} board')
        return found

    def routes(self, named: RouteNamed, at: At) -> tuple[Route, ...]:
        """Return the tracks that a route can be: one where the log gives its number.

        Raises:
            BrokenLog: there is no such route, or its names and its number are at odds.
        """
        known = ids_of(self.board.name).routes
        found = known[named.number] if 0 < named.number < len(known) else None
        if not (named.a and named.b):
            if found is None:
                raise at.broken("LOG-BOARD", f"there is no route number {named.number} on the {self.board.name} board")
            return (found,)
        ends = self.city(named.a, at), self.city(named.b, at)
        tracks = self.board.routes_between(*ends)
        if not tracks:
            raise at.broken("LOG-BOARD", f"no route joins {named.a} and {named.b} on the {self.board.name} board")
        if found is None:
            return tracks
        if found not in tracks:
            raise at.broken("LOG-LINE", f"route {named.number} does not join {named.a} and {named.b}")
        return (found,)


def lay_table(log: Log, wanted: str) -> Table:
    """Find out who plays and on which board; ``wanted`` is its name if the user gave one.

    Raises:
        BrokenLog: the log does not start with the choice of tickets, or tells no board.
    """
    events = tuple(_attributed(log.events))
    first: dict[str, int] = {}
    for event in events:
        if isinstance(event.what, Kept):
            first.setdefault(event.what.who, event.at.move)
    if not first:
        at = events[0].at
        hint = "save it from the first move on"
        raise at.broken("LOG-START", "nobody chooses tickets here: this is not the beginning of a game", hint)
    if len(first) > MAX_PLAYERS:
        raise events[0].at.broken("LOG-START", f"{len(first):,} players choose tickets: this is no log of one game")
    begun = max(first.values())
    early = next((event for event in events if isinstance(event.what, ACTING) and event.at.move < begun), None)
    if early is not None:
        raise _too_early(early, first)
    choosing = [event for event in events if isinstance(event.what, Kept | Offered) and event.at.move <= begun]
    setup = [event for event in events if event.at.move <= begun and isinstance(event.what, Filled | Swept)]
    play = [event for event in events if event.at.move > begun]
    names = _order(tuple(first), play)
    found = board(wanted) if wanted else _board(events)
    limits = found.tables.min_players, found.tables.max_players
    if not limits[0] <= len(names) <= limits[1]:
        told = f"{len(names)} players choose tickets at the start; the game is for {limits[0]} to {limits[1]}"
        raise choosing[0].at.broken("LOG-START", told)
    table = Table(found, names, seats(names), {}, tuple(setup), tuple(play))
    table.choices = _choices(table, choosing)
    return table


def _too_early(early: Event, first: dict[str, int]) -> BrokenLog:
    who = getattr(early.what, "who", "")
    late = next(name for name, move in first.items() if move > early.at.move)
    hint = "the log may be of two games, or its beginning is missing"
    told = f"{who or 'somebody'} has a turn before {late} has chosen tickets (move {first[late]})"
    return early.at.broken("LOG-START", told, hint)


def _attributed(events: Sequence[Event]) -> Iterator[Event]:
    """Tell whose each event is: a private line without a name belongs to whoever is named next in its move.

    At the very end of a log that was cut off there may be nobody: what nobody is known to have done is left out.
    """
    waiting: list[Event] = []
    for event in events:
        who = getattr(event.what, "who", None)
        if waiting and (event.at.move != waiting[0].at.move or who):
            yield from _given(waiting, who if who and event.at.move == waiting[0].at.move else "")
            waiting = []
        if who == "" or waiting:
            waiting.append(event)
        else:
            yield event
    yield from [event for event in waiting if not hasattr(event.what, "who")]


def _given(events: list[Event], who: str) -> Iterator[Event]:
    for event in events:
        what = event.what
        if isinstance(what, Drew | Completed | Kept | Took | Claimed | Built | Tried | GaveUp | Shown) and not what.who:
            if not who:
                raise event.at.broken("LOG-PLAYER", "the log does not tell whose this is")
            yield Event(event.at, replace(what, who=who))
        else:
            yield event


def _order(choosers: tuple[str, ...], play: list[Event]) -> tuple[str, ...]:
    """Return the players in turn order: that of the final reckoning, beginning with whoever had the first turn."""
    shown = tuple(dict.fromkeys([event.what.who for event in play if isinstance(event.what, Shown | PathMeasured)]))
    acting = tuple(
        dict.fromkeys([event.what.who for event in play if isinstance(event.what, ACTING | Kept) and event.what.who])
    )
    names = shown if set(shown) == set(choosers) else (*[who for who in acting if who in choosers],)
    names += tuple([who for who in choosers if who not in names])
    start = names.index(acting[0]) if acting and acting[0] in names else 0
    return names[start:] + names[:start]


def _board(events: tuple[Event, ...]) -> Board:
    """Find the board by the cities that the log names."""
    for event in events:
        for name in _cities(event):
            found = on_boards(name)
            if len(found) == 1:
                return found[0]
            if not found:
                hint = f"only the boards {' and '.join(BOARDS)} can be imported"
                raise event.at.broken("LOG-BOARD", f'there is no city "{name}" on a board that is known', hint)
    hint = "say which board it is: --board usa or --board europe"
    raise BrokenLog("LOG-BOARD", "no city is named in this log, so it does not tell the board", hint=hint)


def _cities(event: Event) -> list[str]:
    match event.what:
        case Claimed(route=RouteNamed(a, b)) | Tried(route=RouteNamed(a, b)):
            return [name for name in (a, b) if name]
        case Built(city=city):
            return [city] if city else []
        case Completed(ticket=TicketNamed(a, b)) | Shown(ticket=TicketNamed(a, b)):
            return [name for name in (a, b) if name]
        case _:
            return []


def _choices(table: Table, events: list[Event]) -> dict[str, Choice]:
    """Put together what is told of each choice at the start: it comes up to three times, to different people."""
    found: dict[str, Choice] = {}
    offers: dict[str, tuple[Ticket, ...]] = {}
    for at, what in events:
        if isinstance(what, Offered):
            table.seat(what.who, at)
            offers.setdefault(what.who, table.tickets(what.tickets, at) or ())
        elif isinstance(what, Kept):
            choice = found.setdefault(what.who, Choice(what.who, at, what.count))
            if choice.count != what.count:
                told = f"{what.who} keeps {what.count} tickets here, and {choice.count} in move {choice.at.move}"
                raise at.broken("LOG-LINE", told)
            choice.kept = choice.kept or table.tickets(what.tickets, at)
    for who, choice in found.items():
        choice.offered = offers.get(who)
    return found
