"""Tunnels and stations with unseen cards: payments laid out, cards turned over, what is paid on top, as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrn.core.cards import COLORS, LOCOMOTIVE, UNKNOWN, cards_of, counts
from ttrn.core.price import ANY_COLOR, Price
from ttrn.core.state import State, Violation
from ttrn.core.unseen import Completed, joined_by_routes
from ttrn.games.europe.borrowing import borrowings
from ttrn.games.europe.scoring import opponents_routes
from ttrn.games.europe.stations import Stations, stations_of
from ttrn.games.europe.tunnels import TURNED_OVER
from ttrn.graph.components import Components
from ttrn.graph.edges import board_edges
from ttrn.notation.records import Claim, Station
from ttrn.replays.resolve import ResolvedClaim, resolve_route

if TYPE_CHECKING:
    from ttrn.hidden.card_constraints import CardConstraints
    from ttrn.hidden.payments import Payment
    from ttrn.hidden.piles import Pile


# --- stations --------------------------------------------------------------------------------------------------------


def stations(seats: int, start: State | None) -> Stations:
    """Return the stations built so far; which cities they stand in does not matter."""
    return Stations(0, seats) if start is None else stations_of(start)


def build_station(constraints: CardConstraints, seat: int, action: Station) -> None:
    """Pay for a station: cards of one colour, locomotives wild (EU-STATION-2)."""
    built = constraints.parts[Stations].built
    cost = constraints.board.tables.station_costs[built[seat]]
    built[seat] += 1
    paid = counts("?" * cost if action.paid == "?" else action.paid)
    constraints.pay(seat, paid, (Price(cost, ANY_COLOR),))


def completed(state: State, seat: int) -> Completed:
    """Return which tickets a seat would complete with each choice of borrowed routes (EU-STATION-3).

    Choices with which fewer of the same tickets are complete are left out.
    """
    found = list(joined_by_routes(state, seat).ways)
    cities = [city for city, owner in enumerate(stations_of(state).owners) if owner == seat]
    if not cities:
        return Completed(found)
    tickets, edges, owned = state.board.tickets, board_edges(state.board), state.routes_of(seat)
    leads = Components(edges, owned).leads(len(state.board.cities))
    for chosen in borrowings(edges, leads, [opponents_routes(state, seat, city) for city in cities]):
        groups = Components(edges, [*owned, *chosen])
        found.append(frozenset([ticket.index for ticket in tickets if groups.joined(ticket.a, ticket.b)]))
    different = set(found)
    return Completed([way for way in different if not any(way < other for other in different)])


# --- tunnels ---------------------------------------------------------------------------------------------------------


def claim(constraints: CardConstraints, seat: int, action: Claim) -> None:
    """Pay for a route; at a tunnel turn over cards in between."""
    found = resolve_route(constraints.board, action)
    routes = constraints.board.routes
    if isinstance(found, Violation) or not any(routes[track.route].tunnel for track in found.actions):
        constraints.claim(seat, action)
    else:
        _tunnel(constraints, seat, action, found)


def _tunnel(constraints: CardConstraints, seat: int, action: Claim, found: ResolvedClaim) -> None:
    """Lay out the payment, turn over cards, pay on top or give up (EU-TUNNEL)."""
    laid, turned = constraints.new_pile(), constraints.new_pile()
    payment = constraints.pay_route(seat, found, laid, claimed=not action.given_up)
    constraints.laid_out = laid
    if action.turned == "-":
        constraints.none_left()
    else:
        recorded = [constraints.recorded(card) for card in cards_of(action.turned)]
        recorded = [*recorded, *[UNKNOWN] * TURNED_OVER][:TURNED_OVER]
        constraints.come_up(turned, recorded, constraints.place("turned"), apart=True)
    if not constraints.forgets(constraints.line):
        _cost(constraints, payment, turned, _surcharge(constraints, seat, action, payment))
    elif action.surcharge and action.surcharge != "?":
        constraints.spend_unseen(seat, len(action.surcharge), range(UNKNOWN), constraints.place("surcharge"))
    constraints.laid_out = constraints.new_pile()
    if action.given_up:
        constraints.hands[seat].add(laid)
    elif not constraints.lost:
        constraints.discards.add(laid)
    if not constraints.lost:
        constraints.discards.add(turned)


def _surcharge(constraints: CardConstraints, seat: int, action: Claim, payment: Payment) -> int | None:
    """Pay what the record says on top; returns how much it was, None for giving up."""
    if action.given_up:
        return None
    line, program = constraints.line, constraints.program
    number = constraints.choose(range(1, TURNED_OVER + 1)) if action.surcharge == "?" else len(action.surcharge)
    seen = counts("?" * number if action.surcharge == "?" else action.surcharge)
    unseen, seen[UNKNOWN] = seen[UNKNOWN], 0
    if unseen:
        kinds = [*payment.colors, *payment.flags, LOCOMOTIVE]
        cards = constraints.spend_unseen(seat, unseen, kinds, constraints.place("surcharge"))
        for kind, flag in payment.flags.items():
            program.row([(cards.first + kind, 1), (flag, -unseen)], None, 0, line)
    for kind in range(COLORS):
        # What is paid on top shows the colour of a payment that was not seen.
        if seen[kind] and kind in payment.flags:
            program.row([(payment.flags[kind], 1)], 1, None, line)
    constraints.spend(seat, seen)
    return number


def _cost(constraints: CardConstraints, payment: Payment, turned: Pile, due: int | None) -> None:
    """Ask that as many of the cards turned over cost one more as were paid on top, or one at least to give up."""
    if payment.colors or not payment.flags:
        _cost_as(constraints, turned, (*payment.colors[:1], LOCOMOTIVE), due)
        return
    for kind, flag in payment.flags.items():
        _cost_as(constraints, turned, (kind, LOCOMOTIVE), due, when=[(flag, 1)])
    none = [(flag, -1) for flag in payment.flags.values()]
    _cost_as(constraints, turned, (LOCOMOTIVE,), due, when=none, shift=1)


def _cost_as(
    constraints: CardConstraints,
    turned: Pile,
    kinds: tuple[int, ...],
    due: int | None,
    *,
    when: list[tuple[int, int]] | None = None,
    shift: int = 0,
) -> None:
    """Ask for the right cost of a payment of one colour, if that (``when``, shifted, is 1) is what was paid."""
    line, row = constraints.line, constraints.program.row
    terms = [term for kind in kinds for term in turned.terms(kind)]
    known = sum([turned.known[kind] for kind in kinds])
    low, high = (1, None) if due is None else (due, due)
    if constraints.house.named_color and kinds == (LOCOMOTIVE,):
        # A colour that was named costs too: which, no record says. At least the locomotives are paid for.
        low = 0
    if when is None:
        row(terms, low - known, None if high is None else high - known, line)
        return
    slack = TURNED_OVER + 1
    row([*terms, *[(v, -slack * c) for v, c in when]], low - known - slack + slack * shift, None, line)
    if high is not None:
        row([*terms, *[(v, slack * c) for v, c in when]], None, high - known + slack - slack * shift, line)
