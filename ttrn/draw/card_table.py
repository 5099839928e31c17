"""A game without a map as SVG text: the market, and before each player rows of cards and a pile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ttrn.core.cards import LETTERS, LOCOMOTIVE, UNKNOWN
from ttrn.core.state import State
from ttrn.draw.cities import symbols
from ttrn.draw.colors import ROUTES, Paint, Theme, properties
from ttrn.draw.curves import Point
from ttrn.draw.plates import PLATE_STYLE, plate, short
from ttrn.draw.style import MARKS, filled, scoped
from ttrn.draw.svg_text import FONTS, MARK, marked, safe
from ttrn.draw.svg_text import number as _n

WIDTH: Final = 1100.0
MARGIN: Final = 40.0
_CARD: Final = (34.0, 50.0)
_OVERLAP: Final = 20.0
"""How far the cards of a row are apart: they lie on each other like tiles."""

_APART: Final = 20.0
_SEAT: Final = 116.0
"""How high the part of each player is."""

_TOP: Final = 136.0
_ROWS: Final = MARGIN + 250
_PILE: Final = MARGIN + 664

_STYLE: Final = """\
.table{fill:var(--land)}
.supply{fill:var(--sea)}
.frame{fill:none;stroke:var(--rim);stroke-width:2}
.rule{stroke:var(--rim)}
.few{fill:var(--quiet);font-size:12px}
.rail{fill:none;stroke:var(--border);stroke-width:1.6}
.tie{fill:none;stroke:var(--faint);stroke-width:26;stroke-dasharray:4 8}
.card{stroke-width:1.6}
.back{fill:var(--far);stroke:var(--rim);stroke-width:1.6}
.pile{fill:var(--ink);font-size:15px;font-weight:bold;text-anchor:middle}
.letter{font-size:13px;font-weight:bold;text-anchor:middle}
.mark{fill:none;stroke-width:3;stroke-linecap:round}
.count{fill:var(--ink);font-size:13px;font-weight:bold;text-anchor:middle}
"""


def table_svg(state: State, names: Sequence[str], paints: Sequence[Paint], *, theme: Theme = "light") -> str:
    """Return a picture of a table with cards; who sits there is called by these names, in these colours."""
    height = _TOP + _SEAT * state.seats + 8
    parts = [_head(state, height, theme), *_supply(state)]
    for seat, name in enumerate(names):
        top = _TOP + _SEAT * seat
        cards = state.game.facts.seat_cards(state, seat)
        parts.append(_player(state, seat, name, paints[seat], top))
        parts += [_rows(cards.rows, cards.rows_name, top), _counted_pile(cards.pile, cards.pile_name, top)]
    frame = f'<rect class="frame" x="1" y="1" width="{_n(WIDTH - 2)}" height="{_n(height - 2)}" rx="12"/>'
    return marked("\n".join([*parts, frame, "</svg>"]) + "\n")


def _head(state: State, height: float, theme: Theme) -> str:
    wide, high = _n(WIDTH), _n(height)
    style = filled(scoped(_STYLE + PLATE_STYLE, f".p-{MARK}"), properties(theme))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="p-{MARK}" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" role="img" font-family="{FONTS}">\n<title>{safe(state.board.title)}</title>\n'
        f"<style>{style}</style>\n{symbols(f'-{MARK}')}"
        f'<rect class="table" x="1" y="1" width="{_n(WIDTH - 2)}" height="{_n(height - 2)}" rx="12"/>'
        f'<path class="supply" d="M1 {_n(_TOP - 6)}V13Q1 1 13 1H{_n(WIDTH - 13)}Q{_n(WIDTH - 1)} 1 {_n(WIDTH - 1)} 13'
        f'V{_n(_TOP - 6)}z"/>'
    )


def _supply(state: State) -> list[str]:
    """Draw the face-up cards and the decks, each with its number."""
    cards = [kind for kind in range(UNKNOWN + 1) for _ in range(state.market[kind])]
    drawn = [_card(MARGIN + i * (_CARD[0] + 10), 50, kind) for i, kind in enumerate(cards)]
    deck = "?" if state.market_unknown else str(state.deck_size)
    discards = "?" if state.market_unknown else str(sum(state.discards))
    tickets = str(sum([pile.size for pile in state.ticket_decks]))
    piles = [("cards in the deck", deck), ("discarded", discards), ("tickets in the deck", tickets)]
    found = [_label(MARGIN, 34, "market"), *drawn]
    for i, (what, many) in enumerate(piles):
        found += _deck(MARGIN + 330 + i * 190, what, many)
    return found


def _deck(x: float, what: str, many: str) -> list[str]:
    wide, high = _CARD
    size = f'width="{_n(wide)}" height="{_n(high)}" rx="5"'
    backs = [f'<rect class="back" x="{_n(x + i * 2.5)}" y="{_n(50 - i * 2.5)}" {size}/>' for i in range(3)]
    number = f'<text class="pile" x="{_n(x + 5 + wide / 2)}" y="{_n(50 + high / 2)}">{safe(many)}</text>'
    return [*backs, number, _label(x + wide + 16, 50 + high / 2, what)]


def _player(state: State, seat: int, name: str, paint: Paint, top: float) -> str:
    tickets = len(state.tickets[seat]) + sum(state.unknown_tickets[seat])
    hand = f"{sum(state.hands[seat])} cards" if state.hand_sure(seat) else "cards"
    lines = (short(name, _ROWS - MARGIN), f"{state.scores[seat]} points", f"{hand} in hand, {tickets} tickets")
    rule = f'<path class="rule" d="M{_n(MARGIN)} {_n(top - 6)}H{_n(WIDTH - MARGIN)}"/>' if seat else ""
    return rule + plate(Point(MARGIN, top + 20), seat, paint, lines)


def _rows(rows: Sequence[Sequence[int]], name: str, top: float) -> str:
    """Draw rows of cards, the card on top to the right in each row."""
    x, end = _ROWS, _PILE - 30
    middle = top + 32 + _CARD[1] / 2
    sleepers = f'<path class="tie" d="M{_n(x - 8)} {_n(middle)}H{_n(end)}"/>'
    rails = f'<path class="rail" d="M{_n(x - 8)} {_n(middle - 8)}H{_n(end)}M{_n(x - 8)} {_n(middle + 8)}H{_n(end)}"/>'
    parts = [_label(x, top + 18, name), sleepers, rails]
    # Very many cards are drawn closer together.
    room = sum([_OVERLAP * len(row) + _APART for row in rows])
    tight = min(1.0, (end - x - _CARD[0]) / room) if room else 1.0
    for row in rows:
        for kind in row:
            parts.append(_card(x, top + 32, kind))
            x += _OVERLAP * tight
        x += _APART * tight
    return "\n".join(parts)


def _counted_pile(pile: Sequence[int], name: str, top: float) -> str:
    x = _PILE
    parts = [_label(x, top + 18, f"{name}: {sum(pile)} cards")]
    for kind, cards in enumerate(pile):
        if cards:
            count = f'<text class="count" x="{_n(x + _CARD[0] / 2)}" y="{_n(top + 98)}">{cards}</text>'
            parts += [_card(x, top + 32, kind), count]
            x += _CARD[0] + 5
    return "\n".join(parts)


def _card(x: float, y: float, kind: int) -> str:
    letter = LETTERS[kind]
    paint = ROUTES["light"].get(letter, ROUTES["light"][""])
    wide, high = _CARD
    return (
        f'<rect class="card" x="{_n(x)}" y="{_n(y)}" width="{_n(wide)}" height="{_n(high)}" rx="5" '
        f'fill="{paint.fill}" stroke="{paint.edge}"/>{_picture(x, y, letter, paint)}'
        f'<text class="letter" x="{_n(x + 9)}" y="{_n(y + 16)}" fill="{paint.ink}">{letter}</text>'
    )


def _picture(x: float, y: float, letter: str, paint: Paint) -> str:
    """Draw what a card shows besides its letter: a locomotive over all colours, or the pattern of its colour."""
    wide, high = _CARD
    if letter == LETTERS[LOCOMOTIVE]:
        step = (wide - 8) / 8
        stripes = "".join(
            f'<path stroke="{ROUTES["light"][color].edge}" stroke-width="{_n(step)}" '
            f'd="M{_n(x + 4 + step * (i + 0.5))} {_n(y + high - 9)}v5"/>'
            for i, color in enumerate("ROYGBPKW")
        )
        return f'{stripes}<use href="#ttrn-loco-{MARK}" transform="translate({_n(x + 18)} {_n(y + 30)}) scale(1.9)"/>'
    dash = MARKS.get(letter)
    if dash is None:
        return ""
    return (
        f'<path class="mark" stroke="{paint.edge}" stroke-dasharray="{dash or "none"}" '
        f'd="M{_n(x + 8)} {_n(y + high - 9)}h{_n(wide - 16)}M{_n(x + 8)} {_n(y + high - 17)}h{_n(wide - 16)}"/>'
    )


def _label(x: float, y: float, text: str) -> str:
    return f'<text class="few" x="{_n(x)}" y="{_n(y)}">{safe(text)}</text>'
