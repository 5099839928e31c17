"""Signs of a hidden ticket without a map: how much of what it wants lies in the railyard and on the track."""

from __future__ import annotations

from ttrn.core.cards import COLORS
from ttrn.core.state import State
from ttrn.core.ticket_signs import TicketSigns
from ttrn.games.cardgame.railyards import railyards, yard_cards
from ttrn.games.cardgame.spending import missing, wanted

MANY_CARDS = 15
"""With so many coloured cards laid it shows what a player collects."""


def _signs(state: State, seat: int, ticket: int) -> tuple[float, ...]:
    """Return the signs that lie in the cards before a seat."""
    yards = railyards(state)
    wants = wanted(state.board, ticket)[:COLORS]
    track = yards.stacks[seat][:COLORS]
    laid = [a + b for a, b in zip(track, yard_cards(yards.rows[seat]), strict=False)]
    number = max(1, sum(wants))
    far = min(1.0, sum(laid) / MANY_CARDS)
    on_track = 1 - missing(track, wants) / number
    there = 1 - missing(laid, wants) / number
    return (
        float(on_track >= 1),
        on_track * far,
        float(there >= 1),
        there,
        there * far,
        state.board.tickets[ticket].points / 20,
    )


SIGNS = TicketSigns(
    (
        "all its colours on the track",
        "share of its colours on the track, with many cards laid",
        "all its colours laid",
        "share of its colours laid",
        "the same, with many cards laid",
        "points",
    ),
    _signs,
)
