"""``ttrn show``: the table after any turn, for people, for programs, and as a picture."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from ttrn.boards import board
from ttrn.core import new_game
from ttrn.core.state import OVER
from ttrn.core.ticket_progress import trains_text
from ttrn.notation import loads
from ttrn.notation.records import Claim
from ttrn.resources import resource

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

EXPECTED = Path(__file__).parent / "expected"
FIRST = "teaching/usa_first_turns.ttrn"
REAL = "real/usa_4p_1.ttrn"


def test_the_last_turn_to_the_letter(ttrn: Ttrn) -> None:
    done = ttrn("show", FIRST)
    assert (done.status, done.err) == (0, "")
    assert done.out == (EXPECTED / "show_usa_first_turns.txt").read_text(encoding="utf-8")
    assert ttrn("show", FIRST, "--turn", "10").out == done.out


def test_a_turn_with_its_text_and_comments(ttrn: Ttrn) -> None:
    lines = ttrn("show", FIRST, "--turn", "5").out.splitlines()
    assert lines[1:4] == [
        "After turn 5 of 10.",
        "5. ann draw K>L/GGRBW G>Y",
        "; the third locomotive sweeps the market: five new cards after the slash",
    ]
    assert "Turn 6: Bob is to move." in lines
    assert "market\t5\tRYGBW" in lines


def test_the_setup_is_turn_0(ttrn: Ttrn) -> None:
    out = ttrn("show", FIRST, "--turn", "0").out
    assert "After the setup, before the first turn." in out
    assert "Turn 1: Ann is to move." in out
    assert "deck\t97\t" in out


def test_blocks_above_a_turn_go_with_it(ttrn: Ttrn) -> None:
    stdin = '[Game "usa"]\nplayer ann\nplayer bob\n{ deal }\nann deal RRRR\n{ two\nlines }\n1. ann draw ? ? ;! mine\n'
    data = json.loads(ttrn("show", "-", "--json", stdin=stdin).out)
    assert data["comments"] == ["{ two\nlines }", ";! mine"]
    assert "{ two lines }\n;! mine\n" in ttrn("show", "-", stdin=stdin).out


@pytest.mark.parametrize("turn", ["133", "999999"])
def test_a_turn_that_is_not_there(ttrn: Ttrn, turn: str) -> None:
    done = ttrn("show", REAL, "--turn", turn)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"ttrn: {REAL}, game 1: this game has turns 1 to 132, not {turn}\n"


def test_what_is_not_certain_is_said(ttrn: Ttrn) -> None:
    done = ttrn("show", REAL, "--turn", "60")
    assert "market\t?\tnot certain" in done.out
    assert "deck\t?\tnot certain" in done.out
    data = json.loads(ttrn("show", REAL, "--turn", "60", "--json").out)
    assert (data["market"], data["deck"], data["discards"], data["exact"]) == (None, None, None, False)


def test_the_last_round_and_the_end(ttrn: Ttrn) -> None:
    outs = [ttrn("show", REAL, "--turn", str(turn)).out for turn in (128, 131, 132)]
    assert "Turn 129: Player One (p1) is to move. The last round: 4 turns are left." in outs[0]
    assert "The last round: this is the last turn." in outs[1]
    assert "The game is over." in outs[2]


def test_progress_of_tickets(ttrn: Ttrn) -> None:
    out = ttrn("show", REAL).out
    assert "p4)\tDUL-ELP\tDuluth–El Paso\t10\tcomplete" in out  # noqa: RUF001
    stuck = [line for line in out.splitlines() if "\tDAL-NYC\t" in line]
    assert stuck[0].startswith("Player One (p1)\tDAL-NYC\t")
    assert stuck[0].endswith("\tnot complete")


def test_json_is_the_state(ttrn: Ttrn) -> None:
    data = json.loads(ttrn("show", FIRST, "--turn", "9", "--json").out)
    assert (data["turn"], data["turns"], data["to_move"], data["over"]) == (9, 10, "bob", False)
    assert (data["market"], data["deck"], data["turns_left"]) == ("ROYBW", 83, None)
    ann, bob = data["players"]
    assert (ann["hand"], ann["trains"], ann["score"], ann["routes"]) == ("PPPK", 39, 11, ["POR-SFO#2", "POR-SEA#1"])
    assert ann["tickets"][0] == {"ticket": "SEA-LAX", "points": 9, "trains_needed": 3}
    assert (bob["hand"], bob["unknown_tickets"]) == ("L?????", 4)


def test_a_hand_that_a_violation_made_uncertain(ttrn: Ttrn) -> None:
    stdin = '[Game "usa"]\nplayer ann\nplayer bob\nann deal RRRR\n1. ann claim HEL-SEA YYYYYY\n'
    done = ttrn("show", "-", stdin=stdin)
    assert done.status == 1
    assert "\t?\tnot certain\t" in done.out
    assert "ttrn check - tells more" in done.err
    assert json.loads(ttrn("show", "-", "--json", stdin=stdin).out)["players"][0]["hand"] is None


def test_the_order_of_the_deck_where_it_is_known(ttrn: Ttrn) -> None:
    stdin = f'[Game "usa"]\nplayer ann\nplayer bob\ndeck {"ROYGBPKW" * 12 + "L" * 14}\n1. ann draw ?P ?K\n'
    done = ttrn("show", "-", stdin=stdin)
    assert done.status == 0, done
    assert "market\t5\tROYGB\n" in done.out
    assert "deck\t95\tnext WROYGBPKWROY…\n" in done.out
    assert "hand" in done.out


def test_progress_in_words() -> None:
    state = new_game(board("usa"), ("ann", "bob"))
    tickets = [state.board.ticket_text(ticket) for ticket in state.board.tickets]
    goal = tickets.index("SEA-LAX")
    assert trains_text(state, 0, goal) == "9 more trains by the cheapest way"
    state.trains[0] = 8
    assert trains_text(state, 0, goal) == "9 more trains by the cheapest way, only 8 left"
    state.owners = [1] * len(state.owners)
    assert trains_text(state, 0, goal) == "no way is left"
    assert trains_text(state, 1, goal) == "complete"
    state.phase = OVER
    assert trains_text(state, 0, goal) == "not complete"


def test_the_position_is_one_line_from_which_a_game_can_start(ttrn: Ttrn) -> None:
    done = ttrn("show", FIRST, "--turn", "9", "--position")
    assert (done.status, done.err, done.out.count("\n")) == (0, "", 1)
    line = done.out.strip()
    stdin = f'[Game "usa"]\n[Position "{line}"]\nplayer ann "Ann" blue\nplayer bob "Bob" red\n10. bob draw ? ?\n'
    assert ttrn("check", "-", stdin=stdin).status == 0
    assert ttrn("show", "-", "--turn", "9", "--position", stdin=stdin).out == done.out
    again = ttrn("show", "-", stdin=stdin)
    assert sorted(again.out.splitlines()[1:]) == sorted(ttrn("show", FIRST).out.splitlines()[1:])
    assert "this game has turn 10, not 8" in ttrn("show", "-", "--turn", "8", stdin=stdin).err


def test_the_picture(ttrn: Ttrn, tmp_path: Path) -> None:
    path = tmp_path / "out.svg"
    assert ttrn("show", REAL, "--svg", path).status == 0
    text = "".join(ET.fromstring(path.read_text(encoding="utf-8")).itertext())  # noqa: S314  our own file
    assert "Player Four" in text
    assert "95 points on the board" in text
    away = ttrn("show", REAL, "--svg", tmp_path / "no" / "where.svg")
    assert (away.status, "No such file or directory" in away.err) == (2, True)


def test_pictures_for_a_chat(ttrn: Ttrn, tmp_path: Path) -> None:
    png, gif = tmp_path / "turn.png", tmp_path / "game.gif"
    assert ttrn("show", FIRST, "--turn", "5", "--png", png, "--width", "300", "--gif", gif).status == 0
    with Image.open(png) as image:
        assert (image.format, image.width) == ("PNG", 300)
    with Image.open(gif) as image:
        assert image.format == "GIF"
        assert image.n_frames > 2  # type: ignore[attr-defined]
    assert gif.stat().st_size < 3_000_000
    wrong = ttrn("show", FIRST, "--png", png, "--width", "99")
    assert (wrong.status, "--width" in wrong.err) == (2, True)
    assert ttrn("board", "cardgame", "--png", tmp_path / "board.png", "--width", "100").status == 0
    assert ttrn("board", "--png", tmp_path / "all.png").err == "ttrn: --png wants the name of a board\n"


def test_turns_as_a_table(ttrn: Ttrn, tmp_path: Path) -> None:
    path = tmp_path / "turns.csv"
    assert ttrn("show", REAL, "--csv", path).status == 0
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    (game,) = loads(resource("sample_games", REAL).read_text(encoding="utf-8")).games
    ids = [player.id for player in game.players]
    kinds = {"Draw": "draw", "Claim": "claim", "TakeTickets": "tickets", "Pass": "pass"}
    told = [(str(number), turn.player, kinds[type(turn.action).__name__]) for number, turn in enumerate(game.turns, 1)]
    assert [(row["turn"], ids[int(row["seat"]) - 1], row["action"]) for row in rows] == told
    claims = [f"{turn.action.route.a}-{turn.action.route.b}" for turn in game.turns if isinstance(turn.action, Claim)]
    assert sorted([row["target"].partition("#")[0] for row in rows if row["action"] == "claim"]) == sorted(claims)


RESULT = '[Game "usa"]\n\nplayer ann\nplayer bob\n\nscore ann=9 bob=7\n'


@pytest.mark.parametrize(("option", "why"), [("--gif", "nothing to animate"), ("--csv", "there are no turns")])
def test_of_a_result_there_are_no_turns_to_write(ttrn: Ttrn, tmp_path: Path, option: str, why: str) -> None:
    done = ttrn("show", "-", option, tmp_path / "out", stdin=RESULT)
    assert (done.status, why in done.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("option", "package"), [("--png", "resvg_py"), ("--gif", "resvg_py"), ("--gif", "PIL.Image")])
def test_a_package_that_is_missing_is_named(
    ttrn: Ttrn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    done = ttrn("show", FIRST, option, tmp_path / "out")
    assert done.status == 2
    assert done.err == 'ttrn: pictures as PNG or GIF need more packages: pip install "ttrn[pictures]"\n'
    assert list(tmp_path.iterdir()) == []
    assert ttrn("show", FIRST, "--svg", tmp_path / "out.svg").status == 0


def test_what_cannot_be_shown(ttrn: Ttrn) -> None:
    assert ttrn("show", "no/such.ttrn").status == 2
    assert ttrn("show", FIRST, "--game", "2").err == f"ttrn: {FIRST} has 1 game, no game 2\n"
    assert ttrn("show", FIRST, "--turn", "-1").status == 2
    assert ttrn("show", FIRST, "--turn", "x").status == 2
    assert ttrn("show", "-", stdin='[Game "cardgame"]\n').status == 2
    assert ttrn("show", "-", stdin='[Game "usa"]\nnonsense\n').status == 1


def test_position_prints_one_line_that_a_record_can_start_from(ttrn: Ttrn) -> None:
    done = ttrn("show", FIRST, "--turn", "8", "--position")
    (line,) = done.out.splitlines()
    assert (done.status, done.err) == (0, "")
    assert line.startswith("usa turn=9 next=ann; ann hand=")
    rest = "9. ann claim POR-SFO GGGGL\n10. bob draw ? ?\nassert ann trains 39\n"
    checked = ttrn("check", "-", stdin=f'[Game "usa"]\n[Position "{line}"]\nplayer ann\nplayer bob\n{rest}')
    assert (checked.status, checked.out) == (0, "")


def test_passengers_are_shown_with_the_best_ride(ttrn: Ttrn) -> None:
    done = ttrn("show", "marklin/every_action.ttrn", "--turn", "60", "--json")
    ann, bob = json.loads(done.out)["players"]
    ride = ann["passengers"]["best_ride"]
    assert (ride["cities"][0], ride["cards"], ride["worth"], ride["exact"]) == ("ERF", 3, 20, True)
    assert bob["passengers"]["left"] == 0
    assert "best ride" in ttrn("show", "marklin/every_action.ttrn", "--turn", "60").out


def test_stations_are_shown_with_what_they_may_borrow(ttrn: Ttrn) -> None:
    lines = ttrn("show", "europe/every_action.ttrn").out.splitlines()
    at = lines.index("player\tstation\tcity\tmay borrow one of")
    assert lines[at + 1 :] == ["Ann\tBER\tBerlin\tBER-DAN of Bob, BER-FRA#1 of Bob"]
    assert "Ann\tLIS-DAN\tLisboa–Danzig\t20\tcomplete over a borrowed route" in lines  # noqa: RUF001
    ann, bob = json.loads(ttrn("show", "europe/every_action.ttrn", "--json").out)["players"]
    assert (ann["stations"], bob["stations"]) == ([{"city": "BER", "may_borrow": ["BER-DAN", "BER-FRA#1"]}], [])
    assert json.loads(ttrn("show", FIRST, "--json").out)["players"][0]["stations"] is None
    assert "\tstation\t" not in ttrn("show", "europe/every_action.ttrn", "--turn", "80").out


def test_a_station_with_nothing_to_borrow(ttrn: Ttrn) -> None:
    stdin = '[Game "europe"]\nplayer ann\nplayer bob\n1. ann station PAR ?\n'
    assert ttrn("show", "-", stdin=stdin).out.endswith("ann\tPAR\tParis\tnone yet\n")


@pytest.mark.parametrize("name", ["europe/every_action.ttrn", "marklin/every_action.ttrn"])
def test_positions_of_every_game_are_lines_from_which_it_goes_on(ttrn: Ttrn, name: str) -> None:
    line = ttrn("show", name, "--turn", "60", "--position").out.strip()
    game = name.partition("/")[0]
    players = 'player ann "Ann" blue\nplayer bob "Bob" red\n'
    stdin = f'[Game "{game}"]\n[Position "{line}"]\n{players}{line.split()[1][5:]}. ann draw ? ?\n'
    assert ttrn("check", "-", stdin=stdin).status == 0
    assert ttrn("show", "-", "--turn", "60", "--position", stdin=stdin).out.strip() == line
    wrong = ttrn("check", "-", stdin=stdin.replace("trains=", "trains=1", 1))
    assert (wrong.status, "[POSITION-2]" in wrong.out) == (1, True)


def test_a_record_that_is_only_a_position(ttrn: Ttrn) -> None:
    line = (Path(__file__).parents[1] / "position" / "wrong_positions_europe.txt").read_text("utf-8").splitlines()[0]
    stdin = f'[Game "europe"]\n[Position "{line}"]\nplayer ann\nplayer bob\n'
    out = ttrn("show", "-", stdin=stdin).out
    assert "At the position that the record starts from." in out
    assert "Turn 21: ann is to move. The turn is not finished: answer to what came up." in out
    assert "laid out by ann\t3\tWWW\nturned over\t3\tKWL\n" in out
    data = json.loads(ttrn("show", "-", "--json", stdin=stdin).out)
    assert (data["waits_for"], data["lying_out"]) == ("answer to what came up", ["WWW", "KWL"])
    wrong = ttrn("check", "-", stdin=f"{stdin}21. ann draw ? ?\n")
    assert "21, ann: the turn in the position is to be finished first (a tunnel) [TURN-1]" in wrong.out
    lost = ttrn("show", "-", stdin=stdin.replace("stations=ZUR", "stations=ZURI"))
    assert (lost.status, "Nothing is dealt: the position that the record" in lost.out) == (1, True)
