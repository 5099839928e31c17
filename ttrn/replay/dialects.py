"""What each game adds to the replay of records: how its actions are resolved and carried out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ttrn.notation.records import Action as Written
from ttrn.replay.europe import EUROPE_HANDLERS, EUROPE_RESOLVERS
from ttrn.replay.europe_position import EUROPE_POSITION
from ttrn.replay.handlers import HANDLERS, Handler
from ttrn.replay.position_checks import tickets_add_up
from ttrn.replay.position_fields import PositionDialect
from ttrn.replay.resolve import RESOLVERS, ResolveAction
from ttrn.replay.riding import RIDING_HANDLERS, RIDING_RESOLVERS
from ttrn.replay.riding_position import RIDING_POSITION


class ReplayDialect(NamedTuple):
    """One game's tables for replaying records; they start from those of the core."""

    resolvers: Mapping[type[Written], ResolveAction]
    handlers: Mapping[type, Handler]
    position: PositionDialect
    """What the game adds to position lines."""


DIALECTS: Mapping[str, ReplayDialect] = {
    "usa": ReplayDialect(RESOLVERS, HANDLERS, PositionDialect(checks=(tickets_add_up,))),
    "europe": ReplayDialect(EUROPE_RESOLVERS, EUROPE_HANDLERS, EUROPE_POSITION),
    "marklin": ReplayDialect(RIDING_RESOLVERS, RIDING_HANDLERS, RIDING_POSITION),
}
