"""``ttrn score``: the results of the samples to the letter, ties, unknown tickets, games that are not over."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

EXPECTED = Path(__file__).parent / "expected"
BOARDS = Path(__file__).parents[1] / "boards"

ISLAND = """[Game "island"]
player ann
player bob

ann deal RRGL
bob deal RRGL
ann keep ASH-COL
bob keep DUN-BRO
"""


@pytest.mark.parametrize(
    ("name", "totals"), [("usa_4p_1", [81, 65, 80, 127]), ("usa_4p_2", [126, 100, 77, 141])], ids=["first", "second"]
)
def test_the_real_games_score_as_on_the_site(ttrn: Ttrn, name: str, totals: list[int]) -> None:
    path = f"real/{name}.ttrn"
    done = ttrn("score", path)
    assert (done.status, done.err) == (0, "")
    assert done.out == (EXPECTED / f"score_{name}.txt").read_text(encoding="utf-8")
    data = json.loads(ttrn("score", "--json", path).out)
    assert [player["total"] for player in data["players"]] == totals
    assert (data["over"], data["certain"], data["winners"], data["problems"]) == (True, True, ["p4"], 0)
    for player in data["players"]:
        tickets = sum(ticket["points"] for ticket in player["tickets"])
        assert player["total"] == player["routes"] + tickets + player["bonus"]


def test_a_game_that_is_not_over_is_scored_as_it_stands(ttrn: Ttrn) -> None:
    done = ttrn("score", "teaching")
    assert done.status == 0
    assert done.out == (EXPECTED / "score_usa_first_turns.txt").read_text(encoding="utf-8")


def test_several_games_and_one_of_them(ttrn: Ttrn, tmp_path: Path) -> None:
    path = tmp_path / "two.ttrn"
    games = [Path(f"real/usa_4p_{number}.ttrn").read_text(encoding="utf-8") for number in (1, 2)]
    path.write_text("\n".join(games), encoding="utf-8")
    assert ttrn("score", path).out.count(" wins with ") == 2
    only = ttrn("score", path, "--game", "2")
    assert f"{path}, game 2: usa" in only.out
    assert "141" in only.out
    assert "127" not in only.out
    late = ttrn("score", path, "--game", "3")
    assert (late.status, late.out, late.err) == (2, "", f"ttrn: {path} has 2 games, no game 3\n")
    assert ttrn("score", path, "--game", "0").status == 2


def island(ttrn: Ttrn, *turns: str) -> str:
    """Score a short game on the island; what it was played on is told by the way."""
    lines = [f"{number}. {turn}\n" for number, turn in enumerate(turns, 1)]
    done = ttrn("score", "-", "--board", BOARDS / "fifth.toml", stdin=ISLAND + "".join(lines))
    assert done.status == 0, done.err
    return done.out


def test_a_tie_is_decided_by_tickets(ttrn: Ttrn) -> None:
    # Ann: 2 + 1 for routes, 3 for her ticket, 5 for the path. Bob can only come near.
    out = island(ttrn, "ann claim ASH-BRO RR", "bob draw ? ?", "ann claim BRO-COL G")
    assert "ann leads with 11 points." in out
    assert "ann\tAshford–Coldwater\tcomplete\t+3" in out
    assert "bob\tDünen–Brønby\tnot complete\t-4" in out


def test_before_the_first_turn(ttrn: Ttrn) -> None:
    out = island(ttrn)
    assert "As it stands after the setup: nothing has been played." in out
    assert "ann leads with -3 points." in out
    assert "ann\t0\tno routes" in out


def test_problems_point_to_check(ttrn: Ttrn) -> None:
    stdin = '[Game "usa"]\nplayer ann\nplayer bob\nann deal RRRR\n1. ann claim HEL-SEA RRRRRR\n'
    done = ttrn("score", "-", stdin=stdin)
    assert done.status == 1
    assert "so this may be wrong; ttrn check - tells more" in done.err


def test_what_cannot_be_scored_is_told(ttrn: Ttrn) -> None:
    europe = ttrn("score", "-", stdin='[Game "europe"]\nplayer ann\nplayer bob\n')
    assert (europe.status, europe.out) == (2, "")
    assert "the rules of the europe game are not in this version" in europe.err
    unknown = ttrn("score", "-", stdin='[Game "uas"]\nplayer ann\n')
    assert (unknown.status, 'did you mean "usa"?' in unknown.out) == (1, True)
    broken = ttrn("score", "-", stdin='[Game "usa"]\nplayer ann\nnonsense\n')
    assert (broken.status, "TEXT-LINE" in broken.out) == (1, True)
    assert ttrn("score", "no/such.ttrn").status == 2
    empty = ttrn("score", "-")
    assert (empty.status, empty.err) == (2, "ttrn: stdin has 0 games\n")


def test_hostile_names_stay_text(ttrn: Ttrn) -> None:
    stdin = '[Game "usa"]\n[Event "[red]x[/red] [bold"]\nplayer ann "[link=x]Ann[/link]"\nplayer bob "a\tb"\n'
    done = ttrn("score", "-", stdin=stdin)
    assert "[red]x[/red] [bold" in done.out
    assert "[link=x]Ann[/link] (ann)\t" in done.out
    rows = [line for line in done.out.splitlines() if "(bob)" in line and line.count("\t") > 4]
    assert [row.split("\t")[1] for row in rows] == ["a b (bob)"]
