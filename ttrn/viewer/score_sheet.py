"""The score sheet: every point of every player, and the tracks behind it."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

from ttrn.boards import Board
from ttrn.core.cards import number_of
from ttrn.core.facts import Json
from ttrn.core.scoring import PlayerScore
from ttrn.core.state import NOBODY
from ttrn.graph.edges import board_dead_ends
from ttrn.replays.reckoning import component_title, known_components
from ttrn.replays.timeline import Timeline
from ttrn.viewer.outcome_text import doubts, is_over, standing, verdict


def sheet(timeline: Timeline, names: Sequence[str]) -> Json:
    """Return the end of a game as plain data: what stands in the last frame, reckoned as if the game ended there."""
    outcome = timeline.outcome
    return {
        "over": is_over(timeline),
        "certain": outcome.certain,
        "standing": standing(timeline),
        "verdict": verdict(timeline, names),
        "doubts": doubts(timeline, names),
        "winners": list((timeline.reckoning if timeline.final.house.partial else outcome).winners),
        "bonusName": timeline.final.game.scoring.bonus_name,
        "pathBonus": bool(timeline.board.tables.longest_path),
        "seats": [_seat(timeline, score) for score in outcome.seats],
    }


def _seat(timeline: Timeline, score: PlayerScore) -> Json:
    data: Json = {
        "rank": score.rank,
        "total": score.total,
        "certain": score.certain,
        "tickets": _tickets(timeline, score),
        "unknown": score.unknown_tickets,
        "bonus": score.bonus,
        "extras": [[extra.what, extra.points] for extra in score.extras],
        "cards": [list(card) for card in score.cards],
    }
    if timeline.final.house.partial:
        data["stated"] = _stated(timeline, score.seat)
    if timeline.final.game.facts.on_map:
        data["routes"] = _routes(timeline, score)
        data["longest"] = {
            "trains": score.path.length,
            "cities": list(score.path.cities),
            "routes": list(score.path.routes),
        }
        data["stations"] = [
            {"city": station.city, "route": station.route, "tickets": list(station.tickets)}
            for station in score.borrowed
        ]
    return data


def _stated(timeline: Timeline, seat: int) -> Json:
    """Return what is known of a seat where turns are missing, as texts with their marks: nothing else is shown then."""
    reckoned = timeline.reckoning
    mine = reckoned.seats[seat]
    rows = [[component_title(name), mine.components[name].text] for name in known_components(reckoned)]
    return {"rank": "?" if mine.rank.value is None else str(mine.rank.value), "rows": rows, "total": mine.total.text}


def _routes(timeline: Timeline, score: PlayerScore) -> list[list[object]]:
    """Return the points for routes by their length; what a position brought along beyond them has a row of its own."""
    board = timeline.board
    owned = [board.routes[route] for route in timeline.final.routes_of(score.seat)]
    kinds = Counter([(route.length, route.points) for route in owned])
    rows: list[list[object]] = [
        [f"{number_of(number, 'route')} of {number_of(length, 'train')}", number * points]
        for (length, points), number in sorted(kinds.items())
    ]
    rest = score.routes - sum(route.points for route in owned)
    return [*rows, *([["points that the record does not explain", rest]] if rest else [])]


def _tickets(timeline: Timeline, score: PlayerScore) -> list[Json]:
    board, on_map = timeline.board, timeline.final.game.facts.on_map
    tracks = [*timeline.final.routes_of(score.seat)]
    tracks += [station.route for station in score.borrowed if station.route != NOBODY]
    found: list[Json] = []
    for result in score.tickets:
        data: Json = {"ticket": result.ticket, "complete": result.complete, "points": result.points}
        if on_map and result.complete:
            ticket = board.tickets[result.ticket]
            data["routes"] = way(board, tracks, ticket.a, ticket.b)
        elif not on_map:
            data |= {"cards": result.cards, "scoring": result.scoring}
        found.append(data)
    return found


def way(board: Board, tracks: Sequence[int], start: int, goal: int) -> list[int]:
    """Return the tracks of a way between two cities with the fewest tracks, over these only; empty if there is none.

    Nobody travels through a country.
    """
    closed = board_dead_ends(board)
    near: dict[int, list[tuple[int, int]]] = {}
    for track in tracks:
        route = board.routes[track]
        near.setdefault(route.a, []).append((track, route.b))
        near.setdefault(route.b, []).append((track, route.a))
    came: dict[int, tuple[int, int]] = {start: (NOBODY, start)}
    queue = deque([start])
    while queue and goal not in came:
        here = queue.popleft()
        if here in closed and here != start:
            continue
        for track, there in near.get(here, ()):
            if there not in came:
                came[there] = (track, here)
                queue.append(there)
    found: list[int] = []
    here = goal
    while here != start and here in came:
        track, here = came[here]
        found.append(track)
    return found[::-1]
