"""The JSON export of the app BG Stats: plays with the scores of their players."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from ttrn.imports.files import ARCHIVE, parsed
from ttrn.imports.importer import BrokenLog, Imported, Importer, Options, Source
from ttrn.imports.plays import Play, Plays, PlaySeat
from ttrn.imports.titles import Titled, by_title, by_variant, joined

SOURCE: Final = "BG Stats"
_DAY: Final = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)(?!\d)")
_CLOCK: Final = re.compile(r"\S{10} ((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)")
_PARTED: Final = re.compile("[;/\N{FULLWIDTH SOLIDUS}]")
_MAX_PARTS: Final = 20
_MAX_NUMBER: Final = 10**12

Fields = Mapping[str, Any]


def read(source: Source, options: Options) -> Imported:
    """Turn the plays of an export into records of results.

    Raises:
        BrokenLog: it is no export of the app.
    """
    tree = parsed(source.text, ARCHIVE)
    if not isinstance(tree, dict) or not isinstance(tree.get("plays"), list):
        raise BrokenLog("LOG-SHAPE", 'this JSON is no export of BG Stats: it has no list "plays"')
    export = _Export(tree, Plays(SOURCE, options))
    for number, play in enumerate(tree["plays"], 1):
        export.add(number, play)
    return export.plays.imported()


class _Export:
    """The lists of an export by the ids that plays refer to."""

    def __init__(self, tree: Fields, plays: Plays) -> None:
        self.plays = plays
        self.games = _by_id(tree.get("games"))
        self.players = _by_id(tree.get("players"))
        self.locations = _by_id(tree.get("locations"))
        user = tree.get("userInfo")
        owner = self.players.get(_key(user.get("meRefId")), {}) if isinstance(user, dict) else {}
        self.annotator = _text(owner.get("name"))

    def add(self, number: int, play: object) -> None:
        """Take the next play, whatever it is."""
        where = f"play {number}"
        if not isinstance(play, dict):
            self.plays.refuse(where, 0, "this is no play")
            return
        day = _date(play)
        where = f"{where} ({day})" if day else where
        game = self.games.get(_key(play.get("gameRefId")))
        if game is None:
            self.plays.refuse(where, 0, "the file does not tell which game was played")
            return
        title, titled = self._titled(play, game)
        if titled.series and not titled.elsewhere and not day and (play.get("playDate") or play.get("playDateYmd")):
            self.plays.note("dates that cannot be read were left out", where)
        try:
            seats = self._seats(play) if titled.series else ()
        except BrokenLog as broken:
            self.plays.refuse(where, 0, broken.message)
            return
        self.plays.add(
            Play(
                where,
                title,
                titled,
                seats,
                date=day,
                time=_time(play) if day else "",
                site=_text(self.locations.get(_key(play.get("locationRefId")), {}).get("name")),
                key=_text(play.get("uuid")),
                annotator=self.annotator,
                left_out="since the app does not count them" if play.get("ignored") is True else "",
            )
        )

    def _titled(self, play: Fields, game: Fields) -> tuple[str, Titled]:
        """Return what the game of a play is called, with its expansions and its map, and what that says."""
        base = _titled(game)
        if not base.series:
            return _text(game.get("name")), base
        found = [base]
        names = [_text(game.get("name"))]
        expansions = play.get("expansionPlays")
        for expansion in expansions[:_MAX_PARTS] if isinstance(expansions, list) else ():
            other = self.games.get(_key(expansion.get("gameRefId"))) if isinstance(expansion, dict) else None
            told = Titled(series=True) if other is None else _titled(other)
            # What is none of the series may be anything, a map that somebody drew among them.
            found.append(told if told.series else Titled(series=True))
            names.append("?" if other is None else _text(other.get("name")))
        parts = [part.strip() for part in _PARTED.split(_text(play.get("board")))[:_MAX_PARTS] if part.strip()]
        found += [by_variant(part, base) for part in parts]
        return " + ".join([*names, *parts]), joined(found)

    def _seats(self, play: Fields) -> tuple[PlaySeat, ...]:
        scores = play.get("playerScores")
        if not isinstance(scores, list) or not scores:
            raise BrokenLog("LOG-PLAYER", "it names no players")
        found: list[PlaySeat] = []
        for score in scores:
            player = self.players.get(_key(score.get("playerRefId"))) if isinstance(score, dict) else None
            if player is None:
                raise BrokenLog("LOG-PLAYER", "the file does not tell who one of its players is")
            found.append(
                PlaySeat(
                    "" if player.get("isAnonymous") is True else _text(player.get("name")),
                    _score(score.get("score")),
                    won=score.get("winner") is True,
                    place=_whole(score.get("seatOrder")),
                    first=score.get("startPlayer") is True,
                    color=_text(score.get("role")).casefold(),
                    team=_text(score.get("team")) if play.get("usesTeams") is not False else "",
                )
            )
        return tuple(found)


def _titled(game: Fields) -> Titled:
    number = _whole(game.get("bggId")) or 0
    found = by_title(_text(game.get("name")), number)
    return found if found.series else by_title(_text(game.get("bggName")), number)


def _by_id(entries: object) -> dict[str, Fields]:
    """Return the entries of a list by their ids; what has none is of no use to a play."""
    if not isinstance(entries, list):
        return {}
    return {_key(entry.get("id")): entry for entry in entries if isinstance(entry, dict) and "id" in entry}


def _key(value: object) -> str:
    """Return an id as a text: an app may write one as a number or as text."""
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else "?"


def _text(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def _score(value: object) -> str:
    """Return a score as it was typed; a number is one too, and anything else is no score."""
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return "?"
    try:
        return str(value)
    except ValueError:
        return "?"  # more digits than Python writes


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < _MAX_NUMBER else None


def _date(play: Fields) -> str:
    """Return the day of a play, empty where it is not told or is no day."""
    whole = _whole(play.get("playDateYmd"))
    for text in (_text(play.get("playDate")), str(whole or "")):
        found = _DAY.match(text)
        if found:
            try:
                return date.fromisoformat("-".join(found.groups())).isoformat()
            except ValueError:
                continue
    return ""


def _time(play: Fields) -> str:
    """Return the time of a play; midnight is what the app writes for a day without one."""
    found = _CLOCK.fullmatch(_text(play.get("playDate")))
    return found[1] if found and found[1] != "00:00:00" else ""


BGSTATS: Final = Importer("bgstats", "BG Stats' export", read, (".json", ".bgsplay"), ARCHIVE)
