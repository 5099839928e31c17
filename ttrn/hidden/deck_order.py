"""The cards that only the order of a deck names, written into the lines: a record that needs no deck lines any more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ttrn.boards import Board
from ttrn.core.cards import letters
from ttrn.core.chance import CameUp, Shown, decode
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.records import Claim, Deal, Deck, Draw, Keep, Market, Player, Refill, Tag, Take, Turn
from ttrn.replays.run import Run


def write_in(game: GameRecord, board: Board) -> GameRecord:
    """Return the record with every card in its line that only the order of a deck names; deck lines stay.

    Where the order and the lines contradict each other, the lines stay as they are. A record without deck lines is
    returned as it is.
    """
    if not any(isinstance(entry, Deck) for entry in game.entries):
        return game
    setup: list[int] = []
    opening = Run(game, board)
    if opening.lost:
        return game
    opening.state.chance.log = setup
    hands = [list(hand) for hand in opening.opening().hands]
    turns = list(_full_turns(game, board, len(setup)))[::-1]
    entries: list[Entry] = []
    begun = False
    for entry in game.entries:
        if isinstance(entry, Turn):
            begun = True
            entries += turns.pop()
        elif begun and isinstance(entry, Deal | Market):
            # Of a new deck in mid-game: where its order names its cards, these lines stand before the next turn.
            if not turns or len(turns[-1]) == 1:
                entries.append(entry)
        elif isinstance(entry, Deal):
            seat = [player.id for player in game.players].index(entry.player)
            entries.append(replace(entry, cards=letters(hands[seat])) if "?" in entry.cards else entry)
        elif isinstance(entry, Market):
            entries.append(_full_market(entry, setup))
        else:
            entries.append(entry)
    if "Position" not in game.tags:
        entries = _complete_setup(game, entries, hands, setup)
    return GameRecord(tuple(entries), game.first_turn)


def _full_turns(game: GameRecord, board: Board, start: int) -> Iterator[list[Entry]]:
    """Yield each turn with what came up in it, after what was dealt before it; the log starts with the setup."""
    run = Run(game, board)
    log: list[int] = []
    run.state.chance.log = log
    for _, turn in run.steps():
        came_up = decode(log[start:])
        dealt = _new_deal(came_up.dealt, run.names)
        yield [*dealt, full_turn(turn, came_up, market_unknown=run.state.market_unknown)]
        log.clear()
        start = 0


def _new_deal(dealt: tuple[str, ...], names: tuple[str, ...]) -> list[Entry]:
    """Return the lines of a deal in mid-game, where there was one and it is known."""
    if not dealt or "?" in "".join(dealt):
        return []
    *hands, market = dealt
    lines: list[Entry] = [Deal(name, cards) for name, cards in zip(names, hands, strict=True) if cards]
    return [*lines, *([Market(market)] if market else [])]


def _complete_setup(game: GameRecord, entries: list[Entry], hands: list[list[int]], setup: list[int]) -> list[Entry]:
    """Add the deals and the market that no line has, after the players."""
    dealt = {entry.player for entry in entries if isinstance(entry, Deal)}
    more: list[Entry] = []
    for player, hand in zip(game.players, hands, strict=True):
        if player.id not in dealt and any(hand):
            more.append(Deal(player.id, letters(hand)))
    if setup and not any(isinstance(entry, Market) for entry in entries):
        more.append(Market(*decode(setup).refill))
    at = max([i for i, entry in enumerate(entries) if isinstance(entry, Tag | Player)], default=0) + 1
    while at < len(entries) and isinstance(entries[at], Deal | Keep):
        at += 1
    return [*entries[:at], *more, *entries[at:]]


def _full_market(line: Market, log: list[int]) -> Market:
    came_up = decode(log).refill
    markets = zip((line.cards, *line.flushes), (came_up.cards, *came_up.flushes), strict=False)
    fits = len(line.flushes) in (0, len(came_up.flushes)) and all(_fits(told, came) for told, came in markets)
    return replace(line, cards=came_up.cards, flushes=came_up.flushes) if fits else line


def _fits(told: str, came_up: str) -> bool:
    """Return whether cards that a line tells, as far as it does, are those that came up."""
    return len(told) == len(came_up) and all(x in ("?", y) for x, y in zip(told, came_up, strict=True))


def full_turn(turn: Turn, came_up: CameUp, *, market_unknown: bool) -> Turn:
    """Return a turn with the cards that came up in it; what the record has otherwise stays as it is."""
    action, refill = turn.action, came_up.refill
    if isinstance(action, Draw):
        if len(came_up.takes) != len(action.takes):
            return turn
        takes = [
            _full_take(take, shown, market_unknown=market_unknown)
            for take, shown in zip(action.takes, came_up.takes, strict=True)
        ]
        return replace(turn, action=Draw(tuple(takes)))
    turned = "-" if came_up.turned == "" else came_up.turned or ""
    if isinstance(action, Claim) and "?" not in turned and (not action.turned or _fits(action.turned, turned)):
        turn = replace(turn, action=replace(action, turned=turned))
    if turn.refill is None and refill != Shown() and "?" not in "".join([refill.cards, *refill.flushes]):
        turn = replace(turn, refill=Refill(*refill))
    return turn


def _full_take(take: Take, shown: Shown, *, market_unknown: bool) -> Take:
    cards, flushes = shown
    if shown == Shown() and not take.blind and take.replacement is None and not market_unknown:
        return replace(take, replacement="-")
    told = take.card if take.blind else take.replacement or "?"
    if not cards or "?" in cards or not _fits(told, cards[0]):
        return take
    if take.blind:
        return Take(cards[0], blind=True)
    return Take(take.card, replacement=cards[0], flushes=flushes or take.flushes)
