"""How a game ended, put together from taps: the final board, the tickets shown, the scores."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TypeAlias

from ttrn.boards import Board, Route
from ttrn.core.facts import pieces_of
from ttrn.core.open_routes import FEW_PLAYERS
from ttrn.core.scoring import score_game
from ttrn.core.state import NOBODY, State
from ttrn.notation.records import FinalRoutes, FinalStations, Finished, Pair, Reveal, Score, Statement
from ttrn.replays.choosing import DONE, Choice, Question, ask, ticket_choice
from ttrn.replays.resolve import ticket_pair

StatementAsking: TypeAlias = Generator[Question, str, Statement]


def ask_finished() -> StatementAsking:
    """State that the game was played to its end."""
    yield from ()
    return Finished()


def ask_score(state: State) -> StatementAsking:
    """State the scores as they follow."""
    yield from ()
    return Score(tuple([(state.names[score.seat], score.total) for score in score_game(state).seats]))


def may_reveal(state: State, seat: int) -> bool:
    """Return whether a seat has tickets to show that nobody knows yet; where turns are missing, always."""
    return state.house.partial or any(state.unknown_tickets[seat]) or seat in state.uncounted


def ask_reveal(state: State, seat: int) -> StatementAsking:
    """Ask for the tickets that a seat shows; those that are known already are among them."""
    if state.house.partial:
        return (yield from _ask_tickets(state, seat))
    known, shown = list(state.tickets[seat]), list[int]()
    draw = state.board.tables.setup_tickets
    least = sum(state.unknown_tickets[seat])
    most = least + (draw.take - draw.keep) * (seat in state.uncounted)
    free = {ticket for deck in state.ticket_decks for ticket in deck.unseen}
    while len(shown) < most:
        choices = [ticket_choice(state, ticket) for ticket in sorted(free - {*shown})]
        ends = [Choice(DONE, "done", "", "that is all")] if len(shown) >= least and known + shown else []
        number = f"{len(shown) + 1} of {most}" if least == most else str(len(shown) + 1)
        tap = yield from ask(f"Ticket {number} of {state.names[seat]}", [*ends, *choices])
        if tap == DONE:
            break
        shown.append(int(tap))
    return _revealed(state, seat, sorted(known + shown))


def _ask_tickets(state: State, seat: int) -> StatementAsking:
    """Let all tickets of a seat be tapped, those that are known being there; a second tap takes one away."""
    mine = dict.fromkeys(state.tickets[seat], True)
    free = {ticket for deck in state.ticket_decks for ticket in deck.unseen}
    while True:
        choices = [ticket_choice(state, ticket)._replace(chosen=ticket in mine) for ticket in sorted(free | {*mine})]
        choices.sort(key=lambda choice: not choice.chosen)
        ends = [Choice(DONE, "done", "", "these are all")] if mine else []
        tap = yield from ask(f"Tickets of {state.names[seat]}: {len(mine)}", [*ends, *choices])
        if tap == DONE:
            return _revealed(state, seat, mine)
        if mine.pop(int(tap), None) is None:
            mine[int(tap)] = True
        free |= {int(tap)}


def _revealed(state: State, seat: int, tickets: Iterable[int]) -> Reveal:
    return Reveal(state.names[seat], tuple([ticket_pair(state.board, ticket) for ticket in tickets]))


def ask_routes(state: State, seat: int) -> StatementAsking:
    """Let all routes of a seat be tapped, those that it has already being there; a second tap takes one away."""
    board = state.board
    mine = dict.fromkeys(state.routes_of(seat), True)
    while True:
        free = [r.index for r in board.routes if state.owners[r.index] in (NOBODY, seat) or r.index in mine]
        trains = board.tables.trains - sum([board.routes[route].length for route in mine])
        open_ = [index for index in free if index in mine or _may_have(state, board.routes[index], mine, trains)]
        choices = [Choice(str(i), "route", i, board.route_text(board.routes[i]), chosen=i in mine) for i in open_]
        text = f"Routes of {state.names[seat]}: {len(mine)}, {trains} trains left"
        tap = yield from ask(text, [Choice(DONE, "done", "", "these are all"), *choices])
        if tap == DONE:
            pairs = [_pair(board, board.routes[index]) for index in mine]
            return FinalRoutes(state.names[seat], tuple(pairs))
        route = int(tap)
        if mine.pop(route, None) is None:
            mine[route] = True


def _pair(board: Board, route: Route) -> Pair:
    number = route.track if len(board.pairs[route.pair]) > 1 else 0
    return Pair(board.cities[route.a].code, board.cities[route.b].code, number)


def _may_have(state: State, route: Route, mine: dict[int, bool], trains: int) -> bool:
    twins = state.board.twins[route.index]
    few = state.seats <= FEW_PLAYERS and any(state.owners[track] != NOBODY for track in twins)
    return route.length <= trains and not any(track in mine for track in twins) and not few


def ask_stations(state: State, seat: int) -> StatementAsking:
    """Let all cities with a station of a seat be tapped."""
    cities = state.board.cities
    pieces = [piece for piece in pieces_of(state) if piece.what == "station"]
    mine = [piece.city for piece in pieces if piece.seat == seat]
    taken = {piece.city for piece in pieces if piece.seat != seat}
    while True:
        full = len(mine) >= state.board.tables.stations
        free = [city for city in range(len(cities)) if city in mine or not (full or city in taken)]
        choices = [Choice(str(city), "city", city, cities[city].name, chosen=city in mine) for city in free]
        text = f"Stations of {state.names[seat]}: {len(mine)}"
        tap = yield from ask(text, [Choice(DONE, "done", "", "these are all"), *choices])
        if tap == DONE:
            return FinalStations(state.names[seat], tuple([cities[city].code for city in mine]))
        mine = [city for city in mine if city != int(tap)] if int(tap) in mine else [*mine, int(tap)]
