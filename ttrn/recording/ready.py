"""All that an answer may need, imported and read at once: nobody waits later, and no file is opened any more."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages

import ttrn
from ttrn.boards import board_names
from ttrn.notation.lexicon import parser
from ttrn.recording.answering import VERSION, answer


def make_ready() -> None:
    """Import all of ttrn that is here, read every board and the grammar, and answer some questions about each board.

    It is for a browser, where only what recording needs is here; what wants a package that is missing is left out.
    """
    for module in walk_packages(ttrn.__path__, "ttrn."):
        with suppress(ImportError):
            import_module(module.name)
    parser()
    for name in board_names():
        answer({"version": VERSION, "text": f'[Game "{name}"]\nplayer ann\nplayer bob\n'})
        # Lines with a mistake take other ways, through modules of their own.
        answer({"version": VERSION, "text": f'[Game "{name}"]\nplayer ann\n1. ann drow R\n'})
        answer({"version": VERSION, "text": f'[Game "{name}"]\nplayer ann\nplayer bob\n1. bob draw R>? ?\n'})
