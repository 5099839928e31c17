"""Two records of one line as one: what either saw, or how they contradict each other."""

from __future__ import annotations

from dataclasses import replace

from ttrn.boards import Board
from ttrn.core.cards import number_of
from ttrn.core.state import Violation
from ttrn.hidden.merge_cards import Clashing, hands, in_any_order, in_order, learned, markets, payments, tickets
from ttrn.hidden.merge_positions import merge_positions
from ttrn.notation.levels import LEVELS, TAG
from ttrn.notation.records import (
    AssertCards,
    AssertTickets,
    Claim,
    Complete,
    Deal,
    Deck,
    Draw,
    FinalRoutes,
    FinalStations,
    Keep,
    Market,
    Pair,
    Play,
    Player,
    Rank,
    Refill,
    Reveal,
    Ride,
    Score,
    Sheet,
    Statement,
    Station,
    Take,
    TakeTickets,
    Turn,
    WrittenAction,
    WrittenTicket,
    sort_components,
)
from ttrn.notation.writer import format_action, format_statement, quote
from ttrn.replays.resolve import cities_named


def merge_lines(a: Statement | Turn, b: Statement | Turn, board: Board) -> Statement | Turn:
    """Return a line as full as two records of it together.

    Where the order of cards means nothing to the table, they may have it differently; the fuller one's is taken, or
    else the first one's. What is joined is then what both are sure of: ``R?`` and ``?R`` may tell of the same red card.

    Raises:
        Clashing: they contradict each other.
    """
    if a == b:
        return a
    match a, b:
        case Turn(), Turn():
            return _turn(a, b, board)
        case Player(), Player():
            return _player(a, b)
        case Score(), Score():
            return _scores(a, b)
        case _:
            return _cards(a, b) or _tickets(a, b, board) or _closing(a, b, board) or _clash(a, b)


def _clash(a: Statement | Turn, b: Statement | Turn) -> Statement:
    assert not isinstance(a, Turn)
    assert not isinstance(b, Turn)
    raise Clashing("", format_statement(a), format_statement(b))


def _player(a: Player, b: Player) -> Player:
    if a.name and b.name and a.name != b.name:
        raise Clashing(f"the name of {a.id} is", quote(a.name), quote(b.name))
    if a.color and b.color and a.color != b.color:
        raise Clashing(f"the colour of {a.id} is", a.color, b.color)
    return replace(a, name=a.name or b.name, color=a.color or b.color)


def _cards(a: Statement | Turn, b: Statement | Turn) -> Statement | None:
    match a, b:
        case Deal(), Deal():
            return replace(a, cards=hands(a.cards, b.cards, f"{a.player} is dealt"))
        case AssertCards(), AssertCards():
            return replace(a, cards=_stated(a, b))
        case Deck(), Deck():
            return replace(a, cards=in_order(a.cards, b.cards, "the deck has"))
        case Market(), Market():
            cards, flushes = markets((a.cards, a.flushes), (b.cards, b.flushes), "the market has")
            return replace(a, cards=cards, flushes=flushes)
        case Complete(), Complete():
            return replace(a, cards=payments(a.cards, b.cards, f"{a.player} spends"))
        case _:
            return None


def _stated(a: AssertCards, b: AssertCards) -> str:
    if a.player:
        return hands(a.cards, b.cards, f"{a.player} holds")
    return in_any_order(a.cards, b.cards, "the market has")


def _tickets(a: Statement | Turn, b: Statement | Turn, board: Board) -> Statement | None:
    match a, b:
        case Keep(), Keep():
            kept, returned = _kept_and_returned(a, b, a.player, board)
            return replace(a, kept=kept, returned=returned)
        case AssertTickets(), AssertTickets():
            return replace(a, tickets=tickets(a.tickets, b.tickets, board, f"{a.player} holds"))
        case Reveal(), Reveal():
            return replace(a, tickets=tickets(a.tickets, b.tickets, board, f"{a.player} shows"))
        case _:
            return None


def _scores(a: Score, b: Score) -> Score:
    scores = dict(a.scores)
    for player, score in b.scores:
        if scores.setdefault(player, score) != score:
            raise Clashing(f"{player} has", number_of(scores[player], "point"), number_of(score, "point"))
    return replace(a, scores=tuple(scores.items()))


