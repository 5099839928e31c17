"""Draw the pictures of the documents: ``make pictures``. A test compares them with what ttrn draws today."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import ttrn
from ttrn.draw import Theme, picture

ROOT: Final = Path(__file__).parents[1]

BOARDS: Final = ("usa", "europe", "marklin", "cardgame")

GAMES: Final[dict[str, tuple[str, int | None, Theme]]] = {
    "usa": ("real/usa_4p_2.ttrn", None, "light"),
    "europe_dark": ("europe/every_action.ttrn", None, "dark"),
    "marklin_passengers": ("annotated/marklin.ttrn", 14, "light"),
    "cardgame": ("cardgame/four_players.ttrn", 60, "light"),
}
"""Games that are shown: the record, after which turn, and by day or by night."""


def pictures() -> dict[str, str]:
    """Return all pictures as SVG text, by the name of their file."""
    found = {f"board_{name}.svg": picture(ttrn.board(name)).svg for name in BOARDS}
    for name, (record, turn, theme) in GAMES.items():
        (game,) = ttrn.loads((ROOT / "sample_games" / record).read_text(encoding="utf-8")).games
        found[f"{name}.svg"] = picture(game, turn, theme=theme).svg
    return found


if __name__ == "__main__":
    for file, svg in pictures().items():
        (ROOT / "docs" / file).write_text(svg, encoding="utf-8")
        sys.stdout.write(f"docs/{file}: {len(svg.encode())} bytes\n")
