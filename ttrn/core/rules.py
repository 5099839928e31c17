"""The rules of a game as tables: what is legal and what follows, what is done with tickets, what counts at the end.

The defaults are the rules that all games share; a game replaces what it does otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ttrn.boards import Board, Route
from ttrn.core import claims, draws, passing, tickets, turns
from ttrn.core.actions import Action, ClaimRoute, DrawTickets, KeepTickets, PassTurn, TakeCard
from ttrn.core.cards import LOCOMOTIVE, Counts
from ttrn.core.house_rules import House
from ttrn.core.price import Price, route_price
from ttrn.core.scoring import (
    LikelyMistake,
    PlayerScore,
    TieBreak,
    longer_path,
    longest_path_card,
    more_tickets,
    one_bonus,
    seat_scores,
)
from ttrn.core.state import State, Violation
from ttrn.core.tickets_at_once import take_tickets_at_once

Check: TypeAlias = Callable[[State, Any], Violation | None]
"""One rule about an action: how it is broken; None where it is kept."""

Effect: TypeAlias = Callable[[State, Any], None]
"""What an action changes."""


class Counted(NamedTuple):
    """Something of each player's that a record may state the number of."""

    rule: str
    what: str
    value: Callable[[State, int], int]
    """How many a seat has."""


class OpenPile(NamedTuple):
    """Cards that lie elsewhere than in hands, market and discards: in the middle of an action, or before a player."""

    owner: str
    """The player before whom they lie; empty in the middle of the table."""
    field: str
    """The field of a position line that has them."""
    where: str
    """Where they lie, in words: "in the railyard of ann"."""
    cards: Counts


class Part(NamedTuple):
    """Something that a game has on the table beyond the others; ``state.parts`` has it under its class."""

    kind: type
    new: Callable[[Board, int], Any]
    """Returns it as it is before the first turn, for a number of seats."""
    copy: Callable[[Any], Any]
    """Returns one that can be changed on its own."""


class RuleIds(NamedTuple):
    """A game's own rule ids for what the shared rules check; those with a default are common to most games."""

    deck: str
    """Which cards and tickets there are."""
    setup: str
    """The starting tickets."""
    tickets: str
    """The tickets drawn during play."""
    bonus: str
    """What the bonus at the end is for."""
    tie: str
    """What decides between equal totals."""
    market: str = "MARKET-2"
    """When the market is replaced."""
    single: str = ""
    """Face-up cards other than locomotives that count as one; empty where a game has none."""
    pool: str = "TICKET-1"
    """Which tickets a record may name."""
    action: str = "TURN-1"
    """What can be done in a turn."""
    deal: str = "SETUP-2"
    """The starting hands."""
    points: str = "CLAIM-4"
    """What scores during play."""
    refill: str = "DECK-2"
    """What fills gaps in the market."""
    end: str = "END-1"
    """When the game ends."""
    score: str = "SCORE-1"
    """What tickets score."""


UNDER: Final = "under the deck"
REMOVED: Final = "out of the game"
SHUFFLED: Final = "back into the deck"
Returned: TypeAlias = Literal["under the deck", "out of the game", "back into the deck"]
"""Where starting tickets go that are not kept."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What is legal in a game and what follows, by kind of action; the defaults are the rules that all games share."""

    checks: Mapping[type[Action], tuple[Check, ...]] = field(default_factory=lambda: BASE_CHECKS)
    """The rules that an action must keep, in the order in which they are looked at."""
    effects: Mapping[type[Action], Effect] = field(default_factory=lambda: BASE_EFFECTS)
    """What an action changes, once it is legal."""
    choices: tuple[Callable[[State], list[list[Action]]], ...] = (draws.takes, claims.claims, tickets.draws)
    """What a player may do at the start of a turn, in lists that are shared; passing comes in when all are empty."""
    surely_legal: Mapping[type[Action], Callable[[State, Any], bool]] = field(default_factory=lambda: BASE_SURELY_LEGAL)
    """Whether an action is legal beyond doubt, at a glance: they spare most actions the checks."""
    watched: bool = False
    """Whether somebody watches what actions do: the checks and effects of each are asked then, and nothing of a record
    is carried out in one go."""
    draw_at_once: Callable[[State, tuple[tuple[int, int], ...]], int] = draws.take_at_once
    """Takes the cards of a recorded draw as far as nothing is out of the ordinary, and returns how many it took: what
    the checks and the effect of each take do, in one go."""
    claim_at_once: Callable[[State, int, tuple[tuple[int, int], ...]], bool] = claims.claim_at_once
    """Claims a route for cards by kind where that is legal beyond doubt, and returns whether it did; likewise."""
    tickets_at_once: Callable[[State, tuple[int, ...], tuple[int, ...]], bool] = take_tickets_at_once
    """Draws tickets and keeps the first of these, where that is legal beyond doubt and they were unseen on top of their
    decks, and returns whether it did; likewise."""
    answers: Callable[[State], list[Action]] = lambda _state: []
    """What a player may do in the middle of an action, about something that came up."""
    answer_kinds: tuple[type[Action], ...] = ()
    """The actions that are such answers, and nothing else."""
    price: Callable[[Route], Price] = route_price
    """What a route costs."""
    parts: tuple[Part, ...] = ()
    """What the game has on the table beyond the others."""
    open_piles: Callable[[State], list[OpenPile]] = lambda _state: []
    """The cards that lie elsewhere than in hands, market and discards: all cards are counted."""
    sweeping: tuple[int, ...] = (LOCOMOTIVE,)
    """The kinds of cards of which three face up make the market be replaced (MARKET-2)."""
    reshuffles: bool = True
    """Whether the discards become a new deck as soon as a card is needed (DECK-1)."""
    close_turn: Callable[[State], None] | None = None
    """What happens at the end of each turn, before the gaps in the market are filled."""
    conclude: Callable[[State], None] = turns.conclude
    """What happens after the last of the last turns: the game is over, unless it goes on in some way."""
    end_due: Callable[[State], bool] = turns.few_trains
    """Whether the turn that ends now triggers the last round."""
    why_over: Callable[[State], str] = turns.trains_used_up
    """Why there are no more turns."""
    why_going_on: Callable[[State], str] = lambda _state: "nobody is short of trains"
    """Why the game is not over yet while no last turns are being played."""


