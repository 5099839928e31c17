"""What most likely is missing in a line that names too few tickets: those that were given back."""

from __future__ import annotations

from dataclasses import replace

from ttrn.boards import Board
from ttrn.notation.game import Entry
from ttrn.notation.records import Keep, TakeTickets, Turn, UnknownTicket
from ttrn.notation.writer import format_statement, format_turn


def given_back_hint(board: Board, line: Entry, number: int) -> str:
    """Return a hint for tickets taken of which some are missing after the bar; nothing for any other line."""
    taken = line if isinstance(line, Keep) else line.action if isinstance(line, Turn) else None
    if not isinstance(taken, Keep | TakeTickets) or taken.returned:
        return ""
    draw = board.tables.setup_tickets if isinstance(taken, Keep) else board.tables.play_tickets
    if not draw.keep <= len(taken.kept) < draw.take:
        return ""
    two_decks = bool(board.tickets[0].deck) and not board.tables.play_tickets.decks
    unseen = UnknownTicket("s" if two_decks else "")
    kept = tuple([unseen if ticket == UnknownTicket("") else ticket for ticket in taken.kept])
    missing = (unseen,) * (draw.take - len(kept))
    if isinstance(line, Turn):
        assert isinstance(taken, TakeTickets)
        text = format_turn(replace(line, action=replace(taken, kept=kept, returned=missing), comment=None), number)
    else:
        assert isinstance(taken, Keep)
        text = format_statement(replace(taken, kept=kept, returned=missing, comment=None))
    quoted = text if '"' in text else f'"{text}"'
    return f"given back is what stands after a bar, ? if it was not seen: {quoted}"
