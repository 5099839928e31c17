"""A game: what it adds to the rules that all games share, as tables, each asked by the room that it is for.

A game is the base, whose tables are all defaults, with mechanics on it (tunnels, passengers). A mechanic has the same
tables, filled in part, and ``extend`` joins them once, when the game is made: nothing is looked up per action.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from ttrn.boards.features import Features
from ttrn.core.bots import Bots
from ttrn.core.facts import Facts
from ttrn.core.rules import RuleIds, Rules, Scoring, TicketRules
from ttrn.core.unseen import Unseen
from ttrn.core.valuing import Valuing

if TYPE_CHECKING:
    from ttrn.position.fields import PositionTables
    from ttrn.replays.tables import Records


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """One game: its name, what a board needs for it, its own rules by id, and a table for each room that asks."""

    name: str
    features: Features
    rulebook: Mapping[str, str]
    """The game's own rules by id, a sentence each."""
    ids: RuleIds
    records: Records
    position: PositionTables
    facts: Facts
    unseen: Unseen
    bots: Bots
    rules: Rules = field(default_factory=Rules)
    tickets: TicketRules = field(default_factory=TicketRules)
    scoring: Scoring = field(default_factory=Scoring)
    valuing: Valuing = field(default_factory=Valuing)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"


@dataclass(frozen=True, slots=True, eq=False)
class Mechanic:
    """Something that several games may have: what it adds to each of their tables, which are filled in part here."""

    features: Features = field(default_factory=Features)
    rulebook: Mapping[str, str] = field(default_factory=dict)
    rules: Rules | None = None
    tickets: TicketRules | None = None
    scoring: Scoring | None = None
    records: Records | None = None
    position: PositionTables | None = None
    facts: Facts | None = None
    unseen: Unseen | None = None
    bots: Bots | None = None
    valuing: Valuing | None = None


def extend(base: Game, *mechanics: Mechanic, name: str, ids: RuleIds, rulebook: Mapping[str, str]) -> Game:
    """Return a new game: another one with these mechanics on it, under a name and rule ids of its own.

    ``rulebook`` are its own rules besides those of the mechanics; those of the base are left behind, with its ids.

    Raises:
        ValueError: two of the mechanics answer the same question.
    """
    features, own = base.features, dict(rulebook)
    for mechanic in mechanics:
        features = features.joined(mechanic.features)
        own.update(mechanic.rulebook)
    tables = {
        table: combine(getattr(base, table), *[more for m in mechanics if (more := getattr(m, table)) is not None])
        for table in ("rules", "tickets", "scoring", "records", "position", "facts", "unseen", "bots", "valuing")
    }
    return replace(base, name=name, features=features, ids=ids, rulebook=own, **tables)


T = TypeVar("T")


def combine(base: T, *more: T) -> T:
    """Return a table with others laid over it: mappings united, tuples joined, anything else replaced.

    What is a table's default in one of the others is not laid over. A base may be replaced, one of the others not.

    Raises:
        ValueError: two of the others answer the same question.
    """
    changes: dict[str, Any] = {}
    asked: set[tuple[str, object]] = set()
    for entry in fields(base):  # type: ignore[arg-type]  # all tables are dataclasses
        value = getattr(base, entry.name)
        default = entry.default_factory() if entry.default_factory is not MISSING else entry.default
        for table in more:
            added = getattr(table, entry.name)
            if added is default or (isinstance(added, Mapping) and added == default):
                continue
            keys = list(added) if isinstance(added, Mapping) else [] if isinstance(added, tuple) else [None]
            for key in keys:
                if (entry.name, key) in asked:
                    what = f"{entry.name} of {key.__name__}" if isinstance(key, type) else entry.name
                    raise ValueError(f"two mechanics answer the same question: {what}")
                asked.add((entry.name, key))
            joined = isinstance(added, Mapping)
            value = {**value, **added} if joined else value + added if isinstance(added, tuple) else added
        changes[entry.name] = value
    return replace(base, **changes)  # type: ignore[type-var]
