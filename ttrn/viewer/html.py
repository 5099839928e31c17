"""A game as one HTML file that opens without a server and asks nobody for anything."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, Final

from ttrn.notation.problems import printable

_ASSETS: Final = Path(__file__).parent / "assets"

_PAGE: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'; \
style-src 'unsafe-inline'; script-src 'sha256-{digest}'">
<title>{title}</title>
<style>
:root {{ --st-background-color: #fdfcf8; --st-secondary-background-color: #f1ece0; --st-text-color: #22262b;
  --st-primary-color: #9a4a1c; --st-font: system-ui, sans-serif; --st-code-font: ui-monospace, monospace; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --st-background-color: #17191c; --st-secondary-background-color: #24272b; --st-text-color: #f0ede6;
    --st-primary-color: #e0945a; }}
}}
body {{ margin: 0 auto; padding: 16px; max-width: 1400px; background: var(--st-background-color);
  color: var(--st-text-color); font-family: var(--st-font); }}
h1 {{ font-size: 20px; margin: 4px 0 14px; overflow-wrap: anywhere; }}
</style>
</head>
<body>
<h1>{title}</h1>
<main></main>
<template>{markup}<style>{style}</style></template>
<script type="application/json">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""

_START: Final = """
const root = document.querySelector("main").attachShadow({ mode: "open" });
root.append(document.querySelector("template").content);
const data = JSON.parse(document.querySelector("script[type='application/json']").textContent);
const named = /turn=([0-9]+)/.exec(location.hash);
if (named) data.turn = Number(named[1]);
const setStateValue = (what, value) => {
  const named = what === "at" && value.line === 0 && location.protocol !== "about:"; // a frame has no address
  if (named) history.replaceState(null, "", `#turn=${value.turn}`);
};
const start = () => replay({ data, parentElement: root, setStateValue });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", start);
start();
"""


def replay_page(
    game: Mapping[str, Any], *, title: str, svg: str, paints: Sequence[Sequence[str]], turn: int | None = None
) -> str:
    """Return a page that replays a game, given as viewer data, at a turn or at its end.

    ``svg`` is the board without claims and ``paints`` are the colours of the seats, as
    :mod:`ttrn.draw` makes them. Whatever names and comments say, the page shows it as text.
    """
    data = {"key": "film", "game": "film", "film": game, "svg": svg, "turn": turn, "paints": [*map(list, paints)]}
    # Nothing inside may end the element that it stands in.
    packed = json.dumps(data | {"alone": True}, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    program = script().replace("export default function replay", "function replay") + _START
    # The only script that the page may run: whatever finds its way into the page besides is text.
    digest = b64encode(sha256(program.encode()).digest()).decode()
    return _PAGE.format(
        digest=digest,
        title=escape(printable(title)),
        markup=asset("replay.html"),
        style=style(),
        script=program,
        data=packed,
    )


def script() -> str:
    """Return the scripts of the replay as one module, in the order of ``scripts.txt``."""
    return "\n".join([asset(name) for name in asset("scripts.txt").split()])


def style() -> str:
    """Return the styles of the replay, with those of cards that other pages have too."""
    return asset("shared/cards.css") + asset("replay.css")


def asset(name: str) -> str:
    """Return one of the files of the replay: ``replay.html``, ``replay.css``, a script."""
    return (_ASSETS / name).read_text(encoding="utf-8")
