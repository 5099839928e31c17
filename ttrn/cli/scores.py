"""``ttrn score``: the reckoning of a game, line by line, and who won."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from ttrn.cli.games import Replayed, listed, path_title, signed, ticket_title
from ttrn.cli.output import counted, say, show_table
from ttrn.rules.reckoning import cards_won
from ttrn.rules.scoring import SeatScore, Settlement
from ttrn.rules.state import NOBODY, OVER

TieBreak: TypeAlias = tuple[str, Callable[[SeatScore], int]]

TIE_BREAKS: Final[Mapping[str, tuple[TieBreak, ...]]] = {
    "usa": (
        ("more completed tickets", lambda score: score.completed),
        ("the longer continuous path", lambda score: score.path.length),
    ),
    "europe": (
        ("more completed tickets", lambda score: score.completed),
        ("fewer stations built", lambda score: -len(score.borrowed)),
        ("the European Express", lambda score: int(score.bonus > 0)),
    ),
    "marklin": (
        ("more completed tickets", lambda score: score.completed),
        ("the higher sum of merchandise", lambda score: score.extras[0].points),
    ),
    "cardgame": (
        ("more completed tickets", lambda score: score.completed),
        ("more bonus cards", cards_won),
    ),
}
"""What decides between equal totals, in order, by the rules of the game."""


def show_score(replayed: Replayed) -> None:
    """Print the result of a game for people."""
    timeline = replayed.timeline
    settlement = timeline.settlement
    say(replayed.heading, "bold")
    say(standing(replayed))
    say()
    _totals(replayed, settlement)
    say()
    _tickets(replayed, settlement)
    say()
    if replayed.timeline.board.routes:
        _paths(replayed, settlement)
        say()
    _stations(replayed, settlement)
    _bonus_cards(replayed, settlement)
    say(verdict(replayed), "bold")
    for doubt in doubts(replayed):
        say(doubt, "yellow")


def standing(replayed: Replayed) -> str:
    """Say how far the game has come."""
    timeline = replayed.timeline
    turns = counted(len(timeline.game.turns), "turn")
    if is_over(replayed):
        return f"The game is over after {turns}."
    if not timeline.game.turns:
        return "As it stands after the setup: nothing has been played."
    return f"As it stands after turn {timeline.last}: the game is not over."


def is_over(replayed: Replayed) -> bool:
    """Tell whether the game was played to its end."""
    return replayed.timeline.final.phase == OVER


def verdict(replayed: Replayed) -> str:
    """Say who has won, or who leads, and what decided it."""
    settlement = replayed.timeline.settlement
    names = [replayed.people[seat] for seat in settlement.winners]
    points = counted(settlement.seats[settlement.winners[0]].total, "point")
    several = len(names) > 1
    sure = is_over(replayed) and settlement.certain
    if several:
        verb = "share the win" if sure else "are level"
        return f"{listed(names)} {verb} with {points}: the tie-breaks are equal too."
    verb = "wins" if sure else "leads"
    decided = f", level with {tie_break(replayed)}" if settlement.tie_broken else ""
    return f"{names[0]} {verb} with {points}{decided}."


def tie_break(replayed: Replayed) -> str:
    """Say with whom the winner was level on points, and what decided.

    The winner was ahead of the others by the first tie-break that tells them apart.
    """
    settlement = replayed.timeline.settlement
    winner = settlement.seats[settlement.winners[0]]
    level = [score for score in settlement.seats if score.total == winner.total and score.seat != winner.seat]
    names = listed([replayed.people[score.seat] for score in level])
    for reason, key in _tie_breaks(replayed):
        best = max([key(score) for score in level])
        if key(winner) > best:
            return f"{names} on points, by {reason} ({abs(key(winner))} to {abs(best)})"
        level = [score for score in level if key(score) == best]
    return f"{names} on points"  # pragma: no cover  the settlement said that a tie-break decided


def _tie_breaks(replayed: Replayed) -> tuple[TieBreak, ...]:
    breaks = TIE_BREAKS[replayed.timeline.board.rules]
    by_length = replayed.timeline.final.house.tie_by_length
    return (*breaks[:-1], TIE_BREAKS["usa"][-1]) if by_length else breaks


def doubts(replayed: Replayed) -> list[str]:
    """Say what is not known: tickets that nobody revealed may add or cost points."""
    settlement = replayed.timeline.settlement
    lines = [
        f"{replayed.people[score.seat]} has {counted(score.unknown_tickets, 'ticket')} that the record does not show: "
        f"the total of {score.total} counts none of them."
        for score in settlement.seats
        if score.unknown_tickets
    ]
    lines += [
        f"What {replayed.people[score.seat]} completed is not certain: the record does not tell which cards were spent "
        "on which tickets, nor all that it takes to find out."
        for score in settlement.seats
        if score.unsure
    ]
    return [*lines, "So neither the totals marked ? nor the ranks are certain."] if lines else []


def _totals(replayed: Replayed, settlement: Settlement) -> None:
    # What else there are points for is the same at every seat of a game.
    extras = [extra.what for extra in settlement.seats[0].extras]
    columns = ("rank", "player", "routes", "tickets", "longest path", "bonus", *extras, "total")
    rows = [
        (
            str(score.rank),
            replayed.people[score.seat],
            str(score.routes),
            signed(score.ticket_points),
            str(score.path.length),
            signed(score.bonus),
            *[signed(extra.points) for extra in score.extras],
            f"{score.total}{' ?' if score.unknown_tickets or score.unsure else ''}",
        )
        for score in by_rank(settlement)
    ]
    if not replayed.timeline.board.routes:
        # Without routes there are no points for them, and no path.
        columns, rows = without(columns, rows, ("routes", "longest path"))
    show_table(columns, rows, right=tuple(column for column in columns if column != "player"))


def without(
    columns: tuple[str, ...], rows: list[tuple[str, ...]], names: tuple[str, ...]
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return a table without some of its columns.

    >>> without(("a", "b"), [("1", "2")], ("a",))
    (('b',), [('2',)])
    """
    kept = [i for i, column in enumerate(columns) if column not in names]
    return tuple([columns[i] for i in kept]), [tuple([row[i] for i in kept]) for row in rows]


