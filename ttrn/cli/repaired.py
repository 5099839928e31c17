"""``--repair``: inputs as they come out of mails and chats, repaired before they are read."""

from __future__ import annotations

import io

from ttrn.cli.output import Input, note, standard_input
from ttrn.notation import repair
from ttrn.notation.source import games


def repaired(source: Input) -> Input:
    """Return an input with its text repaired, and tell what was; its lines keep their numbers.

    All of it is held in memory. What cannot be read to its end is as it was.

    Raises:
        OSError: it cannot be read.
    """
    chunks = list(games(source.path or standard_input()))
    sound = [chunk for chunk in chunks if not chunk.fault]
    if not sound:
        return source._replace(chunks=tuple(chunks))
    found = repair("\n" * (sound[0].line - 1) + "\n".join([chunk.text for chunk in sound]))
    if found.repairs:
        note(f"{source.name}: repaired: {found}")
    broken = [chunk for chunk in chunks if chunk.fault]
    return source._replace(chunks=(*games(io.StringIO(found.text)), *broken))
