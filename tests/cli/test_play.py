"""``ttrn play``."""

from __future__ import annotations

import gzip
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ttrn as library
from ttrn.notation.compression import zstd

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

HERE = Path(__file__).parent


def test_games_are_written_and_check_as_exact(ttrn: Ttrn, tmp_path: Path) -> None:
    out = tmp_path / "games.ttrn"
    done = ttrn(
        "play", "europe", "--players", 4, "--games", 3, "--seed", 7, "--bots", "greedy,hoarder,random", "-o", out
    )
    assert done.status == 0
    assert f"3 games in {out}" in done.err
    assert "3 exact" in ttrn("check", out).err
    games, _ = library.loads(out.read_text(encoding="utf-8"))
    assert [game.tags["Seed"] for game in games] == ["7/1", "7/2", "7/3"]
    assert [player.name for player in games[0].players] == ["greedy", "hoarder", "random", "greedy"]
    assert games[0].tags["Bots"] == "greedy hoarder random greedy"
    assert games[0].tags["View"] == "full"


def test_standard_output_gets_the_same_text(ttrn: Ttrn, tmp_path: Path) -> None:
    ttrn("play", "usa", "--games", 2, "--bots", "greedy", "-o", tmp_path / "a.ttrn")
    done = ttrn("play", "usa", "--games", 2, "--bots", "greedy")
    assert done.out == (tmp_path / "a.ttrn").read_text(encoding="utf-8")
    assert library.dumps(library.loads(done.out).games) == done.out


def test_the_number_of_cores_makes_no_difference(ttrn: Ttrn, tmp_path: Path) -> None:
    for cores in (1, 2, 3):
        ttrn(
            "play", "usa", "--games", 20, "--bots", "greedy,random", "--cores", cores, "-o", tmp_path / f"{cores}.ttrn"
        )
    texts = {(tmp_path / f"{cores}.ttrn").read_bytes() for cores in (1, 2, 3)}
    assert len(texts) == 1


def test_a_series_can_be_taken_up_again(ttrn: Ttrn) -> None:
    whole = ttrn("play", "usa", "--games", 3, "--bots", "random").out
    parts = [ttrn("play", "usa", "--games", n, "--first", k, "--bots", "random").out for n, k in ((2, 1), (1, 3))]
    assert "\n".join(parts) == whole


def test_files_are_compressed_by_their_names_and_always_the_same(ttrn: Ttrn, tmp_path: Path) -> None:
    plain = ttrn("play", "usa", "--games", 2, "--bots", "random").out.encode()
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        for name in ("x.ttrn.gz", "x.ttrn.zst"):
            assert ttrn("play", "usa", "--games", 2, "--bots", "random", "-o", tmp_path / folder / name).status == 0
    assert gzip.decompress((tmp_path / "a" / "x.ttrn.gz").read_bytes()) == plain
    assert zstd.decompress((tmp_path / "a" / "x.ttrn.zst").read_bytes()) == plain
    for name in ("x.ttrn.gz", "x.ttrn.zst"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


@pytest.mark.parametrize("view", ["bob", "public"])
def test_a_record_as_somebody_could_have_written_it(ttrn: Ttrn, tmp_path: Path, view: str) -> None:
    """It is the redaction of the full record."""
    ttrn("play", "europe", "--games", 2, "--bots", "planner", "-o", tmp_path / "full.ttrn")
    done = ttrn("play", "europe", "--games", 2, "--bots", "planner", "--view", view)
    assert done.out == ttrn("redact", tmp_path / "full.ttrn", "--for", view).out
    assert library.loads(done.out).games[1].tags["View"] == view
    assert ttrn("check", "-", stdin=done.out).status == 0


BOT = """
from ttrn.core.state import MAIN

class Last:
    def __init__(self):
        self.turns = 0

    def __call__(self, view):
        self.turns += view.state.phase == MAIN
        {slip}
        return view.legal[-1]

def first(view):
    return view.legal[0]

number = 3
"""


@pytest.fixture
def own_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Make a module of bots in the current folder, and return its name, which no other test uses."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return f"bots_of_{tmp_path.name}"


def test_bots_of_ones_own(ttrn: Ttrn, own_bots: str, tmp_path: Path) -> None:
    (tmp_path / f"{own_bots}.py").write_text(BOT.format(slip="pass"), encoding="utf-8")
    names = f"{own_bots}:first,{own_bots}:Last"
    done = ttrn("play", "usa", "--bots", names, "--games", 20, "--cores", 2)
    assert (done.status, done.err) == (0, "")
    assert library.loads(done.out).games[0].tags["Bots"] == names.replace(",", " ")


@pytest.mark.parametrize("games", [1, 20])
def test_a_bot_of_ones_own_that_fails_leaves_what_was_there(
    ttrn: Ttrn, own_bots: str, tmp_path: Path, games: int
) -> None:
    slip = "if self.turns == 9: return None"
    (tmp_path / f"{own_bots}.py").write_text(BOT.format(slip=slip), encoding="utf-8")
    (tmp_path / "games.ttrn").write_text("what was there", encoding="utf-8")
    done = ttrn("play", "usa", "--games", games, "--bots", f"random,{own_bots}:Last", "-o", "games.ttrn")
    assert done.status == 1
    assert f'game 1/1: bot "{own_bots}:Last" (bob), turn 18: it answers None' in done.err
    assert (tmp_path / "games.ttrn").read_text(encoding="utf-8") == "what was there"
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("play", "ussa"), 'there is no board "ussa"; did you mean "usa"?'),
        (("play", "nowhere.toml"), "the board file nowhere.toml cannot be used"),
        (("play", "usa", "--players", 6), "for 2 to 5 players, not for 6"),
        (("play", "usa", "--players", 2, "--bots", "random,random,random"), "3 bots are named for 2 seats"),
        (("play", "usa", "--bots", "plannner,greedy"), 'there is no bot "plannner"; did you mean "planner"?'),
        (("play", "usa", "--view", "cat"), 'nobody called "cat" sits there: --view is full, public or one of ann, bob'),
        (("play", "usa", "--bots", "nowhere_at_all:Bot"), "no module named 'nowhere_at_all'"),
        (("play", "usa", "--bots", "OWN:Missing"), "has no Missing"),
        (("play", "usa", "--bots", "OWN:"), "has no name after the colon"),
        (("play", "usa", "--bots", "OWN:number"), "number is neither a function nor a class"),
        (("play", "usa", "--bots", "OWN:Silent"), "Silent needs a method __call__(self, view)"),
        (("play", "usa", "--bots", "BROKEN:Bot"), "SyntaxError"),
        (("play", "usa", "--bots", "random", "-o", "no_such_folder/x.ttrn"), "no_such_folder/x.ttrn"),
    ],
)
def test_what_cannot_be_played_is_told(
    ttrn: Ttrn, own_bots: str, tmp_path: Path, args: tuple[str | int, ...], message: str
) -> None:
    (tmp_path / f"{own_bots}.py").write_text(BOT.format(slip="pass") + "\nclass Silent:\n    pass\n", encoding="utf-8")
    (tmp_path / f"{own_bots}_broken.py").write_text("def bot(view:\n", encoding="utf-8")
    named = [str(arg).replace("OWN", own_bots).replace("BROKEN", f"{own_bots}_broken") for arg in args]
    done = ttrn(*named)
    assert done.status == 2
    assert done.out == ""
    assert message in done.err


