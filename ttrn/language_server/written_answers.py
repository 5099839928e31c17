"""Answers that are JSON already, and the outline as one.

A file of many games has thousands of turns, and an editor asks for all of them after every pause. So the outline of a
game is written once, with room for its lines: where it moves, only their numbers are filled in.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from lsprotocol.types import SymbolKind
from pygls.protocol import LanguageServerProtocol

from ttrn.language_server.document import PlacedGame
from ttrn.language_server.game_text import GameText
from ttrn.language_server.outline import Symbol, symbol_of


class Written(NamedTuple):
    """An answer as JSON, in ASCII."""

    json: str


class RecordProtocol(LanguageServerProtocol):
    """The protocol, which sends what is written as it stands."""

    def _send_data(self, data: Any) -> None:
        answer = getattr(data, "result", None)
        if not isinstance(answer, Written):
            super()._send_data(data)
        elif self.writer is not None:
            body = f'{{"jsonrpc":"2.0","id":{json.dumps(data.id)},"result":{answer.json}}}'
            self.writer.write(f"Content-Length: {len(body)}\r\n\r\n{body}".encode("ascii"))


_SYMBOL: Final = (
    '{"name":%s,"kind":%d,"range":{"start":{"line":%%d,"character":0},"end":{"line":%%d,"character":%d}},'
    '"selectionRange":{"start":{"line":%%d,"character":0},"end":{"line":%%d,"character":0}}%s}'
)


class WrittenOutline(NamedTuple):
    """The outline of a game as JSON, but for the numbers of its lines."""

    form: str
    lines: tuple[int, ...]
    """From the first line of the game."""

    def at(self, line: int) -> str:
        """Return it for a game that starts on a line."""
        return self.form % tuple(map(line.__add__, self.lines))


def write_outline(game: GameText, units: Callable[[str], int]) -> WrittenOutline:
    """Write the outline of a game; ``units`` tells how long a text is in the units of the editor."""
    symbol = symbol_of(PlacedGame(0, game))
    turns = [_form(game, turn, SymbolKind.Event, units) for turn in symbol.children]
    more = f',"detail":{_quoted(symbol.detail)}' if symbol.detail else ""
    if turns:
        more += ',"children":[' + ",".join(turns) + "]"
    spans = [symbol.span, *(turn.span for turn in symbol.children)]
    return WrittenOutline(
        _form(game, symbol, SymbolKind.Module, units, more),
        tuple(line for span in spans for line in (span.line, span.end_line, span.line, span.line)),
    )


def _form(game: GameText, symbol: Symbol, kind: SymbolKind, units: Callable[[str], int], more: str = "") -> str:
    text = game.lines[symbol.span.end_line]
    end = symbol.span.end_column if text.isascii() else units(text[: symbol.span.end_column])
    return _SYMBOL % (_quoted(symbol.name or "?"), kind, end, more)


def _quoted(text: str) -> str:
    return json.dumps(text).replace("%", "%%")
