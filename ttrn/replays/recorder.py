"""Writes down what happens at the table: the engine's actions and chance as turns of the notation."""

from __future__ import annotations

from dataclasses import replace

from ttrn.core.actions import (
    NO_CITY,
    Action,
    BuildStation,
    ClaimRoute,
    DrawTickets,
    GiveUpTunnel,
    KeepTickets,
    LayCards,
    PassTurn,
    PayTunnel,
    PlacePassenger,
    RidePassenger,
    ScoreTickets,
    TakeCard,
)
from ttrn.core.cards import BLIND, LETTERS, PASSENGER, letters
from ttrn.core.chance import TURNED, decode_market
from ttrn.core.engine import apply, verify
from ttrn.core.scoring import score_game
from ttrn.core.state import State
from ttrn.games.marklin.passengers import cities_of
from ttrn.notation.game import Entry
from ttrn.notation.records import (
    Claim,
    Complete,
    Deal,
    Draw,
    Market,
    Pair,
    Pass,
    Play,
    Refill,
    Ride,
    Statement,
    Station,
    Take,
    TakeTickets,
    Turn,
    WrittenAction,
)
from ttrn.replays.resolve import ticket_pair


class Recorder:
    """Applies actions to a state and keeps the record of them.

    With ``chance`` every card that comes up is written; without, only choices are, for records that give the order of
    the deck.
    """

    def __init__(self, state: State, *, chance: bool = True) -> None:
        self.state = state
        self.turns: list[Turn] = []
        self.statements: list[tuple[int, Statement]] = []
        """What stands between the turns, each with the number of turns before it."""
        self._chance = chance
        self._takes: list[Take] = []
        self._claim: Claim | None = None  # the last claim, which something may complete

    def play(self, action: Action) -> None:
        """Carry out a legal action and write it down once the turn is complete."""
        state = self.state
        if isinstance(action, ScoreTickets):
            self._score_tickets(action)
            return
        seat, number = state.seat, state.number
        written = self._written(action)
        log: list[int] = []
        state.chance.log = log
        apply(state, action)
        state.chance.log = None
        if isinstance(action, TakeCard):
            self._takes.append(_take(action, log) if self._chance else _bare_take(action))
            written = Draw(tuple(self._takes))
        if TURNED in log:
            at = log.index(TURNED)
            assert isinstance(written, Claim)
            turned = "".join([LETTERS[card] for card in log[:at]]) if self._chance else "?" * at
            written = self._claim = replace(written, turned=turned)
            log = log[at + 1 :]
        if state.number != number and written is not None:
            refill = None if isinstance(written, Draw) or not (log and self._chance) else _refill(log)
            self.turns.append(Turn(state.names[seat], written, refill))
            self._takes = []

    def lines(self) -> list[Entry]:
        """Return the turns, and what stands between them."""
        lines: list[Entry] = []
        between = self.statements[::-1]
        for i, turn in enumerate(self.turns):
            while between and between[-1][0] == i:
                lines.append(between.pop()[1])
            lines.append(turn)
        return lines + [statement for _, statement in reversed(between)]

    def note(self, *statements: Statement) -> None:
        """Write something down between two turns."""
        self.statements += [(len(self.turns), statement) for statement in statements]

    def _score_tickets(self, action: ScoreTickets) -> None:
        """Write down a scoring in mid-game: what everybody completes, and what is dealt then."""
        state = self.state
        self.note(*completions(state))
        before = [list(hand) for hand in state.hands]
        apply(state, action)
        if self._chance:
            for seat, name in enumerate(state.names):
                dealt = [now - then for now, then in zip(state.hands[seat], before[seat], strict=True)]
                if any(dealt):
                    self.note(Deal(name, letters(dealt)))
            if any(state.market):
                self.note(Market(letters(state.market)))

    def _written(self, action: Action) -> WrittenAction | None:
        """Return an action as a record writes it; nothing for the first half of one."""
        written: WrittenAction | None = None
        match action:
            case ClaimRoute():
                written = self._claim = Claim(self._route(action), letters(action.paid))
            case PayTunnel() | GiveUpTunnel() | PlacePassenger():
                written = self._completed(action)
            case RidePassenger():
                codes = [self._city(city) for city in cities_of(self.state, action)]
                written = Ride(tuple(codes), LETTERS[PASSENGER] * action.cards)
            case KeepTickets(kept):
                written = self._tickets(kept)
            case BuildStation(city, paid):
                written = Station(self._city(city), letters(paid))
            case PassTurn():
                written = Pass()
            case LayCards(cards):
                written = Play(letters(cards))
            case TakeCard() | DrawTickets() | ScoreTickets():
                pass
        return written

    def _tickets(self, kept: tuple[int, ...]) -> TakeTickets:
        returned = list(self.state.offered)
        for ticket in kept:
            returned.remove(ticket)
        return TakeTickets(
            tuple([ticket_pair(self.state.board, ticket) for ticket in kept]),
            tuple([ticket_pair(self.state.board, ticket) for ticket in returned]),
        )

    def _completed(self, action: PayTunnel | GiveUpTunnel | PlacePassenger) -> Claim:
        """Return the last claim with what was still to be decided."""
        assert self._claim is not None
        match action:
            case PayTunnel(paid):
                return replace(self._claim, surcharge=letters(paid))
            case GiveUpTunnel():
                return replace(self._claim, given_up=True)
            case PlacePassenger(city):
                return self._claim if city == NO_CITY else replace(self._claim, passenger=self._city(city))

    def _city(self, city: int) -> str:
        return self.state.board.cities[city].code

    def _route(self, action: ClaimRoute) -> Pair:
        """Name the route; with the number of its track only where a reader would take it for another."""
        board = self.state.board
        route = board.routes[action.route]
        tracks = board.pairs[route.pair]
        number = 0
        if len(tracks) > 1:
            first = next(t for t in tracks if verify(self.state, ClaimRoute(t, action.paid)) is None)
            number = 0 if first == action.route else route.track
        return Pair(board.cities[route.a].code, board.cities[route.b].code, number)


def completions(state: State) -> list[Complete]:
    """Return what everybody completes if a scoring came now, in games where cards are spent on tickets."""
    outcome = score_game(state)
    return [
        Complete(state.names[score.seat], ticket_pair(state.board, result.ticket), result.cards)
        for score in outcome.seats
        for result in score.tickets
        if result.cards and result.ticket in state.tickets[score.seat]
    ]


def _bare_take(action: TakeCard) -> Take:
    return Take("?", blind=True) if action.card == BLIND else Take(LETTERS[action.card])


def _take(action: TakeCard, log: list[int]) -> Take:
    if action.card == BLIND:
        return Take(LETTERS[log[0]], blind=True)
    gap, flushes = decode_market(log)
    return Take(LETTERS[action.card], replacement=gap[0] if gap else "-", flushes=flushes)


def _refill(log: list[int]) -> Refill:
    cards, flushes = decode_market(log)
    return Refill(cards, flushes)
