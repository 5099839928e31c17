"""Completed records: one deal that makes every line legal, written out.

A completed record is another thing than a known one: it is of a type of its own, says so in its View tag, and nothing
that writes what is known takes it.
"""

from __future__ import annotations

from dataclasses import dataclass

from ttrn.boards import Board
from ttrn.core.cards import LETTERS, UNKNOWN
from ttrn.hidden.card_constraints import CardConstraints
from ttrn.hidden.fill import Filling, fill, without_variations
from ttrn.hidden.piles import POSITION, Place
from ttrn.hidden.ticket_constraints import TicketConstraints
from ttrn.hidden.ticket_offers import FRESH, Offer
from ttrn.notation.game import GameRecord


@dataclass(frozen=True, slots=True)
class Witness:
    """One possible deal as a full record: a guess that fits, not what is known."""

    game: GameRecord


def complete(
    game: GameRecord,
    board: Board,
    cards: tuple[CardConstraints, list[int]] | None,
    tickets: tuple[TicketConstraints, list[int]] | None,
) -> Witness:
    """Write a solution of the constraints into the record; variations leave it, they may want another deal."""
    filling = Filling()
    if cards is not None:
        fill_cards(filling, *cards)
    if tickets is not None:
        fill_tickets(filling, *tickets)
    return Witness(without_variations(fill(game, board, filling)))


def fill_cards(filling: Filling, constraints: CardConstraints, values: list[int]) -> None:
    """Take all unknown cards from a solution."""
    for place, card in constraints.learned:
        filling.put(place, LETTERS[card])
    for unknown in constraints.unknown:
        letters = "".join([LETTERS[kind] * values[unknown.first + kind] for kind in range(UNKNOWN)])
        at = 0
        for place in unknown.places:
            filling.put(place, letters[at : at + place.number])
            at += place.number

    for entry, told, market in constraints.whole_markets:
        _fill_market(filling, entry, told, market.values(values))


def _fill_market(filling: Filling, entry: int, told: str, market: list[int]) -> None:
    """Write what lies in a market into the line that tells it in part."""
    hidden = [i for i, card in enumerate(told) if card == "?"]
    left = [kind for kind in range(UNKNOWN) for _ in range(market[kind] - told.count(LETTERS[kind]))]
    for i, kind in zip(hidden, left, strict=False):
        filling.put(Place(entry, "market", i), LETTERS[kind])


def fill_tickets(filling: Filling, constraints: TicketConstraints, values: list[int]) -> None:
    """Take the tickets of every offer from a solution; which of the unnamed ones is which does not matter."""
    tickets = constraints.board.tickets
    # Tickets that are sure to be in the deck first.
    unnamed = [
        sorted(deck.tickets - set(constraints.named), key=lambda t: not tickets[t].dealt) for deck in constraints.decks
    ]
    back: dict[int, list[int]] = {}
    setup_back: list[tuple[int, list[int]]] = []
    for number, offer in enumerate(constraints.offers):
        if not offer.setup and setup_back:
            for deck, returned in setup_back:
                unnamed[deck] += returned
            setup_back = []
        kept, returned = _choose(constraints, offer, values, unnamed, back)
        back[number] = list(returned)
        if offer.setup and constraints.shuffles_back:
            setup_back += [(constraints.deck_of(t), [t]) for t in returned if t not in constraints.named]
        _write(filling, constraints, offer, kept, returned)


def _choose(
    constraints: TicketConstraints,
    offer: Offer,
    values: list[int],
    unnamed: list[list[int]],
    back: dict[int, list[int]],
) -> tuple[list[int], list[int]]:
    """Return the tickets that are kept and returned: named ones by the solution, others as they come."""
    others: dict[int, list[int]] = {}
    for (ticket, group), variable in offer.comes.items():
        if ticket < 0:
            source = unnamed[-1 - ticket]
            if group != FRESH:
                unknown = [t for t in back[group] if t not in constraints.named]
                source = [t for t in unknown if constraints.deck_of(t) == constraints.deck_of(ticket)]
            for _ in range(values[variable]):
                chosen = source.pop(0)
                if group != FRESH:
                    back[group].remove(chosen)
                others.setdefault(ticket, []).append(chosen)
    sides: list[list[int]] = []
    for variables in (offer.keeps, offer.returns):
        side: list[int] = []
        for ticket, variable in variables.items():
            if ticket >= 0:
                side += [ticket] * values[variable]
            else:
                side += [others[ticket].pop(0) for _ in range(values[variable])]
        sides.append(side)
    return sides[0], sides[1]


def _write(
    filling: Filling, constraints: TicketConstraints, offer: Offer, kept: list[int], returned: list[int]
) -> None:
    """Note the tickets that the line of an offer does not name."""
    if offer.entry == POSITION:
        filling.held.append((offer.seat, kept, returned))
        return
    entry = offer.entry if offer.entry >= 0 else -1 - offer.seat
    known = constraints.named_in(offer.entry)
    filling.tickets[entry, "kept"] = [ticket for ticket in kept if ticket not in known]
    filling.tickets[entry, "returned"] = [ticket for ticket in returned if ticket not in known]
