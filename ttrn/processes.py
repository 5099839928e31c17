"""Work on several cores: processes that a Ctrl-C does not reach, and that end with the one they work for."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, parent_process
from typing import Any, Final, TypeAlias, TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")

Submit: TypeAlias = Callable[..., "Future[Any]"]
"""Hands a function and what to call it with to a process; both must be known by their module."""

_BEAT: Final = 0.5
"""After so many seconds of waiting somebody may want to be told."""


def cores_at_hand() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def processes(cores: int, begin: Callable[..., None] | None = None, *given: Any) -> Iterator[Submit]:
    """Start so many processes, each of which calls ``begin`` first; give out a function that hands work to them.

    They are fresh ones, not copies of this one: a database or a progress bar may run threads here. After any failure,
    a Ctrl-C among them, they are ended at once.
    """
    pool = ProcessPoolExecutor(cores, get_context("spawn"), initializer=_begin, initargs=(begin, given))

    def submit(work: Callable[..., Any], /, *args: Any) -> Future[Any]:
        with _out_of_reach():
            return pool.submit(work, *args)

    try:
        yield submit
    except BaseException:
        # There is no other way before Python 3.14; to wait for what they do could take long.
        for process in list((pool._processes or {}).values()):  # noqa: SLF001
            process.kill()
        raise
    finally:
        pool.shutdown(wait=True)


def in_order(
    submit: Submit,
    work: Callable[[Piece], Result],
    pieces: Iterable[Piece],
    ahead: int,
    beat: Callable[[], None] = lambda: None,
) -> Iterator[Result]:
    """Hand pieces of work to processes, and yield what came of each in the order of the pieces.

    No more than ``ahead`` of them are under way at a time, so that any number will do; ``beat`` is called now and then
    while it waits.
    """
    running: deque[Future[Result]] = deque()
    rest = iter(pieces)
    while True:
        for piece in islice(rest, ahead - len(running)):
            running.append(submit(_worked, work, piece))
        if not running:
            return
        first = running.popleft()
        while not wait([first], _BEAT).done:
            beat()
        yield first.result()


def _worked(work: Callable[[Piece], Result], piece: Piece) -> Result:
    found = work(piece)
    # What is gathered meanwhile is much and holds few cycles: to look for them all the time would cost a tenth of it.
    gc.collect(1)
    return found


@contextmanager
def _out_of_reach() -> Iterator[None]:
    """Let a Ctrl-C wait until processes are started: half a start leaves locks that nobody releases.

    Nor do the new ones hear of it, from their first moment on: who stops us stops them.
    """
    if not hasattr(signal, "pthread_sigmask") or threading.current_thread() is not threading.main_thread():
        yield
        return
    came = False

    def note(*_: object) -> None:
        nonlocal came
        came = True

    # The mask alone would not do: another thread takes the signal then, and Python raises it here all the same.
    handler = signal.signal(signal.SIGINT, note)
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler or signal.SIG_DFL)
        if came:
            signal.raise_signal(signal.SIGINT)


def _begin(begin: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where signals cannot be kept away
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gc.disable()  # it is done after each piece, see in_order
    if begin is not None:
        begin(*given)


def _end_with_parent() -> None:
    """Wait for the process that all this is for; if it is killed nobody else tells its helpers to go."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
