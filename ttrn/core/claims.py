"""Claiming routes: the checks (CLAIM) and what follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ttrn.boards import Route
from ttrn.core.actions import Action, ClaimRoute
from ttrn.core.card_supply import discard, locate
from ttrn.core.cards import (
    LETTERS,
    UNKNOWN,
    CardKinds,
    Counts,
    describe,
    kinds_of,
    listed,
    name_cards,
    number_of,
)
from ttrn.core.claim_list import list_claims
from ttrn.core.open_routes import FEW_PLAYERS
from ttrn.core.price import Misfit
from ttrn.core.state import MAIN, NOBODY, State, Violation
from ttrn.core.turns import end_turn


def claim_1(state: State, action: ClaimRoute) -> Violation | None:
    """CLAIM-1: only a free route can be claimed."""
    owner = state.owners[action.route]
    if owner == NOBODY:
        return None
    return Violation("CLAIM-1", f"{route_name(state, action.route)} belongs to {state.names[owner]} already")


def claim_3(state: State, action: ClaimRoute) -> Violation | None:
    """CLAIM-3: a route needs as many trains as it has spaces."""
    length = state.board.routes[action.route].length
    trains = state.trains[state.seat]
    if trains >= length:
        return None
    name = state.names[state.seat]
    left = number_of(trains, "train")
    return Violation("CLAIM-3", f"{name} has {left} left; {route_name(state, action.route)} needs {length}")


def claim_5(state: State, action: ClaimRoute) -> Violation | None:
    """CLAIM-5: nobody owns two tracks between the same cities."""
    for track in state.board.twins[action.route]:
        if state.owners[track] == state.seat:
            name, route = state.names[state.seat], route_name(state, action.route)
            which = "the other" if len(state.board.twins[action.route]) == 1 else "another"
            return Violation("CLAIM-5", f"{name} owns {which} track of {route} already")
    return None


def claim_6(state: State, action: ClaimRoute) -> Violation | None:
    """CLAIM-6: with two or three players one track of a double route closes the others."""
    if state.seats > FEW_PLAYERS:
        return None
    for track in state.board.twins[action.route]:
        owner = state.owners[track]
        if owner not in (NOBODY, state.seat):
            route = route_name(state, action.route)
            reason = f"with {state.seats} players only one track can be claimed, and {state.names[owner]} has one"
            return Violation("CLAIM-6", f"{route} is closed: {reason}")
    return None


def claim_2(state: State, action: ClaimRoute) -> Violation | None:
    """CLAIM-2: pay as many cards as there are spaces, of one colour, wild ones in any place; and hold them."""
    route = state.board.routes[action.route]
    paid = action.paid
    wrong = state.prices[action.route].misfit(paid)
    if wrong:
        return wrong_payment(state, action, wrong)
    return held(state, paid) or (_unseen_payment(state, route, paid) if paid[UNKNOWN] else None)


def wrong_payment(state: State, action: ClaimRoute, wrong: Misfit) -> Violation:
    """Return the violation of a payment that does not fit its route, with the reason."""
    route, paid = state.board.routes[action.route], action.paid
    name = state.names[state.seat]
    match wrong:
        case "number":
            why = f"{number_of(sum(paid), 'card')} for {number_of(route.length, 'space')}"
        case "mixed":
            why = "cards of one colour or locomotives are wanted"
        case "color":
            why = f"{name_cards(LETTERS.index(route.color), 1)[2:]} cards or locomotives are wanted"
        case _:
            why = "these cards do not pay for a route"
    what = f"{route_name(state, action.route)}, which has {spaces(route)}"
    return Violation("CLAIM-2", f"{name} pays {describe(paid)} for {what}: {why}")


CHECKS: tuple[Callable[[State, ClaimRoute], Violation | None], ...] = (claim_1, claim_5, claim_6, claim_3, claim_2)


def with_other_tracks(state: State, action: ClaimRoute, verdict: Violation) -> Violation:
    """Return the verdict on a claim with what there is to say of the route's other tracks, where that may help.

    It is asked for when a claim has failed, not by the checks: a record may mean any of the tracks, and mostly one is
    found that can be claimed.
    """
    if verdict.rule == "CLAIM-1" and state.owners[action.route] != state.seat:
        known = ""
    elif verdict.rule == "CLAIM-2" and not verdict.part:  # cards that are not held pay for no track
        known = spaces(state.board.routes[action.route])
    else:
        return verdict
    return verdict._replace(message=verdict.message + _other_tracks(state, action.route, known))


def _other_tracks(state: State, index: int, known: str) -> str:
    """Tell of the other tracks of a route ("; …") who has them, or what those want that are free.

    Of one that wants what is ``known`` nothing need be said.
    """
    board = state.board
    others: list[str] = []
    for track in board.twins[index]:
        route, owner = board.routes[track], state.owners[track]
        which = "the other track" if len(board.twins[index]) == 1 else f"track {route.track}"
        wants = spaces(route)
        if owner != NOBODY:
            others.append(f"{which} belongs to {state.names[owner]}")
        elif claim_5(state, ClaimRoute(track, ())) or claim_6(state, ClaimRoute(track, ())):
            others.append(f"{which} is closed to {state.names[state.seat]}")
        elif wants != known:
            others.append(f"{which}, {board.route_text(route)}, is free and has {wants}")
    return "".join([f"; {text}" for text in others])


def surely_legal(state: State, action: ClaimRoute) -> bool:
    """Return whether a claim is legal beyond doubt, at a glance; most are. For the others the checks decide.

    The route is free and its other tracks are, the cards are all seen and pay for it, and the player has them.
    """
    index, owners = action.route, state.owners
    if state.phase != MAIN or owners[index] != NOBODY:
        return False
    for track in state.board.twins[index]:
        if owners[track] != NOBODY:
            return False
    route, hand = state.board.routes[index], state.hands[state.seat]
    kinds = state.prices[index].kinds(action.paid)
    for kind, number in kinds:
        if hand[kind] < number:
            return False
    return len(kinds) > 0 and route.length <= state.trains[state.seat]


def pay_at_once(state: State, index: int, kinds: CardKinds) -> bool:
    """Claim a route with cards by kind, but for the end of the turn, if that is legal beyond doubt; return whether.

    The cards are known to pay for the route (``Price.kinds``; none: they are not). It does what :func:`surely_legal`,
    :func:`pay` and :func:`take_route` do, all in one place; what it leaves alone is for those.
    """
    if not payable(state, index, kinds):
        return False
    hand, discards = state.hands[state.seat], state.discards
    for kind, number in kinds:
        hand[kind] -= number
        discards[kind] += number
    take_route(state, index)
    return True


def payable(state: State, index: int, kinds: CardKinds) -> bool:
    """Return whether a claim of a route with cards by kind, known to pay for it, is legal beyond doubt."""
    owners, seat = state.owners, state.seat
    if state.phase != MAIN or owners[index] != NOBODY or not kinds or state.market_unknown:
        return False
    board, hand = state.board, state.hands[seat]
    for track in board.twins[index]:
        owner = owners[track]
        if owner != NOBODY and (owner == seat or state.seats <= FEW_PLAYERS):
            return False
    for kind, number in kinds:
        if hand[kind] < number:
            return False
    return board.routes[index].length <= state.trains[seat]


def claim_at_once(state: State, index: int, kinds: CardKinds) -> bool:
    """Claim a route with cards by kind if that is legal beyond doubt (:func:`pay_at_once`); return whether it was."""
    if not pay_at_once(state, index, kinds):
        return False
    end_turn(state)
    return True


def spaces(route: Route) -> str:
    """Return the spaces of a route in words: "6 yellow spaces"."""
    color = name_cards(LETTERS.index(route.color), 1)[2:] if route.color else "gray"
    return number_of(route.length, f"{color} space")


def held(state: State, paid: tuple[int, ...], rule: str = "CLAIM-2", verb: str = "pays") -> Violation | None:
    """Check that the player could hold these cards; unknown cards may be any."""
    hand = state.hands[state.seat]
    kinds = kinds_of(paid)
    if not paid[UNKNOWN] and covered(hand, kinds):
        return None
    short = sum([max(0, wanted - hand[kind]) for kind, wanted in kinds])
    if short <= hand[UNKNOWN] and sum(paid) <= sum(hand):
        return None
    text = f"{state.names[state.seat]} holds {held_of(hand, paid)}, and {verb} {describe(paid)}"
    return Violation(rule, text, "paid")


def held_of(hand: Counts, paid: tuple[int, ...]) -> str:
    """Return how many cards of the kinds that are paid a hand has: "no red and 2 unknown cards"."""
    holds = [name_cards(kind, hand[kind]) for kind, _ in kinds_of(paid)]
    if hand[UNKNOWN] and holds:
        holds.append(name_cards(UNKNOWN, hand[UNKNOWN]))
    return listed(holds) or number_of(sum(hand), "card")


def _unseen_payment(state: State, route: Route, paid: Sequence[int]) -> Violation | None:
    """CLAIM-2: a payment that was not seen, or not all of it, must be possible from what is known of the hand."""
    hand = state.hands[state.seat]
    if state.prices[route.index].possible(hand, paid):
        return None
    name = state.names[state.seat]
    text = f"{name} holds {describe(hand)}, and cannot pay for {route_name(state, route.index)}"
    return Violation("CLAIM-2", f"{text}, which has {spaces(route)}")


def pay(state: State, paid: tuple[int, ...]) -> None:
    """Move cards from the player's hand to the discards."""
    kinds = kinds_of(paid)
    hand, discards = state.hands[state.seat], state.discards
    if state.market_unknown or paid[UNKNOWN] or not covered(hand, kinds):
        spend(state, paid)
        discard_all(state, paid)
        return
    for kind, number in kinds:
        hand[kind] -= number
        discards[kind] += number


