"""Tickets: drawing, keeping, returning (TICKET), and the decks they come from."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import Final

from ttrn.boards import Board, Ticket, TicketDraw
from ttrn.core.actions import Action, DrawTickets, KeepTickets, unknown_ticket
from ttrn.core.cards import number_of
from ttrn.core.state import CHOOSE, NOBODY, State, Violation
from ttrn.core.ticket_deck import TicketDeck
from ttrn.core.turns import end_turn

DRAW_TICKETS: Final = DrawTickets()
"""The one way to draw tickets where there is one deck."""

MANY_CHOICES: Final = 16_384
"""The choices among so many offers of tickets are kept."""


def mixes(state: State, draw: TicketDraw) -> list[tuple[int, ...]]:
    """Return how many tickets of each deck may be taken: as the board says, or in any mix."""
    sizes = [deck.size for deck in state.ticket_decks]
    if draw.decks:
        return [tuple([min(draw.decks.get(deck.name, 0), deck.size) for deck in state.ticket_decks])]
    number = min(draw.take, sum(sizes))
    if len(sizes) == 1:
        return [(number,)]
    first, second = sizes
    return [(n, number - n) for n in range(max(0, number - second), min(first, number) + 1)]


def ticket_1(state: State, _action: DrawTickets) -> Violation | None:
    """TICKET-1: with no tickets left, drawing them is not an action."""
    for deck in state.ticket_decks:
        if deck.fresh or deck.groups:
            return None
    return Violation("TICKET-1", "no tickets are left")


DRAW_CHECKS: tuple[Callable[[State, DrawTickets], Violation | None], ...] = (ticket_1,)


def kept_enough(state: State, action: KeepTickets) -> Violation | None:
    """TICKET-1: at least one ticket is kept, of those that were drawn."""
    least = min(state.board.tables.play_tickets.keep, len(state.offered))
    if len(action.kept) < least:
        kept = f"{state.names[state.seat]} keeps {len(action.kept) or 'none'} of {len(state.offered)} tickets"
        return Violation(state.game.ids.tickets, f"{kept}; at least {least} must be kept")
    left = list(state.offered)
    for i, ticket in enumerate(action.kept):
        if ticket not in left:
            return Violation("TICKET-1", f"{ticket_name(state, ticket)} is not among the tickets drawn", "ticket", i)
        left.remove(ticket)
    return None


KEEP_CHECKS: tuple[Callable[[State, KeepTickets], Violation | None], ...] = (kept_enough,)


def draw_tickets(state: State, action: DrawTickets) -> None:
    """Draw tickets to choose from; their number is a table of the board (TICKET-1), the mix is the player's."""
    state.offered = []
    state.drawn = []
    for number, wanted in enumerate(action.mix or (state.board.tables.play_tickets.take,)):
        deck = state.ticket_decks[number]
        taken = take_from(state, deck, number, min(wanted, deck.size))
        state.offered += taken
        state.drawn += [number] * len(taken)
    state.phase = CHOOSE


def take_from(state: State, deck: TicketDeck, deck_number: int, number: int) -> list[int]:
    """Take tickets from the top: known ones where the order is known, else unknown ones; fewer when none are left."""
    taken: list[int] = []
    while len(taken) < number and (deck.fresh or deck.size):
        if deck.fresh:
            deck.fresh -= 1
            taken.append(_top_of(deck, deck_number))
        elif state.chance.recorded and len(deck.groups[0]) > number - len(taken):
            # Which tickets of the group came up is for the record to tell (name_offered).
            deck.partial = number - len(taken)
            taken += [unknown_ticket(deck_number)] * deck.partial
        else:
            taken.append(deck.groups[0].pop(0))
            deck.groups = [group for group in deck.groups if group]
    return taken


def _top_of(deck: TicketDeck, deck_number: int) -> int:
    if not deck.order:
        return unknown_ticket(deck_number)
    ticket = deck.order.pop()
    deck.unseen.discard(ticket)
    return ticket


