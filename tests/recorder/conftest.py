"""The recorder without a server: its folder as ``ttrn recorder`` writes it, a plain web server, a real browser.

Without what ``make browser`` makes these tests are skipped, as those of the pages are without a Chromium.
"""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ttrn.recorder.build import MissingRuntimeError, recorder_files, write_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATIENCE = 60_000
"""Milliseconds that a browser waits before it gives up: the machine may be busy with other tests."""


class Site:
    """A folder that a plain web server publishes, until it is stopped."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        handler = functools.partial(_Quiet, directory=str(folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://localhost:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Let nobody be answered any more."""
        self._server.shutdown()
        self._server.server_close()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def files() -> dict[str, bytes]:
    """Return the files of the recorder."""
    try:
        return recorder_files()
    except MissingRuntimeError as error:
        pytest.skip(str(error))


@pytest.fixture
def site(files: dict[str, bytes], tmp_path: Path) -> Iterator[Site]:
    """Publish the recorder as a folder."""
    write_folder(tmp_path, files)
    published = Site(tmp_path)
    yield published
    published.stop()


@pytest.fixture(scope="session")
def engine(files: dict[str, bytes], browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Start the engine in the worker of a page; ``answer`` there asks it."""
    folder = tmp_path_factory.mktemp("engine")
    write_folder(folder, files)
    published = Site(folder)
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(published.address + "engine.json")
    page.evaluate(
        """async () => {
            const { engineHere, workerAdapter } = await import("/worker_adapter.js");
            globalThis.adapter = workerAdapter(await engineHere());
            await adapter.ready;
        }"""
    )
    yield page
    page.close()
    published.stop()
