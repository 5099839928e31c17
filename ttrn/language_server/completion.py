"""What may be written at a place: players and actions of the turn, routes that are free, cards that can be held."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from ttrn.boards import board_names
from ttrn.core.house_rules import WORDS
from ttrn.language_server.document import PlacedGame
from ttrn.language_server.game_text import GameText
from ttrn.language_server.positions import Span, on_line
from ttrn.notation.grammar_tables import expected, stored
from ttrn.notation.levels import LEVELS
from ttrn.notation.lexicon import keywords
from ttrn.notation.reader import loads
from ttrn.notation.tag_names import TAGS
from ttrn.notation.writer import format_game
from ttrn.recording.draft import Draft
from ttrn.recording.next_words import NextWords
from ttrn.replays.timeline import Timeline

_TAG: Final = re.compile(r'\[(?P<name>\w*)$|\[(?P<of>\w+)[ \t]+"(?P<value>[^"]*)$')
_PLAYER: Final = re.compile(r'player[ \t]+\w+[ \t]+(?:"[^"]*"[ \t]+)?(\w*)$')
_NUMBER: Final = re.compile(r"([0-9]+\.)?")
_OPEN: Final = re.compile(r"[ \t(]*")


class Completion(NamedTuple):
    """A text that may stand in the place of what was typed of it."""

    text: str
    about: str
    span: Span
    typed: str
    """What is there already."""


def completions(placed: PlacedGame, line: int, column: int) -> list[Completion]:
    """Return what may stand at a place of a game, what is legal and likely first."""
    at = line - placed.line
    game = placed.game
    written = game.lines[at] if at < len(game.lines) else ""
    opened = _OPEN.match(written)
    typed = written[opened.end() if opened else 0 : column]
    if ";" in typed or (game.words[at] and game.words[at][0].kind == "BLOCK"):
        return []
    return [
        Completion(text, about, on_line(line, column - len(part), column), part)
        for text, about, part in _offered(game, at, typed)
    ]


def _offered(game: GameText, at: int, typed: str) -> Iterator[tuple[str, str, str]]:
    """Yield texts with what they mean, and what was typed of each."""
    tag = _TAG.search(typed)
    if tag:
        part = tag["name"] if tag["name"] is not None else tag["value"]
        words = [(f'{name} "', "") for name in TAGS] if tag["name"] is not None else _values(game, tag["of"])
        yield from [(text, about, part) for text, about in words if text.lower().startswith(part.lower())]
        return
    color = _PLAYER.match(typed)
    if color:
        colors = game.board.tables.train_colors if game.board else ()
        yield from [(name, "trains", color[1]) for name in colors if name.startswith(color[1])]
        return
    moment = game.before(at)
    if moment is None:
        return
    here = _next_words(moment.timeline)
    if here is None:
        return
    draft, words_now = here
    *before, part = typed.split(" ")
    if [word for word in before if not _NUMBER.fullmatch(word)]:
        yield from [(word.text, word.about, part) for word in words_now.after(typed)]
    elif before:
        players = sorted(draft.game.players, key=lambda player: player.id != draft.due)
        yield from [(player.id, player.name, part) for player in players if player.id.startswith(part)]
    else:
        yield from _first_words(draft, words_now, part)


def _first_words(draft: Draft, words: NextWords, part: str) -> Iterator[tuple[str, str, str]]:
    """Yield what a line may begin with: the next turn, what is to be told now, then all that the grammar allows."""
    turn = f"{draft.next_number}. {draft.due} "
    if not draft.is_over and turn.startswith(part):
        yield turn, "the next turn", part
    told = {word.text: word.about for word in words.after(part) if word.text in (*_statements(), *draft.ids)}
    told |= {word: "" for word in _statements() if word.startswith(part) and word not in told}
    yield from [(text, about, part) for text, about in told.items() if part or text in draft.ids or about]


@cache
def _statements() -> tuple[str, ...]:
    """Return the words that a statement begins with, but for those that stand above the turns."""
    tables = stored()
    assert tables is not None
    kinds = expected(tables, [tables.starts["statement"][0]])
    return tuple(sorted([keywords()[kind] for kind in kinds if kind in keywords() and kind != "PLAYER"]))


class _Here(NamedTuple):
    draft: Draft
    words: NextWords


@lru_cache(maxsize=4)
def _next_words(timeline: Timeline) -> _Here | None:
    """Return the words of a moment; while a line is being typed it stays the same.

    Nothing where lines above it cannot be written as they were understood: of a turn nobody knows whose it was.
    """
    if loads(format_game(timeline.game)).problems:
        return None
    draft = Draft(timeline.game, timeline.board)
    return _Here(draft, NextWords(draft))


def _values(game: GameText, tag: str) -> list[tuple[str, str]]:
    """Return what a tag may hold, of those that hold one of a few words."""
    ids = [player.id for player in game.record.players] if game.record else []
    known = {"Game": board_names(), "Level": LEVELS, "View": ("full", "public", *ids), "Rules": tuple(WORDS)}
    return [(value, "") for value in known.get(tag, ())]
