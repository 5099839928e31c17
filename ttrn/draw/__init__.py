"""Pictures of boards and games, our own drawing from the positions of the cities.

>>> from ttrn.boards import board
>>> board_svg(board("usa")).startswith("<svg")
True
"""

from ttrn.draw.notebook import Picture, picture
from ttrn.draw.svg import board_svg

__all__ = ["Picture", "board_svg", "picture"]
