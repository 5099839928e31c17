"""Scores and routes typed into a spreadsheet: the second source, through the same door as the first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ttrn
from ttrn.imports import Imported, import_games
from ttrn.imports.dates import Day, day_first, day_of
from ttrn.imports.sheet_columns import column_of
from ttrn.notation.records import Rank

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
        ("board,player,score\nusa,Ann,\n,Bob,\n", "of this game neither routes nor a result are told"),
        ("date,Ann,Bob\n2026-11-13,112,98\n", "each row below is of one player"),
        ('board,player,score\nusa,"Ann' + "x" * 140_000 + '",1\n', "this is no CSV"),
    ],
)
def test_a_wrong_sheet(text: str, message: str) -> None:
    (problem,) = read(text).problems
    assert message in problem.message


SEASON = """\
[Game "usa"]
[Date "2026-11-13"]
[Source "a spreadsheet"]

player bob "Bob"
player ann_smith "Ann Smith"

sheet bob routes=55 tickets=-6 longest=20 bonus=0
sheet ann_smith routes=60 tickets=34 longest=25 bonus=10
score bob=49 ann_smith=104

[Game "europe"]
[Date "2026-11-14"]
[Source "a spreadsheet"]

player ann_smith "Ann Smith"
player bob "Bob"
player celik "Çelik"

; the order of the seats is not told
sheet ann_smith routes=68 tickets=34
sheet bob routes=55 tickets=6
score ann_smith=102 bob=61 celik=88
"""

RESULTS = """\
[Game "usa"]
[Date "2026-11-13"]
[Round "1"]
[Source "a spreadsheet"]

player ann_smith "Ann Smith"
player bob "Bob"

; the order of the seats is not told
score ann_smith=112 bob=98

[Game "usa"]
[Date "2026-11-13"]
[Round "2"]
[Source "a spreadsheet"]

player ann_smith "Ann Smith"
player bob "Bob"

; the order of the seats is not told
rank bob=1

[Game "cardgame"]
[Date "2026-11-14"]
[Round "3"]
[Source "a spreadsheet"]

player ann_smith "Ann Smith"
player bob "Bob"

