"""The end of a game by its components: what follows from the record, what it states, and what nobody knows.

A record with all turns tells everything but hidden cards and tickets; one without turns only what its closing lines
say. Nothing that is not known counts as zero.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from ttrn.core.facts import pieces_of
from ttrn.core.scoring import Outcome, PlayerScore
from ttrn.core.state import State
from ttrn.notation.game import GameRecord
from ttrn.replays.closing import Ending

Source: TypeAlias = Literal["computed", "stated", "noted", "unknown"]

COMPUTED: Final = "computed"
STATED: Final = "stated"
NOTED: Final = "noted"
UNKNOWN: Final = "unknown"


class Figure(NamedTuple):
    """One number of a player's reckoning, and where it comes from.

    ``computed``: it follows from the turns or the final board. ``stated``: a score sheet, a total or a place says so,
    or it is a sum with such a part. ``noted``: at least so many, since only some turns were noted. ``unknown``: there
    is no value.
    """

    value: int | None
    source: Source

    @property
    def text(self) -> str:
        """The number with a mark for its source.

        >>> [Figure(7, source).text for source in ("computed", "stated", "noted")], NOBODY_KNOWS.text
        (['7', '7*', '7+'], '?')
        """
        return "?" if self.value is None else f"{self.value}{_MARKS.get(self.source, '')}"


_MARKS: Final = {"stated": "*", "noted": "+"}

NOBODY_KNOWS: Final = Figure(None, UNKNOWN)


class SeatReckoning(NamedTuple):
    """A player's reckoning: the components that the game has, the total and the place."""

    seat: int
    components: Mapping[str, Figure]
    """By the words of a score sheet, as far as the game has them: ``routes``, ``completed``, ``failed``, ``tickets``,
    ``longest``, ``bonus`` and so on."""
    total: Figure
    rank: Figure


class Reckoning(NamedTuple):
    """The end of a game as far as it is known."""

    seats: tuple[SeatReckoning, ...]
    winners: tuple[int, ...]
    """The seats that have the first place; none where nobody knows."""
    tie_open: bool
    """Whether seats share a place only because what decides between equal totals is not known."""


class SeatKnown(NamedTuple):
    """Which parts of a seat's end a record tells, so that what follows from them can be computed."""

    routes: bool
    tickets: bool
    stations: bool
    goods: bool


def reckon(state: State, ending: Ending, outcome: Outcome, *, turns: bool, result: str = "") -> Reckoning:
    """Return the end of a game by its components.

    Args:
        state: where the game stands after the last line.
        ending: what the closing lines told.
        outcome: the reckoning by the rules, as if everything that is not told were nothing.
        turns: whether the record has turns.
        result: the ids of the winners as the Result tag has them (:func:`winners_told`); they count where nothing else
            is known.
    """
    known = [known_of(state, ending, score, turns=turns) for score in outcome.seats]
    rows = [_components(state, ending, known, score) for score in outcome.seats]
    parts = point_components(state)
    totals = [_total(row, parts, ending.scores.get(seat)) for seat, row in enumerate(rows)]
    settled = state.game.scoring.settle
    if all(
        row[part].source == COMPUTED or (part in settled and row[part].value is not None)
        for row in rows
        for part in parts
    ):
        # What a sheet settles is part of the state: the tie-breaks know it too.
        sure = all(total.source == COMPUTED for total in totals)
        ranks = [Figure(score.rank, COMPUTED if sure else STATED) for score in outcome.seats]
        tie_open = False
    else:
        ranks, tie_open = _ranks(state, ending, totals, result)
    seats = [SeatReckoning(seat, rows[seat], totals[seat], ranks[seat]) for seat in range(state.seats)]
    return Reckoning(tuple(seats), tuple([s.seat for s in seats if s.rank.value == 1]), tie_open)


_WON: Final = re.compile(r"[\s.!]*\b(?:won|wins|win)[\s.!]*$", re.IGNORECASE)
_JOINED: Final = re.compile(r"\s*(?:,|&|\band\b)\s*")


