"""``ttrn redact``: what an observer could have written, on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ttrn.hidden import redact
from ttrn.notation import dumps, loads

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

GAME = "europe/every_action.ttrn"


def test_it_prints_the_view_of_a_player(ttrn: Ttrn) -> None:
    done = ttrn("redact", GAME, "--for", "bob", "--until", "7")
    assert (done.status, done.err) == (0, "")
    game = loads(Path(GAME).read_text(encoding="utf-8")).games[0]
    assert done.out == dumps(redact(game, "bob", until=7))


def test_all_games_of_a_stream(ttrn: Ttrn) -> None:
    text = Path(GAME).read_text(encoding="utf-8")
    done = ttrn("redact", "-", "--for", "public", stdin=text + "\n" + text)
    assert done.out.count('[View "public"]') == 2
    assert ttrn("check", "-", stdin=done.out).status == 0
    assert ttrn("redact", "-", "--for", "public", "--game", "2", stdin=text + "\n" + text).out.count("[Game ") == 1


def test_nothing_is_printed_if_one_game_cannot_be(ttrn: Ttrn) -> None:
    text = Path(GAME).read_text(encoding="utf-8")
    done = ttrn("redact", "-", "--for", "ann", stdin=text + '\n[Game "usa"]\nplayer eve\nplayer bob\n')
    assert (done.status, done.out) == (2, "")
    assert 'nobody at this table has the id "ann"; there are eve, bob, public' in done.err


def test_a_turn_or_a_game_that_is_not_there(ttrn: Ttrn) -> None:
    done = ttrn("redact", GAME, "--for", "ann", "--until", "9999")
    assert (done.status, done.out) == (2, "")
    assert "not 9999" in done.err
    done = ttrn("redact", GAME, "--for", "ann", "--game", "2")
    assert (done.status, done.out) == (2, "")
    assert "has no game 2" in done.err


def test_a_broken_record(ttrn: Ttrn) -> None:
    done = ttrn("redact", "-", "--for", "ann", stdin='[Game "usa"]\nplayer ann\n1. ann clam SEA-POR R\n')
    assert done.status == 1
    assert "TEXT-LINE" in done.out
    done = ttrn("redact", "-", "--for", "ann", stdin='[Game "uas"]\nplayer ann\n')
    assert done.status == 1
    assert 'there is no board "uas"' in done.out


def test_an_end_that_has_not_come_is_left_out_and_told(ttrn: Ttrn) -> None:
    text = Path(GAME).read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    turns = [i for i, line in enumerate(lines) if line[0].isdigit()]
    early = "".join(lines[: turns[20]]) + "score ann=100 bob=90\n"
    done = ttrn("redact", "-", "--for", "ann", stdin=early)
    assert done.status == 0
    assert "reveal" not in done.out
    assert "score ann" not in done.out
    assert "game 1: its turns do not show that the game is over" in done.err
    assert ttrn("redact", "-", "--for", "ann", "--until", "3", stdin=early).err == ""
