"""A dialect: what one game adds to the core, or replaces in it, as a table of small functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from ttrn.boards import Board
from ttrn.rules.cards import LOCOMOTIVE, UNKNOWN, Counts

if TYPE_CHECKING:
    from ttrn.rules.actions import Action
    from ttrn.rules.scoring import Settlement
    from ttrn.rules.state import State, TicketDeck, Verdict

Check: TypeAlias = "Callable[[State, Any], Verdict | None]"
"""The verdict of one rule on an action: how it is broken, or nothing."""

Effect: TypeAlias = "Callable[[State, Any], None]"
"""What an action changes."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """One game's rules, over the shared core."""

    name: str
    ids: Mapping[str, str]
    """This game's own rule ids for what the core checks: deck, setup, tickets, bonus, tie."""
    checks: Mapping[type[Action], tuple[Check, ...]]
    effects: Mapping[type[Action], Effect]
    choices: tuple[Callable[[State], list[Action]], ...]
    """What a player may do at the start of a turn; passing comes in when all of them are empty."""
    ticket_decks: Callable[[Board], list[TicketDeck]]
    three_alike: Callable[[Counts], tuple[bool, bool]]
    """Whether a market certainly, and possibly, has three cards that make it be replaced."""
    end_due: Callable[[State], bool]
    """Whether the turn that ends now triggers the last round."""
    settle: Callable[[State], Settlement]
    new_extra: Callable[[Board, int], object] = lambda _board, _seats: None
    copy_extra: Callable[[object], object] = lambda extra: extra


def three_locomotives(market: Counts) -> tuple[bool, bool]:
    """Tell whether three face-up cards are, or may be, locomotives (MARKET-2)."""
    seen = market[LOCOMOTIVE]
    return seen >= 3, seen + market[UNKNOWN] >= 3
