"""The order of turns and the end of the game."""

from __future__ import annotations

from typing import Final

from ttrn.core.card_supply import cards_left, fill_market, replace_market
from ttrn.core.cards import listed, number_of
from ttrn.core.state import BLANK, MAIN, OVER, State

LAST_TRAINS: Final = 2
"""A player who ends a turn with so few trains triggers the last round (END-1)."""


def end_turn(state: State) -> None:
    """End the turn: fill gaps in the market (DECK-2), see whether the game ends (END-1), pass the turn on.

    After the last turn nothing is turned up any more, but what a record says was turned up all the same is.
    """
    rules, chance = state.rules, state.chance
    if rules.close_turn is not None:
        rules.close_turn(state)
    if state.gaps and cards_left(state) and (state.last_turns != 1 or chance.cards):
        fill_market(state)
    elif chance.flushes and not chance.cards:
        replace_market(state)
    left = state.last_turns
    if left < 0:
        if rules.end_due(state) and not state.house.partial:
            state.last_turns = state.seats
    elif left:
        state.last_turns = left = left - 1
    state.phase = MAIN
    state.first_card = BLANK
    state.passes = 0
    state.seat = (state.seat + 1) % state.seats
    state.number += 1
    if not left:
        rules.conclude(state)


def conclude(state: State) -> None:
    """End the game: the last turn has been played."""
    state.phase = OVER


def few_trains(state: State) -> bool:
    """Return whether the player whose turn ends triggers the last round (END-1)."""
    return state.trains[state.seat] <= LAST_TRAINS


def trains_used_up(state: State) -> str:
    """Return why there are no more turns (END-1)."""
    few = [seat for seat in range(state.seats) if state.trains[seat] <= LAST_TRAINS]
    if state.last_turns or not few:
        return "the game is over: everybody has passed in a row"
    who = listed([f"{state.names[seat]} has {number_of(state.trains[seat], 'train')}" for seat in few])
    return f"the game is over: {who} left, and everybody has had one more turn"
