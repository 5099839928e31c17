r"""A game as plain data for a page that steps through it: one frame for each turn, and the score sheet.

>>> import ttrn
>>> (game,) = ttrn.loads('[Game "usa"]\nplayer ann "Ann"\nplayer bob\n1. ann draw ? ?').games
>>> [frame.get("words") for frame in viewer_data(ttrn.replay(game))["lines"][0]["frames"]]
[None, 'Ann draws 2 cards from the deck']
"""

from ttrn.viewer.chances import chances
from ttrn.viewer.data import as_seen_by, inferred, state_at, viewer_data

__all__ = ["as_seen_by", "chances", "inferred", "state_at", "viewer_data"]
