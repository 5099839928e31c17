"""Which texts are remembered, and for how long."""

from __future__ import annotations

import pytest

from ttrn.notation import line_memo
from ttrn.notation.line_memo import LineMemo


def test_a_text_is_kept_when_it_comes_up_again() -> None:
    memo: LineMemo[int] = LineMemo()
    memo.keep("draw R K", 1)
    assert memo.find("draw R K") is None
    memo.keep("draw R K", 2)
    assert memo.find("draw R K") == 2
    memo.clear()
    memo.keep("draw R K", 3)
    assert memo.find("draw R K") is None


def test_of_texts_that_come_up_once_few_are_kept() -> None:
    memo: LineMemo[int] = LineMemo()
    for number in range(100_000):
        memo.keep(f"score ann={number}", number)
    # Not none: some have the place of another.
    assert len(memo.recent) < 25_000


def test_a_long_text_is_never_kept() -> None:
    memo: LineMemo[int] = LineMemo()
    for _ in range(3):
        memo.keep("deck " + "R" * 300, 1)
    assert not memo.recent


@pytest.mark.skipif(not line_memo.__file__.endswith(".py"), reason="compiled, a constant is what it is")
def test_what_comes_up_is_kept_over_generations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_memo, "GENERATION", 10)
    memo: LineMemo[int] = LineMemo()
    memo.stay("pass", 0)
    memo.stay("draw ? ?", 0)
    for number in range(100):
        memo.stay(f"play {number}", number)
        assert memo.find("pass") == 0
        assert len(memo.recent) + len(memo.before) <= 20
    assert memo.find("draw ? ?") is None
