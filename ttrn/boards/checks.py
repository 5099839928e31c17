"""What can be wrong with a board as a whole: one function per question, all of one shape.

They run on a board whose entries are sound, and note what they find.
"""

from collections.abc import Callable

from ttrn.boards.fields import Notes
from ttrn.boards.model import Board, TicketDraw


def enough_train_cards(board: Board, notes: Notes) -> None:
    """The deck must last for all hands and the market."""
    tables = board.tables
    need = tables.max_players * (tables.dealt_cards + tables.dealt_locomotives) + tables.market
    if need > tables.deck_size:
        who = f"{tables.max_players} players and the market"
        notes.add("train_cards", f"{who} need {need} cards at the start, and the deck has {tables.deck_size}")
    locomotives = tables.max_players * tables.dealt_locomotives
    if locomotives > tables.train_cards.get("L", 0):
        notes.add("deal.locomotives", f"{tables.max_players} players need {locomotives} locomotives (L)")


def enough_tickets(board: Board, notes: Notes) -> None:
    """The tickets must last for what all players take at the start."""
    draw, players = board.tables.setup_tickets, board.tables.max_players
    for deck, take in _by_deck(draw):
        there = len(board.ticket_deck(deck))
        if players * take > there:
            kind = f"{deck} tickets" if deck else "tickets"
            notes.add(
                "tickets", f"{players} players take {players * take} {kind} at the start, and the deck has {there}"
            )


def decks_of_tickets(board: Board, notes: Notes) -> None:
    """Where one ticket names its deck, all do; a draw by deck needs tickets of that deck."""
    bare = [ticket for ticket in board.tickets if not ticket.deck]
    if bare and len(bare) < len(board.tickets):
        notes.add("tickets", f"{board.ticket_text(bare[0])} names no deck, other tickets do")
    for key, draw in (("setup", board.tables.setup_tickets), ("play", board.tables.play_tickets)):
        for deck in draw.decks:
            if not board.ticket_deck(deck):
                notes.add(f"ticket_draws.{key}.take", f"there are no {deck} tickets")


def joined_network(board: Board, notes: Notes) -> None:
    """A network in several parts is playable, but rarely meant: a warning. Nobody travels through a country."""
    if not board.routes:
        return
    towns = [city.index for city in board.cities if not city.country]
    reached, edge = set(towns[:1]), towns[:1]
    while edge:
        new = {near for near, _ in board.adjacent[edge.pop()]} - reached
        reached |= new
        edge += [city for city in new if not board.cities[city].country]
    away = [city.code for city in board.cities if city.index not in reached]
    if away:
        start = board.cities[towns[0]].code if towns else ""
        notes.add("routes", f"no way leads from {start} to {', '.join(away)}", warning=True)


CHECKS: tuple[Callable[[Board, Notes], None], ...] = (
    enough_train_cards,
    enough_tickets,
    decks_of_tickets,
    joined_network,
)


def _by_deck(draw: TicketDraw) -> tuple[tuple[str, int], ...]:
    return tuple(draw.decks.items()) or (("", draw.take),)
