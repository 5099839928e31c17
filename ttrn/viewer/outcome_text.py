"""How a game ended, in sentences: how far it came, who won, what decided, and what nobody knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ttrn.core.cards import number_of
from ttrn.core.state import OVER
from ttrn.notation import level
from ttrn.replays.reckoning import marks_told
from ttrn.replays.timeline import Timeline
from ttrn.viewer.turn_text import listed


def is_over(timeline: Timeline) -> bool:
    """Return whether the game was played to its end."""
    return timeline.final.phase == OVER


def standing(timeline: Timeline) -> str:
    """Say how far the game has come."""
    turns = number_of(len(timeline.game.turns), "turn")
    if timeline.final.house.partial:
        return _kept(timeline, turns)
    if is_over(timeline):
        return f"The game is over after {turns}."
    if not timeline.game.turns:
        return "As it stands after the setup: nothing has been played."
    return f"As it stands after turn {timeline.last}: the game is not over."


_KEPT: Final = {
    "result": "its result was kept, and no turn",
    "sheet": "its score sheets were kept, and no turn",
    "board": "its final board was kept, and no turn",
}


def _kept(timeline: Timeline, turns: str) -> str:
    """Say what was kept of a game of which turns are missing: there is no turn after which it stands so."""
    over = is_over(timeline)
    kept = _KEPT.get(level(timeline.game), f"{turns} {'was' if turns == '1 turn' else 'were'} noted, and not all")
    return f"The game is over; {kept}." if over else f"Nothing says that the game was over; {kept}."


def verdict(timeline: Timeline, people: Sequence[str]) -> str:
    """Say who has won, or who leads, and what decided it."""
    if timeline.final.house.partial and not (is_over(timeline) and _reckoned(timeline)):
        return _stated_verdict(timeline, people)
    outcome = timeline.outcome
    names = [people[seat] for seat in outcome.winners]
    points = _points(outcome.seats[outcome.winners[0]].total)
    several = len(names) > 1
    sure = is_over(timeline) and outcome.certain
    if several:
        verb = "share the win" if sure else "are level"
        return f"{listed(names)} {verb} with {points}: the tie-breaks are equal too."
    verb = "wins" if sure else "leads"
    decided = f", level with {tie_break(timeline, people)}" if outcome.tie_broken else ""
    return f"{names[0]} {verb} with {points}{decided}."


def _reckoned(timeline: Timeline) -> bool:
    """Return whether the places follow from the record, with all that decides between equal totals."""
    return all(seat.rank.source == "computed" for seat in timeline.reckoning.seats)


def _stated_verdict(timeline: Timeline, people: Sequence[str]) -> str:
    """Say who has won as far as a record without all turns tells."""
    reckoned = timeline.reckoning
    if not reckoned.winners:
        return "Nobody knows who won." if is_over(timeline) else "Nobody knows who leads."
    first = reckoned.seats[reckoned.winners[0]]
    names = listed([people[seat] for seat in reckoned.winners])
    points = "" if first.total.value is None else f" with {_points(first.total.value)}"
    if len(reckoned.winners) > 1:
        if reckoned.tie_open or not is_over(timeline):
            return f"{names} are level{points}; what decides between them is not known."
        return f"{names} share the win{points}."
    return f"{names} {'wins' if is_over(timeline) else 'leads'}{points}."


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def tie_break(timeline: Timeline, people: Sequence[str]) -> str:
    """Say with whom the winner was level on points, and what decided.

    The winner was ahead of the others by the first tie-break that tells them apart.
    """
    outcome = timeline.outcome
    winner = outcome.seats[outcome.winners[0]]
    level = [score for score in outcome.seats if score.total == winner.total and score.seat != winner.seat]
    names = listed([people[score.seat] for score in level])
    state = timeline.final
    for words, key, counts in state.game.scoring.tie_breaks(state.house):
        own, best = key(state, winner), max([key(state, score) for score in level])
        if own > best:
            numbers = f" ({abs(own)} to {abs(best)})" if counts else ""
            return f"{names} on points, by {words}{numbers}"
        level = [score for score in level if key(state, score) == best]
    return f"{names} on points"  # pragma: no cover  the outcome said that a tie-break decided


def doubts(timeline: Timeline, people: Sequence[str]) -> list[str]:
    """Say what is not known: tickets that nobody revealed may add or cost points."""
    if timeline.final.house.partial:
        return marks_told(timeline.reckoning)
    scores = timeline.outcome.seats
    lines = [
        f"{people[score.seat]} has {number_of(score.unknown_tickets, 'ticket')} that the record does not show: "
        f"the total of {score.total} counts none of them."
        for score in scores
        if score.unknown_tickets
    ]
    lines += [
        f"What {people[score.seat]} completed is not certain: the record does not tell which cards were spent "
        "on which tickets, nor all that it takes to find out."
        for score in scores
        if score.unsure and not timeline.final.game.facts.on_map
    ]
    lines += [
        f"How many tickets {people[score.seat]} kept at the start is not told: there may be more."
        for score in scores
        if score.seat in timeline.final.uncounted
    ]
    lines += [
        f"Whether {people[score.seat]} gets what there is for {timeline.final.game.scoring.bonus_name} depends on "
        "tickets that the record does not show."
        for score in scores
        if score.bonus_unsure
    ]
    return [*lines, "So neither the totals marked ? nor the ranks are certain."] if lines else []
