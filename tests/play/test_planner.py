"""What the planner reckons quickly is what plain reckoning gives: costs, paths, plans, and what is remembered."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from ttrn.actions import Action
from ttrn.boards import Board, board
from ttrn.core.cards import COLORS, LETTERS, LOCOMOTIVE
from ttrn.core.state import MAIN, NOBODY, State
from ttrn.graph.components import complete_tickets
from ttrn.graph.edges import board_dead_ends, board_edges
from ttrn.play import planner
from ttrn.play.bots import find_bot
from ttrn.play.match import play_match
from ttrn.play.planner.costs import (
    CARD,
    LEAST,
    TURN,
    KnownPaths,
    RouteCost,
    borrowing,
    plan_for,
    route_costs,
)
from ttrn.play.planner.paths import CLOSED, cheapest_path, paths_from
from ttrn.play.planner.tickets import hope, open_tickets, promising
from ttrn.play.simple_bots import Unfinished
from ttrn.play.view import View

MAPS = ("usa", "europe", "marklin")
"""The boards with routes."""


def watch(look: Callable[[View, planner.Planner], None], name: str, seats: int) -> int:
    """Let planners play some games, and look at each of their turns; return how many turns there were."""
    turns = 0

    def watched() -> Callable[[View], Action]:
        bot = planner.Planner()

        def ask(view: View) -> Action:
            nonlocal turns
            chosen = bot(view)
            if view.state.phase == MAIN:
                turns += 1
                look(view, bot)
            return chosen

        return ask

    for seed in ("1", "2"):
        play_match(board(name), [find_bot("planner")._replace(make=watched)] * seats, seed)
    return turns


# --- costs -----------------------------------------------------------------------------------------------------------


def plain_costs(state: State, seat: int) -> list[RouteCost]:
    """Reckon each pair of cities by itself, from the words of the rules."""
    found: list[RouteCost] = []
    for tracks in state.board.pairs:
        owners = [state.owners[track] for track in tracks]
        free = [track for track in tracks if state.owners[track] == NOBODY]
        others = any(owner not in (NOBODY, seat) for owner in owners)
        costs = [plain_cost(state, seat, track) for track in free if not (others and state.seats <= 3)]
        costs = [cost for cost in costs if state.board.routes[cost.route].length <= state.trains[seat]]
        if seat in owners:
            found.append(RouteCost(0.0, NOBODY, NOBODY, 0))
        elif costs:
            found.append(min(costs, key=lambda cost: cost.cost))
        else:
            found.append(borrowing(state, seat) if others else RouteCost(CLOSED, NOBODY, NOBODY, 0))
    return found


def plain_cost(state: State, seat: int, track: int) -> RouteCost:
    hand, route = state.hands[seat], state.board.routes[track]
    color = LETTERS.index(route.color) if route.color else max(range(COLORS), key=lambda kind: (hand[kind], -kind))
    missing = sum(place >= hand[color] for place in range(route.length - route.ferry))
    missing += sum(2 for place in range(route.ferry) if place >= hand[LOCOMOTIVE]) + route.tunnel
    return RouteCost(max(LEAST, TURN + CARD * missing - route.points), track, color, missing)


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("seats", [2, 4])
def test_costs_are_those_of_plain_reckoning(name: str, seats: int) -> None:
    def look(view: View, _planner: planner.Planner) -> None:
        assert route_costs(view.state, view.seat) == plain_costs(view.state, view.seat)

    assert watch(look, name, seats) > 100


# --- paths and plans -------------------------------------------------------------------------------------------------


def least_cost(on: Board, costs: Sequence[float], a: int, b: int) -> float:
    """Return what the cheapest path costs: costs are lowered along all pairs until nothing changes."""
    found = [CLOSED] * len(on.cities)
    found[a] = 0.0
    for _ in on.cities:
        for cost, ends in zip(costs, on.pair_cities, strict=True):
            for here, there in (ends, ends[::-1]):
                if here == a or not on.cities[here].country:
                    found[there] = min(found[there], found[here] + cost)
    return found[b]


@pytest.mark.parametrize("name", MAPS)
def test_paths_are_the_cheapest_and_limits_cut_off_only_dearer_ones(name: str) -> None:
    on = board(name)
    rng = random.Random(name)
    met = 0
    for ticket in on.tickets:
        costs = [rng.choice([0.0, LEAST, 1.3, 2.6, 5.2, 7.8, CLOSED]) for _ in on.pairs]
        path = cheapest_path(on, costs, ticket.a, ticket.b)
        least = least_cost(on, costs, ticket.a, ticket.b)
        if path is None:
            assert least == CLOSED
            continue
        met += 1
        assert path.cost == pytest.approx(least)
        assert path.cost == pytest.approx(sum(costs[pair] for pair in path.pairs))
        joined = [on.pairs[pair][0] for pair, cost in enumerate(costs) if not cost or pair in path.pairs]
        assert complete_tickets(board_edges(on), joined, [(ticket.a, ticket.b)], board_dead_ends(on)) == [True]
        for most in (path.cost + 0.1, path.cost + 5):
            assert cheapest_path(on, costs, ticket.a, ticket.b, most) == path
        for most in (path.cost, path.cost / 2):
            assert cheapest_path(on, costs, ticket.a, ticket.b, most) is None
    assert met > len(on.tickets) / 2


@pytest.mark.parametrize("name", MAPS)
def test_paths_from_one_city_are_those_found_one_by_one(name: str) -> None:
    on = board(name)
    rng = random.Random(name)
    for start in [city.index for city in on.cities]:
        # Many paths cost the same, so that it matters which one is met first.
        costs = [rng.choice([0.0, LEAST, 1.0, 1.5, CLOSED]) for _ in on.pairs]
        others = [city.index for city in on.cities if city.index != start]
        ends = {end: rng.choice([0.5, 2.0, 4.0, CLOSED]) for end in rng.sample(others, 6)}
        alone = {end: cheapest_path(on, costs, start, end, most) for end, most in ends.items()}
        assert paths_from(on, costs, start, ends) == {end: path for end, path in alone.items() if path is not None}


@pytest.mark.parametrize("name", MAPS)
def test_plans_that_share_their_paths_are_the_same(name: str) -> None:
    states: list[State] = []

    def keeper(view: View) -> object:
        states.append(view.state)
        return planner.Planner()(view)

    play_match(board(name), [find_bot("planner")._replace(make=lambda: keeper)] * 4, "1")  # type: ignore[arg-type, return-value]
    rng = random.Random(name)
    for state in states[::40]:
        costs = route_costs(state, state.seat)
        shared: KnownPaths = {}
        for _ in range(20):
            tickets = rng.sample(range(len(state.board.tickets)), rng.randint(1, 5))
            alone = plan_for(state, costs, tickets, 40, 25.0)
            assert plan_for(state, costs, tickets, 40, 25.0, paths=shared) == alone


# --- what is remembered, and what is looked at only roughly ----------------------------------------------------------


@pytest.mark.parametrize("name", MAPS)
def test_remembered_tickets_and_hopes_are_those_of_now(name: str) -> None:
    def look(view: View, bot: planner.Planner) -> None:
        if view.state.last_turns >= 0:
            return
        assert bot.open == open_tickets(view.state)
        costs = route_costs(view.state, view.seat)
        for turns in (4.0, 12.0, 25.0):
            exact = view.trains >= 4 and hope(view, costs, turns) > 0
            assert promising(view, costs, turns) == exact

    assert watch(look, name, 3) > 100


@pytest.mark.parametrize("name", MAPS)
def test_what_a_route_completes_is_reckoned_as_if_it_were_claimed(name: str) -> None:
    completed = 0
    rng = random.Random(name)

    def look(view: View, _planner: planner.Planner) -> None:
        nonlocal completed
        state, on = view.state, view.board
        assert state.phase == MAIN
        owned = state.routes_of(view.seat)
        # With more tickets than anybody holds: every kind of end, cities and countries.
        state.tickets[view.seat] = tickets = rng.sample(range(len(on.tickets)), len(on.tickets) // 2)
        goals = [(on.tickets[ticket].a, on.tickets[ticket].b) for ticket in tickets]
        before = complete_tickets(board_edges(on), owned, goals, board_dead_ends(on))
        unfinished = Unfinished(state)
        for route in rng.sample(range(len(on.routes)), len(on.routes) // 3):
            after = complete_tickets(board_edges(on), [*owned, route], goals, board_dead_ends(on))
            new = [ticket for ticket, was, now in zip(tickets, before, after, strict=True) if now and not was]
            assert unfinished.completed_by(route) == sum(2 * on.tickets[ticket].points for ticket in new)
            completed += len(new)

    watch(look, name, 2)
    assert completed > 50
