"""What is offered while somebody types a line: everything that is then played, and nothing that cannot be."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.cli.test_record import PLAYED, START
from tests.replays.cut_down import board_lines, claim_lines, rank_line, record, score_line, sheet_lines
from ttrn.boards import board as find_board
from ttrn.boards import board_names
from ttrn.hidden import redact
from ttrn.notation import GameRecord, loads
from ttrn.notation.game import Entry
from ttrn.notation.records import Comment, Deck, Finished, Player, Rank, Score, Sheet, Tag
from ttrn.notation.writer import format_entry
from ttrn.play import play_game
from ttrn.recording.draft import Draft
from ttrn.recording.next_words import NextWords
from ttrn.recording.words import Word
from ttrn.replays import replay

EVERY = 30
"""Of lines of the same shape one in thirty is typed, and always the first one."""


def reach(words: NextWords, line: str) -> None:
    """Type a line by choosing what is offered, and nothing else but blanks between words."""
    typed = ""
    while typed != line:
        start = typed[: typed.rfind(" ") + 1]
        offered = [start + word.text for word in words.after(typed)]
        good = [text for text in offered if line.startswith(text) and len(text) > len(typed)]
        if good:
            typed = max(good, key=len)
        elif line.startswith(f"{typed} ") and not typed.endswith(" "):
            typed += " "
        else:
            pytest.fail(f"{line}\nafter {typed!r} only {[word.text for word in words.after(typed)][:80]}")


def typed_lines(game: GameRecord) -> Iterator[tuple[GameRecord, str]]:
    """Yield lines of a game, each with the record before it; without numbers of points, which nobody can offer."""
    seen: dict[str, int] = {}
    for at, entry in enumerate(game.entries):
        if isinstance(entry, Tag | Player | Comment):
            continue
        before = GameRecord(game.entries[:at])
        line = as_typed(entry, len(before.turns) + 1)
        verb = line.split()[1:2] if line.split()[0] in [player.id for player in game.players] else []
        shape = " ".join([*verb, *re.findall(r"[!>/+@#|?]| x\b| T", line)])
        if seen.setdefault(shape, 0) % EVERY == 0:
            yield before, line
        seen[shape] += 1


def as_typed(entry: Entry, number: int) -> str:
    (line,) = format_entry(entry, number)
    line = line.removeprefix(f"{number}. ")
    return re.sub(r"=.*", "=", line) if isinstance(entry, Score | Rank | Sheet) else line


@pytest.mark.parametrize("view", ["full", "bob", "public"])
@pytest.mark.parametrize("board", board_names())
def test_what_was_played_was_offered_word_by_word(board: str, view: str) -> None:
    played = play_game(board, ["planner"] * 4, seed=6)
    game = played if view == "full" else redact(played, view)
    # Nobody who sits at a table knows the order of the deck.
    game = GameRecord(tuple([entry for entry in game.entries if not isinstance(entry, Deck)]))
    for before, line in typed_lines(game):
        reach(NextWords(Draft(before, find_board(board))), line)


@pytest.mark.parametrize("level", ["result", "sheet", "board", "claims"])
@pytest.mark.parametrize("board", board_names())
def test_what_fewer_people_write_down_is_offered_too(board: str, level: str) -> None:
    timeline = replay(play_game(board, ["planner"] * 3, seed=4), find_board(board))
    lines: dict[str, list[Entry]] = {
        "result": [score_line(timeline), rank_line(timeline)],
        "sheet": sheet_lines(timeline),
        "board": [*(board_lines(timeline) if timeline.board.routes else []), Finished()],
        "claims": claim_lines(timeline, tracks=True),
    }
    for before, line in typed_lines(record(timeline, *lines[level], level=level)):
        reach(NextWords(Draft(before, timeline.board)), line)


def words_after(text: str, typed: str) -> list[str]:
    (game,) = loads(text).games
    return [word.text for word in NextWords(Draft(game, find_board(game.board)), [Word("edit")]).after(typed)]


def test_cities_are_found_by_their_names_in_either_order() -> None:
    assert words_after(START, "claim portl") == ["POR-SEA"]
    assert words_after(START, "claim sea-p") == ["SEA-POR"]
    assert words_after(START, "bob claim seattle-v") == ["SEA-VAN"]
    assert words_after(START, "bob claim sea-por") == ["SEA-POR", "SEA-POR#1", "SEA-POR#2"]


def test_what_cannot_be_is_not_offered() -> None:
    # Somebody has it, and with two players the other track is closed.
    assert "SEA-POR" not in words_after(PLAYED, "claim sea")
    # Three cards that nobody saw pay for three spaces at most.
    assert all(int(about) <= 3 for about in spaces(PLAYED, "claim "))
    # After a locomotive from the market there is no second card, and a second one is none from there.
    assert words_after(START, "draw L>R ") == []
    assert words_after(START, "draw R>G ") == ["G", "K", "W", "?"]
    assert words_after(START, "1. ann draw R>") == [f"R>{letter}" for letter in "ROYGBPKWL?"]
    assert words_after(START, "draw ?")[:2] == ["?R", "?O"]
    assert words_after(PLAYED, "draw ?") == ["?"]  # what bob draws ann does not see
    assert words_after(START, "claim sea-por ") == ["R", "B", "L", "?"]


def spaces(text: str, typed: str) -> list[str]:
    (game,) = loads(text).games
    found = NextWords(Draft(game, find_board(game.board))).after(typed)
    return [word.about.rpartition(", ")[2].split()[0] for word in found]


def test_the_moment_tells_what_comes_next() -> None:
    begun = '[Game "usa"]\n[View "ann"]\nplayer ann\nplayer bob\n'
    assert words_after(begun, "")[:3] == ["deal", "market", "keep"]
    assert words_after(PLAYED, "")[:3] == ["draw", "claim", "tickets"]
    assert "LAX-NYC" in words_after(begun, "keep los")
    assert words_after(begun.replace("[View", '[Level "result"]\n[View'), "")[:2] == ["reveal", "score"]
    over = begun + "finished\n"
    assert words_after(over, "")[0] == "reveal"
    assert "SEA-NYC" in words_after(over, "reveal bob sea")
    assert words_after(over, "score ann=3 ") == ["bob="]
    assert words_after(over, "level c") == ["claims"]


def test_an_earlier_turn_is_completed_as_the_table_was_then() -> None:
    assert "SEA-POR" in words_after(PLAYED, "edit 2 claim sea")
    assert words_after(PLAYED, "edit 3 draw L>")[0] == "L>R"
    assert words_after(PLAYED, "edit 9 ") == []
