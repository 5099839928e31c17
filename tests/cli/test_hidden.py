"""``ttrn check``, ``infer``, ``merge`` and ``show`` on records with unseen cards."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ttrn.hidden import redact
from ttrn.notation import dumps, loads

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

GAME = "europe/every_action.ttrn"
SEEN = "marklin/seen_by_ann.ttrn"

CASES = Path(__file__).parents[1] / "cases"


def full(name: str) -> str:
    return Path(name).read_text(encoding="utf-8")


def test_the_verdicts_are_counted(ttrn: Ttrn) -> None:
    done = ttrn("check", GAME, SEEN)
    assert (done.status, done.out) == (0, "")
    assert done.err == "2 sound games (1 exact, 1 consistent), 0 problems in 2 files\n"


def test_why_a_record_is_impossible(ttrn: Ttrn) -> None:
    case = CASES / "usa" / "WORLD-1-paid-with-what.ttrn"
    done = ttrn("check", case, "--board", CASES / "boards" / "short.toml")
    assert done.status == 1
    assert done.out.removeprefix(f"{case}:") == (
        "17: turn 4, bob: no deal of the unseen cards makes this possible together with "
        "the cards dealt to bob and turn 2"
        " [WORLD-1]\n    17 | 4. bob claim ASH-BRO RL\n"
        "  hint: these lines contradict each other: bob deal RRL?; 2. bob claim COL-DUN L?; 4. bob claim ASH-BRO RL\n"
    )


def test_without_any_effort_what_needs_a_search_is_undecided(ttrn: Ttrn) -> None:
    record, board = str(CASES / "usa/WORLD-1-more-than-the-deck-has.ttrn"), str(CASES / "boards/short.toml")
    done = ttrn("check", record, "--board", board, "--effort", "0")
    assert (done.status, done.out) == (0, "")
    assert "undecided: the search for a deal was given up after its share of work; --effort 1 " in done.err
    assert "0 sound games, 1 undecided, 0 problems" in done.err
    assert ttrn("infer", record, "--board", board, "--effort", "0").status == 2
    assert ttrn("check", record, "--board", board, "--effort", "1").status == 1
    assert ttrn("check", SEEN, "--effort", "0").err == "1 sound game (0 exact, 1 consistent), 0 problems in 1 file\n"
    assert ttrn("check", SEEN, "--megabytes", "0").status == 2


def test_undecided_has_a_status_of_its_own_where_that_counts(ttrn: Ttrn, tmp_path: Path) -> None:
    record, board = str(CASES / "usa/WORLD-1-more-than-the-deck-has.ttrn"), str(CASES / "boards/short.toml")
    undecided = ("check", "--strict", "--effort", "0", "--board", board, record)
    assert ttrn(*undecided).status == 3
    assert ttrn(*undecided, "--json").status == 3
    assert ttrn(*undecided, SEEN).status == 3
    assert ttrn("check", "--strict", "--effort", "0", SEEN).status == 0
    # What is wrong for certain, and what could not be read, goes before it.
    assert ttrn(*undecided, str(CASES / "usa/CLAIM-1-taken.ttrn")).status == 1
    assert ttrn(*undecided, str(tmp_path / "none.ttrn")).status == 2


def test_infer_fills_in_what_follows_and_tells_why(ttrn: Ttrn) -> None:
    done = ttrn("infer", SEEN)
    assert (done.status, done.err) == (0, "")
    assert "bob deal YYG?" in done.out
    assert ttrn("check", "-", stdin=done.out).status == 0
    assert ttrn("infer", "-", stdin=done.out).out == done.out
    reasons = ttrn("infer", SEEN, "--why").out
    assert (
        "bob: the starting hand: 2 yellow\n"
        "    bob had paid 2 yellow by turn 4 (turns 2 and 4), and had got none openly: "
        "at least 2 yellow among bob's 4 starting cards\n"
    ) in reasons
    assert (
        "bob: the first tickets: kept KOB-SCH\n"
        "    bob kept 3 of 4 first tickets, and took no others\n"
        "    bob shows KOB-SCH\n"
    ) in reasons


def test_a_witness_checks_as_exact(ttrn: Ttrn) -> None:
    done = ttrn("infer", SEEN, "--witness")
    assert done.status == 0
    checked = ttrn("check", "-", stdin=done.out)
    assert checked.err == "1 sound game (1 exact, 0 consistent), 0 problems in 1 file\n"
    game = loads(full(SEEN)).games[0]
    assert dumps(redact(loads(done.out).games[0], "ann")) == dumps(redact(game, "ann"))


def test_infer_leaves_an_exact_record_alone(ttrn: Ttrn) -> None:
    assert ttrn("infer", GAME).out == dumps(loads(full(GAME)).games[0])
    assert ttrn("infer", GAME, "--why").out == "nothing follows for what is unknown\n"


def test_infer_tells_what_is_wrong(ttrn: Ttrn) -> None:
    done = ttrn("infer", "-", stdin=full(SEEN).replace("2. bob claim DUS-KOL#3 Y", "2. bob claim DUS-KOL#3 YY"))
    assert done.status == 1
    assert "CLAIM-2" in done.out
    assert "[Game" not in done.out


def test_merging_two_views(ttrn: Ttrn, tmp_path: Path) -> None:
    game = loads(full(GAME)).games[0]
    for name in ("ann", "bob"):
        (tmp_path / f"{name}.ttrn").write_text(dumps(redact(game, name)), encoding="utf-8")
    done = ttrn("merge", tmp_path / "ann.ttrn", tmp_path / "bob.ttrn")
    assert (done.status, done.err) == (0, "")
    assert ttrn("check", "-", stdin=done.out).err.startswith("1 sound game (1 exact")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "4. bob draw Y>T/WBLWR B>O",
            "4. bob draw Y>T/WBLWR B>R",
            "turn 4: the market gets O in {a}, R in {b}\n    {a}:23: 4. bob draw Y>T/WBLWR B>O\n    {b}:23: 4. bob",
        ),
        (
            "ann deal OGLL",
            "ann deal OOOO",
            "the setup: ann is dealt 1 orange, 1 green and 2 locomotives in {a}, 4 orange in {b}",
        ),
        (
            "3. ann claim ERF-KAS GLL",
            "3. ann pass",
            "turn 3: ann does claim ERF-KAS GLL in {a}, pass in {b}\n",
        ),
    ],
)
def test_where_records_contradict_each_other(ttrn: Ttrn, tmp_path: Path, old: str, new: str, message: str) -> None:
    text = full("marklin/every_action.ttrn")
    assert old in text
    (tmp_path / "a.ttrn").write_text(text, encoding="utf-8")
    (tmp_path / "b.ttrn").write_text(text.replace(old, new), encoding="utf-8")
    done = ttrn("merge", tmp_path / "a.ttrn", tmp_path / "b.ttrn")
    assert done.status == 1
    message = message.format(a=tmp_path / "a.ttrn", b=tmp_path / "b.ttrn")
    assert done.out.startswith(f"the records contradict each other: {message}")


def test_records_that_fit_line_by_line_may_still_contradict_each_other(ttrn: Ttrn, tmp_path: Path) -> None:
    head = '[Game "usa"]\nplayer ann\nplayer bob\n\nann deal {}\nbob deal {}\nmarket RRRRG\n\n1. ann draw R>R ?\n'
    (tmp_path / "a.ttrn").write_text(head.format("RRRR", "????"), encoding="utf-8")
    (tmp_path / "b.ttrn").write_text(head.format("????", "RRRR"), encoding="utf-8")
    done = ttrn("merge", tmp_path / "a.ttrn", tmp_path / "b.ttrn")
    assert done.status == 1
    assert "together they cannot be true" in done.out


def test_a_record_of_another_game_is_named(ttrn: Ttrn, tmp_path: Path) -> None:
    text = full(GAME)
    (tmp_path / "a.ttrn").write_text(text, encoding="utf-8")
    two = tmp_path / "two.ttrn"
    two.write_text(text + "\n" + full("marklin/every_action.ttrn"), encoding="utf-8")
    done = ttrn("merge", tmp_path / "a.ttrn", two)
    assert done.status == 1
    other = f"marklin in {two} (game 2)"
    assert done.out == f"the records contradict each other: the board is europe in {tmp_path / 'a.ttrn'}, {other}\n"


def test_one_record_is_nothing_to_merge(ttrn: Ttrn) -> None:
    done = ttrn("merge", GAME)
    assert (done.status, done.out) == (2, "")
    assert "two records at least are wanted" in done.err


def test_show_tells_what_is_proved_of_hidden_hands(ttrn: Ttrn) -> None:
    out = ttrn("show", SEEN, "--turn", "0", "--hindsight").out
    assert "hidden hand\tcertain\tR\tO\tY\tG\tB\tP\tK\tW\tL\tF\tT\n" in out
    (row,) = [line for line in out.splitlines() if line.startswith("Bob\tYYG\t")]
    assert row.split("\t")[4:6] == ["2-3", "1-2"]
    data = json.loads(ttrn("show", SEEN, "--turn", "0", "--hindsight", "--json").out)
    assert data["hindsight"]
    assert data["players"][1]["bounds"]["Y"] == [2, 3]
    assert data["players"][0]["bounds"] is None


def test_exact_games_never_load_the_solver() -> None:
    code = (
        "import sys; from ttrn import loads, judge; from ttrn.resources import resource;"
        f"game = loads(resource('sample_games').joinpath({GAME!r}).read_text('utf-8')).games[0];"
        "assert judge(game).status == 'exact'; assert 'highspy' not in sys.modules and 'numpy' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_show_tells_what_was_known_then_unless_hindsight_is_asked_for(ttrn: Ttrn) -> None:
    then = ttrn("show", SEEN, "--turn", "0").out
    assert "Hidden hands, by what was known at this turn:\n" in then
    assert any(line.startswith("Bob\tnothing\t") for line in then.splitlines())
    later = ttrn("show", SEEN, "--turn", "0", "--hindsight").out
    assert "Hidden hands, with hindsight, by the whole record:\n" in later
    data = json.loads(ttrn("show", SEEN, "--turn", "0", "--json").out)
    assert (data["hindsight"], data["players"][1]["bounds"]["Y"]) == (False, [0, 4])


def test_show_says_where_nothing_can_be_proved(ttrn: Ttrn) -> None:
    out = ttrn("show", SEEN, "--turn", "3", "--effort", "0").out
    assert "Nothing could be proved of hidden hands: the record breaks a rule, or the search was given up.\n" in out


def test_infer_until_a_turn_uses_nothing_of_later_lines(ttrn: Ttrn) -> None:
    done = ttrn("infer", SEEN, "--until", "3")
    assert (done.status, done.err) == (0, "")
    assert "bob deal Y???\n" in done.out
    assert "\n3. ann " in done.out
    assert "\n4. bob " not in done.out
    assert "reveal" not in done.out
    assert "green" not in ttrn("infer", SEEN, "--why", "--until", "3").out
    wrong = ttrn("infer", SEEN, "--until", "999")
    assert (wrong.status, wrong.out) == (2, "")
    assert "game 1: this game has turns 1 to " in wrong.err
