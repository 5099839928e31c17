"""A table that a program, or a person, plays at: moves as text, the rules behind them, bots for the other seats.

>>> table = new_game("usa", ["ann", "bob"], seed=7)
>>> table.turn, table.hand("ann"), table.market
('ann', 'OYKL', 'OOYKL')
>>> print(table.legal_moves[0])
keep NAS-NYC LAX-CHI | DEN-ELP
>>> table.push(table.legal_moves[0])
>>> table.turn
'bob'
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, NamedTuple

from ttrn.boards import Board
from ttrn.boards import board as find_board
from ttrn.core.actions import Action, DrawTickets, KeepTickets, TakeCard
from ttrn.core.cards import LETTERS, letters, listed
from ttrn.core.engine import legal_actions, verify
from ttrn.core.game import UNDER
from ttrn.core.house_rules import house_of
from ttrn.core.scoring import Outcome, score_game
from ttrn.core.state import NOBODY, OVER, SCORING, SETUP, State, Violation
from ttrn.hidden import redact
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.records import Deck, Draw, Keep, Player, Score, Statement, Tag, Take, Turn, WrittenAction
from ttrn.notation.writer import format_action, format_game, format_statement, format_ticket
from ttrn.play.bots import Bot, entrant
from ttrn.play.dealing import deck_lines, set_up
from ttrn.play.legality import KINDS_OF_ACTION, objection, well_formed
from ttrn.play.match import BotError
from ttrn.play.shuffle import shuffle, shuffled
from ttrn.play.view import Memory, View, seen_by
from ttrn.position.fields import SEAT, route_list
from ttrn.position.reader import PositionProblem, parse_position
from ttrn.position.writer import format_position
from ttrn.replays.moves import IllegalMoveError, MoveError, parse_keep, parse_move
from ttrn.replays.recorder import Recorder, completions
from ttrn.replays.writing import ticket_back, written_ticket

if TYPE_CHECKING:
    from ttrn.replays.timeline import Timeline

__all__ = ["IllegalMoveError", "Move", "MoveError", "Table", "new_game", "table_at"]

FULL = "full"
"""The view of somebody who sees everything."""


class Move(NamedTuple):
    """One decision: its text, and the engine's action."""

    text: str
    action: Action

    def __str__(self) -> str:
        return self.text


class _Asked(Exception):  # noqa: N818  not an error: the deal stops where a player chooses
    def __init__(self, state: State, legal: list[Action]) -> None:
        super().__init__()
        self.state = state
        self.legal = legal


class _Saved(NamedTuple):
    """A table before a move, to come back to."""

    state: State
    legal: list[Action] | None
    choices: int
    turns: int
    statements: int
    begun: WrittenAction | None
    chance: tuple[object, ...]
    memory: Memory
    chances: dict[int, tuple[object, ...]]


def new_game(board: str | Board, players: Sequence[str], *, seed: int | str | None = None, rules: str = "") -> Table:
    """Shuffle and deal; the players choose their starting tickets first. The same seed gives the same deal.

    ``rules`` are house rules, as a record's Rules tag names them.

    Raises:
        BoardError: there is no board of this name.
        ValueError: so many cannot play this game, or a name cannot be a player's id.
    """
    on = find_board(board) if isinstance(board, str) else board
    least, most = on.tables.min_players, on.tables.max_players
    names = tuple(players)
    if not least <= len(names) <= most:
        raise ValueError(f"{on.title} is for {least} to {most} players, not for {len(names)}")
    if len(set(names)) < len(names):
        raise ValueError(f"two players have the same id: {', '.join(names)}")
    if house_of(rules).partial:
        raise ValueError('a game cannot be played with rules "partial": they are for records that leave turns out')
    table = Table(_seed(seed))
    table._open(on, names, rules)  # noqa: SLF001  its only other beginning
    return table


def _seed(seed: int | str | None) -> str:
    return str(random.SystemRandom().randrange(2**32) if seed is None else seed)


