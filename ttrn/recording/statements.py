"""What is recorded beside the turns, put together from taps: the deal, the first tickets, the market, the end."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import NamedTuple

from ttrn.boards import Board, Route
from ttrn.core.actions import unknown_ticket
from ttrn.core.card_supply import ALIKE
from ttrn.core.cards import LETTERS, LOCOMOTIVE, counts, letters
from ttrn.core.facts import pieces_of
from ttrn.core.open_routes import FEW_PLAYERS
from ttrn.core.scoring import score_game
from ttrn.core.state import NOBODY, OVER, SCORING, State
from ttrn.notation.game import GameRecord
from ttrn.notation.records import (
    Deal,
    FinalRoutes,
    FinalStations,
    Finished,
    Keep,
    Market,
    Pair,
    Reveal,
    Score,
    Statement,
    Turn,
)
from ttrn.replays.choosing import DONE, Choice, Question, ask, ask_cards, ask_drawn, ask_kept, ask_mix, ticket_choice
from ttrn.replays.resolve import ticket_pair
from ttrn.replays.writing import written_ticket

StatementAsking = Generator[Question, str, Statement]


class Writer(NamedTuple):
    """Whose cards the writer of a record sees."""

    seats: frozenset[int]

    def sees(self, seat: int) -> bool:
        """Return whether the cards of a seat are seen."""
        return seat in self.seats


class Offered(NamedTuple):
    """A statement that can be recorded now, and how it is asked for."""

    choice: Choice
    follow: Callable[[], StatementAsking]


def offered_statements(game: GameRecord, state: State, writer: Writer, *, last: bool) -> list[Offered]:
    """Return what can be recorded now beside a turn; ``last`` is whether nothing of the game comes after it."""
    found: list[Offered] = []
    if state.phase == SCORING or (not game.turns and not state.house.partial):
        found += _beginning(game, state, writer)
    if last and (state.phase == OVER or state.house.partial):
        found += _ending(game, state)
    return found


def _named(entries: Iterable[object], kind: type) -> set[str]:
    return {entry.player for entry in entries if isinstance(entry, kind)}  # type: ignore[attr-defined]


# --- the beginning ---------------------------------------------------------------------------------------------------


def _beginning(game: GameRecord, state: State, writer: Writer) -> list[Offered]:
    since = game.entries
    if state.phase == SCORING:
        turns = [place for place, entry in enumerate(since) if isinstance(entry, Turn)]
        since = since[turns[-1] + 1 :] if turns else since
    found: list[Offered] = []
    dealt, kept = _named(since, Deal), _named(since, Keep)
    for seat, name in enumerate(state.names):
        if name not in dealt and writer.sees(seat):
            choice = Choice(f"deal {name}", "other", name, f"cards dealt to {name}")
            found.append(Offered(choice, lambda seat=seat: _ask_deal(state, seat)))  # type: ignore[misc]
    for seat, name in enumerate(state.names):
        if name not in kept and state.phase != SCORING:
            choice = Choice(f"keep {name}", "other", name, f"tickets that {name} keeps")
            sees = writer.sees(seat)
            found.append(Offered(choice, lambda seat=seat, sees=sees: _ask_start(state, seat, sees=sees)))  # type: ignore[misc]
    if not any(isinstance(entry, Market) for entry in since):
        found.append(Offered(Choice("market", "other", "", "the face-up cards"), lambda: _ask_market(state)))
    return found


def _ask_deal(state: State, seat: int) -> StatementAsking:
    tables = state.board.tables
    given = LETTERS[LOCOMOTIVE] * tables.dealt_locomotives
    cards = yield from ask_cards(state, tables.dealt_cards, "Card")
    return Deal(state.names[seat], letters(counts(given + cards)))


def _ask_start(state: State, seat: int, *, sees: bool) -> StatementAsking:
    draw = state.board.tables.setup_tickets
    mix = yield from ask_mix(state, draw)
    offered = [unknown_ticket(deck) for deck, number in enumerate(mix) for _ in range(number)]
    if sees:
        offered = yield from ask_drawn(state, offered)
    kept = yield from ask_kept(state, offered, draw.keep)
    returned = list(offered)
    for ticket in kept:
        returned.remove(ticket)
    board = state.board
    return Keep(
        state.names[seat],
        tuple([written_ticket(board, ticket) for ticket in kept]),
        tuple([written_ticket(board, ticket) for ticket in returned]),
    )


def _ask_market(state: State) -> StatementAsking:
    size = state.board.tables.market
    markets: list[str] = []
    while True:
        cards = yield from ask_cards(state, size, "Face-up card")
        markets.append(cards)
        if not any(cards.count(LETTERS[kind]) >= ALIKE for kind in state.rules.sweeping):
            return Market(markets[0], tuple(markets[1:]))


# --- the end ---------------------------------------------------------------------------------------------------------


def _ending(game: GameRecord, state: State) -> list[Offered]:
    found: list[Offered] = []
    partial, board = state.house.partial, state.board
    for seat, name in enumerate(state.names):
        if partial and board.routes:
            choice = Choice(f"routes {name}", "other", name, f"routes of {name}")
            found.append(Offered(choice, lambda seat=seat: _ask_routes(state, seat)))  # type: ignore[misc]
        if partial and board.tables.stations:
            choice = Choice(f"stations {name}", "other", name, f"stations of {name}")
            found.append(Offered(choice, lambda seat=seat: _ask_stations(state, seat)))  # type: ignore[misc]
        if partial or any(state.unknown_tickets[seat]):
            choice = Choice(f"reveal {name}", "other", name, f"tickets of {name}")
            found.append(Offered(choice, lambda seat=seat: _ask_reveal(state, seat)))  # type: ignore[misc]
    if partial and not any(isinstance(entry, Finished) for entry in game.entries):
        found.append(Offered(Choice("finished", "done", "", "the game was played to its end"), _ask_finished))
    if state.phase == OVER and not partial and not any(isinstance(entry, Score) for entry in game.entries):
        found.append(Offered(Choice("score", "done", "", "the final scores"), lambda: _ask_score(state)))
    return found


def _ask_finished() -> StatementAsking:
    yield from ()
    return Finished()


def _ask_score(state: State) -> StatementAsking:
    """State the scores as they follow."""
    yield from ()
    return Score(tuple([(state.names[score.seat], score.total) for score in score_game(state).seats]))


def _ask_reveal(state: State, seat: int) -> StatementAsking:
    """Ask for one ticket after the other; of a whole record as many as were kept unseen."""
    tickets: list[int] = []
    due = 0 if state.house.partial else sum(state.unknown_tickets[seat])
    free = {ticket for deck in state.ticket_decks for ticket in deck.unseen}
    while not due or len(tickets) < due:
        choices = [ticket_choice(state, ticket) for ticket in sorted(free - {*tickets})]
        ends = [Choice(DONE, "done", "", "that is all")] if tickets else []
        tap = yield from ask(f"Ticket {len(tickets) + 1} of {state.names[seat]}", [*ends, *choices])
        if tap == DONE:
            break
        tickets.append(int(tap))
    return Reveal(state.names[seat], tuple([ticket_pair(state.board, ticket) for ticket in tickets]))


def _ask_routes(state: State, seat: int) -> StatementAsking:
    """Let all routes of a seat be tapped, those that it has already being there; a second tap takes one away."""
    board = state.board
    mine = dict.fromkeys(state.routes_of(seat), True)
    while True:
        free = [r.index for r in board.routes if state.owners[r.index] in (NOBODY, seat) or r.index in mine]
        trains = board.tables.trains - sum([board.routes[route].length for route in mine])
        open_ = [index for index in free if index in mine or _may_have(state, board.routes[index], mine, trains)]
        choices = [Choice(str(i), "route", i, board.route_text(board.routes[i]), sure=i not in mine) for i in open_]
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


def _ask_stations(state: State, seat: int) -> StatementAsking:
    """Let all cities with a station of a seat be tapped."""
    cities = state.board.cities
    pieces = [piece for piece in pieces_of(state) if piece.what == "station"]
    mine = [piece.city for piece in pieces if piece.seat == seat]
    taken = {piece.city for piece in pieces if piece.seat != seat}
    while True:
        full = len(mine) >= state.board.tables.stations
        free = [city for city in range(len(cities)) if city in mine or not (full or city in taken)]
        choices = [Choice(str(city), "city", city, cities[city].name, sure=city not in mine) for city in free]
        text = f"Stations of {state.names[seat]}: {len(mine)}"
        tap = yield from ask(text, [Choice(DONE, "done", "", "these are all"), *choices])
        if tap == DONE:
            return FinalStations(state.names[seat], tuple([cities[city].code for city in mine]))
        mine = [city for city in mine if city != int(tap)] if int(tap) in mine else [*mine, int(tap)]
