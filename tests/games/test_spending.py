"""The best spending of a stack on tickets, beside the plainest search there is."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ttrn.boards import board
from ttrn.core.cards import COLORS, KINDS, LOCOMOTIVE, counts, letters
from ttrn.games.cardgame.spending import Offer, Spent, best_spending, choose, missing, wanted

DECK = board("cardgame")

stacks = st.lists(st.sampled_from("ROYGBPKWL"), max_size=30).map("".join)
hands = st.lists(st.integers(0, len(DECK.tickets) - 1), max_size=9, unique=True)


def points(tickets: list[int]) -> int:
    return sum(DECK.tickets[ticket].points for ticket in tickets)


def best_of_all_sets(stack: list[int], tickets: list[int]) -> tuple[int, int]:
    """Return the most points, and the most tickets for them, trying every set of tickets."""
    best = (0, 0)
    for size in range(len(tickets) + 1):
        for chosen in combinations(tickets, size):
            demand = [sum(wanted(DECK, ticket)[color] for ticket in chosen) for color in range(COLORS)]
            if missing(stack[:COLORS], demand) <= stack[LOCOMOTIVE]:
                best = max(best, (points(list(chosen)), size))
    return best


@settings(deadline=None, max_examples=150)
@given(stacks, hands)
def test_no_set_of_tickets_is_worth_more(stack: str, tickets: list[int]) -> None:
    cards = counts(stack)
    spent = best_spending(DECK, cards, tickets)
    done = [row.ticket for row in spent]
    assert (points(done), len(done)) == best_of_all_sets(cards, tickets)


@settings(deadline=None, max_examples=150)
@given(stacks, st.lists(st.integers(0, len(DECK.tickets) - 1), max_size=20, unique=True))
def test_the_cards_handed_out_are_in_the_stack_and_fit_their_tickets(stack: str, tickets: list[int]) -> None:
    cards = counts(stack)
    spent = best_spending(DECK, cards, tickets)
    assert len({row.ticket for row in spent}) == len(spent)
    assert {row.ticket for row in spent} <= set(tickets)
    used = [sum(row.cards[kind] for row in spent) for kind in range(KINDS)]
    assert all(number <= have for number, have in zip(used, cards, strict=True))
    for row in spent:
        assert fits(row)


def fits(row: Spent) -> bool:
    wants = wanted(DECK, row.ticket)
    return sum(row.cards) == sum(wants) and all(row.cards[color] <= wants[color] for color in range(COLORS))


@pytest.mark.parametrize(
    ("stack", "tickets", "spent"),
    [
        ("BBPW", ["LAX-PIT"], {"LAX-PIT": "BBPW"}),
        ("BBWL", ["LAX-PIT"], {"LAX-PIT": "BBWL"}),
        ("BBW", ["LAX-PIT"], {}),
        # One ticket of 20 goes before two of 10 and 9; two of 10 before it.
        ("BBWW", ["LAX-NYC", "NYC-KAN", "SEA-LAX"], {"LAX-NYC": "BBWW"}),
        ("RRBB", ["NYC-MIA", "NYC-NOL", "MIA-BOS"], {"NYC-MIA": "RB", "NYC-NOL": "RB"}),
        # Equal points: the more tickets.
        ("YGKW", ["CHI-SFE", "LAX-VAN", "LAX-MIA"], {"CHI-SFE": "YG", "LAX-VAN": "KW"}),
        ("", ["CHI-NYC"], {}),
        ("LLLL", [], {}),
    ],
)
def test_known_hands(stack: str, tickets: list[str], spent: dict[str, str]) -> None:
    by_name = {DECK.ticket_text(ticket): ticket.index for ticket in DECK.tickets}
    found = best_spending(DECK, counts(stack), [by_name[name] for name in tickets])
    assert {DECK.ticket_text(DECK.tickets[row.ticket]): letters(row.cards) for row in found} == spent


def test_equal_offers_do_not_multiply_the_work() -> None:
    offers = [Offer(7, (1, 1, 0, 0, 0, 0, 0, 0))] * 40
    assert len(choose([20, 10, 0, 0, 0, 0, 0, 0], 5, offers)) == 15
