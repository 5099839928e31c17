"""Ways to a table: a new game, or a turn of a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ttrn.boards import Board
from ttrn.boards import board as find_board
from ttrn.core.house_rules import house_of
from ttrn.notation.records import Tag, Turn
from ttrn.table.starting import SeededDeal, as_seed, in_the_middle
from ttrn.table.table import Table

if TYPE_CHECKING:
    from ttrn.replays.timeline import Timeline


def new_game(board: str | Board, players: Sequence[str], *, seed: int | str | None = None, rules: str = "") -> Table:
    """Shuffle and deal; the players choose their starting tickets first. The same seed gives the same deal.

    ``rules`` are house rules, as a record's Rules tag names them.

    Raises:
        BoardError: there is no board of this name.
        ValueError: so many cannot play this game, or a name cannot be a player's id.
    """
    on = find_board(board) if isinstance(board, str) else board
    least, most = on.tables.min_players, on.tables.max_players
    names = tuple(players)
    if not least <= len(names) <= most:
        raise ValueError(f"{on.title} is for {least} to {most} players, not for {len(names)}")
    if len(set(names)) < len(names):
        raise ValueError(f"two players have the same id: {', '.join(names)}")
    if house_of(rules).partial:
        raise ValueError('a game cannot be played with rules "partial": they are for records that leave turns out')
    deal = SeededDeal(on, names, rules, as_seed(seed))
    return Table(deal.start(()), deal.seed, deal=deal)


def table_at(timeline: Timeline, turn: int, *, seed: int | str | None = None) -> Table:
    """Return the table after a turn of a record, to play on from there; its record goes on with that one.

    Raises:
        IndexError: there is no such turn.
    """
    state = timeline.state(turn)
    state.chance.recorded = False
    game = timeline.game
    turns = [i for i, entry in enumerate(game.entries) if isinstance(entry, Turn)]
    before = turn - game.first_turn + 1
    end = turns[before - 1] + 1 if before else next(iter(turns), len(game.entries))
    lines = [entry for entry in game.entries[:end] if not isinstance(entry, Tag) or entry.name != "Result"]
    seeded = as_seed(seed)
    return Table(in_the_middle(state, lines, seeded), seeded, first_turn=game.first_turn)
