"""What readers cost the server: processor time of a page, fifty readers at once, and memory over thousands of runs.

``python -m benchmarks readers``. Readers speak Streamlit's own protocol over websockets, without a browser: what a
browser does is in ``pages``. ``TTRN_BENCH_READERS_GAMES`` is how many games the database has (3,000). Only Linux tells
processor time and memory of the server.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Final, NamedTuple

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from benchmarks.loading import multiplied
from benchmarks.pages import free_port, wait_for
from benchmarks.table import BenchmarkRow
from ttrn import store
from ttrn.processes import cores_at_hand
from ttrn.resources import resource

GAMES: Final = int(os.environ.get("TTRN_BENCH_READERS_GAMES", "3000"))
PAGES: Final = {
    "replay": "",
    "games": "",
    "games, one board": "board=usa&order=highest+score",
    "players": "",
    "statistics": "board=usa",
    "statistics, tickets": "board=usa&topic=tickets",
    "check": "",
}
READERS: Final = 50
RUNS: Final = 2_000


class Server(NamedTuple):
    """A running dashboard: its port and the number of its process."""

    port: int
    process: int

    @property
    def seconds(self) -> float:
        """The processor time that it has used."""
        used = Path(f"/proc/{self.process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(used[11]) + int(used[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def megabytes(self) -> float:
        """What it holds in memory."""
        pages = Path(f"/proc/{self.process}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def visit(self) -> connect:
        """Return a new visit of a reader."""
        origin, protocol = Origin(f"http://localhost:{self.port}"), Subprotocol("streamlit")
        url = f"ws://localhost:{self.port}/_stcore/stream"
        return connect(url, origin=origin, subprotocols=[protocol], max_size=None, open_timeout=60)


def rows() -> list[BenchmarkRow]:
    """Measure all of it on one server."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "samples.duckdb"
        command = [sys.executable, "-m", "ttrn", "load", str(database), str(resource("sample_games"))]
        subprocess.run(command, check=True, capture_output=True)
        with store.connect(database) as connection:
            few = store.choices(connection).games
        with serving(multiplied(database, few, -(-GAMES // few))) as server:
            return asyncio.run(_measured(server))


@contextmanager
def serving(database: Path) -> Iterator[Server]:
    """Start a dashboard."""
    port = free_port()
    command = [sys.executable, "-m", "ttrn", "dashboard", str(database), "--headless", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            wait_for(f"http://localhost:{port}/_stcore/health")
            yield Server(port, process.pid)
        finally:
            process.terminate()


async def _measured(server: Server) -> list[BenchmarkRow]:
    found = [await _page(server, name) for name in PAGES]
    return [*found, await _beside_thinkers(server), await _crowd(server), await _many_runs(server)]


async def _page(server: Server, name: str, times: int = 10) -> BenchmarkRow:
    """Measure a page that others have opened before, for a new reader each time."""
    await _opened(server, name)
    before, begun = server.seconds, time.perf_counter()
    for _ in range(times):
        await _opened(server, name)
    took = (time.perf_counter() - begun) / times
    used = (server.seconds - before) / times
    return BenchmarkRow(f"{name}: processor time", f"{used:.3f} s", f"answered in {took:.2f} s", "less than 0.15 s")


async def _beside_thinkers(server: Server, rounds: int = 4, times: int = 5) -> BenchmarkRow:
    """Measure a page while as many people ask the thinker as may, and while nobody does, in turns."""
    took: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(rounds):
        for busy in (False, True):
            asking = [await _asked(server) for _ in range(cores_at_hand() if busy else 0)]
            took[busy] += [await _opened(server, "replay") for _ in range(times)]
            for line in asking:
                line.close()
    alone, beside = median(took[False]), median(took[True])
    what = "replay, while others ask the thinker"
    return BenchmarkRow(what, f"{beside:.2f} s", f"{beside / alone:.2f} times that without", "1.5 times")


async def _asked(server: Server) -> asyncio.StreamWriter:
    """Ask the thinker for very many playouts; return the connection once it works, or waits: closing it ends that."""
    text = resource("sample_games", "annotated", "usa.ttrn").read_text(encoding="utf-8")
    body = json.dumps({"text": text, "turn": 20, "playouts": 5_000}).encode()
    reader, writer = await asyncio.open_connection("localhost", server.port)
    head = f"POST /panel HTTP/1.1\r\nHost: localhost:{server.port}\r\nContent-Length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)
    while b"data: " not in await reader.readline():
        pass
    return writer


async def _crowd(server: Server) -> BenchmarkRow:
    """Let readers come at once, each to one page after the other."""

    async def reader(number: int) -> list[float]:
        names = list(PAGES)
        return [await _opened(server, names[(number + step) % len(names)]) for step in range(3)]

    taken = [seconds for visits in await asyncio.gather(*map(reader, range(READERS))) for seconds in visits]
    slowest = quantiles(taken, n=20)[-1]
    return BenchmarkRow(
        f"{READERS} readers at once, {len(taken)} pages: 95 of 100 within", f"{slowest:.1f} s", "", "less than 5 s"
    )


async def _many_runs(server: Server) -> BenchmarkRow:
    """Let one reader change filters very often; the first runs fill what is kept for everybody."""
    boards = ("usa", "europe", "marklin", "cardgame")
    async with server.visit() as line:
        for number in range(RUNS // 4):
            await run(line, "games", f"board={boards[number % 4]}")
        before, used = server.megabytes, server.seconds
        for number in range(RUNS):
            await run(line, "games", f"board={boards[number % 4]}")
    grown = server.megabytes - before
    each = (server.seconds - used) / RUNS
    return BenchmarkRow(f"memory that {RUNS:,} runs left behind", f"{grown:.0f} MB", f"{each:.3f} s each", "flat")


async def _opened(server: Server, name: str) -> float:
    begun = time.perf_counter()
    async with server.visit() as line:
        await run(line, name.partition(",")[0].replace("replay", ""), PAGES[name])
    return time.perf_counter() - begun


async def run(line: ClientConnection, page: str, query: str) -> None:
    """Ask for a page and take all that comes of it.

    Raises:
        RuntimeError: the page shows an exception.
    """
    asked = BackMsg()
    asked.rerun_script.page_name = page
    asked.rerun_script.query_string = query
    await line.send(asked.SerializeToString())
    while True:
        said = ForwardMsg()
        said.ParseFromString(await line.recv(decode=False))
        kind = said.WhichOneof("type")
        if kind == "script_finished":
            return
        if kind == "delta" and said.delta.new_element.WhichOneof("type") == "exception":
            raise RuntimeError(said.delta.new_element.exception.message)