def covered(hand: Counts, kinds: CardKinds) -> bool:
    """Return whether a hand is known to hold so many cards of each kind."""
    for kind, number in kinds:  # noqa: SIM110  a generator would take twice as long, and every payment asks twice
        if hand[kind] < number:
            return False
    return True


def discard_all(state: State, cards: Sequence[int]) -> None:
    """Put these cards on the discards."""
    for kind, number in kinds_of(tuple(cards)):
        discard(state, kind, number)
    if cards[UNKNOWN]:
        discard(state, UNKNOWN, cards[UNKNOWN])


def spend(state: State, paid: tuple[int, ...]) -> None:
    """Take cards out of the player's hand; unknown cards that are paid openly become known."""
    hand = state.hands[state.seat]
    for kind, number in kinds_of(paid):
        if number <= hand[kind]:
            hand[kind] -= number
            continue
        unknown = min(number - hand[kind], hand[UNKNOWN])
        hand[kind] = 0
        hand[UNKNOWN] -= unknown
        for _ in range(unknown):
            locate(state, kind, "paid")
            if state.chance.unseen is not None:
                state.chance.unseen.turned_out(state.seat, kind)
    if paid[UNKNOWN]:
        _spend_unseen(state, hand, paid[UNKNOWN])


def _spend_unseen(state: State, hand: Counts, number: int) -> None:
    """Take cards out of a hand that nobody recorded: of what was known to be in hand, any might be among them."""
    state.unseen = True
    state.chance.unseen = None
    total = max(0, sum(hand) - number)
    for kind in range(UNKNOWN):
        lost = min(hand[kind], number)
        hand[kind] -= lost
        state.pool[kind] += lost
    hand[UNKNOWN] = total - sum(hand[:UNKNOWN])


def claim_route(state: State, action: ClaimRoute) -> None:
    """Claim the route: cards, trains, points."""
    pay(state, action.paid)
    take_route(state, action.route)
    end_turn(state)


def take_route(state: State, index: int) -> None:
    """Put the player's trains on a route: it scores at once, by its length (CLAIM-4)."""
    route, seat = state.board.routes[index], state.seat
    if state.openings is None:
        state.owners[index] = seat
    else:
        state.own(index, seat)
    state.trains[seat] -= route.length
    state.scores[seat] += route.points


def claims(state: State) -> list[list[Action]]:
    """Return all claims that the known cards of the player's hand allow."""
    return list_claims(state)


def route_name(state: State, route: int) -> str:
    """Return a route by the names of its cities."""
    found = state.board.routes[route]
    return f"{state.board.cities[found.a].name}–{state.board.cities[found.b].name}"  # noqa: RUF001  an en dash, as in print
