"""A run of a record of which no line says what came into the market, as if it had not been replaced unseen.

Then only cards in hands and in the market are unknown, and a deal of them is found by construction: every card that was
taken from the market lay there. Only what is discarded when a market is replaced must be guessed, for nobody ever sees
it: three cards alike, and others of which there are many.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.core.card_supply import ALIKE, locate
from ttrn.core.cards import COLORS, LETTERS, UNKNOWN, Counts
from ttrn.core.state import State
from ttrn.notation.game import Entry, GameRecord, Variation
from ttrn.notation.records import Comment, Draw, Player, Tag, Take, Turn
from ttrn.replays.run import Run

ATTEMPTS: Final = 2
"""So many guesses are made at most."""


class StrictRun(NamedTuple):
    """A record in which only cards in hands and in the market are unknown, and the state at its end."""

    game: GameRecord
    final: State


def strict_runs(game: GameRecord, board: Board) -> Iterator[StrictRun]:
    """Yield the record with what was discarded unseen guessed, if that breaks no rule; maybe nothing.

    The record must not start from a position.
    """
    if "Position" in game.tags:
        return
    for attempt in range(ATTEMPTS):
        found = _Guessing(game, board, attempt).run()
        if found is not None:
            yield found


class _Guessing:
    """One attempt: what is unknown of a market is settled before the line is run in which it is replaced."""

    def __init__(self, game: GameRecord, board: Board, attempt: int) -> None:
        self._game = game
        self._lots = Random(attempt)  # noqa: S311  nothing here is secret
        self._attempt = attempt
        self._run = Run(game, board)
        self._run.trial = True
        self._run.state.chance.strict = True

    def run(self) -> StrictRun | None:
        """Return the record; None if this attempt fails."""
        entries: list[Entry] = []
        number = self._game.first_turn
        for entry in self._game.entries:
            line = entry
            if isinstance(line, Turn):
                line = self._settled(line)
                number += 1
            if not isinstance(line, Comment | Player | Tag | Variation) and not self._run.feed(line, number - 1):
                return None
            if self._run.state.chance.unseen is None:
                return None
            entries.append(line)
        return StrictRun(GameRecord(tuple(entries), self._game.first_turn), self._run.state)

    def _settled(self, turn: Turn) -> Turn:
        """Return a turn in which what must be known of a market that is replaced is known."""
        if not isinstance(turn.action, Draw) or not any(take.flushes for take in turn.action.takes):
            return turn
        self._run.await_turn()
        return replace(turn, action=Draw(self._settle(turn.action.takes)))

    def _settle(self, takes: tuple[Take, ...]) -> tuple[Take, ...]:
        """Settle what is unknown in a market that is replaced in this draw: it had three alike when the last one came.

        Otherwise cards would be discarded that nobody knows, and no deck made of them could be counted.
        """
        state = self._run.state
        market = state.market
        at = next(n for n, take in enumerate(takes) if take.flushes)
        came = takes[at].replacement or "?"
        kinds = state.rules.sweeping
        alike = max(kinds, key=lambda kind: market[kind]) if came in "?-" else LETTERS.index(came)
        left = list(market)
        gap = ""  # what came for the first of two cards, where no line says so
        for n, take in enumerate(takes[: at + 1]):
            if take.blind:
                continue
            card = LETTERS.index(take.card)
            if not left[card] and left[UNKNOWN]:
                self._learn(card, left)
            elif not left[card] and n:
                gap = take.card
                left[card] += 1
            left[card] -= 1
            if n < at and take.replacement not in (None, "?", "-"):
                left[LETTERS.index(take.replacement)] += 1
        for _ in range(min(ALIKE - 1 - left[alike], left[UNKNOWN])):
            self._learn(alike, left)
        if not gap:
            gap = LETTERS[alike] if left[alike] < ALIKE - 1 else LETTERS[self._most_left()]
        while left[UNKNOWN]:
            self._learn(self._most_left(), left)
        *swept, last = takes[at].flushes
        flushed = replace(
            takes[at], replacement=LETTERS[alike], flushes=(*[self._alike(cards) for cards in swept], last)
        )
        first = [
            replace(take, replacement=gap) if not take.blind and take.replacement in (None, "?") else take
            for take in takes[:at]
        ]
        return (*first, flushed, *takes[at + 1 :])

    def _alike(self, cards: str) -> str:
        """Return a market that is replaced at once: three alike among its unseen cards, and others."""
        kinds = self._run.state.rules.sweeping
        alike = max([LETTERS[kind] for kind in kinds], key=cards.count)
        for _ in range(ALIKE - cards.count(alike)):
            cards = cards.replace("?", alike, 1)
        return cards.replace("?", LETTERS[self._most_left()])

    def _most_left(self) -> int:
        """Return a kind of which many cards may still be anywhere, and which never makes a market be replaced."""
        state = self._run.state
        kinds = [kind for kind in range(COLORS) if kind not in state.rules.sweeping]
        return max(kinds, key=lambda kind: state.pool[kind] * (1 - self._lots.random() * min(self._attempt, 1)))

    def _learn(self, kind: int, left: Counts) -> None:
        """Let an unknown card of the market be of a kind, also among those that are ``left`` there."""
        state = self._run.state
        for market in (state.market, left):
            market[UNKNOWN] -= 1
            market[kind] += 1
        locate(state, kind)
        if state.chance.unseen is not None:
            state.chance.unseen.turned_out(state.seats, kind)
