"""From a game to rows: one walk through it, in which everything that the tables hold is gathered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from ttrn.boards import Board
from ttrn.core.cards import LOCOMOTIVE, UNKNOWN, letters
from ttrn.core.chance import FLUSHED
from ttrn.core.facts import Event
from ttrn.core.state import NOBODY, UNKNOWN_HAND, State, Violation
from ttrn.notation.game import GameRecord
from ttrn.notation.levels import all_turns
from ttrn.notation.records import (
    Claim,
    Draw,
    Keep,
    Ride,
    Station,
    TakeTickets,
    Turn,
    WrittenTicket,
)
from ttrn.replays.resolve import resolve_city, resolve_ticket
from ttrn.replays.run import Run
from ttrn.store.columns import Row
from ttrn.store.moves import OPEN, UNSEEN_CLAIM, Moves, move_row, tracks_of, turned_over

NONE: Final = -1
"""In a column of numbers: there is none, or nobody knows it."""

COLUMNS: Final = ("fact", "points", "seat", "score", "trains", "hand", "deck", "market")
"""What is noted of every turn: numbers, and the numbers of facts and markets. Games and turns are counted up later."""

POINTS: Final = 1
"""The place of the points among them."""

Target: TypeAlias = tuple[str, int | None, int | None]
"""What a turn was about, in letters; of a route also its length and points."""


ClaimMade: TypeAlias = tuple[int, int, int, Claim, str]
"""A claim: its row among the turns, its turn, its seat, what was written, the cards turned over.

Which track it took is known at the end, for a later claim may settle it.
"""


class GameWalk:
    """What came up while a game was replayed, beyond its final state."""

    def __init__(self, game: GameRecord, run: Run) -> None:
        seats = len(run.names)
        self.game = game
        self.run = run
        self.board: Board = run.board
        self.facts_of: list[list[int]] = [[] for _ in range(seats)]
        """The numbers of the facts of each seat's turns."""
        self.claims: list[ClaimMade] = []
        self.stations: list[tuple[int, int, int, str]] = []
        """Turn, seat, city and payment of each station."""
        self.passengers: list[Row] = []
        """As in the table, without the game."""
        self.watchers = [watch(run.state) for watch in run.state.game.facts.watch]
        self.events: list[tuple[int, Event]] = []
        """What the game watches, with its turn."""
        self.kept: list[dict[int, int]] = [{} for _ in range(seats)]
        """The known tickets that each seat kept, and when."""
        self.returned: list[tuple[int, int, int]] = []
        """Seat, ticket and turn of the known tickets that were not kept."""
        self.unseen: list[set[int]] = [set() for _ in range(seats)]
        """When each seat kept tickets that nobody named."""
        self.unclear: list[set[int]] = [set() for _ in range(seats)]
        """When each seat was offered tickets of which some were not named, kept or not."""
        self.dealt: list[int | None] | None = None
        """How many locomotives each seat was dealt by chance; nothing where cards were not seen, or a position starts
        the game."""
        self.flushes = 0
        self.ended_by = NOBODY
        self.lead_changes = 0
        self.whole = all_turns(game)
        """Whether the record has all turns of its game."""
        self.first_row = 0
        self.turns = 0


class PackedTurns(NamedTuple):
    """Turns, with numbers for their moves and markets; and these, in the order of the numbers."""

    rows: pa.RecordBatch
    claimed: pa.Array
    """The number of the move of each turn, then those of the routes that no turn told of."""
    moves: list[Row]
    markets: list[Row]


class BeforeTurn(NamedTuple):
    """A turn that is no draw, with its number, its seat, and what came up in it."""

    turn: Turn
    number: int
    seat: int
    log: list[int]


Special: TypeAlias = Callable[["Turns", GameWalk, BeforeTurn], None]
"""Takes note of such a turn."""


