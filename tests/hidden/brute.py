"""All completions of a record with few unknowns, by trying every card in every place: slow, and beyond doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement, permutations, product
from typing import Any

from ttrn.boards import Board
from ttrn.core.state import MAIN, Violation
from ttrn.notation import GameRecord
from ttrn.notation.game import Entry
from ttrn.notation.lexicon import sort_cards
from ttrn.notation.records import (
    Claim,
    Deal,
    Draw,
    Keep,
    Market,
    Play,
    Refill,
    Ride,
    Station,
    Take,
    TakeTickets,
    Turn,
    UnknownTicket,
    WrittenTicket,
)
from ttrn.position.writer import format_position
from ttrn.replays import replay
from ttrn.replays.resolve import resolve_route, ticket_pair
from ttrn.replays.run import Run


def completions(game: GameRecord, board: Board) -> Iterator[GameRecord]:
    """Yield every full record that a record may stand for and that breaks no rule."""
    search = _Search(game, board)
    for deal in search.deals(0, 0):
        found = GameRecord(deal)
        replayed = replay(found, board)
        if not replayed.problems and not replayed.final.unseen:
            yield found


def possible(game: GameRecord, board: Board) -> bool:
    """Return whether there is any; the same table reached in two ways is tried once."""
    search = _Search(game, board)
    search.failed = set()
    return next(search.deals(0, 0), None) is not None


class _Search:
    """Goes through a record line by line, and back: each line in every way in which it can be filled."""

    def __init__(self, game: GameRecord, board: Board) -> None:
        self._entries = game.entries
        self._board = board
        self._run = Run(game, board)
        self._run.trial = True  # what exactly is wrong does not matter
        self.failed: set[tuple[int, str]] | None = None
        """The tables, with the number of the next line, from which no way leads on; None to find all ways."""

    def deals(self, at: int, turns: int) -> Iterator[tuple[Entry, ...]]:
        """Yield every way to fill the lines from one on, after so many turns."""
        run = self._run
        if at == len(self._entries):
            if run.end() and not run.state.unseen:
                yield ()
            return
        entry = self._entries[at]
        turns += isinstance(entry, Turn)
        mark = run.mark()
        for way in _ways(entry, self._board):
            run.back(mark)
            if not run.feed(way, turns):
                continue
            table = (at, format_position(run.state)) if self._table_counts(entry) else None
            if table is not None and self.failed is not None:
                if table in self.failed:
                    continue
                self.failed.add(table)  # unless a deal is found, and then nobody asks again
            for rest in self.deals(at + 1, turns):
                yield (way, *rest)

    def _table_counts(self, entry: Entry) -> bool:
        """Return whether a table says all that later lines depend on: not while cards are dealt."""
        return self.failed is not None and isinstance(entry, Turn) and self._run.state.phase == MAIN


def _hands(cards: str, board: Board) -> list[str]:
    """Return every way to fill a hand or a payment, whose order means nothing."""
    kinds = list(board.tables.train_cards)
    seen = cards.replace("?", "")
    more = combinations_with_replacement(kinds, cards.count("?"))
    return [sort_cards(seen + "".join(some)) for some in more]


def _runs(cards: str, board: Board) -> list[str]:
    """Return every way to fill cards in an order."""
    kinds = list(board.tables.train_cards)
    return ["".join(some) for some in product(*[kinds if card == "?" else card for card in cards])]


def _ways(entry: Entry, board: Board) -> Iterator[Entry]:
    match entry:
        case Deal():
            yield from (replace(entry, cards=cards) for cards in _hands(entry.cards, board))
        case Market():
            for cards, *flushes in product(*[_runs(run, board) for run in (entry.cards, *entry.flushes)]):
                yield replace(entry, cards=cards, flushes=tuple(flushes))
        case Keep():
            for kept, returned in _sides(entry.kept, entry.returned, board):
                yield replace(entry, kept=kept, returned=returned)
        case Turn():
            for action, refill in product(_actions(entry, board), _refills(entry.refill, board)):
                yield replace(entry, action=action, refill=refill)
        case _:
            yield entry


def _refills(refill: Refill | None, board: Board) -> list[Refill | None]:
    if refill is None:
        return [None]
    found = product(*[_runs(run, board) for run in (refill.cards, *refill.flushes)])
    return [Refill(cards, tuple(flushes)) for cards, *flushes in found]


def _actions(turn: Turn, board: Board) -> list[Any]:  # noqa: PLR0911  a table of one line per kind
    match turn.action:
        case Draw(takes):
            return [Draw(way) for way in product(*[_takes(take, board) for take in takes])]
        case Claim() as claim:
            return list(_claims(claim, board))
        case Station() as station:
            return [replace(station, paid=paid) for paid in _hands(station.paid, board)]
        case Play(cards):
            return [Play(way) for way in _hands(cards, board)]
        case Ride() as ride if ride.cards:
            return [replace(ride, cards=cards) for cards in _hands(ride.cards, board)]
        case TakeTickets(kept, returned):
            return [TakeTickets(*sides) for sides in _sides(kept, returned, board)]
        case action:
            return [action]


def _takes(take: Take, board: Board) -> list[Take]:
    if take.blind:
        return [Take(card, blind=True) for card in _runs(take.card, board)]
    if take.replacement in (None, "-"):
        return [take]
    assert take.replacement
    found = product(*[_runs(run, board) for run in (take.replacement, *take.flushes)])
    return [Take(take.card, replacement=gap, flushes=tuple(flushes)) for gap, *flushes in found]


def _claims(claim: Claim, board: Board) -> Iterator[Claim]:
    paid = claim.paid
    found = resolve_route(board, claim)
    assert not isinstance(found, Violation)
    if paid == "?":
        paid = "?" * sum(found.paid)
    turned = _runs(claim.turned, board) if claim.turned else [""]
    if not claim.turned and any(board.routes[action.route].tunnel for action in found.actions):
        # Whoever wrote the record may have left out the cards that were turned over.
        turned += [run for number in (1, 2, 3) for run in _runs("?" * number, board)]
    surcharge = _hands(claim.surcharge, board) if claim.surcharge else [""]
    for a, b, c in product(_hands(paid, board), turned, surcharge):
        yield replace(claim, paid=a, turned=b, surcharge=c)


def _sides(
    kept: tuple[WrittenTicket, ...], returned: tuple[WrittenTicket, ...], board: Board
) -> Iterator[tuple[tuple[WrittenTicket, ...], tuple[WrittenTicket, ...]]]:
    """Yield every way to name tickets; which of those kept, or returned, is named first does not matter."""
    unknown = [ticket for ticket in (*kept, *returned) if isinstance(ticket, UnknownTicket)]
    if not unknown:
        yield kept, returned
        return
    seen: set[tuple[frozenset[WrittenTicket], frozenset[WrittenTicket]]] = set()
    for names in permutations([ticket_pair(board, ticket.index) for ticket in board.tickets], len(unknown)):
        left = iter(names)
        sides = tuple(tuple(next(left) if isinstance(t, UnknownTicket) else t for t in s) for s in (kept, returned))
        key = frozenset(sides[0]), frozenset(sides[1])
        if key not in seen and _backs_fit(unknown, names, board):
            seen.add(key)
            yield sides[0], sides[1]


def _backs_fit(unknown: list[UnknownTicket], names: tuple[WrittenTicket, ...], board: Board) -> bool:
    decks = {"s": "short", "l": "long"}
    by_name: dict[WrittenTicket, str] = {ticket_pair(board, ticket.index): ticket.deck for ticket in board.tickets}
    return all(not t.deck or by_name[name] == decks[t.deck] for t, name in zip(unknown, names, strict=True))


# --- what all agree on -----------------------------------------------------------------------------------------------


def agreed(game: GameRecord, deals: list[GameRecord]) -> GameRecord:
    """Return a record with what all of its completions agree on."""
    columns = zip(game.entries, *[deal.entries for deal in deals], strict=True)
    return GameRecord(tuple([_agreed(entry, list(others)) for entry, *others in columns]))


def _common(seen: str, others: list[str]) -> str:
    """Return the cards that are in all hands; a payment not seen at all is as long as it was, if anything is known."""
    found = Counter(others[0])
    for other in others[1:]:
        found &= Counter(other)
    known = "".join(found.elements())
    if seen == "?" and not known:
        return seen
    return sort_cards(known + "?" * (len(others[0]) - len(known)))


def _same(seen: str, others: list[str]) -> str:
    """Return cards in order, those that are the same everywhere."""
    return "".join([column[0] if len(set(column)) == 1 else "?" for column in zip(*others, strict=True)]) or seen


def _agreed(entry: Entry, others: list[Any]) -> Entry:
    match entry:
        case Deal():
            return replace(entry, cards=_common(entry.cards, [other.cards for other in others]))
        case Market():
            flushes = [_same(f, [o.flushes[n] for o in others]) for n, f in enumerate(entry.flushes)]
            cards = _same(entry.cards, [other.cards for other in others])
            return replace(entry, cards=cards, flushes=tuple(flushes))
        case Turn():
            refill = entry.refill
            if refill is not None:
                cards = _same(refill.cards, [other.refill.cards for other in others])
                flushes = [_same(f, [o.refill.flushes[n] for o in others]) for n, f in enumerate(refill.flushes)]
                refill = Refill(cards, tuple(flushes))
            return replace(entry, action=_agreed_action(entry.action, [o.action for o in others]), refill=refill)
        case _:
            return entry


def _agreed_action(action: Any, others: list[Any]) -> Any:
    match action:
        case Draw(takes):
            columns = zip(takes, *[other.takes for other in others], strict=True)
            return Draw(tuple([_agreed_take(take, list(rest)) for take, *rest in columns]))
        case Claim():
            return replace(
                action,
                paid=_common(action.paid, [other.paid for other in others]),
                turned=_same(action.turned, [other.turned for other in others]),
                surcharge=_common(action.surcharge, [other.surcharge for other in others]),
            )
        case Station():
            return replace(action, paid=_common(action.paid, [other.paid for other in others]))
        case Ride() if action.cards:
            return replace(action, cards=_common(action.cards, [other.cards for other in others]))
        case _:
            return action


def _agreed_take(take: Take, others: list[Take]) -> Take:
    if take.blind:
        return Take(_same(take.card, [other.card for other in others]), blind=True)
    if take.replacement in (None, "-"):
        return take
    assert take.replacement
    gap = _same(take.replacement, [other.replacement or "" for other in others])
    flushes = [_same(f, [other.flushes[n] for other in others]) for n, f in enumerate(take.flushes)]
    return Take(take.card, replacement=gap, flushes=tuple(flushes))
