"""What must add up in a position: cards, trains, points, routes, tickets, the last round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ttrn.rules.cards import COLORS, LETTERS, LOCOMOTIVE, UNKNOWN, name_cards
from ttrn.rules.listing import FEW_PLAYERS
from ttrn.rules.state import BLANK, NOBODY, OVER, SETUP, State, TicketDeck
from ttrn.rules.turns import LAST_TRAINS

RULES = {
    "POSITION-1": "a position follows its format: parts, fields, codes (docs/positions.md)",
    "POSITION-2": "a position is one that a game can reach: cards, trains, points, routes and tickets add up",
    "POSITION-3": "a record that starts from a position has its players and its next turn, and deals nothing",
}
"""The rules of positions, by id."""


class Word(NamedTuple):
    """A word of a position and its column, which counts from 1."""

    text: str
    column: int


class PositionProblem(NamedTuple):
    """What is wrong with a position; ``column`` counts from 1 (0: the whole of it), ``width`` is how much is wrong."""

    rule: str
    message: str
    column: int
    width: int
    hint: str


class WrongPositionError(Exception):
    """A position cannot be read; it never leaves the reader."""

    def __init__(self, word: Word, message: str, hint: str = "", rule: str = "POSITION-1") -> None:
        super().__init__(message)
        self.problem = PositionProblem(rule, message, word.column, max(1, len(word.text)), hint)


Places: TypeAlias = Mapping[tuple[str, str], Word]
"""Where the value of a field stands, by the seat ("" for none) and the field."""


def deck_names(decks: Sequence[TicketDeck]) -> list[str]:
    """Return what the decks of tickets are called in a position: "tickets", or the names they have where several."""
    if len(decks) == 1:
        return ["tickets"]
    return [deck.name for deck in decks]


def loose_hands(state: State) -> list[int]:
    """Return the seats whose hands a violation made unsure."""
    return [seat for seat in range(state.seats) if not state.hand_sure(seat)]


def _on_the_table(state: State) -> int:
    return sum(state.market) + sum(state.discards) + state.deck_size


def _wrong(word: Word, message: str, hint: str = "") -> WrongPositionError:
    return WrongPositionError(word, message, hint, "POSITION-2")


def _waiting(state: State, places: Places) -> None:
    """A position waits for one thing; tickets to choose from are not more than can be drawn."""
    pending = [name for name in ("second", "offer") if ("", name) in places]
    if state.passes > state.seats:
        raise _wrong(places["", "passes"], f"after {state.seats} passes in a row the game is over")
    if pending and state.phase == OVER:
        raise _wrong(places["", pending[0]], "the game is over, yet a turn is not finished")
    if len(pending) > 1:
        raise _wrong(places["", "offer"], "a second card and a choice of tickets do not go together")
    if pending and state.phase == SETUP:
        raise _wrong(places["", pending[0]], "before the cards are dealt there is no turn")
    most = state.board.tables.play_tickets.take
    if ("", "offer") in places and not 0 < len(state.offered) <= most:
        raise _wrong(places["", "offer"], f"1 to {most} tickets are drawn to choose from, not {len(state.offered)}")


def _routes(state: State, places: Places) -> None:
    """CLAIM-5, CLAIM-6: who may own the tracks of a double route."""
    for tracks in state.board.pairs:
        owners = [state.owners[track] for track in tracks if state.owners[track] != NOBODY]
        if len(owners) < 2:
            continue
        route = state.board.route_text(state.board.routes[tracks[0]]).partition("#")[0]
        place = places[state.names[owners[-1]], "routes"]
        if len(set(owners)) < len(owners):
            owner = next(owner for owner in owners if owners.count(owner) > 1)
            place = places[state.names[owner], "routes"]
            raise _wrong(place, f"{state.names[owner]} owns two tracks of {route}; nobody may")
        if state.seats <= FEW_PLAYERS:
            raise _wrong(place, f"with {state.seats} players only one track of {route} can be claimed")


def _trains(state: State, places: Places) -> None:
    """Trains and points follow from the routes; they are written for the reader's sake."""
    routes = state.board.routes
    for seat, name in enumerate(state.names):
        own = state.routes_of(seat)
        spaces = sum([routes[route].length for route in own])
        trains = state.board.tables.trains - spaces
        if trains < 0:
            raise _wrong(places[name, "routes"], f"the routes of {name} have {spaces} spaces: more than trains")
        if state.board.tables.trains and state.trains[seat] != trains:
            hint = f"{state.board.tables.trains} less {spaces} on the board"
            raise _wrong(places[name, "trains"], f"{name} has {trains} trains left, not {state.trains[seat]}", hint)
        points = sum([routes[route].points for route in own])
        if state.scores[seat] != points:
            text = f"the routes of {name} are worth {points}, not {state.scores[seat]}"
            raise _wrong(places[name, "score"], text)


