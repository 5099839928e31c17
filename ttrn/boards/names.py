"""How a name is compared: without case, accents, blanks and punctuation; and the nearest of several names."""

from collections.abc import Iterable
from difflib import get_close_matches

from ttrn.plain_letters import plain


def fold(text: str) -> str:
    """Return the form in which two spellings of one name are equal; empty if the text has no letter or digit.

    >>> fold("Sault St. Marie"), fold("SAULT ST MARIE"), fold("Zágráb")
    ('saultstmarie', 'saultstmarie', 'zagrab')
    """
    return "".join(letter for letter in plain(text).casefold() if letter.isalnum())


def nearest(text: str, choices: Iterable[str]) -> str | None:
    """Return the choice most like the text, or None when none is like it.

    >>> nearest("grey", ["red", "gray"])
    'gray'
    """
    spelling = {fold(choice): choice for choice in choices}
    near = get_close_matches(fold(text), spelling, n=1)
    return spelling[near[0]] if near else None


def did_you_mean(text: str, choices: Iterable[str]) -> str:
    """Return the tail of a message: the choice most like the text, else all of a few, else nothing.

    >>> did_you_mean("grey", ["red", "gray"]), did_you_mean("x", ["red", "gray"])
    ('; did you mean "gray"?', '; there are red, gray')
    """
    known = tuple(choices)
    near = nearest(text, known)
    if near:
        return f'; did you mean "{near}"?'
    return f"; there are {', '.join(known)}" if 0 < len(known) <= 12 else ""
