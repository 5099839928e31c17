"""The board as a heat map on a page: a pointer, or a finger, on a track shows its numbers below the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

import streamlit as st

from ttrn.boards import Board
from ttrn.draw import heat_svg

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

_HTML: Final = '<div class="heat-map"></div><p class="numbers" role="status"></p>'

_CSS: Final = """
.heat-map { border-radius: 8px; overflow: hidden; }
.heat-map svg { display: block; width: 100%; height: auto; max-height: max(86vh, 34rem); }
.heat-map [data-route] { cursor: pointer; }
.heat-map [data-chosen] .line { stroke: var(--st-primary-color) !important; stroke-width: 21 !important; }
.numbers { color: var(--st-text-color); font-family: var(--st-font); font-size: 0.95rem; min-height: 2.9em; }
"""

# The picture comes for both themes: only the browser knows which one the reader has chosen.
_JS: Final = """
function dark(element) {
  const [r, g, b] = (getComputedStyle(element).color.match(/[\\d.]+/g) || [0, 0, 0]).map(Number);
  return r * 0.3 + g * 0.6 + b * 0.1 > 127; // light letters
}

const maps = new WeakMap();

function draw(state) {
  const { map, numbers, data } = state;
  const theme = dark(numbers) ? "dark" : "light";
  if (state.picture === data[theme]) return;
  state.picture = data[theme];
  map.innerHTML = data[theme];
  numbers.textContent = data.hint;
  // What a pointer shows stands below the map, where a finger does not hide it.
  map.querySelectorAll("title").forEach((title) => {
    if (title.parentNode.dataset.route) title.parentNode.setAttribute("aria-label", title.textContent);
    title.remove();
  });
}

function start(parent, data) {
  const [map, numbers] = [parent.querySelector(".heat-map"), parent.querySelector(".numbers")];
  const state = { map, numbers, data, picture: null };
  const show = (event) => {
    const route = event.target.closest("[data-route]");
    if (!route) return;
    state.map.querySelector("[data-chosen]")?.removeAttribute("data-chosen");
    route.setAttribute("data-chosen", "");
    state.numbers.textContent = route.getAttribute("aria-label");
  };
  state.map.addEventListener("pointerover", show);
  state.map.addEventListener("click", show);
  const watch = setInterval(() => draw(state), 1000); // a theme can change without a word
  state.stop = () => {
    clearInterval(watch);
    state.map.removeEventListener("pointerover", show);
    state.map.removeEventListener("click", show);
    maps.delete(parent);
  };
  return state;
}

// Called again with every change of the data, while what it returns is called only when the map goes away.
export default function ({ data, parentElement }) {
  const state = maps.get(parentElement) ?? start(parentElement, data);
  maps.set(parentElement, state);
  state.data = data;
  draw(state);
  return state.stop;
}
"""

_WAITING: Final = 480
"""How high the place of a map is before it is drawn."""

_component: Final = st.components.v2.component("ttrn_heat", html=_HTML, css=_CSS, js=_JS)


def map_place() -> DeltaGenerator:
    """Keep a place for a map, to be filled when all else is shown: the first drawing of a board takes a moment."""
    place = st.empty()
    place.skeleton(height=_WAITING)
    return place


def show_heat(
    board: Board,
    values: Mapping[int, float],
    *,
    key: str,
    title: str,
    words: Callable[[float], str],
    about: Mapping[int, str],
    span: tuple[float, float] | None = None,
) -> None:
    """Show a number for each track of a board, see :func:`ttrn.draw.heat_svg`; ``about`` says more of a track."""
    pictures = {
        theme: heat_svg(board, values, title=title, words=words, about=about, span=span, theme=theme)
        for theme in ("light", "dark")
    }
    _component(key=key, data={**pictures, "hint": "Touch a route, or point at it: its numbers appear here."})
