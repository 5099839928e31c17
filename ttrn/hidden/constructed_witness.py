"""A witness by construction: the unknown cards of hands and the tickets get values, and the record is replayed.

Most records with unknowns are what a player or a spectator saw. Of these a deal is found in a fraction of the time that
one replay takes, and no rows need be made for the solver.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from ttrn.boards import Board
from ttrn.core.cards import LETTERS, LOCOMOTIVE, UNKNOWN
from ttrn.hidden.constructed_deal import construct
from ttrn.hidden.constructed_tickets import Names, name_tickets
from ttrn.hidden.fill import tickets_in_place
from ttrn.hidden.witness import Witness
from ttrn.notation.game import Entry, GameRecord, Variation
from ttrn.notation.lexicon import sort_cards
from ttrn.notation.records import Deal, Draw, Keep, Take, TakeTickets, Turn, WrittenAction, WrittenTicket, trusted_turn
from ttrn.replays.timeline import Timeline, replay

_BLIND: Final = [Take(letter, blind=True) for letter in LETTERS[:UNKNOWN]]


def constructed_witness(timeline: Timeline) -> Witness | None:
    """Return a deal that makes every line of a record legal, replayed and found exact; None if none was found.

    The record must break no rule as far as is known, and have a line for what was dealt to everybody. None proves
    nothing.
    """
    final, game, board = timeline.final, timeline.game, timeline.board
    log = final.chance.unseen
    dealt = {entry.player for entry in game.entries if isinstance(entry, Deal)}
    if log is None or len(dealt) < final.seats:
        return None
    hands = construct(log, final.pool, final.seats)
    names = name_tickets(game, board) if hands is not None else None
    if hands is None or names is None:
        return None
    try:
        filled = _Writer(game, board, hands, names).write()
    except StopIteration:
        return None  # a line deals cards that nobody has got when the record ends
    replayed = replay(filled, board)
    return None if replayed.problems or replayed.final.unseen else Witness(filled)


class _Writer:
    """Writes cards and tickets into the lines of a record, in the place of unknown ones."""

    def __init__(self, game: GameRecord, board: Board, hands: list[list[int]], names: Names) -> None:
        self._game = game
        self._board = board
        self._cards = {player.id: iter(hand) for player, hand in zip(game.players, hands, strict=True)}
        self._names = names
        # Locomotives that everybody is given are among the cards of the first deal, seen or not.
        self._given = dict.fromkeys(self._cards, board.tables.dealt_locomotives)

    def write(self) -> GameRecord:
        """Return the record; variations leave it, they may want another deal.

        Raises:
            StopIteration: there are more unknown cards in the lines than in the deal.
        """
        entries: list[Entry] = []
        for i, entry in enumerate(self._game.entries):
            if isinstance(entry, Turn):
                entries.append(self._turn(i, entry))
            elif isinstance(entry, Deal):
                entries.append(self._deal(entry))
            elif isinstance(entry, Keep):
                entries.append(replace(entry, kept=self._kept(i, entry.kept), returned=self._back(i, entry.returned)))
            elif not isinstance(entry, Variation):
                entries.append(entry)
        return GameRecord(tuple(entries), self._game.first_turn)

    def _turn(self, i: int, turn: Turn) -> Turn:
        action: WrittenAction = turn.action
        if isinstance(action, Draw):
            cards = self._cards[turn.player]
            takes = tuple([_BLIND[next(cards)] if take.card == "?" else take for take in action.takes])
            if takes == action.takes:
                return turn
            action = _draw(takes)
        elif isinstance(action, TakeTickets):
            action = TakeTickets(self._kept(i, action.kept), self._back(i, action.returned))
        else:
            return turn
        if turn.comment is not None:
            return replace(turn, action=action)
        return trusted_turn(turn.player, action, turn.refill, turn.marks)

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
def _draw(takes: tuple[Take, ...]) -> Draw:
    """Return a draw, always the same for the same cards: what it resolves to is kept by the object."""
    return Draw(takes)
