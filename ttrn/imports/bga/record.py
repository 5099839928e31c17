"""A table and its turns as a record: every line with the site's move number, and the time since the first move."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from ttrn.boards import Ticket
from ttrn.imports.bga.events import At, Claimed, Log, PathMeasured, Scored, Shown
from ttrn.imports.bga.table import Choice, Table
from ttrn.imports.bga.tickets import EVER, Span, date_tickets, read_tickets
from ttrn.imports.bga.turns import TakeDraft, TurnDraft, Turns
from ttrn.imports.importer import Imported, Options
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.lexicon import sort_cards
from ttrn.notation.records import (
    AssertCount,
    Claim,
    Comment,
    Deal,
    Draw,
    Keep,
    Market,
    Pair,
    Pass,
    Refill,
    Reveal,
    Score,
    Station,
    Tag,
    Take,
    TakeTickets,
    Turn,
    UnknownTicket,
    WrittenAction,
    WrittenTicket,
)

SITE: Final = "Board Game Arena"
RULES: Final = "bga"
SKIPS: Final = "skips"
COLOR_NAMES: Final = {
    "R": "red",
    "O": "orange",
    "Y": "yellow",
    "G": "green",
    "B": "blue",
    "P": "pink",
    "K": "black",
    "W": "white",
    "L": "locomotives",
}


class Recorder:
    """Writes one game."""

    def __init__(self, log: Log, table: Table, turns: Turns) -> None:
        self.log = log
        self.table = table
        self.turns = turns
        self.choices = {name: [table.choices[name]] for name in table.names}
        for draft in turns.drafts:
            if draft.choice is not None:
                self.choices[draft.choice.who].append(draft.choice)
        self.shown: dict[str, dict[Ticket, At]] = {name: {} for name in table.names}
        self._start = next((event.at.time for event in log.events if event.at.time is not None), None)
        self._noted = False

    def record(self, options: Options) -> Imported:
        """Return the game, and what is worth knowing about it.

        Raises:
            BrokenLog: what the log tells cannot be put together.
        """
        self._collect_shown()
        if options.tickets is not None:
            read_tickets(options.tickets, self.table, self.choices)
            self._noted = True
        self._date()
        half = self.turns.drafts.pop() if self._half() else None
        lines: list[Entry] = [*self._setup(), *self._play()]
        if half is not None:
            lines.append(Comment(f"{self._trace(half.at, half.last)}, a turn that the log does not tell to its end"))
        lines += self._closing()
        game = GameRecord((*self._tags(), *self.table.players, *lines))
        return Imported((game,), notes=tuple(self._notes(half)))

    def _half(self) -> bool:
        return bool(self.turns.drafts) and self.turns.drafts[-1].half and not self._over

    @property
    def _over(self) -> bool:
        """Whether the log tells the reckoning to its end."""
        measured = {event.what.who for event in self.log.events if isinstance(event.what, PathMeasured)}
        return measured >= set(self.table.names) or self.turns.ended

    def _notes(self, half: TurnDraft | None) -> list[str]:
        notes: list[str] = []
        if self.log.skipped:
            number = len(self.log.skipped)
            more = ", …" if number > 5 else ""
            notes.append(f"not understood and left out: {', '.join(self.log.skipped[:5])}{more}")
        skips = sum([draft.skipped for draft in self.turns.drafts])
        if skips:
            notes.append(f"{skips} turn{'' if skips == 1 else 's'} the log does not tell: written as a pass")
        if half is not None:
            notes.append(f"the log ends in the middle of a turn (move {half.at.move}), which was left out")
        if not self._over:
            notes.append("the log does not tell the end of the game")
        return notes

    # --- head --------------------------------------------------------------------------------------------------------

    def _tags(self) -> list[Tag]:
        tags = [Tag("Game", self.table.board.name), Tag("Site", SITE)]
        if self._start is not None:
            try:
                start = datetime.fromtimestamp(self._start, UTC)
            except (ValueError, OSError, OverflowError):
                start = None
            if start is not None:
                tags += [Tag("Date", f"{start:%Y-%m-%d}"), Tag("Time", f"{start:%H:%M:%S}")]
        if self.log.table:
            tags.append(Tag("Table", self.log.table))
        noted = "; tickets as they were noted apart" if self._noted else ""
        tags.append(Tag("Source", f"{self.log.shape}{noted}"))
        view = self._view()
        if view:
            tags.append(Tag("View", view))
        skips = f", {SKIPS}" if any(draft.skipped for draft in self.turns.drafts) else ""
        tags.append(Tag("Rules", RULES + skips))
        return tags

    def _view(self) -> str:
        """Tell whose knowledge the log holds: of whose blind draws it names the cards."""
        seen: set[int] = set()
        unseen: set[int] = set()
        for draft in self.turns.drafts:
            blind = [take.card for take in draft.takes if take.blind]
            if blind:
                (unseen if "?" in blind else seen).add(draft.seat)
        if not unseen:
            return "full" if seen else "public"
        owners = seen - unseen
        if not owners:
            return "public"
        return self.table.players[owners.pop()].id if len(owners) == 1 else ""

    # --- setup -------------------------------------------------------------------------------------------------------

    def _setup(self) -> list[Entry]:
        hand = "?" * self.table.board.tables.dealt_cards
        lines: list[Entry] = [Deal(player.id, hand) for player in self.table.players]
        if self.turns.market:
            lines.append(Market(self.turns.market, tuple(self.turns.market_flushes)))
        take = self.table.board.tables.setup_tickets.take
        for choice in sorted(self.table.choices.values(), key=lambda choice: choice.at.move):
            kept, returned = self._chosen(choice, take)
            lines.append(Keep(self._id(choice.who), kept, returned, self._comment(choice.at, choice.at.move)))
        return lines

    def _id(self, who: str) -> str:
        return self.table.players[self.table.names.index(who)].id

    def _chosen(self, choice: Choice, take: int) -> tuple[tuple[WrittenTicket, ...], tuple[WrittenTicket, ...]]:
        """Return the tickets kept and returned, unknown ones where the log does not tell."""
        kept = list(choice.kept if choice.kept is not None else choice.dated)
        if not len(kept) <= choice.count <= max(take, 1):
            told = f"{choice.who} keeps {choice.count} of {take} tickets"
            raise choice.at.broken("LOG-LINE", told)
        returned = [ticket for ticket in choice.offered or () if ticket not in kept]
        back = take - choice.count
        if choice.kept is None or len(returned) != back:
            returned = []
        unknown = UnknownTicket()
        return (
            (*[self._pair(ticket) for ticket in kept], *[unknown] * (choice.count - len(kept))),
            (*[self._pair(ticket) for ticket in returned], *[unknown] * (back - len(returned))),
        )

    def _pair(self, ticket: Ticket) -> Pair:
        cities = self.table.board.cities
        return Pair(cities[ticket.a].code, cities[ticket.b].code, ticket.copy if ticket.copy > 1 else 0)

    # --- turns -------------------------------------------------------------------------------------------------------

    def _play(self) -> list[Entry]:
        lines: list[Entry] = []
        left = self._tickets_left()
        for draft in self.turns.drafts:
            if draft.choice is not None:
                take = min(self.table.board.tables.play_tickets.take, left)
                left -= draft.choice.count
                kept, returned = self._chosen(draft.choice, take)
                action: WrittenAction = TakeTickets(kept, returned)
            else:
                action = self._action(draft)
            refill = Refill(draft.filled, tuple(draft.flushes)) if draft.filled else None
            comment = self._comment(draft.at, draft.last, *draft.remarks)
            if draft.skipped and not draft.remarks:
                comment = Comment(f"not in the log, before move {draft.at.move}")
            lines.append(Turn(self.table.players[draft.seat].id, action, refill, comment=comment))
        return lines

    def _tickets_left(self) -> int:
        """Return how many tickets can be drawn after the setup: at some boards those returned leave the game."""
        tables = self.table.board.tables
        short = tables.setup_tickets.decks.get("short")
        if short is not None:
            return len(self.table.board.ticket_deck("short")) - short * len(self.table.names)
        return len(self.table.board.ticket_deck()) - sum([choice.count for choice in self.table.choices.values()])

    def _action(self, draft: TurnDraft) -> WrittenAction:
        if draft.takes:
            return Draw(tuple([_take(take) for take in draft.takes]))
        if draft.city:
            return Station(draft.city, sort_cards(draft.paid or "?"))
        if draft.tracks:
            return self._claim(draft)
        return Pass()

    def _claim(self, draft: TurnDraft) -> Claim:
        """Write a claim; of the cards paid for a tunnel those beyond its length are the surcharge."""
        tracks = draft.tracks
        length = tracks[0].length
        route = self._route(draft)
        turned = draft.turned
        cards = "" if turned is None else turned.cards or "?" * turned.count
        if draft.given_up:
            # The payment went back, and the log tells only what it was to be paid with.
            paid = draft.named * length if draft.named == "L" else "?" * length
            draft.remarks.append(f"tried with {COLOR_NAMES[draft.named]}")
            return Claim(route, paid, cards, given_up=bool(cards))
        # Colours go before locomotives, as the site pays.
        paid = sort_cards(draft.paid or "")
        extra = max(0, (len(paid) or draft.paid_count) - length)
        if extra and not any(track.tunnel for track in tracks):
            count = len(paid) or draft.paid_count
            raise draft.at.broken("LOG-LINE", f"{count} cards are paid for {length} spaces")
        if extra > 3 or (paid and len(paid) < length):
            raise draft.at.broken("LOG-LINE", f"{len(paid)} cards are paid for {length} spaces")
        cards = cards or ("???" if extra else "" if turned is None else "-")
        return Claim(route, paid[:length] or "?", cards, (paid[length:] or "?" * extra) if extra else "")

    def _route(self, draft: TurnDraft) -> Pair:
        """Name a route, with its track where the log tells it and the payment does not."""
        board, tracks = self.table.board, draft.tracks
        first = tracks[0]
        number = 0
        if len(tracks) == 1 and first.track:
            colors = set(draft.paid or "") - {"L"}
            twins = board.routes_between(first.a, first.b)
            fitting = [twin for twin in twins if not colors or not twin.color or twin.color in colors]
            number = first.track if len(fitting) > 1 else 0
        return Pair(board.cities[first.a].code, board.cities[first.b].code, number)

    # --- end ---------------------------------------------------------------------------------------------------------

    def _collect_shown(self) -> None:
        for at, what in self.table.play:
            if isinstance(what, Shown):
                self.table.seat(what.who, at)
                ticket = self.table.ticket(what.ticket, at)
                owner = next((name for name, tickets in self.shown.items() if ticket in tickets), "")
                if owner:
                    raise at.broken("LOG-LINE", f"{owner} has shown this ticket already")
                self.shown[what.who][ticket] = at

    def _date(self) -> None:
        """Put tickets that were shown at the end where they were kept, as far as that is certain."""
        starts = set(self.table.board.ticket_deck("long")) if self.table.board.tables.setup_tickets.decks else set()
        spans: dict[str, dict[Ticket, Span]] = {
            name: {ticket: Span(0, EVER) for ticket in tickets} for name, tickets in self.shown.items()
        }
        for seat, move, at, what in self.turns.completed:
            name = self.table.names[seat]
            ticket = self.table.ticket(what.ticket, at)
            # Complete as soon as it was kept, or by what happened in that move.
            at_once = any(choice.at.move == move for choice in self.choices[name][1:])
            if ticket in spans[name]:
                spans[name][ticket] = Span(move if at_once else 0, move)
        for name, choices in self.choices.items():
            date_tickets(choices, spans[name], starts)

    def _closing(self) -> list[Entry]:
        lines: list[Entry] = []
        for player, name in zip(self.table.players, self.table.names, strict=True):
            shown = self.shown[name]
            held = sum([choice.count for choice in self.choices[name]])
            if shown and len(shown) == held:
                at = next(iter(shown.values()))
                lines.append(Reveal(player.id, tuple(map(self._pair, shown)), self._comment(at, at.move)))
        measured: dict[str, tuple[At, int]] = {}
        for at, what in self.table.play:
            if isinstance(what, PathMeasured):
                self.table.seat(what.who, at)
                measured[what.who] = (at, what.length)
        for player, name in zip(self.table.players, self.table.names, strict=True):
            if name in measured:
                at, length = measured[name]
                lines.append(AssertCount("longest", length, player.id, self._comment(at, at.move)))
        if measured.keys() >= set(self.table.names):
            last = self.log.events[-1].at
            lines.append(Score(tuple(self._totals()), self._comment(last, last.move)))
        return lines

    def _totals(self) -> list[tuple[str, int]]:
        """Add up the points that the log tells; where it tells new totals, the last one counts."""
        points = dict.fromkeys(self.table.names, 0)
        for at, what in self.table.play:
            if isinstance(what, Claimed | Scored):
                self.table.seat(what.who, at)
                points[what.who] += what.points
                if isinstance(what, Scored) and what.total is not None:
                    points[what.who] = what.total
        return [(player.id, points[name]) for player, name in zip(self.table.players, self.table.names, strict=True)]

    # --- comments ----------------------------------------------------------------------------------------------------

    def _comment(self, at: At, last: int, *remarks: str) -> Comment:
        return Comment(", ".join([self._trace(at, last), *remarks]))

    def _trace(self, at: At, last: int) -> str:
        """Return the moves of a line, and the time since the first of the log."""
        moves = f"move {at.move}" if at.move == last else f"move {at.move}-{last}"
        if at.time is None or self._start is None:
            return moves
        seconds = max(0, at.time - self._start)
        return f"{moves}, {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _take(take: TakeDraft) -> Take:
    if take.blind:
        return Take(take.card, blind=True)
    return Take(take.card, replacement=take.replacement, flushes=tuple(take.flushes))
