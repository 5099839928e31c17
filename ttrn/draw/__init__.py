"""Pictures of boards and games, our own drawing from the positions of the cities.

>>> from ttrn.boards import board
>>> board_svg(board("usa")).startswith("<svg")
True
"""

from ttrn.draw.board import board_svg
from ttrn.draw.card_table import table_svg
from ttrn.draw.colors import Paint, Theme, train_paints
from ttrn.draw.heat_map import heat_svg
from ttrn.draw.pictures import Picture, picture
from ttrn.draw.replay_board import stage_svg

__all__ = ["Paint", "Picture", "Theme", "board_svg", "heat_svg", "picture", "stage_svg", "table_svg", "train_paints"]
