"""What all tests share."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.browsing import ADVICE, MISSING, QUIETLY, UNTESTED, chromium, required

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# How long an example takes depends on what else the machine does; speed is measured in benchmarks, not here.
settings.register_profile("ttrn", deadline=None, print_blob=True)
settings.load_profile("ttrn")


def pytest_configure() -> None:
    """Do not begin where a browser is asked for and missing.

    Commands that a test interrupts must hear of it, even where the tests run in the background: a shell lets what it
    starts there ignore Ctrl+C, and children inherit that.
    """
    if required() and not chromium():
        raise pytest.UsageError(ADVICE)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let one process run all tests of a file, so that it makes once what they share; what takes long begins first.

    Those of some files are kept together in one group, for a browser or a game that all of them look at: these begin
    first, and so do files with a test that is marked as slow. One that begins last would leave the others idle.
    """
    if not config.pluginmanager.hasplugin("xdist"):
        return
    first = {item.path for item in items if item.get_closest_marker("slow") or item.get_closest_marker("xdist_group")}
    for item in items:
        if not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(f"{item.path.parent.name}.{item.path.stem}"))
    items.sort(key=lambda item: item.path not in first)


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Count tests that wanted a browser by themselves: as skipped ones each would have a line of its own at the end."""
    if report.skipped and isinstance(report.longrepr, tuple) and MISSING in report.longrepr[2]:
        return UNTESTED, "s", "NO BROWSER"
    return None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once that tests did not run, and how they would."""
    if count := len(terminalreporter.getreports(UNTESTED)):
        terminalreporter.write_line(f"{count} tests did not run: {ADVICE}", yellow=True)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium, without anything that it does on its own."""
    found = chromium()
    if found is None:
        pytest.skip(MISSING)
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  only where there is a browser

    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=found, headless=True, args=QUIETLY)
        yield started
        started.close()
