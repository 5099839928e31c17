"""How bots play with tunnels, stations and long tickets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrn.core.actions import Action, BuildStation, GiveUpTunnel, PayTunnel
from ttrn.core.bots import Loan
from ttrn.core.cards import LOCOMOTIVE
from ttrn.core.state import NOBODY, State
from ttrn.games.europe.stations import stations_left, stations_of

if TYPE_CHECKING:
    from ttrn.play.memory import Memory
    from ttrn.play.view import View


def pay_tunnel(view: View) -> Action:
    """Pay the surcharge with as few locomotives as possible; give up where it cannot be paid."""
    pays = [action for action in view.legal if isinstance(action, PayTunnel)]
    return min(pays, key=lambda pay: pay.paid[LOCOMOTIVE], default=GiveUpTunnel())


def loan(state: State, seat: int) -> Loan | None:
    """Return what the seat's next station costs: cards, and the points that it brings if it is not built."""
    left = stations_left(state, seat)
    if left <= 0:
        return None
    tables = state.board.tables
    return Loan(left, tables.station_costs[stations_of(state).built[seat]], tables.station_points)


def build_station(view: View, pairs: list[int]) -> Action | None:
    """Build a station at one end of the first of these pairs of cities where that is possible."""
    stations = stations_of(view.state).owners
    for pair in pairs:
        for city in view.board.pair_cities[pair]:
            if stations[city] == NOBODY:
                builds = [a for a in view.legal if isinstance(a, BuildStation) and a.city == city]
                if builds:
                    return min(builds, key=lambda build: build.paid[LOCOMOTIVE])
    return None


def hide_removed(twin: State, seat: int, memory: Memory) -> None:
    """Hide which tickets left the game, but for a seat's own, and whether the others kept their long ones."""
    twin.aside = list(memory.at_start[seat])
    for deck in twin.ticket_decks:
        deck.unseen.difference_update(twin.aside)
    for other in range(twin.seats):
        held = sum(twin.unknown_tickets[other])
        if other != seat and held:
            # Nobody sees which of the tickets kept is the long one, or whether it was kept at all.
            twin.unknown_tickets[other] = [held - 1, 1]
            if memory.at_start[other]:
                twin.unsure_decks.add(other)
