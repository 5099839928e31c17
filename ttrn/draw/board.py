"""A board, or a game on it, as a still picture: free routes in their own colours, claimed ones with trains on them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from ttrn.boards import Board, Route
from ttrn.core.facts import pieces_of
from ttrn.core.state import NOBODY, State
from ttrn.draw import routes as tracks
from ttrn.draw.card_table import table_svg
from ttrn.draw.cities import bonuses, goods, piece, symbols, towns
from ttrn.draw.colors import Paint, Theme, train_paints
from ttrn.draw.curves import Point
from ttrn.draw.layout import MARGIN, Layout, Space, layout_of
from ttrn.draw.map import ground
from ttrn.draw.plates import PLATE_STYLE, plate, short
from ttrn.draw.style import still_style
from ttrn.draw.svg_text import FONTS, MARK, marked, safe
from ttrn.draw.svg_text import number as _n
from ttrn.notation import Player

PANEL: Final = 46.0
"""How high a row of players is."""

_PLATE: Final = 245.0
"""How much room a player's plate wants."""

_STYLE: Final = PLATE_STYLE + ".rule{stroke:var(--rim)}\n"


def board_svg(
    board: Board,
    state: State | None = None,
    *,
    players: Sequence[Player] = (),
    theme: Theme = "light",
    told: Sequence[str] = (),
    last: Collection[int] = (),
) -> str:
    """Return a picture of a board as SVG text; with a state, of the game on it, or on the table where it has no board.

    ``players`` are the player lines of the record: their names and colours are used where they are given. ``told``
    is what stands below each name, in place of points and trains; ``last`` are routes that were claimed just now, and
    stand out. Two pictures can stand on one page: no id and no style of one touches the other.
    """
    table = Table.of(board, state, players)
    if state is not None and not state.game.facts.on_map:
        return table_svg(state, table.names, table.paints, theme=theme)
    layout = layout_of(board)
    height = layout.height + PANEL * -(-len(table.names) // _in_row(layout, table))
    parts = [
        head(board, layout, height, still_style(theme, table.paints, f".p-{MARK}", _STYLE)),
        ground(board, layout, height, f"-{MARK}"),
        *[_route(board, route, layout.spaces[route.index], table, last) for route in _free_first(board, table)],
        towns(board, layout),
        goods(board, layout, _stacks(board, state)),
        bonuses(board, layout),
        _pieces(board, state, layout, table) if state else "",
        _panel(table, state, layout, told) if state else "",
        "</svg>",
    ]
    return marked("\n".join([part for part in parts if part]) + "\n")


def head(board: Board, layout: Layout, height: float, style: str) -> str:
    """Return the beginning of a still picture of a board, with its style sheet and its symbols."""
    wide, high = _n(layout.width), _n(height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="p-{MARK}" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" role="img" font-family="{FONTS}">\n<title>{safe(board.title)}</title>\n'
        f"<style>{style}</style>\n{symbols(f'-{MARK}')}"
    )


class Table(NamedTuple):
    """Who sits at the table: the owners of the routes, and by seat the names and the paints."""

    owners: Sequence[int]
    names: Sequence[str]
    paints: Sequence[Paint]

    @staticmethod
    def of(board: Board, state: State | None, players: Sequence[Player]) -> Table:
        """Return the table of a state; without one it is empty."""
        if state is None:
            return Table([NOBODY] * len(board.routes), (), ())
        names = [player.name or player.id for player in players] or list(state.names)
        wanted = [player.color for player in players] or [""] * len(names)
        return Table(state.owners, names, train_paints(wanted, board.tables.train_colors))


# --- routes ----------------------------------------------------------------------------------------------------------


def _free_first(board: Board, table: Table) -> list[Route]:
    """Return the routes in the order of drawing: where two meet at a city, a claimed one lies above a free one."""
    return sorted(board.routes, key=lambda route: table.owners[route.index] != NOBODY)


def _route(board: Board, route: Route, spaces: Sequence[Space], table: Table, last: Collection[int]) -> str:
    owner = table.owners[route.index]
    claimed = owner != NOBODY
    mine = f' data-owner="{owner}"' if claimed else ""
    mine += ' data-last=""' if route.index in last else ""
    whose = f", {table.names[owner]}" if claimed else ""
    return "".join(
        [
            f'<g class="{tracks.classes(route)}" data-route="{route.index}"{mine}>',
            f"<title>{safe(tracks.about(board, route) + whose)}</title>",
            tracks.line(spaces),
            tracks.trains(spaces) if claimed else tracks.free(route, spaces),
            "" if claimed else tracks.locomotives(route, spaces, f"-{MARK}"),
            tracks.cue(spaces, str(owner + 1) if claimed else route.color),
            "</g>",
        ]
    )


# --- cities ----------------------------------------------------------------------------------------------------------


def _stacks(board: Board, state: State | None) -> list[Sequence[int]]:
    """Return the merchandise that is left in each city, the top token first."""
    if state is not None and state.game.facts.tokens is not None:
        left = state.game.facts.tokens(state)
        return [left.get(city.index, ()) for city in board.cities]
    return [board.tables.merchandise.get(city.goods, ()) for city in board.cities]


def _pieces(board: Board, state: State, layout: Layout, table: Table) -> str:
    rows = []
    for what, seat, city in pieces_of(state):
        about = f"{what} of {table.names[seat]} in {board.cities[city].name}"
        rows.append(piece(what, layout.cities[city], seat, table.paints[seat], about))
    return f'<g class="pieces">{"".join(rows)}</g>' if rows else ""


# --- players ---------------------------------------------------------------------------------------------------------


def _panel(table: Table, state: State, layout: Layout, told: Sequence[str]) -> str:
    """Draw the players, in as many rows as they need: number, colour, name, points and trains."""
    columns = _in_row(layout, table)
    room = (layout.width - 2 * MARGIN) / columns
    right, top = _n(layout.width - MARGIN), _n(layout.height - 8)
    rows = [f'<path class="rule" d="M{_n(MARGIN)} {top}H{right}"/>']
    for seat, name in enumerate(table.names):
        points, left = f"{state.scores[seat]} point{'' if state.scores[seat] == 1 else 's'}", state.trains[seat]
        points += f" on the board, {left} train{'' if left == 1 else 's'} left"
        points = told[seat] if told else points
        row, column = divmod(seat, columns)
        place = Point(MARGIN + column * room, layout.height + 6 + row * PANEL)
        rows.append(plate(place, seat, table.paints[seat], (short(name, room), points)))
    return "\n".join(rows)


def _in_row(layout: Layout, table: Table) -> int:
    """Return how many players stand in a row: as many as have room, and no row much longer than another."""
    most = max(1, int((layout.width - 2 * MARGIN) / _PLATE))
    rows = -(-len(table.names) // most)
    return max(1, -(-len(table.names) // max(1, rows)))
