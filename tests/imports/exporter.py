"""Simulated games as Board Game Arena would log them: the archive, the in-game history and the text of the review page.

Written from the facts about the site's format, independently of the importer but for the table of its numbers: it
turns a full record into notifications of any generation, and cuts the other shapes out of them as the site does.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ttrn.boards import Board, Route, Ticket, board
from ttrn.core.state import NOBODY
from ttrn.graph.components import complete_tickets
from ttrn.graph.edges import board_edges
from ttrn.imports.bga import ids
from ttrn.imports.bga.ids import CARDS, ids_of
from ttrn.notation.game import GameRecord
from ttrn.notation.records import (
    Claim,
    Draw,
    Keep,
    Market,
    Pair,
    Pass,
    Station,
    Take,
    TakeTickets,
    Turn,
)
from ttrn.replays import Timeline, replay

OLDEST, LEAKING, PRIVATE, REFERENCES = 0, 1, 2, 3
"""The generations of arguments: 2021, to 2025, to 2026, after."""
GENERATIONS = (OLDEST, LEAKING, PRIVATE, REFERENCES)

TABLE = 4711
START = 1_760_000_000

KEEPS = "${player_name} keeps ${count} destinations"
HIDDEN = "${player_name} takes ${count} hidden train car card(s)"
YOURS = "You take hidden train car card(s) ${colors}"
OPEN = "${player_name} takes ${color}"
SWEPT = "Three locomotives have been revealed, visible train cards are replaced"
CLAIMS = (
    "${player_name} gains ${points} point(s) by claiming route from ${from} to ${to} with ${number} train car(s) :"
    " ${colors}"
)
BUILDS = "${player_name} builds a Train Station on ${city_name} with ${number} train car(s) : ${colors}"
TRIES = "${player_name} tries to build a tunnel from ${from} to ${to} with color ${color}"
EXTRA = (
    "${extraCards} extra cards over the ${pickedCards} train car cards revealed from the deck are needed to claim the"
    " route"
)
SKIPS = "${player_name} skip tunnel claim"
DONE = "${you} completed a new destination : ${from} - ${to}"
SHOWS = "${player_name} reveals ${from} to ${to} destination"
TICKET_POINTS = "${player_name} ${gainsloses} ${absdelta} points with ${from} to ${to} destination"
PATH = "${player_name} longest continuous path is ${length} train-cars long"
PATH_POINTS = "${player_name} gains ${delta} points with longest continuous path : ${trainCars} train cars"
STATION_POINTS = "${player_name} gains ${delta} points with ${remainingStations} remaining station(s)"
LAST = "${player_name} has ${number} train cars or less, starting final turn !"


@cache
def site_numbers(name: str) -> dict[str, int]:
    """Return the number of each city of a board by its code."""
    with (Path(ids.__file__).parent / "data" / "ids.toml").open("rb") as file:
        return {code: number for number, code in enumerate(tomllib.load(file)[name]["cities"], 1)}


@dataclass
class Exporter:
    """Logs one game; ``packets`` is the archive's list when :meth:`run` is done."""

    game: GameRecord
    names: tuple[str, ...]
    generation: int = PRIVATE
    packets: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.board: Board = board(self.game.board)
        self.timeline: Timeline = replay(self.game)
        assert not self.timeline.problems
        self.seats = {player.id: seat for seat, player in enumerate(self.game.players)}
        self.spots: dict[int, str | None] = dict.fromkeys(range(1, 6))
        self.held: list[list[Ticket]] = [[] for _ in self.seats]
        self.routes: list[list[int]] = [[] for _ in self.seats]
        self.done: set[Ticket] = set()
        self.scores = [0] * len(self.seats)
        self.move = 1
        self._public: list[dict[str, Any]] = []
        self._private: dict[int, list[dict[str, Any]]] = {}
        self._card = 0

    # --- notifications ---------------------------------------------------------------------------------------------

    def all(self, kind: str, log: str, args: dict[str, Any]) -> None:
        self._public.append({"uid": "0", "type": kind, "log": log, "args": args or []})

    def own(self, seat: int, kind: str, log: str, args: dict[str, Any]) -> None:
        self._private.setdefault(seat, []).append({"uid": "0", "type": kind, "log": log, "args": args or []})

    def act(self) -> None:
        """End an action: its private packets come first, and all share the move."""
        for seat, notifications in self._private.items():
            self._packet(f"/player/p{self.number(seat)}", notifications)
        if self._public:
            self._packet(f"/table/t{TABLE}", self._public)
        self._public, self._private = [], {}
        self.move += 1

    def _packet(self, channel: str, notifications: list[dict[str, Any]]) -> None:
        self.packets.append(
            {
                "channel": channel,
                "table_id": str(TABLE),
                "packet_id": str(len(self.packets) + 1),
                "packet_type": "resend",
                "move_id": str(self.move),
                "time": str(START + 7 * self.move),
                "data": notifications,
            }
        )

    def number(self, seat: int) -> int:
        return 1001 + seat

    def who(self, seat: int) -> dict[str, Any]:
        return {"playerId": self.number(seat), "player_name": self.names[seat]}

    # --- things ----------------------------------------------------------------------------------------------------

    def card(self, letter: str, location: str = "hand", spot: int = 0) -> dict[str, Any]:
        self._card += 1
        return {"id": self._card, "location": location, "location_arg": spot, "type": CARDS.index(letter)}

    def cards(self, letters: str) -> list[dict[str, Any]]:
        return [self.card(letter) for letter in letters]

    def codes(self, letters: str) -> list[int]:
        return [CARDS.index(letter) for letter in letters]

    def name(self, city: int) -> str:
        return self.board.cities[city].name.replace("ø", "o")  # as the site spells København

    def ticket(self, pair: Any) -> Ticket:
        assert isinstance(pair, Pair)
        ends = self.board.city(pair.a), self.board.city(pair.b)
        assert ends[0]
        assert ends[1]
        found = self.board.ticket_between(ends[0], ends[1])
        assert found
        return found

    def ticket_object(self, ticket: Ticket) -> dict[str, Any]:
        kind, number = next(key for key, value in ids_of(self.board.name).tickets.items() if value == ticket)
        if self.generation == REFERENCES:
            return {"id": 100 + ticket.index, "type": kind, "type_arg": number}
        cities = site_numbers(self.board.name)
        return {
            "id": str(100 + ticket.index),
            "location": "hand",
            "location_arg": "0",
            "type": str(kind),
            "type_arg": str(number),
            "from": cities[self.board.cities[ticket.a].code],
            "to": cities[self.board.cities[ticket.b].code],
            "points": ticket.points,
        }

    def route_object(self, route: Route) -> dict[str, Any]:
        cities = site_numbers(self.board.name)
        return {
            "id": ids_of(self.board.name).routes.index(route),
            "number": route.length,
            "from": cities[self.board.cities[route.a].code],
            "to": cities[self.board.cities[route.b].code],
            "color": CARDS.index(route.color) if route.color else 0,
            "spaces": [{"x": 1, "y": 2, "angle": 3, "top": False}] * route.length,
            "tunnel": route.tunnel,
            "locomotives": route.ferry,
        }

    # --- setup -----------------------------------------------------------------------------------------------------

    def run(self) -> Exporter:
        turns = iter(self.timeline.steps())
        started = False
        keeps = [entry for entry in self.game.entries if isinstance(entry, Keep)]
        for entry in self.game.entries:
            if isinstance(entry, Market):
                last = entry.flushes[-1] if entry.flushes else entry.cards
                self.spots = dict(enumerate(last, 1))
            elif isinstance(entry, Turn):
                if not started:
                    self._choose(keeps)
                    started = True
                _, _, state = next(turns)
                claimed = [route for route, owner in enumerate(state.owners) if owner != NOBODY]
                new = set(claimed) - {route for routes in self.routes for route in routes}
                self._turn(entry, self.board.routes[new.pop()] if new else None)
        self._end()
        return self

    def _choose(self, keeps: list[Keep]) -> None:
        for keep in keeps:
            seat = self.seats[keep.player]
            offered = [self.ticket_object(self.ticket(pair)) for pair in (*keep.kept, *keep.returned)]
            state = {
                "id": 22,
                "args": {"minimum": 2, "destinations": offered},
                "name": "privateChooseInitialDestinations",
            }
            self.own(seat, "gameStateChange", "", state)
        self.act()
        for keep in keeps:
            seat = self.seats[keep.player]
            kept = [self.ticket(pair) for pair in keep.kept]
            self._kept(seat, kept, public=self.generation != REFERENCES)
            if keep is keeps[-1] and self.generation == REFERENCES:
                for other in keeps:
                    count = len(other.kept)
                    args = {**self.who(self.seats[other.player]), "count": count, "number": count}
                    self.all("destinationsPicked", KEEPS, args)
            self.act()

    def _kept(self, seat: int, kept: list[Ticket], *, public: bool = True) -> None:
        self.held[seat] += kept
        args = {**self.who(seat), "count": len(kept), "number": len(kept), "remainingDestinationsInDeck": 9}
        objects = [self.ticket_object(ticket) for ticket in kept]
        if self.generation <= LEAKING:
            args["_private"] = {str(self.number(seat)): {"destinations": objects}}
            self.all("destinationsPicked", KEEPS, args)
            self.own(seat, "destinationsPicked", KEEPS, args)
            return
        if public:
            self.all("destinationsPicked", KEEPS, args)
        if self.generation == PRIVATE:
            own = {**args, "_private": {"destinations": objects}}
        else:
            own = {**args, "destinations": objects, "number": len(self.held[seat])}
        self.own(seat, "destinationsPicked", KEEPS, own)

    # --- turns -----------------------------------------------------------------------------------------------------

    def _turn(self, turn: Turn, route: Route | None) -> None:
        seat = self.seats[turn.player]
        match turn.action:
            case Draw(takes):
                self._draw(seat, takes)
            case TakeTickets(kept, returned):
                offered = [self.ticket_object(self.ticket(pair)) for pair in (*kept, *returned)]
                args = {"minimum": 1, "_private": {"active": {"destinations": offered}}}
                state = {"id": 32, "active_player": str(self.number(seat)), "args": args}
                self.own(seat, "gameStateChange", "", state)
                self.act()
                self._kept(seat, [self.ticket(pair) for pair in kept])
                self._completions(seat)
                self.act()
            case Claim():
                self._claim(seat, turn.action, route, turn)
            case Station(city, paid):
                found = self.board.city(city)
                assert found
                args = {**self.who(seat), "city_name": self.name(found.index), "number": len(paid)}
                args |= {"colors": self.codes(paid), "removeCards": self.cards(paid)}
                number = site_numbers(self.board.name)[city]
                args |= {"cityId": number} if self.generation == REFERENCES else {"city": {"name": args["city_name"]}}
                self.all("builtStation", BUILDS, args)
                self._refill(turn)
                self.act()
            case Pass():
                self.act()
            case _:
                raise AssertionError(turn)

    def _draw(self, seat: int, takes: tuple[Take, ...]) -> None:
        if all(take.blind for take in takes) and len(takes) == 2 and self.move % 2:
            self._blind(seat, takes[0].card + takes[1].card)
            self.act()
            return
        for take in takes:
            if take.blind:
                self._blind(seat, take.card)
            else:
                self._open(seat, take)
            self.act()

    def _blind(self, seat: int, letters: str) -> None:
        args: dict[str, Any] = {**self.who(seat), "number": len(letters), "remainingTrainCarsInDeck": 7}
        if self.generation == OLDEST:
            args |= {"from": 0, "_private": {str(self.number(seat)): {"cards": self.cards(letters)}}}
            self.all("trainCarPicked", HIDDEN.replace("count", "number"), args)
            return
        args |= {"count": len(letters), "origin": 0}
        self.all("trainCarPicked", HIDDEN, args)
        own = {**args, "cards": self.cards(letters), "colors": self.codes(letters)}
        self.own(seat, "trainCarPicked", YOURS, own)

    def _open(self, seat: int, take: Take) -> None:
        spot = next(spot for spot, card in self.spots.items() if card == take.card)
        args: dict[str, Any] = {**self.who(seat), "number": 1, "remainingTrainCarsInDeck": 7}
        args["cards"] = [self.card(take.card, "table", spot)]
        if self.generation == OLDEST:
            self.all("trainCarPicked", "${player_name} takes a visible train car card", {**args, "from": spot})
        else:
            self.all("trainCarPicked", OPEN, {**args, "color": CARDS.index(take.card), "origin": spot})
        assert take.replacement
        self._lay({spot: None if take.replacement == "-" else take.replacement})
        self._sweeps(take.flushes)

    def _lay(self, cards: dict[int, str | None], *, swept: bool = False) -> None:
        self.spots |= cards
        objects = {str(spot): letter and self.card(letter, "table", spot) for spot, letter in cards.items()}
        if self.generation == OLDEST:
            self.all("newCardsOnTable", SWEPT if swept else "", {"cards": list(objects.values())})
            return
        args = {"spotsCards": objects, "cards": list(objects.values()), "locomotiveRefill": swept}
        self.all("newCardsOnTable", "", args)

    def _sweeps(self, flushes: tuple[str, ...]) -> None:
        for flush in flushes:
            if self.generation != OLDEST:
                self.all("highlightVisibleLocomotives", SWEPT, {})
            self.spots = dict.fromkeys(range(1, 6))
            self._lay(dict(enumerate(flush, 1)), swept=True)

    def _refill(self, turn: Turn) -> None:
        if turn.refill is None:
            return
        gaps = [spot for spot, card in self.spots.items() if card is None]
        self._lay(dict(zip(gaps, turn.refill.cards, strict=False)))
        self._sweeps(turn.refill.flushes)

    def _claim(self, seat: int, claim: Claim, route: Route | None, turn: Turn) -> None:
        if claim.turned:
            self._tunnel(seat, claim, route)
        if claim.given_up:
            self.all("log", SKIPS, self.who(seat))
            self._refill(turn)
            self.act()
            return
        assert route
        self.routes[seat].append(route.index)
        paid = claim.paid + claim.surcharge
        paid = "".join(sorted(paid, key=lambda letter: letter == "L"))
        self.scores[seat] += route.points
        self.all("points", "", {**self.who(seat), "points": self.scores[seat], "delta": route.points})
        args = {**self.who(seat), "points": route.points, "from": self.name(route.a), "to": self.name(route.b)}
        args |= {"number": len(paid), "removeCards": self.cards(paid)}
        if self.generation == REFERENCES:
            args |= {"routeId": self.route_object(route)["id"], "ferryCardsUsed": 0}
        else:
            args["route"] = self.route_object(route)
        if self.generation == OLDEST:
            self.all("claimedRoute", CLAIMS.removesuffix(" : ${colors}"), args)
        else:
            self.all("claimedRoute", CLAIMS, {**args, "colors": self.codes(paid)})
        self._completions(seat)
        self._refill(turn)
        if sum(self.board.routes[index].length for index in self.routes[seat]) >= 43:
            self.all("lastTurn", LAST, {**self.who(seat), "number": 2})
        self.act()

    def _tunnel(self, seat: int, claim: Claim, route: Route | None) -> None:
        """Tell of a tunnel: the oldest logs do not say which one it is."""
        ends = self.board.city(claim.route.a), self.board.city(claim.route.b)
        assert ends[0]
        assert ends[1]
        color = next((letter for letter in claim.paid if letter != "L"), "L")
        tracks = self.board.routes_between(ends[0], ends[1])
        route = route or next(track for track in tracks if color == "L" or track.color in ("", color))
        extra = sum(card in (color, "L") for card in claim.turned)
        if self.generation != OLDEST:
            args = {**self.who(seat), "from": self.name(route.a), "to": self.name(route.b)}
            self.all("log", TRIES, {**args, "color": CARDS.index(color)})
        args = {"pickedCards": len(claim.turned), "extraCards": extra, "tunnelCards": self.cards(claim.turned)}
        self.all("log" if extra else "freeTunnel", EXTRA, args)
        if extra:
            attempt = {"routeId": self.route_object(route)["id"], "color": CARDS.index(color), "extraCards": extra}
            state = {"id": 33, "active_player": str(self.number(seat)), "args": {"tunnelAttempt": attempt}}
            self.all("gameStateChange", "", state)
            self.act()

    def _completions(self, seat: int) -> None:
        held = [ticket for ticket in self.held[seat] if ticket not in self.done]
        joined = complete_tickets(board_edges(self.board), self.routes[seat], [(t.a, t.b) for t in held])
        for ticket, complete in zip(held, joined, strict=True):
            if complete:
                self.done.add(ticket)
                args = {**self._ticket_args(seat, ticket), "you": "You", "i18n": ["you"]}
                self.own(seat, "destinationCompleted", DONE, args)

    def _ticket_args(self, seat: int, ticket: Ticket) -> dict[str, Any]:
        found = self.ticket_object(ticket)
        args = {**self.who(seat), "from": self.name(ticket.a), "to": self.name(ticket.b)}
        if self.generation == REFERENCES:
            return {
                **args,
                "destinationId": 7,
                "destinationType": found["type"],
                "destinationTypeArg": found["type_arg"],
            }
        return {**args, "destination": found}

    # --- end -------------------------------------------------------------------------------------------------------

    def _end(self) -> None:
        self.move -= 1
        outcome = self.timeline.outcome
        self.all("bestScore", "", {"bestScore": max(score.total for score in outcome.seats)})
        for score in outcome.seats:
            for result in sorted(score.tickets, key=lambda result: result.complete):
                ticket = self.board.tickets[result.ticket]
                self.all("scoreDestination", SHOWS, self._ticket_args(score.seat, ticket))
                args = {"absdelta": abs(result.points), "gainsloses": "gains" if result.complete else "loses"}
                args |= {"from": self.name(ticket.a), "to": self.name(ticket.b)}
                self._gain(score.seat, result.points, TICKET_POINTS, args)
        for score in outcome.seats:
            self.all("longestPath", PATH, {**self.who(score.seat), "length": score.path.length})
        for score in outcome.seats:
            if score.bonus:
                self._gain(score.seat, score.bonus, PATH_POINTS, {"trainCars": score.path.length})
        for score in outcome.seats:
            for extra in score.extras:
                args = {"remainingStations": extra.points // 4}
                self._gain(score.seat, extra.points, STATION_POINTS, args)
            assert self.scores[score.seat] == score.total
        self.all("gameStateChange", "", {"id": 99, "name": "gameEnd", "args": {}})
        self.act()

    def _gain(self, seat: int, points: int, log: str, args: dict[str, Any]) -> None:
        self.scores[seat] += points
        self.all("points", log, {**self.who(seat), "points": self.scores[seat], "delta": points, **args})


def log_of(game: GameRecord, names: tuple[str, ...], generation: int = PRIVATE) -> list[dict[str, Any]]:
    """Return the packets of a game's archive."""
    return Exporter(game, names, generation).run().packets