def _last_round(state: State, places: Places) -> None:
    """END-1: the last round has begun when, and only when, somebody is short of trains."""
    if not state.board.tables.trains:
        return
    short = [seat for seat in range(state.seats) if state.trains[seat] <= LAST_TRAINS]
    if short and state.last_turns < 0:
        name = state.names[short[0]]
        hint = f'write "last=" and how many turns are left, at most {state.seats}'
        raise _wrong(places[name, "trains"], f"{name} is short of trains, so the last round has begun", hint)
    if not short and state.last_turns >= 0:
        raise _wrong(places["", "last"], "nobody is short of trains, so the last round has not begun")
    if state.last_turns > state.seats:
        raise _wrong(places["", "last"], f"at most {state.seats} turns are left in the last round")


def _kinds(state: State, places: Places) -> None:
    """No more cards of a kind are seen than there are; the others are those without a known place."""
    piles = [(places.get((name, "hand")), hand) for name, hand in zip(state.names, state.hands, strict=True)]
    piles.append((places.get(("", "market")), state.market))
    piles.append((places.get(("", "discards")), state.discards))
    state.pool = [state.board.tables.train_cards.get(letter, 0) for letter in LETTERS[:UNKNOWN]]
    for place, pile in piles:
        for kind in range(UNKNOWN):
            state.pool[kind] -= pile[kind]
            if state.pool[kind] < 0:
                assert place is not None
                raise _too_many(state, place, kind, -state.pool[kind])
    for kind in range(UNKNOWN):
        over = state.deck.count(kind) - state.pool[kind]
        if over > 0:
            raise _too_many(state, places["", "deck"], kind, over)


def _too_many(state: State, place: Word, kind: int, over: int) -> WrongPositionError:
    total = state.board.tables.train_cards.get(LETTERS[kind], 0)
    if not total:
        return _wrong(place, f"there is {name_cards(kind, 0)} in this game")
    cards = name_cards(kind, total) + (" cards" if kind < COLORS else "")
    return _wrong(place, f"there are {cards} in this game; with these there would be {total + over}")


def _cards(state: State, places: Places) -> None:
    """Every card is in a hand, face up, in the deck or discarded."""
    total = state.board.tables.deck_size
    in_hands = sum([sum(hand) for hand in state.hands])
    loose = [seat for seat, name in enumerate(state.names) if _is_loose(places.get((name, "hand")))]
    place = places["", "deck"]
    if state.blurred:
        # Nobody can tell how many cards the deck has; as many as possible keeps the sum of all cards right.
        state.deck_size = max(0, total - in_hands - state.board.tables.market)
        if not loose and in_hands + state.board.tables.market > total:
            raise _wrong(place, f"there are {total} cards in all; {in_hands} in hands and a market are more")
        return
    if loose:
        return
    found = in_hands + _on_the_table(state)
    if found != total:
        parts = f"{in_hands} in hands, {sum(state.market)} face up, {state.deck_size} in the deck"
        text = f"the cards add up to {found}, not {total}: {parts}, {sum(state.discards)} discarded"
        raise _wrong(place, text)


def _is_loose(hand: Word | None) -> bool:
    return hand is not None and hand.text.startswith("*")


def _market(state: State, places: Places) -> None:
    """MARKET-1: the market is full while there are cards."""
    size, full = sum(state.market), state.board.tables.market
    place = places.get(("", "market"), places["", "deck"])
    if size > full:
        raise _wrong(place, f"the market has {full} cards, not {size}")
    left = state.deck_size + sum(state.discards)
    if size < full and left and state.phase != SETUP and not state.blurred:
        raise _wrong(place, f"the market has {full} cards while some are left, not {size}")


def _tickets(state: State, places: Places) -> None:
    """There are enough tickets without a known place for all that are unknown, and for the fresh ones."""
    names = deck_names(state.ticket_decks)
    for number, deck in enumerate(state.ticket_decks):
        unknown = [ticket for group in [*deck.groups, state.offered] for ticket in group].count(-1 - number)
        in_hands = sum([row[number] for row in state.unknown_tickets])
        wanted = deck.fresh - len(deck.order or ()) + unknown + in_hands
        if wanted > len(deck.unseen):
            text = f"{len(deck.unseen)} tickets have no known place; the position has {wanted} unknown ones"
            raise _wrong(places["", names[number]], text)
        # In the deck they still have no place: nobody sees them there.
        deck.unseen.update(deck.order or ())


def _first_card(state: State, places: Places) -> None:
    """A second card is wanted only where one can be taken."""
    if state.first_card == BLANK or state.blurred or state.deck_size + sum(state.discards):
        return
    if sum(state.market) == state.market[LOCOMOTIVE]:
        raise _wrong(places["", "second"], "no second card can be taken, so the turn is over")


Check: TypeAlias = Callable[[State, Places], None]

CHECKS: tuple[Check, ...] = (_waiting, _routes, _trains, _last_round, _kinds, _market, _cards, _first_card, _tickets)
"""In the order in which a mistake is told: what follows from another comes after it."""
