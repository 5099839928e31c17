"""The search for the one edit that makes the rest of a record sound."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from ttrn.core.state import NOBODY, OVER, SETUP, State
from ttrn.diagnosis.checkpoints import Trail
from ttrn.diagnosis.decks import deck_edits
from ttrn.diagnosis.edits import LIKELIHOOD, Edit
from ttrn.diagnosis.full_edits import full_edit
from ttrn.diagnosis.hint_text import line_text
from ttrn.diagnosis.missing_turns import choices_now
from ttrn.diagnosis.other_lines import Site, other_lines
from ttrn.diagnosis.related_lines import Focus, focus_on
from ttrn.diagnosis.statements import true_statements
from ttrn.notation.game import Entry, Variation
from ttrn.notation.records import Claim, Deal, Deck, Draw, Keep, Market, Score, Turn, WrittenAction

UNLIKELY: Final = 5
"""How far off an edit is that leaves out a line which is like no other."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How many lines may be replayed: for one slip until a cure is found, then for others that do as well; in all."""

    most: int = 6000
    more: int = 2500
    total: int = 16_000


class Found(NamedTuple):
    """An edit that gets past the violation."""

    edit: Edit
    reached: int
    """The first line that breaks a rule then, counted as before the edit; beyond the last one where none does."""
    vague: bool
    """Whether it rests on cards or tickets that nobody saw."""

    @property
    def strangeness(self) -> int:
        """How unlikely the slip is: the kind of it, and how far the line is from the one written."""
        return LIKELIHOOD[self.edit.kind] + self.edit.distance

    def as_good_as(self, best: Found) -> bool:
        """Return whether it does as well as the best one, and is hardly less likely."""
        return (self.reached, self.vague) == (best.reached, best.vague) and self.strangeness <= best.strangeness + 1