def name_offered(state: State, recorded: list[int]) -> None:
    """Put the tickets that a record names in the place of unknown ones drawn; note those that cannot be (TICKET-1)."""
    for number, deck in enumerate(state.ticket_decks):
        if deck.partial:
            _name_partial(state, deck, number, recorded)
    offered = list(state.offered)
    for i, ticket in enumerate(recorded):
        if ticket < 0:
            continue
        if ticket in offered:
            offered.remove(ticket)
            continue
        number = unseen_in(state, ticket)
        place = unknown_ticket(number)
        if number == NOBODY or place not in offered:
            note_undrawable(state, ticket, i, number)
            # It takes the place of one that could have been, so that the choice is not found wrong as well.
            place = next((t for t in offered if t < 0 or t not in recorded), offered[0] if offered else place)
        _replace_offered(state, offered, place, ticket)
    if min(recorded, default=0) < 0:
        state.unseen = True
        _forget_offered(state, offered)


def unseen_in(state: State, ticket: int) -> int:
    """Return the number of the deck in which a ticket has not been seen, or ``NOBODY``."""
    for number, deck in enumerate(state.ticket_decks):
        if ticket in deck.unseen:
            return number
    return NOBODY


def _forget_offered(state: State, offered: list[int]) -> None:
    """Forget which of the tickets drawn are which where a record does not name them: any may be kept or returned."""
    for ticket in offered:
        if ticket >= 0:
            number = deck_of(state, ticket)
            state.offered[state.offered.index(ticket)] = unknown_ticket(number)
            state.ticket_decks[number].unseen.add(ticket)


def _replace_offered(state: State, offered: list[int], place: int, ticket: int) -> None:
    for number, deck in enumerate(state.ticket_decks):
        deck.unseen.discard(ticket)
        for group in deck.groups:
            if ticket in group:
                group[:] = [unknown_ticket(number) if other == ticket else other for other in group]
    if place in offered:
        offered.remove(place)
        state.offered[state.offered.index(place)] = ticket
        if place >= 0:
            state.ticket_decks[deck_of(state, place)].unseen.add(place)


def _name_partial(state: State, deck: TicketDeck, number: int, recorded: list[int]) -> None:
    """Take the tickets out of the oldest group, in part drawn, that a record says were drawn from it."""
    group = deck.groups[0]
    unknown = unknown_ticket(number)
    for ticket in recorded:
        if deck.partial and ticket >= 0 and ticket in group and unknown in state.offered:
            group.remove(ticket)
            state.offered[state.offered.index(unknown)] = ticket
            deck.partial -= 1
    if deck.partial:
        # The record does not tell: any of the group may be drawn, and any may be left.
        deck.unseen.update([ticket for ticket in group if ticket >= 0])
        group[:] = [unknown] * (len(group) - deck.partial)
        deck.partial = 0


def whereabouts(state: State, ticket: int, deck_number: int = NOBODY) -> str:
    """Return where a ticket is that cannot be drawn now."""
    if deck_number != NOBODY and state.ticket_decks[deck_number].size:
        return "other tickets lie on top"
    for seat, tickets in enumerate(state.tickets):
        if ticket in tickets:
            return f"{state.names[seat]} has it"
        if ticket in state.game.tickets.shown_before(state, seat):
            return f"{state.names[seat]} completed it at the first scoring"
    if ticket in state.offered:
        return "it has been drawn already"
    return _left_game(state, ticket) or _under_deck(state, ticket) or "it is not in the deck"


def _left_game(state: State, ticket: int) -> str:
    """Return why a ticket is in no deck after the start, if it is not."""
    draw, deck = state.board.tables.play_tickets, state.ticket_decks[deck_of(state, ticket)]
    if state.game.tickets.returned == "out of the game" and draw.decks and deck.name not in draw.decks:
        return f"{deck.name} tickets are dealt at the start only"
    return f"it was not kept at the start, and {_LEFT[state.game.tickets.returned]}" if ticket in state.aside else ""


_LEFT: Final = {
    "out of the game": "left the game",
    "back into the deck": "goes back into the deck before the first turn",
}
"""What becomes of starting tickets that are not kept, in words, where they do not go under the deck at once."""


