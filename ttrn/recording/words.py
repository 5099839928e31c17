"""Words that may be typed next, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ttrn.core.state import NOBODY, State
from ttrn.notation.writer import format_ticket
from ttrn.replays.writing import ticket_back

BAR = "|"
"""Parts the tickets that are kept from those that go back."""


class Word(NamedTuple):
    """A word that may come next, and what it means."""

    text: str
    about: str = ""


def card_words(typed: str, kinds: Sequence[str], most: int, about: str) -> list[Word]:
    """Return a run of cards with each kind that may be the next of at most so many; the last ones follow a stroke."""
    last = typed.rpartition("/")[2]
    return [Word(f"{typed}{kind}", about) for kind in kinds] if len(last) < most else []


def ticket_words(state: State, seat: int, said: Sequence[str], most: int, *, bar: bool) -> Iterator[Word]:
    """Return the tickets that may be named after others: those in no hand yet, the player's own, and unseen ones.

    ``most`` is how many there are to name, 0 for any number; ``bar`` says that some may go back.
    """
    board, decks = state.board, state.ticket_decks
    if bar and BAR not in said:
        yield Word(BAR, "then those returned")
    if most and len(said) - (BAR in said) >= most:
        return
    backs = {format_ticket(ticket_back(board, deck)): decks[deck].name for deck in range(len(decks))}
    yield from [Word(back, f"not seen, {name}" if len(backs) > 1 else "not seen") for back, name in backs.items()]
    free = {ticket for deck in decks for ticket in deck.unseen}
    free |= {ticket for deck in decks for group in deck.groups for ticket in group}
    free.update(state.tickets[seat] if seat != NOBODY else ())
    for ticket in board.tickets:
        name = board.ticket_text(ticket)
        if ticket.index in free and name not in said:
            cities = f"{board.cities[ticket.a].name} - {board.cities[ticket.b].name}"
            yield Word(name, f"{cities}, {ticket.points}")
