"""What the statistics have to show of routes, tickets and openings.

Like :mod:`tests.dashboard.figures.game_topics` a second program beside the charts and the SQL: it shares nothing with
them but the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from math import sqrt
from typing import Any

from tests.dashboard.figures.books import Book, Claimed, Offer
from tests.dashboard.figures.words import (
    Shown,
    Won,
    claims_of,
    grouped,
    habit,
    habit_answer,
    known_games,
    known_seats,
    many,
    mean,
    pair_name,
    pct,
    pts,
    route_name,
    seats_of,
    share,
    ticket_name,
    trace,
)
from ttrn.boards import Board, Ticket


def locomotives(paid: str) -> int | None:
    return None if "?" in paid else sum(paid.count(letter) for letter in "LF")


@dataclass
class Track:
    """A track in the games that tell who has it."""

    index: int
    name: str
    games: int
    claims: list[tuple[Book, Claimed]]
    won: Won
    round: float | None
    contested: float | None

    @property
    def rate(self) -> float | None:
        return share(len(self.claims), self.games)


def tracks(on: Board, found: list[Book]) -> list[Track]:
    """Return the tracks, most claimed first."""
    played = [book for book in found if book.routes_known]
    claims = [(book, claim) for book, claim in claims_of(found) if on.routes[claim.route].pair not in book.unclear]
    by_track = grouped(claims, lambda one: one[1].route)
    rows: list[Track] = []
    for route in on.routes:
        mine = by_track.get(route.index, [])
        both = [claim for t in on.pairs[route.pair] for _, claim in by_track.get(t, [])]
        first = [claim for claim in both if not claim.second]
        games = len([book for book in played if route.pair not in book.unclear])
        rounds = mean([(claim.turn - 1) // book.players + 1 if claim.turn else None for book, claim in mine])
        twice = share(len(both) - len(first), len(first)) if len(on.pairs[route.pair]) > 1 else None
        won = Won([(book, claim.seat) for book, claim in mine])
        rows.append(Track(route.index, route_name(on, route.index), games, mine, won, rounds, twice))
    return sorted(rows, key=lambda row: (-len(row.claims), on.route_text(on.routes[row.index])))


def routes(on: Board, found: list[Book], measure: str) -> Shown:
    rows = tracks(on, found)
    most = max(len(row.claims) for row in rows)
    enough = max(1, min(20, most))
    value: dict[str, Callable[[Track], float | None]] = {
        "claimed": lambda row: row.rate,
        "round": lambda row: row.round,
        "contested": lambda row: row.contested,
        "wins": lambda row: row.won.rate - row.won.even if len(row.claims) >= enough else None,
    }
    words: dict[str, Callable[[float], str]] = {
        "claimed": pct,
        "contested": pct,
        "round": lambda number: f"round {number:.1f}",
        "wins": lambda number: f"{above:+} percentage points" if (above := round(round(100 * number, 9))) else "even",
    }
    known = {row.index: number for row in rows if (number := value[measure](row)) is not None}
    ranked = sorted(
        [
            (known[row.index], -len(row.claims), on.route_text(on.routes[row.index]), row)
            for row in rows
            if row.index in known and row.claims
        ],
        key=lambda one: one[:3],
    )
    shown = Shown()
    low, high = ranked[0][3].name, ranked[-1][3].name
    least, top = ranked[0][0], ranked[-1][0]
    sure = sorted(
        [row for *_, row in ranked if row.won.odds < 0.05 / len(ranked) and row.won.rate > row.won.even],
        key=lambda row: row.won.odds,
    )
    decisive = "None, as far as these games can tell: no owner wins more often than chance explains."
    if sure:
        won = sure[0].won
        decisive = (
            f"**{sure[0].name}** most: who claims it wins {pct(won.rate)} of the games "
            f"({pct(won.low)} to {pct(won.high)}), where an even share is {pct(won.even)}."
        )
    shown.texts.append(
        {
            "claimed": f"**{high}** most: it is claimed in {pct(top)} of the games; **{low}** least, in {pct(least)}.",
            "round": f"**{low}** goes first, in round {pts(least)} on average; **{high}** last, in round {pts(top)}.",
            "contested": f"**{high}**: where one track is claimed, the other one is too in {pct(top)} of the games.",
            "wins": decisive,
        }[measure]
    )
    turns = measure == "round"
    number = len([book for book in found if (book.turns if turns else book.routes_known)])
    shown.texts += known_games(found, number, "all turns" if turns else "who has which route")
    shown.tables.append(
        {
            "route": [row.name for row in rows],
            "length": [on.routes[row.index].length for row in rows],
            "claimed": [row.rate and 100 * row.rate for row in rows],
            "round": [row.round for row in rows],
            "owner won": [100 * row.won.rate if row.claims else None for row in rows],
            "even share": [100 * row.won.even if row.claims else None for row in rows],
            "contested": [None if row.contested is None else 100 * row.contested for row in rows],
            "locomotives": [mean([locomotives(claim.paid) for _, claim in row.claims]) for row in rows],
        }
    )
    for row in rows:
        text = words[measure](known[row.index]) if row.index in known else ""
        shown.tracks[row.index] = f"{text} ({_about(row)})" if text else "no data"
    ordered = sorted(known.values())
    cut = len(ordered) // 20
    ends = (ordered[cut], ordered[-1 - cut])
    ends = ends if ends[1] > ends[0] else (ordered[0], ordered[-1])
    shown.scale = (words[measure](ends[0]), words[measure](ends[1]))
    return shown


def _about(row: Track) -> str:
    if not row.claims:
        return f"never claimed in {many(row.games, 'game')}" if row.games else "no record tells of this track"
    parts = [f"claimed in {pct(row.rate)} of {many(row.games, 'game')}"]
    parts += [f"in round {row.round:.1f} on average"] if row.round is not None else []
    parts += [f"its owner won {pct(row.won.rate)}, where an even share is {pct(row.won.even)}"]
    parts += [f"both tracks taken in {pct(row.contested)} of the games with one"] if row.contested is not None else []
    return "; ".join(parts)


@dataclass
class Ticketed:
    """A ticket in the games."""

    ticket: Ticket
    name: str
    cost: int | None
    offers: list[tuple[Book, Offer]]

    def __post_init__(self) -> None:
        mine = [offer for _, offer in self.offers]
        self.offered = len([offer for offer in mine if offer.whole])
        self.kept_rate = share(len([offer for offer in mine if offer.whole and offer.kept]), self.offered)
        self.kept = [(book, offer.seat) for book, offer in self.offers if offer.kept]
        self.known = [offer for offer in mine if offer.completed is not None]
        self.done = len([offer for offer in self.known if offer.completed])
        self.rate = share(self.done, len(self.known))
        self.won = share(Won(self.kept).wins, len(self.kept))
        self.turn = mean([offer.completed_turn for offer in mine])


def ticketed(on: Board, offers: Iterable[tuple[Book, Offer]]) -> list[Ticketed]:
    return [
        Ticketed(on.tickets[index], ticket_name(on, on.tickets[index]), shortest(on, on.tickets[index]), mine)
        for index, mine in grouped(offers, lambda one: one[1].ticket.index).items()
    ]


@cache
def shortest(on: Board, ticket: Ticket) -> int | None:
    """Return the trains on the shortest way; nobody travels through a country."""
    near, queue = {}, [(0, ticket.a)] if on.routes else []
    while queue:
        trains, city = heappop(queue)
        if city in near:
            continue
        near[city] = trains
        if city == ticket.a or not on.cities[city].country:
            for route in on.routes:
                if city in (route.a, route.b):
                    heappush(queue, (trains + route.length, route.other(city)))
    return near.get(ticket.b)


def offers_of(found: Iterable[Book]) -> list[tuple[Book, Offer]]:
    return [(book, offer) for book in found for offer in book.offers]


def percent(value: float | None) -> float | None:
    return None if value is None else 100 * value


def tickets(on: Board, found: list[Book]) -> Shown:
    shown = Shown()
    rows = sorted(ticketed(on, offers_of(found)), key=lambda row: on.ticket_text(row.ticket))
    enough = max(1, min(10, max(len(row.known) for row in rows)))
    brings = sorted(
        [
            (row.ticket.points * (2 * row.rate - 1), on.ticket_text(row.ticket), row)
            for row in rows
            if row.rate is not None and len(row.known) >= enough
        ],
        key=lambda one: one[:2],
    )
    (worst, _, bottom), (best, _, top) = brings[0], brings[-1]
    shown.texts.append(
        f"**{top.name}** {'brings most' if best >= 0 else 'costs least'}, {pts(abs(best))} points on average "
        f"(completed {pct(top.rate)}); **{bottom.name}** {'costs most' if worst < 0 else 'brings least'}, "
        f"{pts(abs(worst))} points (completed {pct(bottom.rate)})."
    )
    caption = known_seats(found, len(seats_of(found, lambda seat: seat.kept)), "it is known which tickets were kept")
    shown.texts += [*caption, *caption]
    dots = [row for row in rows if row.known]
    largest = max(len(row.kept) for row in dots)
    hover = [
        f"<b>{row.name}</b><br>{row.ticket.points} points"
        + ("" if row.cost is None else f", {many(row.cost, 'train')} on the shortest way")
        + f"<br>kept {pct(row.kept_rate)} of {many(row.offered, 'known offer')}<br>"
        f"{many(len(row.kept), 'time')} kept: completed {pct(row.rate)}, who kept it won {pct(row.won)}"
        for row in dots
    ]
    shown.charts["ticket scatter"] = {
        "traces": [
            trace(
                None,
                x=[row.ticket.points for row in dots],
                y=[row.rate for row in dots],
                customdata=hover,
                size=[7 + 12 * sqrt(len(row.kept) / largest) for row in dots],
                color=[row.cost for row in dots] if on.routes else None,
            )
        ],
        "x": "points of the ticket",
        "y": "completed when kept",
    }
    ordered = sorted(rows, key=lambda row: (-row.ticket.points, on.ticket_text(row.ticket)))
    table: dict[str, list[Any]] = {
        "ticket": [row.name for row in ordered],
        "points": [row.ticket.points for row in ordered],
        "trains": [row.cost for row in ordered],
        "offered": [row.offered for row in ordered],
        "kept": [percent(row.kept_rate) for row in ordered],
        "completed": [percent(row.rate) for row in ordered],
        "won": [percent(row.won) for row in ordered],
        "turn": [row.turn for row in ordered],
    }
    shown.tables.append(table if on.routes else {key: table[key] for key in table if key not in ("trains", "turn")})
    done = habit(shown, "tickets completed", "tickets completed", seats_of(found), lambda seat: seat.completed)
    shown.texts.append(habit_answer(done, "ticket", "tickets"))
    return shown


def openings(on: Board, found: list[Book]) -> Shown:
    shown = Shown()
    if on.routes:
        _first_claims(shown, on, found)
    dealt = [(book, offer) for book, offer in offers_of(found) if offer.turn == 0 and offer.whole]
    rows = ticketed(on, dealt)
    enough = max(1, min(10, max(row.offered for row in rows)))
    often = [row for row in rows if row.offered >= enough]
    often.sort(key=lambda row: (-(row.kept_rate or 0), -row.offered, on.ticket_text(row.ticket)))
    shown.texts.append(
        f"**{often[0].name}** is kept {pct(often[0].kept_rate)} of the times it is offered."
        if often[0].kept_rate == often[-1].kept_rate
        else f"**{often[0].name}** most readily, {pct(often[0].kept_rate)} of the times it is offered; "
        f"**{often[-1].name}** least, {pct(often[-1].kept_rate)}."
    )
    seated = len({(book.number, offer.seat.number) for book, offer in dealt})
    shown.texts += known_seats(found, seated, "all tickets offered at the start are known")
    kept = [row for row in rows if row.kept]
    for row in kept:
        won = Won(row.kept)
        facts = [f"kept {len(row.kept)} of {row.offered}", f"completed {pct(row.rate)}"]
        shown.texts.append(" | ".join([row.name, *facts, *_link_row(won)]))
    if len(kept) > 12:
        shown.texts.append(f"{len(kept) - 12} more")
    return shown


def _link_row(won: Won, *more: str) -> list[str]:
    """Return the end of a row that leads further: wins, points, and what the drawing of the wins says."""
    score = mean([seat.total for _, seat in won.sits])
    words = (
        f"won {pct(won.rate)}, {pct(won.low)} to {pct(won.high)} with 95 % confidence; an even share is {pct(won.even)}"
    )
    return [f"won {pct(won.rate)}", *([] if score is None else [f"{pts(score)} points"]), *more, words]


def _first_claims(shown: Shown, on: Board, found: list[Book]) -> None:
    firsts = [(book, claim) for book, claim in claims_of(found) if claim.nth == 1]
    groups = grouped(firsts, lambda one: on.routes[one[1].route].pair)
    rows = []
    for pair, mine in groups.items():
        a, b = on.routes[on.pairs[pair][0]].a, on.routes[on.pairs[pair][0]].b
        codes = f"{on.cities[a].code}-{on.cities[b].code}"
        rows.append(
            (
                -len(mine),
                codes,
                pair_name(on, a, b),
                Won([(book, claim.seat) for book, claim in mine]),
                mean([claim.turn for _, claim in mine]),
            )
        )
    rows.sort(key=lambda row: row[:2])
    total = len(firsts)
    _, _, name, won, _ = rows[0]
    answer = f"**{name}** most often: the first claim of {pct(won.n / total, 1)} of the players"
    if won.low > won.even:
        answer += f", and they win {pct(won.rate)}, more than their share of {pct(won.even)}."
    elif won.high < won.even:
        answer += f", but they win only {pct(won.rate)}, less than their share of {pct(won.even)}."
    else:
        answer += f"; that they win {pct(won.rate)} is within chance of an even share."
    shown.texts += [answer, f"The claims of {total} players; both tracks of a double route count as one."]
    for _, _, name, won, turn in rows:
        when = [] if turn is None else [f"turn {turn:.1f}"]
        times = f"{many(won.n, 'time')}, {pct(won.n / total, 1)}"
        shown.texts.append(" | ".join([name, times, *_link_row(won, *when)]))
    if len(rows) > 12:
        shown.texts.append(f"{len(rows) - 12} more")
