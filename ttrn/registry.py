"""The games that can be played, by name: those that come with ttrn, and those that other packages bring.

The lower rooms reach a game through here and name none. A module is imported when its game is first asked for. Another
package offers a game by an entry point of the group ``ttrn.games`` (docs/games.md); a program may ``register`` one.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from ttrn.core.game import Game

GROUP: Final = "ttrn.games"
"""The entry points under which packages offer games, each as ``name = "module:GAME"``."""

_FOLDER: Final = Path(__file__).parent / "games"

_games: dict[str, Game] = {}
_folders: dict[str, Path] = {}


def register(game: Game, folder: Path | None = None) -> None:
    """Let a game be played in this process; the boards in ``folder`` (``*.toml``) are known by their names then.

    A game of the same name that was registered before is replaced.
    """
    _games[game.name] = game
    if folder is not None:
        _folders[game.name] = folder


def find_game(name: str) -> Game:
    """Return a game by its name.

    Raises:
        LookupError: there is no game of this name.
    """
    found = _games.get(name)
    if found is None:
        if name in built_in():
            found = import_module(f"ttrn.games.{name}").GAME
        elif name in _offered():
            found = _offered()[name].load()
        else:
            raise LookupError(f'there is no game "{name}"')
        _games[name] = found
    return found


def game_names() -> tuple[str, ...]:
    """Return the names of all games: those that come with ttrn first."""
    return tuple(dict.fromkeys([*built_in(), *_games, *_offered()]))


@cache
def built_in() -> tuple[str, ...]:
    """Return the names of the games that come with ttrn."""
    names: tuple[str, ...] = import_module("ttrn.games").NAMES
    return names


def built_in_folders() -> list[Path]:
    """Return the folders with the boards that come with ttrn."""
    return [_FOLDER / name for name in built_in()]


def other_folders() -> list[Path]:
    """Return the folders with the boards of the other games; of an installed one that of its module."""
    from importlib.util import find_spec  # noqa: PLC0415  seldom asked

    found = dict(_folders)
    for name, point in _offered().items():
        spec = find_spec(point.module)
        if spec is not None and spec.origin is not None:
            found.setdefault(name, Path(spec.origin).parent)
    return list(found.values())


@cache
def _offered() -> dict[str, EntryPoint]:
    """Return what installed packages offer; looking for it takes time, so it is the last thing to be asked."""
    from importlib.metadata import entry_points  # noqa: PLC0415  takes longer to import than most of ttrn

    return {point.name: point for point in entry_points(group=GROUP)}
