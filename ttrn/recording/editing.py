"""Lines put into the text of a record, changed there and taken out, without touching any other line.

A game that is given beside a text was read from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from ttrn.boards import Board
from ttrn.notation.game import Entry, GameRecord, Variation
from ttrn.notation.problems import Cure
from ttrn.notation.reader import loads
from ttrn.notation.records import (
    Comment,
    Deal,
    Deck,
    FinalRoutes,
    FinalStations,
    Finished,
    Keep,
    Market,
    Player,
    Rank,
    Reveal,
    Score,
    Sheet,
    Statement,
    Tag,
    Turn,
)
from ttrn.notation.renumber import renumbered
from ttrn.notation.writer import format_entry, format_game, sections_of
from ttrn.recording.forms import form_of

How: TypeAlias = Literal["append", "insert", "replace"]

ANYWAY: Final = "recorded anyway"
"""The comment of a turn that breaks a rule and was recorded as it was played."""

_SETUP: Final = (Deal, Market, Keep, Deck)
"""The lines of the setup, in the order in which they stand."""

_ONCE: Final = (Reveal, FinalRoutes, FinalStations, Sheet, Score, Rank, Finished)
"""Lines about the end of which there is one, or one of each player: another one takes its place."""


class Edited(NamedTuple):
    """A changed text, which of its entries is new or follows what was taken out, and what stood there before."""

    text: str
    at: int
    instead: Entry | None = None


# --- entries by their place ------------------------------------------------------------------------------------------


def number_at(game: GameRecord, at: int) -> int:
    """Return the number of the turn at an entry, or of the next one after it."""
    return game.first_turn + sum([isinstance(entry, Turn) for entry in game.entries[:at]])


def turn_at(game: GameRecord, number: int) -> int | None:
    """Return which entry is the turn of a number, None if there is none."""
    turns = [at for at, entry in enumerate(game.entries) if isinstance(entry, Turn)]
    place = number - game.first_turn
    return turns[place] if 0 <= place < len(turns) else None


def inserted(text: str, game: GameRecord, at: int, entry: Entry, number: int = 0) -> Edited:
    """Return a text with a new entry before another one, or at its end; the turns after it are numbered anew.

    ``number`` is that of a turn, if it is not the one that follows from those before it.
    """
    text, game = _apart(text, game)
    lines = text.split("\n")
    place = _span(lines, game, at - 1).stop
    sections = sections_of([*game.entries[:at], entry, *game.entries[at:]])
    gap = [""] if sections[at] != sections[at - 1] else []
    if at == len(game.entries):
        del lines[place:]
    lines[place:place] = [*gap, *format_entry(entry, number or number_at(game, at))]
    return Edited(_joined(lines, anew=isinstance(entry, Turn) and at < len(game.entries)), at)


def replaced(text: str, game: GameRecord, at: int, entry: Entry) -> Edited:
    """Return a text with a new entry in the place of another one."""
    text, game = _apart(text, game)
    lines = text.split("\n")
    span = _span(lines, game, at)
    lines[span.start : span.stop] = format_entry(entry, number_at(game, at))
    old = game.entries[at]
    return Edited(_joined(lines, anew=isinstance(old, Turn) != isinstance(entry, Turn)), at, old)


def removed(text: str, game: GameRecord, at: int) -> Edited:
    """Return a text without an entry; the turns after it are numbered anew."""
    text, game = _apart(text, game)
    lines = text.split("\n")
    span = _span(lines, game, at)
    del lines[span.start : span.stop]
    if span.start < len(lines) and not lines[span.start].strip() and not lines[span.start - 1].strip():
        del lines[span.start]
    old = game.entries[at]
    return Edited(_joined(lines, anew=isinstance(old, Turn)), min(at, len(game.entries) - 2), old)


def _apart(text: str, game: GameRecord) -> tuple[str, GameRecord]:
    """Return a text in which every entry has a line of its own, and the game read from it."""
    if len(set(game.places)) == len(game.places):
        return text, game
    text = format_game(game)
    return text, loads(text).games[0]


def _span(lines: list[str], game: GameRecord, at: int) -> range:
    """Return which lines an entry has, counted from 0, without the blank ones after it."""
    start = game.places[at] - 1
    stop = game.places[at + 1] - 1 if at + 1 < len(game.places) else len(lines)
    while stop > start + 1 and not lines[stop - 1].strip():
        stop -= 1
    return range(start, stop)


def _joined(lines: list[str], *, anew: bool) -> str:
    """Return lines as a text that ends with a line break; ``anew``: with the turns numbered one after the other."""
    while not lines[-1].strip():
        lines.pop()
    text = "\n".join([*lines, ""])
    return renumbered(text) if anew else text


# --- entries by their kind -------------------------------------------------------------------------------------------


def with_turn(text: str, game: GameRecord, turn: Turn, number: int, how: How) -> str:
    """Return a text with a turn at its end, before the turn of a number, or in its place.

    Raises:
        LookupError: there is no turn of this number.
    """
    if how == "append":
        return inserted(text, game, len(game.entries), turn, number).text
    at = turn_at(game, number)
    if at is None:
        raise LookupError(f"there is no turn {number}")
    return (inserted if how == "insert" else replaced)(text, game, at, turn).text


def with_line(text: str, game: GameRecord, board: Board, entry: Entry, *, scoring: bool) -> Edited:
    """Return a text with a line where it belongs: those of the setup above the turns, turns and comments at the end.

    What there can be only once takes the place of the other; so does what a form asked for. ``scoring`` says that the
    text ends at a scoring, after which cards are dealt again.
    """
    if not isinstance(entry, Turn | Comment | Variation):
        within = isinstance(entry, _SETUP) and bool(game.turns) and scoring
        within = within or (isinstance(entry, Deck) and entry.reshuffled)
        same = _same(game, board, entry, within=within)
        if same is not None:
            return replaced(text, game, same, entry)
        if not within:
            return inserted(text, game, _place(game, entry), entry)
    return inserted(text, game, len(game.entries), entry)


def with_tags(text: str, game: GameRecord, tags: Mapping[str, str]) -> str:
    """Return a text with these tags, each in the place of one of its name, else below the others; empty ones go.

    Raises:
        ValueError: a value cannot stand in a tag.
    """
    for name, value in tags.items():
        at = tag_at(game, name)
        if value:
            tag = Tag(name, value)
            edit = inserted(text, game, _place(game, tag), tag) if at is None else replaced(text, game, at, tag)
        elif at is not None:
            edit = removed(text, game, at)
        else:
            continue
        text = edit.text
        game = loads(text).games[0]
    return text


def tag_at(game: GameRecord, name: str) -> int | None:
    """Return which entry is the tag of a name, None if there is none."""
    return next((at for at, old in enumerate(game.entries) if isinstance(old, Tag) and old.name == name), None)


def cured(text: str, cure: Cure) -> str:
    """Return a text with what a cure changes; comments stay, but for the one that a turn breaks a rule.

    Raises:
        LookupError: what it is for does not stand there.
    """
    lines = text.split("\n")
    place = cure.line - 1
    there = lines[place].strip() if cure.old and 0 <= place < len(lines) else ""
    comment = there[len(cure.old) :].strip()
    if not there.startswith(cure.old) or (comment and not comment.startswith(";")):
        raise LookupError("the text is another one by now")
    kept = "" if comment == f"; {ANYWAY}" else comment
    lines[place : place + bool(cure.old)] = [f"{cure.new} {kept}".rstrip()] if cure.new else []
    return renumbered("\n".join(lines))


def _same(game: GameRecord, board: Board, entry: Tag | Statement, *, within: bool) -> int | None:
    """Return which entry a new one replaces: a form, or what there can be once only."""
    opening = turn_at(game, game.first_turn)
    comments = [old for old in game.entries if isinstance(old, Comment) and not old.block]
    ids = [player.id for player in game.players]
    forms = form_of(board, ids, entry) if comments and not isinstance(entry, Tag | Player) else set()
    for at, old in enumerate(game.entries):
        if isinstance(old, Comment) and not old.block and old.text in forms:
            return at
        if type(old) is not type(entry):
            continue
        if isinstance(entry, Tag) and isinstance(old, Tag):
            same = entry.name == old.name
        elif isinstance(entry, Player) and isinstance(old, Player):
            same = entry.id == old.id
        else:
            setup = isinstance(entry, _SETUP) and not within and (opening is None or at < opening)
            alike = getattr(old, "player", "") == getattr(entry, "player", "")
            same = alike and (setup or isinstance(entry, _ONCE))
        if same:
            return at
    return None


def _place(game: GameRecord, entry: Entry) -> int:
    """Return where a line goes that stands for itself: with those of its kind above the turns, else at the end."""
    if isinstance(entry, Tag):
        earlier: tuple[type, ...] = (Tag,)
    elif isinstance(entry, Player):
        earlier = (Tag, Player)
    elif isinstance(entry, _SETUP):
        earlier = (Tag, Player, *_SETUP[: _SETUP.index(type(entry)) + 1])
    else:
        return len(game.entries)
    opening = game.entries[: turn_at(game, game.first_turn)]
    return max([at for at, old in enumerate(opening) if isinstance(old, earlier)]) + 1
