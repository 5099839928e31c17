"""The shape of a document: its games and turns, what can be folded, and the points as they run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from ttrn.language_server.document import PlacedGame
from ttrn.language_server.positions import Span

FoldKind: TypeAlias = Literal["region", "comment"]


class Symbol(NamedTuple):
    """A game, with its turns, or a turn."""

    name: str
    span: Span
    detail: str = ""
    children: tuple[Symbol, ...] = ()


class Fold(NamedTuple):
    """Lines that can be folded into the first of them."""

    first: int
    last: int
    kind: FoldKind = "region"


class PointsHint(NamedTuple):
    """The points of a player behind the turn that brought some."""

    line: int
    column: int
    text: str


def symbol_of(placed: PlacedGame) -> Symbol:
    """Return a game and the turns of its main line."""
    game, start = placed.game, placed.line
    tags = game.record.tags if game.record else {}
    name = tags.get("Event") or tags.get("Game") or game.lines[0].strip()
    detail = ", ".join([tags[tag] for tag in ("Game", "Date") if tag in tags])
    turns = [
        Symbol(game.lines[turn.line].partition(";")[0].strip(), _line_span(placed, turn.line))
        for turn in game.turn_lines.values()
        if not turn.depth
    ]
    last = placed.end
    return Symbol(name, Span(start, 0, last, len(game.lines[last - start])), detail, tuple(turns))


def _line_span(placed: PlacedGame, line: int) -> Span:
    return Span(placed.line + line, 0, placed.line + line, len(placed.game.lines[line]))


def folds_of(placed: PlacedGame) -> Iterator[Fold]:
    """Yield what can be folded in a game: itself, variations, comments of several lines."""
    if placed.end > placed.line:
        yield Fold(placed.line, placed.end)
    opened: list[int] = []
    block = -1
    for line, words in enumerate(placed.game.words, placed.line):
        for word in words:
            if word.kind == "OPEN":
                opened.append(line)
            elif word.kind == "CLOSE" and opened:
                yield Fold(opened.pop(), line)
        if _in_block(placed, line):
            block = line if block < 0 else block
        elif block >= 0:
            yield Fold(block, line, "comment")
            block = -1


def _in_block(placed: PlacedGame, line: int) -> bool:
    """Return whether a comment goes on after a line."""
    words, text = placed.game.words[line - placed.line], placed.game.lines[line - placed.line]
    return bool(words) and words[-1].kind == "BLOCK" and not text.endswith("}")


def points_of(placed: PlacedGame, first: int, last: int) -> Iterator[PointsHint]:
    """Yield the points after the turns of some lines, of those that changed them."""
    game = placed.game
    record = game.record
    if record is None:
        return
    names = [player.id for player in record.players]
    nothing = (0,) * len(names)
    for line, scores in game.scores.items():
        if not first <= line + placed.line <= last or line not in game.turn_lines:
            continue
        before = game.scores.get(game.turn_lines[line].before, nothing)
        gains = [
            f"{name} {now} ({now - then:+})"
            for name, now, then in zip(names, scores, before, strict=True)
            if now != then
        ]
        if gains:
            yield PointsHint(line + placed.line, len(game.lines[line]), ", ".join(gains))
