"""Score sheets, totals and places, compared with each other, with the rules and with what the record shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ttrn.boards import Board
from ttrn.core.cards import listed, number_of
from ttrn.core.open_routes import FEW_PLAYERS
from ttrn.core.scoring import Outcome, PlayerScore, score_game
from ttrn.core.state import OVER, State, Violation
from ttrn.notation.records import FinalRoutes, FinalStations, Rank, Score, Sheet
from ttrn.replays.closing import left_out
from ttrn.replays.reckoning import COMPUTED, Reckoning, all_components, bonus_component, point_components, reckon

if TYPE_CHECKING:
    from ttrn.replays.run import Run

_WHAT: Final = {
    "routes": "points for routes",
    "completed": "points for completed tickets",
    "failed": "points lost by other tickets",
    "tickets": "points for tickets",
    "longest": "trains in the longest path",
    "bonus": "points of the bonus",
    "cities": "points of the bonuses",
    "stations": "points for stations not built",
    "goods": "points of merchandise",
}


def check_ending(run: Run) -> None:
    """Compare the lines about the end with each other, once all of them were read; problems get their places."""
    lines = run.ending.lines
    if not lines:
        return
    for line, number, place in lines:
        if isinstance(line, FinalRoutes | FinalStations):
            left_out(run, line)
            run.collect(number, place, line)
    if not any(isinstance(line, Sheet | Rank) for line, _, _ in lines):
        return  # totals alone were compared where they stand
    outcome = score_game(run.state)
    reckoned = reckon(run.state, run.ending, outcome, turns=bool(run.game.turns))
    wrong = set(run.doubtful) | run.ending.wrong
    for line, number, place in lines:
        if isinstance(line, Sheet):
            seat = run.seats[line.player]
            violation = None if seat in wrong else _sheet(run, line, reckoned, outcome.seats[seat])
            if violation is not None:
                wrong.add(seat)
                run.state.chance.notes.append(violation)
                run.collect(number, place, line)
    if not wrong:
        _check_lengths(run, wrong)
    _check_totals(run, reckoned, wrong, outcome)


def _check_lengths(run: Run, wrong: set[int]) -> None:
    """SHEET-2: all players together have no more routes of a length than the board has for so many players."""
    board, few = run.board, len(run.names) <= FEW_PLAYERS
    most = Counter([board.routes[track].length for tracks in board.pairs for track in (tracks[:1] if few else tracks)])
    stated: Counter[int] = Counter()
    for line, number, place in run.ending.lines:
        for at, (name, value) in enumerate(line.components if isinstance(line, Sheet) else ()):
            length = int(name[0]) if name[-1] == "x" else 0
            stated[length] += value if length else 0
            if length and stated[length] > most[length] and not wrong:
                some = f"{number_of(most[length], 'route')} of {number_of(length, 'train')}"
                text = f"{len(run.names)} players can have {some} on this board; the record states {stated[length]}"
                wrong.add(run.seats[line.player])  # type: ignore[union-attr]
                run.state.note("SHEET-2", text, "component", at)
                run.collect(number, place, line)


def _check_totals(run: Run, reckoned: Reckoning, wrong: set[int], outcome: Outcome) -> None:
    for line, number, place in run.ending.lines:
        if isinstance(line, Score):
            for at, (player, total) in enumerate(line.scores):
                seat = run.seats[player]
                violation = None if seat in wrong else _sum(run.state, run.ending.sheets.get(seat, {}), seat, total)
                if violation is not None:
                    wrong.add(seat)
                    run.state.chance.notes.append(violation._replace(at=at))
            run.collect(number, place, line)
    for line, number, place in run.ending.lines:
        if isinstance(line, Sheet) and not wrong:
            violation = _bonus(run, line)
            if violation is not None:
                wrong.add(run.seats[line.player])
                run.state.chance.notes.append(violation)
                run.collect(number, place, line)
        elif isinstance(line, Rank) and not wrong:
            _rank(run, line, reckoned, outcome)
            run.collect(number, place, line)


# --- one sheet -------------------------------------------------------------------------------------------------------


def _sheet(run: Run, line: Sheet, reckoned: Reckoning, score: PlayerScore) -> Violation | None:
    """SHEET-1: find what is wrong with one player's sheet."""
    state, seat = run.state, run.seats[line.player]
    sheet = run.ending.sheets[seat]
    places = {name: at for at, (name, _) in enumerate(line.components)}
    allowed = all_components(state)
    for name, at in places.items():
        if name not in allowed and not (name[-1] == "x" and state.board.routes):
            what = "routes" if name[-1] == "x" else name
            return Violation(state.game.ids.action, f"there are no {what} in this game", "component", at)
    found = _against_board(run, seat, sheet, reckoned, score) or _within(state, seat, sheet)
    if found is None:
        return None
    name, violation = found
    return violation._replace(part="component", at=places.get(name, 0))


