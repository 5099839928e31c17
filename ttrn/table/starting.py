"""How play starts at a table: with a deal of which the players choose their tickets, or in the middle of a game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from ttrn.boards import Board
from ttrn.core.actions import Action, DrawTickets, KeepTickets
from ttrn.core.house_rules import house_of
from ttrn.core.state import NOBODY, State, Violation
from ttrn.notation.game import Entry
from ttrn.notation.records import Keep, Player, Tag
from ttrn.notation.writer import format_statement
from ttrn.play.dealing import deck_lines, set_up
from ttrn.play.memory import Memory
from ttrn.play.shuffle import shuffle
from ttrn.replays.moves import MoveError, parse_keep
from ttrn.replays.resolve import ResolvedTickets, resolve_tickets, ticket_pair
from ttrn.replays.writing import ticket_back


class Start(NamedTuple):
    """Where a table stands before the first move of the game proper, or in the setup."""

    state: State
    legal: list[Action] | None
    """In the setup, what may be chosen; None after it."""
    lines: list[Entry]
    """The record so far."""
    memory: Memory
    rng: random.Random


class _Asked(Exception):  # noqa: N818  not an error: the deal stops where a player chooses
    def __init__(self, state: State, legal: list[Action]) -> None:
        super().__init__()
        self.state = state
        self.legal = legal


class SeededDeal(NamedTuple):
    """A deal that can be made again and again, and is the same each time."""

    board: Board
    names: tuple[str, ...]
    rules: str
    seed: str

    def start(self, choices: Sequence[Action]) -> Start:
        """Deal as far as these choices of starting tickets go."""
        rng = random.Random(self.seed)  # noqa: S311  games, not secrets
        memory = Memory(len(self.names), self.board.tables.dealt_locomotives)
        left = iter(choices)

        def choose(state: State, seat: int, legal: list[Action]) -> Action:
            choice = next(left, None)
            if choice is None:
                raise _Asked(state, legal)
            if isinstance(choice, KeepTickets):
                memory.keep_at_start(state, seat, choice.kept)
            return choice

        try:
            state, setup = set_up(self.board, self.names, rng, choose)
        except _Asked as asked:
            return Start(asked.state, asked.legal, [*self._head(), *self._so_far(choices)], memory, rng)
        state.house = house_of(self.rules)
        state.open_routes()  # asked for once they are kept, and a bot's view has a copy of them
        return Start(state, None, [*self._head(), *setup, *deck_lines(state)], memory, rng)

    def _head(self) -> list[Entry]:
        colors = self.board.tables.train_colors or ("",) * len(self.names)
        tags = [Tag("Game", self.board.name), Tag("View", "full"), Tag("Seed", self.seed)]
        tags += [Tag("Rules", self.rules)] if self.rules else []
        return [*tags, *[Player(name, "", color) for name, color in zip(self.names, colors, strict=False)]]

    def _so_far(self, choices: Sequence[Action]) -> list[Entry]:
        """Return the record of the setup up to the next choice: the deal ends only if somebody makes the others."""
        left = iter(choices)
        kept = sum([isinstance(choice, KeepTickets) for choice in choices])
        rng = random.Random(self.seed)  # noqa: S311  games, not secrets
        _, lines = set_up(self.board, self.names, rng, lambda _state, _seat, legal: next(left, legal[0]))
        return lines[: len(lines) - len(self.names) + kept]


def as_seed(seed: int | str | None) -> str:
    """Return a seed as it stands in a record; one by chance where none is given."""
    return str(random.SystemRandom().randrange(2**32) if seed is None else seed)


def in_the_middle(state: State, lines: Sequence[Entry], seed: str) -> Start:
    """Start in the middle of a game: what lies face down is put into an order, as far as it is known what that is."""
    rng = random.Random(seed)  # noqa: S311  games, not secrets
    memory = Memory(state.seats)
    memory.under = [[(NOBODY, len(group)) for group in deck.groups] for deck in state.ticket_decks]
    if cards_known(state) and not state.ordered:
        state.deck = [kind for kind, number in enumerate(state.pool) for _ in range(number)]
        shuffle(rng, state.deck)
        state.ordered = bool(state.deck)
    for deck in state.ticket_decks:
        known = deck.order or []
        rest = sorted([ticket for ticket in deck.unseen - set(known) if state.board.tickets[ticket].dealt])
        if len(rest) + len(known) == deck.fresh:
            shuffle(rng, rest)
            deck.order = [*rest, *known]
    return Start(state, None, list(lines), memory, rng)


def cards_known(state: State) -> bool:
    """Return whether every train card outside the deck is known, and so which ones are in it."""
    return not state.market_unknown and sum(state.pool) == state.deck_size


def keep_text(state: State, action: Action) -> str:
    """Return a choice of starting tickets, or of the decks from which they come, as it is typed."""
    return format_statement(_keep(state, action)).partition(" ")[2]


def _keep(state: State, action: Action) -> Keep:
    name, board = state.names[state.seat], state.board
    if isinstance(action, DrawTickets):
        backs = [ticket_back(board, deck) for deck, number in enumerate(action.mix) for _ in range(number)]
        return Keep(name, tuple(backs))
    assert isinstance(action, KeepTickets)
    returned = [ticket for ticket in state.offered if ticket not in action.kept]
    kept, rest = [tuple([ticket_pair(board, ticket) for ticket in group]) for group in (action.kept, returned)]
    return Keep(name, kept, rest)


def starting_choice(state: State, legal: Sequence[Action], text: str) -> Action:
    """Return the choice that a text stands for; the tickets that are not kept may be left out.

    Raises:
        MoveError: it cannot be read, or is none of the choices.
    """
    found = parse_keep(state, text)
    for action in legal:
        line = _keep(state, action)
        meant = resolve_tickets(state.board, line.kept, line.returned)
        assert isinstance(meant, ResolvedTickets)
        same = sorted(meant.kept) == sorted(found.kept)
        if same and (not found.returned or sorted(meant.returned) == sorted(found.returned)):
            return action
    tables = state.board.tables.setup_tickets
    example = keep_text(state, legal[-1]) if legal else ""
    wrong = Violation(state.game.ids.setup, f"of {tables.take} tickets dealt at least {tables.keep} are kept")
    raise MoveError(wrong, text, hint=f'all of them: "{example}"' if state.offered else f'for example "{example}"')
