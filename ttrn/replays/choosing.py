"""Choosing an action step by step, by somebody who may not see every card: a route first, then how it was paid.

A person who records a game taps what happened. For each kind of action a chooser says what there is to tap, and asks on
until the action is known. Hands that nobody sees are no obstacle: whatever they may pay is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final, Literal, NamedTuple, TypeAlias

from ttrn.boards import TicketDraw
from ttrn.core.actions import Action, ClaimRoute, DrawTickets, KeepTickets, PassTurn, TakeCard, unknown_ticket
from ttrn.core.cards import BLIND, KINDS, LETTERS, LOCOMOTIVE, UNKNOWN, Counts, a_card, letters, number_of
from ttrn.core.claims import claim_5, claim_6
from ttrn.core.engine import verify
from ttrn.core.price import Price
from ttrn.core.state import CHOOSE, MAIN, NOBODY, SECOND, State
from ttrn.core.tickets import deck_of, mixes, name_offered, ticket_name

Kind: TypeAlias = Literal[
    "market",
    "deck",
    "card",
    "route",
    "payment",
    "city",
    "tickets",
    "ticket",
    "number",
    "group",
    "done",
    "other",
    "setup",
    "end",
]
"""What is tapped: something that lies on the table, a button, or the beginning of a line about the setup or the end."""


class Choice(NamedTuple):
    """Something to tap."""

    tap: str
    """What is sent back for it."""
    kind: Kind
    value: str | int
    """The letter of a card, the number of a route, a city or a ticket, the cards of a payment."""
    text: str
    """In words."""
    sure: bool = True
    """Whether it is legal by all that is known; else unknown cards decide."""
    chosen: bool = False
    """Whether it was tapped before, in a list from which a second tap takes it away."""


class Question(NamedTuple):
    """What has to be known next."""

    text: str
    choices: tuple[Choice, ...]


class Moment(NamedTuple):
    """Where a turn stands, and what the writer sees."""

    state: State
    sees: bool
    """Whether the writer sees the cards of the player to move."""


class Told(NamedTuple):
    """An action, and the cards that came up with it as far as the writer was asked already, the first one first."""

    action: Action
    cards: tuple[int, ...] = ()


class Chooser(NamedTuple):
    """How one kind of action is chosen."""

    offer: Callable[[Moment], list[Choice]]
    """Returns what can be tapped now to begin such an action; nothing where none can come."""
    follow: Callable[[Moment, str], Generator[Question, str, Told]]
    """Asks on after one of these taps, and returns the action."""


UNSEEN: Final = "?"
"""The tap for what nobody saw."""

DONE: Final = "done"
"""The tap that ends a list."""


def ask(text: str, choices: Iterable[Choice]) -> Generator[Question, str, str]:
    """Ask one question; only what is offered comes back.

    Raises:
        LookupError: something else was tapped.
    """
    question = Question(text, tuple(choices))
    tap = yield question
    if tap not in [choice.tap for choice in question.choices]:
        raise LookupError(f'"{tap}" is not among the choices: {text}')
    return tap


# --- cards -----------------------------------------------------------------------------------------------------------


def card_choices(state: State, *, unseen: bool = True) -> list[Choice]:
    """Return the kinds of cards that can still come up, and that nobody saw which."""
    found = [
        Choice(LETTERS[kind], "card", LETTERS[kind], kind_name(kind)) for kind in range(UNKNOWN) if state.pool[kind] > 0
    ]
    return found + [Choice(UNSEEN, "card", UNSEEN, "not seen")] * unseen


def ask_cards(state: State, number: int, text: str) -> Generator[Question, str, str]:
    """Ask for so many cards that came up one after the other; return their letters."""
    twin, cards = state.copy(), ""
    for nth in range(number):
        card = yield from ask(f"{text} {nth + 1} of {number}", card_choices(twin))
        cards += card
        if card != UNSEEN:
            twin.pool[LETTERS.index(card)] -= 1
    return cards


def kind_name(kind: int) -> str:
    """Return a kind of card in a word."""
    return a_card(kind).partition(" ")[2].removesuffix(" card")


def offer_cards(moment: Moment) -> list[Choice]:
    """Return the cards that may be taken now, face up and from the deck."""
    state = moment.state
    if state.phase not in (MAIN, SECOND):
        return []
    takes = [TakeCard(kind) for kind in range(UNKNOWN)]
    found = [
        Choice(
            f"draw {LETTERS[take.card]}",
            "market",
            LETTERS[take.card],
            f"{kind_name(take.card)} face up",
            sure=state.market[take.card] > 0,
        )
        for take in takes
        if (state.market[take.card] or (state.market[UNKNOWN] and state.pool[take.card] > 0))
        and verify(state, take) is None
    ]
    if verify(state, TakeCard(BLIND)) is None:
        found.append(Choice("draw ?", "deck", UNSEEN, "from the deck"))
    return found


def follow_card(moment: Moment, tap: str) -> Generator[Question, str, Told]:
    """Take a card; which one it was, or which one took its place, is asked here only where nobody follows the deck."""
    letter = tap.removeprefix("draw ")
    state = moment.state
    if letter != UNSEEN:
        take = TakeCard(LETTERS.index(letter))
        if not state.market_unknown or state.house.partial:
            return Told(take)
        card = yield from ask("Which card took its place?", card_choices(state))
        return Told(take, () if card == UNSEEN else (LETTERS.index(card),))
    if not moment.sees:
        return Told(TakeCard(BLIND), (UNKNOWN,))
    if not state.market_unknown:
        return Told(TakeCard(BLIND))
    card = yield from ask("Which card was it?", card_choices(state))
    return Told(TakeCard(BLIND), (LETTERS.index(card),))


# --- payments --------------------------------------------------------------------------------------------------------


def payments(price: Price, hand: Counts) -> list[tuple[tuple[int, ...], bool]]:
    """Return every way to pay from a hand of which cards may be unknown, and whether the known ones suffice.

    The sure ones come first; then fewer wild cards, and of these the ones for which most cards are known.
    """
    roomy = [min(price.number, number + hand[UNKNOWN]) for number in hand]
    roomy[UNKNOWN] = 0
    found: list[tuple[int, int, int, tuple[int, ...]]] = []
    for place, paid in enumerate(price.payments(roomy)):
        missing = sum([max(0, paid[kind] - hand[kind]) for kind in range(UNKNOWN)])
        if missing <= hand[UNKNOWN]:
            wild = sum([paid[kind] for kind in price.wild])
            found.append((missing if missing == 0 else 1, wild if missing else place, missing, paid))
    found.sort(key=lambda one: one[:3])
    return [(paid, rank == 0) for rank, _, _, paid in found]


def ask_payment(price: Price, hand: Counts, text: str) -> Generator[Question, str, tuple[int, ...]]:
    """Ask with which cards a price was paid; it may not have been seen."""
    ways = payments(price, hand)
    choices = [Choice(letters(paid), "payment", letters(paid), letters(paid), sure=sure) for paid, sure in ways]
    tap = yield from ask(text, [*choices, Choice(UNSEEN, "payment", UNSEEN, "not seen")])
    if tap == UNSEEN:
        return unseen_payment(price.number)
    return next(paid for paid, _ in ways if letters(paid) == tap)


def unseen_payment(number: int) -> tuple[int, ...]:
    """Return so many cards of which nobody saw any."""
    return tuple([number if kind == UNKNOWN else 0 for kind in range(KINDS)])


# --- routes ----------------------------------------------------------------------------------------------------------


def claimable(state: State) -> list[tuple[int, bool]]:
    """Return the routes that the player to move may claim, and whether the known cards of the hand suffice.

    Where cards of the hand are unknown, every route is among them that some cards would pay for.
    """
    hand, seat = state.hands[state.seat], state.seat
    total, loose = sum(hand), hand[UNKNOWN]
    found: list[tuple[int, bool]] = []
    for route in state.board.routes:
        index = route.index
        if state.owners[index] != NOBODY or route.length > state.trains[seat] or route.length > total:
            continue
        claim = ClaimRoute(index, ())
        if claim_5(state, claim) or claim_6(state, claim):
            continue
        price = state.prices[index]
        wild = sum([hand[kind] for kind in price.wild])
        most = max([hand[kind] for kind in price.colors], default=0)
        if most + wild + loose < price.number or hand[LOCOMOTIVE] + loose < price.locomotives:
            continue
        found.append((index, not loose or bool(price.payments(hand))))
    return found


def offer_routes(moment: Moment) -> list[Choice]:
    """Return the routes that may be claimed now."""
    state = moment.state
    if state.phase != MAIN:
        return []
    board = state.board
    return [
        # Where turns are missing nobody knows a hand.
        Choice(
            f"claim {index}",
            "route",
            index,
            board.route_text(board.routes[index]),
            sure=sure and not state.house.partial,
        )
        for index, sure in claimable(state)
    ]


def follow_route(moment: Moment, tap: str) -> Generator[Question, str, Told]:
    """Ask how a route was paid; where turns are missing nobody counts cards."""
    state = moment.state
    route = state.board.routes[int(tap.removeprefix("claim "))]
    if state.house.partial:
        return Told(ClaimRoute(route.index, unseen_payment(route.length)))
    cities = state.board.cities
    text = f"How was {cities[route.a].name} – {cities[route.b].name} paid?"  # noqa: RUF001
    paid = yield from ask_payment(state.prices[route.index], state.hands[state.seat], text)
    return Told(ClaimRoute(route.index, paid))


# --- tickets ---------------------------------------------------------------------------------------------------------


def offer_tickets(moment: Moment) -> list[Choice]:
    """Return that tickets may be drawn now."""
    state = moment.state
    if state.phase != MAIN or state.house.partial:
        return []
    some = verify(state, DrawTickets(mixes(state, state.board.tables.play_tickets)[0] if _mixed(state) else ())) is None
    return [Choice("tickets", "tickets", "", "tickets")] * some


def _mixed(state: State) -> bool:
    return len(state.ticket_decks) > 1 and not state.board.tables.play_tickets.decks


def follow_tickets(moment: Moment, _tap: str) -> Generator[Question, str, Told]:
    """Ask from which decks tickets were drawn, where there is a choice."""
    state = moment.state
    if not _mixed(state):
        return Told(DrawTickets())
    return Told(DrawTickets((yield from ask_mix(state, state.board.tables.play_tickets))))


def ask_mix(state: State, draw: TicketDraw) -> Generator[Question, str, tuple[int, ...]]:
    """Ask how many tickets were taken of each deck; nothing where there is one way only."""
    names = [deck.name for deck in state.ticket_decks]
    ways = {" ".join(map(str, mix)): mix for mix in mixes(state, draw)}
    if len(ways) == 1:
        return next(iter(ways.values()))
    texts = [", ".join([f"{n} {name}" for n, name in zip(mix, names, strict=True) if n]) for mix in ways.values()]
    choices = [Choice(tap, "number", "", text) for tap, text in zip(ways, texts, strict=True)]
    return ways[(yield from ask("From which decks?", choices))]


def offer_kept(moment: Moment) -> list[Choice]:
    """Return that a choice among the tickets drawn is due."""
    return [Choice("keep", "tickets", "", "which tickets are kept")] if moment.state.phase == CHOOSE else []


def follow_kept(moment: Moment, _tap: str) -> Generator[Question, str, Told]:
    """Ask which tickets were drawn, if the writer sees them, and which of them are kept."""
    state = moment.state
    if moment.sees:
        named = yield from ask_drawn(state, state.offered)
    else:
        named = [unknown_ticket(deck_of(state, ticket)) for ticket in state.offered]
    name_offered(state, named)
    state.offered = named  # in the order in which they were named
    # In the order of the deck, as games at a table of ours have them.
    offered = sorted(named, key=lambda ticket: (ticket < 0, abs(ticket)))
    kept = yield from ask_kept(state, offered, state.board.tables.play_tickets.keep)
    return Told(KeepTickets(kept))


def ask_drawn(state: State, offered: Sequence[int], whose: str = "") -> Generator[Question, str, list[int]]:
    """Ask which tickets were drawn in place of the unknown ones among them; ``whose`` they are, in words."""
    named = list(offered)
    for place, ticket in enumerate(offered):
        if ticket < 0:
            deck = state.ticket_decks[-1 - ticket]
            under = deck.groups[0] if deck.partial else ()  # what lies below the others cannot have come up
            left = sorted({*deck.unseen, *[one for one in under if one >= 0]} - {*named})
            choices = [ticket_choice(state, one) for one in left]
            tap = yield from ask(
                f"Ticket{whose}: {place + 1} of {len(offered)}", [*choices, Choice(UNSEEN, "ticket", -1, "not seen")]
            )
            named[place] = ticket if tap == UNSEEN else int(tap)
    return named


def ticket_choice(state: State, ticket: int) -> Choice:
    """Return a ticket to tap."""
    return Choice(str(ticket), "ticket", ticket, ticket_name(state, ticket))


def ask_kept(state: State, offered: Sequence[int], least: int) -> Generator[Question, str, tuple[int, ...]]:
    """Ask which of some tickets are kept, at least so many, in the order that they have; of unknown ones how many."""
    ways: dict[str, tuple[int, ...]] = {}
    for number in range(min(least, len(offered)), len(offered) + 1):
        for kept in combinations(offered, number):
            ways.setdefault(" ".join(map(str, kept)), kept)
    choices = [Choice(tap or "none", "group", tap, _kept_text(state, kept)) for tap, kept in ways.items()]
    tap = yield from ask("Which are kept?", choices)
    return ways["" if tap == "none" else tap]


def _kept_text(state: State, kept: tuple[int, ...]) -> str:
    known = [ticket_name(state, ticket) for ticket in kept if ticket >= 0]
    unknown = [ticket for ticket in kept if ticket < 0]
    decks = [deck.name for deck in state.ticket_decks]
    if len(decks) == 1 or state.board.tables.play_tickets.decks:  # from behind they are all alike
        words = [number_of(len(unknown), "ticket")] * bool(unknown)
    else:
        backs = [(unknown.count(unknown_ticket(n)), name) for n, name in enumerate(decks)]
        words = [f"{n} {name}" for n, name in backs if n]
    return ", ".join([*known, *words]) or "none"


# --- passing ---------------------------------------------------------------------------------------------------------


def offer_pass(moment: Moment) -> list[Choice]:
    """Return that the player may pass, or leave out the second card."""
    state = moment.state
    if state.phase not in (MAIN, SECOND) or state.house.partial:
        return []
    return [Choice("pass", "done", "", "pass" if state.phase == MAIN else "no second card")] * (
        verify(state, PassTurn()) is None
    )


def follow_pass(_moment: Moment, _tap: str) -> Generator[Question, str, Told]:
    """Pass."""
    yield from ()
    return Told(PassTurn())


CHOOSERS: Final[Mapping[type, Chooser]] = {
    TakeCard: Chooser(offer_cards, follow_card),
    ClaimRoute: Chooser(offer_routes, follow_route),
    DrawTickets: Chooser(offer_tickets, follow_tickets),
    KeepTickets: Chooser(offer_kept, follow_kept),
    PassTurn: Chooser(offer_pass, follow_pass),
}
"""The actions that the shared core knows."""
