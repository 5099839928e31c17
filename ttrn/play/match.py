"""One game between bots: asks each seat in turn, and lets nothing pass that the rules do not allow."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from ttrn.boards import Board
from ttrn.boards import board as find_board
from ttrn.core.actions import Action, KeepTickets
from ttrn.core.engine import legal_actions
from ttrn.core.scoring import Outcome, score_game
from ttrn.core.state import OVER, SCORING, SETUP, State
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.records import Player, Score, Tag
from ttrn.play.bots import Bot, Entrant, GameBot, entrant, place_of
from ttrn.play.dealing import DeckRecorder, deck_lines, set_up
from ttrn.play.legality import check_answer
from ttrn.play.lending import Lender
from ttrn.play.memory import Memory
from ttrn.play.view import View, seen_by
from ttrn.replays.recorder import completions

NAMES = ("ann", "bob", "cat", "dan", "eve")
"""The ids of the seats in a simulated record."""

MAX_TURNS = 2000
"""A game between bots that has not ended by then never will: between sensible players it takes 100 to 250 turns."""


class BotError(Exception):
    """A bot did something that it must not do; the message says which bot, in which seat and turn, and what.

    ``rule`` is the id of the rule that it broke, empty if it failed before that.
    """

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message, rule)
        self.message = message
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.message} [{self.rule}]" if self.rule else self.message


class Match(NamedTuple):
    """A game played to its end."""

    game: GameRecord
    state: State
    outcome: Outcome


def play_match(board: Board, entrants: Sequence[Entrant], seed: str, *, max_turns: int = MAX_TURNS) -> Match:
    """Play a game between bots and return its full record: every card, and the order of the deck.

    The same seed gives the same game, if the bots take all chance from their views.

    Raises:
        BotError: a bot failed or broke a rule, or the game did not come to an end.
    """
    return _Table(board, entrants, seed).play(max_turns)


def play_game(board: Board | str, bots: Sequence[str | Bot | type], seed: int | str = 1) -> GameRecord:
    """Play a game between bots, given by their names, as functions or as classes, and return its full record.

    Raises:
        BoardError: there is no board of this name.
        BotError: a bot failed or broke a rule, or the game did not come to an end.
        UnknownBotError: there is no bot of such a name.
        ValueError: so many cannot play this game.
    """
    on = find_board(board) if isinstance(board, str) else board
    least, most = on.tables.min_players, on.tables.max_players
    if not least <= len(bots) <= most:
        raise ValueError(f"{on.title} is for {least} to {most} players, not for {len(bots)}")
    return play_match(on, [entrant(bot) for bot in bots], str(seed)).game


class _Table:
    """A game under way, with the bots at it."""

    def __init__(self, board: Board, entrants: Sequence[Entrant], seed: str) -> None:
        self.board = board
        self.entrants = entrants
        self.seed = seed
        self.names = NAMES[: len(entrants)]
        self.memory = Memory(len(entrants), board.tables.dealt_locomotives)
        # Each seat has a chance of its own: what a bot draws from it neither changes the cards nor foretells them.
        self.rngs = [random.Random(f"{seed} {name}") for name in self.names]  # noqa: S311  games, not secrets
        self.lender = Lender(self.memory)
        self.bots: list[Bot] = [self._make(seat) for seat in range(len(entrants))]

    def play(self, max_turns: int) -> Match:
        rng = random.Random(self.seed)  # noqa: S311  games, not secrets
        state, setup = set_up(self.board, self.names, rng, self._start)
        # Asked for once, the open routes are kept from then on: a view has a copy, where it would look for them anew.
        state.open_routes()
        recorder = DeckRecorder(state)
        deck = deck_lines(state)
        while state.phase != OVER:
            if state.number > max_turns:
                raise BotError(
                    f"game {self.seed}: no end after {max_turns} turns; one of the bots stalls "
                    f"({', '.join([entrant.name for entrant in self.entrants])})"
                )
            if state.phase == SCORING:
                # Nobody's turn: the cards on the track are counted, and the game goes on.
                self.lender.carry_out(state, legal_actions(state)[0], recorder.play)
                continue
            self.lender.carry_out(state, self._ask(state, state.seat), recorder.play)
        outcome = score_game(state)
        # Most games have tickets that no cards are spent on: nothing is to be said of them.
        spent = any(result.cards for seat in outcome.seats for result in seat.tickets)
        completed = completions(state) if spent else []
        score = Score(tuple([(self.names[one.seat], one.total) for one in outcome.seats]))
        return Match(GameRecord((*self._head(), *setup, *deck, *recorder.lines(), *completed, score)), state, outcome)

    def _head(self) -> list[Entry]:
        colors = self.board.tables.train_colors or ("",) * len(self.names)
        tags = [
            Tag("Game", self.board.name),
            Tag("Event", "simulated"),
            Tag("View", "full"),
            Tag("Bots", " ".join([entrant.name for entrant in self.entrants])),
            Tag("Seed", self.seed),
        ]
        seats = zip(self.names, self.entrants, colors, strict=False)
        return [*tags, *[Player(name, entrant.name, color) for name, entrant, color in seats]]

    # --- asking ------------------------------------------------------------------------------------------------------

    def _make(self, seat: int) -> Bot:
        try:
            return self.entrants[seat].make()
        except Exception as error:
            raise self._failed(seat, "before the game", error) from error

    def _start(self, state: State, seat: int, legal: list[Action]) -> Action:
        """Let a seat choose its starting tickets, or from which decks they come."""
        action = self._answer(state, seat, list(legal))
        if action not in legal:
            rule = state.game.ids.setup
            raise self._illegal(state, seat, f"{action} is none of the {len(legal)} choices of starting tickets", rule)
        if isinstance(action, KeepTickets):
            self.memory.keep_at_start(state, seat, action.kept)
        return action

    def _ask(self, state: State, seat: int) -> Action:
        action = self._answer(state, seat, None)
        wrong = check_answer(state, action)
        if wrong is not None:
            raise self._illegal(state, seat, wrong.message, wrong.rule)
        return action

    def _answer(self, state: State, seat: int, legal: list[Action] | None) -> Action:
        bot, rng = self.bots[seat], self.rngs[seat]
        try:
            if isinstance(bot, GameBot):
                return self.lender.ask(bot, state, seat, rng, legal)
            return bot(View(seat, seen_by(state, seat, self.memory), rng, legal))
        except Exception as error:
            raise self._failed(seat, _when(state), error) from error

    # --- complaints --------------------------------------------------------------------------------------------------

    def _who(self, seat: int) -> str:
        return f'game {self.seed}: bot "{self.entrants[seat].name}" ({self.names[seat]})'

    def _failed(self, seat: int, when: str, error: Exception) -> BotError:
        return BotError(f"{self._who(seat)}, {when}: {place_of(error)}{type(error).__name__}: {error}")

    def _illegal(self, state: State, seat: int, message: str, rule: str) -> BotError:
        return BotError(f"{self._who(seat)}, {_when(state)}: {message}", rule)


def _when(state: State) -> str:
    return "starting tickets" if state.phase == SETUP else f"turn {state.number}"
