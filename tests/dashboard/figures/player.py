"""What the page of a player has to show, counted from the books of :mod:`tests.dashboard.figures.books`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from openskill.models import PlackettLuce

from tests.dashboard.figures.board_topics import offers_of, ticketed
from tests.dashboard.figures.books import Book, Seat, counted
from tests.dashboard.figures.games import PEOPLE
from tests.dashboard.figures.words import (
    PARTS,
    TITLES,
    Shown,
    claims_of,
    grouped,
    known_games,
    lying,
    many,
    mean,
    pct,
    pts,
    route_name,
    share,
    trace,
    wilson,
)
from ttrn.boards import Board

HABITS: Final[dict[str, Callable[[Seat], float | None]]] = {
    "score": lambda seat: seat.total,
    "tickets kept": lambda seat: seat.kept,
    "tickets completed": lambda seat: seat.completed,
    "points lost with tickets": lambda seat: seat.lost,
    "routes claimed": lambda seat: seat.claims,
    "longest path": lambda seat: seat.longest,
    "cards taken blind": lambda seat: seat.blind,
    "cards taken face up": lambda seat: seat.face_up,
    "locomotives taken": lambda seat: None if seat.wild_blind is None else seat.wild_blind + (seat.wild_up or 0),
    "trains left": lambda seat: seat.trains_left,
    "turns": lambda seat: seat.turns,
}
"""What a seat does in a game, by the words for it."""


def mine_of(found: list[Book], name: str) -> list[tuple[Book, Seat]]:
    return [(book, seat) for book in found for seat in book.seats if seat.name == name]


def games_of(name: str, on: str = "") -> list[Book]:
    return [book for book in counted(on) if name in [seat.name for seat in book.seats]]


def player_page(name: str, on: Board) -> Shown:
    shown = Shown()
    for who in PEOPLE:
        shown.texts.append(f"{who} ({many(len(games_of(who)), 'game')})")
    _record(shown, name)
    _rating(shown, name)
    _opponents(shown, name)
    found = games_of(name, on.name)
    _field(shown, found, name, on)
    if on.routes:
        _routes(shown, found, name, on)
    _tickets(shown, found, name, on)
    _best(shown, found, name)
    return shown


def _record(shown: Shown, name: str) -> None:
    found = games_of(name)
    wins = len([book for book in found if name in book.winners])
    low, high = wilson(wins, len(found))
    even = sum(1 / book.players for book, _ in mine_of(found, name)) / len(found)
    verdict = (
        "more than luck"
        if low > even
        else "less than luck would bring"
        if high < even
        else "luck alone could explain it"
    )
    sentence = f"Won **{many(wins, 'time')} of {len(found)}**, {pct(wins / len(found))} ({pct(low)} to {pct(high)} with"
    shown.texts += [
        f"{sentence} 95 % confidence; an even share is {pct(even)}): {verdict}.",
        f"Games: {len(found)}",
        f"Wins: {wins}",
        f"Win rate: {pct(wins / len(found))}",
        f"Even share: {pct(even)}",
        f"First game: {min(book.date for book in found if book.date)}",
        f"Last game: {max(book.date for book in found if book.date)}",
    ]
    table: dict[str, list[Any]] = defaultdict(list)
    for (board, players), games in grouped(found, lambda book: (book.board.name, book.players)).items():
        won = len([book for book in games if name in book.winners])
        ends = wilson(won, len(games))
        totals = [seat.total for _, seat in mine_of(games, name) if seat.total is not None]
        row = {
            "board": TITLES[board],
            "players": players,
            "games": len(games),
            "wins": won,
            "win rate": 100 * won / len(games),
            "95 % interval": f"{pct(ends[0])} to {pct(ends[1])}",
            "average score": mean(totals),
            "best score": max(totals, default=None),
        }
        for column, value in row.items():
            table[column].append(value)
    shown.tables.append(dict(table))


@cache
def ratings() -> dict[str, list[tuple[str, float, float]]]:
    """Return date, strength and doubt of each player after each game of which all places are known."""
    model = PlackettLuce()
    now: dict[str, tuple[float, float]] = {}
    found: dict[str, list[tuple[str, float, float]]] = defaultdict(list)
    for book in sorted(counted(), key=lambda book: (book.date, book.number)):
        places = [(seat.name, seat.rank) for seat in book.seats]
        best = {
            name: min(float(rank) for other, rank in places if other == name and rank) for name, rank in places if rank
        }
        if len(best) < 2 or any(rank is None for _, rank in places):
            continue
        teams = [[model.rating(*now.get(name, (25.0, 25 / 3)))] for name in best]
        for name, (after,) in zip(best, model.rate(teams, ranks=list(best.values())), strict=True):
            now[name] = after.mu, after.sigma
            found[name].append((book.date, after.mu, after.sigma))
    return found


def _rating(shown: Shown, name: str) -> None:
    curve = ratings()[name]
    nth = list(range(1, len(curve) + 1))
    _, mu, sigma = curve[-1]
    best = max(range(len(curve)), key=lambda place: curve[place][1])
    shown.texts.append(
        f"**{mu:.1f}** ± {2 * sigma:.1f} after {many(len(curve), 'rated game')}; everybody starts at 25; "
        f"the best was {curve[best][1]:.1f} after game {best + 1}."
    )
    high, low = [m + 2 * s for _, m, s in curve], [m - 2 * s for _, m, s in curve]
    hover = [
        f"after game {number}" + (f", {date}" if date else "") + f"<br>strength {m:.1f} ± {2 * s:.1f}"
        for number, (date, m, s) in zip(nth, curve, strict=True)
    ]
    shown.charts["rating"] = {
        "traces": [
            trace("95 % interval", x=[*nth, *nth[::-1]], y=[*high, *low[::-1]]),
            trace("strength", x=nth, y=[m for _, m, _ in curve], customdata=hover),
        ],
        "x": "rated games",
        "y": "strength",
        "level": [25],
    }


def _place(seats: list[Seat]) -> tuple[int | None, bool, int | None]:
    """Return the best place of a name at a table, whether it won, and its best score."""
    ranks, totals = [seat.rank for seat in seats if seat.rank], [seat.total for seat in seats if seat.total is not None]
    return min(ranks, default=None), any(seat.won for seat in seats), max(totals, default=None)


def _opponents(shown: Shown, name: str) -> None:
    met: dict[str, list[tuple[int, int | None]]] = defaultdict(list)
    for book in games_of(name):
        rank, won, score = _place([seat for seat in book.seats if seat.name == name])
        for other in {seat.name for seat in book.seats} - {name}:
            their_rank, their_won, their_score = _place([seat for seat in book.seats if seat.name == other])
            if (rank is None or their_rank is None) and won == their_won:
                continue  # nobody knows who was ahead
            places = (rank or (1 if won else 99), their_rank or (1 if their_won else 99))
            ahead = (places[0] < places[1]) - (places[0] > places[1])
            met[other].append((ahead, None if score is None or their_score is None else score - their_score))
    rows = sorted(met.items(), key=lambda one: (-len(one[1]), one[0]))
    shown.texts += [f"{other} ({many(len(games), 'game')})" for other, games in rows]  # whom to compare with
    tally = {other: [len([one for one, _ in games if one == way]) for way in (1, 0, -1)] for other, games in rows}

    def lead(other: str) -> float:
        return (tally[other][0] - tally[other][2]) / len(met[other])

    often = [other for other, games in rows if len(games) >= min(3, len(rows[0][1]))]
    best = max(often, key=lambda other: (lead(other), len(met[other])))
    worst = min(often, key=lambda other: (lead(other), -len(met[other])))
    shown.texts.append(
        f"Best against **{best}** (ahead {tally[best][0]}, behind {tally[best][2]}), "
        f"hardest against **{worst}** (ahead {tally[worst][0]}, behind {tally[worst][2]})."
    )
    margins = {other: mean([margin for _, margin in games]) for other, games in rows}
    hover = [
        f"{other}<br>{many(len(games), 'game')}; "
        + ("?" if margins[other] is None else f"{margins[other]:+.1f}")
        + " points on average"
        for other, games in rows
    ]
    series = {
        words: [tally[other][place] / len(games) for other, games in rows]
        for place, words in enumerate(("ahead", "level", "behind"))
    }
    labels = [f"{other} ({len(games)})" for other, games in rows]
    shown.charts["opponents"] = lying(labels, series, "of the games together in which it is known who was ahead", hover)


def _field(shown: Shown, found: list[Book], name: str, on: Board) -> None:
    own = [seat for _, seat in mine_of(found, name)]
    others = [seat for book in found for seat in book.seats if seat.name != name]

    def both(value: Callable[[Seat], float | None]) -> list[list[float]]:
        return [[known for seat in seats if (known := value(seat)) is not None] for seats in (own, others)]

    parts = {part: both(lambda seat, part=part: seat.parts.get(part)) for part in PARTS}  # type: ignore[misc]
    gaps = {part: (mean(ours) or 0) - (mean(theirs) or 0) for part, (ours, theirs) in parts.items()}
    total = both(HABITS["score"])
    ahead = (mean(total[0]) or 0) - (mean(total[1]) or 0)
    best, worst = max(gaps, key=lambda part: gaps[part]), min(gaps, key=lambda part: gaps[part])
    answer = f"{pts(abs(ahead))} points {'ahead of' if ahead >= 0 else 'behind'} the others on average"
    answer += f"; most gained with **{PARTS[best]}** ({gaps[best]:+.1f})" if gaps[best] > 0 else ""
    answer += f"; most lost with **{PARTS[worst]}** ({gaps[worst]:+.1f})" if gaps[worst] < 0 else ""
    shown.texts.append(f"{answer}.")
    used = [part for part in PARTS if mean(parts[part][0]) or mean(parts[part][1])]
    series = {
        "this player": [mean(parts[part][0]) for part in used],
        "others at the table": [mean(parts[part][1]) for part in used],
    }
    hover = [
        f"{PARTS[part]}: known of {many(len(parts[part][0]), 'seat')}, of the others {len(parts[part][1])}"
        for part in used
    ]
    shown.charts["field"] = lying([PARTS[part] for part in used], series, "points on average per seat", hover)
    off = () if on.routes else ("routes claimed", "longest path", "trains left")
    habits = {words: both(value) for words, value in HABITS.items() if words not in off}
    shown.tables.append(
        {
            "average per seat": list(habits),
            "this player": [pts(mean(ours)) for ours, _ in habits.values()],
            "seats": [len(ours) for ours, _ in habits.values()],
            "others": [pts(mean(theirs)) for _, theirs in habits.values()],
            "their seats": [len(theirs) for _, theirs in habits.values()],
        }
    )


def _routes(shown: Shown, found: list[Book], name: str, on: Board) -> None:
    rows = []
    for route in on.routes:
        told = [book for book in found if book.routes_known and route.pair not in book.unclear]
        claims = [(book, claim) for book, claim in claims_of(told) if claim.route == route.index]
        own = [(book, claim) for book, claim in claims if claim.seat.name == name]
        seats = sum(seat.name != name for book in told for seat in book.seats)
        theirs = share(len(claims) - len(own), seats)
        rows.append((route.index, on.route_text(route), len(told), own, share(len(own), len(told)), theirs))
    chosen = sorted([row for row in rows if row[3]], key=lambda row: (-len(row[3]), row[5] or 0, row[1]))
    top = chosen[0]
    # Of those that are as far apart the one that is claimed more often.
    apart = max(chosen, key=lambda row: (row[4] or 0) - (row[5] or 0))
    answer = f"**{route_name(on, top[0])}** most often, in {pct(top[4])} of the games"
    if apart is top:
        answer += f"; another player at the table claims it in {pct(top[5])}."
    else:
        answer += f"; and more than others **{route_name(on, apart[0])}**, {pct(apart[4])} against {pct(apart[5])}."
    known = len([book for book in found if book.routes_known])
    shown.texts += [answer, *known_games(found, known, "who has which route")]
    won = {row[0]: share(len([claim for _, claim in row[3] if claim.seat.won]), len(row[3])) for row in rows}
    hover = [
        f"{route_name(on, track)}<br>{many(len(own), 'claim')} in {many(games, 'game')}; won {pct(won[track])} of these"
        for track, _, games, own, _, _ in chosen[:12]
    ]
    series = {"this player": [row[4] for row in chosen[:12]], "others at the table": [row[5] for row in chosen[:12]]}
    shown.charts["favourite routes"] = lying(
        [route_name(on, row[0]) for row in chosen[:12]], series, "of the games", hover
    )
    rates = []
    for track, _, games, own, rate, theirs in rows:
        if not own or rate is None:
            shown.tracks[track] = "no data"
            continue
        rates.append(rate)
        rounds = mean([(claim.turn - 1) // book.players + 1 if claim.turn else None for book, claim in own])
        when = "" if rounds is None else f", in round {rounds:.1f} on average"
        beside = "" if theirs is None else f"; another player at the table: {pct(theirs)}"
        shown.tracks[track] = (
            f"{pct(rate)} ({many(len(own), 'claim')} in {many(games, 'game')}{when}; "
            f"won {pct(won[track])} of these{beside})"
        )
    shown.scale = (pct(min(rates)), pct(max(rates)))


def _tickets(shown: Shown, found: list[Book], name: str, on: Board) -> None:
    own = ticketed(on, [(book, offer) for book, offer in offers_of(found) if offer.seat.name == name])
    others = {
        row.ticket: row
        for row in ticketed(on, [(b, offer) for b, offer in offers_of(found) if offer.seat.name != name])
    }
    rows = sorted([row for row in own if row.kept], key=lambda row: (-len(row.kept), on.ticket_text(row.ticket)))
    kept, known, done = [
        sum(numbers) for numbers in zip(*[(len(row.kept), len(row.known), row.done) for row in rows], strict=True)
    ]
    which = "all tickets kept" if known == kept else f"the {many(known, 'ticket')} of which that is known"
    shown.texts.append(
        f"**{rows[0].name}** is kept most, {many(len(rows[0].kept), 'time')}. "
        f"Of {which}, {pct(done / known)} are completed."
    )
    hover = []
    for row in rows[:12]:
        other = others.get(row.ticket)
        theirs = (other.kept_rate, other.rate) if other else (None, None)
        hover.append(
            f"{row.name}: {row.ticket.points} points<br>kept {pct(row.kept_rate)} (others {pct(theirs[0])}), "
            f"completed {pct(row.rate)} (others {pct(theirs[1])})"
        )
    series: dict[str, list[Any]] = {
        "completed": [row.done for row in rows[:12]],
        "not completed": [len(row.known) - row.done for row in rows[:12]],
    }
    unknown = [len(row.kept) - len(row.known) for row in rows[:12]]
    series |= {"not known": unknown} if any(unknown) else {}
    shown.charts["tickets"] = lying([row.name for row in rows[:12]], series, "times kept", hover)


def _best(shown: Shown, found: list[Book], name: str) -> None:
    own = [(seat.total, book, seat) for book, seat in mine_of(found, name) if seat.total is not None]
    own.sort(key=lambda one: (-one[0], one[1].number, one[2].number))
    shown.texts.append(f"The best score is **{own[0][0]}**.")
    for total, book, seat in own[:5]:
        others = [other for other in book.seats if other.name != name]
        sentence = f"**{total} points**, {'won' if seat.won else f'place {seat.rank}' if seat.rank else 'not won'}"
        totals = [other.total for other in others if other.total is not None]
        margin = total - max(totals) if totals and len(totals) == len(others) else 0
        sentence += f", {abs(margin)} {'ahead' if margin > 0 else 'behind'}" if margin else ""
        sentence += f", against {', '.join([other.name for other in others])}" if others else ""
        when = [part for part in (book.event, book.date) if part]
        shown.texts.append(sentence + (f" ({', '.join(when)})" if when else ""))
