"""What a game came to: the rows that are written once it has been walked through."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from ttrn.boards import Board
from ttrn.core.facts import pieces_of
from ttrn.core.scoring import Outcome, PlayerScore, score_game
from ttrn.core.state import NOBODY, OVER, Violation
from ttrn.graph.components import Components
from ttrn.graph.edges import board_dead_ends, board_edges
from ttrn.notation.levels import without_turns
from ttrn.notation.records import FinalRoutes, Score
from ttrn.replays.reckoning import (
    COMPUTED,
    STATED,
    Reckoning,
    SeatKnown,
    SeatReckoning,
    bonus_component,
    known_of,
    reckon,
    winners_told,
)
from ttrn.replays.resolve import cities_named
from ttrn.store.columns import Row, Rows
from ttrn.store.moves import WILD, Moves
from ttrn.store.turn_rows import GameWalk, Turns


class Result(NamedTuple):
    """The end of a game, as the table of games tells it."""

    over: bool
    tie_broken: bool | None
    scores: list[int | None]
    """The total of each seat, None where nobody knows it."""
    ranks: list[int | None]
    stated: list[int | None]
    """The score that the record states for each seat."""
    routes_known: bool
    """Whether the record has every route that anybody claimed."""

    @property
    def certain(self) -> bool:
        """Whether all totals are known."""
        return self.over and None not in self.scores

    @property
    def margin(self) -> int | None:
        """The points between the best two."""
        best = sorted([score for score in self.scores if score is not None], reverse=True)
        return best[0] - best[1] if len(best) > 1 and self.certain else None

    @property
    def won(self) -> list[bool | None]:
        """Whether each seat won, as far as that is known: a record that names who won names all of them."""
        nobody = False if 1 in self.ranks else None
        return [nobody if rank is None else rank == 1 for rank in self.ranks]

    @property
    def decided(self) -> bool:
        """Whether it is known who won."""
        return self.over and 1 in self.ranks


NO_RESULT = Result(over=False, tie_broken=None, scores=[None], ranks=[], stated=[], routes_known=False)
"""Of a game that nobody played."""


Claimed: TypeAlias = tuple[int | None, int]
"""A claim of a seat: its turn, None where no turn tells of it, and the track that it took."""


class Ending(NamedTuple):
    """A game that has been walked through, and where its rows go."""

    rows: Rows
    turns: Turns
    walk: GameWalk
    game: int
    bots: list[str]
    """Who plays in each seat, empty for people."""


class ClaimRow(NamedTuple):
    """A claim: its row among the turns, its turn, seat and track, and the cards turned over."""

    row: int
    turn: int | None
    seat: int
    track: int
    turned: str


class SeatEnd(NamedTuple):
    """The end of a game for one seat: by the rules, as far as it is known, and what the record tells of it."""

    score: PlayerScore
    reckoned: SeatReckoning
    known: SeatKnown
    claimed: list[Claimed]

    def component(self, name: str) -> int | None:
        """Return the points of a component, None if nobody knows them.

        What the game does not have brings nothing if the tickets are known.
        """
        figures = self.reckoned.components
        figure = figures.get(name)
        if figure is None:
            return None if self.component("tickets") is None else 0
        return figure.value if figure.source in (COMPUTED, STATED) else None

    @property
    def completions_known(self) -> bool:
        """Whether it is known of each of the seat's tickets whether it is complete."""
        return self.reckoned.components["completed"].source == COMPUTED


def write_results(ending: Ending) -> Result:
    """Add the rows of everything but the turns; return how the game ended."""
    walk = ending.walk
    if not walk.run.names:
        return NO_RESULT
    game, run = walk.game, walk.run
    state, turns = run.state, bool(game.turns)
    outcome = _outcome(walk)
    reckoned = reckon(state, run.ending, outcome, turns=turns, result=winners_told(game))
    known = [known_of(state, run.ending, score, turns=turns) for score in outcome.seats]
    result = _result(walk, outcome, reckoned, known)
    claimed = _claims(ending, result, known)
    for score in outcome.seats:
        seat = score.seat
        end = SeatEnd(score, reckoned.seats[seat], known[seat], claimed[seat])
        ending.rows.of["seats"].append(_seat(ending, end, result))
        _tickets(ending, end, won=result.won[seat])
    _pieces(ending, outcome)
    return result


def _outcome(walk: GameWalk) -> Outcome:
    """Return the reckoning at the end; the one of the score line if that is the last line."""
    if walk.run.outcome is not None and isinstance(walk.game.entries[-1], Score):
        return walk.run.outcome
    return score_game(walk.run.state)