def _against_board(
    run: Run, seat: int, sheet: Mapping[str, int], reckoned: Reckoning, score: PlayerScore
) -> tuple[str, Violation] | None:
    """Compare a sheet with what the turns and the final board show: all of it, or so much at least."""
    state, ids = run.state, run.state.game.ids
    name, bonus = state.names[seat], bonus_component(state)
    rules = {"routes": ids.points, "longest": "PATH-1", bonus: ids.bonus}
    figures = reckoned.seats[seat].components
    noted = {"routes": score.routes, "longest": score.network.length}
    for part, stated in sheet.items():
        whole = part in figures and figures[part].source == COMPUTED
        value = figures[part].value if whole else noted.get(part)
        if value is None or (run.doubtful and part == bonus) or (stated == value if whole else stated >= value):
            continue
        text = f"{name} has {value} {_WHAT[part]}{'' if whole else ' at least'}; the record states {stated}"
        return part, Violation(rules.get(part, ids.score), text)
    lengths = Counter([state.board.routes[route].length for route in state.routes_of(seat)])
    whole = "routes" in figures and figures["routes"].source == COMPUTED
    for part, stated in sheet.items():
        number = lengths[int(part[0])] if part[-1] == "x" else stated
        if stated != number if whole else stated < number:
            some = f"{number_of(number, 'route')} of {number_of(int(part[0]), 'train')}"
            return part, Violation(ids.points, f"{name} has {some}; the record states {stated}")
    return None


def _within(state: State, seat: int, sheet: Mapping[str, int]) -> tuple[str, Violation] | None:
    """SHEET-1, SHEET-2: compare the components of a sheet with each other and with what the board allows."""
    name = state.names[seat]
    if {"tickets", "completed", "failed"} <= set(sheet):
        tickets = sheet["completed"] - sheet["failed"]
        if tickets != sheet["tickets"]:
            text = f"{sheet['completed']} for completed tickets less {sheet['failed']} make {tickets}"
            return "tickets", Violation("SHEET-1", f"{text}; the record states {sheet['tickets']}")
    return _shown(state, seat, sheet) or _routes(state, name, sheet) or _values(state, name, sheet)


def _shown(state: State, seat: int, sheet: Mapping[str, int]) -> tuple[str, Violation] | None:
    """Compare the points for tickets with the tickets that were shown."""
    if sum(state.unknown_tickets[seat]) or not state.tickets[seat] or not {"completed", "failed"} & set(sheet):
        return None
    points = [state.board.tickets[ticket].points for ticket in state.tickets[seat]]
    sums = {0}
    for value in points:
        sums |= {other + value for other in sums}
    for part in ("completed", "failed"):
        if part in sheet and sheet[part] not in sums:
            text = f"the tickets that {state.names[seat]} shows cannot make {sheet[part]} {_WHAT[part]}"
            return part, Violation(state.game.ids.score, text)
    if {"completed", "failed"} <= set(sheet) and sheet["completed"] + sheet["failed"] != sum(points):
        text = f"the tickets that {state.names[seat]} shows have {sum(points)} points"
        both = sheet["completed"] + sheet["failed"]
        return "completed", Violation(state.game.ids.score, f"{text}, completed or not; the record states {both}")
    return None


def _routes(state: State, name: str, sheet: Mapping[str, int]) -> tuple[str, Violation] | None:
    """SHEET-2: routes and the longest path must be possible with the trains and the routes of the board."""
    if not state.board.routes:
        return None
    stated = {int(part[0]): number for part, number in sheet.items() if part[-1] == "x"}
    return _numbers(state, name, stated) or _points(state, name, sheet, stated) or _path(state, name, sheet, stated)


def _numbers(state: State, name: str, stated: Mapping[int, int]) -> tuple[str, Violation] | None:
    """Compare the numbers of routes with those of the board, and with the trains."""
    for length, number in stated.items():
        most = _most_routes(state.board).get(length, 0)
        if number > most:
            some = f"{number_of(most, 'route')} of {number_of(length, 'train')}"
            text = f"one player can have {some} on this board; the record states {number}"
            return f"{length}x", Violation("SHEET-2", text)
    used, trains = sum([length * number for length, number in stated.items()]), state.board.tables.trains
    if used > trains:
        text = f"the routes of {name} need {used} trains, and there are {trains}"
        return f"{max(stated)}x", Violation("SHEET-2", text)
    return None


