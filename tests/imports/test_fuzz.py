"""Thousands of broken files: each gives a sound record or a problem with its place, and never an exception.

`make fuzz` tries 10,000 of them; the number is in the environment variable TTRN_FUZZ.
"""

from __future__ import annotations

import os
import random
from functools import cache
from pathlib import Path

import pytest

import ttrn
from tests.imports.exporter import GENERATIONS, OLDEST, log_of
from tests.imports.games import NAMES, played
from tests.imports.mutations import mutated
from tests.imports.shapes import archive, history, text
from ttrn.hidden import Budget, judge
from ttrn.imports import import_games

pytestmark = pytest.mark.slow

LOGS = Path(__file__).parent / "logs"
FILES = int(os.environ.get("TTRN_FUZZ", "400"))
BATCH = 100
TICKETS = (LOGS / "usa_4p_1_tickets.json").read_bytes()
SHAPES = {"csv": "*.csv", "bgstats": "plays.json", "bgg": "plays.xml"}
"""The sources whose files stand among the logs."""


@cache
def originals(source: str) -> list[bytes]:
    """Return sound files of a source, in all its shapes, short ones so that a change is likely to hurt."""
    if source in SHAPES:
        return [path.read_bytes() for path in sorted(LOGS.glob(SHAPES[source]))]
    found = [path.read_bytes() for path in sorted(LOGS.glob("*.txt"))]
    for name in ("usa", "europe"):
        names = NAMES[:2]
        for generation in GENERATIONS:
            packets = log_of(played(name, 2, 2), names, generation)
            cut = [*packets[:60], *packets[-4:]]
            found += [archive(cut, names, old=generation == OLDEST), history(cut, 1), text(packets)]
    return found


@pytest.mark.parametrize("source", ["bga", "bgstats", "bgg", "csv", "tickets"])
@pytest.mark.parametrize("batch", range(0, FILES, BATCH))
def test_no_file_breaks_the_importer(source: str, batch: int) -> None:
    for seed in range(batch, min(FILES, batch + BATCH)):
        rng = random.Random(f"{source} {seed}")
        if source == "tickets":
            log, notes = (LOGS / "usa_4p_1.txt").read_bytes(), mutated(rng, [TICKETS])
            found = import_games("bga", "log", log, tickets=("notes", notes))
        else:
            found = import_games(source, "log", mutated(rng, originals(source)), anonymous=rng.random() < 0.3)
        assert found.games or found.problems, seed
        for problem in found.problems:
            assert problem.file in ("log", "notes")
            assert problem.message
            assert problem.rule.startswith("LOG-")
            assert problem.render()
        for game in found.games:
            written = ttrn.dumps(game)
            games, wrong = ttrn.loads(written)
            assert not wrong, (seed, wrong)
            assert list(games) == [game], seed
            judge(game, budget=Budget(0.02))  # a longer search would take most of the time