def _result(walk: GameWalk, outcome: Outcome, reckoned: Reckoning, known: list[SeatKnown]) -> Result:
    """Take the scores and places that follow from the record, else those that it states."""
    state, ending = walk.run.state, walk.run.ending
    scores: list[int | None] = [seat.total.value for seat in reckoned.seats]
    ranks: list[int | None] = [seat.rank.value for seat in reckoned.seats]
    stated = [ending.scores.get(seat) for seat in range(state.seats)]
    routes = all(seat.routes for seat in known) if state.board.routes else walk.whole
    over = state.phase == OVER or (without_turns(walk.game) and 1 in ranks)
    if not over:
        nobody: list[int | None] = [None] * state.seats
        return Result(over, None, nobody, nobody, stated, routes)
    if reckoned.tie_open:
        # What decides between equal totals is not known: neither is who of them has which place.
        ranks = [rank if ranks.count(rank) == 1 or seat in ending.places else None for seat, rank in enumerate(ranks)]
    if ranks.count(None) == 1:
        left = set(range(1, state.seats + 1)) - set(ranks)
        ranks = [left.pop() if rank is None and len(left) == 1 else rank for rank in ranks]
    computed = all(seat.rank.source == COMPUTED for seat in reckoned.seats)
    return Result(over, outcome.tie_broken if computed else None, scores, ranks, stated, routes)


def _seat(ending: Ending, end: SeatEnd, result: Result) -> Row:
    walk, facts, score = ending.walk, ending.turns.facts, end.score
    state = walk.run.state
    seat = score.seat
    player = walk.game.players[seat]
    done = walk.facts_of[seat]
    placed = [state.board.routes[route].length for _, route in end.claimed]
    routes = end.known.routes if state.board.routes else walk.whole
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
        end.component("routes"),
        end.component("tickets"),
        end.component(bonus_component(state)),
        end.component("stations"),
        end.component("goods"),
        end.component("longest"),
        len(score.tickets) if end.known.tickets else None,
        score.completed if end.completions_known else None,
        end.component("failed"),
        score.unknown_tickets,
        *(_taken(walk, facts, seat, done) if walk.whole else [None] * 7),
        len(placed) if routes else None,
        sum(placed) if routes else None,
        state.trains[seat] if routes else None,
        sum(state.hands[seat]) if walk.whole and state.hand_sure(seat) else None,
        result.stated[seat],
    )


def _taken(walk: GameWalk, facts: Moves, seat: int, done: list[int]) -> tuple[int | None, ...]:
    """Return how many turns a seat had and in how many it drew cards, and the cards by where they came from."""
    blind, face_up = facts.blind, facts.face_up
    return (
        len(done),
        sum([blind[fact] + face_up[fact] > 0 for fact in done]),
        sum([blind[fact] for fact in done]),
        sum([face_up[fact] for fact in done]),
        None if walk.dealt is None else walk.dealt[seat],
        None if any(facts.unseen[fact] for fact in done) else sum([facts.wild_blind[fact] for fact in done]),
        sum([facts.wild_face_up[fact] for fact in done]),
    )


# --- claims ----------------------------------------------------------------------------------------------------------


def _claims(ending: Ending, result: Result, known: list[SeatKnown]) -> list[list[Claimed]]:
    """Add the claims, and the targets of their turns; return those of each seat.

    Which track a claim took is told by who owns it at the end. What a seat owns and no turn tells of comes last.
    """
    walk, turns = ending.walk, ending.turns
    board, state = walk.board, walk.run.state
    routes, names, won, owners = board.routes, route_names(board), result.won, state.owners
    claimed: list[list[Claimed]] = [[] for _ in walk.run.names]
    unclear: set[int] = set()
    made: list[ClaimRow] = []
    for row, turn, seat, action, turned in walk.claims:
        for track in turns.facts.tracks(board, action):
            if owners[track] == seat:
                route = routes[track]
                turns.aim(row, names[track], route.length, route.points)
                made.append(ClaimRow(row, turn, seat, track, turned))
                claimed[seat].append((turn, track))
                if not action.route.number and several_colors(board, route.pair, action.paid):
                    unclear.add(route.pair)
                break  # if there is none it was illegal, and came to nothing
    ordered = [seat.routes for seat in known]
    if not walk.whole:
        unclear = _unclear_tracks(walk, unclear)
        for seat, mine in enumerate(claimed):
            told = {track for _, track in mine}
            for track in [track for track in state.routes_of(seat) if track not in told]:
                row = turns.lay(names[track], routes[track].length, routes[track].points)
                made.append(ClaimRow(row, None, seat, track, ""))
                mine.append((None, track))
                ordered[seat] = False
    _claim_rows(ending, made, ordered, unclear, won)
    return claimed


@lru_cache(maxsize=2048)
def several_colors(board: Board, pair: int, paid: str = "?") -> bool:
    """Return whether tracks of different colours join two cities, of which a payment may have been for several."""
    plain = {letter for letter in paid if letter not in (*WILD, "?")}
    colors = {board.routes[track].color for track in board.pairs[pair]}
    return len([color for color in colors if not plain or not color or color in plain]) > 1


