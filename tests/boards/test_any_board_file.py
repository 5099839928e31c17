"""Whatever stands in a board file, reading it ends with a board or with problems, never with a traceback."""

import copy
import tomllib
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import ttrn
from ttrn.boards import load
from ttrn.boards.fields import Notes

DATA = Path(ttrn.__file__).parent / "games"
BOARDS = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(DATA.rglob("*.toml"))]
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["ATL", "red", "short"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)


def spoil(data: Any, draw: st.DataObject, junk: Any) -> None:
    """Put the junk in the place of some value, at any depth."""
    here = data
    while True:
        key = draw.draw(st.sampled_from(sorted(here) if isinstance(here, dict) else range(len(here))))
        if not isinstance(here[key], dict | list) or not here[key] or draw.draw(st.booleans()):
            break
        here = here[key]
    if junk is None:
        del here[key]
    else:
        here[key] = junk


@settings(max_examples=300, deadline=None)
@given(draw=st.data(), which=st.integers(0, 3), junk=st.lists(JUNK, min_size=1, max_size=4))
def test_spoilt_boards_are_read_without_a_traceback(draw: st.DataObject, which: int, junk: list[Any]) -> None:
    data = copy.deepcopy(BOARDS[which])
    for value in junk:
        spoil(data, draw, value)
    notes = Notes("spoilt.toml")
    found = load._build(data, notes, trusted=False)
    assert (found is None) == (not notes.is_sound())
    assert all(str(problem).isprintable() for problem in notes.problems)
