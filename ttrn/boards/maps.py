"""The map under a board: coasts, borders and other lines in a file of its own, which the board file names."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from ttrn.boards.fields import TableFields, is_number
from ttrn.boards.names import did_you_mean

LAYERS: Final = ("land", "home", "grid", "states", "borders", "rivers", "lakes")
"""What a map may have, each as one SVG path; the land is required."""

_MOST_BYTES: Final = 2_000_000
_PATH: Final = re.compile(r"\s*[Mm][MmLlHhVvCcSsQqTtAaZz0-9eE+\-.,\s]*")


class MapLines(NamedTuple):
    """The lines of a map: SVG paths by layer, in which ``grain`` steps make one unit of the board's drawing."""

    grain: float
    layers: Mapping[str, str]


class BoardMap:
    """A map that is read when it is first drawn."""

    __slots__ = ("_lines", "path")

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lines: MapLines | None = None

    def __repr__(self) -> str:
        return f"BoardMap({str(self.path)!r})"

    @property
    def lines(self) -> MapLines:
        """The lines of the map.

        Raises:
            ValueError: the file cannot be read, or is no map; the text says what is wrong, for people.
        """
        if self._lines is None:
            self._lines = _lines(_read(self.path))
        return self._lines


def read_map(top: TableFields, *, trusted: bool) -> BoardMap | None:
    """Return the map that a board file names, if any; one that cannot be used is noted, and left out.

    That is a warning only: the board can be played, and is drawn on plain paper. A ``trusted`` map is not looked at.
    """
    name = top.text("map", "")
    if not name:
        return None
    found = BoardMap(Path(top.notes.file).parent / name)
    if not trusted:
        try:
            _ = found.lines
        except ValueError as error:
            top.notes.add("map", f'"{name}" cannot be used: {error}', warning=True)
            return None
    return found


def _read(path: Path) -> Any:
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise ValueError("this is no file")
        if size > _MOST_BYTES:
            raise ValueError(f"it has more than {_MOST_BYTES:,} bytes")
        with path.open("rb") as file:
            return json.loads(file.read(_MOST_BYTES).decode("utf-8-sig"))
    except FileNotFoundError:
        raise ValueError("there is no such file") from None
    except OSError as error:
        raise ValueError(f"the file cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"line {error.lineno} is no JSON: {error.msg}") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _lines(data: Any) -> MapLines:
    if not isinstance(data, dict):
        raise ValueError("an object with grain and layers is wanted in it")  # noqa: TRY004  the file is wrong, not the call
    grain: Any = data.get("grain")
    if not is_number(grain) or grain <= 0:
        raise ValueError("grain must be a number above 0")
    layers = {name: path for name, path in data.items() if name != "grain"}
    if "land" not in layers:
        raise ValueError("the layer land is missing")
    for name, path in layers.items():
        if name not in LAYERS:
            raise ValueError(f'unknown layer "{name}"{did_you_mean(name, LAYERS)}')
        if not isinstance(path, str) or not _PATH.fullmatch(path):
            raise ValueError(f"{name} must be an SVG path")
    return MapLines(grain, layers)
