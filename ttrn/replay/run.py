"""A record run through the rules, line by line.

After a violation the run goes on: the action is carried out as far as it can be, and what it made doubtful (a hand, the
market, a player's points) is not held against later lines, so that one mistake is told once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from ttrn.boards import Board
from ttrn.notation.game import Entry, Game, Variation, placed
from ttrn.notation.problems import Problem
from ttrn.notation.records import Action as Written
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
    Refill,
    Reveal,
    Score,
    Statement,
    Tag,
    TakeTickets,
    Turn,
)
from ttrn.notation.writer import format_statement, format_turn
from ttrn.replay import claims_check
from ttrn.replay.dialects import DIALECTS, ReplayDialect
from ttrn.replay.position import loose_hands
from ttrn.replay.position_start import NoSetup, finishing, open_position, position_tag
from ttrn.replay.resolve import ResolvedTickets, Resolver
from ttrn.replay.setup import Setup
from ttrn.replay.ticket_hints import given_back_hint
from ttrn.rules.actions import Action, unknown_ticket
from ttrn.rules.cards import KINDS, UNKNOWN, cards_of, number_of
from ttrn.rules.engine import end_rule, new_game, verify
from ttrn.rules.house import house_of
from ttrn.rules.scoring import Settlement
from ttrn.rules.state import LOOSE_HAND, MAIN, OVER, SCORING, SETUP, State, Verdict
from ttrn.rules.supply import blur
from ttrn.rules.turns import end_turn


class Moment(NamedTuple):
    """Where a run stood, so that it can come back from a variation."""

    state: State
    doubtful: set[int]
    unsettled: dict[int, tuple[int, ...]]
    broken: bool
    over_told: bool


class Course:
    """The way through the lines of a game or a variation: the number of the next turn, and where one may turn back."""

    __slots__ = ("before", "number", "replaced")

    def __init__(self, sequence: Game | Variation, number: int) -> None:
        self.number = number
        self.replaced = _replaced_turns(sequence.entries)
        """Which entries are turns that a variation replaces: the moment before them is kept."""
        self.before: Moment | None = None


class Run:
    """One pass through a game; ``state`` is where it stands, ``problems`` what was found so far."""

    def __init__(self, game: Game, board: Board, file: str = "", number: int = 0) -> None:
        self.game = game
        self.board = board
        self.problems: list[Problem] = []
        self.names = tuple([player.id for player in game.players])
        self.seats = {name: seat for seat, name in enumerate(self.names)}
        self.doubtful: set[int] = set()
        self.unsettled: dict[int, tuple[int, ...]] = {}
        """Tracks claimed without saying which, with the others that the claim may have meant."""
        self.broken = False
        """Whether a line of the game itself broke a rule, so that the end cannot be relied on."""
        self.dialect: ReplayDialect = DIALECTS[board.rules]
        self._resolve = Resolver(board, self.dialect.resolvers).resolve
        self._file = file
        self._game_number = number
        self._over_told = False
        self.untold: set[int] = set()
        """Seats of which not every turn could be read: nobody knows how many tickets they kept."""
        self.begun: Callable[[State], None] | None = None
        """Is shown the state after the setup, before the first turn; for whoever wants to know what was dealt."""
        self.branched: Callable[[], None] | None = None
        """Is called after each turn of a variation; for whoever wants to see the states there."""
        self.settlement: Settlement | None = None
        """The reckoning at the last score line, if there is one."""
        self.state = new_game(board, self.names)
        self.state.recorded = True
        self.setup = Setup(self.state)
        self._lost = False  # the game starts from a position that cannot be read: there is nothing to replay
        position = position_tag(game)
        if position is not None:
            self._start_from(position)
        self.state.house = house_of(game.tags.get("Rules", ""))

    def steps(self) -> Iterator[tuple[int, Turn]]:
        """Run the main line; yields after each turn, with its number. Variations are checked on the way."""
        if self._lost:
            return
        self._check_table()
        course = Course(self.game, self.game.first_turn)
        for i, (place, entry) in enumerate(placed(self.game)):
            if self._follow(course, i, place, entry):
                assert isinstance(entry, Turn)
                yield course.number - 1, entry
        self._end()

    def finish(self) -> None:
        """Run to the end; not by way of :meth:`steps`, for stopping and going on at every turn takes time."""
        if self._lost:
            return
        self._check_table()
        course = Course(self.game, self.game.first_turn)
        for i, (place, entry) in enumerate(placed(self.game)):
            self._follow(course, i, place, entry)
        self._end()

    def _end(self) -> None:
        if self.state.phase == SETUP:
            self._begin()
        claims_check.check_result(self)

    # --- lines -------------------------------------------------------------------------------------------------------

    def _follow(self, course: Course, i: int, place: int, entry: Entry) -> bool:
        """Go on with the next line of a game or a variation; tell whether it was a turn."""
        if isinstance(entry, Turn):
            phase = self.state.phase
            if phase != MAIN:
                if phase == SETUP:
                    self._begin()
                elif phase == SCORING:
                    self.dialect.go_on(self)
            if course.replaced and i in course.replaced:
                course.before = self._moment(self.state.copy())
            self.turn(entry, course.number, place)
            course.number += 1
            return True
        if isinstance(entry, Variation):
            assert course.before is not None
            self._variation(entry, course.before, course.number - 1)
        elif not isinstance(entry, Comment | Player | Tag):
            self._statement(entry, course.number - 1, place)
        return False

    def _variation(self, variation: Variation, before: Moment, number: int) -> None:
        """Check a variation from the state before the turn that it replaces, and come back."""
        kept = self._moment(self.state)
        self._return_to(before._replace(state=before.state.copy()))
        course = Course(variation, number)
        for i, (place, entry) in enumerate(placed(variation)):
            if self._follow(course, i, place, entry) and self.branched is not None:
                self.branched()
        self._return_to(kept)

    def _moment(self, state: State) -> Moment:
        return Moment(state, set(self.doubtful), dict(self.unsettled), self.broken, self._over_told)

    def _return_to(self, moment: Moment) -> None:
        self.state, self.broken, self._over_told = moment.state, moment.broken, moment.over_told
        self.doubtful, self.unsettled = set(moment.doubtful), dict(moment.unsettled)
        self.setup.state = self.state

    def _statement(self, line: Statement, number: int, place: int) -> None:
        if self.state.phase != SCORING or not self.dialect.at_scoring(self, line):
            self._read(line)
        self.collect(number, place, line)

    def _read(self, line: Statement) -> None:
        state = self.state
        match line:
            case Deal():
                self.setup.deal(self.seats[line.player], line)
            case Keep():
                self.setup.keep(self.seats[line.player], line)
            case Market():
                self.setup.market(line)
            case Deck():
                if line.reshuffled:
                    state.next_decks.append(list(cards_of(line.cards)))
                elif state.phase == SETUP:
                    self.setup.deck(line)
                else:
                    state.note(state.dialect.ids["deck"], "the order of the deck stands before the first turn")
            case AssertCards() | AssertCount() | AssertTickets() | Reveal() | Score() | Complete():
                if state.phase == SETUP:
                    self._begin()
                claims_check.check_statement(self, line)
            case Player():  # pragma: no cover  players are read before
                pass

    # --- turns -------------------------------------------------------------------------------------------------------

    def turn(self, turn: Turn, number: int, place: int) -> None:
        """Check one turn and carry it out."""
        state = self.state
        seat = self.seats[turn.player]
        if state.phase == OVER:
            self._after_the_end(seat)
        if seat != state.seat and not state.house.partial:
            state.note("TURN-1", f"it is the turn of {self.names[state.seat]}, not of {turn.player}")
        state.seat = seat
        if turn.refill:
            self._refilled(turn.action, turn.refill, seat)
        else:
            self._act(turn.action, seat)
        if state.script:
            state.script = []
        if state.flushes:
            state.flushes = []
        if state.next_decks:
            self._unused_deck()
        if state.notes:
            self.collect(number, place, turn)

    def _after_the_end(self, seat: int) -> None:
        """END-1: tell once that the game is over; whether turns after it count in the scores nobody knows."""
        self.doubtful.add(seat)
        if not self._over_told:
            self._over_told = True
            self.state.note(end_rule(self.state.dialect), self.state.dialect.over(self.state))

    def _act(self, action: Written, seat: int) -> None:
        resolved = self._resolve(action)
        handler = self.dialect.handlers.get(type(resolved))
        if handler is not None:
            handler(self, resolved, seat)
            return
        assert isinstance(resolved, Verdict)
        self.state.notes.append(resolved)
        instead = self._in_its_place(action)
        if instead is None:
            self.loosen(seat)
            end_turn(self.state)
        else:
            self.dialect.handlers[type(instead)](self, instead, seat)

    def _refilled(self, action: Written, refill: Refill, seat: int) -> None:
        """Carry out an action after which the record tells what filled the gaps in the market."""
        state = self.state
        state.script = list(cards_of(refill.cards))[::-1]
        state.flushes = [list(cards_of(flush))[::-1] for flush in refill.flushes]
        open_cards = sum(state.market)
        self._act(action, seat)
        if not state.notes:
            self._check_refill(refill, sum(state.market) - open_cards)

    def _in_its_place(self, action: Written) -> ResolvedTickets | None:
        """Go on as well as possible after an action that is not of this board: of tickets the number is known."""
        if not isinstance(action, TakeTickets):
            return None
        unknown = (unknown_ticket(),)
        return ResolvedTickets(unknown * len(action.kept), unknown * len(action.returned))

    def _check_refill(self, refill: Refill, filled: int) -> None:
        """DECK-2: the cards recorded at the end of a turn are as many as there were gaps to fill."""
        swept = refill.flushes and not self.state.flushes
        if self.state.blurred or swept or filled == len(refill.cards):
            return
        told = f"the record fills {len(refill.cards)}"
        self.state.note("DECK-2", f"{number_of(filled, 'gap')} in the market can be filled; {told}")

    def _unused_deck(self) -> None:
        """DECK-1: a shuffle stands before the turn in which the new deck is first used."""
        state = self.state
        state.next_decks = []
        if not state.blurred:
            state.note("DECK-1", f"the deck was not reshuffled: it still has {state.deck_size} cards")

    def judge(self, action: Action) -> bool:
        """Check an action; note what it breaks, and tell whether it is legal. After the end nothing is checked."""
        if self.state.phase == OVER:
            return True
        verdict = verify(self.state, action)
        if verdict is not None:
            self.state.notes.append(verdict)
        return verdict is None

    # --- after a violation -------------------------------------------------------------------------------------------

    def loosen(self, seat: int) -> None:
        """Forget what is known of a hand: after a violation it can no longer be relied on."""
        self._forget_hand(seat)
        self.doubtful.add(seat)

    def _forget_hand(self, seat: int) -> None:
        hand = self.state.hands[seat]
        for kind in range(UNKNOWN):
            self.state.pool[kind] += hand[kind]
        self.state.hands[seat] = [0] * KINDS
        # Roomy enough for whatever the record goes on to pay: it is not known what the player really holds.
        self.state.hands[seat][UNKNOWN] = LOOSE_HAND

    def collect(self, number: int, place: int, line: Entry) -> None:
        """Turn what the rules noted into problems with a place."""
        self.broken |= bool(self.state.notes) and isinstance(line, Tag | Turn | Deal | Keep | Market | Deck)
        for verdict in self.state.notes:
            self.problems.append(self._problem(verdict, number, place, line))
        self.state.notes.clear()

    def _problem(self, verdict: Verdict, number: int, place: int, line: Entry) -> Problem:
        text, player, turn = "", "", 0
        message = verdict.message
        if isinstance(line, Turn):
            text, player, turn = format_turn(line, number), line.player, number
            # Most verdicts name the player themselves.
            who = "" if message.startswith(f"{player} ") else f", {player}"
            message = f"turn {number}{who}: {message}"
        elif not isinstance(line, Comment | Variation):
            text = format_statement(line)
        about = self.state.dialect.ids.get("setup" if isinstance(line, Keep) else "tickets")
        hint = given_back_hint(self.board, line, number) if verdict.rule == about else ""
        return Problem(
            verdict.rule, message, self._file, place, 0, 1, text, hint, self._game_number, turn=turn, player=player
        )

    # --- beginning ---------------------------------------------------------------------------------------------------

    def _start_from(self, tag: Tag) -> None:
        """Start from a position; what is wrong with it is told at its tag."""
        state, problem = open_position(self.game, tag, self.board)
        if problem is not None:
            self.tag_problem(Verdict(problem.rule, problem.message), tag.name)
            found = self.problems.pop()
            self.problems.append(replace(found, column=problem.column, width=problem.width, hint=problem.hint))
        if state is None:
            self._lost = True
            return
        state.recorded = True
        state.unseen = not state.exact
        self.state = state
        self.setup = NoSetup(state)
        self.dialect = finishing(self.dialect)
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
            self.collect(0, self.game.places[0] if self.game.places else 0, self.game.entries[0])

    def _begin(self) -> None:
        self.setup.begin()
        if self.begun is not None:
            self.begun(self.state)
        if self.state.house.partial:
            # Turns are missing: nobody can tell what was drawn in them.
            blur(self.state)
            for seat in range(self.state.seats):
                self._forget_hand(seat)


def _replaced_turns(entries: tuple[Entry, ...]) -> set[int]:
    """Return which entries are turns that a variation replaces: the state before them must be kept."""
    found: set[int] = set()
    if Variation not in set(map(type, entries)):
        return found  # most games have none
    last = 0
    for i, entry in enumerate(entries):
        if isinstance(entry, Turn):
            last = i
        elif isinstance(entry, Variation):
            found.add(last)
    return found
