"""Records with everything in them that could give hidden things away: for tests that nothing does.

Each is made of a full record with two sources of chance: ``shared`` decides what everybody at the table could have
seen, and is the same for games that an observer cannot tell apart; ``own`` and the record itself what nobody could.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from ttrn.boards import board
from ttrn.core.cards import LETTERS, UNKNOWN, letters
from ttrn.core.state import MAIN, State
from ttrn.notation import GameRecord
from ttrn.notation.game import Entry, Variation
from ttrn.notation.lexicon import sort_cards
from ttrn.notation.records import (
    AssertCards,
    AssertTickets,
    Claim,
    Comment,
    Complete,
    Deck,
    Draw,
    Pair,
    Reveal,
    Score,
    Tag,
    Take,
    Turn,
)
from ttrn.position.writer import format_position
from ttrn.replays import replay
from ttrn.replays.resolve import ticket_pair
from ttrn.replays.run import Run


class Moment(NamedTuple):
    """What is true after a turn, hidden things included."""

    hands: list[str]
    tickets: list[list[Pair]]
    scores: list[int]
    under_way: bool


@cache
def truth(game: GameRecord) -> list[Moment]:
    """Return what is true after each turn of a full record."""
    return [_moment(state) for _, _, state in replay(game).steps()]


def _moment(state: State) -> Moment:
    tickets = [[ticket_pair(state.board, ticket) for ticket in sorted(held)] for held in state.tickets]
    return Moment([letters(hand) for hand in state.hands], tickets, list(state.scores), state.phase == MAIN)


def up_to(game: GameRecord, number: int) -> GameRecord:
    """Return a record that stops after so many turns."""
    places = [i for i, entry in enumerate(game.entries) if isinstance(entry, Turn)]
    return GameRecord(game.entries[: places[number]]) if number < len(places) else game


# --- other beginnings ------------------------------------------------------------------------------------------------


def from_position(game: GameRecord, number: int) -> GameRecord:
    """Return a record that starts from the position after so many turns, every hidden thing in it."""
    places = [i for i, entry in enumerate(game.entries) if isinstance(entry, Turn)]
    tags = [entry for entry in game.entries if isinstance(entry, Tag)]
    position = Tag("Position", format_position(replay(game).state(number)))
    return GameRecord((*tags, position, *game.players, *game.entries[places[number] :]), number + 1)


def from_deck(game: GameRecord, own: random.Random) -> GameRecord:
    """Return a record that gives the order of the deck, and leaves out what came up from it."""
    run = Run(game, board(game.board))
    log: list[int] = []
    left: list[int] = []

    def begun(state: State) -> None:
        log.clear()
        left.extend([*state.pool, state.deck_size])

    run.begun = begun
    run.state.chance.log = log
    order: list[int] = []
    bare = 0
    for _ in run.steps():
        cards = [card for card in log if 0 <= card < UNKNOWN]
        log.clear()
        if len(order) < left[-1]:
            order += cards
            bare += len(order) < left[-1]
    del order[left[-1] :]
    for card in order:
        left[card] -= 1
    rest = [kind for kind in range(UNKNOWN) for _ in range(left[kind])]
    # Where hands are not known to the end, some of the cards left are in them.
    order += own.sample(rest, left[-1] - len(order))
    entries: list[Entry] = []
    for entry in game.entries:
        if isinstance(entry, Turn):
            if not any(isinstance(line, Turn) for line in entries):
                entries.append(Deck("".join([LETTERS[card] for card in order])))
            bare -= 1
            entries.append(_without_chance(entry) if bare >= 0 else entry)
        else:
            entries.append(entry)
    return GameRecord(tuple(entries))


def _without_chance(turn: Turn) -> Turn:
    action = turn.action
    if isinstance(action, Draw):
        action = Draw(tuple([Take("?", blind=True) if take.blind else Take(take.card) for take in action.takes]))
    elif isinstance(action, Claim) and not action.surcharge and not action.given_up:
        action = replace(action, turned="")
    return replace(turn, action=action, refill=None)


# --- lines in between ------------------------------------------------------------------------------------------------

BETWEEN = ("comment", "private", "hand", "tickets", "variation", "score", "reveal", "complete", "shuffle")
BEHIND = ("mark", "behind")
"""The kinds of lines that are put between turns, and of what is written behind one."""


class Hostile:
    """Puts lines into a record that are wrong there, too early, or nobody's business."""

    def __init__(self, observer: str, shared: random.Random, own: random.Random) -> None:
        self._observer = observer
        self._shared = shared
        self._own = own

    def record(self, game: GameRecord, facts: list[Moment], *, going_on: bool) -> GameRecord:
        """Return a record with more lines; ``facts`` are what is true after each of its turns."""
        entries = [*self._tags(game, facts[-1], going_on=going_on)]
        turns = 0
        last = len(game.turns)
        for entry in game.entries:
            if isinstance(entry, Tag):
                continue
            entries.append(entry)
            if isinstance(entry, Turn):
                turns += 1
                if self._shared.random() < 0.2 and (going_on or turns < last):
                    entries += self._extra(entries.pop(), facts[turns - 1], game)
        if going_on:
            entries += self._end(game, facts[-1])
        return GameRecord(tuple(entries), game.first_turn)

    def _tags(self, game: GameRecord, fact: Moment, *, going_on: bool) -> list[Entry]:
        tags: list[Entry] = [entry for entry in game.entries if isinstance(entry, Tag)]
        more: list[Entry] = [Tag("Event", f"table {self._shared.randrange(9)}"), Tag("Annotator", "eve")]
        if going_on:
            more.append(Tag("Result", " ".join(map(str, fact.scores)) + self._own.choice((" ann", " bob"))))
        if self._own.random() < 0.5:
            more.append(Tag("Seed", str(self._own.random()), Comment("his real name")))
        if self._own.random() < 0.5:
            more.insert(0, Tag("Hands", " ".join(fact.hands), Comment("mine", private=True)))
        return [*tags, *more]

    def _end(self, game: GameRecord, fact: Moment) -> list[Entry]:
        """Return an end that has not come yet."""
        shown = [Reveal(p.id, tuple(held)) for p, held in zip(game.players, fact.tickets, strict=True) if held]
        totals = [(player.id, self._own.randrange(200)) for player in game.players]
        kinds = self._shared.choice((("reveal",), ("score",), ("reveal", "score"), ()))
        return [*(shown if "reveal" in kinds else ()), *([Score(tuple(totals))] if "score" in kinds else ())]

    def _extra(self, turn: Entry, fact: Moment, game: GameRecord) -> list[Entry]:
        assert isinstance(turn, Turn)
        seats = [seat for seat, player in enumerate(game.players) if player.id != self._observer]
        seat = self._shared.choice(seats)
        who = game.players[seat].id
        kind = self._shared.choice((*BETWEEN, *BEHIND))
        if kind == "mark":
            return [replace(turn, marks=("?!",), comment=Comment("hm"))]
        if kind == "behind":
            return [replace(turn, comment=Comment(f"{who} kept {fact.tickets[seat]}", private=True))]
        line = self._between(kind, who, fact.hands[seat], fact.tickets[seat], turn.player)
        return [turn] if line is None or (kind == "complete" and not fact.under_way) else [turn, line]

    def _between(  # noqa: PLR0911  a table of one line per kind
        self, kind: str, who: str, hand: str, tickets: list[Pair], player: str
    ) -> Entry | None:
        """Return a line after a turn; some stand in one of two twins only."""
        often = self._own.random() < 0.7
        match kind:
            case "comment":
                return Comment("what a turn", block=True)
            case "private" if often:
                return Comment(f"{who} has {hand or None}", private=True, block=self._own.random() < 0.5)
            case "hand":
                return AssertCards(hand if often else self._cards(len(hand)), who)
            case "tickets":
                return AssertTickets(who, tuple(self._own.sample(tickets, len(tickets))))
            case "variation" if often:
                other = Turn(player, Draw((Take(self._cards(1), blind=True), Take(self._cards(1), blind=True))))
                return Variation((other, other), Comment("better"))
            case "score":
                return Score(((who, self._own.randrange(200)),), Comment("in the end"))
            case "reveal" if tickets:
                return Reveal(who, tuple(tickets))
            case "complete" if tickets:
                return Complete(who, self._own.choice(tickets), self._cards(2))
            case "shuffle" if often:
                return Deck(self._cards(30), reshuffled=True)
        return None

    def _cards(self, number: int) -> str:
        return sort_cards("".join(self._own.choices("ROYGBPKWL", k=number)))
