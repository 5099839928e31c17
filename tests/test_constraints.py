"""constraints.txt, and that of the cluster: one version of all that is installed, and the commands that use it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if TYPE_CHECKING:
    from packaging.markers import Marker

ROOT = Path(__file__).parent.parent
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = {"linux": "posix", "darwin": "posix", "win32": "nt"}


FILES = {"constraints.txt": False, "constraints-cluster.txt": True}
"""Which file is for the cluster, which has an environment of its own."""


def pins(file: str = "constraints.txt") -> list[Requirement]:
    """Return the lines of the file that are no comments."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if not line.startswith("#")]


def wanted(*, cluster: bool = False) -> list[Requirement]:
    """Return what pyproject.toml asks for: for any purpose, or for the cluster."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    groups = project["dependency-groups"]
    own = groups.pop("cluster")
    extras = project["project"]["optional-dependencies"]
    lists = [
        project["build-system"]["requires"],
        project["project"]["dependencies"],
        *extras.values(),
        *groups.values(),
        project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]["dependencies"],
    ]
    if cluster:
        lists = [project["project"]["dependencies"], extras["database"], extras["ray"], own]
    entries = [Requirement(entry) for entries in lists for entry in entries if isinstance(entry, str)]
    return [entry for entry in entries if entry.name != "ttrn"]  # an extra that contains others


def environment(python: str, system: str) -> dict[str, str]:
    return {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": system,
        "os_name": SYSTEMS[system],
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
    }


def holds(marker: Marker | None, here: dict[str, str]) -> bool:
    return marker is None or marker.evaluate(here)


@pytest.mark.parametrize("file", FILES)
def test_a_pin_is_a_name_and_a_version(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert not re.search(r"://|@|--|/", text)
    pin = re.compile(r"[a-z0-9-]+==[0-9][0-9a-z.]*( ; [a-zA-Z0-9_ .'<>=!*]+)?")
    assert not [line for line in text.splitlines() if not line.startswith("#") and not pin.fullmatch(line)]


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize(("file", "cluster"), FILES.items())
def test_each_name_has_one_version(python: str, system: str, file: str, *, cluster: bool) -> None:
    here = environment(python, system)
    valid = [pin.name for pin in pins(file) if holds(pin.marker, here)]
    assert len(valid) == len(set(valid))
    asked = {canonicalize_name(entry.name) for entry in wanted(cluster=cluster) if holds(entry.marker, here)}
    assert not asked - set(valid)


@pytest.mark.parametrize(("file", "cluster"), FILES.items())
def test_a_version_is_one_that_the_ranges_allow(file: str, *, cluster: bool) -> None:
    given = pins(file)
    versions = {pin.name: [other.specifier for other in given if other.name == pin.name] for pin in given}
    for entry in wanted(cluster=cluster):
        for version in versions[canonicalize_name(entry.name)]:
            (exact,) = version
            assert entry.specifier.contains(exact.version), entry


def test_what_is_installed_for_ttrn_is_named() -> None:
    """Follow what is asked for through what is installed: what that asks for has a version too."""
    named = {pin.name for pin in pins()}
    waiting, seen, missing = wanted(), set(), set()
    while waiting:
        entry = waiting.pop()
        name = canonicalize_name(entry.name)
        if (name, *sorted(entry.extras)) in seen:
            continue
        seen.add((name, *sorted(entry.extras)))
        if name not in named:
            missing.add(name)
        try:
            further = [Requirement(line) for line in requires(name) or []]
        except PackageNotFoundError:  # of another group
            continue
        extras = entry.extras or {""}
        waiting += [one for one in further if any(holds(one.marker, {"extra": extra}) for extra in extras)]
    assert not missing


@pytest.mark.parametrize("file", ["Makefile", ".ci/run"])
def test_nothing_is_installed_without_the_file(file: str) -> None:
    lines = (ROOT / file).read_text(encoding="utf-8").replace("$(INSTALL)", "").splitlines()
    free = [line for line in lines if re.search(r"pip (install|wheel)", line) and "constraint $(PINS)" not in line]
    assert not [line for line in free if "--resolution $(ENDS)" not in line]  # the two ends of the ranges


TASKS = {
    "run": ([], ["ttrn dashboard"]),
    "test": (["test"], ["-m pytest"]),
    "lint": (["test", "dev"], ["ruff check", "bin/mypy", "lint-imports"]),
    "mutants": (["test", "mutants"], ["-m tools.mutants"]),
}
"""The groups that a command of make installs besides what runs, and what it does then."""


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
@pytest.mark.parametrize("command", TASKS)
def test_a_command_installs_and_does_what_it_is_for(tmp_path: Path, command: str) -> None:
    """Ask make what it would do in a fresh clone."""
    asked = ["make", "--dry-run", command, f"VENV={tmp_path / 'venv'}"]
    said = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    groups, steps = TASKS[command]
    assert re.findall(r"--group (\w+)", said) == groups
    assert [step for _, every in TASKS.values() for step in every if step in said] == steps


@pytest.mark.xdist_group("together")
@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="one process has nothing to share")
def test_the_versions_keep_groups_of_tests_together(request: pytest.FixtureRequest) -> None:
    """Tests that share a server and a browser are a group; the id of a test tells its group to pytest-xdist."""
    assert request.node.nodeid.endswith("@together")
