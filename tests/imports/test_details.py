"""Single notifications and lines that simulated games do not bring up, written by hand."""

from __future__ import annotations

import json
from typing import Any

import ttrn
from tests.imports.exporter import KEEPS, SWEPT
from ttrn.imports import Imported, import_games
from ttrn.notation.game import GameRecord

Notification = tuple[str, str, dict[str, Any]]


def card(code: int, spot: int = 0) -> dict[str, Any]:
    return {"id": 1, "type": str(code), "location": "table", "location_arg": str(spot)}


def laid(*codes: int, swept: bool = False) -> Notification:
    spots = {str(spot): card(code, spot) for spot, code in enumerate(codes, 1)}
    return "newCardsOnTable", "", {"spotsCards": spots, "locomotiveRefill": swept}


def keeps(name: str) -> Notification:
    return "destinationsPicked", KEEPS, {"player_name": name, "count": 2}


def takes(name: str, code: int, spot: int) -> Notification:
    return "trainCarPicked", "${player_name} takes ${color}", {"player_name": name, "color": code, "origin": spot}


def fills(spot: int, code: int | None) -> Notification:
    return "newCardsOnTable", "", {"spotsCards": {str(spot): None if code is None else card(code, spot)}}


def claims(name: str, a: str, b: str, *codes: int) -> Notification:
    args = {"player_name": name, "points": 1, "from": a, "to": b, "number": len(codes), "colors": list(codes)}
    return "claimedRoute", "${player_name} claims", args


RESHUFFLED: Notification = ("log", "The train car deck has been reshuffled", {})
STAY: Notification = (
    "log",
    "Three locomotives have been revealed multiples times in a row, they will stay visible",
    {},
)
SWEEP: Notification = ("highlightVisibleLocomotives", SWEPT, {})


def imported(*moves: list[Notification], board: str = "usa") -> Imported:
    packets = [
        {
            "channel": "/table/t1",
            "table_id": 1,
            "packet_type": "resend",
            "move_id": number,
            "time": 1_700_000_000 + number,
            "data": [{"type": kind, "log": log, "args": args or []} for kind, log, args in move],
        }
        for number, move in enumerate(moves, 1)
    ]
    return import_games("bga", "log", json.dumps({"data": {"logs": packets}}).encode(), board=board)


def game_of(found: Imported) -> GameRecord:
    assert found.problems == ()
    (game,) = found.games
    assert ttrn.check(game) == ()
    return game


START = ([keeps("Ann")], [keeps("Bob")])


def lines(game: GameRecord) -> list[str]:
    return [line.partition(" ;")[0] for line in ttrn.dumps(game).splitlines()]


def test_a_market_told_at_the_start_and_swept_at_once() -> None:
    game = game_of(imported([laid(7, 0, 0, 0, 6, swept=True), SWEEP, laid(8, 8, 7, 3, 2, swept=True)], *START))
    assert "market RLLLK/GGRBW" in lines(game)


def test_a_sweep_at_the_start_of_which_no_card_is_told() -> None:
    game = game_of(imported([SWEEP], *START))
    assert "market ?????/?????" in lines(game)


def test_three_sweeps_and_then_they_stay() -> None:
    sweeps = [
        part
        for codes in ((5, 0, 0, 0, 8), (1, 0, 0, 0, 8), (4, 0, 0, 0, 6))
        for part in (SWEEP, laid(*codes, swept=True))
    ]
    first = [takes("Ann", 7, 1), fills(1, 0), *sweeps, STAY]
    # They are looked at again when the next card is turned up.
    second = [takes("Ann", 4, 1), fills(1, 2), SWEEP, laid(7, 8, 3, 4, 2, swept=True)]
    game = game_of(imported([laid(7, 0, 0, 6, 3, swept=True)], *START, first, second))
    assert "1. ann draw R>L/OLLLG/PLLLG/YLLLK Y>W/RGBYW" in lines(game)
    (turn,) = game.turns
    assert turn.comment
    assert turn.comment.text == "move 4-5, 0:00:03, three locomotives stay"


