"""Lines put into the text of a record, changed there and taken out, without touching any other line.

A game that is given beside a text was read from it. A text that was canonical stays so: blank lines come and go with
the lines that they part.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from ttrn.boards import Board
from ttrn.notation.game import Entry, GameRecord, Variation
from ttrn.notation.problems import Cure
from ttrn.notation.reader import loads
from ttrn.notation.records import Comment, Deal, Deck, Keep, Market, Player, Statement, Tag, Turn
from ttrn.notation.renumber import renumbered
from ttrn.notation.writer import format_entry, format_game
from ttrn.recording.forms import form_of
from ttrn.recording.places import first_of, line_before, same_line

How: TypeAlias = Literal["append", "insert", "replace"]

ANYWAY: Final = "recorded anyway"
"""The comment of a turn that breaks a rule and was recorded as it was played."""


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
    if at == len(game.entries):
        del lines[place:]
    lines[place:place] = format_entry(entry, number or number_at(game, at))
    return Edited(_tidy(game, text, lines), at)


def replaced(text: str, game: GameRecord, at: int, entry: Entry) -> Edited:
    """Return a text with a new entry in the place of another one."""
    text, game = _apart(text, game)
    lines = text.split("\n")
    span = _span(lines, game, at)
    lines[span.start : span.stop] = format_entry(entry, number_at(game, at))
    return Edited(_tidy(game, text, lines), at, game.entries[at])


def removed(text: str, game: GameRecord, at: int) -> Edited:
    """Return a text without an entry; the turns after it are numbered anew."""
    text, game = _apart(text, game)
    lines = text.split("\n")
    span = _span(lines, game, at)
    del lines[span.start : span.stop]
    return Edited(_tidy(game, text, lines), min(at, len(game.entries) - 2), game.entries[at])


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


def _tidy(game: GameRecord, before: str, lines: list[str]) -> str:
    """Return lines as a text; one that was canonical before, as the game before tells, stays so."""
    text = renumbered("\n".join(lines))
    if format_game(game) == before:
        after = loads(text)
        if not after.problems and len(after.games) == 1:
            return format_game(after.games[0])
    return text if text.endswith("\n") else f"{text}\n"


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


def without_line(text: str, game: GameRecord, line: int) -> str:
    """Return a text without one of its lines, counted from 1; turns are numbered anew.

    Raises:
        LookupError: it is no line that can be left out: not that of a turn or a statement about the game.
    """
    at = game.places.index(line) if line in game.places else 0
    possible = isinstance(game.entries[at], Turn | Statement) and not isinstance(game.entries[at], Player)
    if not possible:
        raise LookupError("this line cannot be taken out here: edit the text")
    return removed(text, game, at).text


def with_line(text: str, game: GameRecord, board: Board, entry: Entry, after: int | None = None) -> Edited:
    """Return a text with a line where it belongs: tags and players above, turns and comments at the end.

    Statements stand above the turn that follows ``after`` so many turns, without a number below the last turn. What
    there can be only once takes the place of the other; so does what a form asked for.
    """
    if isinstance(entry, Turn | Comment | Variation):
        return inserted(text, game, len(game.entries), entry)
    turns = len(game.turns) if after is None else after
    if isinstance(entry, Tag | Player):
        same, place = _named_same(game, entry), _below(game, entry)
    else:
        form = _form(game, board, entry)
        same = form if form is not None else same_line(game, entry, turns)
        above = line_before(game, entry, turns)
        place = first_of(game, turns) if above is None else above + 1
    return inserted(text, game, place, entry) if same is None else replaced(text, game, same, entry)


def is_dealt(entry: Entry) -> bool:
    """Return whether a line tells what was dealt: it belongs to the setup, or to the scoring before it."""
    return isinstance(entry, Deal | Keep | Market) or (isinstance(entry, Deck) and not entry.reshuffled)


def with_tags(text: str, game: GameRecord, tags: Mapping[str, str]) -> str:
    """Return a text with these tags, each in the place of one of its name, else below the others; empty ones go.

    Raises:
        ValueError: a value cannot stand in a tag.
    """
    for name, value in tags.items():
        at = tag_at(game, name)
        if value:
            tag = Tag(name, value)
            edit = inserted(text, game, _below(game, tag), tag) if at is None else replaced(text, game, at, tag)
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


def _form(game: GameRecord, board: Board, entry: Statement) -> int | None:
    """Return the comment that asks for a line, None if there is none."""
    comments = [at for at, old in enumerate(game.entries) if isinstance(old, Comment) and not old.block]
    forms = form_of(board, [player.id for player in game.players], entry) if comments else set()
    return next((at for at in comments if getattr(game.entries[at], "text", "") in forms), None)


def _named_same(game: GameRecord, entry: Tag | Player) -> int | None:
    if isinstance(entry, Tag):
        return tag_at(game, entry.name)
    return next((at for at, old in enumerate(game.entries) if isinstance(old, Player) and old.id == entry.id), None)


def _below(game: GameRecord, entry: Tag | Player) -> int:
    """Return where a tag or a player goes that is new: below the others."""
    above = Tag if isinstance(entry, Tag) else Tag | Player
    return max([at for at, old in enumerate(game.entries) if isinstance(old, above)]) + 1
