"""Scores and routes typed into a spreadsheet: the second source, through the same door as the first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ttrn
from ttrn.imports import Imported, import_games

LOGS = Path(__file__).parent / "logs"

FRIDAY = """\
[Game "usa"]
[Date "2026-11-13"]
[Source "a spreadsheet"]
[Rules "partial"]

player ann_smith "Ann Smith"
player bob "Bob"

1. ann_smith claim POR-SEA R ; line 2
2. bob claim LAX-PHO YYY ; line 3
3. ann_smith claim POR-SFO ? ; line 4

reveal ann_smith SEA-LAX
reveal bob DEN-ELP
score ann_smith=12 bob=0
"""


def read(text: str, **options: Any) -> Imported:
    return import_games("csv", "sheet.csv", text.encode(), **options)


def test_a_sheet_becomes_a_record_that_checks() -> None:
    found = import_games("csv", "friday.csv", (LOGS / "friday.csv").read_bytes())
    assert (found.problems, found.notes) == ((), ())
    assert ttrn.dumps(found.games) == FRIDAY
    timeline = ttrn.replay(found.games[0])
    assert timeline.problems == ()
    assert timeline.outcome.winners == (0,)


def test_europe_with_stations_and_columns_in_any_order() -> None:
    found = import_games("csv", "europe.csv", (LOGS / "europe.csv").read_bytes())
    assert found.notes == ("columns that are not known and were left out: mood",)
    (game,) = found.games
    assert game.tags["Event"] == 'A "quiet" evening'
    text = ttrn.dumps(game)
    for line in ("claim PAR-ZUR PPP", "station WIE K", "claim DIE-LON#2 ?", "claim BUD-WIE W", "reveal ben ZAG-BRI"):
        assert line in text
    # The totals of the sheet are the right ones, by the rules of the board.
    assert ttrn.check(game) == ()


def test_wrong_totals_are_found() -> None:
    text = (LOGS / "friday.csv").read_text(encoding="utf-8").replace("12.0", "13")
    (game,) = read(text).games
    (problem,) = ttrn.check(game)
    assert problem.rule == "SCORE-1"
    assert problem.message == (
        "ann_smith has 12 points (11 for routes, -9 for tickets, 10 for the longest path); the record states 13"
    )


def test_impossible_routes_are_found() -> None:
    rows = ("usa,Ann,Seattle-Portland", ",Bob,Seattle-Portland", ",Ann,Seattle-Helena", ",Bob,Helena-Seattle")
    (game,) = read("\n".join(["board,player,route", *rows])).games
    assert [(problem.rule, problem.turn) for problem in ttrn.check(game)] == [("CLAIM-6", 2), ("CLAIM-1", 4)]


def test_the_board_may_be_told_apart() -> None:
    text = "player,route\nAnn,Seattle-Portland\nBob,Boston-Montreal\n"
    assert read(text, board="usa").games[0].board == "usa"
    (problem,) = read(text).problems
    assert (problem.rule, problem.line) == ("LOG-BOARD", 2)
    assert "add a column board" in problem.hint


def test_names_and_dates_go_when_they_should() -> None:
    text = "board,date,event,player,route\nusa,2026-11-13,Friday,Ann,Seattle-Portland\n,,,Bob,Boston-Montreal\n"
    written = ttrn.dumps(read(text, anonymous=True).games)
    assert not any(word in written for word in ("Ann", "Bob", "ann", "bob", "2026", "Friday"))


@pytest.mark.parametrize(
    ("row", "rule", "message"),
    [
        (",,Seattle-Portland,,,,", "LOG-PLAYER", "this row names no player"),
        (",Ann,Seattle-Portland,,Seattle-New York,,", "LOG-LINE", "this row has route and ticket"),
        (",Ann,,RR,Seattle-New York,,", "LOG-LINE", "this row has ticket and cards"),
        (",Ann,Seattle,,,,", "LOG-LINE", '"Seattle" are no two cities'),
        (",Ann,Seattle-Porland,,,,", "LOG-BOARD", 'there is no city "Porland" on the usa board'),
        (",Ann,Seattle-Miami,,,,", "LOG-BOARD", "no route joins Seattle and Miami"),
        (",Ann,Seattle-Helena#2,,,,", "LOG-BOARD", "Seattle-Helena has 1 track"),
        (",Ann,Seattle-Portland,red,,,", "LOG-LINE", '"red" are no cards'),
        (",Ann,,,Seattle-Miami,,", "LOG-BOARD", "no ticket joins Seattle and Miami"),
        (",Ann,,,,many,", "LOG-LINE", '"many" is no score; one is a whole number'),
        (",Ann,,,,,Seattle", "LOG-BOARD", "there are no stations in the usa game"),
        ("europe,Ann,,,,,", "LOG-LINE", 'the board is "usa" above, and "europe" here'),
    ],
)
def test_a_wrong_row_is_told_with_its_line(row: str, rule: str, message: str) -> None:
    found = read(f"board,player,route,cards,ticket,score,station\nusa,Ann,Boston-Montreal,,,,\n{row}\n")
    (problem,) = found.problems
    assert (problem.rule, problem.line) == (rule, 3)
    assert problem.message.startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n1,2\n", "the first row names the columns"),
        ("plyer,route\nAnn,x\n", '"plyer" is none, did you mean "player"?'),
        ("player,route,route\n", "there are two columns route"),
        ("board,player,route\nbrazil,Ann,x\n", 'there is no board "brazil" with routes'),
        ("board,player,score\nusa,,\n", "this sheet names no player"),
        ("board,player,score\nusa,Ann,1\n,Ann,2\n", "Ann has a score already"),
        ('board,player,score\nusa,"Ann' + "x" * 140_000 + '",1\n', "this is no CSV"),
    ],
)
def test_a_wrong_sheet(text: str, message: str) -> None:
    (problem,) = read(text).problems
    assert message in problem.message


def test_tickets_are_in_the_sheet_itself() -> None:
    (problem,) = read("board,player,score\nusa,Ann,1\n", tickets=("notes", b"{}")).problems
    assert problem.rule == "LOG-TICKETS"
