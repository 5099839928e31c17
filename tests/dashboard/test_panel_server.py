"""The thinker at the server: it works in a process of its own, others are answered meanwhile; who leaves ends it."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from dashboard.start.panel_routes import MOST, Office
from ttrn.resources import resource
from ttrn.viewer.panel import MOST_PLAYOUTS
from ttrn.viewer.panel_process import BEHIND

if TYPE_CHECKING:
    from tests.dashboard.conftest import Server

pytestmark = pytest.mark.xdist_group("browser")

TEXT = resource("sample_games", "annotated", "usa.ttrn").read_text(encoding="utf-8")


@contextmanager
def asked(server: Server, question: Any, **headers: str) -> Iterator[http.client.HTTPResponse]:
    """Ask the panel's question as a page does; the visit ends with the block."""
    line = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)
    try:
        line.request("POST", "/panel", json.dumps(question), {"content-type": "application/json", **headers})
        yield line.getresponse()
    finally:
        line.close()


def events(answer: http.client.HTTPResponse) -> Iterator[dict[str, Any]]:
    """Give what is told, as it comes."""
    while line := answer.readline():
        if line.startswith(b"data: "):
            yield json.loads(line.removeprefix(b"data: "))


def thinkers(server: Server) -> set[int]:
    """Return the processes of the panel that the server has started, idle ones too."""
    children = Path(f"/proc/{server.process}/task").glob("*/children")
    numbers = [number for file in children for number in file.read_text().split()]
    return {int(number) for number in numbers if "panel_process" in Path(f"/proc/{number}/cmdline").read_text()}


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux tells what processes there are")
def test_the_thinker_ends_with_the_visit_and_others_are_answered_meanwhile(server: Server) -> None:
    with asked(server, {"text": TEXT, "turn": 20, "playouts": MOST_PLAYOUTS}) as answer:
        said = events(answer)
        first = next(one for one in said if "done" in one)
        assert 0 < first["done"] < first["of"] == MOST_PLAYOUTS
        with asked(server, {"text": TEXT, "turn": 21, "playouts": 0}) as other:
            (found,) = events(other)
        assert found["moves"]["rows"]
        health = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)
        health.request("GET", "/_stcore/health")
        assert health.getresponse().status == 200
        health.close()
        assert next(said)["done"] < MOST_PLAYOUTS, "it was over by itself"
        before = thinkers(server)
        behind = min(19, os.getpriority(os.PRIO_PROCESS, server.process) + BEHIND)
        assert {os.getpriority(os.PRIO_PROCESS, number) for number in before} == {behind}
    for _ in range(100):
        if thinkers(server) != before:
            break
        time.sleep(0.1)
    left = thinkers(server)
    assert left < before
    assert len(before) - len(left) == 1
    with asked(server, {"text": TEXT, "turn": 22, "playouts": 0}) as again:
        assert next(events(again))["moves"]["turn"] == 22
    assert thinkers(server) == left  # one that had answered before has answered again


def test_who_comes_while_all_places_are_taken_is_told_so_and_waits() -> None:
    async def come() -> None:
        office = Office(thinking=1)
        one, other = (office.answers({"text": TEXT, "turn": turn, "playouts": MOST_PLAYOUTS}) for turn in (20, 21))
        assert "done" in await anext(one)
        assert await anext(other) == {"waiting": True}
        soon = asyncio.ensure_future(anext(other))
        assert "done" in await anext(one)  # as before
        assert not soon.done()
        await one.aclose()
        assert "done" in await soon
        await other.aclose()

    with ThreadPoolExecutor(1) as pool:  # the browser of other tests has its own loop here
        pool.submit(asyncio.run, come()).result()


@pytest.mark.parametrize(
    ("question", "headers", "status"),
    [
        ({"text": TEXT, "turn": 1, "playouts": 0}, {"origin": "http://example.org"}, 403),
        ({"text": "x" * MOST}, {}, 413),
        ([], {}, 413),
    ],
)
def test_strangers_and_nonsense_are_refused(
    server: Server, question: Any, headers: dict[str, str], status: int
) -> None:
    with asked(server, question, **headers) as answer:
        assert answer.status == status
        assert json.loads(answer.read())["error"]
