"""Answers questions of the panel in a process of its own: a server has other readers.

``python -m ttrn.viewer.panel_process`` reads questions from standard input, a line of JSON each, and writes to standard
output how far it has come, some lines, and an answer as the last one, with ``"end": true``. When standard input ends,
nobody waits for an answer any more, and the process ends in the middle of whatever it does.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from typing import Any, Final

from ttrn.core.facts import Json
from ttrn.viewer.panel import answer

BEHIND: Final = 15
"""How nice it is: the processor serves readers first."""

_BEAT: Final = 0.25
"""Seconds between two words about how far it has come."""


def main() -> None:
    """Answer questions until nobody asks any more."""
    if hasattr(os, "nice"):
        os.nice(BEHIND)
    asked: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    while True:
        _answer(asked.get())


def _listen(asked: queue.Queue[bytes]) -> None:
    for line in sys.stdin.buffer:
        asked.put(line)
    os._exit(0)


def _answer(line: bytes) -> None:
    told = time.monotonic()

    def tell(found: Json) -> None:
        nonlocal told
        if time.monotonic() >= told + _BEAT:
            told = time.monotonic()
            _say(found)

    question: Any = json.loads(line)
    _say(answer(question, tell) | {"end": True})


def _say(found: Json) -> None:
    print(json.dumps(found, ensure_ascii=True), flush=True)  # noqa: T201  that is how it answers


if __name__ == "__main__":
    main()
