"""What each game adds to the replay of records: how its actions are resolved and carried out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ttrn.notation.records import Action as Written
from ttrn.replay.europe import EUROPE_HANDLERS, EUROPE_RESOLVERS
from ttrn.replay.handlers import HANDLERS, Handler
from ttrn.replay.resolve import RESOLVERS, ResolveAction
from ttrn.replay.riding import RIDING_HANDLERS, RIDING_RESOLVERS


class ReplayDialect(NamedTuple):
    """One game's tables for replaying records; they start from those of the core."""

    resolvers: Mapping[type[Written], ResolveAction]
    handlers: Mapping[type, Handler]


DIALECTS: Mapping[str, ReplayDialect] = {
    "usa": ReplayDialect(RESOLVERS, HANDLERS),
    "europe": ReplayDialect(EUROPE_RESOLVERS, EUROPE_HANDLERS),
    "marklin": ReplayDialect(RIDING_RESOLVERS, RIDING_HANDLERS),
}
