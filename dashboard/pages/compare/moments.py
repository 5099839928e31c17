"""A game after one of its turns, in words: what each seat has, and what happened between two turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from ttrn.core.cards import counts, describe
from ttrn.viewer.ticket_cache import NO_WAY

from ...charts.base import counted
from ...shared.escape import plain, shown

Film = Mapping[str, Any]
"""A game as :func:`ttrn.viewer.viewer_data` gives it."""

_DASH: Final = "\N{EN DASH}"


class Change(NamedTuple):
    """What a seat has after one turn and after a later one; None where it is not known."""

    player: str
    score: tuple[int, int]
    trains: tuple[int, int]
    cards: tuple[int | None, int | None]
    tickets: tuple[int, int]
    """Of the known ones, those that are complete."""


def turns_of(film: Film) -> tuple[int, int]:
    """Return the first and the last turn after which a game can be looked at; the first is its start."""
    frames = film["lines"][0]["frames"]
    return int(frames[0]["n"]), int(frames[-1]["n"])


def seats_at(film: Film, turn: int) -> list[dict[str, Any]]:
    """Return what each seat has after a turn: frames hold what changed since the one before."""
    seats: list[dict[str, Any]] = [{} for _ in film["players"]]
    for frame in film["lines"][0]["frames"]:
        if frame["n"] > turn:
            break
        for seat, changed in frame.get("seats", {}).items():
            seats[int(seat)].update(changed)
    return seats


def told(film: Film, turn: int) -> str:
    """Return what is said of a moment: the turn in words, or how the game ended; plain text, to be escaped."""
    first, last = turns_of(film)
    if turn == last and film["end"]["over"]:
        return str(film["end"]["verdict"])
    if turn == first:
        return "Before the first turn of the record."
    words = next(frame["words"] for frame in film["lines"][0]["frames"] if frame["n"] == turn)
    return f"{words}."


def lines_of(film: Film, turn: int) -> list[str]:
    """Return a line of Markdown for each seat: points, trains, the hand as far as it is known, tickets."""
    names = [plain(shown(player["name"], 60)) for player in film["players"]]
    final = turn == turns_of(film)[1] and film["end"]["over"] and film["end"]["certain"]
    totals = [f"{score['total']} in the end, " if final else "" for score in film["end"]["seats"]]
    return [
        f"**{name}**: {total}{counted(seat['score'], 'point')}{' on the board' if film['routes'] else ''}"
        f"{_trains(film, seat)}; {_hand(seat)}; {_tickets(film, seat)}"
        for name, total, seat in zip(names, totals, seats_at(film, turn), strict=True)
    ]


def _trains(film: Film, seat: Mapping[str, Any]) -> str:
    return f", {counted(seat['trains'], 'train')} left" if film["routes"] else ""


def _hand(seat: Mapping[str, Any]) -> str:
    hand = seat["hand"]
    return "the hand is not known" if hand is None else f"in hand {describe(counts(hand))}"


def _tickets(film: Film, seat: Mapping[str, Any]) -> str:
    parts = [f"{_ticket(film, ticket)} ({_state(film, needed)})" for ticket, needed in seat["tickets"]]
    if seat["hidden"]:
        parts.append(counted(seat["hidden"], "unknown ticket"))
    return f"tickets: {', '.join(parts)}" if parts else "no tickets"


def _ticket(film: Film, ticket: int) -> str:
    a, b = [film["cities"][city] for city in film["tickets"][ticket][:2]]
    return plain(f"{a}{_DASH}{b}")


def _state(film: Film, needed: int) -> str:
    if needed == 0:
        return "complete"
    if needed == NO_WAY:
        return "cannot be completed"
    return f"{counted(needed, 'train' if film['routes'] else 'card')} missing"


# --- between two turns -----------------------------------------------------------------------------------------------


def between(film: Film, since: int, until: int) -> list[Change]:
    """Return what each seat had after a turn, and after a later one."""
    before, after = seats_at(film, since), seats_at(film, until)
    return [
        Change(
            player["name"],
            (old["score"], new["score"]),
            (old["trains"], new["trains"]),
            (_cards(old), _cards(new)),
            (_complete(old), _complete(new)),
        )
        for player, old, new in zip(film["players"], before, after, strict=True)
    ]


def _cards(seat: Mapping[str, Any]) -> int | None:
    return None if seat["hand"] is None else len(seat["hand"])


def _complete(seat: Mapping[str, Any]) -> int:
    return sum(needed == 0 for _, needed in seat["tickets"])


def claims_between(film: Film, since: int, until: int) -> list[tuple[int, str]]:
    """Return the turns after one turn and up to another in which something was built or brought points, in words."""
    return [
        (frame["n"], frame["words"])
        for frame in film["lines"][0]["frames"]
        if since < frame["n"] <= until and (frame.get("kind") in ("Claim", "Station") or frame.get("points"))
    ]


def table(changes: Sequence[Change], *, on_map: bool) -> dict[str, list[Any]]:
    """Return the columns of the table of changes."""

    def way(pair: tuple[int | None, int | None]) -> str:
        return " \N{RIGHTWARDS ARROW} ".join("?" if number is None else str(number) for number in pair)

    columns: dict[str, list[Any]] = {
        "player": [shown(change.player, 60) for change in changes],
        "points": [way(change.score) for change in changes],
        "gained": [change.score[1] - change.score[0] for change in changes],
        "trains": [way(change.trains) for change in changes],
        "cards": [way(change.cards) for change in changes],
        "tickets complete": [way(change.tickets) for change in changes],
    }
    if not on_map:
        del columns["trains"]
    return columns
