"""What Europe adds to position lines: stations, a tunnel under way, tickets that left the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrn.core.actions import ClaimRoute, GiveUpTunnel, unknown_ticket
from ttrn.core.card_supply import could_be, locate
from ttrn.core.cards import LETTERS, UNKNOWN, Counts, counts, describe
from ttrn.core.claims import CHECKS, route_name, unfit_payment, wrong_payment
from ttrn.core.engine import apply
from ttrn.core.state import ANSWER, NOBODY, SETUP, State
from ttrn.games.europe.records import ResolvedTunnel, answer_tunnel
from ttrn.games.europe.rules import LONG
from ttrn.games.europe.table import works
from ttrn.games.europe.tunnels import TURNED_OVER, most_due
from ttrn.position.checks import unknown_outside
from ttrn.position.fields import (
    SEAT,
    TABLE,
    TURN,
    Places,
    PositionDialect,
    PositionField,
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
    extra = works(state)
    if state.phase != ANSWER:
        return ""
    return ":".join([route_list(state, [extra.route]), runs(extra.laid) or "-", runs(extra.turned) or "-"])


def read_tunnel(codes: Codes, state: State, _seat: int, value: Token) -> None:
    """Read the tunnel under way."""
    parts = pieces(value, ":")
    if len(parts) != 3:
        hint = "the route, the payment laid out, the cards turned over"
        raise WrongPositionError(value, f'expected a tunnel like "MAD-PAM#2:W3:KWL", found "{short(value.text)}"', hint)
    extra = works(state)
    extra.route = codes.route(parts[0])
    extra.laid, extra.turned = read_counts(parts[1]), read_counts(parts[2])
    if not state.board.routes[extra.route].tunnel:
        raise impossible(parts[0], f"{parts[0].text} is no tunnel")


def tunnel_under_way(state: State, places: Places) -> None:
    """The tunnel can be claimed with the payment, three cards are turned over, and they may cost something."""
    extra = works(state)
    if extra.route == NOBODY:
        return
    place = places["", "tunnel"]
    begun = ClaimRoute(extra.route, tuple(extra.laid))
    route = state.board.routes[extra.route]
    wrong = unfit_payment(route.length, route.color, begun.paid)
    # The payment is out of the hand already, so the last check of a claim would not find it there.
    verdicts = [*[check(state, begun) for check in CHECKS[:-1]], wrong_payment(state, begun, wrong) if wrong else None]
    for verdict in filter(None, verdicts):
        raise impossible(place, verdict.message)
    number = sum(extra.turned)
    if number > TURNED_OVER or (
        number < TURNED_OVER and (state.market_unknown or state.deck_size or any(state.discards))
    ):
        raise impossible(place, f"{TURNED_OVER} cards are turned over at a tunnel, not {number}")
    if not most_due(state):
        text = f"{describe(extra.turned)} turned over and {describe(extra.laid)} paid cost nothing more"
        raise impossible(place, f"{text}: the turn is over")


def finish_tunnel(run: Run, action: ResolvedTunnel, seat: int) -> None:
    """Finish a turn that a position left at a tunnel: the claim is written whole, and must be the one begun there."""
    state = run.state
    extra = works(state)
    turned = counts("".join([LETTERS[card] for card in action.turned]))
    same = extra.route in [track.route for track in action.claim.actions]
    if not same or not could_be(extra.laid, list(action.claim.paid)) or not _same_turned(extra.turned, turned):
        begun = f"{describe(extra.laid)} for {route_name(state, extra.route)}, {describe(extra.turned)} turned over"
        state.note("POSITION-3", f"the position is in the middle of another claim: {begun}")
        apply(state, GiveUpTunnel())
        return
    _learn(state, extra.laid, action.claim.paid)
    _learn(state, extra.turned, turned)
    answer_tunnel(run, action, seat, judged=True)


def _same_turned(known: Counts, told: Counts) -> bool:
    return not any(told) or could_be(known, told)


def _learn(state: State, pile: Counts, told: Counts | tuple[int, ...]) -> None:
    """Put known cards in the place of unknown ones where a record tells them."""
    for kind in range(UNKNOWN):
        for _ in range(told[kind] - pile[kind]):
            pile[kind] += 1
            pile[UNKNOWN] -= 1
            locate(state, kind)


# --- stations --------------------------------------------------------------------------------------------------------


def write_stations(state: State, seat: int) -> str:
    """Return the cities with stations of a seat."""
    return city_list(state, [city for city, owner in enumerate(works(state).stations) if owner == seat])


def read_stations(codes: Codes, state: State, seat: int, value: Token) -> None:
    """Read the cities with stations of a seat; there is one in a city, whoever owns it (EU-STATION-1)."""
    extra = works(state)
    for word in pieces(value, ","):
        city = codes.city(word)
        owner = extra.stations[city.index]
        if owner != NOBODY:
            raise impossible(word, f"a station of {state.names[owner]} stands in {city.name} already")
        extra.stations[city.index] = seat
        extra.built[seat] += 1
    if extra.built[seat] > state.board.tables.stations:
        most = f"{state.board.tables.stations} stations"
        raise impossible(value, f"{state.names[seat]} has {most}, not {extra.built[seat]}")


# --- tickets ---------------------------------------------------------------------------------------------------------


def _unsure(state: State) -> set[int]:
    """Return the seats of which an unknown long ticket may be a short one."""
    return {seat for seat in works(state).either if state.unknown_tickets[seat][LONG]}


def write_unsure(state: State, seat: int) -> str:
    """Return whether it is not known if a seat kept the long ticket it was dealt."""
    return "?" if seat in _unsure(state) else ""


def read_unsure(_codes: Codes, state: State, seat: int, value: Token) -> None:
    """Read that it is not known if a seat kept the long ticket it was dealt."""
    if value.text != "?":
        raise WrongPositionError(value, f'expected "?" (it may have been kept or not), found "{short(value.text)}"')
    if not state.unknown_tickets[seat][LONG]:
        raise impossible(value, f"{state.names[seat]} has no unknown long ticket, so nothing is unsure about one")
    works(state).either.add(seat)


def _removed_unseen(state: State) -> list[int]:
    """Return how many unknown tickets of each deck have left the game: those that are nowhere else."""
    return [
        len(deck.unseen) - deck.fresh - unknown_outside(state, number) for number, deck in enumerate(state.ticket_decks)
    ]


def write_removed(state: State, _seat: int) -> str:
    """Return the tickets that left the game."""
    unseen = [unknown_ticket(deck) for deck, number in enumerate(_removed_unseen(state)) for _ in range(number)]
    return ticket_list(state, [*sorted(works(state).box), *unseen])


def read_removed(codes: Codes, state: State, _seat: int, value: Token) -> None:
    """Read the tickets that left the game."""
    works(state).box = [ticket for ticket in codes.tickets(value) if ticket >= 0]


def removed_add_up(state: State, places: Places) -> None:
    """Every ticket is in a hand, in the deck, drawn or out of the game (EU-SETUP-1)."""
    codes = Codes(state)
    value = places.get(("", "removed"), Token("-", 0))
    told = [word for word in pieces(value, ",") if word.text.startswith("?")]
    unknown = [ticket for word in told for ticket in codes.tickets(word)]
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
    box = works(state).box
    works(state).box = []
    return box


def essence(state: State) -> object:
    """Return stations, the tunnel under way, and the tickets out of the game."""
    extra = works(state)
    tunnel = (extra.route, extra.laid, extra.turned) if state.phase == ANSWER else None
    return (extra.stations, extra.built, tunnel, sorted(extra.box), _unsure(state))


def piles(state: State) -> list[tuple[str, str, Counts]]:
    """Return the cards that lie out at a tunnel."""
    extra = works(state)
    return [("", "tunnel", extra.laid), ("", "tunnel", extra.turned)]


EUROPE_POSITION = PositionDialect(
    fields=(
        PositionField(TURN, "tunnel", "tunnels", write_tunnel, read_tunnel, waits="a tunnel"),
        PositionField(SEAT, "long", "long tickets", write_unsure, read_unsure),
        PositionField(SEAT, "stations", "stations", write_stations, read_stations),
        PositionField(TABLE, "removed", "tickets that leave the game", write_removed, read_removed),
    ),
    derive=long_deck_left,
    checks=(tunnel_under_way, removed_add_up),
    piles=piles,
    essence=essence,
    conceal=conceal_removed,
    finish={ResolvedTunnel: finish_tunnel},
    give_up=lambda state: apply(state, GiveUpTunnel()),
)
