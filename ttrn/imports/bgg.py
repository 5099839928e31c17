"""The plays of a user of BoardGameGeek: XML, saved by hand.

Declarations are refused, and with them all entities that could grow or name other files.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Final
from xml.parsers import expat

from ttrn.imports.files import ARCHIVE
from ttrn.imports.importer import BrokenLog, Imported, Importer, Options, Source
from ttrn.imports.plays import Play, Plays, PlaySeat
from ttrn.imports.titles import Titled, by_title

SOURCE: Final = "BoardGameGeek"
_MAX_DEPTH: Final = 20
_MAX_TEXT: Final = 300
_NUMBER: Final = re.compile(r"\d{1,9}")


def read(source: Source, options: Options) -> Imported:
    """Turn saved plays into records of results.

    Raises:
        BrokenLog: it is no XML of plays.
    """
    reader = _Reader(source.text, Plays(SOURCE, options))
    reader.run()
    return reader.plays.imported()


class _Reader:
    """Takes the elements of a file as they come, and hands out each play at its end."""

    def __init__(self, text: str, plays: Plays) -> None:
        self.text = text
        self.plays = plays
        self.path: list[str] = []
        self.owner = ""
        self.number = 0
        self.line = 0
        self.play: dict[str, str] = {}
        self.items: list[dict[str, str]] = []
        self.players: list[dict[str, str]] = []
        self.words: list[str] = []
        """What a root that holds no plays says instead."""
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartDoctypeDeclHandler = self._declaration
        self.parser.EntityDeclHandler = self._declaration
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters

    def run(self) -> None:
        """Read the whole text.

        Raises:
            BrokenLog: it is no XML, has declarations, or holds something else than plays.
        """
        if not self.text.lstrip().startswith("<"):
            raise BrokenLog(
                "LOG-SHAPE", "this is no XML", line=1, text=self.text.lstrip().split("\n", 1)[0][:_MAX_TEXT]
            )
        # A declaration at the very start must not have blanks before it; an editor may have put them there.
        lead = self.text[: len(self.text) - len(self.text.lstrip())].count("\n")
        try:
            self.parser.Parse(self.text.lstrip().encode(), True)
        except expat.ExpatError as error:
            line = error.lineno + lead
            hint = "the file may be cut off: save it again" if error.code == _CUT_OFF else ""
            raise BrokenLog("LOG-FILE", f"this is no XML: {error}", line=line, hint=hint) from None

    def _declaration(self, *_about: object) -> None:
        web = self.text.lstrip()[:100].lower().startswith(("<!doctype html", "<html"))
        told = "this is a web page, not the XML of plays" if web else "a declaration, which no file of plays has"
        raise BrokenLog("LOG-SHAPE", told, line=self.parser.CurrentLineNumber)

    def _start(self, name: str, values: dict[str, str]) -> None:
        if len(self.path) >= _MAX_DEPTH:
            raise BrokenLog("LOG-FILE", "its elements are nested too deeply", line=self.parser.CurrentLineNumber)
        self.path.append(name)
        match self.path:
            case ["plays"]:
                self.owner = values.get("username", "")
                self._tell_pages(values)
            case ["plays", "play"]:
                self.number += 1
                self.line = self.parser.CurrentLineNumber
                self.play, self.items, self.players = values, [], []
            case ["plays", "play", "item"]:
                self.items.append(values)
            case ["plays", "play", "players", "player"]:
                self.players.append(values)
            case ["html"]:
                self._declaration()

    def _tell_pages(self, values: dict[str, str]) -> None:
        """Say that the site has more plays than one page of it."""
        total, page = values.get("total", ""), values.get("page", "")
        count = self.text.count("<play ")
        if _NUMBER.fullmatch(total) and _NUMBER.fullmatch(page) and int(total) > count:
            self.plays.notes.append(
                f"this file has {count:,} of {int(total):,} plays (page {page}): save the other pages too"
            )

    def _end(self, _name: str) -> None:
        if self.path == ["plays", "play"]:
            self._add()
        self.path.pop()
        if not self.path and not self.number and self.words:
            told = " ".join("".join(self.words).split())
            raise BrokenLog("LOG-SHAPE", f"this file has no plays; it says: {told[:_MAX_TEXT]}" if told else _NO_PLAYS)
        if not self.path and not self.number:
            raise BrokenLog("LOG-SHAPE", _NO_PLAYS)

    def _characters(self, text: str) -> None:
        if not self.number and len(self.words) < _MAX_TEXT:
            self.words.append(text[:_MAX_TEXT])

    def _add(self) -> None:
        day = _date(self.play.get("date", ""))
        where = f"play {self.number} ({day})" if day else f"play {self.number}"
        if len(self.items) != 1:
            self.plays.refuse(where, self.line, "the file does not tell which game was played")
            return
        item = self.items[0]
        number = item.get("objectid", "")
        titled = by_title(item.get("name", ""), int(number) if _NUMBER.fullmatch(number) else 0)
        quantity = self.play.get("quantity", "1")
        if titled.series and not titled.elsewhere and (wrong := self._wrong(quantity)):
            self.plays.refuse(where, self.line, wrong)
            return
        seats = tuple([_seat(player) for player in self.players])
        self.plays.add(
            Play(
                where,
                item.get("name", ""),
                titled,
                seats,
                self.line,
                day,
                site=self.play.get("location", ""),
                key=self.play.get("id", ""),
                annotator=self.owner,
                left_out=self._left_out(titled),
                quantity=int(quantity) if _NUMBER.fullmatch(quantity) else 1,
            )
        )

    def _wrong(self, quantity: str) -> str:
        if not _NUMBER.fullmatch(quantity):
            return f'"{quantity[:_MAX_TEXT]}" is no number of games'
        return "" if self.players else "it names no players"

    def _left_out(self, titled: Titled) -> str:
        if titled.series and self.play.get("incomplete") == "1":
            return "since they were not played to the end"
        return "since the site does not count them" if self.play.get("nowinstats") == "1" else ""


_CUT_OFF: Final = expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]
_NO_PLAYS: Final = "there are no plays in this file"


def _seat(player: dict[str, str]) -> PlaySeat:
    place = player.get("startposition", "").strip()
    name = " ".join((player.get("name", "") or player.get("username", "")).split())
    return PlaySeat(
        name,
        player.get("score", ""),
        won=player.get("win", "").strip() == "1",
        place=int(place) if _NUMBER.fullmatch(place) else None,
        first=place == "1",
        color=player.get("color", "").strip().casefold(),
    )


def _date(text: str) -> str:
    """Return the day of a play, empty where it is not told: the site writes 0000-00-00 then."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return ""


BGG: Final = Importer("bgg", "BoardGameGeek's plays as XML", read, (".xml",), ARCHIVE)
