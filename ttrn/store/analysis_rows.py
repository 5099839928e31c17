"""From a game to the rows of its analysis: how it was made, how each seat stood after each turn, luck and the rest."""

from __future__ import annotations

from typing import Final

from ttrn.analysis import Analysis, TurnValue, analyse
from ttrn.analysis.game import WORLDS
from ttrn.boards import Board
from ttrn.evaluation import NoModelError, version_of
from ttrn.hidden.guard import guarded
from ttrn.notation.game import GameRecord
from ttrn.store.columns import COLUMNS, Row, Rows

ALL_CARDS: Final = "all cards"
PUBLIC: Final = "public view"
ONE: Final = "one view"
PARTIAL: Final = "partial record"
BASES: Final = (ALL_CARDS, PUBLIC, ONE, PARTIAL)
"""By what the turns of a game are judged: everything, or what the record shows of it."""

BROKEN: Final = "it breaks rules"
UNREAD: Final = "it cannot be read"
NO_BOARD: Final = "nobody knows its board"

_DIGITS: Final = 4
"""So many digits of a probability are kept: more would be those of the model's doubt."""


def model_of(board: Board) -> str:
    """Return the version of the model that judges games on a board; empty where there is none."""
    try:
        return version_of(board)
    except NoModelError:
        return ""


def add_analysis(
    rows: Rows,
    number: int,
    game: GameRecord | None,
    board: Board | None,
    *,
    broken: bool = False,
    luck: bool = True,
    worlds: int = WORLDS,
) -> None:
    """Analyse a game and add the rows of it; where that cannot be done, the row that says why.

    ``game`` is None where the text cannot be read, ``board`` where nobody knows it; ``broken`` is a game with problems.
    """
    model = model_of(board) if board else ""
    reason = UNREAD if game is None else NO_BOARD if board is None else BROKEN if broken else ""
    if game is None or board is None or reason:
        rows.of["analyses"].append(_not_judged(number, model, reason))
        return
    found: Analysis | None = None
    with guarded(game, board) as failures:
        try:
            found = analyse(game, board=board, luck=luck, worlds=worlds)
        except (NoModelError, ValueError) as error:
            reason = str(error)
    if found is None:
        rows.of["analyses"].append(_not_judged(number, model, reason or failures[0].message))
        return
    rows.of["analyses"].append(_analysis(number, found, game, luck=luck))
    rows.of["analysed_seats"] += [_seat(number, found, seat) for seat in range(len(found.players))]
    for value in (found.start, *found.turns):
        for seat, (win, points) in enumerate(zip(value.win, value.score, strict=True), 1):
            rows.of["standings"].append((number, value.number, seat, round(win, _DIGITS), round(points, 1)))


def _not_judged(number: int, model: str, reason: str) -> Row:
    known: dict[str, object] = {"game": number, "model": model, "reason": reason}
    return tuple([known.get(name) for name in COLUMNS["analyses"]])


def _analysis(number: int, found: Analysis, game: GameRecord, *, luck: bool) -> Row:
    largest = found.largest[0]
    return (
        number,
        found.version,
        _basis(found, game),
        found.worlds,
        found.stderr,
        found.playouts,
        luck,
        found.excitement,
        largest.swing,
        largest.number,
        None,
    )


def _basis(found: Analysis, game: GameRecord) -> str:
    if found.basis == ALL_CARDS:
        return ALL_CARDS
    view = game.tags.get("View", "")
    return PUBLIC if view == "public" else ONE if view in [player.id for player in game.players] else PARTIAL


def _seat(number: int, found: Analysis, seat: int) -> Row:
    open_ = [found.start, *(found.turns[:-1] if found.finished else found.turns)]
    lowest = min(open_, key=lambda value: (value.win[seat], value.number))
    late = _before_last_round(found)
    luck = found.luck[seat] if found.luck else None
    return (
        number,
        seat + 1,
        found.start.win[seat],
        lowest.win[seat],
        lowest.number,
        late.win[seat] if late else None,
        found.turns[-1].win[seat] if found.finished else None,
        luck.win if luck else None,
        luck.score if luck else None,
        found.rest(seat) if luck and found.finished else None,
    )


def _before_last_round(found: Analysis) -> TurnValue | None:
    """Return how a game stood before everybody's last turn; None where it did not come to that."""
    values = [found.start, *found.turns]
    seats = len(found.players)
    return values[-1 - seats] if found.finished and len(values) > seats else None
