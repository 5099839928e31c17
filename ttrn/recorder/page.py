"""What the page is made of: its files, and the boards as data, each with its picture."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

from ttrn.boards import COLORS, Board, board, board_names
from ttrn.core.engine import new_game
from ttrn.core.house_rules import MEANINGS, MOST_SWEEPS
from ttrn.draw import stage_svg, train_paints
from ttrn.draw.colors import TRAINS
from ttrn.replays.reckoning import all_components
from ttrn.resources import resource

ASSETS: Final = Path(__file__).parent / "assets"
"""The folder with the files of the page; ``index.html`` is the one to open, and all addresses in it are relative."""

SHARED: Final = resource("viewer", "assets", "shared")
"""The folder with the styles that other pages have too; found without the room of those pages, which takes long."""


@cache
def boards_data() -> list[dict[str, Any]]:
    """Return the boards that can be chosen: their names, how many can play and with which colours of trains."""
    return sorted([_about(board(name)) for name in board_names()], key=lambda about: str(about["title"]))


def _about(on: Board) -> dict[str, Any]:
    tables = on.tables
    return {
        "name": on.name,
        "title": on.title,
        "players": [tables.min_players, tables.max_players],
        "colors": list(tables.train_colors) or [name for name in TRAINS if name not in _SAME],
        "trains": tables.trains,
        "rules": house_rules(),
        "levels": ["result", "sheet", *(["board", "claims"] if on.routes else []), "view", "full"],
    }


def house_rules() -> list[dict[str, Any]]:
    """Return the house rules that a table may have: each a word with what it means, or one of several ways."""
    sweeps = [
        [f"{n} sweeps", ("never", "once", "twice")[n] if n < 3 else f"{n} times in a row"] for n in range(MOST_SWEEPS)
    ]
    return [
        *[{"word": word, "text": text} for word, text in MEANINGS.items()],
        {"ways": sweeps, "text": "Three face-up locomotives are replaced"},
    ]


_SAME: Final = ("violet", "grey")
"""Other words for a colour that is there."""


@cache
def board_data(name: str) -> dict[str, Any]:
    """Return a board as the page wants it: its picture without claims, cities and routes by number, colours.

    Raises:
        LookupError: there is no such board.
    """
    if name not in board_names():
        raise LookupError(f'there is no board "{name}"')
    on = board(name)
    seats = [f"p{number}" for number in range(on.tables.max_players)]
    paints = train_paints([""] * len(seats), on.tables.train_colors)
    return {
        **_about(on),
        "svg": stage_svg(on, paints) if on.routes else "",
        "cities": [{"code": city.code, "name": city.name} for city in on.cities],
        "routes": [
            {
                "text": on.route_text(route),
                "a": route.a,
                "b": route.b,
                "length": route.length,
                "color": route.color,
                "words": _words(on, route.index),
            }
            for route in on.routes
        ],
        "components": list(all_components(new_game(on, tuple(seats[: on.tables.min_players])))),
        "paints": {color: list(paint) for color, paint in TRAINS.items()},
    }


def _words(on: Board, index: int) -> str:
    """Return a route in words: colours are told by name, and the tracks of a pair by their number."""
    route = on.routes[index]
    kinds = [f"track {route.track}"] * (len(on.pairs[route.pair]) > 1)
    kinds += [f"{route.length} {next((n for n, letter in COLORS.items() if letter == route.color), 'gray')}"]
    kinds += ["tunnel"] * route.tunnel + [f"ferry of {route.ferry}"] * bool(route.ferry)
    return f"{on.cities[route.a].name} – {on.cities[route.b].name}, {', '.join(kinds)}"  # noqa: RUF001
