"""The page on which a person records a game by tapping: its files, and what they want to know of a board.

The page is plain modules without a framework (``assets``). It holds no rules: it shows what
:func:`ttrn.recording.answer` offers, and sends back what was tapped.
"""

from ttrn.recorder.page import ASSETS, SHARED, board_data, boards_data

__all__ = ["ASSETS", "SHARED", "board_data", "boards_data"]