def _numbers(a: tuple[tuple[str, int], ...], b: tuple[tuple[str, int], ...], what: str) -> tuple[tuple[str, int], ...]:
    """Join named numbers, of which each record may have some."""
    known = dict(a)
    for name, value in b:
        if known.setdefault(name, value) != value:
            raise Clashing(what.format(name), str(known[name]), str(value))
    return tuple(known.items())


def _closing(a: Statement | Turn, b: Statement | Turn, board: Board) -> Statement | None:
    match a, b:
        case Rank(), Rank():
            return replace(a, places=_numbers(a.places, b.places, "the place of {} is"))
        case Sheet(), Sheet():
            numbers = _numbers(a.components, b.components, f"{{}} of {a.player} is")
            return replace(a, components=sort_components(numbers))
        case FinalRoutes(), FinalRoutes():
            routes = _same_routes(a.routes, b.routes, board)
            return None if routes is None else replace(a, routes=routes)
        case FinalStations(), FinalStations():
            mine, theirs = [{city_key(city, board) for city in line.cities} for line in (a, b)]
            return a if mine == theirs else None
        case _:
            return None


def _same_routes(a: tuple[Pair, ...], b: tuple[Pair, ...], board: Board) -> tuple[Pair, ...] | None:
    """Return the same routes with the tracks that either record names; nothing if they are others."""
    tracks = {route_key(route, board): route.number for route in b}
    if {route_key(route, board) for route in a} != set(tracks):
        return None
    joined = [replace(route, number=route.number or tracks[route_key(route, board)]) for route in a]
    others = [tracks[route_key(route, board)] for route in joined]
    return tuple(joined) if all(n in (0, route.number) for n, route in zip(others, joined, strict=True)) else None


def city_key(place: str, board: Board) -> object:
    """Return a city of the board, whatever it is called."""
    city = board.city(place)
    return place if city is None else city.index


def route_key(route: Pair, board: Board) -> object:
    """Return the two cities of a route, in whatever order and however they are called."""
    return frozenset([city_key(route.a, board), city_key(route.b, board)])


def _kept_and_returned(
    a: Keep | TakeTickets, b: Keep | TakeTickets, player: str, board: Board
) -> tuple[tuple[WrittenTicket, ...], tuple[WrittenTicket, ...]]:
    kept = tickets(a.kept, b.kept, board, f"{player} keeps")
    return kept, tickets(a.returned, b.returned, board, f"{player} returns")


# --- turns -----------------------------------------------------------------------------------------------------------


def _turn(a: Turn, b: Turn, board: Board) -> Turn:
    if a.player != b.player:
        raise Clashing("it is the turn", f"of {a.player}", f"of {b.player}")
    refill = a.refill or b.refill
    if a.refill and b.refill:
        one, other = (a.refill.cards, a.refill.flushes), (b.refill.cards, b.refill.flushes)
        refill = Refill(*markets(one, other, "the market gets"))
    marks = (*a.marks, *[mark for mark in b.marks if mark not in a.marks])
    return replace(a, action=_action(a.action, b.action, a.player, board), refill=refill, marks=marks)


def _action(a: WrittenAction, b: WrittenAction, player: str, board: Board) -> WrittenAction:
    if a == b:
        return a
    found = _drawn(a, b, player, board) or _paid(a, b, player, board)
    if found is None:
        raise Clashing(f"{player} does", format_action(a), format_action(b))
    return found


def _drawn(a: WrittenAction, b: WrittenAction, player: str, board: Board) -> WrittenAction | None:
    match a, b:
        case Draw(), Draw() if len(a.takes) == len(b.takes):
            return _draw(a, b, player)
        case TakeTickets(), TakeTickets():
            return TakeTickets(*_kept_and_returned(a, b, player, board))
        case _:
            return None


def _paid(a: WrittenAction, b: WrittenAction, player: str, board: Board) -> WrittenAction | None:
    pays = f"{player} pays"
    match a, b:
        case Claim(), Claim():
            return _claim(a, b, player, board)
        case Station(), Station() if _same_city(a.city, b.city, board):
            return replace(a, paid=payments(a.paid, b.paid, pays))
        case Ride(), Ride() if _same_way(a, b, board):
            return replace(a, cards=payments(a.cards, b.cards, pays))
        case Play(), Play():
            return Play(hands(a.cards, b.cards, f"{player} lays"))
        case _:
            return None


def _same_way(a: Ride, b: Ride, board: Board) -> bool:
    if len(a.cities) != len(b.cities):
        return False
    return all(_same_city(x, y, board) for x, y in zip(a.cities, b.cities, strict=True))