def with_effects(rules: Rules, effects: Mapping[type[Action], Effect]) -> Rules:
    """Return the same rules with other effects, each of which is asked: for whoever watches what actions do."""
    return replace(rules, effects=effects, watched=True)


@dataclass(frozen=True, slots=True)
class TicketRules:
    """What a game does with tickets; which decks there are, and how many are drawn, the board says."""

    by_kind: bool = False
    """Whether each kind of ticket (short, long) has a deck of its own."""
    returned: Returned = UNDER
    """Where starting tickets go that are not kept."""
    name_decks: Callable[[State, int, list[int], list[int]], None] = lambda _state, _seat, _kept, _returned: None
    """Names, as far as that is certain, the decks of unknown tickets that a seat kept or returned at the start."""
    unknown_deck: Callable[[State, int, int], int] = tickets.unknown_of_deck
    """The deck of the unknown ticket that a seat's ticket turned out to be; ``NOBODY`` where it cannot be."""
    shown_before: Callable[[State, int], list[int]] = lambda _state, _seat: []
    """The tickets that a seat no longer holds because they were completed and shown."""


def usual_tie_breaks(house: House) -> tuple[TieBreak, ...]:
    """Return what decides between equal totals: more tickets, then the card for the longest path."""
    return (more_tickets, longer_path if house.tie_by_length else longest_path_card)


@dataclass(frozen=True, slots=True)
class Scoring:
    """What counts at the end of a game, and what decides between players who are level."""

    seats: Callable[[State], list[PlayerScore]] = seat_scores
    """The points of each seat, with what they are made of."""
    tie_breaks: Callable[[House], tuple[TieBreak, ...]] = usual_tie_breaks
    """What decides between equal totals, in order: one table ranks the players and explains it."""
    bonus_name: str = "the longest path"
    """What the bonus is for, in messages."""
    counted: Mapping[str, Counted] = field(default_factory=dict)
    """What a record may state the number of, beyond what every game has."""
    open_bonus: Callable[[State, PlayerScore, int], bool] = one_bonus
    """Whether a stated total is right but for bonuses, which depend on players of whom not all is known."""
    likely_mistakes: Callable[[State, PlayerScore], tuple[LikelyMistake, ...]] = lambda _state, _score: ()
    """By how much a total is off that forgets something, with the rule that says it: asked for a wrong one only."""
    settle: Mapping[str, Callable[[State, int, int], None]] = field(default_factory=dict)
    """Takes over what a score sheet states of a seat and no final board shows, by the component: points for goods."""
    miscounted: Callable[[State, int, str, int], str] = lambda _state, _seat, _what, _stated: ""
    """Which of this game's own rules a wrong number that a record states most likely forgot, if one can be named."""


BASE_CHECKS: Final[Mapping[type[Action], tuple[Check, ...]]] = {
    TakeCard: draws.CHECKS,
    ClaimRoute: claims.CHECKS,
    DrawTickets: tickets.DRAW_CHECKS,
    KeepTickets: tickets.KEEP_CHECKS,
    PassTurn: passing.CHECKS,
}

BASE_EFFECTS: Final[Mapping[type[Action], Effect]] = {
    TakeCard: draws.take_card,
    ClaimRoute: claims.claim_route,
    DrawTickets: tickets.draw_tickets,
    KeepTickets: tickets.keep_tickets,
    PassTurn: passing.pass_turn,
}

BASE_SURELY_LEGAL: Final[Mapping[type[Action], Callable[[State, Any], bool]]] = {
    TakeCard: draws.surely_legal,
    ClaimRoute: claims.surely_legal,
}
