"""A line that somebody typed: a turn as they say it happened, even if no rule allows it, or a statement."""

from __future__ import annotations

from ttrn.boards import named_board
from ttrn.notation.game import Entry, GameRecord
from ttrn.notation.reader import loads
from ttrn.notation.records import Deal, Deck, Keep, Market, Statement, Tag
from ttrn.notation.writer import format_game
from ttrn.recording.editing import ANYWAY, How, with_statement, with_turn_line
from ttrn.replays.run import Run


def typed_line(
    text: str, game: GameRecord, line: str, number: int, *, how: How, player: str, dealt_after: int = 0
) -> str:
    """Return a text with a typed line in it: ``claim SEA-POR R`` as the turn of a player, ``score ann=12`` as it is.

    A turn against the rules is written too, and its comment says so. What is dealt stands after so many turns.

    Raises:
        ValueError: the line cannot be read; the words say why.
    """
    turn = with_turn_line(text, game, f"{number}. {player} {line}", number, how)
    found = loads(turn)
    if not found.problems:
        if _breaks_a_rule(found.games[0], number) and ";" not in line:
            turn = with_turn_line(text, game, f"{number}. {player} {line} ; {ANYWAY}", number, how)
        return turn
    known: tuple[Entry, ...] = (Tag("Game", game.board), *game.players)
    alone = loads(f"{format_game(GameRecord(known))}{line}\n")
    if not alone.problems:
        statement = alone.games[0].entries[-1]
        if isinstance(statement, Statement) and len(alone.games[0].entries) > len(known):
            dealt = isinstance(statement, Deal | Keep | Market) or (
                isinstance(statement, Deck) and not statement.reshuffled
            )
            return with_statement(text, game, statement, dealt_after if dealt else None)
    problem = found.problems[0]
    raise ValueError(f"{problem.message}{f' ({problem.hint})' if problem.hint else ''}")


def _breaks_a_rule(game: GameRecord, number: int) -> bool:
    on = named_board(game.board)
    if on is None:
        return False
    run = Run(game, on)
    for _ in run.steps():
        pass
    return any(problem.turn == number for problem in run.problems)
