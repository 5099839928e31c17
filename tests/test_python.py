"""The names of ``import ttrn``, as a program meets them: in any order, again and again."""

import subprocess
import sys

import pytest

RECORD = '[Game "usa"]\\nplayer ann\\nplayer bob\\n1. ann draw ? ?'


@pytest.mark.parametrize(
    "first",
    ["", "ttrn.check(game)", "ttrn.replay(game)", "ttrn.picture(game)", "import ttrn.replays", "ttrn.Timeline"],
)
def test_replay_is_a_function_whatever_was_used_before(first: str) -> None:
    code = f"import ttrn\ngame, = ttrn.loads('{RECORD}').games\n{first}\nprint(ttrn.replay(game).last)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert (done.stdout, done.stderr) == ("1\n", "")
