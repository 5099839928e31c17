"""Turns in words: what a player did, as somebody at the table would tell it."""

from __future__ import annotations

from collections.abc import Sequence

from ttrn.boards import Board, Ticket
from ttrn.core.cards import LETTERS, LOCOMOTIVE, UNKNOWN, a_card, counts, describe, name_cards, number_of
from ttrn.core.facts import TurnResult
from ttrn.notation.records import (
    Claim,
    Draw,
    Pair,
    Pass,
    Play,
    Ride,
    Station,
    Take,
    TakeTickets,
    Turn,
    UnknownTicket,
    WrittenAction,
    WrittenTicket,
)


def turn_text(turn: Turn, board: Board, seat: int, names: Sequence[str], result: TurnResult) -> str:
    """Return a turn of a seat in words, with what it brought; the players are called by these names.

    Cities that are not on the board are called what the record calls them.

    >>> from ttrn.boards import board
    >>> turn = Turn("ann", Claim(Pair("SEA", "HEL"), "YYYYYY"))
    >>> turn_text(turn, board("usa"), 0, ["Ann"], TurnResult(15))
    'Ann claims Seattle–Helena with 6 yellow for 15 points'
    """  # noqa: RUF002  an en dash, as in print
    return f"{names[seat]} {action_text(turn.action, board, names, result)}{_swept(turn)}"


def action_text(action: WrittenAction, board: Board, names: Sequence[str], result: TurnResult) -> str:  # noqa: PLR0911  a line per kind
    """Return what somebody does in words, with what it brings: the rest of a sentence that begins with a name."""
    match action:
        case Draw(takes):
            return _draw(takes)
        case Claim():
            return _claim(action, board, result)
        case TakeTickets(kept, returned):
            return _tickets(board, kept, returned)
        case Station(city, paid):
            return f"builds a station in {city_title(board, city)} {_with(paid)}"
        case Ride(cities, cards):
            return _ride(board, cities, cards, result)
        case Play(cards):
            return _play(cards, names, result)
        case Pass():
            return "passes: no action is possible"


def _draw(takes: Sequence[Take]) -> str:
    kinds = [LETTERS.index(take.card) for take in takes]
    blind = [take.blind for take in takes]
    if all(blind):
        if set(kinds) == {UNKNOWN}:
            return "draws a card from the deck" if len(takes) == 1 else f"draws {len(takes)} cards from the deck"
        return f"draws {_cards_taken(kinds)} from the deck"
    if not any(blind):
        return f"takes {_cards_taken(kinds)}"
    return f"takes {listed([_take(kind, hidden) for kind, hidden in zip(kinds, blind, strict=True)])}"


def _cards_taken(kinds: Sequence[int]) -> str:
    if len(kinds) > 1 and len(set(kinds)) == 1:
        return name_cards(kinds[0], len(kinds)) + (" cards" if kinds[0] < LOCOMOTIVE else "")
    return listed([a_card(kind) for kind in kinds])


def _take(kind: int, blind: bool) -> str:
    if blind:
        return "a card from the deck" if kind == UNKNOWN else f"{a_card(kind)} from the deck"
    return a_card(kind)


def _swept(turn: Turn) -> str:
    """Tell that the market was replaced: by what was turned up in a draw, or at the end of the turn."""
    drawn = turn.action.takes if isinstance(turn.action, Draw) else ()
    sweeps = sum(len(take.flushes) for take in drawn) + (len(turn.refill.flushes) if turn.refill else 0)
    if not sweeps:
        return ""
    return "; the market is replaced" + ("" if sweeps == 1 else f" {sweeps} times")


def _claim(claim: Claim, board: Board, result: TurnResult) -> str:
    route = pair_title(board, claim.route)
    turned = ""
    if claim.turned:
        none = claim.turned == "-"
        turned = "; no card is left to turn over" if none else f"; turned over: {cards_title(claim.turned)}"
    if claim.given_up:
        return f"tries the tunnel {route} {_with(claim.paid)}{turned}: gives up, and takes the cards back"
    more = f", pays {cards_title(claim.surcharge)} more" if claim.surcharge else ""
    points = f" for {number_of(result.points, 'point')}" if result.points else ""
    placed = f", and places a passenger in {city_title(board, claim.passenger)}" if claim.passenger else ""
    return f"claims {route} {_with(claim.paid)}{points}{turned}{more}{placed}"


def _with(paid: str) -> str:
    return "with cards that nobody wrote down" if paid == "?" else f"with {cards_title(paid)}"


def _tickets(board: Board, kept: Sequence[WrittenTicket], returned: Sequence[WrittenTicket]) -> str:
    number = len(kept) + len(returned)
    back = f", and returns {_some_tickets(board, returned)}" if returned else ""
    what = "a ticket" if number == 1 else f"{number} tickets"
    return f"draws {what}, keeps {_some_tickets(board, kept) if kept else 'none'}{back}"


def _some_tickets(board: Board, tickets: Sequence[WrittenTicket]) -> str:
    known = [pair_title(board, ticket) for ticket in tickets if isinstance(ticket, Pair)]
    hidden = sum(isinstance(ticket, UnknownTicket) for ticket in tickets)
    if hidden and known:
        return listed([*known, f"{hidden} unseen"])
    return listed(known) if known else str(hidden)


def _ride(board: Board, cities: Sequence[str], cards: str, result: TurnResult) -> str:
    way = "–".join([city_title(board, city) for city in cities])  # noqa: RUF001  an en dash, as in print
    cost = f" with {number_of(len(cards), 'passenger card')}" if cards else ""
    goods = f" and collects {number_of(result.points, 'point')} of merchandise"
    return f"moves a passenger {way}{cost}{goods}"


def _play(cards: str, names: Sequence[str], result: TurnResult) -> str:
    robbed = [f"{names[seat]} of {cards_title(lost)}" for seat, lost in result.lost]
    return f"lays {cards_title(cards)} in the railyard" + (f", and robs {listed(robbed)}" if robbed else "")


# --- names -----------------------------------------------------------------------------------------------------------


def cards_title(cards: str) -> str:
    """Return cards in words.

    >>> cards_title("RRL"), cards_title("??")
    ('2 red and 1 locomotive', '2 unknown cards')
    """
    return describe(counts(cards))


def city_title(board: Board, place: str) -> str:
    """Return the name of a city that a record names; of one that the board does not have, what the record says."""
    city = board.city(place)
    return city.name if city else place


def pair_title(board: Board, pair: Pair) -> str:
    """Return a route or a ticket of a record by the names of its cities."""
    return f"{city_title(board, pair.a)}–{city_title(board, pair.b)}"  # noqa: RUF001  an en dash, as in print


def path_title(board: Board, cities: Sequence[int]) -> str:
    """Return cities by their names, as one path."""
    return "–".join([board.cities[city].name for city in cities])  # noqa: RUF001  an en dash, as in print


def ticket_title(board: Board, ticket: Ticket) -> str:
    """Return a ticket by the names of its cities."""
    return path_title(board, (ticket.a, ticket.b))


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence.

    >>> listed(["Ann", "Bob", "Eve"])
    'Ann, Bob and Eve'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
