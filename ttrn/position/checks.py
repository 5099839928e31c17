"""What must add up in a position: cards, trains, points, routes, tickets, the last round."""

from __future__ import annotations

from ttrn.core.cards import COLORS, LETTERS, LOCOMOTIVE, UNKNOWN, name_cards
from ttrn.core.open_routes import FEW_PLAYERS
from ttrn.core.state import BLANK, NOBODY, OVER, SETUP, State
from ttrn.core.tickets import deck_of
from ttrn.core.turns import LAST_TRAINS
from ttrn.position.fields import Check, Places
from ttrn.position.tokens import Token, WrongPositionError, impossible


def loose_hands(state: State) -> list[int]:
    """Return the seats whose hands a violation made unsure."""
    return [seat for seat in range(state.seats) if not state.hand_sure(seat)]


def _on_the_table(state: State) -> int:
    return sum(state.market) + sum(state.discards) + state.deck_size


def _waiting(state: State, places: Places) -> None:
    """A position waits for one thing; tickets to choose from are not more than can be drawn."""
    waits = {"second": "a second card", "offer": "a choice of tickets"}
    waits |= {field.name: field.waits for field in places.own.fields if field.waits}
    pending = [name for name in waits if ("", name) in places]
    if state.passes > state.seats:
        raise impossible(places["", "passes"], f"after {state.seats} passes in a row the game is over")
    if pending and state.phase == OVER:
        raise impossible(places["", pending[0]], "the game is over, yet a turn is not finished")
    if len(pending) > 1:
        both = f"{waits[pending[0]]} and {waits[pending[1]]}"
        raise impossible(places["", pending[1]], f"{both} do not go together")
    if pending and state.phase == SETUP:
        raise impossible(places["", pending[0]], "before the cards are dealt there is no turn")
    most = state.board.tables.play_tickets.take
    if ("", "offer") in places and not 0 < len(state.offered) <= most:
        raise impossible(places["", "offer"], f"1 to {most} tickets are drawn to choose from, not {len(state.offered)}")


def _routes(state: State, places: Places) -> None:
    """CLAIM-5, CLAIM-6: who may own the tracks of a double route."""
    for tracks in state.board.pairs:
        owners = [state.owners[track] for track in tracks if state.owners[track] != NOBODY]
        if len(owners) < 2:
            continue
        route = state.board.route_text(state.board.routes[tracks[0]]).partition("#")[0]
        place = places[state.names[owners[-1]], "routes"]
        if len(set(owners)) < len(owners):
            owner = next(owner for owner in owners if owners.count(owner) > 1)
            place = places[state.names[owner], "routes"]
            raise impossible(place, f"{state.names[owner]} owns two tracks of {route}; nobody may")
        if state.seats <= FEW_PLAYERS:
            raise impossible(place, f"with {state.seats} players only one track of {route} can be claimed")


def _trains(state: State, places: Places) -> None:
    """Trains and points follow from the routes; they are written for the reader's sake."""
    routes = state.board.routes
    for seat, name in enumerate(state.names):
        own = state.routes_of(seat)
        spaces = sum([routes[route].length for route in own])
        trains = state.board.tables.trains - spaces
        if trains < 0:
            raise impossible(places[name, "routes"], f"the routes of {name} have {spaces} spaces: more than trains")
        if state.board.tables.trains and state.trains[seat] != trains:
            hint = f"{state.board.tables.trains} less {spaces} on the board"
            raise impossible(places[name, "trains"], f"{name} has {trains} trains left, not {state.trains[seat]}", hint)
        points = sum([routes[route].points for route in own])
        besides = places.own.points(state, seat)
        if state.scores[seat] != points + besides:
            text = f"the routes of {name} are worth {points}, not {state.scores[seat]}"
            if not routes:
                text = f"{name} has {besides} points, not {state.scores[seat]}"
            elif besides:
                total = points + besides
                text = f"{name} has {points} points for routes and {besides} besides: {total}, not {state.scores[seat]}"
            raise impossible(places[name, "score"], text)


def _last_round(state: State, places: Places) -> None:
    """END-1: the last round has begun when, and only when, somebody is short of trains."""
    if not state.board.tables.trains:
        return
    short = [seat for seat in range(state.seats) if state.trains[seat] <= LAST_TRAINS]
    if short and state.last_turns < 0:
        name = state.names[short[0]]
        hint = f'write "last=" and how many turns are left, at most {state.seats}'
        raise impossible(places[name, "trains"], f"{name} is short of trains, so the last round has begun", hint)
    if not short and state.last_turns >= 0:
        raise impossible(places["", "last"], "nobody is short of trains, so the last round has not begun")
    if state.last_turns > state.seats:
        raise impossible(places["", "last"], f"at most {state.seats} turns are left in the last round")


def _kinds(state: State, places: Places) -> None:
    """No more cards of a kind are seen than there are; the others are those without a known place."""
    piles = [(places.get((name, "hand")), hand) for name, hand in zip(state.names, state.hands, strict=True)]
    piles.append((places.get(("", "market")), state.market))
    piles.append((places.get(("", "discards")), state.discards))
    piles += [(places.get((pile.owner, pile.field)), pile.cards) for pile in state.rules.open_piles(state)]
    state.pool = [state.board.tables.train_cards.get(letter, 0) for letter in LETTERS[:UNKNOWN]]
    for place, pile in piles:
        for kind in range(UNKNOWN):
            state.pool[kind] -= pile[kind]
            if state.pool[kind] < 0:
                assert place is not None
                raise _too_many(state, place, kind, -state.pool[kind])
    for kind in range(UNKNOWN):
        over = state.deck.count(kind) - state.pool[kind]
        if over > 0:
            raise _too_many(state, places["", "deck"], kind, over)


