"""Each line of ``identity.txt`` must print as itself."""

import pytest

from tests.notation.cases import LINES, wrap
from ttrn.notation import dumps, loads


@pytest.mark.parametrize("line", LINES)
def test_prints_as_itself(line: str) -> None:
    text = wrap(line)
    games, problems = loads(text)
    assert not problems, problems[0].render()
    assert dumps(games) == text
