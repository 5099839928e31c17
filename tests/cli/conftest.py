"""The command in this process: its real entry point, with what it printed and its exit status."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from ttrn.cli.main import run
from ttrn.resources import resource


class Done(NamedTuple):
    status: int
    out: str
    err: str


Ttrn: TypeAlias = Callable[..., Done]


@pytest.fixture
def ttrn(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ttrn:
    """Run the command in the folder of the samples; it must fail politely, and print no colours into a pipe."""
    monkeypatch.chdir(resource("sample_games"))

    def call(*args: str | Path, stdin: str = "") -> Done:
        monkeypatch.setattr(sys, "argv", ["ttrn", *map(str, args)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as stopped:
            run()
        captured = capsys.readouterr()
        assert "\x1b" not in captured.out + captured.err
        assert "Traceback" not in captured.err
        assert "internal error" not in captured.err
        assert isinstance(stopped.value.code, int)
        return Done(stopped.value.code, captured.out, captured.err)

    return call