class Turns:
    """The rows of turns, as numbers: there are too many of them for anything else."""

    def __init__(self, facts: Moves) -> None:
        self.facts = facts
        self.rows: list[tuple[int, ...]] = []
        """As ``COLUMNS`` says."""
        self.targets: dict[int, int] = {}
        """By row, where there is one."""
        self.numbers: dict[Target, int] = {}
        """Of the targets."""
        self.markets: dict[tuple[int, ...], int] = {}
        self.untold: list[int] = []
        """The targets of the routes of final boards that no turn told of."""
        self.games: list[tuple[int, int, int]] = []
        """Of each game with turns: its number, the number of its first turn, and how many there are."""

    def walk(self, game: GameRecord, board: Board, file: str, number: int) -> GameWalk:
        """Replay a game and note every turn."""
        run = Run(game, board, file, number)
        walk = GameWalk(game, run)
        walk.first_row = len(self.rows)
        state = run.state
        log: list[int] = []
        state.chance.log = log

        def begun(begun_state: State) -> None:
            given = board.tables.dealt_locomotives
            walk.dealt = [None if hand[UNKNOWN] else hand[LOCOMOTIVE] - given for hand in begun_state.hands]
            walk.flushes = log.count(FLUSHED)
            log.clear()

        run.begun = begun
        self._keep_at_start(walk)
        self._turns(walk, log)
        run.begun = None
        walk.turns = len(self.rows) - walk.first_row
        flushes = self.facts.flushes
        walk.flushes += sum([flushes[fact] for mine in walk.facts_of for fact in mine])
        return walk

    def _turns(self, walk: GameWalk, log: list[int]) -> None:  # noqa: C901, PLR0912  all turns of all games come through here
        run, facts_of, seats = walk.run, walk.facts_of, walk.run.seats
        state = run.state
        facts, known, markets = self.facts, self.facts.known.get, self.markets
        rows, add = self.rows, self.rows.append
        watchers, events, claims = walk.watchers, walk.events, walk.claims
        before = list(state.scores)
        best, leader, ended = max(before, default=0), NOBODY, state.last_turns >= 0
        for number, turn in run.steps():
            action = turn.action
            seat = seats[turn.player]
            fact = known(action)
            if fact is None:
                fact = facts.learn(action)
            drawn = type(action) is Draw
            if fact == OPEN or (not drawn and (log or turn.refill)):
                fact = facts.tell(turn, log)
            facts_of[seat].append(fact)
            score = state.scores[seat]
            points = score - before[seat]
            if points:
                before[seat] = score
                if score > best:
                    best = max(state.scores)  # at a scoring everybody gets points at once
                    first = state.scores.index(best)
                    if first != leader and state.scores.count(best) == 1:
                        walk.lead_changes += leader != NOBODY
                        leader = first
            market = markets.get(key := tuple(state.market))
            if market is None:
                market = markets[key] = len(markets)
            deck = NONE if state.market_unknown else state.deck_size
            add((fact, points, seat + 1, score, state.trains[seat], sum(state.hands[seat]), deck, market))
            if type(action) is Claim and not (log or action.turned or action.passenger):
                claims.append((len(rows) - 1, number, seat, action, ""))
            elif not drawn and (special := SPECIALS.get(type(action))) is not None:
                special(self, walk, BeforeTurn(turn, number, seat, log))
            for watcher in watchers:
                if found := watcher(turn, seat):
                    events += [(number, event) for event in found]
            if log:
                log.clear()
            if not ended and state.last_turns >= 0:
                ended = True
                walk.ended_by = seat

    def _keep_at_start(self, walk: GameWalk) -> None:
        for entry in walk.game.entries:
            if isinstance(entry, Turn):
                break
            if isinstance(entry, Keep):
                note_tickets(walk, walk.run.seats[entry.player], 0, entry.kept, entry.returned)

    def aim(self, row: int, text: str, length: int | None = None, points: int | None = None) -> None:
        """Note the target of a turn; of a route that was claimed also its length and points."""
        self.targets[row] = self.numbers.setdefault((text, length, points), len(self.numbers))

    def lay(self, text: str, length: int, points: int) -> int:
        """Note a route that somebody has and no turn told of; return what stands for its row: a number below 0."""
        self.untold.append(self.numbers.setdefault((text, length, points), len(self.numbers)))
        return -len(self.untold)

    def mark(self) -> tuple[int, int]:
        """Return where the next game begins, for :meth:`cut`."""
        return len(self.rows), len(self.untold)

    def cut(self, mark: tuple[int, int]) -> None:
        """Drop what was noted of a game again that could not be walked through."""
        row, untold = mark
        del self.rows[row:]
        del self.untold[untold:]
        self.targets = {at: text for at, text in self.targets.items() if at < row}

    def pack(self) -> PackedTurns:
        """Return the rows as Arrow, with a number for each different move and market."""
        games: list[int] = []
        turns: list[int] = []
        for game, first, count in self.games:
            games += [game] * count
            turns += range(first, first + count)
        facts, points, *more = zip(*self.rows, strict=True) if self.rows else [()] * len(COLUMNS)
        moves: dict[tuple[int, int, int], int] = {}
        targets = self.targets
        found = [
            moves.setdefault((fact, targets.get(row, NONE), gain), len(moves))
            for row, (fact, gain) in enumerate(zip(facts, points, strict=True))
        ]
        targeted = list(self.numbers)
        unseen = self.facts.number(UNSEEN_CLAIM)
        found += [moves.setdefault((unseen, at, targeted[at][2] or 0), len(moves)) for at in self.untold]
        columns = {name: pa.array(column, pa.int32()) for name, column in zip(COLUMNS[2:], more, strict=True)}
        columns["deck"] = pc.if_else(pc.equal(columns["deck"], NONE), None, columns["deck"])
        unsure = pc.greater_equal(columns["hand"], UNKNOWN_HAND // 2)  # a violation ended that the hand is known
        columns["hand"] = pc.if_else(unsure, None, columns["hand"])
        numbered = {"game": games, "turn": turns, "move": found[: len(games)]}
        columns = {name: pa.array(column, pa.int32()) for name, column in numbered.items()} | columns
        rows = pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns))
        aims = [*targeted, (None, None, None)]  # the last one is that of NONE
        return PackedTurns(
            rows,
            pa.array(found, pa.int32()),
            [move_row(self.facts[fact], aims[target], gain) for fact, target, gain in moves],
            [(letters(market),) for market in self.markets],
        )


