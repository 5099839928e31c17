"""Tunnels: nobody knows how long they are before three cards are turned over (EU-TUNNEL).

A claim lays the payment out and turns the cards. If they cost nothing the route is claimed at once; otherwise the state
waits for an answer, the surcharge or giving up. What lies out is neither in the hand nor among the discards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from ttrn.boards import Route
from ttrn.core import claims
from ttrn.core.actions import Action, ClaimRoute, GiveUpTunnel, PayTunnel
from ttrn.core.card_supply import cards_left, draw_card
from ttrn.core.cards import COLORS, KINDS, LETTERS, LOCOMOTIVE, UNKNOWN, CardKinds, Counts, describe, name_cards
from ttrn.core.chance import TURNED
from ttrn.core.claims import claim_route, discard_all, held, held_of, payable, route_name, spend, take_route
from ttrn.core.price import Price
from ttrn.core.rules import OpenPile, Part
from ttrn.core.state import ANSWER, NOBODY, State, Violation
from ttrn.core.turns import end_turn


@dataclass(slots=True)
class Tunnel:
    """The tunnel that is being claimed: what lies out for it."""

    route: int = NOBODY
    laid: Counts = field(default_factory=lambda: [0] * KINDS)
    """The payment that lies out."""
    turned: Counts = field(default_factory=lambda: [0] * KINDS)
    """The cards turned over."""
    wait: bool = False
    """Whether an answer is expected even if nothing is due, because a record has one."""
    none_left: bool = False
    """Whether a record says that no card was left to turn over."""

    def copy(self) -> Tunnel:
        """Return one that can be changed on its own."""
        return Tunnel(self.route, list(self.laid), list(self.turned), self.wait, self.none_left)


PART: Final = Part(Tunnel, lambda _board, _seats: Tunnel(), Tunnel.copy)


def tunnel_of(state: State) -> Tunnel:
    """Return the tunnel that is being claimed in a state."""
    tunnel: Tunnel = state.parts[Tunnel]
    return tunnel


def open_piles(state: State) -> list[OpenPile]:
    """Return the cards that lie out at a tunnel."""
    tunnel = tunnel_of(state)
    who = f"laid out by {state.names[state.seat]}"
    return [OpenPile("", "tunnel", who, tunnel.laid), OpenPile("", "tunnel", "turned over", tunnel.turned)]


TURNED_OVER: Final = 3
"""How many cards are turned over at a tunnel."""


def claim(state: State, action: ClaimRoute) -> None:
    """Claim a route; at a tunnel lay out the payment, turn over cards, and see what they cost (EU-TUNNEL-1)."""
    if not state.board.routes[action.route].tunnel:
        claim_route(state, action)
        return
    tunnel = tunnel_of(state)
    spend(state, action.paid)
    tunnel.route = action.route
    tunnel.laid = list(action.paid)
    turn_over(state, tunnel)
    if tunnel.wait or most_due(state):
        state.phase = ANSWER
    else:
        _dig(state, tunnel)


def claim_at_once(state: State, index: int, kinds: tuple[tuple[int, int], ...]) -> bool:
    """Claim a route that is no tunnel if that is legal beyond doubt; return whether it was."""
    return not state.board.routes[index].tunnel and claims.claim_at_once(state, index, kinds)


def tunnel_at_once(
    state: State, index: int, paid: CardKinds, turned: tuple[int, ...], surcharge: CardKinds, *, given_up: bool
) -> bool:
    """Claim a tunnel, or give it up, as a record says, if that is legal beyond doubt; return whether it was.

    Three cards are turned over, as they lie on the deck where its order is known (then nobody need have told or seen
    them), and what is paid on top is what is due. It does what the checks and effects of claim and answer do.
    """
    if not payable(state, index, paid):
        return False
    kind, pool = min(paid[0][0], LOCOMOTIVE), state.pool
    turned = _plainly_turned(state, turned)
    if not turned or (kind == LOCOMOTIVE and state.house.named_color):
        return False
    due, more = sum([card in (kind, LOCOMOTIVE) for card in turned]), 0
    hand, discards, laid = state.hands[state.seat], state.discards, dict(paid)
    for extra, number in surcharge:
        more += number
        if extra not in (kind, LOCOMOTIVE) or hand[extra] < number + laid.get(extra, 0):
            return False
    if not due if given_up else more != due:
        return False
    for card in turned:
        pool[card] -= 1
        discards[card] += 1
    state.deck_size -= TURNED_OVER
    if state.ordered:
        del state.deck[-TURNED_OVER:]
    if not given_up:
        for spent, number in paid + surcharge:
            hand[spent] -= number
            discards[spent] += number
        take_route(state, index)
    end_turn(state)
    return True


def _plainly_turned(state: State, turned: tuple[int, ...]) -> tuple[int, ...]:
    """Return the three cards that come up when nothing about them is out of the ordinary; else none."""
    chance, pool = state.chance, state.pool
    if state.gaps or chance.cards or chance.flushes or chance.log is not None or state.deck_size < TURNED_OVER:
        return ()
    if state.ordered:
        on_top = tuple(state.deck[: -TURNED_OVER - 1 : -1])
        for told, card in zip(turned, on_top, strict=False):
            if told not in (card, UNKNOWN):
                return ()
        turned = on_top if len(turned) in (0, TURNED_OVER) else ()
    for card in turned:
        if card == UNKNOWN or pool[card] < turned.count(card):
            return ()
    return turned if len(turned) == TURNED_OVER else ()


def turn_over(state: State, tunnel: Tunnel) -> None:
    """Turn over the top three cards, or as many as there are; the discards are shuffled in on the way (EU-TUNNEL-6)."""
    for _ in range(TURNED_OVER):
        if tunnel.none_left or not cards_left(state):
            # What a record has next comes up at the end of the turn.
            break
        if not state.deck_size and state.chance.next_decks:
            _check_new_deck(state, tunnel)
        tunnel.turned[draw_card(state)] += 1
    if state.chance.log is not None:
        state.chance.log.append(TURNED)


def _check_new_deck(state: State, tunnel: Tunnel) -> None:
    """EU-TUNNEL-5, EU-TUNNEL-6: what lies out at the tunnel is not shuffled into the new deck."""
    cards: Counts = [0] * KINDS
    for card in state.chance.next_decks[0]:
        cards[card] += 1
    for lying, rule, what in (
        (tunnel.turned, "EU-TUNNEL-5", "the cards turned over are discarded at the end of the turn"),
        (tunnel.laid, "EU-TUNNEL-6", "the payment laid out is not among the discards"),
    ):
        if any(lying) and cards == [a + b for a, b in zip(state.discards, lying, strict=True)]:
            state.note(rule, f"{what}: {describe(lying)} cannot be in the new deck")
            state.chance.next_decks.pop(0)
            return


def paid_as(state: State, tunnel: Tunnel) -> list[int]:
    """Return the colour of the payment laid out, ``LOCOMOTIVE`` if it is of locomotives only; several if not seen."""
    route = state.board.routes[tunnel.route]
    kinds = _kinds(route, tunnel.laid)
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
    """Return whether a payment, cards turned over and a surcharge (none: given up) can go together at a tunnel."""
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
    tunnel = tunnel_of(state)
    return max([due(tunnel.turned, kind)[1] for kind in paid_as(state, tunnel)])


def least_due(state: State) -> int:
    """Return how many cards more the tunnel costs for certain."""
    tunnel = tunnel_of(state)
    return min([due(tunnel.turned, kind)[0] for kind in paid_as(state, tunnel)])


def tunnel_2(state: State, action: PayTunnel) -> Violation | None:
    """EU-TUNNEL-2: pay as many cards as are due, of the colour paid or locomotives (EU-TUNNEL-3), and hold them."""
    tunnel = tunnel_of(state)
    kinds = paid_as(state, tunnel)
    number = sum(action.paid)
    for kind in kinds:
        least, most = due(tunnel.turned, kind)
        if least <= number <= most and _pays(action.paid, kind):
            return _not_held(state, tunnel, kind, action.paid)
    return _misfit(state, tunnel, kinds, action.paid)


def _rule(kind: int) -> str:
    return "EU-TUNNEL-3" if kind == LOCOMOTIVE else "EU-TUNNEL-2"


def _not_held(state: State, tunnel: Tunnel, kind: int, paid: tuple[int, ...]) -> Violation | None:
    """Check that the player could hold a surcharge beside the payment that lies out."""
    if held(state, paid) is None:
        return None
    left = f"{held_of(state.hands[state.seat], paid)} left after laying out {describe(tunnel.laid)}"
    return Violation(_rule(kind), f"{state.names[state.seat]} has {left}, and pays {describe(paid)} on top")


def _pays(paid: Sequence[int], kind: int) -> bool:
    return sum(paid) == paid[UNKNOWN] + paid[LOCOMOTIVE] + (paid[kind] if kind != LOCOMOTIVE else 0)


def _misfit(state: State, tunnel: Tunnel, kinds: list[int], paid: Sequence[int]) -> Violation:
    """Return why a surcharge is not the one that is due."""
    name, route = state.names[state.seat], route_name(state, tunnel.route)
    kind = kinds[0]
    least, most = due(tunnel.turned, kind)
    if least <= sum(paid) <= most:
        wanted = "only locomotives" if kind == LOCOMOTIVE else f"only {name_cards(kind, 1)[2:]} cards or locomotives"
        return Violation(_rule(kind), f"{name} pays {describe(paid)} on top for {route}; {wanted} can pay")
    number = str(least) if least == most else f"{least} to {most}"
    cost = f"{number} card{'' if most == 1 else 's'} more" if most else "nothing more"
    turned = f"{describe(tunnel.turned)} turned over and {describe(tunnel.laid)} paid"
    on_top = describe(paid) if sum(paid) else "nothing"
    return Violation(_rule(kind), f"with {turned}, {route} costs {cost}; {name} pays {on_top} on top")


def tunnel_4(state: State, _action: GiveUpTunnel) -> Violation | None:
    """EU-TUNNEL-4: who has nothing more to pay does not give up."""
    if most_due(state):
        return None
    tunnel = tunnel_of(state)
    reason = f"{describe(tunnel.turned)} turned over and {describe(tunnel.laid)} paid cost nothing more"
    return Violation(
        "EU-TUNNEL-4", f"{state.names[state.seat]} cannot give up {route_name(state, tunnel.route)}: {reason}"
    )


PAY_CHECKS = (tunnel_2,)
GIVE_UP_CHECKS = (tunnel_4,)


def pay_tunnel(state: State, action: PayTunnel) -> None:
    """Pay the surcharge and claim the tunnel."""
    tunnel = tunnel_of(state)
    spend(state, action.paid)
    discard_all(state, action.paid)
    _dig(state, tunnel)


def _dig(state: State, tunnel: Tunnel) -> None:
    """Claim the tunnel with the cards laid out, and end the turn."""
    take_route(state, tunnel.route)
    discard_all(state, tunnel.laid)
    _end(state, tunnel)


def give_up_tunnel(state: State, _action: GiveUpTunnel) -> None:
    """Take the payment back; the turn is over and nothing is claimed (EU-TUNNEL-4)."""
    tunnel = tunnel_of(state)
    hand = state.hands[state.seat]
    for kind in range(KINDS):
        hand[kind] += tunnel.laid[kind]
    _end(state, tunnel)


def _end(state: State, tunnel: Tunnel) -> None:
    """Discard the cards turned over (EU-TUNNEL-5) and end the turn."""
    discard_turned(state, tunnel)
    tunnel.laid = [0] * KINDS
    tunnel.route = NOBODY
    tunnel.wait = False
    end_turn(state)


def discard_turned(state: State, tunnel: Tunnel) -> None:
    """EU-TUNNEL-5: the cards turned over are discarded."""
    discard_all(state, tunnel.turned)
    tunnel.turned = [0] * KINDS


def answers(state: State) -> list[Action]:
    """Return the ways to go on at a tunnel, as far as the known cards allow: every surcharge, and giving up."""
    tunnel = tunnel_of(state)
    hand = state.hands[state.seat]
    found: list[Action] = []
    for kind in paid_as(state, tunnel):
        least, most = due(tunnel.turned, kind)
        for number in range(least, most + 1):
            paid = Price(number, () if kind == LOCOMOTIVE else (kind,)).payments(hand)
            # More and more of the colour: seeded games depend on the order.
            found += [_surcharge(cards) for cards in reversed(paid)]
    if most_due(state):
        found.append(_GIVE_UP)
    return list(dict.fromkeys(found))


_GIVE_UP: Final = GiveUpTunnel()


@lru_cache(maxsize=4096)
def _surcharge(cards: tuple[int, ...]) -> PayTunnel:
    """Return a surcharge, made once."""
    return PayTunnel(cards)
