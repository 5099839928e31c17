"""Everything with a number that a reader sees on a page: texts, cells of tables, points of charts, tracks of a map."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

NUMBER: Final = re.compile(r"\d")

_LOOKS: Final = {
    *("type", "mode", "orientation", "hoverinfo", "fill", "fillcolor", "width", "hovertemplate", "legendgroup"),
    *("line", "opacity", "symbol", "thickness", "colorscale", "colorbar", "symmetric"),
}
"""What of a trace is no number of a game: how it looks. All else is compared."""


@dataclass
class Seen:
    """What was found on a page."""

    texts: list[str] = field(default_factory=list)
    tables: list[dict[str, list[Any]]] = field(default_factory=list)
    charts: dict[str, dict[str, Any]] = field(default_factory=dict)
    tracks: dict[int, str] = field(default_factory=dict)
    scale: tuple[str, ...] = ()
    components: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The data of other components by name."""


def read_page(app: AppTest) -> Seen:
    """Return what a page shows."""
    seen = Seen()
    for element in _elements(app._tree):
        _READ.get(element.type, _text)(seen, element)
    return seen


def _elements(block: Any) -> Iterator[Any]:
    for child in block.children.values():
        yield child
        if hasattr(child, "children"):
            yield from _elements(child)


def _text(seen: Seen, element: Any) -> None:
    """Note the words of an element: of a widget its label, its options, and what it says to whoever points at it."""
    proto = element.proto
    if proto is None:
        return
    found = [getattr(proto, name, "") for name in ("body", "label", "help", "placeholder")]
    if element.type == "metric":
        found = [f"{proto.label}: {proto.body}"]
    found += [str(option) for option in getattr(proto, "options", ()) if isinstance(option, str)]
    for kind in ("expandable", "popover"):  # blocks with a label of their own
        found.append(getattr(getattr(proto, kind, None), "label", ""))
    seen.texts += [re.sub(r"\\(.)", r"\1", text) for text in found if isinstance(text, str) and text]


def _dataframe(seen: Seen, element: Any) -> None:
    table = element.value
    seen.tables.append({str(name): [_cell(cell) for cell in table[name]] for name in table})
    config = json.loads(element.proto.columns or "{}")
    seen.texts += [column["help"] for column in config.values() if isinstance(column, dict) and column.get("help")]


def _cell(cell: Any) -> Any:
    if not isinstance(cell, str) and hasattr(cell, "__iter__"):
        return list(cell)
    return None if cell is None or cell != cell else cell  # noqa: PLR0124  what is no number is not itself


def _chart(seen: Seen, element: Any) -> None:
    spec = json.loads(element.proto.spec)
    layout = spec["layout"]
    found: dict[str, Any] = {"traces": [_trace(one) for one in spec["data"]]}
    for axis in ("x", "y"):
        found[axis] = layout[f"{axis}axis"]["title"].get("text", "")
    if "ticktext" in layout["yaxis"]:
        found["ticks"] = [unescape(text) for text in layout["yaxis"]["ticktext"]]
    if "shapes" in layout:
        found["level"] = [shape["y0"] for shape in layout["shapes"]]
        assert [shape["y1"] for shape in layout["shapes"]] == found["level"]
    seen.texts += [note["text"] for note in layout.get("annotations", ())]
    seen.charts[element.proto.id.split("-", 2)[2]] = found


def _trace(data: dict[str, Any]) -> dict[str, Any]:
    # What a pointer shows are the numbers of the trace; its words may have no others than the name has.
    words = re.sub(r"%\{.*?\}", "", data.get("hovertemplate", ""))
    assert set(re.findall(r"\d+", words)) <= set(re.findall(r"\d+", data.get("name", ""))), words
    found = {name: value for name, value in data.items() if name not in _LOOKS}
    for name in ("marker", "error_y"):
        found |= {key: value for key, value in found.pop(name, {}).items() if key not in _LOOKS}
    for name in ("color", "size"):
        if not isinstance(found.get(name, []), list):  # the same for all: no number
            del found[name]
    if "customdata" in found:
        found["customdata"] = [unescape(text) for text in found["customdata"]]
    return found


_TITLE: Final = re.compile(r'data-route="(\d+)"><title>(.*?)</title>')
_FEW: Final = re.compile(r'<text class="few"[^>]*>(.*?)</text>')


def _component(seen: Seen, element: Any) -> None:
    data = json.loads(element.proto.json or "{}")  # some only listen
    if element.proto.component_name == "ttrn_link_rows":
        for row in data["rows"]:
            seen.texts.append(" | ".join([row["name"], *row["facts"], *filter(None, [row["words"]])]))
        return
    if element.proto.component_name != "ttrn_heat":
        seen.components[element.proto.component_name] = data
        return
    pictures = []
    for theme in ("light", "dark"):
        titles = {int(track): unescape(text) for track, text in _TITLE.findall(data[theme])}
        pictures.append((titles, tuple(map(unescape, _FEW.findall(data[theme])))))
    assert pictures[0] == pictures[1]
    seen.tracks, seen.scale = pictures[0]


_READ: Final = {
    "dataframe": _dataframe,
    "arrow_data_frame": _dataframe,
    "plotly_chart": _chart,
    "bidi_component": _component,
}
