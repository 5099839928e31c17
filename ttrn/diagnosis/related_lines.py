"""Which earlier lines bear on a violation: a search that tries all of them would take too long.

Nothing is lost where the focus is wrong: a search that finds no cure goes through all lines once more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ttrn.core.cards import LETTERS, UNKNOWN, counts
from ttrn.core.state import NOBODY, State
from ttrn.notation.game import Entry
from ttrn.notation.records import (
    AssertCards,
    AssertCount,
    AssertTickets,
    Claim,
    Complete,
    Deal,
    Deck,
    Draw,
    Keep,
    Market,
    Play,
    Reveal,
    Ride,
    Score,
    Station,
    TakeTickets,
    Turn,
    WrittenAction,
)


@dataclass(frozen=True, slots=True)
class Focus:
    """What an edit of an earlier line must bring about to matter; whatever is empty asks for nothing.

    ``gain`` are kinds of cards that ``seat`` should have more of, ``lying`` those that should lie in the market,
    ``surplus`` those of which fewer should be recorded, ``paid`` those of which fewer, and more, should have been paid,
    ``pairs`` the cities of claims that may stand in the way, ``kinds`` the kinds of lines to look at (of ``seat`` alone
    if ``own``).
    """

    seat: int = NOBODY
    gain: str = ""
    lying: str = ""
    surplus: str = ""
    paid: tuple[str, str] = ("", "")
    pairs: frozenset[frozenset[str]] = frozenset()
    kinds: tuple[type, ...] = ()
    own: bool = False
    order: bool = False
    """Whether the order of the turns is wrong: that breaks where the slip is."""

    def bears(self, entry: Entry, seat: int) -> bool:
        """Return whether an edit of this line of a seat could matter."""
        what = entry.action if isinstance(entry, Turn) else entry
        cards = LineCards(entry)
        return (
            (isinstance(what, self.kinds) and (seat == self.seat or not self.own))
            or bool(self.gain and seat == self.seat and (cards.gained or cards.paid))
            or bool(self.lying and (cards.up or cards.out))
            or any(letter in cards.everything for letter in self.surplus)
            or bool(any(self.paid) and cards.paid)
            or (isinstance(what, Claim) and frozenset((what.route.a, what.route.b)) in self.pairs)
        )

    def helps(self, old: Entry, new: Entry, seat: int) -> bool:
        """Return whether an edit brings about what is wanted."""
        what = old.action if isinstance(old, Turn) else old
        if isinstance(what, self.kinds) and (seat == self.seat or not self.own):
            return True
        before, after = LineCards(old), LineCards(new)
        fewer, more = self.paid
        return (
            (seat == self.seat and _rises(LineCards.held, self.gain, before, after))
            or _rises(LineCards.lying, self.lying, before, after)
            or any(after.everything.count(letter) < before.everything.count(letter) for letter in self.surplus)
            or any(after.paid.count(letter) < before.paid.count(letter) for letter in fewer)
            or any(after.paid.count(letter) > before.paid.count(letter) for letter in more)
            or (bool(self.pairs) and isinstance(what, Claim))
        )


@dataclass(slots=True)
class LineCards:
    """The cards that a line has: gained by a player, paid, turned up in the market, taken out of it."""

    entry: Entry
    gained: str = field(init=False, default="")
    paid: str = field(init=False, default="")
    up: str = field(init=False, default="")
    out: str = field(init=False, default="")

    def __post_init__(self) -> None:
        what = self.entry.action if isinstance(self.entry, Turn) else self.entry
        match what:
            case Draw():
                for take in what.takes:
                    self.gained += take.card
                    if not take.blind:
                        self.out += take.card
                        self.up += "?" if take.replacement is None else take.replacement
                        self.up += "".join(take.flushes)
            case Claim():
                self.paid = what.paid + what.surcharge
                self.out = what.turned.strip("-")
            case Station():
                self.paid = what.paid
            case Play() | Ride():
                self.paid = what.cards
            case Deal():
                self.gained = what.cards
            case Market():
                self.up = what.cards
        if isinstance(self.entry, Turn) and self.entry.refill is not None:
            self.up += self.entry.refill.cards

    @property
    def open(self) -> int:
        """How many cards came up that the line does not say."""
        return self.gained.count("?") + self.up.count("?")

    @property
    def everything(self) -> str:
        """All cards that the line has."""
        return self.gained + self.paid + self.up + self.out

    def held(self, letter: str) -> int:
        """How many cards of a kind the player has more after the line."""
        return self.gained.count(letter) - self.paid.count(letter)

    def lying(self, letter: str) -> int:
        """How many cards of a kind lie in the market more after the line."""
        return self.up.count(letter) - self.out.count(letter)


def _rises(number: Callable[[LineCards, str], int], letters: str, before: LineCards, after: LineCards) -> bool:
    """Return whether there are more of some kind after an edit, or more cards that may be of any."""
    if not letters:
        return False
    return after.open > before.open or any(number(after, letter) > number(before, letter) for letter in letters)


def focus_on(state: State, entry: Entry, seat: int, rule: str) -> Focus:
    """Return what to look for before a line that broke a rule, from the table before it."""
    if isinstance(entry, Turn):
        return _focus_turn(state, entry, seat, rule)
    found = Focus()
    match entry:
        case AssertCards(player="") | Market():
            found = Focus(lying=LETTERS[:UNKNOWN])
        case AssertCards():
            found = Focus(seat, kinds=(Draw, Claim, Play, Station, Ride, Deal), own=True)
        case AssertTickets() | Reveal():
            found = Focus(seat, kinds=(Keep, TakeTickets), own=True)
        case AssertCount():
            found = Focus(seat, kinds=(Claim, Ride, Station, Play, Draw), own=bool(entry.player))
        case Complete():
            found = Focus(seat, kinds=(Play, Keep, TakeTickets), own=True)
        case Deck():
            cards = counts(entry.cards)
            found = Focus(surplus="".join([LETTERS[kind] for kind in range(UNKNOWN) if cards[kind] > state.pool[kind]]))
        case Score():
            found = Focus(seat, kinds=(Claim, Keep, TakeTickets, Ride, Station, Play))
    return found


def _focus_turn(state: State, turn: Turn, seat: int, rule: str) -> Focus:
    cards = LineCards(turn)
    if state.seat != seat:
        return Focus(order=True)
    if rule == state.game.ids.deck:
        scarce = [
            LETTERS[kind] for kind in range(UNKNOWN) if not state.pool[kind] and LETTERS[kind] in cards.everything
        ]
        return Focus(surplus="".join(scarce) or cards.everything)
    if rule == "DECK-1" and state.chance.next_decks:
        return _focus_discards(state)
    if rule.startswith("CG-SCORE"):
        return Focus(kinds=(Deal, Market))
    return _focus_action(state, turn.action, seat, rule, cards)


def _focus_action(state: State, action: WrittenAction, seat: int, rule: str, cards: LineCards) -> Focus:
    """Look for tickets, for what lay in the market, or for what a player paid with and whoever was there before."""
    if isinstance(action, TakeTickets):
        return Focus(seat, kinds=(Keep, TakeTickets))
    if isinstance(action, Draw):
        gone = [letter for letter in cards.out if not state.market[LETTERS.index(letter)]]
        return Focus(lying="".join(gone) or cards.out, kinds=(Draw,) if rule.startswith("DECK") else ())
    if isinstance(action, Claim) and rule in ("CLAIM-1", "CLAIM-5", "CLAIM-6"):
        return Focus(seat, pairs=frozenset([frozenset((action.route.a, action.route.b))]))
    if rule == "CLAIM-3":
        return Focus(seat, kinds=(Claim,), own=True)
    hand, paid = state.hands[seat], cards.paid
    lacking = [kind for kind in dict.fromkeys(paid.replace("?", "")) if paid.count(kind) > hand[LETTERS.index(kind)]]
    if lacking:
        return Focus(seat, gain="".join(lacking))
    return Focus(seat, kinds=(Claim, Ride) if isinstance(action, Ride) else (Play, Draw, Claim), own=True)


def _focus_discards(state: State) -> Focus:
    """Look for payments: a new deck has other cards than those that were paid."""
    new = counts("".join([LETTERS[card] for card in state.chance.next_decks[0]]))
    excess = [LETTERS[kind] for kind in range(UNKNOWN) if state.discards[kind] > new[kind]]
    short = [LETTERS[kind] for kind in range(UNKNOWN) if state.discards[kind] < new[kind]]
    return Focus(paid=("".join(excess), "".join(short)))
