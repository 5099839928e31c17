"""A game without a board as SVG text: the market, and before each player the railyard and the stack on the track."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ttrn.draw.colors import ROUTES, Paint, Theme, properties
from ttrn.draw.ink import FONTS, MARK, marked, number, safe
from ttrn.draw.style import filled
from ttrn.rules.cards import LETTERS, LOCOMOTIVE, UNKNOWN
from ttrn.rules.railyards import Railyards, Row
from ttrn.rules.state import State

WIDTH: Final = 1100.0
MARGIN: Final = 44.0
_CARD: Final = (30.0, 44.0)
_OVERLAP: Final = 17.0
"""How far the cards of a row are apart: they lie on each other like tiles."""

_APART: Final = 26.0
_SEAT: Final = 104.0
"""How high the part of each player is."""

_TOP: Final = 118.0

_STYLE: Final = f"""\
.p-{MARK} .paper{{fill:var(--paper);stroke:var(--rim);stroke-width:2}}
.p-{MARK} .rule{{stroke:var(--rim)}}
.p-{MARK} .few{{fill:var(--quiet);font-size:12px}}
.p-{MARK} .name{{fill:var(--ink);font-size:14px;font-weight:bold}}
"""


def table_svg(state: State, names: Sequence[str], paints: Sequence[Paint], *, theme: Theme = "light") -> str:
    """Return a picture of a table with railyards; who sits there is called by these names, in these colours."""
    extra = state.extra
    assert isinstance(extra, Railyards)
    height = _TOP + _SEAT * state.seats + 14
    parts = [_head(state, height, theme), _supply(state)]
    for seat, name in enumerate(names):
        top = _TOP + _SEAT * seat
        parts += [_player(state, seat, name, paints[seat], top), _rows(extra.rows[seat], top)]
        parts.append(_stack(extra.stacks[seat], top))
    return marked("\n".join([*parts, "</svg>"]) + "\n")


def _head(state: State, height: float, theme: Theme) -> str:
    wide, high = number(WIDTH), number(height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="p-{MARK}" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" role="img" font-family="{FONTS}">\n<title>{safe(state.board.title)}</title>\n'
        f"<style>{filled(_STYLE, properties(theme))}</style>\n"
        f'<rect class="paper" x="1" y="1" width="{number(WIDTH - 2)}" height="{number(height - 2)}" rx="14"/>'
    )


def _supply(state: State) -> str:
    """Draw the face-up cards, and tell how many are in the decks and on the discards."""
    cards = [kind for kind in range(UNKNOWN + 1) for _ in range(state.market[kind])]
    drawn = [_card(MARGIN + i * (_CARD[0] + 8), 46, kind) for i, kind in enumerate(cards)]
    deck = "?" if state.blurred else str(state.deck_size)
    discards = "?" if state.blurred else str(sum(state.discards))
    tickets = sum([pile.size for pile in state.ticket_decks])
    text = f"{deck} cards in the deck, {discards} discarded, {tickets} tickets in the deck"
    return "\n".join([_label(MARGIN, 32, "market"), *drawn, _label(MARGIN + 220, 72, text)])


def _player(state: State, seat: int, name: str, paint: Paint, top: float) -> str:
    y = top + 12
    tickets = len(state.tickets[seat]) + sum(state.unknown_tickets[seat])
    hand = f"{sum(state.hands[seat])} cards" if state.hand_sure(seat) else "cards"
    about = f"{state.scores[seat]} points, {hand} in hand, {tickets} tickets"
    return (
        f'<line x1="{number(MARGIN)}" y1="{number(top)}" x2="{number(WIDTH - MARGIN)}" y2="{number(top)}" '
        f'class="rule"/><rect x="{number(MARGIN)}" y="{number(y)}" width="24" height="24" rx="4" '
        f'fill="{paint.fill}" stroke="{paint.edge}" stroke-width="1.8"/>'
        f'<text x="{number(MARGIN + 12)}" y="{number(y + 17)}" font-size="14" font-weight="bold" fill="{paint.ink}" '
        f'text-anchor="middle">{seat + 1}</text>'
        f'<text class="name" x="{number(MARGIN + 32)}" y="{number(y + 17)}">{safe(name)}</text>'
        f"{_label(MARGIN + 32, y + 36, about)}"
    )


def _rows(rows: Iterable[Row], top: float) -> str:
    """Draw a railyard, the card that goes first on top and to the right in each row."""
    x = MARGIN + 300
    parts = [_label(x, top + 22, "railyard")]
    for row in rows:
        for kind in [row.color] * row.cars + [UNKNOWN] * row.unseen + [LOCOMOTIVE] * row.wild:
            parts.append(_card(x, top + 34, kind))
            x += _OVERLAP
        x += _APART
    return "\n".join(parts)


def _stack(stack: Sequence[int], top: float) -> str:
    x = MARGIN + 700
    parts = [_label(x, top + 22, f"on the track: {sum(stack)} cards")]
    for kind, cards in enumerate(stack):
        if cards:
            parts += [_card(x, top + 34, kind), _label(x + _CARD[0] / 2, top + 92, str(cards), middle=True)]
            x += _CARD[0] + 6
    return "\n".join(parts)


def _card(x: float, y: float, kind: int) -> str:
    letter = LETTERS[kind]
    paint = ROUTES["light"].get(letter, ROUTES["light"][""])
    wide, high = _CARD
    return (
        f'<rect class="card" x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}" rx="4" '
        f'fill="{paint.fill}" stroke="{paint.edge}" stroke-width="1.6"/>'
        f'<text x="{number(x + 8)}" y="{number(y + 16)}" font-size="13" font-weight="bold" fill="{paint.ink}" '
        f'text-anchor="middle">{letter}</text>'
    )


def _label(x: float, y: float, text: str, *, middle: bool = False) -> str:
    anchor = ' text-anchor="middle"' if middle else ""
    return f'<text class="few" x="{number(x)}" y="{number(y)}"{anchor}>{safe(text)}</text>'
