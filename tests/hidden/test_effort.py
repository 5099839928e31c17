"""The budget counts work: what is decided, and what is not, depends on no clock and no other work of the machine."""

from __future__ import annotations

import hashlib
import threading
import time
from functools import cache
from typing import TYPE_CHECKING

from benchmarks.inferring import site_logs, without_payments
from ttrn.hidden import PUBLIC, Budget, judge, redact
from ttrn.hidden.judgement import CONSISTENT, EXACT, UNDECIDED
from ttrn.notation import GameRecord
from ttrn.play import play_game

if TYPE_CHECKING:
    import pytest


@cache
def hard() -> list[GameRecord]:
    return [
        record
        for name in ("usa", "europe", "marklin")
        for seed in range(3)
        for view in [redact(play_game(name, ["planner"] * 3, seed=seed), PUBLIC, until=70)]
        for record in (*without_payments([view]), *site_logs([view]))
    ]


LITTLE = 0.0006
"""Enough for some of them."""


def verdicts(effort: float) -> list[tuple[str, str, int]]:
    found: list[tuple[str, str, int]] = []
    for record in hard():
        budget = Budget(effort)
        judged = judge(record, budget=budget)
        found.append((judged.status, judged.reason, budget.left))
    return found


def keep_busy(stop: threading.Event) -> None:
    """Work on a core until somebody says stop, without holding up the interpreter."""
    while not stop.is_set():
        hashlib.sha256(bytes(4_000_000))


def test_verdicts_and_the_work_they_take_are_the_same_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    idle = verdicts(LITTLE)
    assert len({status for status, _, _ in idle}) > 1  # for some that is enough, for others not
    stop = threading.Event()
    busy = [threading.Thread(target=keep_busy, args=(stop,)) for _ in range(4)]
    for thread in busy:
        thread.start()
    # Nor does it matter what a clock says.
    moments = iter(range(0, 10**9, 1000))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(moments)))
    try:
        assert verdicts(LITTLE) == idle
    finally:
        monkeypatch.undo()
        stop.set()
        for thread in busy:
            thread.join()


def test_more_effort_decides_more_and_contradicts_nothing() -> None:
    little, usual = verdicts(LITTLE), verdicts(1)
    assert {status for status, _, _ in usual} <= {CONSISTENT, EXACT, UNDECIDED}
    for (before, reason, _), (after, _, _) in zip(little, usual, strict=True):
        assert before in (after, UNDECIDED)
        assert before != UNDECIDED or after == UNDECIDED or f"--effort {10 * LITTLE:g} searches longer" in reason
    spent = [reason for status, reason, _ in usual if status == UNDECIDED]
    assert not any("--effort" in reason for reason in spent)  # all others are decided
