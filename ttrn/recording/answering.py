"""The one function that a recorder asks: a text and some taps in, the table and what can be tapped next out.

It keeps nothing between two questions. Whoever takes something back, puts a turn in or types in the text asks again
with another text; all of that is the same question.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ttrn.boards import BoardError, named_board
from ttrn.core.state import OVER, SCORING, SETUP, State
from ttrn.notation.game import GameRecord
from ttrn.notation.problems import Cure, Problem
from ttrn.notation.reader import loads
from ttrn.notation.records import FinalRoutes, FinalStations, Reveal, Statement, Turn
from ttrn.notation.writer import format_action
from ttrn.recording.editing import How, cured, removed, turn_at, with_line, with_tags, with_turn, without_line
from ttrn.recording.statements import Offered, Writer, offered_statements, tap_of
from ttrn.recording.table_data import end_data, statement_data, table_data, turn_data
from ttrn.recording.turns import ask_turn, tapped, turn_question
from ttrn.recording.typed_lines import Cursor, typed_line
from ttrn.replays.choosing import Choice, Moment, Question
from ttrn.replays.run import Run

VERSION: Final = 1
"""The version of questions and answers: a page and an engine of different versions do not understand each other."""

_HOWS: Final[tuple[How, ...]] = ("append", "insert", "replace")


class Asked(NamedTuple):
    """A question to the recorder, read and checked."""

    text: str
    taps: tuple[str, ...]
    at: int | None
    how: How
    player: str
    delete: bool
    typed: str = ""
    tags: Mapping[str, str] = MappingProxyType({})
    explain: bool = False
    cure: Cure | None = None
    line: int | None = None
    anyway: bool = False


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the table that a text leads to, what can be tapped next, and what is wrong with the text.

    The fields of question and answer stand in ``docs/recording.md``. Wrong questions get an answer too, with ``error``.
    """
    try:
        asked = _read(request)
        return _answer(asked)
    except (LookupError, ValueError, BoardError) as error:
        return {
            "version": VERSION,
            "text": str(request.get("text", "")),
            "error": str(error.args[0]) if error.args else str(error),
        }


def answer_json(request: str) -> str:
    """Return the answer to a question that is written as JSON, in the same bytes wherever it is asked."""
    try:
        asked = json.loads(request)
    except ValueError as error:
        return json.dumps({"version": VERSION, "text": "", "error": f"the question is no JSON: {error}"})
    found = answer(asked) if isinstance(asked, dict) else {"version": VERSION, "error": "the question is no object"}
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _read(request: Mapping[str, Any]) -> Asked:
    if request.get("version", VERSION) != VERSION:
        raise ValueError(f"this recorder speaks version {VERSION}, the page {request.get('version')}: load it anew")
    text, taps, at = request.get("text", ""), request.get("taps", ()), request.get("at")
    how, player = request.get("how", "append"), request.get("player", "")
    if not isinstance(text, str) or not isinstance(player, str) or how not in _HOWS:
        raise ValueError("text and player are texts, how is append, insert or replace")
    if not isinstance(taps, Sequence) or not all(isinstance(tap, str) for tap in taps):
        raise ValueError("taps are a list of texts")
    typed, tags = request.get("typed", ""), request.get("tags", {})
    if not isinstance(typed, str) or "\n" in typed:
        raise ValueError("typed is one line of text")
    if not isinstance(tags, dict) or not all(isinstance(part, str) for one in tags.items() for part in one):
        raise ValueError("tags are texts by their names")
    if at is not None and (not isinstance(at, int) or isinstance(at, bool)):
        raise ValueError("at is the number of a turn")
    if how != "append" and at is None:
        raise ValueError("to insert or replace a turn its number is needed")
    line = request.get("line")
    if line is not None and (not isinstance(line, int) or isinstance(line, bool)):
        raise ValueError("line is the number of a line of the text")
    begun = request.get("begin")
    if isinstance(begun, dict):
        from ttrn.recording.begin import begin  # noqa: PLC0415  once in a game: no tap shall wait for it

        text = begin(begun)
    delete, explained = bool(request.get("delete")), bool(request.get("explain"))
    cure, anyway = _cure(request.get("cure")), bool(request.get("anyway"))
    return Asked(text, tuple(taps), at, how, player, delete, typed.strip(), tags, explained, cure, line, anyway)


def _cure(wanted: object) -> Cure | None:
    if wanted is None:
        return None
    match wanted:
        case {"line": int(line), "old": str(old), "new": str(new)}:
            return Cure(line, old, new, 0)
        case _:
            raise ValueError("a cure has a line, what stands there, and what shall stand there")


