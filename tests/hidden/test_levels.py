"""Records of every level, redacted, merged and judged."""

from __future__ import annotations

import pytest

import ttrn
from tests.hidden.games import simulated
from tests.replays.cut_down import FINISHED, board_lines, claim_lines, rank_line, record, score_line, sheet_lines
from ttrn.hidden import Clash, judge, merge, redact
from ttrn.hidden.judgement import IMPOSSIBLE, UNDECIDED
from ttrn.notation import Entry, GameRecord, Score, dumps, loads
from ttrn.notation.records import Reveal
from ttrn.replays import Timeline

PLAYERS = '[Game "usa"]\nplayer ann\nplayer bob\n'


def game(lines: str) -> GameRecord:
    return loads(PLAYERS + lines).games[0]


def cuts(whole: Timeline) -> dict[str, GameRecord]:
    end: list[Entry] = [score_line(whole), rank_line(whole), FINISHED]
    return {
        "result": record(whole, *end),
        "sheet": record(whole, *sheet_lines(whole), *end),
        "board": record(whole, *board_lines(whole), *end),
        "claims": record(whole, *claim_lines(whole), *board_lines(whole), *end, level="claims"),
    }


@pytest.mark.parametrize("name", ["usa", "europe", "marklin"])
@pytest.mark.parametrize("seed", range(4))
def test_what_everybody_saw_at_the_end_stays(name: str, seed: int) -> None:
    for level, cut in cuts(ttrn.replay(simulated(name, seed))).items():
        for observer in ("public", "ann"):
            view = redact(cut, observer)
            assert view.entries[-1] == FINISHED
            assert [e for e in view.entries if not isinstance(e, ttrn.notation.Tag)] == [
                e for e in cut.entries if not isinstance(e, ttrn.notation.Tag)
            ]
            assert ttrn.level(view) == level
            assert not ttrn.replay(view).problems


def test_before_the_end_nothing_of_it_is_told() -> None:
    whole = ttrn.replay(simulated("usa", 3))
    cut = cuts(whole)["claims"]
    view = redact(cut, "public", until=5)
    assert len(view.turns) == 5
    assert not [entry for entry in view.entries if isinstance(entry, Score | Reveal | type(FINISHED))]
    early = game("ann deal RRRR\n1. ann draw ? ?\nsheet ann routes=4\nrank ann=1\nfinished")
    assert dumps(redact(early, "bob")).endswith("1. ann draw ? ?\n")


def test_a_full_record_is_no_longer_stated_to_be_one() -> None:
    whole = simulated("usa", 1)
    full = GameRecord((whole.entries[0], ttrn.notation.Tag("Level", "full"), *whole.entries[1:]))
    assert not ttrn.replay(full).problems
    assert "Level" not in redact(full, "ann").tags


@pytest.mark.parametrize("name", ["usa", "europe", "marklin"])
def test_a_score_sheet_of_one_and_claims_of_another_are_one_record(name: str) -> None:
    whole = ttrn.replay(simulated(name, 2))
    claims = record(whole, *claim_lines(whole), score_line(whole), level="claims")
    both = merge([claims, record(whole, *sheet_lines(whole), rank_line(whole))])
    assert isinstance(both, GameRecord)
    expected = record(whole, *claim_lines(whole), *sheet_lines(whole), score_line(whole), rank_line(whole))
    assert [e for e in both.entries if not isinstance(e, ttrn.notation.Tag)] == list(expected.entries[1:])
    back = merge([record(whole, *sheet_lines(whole), rank_line(whole)), claims])
    assert isinstance(back, GameRecord)
    assert set(back.entries) == set(both.entries)
    assert not ttrn.replay(both).problems


def test_a_result_joins_a_record_with_all_turns() -> None:
    whole = ttrn.replay(simulated("usa", 4))
    bare = GameRecord(tuple([entry for entry in whole.game.entries if not isinstance(entry, Score)]))
    result = record(whole, score_line(whole), FINISHED, level="result")
    both = merge([bare, result])
    assert isinstance(both, GameRecord)
    assert dumps(both) == dumps(merge([whole.game, result]))  # type: ignore[arg-type]
    assert ttrn.level(both) == ttrn.level(whole.game)


JOINED = [
    ("sheet ann routes=60", "sheet ann bonus=10", "sheet ann routes=60 bonus=10"),
    ("rank ann=1", "rank bob=2", "rank ann=1 bob=2"),
    ("routes ann SEA-POR POR-SLC", "routes ann SLC-POR POR-SEA#2", "routes ann SEA-POR#2 POR-SLC"),
    ("finished", "finished", "finished"),
]


@pytest.mark.parametrize(("one", "two", "both"), JOINED)
def test_lines_are_joined(one: str, two: str, both: str) -> None:
    merged = merge([game(one), game(two)])
    assert isinstance(merged, GameRecord), merged
    assert dumps(merged).splitlines()[-1] == both


CLASHES = [
    ("sheet ann routes=60", "sheet ann routes=61", "routes of ann is 60 in"),
    ("rank ann=1", "rank ann=2", "the place of ann is 1 in"),
    ("routes ann SEA-POR", "routes ann POR-SLC", "routes ann SEA-POR"),
    ("score ann=4 bob=5", "rank ann=1", "RANK"),
]


@pytest.mark.parametrize(("one", "two", "words"), CLASHES)
def test_contradictions_are_named(one: str, two: str, words: str) -> None:
    clash = merge([game(one), game(two)])
    assert isinstance(clash, Clash)
    assert words in clash.message or words == "RANK"


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("score ann=112 bob=98", "only the result was kept"),
        ("sheet ann routes=60", "only score sheets were kept"),
        ("routes ann SEA-POR", "only the final board was kept"),
        ("1. ann claim SEA-POR", "only some of the turns were written down"),
    ],
)
def test_what_no_turn_shows_is_undecided(lines: str, reason: str) -> None:
    judged = judge(game(lines))
    assert (judged.status, judged.reason.startswith(reason)) == (UNDECIDED, True)
    assert ttrn.infer(game(lines)).judgement.status == UNDECIDED
    assert judge(game("score ann=1 bob=2\nrank ann=1")).status == IMPOSSIBLE
