"""Choosing what The Card Game adds, step by step: cards laid in the railyard, of one colour or of three."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from ttrn.core.actions import LayCards
from ttrn.core.cards import COLORS, LETTERS, UNKNOWN, letters
from ttrn.core.state import MAIN, State
from ttrn.games.cardgame.railyards import lays
from ttrn.replays.choosing import Choice, Moment, Question, Told, ask

_DIFFERENT: Final = "different"


def _ways(state: State) -> dict[str, dict[str, tuple[LayCards, bool]]]:
    """Return what may be laid: by colour (or "different"), then by cards; with whether the known cards suffice."""
    hand = state.hands[state.seat]
    loose = hand[UNKNOWN]
    twin = state.copy()
    on_board = state.board.tables.train_cards
    roomy = twin.hands[twin.seat]
    for kind in range(UNKNOWN):
        roomy[kind] = min(hand[kind] + loose, on_board.get(LETTERS[kind], 0))
    found: dict[str, dict[str, tuple[LayCards, bool]]] = {}
    for lay in lays(twin):
        assert isinstance(lay, LayCards)
        missing = sum([max(0, lay.cards[kind] - hand[kind]) for kind in range(UNKNOWN)])
        if missing <= loose:
            colors = [LETTERS[kind] for kind in range(COLORS) if lay.cards[kind]]
            group = colors[0] if len(colors) == 1 else _DIFFERENT
            found.setdefault(group, {})[letters(lay.cards)] = (lay, not missing)
    return found


def offer_lays(moment: Moment) -> list[Choice]:
    """Return the colours of which cards may be laid, and three different ones."""
    if moment.state.phase != MAIN:
        return []
    found: list[Choice] = []
    for group, ways in _ways(moment.state).items():
        sure = any(known for _, known in ways.values())
        text = "three colours" if group == _DIFFERENT else f"lay {LETTERS[LETTERS.index(group)]}"
        found.append(Choice(f"play {group}", "group", "" if group == _DIFFERENT else group, text, sure=sure))
    return found


def follow_lay(moment: Moment, tap: str) -> Generator[Question, str, Told]:
    """Ask which cards of a colour are laid, or which three colours."""
    ways = _ways(moment.state)[tap.removeprefix("play ")]
    ordered = sorted(ways, key=lambda cards: (not ways[cards][1], len(cards), cards))
    choices = [Choice(cards, "payment", cards, cards, sure=ways[cards][1]) for cards in ordered]
    chosen = yield from ask("Which cards are laid?", choices)
    return Told(ways[chosen][0])
