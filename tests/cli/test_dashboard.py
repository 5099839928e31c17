"""``ttrn dashboard``: what keeps it from starting is told before anything is started; it ends when it is asked to."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ttrn.store.database import writing

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn


def test_a_port_that_is_taken(ttrn: Ttrn) -> None:
    with socket.socket() as other:
        other.bind(("localhost", 0))
        other.listen()
        port = other.getsockname()[1]
        done = ttrn("dashboard", "--headless", "--port", str(port))
    assert done.status == 2
    assert f"cannot listen at localhost:{port}" in done.err
    assert "--port chooses another port" in done.err


def test_an_address_that_is_none(ttrn: Ttrn) -> None:
    done = ttrn("dashboard", "--headless", "--address", "no such address")
    assert done.status == 2
    assert "cannot listen" in done.err


@pytest.mark.parametrize(
    ("content", "said"), [(None, "there is no database"), (b"no database", "cannot be opened as a database")]
)
def test_a_database_that_is_none(ttrn: Ttrn, tmp_path: Path, content: bytes | None, said: str) -> None:
    path = tmp_path / "games.duckdb"
    if content is not None:
        path.write_bytes(content)
    done = ttrn("dashboard", path, "--headless", "--address", "0.0.0.0")  # noqa: S104  nothing is started
    assert done.status == 2
    assert said in done.err


def test_a_database_that_cannot_be_begun(ttrn: Ttrn, tmp_path: Path) -> None:
    done = ttrn("dashboard", tmp_path / "nowhere" / "games.duckdb", "--headless")
    assert done.status == 2
    assert "there is no database" in done.err


def test_a_folder_is_no_database(ttrn: Ttrn, tmp_path: Path) -> None:
    done = ttrn("dashboard", tmp_path)
    assert done.status == 2
    assert "is a folder" in done.err


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another matter there")
def test_it_ends_quietly_when_it_is_interrupted(tmp_path: Path) -> None:
    with writing(tmp_path / "games.duckdb"):
        pass
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "ttrn",
        "dashboard",
        str(tmp_path / "games.duckdb"),
        "--headless",
        "--port",
        str(port),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            _wait_for(f"http://localhost:{port}/_stcore/health", process)
            process.send_signal(signal.SIGINT)
            said, _ = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode == 0
    assert "Traceback" not in said
    assert f"http://localhost:{port}" in said


def _wait_for(url: str, process: subprocess.Popen[str]) -> None:
    for _ in range(600):
        assert process.poll() is None
        try:
            with urllib.request.urlopen(url, timeout=5):  # noqa: S310  our own server
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"nobody answers at {url}")
