"""What Europe adds to position lines: stations, a tunnel under way, tickets that left the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrn.core.actions import ClaimRoute, GiveUpTunnel, unknown_ticket
from ttrn.core.card_supply import locate
from ttrn.core.cards import LETTERS, UNKNOWN, Counts, counts, describe
from ttrn.core.claims import CHECKS, route_name, wrong_payment
from ttrn.core.engine import apply
from ttrn.core.state import ANSWER, NOBODY, SETUP, State
from ttrn.games.europe.long_tickets import LONG
from ttrn.games.europe.records import ResolvedTunnel, answer_tunnel, same_tunnel
from ttrn.games.europe.stations import stations_of
from ttrn.games.europe.tunnels import TURNED_OVER, most_due, tunnel_of
from ttrn.position.checks import unknown_outside
from ttrn.position.fields import (
    Places,
    city_list,
    route_list,
    runs,
    ticket_list,
)
from ttrn.position.tokens import Codes, Token, WrongPositionError, impossible, pieces, read_counts, short

if TYPE_CHECKING:
    from ttrn.replays.run import Run


# --- tunnels ---------------------------------------------------------------------------------------------------------


def write_tunnel(state: State, _seat: int) -> str:
    """Return the tunnel under way: the route, the payment, the cards turned over."""
    tunnel = tunnel_of(state)
    if state.phase != ANSWER:
        return ""
    return ":".join([route_list(state, [tunnel.route]), runs(tunnel.laid) or "-", runs(tunnel.turned) or "-"])


def read_tunnel(codes: Codes, state: State, _seat: int, value: Token) -> None:
    """Read the tunnel under way."""
    parts = pieces(value, ":")
    if len(parts) != 3:
        hint = "the route, the payment laid out, the cards turned over"
        raise WrongPositionError(value, f'expected a tunnel like "MAD-PAM#2:W3:KWL", found "{short(value.text)}"', hint)
    tunnel = tunnel_of(state)
    tunnel.route = codes.route(parts[0])
    tunnel.laid, tunnel.turned = read_counts(parts[1]), read_counts(parts[2])
    if not state.board.routes[tunnel.route].tunnel:
        raise impossible(parts[0], f"{parts[0].text} is no tunnel")


def tunnel_under_way(state: State, places: Places) -> None:
    """The tunnel can be claimed with the payment, three cards are turned over, and they may cost something."""
    tunnel = tunnel_of(state)
    if tunnel.route == NOBODY:
        return
    place = places["", "tunnel"]
    begun = ClaimRoute(tunnel.route, tuple(tunnel.laid))
    route = state.board.routes[tunnel.route]
    wrong = state.rules.price(route).misfit(begun.paid)
    # The payment is out of the hand already, so the last check of a claim would not find it there.
    verdicts = [*[check(state, begun) for check in CHECKS[:-1]], wrong_payment(state, begun, wrong) if wrong else None]
    for verdict in filter(None, verdicts):
        raise impossible(place, verdict.message)
    number = sum(tunnel.turned)
    if number > TURNED_OVER or (
        number < TURNED_OVER and (state.market_unknown or state.deck_size or any(state.discards))
    ):
        raise impossible(place, f"{TURNED_OVER} cards are turned over at a tunnel, not {number}")
    if not most_due(state):
        text = f"{describe(tunnel.turned)} turned over and {describe(tunnel.laid)} paid cost nothing more"
        raise impossible(place, f"{text}: the turn is over")


def finish_tunnel(run: Run, action: ResolvedTunnel, seat: int) -> None:
    """Finish a turn that a position left at a tunnel: the claim is written whole, and must be the one begun there."""
    state = run.state
    tunnel = tunnel_of(state)
    if not same_tunnel(tunnel, action):
        begun = f"{describe(tunnel.laid)} for {route_name(state, tunnel.route)}, {describe(tunnel.turned)} turned over"
        state.note("POSITION-3", f"the position is in the middle of another claim: {begun}")
        apply(state, GiveUpTunnel())
        return
    _learn(state, tunnel.laid, action.claim.paid)
    _learn(state, tunnel.turned, counts("".join([LETTERS[card] for card in action.turned])))
    answer_tunnel(run, action, seat, judged=True)


def _learn(state: State, pile: Counts, recorded: Counts | tuple[int, ...]) -> None:
    """Put known cards in the place of unknown ones where a record has them."""
    for kind in range(UNKNOWN):
        for _ in range(recorded[kind] - pile[kind]):
            pile[kind] += 1
            pile[UNKNOWN] -= 1
            locate(state, kind)


# --- stations --------------------------------------------------------------------------------------------------------


def write_stations(state: State, seat: int) -> str:
    """Return the cities with stations of a seat."""
    return city_list(state, [city for city, owner in enumerate(stations_of(state).owners) if owner == seat])


def read_stations(codes: Codes, state: State, seat: int, value: Token) -> None:
    """Read the cities with stations of a seat; there is one in a city, whoever owns it (EU-STATION-1)."""
    stations = stations_of(state)
    for word in pieces(value, ","):
        city = codes.city(word)
        owner = stations.owners[city.index]
        if owner != NOBODY:
            raise impossible(word, f"a station of {state.names[owner]} stands in {city.name} already")
        stations.owners[city.index] = seat
        stations.built[seat] += 1
    if stations.built[seat] > state.board.tables.stations:
        most = f"{state.board.tables.stations} stations"
        raise impossible(value, f"{state.names[seat]} has {most}, not {stations.built[seat]}")


# --- tickets ---------------------------------------------------------------------------------------------------------


def _unsure(state: State) -> set[int]:
    """Return the seats of which an unknown long ticket may be a short one."""
    return {seat for seat in state.unsure_decks if state.unknown_tickets[seat][LONG]}


def write_unsure(state: State, seat: int) -> str:
    """Return whether it is not known if a seat kept the long ticket it was dealt."""
    return "?" if seat in _unsure(state) else ""


def read_unsure(_codes: Codes, state: State, seat: int, value: Token) -> None:
    """Read that it is not known if a seat kept the long ticket it was dealt."""
    if value.text != "?":
        raise WrongPositionError(value, f'expected "?" (it may have been kept or not), found "{short(value.text)}"')
    if not state.unknown_tickets[seat][LONG]:
        raise impossible(value, f"{state.names[seat]} has no unknown long ticket, so nothing is unsure about one")
    state.unsure_decks.add(seat)


def _removed_unseen(state: State) -> list[int]:
    """Return how many unknown tickets of each deck have left the game: those that are nowhere else."""
    return [
        len(deck.unseen) - deck.fresh - unknown_outside(state, number) for number, deck in enumerate(state.ticket_decks)
    ]


def write_removed(state: State, _seat: int) -> str:
    """Return the tickets that left the game."""
    unseen = [unknown_ticket(deck) for deck, number in enumerate(_removed_unseen(state)) for _ in range(number)]
    return ticket_list(state, [*sorted(state.aside), *unseen])


def read_removed(codes: Codes, state: State, _seat: int, value: Token) -> None:
    """Read the tickets that left the game."""
    state.aside = [ticket for ticket in codes.tickets(value) if ticket >= 0]


def removed_add_up(state: State, places: Places) -> None:
    """Every ticket is in a hand, in the deck, drawn or out of the game (EU-SETUP-1)."""
    codes = Codes(state)
    value = places.get(("", "removed"), Token("-", 0))
    unnamed = [word for word in pieces(value, ",") if word.text.startswith("?")]
    unknown = [ticket for word in unnamed for ticket in codes.tickets(word)]
    place = value if value.column else places["", "tickets"]
    for number, left in enumerate(_removed_unseen(state)):
        if unknown.count(unknown_ticket(number)) != left:
            name = state.ticket_decks[number].name
            text = f"{left} unknown {name} ticket{'' if left == 1 else 's'} must have left the game at the start"
            raise impossible(place, f"{text}, not {unknown.count(unknown_ticket(number))}")


def long_deck_left(state: State) -> None:
    """EU-SETUP-1: during play there is no deck of long tickets."""
    if state.phase != SETUP:
        state.ticket_decks[LONG].fresh = 0


def conceal_removed(state: State) -> list[int]:
    """Forget which tickets left the game: only who returned one has seen it."""
    box = state.aside
    state.aside = []
    return box
