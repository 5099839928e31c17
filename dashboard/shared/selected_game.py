"""The game that the address names: from the database, carried in the link itself, or brought by the user.

- ``?game=2f6ca1b9…`` is a game by its hash (eight signs or more) or by its number in this database. A game that the
  user brought is found by its hash too: in this session, or in what the browser keeps (:mod:`.browser_store`).
- ``?share=…`` carries a whole game, see :mod:`.links`.
- Without either it is the game of the database that was played last, or one of the samples.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

import streamlit as st

from ttrn import store
from ttrn.notation import GameRecord, format_game, loads
from ttrn.resources import resource
from ttrn.store.worker import digest

from . import address, browser_store, database, links, samples
from .escape import NAME, shown

GAME: Final = "game"
SHARE: Final = "share"

FIRST: Final = ("real", "usa_4p_2.ttrn")
"""The sample that is shown where nothing else is asked for."""

_OWN: Final = "own_games"
_MOST_OWN: Final = 500
_MOST_READ: Final = 64


@dataclass(frozen=True, slots=True)
class SelectedGame:
    """A game to be shown: read, written and hashed once."""

    record: GameRecord
    key: str
    """What it is known by: the hash of its canonical text."""
    title: str
    """What to call it; plain text of unknown hands, to be escaped."""
    text: str
    """Its canonical text."""
    notice: str = ""
    """Something the user should know: why it is not the game that was asked for."""

    @classmethod
    def of(cls, record: GameRecord) -> SelectedGame:
        """Return a game that has been read."""
        text = format_game(record)
        return cls(record, digest(text).hex(), title_of(record), text)


BY_KEY: Final[dict[str | type[Any], Any]] = {SelectedGame: lambda selected: selected.key}
"""How Streamlit's caches know a game, for their ``hash_funcs``."""


def selected_game() -> SelectedGame:
    """Return the game that the address names; what is wrong with the address is in its notice."""
    shared, named = address.parameter(SHARE), address.parameter(GAME)
    if shared:
        try:
            return game_of_text(links.unpacked(shared))
        except links.BrokenLink as error:
            return replace(_default(), notice=f"The link does not carry a game: {error}.")
    if not named:
        return _default()
    found = named_game(named)
    return replace(_default(), notice=f"{found} This is another one.") if isinstance(found, str) else found


def named_game(name: str) -> SelectedGame | str:
    """Return a game of this session, of the database or of the browser by its hash, or by its number in the database.

    Where there is none, returns why, in words.

    Raises:
        browser_store.Waiting: the browser has not answered yet.
    """
    own: dict[str, str] = st.session_state.get(_OWN, {})
    if len(name) >= links.SHORT:
        for key, text in own.items():
            if key.startswith(name.lower()):
                return game_of_text(text)
        if database.is_sample() and (first := _first_sample()).key.startswith(name.lower()):
            return first
    found = stored_game(name) if database.exists() else _missing(name)
    if isinstance(found, str) and (kept := browser_store.kept_text(name)) is not None:
        with suppress(links.BrokenLink):  # it was brought as it is, and is no game
            return named_game(keep_own(kept))
    return found


def stored_game(name: str) -> SelectedGame | str:
    """Return a game of the database, by its hash or number. Where there is none, returns why, in words."""
    found = store.find_game(database.connection(), name)
    if found is None:
        return _missing(name)
    try:
        return game_of_text(found.text)
    except links.BrokenLink as error:
        return f"Game {found.number} cannot be replayed: {error}."


def keep_own(text: str) -> str:
    """Keep a game of the user's for this session, and in the browser; return what the address calls it.

    Raises:
        BrokenLink: the text is no game.
    """
    game = game_of_text(text)
    own: dict[str, str] = st.session_state.setdefault(_OWN, {})
    if game.key not in own:
        browser_store.keep_shown(game.key, game.text)
    own[game.key] = game.text
    while len(own) > _MOST_OWN:
        own.pop(next(iter(own)))
    return game.key


def _missing(name: str) -> str:
    return f'There is no game "{name[:40]}" here.'


def is_stored(key: str) -> bool:
    """Return whether a game is in the database, so that its hash names it for everybody and not in this session only.

    Where there is no database (yet), it is not: nothing waits for the sample games here.
    """
    if database.is_sample() and not samples.place().exists():
        return False
    try:
        return store.find_game(database.connection(), key) is not None
    except store.DatabaseError:
        return False


def _default() -> SelectedGame:
    """Return a game worth looking at."""
    if not database.is_sample() and database.exists():
        found = store.find_game(database.connection())
        if found is not None:
            return game_of_text(found.text)
    return _first_sample()


def _first_sample() -> SelectedGame:
    """Return the sample of the start page, from its file: the database of the samples may still be in the making."""
    return game_of_text(resource("sample_games", *FIRST).read_text(encoding="utf-8"))


@lru_cache(maxsize=_MOST_READ)
def game_of_text(text: str) -> SelectedGame:
    """Return the game of a text that is one.

    Raises:
        BrokenLink: it is none.
    """
    games, problems = loads(text)
    if len(games) != 1 or problems:
        raise links.BrokenLink(problems[0].message if problems else f"there are {len(games)} games in it")
    return SelectedGame.of(games[0])


def title_of(game: GameRecord) -> str:
    r"""Return what to call a game: its event and date, and who played.

    >>> from ttrn.notation import loads
    >>> title_of(loads('[Game "usa"]\n[Event "Friday"]\nplayer a "Ann"\nplayer b').games[0])
    'Friday: Ann, b'
    """
    tags = game.tags
    what = ", ".join([shown(part, NAME) for part in (tags.get("Event", ""), tags.get("Date", "")) if part])
    return f"{what or game.board}: {', '.join([shown(player.name or player.id, NAME) for player in game.players])}"


def share_controls(game: SelectedGame, *, turn: int | None = None, what: str = "the whole game") -> None:
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
