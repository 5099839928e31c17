"""Playing on from any position: what is unknown is dealt as it may be, and nothing else changes."""

from __future__ import annotations

import random

import pytest

import ttrn
from tests.play.watching import play_watched
from ttrn.boards import board
from ttrn.core.cards import LETTERS, UNKNOWN
from ttrn.core.state import State
from ttrn.play import match
from ttrn.play.bots import find_bot
from ttrn.play.memory import Memory
from ttrn.play.redeal import Dealer, redeal
from ttrn.play.simple_bots import Random
from ttrn.play.view import View, seen_by
from ttrn.position.writer import format_position

BOARDS = ["usa", "europe", "marklin", "cardgame"]


def decisions(name: str, players: int, seed: str) -> list[tuple[State, int, Memory]]:
    """Play a game at random; return the truth, whose turn it is and what is remembered, at each decision."""
    found: list[tuple[State, int, Memory]] = []

    def noted(state: State, seat: int, memory: Memory, _seen: State) -> None:
        found.append((state.copy(), seat, memory.copy()))

    play_watched(noted, name, players, seed)
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_a_world_keeps_what_a_seat_sees_and_deals_the_rest(name: str) -> None:
    rng = random.Random(1)
    for state, seat, memory in decisions(name, 3, "5")[::9]:
        view = seen_by(state, seat, memory)
        world = redeal(view, rng)
        assert seen_again(world, seat, memory) == seen_again(state, seat, memory)
        assert world.exact
        assert sorted(world.deck) == [kind for kind in range(UNKNOWN) for _ in range(world.pool[kind])]
        assert len(world.deck) == world.deck_size == state.deck_size
        piles = [*world.hands, world.market, world.discards, *[p.cards for p in world.rules.open_piles(world)]]
        for kind, letter in enumerate(LETTERS[:UNKNOWN]):
            total = state.board.tables.train_cards.get(letter, 0)
            assert world.pool[kind] + sum(pile[kind] for pile in piles) == total
        tickets = [t for group in (*world.tickets, world.offered, world.aside) for t in group]
        for deck in world.ticket_decks:
            tickets += [*(deck.order or ()), *[ticket for group in deck.groups for ticket in group]]
            assert deck.fresh == len(deck.order or ())
        assert len(tickets) == len(set(tickets))
        assert min(tickets, default=0) >= 0


def seen_again(state: State, seat: int, memory: Memory) -> object:
    """Return what a seat sees of a state, but for tickets that others put back at the start, which nobody sees."""
    view = seen_by(state, seat, memory)
    fields = ("hands", "market", "discards", "pool", "trains", "owners", "scores", "offered", "unknown_tickets")
    shown = [repr(getattr(view, name)) for name in fields]
    return [*shown, repr(view.tickets), [(sorted(d.unseen), d.fresh, d.groups) for d in view.ticket_decks]]


def test_worlds_differ_and_likelier_tickets_come_more_often() -> None:
    state, seat, memory = decisions("usa", 2, "3")[-20]
    dealer = Dealer(seen_by(state, seat, memory))
    rng = random.Random(2)
    worlds = [dealer.deal(rng) for _ in range(200)]
    assert len({tuple(world.deck) for world in worlds}) == len(worlds)
    other = 1 - seat
    held: dict[int, int] = {}
    for world in worlds:
        for ticket in world.tickets[other]:
            held[ticket] = held.get(ticket, 0) + 1
    weights = dealer._weights[other]
    likely, rare = max(weights, key=weights.__getitem__), min(weights, key=weights.__getitem__)
    assert held.get(likely, 0) > held.get(rare, 0)


@pytest.mark.parametrize("name", BOARDS)
def test_a_game_is_played_on_from_any_decision_and_the_state_stays(name: str) -> None:
    places = decisions(name, 2, "4")
    for state, seat, memory in (places[0], places[1], places[40], places[-1]):
        view = seen_by(state, seat, memory)
        before = repr([getattr(view, field) for field in ("hands", "tickets", "owners", "deck", "offered")])
        outcomes = [ttrn.play_from(view, ["planner", "greedy"], random.Random(7)) for _ in range(2)]
        assert outcomes[0] == outcomes[1]
        assert len(outcomes[0].seats) == 2
        assert before == repr([getattr(view, field) for field in ("hands", "tickets", "owners", "deck", "offered")])


def test_a_full_state_is_shuffled_anew_and_own_bots_take_part() -> None:
    timeline = ttrn.replay(ttrn.play_game("usa", ["planner", "planner"], seed=3))
    state = timeline.state(30)

    def first(view: View) -> object:
        assert not view.state.ordered
        return view.legal[0]

    totals = {
        tuple(seat.total for seat in ttrn.play_from(state, ["planner", first], random.Random(n)).seats)  # type: ignore[list-item]
        for n in range(4)
    }
    assert len(totals) > 1
    assert state.deck == timeline.state(30).deck


def test_what_cannot_be_played_is_told() -> None:
    timeline = ttrn.replay(ttrn.play_game("usa", ["random", "random"], seed=3))
    with pytest.raises(ValueError, match="3 bots cannot play a game of 2"):
        ttrn.play_from(timeline.state(3), ["planner"] * 3, random.Random(1))
    with pytest.raises(ValueError, match="nothing has been dealt yet"):
        ttrn.play_from(ttrn.core.engine.new_game(board("usa"), ("a", "b")), ["planner"] * 2, random.Random(1))
    with pytest.raises(ttrn.BotError, match=r"ann, turn \d+: it answers None"):
        ttrn.play_from(timeline.state(2), [lambda _view: None, "planner"], random.Random(1))  # type: ignore[list-item, return-value]


@pytest.mark.parametrize("name", BOARDS)
def test_a_record_is_remembered_as_its_players_did(name: str) -> None:
    """At the start of a turn; a view made with the one memory is that made with the other."""
    game = match.play_match(board(name), [find_bot("random")._replace(make=Random)] * 2, "8").game
    timeline = ttrn.replay(game)
    turns = 0
    last = 0
    for state, seat, memory in decisions(name, 2, "8"):
        if state.number == last or state.phase != 1:
            continue
        last = state.number
        if last % 20 == 0:
            turns += 1
            again = ttrn.remembered(timeline, last - 1)
            assert again.seen == memory.seen
            assert format_position(seen_by(state, seat, again)) == format_position(seen_by(state, seat, memory))
    assert turns > 2
