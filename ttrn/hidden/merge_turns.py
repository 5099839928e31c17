"""Two records of one turn and the lines that follow it, or of the setup, as one: which lines belong together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.hidden.merge_cards import Clashing, ticket_key
from ttrn.hidden.merge_lines import merge_lines, same_tag
from ttrn.notation.game import Entry, GameRecord, Variation, placed
from ttrn.notation.records import (
    AssertCards,
    AssertCount,
    AssertTickets,
    Comment,
    Complete,
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
    Tag,
    Turn,
)


class PlacedLine(NamedTuple):
    """A line of a record, and on which line of its file it stands; 0 if it comes from none."""

    entry: Entry
    place: int = 0


class LineClash(Exception):  # noqa: N818  an answer, not a mistake
    """Two lines that belong together contradict each other."""

    def __init__(self, clashing: Clashing, lines: tuple[PlacedLine, PlacedLine]) -> None:
        super().__init__(clashing, lines)
        self.clashing = clashing
        self.lines = lines


def parts(game: GameRecord) -> list[list[PlacedLine]]:
    """Part a record at its turns: the setup, then each turn with what follows it. The View tag is left out."""
    found: list[list[PlacedLine]] = [[]]
    for place, entry in placed(game):
        if isinstance(entry, Turn):
            found.append([])
        if not (isinstance(entry, Tag) and entry.name == "View"):
            found[-1].append(PlacedLine(entry, place))
    return found


@dataclass(slots=True)
class _Block:
    """A line with the comments above it, which belong to it."""

    line: PlacedLine
    above: list[Comment] = field(default_factory=list)


def join_part(a: list[PlacedLine], b: list[PlacedLine], board: Board, players: list[str]) -> list[Entry]:
    """Join the lines of one turn, or of the setup: each of the second record with the one it belongs to in the first.

    Lines that only one record has keep their order, and stand where that record has them: after the same line. Where
    that leaves a choice they come in the order of a record that is written down as the game goes.

    Raises:
        LineClash: two lines contradict each other.
    """
    (blocks_a, below_a), (blocks_b, below_b) = _blocks(a), _blocks(b)
    twins = _twins(blocks_a, blocks_b, board)
    only_b = _followers(blocks_b, twins)
    comments = {line.entry for line in a if isinstance(line.entry, Comment)}
    joined: list[Entry] = []
    waiting = only_b.pop(-1, [])
    order = _Order(players, begun=any(isinstance(line.entry, Turn) for line in (*a, *b)))
    for i, block in enumerate(blocks_a):
        if i not in twins:
            while waiting and order.key(waiting[0]) < order.key(block):
                _put(joined, waiting.pop(0), comments)
            joined += [*block.above, block.line.entry]
            continue
        for other in waiting:
            _put(joined, other, comments)
        twin = blocks_b[twins[i]]
        line, comment = _join_line(block.line, twin.line, board, players)
        above = [*block.above, *_new(twin.above, comments)]
        joined += [*above, line, *_new([comment] if comment else [], comments)]
        waiting = only_b.pop(i, [])
    for other in waiting:
        _put(joined, other, comments)
    return [*_scores_last(joined), *below_a, *_new(below_b, comments)]


def _blocks(lines: list[PlacedLine]) -> tuple[list[_Block], list[Comment]]:
    """Return the lines with the comments above each, and the comments below the last."""
    blocks: list[_Block] = []
    above: list[Comment] = []
    for line in lines:
        if isinstance(line.entry, Comment):
            above.append(line.entry)
        else:
            blocks.append(_Block(line, above))
            above = []
    return blocks, above


def _put(joined: list[Entry], block: _Block, comments: set[Comment]) -> None:
    joined += [*_new(block.above, comments), block.line.entry]


def _new(comments: Iterable[Comment], known: set[Comment]) -> list[Comment]:
    """Return comments that the first record does not have."""
    return [comment for comment in comments if comment not in known]


def _scores_last(entries: list[Entry]) -> list[Entry]:
    """Put final scores below the tickets that they count."""
    scores = [i for i, entry in enumerate(entries) if isinstance(entry, Score)]
    shown = [i for i, entry in enumerate(entries) if isinstance(entry, Reveal | Complete)]
    if not scores or not shown or scores[0] > shown[-1]:
        return entries
    return [*[entry for entry in entries if not isinstance(entry, Score)], *[entries[i] for i in scores]]


# --- which lines belong together -------------------------------------------------------------------------------------


def _twins(a: list[_Block], b: list[_Block], board: Board) -> dict[int, int]:
    """Return for lines of the first record the one of the second that is the same line, more or less full."""
    left = {j: _key(block.line.entry, board) for j, block in enumerate(b)}
    twins: dict[int, int] = {}
    for i, block in enumerate(a):
        key = _key(block.line.entry, board)
        same = [j for j, other in left.items() if other == key]
        if same:
            # Equal ones before others: the same may be stated twice, before and after a new deal.
            twins[i] = next((j for j in same if b[j].line.entry == block.line.entry), same[0])
            del left[twins[i]]
    return twins


def _key(entry: Entry, board: Board) -> object:
    """Return what two records of a line have in common, however full they are."""
    if isinstance(entry, Variation | Comment):
        return entry
    if isinstance(entry, Complete):
        return Complete, entry.player, ticket_key(entry.ticket, board)
    return type(entry), *[getattr(entry, name, None) for name in _IDENTITY.get(type(entry), ("player",))]


_IDENTITY: Final[dict[type, tuple[str, ...]]] = {
    Tag: ("name",),
    Player: ("id",),
    AssertCount: ("player", "what"),
    Deck: ("reshuffled",),
    Turn: (),
}
"""What tells lines of a kind apart, where it is not the player."""


def _followers(b: list[_Block], twins: dict[int, int]) -> dict[int, list[_Block]]:
    """Return the lines that only the second record has, by the line of the first that they come after; -1 is none."""
    at = {j: i for i, j in twins.items()}
    found: dict[int, list[_Block]] = {}
    after = -1
    for j, block in enumerate(b):
        if j in at:
            after = at[j]
        else:
            found.setdefault(after, []).append(block)
    return found


_RANKS: Final[dict[type, int]] = {
    Tag: 0,
    Player: 1,
    Turn: 2,
    Variation: 3,
    Deck: 4,
    Complete: 5,
    Deal: 7,
    Market: 8,
    Keep: 9,
    FinalRoutes: 11,
    FinalStations: 12,
    Reveal: 13,
    Sheet: 14,
    Score: 15,
    Rank: 16,
    Finished: 17,
}
_SHUFFLE = 8
_ASSERTION, _ASSERTION_AT_START = 6, 10
"""In which order lines stand between two turns, and before the first. At the start assertions come last: with them
the game has begun. Later they come before a new deal, for they would state what holds after it otherwise.
"""


class _Order:
    """In which order lines come that no record has both of."""

    def __init__(self, players: list[str], *, begun: bool) -> None:
        self._players = players
        self._begun = begun

    def key(self, block: _Block) -> tuple[int, int]:
        """Return the rank of a line, and the seat that it is about."""
        entry = block.line.entry
        player = getattr(entry, "player", "")
        seat = self._players.index(player) if player in self._players else -1
        if isinstance(entry, AssertCards | AssertCount | AssertTickets):
            return (_ASSERTION if self._begun else _ASSERTION_AT_START), seat
        if isinstance(entry, Deck) and entry.reshuffled:
            return _SHUFFLE, seat
        return _RANKS[type(entry)], seat


def _join_line(a: PlacedLine, b: PlacedLine, board: Board, players: list[str]) -> tuple[Entry, Comment | None]:
    """Join two records of one line; of two comments the second gets a line of its own."""
    one, two = a.entry, b.entry
    if isinstance(one, Comment | Variation) or isinstance(two, Comment | Variation):
        return one, None
    comment = one.comment or two.comment
    other = two.comment if one.comment and two.comment and one.comment != two.comment else None
    try:
        if isinstance(one, Tag):
            assert isinstance(two, Tag)
            return replace(one, value=same_tag(one.name, one.value, two.value, board), comment=comment), other
        assert not isinstance(two, Tag)
        line = merge_lines(replace(one, comment=None), replace(two, comment=None), board)
    except Clashing as clashing:
        raise LineClash(clashing, (a, b)) from clashing
    if isinstance(line, Score):
        line = replace(line, scores=tuple(sorted(line.scores, key=lambda score: players.index(score[0]))))
    if isinstance(line, Rank):
        line = replace(line, places=tuple(sorted(line.places, key=lambda place: players.index(place[0]))))
    return replace(line, comment=comment), other
