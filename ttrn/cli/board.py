"""``ttrn board``: the boards, and what is on one of them."""

from __future__ import annotations

from ttrn.boards import COLORS, Board, City, Found, Route, Ticket
from ttrn.cli.boards import BoardSet
from ttrn.cli.output import note, show_table
from ttrn.viewer.turn_text import path_title

_COLOR_NAMES = {letter: name for name, letter in COLORS.items()}


def show_boards(shelf: BoardSet) -> None:
    """Print the boards at hand, one line each."""
    boards = [found for name in shelf.names if (found := shelf.find(name))]
    columns = ("board", "title", "cities", "routes", "tickets", "players", "rules")
    show_table(columns, [_board_row(found) for found in boards], right=("cities", "routes", "tickets"))


def _board_row(board: Board) -> tuple[str, ...]:
    tables = board.tables
    return (
        board.name,
        board.title,
        str(len(board.cities)),
        str(len(board.routes)),
        str(len(board.ticket_deck())),
        f"{tables.min_players}-{tables.max_players}",
        board.rules,
    )


def look_up(board: Board, text: str) -> Found:
    """Return what a search finds, everything if there is nothing to search for."""
    return board.search(text) if text else Found(board.cities, board.routes, board.tickets)


def show_found(board: Board, found: Found) -> None:
    """Print cities, routes and tickets as one table, so that other programs can sort out what they want."""
    rows = [
        *(_city_row(city) for city in found.cities),
        *(_route_row(board, route) for route in found.routes),
        *(_ticket_row(board, ticket) for ticket in found.tickets),
    ]
    show_table(("what", "code", "name", "length", "colour", "points", "remarks"), rows, right=("length", "points"))
    if not all(ticket.confirmed for ticket in found.tickets):
        note(f"tickets marked as not confirmed: {board.tickets_note or 'the sources leave a doubt'}")


def _city_row(city: City) -> tuple[str, ...]:
    remarks = [f"{city.goods} goods"] if city.goods else []
    if city.aliases:
        remarks.append(f"also {', '.join(city.aliases)}")
    return "country" if city.country else "city", city.code, city.name, "", "", "", "; ".join(remarks)


def _route_row(board: Board, route: Route) -> tuple[str, ...]:
    remarks = ["tunnel"] if route.tunnel else []
    if route.ferry:
        remarks.append(f"ferry: {route.ferry} × L")  # noqa: RUF001  a multiplication sign
    name = path_title(board, (route.a, route.b))
    color = _COLOR_NAMES[route.color]
    return "route", board.route_text(route), name, str(route.length), color, str(route.points), "; ".join(remarks)


def _ticket_row(board: Board, ticket: Ticket) -> tuple[str, ...]:
    remarks = [ticket.deck] if ticket.deck else []
    if ticket.cards:
        remarks.append(ticket.cards)
    if not ticket.dealt:
        remarks.append("never dealt")
    if not ticket.confirmed:
        remarks.append("not confirmed")
    name = path_title(board, (ticket.a, ticket.b))
    return "ticket", board.ticket_text(ticket), name, "", "", str(ticket.points), "; ".join(remarks)


def nothing_found(board: Board, text: str) -> str:
    """Say that a search came upon nothing, with the nearest name there is."""
    words = [word for word in text.split("-") if word.strip()]
    wrong = [word for word in words if not board.search(word).cities]
    near = board.suggest_city(wrong[0]) if wrong else None
    if near:
        return f'nothing on {board.name} is called "{wrong[0]}"; did you mean "{near}"?'
    if len(words) > 1 and not wrong:
        return f'no route and no ticket on {board.name} joins "{words[0]}" and "{words[-1]}"'
    return f'nothing on {board.name} is called "{text}"'
