"""Ray as an engine: shards as tasks of a cluster, or of this computer. Needs ``pip install "ttrn[ray]"``.

Every machine of the cluster needs the same version of ttrn, and reaches the sources and the target by their addresses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from ttrn.extras import advice
from ttrn.store.engines import TRIES, Failed, Made, tried
from ttrn.store.errors import DatabaseError
from ttrn.store.shards import Shard

_AHEAD: Final = 2
"""How many shards per core of the cluster may be under way."""

_BEAT: Final = 0.5


class RayEngine:
    """A cluster by its address (``host:port``), or Ray on this computer."""

    work: Callable[[Shard], Made] = staticmethod(tried)
    """What is done with each shard, in another process."""

    def __init__(self, address: str = "") -> None:
        """Connect to a cluster.

        Raises:
            DatabaseError: Ray is not installed, or the cluster cannot be reached.
        """
        try:
            import ray  # noqa: PLC0415  it takes long, and few have it
        except ImportError:
            raise DatabaseError(advice("ray")) from None
        self._ray: Any = ray
        if not ray.is_initialized():
            try:
                ray.init(
                    address or "local",
                    log_to_driver=False,
                    logging_level="ERROR",
                    include_dashboard=None if address else False,
                )
            except (ConnectionError, OSError, RuntimeError, ValueError) as error:
                raise DatabaseError(
                    f"the cluster {address} cannot be reached: {str(error).partition(chr(10))[0]}"
                ) from None

    def make(self, shards: Iterable[Shard], beat: Callable[[], None]) -> Iterator[Made]:
        """Make shards as tasks. A task whose process or machine is lost runs again elsewhere, several times."""
        ray = self._ray
        task = ray.remote(num_cpus=1, max_retries=TRIES)(self.work)
        rest = enumerate(shards)
        running: dict[Any, tuple[int, Shard]] = {}
        done: dict[int, Made] = {}
        turn = 0
        while True:
            room = max(1, _AHEAD * int(ray.cluster_resources().get("CPU", 1)))
            while len(running) < room and (one := next(rest, None)) is not None:
                running[task.remote(one[1])] = one
            if not running:
                return
            for found in ray.wait(list(running), timeout=_BEAT)[0]:
                number, shard = running.pop(found)
                done[number] = self._result(found, shard)
            beat()
            while turn in done:
                yield done.pop(turn)
                turn += 1

    def _result(self, found: Any, shard: Shard) -> Made:
        try:
            made: Made = self._ray.get(found)
        except self._ray.exceptions.RayError as error:
            return Failed(shard.label, f"{type(error).__name__}: {str(error).partition(chr(10))[0]}")
        return made
