from __future__ import annotations

import gc
from weakref import ref

from ttrn.identity_memo import IdentityMemo


class Thing:
    """Equal to every other, and nothing that a dictionary could hash."""

    def __eq__(self, _other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


def test_an_equal_object_has_no_answer() -> None:
    memo: IdentityMemo[Thing, str] = IdentityMemo(10)
    one, other = Thing(), Thing()
    memo.put(one, "one")
    assert (memo.get(one), memo.get(other)) == ("one", None)


def test_a_key_lives_as_long_as_its_answer() -> None:
    memo: IdentityMemo[Thing, str] = IdentityMemo(2)
    key = Thing()
    alive = ref(key)
    memo.put(key, "first")
    del key
    gc.collect()
    assert alive() is not None
    others = [Thing(), Thing()]
    for other in others:
        memo.put(other, "later")
    gc.collect()
    assert alive() is None


def test_at_its_limit_a_memo_is_emptied() -> None:
    memo: IdentityMemo[Thing, int] = IdentityMemo(3)
    things = [Thing() for _ in range(4)]
    for number, thing in enumerate(things):
        memo.put(thing, number)
    assert [memo.get(thing) for thing in things] == [None, None, None, 3]


def test_a_later_answer_takes_the_place_of_an_earlier_one() -> None:
    memo: IdentityMemo[Thing, int] = IdentityMemo(3)
    thing = Thing()
    memo.put(thing, 1)
    memo.put(thing, 2)
    assert memo.get(thing) == 2
