"""The engine's invariants, over random games from seeds."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ttrn
from ttrn.boards import Board, board
from ttrn.core.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawTickets,
    GiveUpTunnel,
    KeepTickets,
    LayCards,
    PassTurn,
    PayTunnel,
    PlacePassenger,
    RidePassenger,
    ScoreTickets,
    TakeCard,
)
from ttrn.core.cards import BLIND, KINDS, LOCOMOTIVE, PLUS_FOUR, UNKNOWN
from ttrn.core.engine import apply, legal_actions, out_of_turn, verify
from ttrn.core.state import _LISTS, _SHARED, ANSWER, CHOOSE, MAIN, OVER, SCORING, SECOND, State
from ttrn.games.europe.stations import Stations
from ttrn.games.marklin.passengers import Passengers, passengers_of
from ttrn.games.marklin.records import tracks_meant
from ttrn.games.marklin.rides import listed_rides
from ttrn.notation.records import Tag
from ttrn.play import play_random, set_up
from ttrn.replays import replay

BOARDS = {name: board(name) for name in ("usa", "europe", "marklin", "cardgame")}
NAMES = ("ann", "bob", "cat", "dan", "eve")
COPIED = (*_SHARED, *_LISTS)
PERFT = Path(__file__).with_name("perft.json")

tables = st.sampled_from(list(BOARDS.values())).flatmap(
    lambda on: st.tuples(st.just(on), st.integers(on.tables.min_players, on.tables.max_players))
)
seeds = st.integers(0, 2**32)

MIXES = ((0, 4), (1, 3), (2, 2), (3, 1), (4, 0), (1, 2), (5, 0), (1, 0), (0, 2))


def walk(on: Board, players: int, seed: int, steps: int = 10_000) -> Iterator[tuple[State, list[Action]]]:
    """Yield each state of a random game with its legal actions."""
    rng = random.Random(seed)
    state, _ = set_up(on, NAMES[:players], rng)
    for _ in range(steps):
        if state.phase == OVER:
            return
        legal = legal_actions(state)
        yield state, legal
        apply(state, rng.choice(legal))


def somewhere(on: Board, players: int, seed: int) -> tuple[State, list[Action]]:
    """Return a random position of a random game, early or late."""
    steps = random.Random(seed).randrange(1, 250)
    *_, (state, _) = walk(on, players, seed, steps)
    return state, legal_actions(state)


def all_cards(state: State) -> list[int]:
    piles = [*state.hands, state.market, state.discards, *[pile.cards for pile in state.rules.open_piles(state)]]
    cards = [sum(pile[kind] for pile in piles) for kind in range(KINDS)]
    for card in state.deck:
        cards[card] += 1
    return cards


@settings(deadline=None, max_examples=60)
@given(tables, seeds)
def test_cards_trains_and_tickets_are_conserved_at_every_step(table: tuple[Board, int], seed: int) -> None:
    on, players = table
    full = [*(on.tables.train_cards.get(letter, 0) for letter in "ROYGBPKWLFT"), 0]
    for state, _ in walk(on, players, seed):
        assert all_cards(state) == full
        assert len(state.deck) == state.deck_size
        assert [state.deck.count(kind) for kind in range(UNKNOWN)] == state.pool
        if state.phase != ANSWER:  # gaps are filled at the end of the turn
            left = state.deck_size + (sum(state.discards) if state.rules.reshuffles else 0)
            assert sum(state.market) == min(5, sum(state.market) + left)
        for seat in range(players):
            placed = sum(on.routes[route].length for route in state.routes_of(seat))
            points = sum(on.routes[route].points for route in state.routes_of(seat))
            goods = passengers_of(state).goods[seat] if Passengers in state.parts else 0
            done = state.game.tickets.shown_before(state, seat)
            points += sum(on.tickets[ticket].points for ticket in done) + goods
            assert (state.trains[seat], state.scores[seat]) == (on.tables.trains - placed, points)
        held = [*(t for hand in state.tickets for t in hand), *state.offered]
        under = [t for deck in state.ticket_decks for group in deck.groups for t in group]
        order = [t for deck in state.ticket_decks for t in deck.order or ()]
        gone = list(state.aside) if Stations in state.parts else []
        gone += [ticket for seat in range(players) for ticket in state.game.tickets.shown_before(state, seat)]
        assert sorted([*held, *under, *order, *gone]) == [ticket.index for ticket in on.ticket_deck()]
        assert state.exact
        assert not state.chance.notes
        if Passengers in state.parts:
            passengers_and_tokens_are_conserved(state, passengers_of(state))


def passengers_and_tokens_are_conserved(state: State, extra: Passengers) -> None:
    for seat in range(state.seats):
        assert extra.left[seat] + extra.standing.count(seat) + extra.moved[seat] == 3
        assert min(extra.left[seat], extra.moved[seat]) >= 0
    taken = sum(sum(stack[:n]) for stack, n in zip(extra.stacks, extra.taken, strict=True))
    assert taken == sum(extra.goods)
    assert all(owner < 0 for city, owner in zip(state.board.cities, extra.standing, strict=True) if city.country)


def candidates(state: State, rng: random.Random) -> list[Action]:
    """Return actions of every kind, most of them wrong in one way or another."""
    mixes = [()] if len(state.ticket_decks) == 1 or state.board.tables.play_tickets.decks else list(MIXES)
    found: list[Action] = [*map(DrawTickets, mixes), PassTurn(), *(TakeCard(card) for card in range(BLIND, UNKNOWN))]
    on = state.board
    tickets = [*state.offered, *range(0, 30, 7)]
    found += [KeepTickets(tuple(sorted(rng.sample(tickets, n)))) for n in range(min(5, len(tickets)))]
    for route in on.routes:
        for _ in range(6):
            paid = [0] * KINDS
            size = route.length + rng.choice((0, 0, 0, 0, 1, -1))
            wild = rng.randint(0, size)
            paid[LOCOMOTIVE if rng.random() < 0.7 else PLUS_FOUR] = wild
            paid[rng.randrange(8)] += size - wild
            if rng.random() < 0.1:
                paid[rng.randrange(UNKNOWN)] += 1
            found.append(ClaimRoute(route.index, tuple(paid)))
    found.append(GiveUpTunnel())
    for _ in range(200):
        paid = [0] * KINDS
        paid[LOCOMOTIVE] = rng.choice((0, 0, 1, 2))
        paid[rng.randrange(UNKNOWN)] += rng.choice((0, 1, 1, 2, 3))
        found += [PayTunnel(tuple(paid)), BuildStation(rng.randrange(len(on.cities)), tuple(paid))]
    found += [PlacePassenger(city) for city in range(-1, len(on.cities))]
    found += [ScoreTickets(), *lays(rng)]
    return found + plain_rides(state, rng)


def lays(rng: random.Random) -> list[Action]:
    """Return cards to lay: groups, different colours, and what is neither."""
    found: list[Action] = []
    for _ in range(150):
        cards = [0] * KINDS
        cards[rng.randrange(8)] = rng.choice((0, 1, 1, 2, 3, 4))
        cards[LOCOMOTIVE] = rng.choice((0, 0, 0, 1, 2))
        for _ in range(rng.choice((0, 0, 0, 1, 2, 2))):
            cards[rng.randrange(UNKNOWN if rng.random() < 0.1 else 8)] += 1
        found.append(LayCards(tuple(cards)))
    return found


def plain_rides(state: State, rng: random.Random) -> list[Action]:
    """Return rides as they are listed, tracks and lengths, but most of them over routes that cannot be used."""
    if Passengers not in state.parts:
        return [RidePassenger(0, (0,))]
    complete = listed_rides(state)[1]
    found: list[Action] = []
    for _ in range(300):
        start = here = rng.randrange(len(state.board.cities))
        pairs: list[int] = []
        for _ in range(rng.randint(1, min(3, complete))):
            here, pair = rng.choice(state.board.adjacent[here])
            pairs.append(pair)
        routes = tracks_meant(state, state.seat, tuple(pairs))
        foreign = sum(state.owners[route] != state.seat for route in routes)
        found.append(RidePassenger(start, routes, max(0, foreign + rng.choice((0, 0, 0, 1, -1)))))
    return found


@settings(deadline=None, max_examples=150)
@given(tables, seeds)
def test_legal_actions_and_verify_agree(table: tuple[Board, int], seed: int) -> None:
    on, players = table
    state, legal = somewhere(on, players, seed)
    for action in legal:
        assert verify(state, action) is None
    allowed = set(legal)
    assert len(allowed) == len(legal)
    rules = state.rules
    for action in [*[TakeCard(card) for card in range(BLIND, UNKNOWN)], *candidates(state, random.Random(seed))]:
        if (glance := rules.surely_legal.get(type(action))) and glance(state, action):
            assert not out_of_turn(state, action), action
            assert not [check for check in rules.checks[type(action)] if check(state, action)], action
        assert (verify(state, action) is None) == (action in allowed), action


@settings(deadline=None, max_examples=60)
@given(tables, seeds)
def test_verify_and_legal_actions_change_nothing_and_copies_stand_alone(table: tuple[Board, int], seed: int) -> None:
    on, players = table
    state, legal = somewhere(on, players, seed)
    before = snapshot(state)
    for action in legal[:20]:
        twin = state.copy()
        verify(twin, action)
        legal_actions(twin)
        assert snapshot(twin) == before
        # A fixed order could bring the same three cards up for ever.
        twin.chance.shuffle = shuffled(random.Random(seed))
        apply(twin, action)
        assert snapshot(state) == before


def shuffled(rng: random.Random) -> Callable[[list[int]], list[int]]:
    return lambda cards: rng.sample(cards, len(cards))


def snapshot(state: State) -> dict[str, object]:
    whole = ("parts", "unsure_decks", "hands", "names", "seats", "tickets", "unknown_tickets")
    names = {*COPIED, *whole}
    found: dict[str, object] = {name: repr(getattr(state, name)) for name in names}
    found["decks"] = [(sorted(d.unseen), d.fresh, repr(d.groups), repr(d.order)) for d in state.ticket_decks]
    return found


@settings(deadline=None, max_examples=40)
@given(tables, seeds, st.booleans())
def test_a_replayed_record_equals_the_game_applied_action_by_action(
    table: tuple[Board, int], seed: int, chance: bool
) -> None:
    on, players = table
    game = play_random(on, players, seed, chance=chance)
    (read,), problems = ttrn.loads(ttrn.dumps(game))
    assert (read, problems) == (game, ())
    timeline = replay(read)
    assert timeline.problems == ()
    rng = random.Random(seed)
    state, _ = set_up(on, NAMES[:players], rng)
    after: list[dict[str, object]] = []
    while state.phase != OVER:
        turn = state.number
        apply(state, rng.choice(legal_actions(state)))
        if state.number != turn:
            after.append(public(state))
    assert [public(s) for _, _, s in timeline.steps()] == after
    assert timeline.final.phase == OVER


def public(state: State) -> dict[str, object]:
    names = (
        "seat",
        "number",
        "hands",
        "market",
        "discards",
        "deck_size",
        "pool",
        "trains",
        "scores",
        "owners",
        "tickets",
    )
    found: dict[str, object] = {name: repr(getattr(state, name)) for name in (*names, "phase", "last_turns")}
    if state.phase != OVER:
        # At the end the record has told what was spent on the tickets, too.
        found["parts"] = repr(state.parts)
    return found


@settings(deadline=None, max_examples=25)
@given(tables, seeds)
def test_games_end_exactly_one_turn_each_after_the_trigger(table: tuple[Board, int], seed: int) -> None:
    on, players = table
    game = play_random(on, players, seed)
    triggered = None
    for number, turn, state in replay(game).steps():
        due = not state.deck_size if not on.routes else state.trains[NAMES.index(turn.player)] <= 2
        if triggered is None and due:
            triggered = number
        if state.phase == SCORING:
            assert number == (triggered or 0) + players
            triggered = None
    if triggered is not None:
        assert len(game.turns) == triggered + players


@pytest.mark.parametrize("on", BOARDS.values(), ids=BOARDS)
def test_the_same_seed_gives_the_same_game(on: Board) -> None:
    assert play_random(on, 3, 11) == play_random(on, 3, 11)
    assert play_random(on, 3, 11).entries[1] == Tag("Seed", "11")


def count_sequences(state: State, depth: int) -> int:
    """Count the sequences of legal actions from a state; reshuffles sort the cards, so that they are fixed."""
    if depth == 0 or state.phase == OVER:
        return 1
    legal = legal_actions(state)
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        twin = state.copy()
        apply(twin, action)
        total += count_sequences(twin, depth - 1)
    return total


def by_board(state: State, legal: list[Action]) -> list[Action]:
    """Return the actions with the claims in the order of the board, so that the way does not depend on the listing."""
    order = [route for tracks in state.board.pairs for route in tracks]
    claims = sorted([a for a in legal if isinstance(a, ClaimRoute)], key=lambda claim: order.index(claim.route))
    return [claims.pop(0) if isinstance(action, ClaimRoute) else action for action in legal]


@pytest.mark.parametrize(
    "row",
    json.loads(PERFT.read_text()),
    ids=lambda row: f"{row['board']}-{row['players']}p-{row['after']}-{row['depth']}",
)
def test_perft(row: dict[str, Any]) -> None:
    rng = random.Random(row["seed"])
    state, _ = set_up(BOARDS[row["board"]], NAMES[: row["players"]], rng)
    # Where two kinds of cards sweep the market, a sorted deck with them on top would do so for ever.
    state.chance.shuffle = partial(sorted, reverse=row.get("reverse", False))
    for _ in range(row["after"]):
        apply(state, rng.choice(by_board(state, legal_actions(state))))
    assert state.phase in (MAIN, SECOND, CHOOSE, ANSWER, SCORING)
    assert count_sequences(state, row["depth"]) == row["count"]
