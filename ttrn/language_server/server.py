"""The protocol of editors over :mod:`ttrn.language_server`: every answer is asked of a plain function.

It wants pygls: ``pip install "ttrn[lsp]"``. Text comes in whole documents or by changes, which pygls puts together.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, Protocol
from weakref import WeakKeyDictionary

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

import ttrn
from ttrn.boards import named_board
from ttrn.language_server import names, outline, quick_fixes
from ttrn.language_server.board_picture import board_picture
from ttrn.language_server.completion import completions
from ttrn.language_server.document import Document, PlacedGame
from ttrn.language_server.game_text import FindBoard, GameText
from ttrn.language_server.hover_text import hover
from ttrn.language_server.marks import Mark, marks_of
from ttrn.language_server.positions import Change, Span
from ttrn.language_server.written_answers import RecordProtocol, Written, WrittenOutline, write_outline
from ttrn.notation.lexicon import parser

if TYPE_CHECKING:
    from pygls.workspace import PositionCodec

PAUSE: Final = 0.4
"""So many seconds after the last key cures are looked for, and deals of unseen cards."""

BOARD: Final = "ttrn.board"
"""The command that draws the board: it takes a document's address, a line from 0 and "light" or "dark"."""

_TRIGGERS: Final = [" ", "-", "[", '"', ">", "?", "$", "@", "."]


class _Place(Protocol):
    """A question about a place in a document."""

    text_document: lsp.TextDocumentIdentifier
    position: lsp.Position


class RecordServer(LanguageServer):
    """A server with the documents that are open."""

    def __init__(self) -> None:
        super().__init__("ttrn", ttrn.__version__, protocol_cls=RecordProtocol)
        self.find_board: FindBoard = named_board
        """Returns the board of a name; whoever starts the server may know more boards."""
        self._documents: dict[str, Document] = {}
        self._examining: dict[str, asyncio.Task[None]] = {}

    def document(self, uri: str) -> Document:
        """Return a document as its text is now; games that did not change are not looked at again."""
        source = self.workspace.get_text_document(uri).source
        known = self._documents.get(uri)
        if known is None or known.source != source:
            known = self._documents[uri] = Document(source, known, find=self.find_board)
        return known

    def game(self, at: _Place) -> tuple[PlacedGame | None, int, int]:
        """Return the game at a place, and the place itself in lines and characters."""
        document = self.document(at.text_document.uri)
        place = self.codec(at.text_document.uri).position_from_client_units(document.lines, at.position)
        return document.at(place.line), place.line, place.character

    def range(self, uri: str, span: Span) -> lsp.Range:
        """Return a stretch in the units of the editor."""
        start, end = lsp.Position(span.line, span.column), lsp.Position(span.end_line, span.end_column)
        lines = self.document(uri).lines
        if all(lines[at].isascii() for at in (span.line, span.end_line) if at < len(lines)):
            return lsp.Range(start, end)
        return self.codec(uri).range_to_client_units(lines, lsp.Range(start, end))

    def edits(self, uri: str, changes: Iterable[Change]) -> list[lsp.TextEdit]:
        """Return changes as the editor has them."""
        return [lsp.TextEdit(self.range(uri, change.span), change.text) for change in changes]

    def codec(self, uri: str) -> PositionCodec:
        """Return what counts in the units of the editor."""
        return self.workspace.get_text_document(uri).position_codec

    # --- problems ----------------------------------------------------------------------------------------------------

    def examine(self, uri: str) -> None:
        """Begin to look at a document anew; what was being looked at of it before is given up."""
        self.forget(uri)
        self._examining[uri] = asyncio.get_running_loop().create_task(self._examine(uri))

    def forget(self, uri: str, *, closed: bool = False) -> None:
        """Give up looking at a document; of a closed one nothing is kept."""
        task = self._examining.pop(uri, None)
        if task is not None:
            task.cancel()
        if closed:
            self._documents.pop(uri, None)
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    async def _examine(self, uri: str) -> None:
        """Tell what is seen at once; after a pause, what a search finds."""
        document = self.document(uri)
        for placed in document.games:
            placed.game.problems  # noqa: B018  it is kept
            await asyncio.sleep(0)  # questions go first
        self._publish(uri, document)
        await asyncio.sleep(PAUSE)
        for placed in document.games:
            await asyncio.to_thread(lambda game: game.explained, placed.game)
        self._publish(uri, document)

    def _publish(self, uri: str, document: Document) -> None:
        found = [self.diagnostic(uri, mark) for placed in document.games for mark in marks_of(placed)]
        version = self.workspace.get_text_document(uri).version
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version))

    def diagnostic(self, uri: str, mark: Mark) -> lsp.Diagnostic:
        """Return a mark as the editor has it."""
        return lsp.Diagnostic(
            self.range(uri, mark.span),
            mark.text,
            severity=lsp.DiagnosticSeverity.Warning if mark.is_warning else lsp.DiagnosticSeverity.Error,
            code=mark.problem.rule,
            code_description=lsp.CodeDescription(mark.link) if mark.link else None,
            source="ttrn",
        )


server: Final = RecordServer()


# --- documents -------------------------------------------------------------------------------------------------------


@server.feature(lsp.INITIALIZED)
async def initialized(_params: lsp.InitializedParams) -> None:
    """Get ready for the first slip: the parser that explains one takes a while to be made."""
    await asyncio.to_thread(parser)


@server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
async def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
    """Look at a document."""
    server.examine(params.text_document.uri)


@server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
async def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
    """Look at what changed."""
    server.examine(params.text_document.uri)


@server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
    """Forget a document."""
    server.forget(params.text_document.uri, closed=True)


# --- questions -------------------------------------------------------------------------------------------------------


_KINDS: Final = lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.Refactor])


