"""Two hundred games as texts: on all boards, played by bots and at random, kept in many ways."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

import ttrn
from tests.replays.cut_down import FINISHED, board_lines, claim_lines, rank_line, record, score_line, sheet_lines
from ttrn.boards import board, board_names
from ttrn.hidden import redact
from ttrn.notation import Claim, Entry, GameRecord, Player, Rank, Score, Tag
from ttrn.notation.records import Reveal, Turn
from ttrn.play import play_game, play_random
from ttrn.replays import Timeline

GAMES: Final = 200
PEOPLE: Final = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Annie")
WAYS: Final = (
    *("full", "own view", "full", "public", "full", "claims", "half seen", "board", "sheet", "own view, no tickets"),
    *("result", "places", "claims, no tickets", "winner", "last score", "unfinished", "own view, places"),
)
"""What is kept of the games, in turn: all cards, what somebody saw, some turns, the final board and so on."""
_WITHOUT_MAP: Final = ("full", "own view", "public", "sheet", "result", "places", "winner")


@cache
def texts() -> tuple[str, ...]:
    """Return the games as they stand in a file."""
    return tuple([ttrn.dumps(_kept(number)) for number in range(GAMES)])


def _kept(number: int) -> GameRecord:
    on = board(board_names()[number % 4])
    players = 2 + number // 4 % (on.tables.max_players - 1)
    if number % 5 == 0:
        game = play_game(on, [("planner", "greedy", "hoarder")[seat % 3] for seat in range(players)], number)
    else:
        game = play_random(on, players, number)
    ways = WAYS if on.routes else _WITHOUT_MAP
    return _headed(_cut(ttrn.replay(game), ways[number // 4 % len(ways)]), number)


def _cut(timeline: Timeline, way: str) -> GameRecord:
    """Return a game as somebody kept it."""
    game, totals, ids = timeline.game, score_line(timeline), [player.id for player in timeline.game.players]
    shown = [line for line in board_lines(timeline) if isinstance(line, Reveal)]
    best, worst = [dict(rank_line(timeline).places), dict(totals.scores)]
    match way:
        case "full":
            return game
        case "own view" | "public":
            return redact(game, ids[0] if way == "own view" else "public")
        case "own view, no tickets" | "own view, places":
            seen = redact(game, ids[0])
            end = totals if way == "own view, no tickets" else rank_line(timeline)
            return GameRecord((*[line for line in seen.entries if not isinstance(line, Reveal | Score)], end))
        case "half seen":  # one card of each payment was not seen
            return GameRecord(tuple([_half_seen(line) for line in redact(game, "public").entries]))
        case "unfinished":
            return GameRecord((*game.entries[:-30],))
    lines: dict[str, list[Entry]] = {
        "claims": [*claim_lines(timeline), *shown, FINISHED],
        "claims, no tickets": [*claim_lines(timeline, tracks=True), totals],
        "board": [*board_lines(timeline), FINISHED],
        "sheet": [*sheet_lines(timeline), totals],
        "result": [totals],
        "places": [rank_line(timeline)],
        "winner": [Rank(tuple([(name, place) for name, place in best.items() if place == 1]))],
        "last score": [
            Rank(tuple([(name, place) for name, place in best.items() if place == 1])),
            Score((min(worst.items(), key=lambda one: one[1]),)),
        ],
    }
    return record(timeline, *lines[way], level="claims" if "claims" in way else "")


def _half_seen(line: Entry) -> Entry:
    if isinstance(line, Turn) and isinstance(line.action, Claim) and len(line.action.paid) > 1:
        return replace(line, action=replace(line.action, paid=line.action.paid[:-1] + "?"))
    return line


def _headed(game: GameRecord, number: int) -> GameRecord:
    """Give players names (in some games one name has two seats), and games dates and events, not all of them."""
    entries = [entry for entry in game.entries if not (isinstance(entry, Tag) and entry.name in ("Date", "Event"))]
    if number % 2:  # a person among the bots
        entries = [
            Tag("Bots", "- " + e.value.partition(" ")[2]) if isinstance(e, Tag) and e.name == "Bots" else e
            for e in entries
        ]
    if number % 3:  # else they stay games of bots
        entries = [entry for entry in entries if not (isinstance(entry, Tag) and entry.name == "Seed")]
    seats = 0
    for place, entry in enumerate(entries):
        if isinstance(entry, Player):
            who = 0 if number % 7 == 3 and seats == 1 else seats
            entries[place] = replace(entry, name=PEOPLE[(number // 4 + who) % len(PEOPLE)])
            seats += 1
    if number % 6:
        entries.insert(1, Tag("Date", f"202{number % 3 + 4}-{1 + number % 9:02}-{1 + number % 27:02}"))
    if number % 4 != 3 or number % 8 == 3:
        entries.insert(1, Tag("Event", "League" if number % 8 < 4 else "Club evening"))
    return GameRecord(tuple(entries), game.first_turn)
