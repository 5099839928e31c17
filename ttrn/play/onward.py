"""A game played on from any position to its end: for whoever wants to know what a position, or a move, is worth."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Final

from ttrn.core.actions import Action, KeepTickets
from ttrn.core.engine import apply, legal_actions
from ttrn.core.scoring import Outcome, score_game
from ttrn.core.state import MAIN, OVER, SCORING, SETUP, State
from ttrn.play.bots import Bot, GameBot, entrant
from ttrn.play.dealing import finish_setup
from ttrn.play.legality import check_answer
from ttrn.play.lending import Lender
from ttrn.play.match import MAX_TURNS, BotError
from ttrn.play.memory import Memory, memory_of
from ttrn.play.redeal import redeal
from ttrn.play.view import View, seen_by

SEED: Final = 64
"""How many bits a seed has that is drawn from chance."""


def play_from(
    state: State, bots: Sequence[str | Bot | type], rng: random.Random, *, memory: Memory | None = None
) -> Outcome:
    """Play a game from a position to its end, one bot for each seat, and return how it came out.

    The state is not changed. What it does not know is dealt at random, and every deck is shuffled, so that playing from
    one state again and again shows what may come of it. ``memory`` is what the players remember of the game so far;
    without it, of hands that are not fully known, the cards that are.

    Raises:
        BotError: a bot failed or broke a rule, or the game did not come to an end.
        UnknownBotError: there is no bot of such a name.
        ValueError: there are not as many bots as seats, nothing has been dealt yet, or the state contradicts itself.
    """
    if len(bots) != state.seats:
        raise ValueError(f"{len(bots)} bots cannot play a game of {state.seats}")
    if state.phase == SETUP and not any(any(hand) for hand in state.hands):
        raise ValueError("nothing has been dealt yet: play_game plays a game from its start")
    memory = memory_of(state) if memory is None else memory.copy()
    world = redeal(state, rng)
    return Onward(world, [entrant(bot).make() for bot in bots], memory, rng.getrandbits(SEED)).play()


class Onward:
    """A game under way in a state in which everything is known, with the bots at it; it is played in that state."""

    def __init__(self, state: State, bots: Sequence[Bot], memory: Memory, seed: int) -> None:
        self.state = state
        self.bots = bots
        self._memory = memory
        self._lender = Lender(memory)
        # The bots' chance is not that of the cards: what one draws from it does not change what comes up.
        self._rng = random.Random(seed)  # noqa: S311  games, not secrets
        self._effect = partial(apply, state)
        self._decided: Action | None = None

    def play(self, first: Action | None = None, max_turns: int = MAX_TURNS) -> Outcome:
        """Play to the end; ``first`` is what the player to move has decided already.

        Raises:
            BotError: a bot failed or broke a rule, or the game did not come to an end.
        """
        self.play_turns(max_turns, first)
        if self.state.phase != OVER:
            raise BotError(f"no end after {max_turns} turns; one of the bots stalls")
        return score_game(self.state)

    def play_turns(self, turns: int, first: Action | None = None) -> None:
        """Play so many turns, this one included, or to the end if that comes first; ``first`` is decided already.

        Raises:
            BotError: a bot failed or broke a rule.
        """
        state = self.state
        if state.phase == SETUP:
            self._decided = first
            finish_setup(state, self._start)
            first = None
        last = state.number + turns
        if first is not None:
            self.carry_out(first)
        while state.phase != OVER and (state.number < last or state.phase != MAIN):
            self.carry_out(legal_actions(state)[0] if state.phase == SCORING else self.ask())

    def carry_out(self, action: Action) -> None:
        """Carry out a legal action of the player to move."""
        self._lender.carry_out(self.state, action, self._effect)

    def ask(self, legal: list[Action] | None = None) -> Action:
        """Return what the player to move decides.

        Raises:
            BotError: the bot broke a rule.
        """
        state, seat = self.state, self.state.seat
        bot = self.bots[seat]
        if isinstance(bot, GameBot):
            return self._lender.ask(bot, state, seat, self._rng, legal)
        action = bot(View(seat, seen_by(state, seat, self._memory), self._rng, legal))
        wrong = check_answer(state, action) if legal is None else None
        if wrong is not None or (legal is not None and action not in legal):
            what = wrong.message if wrong else f"{action} is none of the choices of starting tickets"
            raise BotError(f"{state.names[seat]}, turn {state.number}: {what}", wrong.rule if wrong else "")
        return action

    def _start(self, state: State, seat: int, legal: list[Action]) -> Action:
        action, self._decided = self._decided or self.ask(legal), None
        if isinstance(action, KeepTickets):
            self._memory.keep_at_start(state, seat, action.kept)
        return action
