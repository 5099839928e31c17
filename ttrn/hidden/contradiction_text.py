"""What lines that contradict each other ask for, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ttrn.core.cards import LETTERS, LOCOMOTIVE, UNKNOWN, name_cards
from ttrn.hidden.accounts import CardAccounts
from ttrn.hidden.card_constraints import CardConstraints
from ttrn.hidden.ledger import Ledger, card_ledger
from ttrn.hidden.ticket_ledger import TicketAccounts, ticket_ledger
from ttrn.hidden.wording import listed
from ttrn.notation.game import GameRecord
from ttrn.notation.records import (
    Claim,
    Deal,
    Draw,
    Keep,
    Market,
    Play,
    Reveal,
    Ride,
    Score,
    Station,
    Turn,
)

if TYPE_CHECKING:
    from ttrn.hidden.possible_deals import PossibleDeals


MOST_IN_A_MESSAGE: Final = 3
"""A ledger of more steps than these is too long for a message."""


def reason(deals: PossibleDeals, what: str, lines: Sequence[int], last: int) -> str:
    """Say why these lines and the last one cannot all be true: by counting cards where that is enough."""
    game = deals.game
    if what == "cards":
        counted = _too_many_cards(deals, [*lines, last])
        if counted:
            return counted
    if what == "tickets" and isinstance(game.entries[last], Score):
        tickets = "no tickets that may have been kept add up to these points"
        return tickets if not lines else f"{tickets}, together with {_named(game, lines)}"
    impossible = f"no deal of the unseen {what} makes this possible"
    ledger = (_cards_add_up if what == "cards" else _tickets_add_up)(deals, last)
    if ledger is not None and ledger.plain and len(ledger.steps) <= MOST_IN_A_MESSAGE:
        return f"{impossible}: {'; '.join(ledger.steps)}"
    return f"{impossible} together with {_named(game, lines)}" if lines else impossible


def _cards_add_up(deals: PossibleDeals, last: int) -> Ledger | None:
    """Return a ledger of cards that do not add up with a line, if there is one."""
    accounts = CardAccounts(deals.game, deals.board)
    accounts.read(last)
    if accounts.hidden_sweep:
        accounts = CardAccounts(deals.game, deals.board, strict=False)
        accounts.read(last)
    # What a line leaves open is read in one way here; that this one is impossible does not say why all are.
    return None if accounts.open_choices else card_ledger(accounts)


def _tickets_add_up(deals: PossibleDeals, last: int) -> Ledger | None:
    """Return a ledger of tickets that do not add up with a line, if there is one."""
    accounts = TicketAccounts(deals.game, deals.board)
    accounts.read(last)
    return None if accounts.guessed else ticket_ledger(accounts)


def _named(game: GameRecord, lines: Sequence[int]) -> str:
    """Name lines: turns by number, others by what they are."""
    turns: list[int] = []
    others: list[str] = []
    number = game.first_turn - 1
    for i, entry in enumerate(game.entries):
        number += isinstance(entry, Turn)
        if i in lines:
            if isinstance(entry, Turn):
                turns.append(number)
            else:
                others.append(_other(entry))
    parts = list(dict.fromkeys(others))
    if turns:
        parts.append(f"turn{'s' if len(turns) > 1 else ''} {listed([str(turn) for turn in turns])}")
    return listed(parts)


def _other(entry: object) -> str:
    match entry:
        case Deal(player):
            return f"the cards dealt to {player}"
        case Keep(player):
            return f"the first tickets of {player}"
        case Reveal(player):
            return f"the tickets that {player} shows"
        case Market():
            return "the first market"
        case _:
            return "what the record states"


@dataclass(slots=True)
class _Tally:
    """Where lines show cards of one kind."""

    up: int = 0
    """Turned up on the market or at a tunnel."""
    taken: int = 0
    held: dict[str, int] = field(default_factory=dict)
    paid: dict[str, int] = field(default_factory=dict)
    took: dict[str, int] = field(default_factory=dict)

    @property
    def players(self) -> list[str]:
        """Everybody who had cards of the kind."""
        return list(dict.fromkeys([*self.held, *self.paid]))

    def least(self, player: str) -> int:
        """Return how many a player has drawn from the deck at least."""
        return max(self.held.get(player, 0), self.paid.get(player, 0) - self.took.get(player, 0))

    @property
    def total(self) -> int:
        """How many cards there must have been in the deck."""
        return max(self.up, self.taken) + sum([max(0, self.least(player)) for player in self.players])


def _too_many_cards(deals: PossibleDeals, lines: list[int]) -> str:
    """Say that more cards of a kind are shown than were in the deck, if that is all there is to it."""
    forget = frozenset(range(lines[-1])) - set(lines)
    constraints = CardConstraints(deals.game, deals.board, forget=forget).read(lines[-1])
    if len(constraints.stacks) > 1 or constraints.hidden_sweep:
        return ""
    for kind in range(UNKNOWN):
        tally = _Tally()
        for line in lines:
            _count(deals.game, line, kind, tally)
        exist = deals.board.tables.train_cards.get(LETTERS[kind], 0)
        if tally.total > exist:
            cards = f"{name_cards(kind, tally.total)}{' cards' if kind < LOCOMOTIVE else ''}"
            reshuffle = "before the first reshuffle"
            return f"with this, {cards} have come up {reshuffle} ({listed(list(_parts(tally)))}); the deck has {exist}"
    return ""


def _parts(tally: _Tally) -> Iterator[str]:
    for player in tally.players:
        paid, least = tally.paid.get(player, 0), tally.least(player)
        if least > 0:
            yield f"{player} has {'paid' if paid >= least else 'drawn'} {max(paid, least)}"
    if max(tally.up, tally.taken):
        yield f"{max(tally.up, tally.taken)} lay face up"


def _count(game: GameRecord, line: int, kind: int, tally: _Tally) -> None:
    """Count the cards of a kind in one line."""
    letter = LETTERS[kind]

    def add(where: dict[str, int], player: str, cards: str) -> None:
        if letter in cards:
            where[player] = where.get(player, 0) + cards.count(letter)

    match game.entries[line]:
        case Deal(player, cards):
            add(tally.held, player, cards)
        case Market(cards, flushes):
            tally.up += "".join([cards, *flushes]).count(letter)
        case Turn(player, Draw(takes), refill):
            for take in takes:
                if take.blind:
                    add(tally.held, player, take.card)
                else:
                    add(tally.took, player, take.card)
                    tally.taken += take.card == letter
                    tally.up += "".join([take.replacement or "", *take.flushes]).count(letter)
            tally.up += "".join([refill.cards, *refill.flushes]).count(letter) if refill else 0
        case Turn(player, Claim() as claim):
            add(tally.paid, player, "" if claim.given_up else claim.paid + claim.surcharge)
            tally.up += claim.turned.count(letter)
        case Turn(player, Station(_, cards) | Play(cards) | Ride(_, cards)):
            add(tally.paid, player, cards)
        case _:
            pass
