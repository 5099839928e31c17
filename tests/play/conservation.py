"""What holds at every moment of a game of which everything is known: nothing is lost or comes from nowhere."""

from __future__ import annotations

from ttrn.core.cards import KINDS, LETTERS, UNKNOWN
from ttrn.core.state import State
from ttrn.games.europe.stations import Stations
from ttrn.games.marklin.passengers import Passengers, passengers_of


def assert_conserved(state: State) -> None:
    """Check cards, trains, points and tickets; the deck may be known by its counts only."""
    tables, routes = state.board.tables, state.board.routes
    piles = [*state.hands, state.market, state.discards, *[pile.cards for pile in state.rules.open_piles(state)]]
    assert not any(pile[UNKNOWN] for pile in piles)
    for kind in range(KINDS - 1):
        assert sum(pile[kind] for pile in piles) + state.pool[kind] == tables.train_cards.get(LETTERS[kind], 0)
    assert sum(state.pool) == state.deck_size
    assert min(map(min, piles)) >= 0
    assert state.gaps == (sum(state.market) < tables.market)
    for seat in range(state.seats):
        owned = state.routes_of(seat)
        assert state.trains[seat] == tables.trains - sum(routes[route].length for route in owned) >= 0
        goods = passengers_of(state).goods[seat] if Passengers in state.parts else 0
        if state.board.routes:
            assert state.scores[seat] == sum(routes[route].points for route in owned) + goods
    held = sum(map(len, state.tickets)) + len(state.offered)
    lie = sum(deck.size for deck in state.ticket_decks)
    gone = len(state.aside) if Stations in state.parts else 0
    assert held + lie + gone <= len(state.board.ticket_deck())
    known = [ticket for hand in state.tickets for ticket in hand]
    assert len(set(known)) == len(known)
