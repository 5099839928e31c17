"""Redaction: a record as one player, or anybody who watched, could have written it.

What an observer did not see leaves the record: other hands and blind cards, tickets until they are shown, the order of
decks, private comments, variations (whoever wrote them knew what could be played) and tags that the notation does not
know, because it is not known what they give away.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple, TypeVar

from ttrn.boards import Board
from ttrn.boards.model import DECKS
from ttrn.core.house_rules import house_of
from ttrn.core.state import OVER, SCORING, State
from ttrn.core.ticket_deck import BACKS
from ttrn.hidden.deck_order import write_in
from ttrn.hidden.known_then import entries_until
from ttrn.hidden.position_redaction import backs_differ, redact_position
from ttrn.notation.game import Entry, GameRecord, Variation, turn_range
from ttrn.notation.levels import level
from ttrn.notation.lexicon import sort_cards
from ttrn.notation.records import (
    AssertCards,
    AssertTickets,
    Comment,
    Complete,
    Deal,
    Deck,
    Draw,
    Finished,
    Keep,
    Pair,
    Rank,
    Reveal,
    Score,
    Sheet,
    Tag,
    Take,
    TakeTickets,
    Turn,
    UnknownTicket,
    WrittenAction,
    WrittenTicket,
)
from ttrn.replays.resolve import resolve_ticket, ticket_pair
from ttrn.replays.run import Run
from ttrn.replays.timeline import board_of, replay

PUBLIC: Final = "public"
"""The observer who watches the table and sees nobody's hand."""

_OPEN_TAGS = ("Game", "Event", "Site", "Round", "Date", "Annotator", "Source", "Rules", "Result", "Level")
_E = TypeVar("_E", bound=Entry)


def redact(game: GameRecord, observer: str, *, until: int | None = None, board: Board | None = None) -> GameRecord:
    """Return what an observer could have written of a game, up to and with turn ``until`` if it is given.

    ``observer`` is a player's id or ``"public"``. Once a game is over everybody has seen the tickets kept; then they
    are added as ``reveal`` lines. It is over when the lines that the observer saw bring it to its end and break no rule
    on the way; or, where turns are missing, when a line like ``score`` or ``finished`` says so. Before that ``reveal``,
    ``score``, ``sheet``, ``rank``, ``finished`` and ``Result`` are left out, and ``complete`` lines but at a scoring:
    somebody typed them too early. Of a record that breaks rules the lines are redacted all the same.

    Raises:
        ValueError: nobody of this id is at the table, there is no such turn, or a position cannot be read.
        BoardError: the board that the Game tag names is not known.
    """
    players = [player.id for player in game.players]
    if observer != PUBLIC and observer not in players:
        raise ValueError(f'nobody at this table has the id "{observer}"; there are {", ".join([*players, PUBLIC])}')
    last = game.first_turn + len(game.turns) - 1
    if until is not None and not game.first_turn - 1 <= until <= last:
        raise ValueError(f"this game has {turn_range(game)}, not {until}")
    found = board or board_of(game)
    cut = until is not None and until < last
    view = _View(game, observer, found)
    lines = view.lines(_up_to(write_in(game, found) if players else game, until if cut else None))
    moments = _moments(_record([line for line in lines if not _tells_tickets(line)], game.first_turn), found)
    over = not cut and (moments[-1].over or _over_by_its_lines(game))
    entries = _shown(lines, moments, over=over)
    if over:
        entries = _with_reveals(entries, replay(game, found).final, view.observer)
    return _record(entries, game.first_turn)


def _record(entries: list[Entry], first_turn: int) -> GameRecord:
    """Return a record of these lines; one without turns has no first one."""
    turns = any(isinstance(entry, Turn) for entry in entries)
    return GameRecord(tuple(entries), first_turn if turns else 1)


class _Moment(NamedTuple):
    """What everybody at the table knows after a turn: whether tickets are laid down now, and whether for good."""

    scoring: bool
    over: bool


