"""The end of a game as a record tells it: the final board, score sheets, totals and places.

What stands on the final board and was not claimed in a turn is laid there as the lines come: a record without turns, or
with some of them, has no other way to tell. Score sheets and places are kept, and compared when all lines were read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ttrn.core.cards import listed
from ttrn.core.claims import route_name, take_route
from ttrn.core.engine import verify
from ttrn.core.facts import pieces_of
from ttrn.core.state import MAIN, OVER, Violation
from ttrn.notation.records import Claim, FinalRoutes, FinalStations, Finished, Rank, Score, Sheet
from ttrn.replays.handlers import free_track, leave_open, nearness
from ttrn.replays.resolve import ResolvedClaim, resolve_city, resolve_route

if TYPE_CHECKING:
    from ttrn.notation.records import Closing
    from ttrn.replays.run import Run


class StatedLine(NamedTuple):
    """A line about the end, with the number of the turn before it and its place in the file."""

    line: FinalRoutes | FinalStations | Sheet | Rank | Score
    number: int
    place: int


class Ending:
    """What the lines about the end have told so far."""

    __slots__ = ("finished", "lines", "places", "routes", "scores", "sheets", "shown", "stations", "wrong")

    def __init__(self) -> None:
        self.lines: list[StatedLine] = []
        """Those that are compared with each other at the end."""
        self.finished = False
        """Whether a line says that the game is over."""
        self.routes: dict[int, set[int]] = {}
        """The pairs of cities that the routes join on the final board, of each seat of which it is told."""
        self.stations: dict[int, set[int]] = {}
        """The cities with a station on the final board of each seat of which it is told."""
        self.shown: set[int] = set()
        """The seats that showed their tickets."""
        self.sheets: dict[int, dict[str, int]] = {}
        """The components that are stated of each seat."""
        self.scores: dict[int, int] = {}
        """The totals that are stated."""
        self.places: dict[int, int] = {}
        """The places that are stated."""
        self.wrong: set[int] = set()
        """The seats whose totals were found wrong: nothing else is held against them."""

    def copy(self) -> Ending:
        """Return the same, to be changed on its own."""
        twin = Ending()
        twin.lines, twin.finished = list(self.lines), self.finished
        twin.routes = {seat: set(found) for seat, found in self.routes.items()}
        twin.stations = {seat: set(found) for seat, found in self.stations.items()}
        twin.shown, twin.wrong = set(self.shown), set(self.wrong)
        twin.sheets = {seat: dict(found) for seat, found in self.sheets.items()}
        twin.scores, twin.places = dict(self.scores), dict(self.places)
        return twin


def read_closing(run: Run, line: Closing, number: int, place: int) -> None:
    """Take over what a line tells of the end of the game; what is wrong with it alone is noted."""
    if not isinstance(line, Finished):
        run.ending.lines.append(StatedLine(line, number, place))
    match line:
        case FinalRoutes():
            _lay_routes(run, line)
        case FinalStations():
            _lay_stations(run, line)
        case Sheet():
            _take_sheet(run, line)
            finish(run)
        case Rank():
            for player, where in line.places:
                run.ending.places.setdefault(run.seats[player], where)
            finish(run)
        case Finished():
            finish(run)


def finish(run: Run) -> bool:
    """END-1: end the game by a line that says so; return whether it can be over by then."""
    state = run.state
    if state.phase != OVER and not run.broken and not state.house.partial:
        number = state.last_turns
        due = f"{number} more turn{' is' if number == 1 else 's are'} to come"
        left = due if number > 0 else state.rules.why_going_on(state)
        if not run.ending.finished:  # one line that says so too early is enough
            state.note(state.game.ids.end, f"the game is not over yet: {left}", "line")
        run.ending.finished = True
        return False
    if state.house.partial:
        # Nothing but such a line says that the game is over where turns are missing.
        state.phase = OVER
    run.ending.finished = True
    return True


# --- the final board -------------------------------------------------------------------------------------------------


def _lay_routes(run: Run, line: FinalRoutes) -> None:
    """BOARD-1: the final board has the routes that were claimed; those that no turn tells of are laid now."""
    state, seat = run.state, run.seats[line.player]
    told = run.ending.routes.setdefault(seat, set())
    if not run.board.routes:
        state.note(state.game.ids.action, "there are no routes in this game", "action")
        return
    for at, pair in enumerate(line.routes):
        found = resolve_route(run.board, Claim(pair, "?"))
        if isinstance(found, Violation):
            state.chance.notes.append(found._replace(part="route", at=at))
            run.doubtful.add(seat)
            continue
        route = found.actions[0].route
        joined = run.board.routes[route].pair
        if joined in told:
            text = f"{line.player} has {route_name(state, route)} twice, and nobody owns two tracks of a route"
            state.note("CLAIM-5", text, "route", at)
        elif not _claimed(run, seat, found):
            _lay(run, seat, found, at)
        told.add(joined)


def _claimed(run: Run, seat: int, found: ResolvedClaim) -> bool:
    """Return whether a turn has told that a seat claimed this route, or one of its tracks without saying which."""
    named = {action.route for action in found.actions}
    tracks = run.board.pairs[run.board.routes[found.actions[0].route].pair]
    own = [track for track in tracks if run.state.owners[track] == seat]
    return bool(own) and (own[0] in named or _track_unsaid(run, seat, own[0]))


def _track_unsaid(run: Run, seat: int, track: int) -> bool:
    """Return whether the turn in which a seat claimed a track does not say which of several it is."""
    ends = {run.board.routes[track].a, run.board.routes[track].b}
    for turn in run.game.turns:
        if turn.player == run.names[seat] and isinstance(turn.action, Claim) and not turn.action.route.number:
            cities = [run.board.city(place) for place in (turn.action.route.a, turn.action.route.b)]
            if {city.index for city in cities if city is not None} == ends:
                return True
    return False


def _lay(run: Run, seat: int, found: ResolvedClaim, at: int) -> None:
    """Lay a route that no turn tells of, if the rules allow that the seat has it."""
    state = run.state
    if not state.house.partial:
        if not run.broken:
            name, route = state.names[seat], route_name(state, found.actions[0].route)
            state.note("BOARD-1", f"{name} has not claimed {route} in any turn", "route", at)
        return
    phase, turn = state.phase, state.seat
    state.phase, state.seat = MAIN, seat
    track = _track(run, found)
    if isinstance(track, Violation):
        state.chance.notes.append(track._replace(part="route", at=at))
        run.doubtful.add(seat)
    else:
        take_route(state, track)
    state.phase, state.seat = phase, turn


def _track(run: Run, found: ResolvedClaim) -> int | Violation:
    """Return the track of a route that a seat can have, or what speaks against the one that comes nearest."""
    violations: list[Violation] = []
    for action in found.actions:
        violation = verify(run.state, action)
        if violation is None:
            leave_open(run, action, found)
            return action.route
        violations.append(violation)
    other = free_track(run, found)
    return max(violations, key=nearness) if other is None else other.route


def _lay_stations(run: Run, line: FinalStations) -> None:
    """BOARD-1: the final board has the stations that were built; those that no turn tells of are built now."""
    state, seat = run.state, run.seats[line.player]
    told = run.ending.stations.setdefault(seat, set())
    place = run.records.place_station
    if place is None:
        state.note(state.game.ids.action, "there are no stations in this game", "action")
        return
    for at, name in enumerate(line.cities):
        city = resolve_city(run.board, name)
        if isinstance(city, Violation):
            state.chance.notes.append(city._replace(part="route", at=at))
            continue
        mine = {piece.city for piece in pieces_of(state) if piece.what == "station" and piece.seat == seat}
        if city.index in told:
            state.note("BOARD-1", f"{city.name} stands twice among the stations of {line.player}", "route", at)
        elif city.index not in mine and not state.house.partial:
            if not run.broken:
                state.note("BOARD-1", f"{line.player} has not built a station in {city.name}", "route", at)
        elif city.index not in mine and (violation := place(state, seat, city.index)) is not None:
            state.chance.notes.append(violation._replace(part="route", at=at))
            continue
        told.add(city.index)


def left_out(run: Run, line: FinalRoutes | FinalStations) -> None:
    """BOARD-1: note what turns tell of and the final board has not."""
    state, seat, ending = run.state, run.seats[line.player], run.ending
    if seat in run.doubtful or run.broken:
        return
    if isinstance(line, FinalRoutes):
        told = ending.routes[seat]
        mine = [route for route in state.routes_of(seat) if run.board.routes[route].pair not in told]
        missing = [route_name(state, route) for route in mine]
        verb = "claimed"
    else:
        built = [piece.city for piece in pieces_of(state) if piece.what == "station" and piece.seat == seat]
        missing = [run.board.cities[city].name for city in built if city not in ending.stations[seat]]
        verb = "built a station in"
    if missing:
        run.doubtful.add(seat)
        state.note("BOARD-1", f"{line.player} {verb} {listed(missing)}, and the final board does not have it", "line")


# --- score sheets ----------------------------------------------------------------------------------------------------


def _take_sheet(run: Run, line: Sheet) -> None:
    """SHEET-1: a component is stated once, or twice alike."""
    state, seat = run.state, run.seats[line.player]
    known = run.ending.sheets.setdefault(seat, {})
    for at, (name, value) in enumerate(line.components):
        before = known.setdefault(name, value)
        if before != value:
            state.note("SHEET-1", f"{name} of {line.player} is {before} and {value}", "component", at)
    if state.house.partial:
        for name, settle in state.game.scoring.settle.items():
            if name in known:
                settle(state, seat, known[name])
