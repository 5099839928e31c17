"""``ttrn lsp``: the language server, which editors start."""

from __future__ import annotations

import logging
import os
import sys

from ttrn.cli.boards import open_shelf
from ttrn.cli.command import Exit
from ttrn.cli.options import BoardFile
from ttrn.cli.output import CLEAN, FAILED, fail
from ttrn.extras import EXTRAS, advice


def lsp(*, board: BoardFile = "") -> None:
    """Answer an editor over stdin and stdout, in the Language Server Protocol: problems, cures, completion, the board.

    Editors start it by themselves: editors/README.md tells how to set up each of them.

    Exit status: 0 the editor has ended it, 2 could not run.
    """
    if EXTRAS["lsp"].missing:
        fail(advice("lsp"))
        raise Exit(FAILED)
    from ttrn.language_server.server import server  # noqa: PLC0415  it wants those packages

    server.find_board = open_shelf(board).find
    if not os.environ.get("TTRN_DEBUG"):
        logging.getLogger("pygls").setLevel(logging.CRITICAL)  # what goes wrong is told to the editor
    # It closes what it writes to, and the command itself still looks at its output at the end.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as output:
        server.start_io(sys.stdin.buffer, output)
    raise Exit(CLEAN)
