"""What games show of themselves in a notebook: the replay in a frame, and the board as a picture.

``GameRecord``, ``Timeline`` and ``State`` ask here, when a notebook asks them.
"""

from __future__ import annotations

from html import escape
from typing import Final

from ttrn.boards import BoardError
from ttrn.core.state import State
from ttrn.draw import picture, stage_svg
from ttrn.draw.colors import train_paints
from ttrn.notation import GameRecord
from ttrn.replays import Timeline, replay
from ttrn.viewer import viewer_data
from ttrn.viewer.html import replay_page

HEIGHT: Final = 760
"""How many pixels of a notebook a replay takes."""


def timeline_page(timeline: Timeline, turn: int | None = None, title: str = "", *, luck: bool = False) -> str:
    """Return a page that replays a game, opened at a turn or at its end; it asks nothing of a network.

    With ``luck`` it tells what chance brought in each turn, which takes half a second to find out.
    """
    board, players = timeline.board, timeline.game.players
    paints = train_paints([player.color for player in players], board.tables.train_colors)
    stage = stage_svg(board, paints)
    return replay_page(
        viewer_data(timeline, luck=luck), title=title or _title(timeline), svg=stage, paints=paints, turn=turn
    )


def timeline_html(timeline: Timeline) -> str:
    """Return the replay of a game as a frame in a page of others."""
    page = escape(timeline_page(timeline))
    return f'<iframe srcdoc="{page}" style="width:100%;height:{HEIGHT}px;border:0" title="replay"></iframe>'


def game_html(game: GameRecord) -> str | None:
    """Return the replay of a record; nothing for one whose board is not known."""
    try:
        return timeline_html(replay(game))
    except BoardError:
        return None


def svg_of(thing: GameRecord | Timeline | State) -> str | None:
    """Return the board as it lies at the end of a game, or at a state; nothing where it is not known."""
    try:
        return picture(thing).svg
    except BoardError:
        return None


def _title(timeline: Timeline) -> str:
    tags = timeline.game.tags
    about = [tag for name in ("Event", "Site", "Date") if (tag := tags.get(name, ""))]
    players = [player.name or player.id for player in timeline.game.players]
    return f"{', '.join(about) or timeline.board.title}: {', '.join(players)}"
