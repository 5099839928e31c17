"""Choosing what The Card Game adds, step by step: cards laid in the railyard, and those spent on tickets."""

from __future__ import annotations

from collections.abc import Generator
from itertools import product
from typing import Final

from ttrn.core.actions import LayCards
from ttrn.core.cards import COLORS, KINDS, LETTERS, LOCOMOTIVE, UNKNOWN, letters
from ttrn.core.state import MAIN, State
from ttrn.games.cardgame.railyards import lays, railyards
from ttrn.games.cardgame.spending import wanted
from ttrn.notation.records import Complete
from ttrn.replays.choosing import UNSEEN, Choice, Moment, Question, Told, ask, kind_name, ticket_choice
from ttrn.replays.resolve import ticket_pair

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
        text = "three colours" if group == _DIFFERENT else f"lay {kind_name(LETTERS.index(group))}"
        found.append(Choice(f"play {group}", "group", "" if group == _DIFFERENT else group, text, sure=sure))
    return found


def follow_lay(moment: Moment, tap: str) -> Generator[Question, str, Told]:
    """Ask which cards of a colour are laid, or which three colours."""
    ways = _ways(moment.state)[tap.removeprefix("play ")]
    ordered = sorted(ways, key=lambda cards: (not ways[cards][1], len(cards), cards))
    choices = [Choice(cards, "payment", cards, cards, sure=ways[cards][1]) for cards in ordered]
    chosen = yield from ask("Which cards are laid?", choices)
    return Told(ways[chosen][0])


# --- tickets completed at a scoring ----------------------------------------------------------------------------------


def _open_tickets(state: State, seat: int) -> list[int]:
    """Return the tickets that a seat may complete at this scoring: known ones, then those that it may hold unseen."""
    told = {spent.ticket for spent in railyards(state).stated[seat]}
    known = [ticket for ticket in sorted(state.tickets[seat]) if ticket not in told]
    if not sum(state.unknown_tickets[seat]) and seat not in state.uncounted:
        return known
    return [*known, *sorted({ticket for deck in state.ticket_decks for ticket in deck.unseen} - {*known})]


def spendable(state: State, seat: int) -> bool:
    """Return whether a seat may complete another ticket at the scoring that is due."""
    return not railyards(state).reckoned and bool(_open_tickets(state, seat))


def ask_spent(state: State, seat: int) -> Generator[Question, str, Complete]:
    """Ask for a ticket that a seat completes, and for the cards spent on it: few locomotives come first."""
    name = state.names[seat]
    tickets = [ticket_choice(state, ticket) for ticket in _open_tickets(state, seat)]
    ticket = int((yield from ask(f"Which ticket does {name} complete?", tickets)))
    ways = _spendings(state, seat, ticket)
    choices = [Choice(cards, "payment", cards, cards, sure=sure) for cards, sure in ways.items()]
    paid = yield from ask("With which cards?", [*choices, Choice(UNSEEN, "payment", UNSEEN, "not seen")])
    return Complete(name, ticket_pair(state.board, ticket), paid)


def _spendings(state: State, seat: int, ticket: int) -> dict[str, bool]:
    """Return the cards with which a ticket may be completed, and whether they are known to be on the track."""
    yards = railyards(state)
    used = [sum([spent.cards[kind] for spent in yards.stated[seat]]) for kind in range(KINDS)]
    left = [have - gone for have, gone in zip(yards.stacks[seat], used, strict=True)]
    wants = wanted(state.board, ticket)
    found: list[tuple[int, int, str]] = []
    for colored in product(*[range(number, -1, -1) for number in wants[:COLORS]]):
        cards = [*colored, *[0] * (KINDS - COLORS)]
        cards[LOCOMOTIVE] = sum(wants) - sum(colored)
        missing = sum([max(0, number - have) for number, have in zip(cards, left, strict=True)])
        if missing <= max(0, left[UNKNOWN]):
            found.append((missing > 0, cards[LOCOMOTIVE], letters(cards)))
    return {cards: not unsure for unsure, _, cards in sorted(found)}
