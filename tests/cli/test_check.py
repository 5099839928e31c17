"""``ttrn check`` beyond the notation: rules, boards of one's own, games whose rules are not there yet."""

from __future__ import annotations

import json
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


def test_a_game_with_syntax_errors_is_not_judged_by_the_rules(ttrn: Ttrn) -> None:
    done = ttrn("check", "-", stdin=VIOLATION.replace("draw ? ?", "drawn"))
    assert done.status == 1
    assert "TEXT-LINE" in done.out
    assert "CLAIM-2" not in done.out


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
