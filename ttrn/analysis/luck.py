"""Luck: what came up by chance, beside what could have come up.

Every card that comes from the deck, and every draw of tickets, has a value after it, and an expectation before it: the
mean over all that could have come up, each as likely as the cards that are left make it. The difference is luck. Its
mean over many games is zero whatever the values are, so it needs no good model to be fair; how well it tells what a
card was worth is another question.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ttrn.core.actions import Action, ClaimRoute, DrawTickets, KeepTickets, ScoreTickets, TakeCard
from ttrn.core.card_supply import new_deck
from ttrn.core.cards import BLIND, UNKNOWN, Counts
from ttrn.core.chance import Chance as Supply
from ttrn.core.engine import legal_actions
from ttrn.core.rules import Effect, with_effects
from ttrn.core.state import ANSWER, CHOOSE, State
from ttrn.evaluation import Evaluation, evaluate
from ttrn.replays.run import Run

Kind: TypeAlias = Literal["blind", "market", "tunnel", "tickets", "deal"]

TURNED_OVER: Final = 3
"""So many cards come up together where cards are turned over: all sets of them are tried."""
OFFERS: Final = 8
"""How many other draws of tickets are tried beside one that was made."""
TRIES: Final = 24
"""How many shuffles are tried where there are too many to try all."""


class Chance(NamedTuple):
    """Something that came up in a turn by chance, and what it meant to each seat."""

    turn: int
    seat: int
    """Whose turn it was."""
    kind: Kind
    win: tuple[float, ...]
    """By how much it raised each seat's probability of winning above what was to be expected; adds up to 0."""
    score: tuple[float, ...]
    """The same for the expected final points."""
    tries: int
    """How many outcomes stand for what could have come up; 0 where all were tried."""


class Luck(NamedTuple):
    """All that came to a seat by chance in a game."""

    win: float
    """In wins: 0.11 is worth eleven games of a hundred."""
    score: float
    """In points."""


def value(state: State) -> Evaluation:
    """Return how a position stands; where somebody has to answer something, with the best answer."""
    if state.phase not in (CHOOSE, ANSWER):
        return evaluate(state)
    seat = state.seat
    best: Evaluation | None = None
    for action in legal_actions(state):
        twin = state.copy()
        twin.rules.effects[type(action)](twin, action)
        found = value(twin)
        if best is None or found.win[seat] > best.win[seat]:
            best = found
    return evaluate(state) if best is None else best


