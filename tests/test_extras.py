"""What works without the packages of the extras, what is said about the rest, and that nothing is listed wrongly."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ttrn.extras import CORE, EXTRAS

ROOT = Path(__file__).parent.parent
RECORD = str(ROOT / "sample_games/teaching/usa_first_turns.ttrn")
HIDDEN = sorted({module for extra in EXTRAS.values() for module in extra.packages})
RUN = f"""
import sys
sys.modules.update(dict.fromkeys({HIDDEN!r}))
from ttrn.cli.main import run
run()
"""


def without(*words: str) -> tuple[int, str, str]:
    """Run a command where no extra is installed; return its status and what it printed."""
    done = subprocess.run([sys.executable, "-c", RUN, *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def packages(requirements: list[str]) -> set[str]:
    return {found[0] for entry in requirements if (found := re.match(r"[\w.-]+", entry)) and found[0] != "ttrn"}


def test_the_lists_are_those_of_the_project() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    extras = project["optional-dependencies"]
    contained = {name: re.findall(r"ttrn\[([\w,]+)\]", " ".join(entries)) for name, entries in extras.items()}
    for name, entries in extras.items():
        inner = [entry for names in contained[name] for other in names.split(",") for entry in extras[other]]
        assert set(EXTRAS[name].packages.values()) == packages([*entries, *inner]), name
    assert extras.keys() == EXTRAS.keys()
    everywhere = [entry for entry in project["dependencies"] if ";" not in entry]
    assert set(CORE.values()) == packages(everywhere)


def test_games_are_checked_without_any_extra() -> None:
    status, out, err = without("check", RECORD)
    assert (status, out) == (0, "")
    assert "1 sound game" in err


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("load", "games.duckdb", RECORD), "database"),
        (("stats", "games.duckdb"), "database"),
        (("show", RECORD, "--png", "board.png"), "pictures"),
        (("dashboard",), "dashboard"),
        (("lsp",), "lsp"),
    ],
)
def test_what_is_missing_is_said_with_its_cure(words: tuple[str, ...], extra: str) -> None:
    status, _, err = without(*words)
    assert status == 2
    assert err.startswith("ttrn: ")
    assert f'more packages: pip install "ttrn[{extra}]"\n' in err
    assert "internal error" not in err


def test_the_doctor_tells_what_is_missing() -> None:
    status, out, err = without("doctor", "--json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    assert found["missing"].items() >= {name: f'pip install "ttrn[{name}]"' for name in EXTRAS}.items()
    assert found["packages"]["pictures"] == {"resvg-py": None, "pillow": None}
    assert None not in found["packages"]["core"].values()
