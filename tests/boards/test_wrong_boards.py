"""Every mistake in a board file, with its exact message.

A file in ``wrong/`` holds the top-level keys that replace those of ``fifth.toml``. Its comments steer the test:
``# without: a b`` leaves keys of the fifth board out, ``# whole`` takes the file as it is, and every ``#> line`` is one
problem that must be reported, in this order, and nothing else.
"""

import pickle
import re
from pathlib import Path

import pytest

from ttrn.boards import BoardError, BoardProblem, board, load_board

HERE = Path(__file__).parent
CASES = sorted((HERE / "wrong").glob("*.toml"))


def compose(case: str) -> str:
    """Return the fifth board with the keys of the case instead of its own."""
    if case.startswith("# whole"):
        return case
    without = re.search(r"^# without: (.*)$", case, re.MULTILINE)
    gone = set(without[1].split() if without else ()) | set(re.findall(r"^([a-z_]+) =", case, re.MULTILINE))
    statements = re.split(r"^(?=[a-z_]+ =)", (HERE / "fifth.toml").read_text(encoding="utf-8"), flags=re.MULTILINE)
    return "".join(part for part in statements if part.split(" ")[0] not in gone) + case


def problems_of(text: str, folder: Path) -> list[str]:
    path = folder / "board.toml"
    path.write_text(text, encoding="utf-8")
    found, problems = load_board(path)
    assert (found is None) == any(not problem.warning for problem in problems)
    return [str(problem).replace(str(path), "board.toml") for problem in problems]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_wrong_board_is_explained(path: Path, tmp_path: Path) -> None:
    case = path.read_text(encoding="utf-8")
    expected = re.findall(r"^#> (.*)$", case, re.MULTILINE)
    assert problems_of(compose(case), tmp_path) == expected, compose(case)


def test_the_fifth_board_itself_has_no_problem(tmp_path: Path) -> None:
    assert problems_of(compose(""), tmp_path) == []


def test_missing_file_and_folder(tmp_path: Path) -> None:
    assert load_board(tmp_path / "none.toml") == (
        None,
        (BoardProblem(str(tmp_path / "none.toml"), "", "there is no such file"),),
    )
    assert load_board(tmp_path)[1][0].message == "this is a folder, not a board file"
    assert load_board("a\0b.toml")[1][0].message.startswith("the file cannot be read: ")


def test_other_encoding_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "latin1.toml"
    path.write_bytes('name = "x"\ntitle = "Köln"\n'.encode("latin-1"))
    assert str(load_board(path)[1][0]) == f"{path}: line 2 is not UTF-8 text: save the file as UTF-8"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = " + "[" * 100_000, "this is no TOML: lists or tables are nested too deeply"),
        ("x = " + "9" * 5_000, "the file cannot be read: "),
    ],
    ids=["nested", "long-number"],
)
def test_hostile_files_are_no_traceback(text: str, message: str, tmp_path: Path) -> None:
    (only,) = problems_of(text, tmp_path)
    assert only.startswith(f"board.toml: {message}")


def test_byte_order_mark_and_windows_line_ends_are_tolerated(tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(b"\xef\xbb\xbf" + compose("").replace("\n", "\r\n").encode())
    assert load_board(path)[1] == ()


def test_board_raises_with_all_problems(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(compose('trains = "x"\nmarket = "y"\n'), encoding="utf-8")
    with pytest.raises(BoardError) as caught:
        board(path)
    assert [problem.place for problem in caught.value.problems] == ["trains", "market"]
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert (str(again), again.problems) == (str(caught.value), caught.value.problems)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("uas", 'uas: there is no board of this name; did you mean "usa"?'),
        ("asia", "asia: there is no board of this name; there are cardgame, europe, marklin, usa"),
        ("asia.toml", "asia.toml: there is no such file"),
    ],
)
def test_unknown_board_name(name: str, message: str) -> None:
    with pytest.raises(BoardError, match=re.escape(message)):
        board(name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 1 is no JSON: Expecting property name enclosed in double quotes"),
        ("[" * 100_000, "it is nested too deeply"),
        ('{"grain": 1e999, "land": "M0 0"}', "grain must be a number above 0"),
        ('{"grain": 0, "land": "M0 0"}', "grain must be a number above 0"),
        ('{"land": "M0 0"}', "grain must be a number above 0"),
        ('["M0 0"]', "an object with grain and layers is wanted in it"),
        ('{"grain": 1}', "the layer land is missing"),
        ('{"grain": 1, "land": "M0 0", "lake": "M1 1"}', 'unknown layer "lake"; did you mean "lakes"?'),
        ('{"grain": 1, "land": 5}', "land must be an SVG path"),
        ('{"grain": 1, "land": "M0 0\\"/><script>"}', "land must be an SVG path"),
        (" " * 3_000_000, "it has more than 2,000,000 bytes"),
        (b"\xff", "it is not UTF-8 text"),
    ],
)
def test_a_file_that_is_no_map_is_a_warning(text: str | bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "map.json").write_bytes(text if isinstance(text, bytes) else text.encode())
    only = f'board.toml: map: warning: "map.json" cannot be used: {message}'
    assert problems_of(compose('map = "map.json"\n'), tmp_path) == [only]


def test_a_folder_is_no_map(tmp_path: Path) -> None:
    assert problems_of(compose('map = "."\n'), tmp_path) == [
        'board.toml: map: warning: "." cannot be used: this is no file'
    ]
