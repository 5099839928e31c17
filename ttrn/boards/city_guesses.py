"""Which city of a board was most likely meant by a name that none of them has."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from ttrn.boards.names import fold
from ttrn.plain_letters import plain

if TYPE_CHECKING:
    from ttrn.boards.model import City

_LONGEST = 60
_DIGRAPHS = re.compile("(?<=[aou])e")


def guess_city(cities: Sequence[City], text: str, likely: Collection[int] = ()) -> City | None:
    """Return the city that a text most likely means, None when it is like none.

    Short forms and beginnings of names come before letters that look alike: ``KC`` is Kansas City. ``likely`` are the
    indices of cities that would make sense, the neighbours of the other one: of several they are taken first, and a
    name that is only a little like one of theirs is enough.

    Args:
        cities: those of the board, in its order.
        text: what stands in their place.
        likely: indices of cities that would make sense there.
    """
    word = fold(text)
    if not word or len(word) > _LONGEST:
        return None
    near = [city for city in cities if city.index in likely]
    for some in (near, cities):
        for rule in _RULES:
            found = [city for city in some if rule(city, word)]
            if found:
                return found[0] if len(found) == 1 else _alike(found, word) or found[0]
    return _some_letters(near, word) or _alike(near, word) or _some_letters(cities, word) or _like_a_code(cities, word)


def _names(city: City) -> list[str]:
    return [city.code, city.name, *city.aliases]


def _abbreviated(city: City, word: str) -> bool:
    return any(word == fold(short) for short in city.abbreviations)


def _beginning(city: City, word: str) -> bool:
    return len(word) > 1 and any(fold(name).startswith(word) for name in _names(city))


def _beginnings(city: City, word: str) -> bool:
    """Return whether a word is made of the beginnings of a name's words: ``NOR`` for New Orleans."""
    return len(word) > 1 and any(_made_of(word, plain(name).casefold().split()) for name in _names(city))


def _made_of(word: str, parts: list[str]) -> bool:
    if not parts:
        return not word
    return any(
        word[:length] == fold(parts[0])[:length] and _made_of(word[length:], parts[1:])
        for length in range(1, min(len(word), len(parts[0])) + 1)
    )


def _spelt_out(city: City, word: str) -> bool:
    """``Koebenhavn``: ae, oe and ue for letters with two dots or a stroke."""
    return any(_DIGRAPHS.sub("", fold(name)) == _DIGRAPHS.sub("", word) for name in _names(city))


def _exchanged(city: City, word: str) -> bool:
    """``PRO``: the letters of a code in another order."""
    return sorted(word) == sorted(fold(city.code))


_RULES: tuple[Callable[[City, str], bool], ...] = (_abbreviated, _beginning, _beginnings, _spelt_out, _exchanged)


def _some_letters(cities: Sequence[City], word: str) -> City | None:
    """Return the only city whose name has these letters in their order, with the same first one: ``NYK``, ``PTL``."""
    found = [city for city in cities if any(_in_order(word, fold(name)) for name in _names(city))]
    return found[0] if len(found) == 1 and len(word) > 1 else None


def _in_order(word: str, name: str) -> bool:
    rest = iter(name)
    return word[0] == name[:1] and all(letter in rest for letter in word)


def _like_a_code(cities: Sequence[City], word: str) -> City | None:
    """Return the city most like a word; three letters are taken for a mistyped code if any code is near."""
    if len(word) == 3:
        codes = {fold(city.code): city for city in cities}
        near = get_close_matches(word, codes, n=1)
        if near:
            return codes[near[0]]
    return _alike(cities, word)


def _alike(cities: Sequence[City], word: str) -> City | None:
    spelt = {fold(name): city for city in cities for name in _names(city)}
    near = get_close_matches(word, spelt, n=1)
    return spelt[near[0]] if near else None
