"""What a word of a record means at its turn, as Markdown: a route, a ticket, cards, the table."""

from __future__ import annotations

from typing import Final, NamedTuple

from ttrn.boards import Board, Route, Ticket
from ttrn.core.cards import describe, letters, listed, number_of
from ttrn.core.state import NOBODY, State
from ttrn.language_server.document import PlacedGame
from ttrn.language_server.game_text import Moment
from ttrn.language_server.positions import Span, on_line
from ttrn.notation.build import DECODERS
from ttrn.notation.marked_words import category
from ttrn.notation.records import Pair
from ttrn.replays.resolve import resolve_ticket
from ttrn.viewer.table_data import next_up
from ttrn.viewer.turn_text import cards_title, ticket_title

_COLORS: Final = dict(
    zip("ROYGBPKW", ("red", "orange", "yellow", "green", "blue", "pink", "black", "white"), strict=True)
)
_OF_THE_TABLE: Final = ("number", "player", "keyword")


class Hover(NamedTuple):
    """What is told of a word, in Markdown, and where the word stands."""

    span: Span
    text: str


def hover(placed: PlacedGame, line: int, column: int) -> Hover | None:
    """Tell what the word at a place means when its line was played; nothing where there is nothing to tell."""
    at = line - placed.line
    game = placed.game
    if not 0 <= at < len(game.lines):
        return None
    word = game.word_at(at, column)
    moment = game.after(at) if word else None
    if word is None or moment is None:
        return None
    text = _told(moment, word.kind, game.text_of(at, word))
    if text and category(word.kind) == "cards":
        players = [game.text_of(at, other) for other in game.words[at] if other.kind == "ID"]
        text += "".join([f"\n\n{name} then has {_cards(moment.state, name)}" for name in players])
    return Hover(on_line(line, word.start, word.end), text) if text else None


def _told(moment: Moment, kind: str, word: str) -> str:
    board, state = moment.board, moment.state
    pair = DECODERS[kind](word) if kind in ("ROUTE", "TICKET") else None
    if isinstance(pair, Pair):
        if kind == "ROUTE":
            return routes_text(state, pair)
        found = resolve_ticket(board, pair)
        return ticket_text(state, board.tickets[found]) if isinstance(found, int) and found >= 0 else ""
    if kind in ("CITY", "PASSENGER"):
        city = board.city(str(DECODERS[kind](word)))
        return f"**{city.name}** ({city.code})" if city else ""
    if kind == "PATH":
        cities = [board.city(place) for place in word.split("-")]
        return " – ".join([city.name for city in cities if city])  # noqa: RUF001  an en dash, as in print
    if category(kind) == "cards":
        cards = "".join([letter for letter in word if letter in "ROYGBPKWLFT?"])
        return cards_title(cards) if cards else ""
    return table_text(state) if category(kind) in _OF_THE_TABLE else ""


def routes_text(state: State, pair: Pair) -> str:
    """Tell the tracks between two cities: length, colour, points, owner."""
    board = state.board
    ends = [board.city(place) for place in (pair.a, pair.b)]
    if ends[0] is None or ends[1] is None:
        return ""
    tracks = board.routes_between(ends[0], ends[1])
    rows = [f"- {_route(state, track)}" for track in tracks if not pair.number or track.track in (0, pair.number)]
    title = f"**{ends[0].name} – {ends[1].name}**"  # noqa: RUF001  an en dash, as in print
    return "\n".join([title, "", *rows]) if rows else f"{title}\n\nNo route joins them."


def _route(state: State, route: Route) -> str:
    spaces = f"{number_of(route.length, 'space')}, {_COLORS.get(route.color, 'any colour')}"
    kinds = [
        word
        for word, there in (
            ("tunnel", route.tunnel),
            (f"ferry with {number_of(route.ferry, 'locomotive')}", route.ferry),
        )
        if there
    ]
    owner = state.owners[route.index]
    whose = "free" if owner == NOBODY else f"owned by {state.names[owner]}"
    track = f"#{route.track}: " if route.track else ""
    return f"{track}{', '.join([spaces, *kinds, number_of(route.points, 'point')])}; {whose}"


def ticket_text(state: State, ticket: Ticket) -> str:
    """Tell a ticket: its points, who holds it, and how far it has come."""
    rows = [f"**{ticket_title(state.board, ticket)}**: {number_of(ticket.points, 'point')}"]
    for seat, name in enumerate(state.names):
        if ticket.index in state.tickets[seat]:
            rows.append(f"{name}: {state.game.facts.progress_text(state, seat, ticket.index)}")
    return "\n\n".join(rows)


def table_text(state: State) -> str:
    """Tell the table: whose turn it is, what lies open, and what each player has."""
    on_map = state.game.facts.on_map
    columns = ["player", "points", *(["trains"] if on_map else []), "cards", "tickets"]
    rows = [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]
    for seat, name in enumerate(state.names):
        cells = [
            name,
            str(state.scores[seat]),
            *([str(state.trains[seat])] if on_map else []),
            _hand(state, seat),
            _tickets(state, seat),
        ]
        rows.append(f"| {' | '.join(cells)} |")
    market = "not known" if state.market_unknown else letters(state.market) or "none"
    deck = "?" if state.market_unknown else state.deck_size
    table = f"market {market}, deck {deck}" if state.market_size else f"deck {deck}"
    return "\n".join([next_up(state, state.names), "", *rows, "", table])


def _cards(state: State, name: str) -> str:
    return _hand(state, state.names.index(name)) if name in state.names else "nothing"


def _hand(state: State, seat: int) -> str:
    hand = state.hands[seat]
    if not state.hand_sure(seat):
        return "cards not known"
    return f"{number_of(sum(hand), 'card')}: {describe(hand)}" if sum(hand) else "no cards"


def _tickets(state: State, seat: int) -> str:
    board: Board = state.board
    known = [board.ticket_text(board.tickets[ticket]) for ticket in state.tickets[seat]]
    hidden = sum(state.unknown_tickets[seat])
    return listed([*known, *([f"{hidden} not seen"] if hidden else [])]) or "none"
