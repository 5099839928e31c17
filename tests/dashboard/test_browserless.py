"""The tests on a machine without a browser: one line says so; where a browser is required, no test begins."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
TESTS = "tests/dashboard/test_browser.py"


@pytest.fixture
def without(tmp_path: Path) -> dict[str, str]:
    """An environment in which no browser is found."""
    if Path("/Applications").exists():
        pytest.skip("there a browser is found without a path")
    return {name: value for name, value in os.environ.items() if name != "TTRN_BROWSER"} | {"PATH": str(tmp_path)}


def test_a_missing_browser_is_said_in_one_line(without: dict[str, str]) -> None:
    done = run(without)
    assert done.returncode == 0
    said = [line for line in done.stdout.splitlines() if "Chromium" in line]
    assert len(said) == 1, done.stdout
    assert "tests did not run: there is no Chromium" in said[0]
    assert "apt install chromium" in said[0]


def test_where_a_browser_is_required_no_test_begins(without: dict[str, str]) -> None:
    done = run(without | {"TTRN_BROWSER": "required"})
    assert (done.returncode, done.stdout) == (pytest.ExitCode.USAGE_ERROR, "")
    assert done.stderr.startswith("ERROR: there is no Chromium")


def run(environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", TESTS]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
