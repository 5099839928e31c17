"""The timeline: any state in any order is the one that the replay comes to, and nothing is kept unasked."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ttrn.notation import GameRecord, loads
from ttrn.play import play_game
from ttrn.position.writer import format_position
from ttrn.replays import Timeline, replay
from ttrn.replays.run import Run
from ttrn.replays.timeline import BETWEEN_SNAPSHOTS
from ttrn.resources import resource

FILES = [
    *sorted(resource("sample_games").glob("annotated/*.ttrn")),
    *sorted(resource("sample_games").glob("real/*.ttrn")),
    *sorted((Path(__file__).parents[1] / "diagnosis/cases").glob("*.ttrn"))[:12],
]


def first_game(path: Path) -> GameRecord:
    return loads(path.read_text(encoding="utf-8")).games[0]


def every_line(timeline: Timeline) -> dict[int, str]:
    """Return the positions after all turns by one run from the start."""
    game = timeline.game
    lines = {game.first_turn - 1: format_position(Run(game, timeline.board).opening())}
    return lines | {number: format_position(state) for number, _, state in timeline.steps()}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_any_state_in_any_order(path: Path) -> None:
    timeline = replay(first_game(path))
    expected = every_line(timeline)
    numbers = list(expected)
    random.Random(path.stem).shuffle(numbers)
    assert {number: format_position(timeline.state(number)) for number in numbers} == {
        number: expected[number] for number in numbers
    }


def test_a_state_is_the_askers_own() -> None:
    timeline = replay(first_game(FILES[0]))
    expected = every_line(timeline)
    for number in (0, 16, 17, 32):
        state = timeline.state(number)
        state.hands[0][0] += 50
        state.tickets[0].clear()
        assert format_position(timeline.state(number)) == expected[number]


def test_nothing_is_kept_before_somebody_asks() -> None:
    timeline = replay(play_game("usa", ["greedy", "greedy"], seed=1))
    list(timeline.steps())
    assert not timeline._snapshots
    timeline.state(40)
    assert sorted(timeline._snapshots) == [0, BETWEEN_SNAPSHOTS, 2 * BETWEEN_SNAPSHOTS]


def test_threads_may_share_a_timeline() -> None:
    timeline = replay(play_game("europe", ["greedy", "greedy"], seed=2))
    expected = every_line(timeline)
    numbers = [*expected] * 3
    random.Random(1).shuffle(numbers)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda number: format_position(timeline.state(number)), numbers))
    assert found == [expected[number] for number in numbers]


def test_a_turn_that_is_not_there() -> None:
    timeline = replay(first_game(FILES[0]))
    for number in (-1, timeline.last + 1):
        with pytest.raises(IndexError):
            timeline.state(number)