def _under_deck(state: State, ticket: int) -> str:
    """Return how deep a ticket lies under its deck, if it does."""
    for number, deck in enumerate(state.ticket_decks):
        drawn = len(state.offered) if len(state.ticket_decks) == 1 else state.drawn.count(number)
        above = deck.fresh + drawn
        for group in deck.groups:
            if ticket in group:
                return f"it lies under the deck, below {number_of(above, 'other')}"
            above += len(group)
    return ""


def note_undrawable(state: State, ticket: int, at: int, deck_number: int = NOBODY) -> None:
    """Note that the ticket which a line names there cannot be drawn, and why (TICKET-1)."""
    text = f"{ticket_name(state, ticket)} cannot be drawn: {whereabouts(state, ticket, deck_number)}"
    for other in _same_cities(state.board, ticket):
        if unseen_in(state, other.index) != NOBODY:
            text += f"; another ticket joins these cities, {state.board.ticket_text(other)}"
    state.note("TICKET-1", text, "ticket", at)


def _same_cities(board: Board, ticket: int) -> list[Ticket]:
    """Return the other tickets of a pair of cities; mostly there are none."""
    here = board.tickets[ticket]
    return [other for other in board.tickets if {other.a, other.b} == {here.a, here.b} and other is not here]


def keep_tickets(state: State, action: KeepTickets) -> None:
    """Keep tickets and put the rest under the deck (TICKET-1)."""
    hold(state, state.seat, list(action.kept))
    put_under(state, action.kept)
    end_turn(state)


def put_under(state: State, kept: tuple[int, ...]) -> None:
    """Put what is left of the tickets drawn under the deck, as one group."""
    for number, deck in enumerate(state.ticket_decks):
        if deck.partial:
            _name_partial(state, deck, number, [])
    left = list(state.offered)
    for ticket in kept:
        if ticket in left:
            left.remove(ticket)
    put_under_own(state, left)
    state.offered = []
    state.drawn = []


def put_under_own(state: State, returned: list[int]) -> None:
    """Put tickets under their own decks, as one group each: nobody sees their order."""
    if len(state.ticket_decks) == 1:
        put_under_first(state, returned)
    else:
        _put_under_each(state, returned)
    if state.uncounted:
        forget_returned(state)


def maybe_fewer(state: State) -> int:
    """Return by how many tickets the decks may be smaller than counted: more may have been kept at the start."""
    if state.game.tickets.returned == "out of the game":
        return 0
    draw = state.board.tables.setup_tickets
    return max(0, draw.take - draw.keep) * len(state.uncounted)


def forget_returned(state: State) -> None:
    """Forget when each returned ticket comes up again: it is not known how many lie on top of it."""
    if state.game.tickets.returned == "out of the game":
        return  # what was not kept at the start is in no deck
    for number, deck in enumerate(state.ticket_decks):
        deck.unseen.update([ticket for group in deck.groups for ticket in group if ticket >= 0])
        deck.groups = [[unknown_ticket(number)] * len(group) for group in deck.groups]


def _put_under_each(state: State, returned: list[int]) -> None:
    for number, deck in enumerate(state.ticket_decks):
        group = [ticket for ticket in returned if deck_of(state, ticket) == number]
        if group:
            deck.groups.append(group)


def deck_of(state: State, ticket: int) -> int:
    """Return the number of the deck that a ticket belongs to, known or unknown."""
    if ticket < 0:
        return -1 - ticket
    name = state.board.tickets[ticket].deck
    for number, deck in enumerate(state.ticket_decks):
        if deck.name == name:
            return number
    return 0


def put_under_first(state: State, returned: list[int]) -> None:
    """Put tickets under the first deck, as one group."""
    if returned:
        state.ticket_decks[0].groups.append(returned)


def put_back(state: State, returned: list[int]) -> None:
    """Put starting tickets that are not kept where the game wants them (US-SETUP-1, EU-SETUP-1, MK-SETUP-1)."""
    if state.game.tickets.returned == "under the deck":
        put_under_first(state, returned)
    elif state.game.tickets.returned == "out of the game":
        state.aside += [ticket for ticket in returned if ticket >= 0]
    else:
        state.aside += returned


def take_back(state: State, number: int) -> None:
    """Take unknown tickets away from there again: it turned out that they were kept."""
    if state.game.tickets.returned != "out of the game":
        state.ticket_decks[0].lose_unknown(number)


