"""A record run through the rules, line by line.

After a violation the run goes on: the action is carried out as far as it can be, and what it made doubtful (a hand, the
market, a player's points) is not held against later lines, so that one mistake is told once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ttrn.boards import Board
from ttrn.notation.game import Entry, Game, Variation, placed
from ttrn.notation.problems import Problem
from ttrn.notation.records import (
    AssertCards,
    AssertCount,
    AssertTickets,
    Comment,
    Complete,
    Deal,
    Deck,
    Keep,
    Market,
    Player,
    Reveal,
    Score,
    Statement,
    Tag,
    Turn,
)
from ttrn.notation.writer import format_statement, format_turn
from ttrn.replay import claims_check
from ttrn.replay.position import loose_hands, open_position, position_tag
from ttrn.replay.resolve import (
    Resolved,
    ResolvedClaim,
    ResolvedDraw,
    ResolvedPass,
    ResolvedTickets,
    cards_of,
    resolve,
)
from ttrn.replay.setup import Setup
from ttrn.rules.actions import ClaimRoute, DrawTickets, KeepTickets, PassTurn, TakeCard
from ttrn.rules.cards import KINDS, LOCOMOTIVE, UNKNOWN
from ttrn.rules.claims import held
from ttrn.rules.draws import missing_second
from ttrn.rules.engine import apply, new_game, verify
from ttrn.rules.state import CHOOSE, OVER, PHASES, SECOND, SETUP, State, Verdict
from ttrn.rules.supply import blur
from ttrn.rules.tickets import name_offered, put_under
from ttrn.rules.turns import end_turn


class Run:
    """One pass through a game; ``state`` is where it stands, ``problems`` what was found so far."""

    def __init__(self, game: Game, board: Board, file: str = "", number: int = 0) -> None:
        self.game = game
        self.board = board
        self.problems: list[Problem] = []
        self.names = tuple([player.id for player in game.players])
        self.seats = {name: seat for seat, name in enumerate(self.names)}
        self.doubtful: set[int] = set()
        self._file = file
        self._game_number = number
        self._over_told = False
        self.state = new_game(board, self.names)
        self._setup = Setup(self.state)
        self._position = position_tag(game)
        self._lost = False  # the game starts from a position that cannot be read: there is nothing to replay
        if self._position is not None:
            self._start_from(self._position)

    def steps(self) -> Iterator[tuple[int, Turn]]:
        """Run the main line; yields after each turn, with its number. Variations are checked on the way."""
        if self._lost:
            return
        self._check_table()
        yield from self._sequence(self.game, self.game.first_turn)
        if self.state.phase == SETUP:
            self._begin()
        claims_check.check_result(self)

    def finish(self) -> None:
        """Run to the end."""
        for _ in self.steps():
            pass

    # --- lines -------------------------------------------------------------------------------------------------------

    def _sequence(self, sequence: Game | Variation, number: int) -> Iterator[tuple[int, Turn]]:
        lines = list(placed(sequence))
        before: State | None = None
        for i, (place, entry) in enumerate(lines):
            if isinstance(entry, Turn):
                if self.state.phase == SETUP:
                    self._begin()
                if _variation_follows(lines, i):
                    before = self.state.copy()
                self.turn(entry, number, place)
                yield number, entry
                number += 1
            elif isinstance(entry, Variation):
                assert before is not None
                self._variation(entry, before, number - 1)
            elif not isinstance(entry, Comment | Player | Tag):
                self._statement(entry, number - 1, place)

    def _variation(self, variation: Variation, before: State, number: int) -> None:
        """Check a variation from the state before the turn that it replaces, and come back."""
        kept = self.state, set(self.doubtful), self._over_told
        self.state = before.copy()
        for _ in self._sequence(variation, number):
            pass
        self.state, self.doubtful, self._over_told = kept

    def _statement(self, line: Statement, number: int, place: int) -> None:
        match line:
            case Deal() | Keep() | Market() | Deck():
                self._supply(line)
            case AssertCards() | AssertCount() | AssertTickets() | Reveal() | Score() | Complete():
                if self.state.phase == SETUP:
                    self._begin()
                claims_check.check_statement(self, line)
            case Player():  # pragma: no cover  players are read before
                pass
        self._collect(number, place, line)

    def _supply(self, line: Deal | Keep | Market | Deck) -> None:
        """Take over what a line tells of the setup, or of a deck."""
        state = self.state
        match line:
            case Deck(reshuffled=True):
                state.next_decks.append(list(cards_of(line.cards)))
            case _ if self._position is not None:
                state.note("POSITION-3", "the game starts from a position: nothing is dealt before its first turn")
            case Deal():
                self._setup.deal(self.seats[line.player], line)
            case Keep():
                self._setup.keep(self.seats[line.player], line)
            case Market():
                self._setup.market(line)
            case Deck():
                if state.phase == SETUP:
                    self._setup.deck(line)
                else:
                    state.note(state.dialect.ids["deck"], "the order of the deck stands before the first turn")

    # --- turns -------------------------------------------------------------------------------------------------------

    def turn(self, turn: Turn, number: int, place: int) -> None:
        """Check one turn and carry it out."""
        state = self.state
        seat = self.seats[turn.player]
        state.recorded = True
        if state.phase == OVER and not self._over_told:
            self._over_told = True
            state.note("END-1", "the game is over: everybody has had one more turn")
        if seat != state.seat:
            state.note("TURN-1", f"it is the turn of {self.names[state.seat]}, not of {turn.player}")
            state.seat = seat
        resolved = resolve(self.board, turn.action)
        if turn.refill:
            state.script = list(cards_of(turn.refill.cards))[::-1]
            state.flushes = [list(cards_of(flush))[::-1] for flush in turn.refill.flushes]
        if isinstance(resolved, Verdict):
            state.notes.append(resolved)
            self._loosen(seat)
            end_turn(state)
        else:
            self._act(resolved, seat)
        if state.script and turn.refill and not state.blurred:
            state.note("DECK-2", "the market had no gap to fill with the cards recorded")
        if state.next_decks:
            self._unused_deck()
        state.script = []
        state.flushes = []
        if state.notes:
            self._collect(number, place, turn)

    def _unused_deck(self) -> None:
        """DECK-1: a shuffle stands before the turn in which the new deck is first used."""
        state = self.state
        state.next_decks = []
        if not state.blurred:
            state.note("DECK-1", f"the deck was not reshuffled: it still has {state.deck_size} cards")

    def _act(self, action: Resolved, seat: int) -> None:
        if self.state.phase in (SECOND, CHOOSE) and not self._goes_on(action):
            return
        if isinstance(action, ResolvedDraw):
            self._draw(action, seat)
        elif isinstance(action, ResolvedClaim):
            self._claim(action, seat)
        elif isinstance(action, ResolvedTickets):
            self._tickets(action)
        elif isinstance(action, ResolvedPass):
            self._judge(PassTurn())
            apply(self.state, PassTurn())

    def _goes_on(self, action: Resolved) -> bool:
        """Tell whether an action finishes the turn in the middle of which a position started (TURN-1); else end it."""
        state = self.state
        if isinstance(action, ResolvedDraw if state.phase == SECOND else ResolvedTickets):
            return True
        state.note("TURN-1", f"the turn in the position is to be finished first ({PHASES[state.phase]})")
        put_under(state, ())
        end_turn(state)
        return False

    def _judge(self, action: TakeCard | ClaimRoute | DrawTickets | KeepTickets | PassTurn) -> bool:
        """Check an action; note what it breaks, and tell whether it is legal."""
        if self.state.phase == OVER:
            return True
        verdict = verify(self.state, action)
        if verdict is not None:
            self.state.notes.append(verdict)
        return verdict is None

    def _draw(self, draw: ResolvedDraw, seat: int) -> None:
        state = self.state
        for i, take in enumerate(draw.takes):
            if i and (state.phase != SECOND or state.seat != seat):
                if draw.takes[0].card == LOCOMOTIVE:
                    state.note("DRAW-3", "a face-up locomotive counts as both cards: no second one follows")
                else:
                    state.note("DRAW-6", "no second card can be taken")
                self._loosen(seat)
                return
            action = TakeCard(take.card)
            if not self._judge(action):
                self._loosen(seat)
                blur(state)
            state.script = list(take.script)
            state.flushes = [list(flush) for flush in take.flushes]
            apply(state, action)
        if state.phase == SECOND and state.seat == seat:
            state.notes.append(missing_second(state))
            end_turn(state)

    def _claim(self, claim: ResolvedClaim, seat: int) -> None:
        state = self.state
        actions = [ClaimRoute(route, claim.paid) for route in claim.routes]
        if state.phase == OVER:
            apply(state, actions[0])
            return
        verdicts = [verify(state, action) for action in actions]
        if None in verdicts:
            apply(state, actions[verdicts.index(None)])
            return
        # Of several tracks the one that came nearest is the one that was meant: the last check is the payment.
        ranks = ["CLAIM-1", "CLAIM-5", "CLAIM-6", "CLAIM-3", "CLAIM-2"]
        best = max(range(len(actions)), key=lambda i: (ranks.index(_rule(verdicts[i])), -i))
        verdict = verdicts[best]
        assert verdict is not None
        state.notes.append(verdict)
        self.doubtful.add(seat)
        if held(state, claim.paid):
            self._loosen(seat)
        if verdict.rule == "CLAIM-1":
            end_turn(state)
        else:
            apply(state, actions[best])
            state.trains[seat] = max(0, state.trains[seat])

    def _tickets(self, tickets: ResolvedTickets) -> None:
        state = self.state
        if state.phase != CHOOSE:
            if not self._judge(DrawTickets()):
                end_turn(state)
                return
            apply(state, DrawTickets())
        told = [*tickets.kept, *tickets.returned]
        if len(told) != len(state.offered):
            rule = state.dialect.ids["tickets"]
            state.note(rule, f"{len(state.offered)} tickets are taken, not {len(told)}")
            state.offered = (state.offered + [-1] * len(told))[: len(told)]
        name_offered(state, told)
        self._judge(KeepTickets(tickets.kept))
        apply(state, KeepTickets(tickets.kept))

    # --- after a violation -------------------------------------------------------------------------------------------

    def _loosen(self, seat: int) -> None:
        """Forget what is known of a hand: after a violation it can no longer be relied on."""
        hand = self.state.hands[seat]
        for kind in range(UNKNOWN):
            self.state.pool[kind] += hand[kind]
        total = sum(hand)
        self.state.hands[seat] = [0] * KINDS
        # Roomy enough for whatever the record goes on to pay: it is not known what the player really holds.
        self.state.hands[seat][UNKNOWN] = max(total, self.board.tables.deck_size)
        self.doubtful.add(seat)

    def _collect(self, number: int, place: int, line: Entry) -> None:
        """Turn what the rules noted into problems with a place."""
        for verdict in self.state.notes:
            self.problems.append(self._problem(verdict, number, place, line))
        self.state.notes.clear()

    def _problem(self, verdict: Verdict, number: int, place: int, line: Entry) -> Problem:
        text, player, turn = "", "", 0
        message = verdict.message
        if isinstance(line, Turn):
            text, player, turn = format_turn(line, number), line.player, number
            message = f"turn {number}, {player}: {message}"
        elif not isinstance(line, Comment | Variation):
            text = format_statement(line)
        return Problem(
            verdict.rule, message, self._file, place, text=text, game=self._game_number, turn=turn, player=player
        )

    # --- beginning ---------------------------------------------------------------------------------------------------

    def _start_from(self, tag: Tag) -> None:
        """Start from a position; what is wrong with it is told at its tag."""
        state, problem = open_position(self.game, tag, self.board)
        if problem is not None:
            self.tag_problem(Verdict(problem.rule, problem.message), tag.name)
            place = replace(self.problems.pop(), column=problem.column, width=problem.width, hint=problem.hint)
            self.problems.append(place)
        if state is None:
            self._lost = True
            return
        self.state = state
        # A hand that an earlier violation made unsure is not held against later lines here either.
        self.doubtful.update(loose_hands(state))

    def opening(self) -> State:
        """Return the state after the setup, before the first turn."""
        for place, entry in placed(self.game):
            if isinstance(entry, Turn):
                break
            if not isinstance(entry, Comment | Player | Tag | Variation):
                self._statement(entry, 0, place)
        if self.state.phase == SETUP and not self._lost:
            self._begin()
        return self.state

    def tag_problem(self, verdict: Verdict, name: str) -> None:
        """Report what is wrong with a tag."""
        for place, entry in placed(self.game):
            if isinstance(entry, Tag) and entry.name == name:
                self.problems.append(self._problem(verdict, 0, place, entry))

    def _check_table(self) -> None:
        tables = self.board.tables
        if not tables.min_players <= len(self.names) <= tables.max_players:
            limits = f"{tables.min_players} to {tables.max_players}"
            self.state.note("SETUP-1", f"this game is for {limits} players; the record has {len(self.names)}")
            self._collect(0, self.game.places[0] if self.game.places else 0, self.game.entries[0])

    def _begin(self) -> None:
        self.state.recorded = True
        self._setup.begin()


def _variation_follows(lines: list[tuple[int, Entry]], i: int) -> bool:
    for _, entry in lines[i + 1 :]:
        if isinstance(entry, Turn):
            return False
        if isinstance(entry, Variation):
            return True
    return False


def _rule(verdict: Verdict | None) -> str:
    return verdict.rule if verdict else ""
