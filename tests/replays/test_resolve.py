"""Answers about actions that are shared by threads."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from types import FrameType
from typing import Any

import pytest

from ttrn.boards import Board, board
from ttrn.notation.records import Claim, Pair
from ttrn.replays import resolve
from ttrn.replays.resolve import Resolver

ROUTE = Pair("SEA", "POR")
LIMIT = 20


@pytest.mark.skipif(not resolve.__file__.endswith(".py"), reason="a compiled function does not stop at its lines")
def test_an_answer_does_not_outlive_its_action_between_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread empties the memo before each line in turn; left to chance, threads hardly ever meet there."""
    monkeypatch.setattr(resolve, "_LIMIT", LIMIT)
    resolver = Resolver(board("usa"), {Claim: _payment}, apart=True)
    with ThreadPoolExecutor(1) as another_thread:

        def interrupt() -> None:
            another_thread.submit(_fill, resolver).result()

        for line in count():
            claim = Claim(ROUTE, "R")
            interrupted = _resolve_interrupted(resolver, claim, line, interrupt)
            place = id(claim)
            del claim
            assert _answer(resolver, _claims_after(place)[-1]) == "GG", f"interrupted before line {line}"
            if not interrupted:
                break
    assert line > 3


def _payment(_board: Board, claim: Claim) -> str:
    return claim.paid


def _answer(resolver: Resolver, claim: Claim) -> object:
    known = resolver.answers.get(id(claim))
    return resolver.resolve(claim) if known is None else known[1]


def _fill(resolver: Resolver) -> None:
    for _ in range(LIMIT + 1):
        assert _answer(resolver, Claim(ROUTE, "BBB")) == "BBB"


def _resolve_interrupted(resolver: Resolver, claim: Claim, line: int, interrupt: Callable[[], None]) -> bool:
    """Resolve a claim, interrupted before one of the lines that it runs through; return whether there were so many."""
    lines = count()
    found = False

    def trace(frame: FrameType, event: str, _arg: object) -> Any:
        nonlocal found
        if frame.f_globals["__name__"] not in ("ttrn.replays.resolve", "ttrn.identity_memo"):
            return None
        if event == "line" and next(lines) == line:
            found = True
            interrupt()
        return trace

    usual = sys.gettrace()
    sys.settrace(trace)
    try:
        assert _answer(resolver, claim) == "R"
    finally:
        sys.settrace(usual)
    return found


def _claims_after(place: int) -> list[Claim]:
    """Return new claims, the last of them where another one was, unless that is still kept."""
    claims = [Claim(ROUTE, "GG")]
    while id(claims[-1]) != place and len(claims) < 200:
        claims.append(Claim(ROUTE, "GG"))
    return claims