; the order of the seats is not told
score ann_smith=70 bob=70
rank bob=1
"""


def test_score_sheets_of_many_days() -> None:
    found = import_games("csv", "season.csv", (LOGS / "season.csv").read_bytes())
    assert ttrn.dumps(found.games) == SEASON
    assert found.problems == ()
    assert found.notes == (
        "columns that are not known and were left out: Stimmung",
        "numbers written as sums were added up: line 4",
        "left out, 1 on maps that we have no board for: Switzerland (1)",
    )


def test_results_parted_by_a_column() -> None:
    found = import_games("csv", "results.csv", (LOGS / "results.csv").read_bytes())
    assert (ttrn.dumps(found.games), found.problems, found.notes) == (RESULTS, (), ())


def test_score_sheets_name_nobody_when_they_should_not() -> None:
    found = import_games("csv", "season.csv", (LOGS / "season.csv").read_bytes(), anonymous=True)
    written = ttrn.dumps(found.games)
    assert "sheet p1 routes=55 tickets=-6 longest=20 bonus=0" in written
    assert not any(word in written for word in ("ann", "bob", "Bob", "2026"))


@pytest.mark.parametrize(
    ("text", "boards"),
    [
        ("game,player,score\n1,Ann,1\n2,Ann,2\n1,Bob,3\n2,Bob,4\n", ["usa", "usa"]),
        ("date,player,score\n2026-11-13,Ann,1\n13.11.2026,Bob,2\n2026-11-14,Ann,3\n,Bob,4\n", ["usa", "usa"]),
        ("event,player,score\nFriday,Ann,1\n,Bob,2\nMonday,Ann,3\nMonday,Bob,4\n", ["usa", "usa"]),
        ("game,player,score\nTicket to Ride: Europe,Ann,1\n,Bob,3\n", ["europe"]),
        ("board,game,player,score\nEuropa,1,Ann,1\n,1,Bob,3\nUSA 1910,2,Ann,4\n,2,Bob,5\n", ["europe", "usa"]),
        ("date,player,route\n2026-11-13,Ann,Seattle-Portland\n2026-11-14,Bob,Boston-Montreal\n", ["usa", "usa"]),
        ("player,date,score\nAnn,,1\nBob,2026-11-13,2\n", ["usa"]),
    ],
)
def test_how_games_are_parted(text: str, boards: list[str]) -> None:
    found = read(text, board="usa")
    assert found.problems == ()
    assert [game.board for game in found.games] == boards


def test_one_wrong_game_does_not_keep_the_others_back() -> None:
    text = "game,player,score\n1,Ann,1\n1,Bob,x\n2,Ann,3\n2,Bob,4\n"
    found = read(text, board="usa")
    assert [game.tags["Round"] for game in found.games] == ["2"]
    assert [(problem.rule, problem.line) for problem in found.problems] == [("LOG-LINE", 3)]
    many = "game,player,score\n" + "".join([f"{number},Ann,x\n" for number in range(200)])
    problems = read(many, board="usa").problems
    assert (len(problems), problems[-1].message) == (51, "150 more games are wrong")


@pytest.mark.parametrize(
    ("titles", "cells", "message"),
    [
        ("rank", "first", '"first" is no place'),
        ("won", "maybe", '"maybe" does not tell whether somebody won'),
        ("seat", "left", '"left" is no seat'),
        ("seat", "", ""),
        ("routes", "many", '"many" is no number for routes'),
        ("routes", "-3", "routes cannot be -3"),
        ("failed", "-12", ""),
        ("tickets", "-12", ""),
        ("date", "3/4/2026", '"3/4/2026" may be two days: which is the month?'),
        ("date", "31.2.2026", '"31.2.2026" is no day of the calendar'),
        ("date", "45000", '"45000" is no day of the calendar'),
        ("board", "Brazil", 'there is no board "Brazil"'),
        ("date,seat", "2026-11-13,1", "some players of this game have no seat, or two have the same"),
    ],
)
def test_results_that_are_wrong(titles: str, cells: str, message: str) -> None:
    board = "" if titles == "board" else "usa"
    empty = "," * titles.count(",")
    found = read(f"player,score,{titles}\nAnn,5,{cells}\nBob,6,{empty}\n", board=board)
    assert [problem.line for problem in found.problems] == ([2] if message else [])
    assert [problem.message.startswith(message) for problem in found.problems] == ([True] if message else [])


@pytest.mark.parametrize(
    ("rows", "places", "notes"),
    [
        ("Ann,,1st\nBob,,2.\n", {"ann": 1, "bob": 2}, ()),
        ("Ann,7,2\nBob,9,1\n", None, ()),
        ("Ann,7,\nBob,9,1\n", None, ()),
        ("Ann,9,2\nBob,9,1\n", {"ann": 2, "bob": 1}, ()),
        ("Ann,9,\nBob,9,1\n", {"bob": 1}, ()),
        ("Ann,9,1\nBob,9,1\n", None, ()),
        ("Ann,9,\nBob,,\n", None, ()),
        ("Ann,9,2\nBob,9,3\nCem,12,1\n", {"ann": 2, "bob": 3, "cem": 1}, ()),
        ("Ann,7,1\nBob,9,2\n", {"ann": 1, "bob": 2}, ("whoever won has fewer points than another: line 2",)),
    ],
)
def test_places_are_kept_where_the_scores_do_not_tell_them(
    rows: str, places: dict[str, int] | None, notes: tuple[str, ...]
) -> None:
    found = read(f"player,score,rank\n{rows}", board="usa")
    ranks = [dict(entry.places) for entry in found.games[0].entries if isinstance(entry, Rank)]
    assert ranks == ([] if places is None else [places])
    assert found.notes == notes


@pytest.mark.parametrize(
    ("row", "rule"),
    [
        ("60,34,25,10,104", None),
        ("60,34,25,10,105", "SHEET-1"),
        ("60,34,46,10,104", "SHEET-2"),
        ("60,-999999,25,10,104", "SHEET-1"),
        ("999999,34,25,10,104", "SHEET-2"),
    ],
)
def test_a_sheet_that_contradicts_itself_is_written_and_checked(row: str, rule: str | None) -> None:
    found = read(f"player,routes,tickets,longest,bonus,score\nAnn,{row}\nBob,55,-6,20,0,49\n", board="usa")
    assert found.problems == ()
    (game,) = ttrn.loads(ttrn.dumps(found.games)).games
    assert ttrn.level(game) == "sheet"
    assert [problem.rule for problem in ttrn.replay(game).problems] == ([rule] if rule else [])


def test_whether_longest_is_a_length_or_points_is_asked() -> None:
    (problem,) = read("player,score,longest\nAnn,5,10\nBob,6,0\n", board="usa").problems
    assert problem.message == "is longest how long the path was, or its points?"
    assert "longest=12" in ttrn.dumps(read("player,score,longest\nAnn,5,10\nBob,6,12\n", board="usa").games)
    assert "bonus=10" in ttrn.dumps(read("player,score,Longest path bonus\nAnn,5,10\nBob,6,0\n", board="usa").games)


def test_more_players_than_the_game_has_are_several_games() -> None:
    rows = "".join([f"Player {number},{number}\n" for number in range(6)])
    (problem,) = read(f"player,score\n{rows}", board="usa").problems
    assert problem.rule == "LOG-PLAYER"
    assert "column game" in problem.hint


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-11-13", "2026-11-13"),
        ("2026/11/3", "2026-11-03"),
        ("2026-11-13 20:15", "2026-11-13"),
        ("2026-11-13T20:15:00Z", "2026-11-13"),
        ("2026-11", "2026-11-??"),
        ("2026", "2026-??-??"),
        ("2026-??-??", "2026-??-??"),
        ("13.11.2026", "2026-11-13"),
        ("3.4.26", "2026-04-03"),
        ("11/13/2026", "2026-11-13"),
        ("13/11/2026", "2026-11-13"),
        ("13-11-2026", "2026-11-13"),
        ("5/5/2026", "2026-05-05"),
        ("13 Nov 2026", "2026-11-13"),
        ("13-Nov-2026", "2026-11-13"),
        ("Nov 13, 2026", "2026-11-13"),
        ("Friday, 13th November 2026", "2026-11-13"),
        ("Fr. 13. März 2026", "2026-03-13"),
        ("13 août 2026", "2026-08-13"),
        ("13 juillet 2026", "2026-07-13"),
        ("13 juin 2026", "2026-06-13"),
        ("", ""),
        ("11.13.2026", ""),
        ("2026-02-30", ""),
        ("2026-13", ""),
        ("13 Foo 2026", ""),
        ("99/99/2026", ""),
        ("tomorrow", ""),
    ],
)
def test_days_as_people_write_them(text: str, day: str) -> None:
    assert day_of(text) == Day(day)


def test_a_day_that_may_be_two_is_none_unless_the_column_tells() -> None:
    assert day_of("3/4/2026") == Day("", either=True)
    assert day_of("3/4/2026", first=True) == Day("2026-04-03")
    assert day_of("3/4/2026", first=False) == Day("2026-03-04")
    sheet = "date,player,score\n{},Ann,1\n,Bob,2\n3/4/2026,Ann,1\n,Bob,3\n"
    for other, day in (("13/4/2026", "2026-04-03"), ("4/13/2026", "2026-03-04")):
        assert read(sheet.format(other), board="usa").games[1].tags["Date"] == day
    assert day_first(["13/4/2026", "4/13/2026"]) is None


@pytest.mark.parametrize(
    ("title", "column"),
    [
        ("Name", "player"),
        ("SPIELER", "player"),
        ("Total points", "score"),
        ("Längste Strecke", "longest"),
        ("Tickets completed", ""),
        ("Tickets (points)", "tickets"),
        ("3x", "3x"),
        ("3er", "3x"),
        ("length 6", "6x"),
        ("2 trains", "2x"),
        ("7", ""),
        ("", ""),
    ],
)
def test_columns_by_the_titles_that_people_give_them(title: str, column: str) -> None:
    assert column_of(title) == column


def test_tickets_are_in_the_sheet_itself() -> None:
    (problem,) = read("board,player,score\nusa,Ann,1\n", tickets=("notes", b"{}")).problems
    assert problem.rule == "LOG-TICKETS"
