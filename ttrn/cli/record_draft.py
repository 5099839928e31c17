"""A record that grows line by line: what somebody types becomes a line of it, if the rules allow it, or is explained.

A draft knows no terminal and no file. Its text is canonical at any time, and every change can be taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from ttrn.boards import Board
from ttrn.cli.record_forms import STATED, form_of
from ttrn.cli.record_lines import Typed, read_line
from ttrn.core.state import OVER, SCORING
from ttrn.diagnosis import Effort, diagnose
from ttrn.hidden.guard import guarded
from ttrn.notation import loads
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.levels import TAG
from ttrn.notation.problems import Problem
from ttrn.notation.records import (
    Comment,
    Deal,
    Deck,
    FinalRoutes,
    FinalStations,
    Finished,
    Keep,
    Market,
    Player,
    Rank,
    Reveal,
    Score,
    Sheet,
    Tag,
    Turn,
)
from ttrn.notation.writer import format_game, format_statement, format_turn
from ttrn.replays import Timeline, replay

_SETUP: Final = (Deal, Market, Keep, Deck)
"""The lines of the setup, in the order in which they stand."""

_ONCE: Final = (Reveal, FinalRoutes, FinalStations, Sheet, Score, Rank, Finished)
"""Lines about the end of which there is one, or one of each player: another one takes its place."""

_EFFORT: Final = Effort(most=1500, more=500, total=3000)
"""How hard a cure is looked for while somebody waits: a second at most."""

_NOT_YET: Final = ("LEVEL-1",)
"""Rules about all lines of a record together: until the last one is there they are no fault of any."""


class Answer(NamedTuple):
    """What became of a line: whether it was recorded, the words for it, and what is wrong with it."""

    recorded: bool
    text: str
    """The line as it stands in the record, or as it was typed; of a change of several lines, what it was."""
    problems: tuple[Problem, ...] = ()
    """Why it was refused, or what is wrong with it all the same."""
    instead: str = ""
    """The line that was there before, where it took the place of one."""
    readable: bool = True
    """Whether it could be recorded in spite of the problems."""


class Draft:
    """One game while it is being written down."""

    def __init__(self, game: GameRecord, board: Board) -> None:
        self.board = board
        self._past: list[GameRecord] = []
        self._future: list[GameRecord] = []
        self._take_up(game)

    def _take_up(self, game: GameRecord) -> None:
        self.timeline = self._replayed(game)
        self.game = self.timeline.game

    @property
    def text(self) -> str:
        """The record so far, in canonical form."""
        return format_game(self.game)

    def _replayed(self, game: GameRecord) -> Timeline:
        """Return a game replayed; read again, its lines have the places and the text that problems speak of."""
        (read,) = loads(format_game(game)).games
        return replay(read, self.board)

    @property
    def next_number(self) -> int:
        """The number of the next turn."""
        return self.timeline.last + 1 if self.game.turns else self.game.first_turn

    @property
    def ids(self) -> list[str]:
        """The ids of the players, in turn order."""
        return [player.id for player in self.game.players]

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules or by a line that says so."""
        return self.timeline.final.phase == OVER

    @property
    def due(self) -> str:
        """Whose turn it is; where turns are missing, whose it would be after the last one."""
        return self.timeline.final.names[self.timeline.final.seat] if self.ids else ""

    @property
    def undealt(self) -> list[str]:
        """The players without a line of what they were dealt, or with one that tells nothing yet."""
        told = {entry.player for entry in self._opening if isinstance(entry, Deal) and set(entry.cards) != {"?"}}
        return [name for name in self.ids if name not in told] if self.board.tables.dealt_cards else []

    @property
    def unkept(self) -> list[str]:
        """The players without a line of their starting tickets."""
        told = {entry.player for entry in self._opening if isinstance(entry, Keep)}
        return [name for name in self.ids if name not in told]

    @property
    def market_open(self) -> bool:
        """Whether a line tells the face-up cards of the setup."""
        return any(isinstance(entry, Market) and set(entry.cards) != {"?"} for entry in self._opening)

    @property
    def awaited(self) -> list[str]:
        """The lines of the setup that whoever writes can tell and has not yet, before the first turn.

        Everybody sees how many tickets are kept; whose cards are seen, the View tag says.
        """
        if self.game.turns or self.timeline.final.house.partial or "Position" in self.game.tags or self.stated_level:
            return []
        view = self.game.tags.get("View", "")
        seen = self.ids if view in ("", "full") else [view]
        lines = [f"{name} deal" for name in self.undealt if name in seen]
        lines += ["market"] if self.board.tables.market and not self.market_open else []
        return [*lines, *[f"{name} keep" for name in self.unkept]]

    @property
    def stated_level(self) -> str:
        """The level that a tag states; none for records with all turns."""
        stated = self.game.tags.get(TAG, "")
        return stated if stated in STATED else ""

    @property
    def _opening(self) -> tuple[Entry, ...]:
        """The lines before the first turn."""
        return self.game.entries[: self._first_turn(self.game.entries)]

    @staticmethod
    def _first_turn(entries: Sequence[Entry]) -> int:
        return next((i for i, entry in enumerate(entries) if isinstance(entry, Turn)), len(entries))

    # --- lines -------------------------------------------------------------------------------------------------------

    def add(self, typed: str, *, anyway: bool = False) -> Answer:
        """Add a line, at its place: one of the setup before the turns, one that there can be once in place of it."""
        read = self._read(typed, self.due, self.next_number)
        if isinstance(read, Answer):
            return read
        entries, at, instead = self._placed(read.entry)
        return self._change(entries, at, anyway=anyway, instead=instead)

    def replace(self, at: int, typed: str, *, anyway: bool = False) -> Answer:
        """Write another line in the place of an entry."""
        old = self.game.entries[at]
        who = old.player if isinstance(old, Turn) else self.due
        read = self._read(typed, who, self.number_at(at))
        if isinstance(read, Answer):
            return read
        entries = [*self.game.entries]
        entry = read.entry
        entries[at] = entry
        return self._change(entries, at, anyway=anyway, instead=self.line(at))

    def insert(self, at: int, typed: str, *, anyway: bool = False) -> Answer:
        """Write a line before an entry; the turns after it are numbered anew."""
        number = self.number_at(at)
        state = self.timeline.state(number - 1)
        read = self._read(typed, state.names[state.seat], number)
        if isinstance(read, Answer):
            return read
        entries = [*self.game.entries[:at], read.entry, *self.game.entries[at:]]
        return self._change(entries, at, anyway=anyway)

    def delete(self, at: int, *, anyway: bool = False) -> Answer:
        """Take an entry out; the turns after it are numbered anew."""
        entries = [*self.game.entries[:at], *self.game.entries[at + 1 :]]
        gone = self.line(at)
        answer = self._change(entries, min(at, len(entries) - 1), anyway=anyway)
        return answer._replace(text=gone)

    def set_tag(self, name: str, value: str, *, anyway: bool = False) -> Answer:
        """Give a tag a value, or take it out."""
        at = next((i for i, entry in enumerate(self.game.entries) if isinstance(entry, Tag) and entry.name == name), -1)
        if not value:
            return self.delete(at, anyway=anyway) if at >= 0 else Answer(recorded=True, text="")
        entries, at, instead = self._placed(Tag(name, value))
        return self._change(entries, at, anyway=anyway, instead=instead)

    def undo(self) -> str | None:
        """Take back the last change; of a record that was just opened, the last line. Returns what, None if nothing."""
        if self._past:
            self._future.append(self.game)
            return self._show(self.game, self._past.pop())
        last = len(self.game.entries) - 1
        if last < 0 or isinstance(self.game.entries[last], Tag | Player | Deal | Market):
            return None
        before = self.game
        shorter = GameRecord(before.entries[:last], before.first_turn if len(before.turns) > 1 else 1)
        self._future.append(before)
        return self._show(before, shorter)

    def redo(self) -> str | None:
        """Do again what was taken back; returns what, None if nothing was."""
        if not self._future:
            return None
        self._past.append(self.game)
        game = self._future.pop()
        return self._show(game, game)

    def _show(self, longer: GameRecord, game: GameRecord) -> str:
        """Go to a game; return the line that makes the difference."""
        other = self.game if game is longer else game
        found = [line for line in format_game(longer).split("\n") if line not in format_game(other).split("\n")]
        gone = [line for line in format_game(other).split("\n") if line not in format_game(longer).split("\n")]
        self._take_up(game)
        return (found or gone or [""])[0]

    # --- where and what ----------------------------------------------------------------------------------------------

    def turn_at(self, number: int) -> int | None:
        """Return which entry is the turn of a number, None if there is none."""
        turns = [i for i, entry in enumerate(self.game.entries) if isinstance(entry, Turn)]
        place = number - self.game.first_turn
        return turns[place] if 0 <= place < len(turns) else None

    def line_at(self, number: int) -> int | None:
        """Return which entry stands on a line of the text, None if there is none, or more than a line of its own."""
        return self.game.places.index(number) if number in self.game.places else None

    def number_at(self, at: int) -> int:
        """Return the number of the turn at an entry, or of the next one after it."""
        return self.game.first_turn + sum([isinstance(entry, Turn) for entry in self.game.entries[:at]])

    def line(self, at: int) -> str:
        """Return an entry as it stands in the record, without its comment."""
        return self._text(self.game, at)

    @staticmethod
    def _text(game: GameRecord, at: int) -> str:
        entry = game.entries[at]
        if isinstance(entry, Turn):
            number = game.first_turn + sum([isinstance(other, Turn) for other in game.entries[:at]])
            return format_turn(entry, number)
        if isinstance(entry, Comment):
            return f"; {entry.text}"
        return format_statement(entry) if not hasattr(entry, "entries") else "( … )"

    def _read(self, typed: str, who: str, number: int) -> Typed | Answer:
        """Read a line as somebody types it, or say what is wrong with it."""
        read = read_line(self, typed, who, number)
        if isinstance(read, Typed):
            return read
        return Answer(recorded=False, text=typed, problems=read, readable=False)

    def _placed(self, entry: Entry) -> tuple[list[Entry], int, str]:
        """Return the entries with a new one at its place, that place, and the line that was there before."""
        entries = list(self.game.entries)
        if isinstance(entry, Turn | Comment):
            return [*entries, entry], len(entries), ""
        same = self._same(entry)
        if same is not None:
            instead = "" if isinstance(entries[same], Comment) else self.line(same)
            entries[same] = entry
            return entries, same, instead
        at = self._place(entry)
        return [*entries[:at], entry, *entries[at:]], at, ""

    def _same(self, entry: Entry) -> int | None:
        """Return which entry a new one replaces: a form, or what there can be once only."""
        entries = self.game.entries
        setup = isinstance(entry, _SETUP) and not self._in_mid_game(entry)
        forms = set() if isinstance(entry, Tag | Player) else form_of(self.board, self.ids, entry)  # type: ignore[arg-type]
        for i, old in enumerate(entries):
            if isinstance(old, Comment) and not old.block and old.text in forms:
                return i
            if type(old) is not type(entry):
                continue
            if isinstance(entry, Tag) and isinstance(old, Tag):
                same = entry.name == old.name
            elif isinstance(entry, Player) and isinstance(old, Player):
                same = entry.id == old.id
            elif isinstance(entry, _ONCE) or (setup and i < self._first_turn(entries)):
                same = getattr(old, "player", "") == getattr(entry, "player", "")
            else:
                same = False
            if same:
                return i
        return None

    def _in_mid_game(self, entry: Entry) -> bool:
        """Return whether a line about cards belongs to a scoring, or is a deck that was shuffled again."""
        reshuffled = isinstance(entry, Deck) and entry.reshuffled
        return reshuffled or (self.timeline.final.phase == SCORING and bool(self.game.turns))

    def _place(self, entry: Entry) -> int:
        """Return where a line goes that stands for itself: with those of its kind above the turns, else at the end."""
        entries = self.game.entries
        if isinstance(entry, Tag):
            return max([i for i, old in enumerate(entries) if isinstance(old, Tag)]) + 1
        if isinstance(entry, Player):
            return max([i for i, old in enumerate(entries) if isinstance(old, Tag | Player)]) + 1
        if not isinstance(entry, _SETUP) or self._in_mid_game(entry):
            return len(entries)
        earlier = (Tag, Player, *_SETUP[: _SETUP.index(type(entry)) + 1])
        return max([i for i, old in enumerate(self._opening) if isinstance(old, earlier)]) + 1

    # --- judging -----------------------------------------------------------------------------------------------------

    def _change(self, entries: Sequence[Entry], at: int, *, anyway: bool, instead: str = "") -> Answer:
        """Take over entries if they break no more rules than those before, or if that is wanted; else explain."""
        turns = any(isinstance(entry, Turn) for entry in entries)
        first = self.game.first_turn if self.game.turns else self._from_position()
        try:
            timeline = self._replayed(GameRecord(tuple(entries), first if turns else 1))
        except ValueError as error:
            return Answer(recorded=False, text="", problems=(Problem("TEXT-ORDER", str(error)),), readable=False)
        game = timeline.game
        text = self._text(game, at)
        problems = self._new_problems(timeline)
        if problems and not anyway:
            return Answer(recorded=False, text=text, problems=self._explained(game, problems), instead=instead)
        self._past.append(self.game)
        self._future.clear()
        self.timeline, self.game = timeline, game
        return Answer(recorded=True, text=text, problems=problems, instead=instead)

    def _from_position(self) -> int:
        return self.timeline.final.number if "Position" in self.game.tags else 1

    def _new_problems(self, timeline: Timeline) -> tuple[Problem, ...]:
        """Return the problems that were not there before; none where they are no more than before."""
        before = [problem for problem in self.timeline.problems if problem.rule not in _NOT_YET]
        now = [problem for problem in timeline.problems if problem.rule not in _NOT_YET]
        if len(now) <= len(before):
            return ()
        known = Counter([(problem.rule, problem.message) for problem in before])
        found = []
        for problem in now:
            key = (problem.rule, problem.message)
            if known[key]:
                known[key] -= 1
            else:
                found.append(problem)
        return tuple(found)

    def _explained(self, game: GameRecord, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
        """Return problems with their cures, where some are found."""
        cures: dict[tuple[str, str], Problem] = {}
        with guarded(game, self.board):  # a mistake of ours in looking for cures must not keep anybody from writing
            for slip in diagnose(game, self.board, effort=_EFFORT):
                cures[slip.problem.rule, slip.problem.message] = slip.explained
        return tuple([cures.get((problem.rule, problem.message), problem) for problem in problems])
