"""Rides: the list of them, and the best one against brute force."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ttrn.boards import board
from ttrn.core.actions import PassTurn, RidePassenger
from ttrn.core.cards import KINDS, PASSENGER
from ttrn.core.engine import apply, legal_actions, verify
from ttrn.core.state import MAIN, NOBODY, State
from ttrn.games.marklin.passengers import cities_of, passengers_of
from ttrn.games.marklin.rides import LISTED, RideNetwork, best_ride, listed_rides
from ttrn.play import set_up

MARKLIN = board("marklin")
NAMES = ("ann", "bob", "cat", "dan", "eve")
CODES = {city.code: city.index for city in MARKLIN.cities}

seeds = st.integers(0, 2**32)


def table(players: int = 2, seed: int = 0) -> State:
    return set_up(MARKLIN, NAMES[:players], random.Random(seed))[0]


def give(state: State, seat: int, *pairs: str) -> None:
    """Let a seat own the first free track of each pair."""
    for pair in pairs:
        a, b = pair.split("-")
        tracks = MARKLIN.routes_between(CODES[a], CODES[b])
        state.owners[next(t.index for t in tracks if state.owners[t.index] == NOBODY)] = seat


def position(seed: int, routes: int, cards: int) -> State:
    """Return a position with a patch of claimed routes around ann's passengers, and some tokens gone."""
    rng = random.Random(seed)
    state = table(4, seed)
    extra = passengers_of(state)
    cities = [city.index for city in MARKLIN.cities if not city.country]
    patch = [rng.choice(cities)]
    for _ in range(routes):
        near = [t for city in patch for _, pair in MARKLIN.adjacent[city] for t in MARKLIN.pairs[pair]]
        track = rng.choice([t for t in near if state.owners[t] == NOBODY])
        state.owners[track] = rng.choice((0, 0, 0, 1, 2))
        patch += [city for city in (MARKLIN.routes[track].a, MARKLIN.routes[track].b) if city in cities]
    for city in rng.sample(sorted(set(patch)), min(2, len(set(patch)))):
        extra.standing[city] = 0
        extra.left[0] -= 1
    for city in cities:
        extra.taken[city] = rng.randint(0, len(extra.stacks[city]))
    state.hands[0] = [0] * KINDS
    state.hands[0][PASSENGER] = cards
    return state


def all_rides(state: State) -> list[RidePassenger]:
    """Return every ride that the rules allow, over any tracks, by trying them all."""
    found: list[RidePassenger] = []
    starts = [city for city, owner in enumerate(passengers_of(state).standing) if owner == state.seat]
    todo = [(start, RidePassenger(start, ())) for start in starts]
    while todo:
        here, ride = todo.pop()
        for there, pair in MARKLIN.adjacent[here]:
            for track in MARKLIN.pairs[pair]:
                cost = int(state.owners[track] != state.seat)
                longer = RidePassenger(ride.start, (*ride.routes, track), ride.cards + cost)
                if verify(state, longer) is None:
                    found.append(longer)
                    todo.append((there, longer))
    return found


def worth(state: State, ride: RidePassenger) -> int:
    return sum(passengers_of(state).top(city) for city in set(cities_of(state, ride)) - {ride.start})


@settings(deadline=None, max_examples=150)
@given(seeds, st.integers(1, 9), st.integers(0, 4))
def test_the_best_ride_is_the_best_of_all(seed: int, routes: int, cards: int) -> None:
    state = position(seed, routes, cards)
    every = all_rides(state)
    best = best_ride(state)
    if not every:
        assert best is None
        return
    assert best is not None
    assert best.exact
    assert verify(state, best.ride) is None
    assert list(best.cities) == cities_of(state, best.ride)
    assert worth(state, best.ride) == best.value
    ranks = [(worth(state, ride), -ride.cards, -len(ride.routes)) for ride in every]
    assert (best.value, -best.ride.cards, -len(best.ride.routes)) == max(ranks)
    assert best_ride(state, least=best.value) == best
    assert best_ride(state, least=best.value + 1) in (None, best)


def plain(state: State, ride: RidePassenger) -> bool:
    """Return whether a ride takes tracks in the order in which the list does."""
    ways = {way.track: way for links in RideNetwork(state).links for way in links}
    tracks = {way.bit: track for track, way in ways.items()}
    later = {track: tracks[way.before] for track, way in ways.items() if way.before}
    return all(later[t] in ride.routes[:i] for i, t in enumerate(ride.routes) if t in later)


@settings(deadline=None, max_examples=100)
@given(seeds, st.integers(1, 9), st.integers(0, 3), st.integers(1, 60))
def test_the_list_holds_all_plain_rides_as_far_as_it_goes(seed: int, routes: int, cards: int, limit: int) -> None:
    state = position(seed, routes, cards)
    listed, complete = listed_rides(state, limit)
    every = [ride for ride in all_rides(state) if plain(state, ride)]
    assert sorted(map(repr, listed)) == sorted(repr(ride) for ride in every if len(ride.routes) <= complete)
    assert len(listed) <= limit or complete == 1
    assert bool(listed) == bool(every)


@settings(deadline=None, max_examples=30)
@given(seeds)
def test_real_positions_are_searched_to_the_end(seed: int) -> None:
    rng = random.Random(seed)
    state = table(2 + seed % 4, seed)
    for _ in range(rng.randrange(100, 300)):
        legal = legal_actions(state)
        if not legal:
            return
        # Nobody rides, so that there is something to find.
        stay = [action for action in legal if not isinstance(action, RidePassenger)]
        apply(state, rng.choice(stay or legal))
    best = best_ride(state, seed % state.seats)
    assert best is None or best.exact
    if best is not None and state.seat == seed % state.seats and state.phase == MAIN:
        assert max(worth(state, ride) for ride in listed_rides(state)[0]) <= best.value
        assert verify(state, best.ride) is None


def test_nobody_passes_while_a_passenger_can_move() -> None:
    state = table()
    state.hands = [[0] * KINDS for _ in state.names]
    state.market = [0] * KINDS
    state.deck, state.deck_size = [], 0
    for deck in state.ticket_decks:
        deck.order, deck.fresh = [], 0
    assert legal_actions(state) == [PassTurn()]
    give(state, 0, "BER-LEI")
    passengers_of(state).standing[CODES["LEI"]] = 0
    (ride,) = legal_actions(state)
    assert isinstance(ride, RidePassenger)
    wrong = verify(state, PassTurn())
    assert wrong is not None
    assert wrong.rule == "TURN-1"


@pytest.mark.parametrize(
    ("cards", "value", "cities"), [(0, 5, "LEI MAG HAN"), (1, 9, "LEI MAG BER"), (2, 12, "LEI BER MAG HAN")]
)
def test_passenger_cards_open_the_routes_of_others(cards: int, value: int, cities: str) -> None:
    state = table(4)
    give(state, 0, "LEI-MAG", "HAN-MAG")
    give(state, 1, "BER-LEI", "BER-MAG")
    passengers_of(state).standing[CODES["LEI"]] = 0
    state.hands[0] = [0] * KINDS
    state.hands[0][PASSENGER] = cards
    best = best_ride(state)
    assert best is not None
    assert (best.value, best.ride.cards) == (value, cards)
    assert " ".join([MARKLIN.cities[city].code for city in best.cities]) == cities


def test_the_list_is_never_longer_than_it_may_be() -> None:
    state = position(7, 40, 10)
    assert len(listed_rides(state)[0]) <= LISTED
