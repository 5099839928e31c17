"""The first lines of a record: who plays on which board, and how much of the game is going to be written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ttrn.boards import Board, named_board
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.levels import LEVELS, TAG
from ttrn.notation.player_ids import clean, seats
from ttrn.notation.records import Finished, Player, Tag
from ttrn.notation.writer import format_game
from ttrn.recording.forms import unseen_setup

PUBLIC: Final = "public"
"""Who writes, if it is nobody who plays."""

_MAX: Final = 200


def begin(wanted: Mapping[str, Any]) -> str:
    """Return the text that a record begins with; where turns will follow, with the cards dealt as not seen.

    ``wanted`` has the ``board``, the ``players`` in turn order (each with ``name`` and ``color``), the ``level`` of
    :data:`ttrn.notation.levels.LEVELS`, and ``view``: the number of the player whose cards the writer sees, None for
    nobody's. ``rules``, ``date`` and ``event`` may be there.

    Raises:
        LookupError: there is no such board, level or player.
        ValueError: so many cannot play on this board, or a field is of the wrong kind.
    """
    name, level = wanted.get("board"), wanted.get("level", "view")
    on = named_board(name) if isinstance(name, str) else None
    if on is None:
        raise LookupError(f'there is no board "{name}"')
    if level not in LEVELS:
        raise LookupError(f'there is no level "{level}": it is one of {", ".join(LEVELS)}')
    players = _players(on, wanted.get("players"))
    tags = [("Game", on.name), *[(tag, _text(wanted, tag.lower())) for tag in ("Date", "Event", "Rules")]]
    tags += [("View", _view(wanted.get("view"), players) if level == "view" else "")]
    # The other levels are seen from the lines.
    tags += [(TAG, level if level == "claims" else "")]
    entries: list[Entry] = [Tag(tag, value) for tag, value in tags if value]
    if level in ("result", "sheet", "board"):
        # Of a final board nothing comes after it: all that is asked is about the end.
        lines: list[Entry] = [Finished()]
    else:
        lines = [] if level == "claims" else [*unseen_setup(on, [player.id for player in players])]
    return format_game(GameRecord((*entries, *players, *lines)))


def _players(on: Board, wanted: object) -> list[Player]:
    if not isinstance(wanted, Sequence) or not all(isinstance(one, Mapping) for one in wanted):
        raise ValueError("players are a list, each with name and color")
    least, most = on.tables.min_players, on.tables.max_players
    if not least <= len(wanted) <= most:
        raise ValueError(f"{on.title} is for {least} to {most} players, not for {len(wanted)}")
    names = [_text(one, "name") or f"Player {number}" for number, one in enumerate(wanted, 1)]
    colors = [_text(one, "color").casefold() for one in wanted]
    twice = next((color for color in colors if color and colors.count(color) > 1), "")
    if twice:
        raise ValueError(f"two players have the colour {twice}")
    # A name that is an id as it stands needs no other one.
    found = zip(seats(names), colors, strict=True)
    return [Player(one.id, "" if one.name == one.id else one.name, color) for one, color in found]


def _view(wanted: object, players: Sequence[Player]) -> str:
    if wanted is None:
        return PUBLIC
    if not isinstance(wanted, int) or not 0 <= wanted < len(players):
        raise LookupError("view is the number of a player, counted from 0, or none")
    return players[wanted].id


def _text(wanted: Mapping[str, Any], name: str) -> str:
    value = wanted.get(name, "")
    if not isinstance(value, str):
        raise ValueError(f"{name} is a text")  # noqa: TRY004  of a question that came as JSON
    return clean(value).strip()[:_MAX].replace('"', "'")