def _points(
    state: State, name: str, sheet: Mapping[str, int], stated: Mapping[int, int]
) -> tuple[str, Violation] | None:
    """Compare the points for routes with their numbers, and with what any routes can make."""
    ways = _ways(state.board, tuple(sorted(stated.items())))
    points = sheet.get("routes")
    if points is None or points in ways:
        return None
    if set(stated) >= set(_most_routes(state.board)):
        text = f"the routes of {name} make {next(iter(ways))} points; the record states {points}"
        return "routes", Violation("SHEET-1", text)
    these = " with these" if stated else ""
    text = f"no routes{these} on this board make {points} points with {state.board.tables.trains} trains"
    return "routes", Violation("SHEET-2", text)


def _path(state: State, name: str, sheet: Mapping[str, int], stated: Mapping[int, int]) -> tuple[str, Violation] | None:
    """Compare the longest path with the trains on the routes, and with the longest of them."""
    ways = _ways(state.board, tuple(sorted(stated.items())))
    points, longest = sheet.get("routes"), sheet.get("longest")
    if longest is None:
        return None
    most = max(ways.values()) if points is None else ways[points]
    if longest > most:
        text = f"the routes of {name} have at most {number_of(most, 'train')}; the record states a path of {longest}"
        return "longest", Violation("SHEET-2", text)
    least = max([length for length, number in stated.items() if number], default=1 if points else 0)
    if longest < least:
        text = f"the longest path of {name} has {number_of(least, 'train')} at least; the record states {longest}"
        return "longest", Violation("SHEET-2", text)
    return None


@lru_cache(maxsize=64)
def _most_routes(board: Board) -> dict[int, int]:
    """Return how many routes of each length one player can have: of several tracks between two cities one."""
    return dict(Counter([board.routes[tracks[0]].length for tracks in board.pairs]))


@lru_cache(maxsize=256)
def _ways(board: Board, stated: tuple[tuple[int, int], ...]) -> dict[int, int]:
    """Return the points that routes can make, with so many of some lengths, and the most trains that each takes."""
    numbers = dict(stated)
    reached = {(0, 0)}
    for length, most in sorted(_most_routes(board).items()):
        points = board.tables.route_points[length]
        some = range(most + 1) if length not in numbers else range(numbers[length], numbers[length] + 1)
        reached = {
            (trains + n * length, total + n * points)
            for trains, total in reached
            for n in some
            if trains + n * length <= board.tables.trains
        }
    found: dict[int, int] = {}
    for trains, total in reached:
        found[total] = max(found.get(total, 0), trains)
    return found


def _values(state: State, name: str, sheet: Mapping[str, int]) -> tuple[str, Violation] | None:
    """SHEET-2: bonuses and stations bring only certain numbers of points."""
    tables, ids = state.board.tables, state.game.ids
    part = bonus_component(state)
    if part in sheet and sheet[part] not in _bonuses(state):
        some = " or ".join([str(value) for value in sorted(_bonuses(state))]) if part == "bonus" else ""
        what = f"{state.game.scoring.bonus_name} bring {some or 'no such sum'}" if part == "cities" else ""
        text = what or f"the bonus for {state.game.scoring.bonus_name} is {some}"
        return part, Violation(ids.bonus, f"{text}; the record states {sheet[part]} for {name}")
    unbuilt = {number * tables.station_points for number in range(tables.stations + 1)}
    if "stations" in sheet and sheet["stations"] not in unbuilt:
        some = " or ".join([str(value) for value in sorted(unbuilt)])
        return "stations", Violation(
            "SHEET-2", f"stations not built bring {some}; the record states {sheet['stations']}"
        )
    return None


def _bonuses(state: State) -> set[int]:
    """Return what the bonus of a game can bring one player."""
    tables = state.board.tables
    if not tables.big_cities:
        return {0, tables.longest_path or tables.most_tickets}
    sums = {0}
    for value in tables.big_cities.values():
        sums |= {other + value for other in sums}
    return sums


# --- several players -------------------------------------------------------------------------------------------------


