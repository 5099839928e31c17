"""Choosing what Europe adds, step by step: a station, and what is paid on top at a tunnel."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from ttrn.core.actions import BuildStation, ClaimRoute, GiveUpTunnel, PayTunnel
from ttrn.core.cards import COLORS, KINDS, LETTERS, UNKNOWN, letters
from ttrn.core.price import Price
from ttrn.core.state import ANSWER, MAIN, NOBODY, State
from ttrn.games.europe.stations import station_cost, station_price, stations_left, stations_of
from ttrn.games.europe.tunnels import TURNED_OVER, due, paid_as, tunnel_of
from ttrn.replays.choosing import (
    UNSEEN,
    Choice,
    Moment,
    Question,
    Told,
    ask,
    ask_payment,
    card_choices,
    follow_route,
    payments,
    unseen_payment,
)

_GIVE_UP: Final = "give up"
_NO_CARDS: Final = tuple([0] * KINDS)


def follow_tunnel(moment: Moment, tap: str) -> Generator[Question, str, Told]:
    """Ask how a route was paid; at a tunnel also what was turned over, where nobody follows the deck."""
    told = yield from follow_route(moment, tap)
    state = moment.state
    assert isinstance(told.action, ClaimRoute)
    if state.house.partial or not state.market_unknown or not state.board.routes[told.action.route].tunnel:
        return told
    cards: list[int] = []
    while len(cards) < TURNED_OVER:
        card = yield from ask(f"Card {len(cards) + 1} turned over", card_choices(state))
        cards.append(LETTERS.index(card))
    return told._replace(cards=tuple(cards))


def offer_stations(moment: Moment) -> list[Choice]:
    """Return the cities in which the player may build a station."""
    state = moment.state
    if state.phase != MAIN or stations_left(state, state.seat) <= 0:
        return []
    hand = state.hands[state.seat]
    price = station_price(station_cost(state))
    if not price.possible(hand, _NO_CARDS):
        return []
    sure = bool(price.payments(hand))
    free = [city for city, owner in enumerate(stations_of(state).owners) if owner == NOBODY]
    cities = state.board.cities
    return [Choice(f"station {city}", "city", city, f"station in {cities[city].name}", sure=sure) for city in free]


def follow_station(moment: Moment, tap: str) -> Generator[Question, str, Told]:
    """Ask how a station was paid."""
    state = moment.state
    city = int(tap.removeprefix("station "))
    price = station_price(station_cost(state))
    if state.house.partial:
        return Told(BuildStation(city, unseen_payment(price.number)))
    text = f"How was the station in {state.board.cities[city].name} paid?"
    paid = yield from ask_payment(price, state.hands[state.seat], text)
    return Told(BuildStation(city, paid))


def _surcharges(state: State) -> dict[str, tuple[tuple[int, ...], bool]]:
    """Return what may be paid on top at the tunnel, by its letters, and whether the known cards suffice."""
    tunnel, hand = tunnel_of(state), state.hands[state.seat]
    found: dict[str, tuple[tuple[int, ...], bool]] = {}
    for kind in paid_as(state, tunnel):
        least, most = due(tunnel.turned, kind)
        for number in range(least, most + 1):
            if not number:
                found.setdefault("-", (_NO_CARDS, True))
                continue
            price = Price(number, (kind,) if kind < COLORS else ())
            for paid, sure in payments(price, hand):
                found.setdefault(letters(paid), (paid, sure))
            if hand[UNKNOWN]:
                found.setdefault(UNSEEN * number, (unseen_payment(number), False))
    return found


def offer_surcharge(moment: Moment) -> list[Choice]:
    """Return what may be paid on top at a tunnel."""
    if moment.state.phase != ANSWER:
        return []
    return [
        Choice(f"pay {cards}", "payment", cards, f"{cards} on top" if cards != "-" else "nothing more", sure=sure)
        for cards, (_, sure) in _surcharges(moment.state).items()
    ]


def follow_surcharge(moment: Moment, tap: str) -> Generator[Question, str, Told]:
    """Pay on top."""
    yield from ()
    return Told(PayTunnel(_surcharges(moment.state)[tap.removeprefix("pay ")][0]))


def offer_giving_up(moment: Moment) -> list[Choice]:
    """Return that the tunnel may be given up."""
    return [Choice(_GIVE_UP, "other", "x", "give up the tunnel")] if moment.state.phase == ANSWER else []


def follow_giving_up(_moment: Moment, _tap: str) -> Generator[Question, str, Told]:
    """Give up."""
    yield from ()
    return Told(GiveUpTunnel())
