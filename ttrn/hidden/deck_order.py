"""What the order of a deck tells, written into the lines: a record that needs no deck lines any more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from ttrn.boards import Board
from ttrn.core.card_supply import split_log
from ttrn.core.cards import LETTERS, letters
from ttrn.games.cardgame.scoring import DEALT
from ttrn.games.europe.tunnels import TURNED
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.records import Claim, Deal, Deck, Draw, Keep, Market, Player, Refill, Tag, Take, Turn
from ttrn.replays.handlers import TAKEN
from ttrn.replays.run import Run


def tell(game: GameRecord, board: Board) -> GameRecord:
    """Return the record with every card in its line that only the order of a deck told; deck lines stay.

    Where the order and the lines contradict each other, the lines stay as they are. A record without deck lines is
    returned as it is.
    """
    if not any(isinstance(entry, Deck) for entry in game.entries):
        return game
    setup: list[int] = []
    opening = Run(game, board)
    opening.state.log = setup
    hands = [list(hand) for hand in opening.opening().hands]
    turns = list(_told_turns(game, board, len(setup)))[::-1]
    entries: list[Entry] = []
    begun = False
    for entry in game.entries:
        if isinstance(entry, Turn):
            begun = True
            entries += turns.pop()
        elif begun and isinstance(entry, Deal | Market):
            # Of a new deck in mid-game: where its order tells them, these lines stand before the next turn.
            if not turns or len(turns[-1]) == 1:
                entries.append(entry)
        elif isinstance(entry, Deal):
            seat = [player.id for player in game.players].index(entry.player)
            entries.append(replace(entry, cards=letters(hands[seat])) if "?" in entry.cards else entry)
        elif isinstance(entry, Market):
            entries.append(_told_market(entry, setup))
        else:
            entries.append(entry)
    if "Position" not in game.tags:
        entries = _complete_setup(game, entries, hands, setup)
    return GameRecord(tuple(entries), game.first_turn)


def _told_turns(game: GameRecord, board: Board, start: int) -> Iterator[list[Entry]]:
    """Yield each turn with what came up in it, after what was dealt before it; the log starts with the setup."""
    run = Run(game, board)
    log: list[int] = []
    run.state.log = log
    for _, turn in run.steps():
        if run.problems:
            yield [turn]
        else:
            dealt, came_up = _new_deal(log[start:], run.names)
            yield [*dealt, told_turn(turn, came_up, market_unknown=run.state.market_unknown)]
        log.clear()
        start = 0


def _new_deal(log: list[int], names: tuple[str, ...]) -> tuple[list[Entry], list[int]]:
    """Return the lines of a deal in mid-game, where a log has one and it is known, and the rest of the log."""
    if DEALT not in log:
        return [], log
    starts = [i for i, card in enumerate(log) if card == DEALT]
    end = next((i for i in range(starts[-1] + 1, len(log)) if log[i] < 0), len(log))
    *hands, market = [_letters(log[a + 1 : b]) for a, b in pairwise([*starts, end])]
    if "?" in "".join([*hands, market]):
        return [], log[end:]
    lines: list[Entry] = [Deal(name, cards) for name, cards in zip(names, hands, strict=True) if cards]
    return [*lines, *([Market(market)] if market else [])], log[end:]


def _complete_setup(game: GameRecord, entries: list[Entry], hands: list[list[int]], setup: list[int]) -> list[Entry]:
    """Add the deals and the market that no line told, after the players."""
    dealt = {entry.player for entry in entries if isinstance(entry, Deal)}
    more: list[Entry] = []
    for player, hand in zip(game.players, hands, strict=True):
        if player.id not in dealt and any(hand):
            more.append(Deal(player.id, letters(hand)))
    if setup and not any(isinstance(entry, Market) for entry in entries):
        more.append(Market(*split_log(setup)))
    at = max([i for i, entry in enumerate(entries) if isinstance(entry, Tag | Player)], default=0) + 1
    while at < len(entries) and isinstance(entries[at], Deal | Keep):
        at += 1
    return [*entries[:at], *more, *entries[at:]]


def _told_market(line: Market, log: list[int]) -> Market:
    cards, flushes = split_log(log)
    if "?" not in "".join([line.cards, *line.flushes]) and len(line.flushes) == len(flushes):
        return line
    return replace(line, cards=cards, flushes=flushes) if cards else line


def told_turn(turn: Turn, log: list[int], *, market_unknown: bool) -> Turn:
    """Return a turn with the cards of its log; what the record told is in the log too."""
    action = turn.action
    if isinstance(action, Draw):
        starts = [i for i, card in enumerate(log) if card == TAKEN]
        parts = [log[a + 1 : b] for a, b in pairwise([*starts, len(log)])]
        if len(parts) != len(action.takes):
            return turn
        takes = [
            _told_take(take, part, market_unknown=market_unknown)
            for take, part in zip(action.takes, parts, strict=True)
        ]
        return replace(turn, action=Draw(tuple(takes)))
    if isinstance(action, Claim) and TURNED in log:
        at = log.index(TURNED)
        turned = _letters(log[:at])
        log = log[at + 1 :]
        if turned and "?" not in turned:
            turn = replace(turn, action=replace(action, turned=turned))
    if turn.refill is None and log and "?" not in _letters(log):
        turn = replace(turn, refill=Refill(*split_log(log)))
    return turn


def _told_take(take: Take, log: list[int], *, market_unknown: bool) -> Take:
    cards, flushes = split_log(log)
    if not log and not take.blind and take.replacement is None and not market_unknown:
        return replace(take, replacement="-")
    if not cards or "?" in cards:
        return take
    if take.blind:
        return Take(cards[0], blind=True)
    return Take(take.card, replacement=cards[0], flushes=flushes or take.flushes)


def _letters(log: list[int]) -> str:
    return "".join([LETTERS[card] for card in log if card >= 0])
