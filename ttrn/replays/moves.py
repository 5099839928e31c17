"""What somebody types at a table: the text of a turn, or of what is left of it, as the engine's actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from ttrn.core.actions import Action, ClaimRoute, KeepTickets, PassTurn
from ttrn.core.cards import number_of
from ttrn.core.engine import verify
from ttrn.core.state import ANSWER, CHOOSE, State, Violation
from ttrn.core.tickets import deck_of, draws, mixes
from ttrn.notation.build import Move as WrittenMove
from ttrn.notation.hints import explain
from ttrn.notation.records import Claim, Draw, Keep, Turn, WrittenAction
from ttrn.notation.syntax import Trouble, parse
from ttrn.notation.writer import format_action
from ttrn.replays.handlers import nearness
from ttrn.replays.problem_place import spot
from ttrn.replays.resolve import ResolvedClaim, ResolvedDraw, ResolvedPass, ResolvedTickets, resolve_tickets

ActionsOf: TypeAlias = Callable[[State, Any], "list[Action] | Violation"]
"""Returns the actions that something resolved stands for, as far as they can come now; they need not be legal."""


class IllegalMoveError(ValueError):
    """A move that the rules do not allow; ``violation`` is the rule that it breaks, and how."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(f"{violation.message} [{violation.rule}]")
        self.violation = violation


class MoveError(IllegalMoveError):
    """A text that is no move here.

    ``message`` says what was expected, ``hint`` what could help, if anything. ``column`` is where in ``text`` to look,
    counted from 1, 0 for all of it, and ``width`` how many characters are meant.
    """

    def __init__(self, violation: Violation, text: str, *, column: int = 0, width: int = 1, hint: str = "") -> None:
        super().__init__(violation)
        self.message = violation.message
        self.rule = violation.rule
        self.text = text
        self.column = column
        self.width = width
        self.hint = hint


def parse_move(state: State, text: str) -> list[Action]:
    """Return the actions that a text stands for now: a turn, or what is left of it. They need not be legal.

    Raises:
        MoveError: it cannot be read, names something that is not on this board, or what only chance decides.
    """
    written = _read("move", text)
    assert isinstance(written, WrittenMove)
    if isinstance(written.action, Claim) and "?" in written.action.paid and "?" not in text:
        # A record may leave out a payment that nobody saw; whoever moves pays.
        wrong = Violation("TEXT-LINE", f'expected the cards paid, like "{text.strip()} R"')
        raise MoveError(wrong, text, column=len(text) + 1)
    chance = "cards that fill the market" if written.refill else _chance(state, written.action)
    if chance:
        plain = format_action(_without_chance(state, written.action))
        wrong = Violation("TEXT-LINE", f"{chance} are turned up by the table: they are not part of a move")
        raise MoveError(wrong, text, hint=f'write "{plain}"')
    records = state.game.records
    read = records.read.get(type(written.action))
    if read is None:
        verb = text.split(maxsplit=1)[0]
        wrong = Violation(state.game.ids.action, f'there is no "{verb}" in this game', "action")
        raise _misplaced(state, text, written.action, wrong)
    found = read(state.board, written.action)
    if not isinstance(found, Violation):
        found = records.actions[type(found)](state, found)
    if isinstance(found, Violation):
        raise _misplaced(state, text, written.action, found)
    return found


def parse_keep(state: State, text: str) -> ResolvedTickets:
    """Return the starting tickets that a text names: ``keep LAX-NYC DUL-HOU | SEA-NYC``.

    Raises:
        MoveError: it cannot be read, or names tickets that are not on this board.
    """
    player = state.names[state.seat]
    if text.split()[:1] != ["keep"]:
        wrong = Violation("TEXT-LINE", 'expected starting tickets, like "keep LAX-NYC DUL-HOU | SEA-NYC"')
        raise MoveError(wrong, text)
    line = _read("statement", f"{player} {text}", len(player) + 1)
    assert isinstance(line, Keep)
    found = resolve_tickets(state.board, line.kept, line.returned)
    if isinstance(found, Violation):
        raise MoveError(found, text)
    return found


def _read(start: str, text: str, skip: int = 0) -> object:
    """Parse a text from a start symbol of the grammar; its first ``skip`` characters were not typed."""
    parsed = parse(start, text)
    if not isinstance(parsed, Trouble):
        return parsed
    message, hint, column, width = explain(text, parsed)
    raise MoveError(
        Violation("TEXT-LINE", message), text[skip:], column=max(0, column - skip) + 1, width=width, hint=hint
    )


