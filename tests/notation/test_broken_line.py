"""Lines that cannot be read: what is said of them holds, whatever they are."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from ttrn.notation import loads, read
from ttrn.notation.broken_line import Around, mend
from ttrn.notation.legible import Legible
from ttrn.notation.reader import BrokenReading
from ttrn.notation.records import Claim, Draw

WRONG = Path(__file__).parent / "wrong"
HEAD = '[Game "usa"]\n[Position "x"]\nplayer ann\nplayer bob\nplayer joe\n'
AROUND = Around(("ann", "bob", "joe"), 7)
WORDS = (WRONG / "slip-words.txt").read_text(encoding="utf-8").splitlines()
lines = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join) | st.text(max_size=40)


@given(line=lines.filter(lambda text: text.strip(" \t")))
def test_any_line_is_answered(line: str) -> None:
    body = line.strip(" \t")
    found = mend("", body, AROUND)
    for fault in found.faults:
        assert fault.message
        assert 0 <= fault.column <= len(body)
        assert fault.width >= 1
    if found.body:
        assert not [problem for problem in loads(HEAD + found.body).problems if problem.rule == "TEXT-LINE"]


@given(text=st.lists(lines, max_size=6).map("\n".join))
def test_any_game_is_read_to_its_end(text: str) -> None:
    for reading in read(HEAD + text + "\n"):
        assert (reading.game is None) == bool(reading.problems)
        if isinstance(reading, BrokenReading) and reading.legible:
            game = reading.legible.game
            assert len(game.entries) == len(game.places)
            assert reading.legible.unread <= set(game.places)


def test_a_line_as_it_should_be_can_be_read() -> None:
    """The whole lines in hints of the cases are read, and by the same hints nothing is left to say of them."""
    shown = 0
    for path in WRONG.glob("slip-*.expected"):
        for hint in re.findall(
            r"  hint: .*?: ?\"?((?:\d+\. |score |market |player |\w+ (?:deal|keep) ).*)", path.read_text()
        ):
            line = (
                hint.removesuffix('"?') if hint.endswith('"?') else hint.removesuffix('"') if '"' in hint[-1:] else hint
            )
            if hint.count('"') % 2 == 0:
                line = hint  # a line with quotes of its own stands without more of them
            head = '[Game "usa"]\n' if line.startswith("player") else HEAD
            assert not loads(head + line).problems, line
            shown += 1
    assert shown > 30


def _legible(text: str) -> Legible:
    (reading,) = read('[Game "usa"]\n' + text)
    assert isinstance(reading, BrokenReading)
    assert reading.legible is not None
    return reading.legible


def test_what_can_be_mended_is_read_as_it_should_be() -> None:
    game, unread, loose = _legible("player Ann\nplayer bob\n1. Ann takes r>g blind\nbob claim SEA POR red\n")
    assert [player.id for player in game.players] == ["ann", "bob"]
    assert isinstance(game.turns[0].action, Draw)
    assert isinstance(game.turns[1].action, Claim)
    assert (game.turns[1].player, game.turns[1].action.paid) == ("bob", "R")
    assert (unread, loose) == (frozenset(), False)


def test_of_what_cannot_be_mended_only_that_it_happened_is_known() -> None:
    game, unread, loose = _legible("player ann\nplayer bob\n1. ann whatever\n2. bob pass\nscore nonsense\n")
    assert [turn.player for turn in game.turns] == ["ann", "bob"]
    assert unread == {4}
    assert loose


def test_a_payment_that_cannot_be_read_was_not_seen() -> None:
    game, unread, _ = _legible("player ann\nplayer bob\n1. ann claim SEA-POR RXX\n")
    assert isinstance(game.turns[0].action, Claim)
    assert game.turns[0].action.paid == "?"
    assert not unread


def test_a_game_whose_players_are_not_known_cannot_be_followed() -> None:
    for text in ("player ann\nplayer 2nd\n1. ann pass\n", "player ann\n1. ann pass\n2. zoe pass\n", "1. ann pass\n"):
        (reading,) = read('[Game "usa"]\n' + text)
        assert isinstance(reading, BrokenReading)
        assert reading.legible is None
