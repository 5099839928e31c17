"""The options that choose games of a database: every command that asks it has the same."""

from __future__ import annotations

import inspect
from functools import wraps
from typing import Annotated, Any, get_type_hints

from ttrn import store
from ttrn.cli.command import Command, Option

OfBoard = Annotated[str | None, Option("--board", help="Only games on this board.", show_default=False, words="boards")]
OfPlayer = Annotated[
    str | None,
    Option("--player", help="Only games in which this player took part.", show_default=False, words="players"),
]
Against = Annotated[
    str | None,
    Option("--against", help="Only games in which this player took part too.", show_default=False, words="players"),
]
OfCount = Annotated[int | None, Option("--players", min=1, help="Only games of so many players.", show_default=False)]
Since = Annotated[
    str | None, Option("--since", metavar="DATE", help="Only games from this day on.", show_default=False)
]
Until = Annotated[str | None, Option("--until", metavar="DATE", help="Only games up to this day.", show_default=False)]
OfEvent = Annotated[str | None, Option("--event", help="Only games of this event.", show_default=False)]
OfLevel = Annotated[
    str | None,
    Option(
        "--level",
        help="Only games kept at this level: result, sheet, board, claims, view, full.",
        show_default=False,
    ),
]
Information = Annotated[
    str | None,
    Option("--information", help="Only records of this kind: full, player, public, partial.", show_default=False),
]
OfVerdict = Annotated[
    str | None,
    Option(
        "--verdict",
        help="Only games of this verdict: exact, consistent, undecided, impossible, unreadable.",
        show_default="games of which it is known who won, without problems",
    ),
]
Kind = Annotated[str | None, Option("--kind", help="Only games of: human, bot, mixed.", show_default=False)]


def _filters(
    *,
    board: OfBoard = None,
    player: OfPlayer = None,
    players: OfCount = None,
    since: Since = None,
    until: Until = None,
    event: OfEvent = None,
    level: OfLevel = None,
    information: Information = None,
    verdict: OfVerdict = None,
    kind: Kind = None,
    against: Against = None,
) -> store.Filters:
    return store.Filters(board, player, players, since, until, level, information, verdict, kind, event, against)


def with_filters(command: Command) -> Command:
    """Give a command the options that choose games, in place of its parameter ``filters``."""
    own, options = inspect.signature(command), inspect.signature(_filters).parameters

    @wraps(command)
    def called(**values: Any) -> None:
        chosen = {name: values.pop(name) for name in options if name in values}
        command(filters=_filters(**chosen), **values)

    pairs = [options.values() if name == "filters" else [parameter] for name, parameter in own.parameters.items()]
    called.__signature__ = own.replace(parameters=[one for row in pairs for one in row])  # type: ignore[attr-defined]
    called.__annotations__ = get_type_hints(_filters, include_extras=True) | get_type_hints(
        command, include_extras=True
    )
    return called
