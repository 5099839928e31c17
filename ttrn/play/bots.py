"""Bots: what one is, those that come with ttrn, and how a user names one of their own.

A bot is a function from a :class:`~ttrn.play.view.View` to an action:

>>> def first(view: View) -> Action:
...     return view.legal[0]

A class does as well, if its instances are such functions: every seat of every game gets a new one, so that it can
remember things from turn to turn.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from ttrn.boards.names import did_you_mean
from ttrn.core.actions import Action
from ttrn.play.planner import CAREFUL, Planner
from ttrn.play.simple_bots import Greedy, Hoarder, Random
from ttrn.play.view import View

Bot: TypeAlias = Callable[[View], Action]
"""Chooses one of the actions that are legal for a seat."""


class GameBot:
    """A bot that comes with ttrn, by its name: the game's own, where it has one of this name, else the usual one."""

    def __init__(self, name: str, usual: Callable[[], Bot]) -> None:
        self._name = name
        self._usual = usual
        self._bot: Bot | None = None

    def __call__(self, view: View) -> Action:
        """Choose as the bot of this game does."""
        if self._bot is None:
            self._bot = view.state.game.bots.own.get(self._name, self._usual)()
        return self._bot(view)


_USUAL: Final[Mapping[str, Callable[[], Bot]]] = {
    "random": Random,
    "greedy": Greedy,
    "hoarder": Hoarder,
    "planner": Planner,
}

BOTS: Final[Mapping[str, Callable[[], Bot]]] = {name: partial(GameBot, name, usual) for name, usual in _USUAL.items()}
"""The bots that come with ttrn: what makes one, by its name."""

CAREFUL_PLANNER: Final = partial(GameBot, "careful", partial(Planner, CAREFUL))
"""Makes a planner that takes fewer risks: the one that the thinker trusts for its own moves."""

THINKER: Final = "thinker"
"""The bot that plays moves on in its head: it takes seconds for a game where the others take milliseconds."""

_LIMIT: Final = re.compile(r"[1-9]\d{0,6}(ms)?")
"""How long it may think: so many playouts, or milliseconds."""

_PACKAGE: Final = Path(__file__).parents[1]
"""The code in here is nobody's own bot."""


class UnknownBotError(ValueError):
    """There is no bot of this name; the message says why, and what there is."""


class Entrant(NamedTuple):
    """A bot by name, and how to make one for a seat."""

    name: str
    make: Callable[[], Bot]


def find_bot(name: str) -> Entrant:
    """Return the bot of a name: one of ``BOTS``, ``thinker``, or ``module:Name`` for one of the user's own.

    ``thinker:800`` plays 800 games in its head for each decision, ``thinker:500ms`` thinks for half a second. A module
    is looked for as Python does, and in the current folder.

    Raises:
        UnknownBotError: there is none.
    """
    if name.partition(":")[0] == THINKER:
        return _find_thinker(name)
    if ":" not in name:
        if name not in BOTS:
            known = ", ".join([*BOTS, THINKER])
            hint = did_you_mean(name, [*BOTS, THINKER])
            raise UnknownBotError(f'there is no bot "{name}"{hint}; there are {known}, and your own as module:Name')
        return Entrant(name, BOTS[name])
    module, _, attribute = name.partition(":")
    found: Any = getattr(_import(module, name), attribute, None)
    if found is None:
        raise UnknownBotError(f'bot "{name}": the module {module} has no {attribute or "name after the colon"}')
    if not callable(found):
        raise UnknownBotError(f'bot "{name}": {attribute} is neither a function nor a class')
    if isinstance(found, type) and "__call__" not in dir(found):
        raise UnknownBotError(f'bot "{name}": {attribute} needs a method __call__(self, view) that returns an action')
    return entrant(found)._replace(name=name)


def _find_thinker(name: str) -> Entrant:
    _, colon, limit = name.partition(":")
    if colon and not _LIMIT.fullmatch(limit):
        raise UnknownBotError(
            f'bot "{name}": how long it thinks is told in playouts or milliseconds, as thinker:200 or thinker:500ms'
        )
    return Entrant(name, partial(GameBot, THINKER, partial(_think, limit)))


def _think(limit: str) -> Bot:
    # It plays games by bots in its head, so that its room stands on this one; and few games need it.
    room: Any = import_module("ttrn.play.thinker")
    if not limit:
        return room.Thinker()  # type: ignore[no-any-return]
    thinks = room.Limit(0, int(limit[:-2])) if limit.endswith("ms") else room.Limit(int(limit))
    return room.Thinker(thinks)  # type: ignore[no-any-return]


def entrant(bot: str | Bot | type) -> Entrant:
    """Return a bot that is given by its name, as a function, or as a class.

    Raises:
        UnknownBotError: there is no bot of this name.
    """
    if isinstance(bot, str):
        return find_bot(bot)
    # A class makes a new bot for each seat, a function is one already.
    made: Any = bot if isinstance(bot, type) else lambda: bot
    return Entrant(getattr(bot, "__name__", type(bot).__name__), made)


def _import(module: str, name: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise UnknownBotError(f'bot "{name}": {str(error).lower()} (looked for in {here} too)') from error
    except Exception as error:
        # Whatever is wrong with somebody's module, it is theirs to hear of, with its place.
        raise UnknownBotError(f'bot "{name}": {place_of(error)}{type(error).__name__}: {error}') from error


def place_of(error: BaseException) -> str:
    """Return where in a bot's own code something went wrong, as "file:line: "; empty if that is not known."""
    if isinstance(error, SyntaxError):
        return f"{error.filename}:{error.lineno}: "
    trace = error.__traceback__
    place = ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if not file.startswith("<") and not Path(file).is_relative_to(_PACKAGE):
            place = f"{Path(file).name}:{trace.tb_lineno}: "
        trace = trace.tb_next
    return place
