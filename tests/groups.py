"""Commands that a test starts in a group of processes of their own, to end all of it: what runs there by now."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from typing import Any

import pytest


def wait_for_process(command: subprocess.Popen[Any], words: str) -> None:
    """Wait until a process of the command's group has these words in its line; the test fails if it never has."""
    for _ in range(600):
        rows = subprocess.run(["ps", "-A", "-o", "pgid=,args="], capture_output=True, text=True, check=True).stdout
        for group, _, line in [row.strip().partition(" ") for row in rows.splitlines()]:
            if int(group) == command.pid and words in line:
                return
        if command.poll() is not None:
            pytest.fail(f"it ended before there was {words}")
        time.sleep(0.05)
    os.killpg(command.pid, signal.SIGKILL)
    pytest.fail(f"there is no {words}")