def test_a_board_of_ones_own(ttrn: Ttrn) -> None:
    board = HERE.parent / "boards" / "fifth.toml"
    done = ttrn("play", board, "--bots", "greedy,hoarder")
    assert done.status == 0
    assert ttrn("check", "--board", board, "-", stdin=done.out).status == 0


@pytest.mark.parametrize(("name", "bots"), [("short", "random,greedy"), ("depot", "random,greedy,planner,hoarder")])
def test_boards_with_so_few_cards_that_the_deal_takes_all(ttrn: Ttrn, name: str, bots: str) -> None:
    board = HERE.parent / "cases" / "boards" / f"{name}.toml"
    done = ttrn("play", board, "--bots", bots, "--players", 4, "--games", 12)
    assert done.status == 0
    assert ttrn("check", "--board", board, "-", stdin=done.out).status == 0


def test_the_sample_archive_is_what_the_command_makes(ttrn: Ttrn) -> None:
    """If a bot changed, make it again: make samples."""
    path = Path("simulated") / "archive.ttrn.zst"
    assert path.stat().st_size < 1_000_000
    games = [reading.game for reading, _ in zip(library.read(path), range(24), strict=False)]
    done = ttrn("archive", "-", "--games", 24)
    assert library.loads(done.out).games == tuple(games)


MANY = ("-m", "ttrn", "play", "usa", "--games", "100000", "--bots", "random", "--cores", "2")


@pytest.mark.parametrize("command", ["play usa --games 16 --bots random", " ".join(MANY[2:]), "board usa"])
def test_a_reader_who_has_seen_enough_ends_the_command_quietly(command: str) -> None:
    """As with ``ttrn play usa --games 500 | head -1``."""
    with subprocess.Popen(
        [sys.executable, "-m", "ttrn", *command.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert (process.stderr.read(), process.wait(60)) == (b"", 0)


def test_a_command_that_fails_does_so_even_if_nobody_reads_why() -> None:
    with subprocess.Popen([sys.executable, "-m", "ttrn", "play", "nowhere"], stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        process.stderr.close()
        assert process.wait(60) != 0


def test_the_processes_that_play_end_with_a_command_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, *MANY], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b'[Game "usa"]\n'
        process.send_signal(signal.SIGKILL)
        process.stdout.read()  # comes to an end only when they have gone too
    assert process.returncode == -signal.SIGKILL