# --- turns that are no draws -----------------------------------------------------------------------------------------


def _claim(turns: Turns, walk: GameWalk, moment: BeforeTurn) -> None:
    turn, number, seat, log = moment
    action = turn.action
    assert isinstance(action, Claim)
    if action.given_up:
        tracks = tracks_of(walk.board, action)
        if tracks:
            turns.aim(len(turns.rows) - 1, walk.board.route_text(walk.board.routes[tracks[0]]))
        return
    walk.claims.append((len(turns.rows) - 1, number, seat, action, turned_over(action, log)))
    if action.passenger:
        city = resolve_city(walk.board, action.passenger)
        if not isinstance(city, Violation):
            walk.passengers.append((number, seat + 1, "placed", city.code, None, None, None))


def _tickets(_turns: Turns, walk: GameWalk, moment: BeforeTurn) -> None:
    action = moment.turn.action
    assert isinstance(action, TakeTickets)
    note_tickets(walk, moment.seat, moment.number, action.kept, action.returned)


def note_tickets(
    walk: GameWalk, seat: int, number: int, kept: tuple[WrittenTicket, ...], returned: tuple[WrittenTicket, ...]
) -> None:
    """Take note of tickets that a seat was offered."""
    for ticket in kept:
        found = resolve_ticket(walk.board, ticket)
        if isinstance(found, int) and found >= 0:
            walk.kept[seat][found] = number
        else:
            walk.unseen[seat].add(number)
            walk.unclear[seat].add(number)
    for ticket in returned:
        found = resolve_ticket(walk.board, ticket)
        if isinstance(found, int) and found >= 0:
            walk.returned.append((seat, found, number))
        else:
            walk.unclear[seat].add(number)


def _station(turns: Turns, walk: GameWalk, moment: BeforeTurn) -> None:
    turn, number, seat, _ = moment
    action = turn.action
    assert isinstance(action, Station)
    city = resolve_city(walk.board, action.city)
    if not isinstance(city, Violation):
        turns.aim(len(turns.rows) - 1, city.code)
        walk.stations.append((number, seat, city.index, action.paid))


def _ride(turns: Turns, walk: GameWalk, moment: BeforeTurn) -> None:
    turn, number, seat, _ = moment
    action = turn.action
    assert isinstance(action, Ride)
    cities = [resolve_city(walk.board, name) for name in action.cities]
    codes = [city.code for city in cities if not isinstance(city, Violation)]
    way = "-".join(codes)
    points = turns.rows[-1][POINTS]
    turns.aim(len(turns.rows) - 1, way)
    if codes:
        walk.passengers.append((number, seat + 1, "ride", codes[0], way, len(action.cards), points))


SPECIALS: Final[dict[type, Special]] = {Claim: _claim, TakeTickets: _tickets, Station: _station, Ride: _ride}
