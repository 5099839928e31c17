"""Tunnels and stations step by step: what the engine offers, refuses and keeps track of."""

from __future__ import annotations

import random

import pytest

from ttrn.boards import board
from ttrn.core.actions import Action, BuildStation, ClaimRoute, GiveUpTunnel, PassTurn, PayTunnel, TakeCard
from ttrn.core.cards import BLIND, LETTERS, counts, frozen_counts, letters
from ttrn.core.engine import apply, legal_actions, verify
from ttrn.core.state import ANSWER, MAIN, State
from ttrn.games.europe.tunnels import tunnel_of
from ttrn.play import set_up

EUROPE = board("europe")


def route(a: str, b: str, track: int = 1) -> int:
    ends = EUROPE.city(a), EUROPE.city(b)
    assert ends[0]
    assert ends[1]
    return EUROPE.routes_between(ends[0], ends[1])[track - 1].index


def table(hand: str, top: str) -> State:
    """Return a game at its first turn with this hand, and these cards on top of the deck."""
    state, _ = set_up(EUROPE, ("ann", "bob"), random.Random(1))
    state.hands[0] = counts(hand)
    state.deck += [LETTERS.index(card) for card in reversed(top)]
    state.deck_size = len(state.deck)
    for card in top:
        state.pool[LETTERS.index(card)] += 1
    return state


def offered(state: State) -> list[str]:
    """Return the answers to a tunnel as letters."""
    found = [letters(action.paid) for action in legal_actions(state) if isinstance(action, PayTunnel)]
    return sorted(found) + ["x"] * (GiveUpTunnel() in legal_actions(state))


@pytest.mark.parametrize(
    ("hand", "paid", "top", "answers"),
    [
        ("WWWWWLL", "WWW", "WGG", ["L", "W", "x"]),
        ("WWWWWLL", "WWW", "WLG", ["LL", "WL", "WW", "x"]),
        ("WWWLLL", "WWL", "WWL", ["WLL", "x"]),
        ("WWWWLLL", "WWL", "WGL", ["LL", "WL", "WW", "x"]),
        ("WWWLLLL", "LLL", "WWL", ["L", "x"]),
        ("WWWLLL", "LLL", "WWL", ["x"]),
        ("WWW", "WWW", "WWW", ["x"]),
    ],
)
def test_answers(hand: str, paid: str, top: str, answers: list[str]) -> None:
    state = table(hand, top)
    apply(state, ClaimRoute(route("MAD", "PAM", 2), frozen_counts(paid)))
    assert state.phase == ANSWER
    assert offered(state) == answers
    assert state.seat == 0
    assert letters(tunnel_of(state).laid) == paid
    assert sum(tunnel_of(state).turned) == 3


@pytest.mark.parametrize(("paid", "top"), [("WWW", "RGB"), ("LLL", "WWW"), ("WWL", "KKK")])
def test_a_tunnel_that_costs_nothing_more_is_claimed_at_once(paid: str, top: str) -> None:
    state = table("WWWLLL", top)
    apply(state, ClaimRoute(route("MAD", "PAM", 2), frozen_counts(paid)))
    assert (state.phase, state.seat) == (MAIN, 1)
    assert state.owners[route("MAD", "PAM", 2)] == 0
    assert letters(state.discards) == letters(counts(paid + top))


def test_giving_up_returns_the_payment_and_ends_the_turn() -> None:
    state = table("WWWL", "WLG")
    apply(state, ClaimRoute(route("MAD", "PAM", 2), frozen_counts("WWL")))
    apply(state, GiveUpTunnel())
    assert letters(state.hands[0]) == "WWWL"
    assert (state.phase, state.seat, state.trains[0]) == (MAIN, 1, 45)
    assert letters(state.discards) == "GWL"
    assert letters(tunnel_of(state).laid) == letters(tunnel_of(state).turned) == ""


@pytest.mark.parametrize(
    "action", [TakeCard(BLIND), PassTurn(), BuildStation(0, frozen_counts("W")), ClaimRoute(0, frozen_counts("WW"))]
)
def test_nothing_else_is_done_in_the_middle_of_a_tunnel(action: Action) -> None:
    state = table("WWWWW", "WGG")
    apply(state, ClaimRoute(route("MAD", "PAM", 2), frozen_counts("WWW")))
    verdict = verify(state, action)
    assert verdict
    assert verdict.rule == "TURN-1"


@pytest.mark.parametrize("action", [PayTunnel(frozen_counts("W")), GiveUpTunnel()])
def test_there_is_no_answer_without_a_tunnel(action: Action) -> None:
    verdict = verify(table("WWWWW", "WGG"), action)
    assert verdict
    assert verdict.rule == "TURN-1"


@pytest.mark.parametrize("action", [PayTunnel(frozen_counts("W")), GiveUpTunnel(), BuildStation(0, frozen_counts("W"))])
def test_other_games_have_none_of_this(action: Action) -> None:
    state, _ = set_up(board("usa"), ("ann", "bob"), random.Random(1))
    verdict = verify(state, action)
    assert verdict
    assert verdict.rule == "TURN-1"


def test_a_copy_in_the_middle_of_a_tunnel_stands_alone() -> None:
    state = table("WWWWW", "WGG")
    apply(state, ClaimRoute(route("MAD", "PAM", 2), frozen_counts("WWW")))
    twin = state.copy()
    apply(twin, GiveUpTunnel())
    assert state.phase == ANSWER
    assert letters(tunnel_of(state).laid) == "WWW"
    assert letters(state.hands[0]) == "WW"
