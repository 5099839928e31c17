"""A dialect: what one game adds to the core, or replaces in it, as a table of small functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ttrn.boards import Board
from ttrn.core.cards import LOCOMOTIVE, Counts
from ttrn.core.tickets import put_under_first, unknown_of_deck
from ttrn.core.turns import conclude, trains_used_up

if TYPE_CHECKING:
    from ttrn.core.actions import Action
    from ttrn.core.scoring import LikelyMistake, Outcome, PlayerScore
    from ttrn.core.state import State, TicketDeck, Violation

Check: TypeAlias = "Callable[[State, Any], Violation | None]"
"""The verdict of one rule on an action: how it is broken, or nothing."""

Effect: TypeAlias = "Callable[[State, Any], None]"
"""What an action changes."""


def one_bonus(state: State, score: PlayerScore, stated: int) -> bool:
    """Tell whether a total is off by just the one bonus of a game."""
    tables = state.board.tables
    return abs(score.total - stated) == (tables.longest_path or tables.most_tickets)


class Counted(NamedTuple):
    """Something of each player's that a record may state the number of."""

    rule: str
    what: str
    value: Callable[[State, int], int]
    """How many a seat has."""


class Piece(NamedTuple):
    """Something of a player's that stands in a city."""

    what: str
    seat: int
    city: int


@dataclass(frozen=True, slots=True)
class Dialect:
    """One game's rules, over the shared core."""

    name: str
    ids: Mapping[str, str]
    """This game's own rule ids for what the core checks: deck, setup, tickets, bonus, tie; and, where the game has a
    rule beside the common one: market (when it is replaced), single (face-up cards that count as one), pool (which
    tickets a record may name), action (what can be done in a turn), deal (the starting hands), points (what scores
    during play), refill (what fills gaps in the market), end (of the game), score (of tickets)."""
    checks: Mapping[type[Action], tuple[Check, ...]]
    effects: Mapping[type[Action], Effect]
    choices: tuple[Callable[[State], list[Action]], ...]
    """What a player may do at the start of a turn; passing comes in when all of them are empty."""
    ticket_decks: Callable[[Board], list[TicketDeck]]
    end_due: Callable[[State], bool]
    """Whether the turn that ends now triggers the last round."""
    settle: Callable[[State], Outcome]
    new_extra: Callable[[Board, int], object] = lambda _board, _seats: None
    copy_extra: Callable[[object], object] = lambda extra: extra
    surely_legal: Mapping[type[Action], Callable[[State, Any], bool]] = field(default_factory=dict)
    """Tell of an action whether it is legal beyond doubt, at a glance: they spare most actions the checks."""
    fitting: Callable[[int, str, int, tuple[int, ...]], tuple[tuple[int, int], ...]] = (
        lambda _length, _color, _ferry, _paid: ()
    )
    """Of a route's length, colour and ferry and of cards: the cards by kind, if they are seen and pay for it."""
    answers: Callable[[State], list[Action]] = lambda _state: []
    """What a player may do in the middle of an action, about something that came up."""
    answer_kinds: tuple[type[Action], ...] = ()
    """The actions that are such answers, and nothing else."""
    begin: Callable[[State], None] = lambda _state: None
    """What happens between the setup and the first turn."""
    put_back: Callable[[State, list[int]], None] = put_under_first
    """Where the tickets go that are not kept at the start."""
    take_back: Callable[[State, int], None] = lambda state, number: state.ticket_decks[0].lose_unknown(number)
    """Takes unknown tickets away from there again: it turned out that they were kept."""
    gone: Callable[[State, int], str] = lambda _state, _ticket: ""
    """Tells why a ticket is in no deck, where a game takes some out."""
    tell_decks: Callable[[State, int, list[int], list[int]], None] = lambda _state, _seat, _kept, _returned: None
    """Tells, as far as that is certain, of which decks the unknown tickets are that a seat kept or not at the start."""
    unknown_place: Callable[[State, int, int], int] = unknown_of_deck
    """Of which deck the unknown ticket is that a seat's ticket turned out to be; ``NOBODY`` where it cannot be."""
    lying: Callable[[State], list[Counts]] = lambda _state: []
    """Cards that lie elsewhere than in hands, market and piles: in the middle of an action, or before the players."""
    lying_where: Callable[[State], list[str]] = lambda _state: []
    """Where each of these piles lies, in words: "in the railyard of ann"."""
    reshuffles: bool = True
    """Whether the discards become a new deck as soon as a card is needed (DECK-1)."""
    close_turn: Callable[[State], None] | None = None
    """What happens at the end of each turn, before the gaps in the market are filled."""
    conclude: Callable[[State], None] = conclude
    """What happens after the last of the last turns: the game is over, unless it goes on in some way."""
    over: Callable[[State], str] = trains_used_up
    """Tells why there are no more turns."""
    going_on: Callable[[State], str] = lambda _state: "nobody is short of trains"
    """Tells why the game is not over yet while no last turns are being played."""
    laid_down: Callable[[State, int], list[int]] = lambda _state, _seat: []
    """The tickets that a seat no longer holds because they were completed and shown."""
    open_bonus: Callable[[State, PlayerScore, int], bool] = one_bonus
    """Tells whether a stated total is right but for bonuses, which depend on players of whom not all is known."""
    likely_mistakes: Callable[[State, PlayerScore], tuple[LikelyMistake, ...]] = lambda _state, _score: ()
    """By how much a total is off that forgets something, with the rule that says it: asked for a wrong one only."""
    counted: Mapping[str, Counted] = field(default_factory=dict)
    """What a record may state the number of, beyond what every game has."""
    pieces: Callable[[State], list[Piece]] = lambda _state: []
    """What stands in the cities, in the order of the board."""
    miscounted: Callable[[State, int, str, int], str] = lambda _state, _seat, _what, _stated: ""
    """Which of this game's own rules a wrong number that a record states most likely forgot, if one can tell."""
    sweeping: tuple[int, ...] = (LOCOMOTIVE,)
    """The kinds of cards of which three face up make the market be replaced (MARKET-2)."""
    bonus_name: str = "the longest path"