def winners_told(game: GameRecord) -> str:
    """Return the ids of those who won by the Result tag, with spaces between; empty where it tells no such thing.

    It may have ids or names, upper or lower case, with "won" behind them: ``ann``, ``Ann won``, ``ann, bob``.
    """
    told = _WON.sub("", game.tags.get("Result", "")).strip()
    known: dict[str, str] = {}
    for player in game.players:
        known |= {player.id.lower(): player.id, (player.name or player.id).lower(): player.id}
    words = [told] if told.lower() in known else _JOINED.split(told)
    words = words if len(words) > 1 or told.lower() in known else told.split()
    return " ".join([known[word.lower()] for word in words]) if all(word.lower() in known for word in words) else ""


def bonus_component(state: State) -> str:
    """Return the word under which a score sheet has the bonus of a game; empty where there is none."""
    tables = state.board.tables
    return "cities" if tables.big_cities else "bonus" if tables.longest_path or tables.most_tickets else ""


def point_components(state: State) -> tuple[str, ...]:
    """Return the components that add up to a total in a game."""
    tables = state.board.tables
    routes = ("routes",) if state.board.routes else ()
    bonus = bonus_component(state)
    extras = [*(["stations"] if tables.stations else []), *(["goods"] if tables.merchandise else [])]
    return (*routes, "tickets", *([bonus] if bonus else []), *extras)


def all_components(state: State) -> tuple[str, ...]:
    """Return every component that a score sheet of a game may state, but for numbers of routes."""
    parts = point_components(state)
    longest = ("longest",) if state.board.routes else ()
    rest = [part for part in parts if part not in ("routes", "tickets")]
    return (*parts[: len(longest)], "completed", "failed", "tickets", *longest, *rest)


def known_of(state: State, ending: Ending, score: PlayerScore, *, turns: bool) -> SeatKnown:
    """Return what a record tells of the end of a seat's game."""
    seat = score.seat
    tickets = not score.unknown_tickets and not score.unsure
    if not state.house.partial:
        return SeatKnown(routes=True, tickets=tickets, stations=True, goods=True)
    # Who noted claims and shows the tickets has noted all claims, unless a score sheet has more.
    noted = turns and seat in ending.shown and ending.sheets.get(seat, {}).get("routes", score.routes) == score.routes
    tables = state.board.tables
    return SeatKnown(
        routes=bool(state.board.routes) and (seat in ending.routes or noted),
        tickets=tickets and seat in ending.shown,
        stations=not tables.stations or seat in ending.stations or noted,
        goods=not tables.merchandise or noted or "goods" in ending.sheets.get(seat, {}),
    )


def _components(state: State, ending: Ending, known: list[SeatKnown], score: PlayerScore) -> dict[str, Figure]:
    seat = score.seat
    mine, sheet = known[seat], ending.sheets.get(seat, {})
    found: dict[str, Figure] = {}
    if mine.routes:
        found["routes"] = Figure(score.routes, COMPUTED)
        found["longest"] = Figure(score.network.length, COMPUTED)
    if _tickets_follow(state, known, score):
        found["completed"] = Figure(sum([r.points for r in score.tickets if r.complete]), COMPUTED)
        found["failed"] = Figure(-sum([r.points for r in score.tickets if not r.complete]), COMPUTED)
        found["tickets"] = Figure(score.ticket_points, COMPUTED)
    if _bonus_follows(state, known) if state.house.partial else not score.bonus_unsure:
        found[bonus_component(state)] = Figure(score.bonus, COMPUTED)
    for extra in score.extras:
        if extra.key == "stations" and mine.stations:
            found["stations"] = Figure(extra.points, COMPUTED)
        elif extra.key == "goods" and mine.goods:
            found["goods"] = Figure(extra.points, STATED if state.house.partial and "goods" in sheet else COMPUTED)
    for name in all_components(state):
        if name not in found:
            found[name] = _stated(state, sheet, name, score)
    return {name: found[name] for name in all_components(state)}