def _moments(seen: GameRecord, board: Board) -> list[_Moment]:
    """Return the moment before the first turn and the one after each, by the lines that an observer saw.

    By no others: else it could be told from a redaction what others hold. Where these lines break a rule, or are only
    some of the turns, nobody can say from there on whether the game has come to its end.
    """
    run = Run(seen, board)
    run.trial = True
    moments = [_moment(run)]
    moments += [_moment(run) for _ in run.steps()]
    return moments if not run.lost else [_Moment(scoring=False, over=False)] * (len(seen.turns) + 1)


def _moment(run: Run) -> _Moment:
    phase = run.state.phase
    sure = not (run.broken or run.state.house.partial)
    return _Moment(scoring=sure and phase in (SCORING, OVER), over=sure and phase == OVER)


def _tells_tickets(line: Entry) -> bool:
    """Return whether a line may tell of tickets that are secret until they are laid down."""
    if isinstance(line, Tag):
        return line.name == "Result"
    return isinstance(line, Complete | Reveal | Score | Sheet | Rank | Finished)


def _over_by_its_lines(game: GameRecord) -> bool:
    """Return whether a record without all turns says itself that its game is over: no turns could show it."""
    if level(game) in ("view", "full"):
        return False
    last = max([i for i, entry in enumerate(game.entries) if isinstance(entry, Turn)], default=-1)
    if last < 0 and "Result" in game.tags:
        return True
    # Under these house rules scores may be typed at any time, beside cards that nobody has shown yet.
    any_time = last >= 0 and house_of(game.tags.get("Rules", "")).partial
    kinds = (Sheet, Rank, Finished) if any_time else (Score, Sheet, Rank, Finished)
    return any(isinstance(entry, kinds) for entry in game.entries[last + 1 :])


def _shown(lines: list[Entry], moments: list[_Moment], *, over: bool) -> list[Entry]:
    """Return the lines without those that tell of tickets before these are laid down."""
    shown: list[Entry] = []
    turns = 0
    for line in lines:
        turns += isinstance(line, Turn)
        if isinstance(line, Complete):
            wanted = moments[turns].scoring
        elif isinstance(line, Reveal | Score | Sheet | Rank | Finished):
            wanted = over and turns == len(moments) - 1
        else:
            wanted = over or not _tells_tickets(line)
        if wanted:
            shown.append(line)
    return shown


def _up_to(game: GameRecord, until: int | None) -> list[Entry]:
    """Return the entries up to a turn, and what is stated of the table after it."""
    return list(game.entries) if until is None else [game.entries[i] for i in entries_until(game, until)]


def _with_reveals(entries: list[Entry], final: State, observer: str) -> list[Entry]:
    """Add the tickets that everybody showed at the end, where no line does."""
    shown = {entry.player for entry in entries if isinstance(entry, Reveal)}
    more: list[Entry] = []
    for seat, player in enumerate(final.names):
        hidden = [
            _unknown(final.board, number) for number, n in enumerate(final.unknown_tickets[seat]) for _ in range(n)
        ]
        if player not in shown and player != observer and final.tickets[seat]:
            known = [ticket_pair(final.board, ticket) for ticket in sorted(final.tickets[seat])]
            more.append(Reveal(player, (*known, *hidden)))
    at = next((i for i, entry in enumerate(entries) if isinstance(entry, Score)), len(entries))
    return [*entries[:at], *more, *entries[at:]]


def _unknown(board: Board, deck: int) -> UnknownTicket:
    """Return a ticket of a deck face down; its back shows the deck where the decks have backs of their own."""
    if not backs_differ(board):
        return UnknownTicket()
    return UnknownTicket(BACKS[deck])


