"""Where names of a game stand: to go to the claim of a route, to find all lines about it, to rename a player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.core.state import Violation
from ttrn.language_server.document import PlacedGame
from ttrn.language_server.positions import Change, Span, on_line
from ttrn.notation.build import DECODERS
from ttrn.notation.lexicon import is_word
from ttrn.notation.marked_words import Word
from ttrn.notation.records import Pair
from ttrn.replays.resolve import cities_named

_NAMING: Final = ("ID", "RESULT", "STANDING")
_PAIRS: Final = {"ROUTE": "route", "TICKET": "ticket"}


class Name(NamedTuple):
    """What a word names: a player, or a route or ticket by its cities and, if it is told, its number."""

    kind: str
    key: object
    number: int = 0

    def means(self, other: Name) -> bool:
        """Return whether both can mean the same thing: who tells no track may mean any."""
        return self[:2] == other[:2] and (not self.number or other.number in (0, self.number))


def name_at(placed: PlacedGame, line: int, column: int) -> Name | None:
    """Return what the word at a place names."""
    at = line - placed.line
    word = placed.game.word_at(at, column) if 0 <= at < len(placed.game.lines) else None
    return _name(placed, at, word) if word else None


def _name(placed: PlacedGame, at: int, word: Word) -> Name | None:
    text = placed.game.text_of(at, word)
    if word.kind in _NAMING:
        return Name("player", text.partition("=")[0])
    board = placed.game.board
    if word.kind in _PAIRS and board is not None:
        pair = DECODERS[word.kind](text)
        assert isinstance(pair, Pair)
        return _pair(board, pair, _PAIRS[word.kind])
    return None


def _pair(board: Board, pair: Pair, kind: str) -> Name | None:
    ends = cities_named(board, pair)
    if isinstance(ends, Violation):
        return None
    return Name(kind, frozenset([city.index for city in ends]), pair.number)


def occurrences(placed: PlacedGame, name: Name) -> Iterator[tuple[int, Word]]:
    """Yield the words of a game that name the same, with their lines in the game."""
    for at, words in enumerate(placed.game.words):
        for word in words:
            found = _name(placed, at, word)
            if found is not None and name.means(found):
                yield at, word


def references(placed: PlacedGame, name: Name) -> list[Span]:
    """Return all places of a game that name the same."""
    return [on_line(placed.line + at, word.start, _end(placed, at, word)) for at, word in occurrences(placed, name)]


def definition(placed: PlacedGame, name: Name) -> Span | None:
    """Return where something comes from: the line of a player, the claim of a route, where a ticket was kept."""
    first = {"player": ("PLAYER",), "route": ("CLAIM",), "ticket": ("KEEP", "TICKETS")}[name.kind]
    for at, word in occurrences(placed, name):
        if any(other.kind in first for other in placed.game.words[at]):
            return on_line(placed.line + at, word.start, _end(placed, at, word))
    return None


def _end(placed: PlacedGame, at: int, word: Word) -> int:
    """Return where a name ends: before the points of a score."""
    text = placed.game.text_of(at, word)
    return word.start + len(text.partition("=")[0]) if word.kind in _NAMING else word.end


def renaming(placed: PlacedGame, name: Name, new: str) -> tuple[Change, ...] | str:
    """Return what gives a player another id in a game, or why it cannot be."""
    game = placed.game
    if name.kind != "player":
        return "only players can be renamed"
    if not is_word("ID", new):
        return f'"{new}" cannot be an id: it is a lower-case word like ann or player_2, and none of the notation'
    ids = {game.text_of(at, word) for at, words in enumerate(game.words) for word in words if word.kind == "ID"}
    if new in ids and new != name.key:
        return f'another player has the id "{new}" already'
    changes = [Change(span, new) for span in references(placed, name)]
    for at, words in enumerate(game.words):
        tag = [game.text_of(at, word) for word in words[1:3]]
        if tag == ["View", f'"{name.key}"']:
            changes.append(Change(on_line(placed.line + at, words[2].start + 1, words[2].end - 1), new))
    return tuple(changes)