@server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, _KINDS)
def code_actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """Offer what puts the problems of some lines right, and the canonical form of their game."""
    uri = params.text_document.uri
    first, last = params.range.start.line, params.range.end.line
    placed = server.document(uri).at(first)
    if placed is None:
        return []
    found: list[lsp.CodeAction] = []
    for mark in marks_of(placed):
        if first <= mark.span.line <= last:
            found += [_action(uri, fix, mark) for fix in quick_fixes.fixes_of(placed, mark)]
    return found + [_action(uri, fix, None) for fix in quick_fixes.canonical_fix(placed)]


def _action(uri: str, fix: quick_fixes.Fix, mark: Mark | None) -> lsp.CodeAction:
    return lsp.CodeAction(
        fix.title,
        kind=lsp.CodeActionKind.QuickFix if mark else lsp.CodeActionKind.Refactor,
        diagnostics=[server.diagnostic(uri, mark)] if mark else None,
        is_preferred=fix.sure and mark is not None,
        edit=lsp.WorkspaceEdit(changes={uri: server.edits(uri, fix.changes)}),
    )


@server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=_TRIGGERS))
def complete(params: lsp.CompletionParams) -> lsp.CompletionList:
    """Offer what is legal at this turn; with the next letter it may be something else, like a city by its name."""
    placed, line, column = server.game(params)
    found = completions(placed, line, column) if placed else []
    items = [
        lsp.CompletionItem(
            item.text,
            detail=item.about,
            sort_text=f"{order:04}",
            filter_text=item.typed + item.text
            if item.typed and not item.text.lower().startswith(item.typed.lower())
            else None,
            text_edit=lsp.TextEdit(server.range(params.text_document.uri, item.span), item.text),
        )
        for order, item in enumerate(found)
    ]
    return lsp.CompletionList(is_incomplete=True, items=items)


@server.feature(lsp.TEXT_DOCUMENT_HOVER)
def tell(params: lsp.HoverParams) -> lsp.Hover | None:
    """Tell what a word means."""
    placed, line, column = server.game(params)
    found = hover(placed, line, column) if placed else None
    if found is None:
        return None
    content = lsp.MarkupContent(lsp.MarkupKind.Markdown, found.text)
    return lsp.Hover(content, server.range(params.text_document.uri, found.span))


@server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
def points(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
    """Show the points as they run."""
    uri = params.text_document.uri
    first, last = params.range.start.line, params.range.end.line
    games = [placed for placed in server.document(uri).games if placed.line <= last and placed.end >= first]
    hints = [hint for placed in games for hint in outline.points_of(placed, first, last)]
    spans = [Span(hint.line, hint.column, hint.line, hint.column) for hint in hints]
    return [
        lsp.InlayHint(server.range(uri, span).start, hint.text, padding_left=True)
        for hint, span in zip(hints, spans, strict=True)
    ]


@server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def symbols(params: lsp.DocumentSymbolParams) -> Written:
    """List games and turns; those of a game that did not change are not looked at again."""
    uri = params.text_document.uri
    found: list[str] = []
    for line, game in server.document(uri).games:
        if game not in _outlines:
            _outlines[game] = write_outline(game, server.codec(uri).client_num_units)
        found.append(_outlines[game].at(line))
    return Written(f"[{','.join(found)}]")


_outlines: Final[WeakKeyDictionary[GameText, WrittenOutline]] = WeakKeyDictionary()


@server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
def folding(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
    """Tell what can be folded."""
    games = server.document(params.text_document.uri).games
    folds = [fold for placed in games for fold in outline.folds_of(placed) if fold.first < fold.last]
    return [lsp.FoldingRange(fold.first, fold.last, kind=lsp.FoldingRangeKind(fold.kind)) for fold in folds]


@server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
def definition(params: lsp.DefinitionParams) -> lsp.Location | None:
    """Go to the claim of a route, to where a ticket was kept, to the line of a player."""
    placed, line, column = server.game(params)
    name = names.name_at(placed, line, column) if placed else None
    span = names.definition(placed, name) if placed and name else None
    return lsp.Location(params.text_document.uri, server.range(params.text_document.uri, span)) if span else None


@server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
    """Find all lines about a player, a route or a ticket."""
    uri = params.text_document.uri
    return [lsp.Location(uri, server.range(uri, span)) for span in _named(params)]


@server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
def highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
    """Mark all places about a player, a route or a ticket."""
    return [lsp.DocumentHighlight(server.range(params.text_document.uri, span)) for span in _named(params)]


def _named(params: _Place) -> Iterator[Span]:
    placed, line, column = server.game(params)
    name = names.name_at(placed, line, column) if placed else None
    return iter(names.references(placed, name)) if placed and name else iter(())


@server.feature(lsp.TEXT_DOCUMENT_RENAME)
def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
    """Give a player another id."""
    placed, line, column = server.game(params)
    name = names.name_at(placed, line, column) if placed else None
    if placed is None or name is None:
        raise JsonRpcInvalidParams("no player is named here")
    changes = names.renaming(placed, name, params.new_name)
    if isinstance(changes, str):
        raise JsonRpcInvalidParams(changes)
    uri = params.text_document.uri
    return lsp.WorkspaceEdit(changes={uri: server.edits(uri, changes)})


@server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    """Put every game that can be read into canonical form."""
    uri = params.text_document.uri
    games = server.document(uri).games
    return [edit for placed in games for edit in server.edits(uri, quick_fixes.canonical_changes(placed))]


@server.command(BOARD)
def board(uri: str, line: int, theme: str) -> dict[str, str] | None:
    """Draw the board after a line; returns its ``svg`` and a ``title``."""
    found = board_picture(server.document(uri), line, theme="dark" if theme == "dark" else "light")
    return found._asdict() if found else None
