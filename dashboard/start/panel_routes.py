"""Questions of the replay's panel, answered by processes beside the server: readers never wait for somebody's moves.

A question is a POST to ``/panel``, the answer a stream of events: how far it has come, and at last what was found. Who
goes away, or asks something else, ends the process. Few may work at a time; who comes then is told so, and waits.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from ttrn.processes import cores_at_hand

from .guard import is_own

if TYPE_CHECKING:
    from asyncio.subprocess import Process

    from starlette.requests import Request
    from starlette.routing import BaseRoute
    from starlette.types import Receive, Scope, Send

MOST: Final = 400_000
"""How many bytes a question may have: many times the longest game."""

LOOKING: Final = 2
"""How many questions that are answered at once may be under way."""

WAITING: Final = 20
"""How many may wait for their turn; who comes then is sent away."""

SECONDS: Final = {False: 60.0, True: 600.0}
"""After how long a question is given up: one for the model, one for playouts."""

IDLE: Final = 300.0
"""Seconds for which a process that has answered waits for another question."""

_LINE: Final = 1 << 22
"""Bytes of the longest line of an answer."""


def routes(base: str = "") -> list[BaseRoute]:
    """Return what the server answers for the panel, below a path that other servers put before it."""
    office = Office()

    async def asked(request: Request) -> Response:
        if not is_own(request.scope):
            return JSONResponse({"error": "another site has sent this"}, status_code=403)
        question = await _question(request)
        if question is None:
            return JSONResponse({"error": "this is no question"}, status_code=413)
        return Told(office.answers(question))

    return [Route(f"{base}/panel", asked, methods=["POST"])]


async def _question(request: Request) -> Mapping[str, Any] | None:
    """Return what was asked; None if it is too long, or nothing that can be answered."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST:
            return None
    try:
        found = json.loads(body)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


class Told(StreamingResponse):
    """An answer as it comes, as events; it ends when nobody listens any more, and with it what makes it."""

    def __init__(self, answers: AsyncGenerator[Mapping[str, Any]]) -> None:
        self._answers = answers
        events = (f"data: {json.dumps(found)}\n\n" async for found in answers)
        super().__init__(events, media_type="text/event-stream", headers={"cache-control": "no-store"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002  as ASGI has it
        """Send the answer, as ASGI has it."""
        both = [asyncio.create_task(self.stream_response(send)), asyncio.create_task(_gone(receive))]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
            await self._answers.aclose()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class Office:
    """The processes that answer: some that work, and some that wait for the next question."""

    def __init__(self, thinking: int = 0) -> None:
        """Allow so many questions to be thought about at a time; 0 is half of the cores."""
        self._idle: dict[Process, asyncio.TimerHandle] = {}
        self._places = {False: asyncio.Semaphore(LOOKING), True: asyncio.Semaphore(thinking or _half_of_the_cores())}
        self._waiting = 0

    async def answers(self, question: Mapping[str, Any]) -> AsyncGenerator[dict[str, Any]]:
        """Give what a process says to a question, the last of it with ``end``; it is killed if nobody listens to it."""
        thinks = bool(question.get("playouts"))
        places = self._places[thinks]
        if places.locked():
            if self._waiting >= WAITING:
                yield {"error": "too many people ask just now; try again in a moment", "end": True}
                return
            yield {"waiting": True}
        async with self._place(places):
            said: dict[str, Any] = {}
            process = await self._process()
            try:
                with suppress(TimeoutError):
                    async for said in _said(process, question, SECONDS[thinks]):
                        yield said
            finally:
                await self._leave(process, alive="end" in said)
        if "end" not in said:
            yield {"error": "it was given up", "end": True}

    @asynccontextmanager
    async def _place(self, places: asyncio.Semaphore) -> AsyncIterator[None]:
        self._waiting += 1
        try:
            await places.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            places.release()

    async def _process(self) -> Process:
        while self._idle:
            process, timer = self._idle.popitem()
            timer.cancel()
            if process.returncode is None:
                return process
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "ttrn.viewer.panel_process"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=dict(os.environ) | {"PYTHONPATH": os.pathsep.join([part for part in sys.path if part])},
            limit=_LINE,
        )

    async def _leave(self, process: Process, *, alive: bool) -> None:
        """Let a process wait for the next question, if it has answered the last one and not many wait already."""
        if not alive or len(self._idle) >= LOOKING:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            return
        self._idle[process] = asyncio.get_running_loop().call_later(IDLE, self._dismiss, process)

    def _dismiss(self, process: Process) -> None:
        del self._idle[process]
        with suppress(ProcessLookupError):
            process.kill()


async def _said(process: Process, question: Mapping[str, Any], seconds: float) -> AsyncIterator[dict[str, Any]]:
    """Give what a process says to a question, until it has ended or said all.

    Raises:
        TimeoutError: it takes longer than so many seconds.
    """
    assert process.stdin is not None
    assert process.stdout is not None
    clock = asyncio.get_running_loop().time
    until = clock() + seconds
    with suppress(ConnectionError):
        process.stdin.write(json.dumps(question).encode() + b"\n")
        await process.stdin.drain()
    while line := await asyncio.wait_for(process.stdout.readline(), max(0.0, until - clock())):
        said = json.loads(line)
        yield said
        if "end" in said:
            return


def _half_of_the_cores() -> int:
    return max(1, cores_at_hand() // 2)
