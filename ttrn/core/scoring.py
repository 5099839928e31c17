"""The final scores (SCORE, PATH): what each player has, why, and who wins."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from ttrn.boards import Board, Ticket
from ttrn.core.state import State
from ttrn.graph.longest_path import LongestPath
from ttrn.graph.network import Network, longest_length


class TicketResult(NamedTuple):
    """A ticket at the end of the game."""

    ticket: int
    complete: bool
    points: int
    """What it adds, or takes away."""
    cards: str = ""
    """The cards that were spent on it, in games where it takes some."""
    scoring: int = 0
    """At which scoring it was completed, in games that have several."""


class BonusCard(NamedTuple):
    """A bonus for most tickets to a city: how many the player completed, and what they bring."""

    city: int
    tickets: int
    points: int


class Extra(NamedTuple):
    """Points that only some games give; ``what`` is for people, ``key`` for programs."""

    key: str
    what: str
    points: int


class Borrowed(NamedTuple):
    """What a station was good for: the route it lent (or ``NOBODY``), and the tickets completed only because of it."""

    city: int
    route: int
    tickets: tuple[int, ...]


class LikelyMistake(NamedTuple):
    """What a score most likely forgot that is off by just so many points: this rule."""

    rule: str
    points: int


class PlayerScore(NamedTuple):
    """One player's reckoning."""

    seat: int
    routes: int
    tickets: tuple[TicketResult, ...]
    unknown_tickets: int
    """Tickets that nobody revealed: they count nothing here, so the total is not sure."""
    network: Network
    bonus: int
    total: int
    completed: int
    rank: int = 0
    extras: tuple[Extra, ...] = ()
    """What else the total holds."""
    borrowed: tuple[Borrowed, ...] = ()
    """Each station of the player's, in the order of the cities."""
    cards: tuple[BonusCard, ...] = ()
    """Each city with a bonus that the player completed a ticket to."""
    unsure: bool = False
    """Whether cards, tickets or points of the player's are not known, so that the total is not sure."""
    bonus_unsure: bool = False
    """Whether unknown tickets, be they another player's, decide if the bonus is the player's."""

    @property
    def certain(self) -> bool:
        """Whether the total is sure."""
        return not (self.unknown_tickets or self.unsure or self.bonus_unsure)

    @property
    def path(self) -> LongestPath:
        """The longest continuous path."""
        return self.network.path

    @property
    def ticket_points(self) -> int:
        """What the tickets add up to."""
        return sum([result.points for result in self.tickets])


class Outcome(NamedTuple):
    """The end of a game: a reckoning for each seat, and who wins."""

    seats: tuple[PlayerScore, ...]
    winners: tuple[int, ...]
    tie_broken: bool
    """Whether the points alone did not decide it."""

    @property
    def certain(self) -> bool:
        """Whether every ticket is known, and every card that counts."""
        return all(seat.certain for seat in self.seats)


class TieBreak(NamedTuple):
    """What decides between players with equal totals: the higher value of ``key`` is better."""

    words: str
    """What the winner has, as in "by more completed tickets"."""
    key: Callable[[State, PlayerScore], int]
    counts: bool = True
    """Whether the values are numbers that people want to read, and not just whether somebody has it."""


def bonus_card(words: str) -> TieBreak:
    """Return a tie-break for who holds the card of the longest path; of several who do none is ahead by it."""
    return TieBreak(words, lambda _state, score: int(score.bonus > 0), counts=False)


more_tickets: Final = TieBreak("more completed tickets", lambda _state, score: score.completed)
longest_path_card: Final = bonus_card("the bonus card for the longest path")
longer_path: Final = TieBreak("the longer continuous path", lambda _state, score: score.network.length)


def score_game(state: State) -> Outcome:
    """Return the scores as they would be if the game ended now, and who wins.

    Players are ranked by their totals, then by the game's tie-breaks; whoever is still level shares the place
    (SCORE-2). A tie-break is looked at only where somebody is level: some of them cost a search.
    """
    scoring = state.game.scoring
    scores = scoring.seats(state)
    keys: list[tuple[int, ...]] = [(score.total,) for score in scores]
    for tie_break in scoring.tie_breaks(state.house):
        if len(set(keys)) == len(keys):
            break
        keys = [(*key, tie_break.key(state, score)) for key, score in zip(keys, scores, strict=True)]
    placed: list[PlayerScore] = []
    for score, mine in zip(scores, keys, strict=True):
        rank = 1 + sum([other > mine for other in keys])
        # _replace would take longer than all the rest.
        ranked = PlayerScore._make((*score[:_RANK], rank, *score[_RANK + 1 :]))
        placed.append(ranked._replace(unsure=True) if score.seat in state.uncounted else ranked)
    best = max([score.total for score in scores])
    level = sum([score.total == best for score in scores])
    winners = tuple([score.seat for score in placed if score.rank == 1])
    return Outcome(tuple(placed), winners, tie_broken=level > len(winners))


_RANK: Final = PlayerScore._fields.index("rank")


def one_bonus(state: State, score: PlayerScore, stated: int) -> bool:
    """Return whether a total is off by just the one bonus of a game."""
    tables = state.board.tables
    return abs(score.total - stated) == (tables.longest_path or tables.most_tickets)


def seat_scores(state: State) -> list[PlayerScore]:
    """Reckon each seat's points: routes, tickets, and the longest path with its bonus."""
    networks = [Network(state.board, owned) for owned in state.routes_by_seat()]
    longest = longest_length(networks)
    scores: list[PlayerScore] = []
    for seat, network in enumerate(networks):
        tickets = ticket_results(state, seat, network)
        bonus = state.board.tables.longest_path if longest and network.reaches(longest) else 0
        routes, points, completed = state.scores[seat], 0, 0
        for _, complete, worth, _, _ in tickets:
            points += worth
            completed += complete
        hidden = sum(state.unknown_tickets[seat])
        scores.append(PlayerScore(seat, routes, tickets, hidden, network, bonus, routes + points + bonus, completed))
    return scores


def ticket_results(state: State, seat: int, network: Network) -> tuple[TicketResult, ...]:
    """Return which of a player's known tickets are complete in the player's network (SCORE-1)."""
    results: list[TicketResult] = []
    goals, groups = _goals(state.board), network.groups
    for index in state.tickets[seat]:
        goal = goals[index]
        results.append(goal.complete if groups.joined(goal.a, goal.b) else goal.missed)
    return tuple(results)


class _Goal:
    """A ticket with what it comes to in the end, one way or the other."""

    __slots__ = ("a", "b", "complete", "missed")

    def __init__(self, ticket: Ticket) -> None:
        self.a = ticket.a
        self.b = ticket.b
        self.complete = TicketResult(ticket.index, True, ticket.points)
        self.missed = TicketResult(ticket.index, False, -ticket.points)


@lru_cache(maxsize=64)
def _goals(board: Board) -> list[_Goal]:
    return [_Goal(ticket) for ticket in board.tickets]
