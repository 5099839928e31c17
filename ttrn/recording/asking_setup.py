"""What was dealt, put together from taps: cards, the first tickets, the market."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias

from ttrn.boards import named_board
from ttrn.core.actions import unknown_ticket
from ttrn.core.card_supply import ALIKE
from ttrn.core.cards import LETTERS, LOCOMOTIVE, UNKNOWN, counts, letters
from ttrn.core.engine import apply, legal_actions
from ttrn.core.state import State
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.records import Deal, Deck, Keep, Market
from ttrn.replays.choosing import UNSEEN, Question, ask_cards, ask_drawn, ask_kept, ask_mix
from ttrn.replays.run import Run
from ttrn.replays.writing import ticket_back, written_ticket

SetupAsking: TypeAlias = Generator[Question, str, Deal | Keep | Market]


def before_play(game: GameRecord, without: type, player: str = "") -> State:
    """Return the state in which cards are being dealt, by the lines above the turns but for the one asked for."""
    on = named_board(game.board)
    assert on is not None
    run = Run(game, on)
    for entry in game.entries:
        if isinstance(entry, Deal | Keep | Market | Deck) and not _is(entry, without, player):
            run.feed(entry, 0)
    return run.state


def _is(entry: Entry, kind: type, player: str) -> bool:
    return isinstance(entry, kind) and getattr(entry, "player", "") == player


def _dealt_anew(state: State) -> State:
    """Return the state after a scoring in mid-game, in which nobody knows what came of the new deck but by lines."""
    twin = state.copy()
    (go_on,) = legal_actions(twin)
    apply(twin, go_on)
    return twin


def ask_deal(game: GameRecord, after: int, now: State, seat: int, *, sees: bool) -> SetupAsking:
    """Ask for the cards dealt to a seat, before the first turn or after so many turns, when a scoring is over."""
    name = now.names[seat]
    tables = now.board.tables
    state = _dealt_anew(now) if after else before_play(game, Deal, name)
    number = sum(state.hands[seat]) - sum(now.hands[seat]) if after else tables.dealt_cards
    given = "" if after else LETTERS[LOCOMOTIVE] * tables.dealt_locomotives
    if not sees:
        return Deal(name, given + UNSEEN * number)
    cards = yield from ask_cards(state, number, f"Cards dealt to {name}:")
    return Deal(name, letters(counts(given + cards)))


def ask_start(game: GameRecord, now: State, seat: int, *, sees: bool) -> SetupAsking:
    """Ask for the first tickets of a seat; of those that the writer does not see, only how many are kept."""
    name, board = now.names[seat], now.board
    state = before_play(game, Keep, name)
    draw = board.tables.setup_tickets
    mix = yield from ask_mix(state, draw)
    offered = [unknown_ticket(deck) for deck, number in enumerate(mix) for _ in range(number)]
    if sees:
        offered = yield from ask_drawn(state, offered, f" of {name}")
    elif not ticket_back(board, 0).deck:
        offered = [unknown_ticket()] * len(offered)  # from behind they are all alike
    kept = yield from ask_kept(state, offered, draw.keep)
    returned = list(offered)
    for ticket in kept:
        returned.remove(ticket)
    groups = [tuple([written_ticket(board, ticket) for ticket in group]) for group in (kept, returned)]
    return Keep(name, groups[0], groups[1])


def ask_market(game: GameRecord, after: int, now: State) -> SetupAsking:
    """Ask for the face-up cards, and for those that replaced them at once; after a scoring, for those that came."""
    if after:
        state = _dealt_anew(now)
        lying = letters(state.market).rstrip(UNSEEN)
        cards = yield from ask_cards(state, state.market[UNKNOWN], "Cards that fill the market:")
        return Market(letters(counts(lying + cards)))
    state = before_play(game, Market)
    markets: list[str] = []
    while True:
        cards = yield from ask_cards(state, state.board.tables.market, "Face-up cards:")
        markets.append(cards)
        if not any(cards.count(LETTERS[kind]) >= ALIKE for kind in state.rules.sweeping):
            return Market(markets[0], tuple(markets[1:]))
