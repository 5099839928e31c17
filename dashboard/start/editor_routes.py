"""CodeMirror on the server of the dashboard, for the editor of the page Check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import FileResponse
from starlette.routing import Route

from ..shared.codemirror import ADDRESS, codemirror

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute


def routes(base: str = "") -> list[BaseRoute]:
    """Return what the server answers for the editor, below a path that other servers put before it; may be nothing."""
    found = codemirror()
    if found is None:
        return []

    # A browser asks each time whether it has changed.
    async def answer(_request: Request) -> FileResponse:
        return FileResponse(found, media_type="text/javascript", headers={"cache-control": "no-cache"})

    return [Route(f"{base}{ADDRESS}", answer)]
