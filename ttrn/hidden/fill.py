"""Writing cards and tickets into a record in the place of unknown ones."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from ttrn.boards import Board
from ttrn.core.cards import LETTERS, UNKNOWN
from ttrn.core.state import NOBODY
from ttrn.hidden.piles import MISSING, POSITION, Place
from ttrn.notation.game import Entry, GameRecord, Variation
from ttrn.notation.lexicon import sort_cards
from ttrn.notation.records import (
    Claim,
    Comment,
    Deal,
    Deck,
    Draw,
    Keep,
    Market,
    Player,
    Refill,
    Ride,
    Station,
    Tag,
    Take,
    TakeTickets,
    Turn,
    UnknownTicket,
    WrittenTicket,
)
from ttrn.position.reader import PositionProblem, parse_position
from ttrn.position.writer import format_position
from ttrn.replays.resolve import ticket_pair

MOST_GAPS: Final = 10
"""No market has more gaps."""


@dataclass(slots=True)
class Filling:
    """What to write where: letters by entry, part of the line and index; tickets by entry and side of the bar."""

    cards: dict[tuple[int, str, int], str] = field(default_factory=dict)
    tickets: dict[tuple[int, str], list[int]] = field(default_factory=dict)
    """``kept`` and ``returned``; a line that the record leaves out has the entry -1 less the seat."""

    held: list[tuple[int, list[int], list[int]]] = field(default_factory=list)
    """The tickets of a position, in its order: of a seat, or of a group under a deck."""
    sizes: dict[tuple[int, str], int] = field(default_factory=dict)
    """How many cards a payment has that was not seen at all."""
    partly: bool = False
    """Whether only some of the unknown cards are written."""

    def put(self, place: Place, letters: str) -> None:
        """Add cards for a place."""
        key = place.entry, place.part, place.at
        self.cards[key] = self.cards.get(key, "") + letters

    def run(self, entry: int, part: str, seen: str) -> str:
        """Return a run of cards with those in the place of its question marks that are to be written."""
        return "".join([self.cards.get((entry, part, i), card) if card == "?" else card for i, card in enumerate(seen)])

    def some(self, entry: int, part: str, index: int, seen: str) -> str:
        """Return a hand or payment, whose order means nothing, with cards in the place of question marks."""
        more = self.cards.get((entry, part, index), "")
        return sort_cards(seen.replace("?", "") + more + "?" * (seen.count("?") - len(more)))


def fill(game: GameRecord, board: Board, filling: Filling) -> GameRecord:
    """Return a record with the cards and tickets written into its lines.

    A payment that was not seen at all (``?``) becomes as long as it was. Unless only some cards are written, decks of
    which not every card is known leave the record: what came up from them stands in the lines.
    """
    entries: list[Entry] = []
    touched = {entry for entry, _, _ in filling.cards} | {entry for entry, _ in filling.tickets}
    for i, entry in enumerate(game.entries):
        if isinstance(entry, Tag) and entry.name == "Position":
            entries.append(replace(entry, value=_position(entry.value, board, filling)))
            continue
        if not filling.partly and isinstance(entry, Deck) and "?" in entry.cards:
            continue
        if i in touched:
            entries += _dealt_before(game, filling, i)
        entries.append(fill_line(board, filling, i, entry) if i in touched else entry)
    return GameRecord(tuple(with_setup(game, board, filling, entries)), game.first_turn)


def _dealt_before(game: GameRecord, filling: Filling, i: int) -> list[Entry]:
    """Return the lines of a deal in mid-game that the record leaves out: they stand before a turn."""
    if filling.partly or not isinstance(game.entries[i], Turn):
        return []
    lines: list[Entry] = []
    for seat, player in enumerate(game.players):
        cards = filling.cards.get((i, "deal", seat), "")
        if cards:
            lines.append(Deal(player.id, sort_cards(cards)))
    market = "".join([filling.cards.get((i, "market", n), "") for n in range(MOST_GAPS)])
    return [*lines, *([Market(market)] if market else [])]


def _position(line: str, board: Board, filling: Filling) -> str:
    """Return a position with cards and tickets in the place of unknown ones."""
    state = parse_position(line, board)
    assert not isinstance(state, PositionProblem), "a record that breaks no rule starts from a position that can be"
    piles = {("hand", seat): hand for seat, hand in enumerate(state.hands)}
    piles |= {("market", 0): state.market, ("discards", 0): state.discards}
    for (part, seat), pile in piles.items():
        for letter in filling.cards.get((POSITION, part, seat), ""):
            pile[LETTERS.index(letter)] += 1
            pile[UNKNOWN] -= 1
    groups = iter([group for deck in state.ticket_decks for group in deck.groups])
    for seat, kept, returned in filling.held:
        for deck in state.ticket_decks:
            deck.unseen.difference_update(kept)
        if seat != NOBODY:
            # What a seat may have given back at the start is among the tickets that left the game, whichever it was.
            state.tickets[seat] = kept
            state.unknown_tickets[seat] = [0] * len(state.ticket_decks)
        elif returned:
            for deck in state.ticket_decks:
                deck.unseen.difference_update(returned)
            next(groups)[:] = returned
    return format_position(state)


def fill_line(board: Board, filling: Filling, i: int, entry: Entry) -> Entry:
    """Return an entry with the cards and tickets for it in the place of unknown ones."""
    match entry:
        case Deal():
            seat = next((index for number, part, index in filling.cards if (number, part) == (i, "deal")), None)
            return entry if seat is None else replace(entry, cards=filling.some(i, "deal", seat, entry.cards))
        case Market():
            flushes = tuple([filling.run(i, f"market flush {n}", flush) for n, flush in enumerate(entry.flushes)])
            return replace(entry, cards=filling.run(i, "market", entry.cards), flushes=flushes)
        case Keep():
            kept, returned = _sides(board, filling, i, entry.kept, entry.returned)
            return replace(entry, kept=kept, returned=returned)
        case Turn():
            return _turn(board, filling, i, entry)
        case _:
            return entry


def _turn(board: Board, filling: Filling, i: int, turn: Turn) -> Turn:
    action = turn.action
    match action:
        case Draw(takes):
            action = Draw(tuple([_take(filling, i, n, take) for n, take in enumerate(takes)]))
        case TakeTickets(kept, returned):
            action = TakeTickets(*_sides(board, filling, i, kept, returned))
        case Claim():
            action = _claim(filling, i, action)
        case Station():
            action = replace(action, paid=_paid(filling, i, "paid", action.paid))
        case Ride():
            action = replace(action, cards=_paid(filling, i, "cards", action.cards))
        case _:
            pass
    return replace(turn, action=action, refill=_refill(filling, i, turn.refill))


def _take(filling: Filling, i: int, number: int, take: Take) -> Take:
    if take.blind:
        return Take(filling.cards.get((i, "take", number), take.card), blind=True)
    gap = filling.cards.get((i, f"gap {number}", 0), take.replacement)
    flushes = tuple([filling.run(i, f"gap {number} flush {n}", flush) for n, flush in enumerate(take.flushes)])
    return Take(take.card, replacement=gap, flushes=flushes)


def _paid(filling: Filling, i: int, part: str, seen: str) -> str:
    more = filling.cards.get((i, part, 0), "")
    if seen == "?" and more:
        # A single question mark is a payment not seen at all.
        return sort_cards(more + "?" * (filling.sizes.get((i, part), 0) - len(more)))
    return filling.some(i, part, 0, seen) if seen else seen


def _claim(filling: Filling, i: int, claim: Claim) -> Claim:
    turned = filling.run(i, "turned", claim.turned or "???")
    if not claim.turned:
        # There may have been fewer than three: they are written only if all of them are known.
        turned = "" if filling.partly and "?" in turned else turned.rstrip("?")
    return replace(
        claim,
        paid=_paid(filling, i, "paid", claim.paid),
        surcharge=_paid(filling, i, "surcharge", claim.surcharge),
        turned=turned,
    )


def _refill(filling: Filling, i: int, refill: Refill | None) -> Refill | None:
    if refill is None:
        cards = "".join([filling.cards.get((i, "refill", n), "") for n in range(MOST_GAPS)])
        return Refill(cards) if cards and not filling.partly else None
    flushes = tuple([filling.run(i, f"refill flush {n}", flush) for n, flush in enumerate(refill.flushes)])
    return Refill(filling.run(i, "refill", refill.cards), flushes)


def _sides(
    board: Board, filling: Filling, i: int, kept: tuple[WrittenTicket, ...], returned: tuple[WrittenTicket, ...]
) -> tuple[tuple[WrittenTicket, ...], tuple[WrittenTicket, ...]]:
    return (
        tickets_in_place(board, kept, filling.tickets.get((i, "kept"), [])),
        tickets_in_place(board, returned, filling.tickets.get((i, "returned"), [])),
    )


def tickets_in_place(board: Board, seen: tuple[WrittenTicket, ...], found: list[int]) -> tuple[WrittenTicket, ...]:
    """Put tickets in the place of unknown ones, by their decks where a line has these; unknown ones come last."""
    if not found:
        return seen
    left = sorted(found)
    line: list[WrittenTicket] = []
    for ticket in sorted(seen, key=lambda t: isinstance(t, UnknownTicket) and not t.deck):
        if not isinstance(ticket, UnknownTicket) or not left:
            line.append(ticket)
            continue
        same = [index for index in left if ticket.deck and board.tickets[index].deck.startswith(ticket.deck)]
        if ticket.deck and not same:
            line.append(ticket)
            continue
        chosen = same[0] if same else left[0]
        left.remove(chosen)
        line.append(ticket_pair(board, chosen))
    return tuple(sorted(line, key=lambda t: isinstance(t, UnknownTicket)))


def with_setup(game: GameRecord, board: Board, filling: Filling, entries: list[Entry]) -> list[Entry]:
    """Add the lines of the setup that the record leaves out."""
    more: list[Entry] = []
    for seat, player in enumerate(game.players):
        cards = filling.cards.get((MISSING, "deal", seat), "")
        if cards:
            size = board.tables.dealt_cards + board.tables.dealt_locomotives
            more.append(Deal(player.id, sort_cards(cards + "?" * (size - len(cards)))))
        kept = filling.tickets.get((-1 - seat, "kept"), [])
        back = filling.tickets.get((-1 - seat, "returned"), [])
        if kept or back:
            pairs = [tuple([ticket_pair(board, ticket) for ticket in side]) for side in (kept, back)]
            more.append(Keep(player.id, pairs[0], pairs[1]))
    market = "".join([filling.cards.get((MISSING, "market", n), "") for n in range(board.tables.market)])
    if len(market) == board.tables.market:
        more.append(Market(market))
    at = next((i for i, entry in enumerate(entries) if not isinstance(entry, Tag | Player | Comment)), len(entries))
    while more and at < len(entries) and isinstance(entries[at], Deal | Keep | Market):
        at += 1
    whole = [*entries[:at], *more, *entries[at:]]
    return _keeps_in_turn(game, whole) if any(isinstance(entry, Keep) for entry in more) else whole


def _keeps_in_turn(game: GameRecord, entries: list[Entry]) -> list[Entry]:
    """Let the seats choose their first tickets in turn: in that order they are returned."""
    seats = [player.id for player in game.players]
    places = [i for i, entry in enumerate(entries) if isinstance(entry, Keep)]
    keeps = sorted([entry for entry in entries if isinstance(entry, Keep)], key=lambda keep: seats.index(keep.player))
    for i, keep in zip(places, keeps, strict=True):
        entries[i] = keep
    return entries


def without_variations(game: GameRecord) -> GameRecord:
    """Return a record without its variations: they may ask for other cards than the game itself."""
    kept = [(entry, place) for entry, place in zip(game.entries, game.places or (0,) * len(game.entries), strict=True)]
    kept = [pair for pair in kept if not isinstance(pair[0], Variation)]
    return GameRecord(
        tuple([entry for entry, _ in kept]), game.first_turn, tuple([place for _, place in kept]), game.text
    )
