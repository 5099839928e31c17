"""The games: a folder for each, with everything that it adds to what all games share, and its boards.

Each folder's package has the game itself, ``GAME``; docs/games.md says how to add one.
"""

from typing import Final

NAMES: Final = ("usa", "europe", "marklin", "cardgame")
"""The games that come with ttrn, in the order in which they are listed."""
