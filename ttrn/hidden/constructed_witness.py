"""A witness by construction: the unknown cards of hands and the tickets get values, and the record is replayed.

Most records with unknowns are what a player or a spectator saw. Of these a deal is found in a fraction of the time that
one replay takes, and no rows need be made for the solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from ttrn.boards import Board
from ttrn.core.cards import LETTERS, LOCOMOTIVE, UNKNOWN
from ttrn.core.state import State
from ttrn.hidden.constructed_deal import construct
from ttrn.hidden.constructed_tickets import Names, name_tickets
from ttrn.hidden.fill import Filling, tickets_in_place, with_setup
from ttrn.hidden.piles import MISSING, Place
from ttrn.hidden.strict_run import StrictRun, strict_runs
from ttrn.hidden.witness import Witness
from ttrn.notation.game import Entry, GameRecord, Variation, trusted_game
from ttrn.notation.lexicon import sort_cards
from ttrn.notation.records import (
    Deal,
    Draw,
    Keep,
    Market,
    Refill,
    Take,
    TakeTickets,
    Turn,
    WrittenAction,
    WrittenTicket,
    trusted_turn,
)
from ttrn.replays.timeline import Timeline, replay

_BLIND: Final = [Take(letter, blind=True) for letter in LETTERS[:UNKNOWN]]


def constructed_witness(timeline: Timeline) -> Witness | None:
    """Return a deal that makes every line of a record legal, replayed and found exact; None if none was found.

    The record must break no rule as far as is known. None proves nothing.
    """
    names = name_tickets(timeline.game, timeline.board)
    if names is None:
        return None
    for game, final in _runs(timeline):
        filled = _fill(game, final, names)
        if filled is not None:
            replayed = replay(filled, timeline.board)
            if not replayed.problems and not replayed.final.unseen:
                return Witness(filled)
    return None


def _runs(timeline: Timeline) -> Iterator[StrictRun]:
    """Yield the record if only cards in hands and in the market are unknown, else as if that were so."""
    log = timeline.final.chance.unseen
    if log is not None and "Position" not in timeline.game.tags:
        yield StrictRun(timeline.game, timeline.final)
    else:
        yield from strict_runs(timeline.game, timeline.board)


def _fill(game: GameRecord, final: State, names: Names) -> GameRecord | None:
    """Return a record with all cards and tickets filled in; None if no deal was found."""
    log = final.chance.unseen
    dealt = log and construct(log, final.pool, final.seats, final.rules.sweeping)
    if not dealt:
        return None
    try:
        return _Writer(game, final.board, dealt, names).write()
    except StopIteration:
        return None  # a line has cards that had not come up when the record ended


class _Writer:
    """Writes cards and tickets into the lines of a record, in the place of unknown ones."""

    def __init__(self, game: GameRecord, board: Board, dealt: list[list[int]], names: Names) -> None:
        """Take the unknown cards of each seat, and of the market, in the order in which they came."""
        self._game = game
        self._board = board
        *hands, market = [iter(cards) for cards in dealt]
        self._cards = {player.id: hand for player, hand in zip(game.players, hands, strict=True)}
        self._market = market
        self._names = names
        # Locomotives that everybody is given are among the cards of the first deal, seen or not.
        self._given = dict.fromkeys(self._cards, board.tables.dealt_locomotives)

    def write(self) -> GameRecord:
        """Return the record; variations leave it, they may want another deal.

        Raises:
            StopIteration: there are more unknown cards in the lines than in the deal.
        """
        missing = self._missing_setup()
        entries: list[Entry] = []
        for i, entry in enumerate(self._game.entries):
            if isinstance(entry, Turn):
                entries.append(self._turn(i, entry))
            elif isinstance(entry, Deal):
                entries.append(self._deal(entry))
            elif isinstance(entry, Market):
                entries.append(replace(entry, cards=self._open(entry.cards), flushes=self._flushes(entry.flushes)))
            elif isinstance(entry, Keep):
                entries.append(replace(entry, kept=self._kept(i, entry.kept), returned=self._back(i, entry.returned)))
            elif not isinstance(entry, Variation):
                entries.append(entry)
        if missing.cards:
            entries = with_setup(self._game, self._board, missing, entries)
        return trusted_game(tuple(entries), self._game.first_turn, (), "")  # in the order of the record, which is sound

    def _missing_setup(self) -> Filling:
        """Return the deals and the first market that no line has."""
        kinds = {type(entry) for entry in self._game.entries}
        dealt = {entry.player for entry in self._game.entries if isinstance(entry, Deal)}
        filling = Filling()
        tables = self._board.tables
        for seat, (player, cards) in enumerate(self._cards.items()):
            if player not in dealt:
                found = [LETTERS[LOCOMOTIVE]] * tables.dealt_locomotives
                found += [LETTERS[next(cards)] for _ in range(tables.dealt_cards)]
                filling.put(Place(MISSING, "deal", seat), "".join(found))
        if Market not in kinds and any(isinstance(entry, Turn) for entry in self._game.entries):
            for n in range(tables.market):
                filling.put(Place(MISSING, "market", n), LETTERS[next(self._market)])
        return filling

    def _open(self, cards: str) -> str:
        """Return cards of the market with those in the place of unseen ones that came next."""
        if "?" not in cards:
            return cards
        return "".join([LETTERS[next(self._market)] if card == "?" else card for card in cards])

    def _flushes(self, flushes: tuple[str, ...]) -> tuple[str, ...]:
        return tuple([self._open(cards) for cards in flushes]) if flushes else flushes

    def _take(self, take: Take, hand: Iterator[int]) -> Take:
        if take.blind:
            return _BLIND[next(hand)] if take.card == "?" else take
        gap = self._open(take.replacement or "?")
        flushes = self._flushes(take.flushes)
        return take if gap == take.replacement and flushes == take.flushes else _take(take.card, gap, flushes)

    def _turn(self, i: int, turn: Turn) -> Turn:
        action: WrittenAction = turn.action
        if isinstance(action, Draw):
            hand = self._cards[turn.player]
            takes = tuple([self._take(take, hand) for take in action.takes])
            if takes == action.takes and turn.refill is None:
                return turn
            action = _draw(takes)
        elif isinstance(action, TakeTickets):
            action = TakeTickets(self._kept(i, action.kept), self._back(i, action.returned))
        elif turn.refill is None:
            return turn
        refill = self._refill(turn)
        if turn.comment is not None:
            return replace(turn, action=action, refill=refill)
        return trusted_turn(turn.player, action, refill, turn.marks)

    def _refill(self, turn: Turn) -> Refill | None:
        refill = turn.refill
        return refill and Refill(self._open(refill.cards), self._flushes(refill.flushes))

    def _kept(self, i: int, tickets: tuple[WrittenTicket, ...]) -> tuple[WrittenTicket, ...]:
        return tickets_in_place(self._board, tickets, self._names[i, "kept"])

    def _back(self, i: int, tickets: tuple[WrittenTicket, ...]) -> tuple[WrittenTicket, ...]:
        return tickets_in_place(self._board, tickets, self._names[i, "returned"])

    def _deal(self, line: Deal) -> Deal:
        given = max(0, self._given[line.player] - line.cards.count(LETTERS[LOCOMOTIVE]))
        self._given[line.player] = 0
        cards = self._cards[line.player]
        unknown = line.cards.count("?") - given
        found = LETTERS[LOCOMOTIVE] * given + "".join([LETTERS[next(cards)] for _ in range(unknown)])
        return replace(line, cards=sort_cards(line.cards.replace("?", "") + found)) if found else line


@lru_cache(maxsize=4096)
def _take(card: str, gap: str, flushes: tuple[str, ...]) -> Take:
    return Take(card, replacement=gap, flushes=flushes)


@lru_cache(maxsize=4096)
def _draw(takes: tuple[Take, ...]) -> Draw:
    """Return a draw, always the same for the same cards: what it resolves to is kept by the object."""
    return Draw(takes)
