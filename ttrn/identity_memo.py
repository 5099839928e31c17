"""Answers kept by the identity of what they are about, for things that take longer to hash than to look at."""

from __future__ import annotations

from typing import Generic, TypeVar, final

Key = TypeVar("Key")
Answer = TypeVar("Answer")


@final
class IdentityMemo(Generic[Key, Answer]):
    """Answers by the identity of their keys; emptied when there are ``limit`` of them. No answer is ``None``.

    A key is kept alive in one entry with its answer: kept apart, an answer could outlive its key between two threads,
    and another object get the key's identity. So threads may share a memo without a lock; at worst they find the same
    answer twice, or go over the limit by one entry each.

    >>> memo: IdentityMemo[list[int], int] = IdentityMemo(limit=10)
    >>> cards = [3, 4]
    >>> memo.put(cards, 7)
    >>> memo.get(cards), memo.get([3, 4])
    (7, None)
    """

    __slots__ = ("_limit", "entries")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.entries: dict[int, tuple[Key, Answer]] = {}
        """Each key with its answer, by the key's identity, for whoever cannot afford to call :meth:`get`. A key lives
        as long as its entry, so what is found under the identity of an object is about that object."""

    def get(self, key: Key) -> Answer | None:
        """Return the answer that is kept for this very object, if there is one."""
        entry = self.entries.get(id(key))
        return None if entry is None else entry[1]

    def put(self, key: Key, answer: Answer) -> None:
        """Keep an answer, and its key with it."""
        if len(self.entries) >= self._limit:
            self.entries.clear()
        self.entries[id(key)] = key, answer
