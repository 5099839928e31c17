"""Pairs of sloppy and canonical text: ``format/<name>.in.ttrn`` is written as ``format/<name>.out.ttrn``."""

from pathlib import Path

import pytest

from ttrn.notation import dumps, read

PAIRS = sorted((Path(__file__).parent / "format").glob("*.in.ttrn"))


@pytest.mark.parametrize("sloppy", PAIRS, ids=lambda path: path.name.partition(".")[0])
def test_sloppy_text_is_written_canonically(sloppy: Path) -> None:
    canonical = sloppy.with_name(sloppy.name.replace(".in.", ".out."))
    for path in (sloppy, canonical):
        readings = list(read(path))
        assert not [problem.render() for reading in readings for problem in reading.problems]
        assert dumps([game for game, _ in readings if game]) == canonical.read_text(encoding="utf-8")
