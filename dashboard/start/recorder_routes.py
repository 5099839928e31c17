"""The recorder on the server of the dashboard: its page with the files, boards as data, and answers to taps.

It is a page of its own under ``/recorder/``, so that a tap waits for nothing of the pages beside it; the page Record
shows it. Nothing of a game is kept by the server. Where Python for browsers is installed the page fetches the rules
too, and asks them from then on: it goes on when the server is gone.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ttrn.recorder import ASSETS, SHARED, board_data, boards_data
from ttrn.recorder.build import Engine, MissingRuntimeError, engine, runtime
from ttrn.recording import answer_json

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute

MOST: Final = 400_000
"""How many bytes a question may have: many times the longest game."""

# Styles stand in the page too: colours of players, and the pictures of boards.
POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""What the page may do: run files of this server, WebAssembly among them, also in a worker, and nothing else."""

_ABOUT: Final = {"server": True, "home": "../"}
_NEW: Final = {"cache-control": "no-cache"}


def routes(base: str = "") -> list[BaseRoute]:
    """Return what the server answers for the recorder, below a path that other servers put before it."""
    return [
        Route(f"{base}/recorder", lambda _: RedirectResponse(f"{base}/recorder/")),
        Route(f"{base}/recorder/engine.json", _engine),
        Route(f"{base}/recorder/core.zip", _core),
        Route(f"{base}/recorder/boards.json", _boards),
        Route(f"{base}/recorder/boards/{{name}}.json", _board),
        Route(f"{base}/recorder/answer.json", _answer, methods=["POST"]),
        Mount(f"{base}/recorder", _Files()),
    ]


class _Files(StaticFiles):
    """The files of the page and of its engine; a browser asks each time whether they have changed."""

    def __init__(self) -> None:
        super().__init__(directory=ASSETS, html=True)
        self.all_directories = [*self.all_directories, SHARED]
        with suppress(MissingRuntimeError):
            self.all_directories = [*self.all_directories, runtime()]

    def file_response(self, *args: object, **more: object) -> Response:
        response = super().file_response(*args, **more)  # type: ignore[arg-type]
        response.headers.update({"cache-control": "no-cache", "content-security-policy": POLICY})
        return response


async def _engine(_request: Request) -> Response:
    found = await run_in_threadpool(_engine_here)
    return Response(found.about if found else json.dumps(_ABOUT), media_type="application/json", headers=_NEW)


async def _core(_request: Request) -> Response:
    found = await run_in_threadpool(_engine_here)
    if not found or not found.core:
        return PlainTextResponse("the rules are not here", status_code=404)
    return Response(found.core, media_type="application/zip", headers=_NEW)


@cache
def _engine_here() -> Engine | None:
    try:
        return engine(about=_ABOUT)
    except MissingRuntimeError:
        return None


async def _boards(_request: Request) -> Response:
    return Response(await run_in_threadpool(_boards_json), media_type="application/json")


async def _board(request: Request) -> Response:
    try:
        return Response(
            await run_in_threadpool(_board_json, request.path_params["name"]), media_type="application/json"
        )
    except LookupError as error:
        return PlainTextResponse(str(error.args[0]), status_code=404)


@cache
def _boards_json() -> bytes:
    return json.dumps(boards_data(), ensure_ascii=False).encode()


@cache
def _board_json(name: str) -> bytes:
    return json.dumps(board_data(name), ensure_ascii=False).encode()


async def _answer(request: Request) -> Response:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST:
            return JSONResponse({"version": 1, "text": "", "error": "this text is too long"}, status_code=413)
    found = await run_in_threadpool(answer_json, body.decode("utf-8", "replace"))
    return Response(found, media_type="application/json")
