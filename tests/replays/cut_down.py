"""Records of games that were played to their ends, cut down to what fewer people write down."""

from __future__ import annotations

from collections import Counter

from ttrn.core.facts import pieces_of
from ttrn.core.state import Violation
from ttrn.notation import Claim, Entry, FinalRoutes, FinalStations, Finished, GameRecord, Pair, Rank, Score, Sheet, Tag
from ttrn.notation.records import Reveal, Ride, Station, Turn, sort_components
from ttrn.replays import Timeline
from ttrn.replays.reckoning import bonus_component
from ttrn.replays.resolve import cities_named, ticket_pair


def record(timeline: Timeline, *lines: Entry, level: str = "") -> GameRecord:
    """Return a record with these lines below the players of a game."""
    tags = [Tag("Game", timeline.game.board), *([Tag("Level", level)] if level else [])]
    return GameRecord((*tags, *timeline.game.players, *lines))


def board_lines(timeline: Timeline) -> list[Entry]:
    """Return the final board of a game, with the tickets; points that lie on no board stand on sheets."""
    state, board = timeline.final, timeline.board
    lines: list[Entry] = []
    for seat, name in enumerate(state.names):
        routes = [board.routes[route] for route in state.routes_of(seat)]
        pairs = [Pair(board.cities[r.a].code, board.cities[r.b].code, r.track) for r in routes]
        lines.append(FinalRoutes(name, tuple(pairs)))
        if board.tables.stations:
            cities = [board.cities[piece.city].code for piece in pieces_of(state) if piece.seat == seat]
            lines.append(FinalStations(name, tuple(cities)))
        if state.tickets[seat]:
            lines.append(Reveal(name, tuple([ticket_pair(board, ticket) for ticket in state.tickets[seat]])))
        if board.tables.merchandise:
            goods = {extra.key: extra.points for extra in timeline.outcome.seats[seat].extras}["goods"]
            lines.append(Sheet(name, (("goods", goods),)))
    return lines


def sheet_lines(timeline: Timeline, *, lengths: bool = True) -> list[Entry]:
    """Return the score sheet of each player, with every component."""
    state = timeline.final
    lines: list[Entry] = []
    for score in timeline.outcome.seats:
        found = {
            "completed": sum([r.points for r in score.tickets if r.complete]),
            "failed": -sum([r.points for r in score.tickets if not r.complete]),
            "tickets": score.ticket_points,
            bonus_component(state): score.bonus,
            **{extra.key: extra.points for extra in score.extras},
        }
        if state.board.routes:
            found |= {"routes": score.routes, "longest": score.network.length}
        if lengths:
            kinds = Counter([state.board.routes[route].length for route in state.routes_of(score.seat)])
            found |= {f"{length}x": kinds[length] for length in {route.length for route in state.board.routes}}
        lines.append(Sheet(state.names[score.seat], sort_components(found.items())))
    return lines


def score_line(timeline: Timeline) -> Score:
    """Return the totals of a game."""
    return Score(tuple([(timeline.final.names[score.seat], score.total) for score in timeline.outcome.seats]))


def rank_line(timeline: Timeline) -> Rank:
    """Return the places of a game."""
    return Rank(tuple([(timeline.final.names[score.seat], score.rank) for score in timeline.outcome.seats]))


def claim_lines(timeline: Timeline, *, tracks: bool = False) -> list[Entry]:
    """Return the claims of a game in order, their payments unseen; with the numbers of all tracks if wanted."""
    state, board = timeline.final, timeline.board
    owned = {(state.names[seat], board.routes[track].pair): board.routes[track] for seat, track in _owned(timeline)}
    lines: list[Entry] = []
    for turn in timeline.game.turns:
        match turn.action:
            case Claim(route, given_up=False, passenger=passenger):
                ends = cities_named(board, route)
                if tracks and not isinstance(ends, Violation):
                    mine = owned[turn.player, board.routes_between(*ends)[0].pair]
                    route = Pair(board.cities[mine.a].code, board.cities[mine.b].code, mine.track)
                lines.append(Turn(turn.player, Claim(route, "?", passenger=passenger)))
            case Station(city):
                lines.append(Turn(turn.player, Station(city, "?")))
            case Ride():
                lines.append(Turn(turn.player, turn.action))
            case _:
                pass
    return lines


def _owned(timeline: Timeline) -> list[tuple[int, int]]:
    state = timeline.final
    return [(seat, track) for seat in range(state.seats) for track in state.routes_of(seat)]


FINISHED = Finished()
