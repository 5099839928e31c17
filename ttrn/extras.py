"""What ttrn can do with more packages: which ones, whether they are here, and how to get them.

``pip install ttrn`` brings what reading, checking and recording games needs; ``pip install "ttrn[database]"`` and the
other extras bring the rest. The lists here are those of ``pyproject.toml``, by the names that are imported.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final, NamedTuple


class Extra(NamedTuple):
    """One extra: what it is for, and its packages."""

    purpose: str
    """As in "pictures as PNG or GIF need more packages"."""
    packages: Mapping[str, str]
    """Their names on the package index, by the names that are imported."""

    @property
    def missing(self) -> list[str]:
        """The packages that are not here, by their names on the package index."""
        return [package for module, package in self.packages.items() if find_spec(module) is None]


_DATABASE: Final = {"duckdb": "duckdb", "pyarrow": "pyarrow", "filelock": "filelock", "openskill": "openskill"}
_PICTURES: Final = {"resvg_py": "resvg-py", "PIL": "pillow"}

CORE: Final[Mapping[str, str]] = {
    "lark": "lark",
    "rich": "rich",
    "prompt_toolkit": "prompt_toolkit",
    "highspy": "highspy",
}
"""What every installation has, by the names that are imported."""

EXTRAS: Final[Mapping[str, Extra]] = {
    "database": Extra("a database of games and its statistics need", _DATABASE),
    "pictures": Extra("pictures as PNG or GIF need", _PICTURES),
    "ray": Extra("loading on a cluster needs", {"ray": "ray", **_DATABASE}),
    "lsp": Extra("the language server needs", {"pygls": "pygls"}),
    "dashboard": Extra(
        "the dashboard needs",
        {"streamlit": "streamlit", "plotly": "plotly", "segno": "segno", **_DATABASE, **_PICTURES},
    ),
}
"""The extras by name; one that contains another stands after it."""


class MissingPackageError(ImportError):
    """Packages of an extra are not installed; the text says what for, and how to get them."""


def advice(extra: str) -> str:
    """Return what to do to get an extra: "the dashboard needs more packages: pip install …"."""
    return f'{EXTRAS[extra].purpose} more packages: pip install "ttrn[{extra}]"'


def explained(error: ModuleNotFoundError) -> MissingPackageError | None:
    """Return what to do about a package that was not found; None if it is of no extra."""
    module = (error.name or "").partition(".")[0]
    extra = next((name for name, extra in EXTRAS.items() if module in extra.packages), None)
    return None if extra is None else MissingPackageError(advice(extra), name=error.name)
