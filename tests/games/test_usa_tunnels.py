"""A game of another package, made of one board file and one short module, does whatever the four of ttrn do."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import ttrn
from tests.games.conftest import OFFERED
from ttrn import store
from ttrn.boards import board, board_names
from ttrn.core.actions import ClaimRoute
from ttrn.core.rulebook import all_rules
from ttrn.core.state import ANSWER, OVER, State
from ttrn.draw import board_svg
from ttrn.notation import GameRecord
from ttrn.notation.records import Claim, Turn
from ttrn.position.reader import parse_position
from ttrn.position.writer import format_position
from ttrn.registry import find_game, game_names
from ttrn.store import loading

pytestmark = pytest.mark.usefixtures("usa_tunnels")

TABLES = (("planner", "greedy"), ("greedy", "hoarder", "planner"), ("random", "planner", "greedy", "hoarder"))
"""Who plays; each of them plays with several seeds."""

WRONG = {
    "UT-SETUP-1": ["ann keep LAX-NYC | DUL-HOU SEA-NYC"],
    "EU-TUNNEL-2": ["1. ann claim DEN-SFE RR !RGG"],
    "EU-TUNNEL-4": ["1. ann claim DEN-SFE RR !GGB x"],
    "CLAIM-2": ["1. ann claim DEN-SFE RRK !GGB"],
    "TURN-1": ["1. ann station DEN R"],
}
"""Lines that break a rule: of the game itself, of its mechanic, or of all games."""


@cache
def played(bots: tuple[str, ...], seed: int) -> GameRecord:
    return ttrn.play_game("usa_tunnels", bots, seed)


def games() -> list[GameRecord]:
    return [played(bots, seed) for bots in TABLES for seed in range(2)]


def tie() -> GameRecord:
    """Return a game in which two players have as many points, and one wins."""
    return played(("greedy", "greedy"), 3)


def tunnels(game: GameRecord) -> list[Claim]:
    actions = [entry.action for entry in game.entries if isinstance(entry, Turn)]
    return [action for action in actions if isinstance(action, Claim) and action.turned]


def command(*words: str | Path) -> str:
    """Run ttrn in a process of its own; return what it prints."""
    done = subprocess.run([sys.executable, "-m", "ttrn", *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a game that ends in a tie."""
    path = tmp_path / "tie.ttrn"
    path.write_text(ttrn.dumps([tie()]), encoding="utf-8")
    return path


# --- found, played and replayed --------------------------------------------------------------------------------------


def test_it_is_short() -> None:
    assert len((OFFERED / "usa_tunnels" / "__init__.py").read_text(encoding="utf-8").splitlines()) < 60


def test_it_is_found() -> None:
    assert "usa_tunnels" in game_names()
    assert "usa_tunnels" in board_names()
    assert board("usa_tunnels").rules == "usa_tunnels"
    assert repr(find_game("usa_tunnels")) == "<Game usa_tunnels>"
    assert {"UT-TIE-1", "EU-TUNNEL-2"} <= set(all_rules())
    assert not {"US-TIE-1", "EU-STATION-1"} & set(find_game("usa_tunnels").rulebook)


def test_bots_play_it_with_tunnels_and_every_game_is_exact() -> None:
    answers = [claim for game in games() for claim in tunnels(game)]
    assert len(answers) > 30
    assert any(claim.surcharge for claim in answers)
    assert any(claim.given_up for claim in answers)
    for game in games():
        assert ttrn.replay(game).final.phase == OVER
        assert ttrn.judge(game).status == "exact"


def test_records_are_text_and_back() -> None:
    read, problems = ttrn.loads(ttrn.dumps(games()))
    assert not problems
    assert list(read) == games()


def test_positions_are_lines_and_back() -> None:
    timeline = ttrn.replay(games()[0])
    for turn in range(0, timeline.last + 1, 7):
        line = format_position(timeline.state(turn))
        state = parse_position(line)
        assert isinstance(state, State)
        assert format_position(state) == line


