"""Pictures of boards and games, our own drawing from the positions of the cities.

>>> from ttrn.boards import board
>>> board_svg(board("usa")).startswith("<svg")
True
"""

from ttrn.draw.cards import table_svg
from ttrn.draw.colors import Paint, Theme, train_paints
from ttrn.draw.heat import heat_svg
from ttrn.draw.notebook import Picture, picture
from ttrn.draw.stage import stage_svg
from ttrn.draw.svg import board_svg

__all__ = ["Paint", "Picture", "Theme", "board_svg", "heat_svg", "picture", "stage_svg", "table_svg", "train_paints"]
