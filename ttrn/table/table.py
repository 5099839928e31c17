"""``Table``: a game under way, for a program or a person."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import NamedTuple

from ttrn.boards import Board
from ttrn.core.actions import Action, DrawTickets, PassTurn, TakeCard
from ttrn.core.cards import LETTERS, letters
from ttrn.core.engine import legal_actions, verify
from ttrn.core.scoring import Outcome, score_game
from ttrn.core.state import OVER, SCORING, SETUP, State, Violation
from ttrn.hidden import redact
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.records import Deck, Draw, Player, Score, Statement, Tag, Take, Turn, WrittenAction
from ttrn.notation.writer import format_action, format_game
from ttrn.play.bots import Bot, entrant
from ttrn.play.legality import KINDS_OF_ACTION, check_answer, well_formed
from ttrn.play.match import BotError
from ttrn.play.memory import Memory
from ttrn.play.shuffle import shuffled
from ttrn.play.view import View, seen_by
from ttrn.position.reader import PositionProblem, parse_position
from ttrn.position.writer import format_position
from ttrn.replays.moves import IllegalMoveError, MoveError, parse_move
from ttrn.replays.recorder import Recorder, completions
from ttrn.table.starting import SeededDeal, Start, as_seed, cards_known, in_the_middle, keep_text, starting_choice
from ttrn.table.text import table_text, ticket_texts

FULL = "full"
"""The view of somebody who sees everything."""


class Move(NamedTuple):
    """One decision: its text, and the engine's action."""

    text: str
    action: Action

    def __str__(self) -> str:
        return self.text


class _Saved(NamedTuple):
    """A table before a move, to come back to."""

    state: State
    legal: list[Action] | None
    lines: list[Entry]
    choices: int
    turns: int
    statements: int
    begun: WrittenAction | None
    chance: tuple[object, ...]
    memory: Memory
    chances: dict[int, tuple[object, ...]]


