"""What the statistics have to show of seats, scores, lengths, cards and records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from tests.dashboard.figures.board_topics import locomotives
from tests.dashboard.figures.books import Book, Seat
from tests.dashboard.figures.words import (
    PARTS,
    Shown,
    Won,
    claims_of,
    grouped,
    habit,
    habit_answer,
    known_games,
    known_seats,
    lying,
    many,
    mean,
    pct,
    pts,
    seats_of,
    trace,
    with_interval,
)
from ttrn.boards import Board


def seats(_on: Board, found: list[Book]) -> Shown:
    shown = Shown()
    told = [book for book in found if book.game.turns]
    counts = sorted({book.players for book in told})
    traces, every = [], []
    for place, number in enumerate(counts):
        mine = [book for book in told if book.players == number]
        won = [Won([(book, book.seats[seat]) for book in mine]) for seat in range(number)]
        every += [(one.odds, number, seat + 1, one) for seat, one in enumerate(won)]
        hover = [
            f"{number} players, seat {seat}<br>won {pct(one.rate, 1)} of {many(one.n, 'game')}<br>"
            f"95 % interval: {pct(one.low, 1)} to {pct(one.high, 1)}<br>even share: {pct(one.even, 1)}"
            for seat, one in enumerate(won, 1)
        ]
        shift = (place - (len(counts) - 1) / 2) * 0.14
        where = [seat + shift for seat in range(1, number + 1)]
        traces.append(with_interval(f"{number} players", where, won, hover, above=len(counts) > 1))
    odds, number, seat, won_most = min(every, key=lambda one: one[:3])
    if odds < 0.05 / len(every):
        more = "more" if won_most.rate > won_most.even else "less"
        answer = (
            f"Yes: with {number} players **seat {seat}** wins {pct(won_most.rate)} of the games, "
            f"{more} than its share of {pct(won_most.even)} and than chance explains."
        )
    else:
        answer = f"Not that {many(len(told), 'game')} could show it: every seat wins its share, within chance."
    shown.texts += [answer, *known_games(found, len(told), "who began")]
    title = "wins above an even share" if len(counts) > 1 else "wins"
    level = 0.0 if len(counts) > 1 else 1 / counts[0]
    shown.charts["seats"] = {"traces": traces, "x": "seat, in turn order", "y": title, "level": [level]}
    return shown


def scores(_on: Board, found: list[Book]) -> Shown:
    shown = Shown()
    scored = seats_of(found, lambda seat: seat.total)
    shown.texts += known_seats(found, len(scored), "the final score is known")
    spans = []
    for mine in ([seat for _, seat in scored if seat.won], [seat for _, seat in scored]):
        ordered = sorted(seat.total for seat in mine if seat.total is not None)
        spans.append([_quantile(ordered, part) for part in (0.25, 0.75)])
    shown.texts.append(
        f"The middle half of the winners has **{pts(spans[0][0])} to {pts(spans[0][1])}** points; "
        f"of all players {pts(spans[1][0])} to {pts(spans[1][1])}."
    )
    bins = grouped([seat for _, seat in scored], lambda seat: seat.total // 10 * 10)
    winners = [sum(bool(seat.won) for seat in mine) for mine in bins.values()]
    others = [len(mine) - won for mine, won in zip(bins.values(), winners, strict=True)]
    middle, hover = [low + 5 for low in bins], [f"{low} to {low + 9} points" for low in bins]
    shown.charts["scores"] = {
        "traces": [
            trace("won", x=middle, y=winners, customdata=hover),
            trace("did not win", x=middle, y=others, customdata=hover),
        ],
        "x": "final score",
        "y": "players",
    }
    known = [(book, seat) for book, seat in scored if {"routes", "tickets", "bonus"} <= set(seat.parts)]
    shown.texts += known_seats(found, len(known), "it is known where the points come from")
    won = {name: mean([seat.parts[name] for _, seat in known if seat.won]) or 0 for name in PARTS}
    lost = {name: mean([seat.parts[name] for _, seat in known if not seat.won]) or 0 for name in PARTS}
    name = max(PARTS, key=lambda one: won[one] - lost[one])
    ahead = (mean([seat.total for _, seat in known if seat.won]) or 0) - (
        mean([seat.total for _, seat in known if not seat.won]) or 0
    )
    shown.texts.append(
        f"Winners are {pts(ahead)} points ahead of the others on average; most of all in **{PARTS[name]}**, "
        f"{pts(won[name])} against {pts(lost[name])}."
    )
    used = [name for name in PARTS if won[name] or lost[name]]
    series = {"won": [won[name] for name in used], "did not win": [lost[name] for name in used]}
    shown.charts["components"] = lying([PARTS[name] for name in used], series, "points on average")
    return shown


def _quantile(ordered: list[int], part: float) -> float:
    place = part * (len(ordered) - 1)
    low = int(place)
    return ordered[low] + (ordered[min(low + 1, len(ordered) - 1)] - ordered[low]) * (place - low)


def length(_on: Board, found: list[Book]) -> Shown:
    shown = Shown()
    whole = [book for book in found if book.turns]
    groups = grouped(whole, lambda book: book.players)
    parts = [
        f"**{pts(mean([(book.turns or 0) / number for book in mine]))}** with {number}"
        for number, mine in groups.items()
    ]
    margin, lead = mean([book.margin for book in whole]), mean([book.lead_changes for book in whole])
    shown.texts.append(
        f"Turns of each player on average: {', '.join(parts)} players. The winner is {pts(margin)} points ahead "
        f"at the end, and the lead changes {pts(lead)} times."
    )
    shown.texts += known_games(found, len(whole), "all turns")
    traces = []
    for number, mine in groups.items():
        rounds = sorted(Counter([-(-(book.turns or 0) // number) for book in mine]).items())
        traces.append(trace(f"{number} players", x=[one for one, _ in rounds], y=[games for _, games in rounds]))
    shown.charts["lengths"] = {"traces": traces, "x": "rounds (the last one may be cut short)", "y": "games"}
    return shown


_COLORS: Final = {
    "P": "pink",
    "W": "white",
    "B": "blue",
    "Y": "yellow",
    "O": "orange",
    "K": "black",
    "R": "red",
    "G": "green",
    "L": "locomotives only",
}


def paid_color(paid: str) -> str:
    plain = [letter for letter in paid if letter not in "LF?"]
    return plain[0] if plain else "" if "?" in paid else "L"


def cards(on: Board, found: list[Book]) -> Shown:
    shown = Shown()
    whole = [book for book in found if book.turns]
    shown.texts += known_games(found, len(whole), "all turns")
    both = [[seat for _, seat in seats_of(whole) if bool(seat.won) == won] for won in (True, False)]
    blind = [[seat.blind or 0 for seat in mine] for mine in both]
    face_up = [[seat.face_up or 0 for seat in mine] for mine in both]
    series = {"face up": [mean(mine) for mine in face_up], "blind": [mean(mine) for mine in blind]}
    shown.charts["sources"] = lying(["won", "did not win"], series, "train cards taken in a game")
    of_winners, of_others = [sum(b) / (sum(b) + sum(u)) for b, u in zip(blind, face_up, strict=True)]
    answer = f"Winners take **{pct(of_winners)}** of their cards blind, the others {pct(of_others)}"
    shown.texts.append(f"{answer}." if abs(of_winners - of_others) >= 0.01 else f"{answer}: it is not what decides.")
    tenths = habit(shown, "blind", "cards taken blind", seats_of(whole), _tenth, unit=" %")
    shown.texts.append(f"By the share of blind cards: {habit_answer(tenths, '% blind', '% blind')}")
    seen = seats_of(whole, lambda seat: seat.locomotives)
    shown.texts += known_seats(found, len(seen), "all cards drawn are known")
    wild = [mean([seat.locomotives for _, seat in seen if bool(seat.won) == won]) for won in (True, False)]
    shown.texts.append(
        f"Winners get **{pts(wild[0])}** locomotives in a game, dealt or taken, the others {pts(wild[1])}."
    )
    habit(shown, "locomotives", "locomotives in a game", seen, lambda seat: seat.locomotives)
    if on.routes:
        _payments(shown, on, found)
    return shown


def _tenth(seat: Seat) -> int | None:
    if seat.blind is None or seat.face_up is None or not seat.blind + seat.face_up:
        return None
    tenths = 10 * seat.blind / (seat.blind + seat.face_up)
    return int(tenths + 0.5) * 10


def _payments(shown: Shown, on: Board, found: list[Book]) -> None:
    claims = [claim for _, claim in claims_of(found)]
    groups = grouped(claims, lambda claim: paid_color(claim.paid))
    unseen = len(groups.pop("", []))
    ordered = sorted(groups.items(), key=lambda one: (-len(one[1]), one[0]))
    total = sum(len(mine) for _, mine in ordered)
    plain = [one for one in ordered if one[0] != "L"]
    wild = mean([locomotives(claim.paid) for _, mine in ordered for claim in mine])
    shown.texts.append(
        f"**{_COLORS[plain[0][0]].capitalize()}** most ({pct(len(plain[0][1]) / total, 1)} of the claims), "
        f"{_COLORS[plain[-1][0]]} least ({pct(len(plain[-1][1]) / total, 1)}); "
        f"a claim takes {wild:.2f} locomotives on average."
    )
    if unseen:
        shown.texts.append(
            f"Of {many(unseen, 'claim')} of {len(claims):,} nobody noted the payment: they do not count here."
        )
    hover = []
    for color, mine in ordered:
        whole = [wild for claim in mine if (wild := locomotives(claim.paid)) is not None]
        among = "" if len(whole) == len(mine) else f" of the {len(whole)} that were seen in full"
        claims_made, all_wild = many(len(mine), "claim"), many(sum(whole), "locomotive")
        hover.append(f"{_COLORS[color]}: {claims_made}, {all_wild} among the cards{among}")
    gray = [len([claim for claim in mine if not on.routes[claim.route].color]) for _, mine in ordered]
    series = {
        "routes of a colour": [(len(mine) - some) / total for (_, mine), some in zip(ordered, gray, strict=True)],
        "gray routes": [some / total for some in gray],
    }
    names = [_COLORS[color] for color, _ in ordered]
    shown.charts["payments"] = lying(names, series, "of all claims whose colour was seen", hover)


Records = list[tuple[int, Book, Seat | None]]


def records(on: Board, found: list[Book]) -> Shown:
    shown = Shown()

    def of_seats(value: Callable[[Seat], int | None]) -> Records:
        return [(known, book, seat) for book, seat in seats_of(found) if (known := value(seat)) is not None]

    margins: Records = [(m, book, None) for book in found if (m := book.margin) is not None]
    turns: Records = [(book.turns, book, None) for book in found if book.turns]
    best: dict[str, tuple[str, Records]] = {
        "highest score": ("points", of_seats(lambda seat: seat.total)),
        "longest path": ("trains", of_seats(lambda seat: seat.longest)),
        "most tickets completed": ("tickets", of_seats(lambda seat: seat.completed)),
        "closest game": ("points apart", [(-value, book, None) for value, book, _ in margins]),
        "largest margin": ("points apart", margins),
        "longest game": ("turns", turns),
        "shortest game": ("turns", [(-value, book, None) for value, book, _ in turns]),
    }
    if not on.routes:
        del best["longest path"]
    for name, (unit, values) in best.items():
        value, book, _ = max(values, key=lambda one: (one[0], -one[1].number))
        who = [seat for number, other, seat in values if number == value and other is book and seat]
        where = [part for part in (who[0].name if who else "", book.event, book.date) if part]
        sentence = f"**{name.capitalize()}**: {abs(value)} {unit}"
        shown.texts.append(f"{sentence}, {', '.join(where)}" if where else sentence)
        if name == "highest score":
            shown.texts.append(f"The highest score is **{value}**, by {who[0].name}.")
    return shown
