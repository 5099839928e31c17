"""What actions other than draws do with cards in a story: payments seen and unseen, tunnels, stations, rides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ttrn.boards import Route
from ttrn.core.cards import COLORS, LETTERS, LOCOMOTIVE, PASSENGER, PLUS_FOUR, UNKNOWN, cards_of, counts, frozen_counts
from ttrn.core.state import Violation
from ttrn.games.europe.tunnels import TURNED_OVER
from ttrn.games.marklin.plus_four import LONG
from ttrn.hidden.piles import Pile, Place, UnknownCards
from ttrn.notation.records import Claim, Play, Ride, Station, WrittenAction
from ttrn.replays.resolve import ResolvedClaim, resolve_route

if TYPE_CHECKING:
    from ttrn.hidden.card_constraints import Story


def act(story: Story, seat: int, action: WrittenAction, line: int) -> None:
    """Do what an action does with cards."""
    match action:
        case Claim():
            claim(story, seat, action, line)
        case Station():
            station(story, seat, action, line)
        case Ride():
            if action.cards:
                _spend(story, seat, action.cards, (PASSENGER,), Place(line, "cards"))
        case Play():
            # It lies open before the player, and is shuffled in again after a scoring, whatever becomes of it.
            story.vague = story.vague or "?" in action.cards
            _spend(story, seat, action.cards, (*range(COLORS), LOCOMOTIVE), Place(line, "cards"))
        case _:
            pass


def station(story: Story, seat: int, action: Station, line: int) -> None:
    """Pay for a station: cards of one colour, locomotives wild."""
    cost = story.board.tables.station_costs[story.stations[seat]]
    story.stations[seat] += 1
    cards = "?" * cost if action.paid == "?" else action.paid
    paid = _spend(story, seat, cards, (*range(COLORS), LOCOMOTIVE), Place(line, "paid"))
    if paid is not None:
        _one_color(story, paid, _shown(cards), (*range(COLORS),))


def claim(story: Story, seat: int, action: Claim, line: int) -> None:
    """Pay for a route; at a tunnel turn over cards in between."""
    if not action.turned and "?" not in action.paid and not story.forgets(line) and not _may_be_tunnel(story, action):
        story.spend(seat, frozen_counts(action.paid))
        return
    found = resolve_route(story.board, action)
    assert not isinstance(found, Violation), "a record that breaks no rule names routes of the board"
    routes = [story.board.routes[track.route] for track in found.actions]
    if any(route.tunnel for route in routes):
        _tunnel(story, seat, action, found)
    else:
        _pay(story, seat, found)


def _may_be_tunnel(story: Story, action: Claim) -> bool:
    if not story.has_tunnels:
        return False
    found = resolve_route(story.board, action)
    return not isinstance(found, Violation) and any(story.board.routes[track.route].tunnel for track in found.actions)


def _pay(
    story: Story,
    seat: int,
    found: ResolvedClaim,
    to: Pile | None = None,
    *,
    claimed: bool = True,
) -> _Paid:
    """Move a payment for one of several tracks out of a hand."""
    routes = [story.board.routes[track.route] for track in found.actions]
    place = Place(story.line, "paid")
    seen = list(found.paid)
    if story.forgets(place.entry):
        bunch = story.spend_unseen(seat, sum(seen), range(UNKNOWN), place, to)
        return _Paid(seen, bunch, {})
    if not seen[UNKNOWN]:
        story.spend(seat, found.paid, to)
        if claimed:
            story.tracks.take(story, [route for route in routes if _fits(route, seen)], {})
        return _Paid(seen, None, {})
    bunch = story.spend_unseen(seat, seen[UNKNOWN], _kinds(routes), place, None if to is None else to)
    seen[UNKNOWN] = 0
    story.spend(seat, seen, to)
    colors = (
        sorted({LETTERS.index(r.color) for r in routes if r.color}) if all(r.color for r in routes) else range(COLORS)
    )
    flags = _one_color(story, bunch, _shown_counts(seen), tuple(colors))
    ferry = min(route.ferry for route in routes)
    if ferry:
        story.program.row([(bunch.first + LOCOMOTIVE, 1)], ferry - seen[LOCOMOTIVE], None, place.entry)
    if claimed:
        story.tracks.take(story, [route for route in routes if _fits(route, seen)], flags)
    return _Paid(seen, bunch, flags)


class _Paid:
    """A payment: the cards seen, the bunch of the unseen ones, and a flag for each colour that these may have."""

    def __init__(self, seen: list[int], bunch: UnknownCards | None, flags: dict[int, int]) -> None:
        self.seen = seen
        self.bunch = bunch
        self.flags = flags


def _fits(route: Route, seen: Sequence[int]) -> bool:
    """Tell whether the cards seen can pay for a route, its colour that is."""
    return not route.color or all(LETTERS[kind] == route.color for kind in range(COLORS) if seen[kind])


def _kinds(routes: list[Route]) -> list[int]:
    """Return the kinds of cards that can pay for one of these routes."""
    colors = [LETTERS.index(route.color) for route in routes if route.color]
    found = list(range(COLORS)) if len(colors) < len(routes) else sorted(set(colors))
    found.append(LOCOMOTIVE)
    if routes[0].length >= LONG:
        found.append(PLUS_FOUR)
    return found


def _shown(cards: str) -> list[int]:
    return _shown_counts(counts(cards))


def _shown_counts(seen: Sequence[int]) -> list[int]:
    return [kind for kind in range(COLORS) if seen[kind]]


def _one_color(story: Story, paid: UnknownCards, shown: list[int], colors: tuple[int, ...]) -> dict[int, int]:
    """Ask that unseen cards are of one colour at most, that of the seen ones if there are any; returns flags."""
    if shown:
        for kind in range(COLORS):
            if kind not in shown:
                story.program.uppers[paid.first + kind] = 0
        return {}
    flags: dict[int, int] = {}
    for kind in colors:
        flag = flags[kind] = story.program.variables(1, 1)
        story.program.row([(paid.first + kind, 1), (flag, -paid.number)], None, 0, paid.line)
        story.program.row([(paid.first + kind, 1), (flag, -1)], 0, None, paid.line)
    story.program.row([(flag, 1) for flag in flags.values()], None, 1, paid.line)
    return flags


def _spend(story: Story, seat: int, cards: str, kinds: Sequence[int], place: Place) -> UnknownCards | None:
    """Move cards of a line from a hand to the discards; returns the unseen ones."""
    seen = counts(cards)
    if story.forgets(place.entry):
        story.spend_unseen(seat, sum(seen), range(UNKNOWN), place)
        return None
    unseen, seen[UNKNOWN] = seen[UNKNOWN], 0
    bunch = story.spend_unseen(seat, unseen, kinds, place) if unseen else None
    story.spend(seat, seen)
    return bunch


# --- tunnels ---------------------------------------------------------------------------------------------------------


def _tunnel(story: Story, seat: int, action: Claim, found: ResolvedClaim) -> None:
    """Lay out the payment, turn over cards, pay on top or give up (EU-TUNNEL)."""
    line = story.line
    laid, turned = Pile(), Pile()
    lying = story.lying
    paid = _pay(story, seat, found, laid, claimed=not action.given_up)
    story.lying = Pile()
    story.lying.add(laid)
    told = [*cards_of(action.turned), *[UNKNOWN] * TURNED_OVER][:TURNED_OVER]
    if story.forgets(line):
        told = [UNKNOWN] * TURNED_OVER
    story.come_up(turned, told, Place(line, "turned"), apart=True)
    if not story.forgets(line):
        due = _surcharge(story, seat, action, paid, line)
        _cost(story, paid, turned, due)
    elif action.surcharge and action.surcharge != "?":
        story.spend_unseen(seat, len(action.surcharge), range(UNKNOWN), Place(line, "surcharge"))
    story.lying = lying
    if action.given_up:
        story.hands[seat].add(laid)
    elif not story.lost:
        story.discards.add(laid)
    if not story.lost:
        story.discards.add(turned)


def _surcharge(story: Story, seat: int, action: Claim, paid: _Paid, line: int) -> int | None:
    """Pay what the record says on top; returns how much it was, nothing for giving up."""
    if action.given_up:
        return None
    number = story.surcharge(line) if action.surcharge == "?" else len(action.surcharge)
    seen = counts("?" * number if action.surcharge == "?" else action.surcharge)
    unseen, seen[UNKNOWN] = seen[UNKNOWN], 0
    if unseen:
        shown = _shown_counts(paid.seen)
        kinds = [*shown, *paid.flags, LOCOMOTIVE]
        bunch = story.spend_unseen(seat, unseen, kinds, Place(line, "surcharge"))
        for kind, flag in paid.flags.items():
            story.program.row([(bunch.first + kind, 1), (flag, -unseen)], None, 0, line)
    for kind in _shown_counts(seen):
        # What is paid on top tells the colour of a payment that was not seen.
        if kind in paid.flags:
            story.program.row([(paid.flags[kind], 1)], 1, None, line)
    story.spend(seat, seen)
    return number


def _cost(story: Story, paid: _Paid, turned: Pile, due: int | None) -> None:
    """Ask that as many of the cards turned over cost one more as were paid on top, or one at least to give up."""
    shown = _shown_counts(paid.seen)
    if shown or not paid.flags:
        _cost_as(story, turned, (*shown[:1], LOCOMOTIVE), due)
        return
    for kind, flag in paid.flags.items():
        _cost_as(story, turned, (kind, LOCOMOTIVE), due, when=[(flag, 1)])
    none = [(flag, -1) for flag in paid.flags.values()]
    _cost_as(story, turned, (LOCOMOTIVE,), due, when=none, shift=1)


def _cost_as(
    story: Story,
    turned: Pile,
    kinds: tuple[int, ...],
    due: int | None,
    *,
    when: list[tuple[int, int]] | None = None,
    shift: int = 0,
) -> None:
    """Ask for the right cost of a payment of one colour, if that (``when``, shifted, is 1) is what was paid."""
    line = story.line
    named = story.house.named_color and kinds == (LOCOMOTIVE,)
    terms = [term for kind in kinds for term in turned.terms(kind)]
    known = sum([turned.known[kind] for kind in kinds])
    low, high = (1, None) if due is None else (due, due)
    if named:
        # A colour that was named costs too: which, the record does not tell. At least the locomotives are paid for.
        low = 0
    if when is None:
        story.program.row(terms, low - known, None if high is None else high - known, line)
        return
    slack = TURNED_OVER + 1
    story.program.row([*terms, *[(v, -slack * c) for v, c in when]], low - known - slack + slack * shift, None, line)
    if high is not None:
        story.program.row(
            [*terms, *[(v, slack * c) for v, c in when]], None, high - known + slack - slack * shift, line
        )
