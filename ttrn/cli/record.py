"""``ttrn record``: a game written down line by line while it is played."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

from ttrn.cli.boards import open_shelf, unknown_board
from ttrn.cli.command import Argument, Exit, Option
from ttrn.cli.options import BoardFile
from ttrn.cli.output import (
    CLEAN,
    FAILED,
    FOUND,
    Text,
    counted,
    err,
    fail,
    out,
    reason,
    say,
    show_problems,
    standard_input,
)
from ttrn.cli.record_store import ChangedError, RecordStore
from ttrn.cli.replayed import Replayed, people
from ttrn.cli.score import show_score
from ttrn.notation.levels import LEVELS, TAG, level
from ttrn.notation.problems import Problem, printable
from ttrn.recording.draft import Answer, Draft
from ttrn.recording.next_words import NextWords
from ttrn.recording.typed_lines import INSISTED, insisted
from ttrn.recording.words import Word
from ttrn.replays.reckoning import Reckoning

COMMANDS: Final = (
    Word("undo", "take back the last line"),
    Word("redo", "write it again"),
    Word("edit", "edit 5 draw R ?: another line for turn 5; edit line 12 …"),
    Word("insert", "insert 5 …: a line before turn 5"),
    Word("delete", "delete 5: take turn 5 out; delete line 12"),
    Word("list", "the last lines with their numbers; list all"),
    Word("table", "what lies on the table"),
    Word("check", "what is wrong with the whole record"),
    Word("level", "write down less from here on: level claims"),
    Word("reload", "read the file again, after another program changed it"),
    Word("help", "what can be typed"),
    Word("quit", "stop; the record is saved"),
)

_HELP: Final = """\
A line is what somebody does, as it stands in a record; its number and the player may be left out:
  draw R>G ?        red from the market, green took its place; then a card from the deck
  claim SEA-POR RR  a route and the cards paid; without cards if nobody looked
  tickets ? ? | ?   tickets drawn: kept, then returned
  bob pass          somebody else than the next one