def by_rank(settlement: Settlement) -> list[SeatScore]:
    """Return the seats from the first to the last; those that share a rank in the order of the table."""
    return sorted(settlement.seats, key=lambda score: score.rank)


def _tickets(replayed: Replayed, settlement: Settlement) -> None:
    board = replayed.timeline.board
    rows: list[tuple[str, ...]] = []
    for score in by_rank(settlement):
        name = replayed.people[score.seat]
        for result in score.tickets:
            title = ticket_title(board, board.tickets[result.ticket])
            told = "complete" if result.complete else "not complete"
            wants, number = board.tickets[result.ticket].cards, str(result.scoring or "")
            rows.append((name, title, told, wants, result.cards, number, signed(result.points)))
        if score.unknown_tickets:
            rows.append((name, counted(score.unknown_tickets, "unknown ticket"), "unknown", "", "", "", "?"))
    columns: tuple[str, ...] = ("player", "ticket", "result", "wants", "spent", "scoring", "points")
    if board.routes:
        # Routes complete the tickets, not cards.
        columns, rows = without(columns, rows, ("wants", "spent", "scoring"))
    show_table(columns, rows, right=("points",))


def _paths(replayed: Replayed, settlement: Settlement) -> None:
    board = replayed.timeline.board
    rows = [
        (replayed.people[score.seat], str(score.path.length), path_title(board, score.path.cities) or "no routes")
        for score in by_rank(settlement)
    ]
    show_table(("player", "trains", "longest path"), rows, right=("trains",))


def _stations(replayed: Replayed, settlement: Settlement) -> None:
    """Print which route each station borrowed and which tickets that completed, in games with stations."""
    board = replayed.timeline.board
    owners = replayed.timeline.final.owners
    rows: list[tuple[str, ...]] = []
    for score in by_rank(settlement):
        for station in score.borrowed:
            lent = "none"
            if station.route != NOBODY:
                lender = replayed.people[owners[station.route]]
                lent = f"{board.route_text(board.routes[station.route])} of {lender}"
            tickets = [ticket_title(board, board.tickets[ticket]) for ticket in station.tickets]
            name = replayed.people[score.seat]
            rows.append((name, board.cities[station.city].name, lent, ", ".join(tickets) or "none"))
    if rows:
        show_table(("player", "station", "borrowed route", "tickets completed by it"), rows)
        say()


def _bonus_cards(replayed: Replayed, settlement: Settlement) -> None:
    """Print who completed how many tickets to each city with a bonus, in games with such cities."""
    board = replayed.timeline.board
    rows = [
        (board.cities[city].name, replayed.people[score.seat], str(card.tickets), signed(card.points))
        for city in board.tables.big_cities
        for score in by_rank(settlement)
        for card in score.cards
        if card.city == city
    ]
    if rows:
        show_table(("big city", "player", "tickets", "bonus"), rows, right=("tickets", "bonus"))
        say()


def score_data(replayed: Replayed) -> dict[str, Any]:
    """Return the result of a game for programs."""
    timeline = replayed.timeline
    settlement = timeline.settlement
    names = timeline.final.names
    return {
        "file": replayed.file,
        "game": replayed.number,
        "board": timeline.board.name,
        "over": is_over(replayed),
        "turn": timeline.last,
        "certain": settlement.certain,
        "problems": len(timeline.problems),
        "winners": [names[seat] for seat in settlement.winners],
        "tie_broken": settlement.tie_broken,
        "players": [_seat_data(replayed, score) for score in settlement.seats],
    }


def _seat_data(replayed: Replayed, score: SeatScore) -> dict[str, Any]:
    board = replayed.timeline.board
    player = replayed.timeline.game.players[score.seat]
    return {
        "player": player.id,
        "name": player.name,
        "rank": score.rank,
        "total": score.total,
        "routes": score.routes,
        "tickets": [
            {
                "ticket": board.ticket_text(board.tickets[r.ticket]),
                "complete": r.complete,
                "points": r.points,
                **({} if board.routes else {"spent": r.cards, "scoring": r.scoring or None}),
            }
            for r in score.tickets
        ],
        "unknown_tickets": score.unknown_tickets,
        "longest_path": {
            "trains": score.path.length,
            "cities": [board.cities[city].code for city in score.path.cities],
        },
        "bonus": score.bonus,
        "extras": [{"what": extra.what, "points": extra.points} for extra in score.extras],
        "stations": [
            {
                "city": board.cities[station.city].code,
                "route": board.route_text(board.routes[station.route]) if station.route != NOBODY else None,
                "tickets": [board.ticket_text(board.tickets[ticket]) for ticket in station.tickets],
            }
            for station in score.borrowed
        ],
        "bonus_cards": [
            {"city": board.cities[card.city].code, "tickets": card.tickets, "points": card.points}
            for card in score.cards
        ],
        "certain": not (score.unknown_tickets or score.unsure),
    }