def _misplaced(state: State, text: str, action: WrittenAction, wrong: Violation) -> MoveError:
    """Return the error for something that this board or moment does not have, with its place in the text."""
    player = state.names[state.seat]
    before = f"{state.number}. {player} "
    found = spot(Turn(player, action), state.number, before + text, wrong)
    return MoveError(wrong, text, column=max(0, found.column - len(before)), width=found.width)


def _chance(state: State, action: WrittenAction) -> str:
    """Return which cards of an action are chance that has not come up yet, in words; empty if there are none."""
    if isinstance(action, Draw):
        if any(take.replacement is not None for take in action.takes):
            return "cards that fill a gap"
        return "cards from the deck" if any(take.blind and take.card != "?" for take in action.takes) else ""
    turned = isinstance(action, Claim) and action.turned and state.phase != ANSWER
    return "cards at a tunnel" if turned else ""


def _without_chance(state: State, action: WrittenAction) -> WrittenAction:
    if isinstance(action, Draw):
        return Draw(tuple([type(take)("?" if take.blind else take.card, take.blind) for take in action.takes]))
    if isinstance(action, Claim) and state.phase != ANSWER:
        return Claim(action.route, action.paid, passenger=action.passenger)
    return action


# --- what is meant ---------------------------------------------------------------------------------------------------


def draw_actions(_state: State, draw: ResolvedDraw) -> list[Action]:
    """Return the takes of a draw."""
    return [take.action for take in draw.takes]


def claim_actions(state: State, claim: ResolvedClaim) -> list[Action]:
    """Return the claim; of several tracks the first that is legal, else the one that comes nearest."""
    return [meant_track(state, claim)]


def meant_track(state: State, claim: ResolvedClaim) -> ClaimRoute:
    """Return the track that a claim means."""
    best, nearest = claim.actions[0], -1
    for track in claim.actions:
        violation = verify(state, track)
        if violation is None:
            return track
        if nearness(violation) > nearest:
            best, nearest = track, nearness(violation)
    return best


def ticket_actions(state: State, tickets: ResolvedTickets) -> list[Action] | Violation:
    """Return the draw of tickets, of which only the backs are seen, or the choice among those drawn."""
    named = [*tickets.kept, *tickets.returned]
    if state.phase == CHOOSE:
        wrong = not_drawn(state, tickets)
        return wrong if wrong is not None else [KeepTickets(tuple(sorted(tickets.kept)))]
    if tickets.returned or any(ticket >= 0 for ticket in named):
        some = number_of(state.board.tables.play_tickets.take, "ticket")
        return Violation(state.game.ids.tickets, f"{some} are drawn first; which to keep is chosen then", "ticket")
    mix = tuple([[deck_of(state, ticket) for ticket in named].count(n) for n in range(len(state.ticket_decks))])
    found = [action for choices in draws(state) for action in choices]
    for action in found:
        if mix == (getattr(action, "mix", ()) or mixes(state, state.board.tables.play_tickets)[0]):
            return [action]
    due = sum(mixes(state, state.board.tables.play_tickets)[0])
    if len(named) == due and len(found) > 1:
        return Violation(state.game.ids.tickets, "a deck does not have so many tickets left")
    some = f"{number_of(due, 'ticket')} {'is' if due == 1 else 'are'}"
    return Violation(state.game.ids.tickets, f"{some} drawn, not {len(named)}" if found else "no tickets are left")


def not_drawn(state: State, tickets: ResolvedTickets) -> Violation | None:
    """Return what is wrong where a choice returns others than the rest of the tickets drawn; it may leave them out."""
    left = list(state.offered)
    for i, ticket in enumerate((*tickets.kept, *tickets.returned)):
        if ticket not in left:
            return Violation("TICKET-1", "this is not among the tickets drawn", "ticket", i)
        left.remove(ticket)
    if left and tickets.returned:
        named = len(tickets.kept) + len(tickets.returned)
        return Violation("TICKET-1", f"{number_of(len(state.offered), 'ticket')} were drawn, not {named}")
    return None


def pass_actions(_state: State, _action: ResolvedPass) -> list[Action]:
    """Return passing."""
    return [PassTurn()]


ACTIONS: Final[Mapping[type, ActionsOf]] = {
    ResolvedDraw: draw_actions,
    ResolvedClaim: claim_actions,
    ResolvedTickets: ticket_actions,
    ResolvedPass: pass_actions,
}
"""What the shared core knows, by the class of what was resolved."""
