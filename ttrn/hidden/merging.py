"""Merging: several partial records of one game into a fuller one, or where they contradict each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.hidden.budget import Budget
from ttrn.hidden.judgement import IMPOSSIBLE, Judgement, judge
from ttrn.hidden.merge_turns import LineClash, PlacedLine, join_part, parts
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.levels import TAG, level, without_turns
from ttrn.notation.records import (
    Comment,
    Deck,
    FinalRoutes,
    FinalStations,
    Finished,
    Rank,
    Reveal,
    Score,
    Sheet,
    Tag,
    Turn,
)
from ttrn.notation.writer import format_statement, format_turn
from ttrn.replays.timeline import board_of


@dataclass(frozen=True, slots=True)
class Clash:
    """Where records contradict each other: the first turn (the one before the first for the setup), and how."""

    turn: int
    message: str
    lines: tuple[str, ...] = field(default=(), repr=False)
    """The lines that cannot both be true, each with the record and the place in it, where it comes from a file."""


def merge(
    games: Iterable[GameRecord],
    board: Board | None = None,
    *,
    budget: Budget | None = None,
    names: Sequence[str] = (),
) -> GameRecord | Clash:
    """Join partial records of the same game; each line becomes as full as the fullest of them.

    Records may end at different turns, and have cards in another order where that means nothing to the table. Comments
    of all are kept. The result is what is known together, nothing in it is guessed; if no deal makes it legal although
    each line fits, that is a contradiction too. ``names`` are what the records are called there, such as their files.

    Raises:
        ValueError: there is no record to merge.
        BoardError: the board that the Game tag names is not known.
    """
    records = list(games)
    if not records:
        raise ValueError("there is no record to merge")
    called = list(names) or [_ordinal(i) for i in range(len(records))]
    named = [_Named(game, name) for game, name in zip(records, called, strict=True)]
    for other in named[1:]:
        message = _other_game(named[0], other)
        if message:
            return Clash(records[0].first_turn - 1, message)
    found = board or board_of(records[0])
    # The order of cards is taken from the first record that has it; that of a written deck is the true one.
    named.sort(key=lambda one: not any(isinstance(entry, Deck) for entry in one.game.entries))
    merged = _join_all(named, found)
    if isinstance(merged, Clash):
        return merged
    return _possible(merged, named, found, budget)


class _Named(NamedTuple):
    """A record, and what it is called."""

    game: GameRecord
    name: str


_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


def _ordinal(number: int) -> str:
    return f"the {_ORDINALS[number]} record" if number < len(_ORDINALS) else f"record {number + 1}"


# --- the same game ---------------------------------------------------------------------------------------------------


def _other_game(a: _Named, b: _Named) -> str:
    """Return why two records cannot be of the same game, if they cannot."""
    if a.game.board != b.game.board:
        return f"the board is {a.game.board} in {a.name}, {b.game.board} in {b.name}"
    seats_a, seats_b = [[player.id for player in one.game.players] for one in (a, b)]
    if seats_a != seats_b:
        here, there = [", ".join(seats) or "nobody" for seats in (seats_a, seats_b)]
        what = "the players sit in the order" if sorted(seats_a) == sorted(seats_b) else "the players are"
        return f"{what} {here} in {a.name}, {there} in {b.name}"
    if a.game.first_turn != b.game.first_turn:
        return f"the first turn is number {a.game.first_turn} in {a.name}, number {b.game.first_turn} in {b.name}"
    return ""


# --- joining ---------------------------------------------------------------------------------------------------------


class _Difference(NamedTuple):
    """The turn at which two records contradict each other (0 is the setup, 1 the first one), and how."""

    part: int
    clash: LineClash


class _Joined(NamedTuple):
    """Two records as one, as far as they do not contradict each other."""

    game: GameRecord
    differences: list[_Difference]
    turns: int
    """How many turns both have."""


def _join(a: GameRecord, b: GameRecord, board: Board) -> _Joined:
    parts_a, parts_b = _aligned(parts(a), parts(b), a, b)
    players = [player.id for player in a.players]
    entries: list[Entry] = []
    differences: list[_Difference] = []
    for number in range(max(len(parts_a), len(parts_b))):
        part_a = parts_a[number] if number < len(parts_a) else []
        part_b = parts_b[number] if number < len(parts_b) else []
        try:
            entries += join_part(part_a, part_b, board, players)
        except LineClash as clash:
            differences.append(_Difference(number, clash))
            entries += [line.entry for line in part_a]
    return _Joined(GameRecord(tuple(entries), a.first_turn), differences, min(len(parts_a), len(parts_b)) - 1)


def _aligned(
    parts_a: list[list[PlacedLine]], parts_b: list[list[PlacedLine]], a: GameRecord, b: GameRecord
) -> tuple[list[list[PlacedLine]], list[list[PlacedLine]]]:
    """Put what records without turns tell of the end beside what others tell of it, below their last turn."""
    if without_turns(a) == without_turns(b):
        return parts_a, parts_b
    short, full = (parts_a, parts_b) if without_turns(a) else (parts_b, parts_a)
    (lines,) = short
    end = [line for line in lines if isinstance(line.entry, _OF_THE_END)]
    rest = [line for line in lines if not isinstance(line.entry, _OF_THE_END)]
    moved = [rest, *[[] for _ in full[1:-1]], end] if len(full) > 1 else [lines]
    return (moved, full) if short is parts_a else (full, moved)


_OF_THE_END: Final = (Reveal, Score, Sheet, Rank, FinalRoutes, FinalStations, Finished)


def _with_level(game: GameRecord, records: list[GameRecord]) -> GameRecord:
    """Leave out levels that records stated for themselves; turns are missing only if no record has all of them."""
    whole = any(one.turns and level(one) != "claims" for one in records)
    kept = [e for e in game.entries if not (isinstance(e, Tag) and e.name == TAG and (whole or e.value != "claims"))]
    return game if len(kept) == len(game.entries) else GameRecord(tuple(kept), game.first_turn)


def _join_all(records: list[_Named], board: Board) -> GameRecord | Clash:
    merged = records[0].game
    for i, other in enumerate(records[1:], start=1):
        joined = _join(merged, other.game, board)
        if joined.differences:
            return _clash(records[:i], other, joined, board)
        merged = joined.game
    merged = _with_level(merged, [one.game for one in records])
    return _with_view(merged, [one.game.tags.get("View", "") for one in records])


def _with_view(game: GameRecord, views: list[str]) -> GameRecord:
    """Add whose knowledge several records hold together, if there is a word for it."""
    whose = set(views) - {"public"}
    view = "full" if "full" in views else "public" if not whose else whose.pop() if len(whose) == 1 else ""
    if not view:
        return game
    at = max([i for i, entry in enumerate(game.entries) if isinstance(entry, Tag)]) + 1
    return GameRecord((*game.entries[:at], Tag("View", view), *game.entries[at:]), game.first_turn)


# --- contradictions --------------------------------------------------------------------------------------------------

_MANY_DIFFER = 0.5


def _clash(before: list[_Named], other: _Named, joined: _Joined, board: Board) -> Clash:
    """Say where a record contradicts those before it: the one of them that it does, or what they tell together."""
    first = joined.differences[0]
    against = _Named(before[0].game, "the others together" if len(before) > 1 else before[0].name)
    for one in before:
        alone = _join(one.game, other.game, board)
        if alone.differences and alone.differences[0].part == first.part:
            against, joined = one, alone
            break
    part, clash = joined.differences[0]
    turn = other.game.first_turn - 1 + part
    where = f"turn {turn}" if part else "the setup"
    message = f"{where}: {clash.clashing.text(against.name, other.name)}"
    differing = sum([difference.part > 0 for difference in joined.differences])
    if differing > 1 and differing > _MANY_DIFFER * joined.turns:
        message += f" ({differing} of {joined.turns} turns differ: are they records of the same game?)"
    lines = [_written(one.name, line, turn) for one, line in zip((against, other), clash.lines, strict=True)]
    return Clash(turn, message, tuple(lines))


def _written(name: str, line: PlacedLine, turn: int) -> str:
    """Return a line as it stands in its record."""
    entry = line.entry
    assert not isinstance(entry, Comment)
    where = f"{name}:{line.place}" if line.place else name
    text = format_turn(entry, turn) if isinstance(entry, Turn) else format_statement(entry)  # type: ignore[arg-type]
    return f"{where}: {text}"


def _possible(merged: GameRecord, records: list[_Named], board: Board, budget: Budget | None) -> GameRecord | Clash:
    """Return the merged record unless no deal is possible any more."""
    if not merged.players:
        return merged
    judged = judge(merged, board, budget=budget)
    if judged.status != IMPOSSIBLE:
        return merged
    for i in range(1, len(records)):
        # Where a deck was used up between two cards, another's order of them may be the true one.
        other = _join_all([*records[i:], *records[:i]], board)
        if isinstance(other, GameRecord) and judge(other, board, budget=budget).status != IMPOSSIBLE:
            return other
    for one in records:
        alone = judge(one.game, board, budget=budget)
        if alone.status == IMPOSSIBLE:
            return _impossible(alone, f"{one.name} cannot be true, with or without the others")
    return _impossible(judged, "together they cannot be true")


def _impossible(judged: Judgement, what: str) -> Clash:
    problem = judged.problems[0]
    before = judged.timeline.game.first_turn - 1
    turn = problem.turn or (judged.contradiction.turn if judged.contradiction else before)
    return Clash(turn, f"{what}: {problem.message}")
