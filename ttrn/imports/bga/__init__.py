"""Board Game Arena: the text of a review page, the in-game history and the archive, all saved by hand.

The shape is recognised by the content. Nothing is fetched: the site forbids automated access.
"""

from __future__ import annotations

from ttrn.boards.names import did_you_mean
from ttrn.imports.bga.events import Log
from ttrn.imports.bga.ids import BOARDS
from ttrn.imports.bga.packets import looks_like_json, read_json
from ttrn.imports.bga.record import Recorder
from ttrn.imports.bga.table import lay_table
from ttrn.imports.bga.text import looks_like_text, read_text
from ttrn.imports.bga.turns import Turns
from ttrn.imports.importer import BrokenLog, Imported, Importer, Options, Source

__all__ = ["BGA", "read"]


def read(source: Source, options: Options) -> Imported:
    """Turn a log of the site into a record.

    Raises:
        BrokenLog: it is none, or something in it is wrong.
    """
    if options.board and options.board not in BOARDS:
        raise BrokenLog("LOG-BOARD", f'the site has no board "{options.board}"{did_you_mean(options.board, BOARDS)}')
    log = _log(source)
    if not log.events:
        raise BrokenLog("LOG-SHAPE", "nothing in this log is about a game of Ticket to Ride")
    table = lay_table(log, options.board)
    turns = Turns(table)
    turns.run()
    return Recorder(log, table, turns).record(options)


def _log(source: Source) -> Log:
    if looks_like_json(source.text):
        return read_json(source)
    if looks_like_text(source.text):
        return read_text(source)
    if source.text.lstrip().startswith("<"):
        hint = "copy the list of moves from the page and save that as text"
        raise BrokenLog("LOG-SHAPE", "this is a web page, not the text of one", hint=hint)
    hint = "save the text of the review page, the in-game history or the archive; docs/importing.md tells how"
    raise BrokenLog(
        "LOG-SHAPE", "this is no log of Board Game Arena: it has no line like “Move 2 :21:26:38”", hint=hint
    )


BGA = Importer("bga", "Board Game Arena: review page text, in-game history or archive", read, (".txt", ".json"))
