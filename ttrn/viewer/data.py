"""The viewer data of a game: everything that a page shows of it, as data that goes into JSON."""

from __future__ import annotations

from typing import Any, Final

from ttrn.analysis import Analysis, analyse
from ttrn.boards import Board
from ttrn.core.cards import LETTERS, UNKNOWN
from ttrn.core.facts import Json
from ttrn.core.state import OVER, State
from ttrn.evaluation import NoModelError
from ttrn.hidden import Budget, hand_bounds, redact
from ttrn.notation import GameRecord, level
from ttrn.notation.problems import brief
from ttrn.replays import Timeline, replay
from ttrn.viewer.frames import GameContext, LineReader, frames_in_order, pack_line, said_once
from ttrn.viewer.panel import MAX_NAME, frame_values, luck_rows
from ttrn.viewer.score_sheet import sheet
from ttrn.viewer.table_data import Snapshot, snapshot
from ttrn.viewer.ticket_cache import NO_WAY, Progress, whole_ways

MAX_TAG: Final = 300
"""How many letters of the value of a tag are shown."""


def viewer_data(timeline: Timeline, *, luck: bool = False) -> Json:
    """Return a game as plain data; see docs/viewer.md for what stands where.

    With ``luck`` it has what chance brought in each turn: that takes ten times as long as all the rest.

    Any record will do, also one that breaks rules (the frames have what is wrong with them), one that starts from a
    position, and one in which cards are unknown.
    """
    game, board = timeline.game, timeline.board
    names = tuple([brief(player.name or player.id, MAX_NAME) for player in game.players])
    progress = Progress()
    opening = snapshot(timeline.state(game.first_turn - 1), names, progress)
    seen: list[Snapshot] = []
    timeline.every_state(lambda state: seen.append(snapshot(state, names, progress)))
    reader = LineReader(game, opening, iter(seen), timeline.problems)
    end = sheet(timeline, names) if names else None
    # Below the last turn players show their tickets: the end of the record knows more than the turn itself.
    reader.lines[0].frames[-1].after = _last(timeline, names, progress, end)
    rules = timeline.final.game
    context = GameContext(board, rules.facts, names, {player.id: seat for seat, player in enumerate(game.players)})
    return {
        "board": board.name,
        "title": board.title,
        "rules": board.rules,
        "level": level(game),
        "tags": [[name, brief(value, MAX_TAG)] for name, value in game.tags.items() if value],
        "players": [
            {"id": player.id, "name": name, "color": player.color}
            for player, name in zip(game.players, names, strict=True)
        ],
        "counted": list(rules.scoring.counted),
        "kinds": "".join(board.tables.train_cards),
        "cities": [city.name for city in board.cities],
        "routes": [[route.a, route.b, route.length, route.points] for route in board.routes],
        "tickets": _tickets(board),
        "lines": [pack_line(line, context) for line in reader.lines],
        "end": end,
        "closing": said_once(reader.closing),
        "problems": len(timeline.problems),
        "values": _values(timeline, luck=luck),
    }


def _values(timeline: Timeline, *, luck: bool) -> Json | None:
    """Return who was likely to win after each turn, in thousandths, and with how many points; None if nobody knows."""
    try:
        found = analyse(timeline, luck=luck, worlds=0)
    except (NoModelError, ValueError):
        return None
    win, score, spread = zip(*[frame_values(row) for row in (found.start, *found.turns)], strict=True)
    data: Json = {
        "win": list(win),
        "score": list(score),
        "spread": list(spread),
        "words": _how(found),
        "version": found.version,
        "known": _known(found),
    }
    return data | ({"luck": luck_rows(found)} if luck else {})


def _known(found: Analysis) -> str:
    return "by all cards" if found.basis == "all cards" else "by what the record had shown"


def _how(found: Analysis) -> str:
    """Return in words what the values are, and how they were made."""
    made = f"model {found.version}, learnt from games between bots"
    return f"Probability of winning, {_known(found)}; {made}; ▼ the largest swings."


def state_at(timeline: Timeline, line: int, frame: int) -> State:
    """Return the state that a frame of a line shows, of a variation too.

    Raises:
        IndexError: there is no such frame.
    """
    if line == 0:
        number = timeline.game.first_turn - 1 + frame
        return timeline.final if frame and number == timeline.last else timeline.state(number)
    wanted = [place == (line, frame) for place in frames_in_order(timeline.game)]
    found: list[State] = []
    timeline.every_state(lambda state: found.append(state.copy()) if wanted.pop(0) else None)
    if not found:
        raise IndexError(f"there is no frame {frame} of line {line}")
    return found[0]


def _last(timeline: Timeline, names: tuple[str, ...], progress: Progress, end: Json | None) -> Snapshot:
    """Return the table at the end of the record; in a finished game every ticket is complete or not."""
    last = snapshot(timeline.final, names, progress)
    if end is not None and timeline.final.phase == OVER:
        for score, seat in zip(end["seats"], last.seats, strict=True):
            done = {ticket["ticket"] for ticket in score["tickets"] if ticket["complete"]}
            seat["tickets"] = [[ticket, 0 if ticket in done else NO_WAY] for ticket, _ in seat["tickets"]]
    return last


def _tickets(board: Board) -> list[list[Any]]:
    """Return all tickets: two cities, points, what it takes to complete one, the cards it wants, its deck."""
    return [
        [ticket.a, ticket.b, ticket.points, whole, ticket.cards, ticket.deck]
        for ticket, whole in zip(board.tickets, whole_ways(board), strict=True)
    ]


def as_seen_by(game: GameRecord, observer: str, board: Board | None = None) -> Timeline:
    """Return a game as a player or the public saw it; see :func:`ttrn.hidden.redaction`.

    Raises:
        ValueError: nobody of this id is at the table, or a position cannot be read.
        BoardError: the board that the Game tag names is not known.
    """
    return replay(redact(game, observer, board=board), board)


def inferred(
    timeline: Timeline, turn: int, budget: Budget | None = None, *, hindsight: bool = False
) -> list[dict[str, list[int]] | None] | None:
    """Return what was proved of each hand after a turn: the fewest and the most cards of each kind.

    What was known then is used, with ``hindsight`` what came later too. None stands for a hand of which everything was
    seen, and for all of them where nothing can be proved: the record breaks a rule, or the budget was spent.

    Raises:
        IndexError: there is no such turn.
    """
    state = timeline.final if turn == timeline.last else timeline.state(turn)
    if not any(hand[UNKNOWN] for hand in state.hands):
        return [None] * state.seats
    found = hand_bounds(timeline, turn, budget, hindsight=hindsight)
    if found is None:
        return None
    kinds = timeline.board.tables.train_cards
    return [
        {letter: [bounds.least[LETTERS.index(letter)], bounds.most[LETTERS.index(letter)]] for letter in kinds}
        if hand[UNKNOWN]
        else None
        for bounds, hand in zip(found, state.hands, strict=True)
    ]