def _unclear_tracks(walk: GameWalk, unclear: set[int]) -> set[int]:
    """Return the double routes of which a record does not say who has which track: its final board may say more."""
    board = walk.board
    said: set[int] = set()
    open_: set[int] = set()
    for entry in walk.game.entries:
        if isinstance(entry, FinalRoutes):
            for written in entry.routes:
                ends = cities_named(board, written)
                tracks = [] if isinstance(ends, Violation) else board.routes_between(*ends)
                if tracks and several_colors(board, tracks[0].pair):
                    (said if written.number else open_).add(tracks[0].pair)
    return (unclear - said) | open_


def _claim_rows(
    ending: Ending, made: list[ClaimRow], ordered: list[bool], unclear: set[int], won: list[bool | None]
) -> None:
    """Add claims, with what their order tells: which of a seat's it is, and whether it was the first to a city."""
    routes, game = ending.walk.board.routes, ending.game
    pairs: set[int] = set()
    visited: list[set[int]] = [set() for _ in ordered]
    numbers = [0] * len(ordered)
    add = ending.rows.of["claims"].append
    for row, turn, seat, track, turned in made:
        route, seen = routes[track], visited[seat]
        numbers[seat] += 1
        new_a, new_b = route.a not in seen, route.b not in seen
        seen.add(route.a)
        seen.add(route.b)
        contested = route.pair in pairs
        pairs.add(route.pair)
        nth = numbers[seat] if ordered[seat] else None
        known = route.pair not in unclear
        add((game, turn, seat + 1, nth, row, turned, new_a, new_b, contested, known, won[seat]))


@lru_cache(maxsize=64)
def route_names(board: Board) -> tuple[str, ...]:
    """Return the routes of a board as a record writes them, by their numbers."""
    return tuple([board.route_text(route) for route in board.routes])


@lru_cache(maxsize=64)
def ticket_names(board: Board) -> tuple[str, ...]:
    """Return the tickets of a board as a record writes them, by their numbers."""
    return tuple([board.ticket_text(ticket) for ticket in board.tickets])


# --- tickets ---------------------------------------------------------------------------------------------------------


def _tickets(ending: Ending, end: SeatEnd, *, won: bool | None) -> None:
    walk, game, score = ending.walk, ending.game, end.score
    board, seat = walk.board, score.seat
    kept, unseen, unclear, names = walk.kept[seat], walk.unseen[seat], walk.unclear[seat], ticket_names(board)
    # Tickets shown at the end were kept when some were kept unseen; if that happened once it is known when.
    shown = next(iter(unseen)) if len(unseen) == 1 and walk.whole else None
    joined = completions(board, end.claimed, [result.ticket for result in score.tickets if result.complete])
    sure = end.completions_known or not walk.run.state.house.partial
    add = ending.rows.of["tickets"].append
    for result in score.tickets:
        by_station = result.complete and result.ticket not in joined and bool(score.borrowed)
        when = kept.get(result.ticket, shown)
        offer = when is not None and when not in unclear and walk.whole
        turn = joined.get(result.ticket) if walk.whole else None
        place = (game, seat + 1, names[result.ticket], when, True, offer)
        if sure or result.complete:
            spent = (result.scoring or None, result.cards or None)
            add((*place, result.complete, turn, by_station, *spent, result.points, won))
        else:
            add((*place, *[None] * 6, won))
    for owner, ticket, number in walk.returned:
        if owner == seat:
            add((game, seat + 1, names[ticket], number, False, number not in unclear, *[None] * 6, won))


def completions(board: Board, mine: list[Claimed], tickets: list[int]) -> dict[int, int | None]:
    """Return in which turn the claims of a player, in their order, joined the cities of each ticket."""
    groups = Components(board_edges(board), (), board_dead_ends(board))
    missing = [board.tickets[ticket] for ticket in tickets]
    found: dict[int, int | None] = {}
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
    told = {(seat, city) for _, seat, city, _ in walk.stations}
    laid = [(None, piece.seat, piece.city, "?") for piece in pieces_of(walk.run.state) if piece.what == "station"]
    for turn, seat, city, paid in [*walk.stations, *[row for row in laid if row[1:3] not in told]]:
        loan = borrowed.get((seat, city))
        route = loan.route if loan else NOBODY
        lent = None if route == NOBODY else board.route_text(board.routes[route])
        through = [board.ticket_text(board.tickets[ticket]) for ticket in loan.tickets] if loan else []
        rows.of["stations"].append((game, turn, seat + 1, board.cities[city].code, paid, lent, through))
    rows.of["passengers"] += [(game, *row) for row in walk.passengers]
    for turn, event in walk.events:
        rows.of[event.table].append((game, turn, event.seat + 1, *event.values))
