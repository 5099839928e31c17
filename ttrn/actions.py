"""The actions, for bots and programs of your own: what a player may decide, and the numbers that stand in them.

Routes, cities and tickets are named by their index on the board, cards by counts of each kind, in the order of
``LETTERS``:

>>> from ttrn.actions import ClaimRoute, LETTERS
>>> two_red = tuple(2 * (letter == "R") for letter in LETTERS)
>>> ClaimRoute(route=0, paid=two_red).paid[LETTERS.index("R")]
2
"""

from ttrn.core.actions import (
    NO_CITY,
    Action,
    BuildStation,
    ClaimRoute,
    DrawTickets,
    GiveUpTunnel,
    KeepTickets,
    LayCards,
    PassTurn,
    PayTunnel,
    PlacePassenger,
    RidePassenger,
    ScoreTickets,
    TakeCard,
)
from ttrn.core.cards import BLIND, LETTERS, LOCOMOTIVE

__all__ = [
    "BLIND",
    "LETTERS",
    "LOCOMOTIVE",
    "NO_CITY",
    "Action",
    "BuildStation",
    "ClaimRoute",
    "DrawTickets",
    "GiveUpTunnel",
    "KeepTickets",
    "LayCards",
    "PassTurn",
    "PayTunnel",
    "PlacePassenger",
    "RidePassenger",
    "ScoreTickets",
    "TakeCard",
]
