"""``ttrn check`` beyond the notation: rules, boards of one's own, games whose rules are not there yet."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

BOARDS = Path(__file__).parents[1] / "boards"

VIOLATION = """[Game "usa"]
player ann
player bob

ann deal RRRR
1. ann claim HEL-SEA RRRRRR
2. bob draw ? ?
"""

ISLAND = """[Game "island"]
player ann
player bob

ann deal RRGL
ann keep ASH-COL
1. ann claim ASH-BRO RR
2. bob draw ? ?
"""


def test_the_samples_are_sound(ttrn: Ttrn) -> None:
    done = ttrn("check", ".")
    assert (done.status, done.out) == (0, "")
    files = [path for path in Path().rglob("*.ttrn*") if path.is_file()]
    # The simulated archive has 315 games, every other file one.
    assert done.err.startswith(f"{len(files) - 1 + 315} sound games (")
    assert done.err.endswith(f" consistent), 0 problems in {len(files)} files\n")


def test_a_broken_rule_has_turn_line_player_rule_and_reason(ttrn: Ttrn) -> None:
    done = ttrn("check", "-", stdin=VIOLATION)
    assert done.status == 1
    place, excerpt, carets = done.out.splitlines()
    assert place.startswith("stdin:6:22: turn 1: ann pays 6 red for Helena–Seattle, which has 6 yellow spaces")  # noqa: RUF001
    assert place.endswith("[CLAIM-2]")
    assert excerpt == "     6 | 1. ann claim HEL-SEA RRRRRR"
    assert carets == "       |                      ^^^^^^"
    assert done.err == "0 sound games, 1 problem in 1 file\n"


def test_json_names_game_turn_and_player(ttrn: Ttrn) -> None:
    done = ttrn("check", "--json", "-", stdin=ISLAND.replace("island", "usa") + "\n" + VIOLATION)
    found = [json.loads(line) for line in done.out.splitlines()]
    assert done.status == 1
    last = found[-1]
    assert (last["game"], last["turn"], last["player"], last["rule"]) == (2, 1, "ann", "CLAIM-2")
    assert (last["text"], last["column"], last["width"]) == ("1. ann claim HEL-SEA RRRRRR", 22, 6)
    assert done.err == ""


def test_rules_are_checked_where_other_lines_cannot_be_read(ttrn: Ttrn) -> None:
    done = ttrn("check", "-", stdin=VIOLATION.replace("draw ? ?", "whatever"))
    assert done.status == 1
    assert ":7:8: expected" in done.out
    assert "[CLAIM-2]" in done.out
    assert done.err == "0 sound games, 2 problems in 1 file\n"


SOUND = """[Game "usa"]
player ann
player bob

ann deal RRBL
bob deal RRRR
market RGLKW
1. ann draw R>G B>Y
2. bob claim SEA-POR R
3. ann claim NAS-ATL B
4. bob draw ? ?
5. ann draw G>W ?
"""


@pytest.mark.parametrize(
    ("line", "spoiled"),
    [
        ("1. ann draw R>G B>Y", "1. ann whatever"),
        ("3. ann claim NAS-ATL B", "3. ann and so on"),
        ("2. bob claim SEA-POR R", "2. bob claim SEA-POR RXX"),
        ("market RGLKW", "market XYZ"),
        ("bob deal RRRR", "bob deal XYZ"),
        ("2. bob claim SEA-POR R", "2. bobby claim SEA-POR R"),
        ("2. bob claim SEA-POR R", "2. bob claim SEA-POR R\x01"),
    ],
)
def test_a_line_that_cannot_be_read_has_no_consequences(ttrn: Ttrn, line: str, spoiled: str) -> None:
    assert line in SOUND
    done = ttrn("check", "-", stdin=SOUND.replace("B>Y", "?").replace(line.replace("B>Y", "?"), spoiled))
    assert done.status == 1
    assert done.err == "0 sound games, 1 problem in 1 file\n", done.out


def test_a_line_that_can_be_mended_is_checked_as_it_should_be(ttrn: Ttrn) -> None:
    slips = SOUND.replace("B>Y", "?").replace("2. bob claim SEA-POR R", "2. bob builds SEA to POR blue")
    done = ttrn("check", "-", stdin=slips.replace("3. ann claim NAS-ATL B", "3. ann claim NAS-ATL BB"))
    places = re.findall(r"^\w+:(\d+)", done.out, re.MULTILINE)
    assert places == ["9", "9", "9", "9", "10"], done.out
    assert 'cards are letters: "2. bob claim SEA-POR B"' in done.out
    assert "turn 2: bob holds no blue" in done.out
    assert "turn 3: ann pays 2 blue" in done.out


@pytest.mark.parametrize(
    ("board", "line", "hint"),
    [
        ("usa", "bob keep ? ?", '"bob keep ? ? | ?"'),
        ("usa", "1. ann tickets ?", '"1. ann tickets ? | ? ?"'),
        ("europe", "bob keep ? ?", '"bob keep ? ? | ? ?"'),
        ("marklin", "bob keep ?s ?s", '"bob keep ?s ?s | ?s ?s"'),
        ("usa", 'bob keep "Los Angeles"-NYC ?', 'bob keep "Los Angeles"-NYC ? | ?'),
    ],
)
def test_a_missing_bar_gets_a_hint(ttrn: Ttrn, board: str, line: str, hint: str) -> None:
    done = ttrn("check", "-", stdin=f'[Game "{board}"]\nplayer ann\nplayer bob\n{line}\n')
    assert done.status == 1
    assert f"  hint: given back is what stands after a bar, ? if it was not seen: {hint}\n" in done.out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1. ann claim KC-DEN KKKK", 'there is no city "KC" on this board; did you mean "KAN"?'),
        ("1. ann claim SF-DEN WW", 'there is no city "SF" on this board; did you mean "SFE"?'),
        ("1. ann tickets SEA-NEW ? | ?", 'there is no city NEW on this board; did you mean "NYC"?'),
        ("1. ann claim KC-DC KKKK", 'there are no cities "KC" and "DC" on this board; did you mean KAN-WAS?'),
    ],
)
def test_cities_are_understood_by_short_forms_and_neighbours(ttrn: Ttrn, line: str, message: str) -> None:
    done = ttrn("check", "-", stdin=f'[Game "usa"]\nplayer ann\nplayer bob\n{line}\n')
    assert f"turn 1, ann: {message}" in done.out


ODD = """[Game "usa"]
[Date "13.11.2026"]
[Evnt "Friday"]
[View "carl"]
player ann blue
player bob blue
player cat mauve