def _too_many(state: State, place: Token, kind: int, over: int) -> WrongPositionError:
    total = state.board.tables.train_cards.get(LETTERS[kind], 0)
    if not total:
        return impossible(place, f"there is {name_cards(kind, 0)} in this game")
    cards = name_cards(kind, total) + (" cards" if kind < COLORS else "")
    return impossible(place, f"there are {cards} in this game; with these there would be {total + over}")


def _cards(state: State, places: Places) -> None:
    """Every card is in a hand, face up, in the deck or discarded, or where else the game has cards."""
    total = state.board.tables.deck_size
    in_hands = sum([sum(hand) for hand in state.hands])
    lying = sum([sum(pile.cards) for pile in state.rules.open_piles(state)])
    loose = [seat for seat, name in enumerate(state.names) if _is_loose(places.get((name, "hand")))]
    place = places["", "deck"]
    if state.market_unknown:
        # Nobody can know how many cards the deck has; as many as possible keeps the sum of all cards right.
        left = total - in_hands - lying - state.board.tables.market
        state.deck_size = max(0, left)
        if not loose and left < 0:
            out = f", {lying} lying out" if lying else ""
            raise impossible(place, f"there are {total} cards in all; {in_hands} in hands{out} and a market are more")
        return
    if loose:
        return
    found = in_hands + lying + _on_the_table(state)
    if found != total:
        parts = f"{in_hands} in hands, {sum(state.market)} face up, {state.deck_size} in the deck"
        out = f", {lying} lying out" if lying else ""
        text = f"the cards add up to {found}, not {total}: {parts}, {sum(state.discards)} discarded{out}"
        raise impossible(place, text)


def _is_loose(hand: Token | None) -> bool:
    return hand is not None and hand.text.startswith("*")


def _market(state: State, places: Places) -> None:
    """MARKET-1: the market is full while there are cards."""
    size, full = sum(state.market), state.board.tables.market
    place = places.get(("", "market"), places["", "deck"])
    if size > full:
        raise impossible(place, f"the market has {full} cards, not {size}")
    left = state.deck_size + (sum(state.discards) if state.rules.reshuffles else 0)
    if size < full and left and state.phase != SETUP and not state.market_unknown:
        raise impossible(place, f"the market has {full} cards while some are left, not {size}")


def _tickets(state: State, places: Places) -> None:
    """There are enough tickets without a known place for all that are unknown, and for the fresh ones."""
    names = places.decks
    for number, deck in enumerate(state.ticket_decks):
        wanted = deck.fresh - len(deck.order or ()) + unknown_outside(state, number)
        if wanted > len(deck.unseen):
            kind = f"{deck.name} tickets" if deck.name else "tickets"
            text = f"{len(deck.unseen)} {kind} have no known place; the position has {wanted} unknown ones"
            raise impossible(places["", names[min(number, len(names) - 1)]], text)
        # In the deck they still have no place: nobody sees them there.
        deck.unseen.update(deck.order or ())


def unknown_outside(state: State, number: int) -> int:
    """Return how many tickets of a deck are unknown but not among its fresh ones: in hands, drawn, or under it."""
    groups = [*state.ticket_decks[number].groups, state.offered]
    unknown = [ticket for group in groups for ticket in group].count(-1 - number)
    return unknown + sum([row[number] for row in state.unknown_tickets])


def tickets_add_up(state: State, places: Places) -> None:
    """Every ticket is in a hand, in its deck, drawn or completed, in games in which none leaves."""
    if not places.own.tickets_add_up:
        return
    done = [state.game.tickets.shown_before(state, seat) for seat in range(state.seats)]
    for number, (field, deck) in enumerate(zip(places.decks, state.ticket_decks, strict=True)):
        known = [ticket for tickets in [*state.tickets, *done, state.offered, *deck.groups] for ticket in tickets]
        mine = [ticket for ticket in known if ticket >= 0 and deck_of(state, ticket) == number]
        found = deck.fresh + len(mine) + unknown_outside(state, number)
        total = len(state.board.ticket_deck(deck.name))
        if found != total:
            kind = f"{deck.name} tickets" if deck.name else "tickets"
            raise impossible(places["", field], f"the {kind} add up to {found}, not {total}")


def _first_card(state: State, places: Places) -> None:
    """A second card is wanted only where one can be taken."""
    if state.first_card == BLANK or state.market_unknown or state.deck_size + sum(state.discards):
        return
    if sum(state.market) == state.market[LOCOMOTIVE]:
        raise impossible(places["", "second"], "no second card can be taken, so the turn is over")


CHECKS: tuple[Check, ...] = (_waiting, _routes, _trains, _last_round, _kinds, _market, _cards, _first_card, _tickets)
"""In the order in which a mistake is reported: what follows from another comes after it."""