class _View:
    """Rewrites lines as an observer saw them; those that tell of the end are left as they are."""

    def __init__(self, game: GameRecord, observer: str, board: Board) -> None:
        self._board = board
        held = game.tags.get("View", "full")
        self.observer = observer if held in ("full", observer) else PUBLIC
        """Whose knowledge the lines are: of a record that holds another's, what both have in common."""
        self._has_view = "View" in game.tags

    def lines(self, entries: list[Entry]) -> list[Entry]:
        """Return the lines that the observer could have written."""
        first = next((i for i, entry in enumerate(entries) if isinstance(entry, Turn)), len(entries))
        found = [self._line(entry, begun=i > first) for i, entry in enumerate(entries)]
        seen = [line for line in found if line is not None]
        if self._has_view:
            return seen
        at = max([i for i, line in enumerate(seen) if isinstance(line, Tag) and line.name != "Result"]) + 1
        return [*seen[:at], Tag("View", self.observer), *seen[at:]]

    def _line(self, entry: Entry, *, begun: bool) -> Entry | None:
        """Return one line as the observer saw it; None where the observer saw nothing of it."""
        if isinstance(entry, Comment):
            return None if entry.private else entry
        entry = _without_private(entry)
        match entry:
            case Tag():
                return self._tag(entry)
            case Variation() | Deck():
                return None
            case Deal() | AssertCards() | Keep() | AssertTickets() | Turn():
                return self._of_a_player(entry, begun=begun)
            case _:
                return entry

    def _tag(self, tag: Tag) -> Tag | None:
        if tag.name == "View":
            return replace(tag, value=self.observer)
        if tag.name == "Position":
            return replace(tag, value=redact_position(tag.value, self._board, self.observer))
        if tag.name == "Level" and tag.value == "full":
            return None  # of what an observer saw it may be no longer true, and it is found from the lines
        return tag if tag.name in _OPEN_TAGS else None

    def _of_a_player(self, line: Deal | AssertCards | Keep | AssertTickets | Turn, *, begun: bool) -> Entry:
        if line.player in (self.observer, ""):
            return line
        match line:
            case Deal():
                # Locomotives are given out openly at the start; what is dealt in mid-game nobody sees.
                given = 0 if begun else self._board.tables.dealt_locomotives
                open_cards = "L" * min(given, len(line.cards))
                return replace(line, cards=sort_cards(open_cards + "?" * (len(line.cards) - len(open_cards))))
            case AssertCards():
                return replace(line, cards="?" * len(line.cards))
            case Keep():
                return replace(line, kept=self._backs(line.kept), returned=self._backs(line.returned))
            case AssertTickets():
                return replace(line, tickets=self._backs(line.tickets))
            case Turn():
                return replace(line, action=self._action(line.action))

    def _action(self, action: WrittenAction) -> WrittenAction:
        match action:
            case Draw(takes):
                return Draw(tuple([Take("?", blind=True) if take.blind else take for take in takes]))
            case TakeTickets(kept, returned):
                return TakeTickets(self._backs(kept), self._backs(returned))
            case _:
                return action

    def _backs(self, tickets: tuple[WrittenTicket, ...]) -> tuple[WrittenTicket, ...]:
        """Return tickets as they look from behind, in an order that gives nothing away."""
        found = [self._back(ticket) for ticket in tickets]
        return tuple(sorted(found, key=lambda ticket: ("", *BACKS).index(ticket.deck)))

    def _back(self, ticket: WrittenTicket) -> UnknownTicket:
        if not backs_differ(self._board):
            return UnknownTicket()
        if isinstance(ticket, Pair):
            index = resolve_ticket(self._board, ticket)
            second = isinstance(index, int) and self._board.tickets[index].deck == DECKS[1]
            return UnknownTicket(BACKS[second])
        return ticket


def _without_private(entry: _E) -> _E:
    """Return a line without the comment behind it if that is private."""
    if isinstance(entry, Comment) or entry.comment is None or not entry.comment.private:
        return entry
    return replace(entry, comment=None)
