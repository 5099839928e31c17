"""The recorder on the server of the dashboard: its page with the files, boards as data, and answers to taps.

It is a page of its own under ``/recorder/``, so that a tap waits for nothing of the pages beside it; the page Record
shows it. Nothing of a game is kept by the server.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ttrn.recorder import ASSETS, board_data, boards_data
from ttrn.recording import answer_json

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute

MOST: Final = 400_000
"""How many bytes a question may have: many times the longest game."""


def routes(base: str = "") -> list[BaseRoute]:
    """Return what the server answers for the recorder, below a path that other servers put before it."""
    return [
        Route(f"{base}/recorder", lambda _: RedirectResponse(f"{base}/recorder/")),
        # Here the server is the engine: there is none in the browser, which the page asks for first.
        Route(f"{base}/recorder/engine.json", lambda _: JSONResponse(None)),
        Route(f"{base}/recorder/boards.json", _boards),
        Route(f"{base}/recorder/boards/{{name}}.json", _board),
        Route(f"{base}/recorder/answer.json", _answer, methods=["POST"]),
        Mount(f"{base}/recorder", _Files(directory=ASSETS, html=True)),
    ]


class _Files(StaticFiles):
    """The files of the page; a browser asks each time whether they have changed."""

    def file_response(self, *args: object, **more: object) -> Response:
        response = super().file_response(*args, **more)  # type: ignore[arg-type]
        response.headers["cache-control"] = "no-cache"
        return response


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