def _answer(asked: Asked) -> dict[str, Any]:
    if asked.cure is not None:
        return _anew(cured(asked.text, asked.cure), asked)
    reading = loads(asked.text)
    if reading.problems or len(reading.games) != 1:
        problems = reading.problems or (_not_one(len(reading.games)),)
        return {"version": VERSION, "text": asked.text, "problems": [_problem(one) for one in problems]}
    game = reading.games[0]
    if asked.delete or asked.tags:
        return _anew(_edited(asked, game), asked)
    if asked.line is not None:
        return _corrected(asked, game)
    return _asked(asked, asked, game)


def _asked(asked: Asked, meant: Asked, game: GameRecord) -> dict[str, Any]:
    """Answer what somebody asked, who means it of a game that may have a line less."""
    here = _here(game, meant)
    found = meant.typed or (_follow_anyway if meant.anyway else _follow)(here, meant)
    if isinstance(found, Question):
        shown = game if asked is meant else loads(asked.text).games[0]
        described = _described(here, meant, found, shown)
        return {"version": VERSION, "text": asked.text, "taps": list(asked.taps), **described}
    text = _written(meant, game, here, found)
    return {**_anew(text, asked), "line": _line_of(text, asked.text)}


def _corrected(asked: Asked, game: GameRecord) -> dict[str, Any]:
    """Ask once more for what a line tells that is no turn, as if it did not stand there."""
    first = game.places[0]
    found = [(at, entry) for at, entry in enumerate(game.entries) if game.places[at] - first + 1 == asked.line]
    if not found:
        raise LookupError("there is no such line")
    place, entry = found[0]
    tap = tap_of(entry)
    if not tap and not asked.typed:
        raise LookupError("this line is not made of taps: edit the text")
    at = game.first_turn + sum([isinstance(one, Turn) for one in game.entries[:place]])
    taps = () if asked.typed else (tap, *asked.taps)
    meant = asked._replace(taps=taps, at=at, line=None, how="insert")
    partial = _here(game, meant).state.house.partial
    if not isinstance(entry, (FinalRoutes, FinalStations, *((Reveal,) if partial else ()))):
        # What was tapped of the others is there to be changed.
        meant = meant._replace(text=without_line(asked.text, game, asked.line or 0))
        game = loads(meant.text).games[0]
    return _asked(asked, meant, game)


def _anew(text: str, asked: Asked) -> dict[str, Any]:
    """Answer with a changed text: what was recorded is on the table at once, and the next question is about it."""
    return _answer(Asked(text, (), None, "append", "", delete=False, explain=asked.explain))


def _edited(asked: Asked, game: GameRecord) -> str:
    if asked.tags:
        return with_tags(asked.text, game, asked.tags)
    if asked.line is not None:
        return without_line(asked.text, game, asked.line)
    at = None if asked.at is None else turn_at(game, asked.at)
    if at is None:
        raise LookupError("there is no turn of this number to delete")
    return removed(asked.text, game, at).text


def _not_one(number: int) -> Problem:
    return Problem("TEXT-LINE", "a recorder holds one game" if number else "a game starts with its [Game] tag")


class _Here(NamedTuple):
    """Where a record stands, at its end or before one of its turns."""

    game: GameRecord
    run: Run
    state: State
    number: int
    writer: Writer
    last: bool
    scoring: bool
    """Whether tickets are being scored after which the game goes on."""


def _here(game: GameRecord, asked: Asked) -> _Here:
    on = named_board(game.board)
    if on is None:
        raise LookupError(f'there is no board "{game.board}"')
    run = Run(game, on)
    number = game.first_turn + len(game.turns)
    last = asked.at is None or asked.at >= number
    if not last and asked.at is not None and asked.at < game.first_turn:
        raise LookupError(f"the first turn is number {game.first_turn}")
    if last:
        for _ in run.steps():
            pass
    else:
        number = asked.at or number
        _run_to(run, number - game.first_turn)
    state = run.state
    return _Here(game, run, state, number, _writer(game), last, state.phase == SCORING)


def _run_to(run: Run, turns: int) -> None:
    """Run all lines before the turn that follows so many others."""
    done = 0
    for entry in run.game.entries:
        if isinstance(entry, Turn):
            if done == turns:
                break
            done += 1
        run.feed(entry, done)
    if run.state.phase == SETUP:
        run.await_turn()


def _writer(game: GameRecord) -> Writer:
    """Return whose cards are seen: those of the player whose view it is, of nobody, or of everybody."""
    view = game.tags.get("View", "")
    ids = [player.id for player in game.players]
    if view in ids:
        return Writer(frozenset([ids.index(view)]))
    return Writer(frozenset() if view == "public" else frozenset(range(len(ids))))


