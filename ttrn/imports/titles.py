"""Which board a game was played on, by the title that another program or a person gave it.

What is known of titles stands in ``data/titles.toml``. A title of the series that is not there is not guessed at.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from ttrn.plain_letters import plain

_YEAR: Final = re.compile(r"\(\s*\d{4}\s*\)")
_LONGEST: Final = 200
"""No title is longer; of a longer text only so much is looked at."""


class Titled(NamedTuple):
    """What a title says: ``series`` is whether it is of the series at all, ``board`` a board of ours or nothing.

    ``elsewhere`` is true for games of the series that we have no board for. Of a title of the series with neither it
    is not clear which board is meant. ``expansion`` is the name of one that is played on the board, or on any.
    """

    series: bool
    board: str = ""
    expansion: str = ""
    elsewhere: bool = False


_FOREIGN: Final = Titled(series=False)
_UNCLEAR: Final = Titled(series=True)
_ELSEWHERE: Final = Titled(series=True, elsewhere=True)


class _Titles(NamedTuple):
    series: tuple[str, ...]
    """How titles begin, the longest first."""
    rests: dict[str, Titled]
    """What may follow."""
    beginnings: tuple[tuple[str, Titled], ...]
    """What may follow with any further words."""
    sites: dict[str, int]


@cache
def _known() -> _Titles:
    with (Path(__file__).parent / "data" / "titles.toml").open("rb") as file:
        data = tomllib.load(file)
    rests: dict[str, Titled] = {}
    for name, board in data["boards"].items():
        rests |= {_words(title): Titled(series=True, board=name) for title in board["titles"]}
    for expansion in data["expansions"]:
        meant = Titled(series=True, board=expansion.get("board", ""), expansion=expansion["name"])
        rests |= {_words(title): meant for title in expansion["titles"]}
    others = data["elsewhere"]["titles"]
    rests |= {_words(title): _ELSEWHERE for title in others}
    beginnings = tuple([(_words(title), _ELSEWHERE) for title in others if title.endswith("*")])
    series = sorted({_words(title) for title in data["series"]}, key=len, reverse=True)
    sites = {name: board["site"] for name, board in data["boards"].items() if "site" in board}
    return _Titles(tuple(series), rests, beginnings, sites)


def site_number(board: str) -> int:
    """Return the number of a board's game at BoardGameGeek, 0 where it is not known."""
    return _known().sites.get(board, 0)


def by_title(title: str, site: int = 0) -> Titled:
    """Return what the title of a game says; ``site`` is its number at BoardGameGeek, 0 where that is not told.

    The number counts where the title alone is not clear, as of a game that its owner has renamed.

    >>> by_title("Ticket to Ride: Europe").board, by_title("Zug um Zug (2004)").board
    ('europe', 'usa')
    >>> by_title("Ticket to Ride: Nordic Countries").elsewhere, by_title("Catan").series
    (True, False)
    """
    words = _words(title)
    rest = next((words[len(start) :] for start in _known().series if f"{words} ".startswith(f"{start} ")), None)
    found = _FOREIGN if rest is None else by_map(rest)
    if not found.board and not found.elsewhere and site:
        board = next((name for name, number in _known().sites.items() if number == site), "")
        return Titled(series=True, board=board, expansion=found.expansion) if board else found
    return found


def by_map(name: str) -> Titled:
    """Return what the name of a map or an expansion says that stands alone, without the title of the series.

    >>> by_map("Europa").board, by_map("USA 1910").expansion, by_map("the big one")
    ('europe', 'USA 1910', Titled(series=True, board='', expansion='', elsewhere=False))
    """
    words = _words(name)
    known = _known()
    if words in known.rests:
        return known.rests[words]
    return next((meant for start, meant in known.beginnings if words.startswith(f"{start} ")), _UNCLEAR)


def by_variant(name: str, title: Titled) -> Titled:
    """Return what was typed as the map or variant of a game with a title.

    Below the title of the base game, which many use for all of its maps, anything unknown may be a map; below that of
    another map it is a way to play there.

    >>> by_variant("big cities", by_title("Ticket to Ride: Europe")).expansion
    'big cities'
    """
    found = by_title(name)
    found = found if found.series else by_map(name)
    if not found.elsewhere and not found.board and not found.expansion and title.board not in ("", by_map("").board):
        return Titled(series=True, expansion=name)
    return found


def joined(titles: Iterable[Titled]) -> Titled:
    """Return what several titles say together: of a game, its expansions and its map.

    A map other than that of the base game takes its place; two such maps are not clear.

    >>> joined([by_title("Ticket to Ride"), by_map("Europe")]).board
    'europe'
    """
    board = ""
    expansions: list[str] = []
    base = by_map("").board
    for title in titles:
        if not title.series or title.elsewhere:
            return title
        if not title.board and not title.expansion:
            return _UNCLEAR
        if title.board not in ("", board):
            if board not in ("", base):
                return _UNCLEAR
            board = title.board
        if title.expansion and title.expansion not in expansions:
            expansions.append(title.expansion)
    return Titled(series=True, board=board, expansion=", ".join(expansions))


def _words(title: str) -> str:
    """Return a title in small plain letters, its words parted by one blank."""
    text = _YEAR.sub(" ", title[:_LONGEST].removesuffix("*"))
    letters = [letter if letter.isalnum() else " " for letter in plain(text.replace("’", "'")).casefold()]  # noqa: RUF001
    return " ".join("".join(letters).split())
