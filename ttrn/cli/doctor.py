"""``ttrn doctor``: what this installation is and has, for people who wonder why something does not work."""

from __future__ import annotations

import platform
import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import ttrn
from ttrn.cli.command import Exit, Option
from ttrn.cli.output import CLEAN, FOUND, say, show_json, show_table
from ttrn.core import state
from ttrn.extras import CORE, EXTRAS, Extra
from ttrn.recorder.build import MissingRuntimeError, runtime


def doctor(json: Annotated[bool, Option("--json", help="One JSON object.")] = False) -> None:
    """Tell which version and build of ttrn this is, what it can do, and how to get what is missing.

    Exit status: 0 nothing is missing that ttrn cannot do without, 1 something is.
    """
    core = Extra("ttrn itself needs", CORE)
    found = {
        "ttrn": ttrn.__version__,
        "build": "pure" if str(state.__file__).endswith(".py") else "compiled",
        "place": str(Path(str(ttrn.__file__)).parent),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "interpreter": sys.executable,
        "system": platform.platform(),
    }
    parts = {"core": core, **EXTRAS}
    packages = {name: _versions(part.packages) for name, part in parts.items()}
    cures = {name: f'pip install "ttrn[{name}]"' for name, extra in EXTRAS.items() if extra.missing}
    if core.missing:
        cures["core"] = f"pip install {' '.join(core.missing)}"
    try:
        runtime()
    except MissingRuntimeError:
        cures["browser"] = "pip install ttrn-browser"
    if json:
        show_json({**found, "packages": packages, "missing": cures})
    else:
        for name, value in found.items():
            say(f"{name:<12}{value}")
        say()
        show_table(("part", "packages", "missing: what to do"), _rows(packages, cures))
    raise Exit(FOUND if core.missing else CLEAN)


def _versions(packages: Mapping[str, str]) -> dict[str, str | None]:
    """Return the versions of packages by name, None for one that is not here."""
    found: dict[str, str | None] = {}
    for module, package in packages.items():
        try:
            found[package] = version(package) if find_spec(module) is not None else None
        except PackageNotFoundError:  # it can be imported, but nobody installed it
            found[package] = "unknown"
    return found


def _rows(packages: Mapping[str, Mapping[str, str | None]], cures: Mapping[str, str]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for part, versions in packages.items():
        told = ", ".join(f"{package} {number or '(missing)'}" for package, number in versions.items())
        rows.append((part, told, cures.get(part, "")))
    rows.append(("browser", "the recorder without a server, the dashboard's editor", cures.get("browser", "")))
    return rows
