"""What The Card Game adds to position lines: railyards, stacks, the second round and what was completed before it."""

from __future__ import annotations

from ttrn.core.cards import COLORS, KINDS, LOCOMOTIVE, UNKNOWN, name_cards
from ttrn.core.state import CHOOSE, MAIN, OVER, SCORING, SECOND, State
from ttrn.games.cardgame.railyards import YardRow, open_piles, railyards, yard_cards
from ttrn.games.cardgame.scoring import TWO_SCORINGS, conclude, shown_before
from ttrn.games.cardgame.spending import Spent, wanted
from ttrn.position.fields import Places, runs, ticket_list
from ttrn.position.tokens import Codes, Token, WrongPositionError, impossible, pieces, read_counts

# --- railyards and stacks --------------------------------------------------------------------------------------------


def write_yard(state: State, seat: int) -> str:
    """Return the rows of a railyard, in the order of the colours."""
    return "/".join([runs(yard_cards([row])) for row in railyards(state).rows[seat]])


def read_yard(_codes: Codes, state: State, seat: int, value: Token) -> None:
    """Read the rows of a railyard: each has one colour, and locomotives on top (CG-PLAY-1)."""
    rows = railyards(state).rows[seat]
    for word in pieces(value, "/"):
        row = _row(word)
        if row.color != UNKNOWN and row.color in [other.color for other in rows]:
            text = f"{state.names[seat]} has two {name_cards(row.color, 1)[2:]} rows; one railyard has one"
            raise impossible(word, text)
        rows.append(row)
    rows.sort()


def _row(word: Token) -> YardRow:
    cards = read_counts(word)
    colors = [kind for kind in range(COLORS) if cards[kind]]
    odd = sum(cards[LOCOMOTIVE + 1 : UNKNOWN])
    if not sum(cards) or odd or len(colors) > 1 or (not colors and not cards[UNKNOWN]):
        found = f'"{word.text}"' if word.text else "nothing"
        hint = "rows are parted by /, and in each lie cards of one colour, with locomotives or without"
        raise WrongPositionError(word, f'expected a row like "G3L", found {found}', hint)
    color = colors[0] if colors else UNKNOWN
    return YardRow(color, cards[color] if colors else 0, cards[LOCOMOTIVE], cards[UNKNOWN])


def write_track(state: State, seat: int) -> str:
    """Return a stack."""
    return runs(railyards(state).stacks[seat])


def read_track(_codes: Codes, state: State, seat: int, value: Token) -> None:
    """Read a stack."""
    railyards(state).stacks[seat] = read_counts(value)


def no_color_twice(state: State, where: Places) -> None:
    """Who lays a colour that lies in another railyard robs it there (CG-PLAY-3)."""
    owners: dict[int, str] = {}
    for name, rows in zip(state.names, railyards(state).rows, strict=True):
        for row in rows:
            if row.color in owners:
                text = f"{owners[row.color]} and {name} both have {name_cards(row.color, 1)[2:]} cards in the railyard"
                raise impossible(where[name, "yard"], f"{text}: the later one would have robbed the other")
            if row.color != UNKNOWN:
                owners[row.color] = name


# --- two scorings ----------------------------------------------------------------------------------------------------


def write_round(state: State, _seat: int) -> str:
    """Return the round after the first of two scorings."""
    return str(railyards(state).round) if railyards(state).round > 1 else ""


def read_round(_codes: Codes, state: State, _seat: int, value: Token) -> None:
    """Read the round: it is written only if it is the second one, which four players have."""
    if value.text != "2":
        raise WrongPositionError(value, f'the round is told where it is 2, not "{value.text}"')
    if state.seats < TWO_SCORINGS:
        raise impossible(value, f"a second round comes with {TWO_SCORINGS} players only")
    railyards(state).round = 2


def write_done(state: State, seat: int) -> str:
    """Return the tickets completed at the first of two scorings."""
    return ticket_list(state, sorted(shown_before(state, seat)))


def read_done(codes: Codes, state: State, seat: int, value: Token) -> None:
    """Read them; which cards were spent on them is not written any more."""
    for word in pieces(value, ","):
        for ticket in codes.tickets(word):
            if ticket < 0:
                raise WrongPositionError(word, "a ticket that was completed has been shown: it is not unknown")
            cards = [0] * KINDS
            cards[UNKNOWN] = sum(wanted(state.board, ticket))
            railyards(state).done[seat].append(Spent(ticket, tuple(cards)))


def done_before(state: State, where: Places) -> None:
    """Nobody has completed a ticket before the first of two scorings (CG-SCORE-2)."""
    if railyards(state).round > 1 or state.phase == SCORING:
        return
    for name, done in zip(state.names, railyards(state).done, strict=True):
        if done:
            raise impossible(where[name, "done"], "tickets are completed at a scoring, and none has been yet")


def last_turns(state: State, where: Places) -> None:
    """The last turns have begun when, and only when, the deck is empty (CG-END-1)."""
    if state.market_unknown:
        return
    if state.last_turns >= 0 and state.deck_size:
        raise impossible(where["", "last"], "cards are left in the deck, so the last turns have not begun")
    if state.last_turns > state.seats:
        raise impossible(where["", "last"], f"at most {state.seats} last turns are left")
    # Where the cards do not even suffice for a deal, the deck is empty from the first turn of a round on.
    dealt_just_now = not any(sum(pile.cards) for pile in open_piles(state))
    if state.phase == MAIN and state.last_turns < 0 and not state.deck_size and not dealt_just_now:
        hint = f'write "last=" and how many turns are left, at most {state.seats}'
        raise impossible(where["", "deck"], "the deck is empty, so the last turns have begun", hint)


# --- the whole -------------------------------------------------------------------------------------------------------


def derive(state: State) -> None:
    """Fill in whether the cards of this turn have moved, and whether a scoring is due that does not end the game."""
    yards = railyards(state)
    yards.moved = state.phase in (SECOND, CHOOSE)
    if state.phase == OVER and state.last_turns == 0:
        conclude(state)
    yards.reckoned = state.phase == SCORING and any(yards.done)


def points(state: State, seat: int) -> int:
    """Return the points of the first of two scorings."""
    return sum([state.board.tickets[ticket].points for ticket in shown_before(state, seat)])