def test_a_position_waits_at_a_tunnel() -> None:
    timeline = ttrn.replay(games()[0])
    on = timeline.board
    waiting = 0
    for turn in range(0, timeline.last, 3):
        for action in ttrn.legal_actions(timeline.state(turn)):
            if isinstance(action, ClaimRoute) and on.routes[action.route].tunnel:
                state = timeline.state(turn).copy()
                ttrn.apply(state, action)
                line = format_position(state)
                again = parse_position(line)
                assert isinstance(again, State)
                assert (format_position(again), again.phase) == (line, state.phase)
                waiting += state.phase == ANSWER
    assert waiting


@pytest.mark.parametrize("rule", WRONG)
def test_a_broken_rule_is_named(rule: str) -> None:
    head = ['[Game "usa_tunnels"]', "player ann", "player bob", "ann deal RRKK", "bob deal ????", "market RGBKW"]
    (game,) = ttrn.loads("\n".join([*head, *WRONG[rule]])).games
    assert [problem.rule for problem in ttrn.check(game)] == [rule]


# --- unseen cards ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", ["ann", "bob", "public"])
def test_what_somebody_saw_is_consistent(viewer: str) -> None:
    for game in games():
        seen = ttrn.redact(game, viewer)
        assert seen != game
        judgement = ttrn.judge(seen)
        assert judgement.status == "consistent"
        assert judgement.witness
        assert ttrn.judge(judgement.witness.game).status == "exact"


def test_what_follows_is_found_and_views_are_merged() -> None:
    game = games()[0]
    views = [ttrn.redact(game, name, until=20) for name in ("ann", "bob")]
    assert ttrn.infer(views[0]).forced
    merged = ttrn.merge(views)
    assert isinstance(merged, GameRecord)
    assert ttrn.judge(merged).status in ("exact", "consistent")


# --- scored, shown, drawn --------------------------------------------------------------------------------------------


def test_a_tie_is_decided_and_explained(file: Path) -> None:
    outcome = ttrn.replay(tie()).outcome
    assert outcome.tie_broken
    printed = command("score", file)
    assert ", level with greedy (bob) on points, by the bonus card for the longest path" in printed
    assert [player["rank"] for player in json.loads(command("score", file, "--json"))["players"]] == [1, 2]


def test_it_is_shown(file: Path) -> None:
    printed = command("show", file)
    assert "The game is over." in printed
    assert "station" not in printed
    state = json.loads(command("show", file, "--turn", "20", "--json"))
    assert [player["stations"] for player in state["players"]] == [None, None]
    assert isinstance(parse_position(command("show", file, "--turn", "20", "--position").strip()), State)
    assert "usa_tunnels\tNorth America with tunnels\t36\t100\t30" in command("board")


def test_it_is_a_page(file: Path, tmp_path: Path) -> None:
    command("show", file, "--html", tmp_path / "tie.html")
    assert "by the bonus card for the longest path" in (tmp_path / "tie.html").read_text(encoding="utf-8")


def test_it_is_drawn(file: Path, tmp_path: Path) -> None:
    picture = ttrn.picture(tie(), turn=40)
    assert len(re.findall('class="[^"]*tunnel', picture.svg)) == 18
    command("show", file, "--svg", tmp_path / "tie.svg")
    assert (tmp_path / "tie.svg").read_text(encoding="utf-8").startswith("<svg")
    assert board_svg(board("usa_tunnels"))


# --- the database ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cores", [1, 2])
def test_it_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cores: int) -> None:
    """Processes that a load starts know the game too."""
    monkeypatch.setattr(loading, "_FEW", 1)
    records = tmp_path / "games.ttrn"
    views = [ttrn.redact(game, "ann") for game in games()]
    records.write_text(ttrn.dumps([*games(), *views]), encoding="utf-8")
    path = tmp_path / "games.duckdb"
    assert store.load(path, store.items_of(records), cores=cores) == store.Summary(loaded=12)
    with store.connect(path) as connection:
        rows = connection.execute("SELECT board, verdict, count(*) FROM games GROUP BY ALL ORDER BY ALL").fetchall()
        assert rows == [("usa_tunnels", "consistent", 6), ("usa_tunnels", "exact", 6)]
        answer = store.ask(connection, "player_results", store.Filters(board="usa_tunnels"))
    assert answer.rows