class Watch:
    """Watches a run of a record of which everything is known, and notes what came up by chance."""

    def __init__(self, run: Run, seed: str = "1") -> None:
        """Begin to watch; the run must not have begun. The same seed tries the same shuffles."""
        self.chances: list[Chance] = []
        self._rng = random.Random(f"luck {seed}")  # noqa: S311  games, not secrets
        self._before: State | None = None
        rules = run.state.rules
        watched = {kind: self._watched(kind, effect) for kind, effect in rules.effects.items()}
        run.state.rules = with_effects(rules, watched)

    def _watched(self, kind: type, effect: Effect) -> Effect:
        """Return an effect that is looked at while it is carried out."""
        if kind is DrawTickets:
            return self._drawing(effect)
        if kind is KeepTickets:
            return self._keeping(effect)
        if kind not in (TakeCard, ClaimRoute, ScoreTickets):
            return effect

        def carried_out(state: State, action: Action) -> None:
            before = self._fair(state)
            effect(state, action)
            if state.pool != before.pool and state.exact:
                self._note(before, state, action, effect)

        return carried_out

    @staticmethod
    def _fair(state: State) -> State:
        """Return a copy of a state that knows nothing of what comes."""
        twin = state.copy()
        twin.chance = Supply()
        twin.ordered = False
        twin.deck = []
        for forget in state.game.valuing.forget:
            forget(twin)
        return twin

    # --- cards -------------------------------------------------------------------------------------------------------

    def _note(self, before: State, after: State, action: Action, effect: Effect) -> None:
        """Compare what came up with all that could have."""
        kind: Kind = "deal"
        together = 0
        if isinstance(action, TakeCard):
            kind, together = "blind" if action.card == BLIND else "market", 1
        elif isinstance(action, ClaimRoute):
            kind, together = "tunnel" if after.board.routes[action.route].tunnel else "market", TURNED_OVER
        if together and not before.deck_size and before.rules.reshuffles:
            new_deck(before)
        if sum(before.pool) != before.deck_size:
            return
        outcomes = self._all(before, together) if 0 < together <= before.deck_size else self._some(before)
        tries = 0 if 0 < together <= before.deck_size else TRIES
        mean = _Mean(before.seats)
        for top, weight in outcomes:
            mean.add(self._tried(before, action, effect, top), weight)
        self._add(before, kind, value(after), mean, tries)

    def _all(self, state: State, together: int) -> Iterator[tuple[Sequence[int], float]]:
        """Give every set of so many cards from the deck, with how likely it is."""
        pool = state.pool
        kinds = [kind for kind in range(UNKNOWN) if pool[kind]]
        total = comb(state.deck_size, together)
        for cards in combinations_with_replacement(kinds, together):
            ways = 1
            for kind in set(cards):
                ways *= comb(pool[kind], cards.count(kind))
            if ways:
                yield cards, ways / total

    def _some(self, _state: State) -> Iterator[tuple[Sequence[int], float]]:
        for _ in range(TRIES):
            yield (), 1 / TRIES

    def _tried(self, before: State, action: Action, effect: Effect, top: Sequence[int]) -> Evaluation:
        """Return how it would stand if these cards were on top of the deck, and the others in any order."""
        twin = before.copy()
        left: Counts = list(twin.pool)
        for kind in top:
            left[kind] -= 1
        rest = [kind for kind in range(UNKNOWN) for _ in range(left[kind])]
        self._rng.shuffle(rest)
        twin.deck = [*rest, *top]
        twin.ordered = True
        twin.chance.shuffle = self._shuffled
        effect(twin, action)
        return value(twin)

    def _shuffled(self, cards: list[int]) -> list[int]:
        order = list(cards)
        self._rng.shuffle(order)
        return order

    # --- tickets -----------------------------------------------------------------------------------------------------

    def _drawing(self, effect: Effect) -> Effect:
        """Remember how it stood before tickets were drawn."""

        def carried_out(state: State, action: Any) -> None:
            self._before = self._fair(state)
            self._draw: Callable[[State], None] = lambda twin: effect(twin, action)
            effect(state, action)

        return carried_out

    def _keeping(self, effect: Effect) -> Effect:
        """Compare the tickets that were drawn with others, before some are kept."""

        def carried_out(state: State, action: Any) -> None:
            before, self._before = self._before, None
            if before is not None and state.exact and min(state.offered, default=-1) >= 0:
                self._note_tickets(before, state)
            effect(state, action)

        return carried_out

    def _note_tickets(self, before: State, state: State) -> None:
        mean = _Mean(before.seats)
        for _ in range(OFFERS):
            twin = before.copy()
            for deck in twin.ticket_decks:
                fresh = sorted([ticket for ticket in deck.unseen if before.board.tickets[ticket].dealt])
                if len(fresh) != deck.fresh:
                    return
                self._rng.shuffle(fresh)
                deck.order = fresh
            self._draw(twin)
            if min(twin.offered, default=-1) < 0:
                return
            mean.add(value(twin), 1 / OFFERS)
        self._add(before, "tickets", value(self._fair(state)), mean, OFFERS)

    def _add(self, before: State, kind: Kind, found: Evaluation, mean: _Mean, tries: int) -> None:
        win = tuple([got - expected for got, expected in zip(found.win, mean.win, strict=True)])
        score = tuple([got - expected for got, expected in zip(found.score, mean.score, strict=True)])
        self.chances.append(Chance(before.number, before.seat, kind, win, score, tries))


class _Mean:
    """What is to be expected: evaluations added up, each with its weight."""

    def __init__(self, seats: int) -> None:
        self.win = [0.0] * seats
        self.score = [0.0] * seats

    def add(self, found: Evaluation, weight: float) -> None:
        for seat in range(len(self.win)):
            self.win[seat] += weight * found.win[seat]
            self.score[seat] += weight * found.score[seat]


def luck_of(chances: Sequence[Chance], seats: int) -> tuple[Luck, ...]:
    """Return what all that came up meant to each seat, whoever's turn it was."""
    return tuple(
        [
            Luck(sum([chance.win[seat] for chance in chances]), sum([chance.score[seat] for chance in chances]))
            for seat in range(seats)
        ]
    )
