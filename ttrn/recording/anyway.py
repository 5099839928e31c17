"""A turn put together from taps as it was played, whatever the rules say: tables make mistakes.

Nothing is left out because it is illegal, and nothing is asked for that only the rules would bring.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from ttrn.boards import Board
from ttrn.core.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawTickets,
    LayCards,
    PassTurn,
    RidePassenger,
    TakeCard,
    unknown_ticket,
)
from ttrn.core.cards import LETTERS, PASSENGER, counts, letters
from ttrn.core.state import State
from ttrn.notation.records import Claim, Draw, Pass, Play, Ride, Station, Take, TakeTickets, WrittenAction
from ttrn.replays.choosing import DONE, UNSEEN, Choice, Kind, Moment, Question, ask, kind_name, ticket_choice
from ttrn.replays.writing import claim_under_way, written_ticket

Asking: TypeAlias = Generator[Question, str, WrittenAction]

_TURNED: Final = 3
_NOTHING: Final = "-"


class _Deed(NamedTuple):
    """Something that may have been done: its tap, its words, and what is asked about it."""

    tap: str
    text: str
    follow: Callable[[Moment], Asking]


def ask_anyway(moment: Moment) -> Asking:
    """Ask what the player to move did, among all that the game knows; it may break any rule."""
    deeds = {deed.tap: deed for kind, deed in _DEEDS.items() if kind in moment.state.game.records.choose}
    choices = [Choice(deed.tap, "number", "", deed.text) for deed in deeds.values()]
    name = moment.state.names[moment.state.seat]
    tap = yield from ask(f"What did {name} do, against the rules or not?", choices)
    return (yield from deeds[tap].follow(moment))


def _cards(board: Board, kind: Kind, *, before: str = "") -> list[Choice]:
    found = [letter for letter in LETTERS if letter in board.tables.train_cards]
    return [Choice(f"{before}{letter}", kind, letter, kind_name(LETTERS.index(letter))) for letter in found]


def _draw(moment: Moment) -> Asking:
    board = moment.state.board
    unseen = Choice(UNSEEN, "card", UNSEEN, "not seen")
    takes: list[Take] = []
    while len(takes) < 2:
        ends = [Choice(DONE, "done", "", "no second card")] if takes else []
        deck = Choice("draw ?", "deck", UNSEEN, "from the deck")
        text = "The second card" if takes else "Which card was taken?"
        tap = yield from ask(text, [*_cards(board, "market", before="draw "), deck, *ends])
        if tap == DONE:
            break
        if tap == deck.tap:
            card = (yield from ask("Which card was it?", [*_cards(board, "card"), unseen])) if moment.sees else UNSEEN
            takes.append(Take(card, blind=True))
        else:
            none = Choice(_NOTHING, "done", "", "nothing")
            came = yield from ask("Which card took its place?", [*_cards(board, "card"), unseen, none])
            takes.append(Take(tap.removeprefix("draw "), replacement=came))
    return Draw(tuple(takes))


def _hand(moment: Moment, text: str, *, none: str = "", only: str = "") -> Generator[Question, str, str]:
    """Ask for any number of cards, of one kind ``only`` if it is given; ``none`` is what says that there were none."""
    if moment.state.house.partial and not none:
        return UNSEEN
    cards = ""
    choices = [choice for choice in _cards(moment.state.board, "card") if not only or choice.value == only]
    while True:
        ends = [Choice(DONE, "done", "", "that is all" if cards else none)] if cards or none else []
        unseen = Choice(UNSEEN, "card", UNSEEN, "one that was not seen" if cards else "not seen")
        tap = yield from ask(f"{text} {cards}".strip(), [*choices, unseen, *ends])
        if tap == DONE or not (cards or tap != UNSEEN):
            return UNSEEN if tap == UNSEEN else letters(counts(cards))
        cards += tap


def _claim(moment: Moment) -> Asking:
    board = moment.state.board
    choices = [Choice(f"claim {r.index}", "route", r.index, board.route_text(r)) for r in board.routes]
    route = board.routes[int((yield from ask("Which route?", choices)).removeprefix("claim "))]
    paid = yield from _hand(moment, "Paid with")
    claim = claim_under_way(board, route.index, paid)
    turned, surcharge, given_up, passenger = "", "", False, ""
    if route.tunnel and not moment.state.house.partial:
        turned, surcharge, given_up = yield from _tunnel(moment)
    if RidePassenger in moment.state.game.records.choose:
        ends = [board.cities[route.a], board.cities[route.b]]
        cities = [Choice(f"passenger {city.index}", "city", city.index, f"passenger in {city.name}") for city in ends]
        tap = yield from ask("Was a passenger placed?", [Choice(DONE, "done", "", "no passenger"), *cities])
        passenger = "" if tap == DONE else board.cities[int(tap.removeprefix("passenger "))].code
    return Claim(claim.route, claim.paid, turned, surcharge, given_up, passenger)


def _tunnel(moment: Moment) -> Generator[Question, str, tuple[str, str, bool]]:
    turned = ""
    while len(turned) < _TURNED:
        unseen = Choice(UNSEEN, "card", UNSEEN, "not seen")
        ends = Choice(DONE, "done", "", "no more" if turned else "none was turned over")
        tap = yield from ask(f"Card {len(turned) + 1} turned over", [*_cards(moment.state.board, "card"), unseen, ends])
        if tap == DONE:
            break
        turned += tap
    if not turned:
        return "", "", False
    up = Choice("give up", "done", "", "given up")
    if (yield from ask("And then?", [Choice("paid", "done", "", "claimed"), up])) == up.tap:
        return turned, "", True
    return turned, (yield from _hand(moment, "On top", none="nothing more")), False


def _station(moment: Moment) -> Asking:
    cities = moment.state.board.cities
    choices = [Choice(f"station {city.index}", "city", city.index, city.name) for city in cities]
    city = int((yield from ask("In which city?", choices)).removeprefix("station "))
    return Station(cities[city].code, (yield from _hand(moment, "Paid with")))


def _ride(moment: Moment) -> Asking:
    board = moment.state.board
    way: list[int] = []
    while True:
        there = [c.index for c in board.cities if not way or _neighbours(board, way[-1], c.index)]
        choices = [Choice(str(city), "city", city, board.cities[city].name) for city in there]
        ends = [Choice(DONE, "done", "", "the ride ends here")] if len(way) > 1 else []
        text = f"Where to from {board.cities[way[-1]].name}?" if way else "Where did the ride begin?"
        tap = yield from ask(text, [*ends, *choices])
        if tap == DONE:
            break
        way.append(int(tap))
    played = yield from _hand(moment, "Passenger cards played", none="none", only=LETTERS[PASSENGER])
    return Ride(tuple([board.cities[city].code for city in way]), played)


def _neighbours(board: Board, a: int, b: int) -> bool:
    return a != b and bool(board.routes_between(board.cities[a], board.cities[b]))


def _play(moment: Moment) -> Asking:
    return Play((yield from _hand(moment, "Cards laid")))


def _tickets(moment: Moment) -> Asking:
    kept = yield from _some_tickets(moment.state, "kept", [])
    returned = yield from _some_tickets(moment.state, "returned", kept)
    board = moment.state.board
    groups = [tuple([written_ticket(board, ticket) for ticket in group]) for group in (kept, returned)]
    return TakeTickets(groups[0], groups[1])


def _some_tickets(state: State, what: str, but: Sequence[int]) -> Generator[Question, str, list[int]]:
    found: list[int] = []
    unseen = [unknown_ticket(deck) for deck in range(len(state.ticket_decks))]
    backs = [
        Choice(str(ticket), "ticket", ticket, f"not seen, {deck.name}" if deck.name else "not seen")
        for ticket, deck in zip(unseen, state.ticket_decks, strict=True)
    ]
    while True:
        left = [ticket for ticket in range(len(state.board.tickets)) if ticket not in {*found, *but}]
        ends = [Choice(DONE, "done", "", "that is all" if found else "none")] if found or but else []
        named = [ticket_choice(state, ticket) for ticket in left]
        tap = yield from ask(f"Tickets {what}: {len(found)}", [*ends, *backs, *named])
        if tap == DONE:
            return found
        found.append(int(tap))


def _pass(_moment: Moment) -> Asking:
    yield from ()
    return Pass()


_DEEDS: Final[Mapping[type[Action], _Deed]] = {
    ClaimRoute: _Deed("claim", "claimed a route", _claim),
    TakeCard: _Deed("draw", "drew cards", _draw),
    DrawTickets: _Deed("tickets", "took tickets", _tickets),
    BuildStation: _Deed("station", "built a station", _station),
    RidePassenger: _Deed("ride", "moved a passenger", _ride),
    LayCards: _Deed("play", "laid cards", _play),
    PassTurn: _Deed("pass", "passed", _pass),
}
