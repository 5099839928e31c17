"""What a game came to: the rows that are written once it has been walked through."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from ttrn.boards import Board
from ttrn.core.scoring import Outcome, PlayerScore, score_game
from ttrn.core.state import NOBODY, OVER
from ttrn.graph.components import Components
from ttrn.graph.edges import board_dead_ends, board_edges
from ttrn.notation.records import Score
from ttrn.store.columns import Row, Rows
from ttrn.store.turn_rows import GameWalk, Turns


class Result(NamedTuple):
    """The end of a game, as the table of games tells it."""

    over: bool
    certain: bool
    tie_broken: bool | None
    margin: int | None
    scores: list[int | None]
    ranks: list[int | None]
    stated: list[int | None]
    """The score that the record states for each seat."""

    @property
    def won(self) -> list[bool | None]:
        """Whether each seat won, as far as that is known: beside a winner, who has no place has not."""
        unknown = False if 1 in self.ranks else None
        return [unknown if rank is None else rank == 1 for rank in self.ranks]


NO_RESULT = Result(over=False, certain=False, tie_broken=None, margin=None, scores=[], ranks=[], stated=[])
"""Of a game that nobody played."""


Claimed: TypeAlias = tuple[int, int]
"""A claim of a seat: its turn and the track that it took."""


class Ending(NamedTuple):
    """A game that has been walked through, and where its rows go."""

    rows: Rows
    turns: Turns
    walk: GameWalk
    game: int
    bots: list[str]
    """Who plays in each seat, empty for people."""


def write_results(ending: Ending) -> Result:
    """Add the rows of everything but the turns; return how the game ended."""
    walk = ending.walk
    if not walk.run.names:
        return NO_RESULT
    outcome = _outcome(walk)
    result = _result(walk, outcome)
    claimed = _claims(ending, result)
    for score in outcome.seats:
        mine = claimed[score.seat]
        ending.rows.of["seats"].append(_seat(ending, score, result, mine))
        _tickets(ending, score, mine, result.won[score.seat])
    _pieces(ending, outcome)
    return result


def _outcome(walk: GameWalk) -> Outcome:
    """Return the reckoning at the end; the one of the score line if that is the last line."""
    if walk.run.outcome is not None and isinstance(walk.game.entries[-1], Score):
        return walk.run.outcome
    return score_game(walk.run.state)


def _result(walk: GameWalk, outcome: Outcome) -> Result:
    """Take the scores that follow; where tickets stayed unknown, those that the record states for every seat."""
    state = walk.run.state
    stated, places = stated_scores(walk), walk.run.ending.places
    # Of a record with turns left out nobody can know when the game was over, but for its scores.
    over = state.phase == OVER or (state.house.partial and None not in stated)
    certain = over and (outcome.certain or None not in stated)
    if not certain:
        nobody: list[int | None] = [None] * len(stated)
        told = [places.get(seat) for seat in range(len(stated))]
        return Result(over, certain, tie_broken=None, margin=None, scores=nobody, ranks=told, stated=stated)
    if outcome.certain and not state.house.partial:
        points = [score.total for score in outcome.seats]
        ranks = [score.rank for score in outcome.seats]
        tie_broken: bool | None = outcome.tie_broken
    else:
        points = [score for score in stated if score is not None]
        # Between equal totals a place that is stated decides.
        keys = [(-score, places.get(seat, len(points) + 1)) for seat, score in enumerate(points)]
        ranks = [1 + sum([other < mine for other in keys]) for mine in keys]
        tie_broken = None
    best = sorted(points, reverse=True)
    margin = best[0] - best[1] if len(best) > 1 else None
    return Result(over, certain, tie_broken, margin, list(points), list(ranks), stated)


def stated_scores(walk: GameWalk) -> list[int | None]:
    """Return the score that the record states for each seat."""
    stated: list[int | None] = [None] * len(walk.run.names)
    for entry in walk.game.entries:
        if isinstance(entry, Score):
            for player, points in entry.scores:
                stated[walk.run.seats[player]] = points
    return stated


def _seat(ending: Ending, score: PlayerScore, result: Result, mine: list[Claimed]) -> Row:
    walk, facts = ending.walk, ending.turns.facts
    state = walk.run.state
    seat = score.seat
    player = walk.game.players[seat]
    extras = {extra.key: extra.points for extra in score.extras}
    done = walk.facts_of[seat]
    draws = sum([facts.blind[fact] + facts.face_up[fact] > 0 for fact in done])
    return (
        ending.game,
        seat + 1,
        player.id,
        player.name or player.id,
        player.color,
        ending.bots[seat] or None,
        result.scores[seat],
        result.ranks[seat],
        result.won[seat],
        score.routes,
        score.ticket_points,
        score.bonus,
        extras.get("stations", 0),
        extras.get("goods", 0),
        score.network.length,
        len(score.tickets),
        score.completed,
        -sum([ticket.points for ticket in score.tickets if not ticket.complete]),
        score.unknown_tickets,
        len(done),
        draws,
        len(mine),
        sum([facts.blind[fact] for fact in done]),
        sum([facts.face_up[fact] for fact in done]),
        None if walk.dealt is None else walk.dealt[seat],
        sum([facts.wild_blind[fact] for fact in done]),
        sum([facts.wild_face_up[fact] for fact in done]),
        sum([state.board.routes[route].length for _, route in mine]),
        state.trains[seat],
        sum(state.hands[seat]) if state.hand_sure(seat) else None,
        result.stated[seat],
    )


# --- claims ----------------------------------------------------------------------------------------------------------


def _claims(ending: Ending, result: Result) -> list[list[Claimed]]:
    """Add the claims, and the targets of their turns; return those of each seat.

    Which track a claim took is told by who owns it at the end.
    """
    walk, turns, game = ending.walk, ending.turns, ending.game
    board, owners, facts = walk.board, walk.run.state.owners, turns.facts
    routes, names, won = board.routes, route_names(board), result.won
    claimed: list[list[Claimed]] = [[] for _ in walk.run.names]
    pairs: set[int] = set()
    visited: list[set[int]] = [set() for _ in walk.run.names]
    add = ending.rows.of["claims"].append
    for row, turn, seat, action, turned in walk.claims:
        tracks = facts.tracks(board, action)
        for track in tracks:
            if owners[track] == seat:
                break
        else:
            continue  # it was illegal, and came to nothing
        route, mine, seen = routes[track], claimed[seat], visited[seat]
        mine.append((turn, track))
        new_a, new_b = route.a not in seen, route.b not in seen
        seen.add(route.a)
        seen.add(route.b)
        contested = route.pair in pairs
        pairs.add(route.pair)
        turns.aim(row, names[track], route.length, route.points)
        add((game, turn, seat + 1, len(mine), row, turned, new_a, new_b, contested, won[seat]))
    return claimed


@lru_cache(maxsize=64)
def route_names(board: Board) -> tuple[str, ...]:
    """Return the routes of a board as a record writes them, by their numbers."""
    return tuple([board.route_text(route) for route in board.routes])


@lru_cache(maxsize=64)
def ticket_names(board: Board) -> tuple[str, ...]:
    """Return the tickets of a board as a record writes them, by their numbers."""
    return tuple([board.ticket_text(ticket) for ticket in board.tickets])


# --- tickets ---------------------------------------------------------------------------------------------------------


def _tickets(ending: Ending, score: PlayerScore, mine: list[Claimed], won: bool | None) -> None:
    walk, game = ending.walk, ending.game
    board, seat = walk.board, score.seat
    kept, unseen, names = walk.kept[seat], walk.unseen[seat], ticket_names(board)
    # Tickets shown at the end were kept when some were kept unseen; if that happened once it is known when.
    shown = next(iter(unseen)) if len(unseen) == 1 else None
    joined = completions(board, mine, [result.ticket for result in score.tickets if result.complete])
    add = ending.rows.of["tickets"].append
    for result in score.tickets:
        turn = joined.get(result.ticket)
        by_station = result.complete and turn is None and bool(score.borrowed)
        when = kept.get(result.ticket, shown)
        name = names[result.ticket]
        scoring = result.scoring or None
        place = (game, seat + 1, name, when, True, result.complete, turn, by_station)
        add((*place, scoring, result.cards or None, result.points, won))
    for owner, ticket, number in walk.returned:
        if owner == seat:
            add((game, seat + 1, names[ticket], number, False, *[None] * 6, won))


def completions(board: Board, mine: list[Claimed], tickets: list[int]) -> dict[int, int]:
    """Return in which turn the claims of a player, in their order, joined the cities of each ticket."""
    groups = Components(board_edges(board), (), board_dead_ends(board))
    missing = [board.tickets[ticket] for ticket in tickets]
    found: dict[int, int] = {}
    for turn, route in mine:
        if not missing:
            break
        groups.add(route)
        for ticket in [ticket for ticket in missing if groups.joined(ticket.a, ticket.b)]:
            found[ticket.index] = turn
            missing.remove(ticket)
    return found


# --- pieces and other things of some games ---------------------------------------------------------------------------


def _pieces(ending: Ending, outcome: Outcome) -> None:
    rows, walk, game = ending.rows, ending.walk, ending.game
    board = walk.board
    borrowed: dict[tuple[int, int], Any] = {
        (score.seat, loan.city): loan for score in outcome.seats for loan in score.borrowed
    }
    for turn, seat, city, paid in walk.stations:
        loan = borrowed.get((seat, city))
        route = loan.route if loan else NOBODY
        lent = None if route == NOBODY else board.route_text(board.routes[route])
        through = [board.ticket_text(board.tickets[ticket]) for ticket in loan.tickets] if loan else []
        rows.of["stations"].append((game, turn, seat + 1, board.cities[city].code, paid, lent, through))
    rows.of["passengers"] += [(game, *row) for row in walk.passengers]
    for turn, event in walk.events:
        rows.of[event.table].append((game, turn, event.seat + 1, *event.values))
