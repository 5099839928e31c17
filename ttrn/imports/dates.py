"""Days as people write them: 2026-11-13, 13.11.2026, 11/13/2026, 13 Nov 2026."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import Final, NamedTuple

from ttrn.plain_letters import plain

_YEAR_FIRST: Final = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ].*)?")
_OPEN: Final = re.compile(r"(\d{4})(?:-(\d\d|\?\?)(?:-(\d\d|\?\?))?)?|\?{4}-\?\?-\?\?")
_DAY_FIRST: Final = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d\d)(?: .*)?")
_EITHER: Final = re.compile(r"(\d{1,2})([-/])(\d{1,2})\2(\d{4}|\d\d)(?: .*)?")
_WORDS: Final = re.compile(
    r"(?:[a-z]{2,10}\.?,? )?"  # the day of the week
    r"(?:(\d{1,2})(?:st|nd|rd|th)?\.?[ -]([a-z]{3,9})\.?|([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?)"
    r",?[ -](\d{4})"
)
_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            *("jan ene gen", "feb fev", "mar mrz", "apr avr abr", "may mai mag", "jun giu", "jul lug"),
            *("aug aou ago", "sep set", "oct okt ott out", "nov", "dec dez dic"),
        ),
        1,
    )
    for name in names.split()
}
"""The months by the first three letters of their names in English, German, French, Spanish, Italian and Portuguese."""
_FRENCH: Final = {"juin": 6, "juil": 7}
_LONGEST: Final = 60


class Day(NamedTuple):
    """What a text says of a day: ``text`` as a record has it, empty where it is none.

    ``either`` is whether day and month may be the other way round, so that ``text`` is not to be used.
    """

    text: str
    either: bool = False


NO_DAY: Final = Day("")


def day_first(texts: Iterable[str]) -> bool | None:
    """Return whether days stand before months in the dates of one column, None where no date tells it.

    >>> day_first(["03/04/2026", "13/04/2026"]), day_first(["03/04/2026"])
    (True, None)
    """
    found = set()
    for text in texts:
        match = _EITHER.fullmatch(text.strip()[:_LONGEST])
        if match:
            first, second = int(match[1]), int(match[3])
            found |= {True} if first > 12 >= second else {False} if second > 12 >= first else set()
    return found.pop() if len(found) == 1 else None


def day_of(text: str, *, first: bool | None = None) -> Day:
    """Return the day that a text says; ``first`` is whether days stand before months, None where nobody knows.

    A year of two digits is one of this century.

    >>> day_of("13. November 2026").text, day_of("11/13/2026").text, day_of("3/4/2026"), day_of("soon").text
    ('2026-11-13', '2026-11-13', Day(text='', either=True), '')
    """
    text = " ".join(text.split())[:_LONGEST]
    if match := _YEAR_FIRST.fullmatch(text):
        return _day(match[1], match[3], match[4])
    if _OPEN.fullmatch(text):
        return _open(text)
    if match := _DAY_FIRST.fullmatch(text):
        return _day(match[3], match[2], match[1])
    if match := _EITHER.fullmatch(text):
        return _slashed(match, first)
    if match := _WORDS.fullmatch(plain(text).casefold()):
        name = match[2] or match[3]
        month = _FRENCH.get(name[:4]) or _MONTHS.get(name[:3], 0)
        return _day(match[5], str(month), match[1] or match[4])
    return NO_DAY


def _slashed(match: re.Match[str], first: bool | None) -> Day:
    """Return a day whose month may stand at either place."""
    one, other, year = match[1], match[3], match[4]
    as_day, as_month = _day(year, other, one), _day(year, one, other)
    if not as_day.text or not as_month.text or as_day == as_month:
        return as_day if as_day.text else as_month
    if first is None:
        return Day("", either=True)
    return as_day if first else as_month


def _open(text: str) -> Day:
    """Return a day of which only the year, or the year and the month, is known."""
    year, month, day = [*text.split("-"), "??", "??"][:3]
    digits = (year if year.isdigit() else "2000", month if month.isdigit() else "01", day if day.isdigit() else "01")
    return Day(f"{year}-{month}-{day}") if _day(*digits).text else NO_DAY


def _day(year: str, month: str, day: str) -> Day:
    try:
        return Day(date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day)).isoformat())
    except ValueError:
        return NO_DAY
