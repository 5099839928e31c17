"""``ttrn score``: the results of the samples to the letter, ties, unknown tickets, games that are not over."""

from __future__ import annotations

import json
from collections.abc import Callable
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
bob deal GGGL
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


@pytest.fixture
def island(ttrn: Ttrn, tmp_path: Path) -> Callable[..., str]:
    """Score a short game on the island, with tickets of other values; who has claimed one route is near the end."""

    def score(*turns: str, kept: tuple[str, str] = ("BRO-COL", "DUN-BRO"), points: tuple[int, int] = (4, 4)) -> str:
        head, _, _ = (BOARDS / "fifth.toml").read_text(encoding="utf-8").partition("tickets = [\n")
        tickets = [f'{{ between = ["{t[:3]}", "{t[4:]}"], points = {p} }}' for t, p in zip(kept, points, strict=True)]
        tickets.append('{ between = ["ASH", "BRO"], points = 1 }')  # the deck must do for three
        board = tmp_path / "island.toml"
        head = head.replace("trains = 12", "trains = 3")
        board.write_text(f"{head}tickets = [{', '.join(tickets)}]\n", encoding="utf-8")
        lines = [f"{number}. {turn}" for number, turn in enumerate(turns, 1)]
        stdin = "\n".join([ISLAND, f"ann keep {kept[0]}", f"bob keep {kept[1]}", *lines, ""])
        done = ttrn("score", "-", "--board", board, stdin=stdin)
        assert done.status == 0, done
        return done.out

    return score


ROUND = ("ann claim BRO-COL G", "bob claim DUN-COL GGG", "ann draw ? ?")


def test_a_tie_is_decided_by_tickets(island: Callable[..., str]) -> None:
    # Ann has 1 + 4, Bob 4 - 4 + 5.
    out = island(*ROUND)
    assert "The game is over after 3 turns." in out
    assert "1\tann\t1\t+4\t1\t+0\t5\n2\tbob\t4\t-4\t3\t+5\t5\n" in out
    assert out.endswith("ann wins with 5 points, level with bob on points, by more completed tickets (1 to 0).\n")


def test_then_by_the_bonus_card(island: Callable[..., str]) -> None:
    # Ann has 1 - 4, Bob 4 - 12 + 5.
    out = island(*ROUND, kept=("ASH-COL", "ASH-DUN"), points=(4, 12))
    assert out.endswith("bob wins with -3 points, level with ann on points, by the bonus card for the longest path.\n")


def test_and_then_shared(island: Callable[..., str]) -> None:
    out = island(kept=("ASH-COL", "ASH-DUN"))
    assert "1\tann\t0\t-4\t0\t+0\t-4\n1\tbob\t0\t-4\t0\t+0\t-4\n" in out
    assert out.endswith("ann and bob are level with -4 points: the tie-breaks are equal too.\n")


def test_before_the_first_turn(island: Callable[..., str]) -> None:
    out = island(points=(3, 4))
    assert "As it stands after the setup: nothing has been played." in out
    assert out.endswith("ann leads with -3 points.\n")
    assert "ann\t0\tno routes" in out


def test_problems_point_to_check(ttrn: Ttrn) -> None:
    stdin = '[Game "usa"]\nplayer ann\nplayer bob\nann deal RRRR\n1. ann claim HEL-SEA RRRRRR\n'
    done = ttrn("score", "-", stdin=stdin)
    assert done.status == 1
    assert "so this may be wrong; ttrn check - tells more" in done.err


def test_what_cannot_be_scored_is_told(ttrn: Ttrn) -> None:
    nobody = ttrn("score", "-", stdin='[Game "cardgame"]\n')
    assert (nobody.status, nobody.out) == (2, "")
    assert "this game has no players" in nobody.err
    unknown = ttrn("score", "-", stdin='[Game "uas"]\nplayer ann\n')
    assert (unknown.status, 'did you mean "usa"?' in unknown.err) == (1, True)
    broken = ttrn("score", "-", stdin='[Game "usa"]\nplayer ann\nnonsense\n')
    assert (broken.status, "TEXT-LINE" in broken.err) == (1, True)
    assert ttrn("score", "no/such.ttrn").status == 2
    empty = ttrn("score", "-")
    assert (empty.status, empty.err) == (2, "ttrn: stdin has 0 games\n")


def test_stations_tell_what_they_borrowed(ttrn: Ttrn) -> None:
    done = ttrn("score", "europe/every_action.ttrn")
    assert "\nAnn\tBerlin\tBER-DAN of Bob\tLisboa–Danzig\n" in done.out  # noqa: RUF001  as in print
    assert "\tstations not built\ttotal\n" in done.out
    data = json.loads(ttrn("score", "europe/every_action.ttrn", "--json").out)
    ann, bob = data["players"]
    assert ann["stations"] == [{"city": "BER", "route": "BER-DAN", "tickets": ["LIS-DAN"]}]
    assert ann["extras"] == [{"what": "stations not built", "points": 8}]
    assert (bob["stations"], bob["total"]) == ([], 116)


def test_the_express_breaks_a_tie(ttrn: Ttrn) -> None:
    done = ttrn("score", "europe/tie_by_express.ttrn")
    assert "Bob wins with 61 points, level with Ann on points, by the European Express." in done.out


def test_hostile_names_stay_text(ttrn: Ttrn) -> None:
    stdin = '[Game "usa"]\n[Event "[red]x[/red] [bold"]\nplayer ann "[link=x]Ann[/link]"\nplayer bob "a\tb"\n'
    done = ttrn("score", "-", stdin=stdin)
    assert "[red]x[/red] [bold" in done.out
    assert "[link=x]Ann[/link] (ann)\t" in done.out
    rows = [line for line in done.out.splitlines() if "(bob)" in line and line.count("\t") > 4]
    assert [row.split("\t")[1] for row in rows] == [r"a\tb (bob)"]