class Table:
    """A game under way; made by :func:`new_game`, :meth:`from_position` or :meth:`Timeline.table`.

    A move is one decision, and its text is the turn as far as it has come: ``draw K``, then ``draw ?``; ``tickets ? ? ?``,
    then ``tickets LAX-NYC | SEA-NYC DUL-HOU``; at the start ``keep LAX-NYC DUL-HOU | SEA-NYC``.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._rng = random.Random(seed)  # noqa: S311  games, not secrets
        self._head: list[Entry] = []  # the record before the first move that was made here, without the setup
        self._setup: list[Entry] = []  # the setup, once it is over
        self._first_turn = 1
        self._choices: list[Action] = []  # made in the setup
        self._legal: list[Action] | None = None  # in the setup: what may be chosen
        self._seen = False  # whether this is what one player sees of a table: a setup cannot go on there
        self._history: list[_Saved] = []
        self._bots: dict[tuple[int, str], Bot] = {}
        self._asked: dict[int, str] = {}  # which bot was last asked for a seat
        self._chances: dict[int, random.Random] = {}  # each seat's own source of chance, for its bots

    # --- beginnings --------------------------------------------------------------------------------------------------

    def _open(self, board: Board, names: tuple[str, ...], rules: str) -> None:
        colors = board.tables.train_colors or ("",) * len(names)
        self._head = [Tag("Game", board.name), Tag("View", FULL), Tag("Seed", self._seed)]
        self._head += [Tag("Rules", rules)] if rules else []
        self._head += [Player(name, "", color) for name, color in zip(names, colors, strict=False)]
        self._deal(board, names)

    def _deal(self, board: Board, names: tuple[str, ...]) -> None:
        """Deal as far as the choices of starting tickets go; it is the same deal each time, so it begins anew."""
        self._rng = random.Random(self._seed)  # noqa: S311  games, not secrets
        self._memory = Memory(len(names), board.tables.dealt_locomotives)
        choices = iter(self._choices)

        def choose(state: State, seat: int, legal: list[Action]) -> Action:
            choice = next(choices, None)
            if choice is None:
                raise _Asked(state, legal)
            if isinstance(choice, KeepTickets):
                returned = [ticket for ticket in state.offered if ticket not in choice.kept]
                self._memory.at_start[seat] = returned
                if state.game.tickets.returned == UNDER:
                    self._memory.note_return(state, seat, returned)
            return choice

        try:
            state, setup = set_up(board, names, self._rng, choose)
        except _Asked as asked:
            self._begin(asked.state, asked.legal)
            return
        tags = {entry.name: entry.value for entry in self._head if isinstance(entry, Tag)}
        state.house = house_of(tags.get("Rules", ""))
        state.open_routes()  # asked for once they are kept, and a bot's view has a copy of them
        self._setup = [*setup, *deck_lines(state)]
        self._begin(state)

    def _begin(self, state: State, legal: list[Action] | None = None) -> None:
        self._state, self._legal = state, legal
        self._recorder = Recorder(state)
        if legal is None and _cards_known(state):
            state.chance.shuffle = self._shuffle
            self._settle()

    @classmethod
    def from_position(cls, line: str, *, seed: int | str | None = None, board: Board | None = None) -> Table:
        """Begin at a position; cards and tickets that it does not say are shuffled, where no player holds such ones.

        Raises:
            ValueError: the line cannot be read, or is one before the cards are dealt.
        """
        state = parse_position(line, board)
        if isinstance(state, PositionProblem):
            raise ValueError(f"{state.message} [{state.rule}]")
        if state.phase == SETUP:
            raise ValueError("the position is one before the cards are dealt: a game cannot start from it")
        players = [Player(name) for name in state.names]
        lines = [Tag("Game", state.board.name), Tag("Position", format_position(state)), *players]
        return cls._from(state, lines, state.number, seed)

    @classmethod
    def _from(cls, state: State, lines: Sequence[Entry], first_turn: int, seed: int | str | None) -> Table:
        """Begin in the middle of a game: what lies face down is put into an order."""
        table = cls(_seed(seed))
        table._head, table._first_turn = list(lines), first_turn
        table._memory = Memory(state.seats)
        table._memory.under = [[(NOBODY, len(group)) for group in deck.groups] for deck in state.ticket_decks]
        if _cards_known(state) and not state.ordered:
            state.deck = [kind for kind, number in enumerate(state.pool) for _ in range(number)]
            shuffle(table._rng, state.deck)
            state.ordered = bool(state.deck)
        for deck in state.ticket_decks:
            known = deck.order or []
            rest = sorted([t for t in deck.unseen if state.board.tickets[t].dealt and t not in known])
            if len(rest) + len(known) == deck.fresh:
                shuffle(table._rng, rest)
                deck.order = [*rest, *known]
        table._begin(state)
        return table

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
            return format_statement(self._keep_line(action)).partition(" ")[2]
        begun = None if isinstance(action, TakeCard) else self._recorder.begun
        return format_action(state.game.records.write[type(action)](state, action, begun))

    def _keep_line(self, action: Action) -> Keep:
        board = self.board
        if isinstance(action, DrawTickets):
            backs = [ticket_back(board, deck) for deck, number in enumerate(action.mix) for _ in range(number)]
            return Keep(self.turn, tuple(backs))
        assert isinstance(action, KeepTickets)
        returned = [ticket for ticket in self._state.offered if ticket not in action.kept]
        kept, rest = [tuple([written_ticket(board, t) for t in group]) for group in (action.kept, returned)]
        return Keep(self.turn, kept, rest)

    def parse(self, text: str) -> list[Action]:
        """Return the actions that a text stands for now: one move, or a whole turn. They need not be legal.

        Raises:
            MoveError: it cannot be read, names something that this board does not have, or what only chance decides.
        """
        if self._state.phase == SETUP:
            return [self._starting_tickets(text)]
        return parse_move(self._state, text)

    def _starting_tickets(self, text: str) -> Action:
        found = parse_keep(self._state, text)
        kept, returned = sorted(found.kept), sorted(found.returned)
        for action in self._legal or ():
            line = action if isinstance(action, KeepTickets) else None
            if line is None and not returned and format_statement(self._keep_line(action)).endswith(f" {text.strip()}"):
                return action
            rest = sorted([t for t in self._state.offered if line is not None and t not in line.kept])
            if line is not None and sorted(line.kept) == kept and (not returned or returned == rest):
                return action
        draw = self.board.tables.setup_tickets
        offered = [" ".join(["keep", *[ticket_text(self._state, t) for t in self._state.offered]])]
        what = f"{draw.take} tickets are dealt and at least {draw.keep} kept"
        hint = f'these were dealt: "{offered[0]}"' if self._state.offered else f'for example "{self.legal_moves[0]}"'
        raise MoveError(Violation(self._state.game.ids.setup, what), text, hint=hint)

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
            if self._seen or action not in self._legal:
                return Violation(
                    state.game.ids.setup, f"{self.turn} chooses starting tickets now, and this is no choice"
                )
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
            self._choices.append(action)
            self._deal(self.board, self.players)
            return
        if isinstance(action, KeepTickets):
            returned = [ticket for ticket in state.offered if ticket not in action.kept]
            self._memory.note_return(state, state.seat, returned)
        self._memory.note(state.seat, action)
        self._recorder.play(action)
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
        self._legal, self._memory = saved.legal, saved.memory
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
        twin = Table(self._seed)
        twin._head, twin._setup, twin._first_turn = list(self._head), list(self._setup), self._first_turn
        twin._choices, twin._legal, twin._seen = list(self._choices), self._legal, self._seen
        twin._asked, twin._memory = dict(self._asked), deepcopy(self._memory)
        twin._history = list(self._history)
        twin._rng.setstate(self._rng.getstate())
        for seat, chance in self._chances.items():
            twin._chances[seat] = self._seat_chance(seat)
            twin._chances[seat].setstate(chance.getstate())
        twin._state = self._state.copy()
        twin._recorder = recorder = Recorder(twin._state)
        recorder.turns, recorder.statements = list(self._recorder.turns), list(self._recorder.statements)
        recorder.begun = self._recorder.begun
        if self._state.chance.shuffle is not None:
            twin._state.chance.shuffle = twin._shuffle
        return twin

    def seen_by(self, player: str) -> Table:
        """Return the table as a player sees it: hands and tickets of the others are unknown, decks have no order.

        It has no moves to undo, and of its own no more chance: cards that come up there are unknown.

        Raises:
            ValueError: nobody at this table has this id.
        """
        seat = self._seat(player)
        twin = Table(_seed(None))
        twin._head = list(redact(self._game(), player, board=self.board).entries)
        twin._first_turn, twin._seen = self._first_turn, True
        twin._memory = deepcopy(self._memory)
        twin._state = seen_by(self._state, seat, self._memory)
        twin._legal = None if self._legal is None else self._legal if self._state.seat == seat else []
        twin._recorder = Recorder(twin._state)
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
            wrong = objection(state, action)
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
        if self.is_over and not any(isinstance(entry, Score) for entry in self._head):
            totals = [(state.names[score.seat], score.total) for score in score_game(state).seats]
            end = [*completions(state), *([Score(tuple(totals))] if min(total for _, total in totals) >= 0 else [])]
        lines = [*self._tagged(), *self._setup_lines(), *self._recorder.lines(), *end]
        turns = any(isinstance(entry, Turn) for entry in lines)
        return GameRecord(tuple(lines), self._first_turn if turns else 1)

    def _tagged(self) -> list[Entry]:
        """Return the head of the record; where a bot was asked, with a tag that says for which seats."""
        if not self._asked:
            return self._head
        bots = Tag("Bots", " ".join([self._asked.get(seat, "-") for seat in range(len(self.players))]))
        head = [entry for entry in self._head if not isinstance(entry, Tag) or entry.name != "Bots"]
        at = next(i for i, entry in enumerate(head) if not isinstance(entry, Tag))
        return [*head[:at], bots, *head[at:]]

    def _setup_lines(self) -> list[Entry]:
        if self._legal is None or self._seen:
            return self._setup
        # The tickets that are still to be chosen are no part of the record, but the deal goes on only with a choice.
        choices = iter(self._choices)
        kept = sum([isinstance(choice, KeepTickets) for choice in self._choices])
        rng = random.Random(self._seed)  # noqa: S311  games, not secrets
        _, lines = set_up(self.board, self.players, rng, lambda _state, _seat, legal: next(choices, legal[0]))
        return lines[: len(lines) - len(self.players) + kept]


def _cards_known(state: State) -> bool:
    """Tell whether every train card outside the deck is known, and so which ones are in it."""
    return not state.market_unknown and sum(state.pool) == state.deck_size


def table_at(timeline: Timeline, turn: int, *, seed: int | str | None = None) -> Table:
    """Return the table after a turn of a record, to play on from there; its record goes on with that one.

    Raises:
        IndexError: there is no such turn.
    """
    state = timeline.state(turn)
    state.chance.recorded = False
    game = timeline.game
    lines: list[Entry] = []
    left = turn - game.first_turn + 1
    for entry in game.entries:
        left -= isinstance(entry, Turn)
        if left < 0 or (not left and lines and isinstance(lines[-1], Turn)):
            break
        if not isinstance(entry, Tag) or entry.name != "Result":
            lines.append(entry)
    return Table._from(state, lines, game.first_turn, seed)  # noqa: SLF001


# --- as a person reads it --------------------------------------------------------------------------------------------


def ticket_text(state: State, ticket: int) -> str:
    """Return a ticket as a record names it."""
    return format_ticket(written_ticket(state.board, ticket))


def ticket_texts(state: State, seat: int) -> list[str]:
    """Return the tickets of a seat as a record names them, unknown ones last."""
    unknown = [ticket_back(state.board, deck) for deck, n in enumerate(state.unknown_tickets[seat]) for _ in range(n)]
    return [*[ticket_text(state, ticket) for ticket in state.tickets[seat]], *[format_ticket(back) for back in unknown]]


def table_text(state: State, begun: WrittenAction | None) -> str:
    """Return the table in lines, as the player sees it whose turn it is; after the end, as everybody does."""
    name = state.names[state.seat]
    if state.phase == OVER:
        outcome = score_game(state)
        winners = listed([state.names[seat] for seat in outcome.winners])
        head = f"{state.board.name}, over after turn {state.number - 1}: {winners} won"
    else:
        when = "starting tickets" if state.phase == SETUP else f"turn {state.number}"
        head = f"{state.board.name}, {when}: {name} is to move"
    rows = [head]
    rows += [f"so far: {format_action(begun)}"] if begun is not None else []
    rows += [f"to choose from: {' '.join([ticket_text(state, t) for t in state.offered])}"] if state.offered else []
    tickets = sum([deck.size for deck in state.ticket_decks])
    rows.append(f"market {letters(state.market) or '-'}, deck {state.deck_size}, tickets {tickets}")
    return "\n".join([*rows, *[_seat_text(state, seat) for seat in range(state.seats)]])


def _seat_text(state: State, seat: int) -> str:
    """Return a player in a line: everything of the one to move, of others what lies open."""
    own = seat == state.seat or state.phase == OVER
    hand, tickets = state.hands[seat], ticket_texts(state, seat)
    points = score_game(state).seats[seat].total if state.phase == OVER else state.scores[seat]
    words = [f"{points} points"]
    words += [f"{state.trains[seat]} trains"] if state.board.routes else []
    words.append(f"hand {letters(hand) or '-'}" if own else f"{sum(hand)} cards")
    words.append(f"tickets {' '.join(tickets) or '-'}" if own else f"{len(tickets)} tickets")
    words += [f"routes {route_list(state, state.routes_of(seat))}"] if state.routes_of(seat) else []
    for field in state.game.position.fields:
        value = field.write(state, seat) if field.part == SEAT else ""
        words += [f"{field.name} {value}"] if value else []
    return f"{'>' if seat == state.seat and state.phase != OVER else ' '} {state.names[seat]}: {', '.join(words)}"
