"""The real games among the samples: the site's own longest paths and totals come out of the board and the paths."""

from pathlib import Path

import pytest

from ttrn.boards import Route, Ticket, board
from ttrn.graph.components import complete_tickets
from ttrn.graph.edges import board_edges
from ttrn.graph.longest_path import longest_path
from ttrn.notation.game import GameRecord
from ttrn.notation.reader import loads
from ttrn.notation.records import AssertCount, Claim, Keep, Pair, Score, TakeTickets, Turn, WrittenTicket
from ttrn.notation.writer import dumps
from ttrn.resources import resource

USA = board("usa")
EDGES = board_edges(USA)
SAMPLES = resource("sample_games")
FILES = sorted(SAMPLES.glob("real/usa_4p_*.ttrn"))


def read(text: str) -> GameRecord:
    games, problems = loads(text)
    assert not problems
    (game,) = games
    return game


def index(code: str) -> int:
    city = USA.city(code)
    assert city
    return city.index


def routes_of(game: GameRecord, player: str) -> list[Route]:
    """Return the routes a player claimed; track 1 stands for any, for it is as long as the others."""
    return [
        USA.routes_between(index(turn.action.route.a), index(turn.action.route.b))[0]
        for turn in game.turns
        if turn.player == player and isinstance(turn.action, Claim)
    ]


def tickets_of(game: GameRecord, player: str) -> list[Ticket]:
    kept: list[WrittenTicket] = []
    for entry in game.entries:
        if isinstance(entry, Keep) and entry.player == player:
            kept += entry.kept
        if isinstance(entry, Turn) and entry.player == player and isinstance(entry.action, TakeTickets):
            kept += entry.action.kept
    found = [USA.ticket_between(index(pair.a), index(pair.b)) for pair in kept if isinstance(pair, Pair)]
    return [ticket for ticket in found if ticket]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_totals_are_those_of_the_site(path: Path) -> None:
    game = read(path.read_text(encoding="utf-8"))
    players = [player.id for player in game.players]
    longest = {p: longest_path(EDGES, [route.index for route in routes_of(game, p)]).length for p in players}
    assert longest == {entry.player: entry.value for entry in game.entries if isinstance(entry, AssertCount)}
    totals = {}
    for player in players:
        routes, tickets = routes_of(game, player), tickets_of(game, player)
        assert sum(route.length for route in routes) <= USA.tables.trains
        complete = complete_tickets(EDGES, [r.index for r in routes], [(t.a, t.b) for t in tickets])
        totals[player] = sum(route.points for route in routes)
        totals[player] += sum(t.points if done else -t.points for t, done in zip(tickets, complete, strict=True))
        if longest[player] == max(longest.values()):
            totals[player] += USA.tables.longest_path
    assert [totals] == [dict(entry.scores) for entry in game.entries if isinstance(entry, Score)]


@pytest.mark.parametrize("path", sorted(SAMPLES.rglob("*.ttrn")), ids=lambda path: path.stem)
def test_all_samples_are_canonical(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert dumps(loads(text).games) == text


def test_there_are_two() -> None:
    assert len(FILES) == 2
