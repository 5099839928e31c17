"""A whole game: its lines in order, and the order they must keep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Final, NamedTuple, TypeAlias

from ttrn.notation.records import Comment, Deck, Finished, Market, Player, Rank, Score, Statement, Tag, Turn
from ttrn.notation.tag_names import VERSION_TAG, wrong_version

MAX_DEPTH: Final = 50
"""How deep variations may nest."""

MAX_TURN: Final = 999_999
"""The highest number a turn can have."""

MAX_PLAYERS: Final = 500
"""How many players a game may have."""


@dataclass(frozen=True, slots=True)
class Variation:
    """Turns that might have been played instead of the turn before it, and on from there.

    ``places`` are the line numbers of the entries in the file they came from; they do not count in comparisons.
    """

    entries: tuple[Entry, ...]
    comment: Comment | None = None
    places: tuple[int, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        if not any(isinstance(entry, Turn) for entry in self.entries):
            raise ValueError("a variation has at least one turn")


Entry: TypeAlias = Tag | Statement | Turn | Variation | Comment


class Disorder(NamedTuple):
    """Why a line cannot stand where it stands: the id of the rule of the notation, and the reason."""

    rule: str
    message: str
    word: str = ""
    """The word of the line that is out of order, where there is one."""


class Order:
    """The order that the lines of one game must keep; feed it line after line.

    The checker of records and the reader share it, so that what can be built can be read.
    """

    __slots__ = ("depth", "phase", "players", "tags")

    TAGS: Final = 0
    PLAYERS: Final = 1
    PLAY: Final = 2

    def __init__(self) -> None:
        self.phase = self.TAGS
        self.tags: set[str] = set()
        self.players: dict[str, None] = {}
        self.depth = 0

    def disorder(self, entry: Tag | Statement | Turn) -> Disorder | None:
        """Take note of the next line; return what is wrong with it, or nothing. Comments may stand anywhere."""
        if isinstance(entry, Tag):
            return self._tag(entry)
        if isinstance(entry, Player):
            return self._player(entry)
        self.phase = self.PLAY
        for player in subjects(entry):
            if player not in self.players:
                known = ", ".join([_short(name) for name in self.players]) or "nobody"
                message = f'no player has the id "{_short(player)}"; at the table: {known}'
                return Disorder("TEXT-PLAYER", message, player)
        return None

    def _tag(self, tag: Tag) -> Disorder | None:
        if self.phase != self.TAGS:
            return Disorder("TEXT-ORDER", "tags stand above the players and everything else", tag.name)
        if not self.tags and tag.name != "Game":
            return Disorder("TEXT-ORDER", "a game starts with its [Game] tag", tag.name)
        if tag.name in self.tags:
            return Disorder("TEXT-TWICE", f"this game has a tag [{tag.name}] already", tag.name)
        self.tags.add(tag.name)
        wrong = wrong_version(tag.value) if tag.name == VERSION_TAG else ""
        return Disorder("TEXT-VERSION", wrong, tag.name) if wrong else None

    def _player(self, player: Player) -> Disorder | None:
        if self.phase == self.PLAY:
            return Disorder("TEXT-ORDER", "players stand above deals, tickets and turns", "player")
        self.phase = self.PLAYERS
        if player.id in self.players:
            return Disorder("TEXT-TWICE", f'there is a player with the id "{player.id}" already', player.id)
        if len(self.players) == MAX_PLAYERS:
            return Disorder("TEXT-LIMIT", f"a game has at most {MAX_PLAYERS} players", player.id)
        self.players[player.id] = None
        return None


def _short(name: str) -> str:
    return name if len(name) <= 30 else name[:29] + "…"


def subjects(entry: Statement | Turn) -> tuple[str, ...]:
    """Return the ids of the players a line speaks of."""
    if isinstance(entry, Score):
        return tuple([player for player, _ in entry.scores])
    if isinstance(entry, Rank):
        return tuple([player for player, _ in entry.places])
    if isinstance(entry, Player | Market | Deck | Finished) or not entry.player:
        return ()
    return (entry.player,)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: every line of it in order, comments and variations included.

    ``first_turn`` is the number of the first turn; a game that starts from a position may start later than 1.
    ``places`` are the line numbers of the entries in the file they came from, ``()`` for a game made by a program.
    ``text`` is what it was read from, with the first entry on its first line; who changes lines leaves it out. Neither
    counts in comparisons.

    Raises:
        ValueError: the entries are in an order that the notation does not know.
    """

    entries: tuple[Entry, ...]
    first_turn: int = 1
    places: tuple[int, ...] = field(default=(), compare=False, repr=False)
    text: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        if not self.entries or not isinstance(self.entries[0], Tag):
            raise ValueError("a game starts with its [Game] tag")
        turns = _check_order(self.entries, Order(), self.first_turn)
        if self.first_turn != 1 and not (turns and "Position" in self.tags):
            raise ValueError("only a game that starts from a position has a first turn other than 1")

    def __repr__(self) -> str:
        players = ", ".join([player.id for player in self.players]) or "no players"
        return f"<GameRecord of {self.board}: {players}; {turn_range(self)}>"

    def _repr_html_(self) -> str | None:
        """Return the replay, for notebooks. The room that makes it lies above this one, and few games are in one."""
        found: str | None = import_module("ttrn.notebook").game_html(self)
        return found

    def _repr_svg_(self) -> str | None:
        found: str | None = import_module("ttrn.notebook").svg_of(self)
        return found

    @property
    def tags(self) -> dict[str, str]:
        """The tags, in order."""
        found: dict[str, str] = {}
        for entry in self.entries:
            if isinstance(entry, Tag):
                found[entry.name] = entry.value
            elif not isinstance(entry, Comment):
                break  # nothing but comments stands between the tags, and no tag further down
        return found

    @property
    def board(self) -> str:
        """The name of the board, from the Game tag."""
        first = self.entries[0]
        assert isinstance(first, Tag)
        return first.value

    @property
    def players(self) -> tuple[Player, ...]:
        """The seats in turn order."""
        found: list[Player] = []
        for entry in self.entries:
            if isinstance(entry, Player):
                found.append(entry)
            elif not isinstance(entry, Comment | Tag):
                break  # players stand above everything but the tags
        return tuple(found)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of the main line."""
        return tuple([entry for entry in self.entries if isinstance(entry, Turn)])


def turn_range(game: GameRecord) -> str:
    """Return in words which turns a game has: "turns 1 to 133"."""
    number = len(game.turns)
    first, last = game.first_turn, game.first_turn + number - 1
    return f"turns {first} to {last}" if number > 1 else f"turn {first}" if number else "no turns"


def placed(sequence: GameRecord | Variation) -> Iterator[tuple[int, Entry]]:
    """Pair each entry with its line number, 0 where there is none."""
    return zip(sequence.places or (0,) * len(sequence.entries), sequence.entries, strict=True)


def _check_order(entries: tuple[Entry, ...], order: Order, number: int) -> int:
    """Raise ``ValueError`` where entries are out of order; return how many turns there are."""
    first = number
    for entry in entries:
        if not isinstance(entry, Comment) and entry.comment and entry.comment.block:
            raise ValueError("a block comment is an entry of its own, not part of a line")
        match entry:
            case Comment():
                pass
            case Variation():
                if number == first:
                    raise ValueError("a variation follows the turn that it replaces")
                if order.depth == MAX_DEPTH:
                    raise ValueError(f"variations nest at most {MAX_DEPTH} deep")
                order.depth += 1
                _check_order(entry.entries, order, number - 1)
                order.depth -= 1
            case _:
                if disorder := order.disorder(entry):
                    raise ValueError(disorder.message)
                if isinstance(entry, Turn):
                    if not 1 <= number <= MAX_TURN:
                        raise ValueError(f"turn numbers run from 1 to {MAX_TURN}")
                    number += 1
    return number - first


def trusted_game(entries: tuple[Entry, ...], first_turn: int, places: tuple[int, ...], text: str) -> GameRecord:
    """Make a game of entries whose order has been checked: the reader does that line by line, with their places."""
    game = object.__new__(GameRecord)
    object.__setattr__(game, "entries", entries)
    object.__setattr__(game, "first_turn", first_turn)
    object.__setattr__(game, "places", places)
    object.__setattr__(game, "text", text)
    return game