def test_a_reshuffle_belongs_to_the_turn_of_its_move() -> None:
    """It may be told before what the turn is."""
    hidden: Notification = ("trainCarPicked", "${player_name} takes ${count}", {"player_name": "Bob", "count": 2})
    game = game_of(imported(*START, [takes("Ann", 0, 1)], [RESHUFFLED, hidden]))
    assert [turn.comment.text for turn in game.turns if turn.comment] == [
        "move 3, 0:00:02",
        "move 4, 0:00:03, the deck is reshuffled",
    ]


def test_gaps_filled_after_a_claim_and_swept() -> None:
    gap = [takes("Ann", 0, 1), fills(1, None)]
    claim = [claims("Bob", "Dallas", "Houston", 7), fills(1, 0), SWEEP, laid(7, 7, 8, 3, 2, swept=True)]
    game = imported([laid(0, 0, 0, 6, 3, swept=True)], *START, gap, claim).games[0]
    assert "1. ann draw L>-" in lines(game)
    assert "2. bob claim DAL-HOU R >L/RRGBW" in lines(game)


def test_a_sweep_after_a_claim_of_which_nothing_is_told() -> None:
    game = imported(*START, [takes("Ann", 0, 1)], [claims("Bob", "Dallas", "Houston", 7), SWEEP]).games[0]
    assert "2. bob claim DAL-HOU R >?/?????" in lines(game)


def test_a_market_of_six_cards_is_refused() -> None:
    (problem,) = imported(*START, [laid(1, 2, 3, 4, 5, 6)]).problems
    assert problem.message == "packet 3, move 3: the market has five cards, not 6"


def test_somebody_who_has_not_chosen_cannot_be_offered_tickets() -> None:
    state: Notification = (
        "gameStateChange",
        "",
        {"args": {"player_name": "Eve", "destinations": [{"type": 1, "type_arg": 1}]}},
    )
    (problem,) = imported([state], *START).problems
    assert '"Eve" did not choose any tickets' in problem.message


def test_tickets_of_an_expansion_are_refused() -> None:
    kept = {
        "player_name": "Bob",
        "count": 2,
        "destinations": [{"type": 1, "type_arg": 101}, {"type": 1, "type_arg": 2}],
    }
    (problem,) = imported([keeps("Ann")], [("destinationsPicked", KEEPS, kept)]).problems
    assert (problem.rule, problem.hint[:22]) == ("LOG-BOARD", "games with expansions,")
    assert "there is no ticket number 101 in the usa game" in problem.message


def test_two_counts_of_one_choice_are_refused() -> None:
    again: Notification = ("destinationsPicked", KEEPS, {"player_name": "Ann", "count": 3})
    (problem,) = imported([keeps("Ann")], [keeps("Bob"), again]).problems
    assert problem.message.endswith("Ann keeps 3 tickets here, and 2 in move 1")


def test_more_tickets_than_are_offered_are_refused() -> None:
    many: Notification = ("destinationsPicked", KEEPS, {"player_name": "Ann", "count": 4})
    (problem,) = imported(*START, [many]).problems
    assert problem.message == "packet 3, move 3: Ann keeps 4 of 3 tickets"


def test_a_name_too_odd_for_an_id_is_kept() -> None:
    game = game_of(imported([keeps("\u0001王 ♥")], [keeps("draw")], [takes("draw", 0, 1)]))
    assert [(player.id, player.name) for player in game.players] == [("p_draw", "draw"), ("p2", " 王 ♥")]


def test_a_time_before_the_clocks_is_left_out() -> None:
    kept = [
        {"type": "destinationsPicked", "log": "", "args": {"player_name": name, "count": 2}} for name in ("Ann", "Bob")
    ]
    data = json.dumps({"data": [{"move_id": 2, "time": 1 - 10**12, "data": kept}]})
    assert "Date" not in import_games("bga", "log", data.encode(), board="usa").games[0].tags