def _stated(state: State, sheet: Mapping[str, int], name: str, score: PlayerScore) -> Figure:
    """Return what a score sheet states, or what follows from it; else what was noted at least."""
    if name in sheet:
        return Figure(sheet[name], STATED)
    completed, failed, tickets = [sheet.get(part) for part in ("completed", "failed", "tickets")]
    if name == "tickets" and completed is not None and failed is not None:
        return Figure(completed - failed, STATED)
    if name in ("completed", "failed") and tickets is not None:
        other = failed if name == "completed" else completed
        return NOBODY_KNOWS if other is None else Figure(other + (tickets if name == "completed" else -tickets), STATED)
    lengths = {f"{route.length}x" for route in state.board.routes}
    if name == "routes" and lengths and lengths <= set(sheet):
        points = state.board.tables.route_points
        return Figure(sum([sheet[length] * points[int(length[0])] for length in lengths]), STATED)
    if name in ("routes", "longest") and score.routes:
        return Figure(score.routes if name == "routes" else score.network.length, NOTED)
    return NOBODY_KNOWS


def _tickets_follow(state: State, known: list[SeatKnown], score: PlayerScore) -> bool:
    """Return whether it is known which tickets are complete: a station may borrow any route of the others."""
    mine = known[score.seat]
    if not state.board.routes:
        return mine.tickets and not state.house.partial
    stands = any(piece.what == "station" and piece.seat == score.seat for piece in pieces_of(state))
    return mine.tickets and mine.routes and mine.stations and (not stands or all(other.routes for other in known))


def _bonus_follows(state: State, known: list[SeatKnown]) -> bool:
    """Return whether a final board, or claims that were noted, tell who has the bonus."""
    tables = state.board.tables
    if tables.longest_path:
        return all(seat.routes for seat in known)
    # Where the bonus is for tickets, those of everybody must be known, and what they take.
    return not tables.big_cities and all(seat.tickets and seat.routes for seat in known)


def _total(row: Mapping[str, Figure], parts: tuple[str, ...], stated: int | None) -> Figure:
    figures = [row[part] for part in parts]
    values = [figure.value for figure in figures if figure.value is not None and figure.source != NOTED]
    if len(values) == len(figures) and all(figure.source == COMPUTED for figure in figures):
        return Figure(sum(values), COMPUTED)
    if stated is not None:
        return Figure(stated, STATED)
    return Figure(sum(values), STATED) if len(values) == len(figures) else NOBODY_KNOWS


def _ranks(state: State, ending: Ending, totals: list[Figure], result: str) -> tuple[list[Figure], bool]:
    """Return the places where not all is known: by the totals, else as they are stated."""
    points = [total.value for total in totals]
    if None not in points:
        sums = [value for value in points if value is not None]
        last = state.seats + 1
        # Between equal totals a place that is stated decides.
        keys = [(-total, ending.places.get(seat, last)) for seat, total in enumerate(sums)]
        places = [1 + sum([other < mine for other in keys]) for mine in keys]
        level = [seat for seat, mine in enumerate(keys) if keys.count(mine) > 1 and seat not in ending.places]
        return [Figure(place, STATED) for place in places], bool(level)
    won = {state.names.index(name) for name in result.split()}
    stated = {**dict.fromkeys(won, 1), **ending.places}
    return [Figure(stated[seat], STATED) if seat in stated else NOBODY_KNOWS for seat in range(state.seats)], False


def known_components(reckoning: Reckoning) -> list[str]:
    """Return the components of which anything is known, in the order of a table."""
    seats = reckoning.seats
    return [name for name in seats[0].components if any(seat.components[name].value is not None for seat in seats)]


def component_title(name: str) -> str:
    """Return what a component of a score sheet is called in a table."""
    return _TITLES.get(name, name)


_TITLES: Final = {
    "longest": "longest path",
    "stations": "stations not built",
    "goods": "merchandise",
    "cities": "bonus",
}


def marks_told(reckoning: Reckoning) -> list[str]:
    """Say what the marks of numbers mean, and what nobody knows at all."""
    seats = reckoning.seats
    sources = {figure.source for seat in seats for figure in (*seat.components.values(), seat.total)}
    known = known_components(reckoning)
    names = [component_title(name) for name in seats[0].components if name not in known]
    lines = ["What is marked * is stated by the record, and does not follow from anything else."] * (STATED in sources)
    lines += ["What is marked + is what was noted: it may be more."] * (NOTED in sources)
    return lines + [f"Not known: {', '.join(names)}."] * bool(names)
