"""What an editor waits for: `ttrn lsp` over its pipes, asked about a file of fifty games after each changed line.

Beside it stands what cannot be saved, reading and replaying the one game that changed; and all fifty of them, which a
server would have to replay that kept nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from typing import Any

from benchmarks.table import BenchmarkRow
from ttrn.notation import format_game, loads
from ttrn.play import play_game
from ttrn.replays import replay

GAMES = 50
ROUNDS = 40
URI = "file:///fifty.ttrn"
GOAL = "50 ms or less"


class Editor:
    """As much of an editor as it takes to ask."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin
        assert process.stdout
        self._in, self._out = process.stdin, process.stdout
        self._asked = 0

    def tell(self, method: str, params: Any, **more: Any) -> None:
        content = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self._in.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self._in.flush()

    def ask(self, method: str, params: Any) -> Any:
        self._asked += 1
        self.tell(method, params, id=self._asked)
        while (found := self.read()).get("id") != self._asked:
            pass
        return found["result"]

    def wait(self) -> None:
        """Wait until problems are told."""
        while self.read().get("method") != "textDocument/publishDiagnostics":
            pass

    def read(self) -> Any:
        length = 0
        while (line := self._out.readline().strip()) or not length:
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self._out.read(length))


def rows() -> list[BenchmarkRow]:
    """Ask everything after each of some changes."""
    texts = [format_game(play_game("usa", ["planner"] * 4, seed)) for seed in range(GAMES)]
    text = "\n".join(texts)
    line = next(
        i for i, row in enumerate(text.split("\n")) if row.startswith("[Game") and i > len(text.split("\n")) // 2
    )
    line += next(i for i, row in enumerate(texts[0].split("\n")) if row.startswith("60. "))
    one, all_games = _replayed(texts[:1]), _replayed(texts)
    taken: dict[str, list[float]] = {}
    with _editor() as editor:
        editor.tell(
            "textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "ttrn", "version": 1, "text": text}}
        )
        editor.wait()
        for number in range(ROUNDS):
            for what, seconds in _round(editor, text, line, number):
                taken.setdefault(what, []).append(seconds)
    found = [_row(what, seconds, one) for what, seconds in taken.items()]
    every = [second for seconds in taken.values() for second in seconds]
    first = BenchmarkRow(
        "one game read and replayed", f"{one * 1000:.1f} ms", f"all {GAMES}: {all_games * 1000:.0f} ms", ""
    )
    return [first, *found, _row("all of them", every, one)]


def _row(what: str, seconds: list[float], one: float) -> BenchmarkRow:
    late = quantiles(seconds, n=20)[-1] * 1000
    figure = f"{median(seconds) * 1000:.1f} ms, 95th percentile {late:.1f}"
    return BenchmarkRow(what, figure, f"{median(seconds) / one:.1f} times one game", GOAL)


def _replayed(texts: list[str]) -> float:
    taken = []
    for _ in range(5):
        start = time.perf_counter()
        for text in texts:
            replay(loads(text).games[0])
        taken.append(time.perf_counter() - start)
    return min(taken)


def _round(editor: Editor, text: str, line: int, number: int) -> Iterator[tuple[str, float]]:
    """Change the comment of a line, then ask all there is to ask; each answer is that of the changed text."""
    written = text.split("\n")[line]
    at = {"textDocument": {"uri": URI}}
    here = {**at, "position": {"line": line, "character": written.index(" ") + 1}}
    around = {"start": {"line": line - 20, "character": 0}, "end": {"line": line + 40, "character": 0}}
    questions: dict[str, tuple[str, Any]] = {
        "completion": ("textDocument/completion", {**at, "position": {"line": line, "character": len(written)}}),
        "hover": ("textDocument/hover", here),
        "points of a screen": ("textDocument/inlayHint", {**at, "range": around}),
        "quick fixes": ("textDocument/codeAction", {**at, "range": around, "context": {"diagnostics": []}}),
        "definition": ("textDocument/definition", here),
        "outline, behind a new line": ("textDocument/documentSymbol", at),
        "folding": ("textDocument/foldingRange", at),
        "the board": ("workspace/executeCommand", {"command": "ttrn.board", "arguments": [URI, line, "light"]}),
    }
    change = {"start": {"line": line, "character": len(written)}, "end": {"line": line, "character": 999}}
    for order, (what, (method, params)) in enumerate(questions.items()):
        version = 2 + number * len(questions) + order
        changed = [{"range": change, "text": f" ; {version}" + "\n;" * ("new line" in what)}]
        start = time.perf_counter()
        editor.tell(
            "textDocument/didChange", {"textDocument": {"uri": URI, "version": version}, "contentChanges": changed}
        )
        editor.ask(method, params)
        yield what, time.perf_counter() - start
    start = time.perf_counter()
    changed = [{"range": change, "text": f" ; {number}"}]
    editor.tell(
        "textDocument/didChange", {"textDocument": {"uri": URI, "version": 10**6 + number}, "contentChanges": changed}
    )
    editor.wait()
    yield "problems, from the key on", time.perf_counter() - start


@contextmanager
def _editor() -> Iterator[Editor]:
    command = [sys.executable, "-m", "ttrn", "lsp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        editor = Editor(process)
        editor.ask("initialize", {"capabilities": {}, "processId": None, "rootUri": None})
        editor.tell("initialized", {})
        yield editor
        editor.ask("shutdown", None)
        editor.tell("exit", None)
