"""From what the grammar expected to words that a player understands."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Final, NamedTuple

from ttrn.notation.lexicon import is_word, keywords
from ttrn.notation.syntax import Trouble

_DESCRIPTIONS = {
    "$END": "the end of the line",
    "BAR": 'a bar "|" before returned tickets',
    "CARDS": 'cards like "RRL"',
    "CITY": 'a city like "PAR"',
    "COLOR": 'a colour like "blue"',
    "COUNT": "a number up to 999999",
    "GIVEN_UP": '"x" for a tunnel given up',
    "MARK": 'an annotation like "$!"',
    "COMPONENT": 'a component with its number, like "routes=60"',
    "FACE_UP": 'the face-up cards like "RGLKW"',
    "NONE": '"-" for none',
    "NONE_TURNED": '"!-" where no card was left to turn over',
    "NUMBER": 'a turn\'s number like "12."',
    "PASSENGER": 'a passenger like "@BER"',
    "PATH": 'cities like "BER-LEI-CHE"',
    "ID": "a player's id",
    "QUANTITY": '"trains", "score", "longest", "stations", "passengers", "goods", "yard", "track"',
    "REFILL": 'new market cards like ">GK"',
    "ROUTE": 'a route like "SEA-POR"',
    "RSQB": 'a closing "]"',
    "LSQB": 'a "["',
    "RESULT": 'a score like "ann=121"',
    "STANDING": 'a place like "ann=1"',
    "STRING": "a text in quotes",
    "SURCHARGE": 'a surcharge like "+WL"',
    "TAG_NAME": 'a tag\'s name like "Event"',
    "TAKE": 'a card taken like "R>G", "?" or "?K"',
    "TICKET": 'a ticket like "LAX-NYC"',
    "TURNED": 'cards turned over like "!KWL"',
    "UNKNOWN": '"?" for a ticket not seen',
}

# Where a line could have ended, many rare things could follow; to name them all would hide what is wrong. They are
# known by their first letter, and named only if that is there.
_OPTIONAL = {
    "MARK": "$",
    "REFILL": ">",
    "PASSENGER": "@",
    "TURNED": "!",
    "NONE_TURNED": "",  # whoever writes "!" mostly means cards
    "SURCHARGE": "+",
    "GIVEN_UP": "x",
}

COMPONENT_WORDS: Final = ("routes", "completed", "failed", "tickets", "longest", "bonus", "stations", "goods", "cities")
"""What may stand on a score sheet, besides the numbers of routes by length."""

_WORD = re.compile(r"[^ \t]+")
_LONGEST = 100  # nobody misspells a longer word, and comparing long words takes quadratic time
_LETTERS = "R O Y G B P K W for colours, L locomotive, F +4 locomotive, T passenger, ? unknown"


class Explanation(NamedTuple):
    """A trouble in words: what was expected and found, what could help, and the stretch of text that is wrong."""

    message: str
    hint: str
    column: int
    width: int


def explain(text: str, trouble: Trouble) -> Explanation:
    """Put a trouble with a line into words; columns count from 0 within the text."""
    found = _WORD.match(text, trouble.column)
    word = found.group() if found else ""
    expected = trouble.expected
    if "$END" in expected and word:
        expected = frozenset(name for name in expected if _OPTIONAL.get(name, word[0]) == word[0])
    if expected == {"NUMBER"}:
        message = 'a turn is its number with a dot, the player and the action, like "12. ann claim SEA-POR R"'
        hint = "turns are numbered from 1, without zeros in front" if word[:1] == "0" else ""
        return Explanation(message, hint, trouble.column, max(1, len(word)))
    message = f"expected {_join(expected)}, found " + (f'"{_short(word)}"' if word else "the end of the line")
    return Explanation(message, _hint(text, trouble, word), trouble.column, max(1, len(word)))


def near(word: str, words: list[str]) -> str:
    """Return the one of these words that a misspelt word most likely meant, or nothing.

    >>> near("clam", ["claim", "draw"])
    'claim'
    """
    if len(word) > _LONGEST:
        return ""
    return next(iter(get_close_matches(word.lower(), words, n=1, cutoff=0.6)), "")


def did_you_mean(word: str, words: list[str]) -> str:
    """Return a hint with the nearest word, or nothing."""
    meant = near(word, words)
    return f'did you mean "{meant}"?' if meant else ""


def _join(expected: frozenset[str]) -> str:
    words = [f'"{word}"' for word in _expected_keywords(expected)]
    parts = words + sorted(_DESCRIPTIONS.get(name, name) for name in expected if name not in keywords())
    return ", ".join(parts[:-1]) + " or " + parts[-1] if len(parts) > 1 else "".join(parts) or "something else"


def _expected_keywords(expected: frozenset[str]) -> list[str]:
    return sorted(word for name, word in keywords().items() if name in expected)


def _short(word: str) -> str:
    return word if len(word) <= 30 else word[:29] + "…"


def _hint(text: str, trouble: Trouble, word: str) -> str:
    if not word:
        return ""
    for rule in _HINTS:
        if hint := rule(text, trouble, word):
            return hint
    words = _expected_keywords(trouble.expected)
    if "QUANTITY" in trouble.expected:
        words += re.findall(r"\w+", _DESCRIPTIONS["QUANTITY"])
    return did_you_mean(word, words)


def _brackets(_text: str, _trouble: Trouble, word: str) -> str:
    if word[0] == "{":
        return 'a comment in braces starts its line; at the end of a line write "; comment"'
    if word[0] == "(":
        return 'a variation starts a line of its own: "(" stands first in its line'
    if word[0] == ")":
        return 'after ")" only a comment may follow; what comes next starts a new line'
    return ""


def _quotes(text: str, trouble: Trouble, word: str) -> str:
    if not trouble.expected & {"STRING", "ROUTE", "TICKET", "PATH", "CITY"} or '"' not in word:
        return ""
    if "\\" in text or (text.count('"') > 2 and "STRING" in trouble.expected):
        return 'inside quotes write \\" for a quote and \\\\ for a backslash'
    return "a text in quotes ends with a quote" if text.count('"') % 2 else ""


def _names(_text: str, trouble: Trouble, word: str) -> str:
    if trouble.expected == {"TAG_NAME"} and word[0].islower():
        return f'a tag\'s name starts with a capital letter: "{word.capitalize()}"'
    if trouble.expected == {"STRING"} and '"' not in word and word != "]":
        return f'put it in quotes: "{word.rstrip("]")}"'
    return ""


def _unseen(_text: str, trouble: Trouble, word: str) -> str:
    if "UNKNOWN" in trouble.expected and word[0] == "?":
        return 'a ticket not seen is "?", "?s" from the short or "?l" from the long ones'
    return ""


def _hyphen(text: str, trouble: Trouble, word: str) -> str:
    if not trouble.expected & {"ROUTE", "TICKET", "PATH"} or not is_word("CITY", word):
        return ""
    following = _WORD.match(text, trouble.column + len(word) + 1)
    if following and is_word("CITY", following.group()):
        return f'join the cities with a hyphen: "{word}-{following.group()}"'
    if not re.fullmatch("[A-Z]{3}", word) and re.search(r"[^\W\d_]-", text[trouble.column :]):
        return 'a name of several words stands in quotes, like "Salt Lake City"-DEN'
    return f'the cities are joined by hyphens: "{word}-…"'


def _cities(_text: str, trouble: Trouble, word: str) -> str:
    wanted = trouble.expected & {"ROUTE", "TICKET", "PATH", "CITY"}
    if not wanted or word[0] in "|/?":
        return ""
    if "#" in word:
        return "tracks and copies are numbered from #1 to #9"
    if is_word("PATH", word):
        return "a station stands in one city" if "CITY" in wanted else "a route or a ticket has two cities"
    return "a city is its three-letter code, or its name in quotes"


def _cards(_text: str, trouble: Trouble, _word: str) -> str:
    return f"the card letters are {_LETTERS}" if trouble.expected <= {"CARDS", "FACE_UP"} else ""


def _take(text: str, trouble: Trouble, word: str) -> str:
    if "TAKE" in trouble.expected:
        return f'the card, then ">" and the card that replaced it, without blanks; {_LETTERS}'
    if "MARK" in trouble.expected and "draw" in text.split() and is_word("TAKE", word):
        return "a draw is one or two cards"
    return ""


def _order(text: str, trouble: Trouble, word: str) -> str:
    if "TURNED" in trouble.expected:
        if is_word("CARDS", word):
            return f'cards paid are one word, like "RRL"; cards turned over at a tunnel are written "!{word}"'
        if word[0] in "+x":
            return f'the cards turned over stand before it: "!KWL {word}"'
    elif word[0] in "+x" and "!-" in text.split():
        return "where no card was turned over nothing is paid on top, and nobody gives up"
    elif word[0] in "!+" and "@" in text:
        return 'a passenger stands after the cards of a tunnel: "!KWL +WL @BER"'
    return ""


def _closing(_text: str, trouble: Trouble, _word: str) -> str:
    if "RESULT" in trouble.expected:
        return 'write id and points as one word: "ann=121"'
    if "STANDING" in trouble.expected:
        return 'write id and place as one word, the first place is 1: "ann=1"'
    if "COMPONENT" in trouble.expected:
        words = ", ".join(COMPONENT_WORDS)
        return f"a score sheet has {words} and 1x to 9x, each with = and its number, only tickets below 0"
    return ""


def _ids(_text: str, trouble: Trouble, word: str) -> str:
    if trouble.expected != {"ID"}:
        return ""
    if word in keywords().values() or word in ("public", "full"):
        return f'"{word}" is a word of the notation and cannot be an id'
    if is_word("ID", word.lower()):
        return f'ids are lower-case: "{word.lower()}"'
    return "an id is a lower-case word, like ann or player_2"


_HINTS = (_brackets, _quotes, _names, _unseen, _hyphen, _cities, _cards, _take, _order, _closing, _ids)
