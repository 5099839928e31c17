"""Routes and tickets as people write them: "SEA to POR", "Salt Lake City-Denver"; and how the notation has them."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import NamedTuple

from ttrn.notation.card_words import COLOR_WORDS
from ttrn.notation.lexicon import CARD_ORDER, is_word

_JOINTS = re.compile(r"\s*(?:-+>?|=+>?|>|~|/|_|\bto\b|\band\b|&)\s*|\s*\.\s*(?=[A-Z]{3}\b)", re.IGNORECASE)
_NAME = re.compile(r"[^\W\d_][^\W\d_.' ]*(?:[ .']+[^\W\d_]+)*\.?")
_TRACK = re.compile(r"\s*#\s*([1-9])$")
_CODE = re.compile("[A-Z]{3}")
_NO_NAMES = frozenset([*COLOR_WORDS, "with", "for", "using", "x"])
_MOST_WORDS = 10
_LONGEST = 80


class PairFound(NamedTuple):
    """A pair found in words: as the notation writes it, and how many words told it."""

    text: str
    words: int


def pair_in(words: list[str], *, more: bool) -> PairFound | None:
    """Return the pair of cities that the first of these words tell, or nothing if that cannot be said.

    Args:
        words: what stands in the line from there on.
        more: whether another pair may follow, as in a list of tickets.

    >>> pair_in(["Salt", "Lake", "City-Denver", "RRR"], more=False)
    PairFound(text='"Salt Lake City"-Denver', words=3)
    >>> pair_in(["SEA", "to", "POR", "R"], more=False), pair_in(["SEA", "POR", "R"], more=False)
    (PairFound(text='SEA-POR', words=3), PairFound(text='SEA-POR', words=2))
    """
    words = list(takewhile(_can_belong, words[:_MOST_WORDS]))
    joined = [i for i, word in enumerate(words) if _JOINTS.search(word.strip("."))]
    if not joined:
        return _side_by_side(words)
    here, later = joined[0], joined[1:]
    if not more:
        later = []
    first = here + (2 if words[here].endswith(("-", ">", "/", "=")) or words[here].lower() in ("to", "and", "&") else 1)
    # The right name goes on as long as words can belong to it; where the next pair begins is a guess, and left alone.
    end = first
    while end < len(words) and _of_a_name(words[end]):
        end += 1
    if later and end == later[0] and end > first:
        opens = words[end].startswith(("-", ">", "/", "=")) or words[end].lower() in ("to", "and", "&")
        if not _CODE.fullmatch(re.split(r"\W", words[first - 1])[-1]) and end - first > opens:
            return None
        end = first
    return _made(" ".join(words[:end]), end)


def _can_belong(word: str) -> bool:
    """Return whether a word can be part of a pair: of a name, a code, or what stands between them."""
    bare = word.strip('"')
    return bool(_of_a_name(bare) or _CODE.fullmatch(bare) or _JOINTS.search(bare)) and word != "|"


def _side_by_side(words: list[str]) -> PairFound | None:
    """Return the pair that two words without anything between them make: two codes, or two names of one word."""
    if len(words) < 2 or not (is_word("CITY", words[0]) and is_word("CITY", words[1])):
        return None
    codes = _CODE.fullmatch(words[0]) and _CODE.fullmatch(words[1])
    if codes or not (len(words) > 2 and _of_a_name(words[2])):
        return _made(f"{words[0]}-{words[1]}", 2)
    return None


def _of_a_name(word: str) -> bool:
    """Return whether a word can be one of a city's name, and is no card, mark or colour."""
    if _JOINTS.search(word) and not re.fullmatch(r"[^\W\d_]+\.", word):
        return False
    if len(word) == 1 or set(word) <= set(CARD_ORDER):
        return False
    return bool(re.fullmatch(r"[^\W\d_]+[.']?[^\W\d_]*", word)) and word.lower() not in _NO_NAMES


def _made(text: str, words: int) -> PairFound | None:
    if len(text) > _LONGEST:
        return None
    track = _TRACK.search(text)
    ends = _JOINTS.split(text[: track.start()] if track else text)
    names = [end.strip(' "') for end in ends]
    if len(names) != 2 or min(map(len, names)) < 2 or not all(map(_NAME.fullmatch, names)):
        return None
    if any(len(name.split()) > 1 and all(map(_CODE.fullmatch, name.split())) for name in names):
        return None  # several codes are no name
    pair = "-".join([name if is_word("CITY", name) else f'"{name}"' for name in names])
    return PairFound(pair + (f"#{track[1]}" if track else ""), words)