def _same_city(a: str, b: str, board: Board) -> bool:
    return a == b or (board.city(a) is not None and board.city(a) == board.city(b))


def _draw(a: Draw, b: Draw, player: str) -> Draw:
    if not all(take.blind for take in (*a.takes, *b.takes)):
        return Draw(tuple([_take(x, y, player) for x, y in zip(a.takes, b.takes, strict=True)]))
    # Which of two blind cards came first only their drawer can have seen, and hardly anybody remembers.
    drawn_a, drawn_b = ["".join([take.card for take in draw.takes]) for draw in (a, b)]
    if learned(drawn_a, drawn_b) is None:
        raise Clashing(f"{player} does", format_action(a), format_action(b))
    return Draw(tuple([Take(card, blind=True) for card in in_any_order(drawn_a, drawn_b, "")]))


def _take(a: Take, b: Take, player: str) -> Take:
    clash = Clashing(f"{player} does", format_action(Draw((a,))), format_action(Draw((b,))))
    if a.blind != b.blind or (a.card != b.card and "?" not in (a.card, b.card)):
        raise clash
    if a.blind:
        return b if a.card == "?" else a
    if a.replacement is None or b.replacement is None:
        return b if a.replacement is None else a
    if len(a.flushes) != len(b.flushes) or (a.replacement == "-") != (b.replacement == "-"):
        raise clash
    gap = in_order(a.replacement, b.replacement, "the market gets")
    flushes = tuple([in_any_order(x, y, "the market has") for x, y in zip(a.flushes, b.flushes, strict=True)])
    return Take(a.card, replacement=gap, flushes=flushes)


def _claim(a: Claim, b: Claim, player: str, board: Board) -> Claim:
    if _route_key(a.route, board) != _route_key(b.route, board) or a.given_up != b.given_up:
        raise Clashing(f"{player} does", format_action(a), format_action(b))
    if a.route.number and b.route.number and a.route.number != b.route.number:
        raise Clashing(f"{player} claims", f"track {a.route.number}", f"track {b.route.number}")
    if a.passenger and b.passenger and not _same_city(a.passenger, b.passenger, board):
        raise Clashing(f"{player} places a passenger", f"at {a.passenger}", f"at {b.passenger}")
    turned = a.turned or b.turned
    if "-" in (a.turned, b.turned) and a.turned and b.turned and a.turned != b.turned:
        one, other = ["no cards" if claim.turned == "-" else claim.turned for claim in (a, b)]
        raise Clashing("turned over are", one, other)
    if a.turned and b.turned:
        turned = in_any_order(a.turned, b.turned, "the cards turned over are")
    return Claim(
        replace(a.route, number=a.route.number or b.route.number),
        payments(a.paid, b.paid, f"{player} pays"),
        turned,
        _surcharge(a, b, player),
        a.given_up,
        a.passenger or b.passenger,
    )


def _surcharge(a: Claim, b: Claim, player: str) -> str:
    if not (a.surcharge and b.surcharge):
        return a.surcharge or b.surcharge
    return payments(a.surcharge, b.surcharge, f"{player} pays on top")


def _route_key(route: Pair, board: Board) -> object:
    ends = cities_named(board, route)
    return frozenset([route.a, route.b]) if isinstance(ends, Violation) else frozenset([ends[0].code, ends[1].code])


# --- tags ------------------------------------------------------------------------------------------------------------


def same_tag(name: str, a: str, b: str, board: Board) -> str:
    """Return two values of a tag as one.

    Raises:
        Clashing: they cannot both be right.
    """
    if a == b:
        return a
    if name in ("Annotator", "Source"):
        return f"{a}; {b}"
    if name == "Position":
        return merge_positions(a, b, board)
    if name == TAG and {a, b} <= set(LEVELS):
        return max(a, b, key=list[str](LEVELS).index)
    if name == "Date" and (joined := _same_day(a, b)):
        return joined
    raise Clashing(f"the tag {name} is", quote(a), quote(b))


def _same_day(a: str, b: str) -> str:
    """Return two dates as one, of which either may leave digits open or end early; nothing if they differ."""
    size = max(len(a), len(b))
    pairs = list(zip(a.ljust(size, "?"), b.ljust(size, "?"), strict=True))
    if not all(x == y or "?" in (x, y) for x, y in pairs):
        return ""
    return "".join([y if x == "?" else x for x, y in pairs])
