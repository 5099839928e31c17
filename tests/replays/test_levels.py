"""Games that were simulated to their ends, cut down to each level: what follows from the rest is as in the game."""

from __future__ import annotations

import random
from functools import cache

import pytest

import ttrn
from tests.hidden.games import BOARDS, simulated
from tests.replays.cut_down import FINISHED, board_lines, claim_lines, rank_line, record, score_line, sheet_lines
from ttrn.notation import Entry, Sheet
from ttrn.notation.records import sort_components
from ttrn.replays import Timeline
from ttrn.replays.reckoning import COMPUTED, point_components

ON_MAPS = ("usa", "europe", "marklin")
SOME = [(name, seed) for name in BOARDS for seed in range(12)]


@cache
def played(name: str, seed: int) -> Timeline:
    return ttrn.replay(simulated(name, seed))


@pytest.mark.parametrize("name", ON_MAPS)
def test_a_final_board_scores_as_its_game(name: str) -> None:
    for seed in range(67):
        whole = played(name, seed)
        cut = ttrn.replay(record(whole, *board_lines(whole), FINISHED))
        assert not cut.problems, (seed, cut.problems)
        for was, now in zip(whole.outcome.seats, cut.outcome.seats, strict=True):
            assert (now.rank, now.total, now.routes, now.bonus) == (was.rank, was.total, was.routes, was.bonus)
            assert (now.completed, now.network.length, now.extras) == (was.completed, was.network.length, was.extras)
            assert sorted(now.tickets) == sorted(was.tickets)
        assert (cut.outcome.winners, cut.outcome.tie_broken) == (whole.outcome.winners, whole.outcome.tie_broken)
        reckoned = cut.reckoning
        assert [seat.total.value for seat in reckoned.seats] == [seat.total for seat in whole.outcome.seats]
        assert reckoned.winners == whole.outcome.winners
        if name != "marklin":
            assert {seat.total.source for seat in reckoned.seats} == {COMPUTED}


@pytest.mark.parametrize(("name", "seed"), SOME)
def test_true_lines_of_all_levels_agree(name: str, seed: int) -> None:
    whole = played(name, seed)
    sheets = sheet_lines(whole)
    totals: list[Entry] = [score_line(whole), rank_line(whole), FINISHED]
    records = [record(whole, *totals), record(whole, *sheets, *totals), record(whole, *totals, *sheets)]
    if name in ON_MAPS:
        records += [record(whole, *board_lines(whole), *sheets, *totals), record(whole, *totals, *board_lines(whole))]
        records += [record(whole, *claim_lines(whole), *sheets, *totals, level="claims")]
        records += [record(whole, *claim_lines(whole), *board_lines(whole), *totals, level="claims")]
        records += [ttrn.GameRecord((*whole.game.entries, *board_lines(whole), *sheets, *totals))]
    for cut in records:
        assert not ttrn.replay(cut).problems, ttrn.dumps(cut)


@pytest.mark.parametrize(("name", "seed"), SOME)
def test_a_wrong_number_on_a_sheet_is_found(name: str, seed: int) -> None:
    """One number changed: a component that counts is found by the total, every other one by the final board."""
    whole = played(name, seed)
    rng = random.Random(seed)
    sheets = sheet_lines(whole)
    at = rng.randrange(len(sheets))
    line = sheets[at]
    assert isinstance(line, Sheet)
    part, value = rng.choice([c for c in line.components if c[0] in point_components(whole.final)])
    off = rng.choice([1, 3, 7])
    wrong = replaced(sheets, at, part, value + off)
    assert ttrn.replay(record(whole, *wrong, score_line(whole))).problems
    if name not in ON_MAPS:
        return
    for part, value in line.components:
        if part == "goods":
            continue
        wrong = replaced(sheets, at, part, value + off)
        board = [entry for entry in board_lines(whole) if not isinstance(entry, Sheet)]
        assert ttrn.replay(record(whole, *board, *wrong)).problems, (part, value)


def replaced(sheets: list[Entry], at: int, part: str, value: int) -> list[Entry]:
    line = sheets[at]
    assert isinstance(line, Sheet)
    components = sort_components({**dict(line.components), part: value}.items())
    return [*sheets[:at], Sheet(line.player, components), *sheets[at + 1 :]]


@pytest.mark.parametrize(("name", "seed"), [(name, seed) for name in ON_MAPS for seed in range(12)])
def test_a_wrong_total_beside_a_final_board_is_found(name: str, seed: int) -> None:
    whole = played(name, seed)
    (first, total), *rest = score_line(whole).scores
    lines = [*board_lines(whole), type(score_line(whole))(((first, total + 1), *rest))]
    assert [problem.player or problem.text for problem in ttrn.replay(record(whole, *lines)).problems]


@pytest.mark.parametrize(
    ("told", "winners"),
    [
        ("ann", (0,)),
        ("Ann won", (0,)),
        ("ANN wins!", (0,)),
        ("Bob Smith won", (1,)),
        ("ann, bob", (0, 1)),
        ("ann bob", (0, 1)),
        ("Ann and Bob Smith won", (0, 1)),
        ("somebody won", ()),
        ("112 to 98", ()),
        ("won", ()),
    ],
)
def test_the_result_tag_may_tell_the_winner_in_words(told: str, winners: tuple[int, ...]) -> None:
    text = f'[Game "usa"]\n[Result "{told}"]\n\nplayer ann "Ann"\nplayer bob "Bob Smith"\n'
    timeline = ttrn.replay(ttrn.loads(text).games[0])
    assert not timeline.problems
    assert timeline.reckoning.winners == winners