Before the first turn: deal RRBL, market RGLKW, keep LAX-NYC ? | ? (for one player after the other).
After the last one: reveal bob SEA-NYC, then score, which reckons the end.
A comment stands behind ";". A line that breaks a rule is not written; with " !!" at its end, or by "!!" alone
after it, it is: tables make mistakes.
"""

_EXPLAINED: Final = 3
"""So many problems of one change are explained: most are consequences of the first."""

_SHOWN: Final = 12
"""So many lines ``list`` shows."""


def record(
    file: Annotated[str, Argument(metavar="FILE", help="The record to go on with; ttrn new begins one.")],
    *,
    game: Annotated[
        int | None, Option("--game", min=1, help="Which game of the file.", show_default="the last one")
    ] = None,
    board: BoardFile = "",
) -> None:
    """Write down a game while it is played: a line for each turn, checked as you type, saved after each.

    On a terminal Tab completes what is legal now, and the market and your hand stand below the line. Lines from a pipe
    are taken one by one, and it is said what became of each. A line that breaks a rule is explained and not written;
    with " !!" at its end it is. The word help lists what else can be typed.

    Exit status: 0 everything typed is in the record, 1 something was refused, 2 could not run.
    """
    path = Path(file)
    if not path.is_file():
        fail(f"there is no file {file}; ttrn new BOARD ann bob -o {file} begins one")
        raise Exit(FAILED)
    try:
        store = RecordStore(path, game or 0)
    except OSError as error:
        fail(reason(error, file))
        raise Exit(FAILED) from None
    session = Session(store, _opened(store, board))
    if sys.stdin is not None and sys.stdin.isatty() and out.is_terminal:
        from ttrn.cli.record_prompt import converse  # noqa: PLC0415  only a terminal needs it

        converse(session)
        raise Exit(CLEAN)
    for line in standard_input():
        if not session.take(line.decode("utf-8", "replace").removeprefix("\ufeff")):
            break
    raise Exit(FOUND if session.refused else CLEAN)


def _opened(store: RecordStore, board: str) -> Draft:
    """Return the draft of the game of a file; that it cannot be written on is told and ends the command."""
    shelf = open_shelf(board)
    name = str(store.path)
    if store.game is None or store.problems:
        show_problems(store.problems, as_json=False, to=err)
        wanted = f", no game {store.number}" if store.number > store.games or not store.games else ""
        what = (
            "its lines must be readable first" if store.problems else f"it has {counted(store.games, 'game')}{wanted}"
        )
        fail(f"{name} cannot be gone on with: {what}")
        raise Exit(FAILED)
    found = shelf.find(store.game.board)
    if found is None:
        show_problems([unknown_board(store.game, shelf, name, store.number)], as_json=False, to=err)
        raise Exit(FAILED)
    if not store.game.players:
        fail(f'{name} has no players: write a line like "player ann" for each, or begin with ttrn new')
        raise Exit(FAILED)
    return Draft(store.game, found)


class Session:
    """A draft with its file, and whoever types."""

    def __init__(self, store: RecordStore, draft: Draft) -> None:
        self.store = store
        self.draft = draft
        self.refused = 0
        """How many lines were not recorded."""
        self._again: Callable[[], Answer] | None = None
        """Does what was refused last, in spite of its problems."""
        self._told_end = draft.is_over
        self._shown: Reckoning | None = None
        """The result that was printed last."""
        self._commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "redo": self._redo,
            "edit": self._edit,
            "insert": self._insert,
            "delete": self._delete,
            "list": self._list,
            "table": self._table,
            "check": self._check,
            "level": self._level,
            "reload": self._reload,
            "help": lambda _: self._help(),
        }

    @property
    def words(self) -> NextWords:
        """What may be typed now."""
        return NextWords(self.draft, COMMANDS)

    def take(self, typed: str) -> bool:
        """Do what a line says, and tell what became of it; returns whether to go on."""
        line = " ".join(typed.splitlines()).strip()
        word, _, rest = line.removeprefix("/").partition(" ")
        if not line:
            return True
        if word == "quit" and not rest:
            return False
        if line == INSISTED:
            self._once_more()
        elif line == "score":
            self._score()
        elif word in self._commands and (line.startswith("/") or word not in self.draft.ids):
            self._commands[word](rest.strip())
        else:
            plain, anyway = insisted(line)
            self._try(lambda sure: self.draft.add(plain, anyway=sure), anyway=anyway)
        return True

    # --- changes -----------------------------------------------------------------------------------------------------

    def _try(self, change: Callable[[bool], Answer], *, anyway: bool, verb: str = "recorded") -> None:
        """Make a change, save it, and tell what became of it."""
        answer = change(anyway)
        if not answer.recorded:
            self.refused += 1
            self._again = (lambda: change(True)) if answer.readable else None
            self._refuse(answer)
            return
        self._again = None
        if not self._save():
            self.draft.undo()
            self.refused += 1
            return
        out.print(Text(f"{verb}: ", style="green") + Text(printable(answer.text)))
        if answer.instead and answer.instead != answer.text:
            say(f"  in place of: {answer.instead}")
        for problem in answer.problems:
            out.print(Text(f"  all the same: {printable(problem.message)} [{problem.rule}]", style="yellow"))
        if not answer.text.startswith("complete "):  # the next lines tell the rest of what was spent
            self._tell_end()

    def _once_more(self) -> None:
        if self._again is None:
            self._wrong(f"{INSISTED} records the line that was refused last; there is none")
            return
        again = self._again
        self.refused -= 1
        self._try(lambda _sure: again(), anyway=True)

    def _save(self) -> bool:
        """Save the record; that it cannot be is told, and nothing counts as recorded then."""
        try:
            self.store.save(self.draft.text)
        except ChangedError:
            fail(f'{self.store.path} was changed by another program: nothing is written over it; "reload" reads it')
            return False
        except OSError as error:
            fail(reason(error, str(self.store.path)))
            return False
        return True

    def _wrong(self, message: str) -> None:
        self.refused += 1
        out.print(Text("refused: ", style="bold red") + Text(printable(message)))

    def _refuse(self, answer: Answer) -> None:
        out.print(Text("refused: ", style="bold red") + Text(printable(answer.text or "this change")))
        for problem in answer.problems[:_EXPLAINED]:
            self._explain(problem)
        if len(answer.problems) > _EXPLAINED:
            say(f"  and {counted(len(answer.problems) - _EXPLAINED, 'more problem')} after that")
        if answer.readable:
            out.print(Text(f"  not written; {INSISTED} alone records it anyway", style="cyan"))

    def _explain(self, problem: Problem) -> None:
        out.print(Text(f"  {printable(problem.message)} [{problem.rule}]"))
        if problem.text and problem.column:
            out.print(Text(f"    {printable(problem.text)}"))
            out.print(Text(f"    {' ' * (problem.column - 1)}{'^' * max(1, problem.width)}", style="red"))
        if problem.hint:
            out.print(Text(f"  hint: {printable(problem.hint)}", style="cyan"))

    # --- commands ----------------------------------------------------------------------------------------------------

    def _undo(self, _rest: str) -> None:
        self._move("taken back", self.draft.undo, "there is nothing to take back", self.draft.redo)

    def _redo(self, _rest: str) -> None:
        self._move("written again", self.draft.redo, "nothing was taken back", self.draft.undo)

    def _move(self, verb: str, step: Callable[[], str | None], none: str, back: Callable[[], str | None]) -> None:
        gone = step()
        if gone is None:
            self._wrong(none)
        elif self._save():
            out.print(Text(f"{verb}: ", style="green") + Text(printable(gone)))
            self._told_end = self._told_end and self.draft.is_over
        else:
            back()
            self.refused += 1

    def _where(self, rest: str, *, command: str) -> tuple[int, str] | None:
        """Return the entry that an argument names, by turn or by line, and what follows it."""
        words = rest.split(maxsplit=2)
        by_line = words[:1] == ["line"]
        number = words[by_line] if len(words) > by_line else ""
        if not number.rstrip(".").isdigit():
            self._wrong(f'{command} which turn? "{command} 5", or "{command} line 12" as list numbers them')
            return None
        count = int(number.rstrip("."))
        at = self.draft.line_at(count) if by_line else self.draft.turn_at(count)
        if at is None:
            self._wrong(f"there is no {'line' if by_line else 'turn'} {count}")
            return None
        return at, rest.split(maxsplit=1 + by_line)[1 + by_line] if len(words) > 1 + by_line else ""

    def _edit(self, rest: str) -> None:
        self._put(rest, self.draft.replace, command="edit", ask="and what stands there instead?", verb="changed")

    def _insert(self, rest: str) -> None:
        self._put(rest, self.draft.insert, command="insert", ask="and what stands before it?", verb="inserted")

    def _put(self, rest: str, put: Callable[..., Answer], *, command: str, ask: str, verb: str) -> None:
        """Put a line at the place that a command names, in place of what stands there or before it."""
        found = self._where(rest, command=command)
        if found is None:
            return
        at, typed = found
        line, anyway = insisted(typed)
        if not line:
            self._wrong(f"{ask} it is: {self.draft.line(at)}")
            return
        self._try(lambda sure: put(at, line, anyway=sure), anyway=anyway, verb=verb)

    def _delete(self, rest: str) -> None:
        plain, anyway = insisted(rest)
        found = self._where(plain, command="delete")
        if found is None:
            return
        at, more = found
        if more or at == 0:
            self._wrong("the Game tag stays" if at == 0 else f'there is no place for "{more}"')
            return
        self._try(lambda sure: self.draft.delete(at, anyway=sure), anyway=anyway, verb="deleted")

    def _list(self, rest: str) -> None:
        lines = self.draft.text.rstrip("\n").split("\n")
        first = 0 if rest == "all" else max(0, len(lines) - _SHOWN)
        for number, line in enumerate(lines[first:], first + 1):
            say(f"{number:>5} | {line}")

    def _table(self, _rest: str) -> None:
        from ttrn.table.text import table_text  # noqa: PLC0415  who asks waits

        for row in table_text(self.draft.timeline.final, None).split("\n"):
            say(row)

    def _check(self, _rest: str) -> None:
        from ttrn.diagnosis import explain  # noqa: PLC0415  as above
        from ttrn.hidden import judge  # noqa: PLC0415

        judged = judge(self.draft.game, self.draft.board, file=str(self.store.path))
        problems = explain(self.draft.game, self.draft.board, judged.problems, file=str(self.store.path))
        show_problems(problems, as_json=False)
        say(f"{judged.status}: {judged.reason}" if judged.reason else judged.status)

    def _level(self, rest: str) -> None:
        plain, anyway = insisted(rest)
        if plain not in LEVELS:
            now = self.draft.game.tags.get(TAG) or level(self.draft.game)
            self._wrong(f"a level is one of {', '.join(LEVELS)}; this record is of the level {now}")
            return
        # Turns that were written stay: from here on some are missing.
        stated = plain if plain != "view" else ""
        if stated in ("result", "sheet", "board") and self.draft.game.turns:
            stated = "claims"
        if stated == "full":
            stated = ""
        self._try(lambda sure: self.draft.set_tag(TAG, stated, anyway=sure), anyway=anyway, verb=f"level {plain}")

    def _reload(self, _rest: str) -> None:
        try:
            self.store.load()
        except OSError as error:
            fail(reason(error, str(self.store.path)))
            return
        if self.store.game is None or self.store.problems or self.store.game.board != self.draft.game.board:
            show_problems(self.store.problems, as_json=False)
            self._wrong("the file cannot be gone on with as it is now")
            return
        self.draft = Draft(self.store.game, self.draft.board)
        say(f"read: {counted(len(self.draft.game.turns), 'turn')}")

    def _help(self) -> None:
        for row in _HELP.split("\n"):
            say(row)
        for word in COMMANDS:
            say(f"  {word.text:<8}{word.about}")

    # --- the end -----------------------------------------------------------------------------------------------------

    def _tell_end(self) -> None:
        """Once the game is over: say who has tickets to show, or print the result."""
        draft = self.draft
        if not draft.is_over:
            return
        hidden = self.hidden()
        if hidden:
            if not self._told_end:
                say("The game is over.")
            say(f"Tickets to show: {', '.join(hidden)}; reveal {hidden[0]} …, or score for what is known.")
        elif draft.timeline.reckoning != self._shown and (
            draft.timeline.outcome.certain or draft.timeline.final.house.partial
        ):  # the same one again says nothing new
            self._show_result()
        self._told_end = True

    def hidden(self) -> list[str]:
        """Return who has tickets that the record does not show."""
        final = self.draft.timeline.final
        if final.house.partial:
            return []
        scores = self.draft.timeline.outcome.seats
        return [final.names[score.seat] for score in scores if score.unknown_tickets or score.seat in final.uncounted]

    def _show_result(self) -> None:
        self._shown = self.draft.timeline.reckoning
        game = self.draft.game
        show_score(Replayed(str(self.store.path), self.store.number, self.draft.timeline, people(game)))

    def _score(self) -> None:
        """Print the result; at the end of a game, where it is certain, write the final scores down too."""
        timeline = self.draft.timeline
        written = bool(timeline.ending.scores)
        if self.draft.is_over and timeline.outcome.certain and not written and not timeline.final.house.partial:
            totals = " ".join([f"{self.draft.ids[score.seat]}={score.total}" for score in timeline.outcome.seats])
            self._try(lambda sure: self.draft.add(f"score {totals}", anyway=sure), anyway=False)
            return
        self._show_result()
