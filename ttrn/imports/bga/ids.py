"""The site's numbers for cards, cities, routes and tickets."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from ttrn.boards import Board, Route, Ticket, board

CARDS: Final = "LPWBYOKRG"
"""The letter of each colour code, from 0."""

BOARDS: Final = ("usa", "europe")
"""The boards of ours that the site has."""


class Ids(NamedTuple):
    """What the numbers of one board stand for; each counts from 1, so the first of each is nothing."""

    routes: tuple[Route | None, ...]
    tickets: dict[tuple[int, int], Ticket]
    """By type (1 ordinary or short, 2 long) and number."""


@cache
def ids_of(name: str) -> Ids:
    """Return the numbers of a board."""
    with (Path(__file__).parent / "data" / "ids.toml").open("rb") as file:
        table: dict[str, list[str]] = tomllib.load(file)[name]
    found = board(name)
    routes = {found.route_text(route): route for route in found.routes}
    tickets = {found.ticket_text(ticket): ticket for ticket in found.tickets}
    numbered = {
        (kind, number): tickets[text]
        for kind in (1, 2)
        for number, text in enumerate(table.get(f"tickets_{kind}", []), 1)
    }
    return Ids((None, *[routes[text] for text in table["routes"]]), numbered)


def on_boards(name: str) -> list[Board]:
    """Return the boards that have a city of this name."""
    return [found for found in map(board, BOARDS) if found.city(name) is not None]
