"""Judged decisions kept in a file, so that a long analysis that was stopped goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from ttrn.analysis.decisions import Decision
from ttrn.analysis.moments import Moment, Place
from ttrn.files import whole_file
from ttrn.notation.game import GameRecord
from ttrn.notation.writer import format_game

KIND: Final = "deep analysis"
VERSION: Final = 2
"""Files of version 1 have the first decision of each turn only."""


class WorkFile:
    """A file with a line for each judged decision of one game, under a first line that says what was asked.

    A move stands there by its number among the legal ones, whose order is fixed.
    """

    def __init__(self, path: Path, game: GameRecord, playouts: int, seed: int) -> None:
        """Open a file, or begin a new one; one of another game, question or version is begun anew.

        Raises:
            OSError: it cannot be read or written.
            ValueError: it is a file of another kind, which is left as it is.
        """
        digest = sha256(format_game(game).encode()).hexdigest()
        self._head = {"ttrn": KIND, "version": VERSION, "game": digest, "playouts": playouts, "seed": seed}
        self._path = path
        self._rows = self._read() if path.exists() else []
        with whole_file(path) as file:
            file.write("".join([json.dumps(row) + "\n" for row in (self._head, *self._rows)]).encode())

    def _read(self) -> list[dict[str, Any]]:
        head, rows = read_work(self._path)
        return rows if head == self._head else []

    def known(self, moments: Mapping[Place, Moment]) -> dict[Place, Decision]:
        """Return what has been judged already."""
        return decisions_in(self._rows, moments)

    def add(self, decision: Decision, moment: Moment) -> None:
        """Keep a judged decision.

        Raises:
            OSError: it cannot be written.
        """
        better = decision.best != decision.played
        row = {
            "turn": decision.turn,
            "step": decision.step,
            "best": moment.legal.index(decision.best) if better else -1,
            "loss": decision.loss,
            "stderr": decision.stderr,
            "win": decision.win,
            "playouts": decision.playouts,
        }
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def read_work(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return what such a file was asked, and a row for each decision that is judged in it.

    Raises:
        OSError: it cannot be read.
        ValueError: it is a file of another kind.
    """
    found: list[dict[str, Any]] = []
    for line in path.read_bytes().splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            break  # it was stopped in the middle of this line
        if isinstance(row, dict):
            found.append(row)
    if not found or found[0].get("ttrn") != KIND:
        raise ValueError(f"{path} is not a file in which a deep analysis was kept")
    return found[0], found[1:]


def decisions_in(rows: list[dict[str, Any]], moments: Mapping[Place, Moment]) -> dict[Place, Decision]:
    """Return the judged decisions of a file by their places; those in which nothing was to be decided are left out."""
    found: dict[Place, Decision] = {}
    for row in rows:
        place = Place(row["turn"], row["step"])
        moment = moments.get(place)
        if moment is not None:
            found[place] = Decision(
                place.turn,
                moment.state.seat,
                moment.played,
                moment.played if row["best"] < 0 else moment.legal[row["best"]],
                row["loss"],
                row["stderr"],
                row["win"],
                row["playouts"],
                place.step,
            )
    return found
