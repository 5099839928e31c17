"""The browser of the tests: where it is, how to get one, and one line where there is none."""

from __future__ import annotations

import os
import shutil

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)

MISSING = "there is no Chromium"

ADVICE = (
    f"{MISSING}, which the tests of the pages want; to get one: "
    "apt install chromium (Debian), dnf install chromium (Fedora), brew install --cask google-chrome (macOS)"
)

QUIETLY = [
    "--no-sandbox",
    "--no-first-run",
    *[
        f"--disable-{what}"
        for what in ("background-networking", "component-update", "sync", "gpu", "extensions", "default-apps")
    ],
]
"""Options of Chromium: nothing that it does on its own."""

UNTESTED = "without a browser"
"""What a test is counted as that could not run for that reason."""


def chromium() -> str | None:
    """Return the command of the system's Chromium, or of Chrome; None where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def required() -> bool:
    """Return whether tests shall not begin without a browser: nobody shall take tests for passed that did not run."""
    return os.environ.get("TTRN_BROWSER") == "required"
