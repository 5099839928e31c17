"""How likely hidden hands hold what after a turn, as plain data for the page that steps through a game."""

from __future__ import annotations

from typing import Any, Final

from ttrn.hidden import Budget, odds
from ttrn.replays import Timeline

TICKETS: Final = 3
"""How many of the likeliest tickets are shown."""


def chances(timeline: Timeline, turn: int, budget: Budget | None = None) -> dict[str, Any]:
    """Return what is likely of each seat after a turn, by what was known then.

    ``seats`` has None for a seat that hides nothing, else ``cards`` (for each kind the expected number and the chances
    of at least one, two and so on) and ``tickets`` (the likeliest with their chances, a guess). ``reason`` says in
    words why there is nothing about cards, where there is not.

    Raises:
        ValueError: there is no such turn.
    """
    found = odds(timeline, turn, budget=budget)
    seats: list[dict[str, Any] | None] = [None] * len(timeline.game.players)
    for hand in found.hands:
        cards = {
            card.kind: [round(card.expected, 2), *[round(chance, 3) for chance in card.at_least]] for card in hand.cards
        }
        seats[hand.seat] = {"cards": cards, "tickets": []}
    for tickets in found.tickets:
        seat = seats[tickets.seat] or {"cards": None, "tickets": []}
        seat["tickets"] = [[ranked.index, round(ranked.chance, 3)] for ranked in tickets.ranking[:TICKETS]]
        seat["basis"] = tickets.basis
        seats[tickets.seat] = seat
    reason = "no deal makes every line legal up to this turn" if found.problems else found.reason
    return {"seats": seats, "reason": reason, "error": round(found.error, 3)}