def _bonus(run: Run, line: Sheet) -> Violation | None:
    """PATH-1: the longest path has the bonus; all who are level have it, and nobody else."""
    sheets, seat = run.ending.sheets, run.seats[line.player]
    places = {name: at for at, (name, _) in enumerate(line.components)}
    if not run.board.tables.longest_path or "bonus" not in places:
        return None
    paths = {other: sheet["longest"] for other, sheet in sheets.items() if "longest" in sheet}
    mine, bonus = paths.get(seat), sheets[seat]["bonus"]
    ids, at = run.state.game.ids, places["bonus"]
    longest = max(paths.values(), default=0)
    best = [run.names[other] for other, length in paths.items() if length == longest]
    if bonus and mine is not None and mine < longest:
        text = f"{listed(best)} has the longest path, {longest} trains; the record states the bonus for {line.player}"
        return Violation(ids.bonus, text, "component", at)
    if not bonus and mine and mine == longest and len(paths) == len(run.names):
        text = f"{line.player} has the longest path, {longest} trains; the record states no bonus"
        return Violation(ids.bonus, text, "component", at)
    told = [sheet for sheet in sheets.values() if "bonus" in sheet]
    nobody = len(told) == len(run.names) and not any(sheet["bonus"] for sheet in told)
    if nobody and any(sheet.get("routes") or sheet.get("longest") for sheet in told):
        text = "somebody has the longest path; the record states no bonus for anybody"
        return Violation(ids.bonus, text, "component", at)
    return None


def _sum(state: State, sheet: Mapping[str, int], seat: int, total: int) -> Violation | None:
    """SHEET-1: the components add up to the total; where only the bonus is not stated, to one that it allows."""
    known = dict(sheet)
    if "tickets" not in known and {"completed", "failed"} <= set(known):
        known["tickets"] = known["completed"] - known["failed"]
    parts, bonus = point_components(state), bonus_component(state)
    missing = [part for part in parts if part not in known]
    made = sum([known[part] for part in parts if part in known])
    if missing and missing != [bonus]:
        return None
    if total - made in (_bonuses(state) if missing else {0}):
        return None
    rest = " without the bonus" if missing else ""
    text = f"the score sheet of {state.names[seat]} makes {made} points{rest}; the record states {total}"
    return Violation("SHEET-1", text)


def _rank(run: Run, line: Rank, reckoned: Reckoning, outcome: Outcome) -> None:
    """RANK-1: places follow the totals, and so many players are ahead as a place says."""
    state, places = run.state, run.ending.places
    for at, (player, place) in enumerate(line.places):
        seat = run.seats[player]
        if places[seat] != place:
            state.note("RANK-1", f"{player} has the places {places[seat]} and {place}", at=at)
            return
        ahead = [other for other in places if places[other] < place]
        if place > state.seats or len(ahead) > place - 1 or (len(places) == state.seats and len(ahead) != place - 1):
            text = f"{number_of(len(ahead), 'player')} stand{'s' if len(ahead) == 1 else ''} before {player}"
            if place > state.seats:
                text = f"there are {state.seats} players"
            state.note("RANK-1", f"{text}; the record states place {place}", at=at)
            return
        better = _better(run, seat, place, reckoned)
        if better:
            state.note("RANK-1", f"{better}; the record states place {place} for {player}", at=at)
            return
        mine = reckoned.seats[seat].rank
        if mine.source == COMPUTED and mine.value != place and state.phase == OVER and outcome.certain:
            rule = state.game.ids.tie if outcome.tie_broken else "SCORE-2"
            state.note(rule, f"{player} has place {mine.value}; the record states place {place}", at=at)
            return


def _better(run: Run, seat: int, place: int, reckoned: Reckoning) -> str:
    """Say who has more points than a seat and is said to have a place behind it, or the same."""
    mine = reckoned.seats[seat].total.value
    for other, stated in run.ending.places.items():
        total = reckoned.seats[other].total.value
        if mine is not None and total is not None and total > mine and stated >= place:
            return f"{run.names[other]} has {total} points and {run.names[seat]} {mine}"
    known = [score.total.value for score in reckoned.seats]
    ahead = sum([total > mine for total in known if total is not None and mine is not None])
    if mine is not None and ahead > place - 1:
        return f"{number_of(ahead, 'player')} {'has' if ahead == 1 else 'have'} more points than {run.names[seat]}"
    if mine is not None and place > 1 and None not in known and mine == max(t for t in known if t is not None):
        level = sum([total == mine for total in known])
        if level < place:
            return f"nobody has more points than {run.names[seat]}"
    return ""
