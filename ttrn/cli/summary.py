"""``ttrn summary``: what games look like on average."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean
from typing import Annotated, Final, NamedTuple, TypeAlias

from ttrn.cli.boards import open_shelf
from ttrn.cli.command import Argument, Exit, Option
from ttrn.cli.options import BoardFile, Cores
from ttrn.cli.output import counted, inputs, note, show_json, show_table
from ttrn.cli.replayed import Replayed, Status, all_replays
from ttrn.viewer.outcome_text import is_over

FIGURES: Final = (
    "turns a player",
    "points",
    "winner's points",
    "points of routes",
    "tickets",
    "completed",
    "longest path",
    "winner's path",
)
"""What is averaged: per player, or of the winners where it says so."""

Figures: TypeAlias = dict[tuple[str, int], list[tuple[float, ...]]]
"""The figures of each game, by its board and the number of its players."""


def summary(
    files: Annotated[list[str], Argument(metavar="FILE...", help='Records, folders of them, or "-" for stdin.')],
    board: BoardFile = "",
    json: Annotated[bool, Option("--json", help="One JSON object per row.")] = False,
    cores: Cores = 0,
) -> None:
    """Tell what games look like on average, by board and number of players: turns, points, tickets, longest paths.

    Games that are not over, break rules or leave tickets unknown are left out, which is said. Exit status: 0 done, 1 a
    record has problems, 2 something could not be read.
    """
    shelf = open_shelf(board)
    sources, complete = inputs(files)
    status = Status(failed=not complete)
    figures: Figures = {}
    left_out = 0
    for done in all_replays(sources, summary_one, None, shelf, status, cores=cores):
        found = done.show()
        if found is not None and found.figures:
            figures.setdefault(found.key, []).append(found.figures)
        left_out += found is not None and not found.figures
    show_averages(figures, as_json=json)
    if left_out:
        note(f"left out: {counted(left_out, 'game')} not over, with unknown tickets or with problems")
    raise Exit(status.code)


class Summarized(NamedTuple):
    """A game for the averages: its board and how many play; no figures if it is left out."""

    key: tuple[str, int]
    figures: tuple[float, ...]


def summary_one(replayed: Replayed, _shared: None) -> Summarized:
    """Return what one game adds to the averages."""
    timeline = replayed.timeline
    key = (timeline.game.board, len(timeline.game.players))
    left_out = timeline.problems or not is_over(timeline) or not timeline.outcome.certain
    return Summarized(key, () if left_out else figures_of(replayed))


def figures_of(replayed: Replayed) -> tuple[float, ...]:
    """Return the figures of one game, in the order of ``FIGURES``."""
    timeline = replayed.timeline
    seats = timeline.outcome.seats
    winners = [seats[seat] for seat in timeline.outcome.winners]
    return (
        len(timeline.game.turns) / len(seats),
        fmean([seat.total for seat in seats]),
        fmean([seat.total for seat in winners]),
        fmean([seat.routes for seat in seats]),
        fmean([len(seat.tickets) for seat in seats]),
        fmean([seat.completed for seat in seats]),
        fmean([seat.path.length for seat in seats]),
        fmean([seat.path.length for seat in winners]),
    )


def show_averages(figures: Figures, *, as_json: bool) -> None:
    """Print the averages as a table, or one JSON object a row."""
    rows: list[tuple[str, ...]] = []
    for name, players in sorted(figures):
        games = figures[name, players]
        means = [fmean(column) for column in zip(*games, strict=True)]
        if as_json:
            averages: Mapping[str, float] = dict(zip(FIGURES, means, strict=True))
            show_json({"board": name, "players": players, "games": len(games), **averages})
        rows.append((name, str(players), str(len(games)), *[f"{mean:.1f}" for mean in means]))
    if not as_json:
        columns = ("board", "players", "games", *FIGURES)
        show_table(columns, rows, right=columns[1:])
