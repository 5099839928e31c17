"""What the panel beside a replay tells of a turn, as plain data: the luck of it, and the best moves of the next.

Everything is found from the record alone that the page shows: what a view hides is not in it, so it cannot be told.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from ttrn.analysis import Analysis, TurnValue, analyse
from ttrn.analysis.game import doubt_of
from ttrn.analysis.moves import WORLDS, Moves, MoveValue, Position, best_moves, position_at, think
from ttrn.boards import Board, BoardError
from ttrn.core.actions import Action, BuildStation, ClaimRoute, DrawTickets, LayCards, RidePassenger, TakeCard
from ttrn.core.cards import BLIND, LETTERS, UNKNOWN, letters
from ttrn.core.engine import apply
from ttrn.core.facts import Json, TurnResult
from ttrn.core.state import OVER, State
from ttrn.evaluation import NoModelError
from ttrn.notation import GameRecord, loads
from ttrn.notation.problems import brief
from ttrn.notation.writer import format_action
from ttrn.play.match import BotError
from ttrn.replays import Timeline
from ttrn.replays.recorder import Recorder
from ttrn.replays.timeline import board_of
from ttrn.viewer.frames import record_along
from ttrn.viewer.turn_text import action_text

MAX_NAME: Final = 60
"""How many letters of a name are shown."""

MOST_PLAYOUTS: Final = 5_000
"""More playouts than that are not asked for."""

FEWEST: Final = 6
"""Before each move was played on so often, nothing is told of it."""

Tell = Callable[[Json], None]
"""Is told what has been found so far."""


def answer(question: Mapping[str, Any], tell: Tell) -> Json:
    """Answer a question of the page, whatever it says: ``{"error": …}`` is an answer too.

    ``text`` is the record as the page shows it. With ``"luck": true`` it is asked for what came up in each turn (see
    :func:`luck_rows`), else for the best moves after a ``turn`` (see :func:`moves_data`), by so many ``playouts`` or
    without any; with ``line`` in a variation, of which it is told how it stands too. ``tell`` hears meanwhile how far
    playouts have come.
    """
    text, turn, playouts = (question.get(name) for name in ("text", "turn", "playouts"))
    line = question.get("line", 0)
    games, problems = loads(text) if isinstance(text, str) else ((), ())
    if len(games) != 1 or problems:
        return {"error": "this is no record of one game"}
    try:
        board = board_of(games[0])
        if question.get("luck"):
            return {"luck": luck_rows(analyse(Timeline(games[0], board)))}
        if not isinstance(turn, int) or not isinstance(playouts, int) or not isinstance(line, int):
            return {"error": "there is no such turn"}
        game = record_along(games[0], line)
        found = moves_data(game, board, turn, min(playouts, MOST_PLAYOUTS), tell)
        return {"moves": found | (_standing(game, board, turn) if line and not playouts else {})}
    except (BoardError, NoModelError, BotError, ValueError, IndexError) as error:
        return {"error": str(error)}


def _standing(game: GameRecord, board: Board, turn: int) -> Json:
    """Return how it stands after a turn, as the values of a frame have it."""
    found = analyse(Timeline(game, board), luck=False, worlds=0)
    rows = [row for row in (found.start, *found.turns) if row.number == turn]
    return {"standing": frame_values(rows[0])} if rows else {}


def frame_values(row: TurnValue) -> tuple[list[int], list[int], int]:
    """Return each seat's wins in a thousand, its points at the end, and the spread of these."""
    return _scaled(row.win, 1000), _scaled(row.score, 1), round(max(row.spread))


def luck_rows(found: Analysis) -> list[list[list[Any]]] | None:
    """Return for each frame of the main line what came up by chance; None where not all cards are known.

    Each is a list: its kind, by seat how many wins in a thousand it brought, by seat how many tenths of a point, and
    how many outcomes stand for what could have come up (0: all were tried).
    """
    if not found.luck:
        return None
    turns = [
        [
            [chance.kind, _scaled(chance.win, 1000), _scaled(chance.score, 10), chance.tries]
            for chance in turn.chances
            if any(_scaled(chance.win, 1000))
        ]
        for turn in found.turns
    ]
    return [[], *turns]


def _scaled(values: tuple[float, ...], by: int) -> list[int]:
    return [round(by * value) for value in values]