def _follow(here: _Here, asked: Asked) -> Question | Turn | Statement:
    """Answer the questions with the taps; return the next question, or the line that is complete."""
    taps = list(asked.taps)
    offered = {one.choice.tap: one for one in _statements(here)}
    if taps and taps[0] in offered:
        return tapped(offered[taps[0]].follow(), taps[1:])
    statements = [one.choice for one in offered.values() if one.missing]
    seat = _seat(here, asked)
    state = _at_turn(here)
    if state.phase == OVER or not here.game.players:
        if taps:
            raise LookupError("the game is over" if here.game.players else "nobody plays in this game yet")
        return Question("", tuple(statements))
    sees = here.writer.sees(seat)
    if not taps:
        moment = state.copy()
        moment.seat = seat
        question, _ = turn_question(Moment(moment, sees))
        return Question(question.text, (*question.choices, *statements))
    return tapped(ask_turn(state, seat, sees=sees), taps)


def _follow_anyway(here: _Here, asked: Asked) -> Question | str:
    """Answer questions about a turn that may break any rule; return the next one, or the turn in words."""
    from ttrn.recording.anyway import ask_anyway  # noqa: PLC0415  seldom: no tap shall wait for it

    seat = _seat(here, asked)
    state = _at_turn(here).copy()
    state.seat = seat
    found = tapped(ask_anyway(Moment(state, here.writer.sees(seat))), list(asked.taps))
    return found if isinstance(found, Question) else format_action(found)


def _statements(here: _Here) -> list[Offered]:
    return list(offered_statements(here.game, here.state, here.writer, here.number - here.game.first_turn))


def _at_turn(here: _Here) -> State:
    """Return the state in which a turn can come: after the setup, and after a scoring."""
    run = here.run
    if here.state is run.state:
        run.await_turn()
        return run.state
    return here.state


def _seat(here: _Here, asked: Asked) -> int:
    names = here.state.names
    if asked.player:
        if asked.player not in names:
            raise LookupError(f'nobody in this game has the id "{asked.player}"')
        return names.index(asked.player)
    if here.state.house.partial and here.game.turns:
        before = here.game.turns[: here.number - here.game.first_turn]
        return (names.index(before[-1].player) + 1) % len(names) if before else 0
    return here.state.seat if here.state.seat < len(names) else 0


def _name(here: _Here, asked: Asked) -> str:
    return here.state.names[_seat(here, asked)] if here.game.players else ""


def _written(asked: Asked, game: GameRecord, here: _Here, found: Turn | Statement | str) -> str:
    how: How = "append" if here.last else asked.how
    if isinstance(found, str):
        dealt = here.number - game.first_turn if here.scoring else 0
        cursor = Cursor(game, here.state.board, _name(here, asked), here.number)
        return typed_line(asked.text, cursor, found, how, dealt)
    if isinstance(found, Turn):
        return with_turn(asked.text, game, found, here.number, how)
    offered = {one.choice.tap: one for one in _statements(here)}
    return with_line(asked.text, game, here.state.board, found, offered[asked.taps[0]].after).text


def _line_of(text: str, before: str) -> str:
    """Return the line that is new in a text."""
    old = before.split("\n")
    return next((line for line in text.split("\n") if line.strip() and line not in old), "")


def _described(here: _Here, asked: Asked, question: Question, shown: GameRecord) -> dict[str, Any]:
    return {
        "at": None if here.last else here.number,
        **table_data(here.game, here.state),
        "scoring": here.scoring,
        "turns": turn_data(shown),
        "statements": statement_data(shown),
        "next": {"number": here.number, "player": _name(here, asked)},
        "question": {"text": question.text, "choices": [_choice(choice) for choice in question.choices]},
        "problems": [_problem(problem) for problem in _problems(here, asked)] if here.last else [],
        "end": end_data(here.game, here.run) if here.last else None,
    }


def _problems(here: _Here, asked: Asked) -> Sequence[Problem]:
    """Return what is wrong, with the cure that the checker finds if that is asked for: it may take a while."""
    # Before the first turn nobody can see how much of a game will be noted.
    found = tuple([one for one in here.run.problems if here.game.turns or one.rule != "LEVEL-1"])
    if not asked.explain or not found:
        return found
    from ttrn.diagnosis import explain  # noqa: PLC0415  takes long, and most taps are right

    return explain(here.game, here.state.board, found)


def _choice(choice: Choice) -> dict[str, Any]:
    return choice._asdict()


def _problem(problem: Problem) -> dict[str, Any]:
    kept = ("rule", "message", "line", "column", "width", "hint", "turn", "player")
    found = {name: value for name, value in asdict(problem).items() if name in kept}
    return {**found, "cures": [asdict(cure) for cure in problem.cures]}
