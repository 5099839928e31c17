"""House rules that a Rules tag names, where a record alone does not show them."""

from __future__ import annotations

import random

import pytest

import ttrn
from ttrn.core.house_rules import RULEBOOK, WORDS, House, house_of
from ttrn.notation.records import Deal, Market


def shuffled(seed: int) -> str:
    cards = [letter for letter in "ROYGBPKW" for _ in range(12)] + ["L"] * 14
    random.Random(seed).shuffle(cards)
    return "".join(cards)


def opening(deck: str, *lines: str, rules: str = "bga") -> str:
    return "\n".join(
        [f'[Game "usa"]\n[Rules "{rules}"]\nplayer ann\nplayer bob', *lines, f"deck {deck}", "1. ann draw ? ?"]
    )


def first_state(text: str) -> ttrn.State:
    games, problems = ttrn.loads(text)
    assert not problems
    timeline = ttrn.replay(games[0])
    assert timeline.problems == ()
    return timeline.state(0)


def hand(state: ttrn.State, seat: int) -> str:
    return "".join(letter * number for letter, number in zip("ROYGBPKWL", state.hands[seat], strict=False))


def test_the_site_lays_out_the_market_before_the_hands() -> None:
    rest = list(shuffled(1))
    for card in "RGBKWRRRRGGGG":
        rest.remove(card)
    deck = "RGBKWRRRRGGGG" + "".join(rest)
    site = first_state(opening(deck))
    assert (hand(site, 0), hand(site, 1)) == ("RRRR", "GGGG")
    home = first_state(opening(deck, rules=""))
    assert (hand(home, 0), hand(home, 1)) == ("RGBK", "RRRW")


@pytest.mark.parametrize("lines", [("ann deal RRRR", "market RGBKW"), ("market RGBKW", "ann deal RRRR")])
def test_what_the_record_says_of_it_is_compared(lines: tuple[str, str]) -> None:
    rest = list(shuffled(2))
    for card in "RGBKWRRRRGGGG":
        rest.remove(card)
    head = '[Game "usa"]\n[Rules "bga"]\nplayer ann\nplayer bob\n'
    deck = f"deck RGBKWRRRRGGGG{''.join(rest)}\n"
    (game,) = ttrn.loads(head + deck + "\n".join(lines)).games
    assert ttrn.check(game) == ()
    wrong = [line.replace("RGBKW", "RGBKP") for line in lines]
    (game,) = ttrn.loads(head + deck + "\n".join(wrong)).games
    assert {problem.rule for problem in ttrn.check(game)} <= {"SETUP-2", "DECK-1"}
    assert ttrn.check(game)
    assert sum(isinstance(entry, Deal | Market) for entry in game.entries) == 2


TIE = """[Game "europe"]
[Rules "partial{more}"]
player ann
player bob
player cat

1. ann claim AMS-FRA WW
2. bob claim FRA-MUN PP
3. cat claim MAD-CAD OOO
4. ann claim ROM-BRI WW
5. bob claim FRA-ESS GG
6. cat claim MAD-PAM ?

reveal ann BAR-BRU
reveal bob BER-BUC
reveal cat CAD-STO BRE-MAR
score ann={points} bob={points} cat={cat}
"""


@pytest.mark.parametrize(("more", "winners"), [("", (0, 1)), (", bga", (1,))], ids=["home", "site"])
def test_the_site_breaks_ties_by_length(more: str, winners: tuple[int, ...]) -> None:
    """Level on points, tickets and stations, and the Express is Cat's: at the site the longer path decides."""
    (game,) = ttrn.loads(TIE.format(more=more, points=4 - 8 + 12, cat=8 - 21 - 7 + 10 + 12)).games
    timeline = ttrn.replay(game)
    assert timeline.problems == ()
    assert [seat.path.length for seat in timeline.outcome.seats] == [2, 4, 6]
    assert timeline.outcome.winners == winners
    assert timeline.outcome.tie_broken == (len(winners) == 1)


def test_words_add_up() -> None:
    site = House(market_first=True, sweeps=3, more_sweeps=True, named_color=True, tie_by_length=True)
    assert house_of("bga,skips ,  partial") == site._replace(skips=True, partial=True)
    assert house_of("BGA") == house_of("bga and more") == RULEBOOK
    assert set(WORDS) == {"bga", "skips", "passing", "optional second card", "partial"}


@pytest.mark.parametrize(("text", "sweeps"), [("0 sweeps", 0), ("1 sweep", 1), ("passing, 2 sweeps", 2)])
def test_a_number_of_sweeps(text: str, sweeps: int) -> None:
    assert (house_of(text).sweeps, house_of(text).more_sweeps) == (sweeps, False)


@pytest.mark.parametrize("text", ["bga, 2 sweeps", "2 sweeps, bga"])
def test_a_number_of_sweeps_goes_before_that_of_a_site(text: str) -> None:
    assert house_of(text) == house_of("bga")._replace(sweeps=2, more_sweeps=False)


@pytest.mark.parametrize("text", ["sweeps", "10 sweeps", "-1 sweeps", "2sweeps", "two sweeps", "2 sweeps or so"])
def test_other_numbers_of_sweeps_are_for_people(text: str) -> None:
    assert house_of(text) == RULEBOOK
