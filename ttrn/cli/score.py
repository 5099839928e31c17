"""``ttrn score``: the reckoning of a game, line by line, and who won."""

from __future__ import annotations

from typing import Any

from ttrn.cli.output import counted, say, show_json, show_table
from ttrn.cli.replayed import Replayed, signed, warn_of_problems
from ttrn.core.scoring import Outcome, PlayerScore
from ttrn.core.state import NOBODY
from ttrn.notation import level
from ttrn.replays import Timeline
from ttrn.replays.reckoning import bonus_component, component_title, known_components
from ttrn.viewer.outcome_text import doubts, is_over, standing, verdict
from ttrn.viewer.turn_text import path_title, ticket_title


def score_one(replayed: Replayed, as_json: bool) -> bool:
    """Print the result of a game, and whether it can be wrong; return that something was printed."""
    if as_json:
        show_json(score_data(replayed))
    else:
        show_score(replayed)
    warn_of_problems(replayed)
    return True


def show_score(replayed: Replayed) -> None:
    """Print the result of a game for people."""
    timeline = replayed.timeline
    outcome = timeline.outcome
    say(replayed.heading, "bold")
    say(standing(timeline))
    say()
    if timeline.final.house.partial:
        show_reckoning(replayed)
        say()
        _shown(replayed, outcome)
        say(verdict(timeline, replayed.people), "bold")
        for doubt in doubts(timeline, replayed.people):
            say(doubt, "yellow")
        return
    _totals(replayed, outcome)
    say()
    _tickets(replayed, outcome)
    say()
    if replayed.timeline.final.game.facts.on_map:
        _paths(replayed, outcome)
        say()
    _stations(replayed, outcome)
    _bonus_cards(replayed, outcome)
    say(verdict(timeline, replayed.people), "bold")
    for doubt in doubts(timeline, replayed.people):
        say(doubt, "yellow")


def show_reckoning(replayed: Replayed) -> None:
    """Print the score sheets of a game of which not all turns were kept: what is known, and where it comes from."""
    seats = sorted(replayed.timeline.reckoning.seats, key=lambda seat: seat.rank.value or len(replayed.people) + 1)
    known = known_components(replayed.timeline.reckoning)
    columns = ("rank", "player", *[component_title(name) for name in known], "total")
    rows = [
        (
            "?" if seat.rank.value is None else str(seat.rank.value),
            replayed.people[seat.seat],
            *[seat.components[name].text for name in known],
            seat.total.text,
        )
        for seat in seats
    ]
    show_table(columns, rows, right=tuple(column for column in columns if column != "player"))


def _shown(replayed: Replayed, outcome: Outcome) -> None:
    """Print the tickets and paths that follow from a final board, or from the claims that were noted."""
    timeline = replayed.timeline
    follow = [seat.seat for seat in timeline.reckoning.seats if seat.components["tickets"].source == "computed"]
    whole = outcome._replace(seats=tuple([outcome.seats[seat] for seat in follow]))
    if any(score.tickets for score in whole.seats):
        _tickets(replayed, whole)
        say()
    routes = [score for score in outcome.seats if score.path.length]
    if routes:
        _paths(replayed, outcome._replace(seats=tuple(routes)))
        say()
    _stations(replayed, whole)


def _totals(replayed: Replayed, outcome: Outcome) -> None:
    # What else there are points for is the same at every seat of a game.
    extras = [extra.what for extra in outcome.seats[0].extras]
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
            f"{score.total}{'' if score.certain else ' ?'}",
        )
        for score in by_rank(outcome)
    ]
    if not replayed.timeline.final.game.facts.on_map:
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


def by_rank(outcome: Outcome) -> list[PlayerScore]:
    """Return the seats from the first to the last; those that share a rank in the order of the table."""
    return sorted(outcome.seats, key=lambda score: score.rank)


