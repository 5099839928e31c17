"""``ttrn lsp`` asked by a real client over stdin and stdout.

The client's event loop runs in a thread of its own: the one of pytest may be busy with the loop of a browser.
"""

from __future__ import annotations

import asyncio
import functools
import sys
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from tests.language_server.test_language_server import GAME, place

URI = "file:///games/evening.ttrn"
AT = lsp.TextDocumentIdentifier(URI)
THREAD = ThreadPoolExecutor(1)
LOOP = asyncio.Runner()
Answer = TypeVar("Answer")


def wait(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Let the thread of the client do something, and wait for it."""
    return THREAD.submit(LOOP.run, work).result()


def in_the_thread(test: Callable[[LanguageClient], Coroutine[Any, Any, None]]) -> Callable[[LanguageClient], None]:
    @functools.wraps(test)
    def run(client: LanguageClient) -> None:
        wait(test(client))

    return run


@pytest.fixture(scope="module")
def client() -> Iterator[LanguageClient]:
    client = wait(ClientServerConfig([sys.executable, "-m", "ttrn", "lsp"]).start())
    assert isinstance(client, LanguageClient)
    found = wait(client.initialize_session(lsp.InitializeParams(client_capabilities("visual_studio_code"))))
    assert found.server_info is not None
    assert found.server_info.name == "ttrn"
    yield client
    wait(client.shutdown_session())
    wait(client.stop())  # type: ignore[no-untyped-call]
    THREAD.submit(LOOP.close).result()
    THREAD.shutdown()


async def told(client: LanguageClient, rule: str, hint: str) -> lsp.Diagnostic:
    """Wait until a problem is told, with what a search has found of it."""
    while True:
        await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        for found in client.diagnostics.get(URI, ()):
            if found.code == rule and hint in found.message:
                return found


def position(text: str, marked: str) -> lsp.Position:
    return lsp.Position(*place(text, marked))


@in_the_thread
async def test_a_record_is_opened_mended_and_asked_about(client: LanguageClient) -> None:
    # A letter beyond the basic plane: columns behind it count twice in the units of the editor.
    text = GAME.partition("score")[0].replace("SEA-POR R $!", "SEA-POR RR $!").replace("Ann Smith", "Ann 🚂 Smith")
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(URI, "ttrn", 1, text)))
    problem = await asyncio.wait_for(told(client, "CLAIM-2", "hint"), 60)
    assert problem.range.start == position(text, "3. ann claim SEA-POR ^RR $!")
    assert problem.code_description is not None
    assert "docs/rules.md#" in problem.code_description.href

    actions = await client.text_document_code_action_async(
        lsp.CodeActionParams(AT, problem.range, lsp.CodeActionContext([problem]))
    )
    fix = next(action for action in actions or () if action.title == 'Write "3. ann claim SEA-POR R $!"')
    assert isinstance(fix, lsp.CodeAction)
    assert fix.edit is not None
    assert fix.edit.changes is not None
    (edit,) = fix.edit.changes[URI]
    change = lsp.TextDocumentContentChangePartial(edit.range, edit.new_text)
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(2, URI), [change])
    )
    text = text.replace("SEA-POR RR $!", "SEA-POR R $!")

    hover = await client.text_document_hover_async(lsp.HoverParams(AT, position(text, "3. ann claim S^EA-POR R $!")))
    assert hover is not None
    assert isinstance(hover.contents, lsp.MarkupContent)
    assert "owned by ann" in hover.contents.value
    hints = await client.text_document_inlay_hint_async(
        lsp.InlayHintParams(AT, lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0)))
    )
    assert [hint.label for hint in hints or ()] == ["ann 1 (+1)", "bob 1 (+1)"]
    where = await client.text_document_definition_async(
        lsp.DefinitionParams(AT, position(text, "  4. bob claim SEA-P^OR K )"))
    )
    assert isinstance(where, lsp.Location)
    assert where.range.start == position(text, "3. ann claim ^SEA-POR R $!")
    drawn = await client.workspace_execute_command_async(lsp.ExecuteCommandParams("ttrn.board", [URI, 15, "light"]))
    assert drawn is not None
    assert drawn["svg"].startswith("<svg")


@in_the_thread
async def test_what_is_typed_is_completed(client: LanguageClient) -> None:
    text = GAME.partition("( 3.")[0] + "4. bob claim seat\n"
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(URI, "ttrn", 3, text)))
    found = await client.text_document_completion_async(lsp.CompletionParams(AT, position(text, "4. bob claim seat^")))
    assert isinstance(found, lsp.CompletionList)
    assert [(item.label, item.filter_text) for item in found.items] == [
        ("SEA-CAL", "seatSEA-CAL"),
        ("SEA-VAN", "seatSEA-VAN"),
    ]


@in_the_thread
async def test_what_cannot_be_renamed_is_refused_in_words(client: LanguageClient) -> None:
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(URI, "ttrn", 4, GAME)))
    at = position(GAME, "2. bo^b draw ?K ?")
    renamed = await client.text_document_rename_async(lsp.RenameParams(AT, at, "robert"))
    assert renamed is not None
    assert renamed.changes is not None
    assert {edit.new_text for edit in renamed.changes[URI]} == {"robert"}
    with pytest.raises(Exception, match="another player has the id"):
        await client.text_document_rename_async(lsp.RenameParams(AT, at, "ann"))


@in_the_thread
async def test_the_shape_of_a_document(client: LanguageClient) -> None:
    untidy = GAME.replace("draw R>G", "draw  R>G")
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(URI, "ttrn", 5, untidy)))
    folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(AT))
    assert len(folds or ()) == 3
    edits = await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(AT, lsp.FormattingOptions(4, insert_spaces=True))
    )
    assert len(edits or ()) == 1


@in_the_thread
async def test_the_outline_moves_with_the_lines(client: LanguageClient) -> None:
    game = GAME.replace("Friday night trains", "100%d").replace("draw R>G ?", "draw R>G ? ; 🚂")
    for version, before in ((6, ""), (7, f"{GAME}\n; two\n")):
        text = before + game
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(URI, "ttrn", version, text)))
        symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(AT))
        symbol = (symbols or ())[-1]
        assert isinstance(symbol, lsp.DocumentSymbol)
        assert (symbol.name, symbol.detail, symbol.range.start.line) == ("100%d", "usa", before.count("\n"))
        assert symbol.range.end == lsp.Position(text.count("\n") - 1, len("score ann=-41 bob=0"))
        turn, *_, last = symbol.children or ()
        assert (turn.name, turn.range.end.character) == ("1. ann draw R>G ?", len("1. ann draw R>G ? ; 🚂") + 1)
        assert (turn.kind, turn.selection_range.start, turn.selection_range.end) == (
            lsp.SymbolKind.Event,
            turn.range.start,
            turn.range.start,
        )
        assert last.range.start.line == before.count("\n") + place(game, "^5. ann draw L>W")[0]
