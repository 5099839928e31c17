"""How a command line is understood, and what is said if it is not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import pytest

from ttrn.cli.command import Argument, Command, Option, UsageError, parameters, read_arguments
from ttrn.cli.main import app

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn


def sample(
    database: Annotated[str, Argument(metavar="DB")],
    files: Annotated[list[str] | None, Argument(metavar="FILE...")] = None,
    *,
    json: Annotated[bool, Option("--json")] = False,
    output: Annotated[str, Option("-o", "--output", metavar="OUT")] = "-",
    game: Annotated[int | None, Option("--game", min=1, max=9)] = None,
    seconds: Annotated[float, Option("--seconds", min=0)] = 1.0,
    folder: Annotated[Path | None, Option("--folder")] = None,
) -> None: ...


def read(*words: str, command: Command = sample) -> dict[str, Any]:
    return read_arguments(parameters(command), words)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("d", {"database": "d"}),
        ("d a --json b", {"database": "d", "files": ["a", "b"], "json": True}),
        ("--json d -", {"database": "d", "files": ["-"], "json": True}),
        ("d -o - --game 3", {"database": "d", "output": "-", "game": 3}),
        ("d -oout --game=3", {"database": "d", "output": "out", "game": 3}),
        ("d --output=x --seconds 0.5", {"database": "d", "output": "x", "seconds": 0.5}),
        ("-- d --json", {"database": "d", "files": ["--json"]}),
        ("d --output --json", {"database": "d", "output": "--json"}),
        ("d --folder a/b", {"database": "d", "folder": Path("a/b")}),
    ],
)
def test_words_become_values(words: str, expected: dict[str, Any]) -> None:
    assert read(*words.split()) == expected


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "DB is missing"),
        ("d --jsn", 'there is no option --jsn; did you mean "--json"?'),
        ("d -x", "there is no option -x"),
        ("d --output=", "--output is empty: write a name or a value there (is a variable of your shell not set?)"),
        ("d --json=yes", "--json takes no value"),
        ("d --game", "--game wants a value: --game NUMBER"),
        ("d --game three", '--game wants a whole number, not "three"'),
        ("d --game 0", "--game is at least 1, not 0"),
        ("d --game 10", "--game is at most 9, not 10"),
        ("d --seconds nan", "--seconds is at least 0, not nan"),
        ("d --seconds long", '--seconds wants a number, not "long"'),
    ],
)
def test_what_is_not_understood_is_told(words: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(*words.split())
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("args", "err"),
    [
        (["chek"], 'ttrn: there is no command "chek"; did you mean "check"?\nttrn --help tells more\n'),
        (["--verson"], 'ttrn: there is no option --verson; did you mean "--version"?\nttrn --help tells more\n'),
        (["check"], "ttrn: FILE... is missing\nttrn check --help tells more\n"),
        (["redact", "x"], "ttrn: --for PLAYER is missing\nttrn redact --help tells more\n"),
        (["get", "a", "1", "b"], 'ttrn: there is no place for "b"\nttrn get --help tells more\n'),
        (["show", "x", "--theme", "blue"], 'ttrn: --theme is light or dark, not "blue"\nttrn show --help tells more\n'),
    ],
)
def test_usage_errors_as_a_user_meets_them(ttrn: Ttrn, args: list[str], err: str) -> None:
    assert ttrn(*args) == (2, "", err)


@pytest.mark.parametrize("name", app.names)
def test_the_help_of_every_command(ttrn: Ttrn, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = ttrn(name, "--help")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"Usage: ttrn {name} ")
    assert "<" not in done.out
    assert max(map(len, done.out.splitlines())) <= 80
    for parameter in parameters(app.find(name)):
        assert parameter.about.help
        assert all(option in done.out for option in parameter.names)


def test_the_help_lists_all_commands(ttrn: Ttrn) -> None:
    done = ttrn("--help")
    assert done.status == 0
    assert [line.split()[0] for line in done.out.splitlines() if line[:3].strip() and line[:2] == "  "][:-2] == list(
        app.names
    )
    assert ttrn() == (2, "", done.out)


def test_help_is_not_asked_for_by_a_value(ttrn: Ttrn) -> None:
    assert ttrn("check", "--", "--help").err.startswith("ttrn: there is no file --help")
    assert ttrn("show", "x", "--svg", "--help").status == 2