1. ann draw ? ?
"""


def test_warnings_are_told_and_no_problems(ttrn: Ttrn) -> None:
    done = ttrn("check", "-", stdin=ODD)
    assert done.status == 0
    assert (
        done.out
        == """stdin:2:8: warning: "13.11.2026" is not read as a date [TEXT-DATE]
     2 | [Date "13.11.2026"]
       |        ^^^^^^^^^^
  hint: write [Date "2026-11-13"]
stdin:3:2: warning: no tool knows the tag [Evnt] [TEXT-TAG]
     3 | [Evnt "Friday"]
       |  ^^^^
  hint: did you mean "Event"?
stdin:4:8: warning: nobody at the table has the id "carl" [TEXT-VIEW]
     4 | [View "carl"]
       |        ^^^^
  hint: write one of ann, bob, cat, full, public
stdin:6:12: warning: ann and bob both play blue [TEXT-COLOR]
     6 | player bob blue
       |            ^^^^
stdin:7:12: warning: there are no mauve trains in this game [TEXT-COLOR]
     7 | player cat mauve
       |            ^^^^^
  hint: there are blue, red, green, yellow, black
"""
    )
    assert done.err == "1 sound game (0 exact, 1 consistent), 0 problems and 5 warnings in 1 file\n"


def test_strict_lets_warnings_count(ttrn: Ttrn) -> None:
    assert ttrn("check", "--strict", "-", stdin=ODD).status == 1
    assert ttrn("check", "--strict", "-", stdin=SOUND.replace("B>Y", "?")).status == 0


def test_json_tells_warnings_from_errors(ttrn: Ttrn) -> None:
    done = ttrn("check", "--json", "-", stdin=ODD.replace("1. ann draw", "1. ann drwa"))
    found = [json.loads(line) for line in done.out.splitlines()]
    assert [problem["severity"] for problem in found] == ["warning"] * 5 + ["error"]


@pytest.mark.parametrize(
    ("date", "hint"),
    [
        ("2026-02-30", ""),
        ("2026-13-11", 'did you mean "2026-11-13"?'),
        ("11/13/2026", 'write [Date "2026-11-13"]'),
        ("11/12/2026", 'write [Date "2026-11-12"] or [Date "2026-12-11"]'),
        ("13 November 2026", 'write [Date "2026-11-13"]'),
        ("2026-11-13 20:15", 'write [Date "2026-11-13"]'),
        ("2026-11", 'write [Date "2026-11-??"]'),
        ("Friday", 'write year, month and day, "?" for what is not known: "2026-11-??"'),
        ("9" * 5000, 'write year, month and day, "?" for what is not known: "2026-11-??"'),
    ],
)
def test_odd_dates(ttrn: Ttrn, date: str, hint: str) -> None:
    done = ttrn("check", "--json", "-", stdin=f'[Game "usa"]\n[Date "{date}"]\nplayer ann\nplayer bob\n')
    found, verdict = [json.loads(line) for line in done.out.splitlines()]
    assert (done.status, found["rule"], found["hint"]) == (0, "TEXT-DATE", hint)
    assert found["verdict"] == verdict["verdict"] == "consistent"


@pytest.mark.parametrize("date", ["2026-11-13", "2026-11-??", "2026-??-??", "????-??-??", "", "2024-02-29"])
def test_dates_that_are_in_order(ttrn: Ttrn, date: str) -> None:
    done = ttrn("check", "-", stdin=f'[Game "usa"]\n[Date "{date}"]\nplayer ann\nplayer bob\n')
    assert (done.status, done.out) == (0, "")


def test_games_with_warnings_are_loaded(ttrn: Ttrn, tmp_path: Path) -> None:
    (tmp_path / "odd.ttrn").write_text(ODD)
    assert ttrn("load", tmp_path / "g.duckdb", tmp_path / "odd.ttrn").status == 0
    told = ttrn("sql", tmp_path / "g.duckdb", "select verdict, date from games")
    assert told.out.splitlines()[1].split("\t")[0] == "consistent"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("uas", 'did you mean "usa"?'),
        ("USA", 'did you mean "usa"?'),
        ("nowhere", "there are cardgame, europe, marklin, usa"),
        ("/dev/zero", "there are cardgame, europe, marklin, usa"),
        (str(BOARDS / "fifth.toml"), "there are cardgame, europe, marklin, usa"),
    ],
)
def test_an_unknown_board_is_a_problem_with_a_hint_and_never_a_path(ttrn: Ttrn, name: str, hint: str) -> None:
    done = ttrn("check", "-", stdin=f'[Game "{name}"]\nplayer ann\n')
    assert done.status == 1
    carets = "^" * len(f'"{name}"')
    assert done.out == (
        f'stdin:1:7: there is no board "{name}" [SETUP-1]\n'
        f'     1 | [Game "{name}"]\n       |       {carets}\n  hint: {hint}\n'
    )


def test_a_board_of_ones_own_serves_the_games_that_name_it(ttrn: Ttrn) -> None:
    done = ttrn("check", "-", "--board", BOARDS / "fifth.toml", stdin=ISLAND)
    assert (done.status, done.out) == (0, "")
    assert done.err == "1 sound game (0 exact, 1 consistent), 0 problems in 1 file\n"
    wrong = ttrn("check", "-", "--board", BOARDS / "fifth.toml", stdin=ISLAND.replace("RR\n", "GG\n"))
    assert wrong.status == 1
    assert "CLAIM-2" in wrong.out


def test_a_board_of_ones_own_goes_before_a_built_in_one(ttrn: Ttrn, tmp_path: Path) -> None:
    path = tmp_path / "usa.toml"
    path.write_text((BOARDS / "fifth.toml").read_text().replace('name = "island"', 'name = "usa"'))
    assert ttrn("check", "-", "--board", path, stdin=ISLAND.replace("island", "usa")).status == 0


def test_a_board_that_no_game_names_is_mentioned(ttrn: Ttrn) -> None:
    done = ttrn("check", "-", "--board", BOARDS / "fifth.toml", stdin=ISLAND.replace("island", "iland"))
    assert done.status == 1
    assert 'hint: did you mean "island"?' in done.out
    assert 'note: no game here is played on the board "island"' in done.err


@pytest.mark.parametrize("command", ["check", "score", "show", "board"])
def test_problems_of_a_board_file_are_told_with_their_place(ttrn: Ttrn, command: str) -> None:
    path = BOARDS / "wrong" / "several-at-once.toml"
    done = ttrn(command, "teaching/usa_first_turns.ttrn", "--board", path)
    assert (done.status, done.out) == (2, "")
    assert f'{path}: routes, entry 3 (DUM-COL): unknown key "lenght"; did you mean "length"?\n' in done.err
    missing = ttrn(command, "teaching/usa_first_turns.ttrn", "--board", "no/such.toml")
    assert (missing.status, missing.out) == (2, "")
    assert "no/such.toml: there is no such file" in missing.err


def test_a_game_without_players_breaks_no_command(ttrn: Ttrn) -> None:
    assert "SETUP-1" in ttrn("check", "-", stdin='[Game "usa"]\n').out
    for command in ("score", "show"):
        done = ttrn(command, "-", stdin='[Game "usa"]\n')
        assert (done.status, done.out) == (2, "")
        assert "this game has no players" in done.err
