"""Every example in README.md, CONTRIBUTING.md and docs is executed, and prints what the page says.

The fenced blocks of a page are run in their order, in a folder of the page's own beside the sample games:

- ``console``: every command is run; what it prints, on both channels, is what stands below it. A line with nothing but
  ``…`` stands for any lines, ``…`` in a line for any text, as in doctest. Columns may be aligned as on a terminal.
- ``ttrn``: a record that ``ttrn check`` calls sound; ``ttrn canonical``: in canonical form, too; ``ttrn lines``: lines
  of one.
- ``position``: a position line, written as it is read. ``toml``: a board file without problems. ``python``: runs;
  where it asks for input, moves are typed at its ``table``.
- ``csv``, ``json``, ``sql``: the tests of the rooms that read them do it. ``mermaid``: a drawing.

A comment above a block tells what a reader guesses::

    <!-- not run: why -->
    <!-- friday.ttrn: the block above, with `clam` for `claim` -->
    <!-- table.txt: a copy of tests/imports/logs/usa_4p_1.txt -->
"""

from __future__ import annotations

import io
import random
import re
import shlex
import shutil
import subprocess
import sys
import warnings
from contextlib import redirect_stderr, redirect_stdout
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

import pytest

import ttrn
from ttrn import registry
from ttrn.boards import load_board
from ttrn.cli.main import run
from ttrn.core.state import State
from ttrn.notation import dumps, loads
from ttrn.position.reader import parse_position
from ttrn.position.writer import format_position

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
PAGES = ["README.md", "CONTRIBUTING.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]

FENCE = re.compile(r"((?:^<!-- [^\n]* -->\n)*)^```(\w*) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"<!-- (\S+): (?:the block above|a copy of (\S+))(.*) -->")
NOT_RUN = re.compile(r"<!-- not run: (.{10,}) -->")
ELSEWHERE = {
    "csv": "tests/imports/test_document.py",
    "json": "tests/imports/test_document.py",
    "sql": "tests/store/test_documents.py",
    "mermaid": "tests/store/test_documents.py",
}
# Lines shown without a game around them: a position lets their turns start anywhere.
HEAD = '[Game "usa"]\n[Position "x"]\n\nplayer ann\nplayer bob\n\n'


class Block(NamedTuple):
    """A fenced block, with the comments above it."""

    comments: str
    language: str
    kind: str
    text: str


def blocks(page: str) -> list[Block]:
    return [Block(*found) for found in FENCE.findall((ROOT / page).read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", PAGES)
def test_no_block_is_missed(page: str) -> None:
    """A fence that does not close, or that is indented, would not be seen."""
    text = (ROOT / page).read_text(encoding="utf-8")
    assert text.count("```") == 2 * len(blocks(page))
    known = {"console", "ttrn", "position", "toml", "python", *ELSEWHERE}
    assert {block.language for block in blocks(page)} <= known
    assert len(re.findall("<!-- not run", text)) == len(NOT_RUN.findall(text)), "a reason is missing"


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page)])
def test_the_examples(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sample_games").symlink_to(ROOT / "sample_games", target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(registry, "_games", dict(registry._games))
    above = ""
    for block in blocks(page):
        write_files(block.comments, above, tmp_path)
        registry._offered.cache_clear()
        if not NOT_RUN.search(block.comments):
            RUNNERS.get(block.language, lambda _block: None)(block)
        elif block.language == "python":
            compile(block.text, page, "exec")
        above = block.text if block.language in ("ttrn", "toml", "python") else above
        for name in [name for name, module in sys.modules.items() if inside(module, tmp_path)]:
            del sys.modules[name]
    registry._offered.cache_clear()


def inside(module: object, folder: Path) -> bool:
    return str(getattr(module, "__file__", None) or "").startswith(str(folder))


def write_files(comments: str, above: str, folder: Path) -> None:
    """Write the files that the comments tell of."""
    for name, original, changes in FILE.findall(comments):
        (folder / name).parent.mkdir(exist_ok=True)
        if original:
            (folder / name).unlink(missing_ok=True)
            shutil.copyfile(ROOT / original, folder / name)
            continue
        text = above
        for new, old in re.findall("`(.*?)` for `(.*?)`", changes):
            assert text.count(old) == 1, f"{old!r} does not stand once in the block above"
            text = text.replace(old, new)
        (folder / name).write_text(text, encoding="utf-8")


# --- what is done with a block ---------------------------------------------------------------------------------------


def check_record(block: Block) -> None:
    whole = HEAD + block.text if block.kind == "lines" else block.text
    games, problems = loads(whole)
    assert games
    assert not [problem.render() for problem in problems]
    if block.kind:
        assert dumps(games) == whole
    if block.kind != "lines":
        assert not [problem.render() for game in games for problem in ttrn.check(game)]


def check_position(block: Block) -> None:
    line = block.text.strip()
    state = parse_position(line)
    assert isinstance(state, State), state
    assert format_position(state) == line


def check_board(block: Block) -> None:
    Path("board.toml").write_text(block.text, encoding="utf-8")
    board, problems = load_board("board.toml")
    assert board is not None
    assert not [str(problem) for problem in problems]


def typed(table: object, rng: random.Random) -> str:
    """Return what somebody types at the table of an example: a move, at times one that is none."""
    assert isinstance(table, ttrn.Table)
    return rng.choice(["clam SEA-POR R", "claim SEA-POR RRR", *[move.text for move in table.legal_moves]])


def run_python(block: Block) -> None:
    rng = random.Random(block.text)
    with redirect_stdout(io.StringIO()), warnings.catch_warnings():
        # People leave it to the interpreter to close a file, and so may an example.
        warnings.simplefilter("ignore", ResourceWarning)
        names: dict[str, object] = {"__name__": "example"}
        names["input"] = lambda _prompt: typed(names["table"], rng)
        exec(compile(block.text, "example", "exec"), names)  # noqa: S102  our own text


def run_console(block: Block) -> None:
    for command, expected in examples(block.text):
        printed = output(command)
        assert "internal error" not in printed
        if not fits(expected, printed):
            both = (expected.splitlines(), printed.splitlines())
            shown = "\n".join(unified_diff(*both, "the page", "the command", lineterm=""))
            pytest.fail(f"$ {command}\n{shown}", pytrace=False)


RUNNERS = {
    "ttrn": check_record,
    "position": check_position,
    "toml": check_board,
    "python": run_python,
    "console": run_console,
}


def examples(text: str) -> list[tuple[str, str]]:
    """Return the commands of a console, each with what stands below it."""
    assert text.startswith("$ "), "a console starts with a command"
    parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def output(command: str) -> str:
    """Run a command, ttrn itself in this process; return what it prints on both channels, in order."""
    words = shlex.split(command)
    if words[0] != "ttrn":
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60)
        return done.stdout + done.stderr
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    before = sys.argv, sys.stdin
    if "<" in words:
        *words, _, typed = words
        sys.stdin = io.TextIOWrapper(io.BytesIO(Path(typed).read_bytes()), encoding="utf-8")
    sys.argv = words
    try:
        with redirect_stdout(printed), redirect_stderr(printed), pytest.raises(SystemExit):
            run()
    finally:
        sys.argv, sys.stdin = before
    return printed.buffer.getvalue().decode()


def fits(expected: str, printed: str) -> bool:
    """Return whether a text is what a page shows of it; a table, in columns on a terminal, has tabs here."""
    if "\t" in printed:
        expected, printed = _one_blank(expected), _one_blank(printed)
    pattern = ""
    for line in expected.splitlines():
        if line.strip() == "…":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(map(re.escape, re.split(" *… *", line))) + r"\n"
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed.splitlines())) is not None


def _one_blank(text: str) -> str:
    return "".join(f"{' '.join(line.split())}\n" for line in text.splitlines())


# --- the mechanism itself --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "printed", "fitting"),
    [
        ("", "", True),
        ("", "a\n", False),
        ("a\n", "", False),
        ("a\n…\n", "a\nb\nc\n", True),
        ("…\nc\n", "a\nb\nc\n", True),
        ("a\n…\nd\n", "a\nb\nc\n", False),
        ("5 games, … s\n", "5 games, 1.4 s\n", True),
        ("5 games, … s\n", "5 games, 1.4 m\n", False),
        ("rank  player\n   1  Ann\n", "rank\tplayer\n1\tAnn\n", True),
        ("a.c\n", "abc\n", False),
    ],
)
def test_what_a_page_shows_is_compared(expected: str, printed: str, fitting: bool) -> None:
    assert fits(expected, printed) == fitting


def test_the_first_position_is_the_end_of_the_teaching_game() -> None:
    (game,) = loads((ROOT / "sample_games" / "teaching" / "usa_first_turns.ttrn").read_text(encoding="utf-8")).games
    first = next(block for block in blocks("docs/positions.md") if block.language == "position")
    assert format_position(ttrn.replay(game).state(10)) == first.text.strip()
