"""A record run through the rules, line by line.

After a violation the run goes on: the action is carried out as far as it can be, and what it made doubtful (a hand, the
market, a player's points) is not held against later lines, so that one mistake is reported once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.core.actions import Action, unknown_ticket
from ttrn.core.card_supply import forget_market
from ttrn.core.cards import KINDS, UNKNOWN, cards_of, number_of
from ttrn.core.engine import new_game, verify
from ttrn.core.house_rules import house_of
from ttrn.core.scoring import Outcome
from ttrn.core.state import MAIN, OVER, SCORING, SETUP, UNKNOWN_HAND, State, Violation
from ttrn.core.turns import end_turn
from ttrn.core.unseen_log import UnseenLog
from ttrn.notation.game import Entry, GameRecord, Variation, placed
from ttrn.notation.levels import some_turns, without_turns
from ttrn.notation.problems import Problem
from ttrn.notation.records import (
    AssertCards,
    AssertCount,
    AssertTickets,
    Comment,
    Complete,
    Deal,
    Deck,
    FinalRoutes,
    FinalStations,
    Finished,
    Keep,
    Market,
    Player,
    Rank,
    Refill,
    Reveal,
    Score,
    Sheet,
    Statement,
    Tag,
    TakeTickets,
    Turn,
    WrittenAction,
)
from ttrn.position.checks import loose_hands
from ttrn.replays import statements as claims_check
from ttrn.replays.closing import Ending, read_closing
from ttrn.replays.from_position import NoSetup, finishing, open_position, position_tag
from ttrn.replays.resolve import NOT_RESOLVED, Kept, ResolvedTickets, Resolver
from ttrn.replays.setup import Setup
from ttrn.replays.tables import Records
from ttrn.replays.ticket_hints import given_back_hint


class SavedRun(NamedTuple):
    """Where a run stood, so that it can come back from a variation."""

    state: State
    doubtful: set[int]
    ambiguous: dict[int, tuple[int, ...]]
    broken: bool
    over_noted: bool
    order_doubtful: int
    ending: Ending


class Mark(NamedTuple):
    """Where a run stood with everything it knew, so that it can go another way from there."""

    moment: SavedRun
    setup: Setup
    outcome: Outcome | None
    problems: int


class Course:
    """The way through the lines of a game or a variation: the number of the next turn, and where one may turn back."""

    __slots__ = ("before", "number", "replaced")

    def __init__(self, sequence: GameRecord | Variation, number: int) -> None:
        self.number = number
        self.replaced = _replaced_turns(sequence)
        """Which entries are turns that a variation replaces: the moment before them is kept."""
        self.before: SavedRun | None = None


class Run:
    """One pass through a game; ``state`` is where it stands, ``problems`` what was found so far."""

    def __init__(self, game: GameRecord, board: Board, file: str = "", number: int = 0) -> None:
        self.game = game
        self.board = board
        self.problems: list[Problem] = []
        self.names = tuple([player.id for player in game.players])
        self.seats = {name: seat for seat, name in enumerate(self.names)}
        self.doubtful: set[int] = set()
        self.ambiguous: dict[int, tuple[int, ...]] = {}
        """Tracks claimed without saying which, with the others that the claim may have meant."""
        self.broken = False
        """Whether a line of the game itself broke a rule, so that the end cannot be relied on."""
        self.state = new_game(board, self.names)
        self.records: Records = self.state.game.records
        self._resolve = Resolver(board, self.records.read).resolve
        self._file = file
        self._game_number = number
        self._lines: list[str] = []  # as they are written, once something is wrong with one
        self._over_noted = False
        self.order_doubtful = 0  # after how many turns in order the order counts again
        self.trial = False
        """Whether only the number of problems counts: what they are is not put into words then."""
        self.unread_seats: set[int] = set()
        """Seats of which not every turn could be read: nobody knows how many tickets they kept."""
        self.begun: Callable[[State], None] | None = None
        """Is shown the state after the setup, before the first turn; for whoever wants to know what was dealt."""
        self.branched: Callable[[], None] | None = None
        """Is called after each turn of a variation; for whoever wants to see the states there."""
        self.ending = Ending()
        """What the lines about the end have told."""
        self.outcome: Outcome | None = None
        """The reckoning at the last score line, if there is one."""
        self.state.chance.recorded = True
        self.state.chance.unseen = UnseenLog()
        self.setup = Setup(self.state)
        self.lost = False
        """Whether the game starts from a position that cannot be read: there is nothing to replay then."""
        position = position_tag(game)
        if position is not None:
            self._start_from(position)
        house = house_of(game.tags.get("Rules", ""))
        self.state.house = house if not (some_turns(game) or without_turns(game)) else house._replace(partial=True)

    def steps(self) -> Iterator[tuple[int, Turn]]:
        """Run the main line; yields after each turn, with its number. Variations are checked on the way."""
        if self.lost:
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
        if self.lost:
            return
        self._check_table()
        course = Course(self.game, self.game.first_turn)
        if course.replaced:
            for i, (place, entry) in enumerate(placed(self.game)):
                self._follow(course, i, place, entry)
        else:
            self._follow_all(course.number)
        self._end()

    def _follow_all(self, number: int) -> None:
        """Go through a game without variations; most turns come when they are due, and are known: they need no more."""
        state, chance, seats = self.state, self.state.chance, self.seats
        board, handlers, resolve = self.board, self.records.handle, self._resolve
        for place, entry in placed(self.game):
            if not isinstance(entry, Turn):
                if not isinstance(entry, _NO_NEWS):
                    self._statement(entry, number - 1, place)
                continue
            kept: Kept = getattr(entry.action, "resolved", NOT_RESOLVED)
            known = kept[1] if kept[0] is board else resolve(entry.action)
            handler = handlers.get(type(known))
            if (
                handler is None
                or state.phase != MAIN
                or seats[entry.player] != state.seat
                or entry.refill is not None
                or self.order_doubtful
                or chance.notes
            ):
                if state.phase != MAIN:
                    self.await_turn()
                self.turn(entry, number, place)
            else:
                handler(self, known, state.seat)
                if chance.cards or chance.flushes or chance.next_decks or chance.notes:
                    self._settle(entry, number, place)
            number += 1

    def _end(self) -> None:
        if self.state.phase == SETUP:
            self._begin()
        claims_check.check_end(self)

    # --- another way -------------------------------------------------------------------------------------------------

    def mark(self) -> Mark:
        """Return where the run stands, to come back to it."""
        state = self.state.copy()
        return Mark(self._moment(state), self.setup.copy(state), self.outcome, len(self.problems))

    def back(self, mark: Mark) -> None:
        """Go back to a mark; one can go back to it as often as one likes."""
        state = mark.moment.state.copy()
        self._return_to(mark.moment._replace(state=state))
        self.setup = mark.setup.copy(state)
        self.outcome = mark.outcome
        del self.problems[mark.problems :]

    def feed(self, entry: Entry, number: int, place: int = 0) -> bool:
        """Go on with a line of the main line, whatever the game has there; return whether nothing is wrong with it.

        ``number`` is that of the turn, or of the turn before another line. Variations are passed over.
        """
        found = len(self.problems)
        if isinstance(entry, Turn):
            self.await_turn()
            self.turn(entry, number, place)
        elif not isinstance(entry, _NO_NEWS):
            self._statement(entry, number, place)
        return len(self.problems) == found

    def end(self) -> bool:
        """End the run after the last line was fed; return whether nothing is wrong with the end."""
        found = len(self.problems)
        self._end()
        return len(self.problems) == found

    # --- lines -------------------------------------------------------------------------------------------------------

    def _follow(self, course: Course, i: int, place: int, entry: Entry) -> bool:
        """Go on with the next line of a game or a variation; return whether it was a turn."""
        if isinstance(entry, Turn):
            if self.state.phase != MAIN:
                self.await_turn()
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

    def await_turn(self) -> None:
        """Finish what comes before a turn: the setup, or a scoring."""
        phase = self.state.phase
        if phase == SETUP:
            self._begin()
        elif phase == SCORING:
            self.records.go_on(self)

    def _variation(self, variation: Variation, before: SavedRun, number: int) -> None:
        """Check a variation from the state before the turn that it replaces, and come back."""
        kept = self._moment(self.state)
        self._return_to(before._replace(state=before.state.copy()))
        course = Course(variation, number)
        for i, (place, entry) in enumerate(placed(variation)):
            if self._follow(course, i, place, entry) and self.branched is not None:
                self.branched()
        self._return_to(kept)

    def _moment(self, state: State) -> SavedRun:
        return SavedRun(
            state,
            set(self.doubtful),
            dict(self.ambiguous),
            self.broken,
            self._over_noted,
            self.order_doubtful,
            self.ending.copy(),
        )

    def _return_to(self, moment: SavedRun) -> None:
        self.state, self.broken, self._over_noted = moment.state, moment.broken, moment.over_noted
        self.order_doubtful = moment.order_doubtful
        self.ending = moment.ending.copy()
        self.doubtful, self.ambiguous = set(moment.doubtful), dict(moment.ambiguous)
        self.setup.state = self.state

    def _statement(self, line: Statement, number: int, place: int) -> None:
        if self.state.phase != SCORING or not self.records.at_scoring(self, line):
            self._read(line, number, place)
        self.collect(number, place, line)

    def _read(self, line: Statement, number: int, place: int) -> None:  # noqa: C901  a table of one line per kind
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
                    state.chance.next_decks.append(list(cards_of(line.cards)))
                elif state.phase == SETUP:
                    self.setup.deck(line)
                else:
                    state.note(state.game.ids.deck, "the order of the deck stands before the first turn", "line")
            case Complete() | AssertCards() | AssertCount() | AssertTickets() | Reveal() | Score():
                if state.phase == SETUP:
                    self._begin()
                claims_check.check_statement(self, line, number, place)
            case FinalRoutes() | FinalStations() | Sheet() | Rank() | Finished():
                if state.phase == SETUP:
                    self._begin()
                read_closing(self, line, number, place)
            case Player():  # pragma: no cover  players are read before
                pass

    # --- turns -------------------------------------------------------------------------------------------------------

    def turn(self, turn: Turn, number: int, place: int) -> None:
        """Check one turn and carry it out."""
        state = self.state
        chance = state.chance
        seat = self.seats[turn.player]
        if seat != state.seat or state.phase == OVER or self.order_doubtful:
            self._unexpected(seat, turn.player)
        noted = len(chance.notes)
        action, refill = turn.action, turn.refill
        open_cards = 0 if refill is None else self._expect(refill)
        resolved = self._resolve(action)
        handler = self.records.handle.get(type(resolved))
        if handler is not None:
            handler(self, resolved, seat)
        else:
            self._not_of_this_board(action, resolved, seat)
        if refill is not None and not chance.notes:
            self._check_refill(refill, open_cards)
        if noted:
            del chance.notes[noted:]  # of a turn at the wrong time only that is reported
        self._settle(turn, number, place)

    def _settle(self, turn: Turn, number: int, place: int) -> None:
        """Put aside what a turn has left over of the record's cards, and report what was noted."""
        chance = self.state.chance
        if chance.cards:
            chance.cards = []
        if chance.flushes:
            chance.flushes = []
        if chance.next_decks:
            self._unused_deck()
        if chance.notes:
            self.collect(number, place, turn)

    def _unexpected(self, seat: int, player: str) -> None:
        """Note a turn that comes after the end, or before its time; then it is carried out all the same."""
        state = self.state
        if state.phase == OVER:
            self._after_the_end(seat)
        if seat != state.seat or self.order_doubtful:
            self.out_of_order(seat, player)
        state.seat = seat

    def out_of_order(self, seat: int, player: str) -> None:
        """TURN-1: note that it is another's turn; after that the order counts again when all have played in turn.

        Whose cards were really drawn or paid nobody knows: neither hand is held against anybody.
        """
        state = self.state
        if seat == state.seat:
            self.order_doubtful -= 1
        elif not state.house.partial and state.phase != OVER:
            if not self.order_doubtful:
                state.note("TURN-1", f"it is the turn of {self.names[state.seat]}, not of {player}", "player")
            self.order_doubtful = state.seats
            self.forget_hand(state.seat)
            self.forget_hand(seat)
            forget_market(state)

    def _after_the_end(self, seat: int) -> None:
        """END-1: note once that the game is over; whether turns after it count in the scores nobody knows."""
        self.doubtful.add(seat)
        if not self._over_noted:
            self._over_noted = True
            told = "the game is over: a line above says how it ended"
            text = told if self.ending.finished else self.state.rules.why_over(self.state)
            self.state.note(self.state.game.ids.end, text, "line")

    def _not_of_this_board(self, action: WrittenAction, wrong: object, seat: int) -> None:
        """Note that there is no such action on this board, and go on as well as possible."""
        assert isinstance(wrong, Violation)
        self.state.chance.notes.append(wrong)
        instead = self._in_its_place(action)
        if instead is None:
            self.forget_hand(seat)
            end_turn(self.state)
        else:
            self.records.handle[type(instead)](self, instead, seat)

    def _expect(self, refill: Refill) -> int:
        """Let what filled the gaps in the market come up after an action; return how many cards lie there before."""
        chance = self.state.chance
        chance.cards = list(cards_of(refill.cards))[::-1]
        chance.flushes = [list(cards_of(flush))[::-1] for flush in refill.flushes]
        return sum(self.state.market)

    def _in_its_place(self, action: WrittenAction) -> ResolvedTickets | None:
        """Go on as well as possible after an action that is not of this board: of tickets the number is known."""
        if not isinstance(action, TakeTickets):
            return None
        unknown = (unknown_ticket(),)
        return ResolvedTickets(unknown * len(action.kept), unknown * len(action.returned))

    def _check_refill(self, refill: Refill, open_cards: int) -> None:
        """DECK-2: the cards recorded at the end of a turn are as many as there were gaps to fill."""
        state = self.state
        # Only a full market is replaced: all gaps were filled before.
        market = state.market_size if refill.flushes and not state.chance.flushes else sum(state.market)
        filled = market - open_cards
        if state.market_unknown or filled == len(refill.cards):
            return
        recorded = f"the record fills {len(refill.cards)}"
        state.note("DECK-2", f"{number_of(filled, 'gap')} in the market can be filled; {recorded}", "refill")

    def _unused_deck(self) -> None:
        """DECK-1: a shuffle stands before the turn in which the new deck is first used."""
        state = self.state
        state.chance.next_decks = []
        if not state.market_unknown:
            left = number_of(state.deck_size, "card")
            state.note("DECK-1", f"the deck was not reshuffled: it still has {left}", "line")

    def judge(self, action: Action) -> bool:
        """Check an action; note what it breaks, and return whether it is legal. After the end nothing is checked."""
        if self.state.phase == OVER:
            return True
        violation = verify(self.state, action)
        if violation is not None:
            self.state.chance.notes.append(violation)
        return violation is None

    # --- after a violation -------------------------------------------------------------------------------------------

    def forget_hand(self, seat: int) -> None:
        """Forget what is known of a hand: after a violation it can no longer be relied on."""
        self._clear_hand(seat)
        self.doubtful.add(seat)

    def doubt(self, cards: Sequence[int]) -> None:
        """Hold the numbers of these kinds of cards against no later line: a payment of them was wrong."""
        self.state.unsure |= {kind for kind in range(UNKNOWN) if cards[kind]}

    def _clear_hand(self, seat: int) -> None:
        hand = self.state.hands[seat]
        for kind in range(UNKNOWN):
            self.state.pool[kind] += hand[kind]
        self.state.hands[seat] = [0] * KINDS
        # Roomy enough for whatever the record goes on to pay: it is not known what the player really holds.
        self.state.hands[seat][UNKNOWN] = UNKNOWN_HAND

    def collect(self, number: int, place: int, line: Entry) -> None:
        """Turn what the rules noted into problems with a place."""
        self.broken |= bool(self.state.chance.notes) and isinstance(line, Tag | Turn | Deal | Keep | Market | Deck)
        for violation in self.state.chance.notes:
            self.problems.append(self._problem(violation, number, place, line))
        self.state.chance.notes.clear()

    def _problem(self, violation: Violation, number: int, place: int, line: Entry) -> Problem:
        if self.trial:
            return _TRIED
        from ttrn.replays.problem_place import as_written, spot  # noqa: PLC0415  most games are sound, and never need it

        player, turn, message = "", 0, violation.message
        if isinstance(line, Turn):
            player, turn = line.player, number
            # Most violations name the player themselves.
            who = "" if message.startswith(f"{player} ") else f", {player}"
            message = f"turn {number}{who}: {message}"
        if not self._lines and self.game.text:
            self._lines = self.game.text.split("\n")
        text, column, width = spot(line, number, as_written(self.game, place, self._lines), violation)
        ids = self.state.game.ids
        about = ids.setup if isinstance(line, Keep) else ids.tickets
        hint = given_back_hint(self.board, line, number) if violation.rule == about else ""
        return Problem(
            violation.rule, message, self._file, place, column, width, text, hint, self._game_number, turn, player
        )

    # --- beginning ---------------------------------------------------------------------------------------------------

    def _start_from(self, tag: Tag) -> None:
        """Start from a position; what is wrong with it is reported at its tag."""
        state, problem = open_position(self.game, tag, self.board)
        if problem is not None:
            self.tag_problem(Violation(problem.rule, problem.message), tag.name)
            found = self.problems.pop()
            # The tag's value may stand further to the right than in canonical form.
            column = problem.column and problem.column + found.column - len(f"[{tag.name} ") - 1
            self.problems.append(replace(found, column=column, width=problem.width, hint=problem.hint))
        if state is None:
            self.lost = True
            return
        state.chance.recorded = True
        state.unseen = not state.exact
        self.state = state
        self.setup = NoSetup(state)
        self.records = finishing(self.records, state.game.position)
        # A hand that an earlier violation made unsure is not held against later lines here either.
        self.doubtful.update(loose_hands(state))

    def opening(self) -> State:
        """Return the state after the setup, before the first turn."""
        for place, entry in placed(self.game):
            if isinstance(entry, Turn):
                break
            if not isinstance(entry, _NO_NEWS):
                self._statement(entry, 0, place)
        if self.state.phase == SETUP and not self.lost:
            self._begin()
        return self.state

    def tag_problem(self, violation: Violation, name: str) -> None:
        """Report what is wrong with a tag."""
        for place, entry in placed(self.game):
            if isinstance(entry, Tag) and entry.name == name:
                self.problems.append(self._problem(violation, 0, place, entry))

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
            # Turns are missing: nobody knows what was drawn in them.
            forget_market(self.state)
            for seat in range(self.state.seats):
                self._clear_hand(seat)


_NO_NEWS: Final = (Comment, Player, Tag, Variation)
"""Lines that tell a run nothing where they stand: a variation is followed from the turn that it replaces."""

_TRIED: Final = Problem("", "")
"""In place of a problem while something is only tried."""


def _replaced_turns(sequence: GameRecord | Variation) -> set[int]:
    """Return which entries are turns that a variation replaces: the state before them must be kept."""
    found: set[int] = set()
    if isinstance(sequence, GameRecord) and sequence.text and "(" not in sequence.text:
        return found  # most games have none
    entries = sequence.entries
    last = 0
    for i, entry in enumerate(entries):
        if isinstance(entry, Turn):
            last = i
        elif isinstance(entry, Variation):
            found.add(last)
    return found
