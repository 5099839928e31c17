"""Which tickets were kept when: by what was noted apart, and by what was shown at the end.

A log often tells only how many tickets somebody kept. Those shown at the end must be distributed over these choices;
one that was completed in move 92 was kept before. Where only one choice is left for a ticket, it is put there;
nothing is guessed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ttrn.boards import Ticket
from ttrn.imports.bga.events import At, TicketNamed
from ttrn.imports.bga.fields import LogFields
from ttrn.imports.bga.table import Choice, Table
from ttrn.imports.files import parsed
from ttrn.imports.importer import BrokenLog, Source

EVER: Final = 10**9
"""A move that is later than any."""


class Span(NamedTuple):
    """The moves in which a ticket can have been kept."""

    first: int
    last: int


def date_tickets(choices: list[Choice], shown: dict[Ticket, Span], start_only: set[Ticket]) -> None:
    """Put the tickets that one player showed at the end where they can only have been kept.

    ``choices`` are all of this player's, the one at the start first; ``start_only`` are tickets that are dealt at the
    start only. Nothing happens where the numbers do not agree: then the log does not tell everything.
    """
    known = {ticket for choice in choices for ticket in choice.kept or ()}
    free = [choice for choice in choices if choice.kept is None]
    tickets = [ticket for ticket in shown if ticket not in known]
    if sum([choice.count for choice in free]) != len(tickets):
        return
    allowed = {
        ticket: [
            number
            for number, choice in enumerate(free)
            if _fits(choice, choices[0], shown[ticket]) and (choice is choices[0] or ticket not in start_only)
        ]
        for ticket in tickets
    }
    sizes = [choice.count for choice in free]
    for ticket in tickets:
        possible = [number for number in allowed[ticket] if _solvable({**allowed, ticket: [number]}, sizes)]
        if len(possible) == 1:
            free[possible[0]].dated.append(ticket)


def _fits(choice: Choice, start: Choice, span: Span) -> bool:
    # At the start people choose in any order, and before anything can be completed.
    move = 0 if choice is start else choice.at.move
    return span.first <= move <= span.last


def _solvable(allowed: dict[Ticket, list[int]], sizes: list[int]) -> bool:
    """Return whether all tickets can be distributed, none where it cannot be, and no more than there is room for."""
    held: list[list[Ticket]] = [[] for _ in sizes]

    def place(ticket: Ticket, tried: set[int]) -> bool:
        for number in allowed[ticket]:
            if number in tried:
                continue
            tried.add(number)
            if len(held[number]) < sizes[number]:
                held[number].append(ticket)
                return True
            for other in held[number]:
                if place(other, tried):
                    held[number].remove(other)
                    held[number].append(ticket)
                    return True
        return False

    return all(place(ticket, set()) for ticket in allowed)


# --- tickets noted apart ---------------------------------------------------------------------------------------------


def read_tickets(source: Source, table: Table, choices: dict[str, list[Choice]]) -> None:
    """Fill in the tickets offered and kept from a file of notes; ``choices`` are those of each player, by name.

    Raises:
        BrokenLog: the file cannot be read, or what it says is not of this game.
    """
    try:
        _fill(parsed(source.text), table, choices)
    except BrokenLog as broken:
        broken.file = source.name
        raise


def _fill(data: object, table: Table, choices: dict[str, list[Choice]]) -> None:
    players = LogFields(data, At(0)).items("players")
    if not players:
        raise BrokenLog("LOG-TICKETS", 'these are no tickets: there are no "players"')
    for number, player in enumerate(players, 1):
        fields = LogFields(player, At(0, path=f"player {number}"))
        name = fields.text("playerName")
        if name not in choices:
            told = f'"{name}" does not play in this game; at the table: {", ".join(table.names)}'
            raise fields.at.broken("LOG-TICKETS", told)
        for selection in fields.items("destinationSelections"):
            _select(LogFields(selection, At(0, path=name)), table, choices[name])


def _select(fields: LogFields, table: Table, choices: list[Choice]) -> None:
    initial = fields.text("selectionType") == "initial"
    move = 0 if initial else fields.number("moveNumber")
    choice = choices[0] if initial else next((other for other in choices[1:] if other.at.move == move), None)
    if choice is None:
        raise fields.at.broken("LOG-TICKETS", f"nobody of this name keeps tickets in move {move}")
    place = At(choice.at.move, path=fields.at.path)
    offered = tuple([_named(text, table, place) for text in fields.items("offered")])
    kept = tuple([_named(text, table, place) for text in fields.items("kept")])
    if len(kept) != choice.count:
        raise place.broken("LOG-TICKETS", f"{len(kept)} tickets are noted, and {choice.count} were kept")
    if len(set(offered)) != len(offered) or (offered and not set(kept) <= set(offered)):
        raise place.broken("LOG-TICKETS", "the tickets kept are not among those offered")
    if choice.kept is not None and set(choice.kept) != set(kept):
        raise place.broken("LOG-TICKETS", "the log itself tells other tickets")
    choice.kept, choice.offered = kept, offered or choice.offered


def _named(text: object, table: Table, at: At) -> Ticket:
    """Return a ticket that is written as two cities with a hyphen between them."""
    a, dash, b = str(text).partition(" - ")
    if not isinstance(text, str) or not dash:
        raise at.broken("LOG-TICKETS", f'{text!r:.60} is no ticket; one is written "Denver - El Paso"')
    return table.ticket(TicketNamed(a.strip(), b.strip()), at)
