"""What the notation cannot express cannot be made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ttrn.notation import (
    AssertCards,
    AssertCount,
    AssertTickets,
    Claim,
    Comment,
    Complete,
    Deal,
    Deck,
    Draw,
    GameRecord,
    Keep,
    Market,
    Pair,
    Pass,
    Play,
    Player,
    Refill,
    Reveal,
    Ride,
    Score,
    Station,
    Tag,
    Take,
    TakeTickets,
    Turn,
    UnknownTicket,
    Variation,
)

ROUTE = Pair("SEA", "POR")
GAME, ANN, PASS = Tag("Game", "usa"), Player("ann"), Turn("ann", Pass())
HALF = "\ud800"
WRONG: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    *[(Comment, (text,)) for text in (" x", "x ", "a\nb", "!x", "\x00", HALF, "\x1b")],
    *[(Comment, (text, False, True)) for text in ("}", "a\n[Game b", "\n", "a \nb", "\r", HALF)],
    *[(Pair, args) for args in (("", "A"), ("A", ""), ("A", "B", 10), ("A", "B", -1), ("A\n", "B"), (HALF, "B"))],
    (UnknownTicket, ("x",)),
    *[(Take, args) for args in (("",), ("RR",), ("r",), ("?",), ("R", True, "G"), ("R", True, None, ("G",)))],
    *[(Take, args) for args in (("R", False, "GG"), ("R", False, "x"), ("R", False, None, ("G",)))],
    *[(Take, args) for args in (("R", False, "-", ("G",)), ("R", False, "G", ("",)))],
    *[(Refill, args) for args in (("",), ("x",), ("R", ("",)), ("", ("",)))],
    *[(Draw, (takes,)) for takes in ((), (Take("R"),) * 3)],
    *[(Claim, (ROUTE, paid)) for paid in ("", "r", "LR", "R R")],
    *[(Claim, (ROUTE, "R", *more)) for more in (("x",), ("", "R"), ("", "", True), ("K", "R", True), ("K", "LR"))],
    *[(Claim, (ROUTE, "R", *more)) for more in (("K-",), ("-", "R"), ("-", "", True))],
    (Claim, (ROUTE, "R", "", "", False, "\n")),
    (TakeTickets, ((), ())),
    *[(Station, args) for args in (("", "R"), ("PAR", ""), ("PAR", "LR"))],
    *[(Ride, args) for args in ((("BER",),), (("BER", ""),), (("BER", "LEI"), "TR"))],
    *[(Play, (cards,)) for cards in ("", "x", "LR")],
    *[(Tag, args) for args in (("game", "x"), ("", "x"), ("A b", "x"), ("A", "\n"), ("A", HALF))],
    *[(Player, args) for args in (("",), ("Ann",), ("draw",), ("ann", "\n"), ("ann", "", "Blue"), ("ann", "", "a b"))],
    *[(Deal, args) for args in (("Ann", "R"), ("ann", ""), ("ann", "LR"))],
    *[(Keep, args) for args in (("Ann", (ROUTE,)), ("ann", (), ()))],
    *[(Market, args) for args in (("",), ("R", ("",)))],
    (Deck, ("",)),
    *[(Turn, args) for args in (("Ann", Pass()), ("ann", Pass(), None, ("x",)))],
    *[(AssertCount, args) for args in (("deck", 1, "ann"), ("trains", 1), ("hats", 1, "ann"), ("deck", 10**6))],
    *[(AssertCards, args) for args in (("LR", "ann"), ("x",), ("R", "Ann"))],
    (AssertTickets, ("Ann", ())),
    *[(Reveal, args) for args in (("Ann", (ROUTE,)), ("ann", ()))],
    *[(Score, (scores,)) for scores in ((), (("Ann", 1),), (("ann", 10**6),))],
    *[(Complete, args) for args in (("Ann", ROUTE, "R"), ("ann", ROUTE, "LR"))],
    *[(Variation, (entries,)) for entries in ((), (Comment("x"),))],
    *[(GameRecord, (entries,)) for entries in ((), (ANN,), (Tag("Event", "x"),), (GAME, GAME), (GAME, ANN, ANN))],
    *[
        (GameRecord, (entries,))
        for entries in ((GAME, PASS), (GAME, ANN, PASS, GAME), (GAME, ANN, PASS, Player("bob")))
    ],
    *[(GameRecord, (entries,)) for entries in ((GAME, ANN, Variation((PASS,))), (GAME, Score((("ann", 1),))))],
    (GameRecord, ((GAME, ANN, PASS), 2)),
    (GameRecord, ((GAME, ANN, PASS, Variation((Variation((PASS,)), PASS))),)),
    # A block comment is an entry of its own, not part of a line.
    (GameRecord, ((Tag("Game", "usa", Comment("x", block=True)),),)),
    (GameRecord, ((GAME, ANN, PASS, Variation((PASS,), Comment("x", block=True))),)),
]


@pytest.mark.parametrize(("make", "args"), WRONG)
def test_cannot_be_made(make: Callable[..., Any], args: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        make(*args)


def test_places_do_not_count_in_comparisons() -> None:
    assert Variation((PASS,), places=(3,)) == Variation((PASS,))
    assert GameRecord((GAME,), places=(1,)) == GameRecord((GAME,))
