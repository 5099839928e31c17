"""A board, or a game on it, as SVG text: free routes in their own colours, claimed ones in their owner's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ttrn.boards import COLORS, Board, Route
from ttrn.draw.cards import table_svg
from ttrn.draw.colors import DARK, GROUND, LIGHT, QUIET, RIM, ROUTES, Paint, train_paints
from ttrn.draw.ink import FONTS
from ttrn.draw.ink import number as _n
from ttrn.draw.ink import safe as _text
from ttrn.draw.layout import DOT, FONT, MARGIN, THICK, Layout, Point, Space, labels
from ttrn.notation import Player
from ttrn.rules.dialect import Piece
from ttrn.rules.state import NOBODY, State

_COLOR_NAMES: Final = {letter: name for name, letter in COLORS.items()}
_PANEL: Final = 46.0
_ITALIC: Final = ' font-style="italic"'


def board_svg(board: Board, state: State | None = None, *, players: Sequence[Player] = ()) -> str:
    """Return a picture of a board as SVG text; with a state, of the game on it, or on the table where it has no board.

    ``players`` are the player lines of the record: their names and colours are used where they are given.
    """
    table = Table.of(board, state, players)
    if state is not None and not board.routes:
        return table_svg(state, table.names, table.paints)
    layout = Layout(board)
    pieces = state.dialect.pieces(state) if state else []
    parts = [
        _head(board, layout, layout.height + (_PANEL if state else 0)),
        *[_route(board, route, layout.spaces[route.index], table) for route in _free_first(board, table)],
        _cities(board, layout),
        *[_piece(board, piece, layout.cities[piece.city], table) for piece in pieces],
        _panel(table, state, layout) if state else "",
        "</svg>",
    ]
    return "\n".join([part for part in parts if part]) + "\n"


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


def _head(board: Board, layout: Layout, height: float) -> str:
    wide, high = _n(layout.width), _n(height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'role="img" font-family="{FONTS}">\n<title>{_text(board.title)}</title>\n'
        f'<rect x="1" y="1" width="{_n(layout.width - 2)}" height="{_n(height - 2)}" rx="14" '
        f'fill="{GROUND}" stroke="{RIM}" stroke-width="2"/>'
    )


# --- routes ----------------------------------------------------------------------------------------------------------


def _free_first(board: Board, table: Table) -> list[Route]:
    """Return the routes in the order of drawing: where two meet at a city, a claimed one lies above a free one."""
    return sorted(board.routes, key=lambda route: table.owners[route.index] != NOBODY)


def _route(board: Board, route: Route, spaces: list[Space], table: Table) -> str:
    owner = table.owners[route.index]
    paint = ROUTES[route.color] if owner == NOBODY else table.paints[owner]
    cue = route.color if owner == NOBODY else str(owner + 1)
    dash = ' stroke-dasharray="4 2.5"' if route.tunnel and owner == NOBODY else ""
    width = 1.4 if owner == NOBODY else 1.8
    thick = THICK if owner == NOBODY else THICK + 1
    rows = [f'<g fill="{paint.fill}" stroke="{paint.edge}" stroke-width="{width}"{dash}>']
    rows.append(f"<title>{_text(_about(board, route, table.names[owner] if owner != NOBODY else ''))}</title>")
    rows += [_space(space, thick) for space in spaces]
    rows.append("</g>")
    if cue:
        rows.append(_cue(spaces[len(spaces) // 2], cue, paint.ink))
    if route.ferry and owner == NOBODY:
        rows += [_cue(space, "L", paint.ink) for space in spaces[: route.ferry]]
    return "".join(rows)


def _about(board: Board, route: Route, owner: str) -> str:
    """Return what a pointer that rests on a route is told."""
    a, b = board.cities[route.a].name, board.cities[route.b].name
    kind = "tunnel" if route.tunnel else "ferry" if route.ferry else "route"
    whose = f", {owner}" if owner else ""
    return f"{a}–{b}: {kind} of {route.length}, {_COLOR_NAMES[route.color]}{whose}"  # noqa: RUF001  as in print


def _space(space: Space, thick: float) -> str:
    return (
        f'<rect x="{_n(-space.length / 2)}" y="{_n(-thick / 2)}" width="{_n(space.length)}" height="{_n(thick)}" '
        f'rx="2.5" transform="translate({_n(space.x)} {_n(space.y)}) rotate({_n(space.angle)})"/>'
    )


def _cue(space: Space, letter: str, ink: str) -> str:
    """Write the letter of a colour, or the number of a seat, on a space: colour alone is not enough for everybody."""
    return (
        f'<text x="{_n(space.x)}" y="{_n(space.y + 2.9)}" font-size="8.2" font-weight="bold" fill="{ink}" '
        f'text-anchor="middle">{letter}</text>'
    )


# --- cities ----------------------------------------------------------------------------------------------------------


def _cities(board: Board, layout: Layout) -> str:
    dots = [
        f'<circle cx="{_n(place.x)}" cy="{_n(place.y)}" r="{DOT}" fill="{LIGHT}" stroke="{DARK}" stroke-width="2"/>'
        for city, place in zip(board.cities, layout.cities, strict=True)
        if not city.country
    ]
    texts = [
        f'<text x="{_n(label.x)}" y="{_n(label.y)}" text-anchor="{label.anchor}"'
        f"{_ITALIC if city.country else ''}>{_text(city.name)}</text>"
        for city, label in zip(board.cities, labels(layout, board.cities), strict=True)
    ]
    # The halo keeps a name readable where it has to cross a route.
    head = (
        f'<g font-size="{_n(FONT)}" font-weight="bold" fill="{DARK}" stroke="{GROUND}" stroke-width="3.2" '
        'stroke-linejoin="round" paint-order="stroke">'
    )
    return "\n".join([*dots, head, *texts, "</g>"])


def _piece(board: Board, piece: Piece, place: Point, table: Table) -> str:
    """Draw what stands in a city over its dot, in the owner's colour and with the owner's number."""
    paint, half = table.paints[piece.seat], DOT + 2.5
    about = f"{piece.what} of {table.names[piece.seat]} in {board.cities[piece.city].name}"
    # A roof for what is built, none for who goes on travelling.
    shape = (
        f'<path d="M{_n(place.x - half)} {_n(place.y + half)}v{_n(-2 * half + 3)}l{_n(half)} -5 {_n(half)} 5v'
        f'{_n(2 * half - 3)}z"/>'
        if piece.what == "station"
        else f'<circle cx="{_n(place.x)}" cy="{_n(place.y)}" r="{_n(half)}"/>'
    )
    return (
        f'<g fill="{paint.fill}" stroke="{paint.edge}" stroke-width="1.8"><title>{_text(about)}</title>{shape}</g>'
        f'<text x="{_n(place.x)}" y="{_n(place.y + 3.2)}" font-size="9" font-weight="bold" fill="{paint.ink}" '
        f'text-anchor="middle">{piece.seat + 1}</text>'
    )


# --- players ---------------------------------------------------------------------------------------------------------


def _panel(table: Table, state: State, layout: Layout) -> str:
    """Draw a row with the players: number, colour, name, points and trains."""
    room = (layout.width - 2 * MARGIN) / max(1, len(table.names))
    right, top = _n(layout.width - MARGIN), _n(layout.height - 8)
    rows = [f'<line x1="{_n(MARGIN)}" y1="{top}" x2="{right}" y2="{top}" stroke="{RIM}"/>']
    for seat, name in enumerate(table.names):
        points = f"{state.scores[seat]} points on the board, {state.trains[seat]} trains left"
        place = Point(MARGIN + seat * room, layout.height + 6)
        rows.append(_player(place, str(seat + 1), table.paints[seat], (_short(name, room), points)))
    return "\n".join(rows)


def _player(place: Point, number: str, paint: Paint, lines: tuple[str, str]) -> str:
    x, y = place
    name, points = lines
    return (
        f'<rect x="{_n(x)}" y="{_n(y)}" width="24" height="24" rx="4" fill="{paint.fill}" stroke="{paint.edge}" '
        f'stroke-width="1.8"/><text x="{_n(x + 12)}" y="{_n(y + 17)}" font-size="14" font-weight="bold" '
        f'fill="{paint.ink}" text-anchor="middle">{number}</text>'
        f'<text x="{_n(x + 32)}" y="{_n(y + 10)}" font-size="14" font-weight="bold" fill="{DARK}">{_text(name)}</text>'
        f'<text x="{_n(x + 32)}" y="{_n(y + 25)}" font-size="11.5" fill="{QUIET}">{points}</text>'
    )


def _short(name: str, room: float) -> str:
    """Cut a name that would run into the next player's."""
    most = max(3, int((room - 40) / 8.5))
    return name if len(name) <= most else name[: most - 1] + "…"
