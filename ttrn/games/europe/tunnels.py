"""Tunnels: nobody knows how long they are before three cards are turned over (EU-TUNNEL).

A claim lays the payment out and turns the cards. If they cost nothing the route is claimed at once; otherwise the state
waits for an answer, the surcharge or giving up. What lies out is neither in the hand nor among the discards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ttrn.boards import Route
from ttrn.core.actions import Action, ClaimRoute, GiveUpTunnel, PayTunnel
from ttrn.core.card_supply import cards_left, draw_card
from ttrn.core.cards import COLORS, KINDS, LETTERS, LOCOMOTIVE, UNKNOWN, Counts, describe, name_cards
from ttrn.core.claims import claim_route, discard_all, held, held_of, route_name, spend, take_route
from ttrn.core.state import ANSWER, NOBODY, State, Violation
from ttrn.core.turns import end_turn
from ttrn.games.europe.table import Works, works

TURNED_OVER: Final = 3
"""How many cards are turned over at a tunnel."""

TURNED: Final = -4
"""In a log of cards: those before this were turned over at a tunnel."""


def claim(state: State, action: ClaimRoute) -> None:
    """Claim a route; at a tunnel lay out the payment, turn over cards, and see what they cost (EU-TUNNEL-1)."""
    if not state.board.routes[action.route].tunnel:
        claim_route(state, action)
        return
    extra = works(state)
    spend(state, action.paid)
    extra.route = action.route
    extra.laid = list(action.paid)
    turn_over(state, extra)
    if extra.wait or most_due(state):
        state.phase = ANSWER
    else:
        _dig(state, extra)


def turn_over(state: State, extra: Works) -> None:
    """Turn over the top three cards, or as many as there are; the discards are shuffled in on the way (EU-TUNNEL-6)."""
    for _ in range(TURNED_OVER):
        if not cards_left(state):
            # What a record tells next comes up at the end of the turn.
            break
        if not state.deck_size and state.next_decks:
            _check_new_deck(state, extra)
        extra.turned[draw_card(state)] += 1
    if state.log is not None:
        state.log.append(TURNED)


def _check_new_deck(state: State, extra: Works) -> None:
    """EU-TUNNEL-5, EU-TUNNEL-6: what lies out at the tunnel is not shuffled into the new deck."""
    cards: Counts = [0] * KINDS
    for card in state.next_decks[0]:
        cards[card] += 1
    for lying, rule, what in (
        (extra.turned, "EU-TUNNEL-5", "the cards turned over are discarded at the end of the turn"),
        (extra.laid, "EU-TUNNEL-6", "the payment laid out is not among the discards"),
    ):
        if any(lying) and cards == [a + b for a, b in zip(state.discards, lying, strict=True)]:
            state.note(rule, f"{what}: {describe(lying)} cannot be in the new deck")
            state.next_decks.pop(0)
            return


def paid_as(state: State, extra: Works) -> list[int]:
    """Return the colour of the payment laid out, ``LOCOMOTIVE`` if it is of locomotives only; several if not seen."""
    route = state.board.routes[extra.route]
    kinds = _kinds(route, extra.laid)
    if state.house.named_color and kinds == [LOCOMOTIVE]:
        kinds += [LETTERS.index(route.color)] if route.color else range(COLORS)
    return kinds


def _kinds(route: Route, laid: Sequence[int]) -> list[int]:
    colors = [kind for kind in range(COLORS) if laid[kind]]
    if colors:
        return colors[:1]
    if not laid[UNKNOWN]:
        return [LOCOMOTIVE]
    return [*([LETTERS.index(route.color)] if route.color else range(COLORS)), LOCOMOTIVE]


def possible(route: Route, laid: Sequence[int], turned: Sequence[int], surcharge: Sequence[int] | None) -> bool:
    """Tell whether a payment, cards turned over and a surcharge (none: given up) can go together at a tunnel."""
    for kind in _kinds(route, laid):
        least, most = due(turned, kind)
        if surcharge is None:
            if most:
                return True
        elif least <= sum(surcharge) <= most and _pays(surcharge, kind):
            return True
    return False


def due(turned: Sequence[int], kind: int) -> tuple[int, int]:
    """Return how many cards more a payment of this kind costs at least, and at most (EU-TUNNEL-2, EU-TUNNEL-3)."""
    least = turned[LOCOMOTIVE]
    if kind != LOCOMOTIVE:
        least += turned[kind]
    return least, least + turned[UNKNOWN]


def most_due(state: State) -> int:
    """Return how many cards more the tunnel may cost, as far as is known."""
    extra = works(state)
    return max([due(extra.turned, kind)[1] for kind in paid_as(state, extra)])


def least_due(state: State) -> int:
    """Return how many cards more the tunnel costs for certain."""
    extra = works(state)
    return min([due(extra.turned, kind)[0] for kind in paid_as(state, extra)])


def tunnel_2(state: State, action: PayTunnel) -> Violation | None:
    """EU-TUNNEL-2: pay as many cards as are due, of the colour paid or locomotives (EU-TUNNEL-3), and hold them."""
    extra = works(state)
    kinds = paid_as(state, extra)
    number = sum(action.paid)
    for kind in kinds:
        least, most = due(extra.turned, kind)
        if least <= number <= most and _pays(action.paid, kind):
            return _not_held(state, extra, kind, action.paid)
    return _misfit(state, extra, kinds, action.paid)


def _rule(kind: int) -> str:
    return "EU-TUNNEL-3" if kind == LOCOMOTIVE else "EU-TUNNEL-2"


def _not_held(state: State, extra: Works, kind: int, paid: tuple[int, ...]) -> Violation | None:
    """Check that the player could hold a surcharge beside the payment that lies out."""
    if held(state, paid) is None:
        return None
    left = f"{held_of(state.hands[state.seat], paid)} left after laying out {describe(extra.laid)}"
    return Violation(_rule(kind), f"{state.names[state.seat]} has {left}, and pays {describe(paid)} on top")


def _pays(paid: Sequence[int], kind: int) -> bool:
    return sum(paid) == paid[UNKNOWN] + paid[LOCOMOTIVE] + (paid[kind] if kind != LOCOMOTIVE else 0)


def _misfit(state: State, extra: Works, kinds: list[int], paid: Sequence[int]) -> Violation:
    """Tell why a surcharge is not the one that is due."""
    name, route = state.names[state.seat], route_name(state, extra.route)
    kind = kinds[0]
    least, most = due(extra.turned, kind)
    if least <= sum(paid) <= most:
        wanted = "only locomotives" if kind == LOCOMOTIVE else f"only {name_cards(kind, 1)[2:]} cards or locomotives"
        return Violation(_rule(kind), f"{name} pays {describe(paid)} on top for {route}; {wanted} can pay")
    number = str(least) if least == most else f"{least} to {most}"
    cost = f"{number} card{'' if most == 1 else 's'} more" if most else "nothing more"
    turned = f"{describe(extra.turned)} turned over and {describe(extra.laid)} paid"
    on_top = describe(paid) if sum(paid) else "nothing"
    return Violation(_rule(kind), f"with {turned}, {route} costs {cost}; {name} pays {on_top} on top")


def tunnel_4(state: State, _action: GiveUpTunnel) -> Violation | None:
    """EU-TUNNEL-4: who has nothing more to pay does not give up."""
    if most_due(state):
        return None
    extra = works(state)
    reason = f"{describe(extra.turned)} turned over and {describe(extra.laid)} paid cost nothing more"
    return Violation(
        "EU-TUNNEL-4", f"{state.names[state.seat]} cannot give up {route_name(state, extra.route)}: {reason}"
    )


PAY_CHECKS = (tunnel_2,)
GIVE_UP_CHECKS = (tunnel_4,)


def pay_tunnel(state: State, action: PayTunnel) -> None:
    """Pay the surcharge and claim the tunnel."""
    extra = works(state)
    spend(state, action.paid)
    discard_all(state, action.paid)
    _dig(state, extra)


def _dig(state: State, extra: Works) -> None:
    """Claim the tunnel with the cards laid out, and end the turn."""
    take_route(state, extra.route)
    discard_all(state, extra.laid)
    _end(state, extra)


def give_up_tunnel(state: State, _action: GiveUpTunnel) -> None:
    """Take the payment back; the turn is over and nothing is claimed (EU-TUNNEL-4)."""
    extra = works(state)
    hand = state.hands[state.seat]
    for kind in range(KINDS):
        hand[kind] += extra.laid[kind]
    _end(state, extra)


def _end(state: State, extra: Works) -> None:
    """Discard the cards turned over (EU-TUNNEL-5) and end the turn."""
    discard_turned(state, extra)
    extra.laid = [0] * KINDS
    extra.route = NOBODY
    extra.wait = False
    end_turn(state)


def discard_turned(state: State, extra: Works) -> None:
    """EU-TUNNEL-5: the cards turned over are discarded."""
    discard_all(state, extra.turned)
    extra.turned = [0] * KINDS


def answers(state: State) -> list[Action]:
    """Return the ways to go on at a tunnel, as far as the known cards allow: every surcharge, and giving up."""
    extra = works(state)
    hand = state.hands[state.seat]
    found: dict[Action, None] = {}
    for kind in paid_as(state, extra):
        least, most = due(extra.turned, kind)
        for number in range(least, most + 1):
            colored = 0 if kind == LOCOMOTIVE else min(number, hand[kind])
            for own in range(max(0, number - hand[LOCOMOTIVE]), colored + 1):
                paid = [0] * KINDS
                paid[LOCOMOTIVE] = number - own
                if own:
                    paid[kind] = own
                found[PayTunnel(tuple(paid))] = None
    if most_due(state):
        found[GiveUpTunnel()] = None
    return list(found)