def _tickets(replayed: Replayed, outcome: Outcome) -> None:
    board = replayed.timeline.board
    rows: list[tuple[str, ...]] = []
    for score in by_rank(outcome):
        name = replayed.people[score.seat]
        for result in score.tickets:
            title = ticket_title(board, board.tickets[result.ticket])
            status = "complete" if result.complete else "not complete"
            wants, number = board.tickets[result.ticket].cards, str(result.scoring or "")
            rows.append((name, title, status, wants, result.cards, number, signed(result.points)))
        if score.unknown_tickets:
            rows.append((name, counted(score.unknown_tickets, "unknown ticket"), "unknown", "", "", "", "?"))
    columns: tuple[str, ...] = ("player", "ticket", "result", "wants", "spent", "scoring", "points")
    if replayed.timeline.final.game.facts.on_map:
        # Routes complete the tickets, not cards.
        columns, rows = without(columns, rows, ("wants", "spent", "scoring"))
    show_table(columns, rows, right=("points",))


def _paths(replayed: Replayed, outcome: Outcome) -> None:
    board = replayed.timeline.board
    rows = [
        (replayed.people[score.seat], str(score.path.length), path_title(board, score.path.cities) or "no routes")
        for score in by_rank(outcome)
    ]
    show_table(("player", "trains", "longest path"), rows, right=("trains",))


def _stations(replayed: Replayed, outcome: Outcome) -> None:
    """Print which route each station borrowed and which tickets that completed, in games with stations."""
    board = replayed.timeline.board
    owners = replayed.timeline.final.owners
    rows: list[tuple[str, ...]] = []
    for score in by_rank(outcome):
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


def _bonus_cards(replayed: Replayed, outcome: Outcome) -> None:
    """Print who completed how many tickets to each city with a bonus, in games with such cities."""
    board = replayed.timeline.board
    rows = [
        (board.cities[city].name, replayed.people[score.seat], str(card.tickets), signed(card.points))
        for city in board.tables.big_cities
        for score in by_rank(outcome)
        for card in score.cards
        if card.city == city
    ]
    if rows:
        show_table(("big city", "player", "tickets", "bonus"), rows, right=("tickets", "bonus"))
        say()


def score_data(replayed: Replayed) -> dict[str, Any]:
    """Return the result of a game for programs."""
    timeline = replayed.timeline
    outcome = timeline.outcome
    names, partial = timeline.final.names, timeline.final.house.partial
    return {
        "file": replayed.file,
        "game": replayed.number,
        "board": timeline.board.name,
        "level": level(timeline.game),
        "over": is_over(timeline),
        "turn": timeline.last if timeline.game.turns else None,
        "certain": all(seat.total.source == "computed" for seat in timeline.reckoning.seats),
        "problems": len(timeline.problems),
        "winners": [names[seat] for seat in (timeline.reckoning if partial else outcome).winners],
        "tie_broken": None if partial and not _by_rules(timeline) else outcome.tie_broken,
        "players": [_seat_data(replayed, score) | _sources(timeline, score) for score in outcome.seats],
    }


def _by_rules(timeline: Timeline) -> bool:
    """Return whether the places follow from the record."""
    return all(seat.rank.source == "computed" for seat in timeline.reckoning.seats)


def _sources(timeline: Timeline, score: PlayerScore) -> dict[str, Any]:
    """Return each component with its source; what is not known is nothing, not 0, where turns are missing."""
    seat = timeline.reckoning.seats[score.seat]
    figures = {**seat.components, "total": seat.total, "rank": seat.rank}
    found: dict[str, Any] = {"components": {name: figure._asdict() for name, figure in figures.items()}}
    if not timeline.final.house.partial:
        return found
    bonus = bonus_component(timeline.final)
    values = {name: None if figure.source == "noted" else figure.value for name, figure in figures.items()}
    found |= {"rank": values["rank"], "total": values["total"], "bonus": values.get(bonus)}
    found |= {"routes": values.get("routes"), "certain": seat.total.source == "computed"}
    found["extras"] = [
        {"what": extra.what, "points": values[extra.key]} for extra in score.extras if extra.key in values
    ]
    if figures["tickets"].source != "computed":
        found |= {"tickets": None, "stations": None, "unknown_tickets": None}
    if "longest" in figures and figures["longest"].source != "computed":
        found["longest_path"] = {"trains": values["longest"], "cities": None}
    return found


def _seat_data(replayed: Replayed, score: PlayerScore) -> dict[str, Any]:
    board = replayed.timeline.board
    on_map = replayed.timeline.final.game.facts.on_map
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
                **({} if on_map else {"spent": r.cards, "scoring": r.scoring or None}),
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
        "certain": score.certain,
    }
