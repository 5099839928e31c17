"""The game that the address names: from the database, carried in the link itself, or given by the user.

- ``?game=2f6ca1b9…`` is a game by its hash (eight signs or more) or by its number in this database. A game that the
  user gave in this session is found by its hash too.
- ``?share=…`` carries a whole game, see :mod:`.links`.
- Without either it is the game of the database that was played last, or one of the samples.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import streamlit as st

from ttrn import store
from ttrn.notation import GameRecord, format_game, loads
from ttrn.resources import resource
from ttrn.store.worker import digest

from . import database, links, samples

GAME: Final = "game"
SHARE: Final = "share"

FIRST: Final = ("real", "usa_4p_2.ttrn")
"""The sample that is shown where nothing else is asked for."""

_OWN: Final = "own_games"
_MOST_OWN: Final = 500


class Chosen(NamedTuple):
    """A game to be shown."""

    game: GameRecord
    key: str
    """What it is known by: the hash of its canonical text."""
    title: str
    """What to call it; plain text of unknown hands, to be escaped."""
    text: str
    """Its canonical text."""
    notice: str = ""
    """Something the user should know: why it is not the game that was asked for."""


def chosen() -> Chosen:
    """Return the game that the address names; what is wrong with the address is in its notice."""
    shared, named = st.query_params.get(SHARE, ""), st.query_params.get(GAME, "")
    if shared:
        try:
            return _of_text(links.unpacked(shared))
        except links.BrokenLink as error:
            return _default()._replace(notice=f"The link does not carry a game: {error}.")
    if named:
        return _named(named)
    return _default()


def keep_own(text: str) -> str:
    """Keep a game of the user's for this session; return what the address calls it.

    The text has been read: it is a game.
    """
    canonical = format_game(_read(text))
    key = digest(canonical).hex()
    own: dict[str, str] = st.session_state.setdefault(_OWN, {})
    own[key] = canonical
    while len(own) > _MOST_OWN:
        own.pop(next(iter(own)))
    return key


def own_game(name: str) -> str:
    """Return the text of a game that the user gave in this session, by its hash or the start of it; or nothing."""
    own: dict[str, str] = st.session_state.get(_OWN, {})
    found = [text for key, text in own.items() if len(name) >= links.SHORT and key.startswith(name.lower())]
    return found[0] if found else ""


def own_chosen(text: str) -> Chosen:
    """Return a game of the user's, which has been read before."""
    return _of_text(text)


def stored_game(name: str) -> Chosen | str:
    """Return a game of the database, by its hash or number; or why there is none, in words."""
    found = store.find_game(database.connection(), name)
    if found is None:
        return f'There is no game "{name[:40]}" here.'
    try:
        return _of_text(found.text)
    except links.BrokenLink as error:
        return f"Game {found.number} cannot be replayed: {error}."


def is_stored(key: str) -> bool:
    """Tell whether a game is in the database, so that its hash names it for everybody and not in this session only.

    Where there is no database (yet), it is not: nothing waits for the sample games here.
    """
    if database.is_sample() and not samples.place().exists():
        return False
    try:
        return store.find_game(database.connection(), key) is not None
    except store.DatabaseError:
        return False


def _named(name: str) -> Chosen:
    text = own_game(name)
    if text:
        return _of_text(text)
    found = stored_game(name)
    return found if isinstance(found, Chosen) else _default()._replace(notice=f"{found} This is another one.")


def _default() -> Chosen:
    """Return a game worth looking at."""
    if not database.is_sample():
        found = store.find_game(database.connection())
        if found is not None:
            return _of_text(found.text)
    # Straight from its file: the sample games may still be on their way into the database.
    return _of_text(resource("sample_games", *FIRST).read_text(encoding="utf-8"))


def _of_text(text: str) -> Chosen:
    """Return the game of a text that is one.

    Raises:
        BrokenLink: it is none.
    """
    game = _read(text)
    canonical = format_game(game)
    return Chosen(game, digest(canonical).hex(), title_of(game), canonical)


@lru_cache(maxsize=64)
def _read(text: str) -> GameRecord:
    games, problems = loads(text)
    if len(games) != 1 or problems:
        raise links.BrokenLink(problems[0].message if problems else f"there are {len(games)} games in it")
    return games[0]


def title_of(game: GameRecord) -> str:
    r"""Return what to call a game: its event and date, and who played.

    >>> from ttrn.notation import loads
    >>> title_of(loads('[Game "usa"]\n[Event "Friday"]\nplayer a "Ann"\nplayer b').games[0])
    'Friday: Ann, b'
    """
    tags = game.tags
    what = ", ".join([part for part in (tags.get("Event", ""), tags.get("Date", "")) if part])
    return f"{what or game.board}: {', '.join([player.name or player.id for player in game.players])}"


def share_controls(game: Chosen, *, turn: int | None = None, what: str = "the whole game") -> None:
    """Show a link that carries the game to a turn, to be copied; or say that the game is too long for one.

    ``what`` says how much of the game its text is.
    """
    link = links.share_link(game.text, turn)
    if link:
        at = "" if turn is None else "at this turn, "
        st.caption(f"This link carries {what}: it opens {at}on anybody's dashboard.")
        st.code(link, language=None, wrap_lines=True, height=120)
    else:
        st.caption(f"This game is too long for a link (more than {links.MAX_LINK:,} signs): download it instead.")
