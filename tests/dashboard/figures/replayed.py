"""What the page of one game has to show: the score sheet, reckoned from the last state, and numbers of every turn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any, Final

from tests.dashboard.figures.books import Book
from ttrn.boards import Board
from ttrn.core.facts import pieces_of
from ttrn.core.state import State
from ttrn.notation import Rank, Sheet
from ttrn.notation.records import Turn

Json = dict[str, Any]

SEAT: Final = {"score", "now", "trains", "hand", "tickets", "hidden", "counted", "yard", "track", "moving", "done"}
FRAME: Final = {
    *("n", "seat", "kind", "text", "words", "next", "problems", "route", "points", "market", "deck", "discards"),
    *("ticketDecks", "owners", "goods", "pieces", "seats"),
}
"""What a frame may have; something new has to be compared too."""


# --- turn by turn ----------------------------------------------------------------------------------------------------


def check_frames(book: Book, film: Json) -> None:
    """Compare the numbers after each turn with the states of the game, and those in words with the line."""
    table: Json = {}
    seats: list[Json] = [{} for _ in book.seats]
    frames = film["lines"][0]["frames"]
    lines: list[Turn | None] = [None, *book.game.turns]
    assert len(frames) == len(lines)
    for frame, line, state in zip(frames, lines, _states(book), strict=True):
        assert set(frame) <= FRAME, "something new that was not counted again"
        for seat, changed in frame.get("seats", {}).items():
            assert set(changed) <= SEAT
            seats[int(seat)] |= changed
        table = table | {name: frame[name] for name in ("deck", "discards", "ticketDecks", "market") if name in frame}
        owners = {**table.get("owners", {}), **frame.get("owners", {})}
        table["owners"] = owners
        assert owners == {str(track): owner for track, owner in enumerate(state.owners) if owner >= 0}
        if not state.market_unknown:
            assert (table["deck"], table["discards"]) == (state.deck_size, sum(state.discards))
        assert table["ticketDecks"] == [deck.size for deck in state.ticket_decks]
        for place, seat in enumerate(seats):
            assert (seat["score"], seat["trains"]) == (state.scores[place], state.trains[place])
            assert seat["hand"] is None or len(seat["hand"]) == sum(state.hands[place])
            assert len(seat["tickets"]) == len(state.tickets[place])
            assert seat["hidden"] == sum(state.unknown_tickets[place])
        if frame["n"] % 20 == 0 or frame is frames[-1]:  # it takes a while to try all paths and stations
            _check_totals(book, state, [seat.get("now") for seat in seats])
        if line is not None:
            _check_words(frame, line)


def _check_totals(book: Book, state: State, shown: list[int | None]) -> None:
    """Compare the totals if the game ended here; without all turns, or a map, there are none."""
    if book.turns is None or not book.board.routes:
        assert shown == [None] * book.players
        return
    paths = [_longest(book, state, place) for place in range(book.players)]
    for place, total in enumerate(shown):
        if sum(state.unknown_tickets[place]):
            assert total is None
        elif total is not None or not (book.board.tables.most_tickets and any(map(sum, state.unknown_tickets))):
            # Whether others have completed more tickets may be open.
            assert total == _reckoned(book, state, place, paths)["total"], (book.number, place)


def _states(book: Book) -> Iterator[State]:
    yield book.timeline.state(0)
    last = len(book.game.turns)
    for number, _, state in book.timeline.steps():
        yield book.timeline.final if number == last else state


def _check_words(frame: Json, line: Turn) -> None:
    """Let no number stand in the words of a turn that is neither its points nor a number of cards or tickets in it."""
    parts = re.split(r"[\s;]+", frame["text"])
    numbers = {abs(frame["points"]), *[len(part) for part in parts], *range(1, len(parts))}
    numbers |= {count for part in parts for count in Counter(part).values()}
    said = {int(number) for number in re.findall(r"\d+", frame["words"])}
    assert said <= numbers, (frame["words"], frame["text"], line)


# --- the score sheet -------------------------------------------------------------------------------------------------


def expected_sheet(book: Book) -> list[Json]:
    """Return the numbers of the score sheet, seat by seat."""
    state, places = book.timeline.final, range(book.players)
    if book.turns is None:
        return [_stated(book, place) for place in places]
    paths = [_longest(book, state, place) for place in places]
    return [_reckoned(book, state, place, paths) for place in places]


def shown_sheet(book: Book, end: Json) -> list[Json]:
    """Return the same of what the page shows; where turns are missing only what is stated is shown."""
    found: list[Json] = []
    for seat in end["seats"]:
        if book.turns is None:
            found.append(seat["stated"])
            continue
        known = {
            "rank",
            "total",
            "certain",
            "tickets",
            "unknown",
            "bonus",
            "extras",
            "cards",
            "routes",
            "longest",
            "stations",
        }
        assert set(seat) <= known, "something new that was not counted again"
        one = {name: seat[name] for name in ("rank", "total", "bonus", "unknown", "extras")}
        one["tickets"] = sorted([ticket["ticket"], ticket["complete"], ticket["points"]] for ticket in seat["tickets"])
        if book.board.routes:
            one |= {"routes": seat["routes"], "longest": seat["longest"]["trains"]}
        else:
            assert sum(points for _, _, points in seat["cards"]) == seat["bonus"]
        found.append(one)
    return found


def _reckoned(book: Book, state: State, place: int, paths: list[int]) -> Json:
    on = book.board
    owned = [on.routes[track] for track, owner in enumerate(state.owners) if owner == place]
    kinds = Counter([route.length for route in owned])
    done = _completed(book, state, place)
    tickets = sorted([t, t in done, on.tickets[t].points * (1 if t in done else -1)] for t in state.tickets[place])
    if not on.routes:  # its tickets are completed by cards, in scorings: that is left to the rules
        score = book.timeline.outcome.seats[place]
        tickets = sorted([result.ticket, result.complete, result.points] for result in score.tickets)
    bonus = _bonus(book, state, place, paths)
    extras = _extras(book, state, place)
    found: Json = {"bonus": bonus, "unknown": 0, "extras": extras, "tickets": tickets}
    routes: list[list[Any]] = [
        [_routes(number, length), number * on.tables.route_points[length]] for length, number in sorted(kinds.items())
    ]
    total = bonus + sum([points for *_, points in (*routes, *tickets, *extras)])
    found |= {"total": total, "rank": book.seats[place].rank}
    return found | ({"routes": routes, "longest": paths[place]} if on.routes else {})


def _routes(number: int, length: int) -> str:
    return f"{number} route{'s' * (number > 1)} of {length} train{'s' * (length > 1)}"


def _extras(book: Book, state: State, place: int) -> list[list[Any]]:
    if book.board.tables.stations:
        built = len([piece for piece in pieces_of(state) if piece.seat == place])
        return [["stations not built", 4 * (book.board.tables.stations - built)]]
    if book.board.tables.merchandise:
        routes = [route.points for route in book.board.routes if state.owners[route.index] == place]
        return [["merchandise", state.scores[place] - sum(routes)]]
    return []


def _bonus(book: Book, state: State, place: int, paths: list[int]) -> int:
    if book.board.tables.longest_path:
        return 10 if paths[place] == max(paths) > 0 else 0
    if book.board.tables.most_tickets:
        done = [len(_completed(book, state, seat)) for seat in range(book.players)]
        return 10 if done[place] == max(done) > 0 else 0
    return book.seats[place].parts["bonus"]


def _longest(book: Book, state: State, place: int) -> int:
    """Try every path that uses no track twice; none leads through a country."""
    owned = [book.board.routes[track] for track, owner in enumerate(state.owners) if owner == place]

    def onward(city: int, used: frozenset[int]) -> int:
        if used and book.board.cities[city].country:
            return 0
        ways = [route for route in owned if route.index not in used and city in (route.a, route.b)]
        return max([route.length + onward(route.other(city), used | {route.index}) for route in ways], default=0)

    return max([onward(city, frozenset()) for route in owned for city in (route.a, route.b)], default=0)


def _completed(book: Book, state: State, place: int) -> set[int]:
    """Return the tickets that own routes complete, with a route of others at each station: as best it can be."""
    if not book.board.routes:
        return set()
    own = [track for track, owner in enumerate(state.owners) if owner == place]
    stations = [piece.city for piece in pieces_of(state) if piece.seat == place and piece.what == "station"]
    lent = [
        [-1, *[r.index for r in book.board.routes if city in (r.a, r.b) and state.owners[r.index] not in (-1, place)]]
        for city in stations
    ]
    best: set[int] = set()
    most = None
    for loans in product(*lent):
        tracks = [*own, *[track for track in loans if track >= 0]]
        done = {
            t
            for t in state.tickets[place]
            if _joined(book.board, tracks, book.board.tickets[t].a, book.board.tickets[t].b)
        }
        points = sum(book.board.tickets[t].points for t in done)
        if most is None or points > most:
            best, most = done, points
    return best


def _joined(on: Board, tracks: list[int], start: int, goal: int) -> bool:
    reached, edge = {start}, [start]
    while edge:
        city = edge.pop()
        if city == start or not on.cities[city].country:
            ways = [
                on.routes[track].other(city) for track in tracks if city in (on.routes[track].a, on.routes[track].b)
            ]
            edge += [other for other in ways if other not in reached]
            reached.update(ways)
    return goal in reached


def _stated(book: Book, place: int) -> Json:
    """Return what a record without all turns tells, with a * where it only states it."""
    seat = book.seats[place]
    name = book.game.players[place].id
    sheet = {
        key: value
        for entry in book.game.entries
        if isinstance(entry, Sheet) and entry.player == name
        for key, value in entry.components
    }
    only = "*" if "tickets" in sheet or not seat.parts else ""
    own = [offer for offer in book.offers if offer.seat is seat]
    tables = book.board.tables
    values: dict[str, int | None] = {}
    if seat.parts:
        gained = sum(offer.ticket.points for offer in own if offer.completed)
        values = {
            "routes": seat.parts["routes"] if book.board.routes else None,
            "completed": sheet.get("completed", gained),
            "failed": seat.lost,
            "tickets": seat.parts["tickets"],
            "longest path": seat.longest if book.board.routes else None,
            "bonus": seat.parts["bonus"],
            "stations not built": seat.parts["stations"] if tables.stations else None,
            "merchandise": seat.parts["goods"] if tables.merchandise else None,
        }
    stated = {"merchandise"} if "goods" in sheet else set()
    rows = [[key, f"{value}{'*' if key in stated else only}"] for key, value in values.items() if value is not None]
    if not seat.parts and book.game.turns:  # of claims without tickets nobody knows whether they are all
        owned = [book.board.routes[track] for track, owner in enumerate(book.timeline.final.owners) if owner == place]
        points = sum(route.points for route in owned)
        rows = [["routes", f"{points}+"], ["longest path", f"{_longest(book, book.timeline.final, place)}+"]]
    total = "?" if seat.total is None else f"{seat.total}{'*' if only or stated else ''}"
    return {"rank": _stated_rank(book, place) if only else str(seat.rank), "rows": rows, "total": total}


def _stated_rank(book: Book, place: int) -> str:
    """Return the place by the totals, level or not; without all of them the one that is stated."""
    totals = [seat.total for seat in book.seats]
    if None in totals or any(isinstance(entry, Rank) for entry in book.game.entries):
        stated = {name: rank for entry in book.game.entries if isinstance(entry, Rank) for name, rank in entry.places}
        return str(stated.get(book.game.players[place].id, "?"))
    return str(1 + sum(total > totals[place] for total in totals))  # type: ignore[operator]