def all_have_chosen(state: State) -> None:
    """Let starting tickets that were put aside go back into their decks, or those leave that are not dealt again."""
    if state.game.tickets.returned == "back into the deck":
        _shuffle_back(state)
    elif state.game.tickets.returned == "out of the game":
        _leave_game(state)


def _leave_game(state: State) -> None:
    """EU-SETUP-1: the tickets of a deck from which nothing is drawn during play leave the game unseen."""
    drawn = state.board.tables.play_tickets.decks
    for deck in state.ticket_decks:
        if drawn and deck.name not in drawn:
            deck.fresh = 0
            if deck.order:
                state.aside += deck.order
                deck.unseen.difference_update(deck.order)
                deck.order = []


def _shuffle_back(state: State) -> None:
    """Let the starting tickets that were put aside go back into their decks, anywhere."""
    for number, deck in enumerate(state.ticket_decks):
        back = [ticket for ticket in state.aside if deck_of(state, ticket) == number]
        deck.fresh += len(back)
        deck.unseen.update([ticket for ticket in back if ticket >= 0])
        if deck.order is not None and back:
            assert state.chance.shuffle is not None
            deck.order = state.chance.shuffle([*deck.order, *back])
    state.aside = []


def unknown_of_deck(state: State, seat: int, ticket: int) -> int:
    """Return the deck of which a seat has unknown tickets, this one maybe among them; ``NOBODY`` if there is none."""
    for number, deck in enumerate(state.ticket_decks):
        if ticket in deck.unseen and state.unknown_tickets[seat][number]:
            return number
    return NOBODY


def hold(state: State, seat: int, kept: list[int]) -> None:
    """Put tickets into a player's hand."""
    for ticket in kept:
        if ticket >= 0:
            state.tickets[seat].append(ticket)
        else:
            state.unknown_tickets[seat][-1 - ticket] += 1


def ticket_choices(state: State) -> list[Action]:
    """Return every choice among the tickets drawn; the list is shared."""
    key = (state.board.tables.play_tickets.keep, *sorted(state.offered))
    found = _choices.get(key)
    if found is None:
        if len(_choices) >= MANY_CHOICES:
            _choices.clear()
        found = _choices[key] = _new_choices(key[0], key[1:])
    return found


_choices: dict[tuple[int, ...], list[Action]] = {}
"""The choices by how many tickets must be kept, and the tickets offered."""


def _new_choices(least: int, offered: tuple[int, ...]) -> list[Action]:
    sizes = range(min(least, len(offered)), len(offered) + 1)
    # Unknown tickets of one deck are all alike.
    found = dict.fromkeys([kept for size in sizes for kept in combinations(offered, size)])
    return [_keeping(kept) for kept in found]


@lru_cache(maxsize=MANY_CHOICES)
def _keeping(kept: tuple[int, ...]) -> KeepTickets:
    """Return a choice, made once: the same two tickets are offered with many a third."""
    return KeepTickets(kept)


def draws(state: State) -> list[list[Action]]:
    """Return the ways to draw tickets, if there are any: one, or every mix of the decks where the player may choose."""
    if len(state.ticket_decks) > 1 and not state.board.tables.play_tickets.decks:
        return [[_drawing(mix) for mix in mixes(state, state.board.tables.play_tickets) if any(mix)]]
    for deck in state.ticket_decks:
        if deck.fresh or deck.groups:
            return _ONE_WAY
    return []


_ONE_WAY: Final[list[list[Action]]] = [[DRAW_TICKETS]]


@lru_cache(maxsize=256)
def _drawing(mix: tuple[int, ...]) -> DrawTickets:
    """Return a way to draw tickets, made once."""
    return DrawTickets(mix)


def ticket_name(state: State, ticket: int) -> str:
    """Return a ticket by the names of its cities."""
    if ticket < 0:
        return "an unknown ticket"
    found = state.board.tickets[ticket]
    name = f"{state.board.cities[found.a].name}–{state.board.cities[found.b].name}"  # noqa: RUF001  as in print
    return f"{name} #{found.copy}" if _same_cities(state.board, ticket) else name
