"""What games with passengers add to position lines: where passengers stand, merchandise, two decks of tickets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrn.core.actions import NO_CITY, PlacePassenger
from ttrn.core.claims import route_name
from ttrn.core.engine import apply
from ttrn.core.state import ANSWER, NOBODY, State
from ttrn.games.marklin.passengers import misplaced, passengers_of
from ttrn.games.marklin.passengers import places as choices_of_places
from ttrn.games.marklin.records import ResolvedPlacing
from ttrn.position.fields import Places, city_list, route_list
from ttrn.position.tokens import Codes, Token, WrongPositionError, impossible, pieces, read_number, short

if TYPE_CHECKING:
    from ttrn.replays.run import Run


# --- a passenger to be placed ----------------------------------------------------------------------------------------


def write_claimed(state: State, _seat: int) -> str:
    """Return the route just claimed, while a passenger may be placed."""
    return route_list(state, [passengers_of(state).claimed]) if state.phase == ANSWER else ""


def read_claimed(codes: Codes, state: State, _seat: int, value: Token) -> None:
    """Read the route just claimed."""
    passengers_of(state).claimed = codes.route(value)


def claimed_just_now(state: State, where: Places) -> None:
    """The route just claimed is the player's, and a passenger can be placed at it (MK-PASS-1)."""
    route = passengers_of(state).claimed
    if route == NOBODY:
        return
    place, name = where["", "claimed"], state.names[state.seat]
    if state.owners[route] != state.seat:
        raise impossible(place, f"{place.text} is not one of the routes of {name}, who is to move")
    if choices_of_places(state) == [PlacePassenger(NO_CITY)]:
        raise impossible(place, f"{name} can place no passenger at {place.text}: the turn is over")


def finish_claim(run: Run, action: ResolvedPlacing, seat: int) -> None:
    """Finish a turn that a position left after a claim: the claim is written again, with the passenger or without."""
    state = run.state
    route = passengers_of(state).claimed
    city = action.city
    if route not in [track.route for track in action.claim.actions]:
        state.note("POSITION-3", f"in the position {state.names[seat]} has just claimed {route_name(state, route)}")
        city = NO_CITY
    wrong = misplaced(state, route, city) if city != NO_CITY else None
    if wrong is not None:
        state.chance.notes.append(wrong)
        run.doubtful.add(seat)
        city = NO_CITY
    apply(state, PlacePassenger(city))


# --- passengers ------------------------------------------------------------------------------------------------------


def write_left(state: State, seat: int) -> str:
    """Return how many passengers of a seat were never placed."""
    return str(passengers_of(state).left[seat])


def read_left(_codes: Codes, state: State, seat: int, value: Token) -> None:
    """Read how many passengers were never placed."""
    passengers_of(state).left[seat] = read_number(value, "how many passengers are not on the board yet")


def write_standing(state: State, seat: int) -> str:
    """Return the cities in which passengers of a seat stand."""
    return city_list(state, [city for city, owner in enumerate(passengers_of(state).standing) if owner == seat])


def read_standing(codes: Codes, state: State, seat: int, value: Token) -> None:
    """Read the cities in which passengers of a seat stand; one in a city, never in a country (MK-PASS-1)."""
    table = passengers_of(state)
    for word in pieces(value, ","):
        city = codes.city(word)
        if city.country:
            raise impossible(word, f"{city.name} is a country: no passenger stands there")
        owner = table.standing[city.index]
        if owner != NOBODY:
            raise impossible(word, f"a passenger of {state.names[owner]} stands in {city.name} already")
        table.standing[city.index] = seat


def count_moved(state: State) -> None:
    """Fill in how many passengers have left the game: those that are neither left nor on the board."""
    table = passengers_of(state)
    for seat in range(state.seats):
        table.moved[seat] = state.board.tables.passengers - table.left[seat] - table.standing.count(seat)


def passengers_add_up(state: State, where: Places) -> None:
    """Nobody has more passengers than the game gives, nor has placed one without a claim (MK-PASS-1)."""
    table = passengers_of(state)
    total = state.board.tables.passengers
    for seat, name in enumerate(state.names):
        own = [state.board.routes[route] for route in state.routes_of(seat)]
        standing = [city for city, owner in enumerate(table.standing) if owner == seat]
        if table.moved[seat] < 0:
            number = table.left[seat] + len(standing)
            raise impossible(where[name, "passengers"], f"{name} has {total} passengers, not {number}")
        placed = total - table.left[seat]
        if placed > len(own) - (table.claimed != NOBODY and state.seat == seat):
            text = f"{name} has placed {placed} of {total} passengers: one is placed at most with each route claimed"
            raise impossible(where[name, "passengers"], text)
        touched = {city for route in own for city in (route.a, route.b)}
        for city in standing:
            if city not in touched:
                there = state.board.cities[city].name
                raise impossible(where[name, "stands"], f"no route of {name} leads to {there}: nobody was placed there")


# --- merchandise -----------------------------------------------------------------------------------------------------


def write_goods(state: State, seat: int) -> str:
    """Return the sum of the merchandise that a seat has taken."""
    return str(passengers_of(state).goods[seat] or "")


def read_goods(_codes: Codes, state: State, seat: int, value: Token) -> None:
    """Read the sum of the merchandise that a seat has taken."""
    passengers_of(state).goods[seat] = read_number(value, "the sum of the merchandise taken")


def write_stacks(state: State, _seat: int) -> str:
    """Return the stacks that are not whole any more."""
    table = passengers_of(state)
    codes = [city.code for city in state.board.cities]
    return ",".join(
        [f"{codes[city]}:{_tokens(table.stacks[city][taken:])}" for city, taken in enumerate(table.taken) if taken]
    )


def _tokens(stack: tuple[int, ...]) -> str:
    return "".join(map(str, stack)) or "-"


def read_stacks(codes: Codes, state: State, _seat: int, value: Token) -> None:
    """Read the stacks that are not whole any more; tokens are taken from the top (MK-GOODS-1)."""
    table = passengers_of(state)
    seen: set[int] = set()
    for word in pieces(value, ","):
        name, _, left = word.text.partition(":")
        if not left:
            found = f'expected a stack like "BER:654", "-" for an empty one, found "{short(word.text)}"'
            raise WrongPositionError(word, found, "a city and the values left, top first")
        city = codes.city(Token(name, word.column))
        stack = table.stacks[city.index]
        rests = [_tokens(stack[taken:]) for taken in range(len(stack) + 1)]
        if city.index in seen:
            raise WrongPositionError(word, f"the stack of {city.name} is told twice")
        if not stack:
            raise impossible(word, f"there is no merchandise in {city.name}")
        if left not in rests:
            text = f"the stack of {city.name} is {rests[0]}, taken from the top: {short(left)} cannot be left of it"
            raise impossible(word, text)
        seen.add(city.index)
        table.taken[city.index] = rests.index(left)


def goods_add_up(state: State, where: Places) -> None:
    """What the stacks have lost somebody has, who has moved a passenger (MK-MOVE-3)."""
    table = passengers_of(state)
    for seat, name in enumerate(state.names):
        if table.goods[seat] and not table.moved[seat]:
            raise impossible(where[name, "goods"], f"{name} has moved no passenger yet, and can have no merchandise")
    taken = sum([sum(stack[:number]) for stack, number in zip(table.stacks, table.taken, strict=True)])
    if taken != sum(table.goods):
        place = next(where[owner, "goods"] for owner in ("", *state.names) if (owner, "goods") in where)
        text = f"tokens worth {taken} are gone from the stacks; the players have {sum(table.goods)}"
        raise impossible(place, text)
