"""Ctrl-C that works: a command that is deep in a library, and does not hear of it, ends all the same."""

from __future__ import annotations

import _thread
import io
import os
import select
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

STOPPED: Final = 130
"""The exit status of a command that was stopped."""

_PATIENCE: Final = 3.0
"""Seconds after a Ctrl-C in which a command may tidy up and end by itself.

What it does to a database may be broken off at any moment: nothing is lost by that.
"""


@contextmanager
def stopped_for_sure() -> Iterator[None]:
    """End the program some seconds after a Ctrl-C, if it has not ended by itself: Python waits for libraries."""
    if os.name == "nt" or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    told, telling = os.pipe()
    os.set_blocking(telling, False)
    try:
        # The system writes there which signal came, whatever the program does just then.
        before = signal.set_wakeup_fd(telling, warn_on_full_buffer=False)
    except ValueError:  # not the thread that signals come to
        os.close(told)
        os.close(telling)
        yield
        return
    threading.Thread(target=_watch, args=(told,), daemon=True).start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(telling)


def _watch(told: int) -> None:
    with os.fdopen(told, "rb", buffering=0) as signals:
        while came := signals.read(1):
            # The end of the command closes the other side: that is told, too.
            if came[0] == signal.SIGINT and not _ended(signals):
                # Python loses an interrupt that comes while an object is being disposed of: so it comes once more.
                _thread.interrupt_main()
                signals.read(1)  # that it came
                if not _ended(signals):
                    os._exit(STOPPED)


def _ended(signals: io.FileIO) -> bool:
    ended, _, _ = select.select([signals], [], [], _PATIENCE / 2)
    return bool(ended)
