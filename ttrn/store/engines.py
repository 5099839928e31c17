"""Engines: what runs many shards, on this computer or on a cluster. Another one is one more class with one method."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from typing import Final, NamedTuple, Protocol, TypeAlias

from ttrn.processes import cores_at_hand, in_order, processes
from ttrn.store.errors import DatabaseError
from ttrn.store.shards import Manifest, Shard, make_shard

TRIES: Final = 3
"""So often a shard is tried before it is given up."""

_AHEAD: Final = 3
"""How many shards per core may be under way."""


class Failed(NamedTuple):
    """A shard that could not be made, and why."""

    label: str
    why: str


Made: TypeAlias = Manifest | Failed


class Engine(Protocol):
    """Makes shards."""

    def make(self, shards: Iterable[Shard], beat: Callable[[], None]) -> Iterator[Made]:
        """Make shards, in whatever order, and yield what came of them in theirs; ``beat`` is called while it waits.

        One that fails several times does not stop the others.
        """


def tried(shard: Shard) -> Made:
    """Make a shard; after several failures say why it cannot be made."""
    why = ""
    for left in reversed(range(TRIES)):
        try:
            return make_shard(shard, lenient=not left)
        except Exception as error:  # noqa: BLE001  whatever it is: the others go on
            why = f"{type(error).__name__}: {error}"
    return Failed(shard.label, why.partition("\n")[0])


class LocalEngine:
    """All cores of this computer."""

    def __init__(self, cores: int = 0) -> None:
        self._cores = cores or cores_at_hand()

    def make(self, shards: Iterable[Shard], beat: Callable[[], None]) -> Iterator[Made]:
        """Make shards; a single one is made in this process."""
        rest = iter(shards)
        first = [shard for shard in (next(rest, None), next(rest, None)) if shard is not None]
        if len(first) < 2 or self._cores == 1:
            yield from map(tried, first)
            yield from map(tried, rest)
            return
        try:
            with processes(self._cores) as submit:
                yield from in_order(submit, tried, _chained(first, rest), _AHEAD * self._cores, beat)
        except BrokenProcessPool:
            raise DatabaseError("a process that read games was stopped; load again to go on") from None


def _chained(first: list[Shard], rest: Iterator[Shard]) -> Iterator[Shard]:
    yield from first
    yield from rest


def engine_of(name: str, cores: int = 0, address: str = "") -> Engine:
    """Return the engine of a name: ``local``, or ``ray`` with the address of a cluster.

    Raises:
        DatabaseError: it is not installed.
    """
    if name == "local":
        return LocalEngine(cores)
    from ttrn.store.ray_engine import RayEngine  # noqa: PLC0415  it takes long, and few have it

    return RayEngine(address)