def moves_data(game: GameRecord, board: Board, turn: int, playouts: int = 0, tell: Tell = lambda _: None) -> Json:
    """Return the best moves after a turn: by the model, or by so many playouts.

    ``rows`` has for each move its ``words``, its ``text`` in the notation, ``win`` and its standard ``error`` in
    thousandths, ``less``, by how much the best wins more often, with the standard error of that, ``score`` in tenths of
    a point (by the model only), ``played`` and ``ghost``, where on the table it would happen. ``how`` says how that was
    found; ``none`` says why there is nothing to tell, where there is not. Where cards are hidden, ``doubt`` has for
    each seat how far its probability of winning varies from one possible world to the next, in thousandths.

    Raises:
        NoModelError: nothing was learnt for games on this board.
        ValueError: the record breaks a rule, so that nothing adds up.
        BotError: a playout did not come to an end.
    """
    names = [brief(player.name or player.id, MAX_NAME) for player in game.players]
    position = position_at(game, board, turn)
    doubt = {} if playouts else _doubt(game, board, turn)
    if position is None:
        return {"turn": turn, "rows": [], "none": _why_none(game, board, turn, names)} | doubt
    who = names[position.state.seat]
    if not playouts:
        found = best_moves(position)
        how = (
            f"By the model one move ahead (version {found.version}): the mean over {found.moves[0].worlds} worlds that "
            f"were possible for what {who} knew; ± its standard error."
        )
        return _data(turn, found, names) | {"how": how} | doubt

    def heard(so_far: Moves, most: int) -> None:
        sure = all(move.worlds >= FEWEST for move in so_far.moves)
        tell({"done": so_far.playouts, "of": most} | ({"moves": _data(turn, so_far, names)} if sure else {}))

    return _thought(turn, position, playouts, heard, names)


def _thought(
    turn: int, position: Position, playouts: int, heard: Callable[[Moves, int], None], names: list[str]
) -> Json:
    found = think(position, playouts, heard=heard)
    own = found.moves[0].worlds
    how = (
        f"By {found.playouts:,} playouts of the thinker, in worlds that were possible for what "
        f"{names[position.state.seat]} knew: {own:,} for each of these moves, after others had chosen them; "
        "± the standard error."
    )
    return _data(turn, found, names) | {"how": how, "playouts": found.playouts}


def _doubt(game: GameRecord, board: Board, turn: int) -> Json:
    timeline = Timeline(game, board)
    if not game.first_turn - 1 <= turn < timeline.last:  # at the end everybody has shown the tickets
        return {}
    found = doubt_of(timeline.state(turn), WORLDS, random.Random(turn))  # noqa: S311  no secrets
    return {"doubt": _scaled(found, 1000)} if any(found) else {}


def _why_none(game: GameRecord, board: Board, turn: int, names: list[str]) -> str:
    timeline = Timeline(game, board)
    try:
        state = timeline.final if turn == timeline.last else timeline.state(turn)
    except IndexError:
        return "There is no such turn."
    if state.phase == OVER:
        return "The game is over."
    if state.hands[state.seat][UNKNOWN] or any(state.unknown_tickets[state.seat]):
        return f"The cards of {names[state.seat]} are not known here, so nobody can say what the best moves were."
    return f"{names[state.seat]} has nothing to decide."


def _data(turn: int, found: Moves, names: list[str]) -> Json:
    rows = [_row(found, move, names) for move in found.moves]
    return {"turn": turn, "seat": found.state.seat, "rows": rows}


def _row(found: Moves, move: MoveValue, names: list[str]) -> Json:
    state, action = found.state, move.action
    row: Json = {
        "words": move_text(state, action, names),
        "text": format_action(Recorder(state).written(action)),
        "win": round(1000 * move.win),
        "error": round(1000 * move.error),
        "less": _scaled((move.less, move.less_error), 1000),
        "ghost": ghost(action),
    }
    if move.score is not None:
        row["score"] = round(10 * move.score)
    return row | ({"played": True} if action == found.played else {})


def move_text(state: State, action: Action, names: list[str]) -> str:
    """Return a move of the player to move in words, as far as it is decided: before anything comes up."""
    if isinstance(action, DrawTickets):
        decks = [f"{number} {deck}" for number, deck in zip(action.mix, ("short", "long"), strict=False) if number]
        return f"draws {' and '.join(decks)} tickets" if decks else "draws tickets"
    twin = state.copy()
    apply(twin, action)
    seat = state.seat
    result = TurnResult(twin.scores[seat] - state.scores[seat])
    return action_text(Recorder(state).written(action), state.board, names, result)


def ghost(action: Action) -> Json:  # noqa: PLR0911  a line per kind
    """Return where on the table a move would happen: routes, a city, a face-up card, a pile, cards of the hand."""
    match action:
        case ClaimRoute(route):
            return {"routes": [route]}
        case RidePassenger(start, routes):
            return {"routes": list(routes), "city": start}
        case BuildStation(city):
            return {"city": city}
        case TakeCard(card):
            return {"pile": "deck"} if card == BLIND else {"card": LETTERS[card]}
        case DrawTickets():
            return {"pile": "tickets"}
        case LayCards(cards):
            return {"hand": letters(list(cards))}
        case _:
            return {}
