"""What the players of a record remember after a turn: so that bots can go on where people, or other bots, stopped."""

from __future__ import annotations

from collections.abc import Iterator

from ttrn.core.cards import LETTERS, UNKNOWN, Counts, cards_of
from ttrn.core.rules import UNDER
from ttrn.core.state import State
from ttrn.notation.records import Claim, Draw, Keep, TakeTickets, WrittenAction
from ttrn.play.memory import Memory
from ttrn.replays.resolve import ResolvedTickets, resolve_tickets
from ttrn.replays.timeline import Timeline


def remembered(timeline: Timeline, turn: int) -> Memory:
    """Return what the players remember after a turn: cards that everybody saw in each hand, and tickets put back.

    What a record does not tell nobody remembers.

    Raises:
        IndexError: there is no such turn.
    """
    timeline.state(turn)
    for number, _, memory in moments(timeline):
        if number == turn:
            return memory
    raise AssertionError


def moments(timeline: Timeline) -> Iterator[tuple[int, State, Memory]]:
    """Return, after the setup and after each turn: its number, the state, and what the players remember.

    The memory goes on with the game: take a copy to keep one.
    """
    game = timeline.game
    state = timeline.state(game.first_turn - 1)
    memory = Memory(state.seats, timeline.board.tables.dealt_locomotives)
    seats = {player.id: seat for seat, player in enumerate(game.players)}
    for entry in game.entries:
        if isinstance(entry, Keep) and entry.player in seats:
            seat = seats[entry.player]
            memory.at_start[seat] = back = _returned(timeline, entry)
            if state.game.tickets.returned == UNDER:
                memory.put_under(state, seat, back)
    yield game.first_turn - 1, state, memory
    for number, turn in enumerate(game.turns, game.first_turn):
        after = timeline.state(number)
        _remember(memory, timeline, state, after, turn.action)
        yield number, after, memory
        state = after


def _remember(memory: Memory, timeline: Timeline, before: State, after: State, action: WrittenAction) -> None:
    """Remember what everybody saw of a turn."""
    seat = before.seat
    if isinstance(action, Draw):
        for take in action.takes:
            if not take.blind and take.card != LETTERS[UNKNOWN]:
                memory.seen[seat][LETTERS.index(take.card)] += 1
    elif isinstance(action, TakeTickets):
        memory.put_under(before, seat, _returned(timeline, action))
    else:
        _remember_paid(memory.seen[seat], before.hands[seat], after.hands[seat], action)


def _remember_paid(seen: Counts, before: Counts, after: Counts, action: WrittenAction) -> None:
    """Remember that cards left a hand; those that were taken back at a tunnel have been shown."""
    shown = cards_of(action.paid) if isinstance(action, Claim) and action.given_up else ()
    for kind in range(UNKNOWN):
        seen[kind] = max(0, seen[kind] - max(0, before[kind] - after[kind]), shown.count(kind))


def _returned(timeline: Timeline, line: Keep | TakeTickets) -> list[int]:
    """Return the tickets that a line gives back, unknown ones too."""
    found = resolve_tickets(timeline.board, line.kept, line.returned)
    return list(found.returned) if isinstance(found, ResolvedTickets) else []
