"""``ttrn analyse --deep``: what each move lost beside the best one, by playouts."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ttrn.analysis import Analysis, analyse
from ttrn.analysis.annotating import WORDS, annotate, better_text, later_words, played_text
from ttrn.analysis.decisions import Decision, by_turn, decisions, lost_by, lost_together
from ttrn.analysis.gate import CONFIRMED, marks_hold
from ttrn.analysis.moments import every_moment
from ttrn.analysis.work_file import WorkFile
from ttrn.cli.output import note, say, show_json, show_table
from ttrn.cli.progress import counting
from ttrn.cli.record_files import new_file
from ttrn.cli.replayed import Replayed
from ttrn.notation.writer import format_game

NO_MARKS = (
    "no moves are marked: for this game it has not been shown yet that "
    f"{CONFIRMED:.0%} of the marks hold against ten times as many playouts"
)


ACCOUNT: Final = ("start", "luck", "rest", "result")
"""How likely a player was to win at the start, what chance brought, what else moved that, and what came of it."""


def judge_moves(
    replayed: Replayed, playouts: int, seed: int, cores: int, *, work: str = "", output: str = "", json: bool = False
) -> None:
    """Judge the moves of a game and tell what they lost; keep the work in a file, and write the marked record.

    Raises:
        OSError: a file cannot be read or written.
        ValueError: the file for the work is one of another kind.
    """
    timeline = replayed.timeline
    moments = every_moment(timeline.game, timeline.board)
    kept = WorkFile(Path(work), timeline.game, playouts, seed) if work else None
    known = kept.known(moments) if kept else {}
    found: list[Decision] = []
    for decision in counting(decisions(timeline, playouts, seed=seed, cores=cores, known=known), len(moments)):
        found.append(decision)
        if kept and decision.place not in known:
            kept.add(decision, moments[decision.place])
    if json:
        for turn in by_turn(found):
            show_json(turn_data(replayed, turn))
    else:
        show_decisions(replayed, found)
    if not marks_hold(timeline.board):
        note(f"{NO_MARKS}; {output} is not written" if output else NO_MARKS)
    elif output:
        with new_file(Path(output)) as add:
            add(format_game(annotate(timeline.game, found, timeline.board)))


def show_decisions(replayed: Replayed, found: list[Decision]) -> None:
    """Print what was lost: by each player, with how it adds up to the result, and the moves that lost most."""
    say(replayed.heading, "bold")
    whole = whole_game(replayed)
    head = ("player", "contested moves", "wins lost", *(ACCOUNT if whole else ()))
    rows: list[tuple[str, ...]] = []
    for seat, who in enumerate(replayed.people):
        lost = lost_by(seat, found)
        account = account_of(whole, seat, lost.loss) if whole else ()
        told = f"{lost.loss:.2f} ± {lost.stderr:.2f}"
        rows.append((who, str(lost.moves), told, *[f"{value:+.2f}" for value in account]))
    show_table(head, rows, right=head[1:])
    say()
    worst = sorted([one for one in found if one.loss > 2 * one.stderr > 0], key=lambda one: -one.loss)
    for decision in worst:
        say(f"  {sentence(replayed, decision)}")
    if not worst:
        say("No move lost more than chance explains.")


def whole_game(replayed: Replayed) -> Analysis | None:
    """Return the game with its luck; None where not all cards are known, or only some turns were written down."""
    try:
        whole = analyse(replayed.timeline, worlds=0)
    except ValueError:
        return None
    return whole if whole.luck else None


def account_of(whole: Analysis, seat: int, lost: float) -> tuple[float, float, float, float]:
    """Return what made a seat's result, as ``ACCOUNT`` names it: start, luck and rest, less what was lost, are it."""
    return whole.start.win[seat], whole.luck[seat].win, whole.rest(seat, lost), whole.result(seat)


def sentence(replayed: Replayed, decision: Decision) -> str:
    """Return a decision that lost something in words, with its mark where marks may be shown."""
    game, board = replayed.timeline.game, replayed.timeline.board
    words = [later_words(decision), WORDS[decision.mark] if decision.mark and marks_hold(board) else ""]
    what = ", ".join([word for word in words if word])
    lost = f"{100 * decision.loss:.0f} ± {100 * decision.stderr:.0f} of 100 wins"
    where = f"turn {decision.turn}" if decision.turn >= game.first_turn else "start"
    played = played_text(game, decision) + (f" ({what})" if what else "")
    better = better_text(game, board, decision)
    return f"{where}, {replayed.people[decision.seat]}: {played} lost {lost} to {better}"


def turn_data(replayed: Replayed, decisions_made: list[Decision]) -> dict[str, object]:
    """Return a judged turn for programs, the worst of its decisions first: what they lost adds up."""
    worst, lost = decisions_made[0], lost_together(decisions_made)
    in_order = sorted(decisions_made, key=lambda one: one.step)
    return {
        "game": replayed.number,
        "turn": worst.turn,
        "player": replayed.timeline.game.players[worst.seat].id,
        "loss": round(lost.loss, 4),
        "error": round(lost.stderr, 4),
        "win": round(in_order[0].win, 4),
        "playouts": lost.playouts,
        "better": _better(replayed, worst),
        "mark": _mark(replayed, worst),
        "decisions": [decision_data(replayed, decision) for decision in in_order],
    }


def decision_data(replayed: Replayed, decision: Decision) -> dict[str, object]:
    """Return one decision of a turn for programs."""
    return {
        "step": decision.step,
        "what": later_words(decision) or "the beginning of the turn",
        "loss": round(decision.loss, 4),
        "error": round(decision.stderr, 4),
        "win": round(decision.win, 4),
        "playouts": decision.playouts,
        "better": _better(replayed, decision),
        "mark": _mark(replayed, decision),
    }


def _better(replayed: Replayed, decision: Decision) -> str | None:
    timeline = replayed.timeline
    return better_text(timeline.game, timeline.board, decision) if decision.best != decision.played else None


def _mark(replayed: Replayed, decision: Decision) -> str:
    return decision.mark if marks_hold(replayed.timeline.board) else ""
