"""What ``ttrn record`` offers while somebody types: everything that is then played, and nothing that cannot be."""

from __future__ import annotations

import pytest

from tests.cli.test_record import PLAYED, START
from ttrn.boards import board as find_board
from ttrn.boards import board_names
from ttrn.cli.record_choices import Choices
from ttrn.cli.record_draft import Draft
from ttrn.hidden import redact
from ttrn.notation import GameRecord, loads
from ttrn.notation.records import Turn
from ttrn.notation.writer import format_action
from ttrn.play import play_game

EVERY = 4


def words_after(text: str, typed: str) -> list[str]:
    (game,) = loads(text).games
    return [choice.word for choice in Choices(Draft(game, find_board(game.board))).after(typed)]


@pytest.mark.parametrize("view", ["full", "bob"])
@pytest.mark.parametrize("board", board_names())
def test_what_was_played_was_offered_word_by_word(board: str, view: str) -> None:
    full = play_game(board, ["planner"] * 3, seed=4)
    game = full if view == "full" else redact(full, view)
    entries = game.entries
    turns = [i for i, entry in enumerate(entries) if isinstance(entry, Turn)]
    kinds = set()
    for at in turns[::EVERY]:
        turn = entries[at]
        assert isinstance(turn, Turn)
        choices = Choices(Draft(GameRecord(entries[:at]), find_board(board)))
        verb, *words = format_action(turn.action).split()
        kinds.add(verb)
        assert verb in [choice.word for choice in choices.after("")], (at, turn)
        for n, word in enumerate(words[:2]):
            if word == "|" or word[0] in "!@+T":
                break
            before = " ".join([turn.player, verb, *words[:n]])
            wanted = word.partition(">")[0] if verb == "draw" else word.partition("#")[0]
            part = wanted.rpartition("-")[0] + "-" if verb == "ride" else wanted[:1]
            offered = [choice.word for choice in choices.after(f"{before} {part}")]
            assert wanted in offered or f"{wanted}-" in offered, (at, f"{before} {word}", offered)
    assert {"draw", "claim" if find_board(board).routes else "play"} <= kinds


def test_cities_are_found_by_their_names_in_either_order() -> None:
    assert words_after(START, "claim portl") == ["POR-SEA"]
    assert words_after(START, "claim sea-p") == ["SEA-POR"]
    assert words_after(START, "bob claim seattle-v") == ["SEA-VAN"]


def test_what_cannot_be_is_not_offered() -> None:
    # Somebody has it, and with two players the other track is closed.
    assert "SEA-POR" not in words_after(PLAYED, "claim sea")
    # Three cards that nobody saw pay for three spaces at most.
    assert all(int(about) <= 3 for about in spaces(PLAYED, "claim "))
    # After a locomotive from the market there is no second card, and a second one is none from there.
    assert words_after(START, "draw L>R ") == []
    assert words_after(START, "draw R>G ") == ["G", "K", "W", "?"]
    assert words_after(START, "1. ann draw R>") == [f"R>{letter}" for letter in "ROYGBPKWL?-"]
    assert words_after(START, "draw ?")[:2] == ["?R", "?O"]
    assert words_after(PLAYED, "draw ?") == ["?"]  # what bob draws ann does not see


def spaces(text: str, typed: str) -> list[str]:
    (game,) = loads(text).games
    found = Choices(Draft(game, find_board(game.board))).after(typed)
    return [choice.about.rpartition(", ")[2].split()[0] for choice in found]


def test_the_moment_tells_what_comes_next() -> None:
    begun = '[Game "usa"]\n[View "ann"]\nplayer ann\nplayer bob\n'
    assert words_after(begun, "")[:3] == ["deal", "market", "keep"]
    assert words_after(START, "")[:3] == ["draw", "claim", "tickets"]
    assert "LAX-NYC" in words_after(begun, "keep los")
    assert words_after(begun.replace("[View", '[Level "result"]\n[View'), "")[:2] == ["reveal", "score"]
    over = begun + "finished\n"
    assert words_after(over, "")[0] == "reveal"
    assert "SEA-NYC" in words_after(over, "reveal bob sea")
    assert words_after(over, "score ann=3 ") == ["bob="]
    assert words_after(over, "level c") == ["claims"]