class Search:
    """Looks for edits that get a record past its first violation."""

    def __init__(self, trail: Trail, effort: Effort, spent: int = 0) -> None:
        """Begin; ``spent`` lines have been replayed for the slips before."""
        assert trail.broken is not None
        self.trail = trail
        self.broken = trail.broken
        self.effort = effort
        self.found: list[Found] = []
        self.complete = True
        """Whether everything was tried that there is to try."""
        self._whole = len(trail.entries) + 1
        self._limit = trail.fed + min(effort.most, effort.total - spent)
        self._cured = False
        self._tried: set[tuple[int, int, tuple[Entry, ...]]] = set()

    def go(self) -> list[Found]:
        """Search, and return what was found, the best first."""
        focus = self._focus()
        if (
            self._try_all(self._here(focus))
            and not focus.order
            and self._try_all(self._earlier(focus))
            and not self._cured
        ):
            self._try_all(self._earlier(None))
        self.found.sort(key=self._rank)
        return self.found

    def _rank(self, found: Found) -> tuple[int, bool, int, int, int]:
        edit = found.edit
        return (-found.reached, found.vague, found.strangeness, self.broken - edit.start, LIKELIHOOD[edit.kind])

    def _try_all(self, edits: Iterator[Edit]) -> bool:
        """Try edits until the effort is spent; return whether it is not."""
        for edit in edits:
            key = (edit.start, len(edit.old), edit.new)
            if key in self._tried or edit.new == edit.old:
                continue
            self._tried.add(key)
            reached = self.trail.reach(edit.start, edit.new, edit.start + len(edit.old))
            if reached > self.broken:
                full = full_edit(self.trail, edit)
                full = replace(full, distance=full.distance + differences(full))
                if all(full.new != other.edit.new or full.start != other.edit.start for other in self.found):
                    self.found.append(Found(full, reached, _vaguer(full)))
                if reached == self._whole and not self._cured:
                    self._cured = True
                    self._limit = min(self._limit, self.trail.fed + self.effort.more)
            if self.trail.fed > self._limit:
                self.complete = False
                return False
        return True

    # --- where to look -----------------------------------------------------------------------------------------------

    def _focus(self) -> Focus:
        trail = self.trail
        if self.broken == len(trail.entries):
            return Focus()
        entry = trail.entries[self.broken]
        assert trail.problem is not None
        return focus_on(trail.state(self.broken), entry, self._seat(entry), trail.problem.rule)

    def _seat(self, entry: Entry) -> int:
        return self.trail.run.seats.get(getattr(entry, "player", ""), NOBODY)

    def _here(self, focus: Focus) -> Iterator[Edit]:
        """Yield edits of the line that broke, and of the order of the lines around it."""
        at, entries = self.broken, self.trail.entries
        if at == len(entries):
            return
        entry = entries[at]
        if isinstance(entry, Turn):
            over = self.trail.state(at).phase == OVER
            if focus.order or over:
                yield from self._reordered(at, over=over)
        elif isinstance(entry, Deck):
            yield from deck_edits(self.trail, at)
        else:
            for other in true_statements(self.trail.state(at), self.trail.run.seats, entry):
                if other != entry:
                    yield Edit(at, (entry,), (other,), "statement", distance=_scores_changed(entry, other))
        if not focus.order:
            yield from self._other(at, None)
            yield from self._deck_before(at)
        state = self.trail.state(at)
        if not isinstance(entry, Turn) and state.phase not in (SETUP, OVER):
            yield from self._inserted(at, state.seat)

    def _deck_before(self, at: int) -> Iterator[Edit]:
        """Yield edits of the deck that is in use, where the cards are at odds with its order."""
        assert self.trail.problem is not None
        if self.trail.problem.rule == "DECK-1":
            decks = [i for i in range(at) if isinstance(self.trail.entries[i], Deck)]
            for deck in decks[-2:][::-1]:
                yield from deck_edits(self.trail, deck)

    def _reordered(self, at: int, *, over: bool) -> Iterator[Edit]:
        entries = self.trail.entries
        turn = entries[at]
        assert isinstance(turn, Turn)
        state = self.trail.state(at)
        due = state.names[state.seat]
        if not over:
            yield Edit(at, (turn,), (replace(turn, player=due),), "player")
            follows = entries[at + 1] if at + 1 < len(entries) else None
            if isinstance(follows, Turn):
                yield Edit(at, (turn, follows), (follows, turn), "swap")
        last = next((entry for entry in entries[at - 1 :: -1] if isinstance(entry, Turn)), None) if at else None
        # A line that nobody wrote twice is hardly one too many; one with a variation stays with it.
        if not isinstance(entries[at + 1] if at + 1 < len(entries) else None, Variation):
            yield Edit(at, (turn,), (), "extra", distance=0 if turn == last else UNLIKELY)
        if last is not None and last is entries[at - 1] and turn != last:
            yield Edit(at - 1, (last,), (), "extra", distance=UNLIKELY)
        proved = any(found.reached == self._whole and not found.vague for found in self.found)
        if not over and not proved:  # what a player may have done is made up: only where nothing likelier helps
            yield from self._inserted(at, state.seat)

    def _inserted(self, at: int, seat: int) -> Iterator[Edit]:
        """Yield a turn of a seat before a line: what the player may have done then."""
        state = self.trail.state(at)
        for action in choices_now(state, seat):
            yield Edit(at, (), (Turn(state.names[seat], action),), "missing", self._far_off(state, seat, action))

    def _far_off(self, state: State, seat: int, action: WrittenAction) -> int:
        """Return whether a claim that is made up does not go on from the player's own routes."""
        if not isinstance(action, Claim):
            return 0
        board = state.board
        mine = {end for route in state.routes_of(seat) for end in (board.routes[route].a, board.routes[route].b)}
        ends = [board.city(place) for place in (action.route.a, action.route.b)]
        return 1 + (not any(city is not None and city.index in mine for city in ends))

    def _other(self, at: int, focus: Focus | None) -> Iterator[Edit]:
        """Yield the line with something changed; only what matters, if there is a focus."""
        entry = self.trail.entries[at]
        seat = self._seat(entry)
        site = Site(entry, self.trail.state(at), seat)
        for kind, other, distance in other_lines(site):
            if focus is None or focus.helps(entry, other, seat):
                yield Edit(at, (entry,), (other,), kind, distance)

    def _earlier(self, focus: Focus | None) -> Iterator[Edit]:
        """Yield edits of the lines before, the nearest first."""
        for at in range(min(self.broken, len(self.trail.entries)) - 1, -1, -1):
            entry = self.trail.entries[at]
            if isinstance(entry, Turn | Deal | Keep | Market) and (
                focus is None or focus.bears(entry, self._seat(entry))
            ):
                yield from self._other(at, focus)


def _scores_changed(old: Entry, new: Entry) -> int:
    """Return how many scores beyond the first are others: several wrong ones have a common cause further up."""
    if not isinstance(old, Score) or not isinstance(new, Score):
        return 0
    return 2 * max(0, sum([a != b for a, b in zip(old.scores, new.scores, strict=True)]) - 1)


def differences(edit: Edit) -> int:
    """Return in how many things beyond the first a new draw of cards differs from the old one."""
    if len(edit.old) != 1 or len(edit.new) != 1:
        return 0
    old, new = (getattr(entry, "action", None) for entry in (*edit.old, *edit.new))
    if not isinstance(old, Draw) or not isinstance(new, Draw):
        return 0
    found = 2 * abs(len(old.takes) - len(new.takes))
    for before, after in zip(old.takes, new.takes, strict=False):
        found += (before.card != after.card) + (before.blind != after.blind)
        found += before.replacement != after.replacement and not (before.blind or after.blind)
    return max(0, found - 1)


def _vaguer(edit: Edit) -> bool:
    """Return whether the new lines leave more open than the old ones did, or throw away what was written."""
    if edit.kind == "extra":
        return edit.distance > 0
    return sum(_unknowns(entry) for entry in edit.new) > sum(_unknowns(entry) for entry in edit.old)


def _unknowns(entry: Entry) -> int:
    return line_text(entry, 1).count("?")
