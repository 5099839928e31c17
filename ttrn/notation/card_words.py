"""Cards as people write them: red, 3R, "2 red and a loco"; and which letters the notation has for them."""

from __future__ import annotations

import re
from typing import NamedTuple

from ttrn.notation.lexicon import CARD_ORDER

COLOR_WORDS = {
    "red": "R",
    "orange": "O",
    "yellow": "Y",
    "green": "G",
    "blue": "B",
    "purple": "P",
    "pink": "P",
    "violet": "P",
    "black": "K",
    "white": "W",
    "loco": "L",
    "locos": "L",
    "locomotive": "L",
    "locomotives": "L",
    "engine": "L",
    "wild": "L",
    "wilds": "L",
    "joker": "L",
    "jokers": "L",
    "rainbow": "L",
    "unknown": "?",
    "hidden": "?",
    "blind": "?",
    "deck": "?",
}
"""What people call the cards, with their letters."""

_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_MOST = 20
_PART = re.compile(r"(?P<many>\d{1,2})?[x*]?(?P<what>[a-z]+|\?+)", re.IGNORECASE)
_BACKWARD = re.compile(r"(?P<what>[A-Za-z])[x*]?(?P<many>\d{1,2})")
_BETWEEN = re.compile(r"[,+&/]|\band\b|\bcards?\b", re.IGNORECASE)
_LETTERS = frozenset(CARD_ORDER + CARD_ORDER.lower())


class Cards(NamedTuple):
    """Cards found in words: their letters, and how many words told them."""

    letters: str
    words: int


def card(word: str) -> str:
    """Return the letter of one card, however it is called; nothing if it is none.

    >>> card("red"), card("k"), card("blind"), card("seven")
    ('R', 'K', '?', '')
    """
    if len(word) == 1 and word in _LETTERS:
        return word.upper()
    return COLOR_WORDS.get(word.lower(), "")


def cards_in(words: list[str]) -> Cards:
    """Return the cards that the first of these words tell, as far as they tell cards.

    >>> cards_in(["2", "red", "and", "loco", "$!"])
    Cards(letters='RRL', words=4)
    >>> cards_in(["R", "g", "3W"]), cards_in(["SEA"])
    (Cards(letters='RGWWW', words=3), Cards(letters='', words=0))
    """
    letters, used, many = "", 0, 0
    for i, word in enumerate(words):
        if _BETWEEN.fullmatch(word) and (letters or many):
            continue
        number = _NUMBERS.get(word.lower()) or (int(word) if re.fullmatch(r"\d{1,2}", word) else 0)
        if number and number <= _MOST and not many:
            many = number
            continue
        told = _told(word.rstrip(".,"), many)
        if not told:
            break
        letters, used, many = letters + told, i + 1, 0
    if used < len(words) and _BETWEEN.fullmatch(words[used]) and words[used].lower().startswith("card"):
        used += 1
    return Cards(letters, used)


def _told(word: str, many: int) -> str:
    """Return the cards that one word tells; ``many`` is the number that stands before it, 0 if there is none."""
    told = ""
    for part in filter(None, _BETWEEN.split(word)):
        found = _PART.fullmatch(part) or _BACKWARD.fullmatch(part)
        if found is None:
            return ""
        what = found["what"]
        letters = COLOR_WORDS.get(what.lower(), "") or (what.upper() if set(what) <= _LETTERS else "")
        times = int(found["many"] or many or 1)
        if not letters or times > _MOST or (times > 1 and len(letters) > 1):
            return ""
        told += letters * times
    return told
