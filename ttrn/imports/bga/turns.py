"""The events of play put together to turns.

The site counts moves, and a turn can have several: two cards taken one by one, tickets drawn and then kept, a tunnel
tried and then paid. A pass leaves no trace at all, nor does the turn of somebody who has left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from ttrn.boards import Route
from ttrn.imports.bga.events import (
    At,
    Built,
    Claimed,
    Completed,
    Drew,
    Ended,
    Filled,
    GaveUp,
    Kept,
    LeftLying,
    Offered,
    PathMeasured,
    Reshuffled,
    Swept,
    Took,
    Tried,
    Turned,
    What,
)
from ttrn.imports.bga.table import Choice, Table

LOCOMOTIVE: Final = "L"
UNSEEN_MARKET: Final = "?????"
SPOTS: Final = range(1, 6)


@dataclass(slots=True)
class TakeDraft:
    """A card taken; ``replacement`` and ``flushes`` as a record writes them."""

    card: str
    blind: bool
    unnamed: bool = False
    """Whether it lay face up, and the log does not name it: a record has no other word for that than a blind card."""
    replacement: str | None = None
    flushes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class TurnDraft:
    """A turn as far as the log has told it: one of draw, tickets, claim, station, or nothing (a pass)."""

    seat: int
    at: At
    last: int
    """The last move that belongs to it."""
    takes: list[TakeDraft] = field(default_factory=list)
    choice: Choice | None = None
    tracks: tuple[Route, ...] = ()
    paid: str | None = None
    """What was paid for a route, ``""`` if not told; ``None`` while a tunnel is undecided."""
    paid_count: int = 0
    named: str = ""
    """The card that was named for a tunnel."""
    turned: Turned | None = None
    given_up: bool = False
    city: str = ""
    filled: str = ""
    flushes: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    skipped: bool = False
    """Whether the log does not tell of it: it was skipped, or nothing could be done."""

    @property
    def half(self) -> bool:
        """Whether something is still to be done in it: a second card taken, a tunnel decided."""
        return self.digging or (len(self.takes) == 1 and (self.takes[0].blind or self.takes[0].card != LOCOMOTIVE))

    @property
    def digging(self) -> bool:
        """Whether a tunnel has been tried, and is neither claimed nor given up."""
        return bool(self.named) and self.paid is None and not self.given_up

    @property
    def last_open_take(self) -> TakeDraft | None:
        """The card taken last, if it lay face up."""
        return self.takes[-1] if self.takes and not self.takes[-1].blind else None


class Turns:
    """Collects the turns of a table, event by event."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.drafts: list[TurnDraft] = []
        self.market = ""
        """The market that was laid out at the start; empty while nothing is known of it."""
        self.market_flushes: list[str] = []
        self.completed: list[tuple[int, int, At, Completed]] = []
        self.ended = False
        self._opening: dict[int, str] = {}
        self._touched: set[int] = set()
        self._swept: list[str] | None = None
        self._remarks: list[tuple[int, str]] = []
        self._offered: dict[str, Offered] = {}
        self._turned: Turned | None = None
        self._drawn: set[tuple[int, str]] = set()

    def run(self) -> None:
        """Take all events of the table.

        Raises:
            BrokenLog: something cannot have happened like this.
        """
        for event in (*self.table.setup, *self.table.play):
            HANDLERS.get(type(event.what), _ignore)(self, event.at, event.what)
        if any(isinstance(event.what, PathMeasured) for event in self.table.play):
            self._close()
        if not self.market and self._opening:
            self.market = "".join([self._opening.get(spot, "?") for spot in SPOTS])

    # --- turns -------------------------------------------------------------------------------------------------------

    def begin(self, who: str, at: At) -> TurnDraft:
        """Begin a turn; whoever should have had one before it was skipped, or could do nothing."""
        seat = self.table.seat(who, at)
        if self.drafts and self.drafts[-1].digging:
            told = f"the tunnel that was tried in move {self.drafts[-1].at.move} is neither claimed nor given up"
            raise at.broken("LOG-LINE", told)
        self._close()
        due = (self.drafts[-1].seat + 1) % len(self.table.names) if self.drafts else 0
        while due != seat:
            self.drafts.append(TurnDraft(due, at, at.move, skipped=True))
            due = (due + 1) % len(self.table.names)
        draft = TurnDraft(seat, at, at.move)
        self.drafts.append(draft)
        self._swept = None
        self._attach(draft)
        return draft

    def _close(self) -> None:
        """End the turn before: a face-up card without a name that was the only one can but be a locomotive."""
        takes = self.drafts[-1].takes if self.drafts else []
        if len(takes) == 1 and takes[0].unnamed:
            takes[0] = TakeDraft(LOCOMOTIVE, blind=False)
            self.drafts[-1].remarks.append("a locomotive, for it was the only one")

    def _attach(self, draft: TurnDraft) -> None:
        """Give a turn what was said of its move before it was told what it is."""
        draft.remarks += [text for move, text in self._remarks if move == draft.last]
        self._remarks = []

    def going_on(self, who: str, at: At) -> TurnDraft | None:
        """Return the turn that this player is in the middle of, if any."""
        if not self.drafts:
            return None
        draft = self.drafts[-1]
        if not draft.half or draft.seat != self.table.seat(who, at):
            return None
        draft.last = at.move
        self._attach(draft)
        return draft

    def took(self, at: At, what: Took) -> None:
        """A face-up card; a locomotive is never the second."""
        draft = self.going_on(what.who, at)
        if draft is None or not draft.takes or what.card == LOCOMOTIVE:
            draft = self.begin(what.who, at)
        if what.card == "?":
            draft.takes.append(TakeDraft("?", blind=True, unnamed=True))
            draft.remarks.append("a face-up card that the log does not name")
        else:
            draft.takes.append(TakeDraft(what.card, blind=False))
        if what.spot in SPOTS and what.spot not in self._touched:
            self._opening[what.spot] = what.card
        self._touched.add(what.spot)

    def drew(self, at: At, what: Drew) -> None:
        """One or two blind cards; it is told to all, and to the player with the cards, in one move."""
        if not 1 <= what.count <= 2 or len(what.cards) not in (0, what.count):
            raise at.broken("LOG-LINE", f"one or two cards can be drawn, not {max(what.count, len(what.cards))}")
        if (at.move, what.who) in self._drawn:
            self._told_again(at, what)
            return
        self._drawn.add((at.move, what.who))
        draft = self.going_on(what.who, at)
        if draft is None or not draft.takes or what.count == 2:
            draft = self.begin(what.who, at)
        draft.takes += [TakeDraft(card, blind=True) for card in what.cards or "?" * what.count]

    def _told_again(self, at: At, what: Drew) -> None:
        takes = self.drafts[-1].takes[-what.count :]
        if len(takes) != what.count or self.drafts[-1].seat != self.table.seat(what.who, at):
            raise at.broken("LOG-LINE", f"{what.who} draws {what.count} here, and another number in the same move")
        if what.cards and all(take.blind and take.card == "?" for take in takes):
            for take, card in zip(takes, what.cards, strict=True):
                take.card = card

    def kept(self, at: At, what: Kept) -> None:
        """Tickets kept; told to all, and to the player with the tickets, in one move."""
        last = self.drafts[-1] if self.drafts else None
        if last is not None and last.choice is not None and last.at.move == at.move and last.choice.who == what.who:
            last.choice.kept = last.choice.kept or self.table.tickets(what.tickets, at)
            return
        draft = self.begin(what.who, at)
        offered = self._offered.pop(what.who, None)
        draft.choice = Choice(what.who, at, what.count, self.table.tickets(what.tickets, at))
        if offered is not None:
            draft.choice.offered = self.table.tickets(offered.tickets, at)

    def offered(self, at: At, what: Offered) -> None:
        """Tickets to choose from; the choice follows in a later move."""
        self.table.seat(what.who, at)
        self._offered[what.who] = what

    # --- routes, stations, tunnels -----------------------------------------------------------------------------------

    def tried(self, at: At, what: Tried) -> None:
        """A tunnel is tried; some logs tell it twice."""
        draft = self.drafts[-1] if self.drafts else None
        tracks = self.table.routes(what.route, at)
        tracks = tuple([track for track in tracks if track.color in ("", what.color)]) or tracks
        if draft is not None and draft.digging and draft.at.move == at.move:
            draft.tracks = tuple([track for track in draft.tracks if track in tracks]) or draft.tracks
            return
        draft = self.begin(what.who, at)
        draft.tracks, draft.named = tracks, what.color
        draft.turned, self._turned = self._turned, None

    def turned(self, at: At, what: Turned) -> None:
        """Cards are turned over at a tunnel; older logs do not tell before that it was tried."""
        if not 0 <= what.extra <= what.count <= 3 or len(what.cards) not in (0, what.count):
            raise at.broken("LOG-LINE", f"{what.extra} of {what.count} cards turned over cannot cost more")
        draft = self.drafts[-1] if self.drafts else None
        if draft is not None and draft.digging and draft.turned is None:
            draft.turned = what
        else:
            self._turned = what

    def claimed(self, at: At, what: Claimed) -> None:
        """A route, or a tunnel to its end."""
        draft = self.going_on(what.who, at)
        tracks = self.table.routes(what.route, at)
        if draft is None or not draft.digging:
            draft = self.begin(what.who, at)
            draft.tracks, draft.turned = tracks, self._turned
        else:
            common = tuple([track for track in draft.tracks if track in tracks])
            if not common:
                raise at.broken("LOG-LINE", f"another tunnel was tried in move {draft.at.move}")
            draft.tracks = common
        self._turned = None
        draft.paid, draft.paid_count = what.paid, what.count

    def gave_up(self, at: At, what: GaveUp) -> None:
        """A tunnel given up; where the log does not tell which, nothing can be written but that the turn was lost."""
        draft = self.going_on(what.who, at)
        if draft is None or not draft.digging:
            if not what.certain:
                return
            draft = self.begin(what.who, at)
            draft.remarks.append("a tunnel was given up that the log does not name")
            self._turned = None
            draft.skipped = True
        draft.given_up = True

    def built(self, at: At, what: Built) -> None:
        """A station."""
        draft = self.begin(what.who, at)
        draft.city = self.table.city(what.city, at).code
        draft.paid = what.paid

    # --- the market --------------------------------------------------------------------------------------------------

    def swept(self, _at: At, _what: Swept) -> None:
        """The market is replaced; which cards came, some logs tell right after."""
        self._touched.update(SPOTS)
        if self.drafts and self.drafts[-1].takes and self.drafts[-1].takes[-1].unnamed:
            self.drafts[-1].remarks.append("the market is replaced")
            return
        self._swept = self._flushes()
        self._swept.append(UNSEEN_MARKET)

    def _flushes(self) -> list[str]:
        """Return where the next flush is written: behind a card taken, a turn, or the first market."""
        if not self.drafts:
            self.market = self.market or UNSEEN_MARKET
            return self.market_flushes
        draft = self.drafts[-1]
        take = draft.last_open_take
        if take is None:
            draft.filled = draft.filled or "?"
            return draft.flushes
        if take.replacement in (None, "-"):
            take.replacement = "?"
        return take.flushes

    def filled(self, at: At, what: Filled) -> None:
        """New cards in the market: in the place of one taken, in gaps, or all of it."""
        letters = "".join([card for _, card in what.cards if card != "-"])
        self._touched.update([spot for spot, _ in what.cards])
        if len(what.cards) > len(SPOTS):
            raise at.broken("LOG-LINE", f"the market has five cards, not {len(what.cards)}")
        if self._swept is not None and (what.swept or len(what.cards) > 1):
            self._swept[-1] = letters or UNSEEN_MARKET
            self._swept = None
        elif not self.drafts and not self.market:
            self.market = letters
        elif what.swept and letters:
            self.swept(at, Swept())
            if self._swept:
                self._swept[-1] = letters
            self._swept = None
        else:
            self._gap(what, letters)

    def _gap(self, what: Filled, letters: str) -> None:
        draft = self.drafts[-1] if self.drafts else None
        take = draft.last_open_take if draft is not None else None
        if take is not None and take.replacement is None and len(what.cards) == 1:
            take.replacement = what.cards[0][1]
        elif draft is not None:
            draft.filled += letters

    # --- the rest ----------------------------------------------------------------------------------------------------

    def done(self, at: At, what: Completed) -> None:
        """A ticket completed: it was kept before, or in this very move."""
        self.completed.append((self.table.seat(what.who, at), at.move, at, what))

    def remark(self, at: At, text: str) -> None:
        """Say something about the turn of this move, once; it may be told before the turn itself."""
        if not self.drafts or self.drafts[-1].last != at.move:
            self._remarks.append((at.move, text))
        elif text not in self.drafts[-1].remarks:
            self.drafts[-1].remarks.append(text)


def _ignore(_turns: Turns, _at: At, _what: What) -> None:
    pass


def _ended(turns: Turns, _at: At, _what: Ended) -> None:
    turns.ended = True


HANDLERS: Final[Mapping[type, Callable[..., None]]] = {
    Took: Turns.took,
    Drew: Turns.drew,
    Kept: Turns.kept,
    Offered: Turns.offered,
    Tried: Turns.tried,
    Turned: Turns.turned,
    Claimed: Turns.claimed,
    GaveUp: Turns.gave_up,
    Built: Turns.built,
    Swept: Turns.swept,
    Filled: Turns.filled,
    Completed: Turns.done,
    Ended: _ended,
    Reshuffled: lambda turns, at, _what: turns.remark(at, "the deck is reshuffled"),
    LeftLying: lambda turns, at, _what: turns.remark(at, "three locomotives stay"),
}
"""What each event does to the turns."""
