"""Rows of a list that are links: a click stays in the session, and the address behind it opens in another tab too.

They fit on a phone: what a row says stands beside its name, or below it where there is no room.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import urlencode

import streamlit as st

from . import links, navigation

_HTML: Final = '<ul class="rows"></ul>'

_CSS: Final = """
.rows {
  --line: color-mix(in srgb, var(--st-text-color) 16%, transparent);
  --quiet: color-mix(in srgb, var(--st-text-color) 66%, transparent);
  container-type: inline-size; list-style: none; margin: 0; padding: 0;
  color: var(--st-text-color); font-family: var(--st-font); font-size: 0.95rem; line-height: 1.35;
}
.rows a {
  display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: center; min-height: 44px; box-sizing: border-box;
  padding: 0.3rem 0.5rem; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none;
}
.rows a:hover, .rows a:focus-visible { background: var(--st-secondary-background-color); }
.rows.cards a { margin-bottom: 0.5rem; border: 1px solid var(--line); border-radius: 8px; }
.rows .name { flex: 0 1 19rem; font-weight: 600; overflow-wrap: anywhere; }
.rows .facts { flex: 1 1 0; display: flex; flex-wrap: wrap; gap: 0 0.9rem; color: var(--quiet); }
.rows .facts span { flex: 0 0 auto; min-width: 7.5rem; max-width: 100%; overflow-wrap: anywhere; }
.rows .chance { flex: 0 0 7rem; height: 1.4rem; position: relative; }
.rows .chance i { position: absolute; display: block; }
.rows .axis { left: 0; right: 0; top: 50%; border-top: 1px solid var(--line); }
.rows .span { top: calc(50% - 2px); height: 4px; border-radius: 2px; background: #2f7fc1; opacity: 0.45; }
.rows .even { top: 10%; bottom: 10%; border-left: 2px dashed var(--quiet); }
.rows .mark { top: calc(50% - 5px); width: 10px; height: 10px; margin-left: -5px; border-radius: 50%; }
.rows .mark { background: #2f7fc1; }
@container (max-width: 600px) {
  .rows .name { flex-basis: 100%; }
  .rows .chance { flex-basis: 5rem; }
  .rows .facts span { min-width: 0; }
}
"""

# Texts are of unknown hands: they become text, never markup.
_JS: Final = """
function element(kind, name, text) {
  const made = document.createElement(kind);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
}

function chance([low, share, high, even], words) {
  const made = element("span", "chance");
  made.title = words;
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", words);
  const parts = ["axis", "span", "even", "mark"].map((name) => made.appendChild(element("i", name)));
  parts[1].style.left = `${100 * low}%`;
  parts[1].style.width = `${100 * (high - low)}%`;
  parts[2].style.left = `${100 * even}%`;
  parts[3].style.left = `${100 * share}%`;
  return made;
}

function row({ address, name, facts, wins, words }) {
  const [item, link] = [element("li"), element("a")];
  link.href = address;
  link.append(element("span", "name", name));
  if (wins) link.append(chance(wins, words));
  const said = link.appendChild(element("span", "facts"));
  said.append(...facts.map((fact) => element("span", "", fact)));
  item.append(link);
  return item;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const list = parentElement.querySelector(".rows");
  list.setAttribute("aria-label", data.label);
  list.classList.toggle("cards", data.cards);
  list.replaceChildren(...data.rows.map(row));
  list.onclick = (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setTriggerValue("chosen", [...list.querySelectorAll("a")].indexOf(link));
  };
}
"""

_component: Final = st.components.v2.component("ttrn_link_rows", html=_HTML, css=_CSS, js=_JS)


class Row(NamedTuple):
    """A row: the address it leads to, its name, and what is said of it; plain text of unknown hands, not escaped."""

    page: str
    parameters: Mapping[str, str]
    name: str
    facts: Sequence[str]
    wins: tuple[float, float, float, float] | None = None
    """A share of wins to be drawn: its lower end, itself, its upper end, and an even share."""
    words: str = ""
    """The same in words."""


def link_rows(rows: Sequence[Row], *, key: str, label: str, cards: bool = False) -> Row | None:
    """Show rows, each with a frame if they are ``cards``, and return the one that was clicked on.

    ``label`` is what the list is, for those who hear it.
    """
    data = [
        {
            "address": f"{links.home()}/{row.page}?{urlencode(row.parameters)}",
            "name": row.name,
            "facts": list(row.facts),
            "wins": row.wins,
            "words": row.words,
        }
        for row in rows
    ]
    shown = _component(key=key, data={"rows": data, "label": label, "cards": cards}, on_chosen_change=lambda: None)
    place = shown.chosen
    return rows[place] if isinstance(place, int) and 0 <= place < len(rows) else None


def follow(row: Row | None) -> None:
    """Open what a row leads to, if one was clicked on."""
    if row is not None:
        navigation.open_page(row.page, **row.parameters)
