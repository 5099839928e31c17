r"""Other people's logs, as records: the importers, and the one way to call them.

>>> from ttrn.imports import import_games
>>> found = import_games("csv", "friday.csv", b"board,player,route,score\nusa,Ann,Seattle-Portland,\n,Ann,,1\n")
>>> found.games[0].turns[0].action.route.a
'POR'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ttrn.imports.anonymous import anonymous as without_names
from ttrn.imports.bga import BGA
from ttrn.imports.bgg import BGG
from ttrn.imports.bgstats import BGSTATS
from ttrn.imports.files import decoded
from ttrn.imports.importer import BrokenLog, Imported, Importer, Options, Source
from ttrn.imports.spreadsheet import SPREADSHEET
from ttrn.notation.problems import Problem
from ttrn.notation.writer import dumps

__all__ = ["IMPORTERS", "BrokenLog", "Imported", "Importer", "Options", "Source", "import_games"]

IMPORTERS: Mapping[str, Importer] = {importer.name: importer for importer in (BGA, BGSTATS, BGG, SPREADSHEET)}
"""The sources that can be imported, by name."""


def import_games(
    source: str,
    name: str,
    data: bytes,
    *,
    board: str = "",
    tickets: tuple[str, bytes] | None = None,
    anonymous: bool = False,
) -> Imported:
    """Turn a saved file into games; what is wrong with it comes back as problems, never as an exception.

    ``source`` is one of :data:`IMPORTERS`, ``name`` what to call the file in messages. ``board`` names the board where
    the file does not tell it, ``tickets`` is a second file (name and content) with the tickets offered and kept.
    With ``anonymous`` names and dates are replaced.

    Raises:
        KeyError: there is no such source.
    """
    importer = IMPORTERS[source]
    try:
        noted = None
        if tickets is not None:
            try:
                noted = decoded(*tickets)
            except BrokenLog as broken:
                broken.file = tickets[0]
                raise
        found = importer.read(decoded(name, data, importer.limits), Options(board, noted))
    except BrokenLog as broken:
        return Imported((), (broken.problem(name),))
    if anonymous:
        found = found._replace(games=tuple([without_names(game) for game in found.games]))
    try:
        dumps(found.games)
    except ValueError as error:
        return Imported((), (Problem("LOG-LINE", f"no record can hold this: {error}", name),))
    return found._replace(problems=tuple([replace(problem, file=problem.file or name) for problem in found.problems]))