class Table:
    """A game under way; made by :func:`new_game`, :meth:`from_position` or :meth:`Timeline.table`.

    A move is one decision, and its text is the turn as far as it has come: ``draw K``, then ``draw ?``;
    ``tickets ? ? ?``, then ``tickets LAX-NYC | SEA-NYC DUL-HOU``; at the start ``keep LAX-NYC DUL-HOU | SEA-NYC``.
    """

    def __init__(self, start: Start, seed: str, *, first_turn: int = 1, deal: SeededDeal | None = None) -> None:
        self._seed = seed
        self._deal = deal  # None where the game did not start with a deal, or the setup cannot go on
        self._first_turn = first_turn
        self._choices: list[Action] = []  # made in the setup
        self._history: list[_Saved] = []
        self._bots: dict[tuple[int, str], Bot] = {}
        self._asked: dict[int, str] = {}  # which bot was last asked for a seat
        self._chances: dict[int, random.Random] = {}  # each seat's own source of chance, for its bots
        self._take_up(start)

    def _take_up(self, start: Start) -> None:
        self._state, self._legal, self._lines, self._memory, self._rng = start
        self._recorder = Recorder(self._state)
        if self._legal is None and cards_known(self._state):
            self._state.chance.shuffle = self._shuffle
            self._settle()

    @classmethod
    def from_position(cls, line: str, *, seed: int | str | None = None, board: Board | None = None) -> Table:
        """Begin at a position; cards and tickets that it does not say are shuffled, where no player holds such ones.

        Raises:
            ValueError: the line cannot be read, or is one before the cards are dealt.
        """
        state = parse_position(line, board)
        if isinstance(state, PositionProblem):
            raise ValueError(f"{state.message} [{state.rule}]")  # noqa: TRY004  of a type it is, of a line it is not
        if state.phase == SETUP:
            raise ValueError("the position is one before the cards are dealt: a game cannot start from it")
        players = [Player(name) for name in state.names]
        lines: list[Entry] = [Tag("Game", state.board.name), Tag("Position", format_position(state)), *players]
        first_turn, seeded = state.number, as_seed(seed)
        return cls(in_the_middle(state, lines, seeded), seeded, first_turn=first_turn)

    def _shuffle(self, cards: list[int]) -> list[int]:
        order = shuffled(self._rng, cards)
        if order:
            self._recorder.note(Deck("".join([LETTERS[card] for card in reversed(order)]), reshuffled=True))
        return order

    # --- what lies on it ---------------------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The board: cities, routes, tickets and tables."""
        return self._state.board

    @property
    def players(self) -> tuple[str, ...]:
        """The ids of the players, in turn order."""
        return self._state.names

    @property
    def number(self) -> int:
        """The number of the turn; 0 while starting tickets are chosen."""
        return 0 if self._state.phase == SETUP else self._state.number

    @property
    def turn(self) -> str:
        """Whose decision it is; after the end, whose it would be."""
        return self._state.names[self._state.seat]

    @property
    def market(self) -> str:
        """The face-up cards."""
        return letters(self._state.market)

    @property
    def position(self) -> str:
        """The table as one line (docs/positions.md)."""
        return format_position(self._state)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._state.phase == OVER

    @property
    def outcome(self) -> Outcome | None:
        """Scores and winners once the game is over; None before."""
        return score_game(self._state) if self.is_over else None

    @property
    def state(self) -> State:
        """A copy of the state, for the engine's own functions."""
        return self._state.copy()

    def _seat(self, player: str) -> int:
        if player not in self.players:
            raise ValueError(f'nobody at this table has the id "{player}"; there are {", ".join(self.players)}')
        return self.players.index(player)

    def hand(self, player: str) -> str:
        """Return the train cards of a player, ``?`` for each that is not known."""
        return letters(self._state.hands[self._seat(player)])

    def tickets(self, player: str) -> list[str]:
        """Return the tickets that a player keeps, as a record names them."""
        return ticket_texts(self._state, self._seat(player))

    def trains(self, player: str) -> int:
        """Return how many trains a player has left."""
        return self._state.trains[self._seat(player)]

    def score(self, player: str) -> int:
        """Return a player's points: so far without tickets and bonuses, after the end all of them."""
        seat = self._seat(player)
        return score_game(self._state).seats[seat].total if self.is_over else self._state.scores[seat]

    def __str__(self) -> str:
        return table_text(self._state, self._recorder.begun)

    def __repr__(self) -> str:
        return f"Table('{self.position.partition(';')[0]}; …')"

    # --- moves -------------------------------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> list[Move]:
        """Every legal move; of Märklin's rides only the shorter ones where there are very many."""
        return [Move(self._text(action), action) for action in self._legal_actions()]

    def _legal_actions(self) -> list[Action]:
        return legal_actions(self._state) if self._legal is None else list(self._legal)

    def _text(self, action: Action) -> str:
        """Return the turn as far as it has come with an action; of two cards drawn the second stands alone."""
        state = self._state
        if state.phase == SETUP:
            return keep_text(state, action)
        begun = None if isinstance(action, TakeCard | PassTurn) else self._recorder.begun
        return format_action(state.game.records.write[type(action)](state, action, begun))

    def parse(self, text: str) -> list[Action]:
        """Return the actions that a text stands for now: one move, or a whole turn. They need not be legal.

        Raises:
            MoveError: it cannot be read, names something that this board does not have, or what only chance decides.
        """
        if self._state.phase == SETUP:
            return [starting_choice(self._state, self._legal or [], text)]
        return parse_move(self._state, text)

    def _actions(self, move: str | Move | Action) -> list[Action]:
        if isinstance(move, str):
            return self.parse(move)
        action = move.action if isinstance(move, Move) else move
        if not isinstance(action, KINDS_OF_ACTION):
            raise TypeError(f"a move is a text, a Move or an action, not {action!r}")
        return [action]

    def check(self, move: str | Move | Action) -> Violation | None:
        """Return the rule that a move breaks; None if it is legal."""
        return self.copy().play(move)

    def play(self, move: str | Move | Action) -> Violation | None:
        """Make a move, or a whole turn: all of it or nothing. Returns the rule that it breaks; None if it is done."""
        try:
            actions = self._actions(move)
        except MoveError as error:
            text = f"{error.message} ({error.hint})" if error.hint else error.message
            return error.violation._replace(message=text)
        saved = self._save()
        for action in actions:
            wrong = self._wrong(action)
            if wrong is not None:
                self._restore(saved)
                return wrong
            self._carry_out(action)
        self._history.append(saved)
        return None

    def push(self, move: str | Move | Action) -> None:
        """Make a move, or a whole turn.

        Raises:
            MoveError: a text is no move here.
            IllegalMoveError: it breaks a rule; nothing has changed then.
        """
        if isinstance(move, str):
            self.parse(move)
        wrong = self.play(move)
        if wrong is not None:
            raise IllegalMoveError(wrong)

    def _wrong(self, action: Action) -> Violation | None:
        state = self._state
        if self._legal is not None:
            if self._deal is None or action not in self._legal:
                return Violation(state.game.ids.setup, f"this is no choice of starting tickets that {self.turn} has")
            return None
        if not well_formed(state.board, action) and state.exact:
            return Violation(
                state.game.ids.action, "cards, cities and tickets of a move are named, and are of this game"
            )
        if isinstance(action, DrawTickets) and action not in legal_actions(state):
            return verify(state, action) or Violation(state.game.ids.tickets, "tickets cannot be drawn so")
        return verify(state, action)

    def _carry_out(self, action: Action) -> None:
        state = self._state
        if self._legal is not None:
            assert self._deal is not None
            self._choices.append(action)
            self._take_up(self._deal.start(self._choices))
            return
        self._memory.play(state, action, self._recorder.play)
        self._settle()

    def _settle(self) -> None:
        """Let a scoring in mid-game come, which is nobody's turn."""
        while self._state.phase == SCORING:
            self._recorder.play(legal_actions(self._state)[0])

    # --- back, and beside --------------------------------------------------------------------------------------------

    def _save(self) -> _Saved:
        recorder = self._recorder
        return _Saved(
            self._state.copy(),
            self._legal,
            self._lines,
            len(self._choices),
            len(recorder.turns),
            len(recorder.statements),
            recorder.begun,
            self._rng.getstate(),
            deepcopy(self._memory),
            {seat: chance.getstate() for seat, chance in self._chances.items()},
        )

    def _restore(self, saved: _Saved) -> None:
        recorder = self._recorder
        self._state = recorder.state = saved.state
        self._legal, self._lines, self._memory = saved.legal, saved.lines, saved.memory
        del self._choices[saved.choices :], recorder.turns[saved.turns :], recorder.statements[saved.statements :]
        recorder.begun = saved.begun
        self._rng.setstate(saved.chance)
        for seat in self._chances:
            self._chances[seat] = self._seat_chance(seat)
        for seat, chance in saved.chances.items():
            self._chances[seat].setstate(chance)
        self._bots.clear()

    def undo(self) -> None:
        """Take back the last move, whole turns as they were played; bots that remember things are made anew.

        Raises:
            IndexError: there is nothing to take back.
        """
        if not self._history:
            raise IndexError("no move has been made at this table")
        self._restore(self._history.pop())

    def copy(self) -> Table:
        """Return a table that can be played on its own, with the same cards to come; it has bots of its own."""
        rng = random.Random()  # noqa: S311  games, not secrets
        rng.setstate(self._rng.getstate())
        start = Start(self._state.copy(), self._legal, self._lines, deepcopy(self._memory), rng)
        twin = Table(start, self._seed, first_turn=self._first_turn, deal=self._deal)
        twin._choices, twin._history, twin._asked = list(self._choices), list(self._history), dict(self._asked)
        for seat, chance in self._chances.items():
            twin._chances[seat] = self._seat_chance(seat)
            twin._chances[seat].setstate(chance.getstate())
        recorder = self._recorder
        twin._recorder.turns, twin._recorder.statements = list(recorder.turns), list(recorder.statements)
        twin._recorder.begun = recorder.begun
        return twin

    def seen_by(self, player: str) -> Table:
        """Return the table as a player sees it: hands and tickets of the others are unknown, decks have no order.

        After the end everybody has shown the tickets kept, so they are known.
        It has no moves to undo, and of its own no more chance: cards that come up there are unknown.

        Raises:
            ValueError: nobody at this table has this id.
        """
        seat = self._seat(player)
        state, seed = seen_by(self._state, seat, self._memory), as_seed(None)
        lines = list(redact(self._game(), player, board=self.board).entries)
        legal = None if self._legal is None else self._legal if self._state.seat == seat else []
        start = Start(state, legal, lines, deepcopy(self._memory), random.Random(seed))  # noqa: S311  as above
        twin = Table(start, seed, first_turn=self._first_turn)
        begun = self._recorder.begun
        if isinstance(begun, Draw) and self._state.seat != seat:
            begun = Draw(tuple([Take("?", blind=True) if take.blind else take for take in begun.takes]))
        twin._recorder.begun = begun
        return twin

    # --- bots --------------------------------------------------------------------------------------------------------

    def _seat_chance(self, seat: int) -> random.Random:
        return random.Random(f"{self._seed} {self.players[seat]}")  # noqa: S311  games, not secrets

    def ask(self, bot: str | Bot) -> Move:
        """Let a bot choose a move; it sees what the player sees whose decision it is. The move is not made.

        Of each name one bot is kept per seat, so that it can remember things from turn to turn.

        Raises:
            BotError: it answers something that is no legal move.
            UnknownBotError: there is no bot of this name.
        """
        state, seat = self._state, self._state.seat
        found = entrant(bot)
        if (seat, found.name) not in self._bots:
            self._bots[seat, found.name] = found.make()
        chance = self._chances.setdefault(seat, self._seat_chance(seat))
        view = View(seat, seen_by(state, seat, self._memory), chance, None if self._legal is None else [*self._legal])
        action = self._bots[seat, found.name](view)
        if self._legal is None:
            wrong = check_answer(state, action)
        else:
            wrong = (
                None if action in self._legal else Violation(state.game.ids.setup, f"{action} is no choice of tickets")
            )
        if wrong is not None:
            raise BotError(f'bot "{found.name}" ({self.turn}), turn {self.number}: {wrong.message}', wrong.rule)
        self._asked[seat] = found.name
        return Move(self._text(action), action)

    # --- the record --------------------------------------------------------------------------------------------------

    def record(self, *, view: str = FULL) -> str:
        """Return the record of the game so far; ``view`` is a player's id, or "public", for what they could write.

        Raises:
            ValueError: nobody at this table has this id.
        """
        game = self._game()
        return format_game(game if view == FULL else redact(game, view, board=self.board))

    def _game(self) -> GameRecord:
        state = self._state
        end: list[Statement] = []
        if self.is_over and not any(isinstance(entry, Score) for entry in self._lines):
            outcome = score_game(state)
            if outcome.certain:  # not where a player thought ahead to the end: tickets of the others are unknown there
                totals = [(state.names[score.seat], score.total) for score in outcome.seats]
                end = [*completions(state), Score(tuple(totals))]
        lines = [*self._tagged(), *self._recorder.lines(), *end]
        turns = any(isinstance(entry, Turn) for entry in lines)
        return GameRecord(tuple(lines), self._first_turn if turns else 1)

    def _tagged(self) -> list[Entry]:
        """Return the head of the record; where a bot was asked, with a tag that says for which seats."""
        if not self._asked:
            return self._lines
        bots = Tag("Bots", " ".join([self._asked.get(seat, "-") for seat in range(len(self.players))]))
        head = [entry for entry in self._lines if not isinstance(entry, Tag) or entry.name != "Bots"]
        at = next(i for i, entry in enumerate(head) if not isinstance(entry, Tag))
        return [*head[:at], bots, *head[at:]]
