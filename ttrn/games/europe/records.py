"""What Europe adds to the replay of records: tunnels and stations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, final

from ttrn.boards import Board
from ttrn.core.actions import Action, BuildStation, GiveUpTunnel, PayTunnel
from ttrn.core.card_supply import could_be, surely_drawable
from ttrn.core.cards import LETTERS, UNKNOWN, cards_of, counts, describe, frozen_counts, kinds_of, letters, number_of
from ttrn.core.claims import held, route_name
from ttrn.core.engine import apply, verify
from ttrn.core.open_routes import FEW_PLAYERS
from ttrn.core.state import ANSWER, NOBODY, OVER, State, Violation
from ttrn.core.turns import end_turn
from ttrn.games.europe.stations import build_at_once, station_1, station_cost, stations_of
from ttrn.games.europe.tunnels import (
    TURNED_OVER,
    Tunnel,
    discard_turned,
    least_due,
    possible,
    tunnel_at_once,
    tunnel_of,
    turn_over,
)
from ttrn.notation.records import Claim, Station, WrittenAction
from ttrn.replays.handlers import claim
from ttrn.replays.moves import claim_actions
from ttrn.replays.resolve import ResolvedClaim, resolve_city, resolve_route
from ttrn.replays.writing import claim_under_way

if TYPE_CHECKING:
    from ttrn.replays.run import Run


@final
class ResolvedTunnel:
    """A claim with the cards turned over, in order, and what was done about them.

    Nothing turned: it was not recorded, unless ``none_left`` says that no card was left to turn over.
    """

    __slots__ = ("claim", "given_up", "none_left", "surcharge", "turned")

    def __init__(self, claim: ResolvedClaim, action: Claim) -> None:
        self.claim = claim
        self.none_left = action.turned == "-"
        self.turned = () if self.none_left else cards_of(action.turned)
        self.surcharge = action.surcharge
        self.given_up = action.given_up


@dataclass(frozen=True, slots=True)
class ResolvedStation:
    """A station; the payment may be unseen altogether."""

    city: int
    paid: str


def resolve_claim(board: Board, action: Claim) -> ResolvedClaim | ResolvedTunnel | Violation:
    """Resolve a claim of any route; only tunnels, and what a record takes for one, need more than the route."""
    if action.passenger:
        return Violation("CLAIM-1", "there are no passengers in this game", "passenger")
    found = resolve_route(board, action)
    if isinstance(found, Violation):
        return found
    if not action.turned and not any(board.routes[track.route].tunnel for track in found.actions):
        return found
    return ResolvedTunnel(found, action)


def place_station(state: State, seat: int, city: int) -> Violation | None:
    """Put a station into a city of the final board, if one of the seat can stand there (EU-STATION-1)."""
    turn, state.seat = state.seat, seat
    violation = station_1(state, BuildStation(city, ()))
    state.seat = turn
    if violation is None:
        stations = stations_of(state)
        stations.owners[city] = seat
        stations.built[seat] += 1
    return violation


def resolve_station(board: Board, action: Station) -> ResolvedStation | Violation:
    """Resolve the city of a station."""
    city = resolve_city(board, action.city)
    if isinstance(city, Violation):
        return Violation("EU-STATION-1", city.message)
    return ResolvedStation(city.index, action.paid)


def tunnel_actions(state: State, action: ResolvedTunnel) -> list[Action] | Violation:
    """Return the claim of a tunnel, or, once the cards are turned over, what is done about them."""
    if state.phase != ANSWER:
        return claim_actions(state, _likely(state, action))
    tunnel = tunnel_of(state)
    if not same_tunnel(tunnel, action):
        begun = f"{describe(tunnel.laid)} for {route_name(state, tunnel.route)}"
        return Violation("TURN-1", f"the claim of a tunnel is to be finished first: {begun}", "route")
    return [GiveUpTunnel() if action.given_up else PayTunnel(frozen_counts(action.surcharge))]


def same_tunnel(tunnel: Tunnel, action: ResolvedTunnel) -> bool:
    """Return whether a claim can be the one under way, with the cards turned over or without."""
    turned = counts("".join([LETTERS[card] for card in action.turned]))
    if tunnel.route not in [track.route for track in action.claim.actions] or (action.none_left and any(tunnel.turned)):
        return False
    return could_be(tunnel.laid, list(action.claim.paid)) and (not any(turned) or could_be(tunnel.turned, turned))


def station_actions(_state: State, action: ResolvedStation) -> list[Action]:
    """Return the building of a station."""
    return [BuildStation(action.city, frozen_counts(action.paid))]


# --- the way back ----------------------------------------------------------------------------------------------------


def write_answer(state: State, action: PayTunnel | GiveUpTunnel, begun: WrittenAction | None) -> Claim:
    """Complete the claim of a tunnel with the surcharge, or with giving up."""
    if not isinstance(begun, Claim):
        tunnel = tunnel_of(state)
        begun = replace(claim_under_way(state.board, tunnel.route, letters(tunnel.laid)), turned=letters(tunnel.turned))
    if isinstance(action, GiveUpTunnel):
        return replace(begun, given_up=True)
    return replace(begun, surcharge=letters(action.paid))


def write_station(state: State, action: BuildStation, _begun: WrittenAction | None) -> Station:
    """Write a station."""
    return Station(state.board.cities[action.city].code, letters(action.paid))


# --- tunnels ---------------------------------------------------------------------------------------------------------


def tunnel(run: Run, action: ResolvedTunnel, seat: int) -> None:
    """Claim a tunnel: the payment laid out, the cards turned, then the surcharge or giving up."""
    state = run.state
    if not state.rules.watched and _at_once(state, action):
        return
    tracks = action.claim.actions
    routes, first = state.board.routes, tracks[0].route
    if not routes[first].tunnel and not any(routes[track.route].tunnel for track in tracks):
        _no_tunnel(run, action, seat)
        return
    broken = len(state.chance.notes)
    tunnel_under_way = tunnel_of(state)
    tunnel_under_way.none_left = action.none_left and _none_left(state)
    if not tunnel_under_way.none_left:
        _expect_turned(state, action.turned)
    taken = state.owners[first] != NOBODY and all(state.owners[track.route] != NOBODY for track in tracks)
    if taken and state.phase != OVER:
        # The claim comes to nothing, but the cards were turned over all the same.
        turn_over(state, tunnel_under_way)
        discard_turned(state, tunnel_under_way)
    tunnel_under_way.wait = bool(action.surcharge or action.given_up)
    number = state.number
    claim(run, _likely(state, action), seat)
    if state.number == number and state.phase == ANSWER:
        answer_tunnel(run, action, seat, judged=len(state.chance.notes) == broken)
    tunnel_under_way.wait = tunnel_under_way.none_left = False


def _at_once(state: State, action: ResolvedTunnel) -> bool:
    """Claim a tunnel, or give it up, if nothing about it is out of the ordinary; return whether that was so."""
    claim, surcharge = action.claim, frozen_counts(action.surcharge)
    index = claim.actions[0].route
    if not state.board.routes[index].tunnel or action.none_left or surcharge[UNKNOWN]:
        return False
    if len(claim.fitting) > 1 and state.seats > FEW_PLAYERS:
        return False  # which track is meant
    return tunnel_at_once(state, index, claim.kinds[0], action.turned, kinds_of(surcharge), given_up=action.given_up)


def _likely(state: State, action: ResolvedTunnel) -> ResolvedClaim:
    """Return the tracks that go with the cards turned over, where neither number nor payment says which."""
    paid = action.claim.paid
    if len(action.claim.actions) == 1 or not paid[UNKNOWN] or not action.turned:
        return action.claim
    turned = counts("".join([LETTERS[card] for card in action.turned]))
    surcharge = None if action.given_up else counts(action.surcharge)
    routes = state.board.routes
    tracks = [routes[track.route] for track in action.claim.actions]
    likely = [route for route in tracks if possible(route, paid, turned, surcharge)]
    return ResolvedClaim(state.board, likely, paid) if likely else action.claim


def _no_tunnel(run: Run, action: ResolvedTunnel, seat: int) -> None:
    """EU-TUNNEL-1: cards are turned over at tunnels only."""
    route = route_name(run.state, action.claim.actions[0].route)
    run.state.note("EU-TUNNEL-1", f"{route} is no tunnel: no cards are turned over")
    run.doubtful.add(seat)
    if action.given_up:
        end_turn(run.state)
    else:
        claim(run, action.claim, seat)


def _none_left(state: State) -> bool:
    """EU-TUNNEL-6: return whether it may be that no card is left to turn over; note where some are."""
    left = min(TURNED_OVER, surely_drawable(state) if state.market_unknown else state.deck_size + sum(state.discards))
    if left > 0:
        some = f"{number_of(left, 'card')} can be turned over"
        state.note("EU-TUNNEL-6", f"{some}; the record says that none is left")
    return left <= 0


def _expect_turned(state: State, turned: tuple[int, ...]) -> None:
    """Let the recorded cards come up before those that fill the market; note where there are too few or too many."""
    left = state.deck_size + sum(state.discards)
    # Where it is not known how many cards are left, there may have been fewer than three.
    number = min(len(turned) or TURNED_OVER, TURNED_OVER) if state.market_unknown else min(TURNED_OVER, left)
    if turned and len(turned) != number:
        cards = f"{number or 'no'} card{' is' if number == 1 else 's are'} turned over"
        if number == TURNED_OVER:
            state.note("EU-TUNNEL-1", f"{cards} at a tunnel, not {len(turned)}")
        else:
            state.note("EU-TUNNEL-6", f"{cards}, not {len(turned)}: deck and discards have no more")
    expected = [*turned[:number], *[UNKNOWN] * (number - len(turned))]
    state.chance.cards = [*state.chance.cards, *expected[::-1]]


def answer_tunnel(run: Run, action: ResolvedTunnel, seat: int, *, judged: bool) -> None:
    """Pay the surcharge that is recorded, or give up; after a violation it is not judged."""
    state = run.state
    answer: PayTunnel | GiveUpTunnel = GiveUpTunnel() if action.given_up else PayTunnel(_surcharge(state, action))
    violation = verify(state, answer) if judged and state.phase != OVER else None
    if violation is not None:
        state.chance.notes.append(violation)
        run.doubtful.add(seat)
        if isinstance(answer, PayTunnel) and held(state, answer.paid):
            run.forget_hand(seat)
    apply(state, answer)
    state.trains[seat] = max(0, state.trains[seat])


def _surcharge(state: State, action: ResolvedTunnel) -> tuple[int, ...]:
    # A single question mark is a surcharge not seen at all.
    unseen = action.surcharge == "?"
    return frozen_counts("?" * max(1, least_due(state)) if unseen else action.surcharge)


# --- stations --------------------------------------------------------------------------------------------------------


def station(run: Run, action: ResolvedStation, seat: int) -> None:
    """Build a station."""
    state = run.state
    if not state.rules.watched and build_at_once(state, action.city, frozen_counts(action.paid)):
        return
    paid = "?" * max(1, station_cost(state)) if action.paid == "?" else action.paid
    build = BuildStation(action.city, frozen_counts(paid))
    if run.judge(build):
        apply(state, build)
        return
    run.doubtful.add(seat)
    run.doubt(build.paid)
    if held(state, build.paid):
        run.forget_hand(seat)
    if state.chance.notes[-1].rule == "EU-STATION-1":
        # It cannot stand there, and it is not known what was really done.
        run.forget_hand(seat)
        end_turn(state)
    else:
        apply(state, build)
