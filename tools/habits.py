"""What the habits of players tell of hidden tickets, learnt from games between planners: ``make habits``.

For every set of rules it plays games, looks at each after some turns, and fits how much each sign (see
:mod:`ttrn.core.ticket_signs`) tells of the tickets that a player holds. It writes ``ttrn/hidden/ticket_habits.json``,
with how good the guesses are on games that were not learnt from. The same program writes the same bytes.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Sequence
from math import log
from typing import Any, Final, NamedTuple

from ttrn.boards import Board, board, board_names
from ttrn.core.state import State
from ttrn.hidden.possible_tickets import Pool
from ttrn.hidden.ticket_habits import FILE
from ttrn.hidden.ticket_odds import share_out
from ttrn.play import play_game
from ttrn.registry import find_game
from ttrn.replays import replay

GAMES: Final = 320
HELD_OUT: Final = 4
"""One game in so many is not learnt from, but used to see how good the guesses are."""
MOMENTS: Final = 3
"""How often each game is looked at."""
ROUNDS: Final = 20
LONGEST_STEP: Final = 0.5
"""No weight is changed by more in one round: far from the end the direction is right, not the distance."""
DAMPING: Final = 2.0
"""How strongly weights are drawn to nothing: signs that hardly occur must not get large ones."""


class Moment(NamedTuple):
    """A game after some turn: hidden tickets, the signs of each ticket that somebody may hold, and who holds which."""

    pools: list[Pool]
    signs: list[list[tuple[float, ...]]]
    held: list[list[bool]]


def moments(on: Board, first: int, last: int) -> Iterator[list[Moment]]:
    """Yield for each game what it looked like after some turns, to somebody who knows nobody's tickets."""
    for number in range(first, last):
        rng = random.Random(f"{on.name} {number}")  # noqa: S311  games, not secrets
        seats = rng.randint(on.tables.min_players, on.tables.max_players)
        timeline = replay(play_game(on, ["planner"] * seats, seed=f"habits {number}"), on)
        turns = sorted(rng.sample(range(1, len(timeline.game.turns)), MOMENTS))
        yield [_moment(timeline.state(turn)) for turn in turns]


def _moment(state: State) -> Moment:
    signs = state.game.unseen.ticket_signs
    by_backs = bool(state.board.tickets[0].deck) and not state.board.tables.play_tickets.decks
    decks = sorted({ticket.deck for ticket in state.board.tickets}) if by_backs else [""]
    pools: list[Pool] = []
    held: list[list[bool]] = []
    for seat in range(state.seats):
        for deck in decks:
            possible = [t.index for t in state.board.tickets if t.deck == deck or not by_backs]
            own = [ticket in state.tickets[seat] for ticket in possible]
            if any(own):
                pools.append(Pool(seat, sum(own), possible))
                held.append(own)
    return Moment(pools, [[signs.of(state, pool.seat, t) for t in pool.possible] for pool in pools], held)


# --- fitting ---------------------------------------------------------------------------------------------------------


def _chances(moment: Moment, weights: Sequence[float]) -> list[list[float]]:
    scores = [[sum([w * x for w, x in zip(weights, row, strict=True)]) for row in rows] for rows in moment.signs]
    return share_out(moment.pools, scores)


def fit(found: list[Moment], signs: int) -> list[float]:
    """Return the weights that make what was held likeliest, by Newton's method on each chance for itself."""
    weights = [0.0] * signs
    for _ in range(ROUNDS):
        slope = [-DAMPING * weight for weight in weights]
        bend = [[DAMPING * (i == j) for j in range(signs)] for i in range(signs)]
        for moment in found:
            for rows, chances, held in zip(moment.signs, _chances(moment, weights), moment.held, strict=True):
                _add(rows, chances, held, slope, bend)
        steps = [max(-LONGEST_STEP, min(LONGEST_STEP, step)) for step in _solve(bend, slope)]
        weights = [weight + step for weight, step in zip(weights, steps, strict=True)]
    return weights


def _add(
    rows: list[tuple[float, ...]], chances: list[float], held: list[bool], slope: list[float], bend: list[list[float]]
) -> None:
    """Add what one player's tickets say. What all tickets have in common tells nothing: their number is known."""
    spread = [chance * (1 - chance) for chance in chances]
    total = sum(spread) or 1.0
    size = len(slope)
    mean = [sum([s * row[i] for s, row in zip(spread, rows, strict=True)]) / total for i in range(size)]
    for row, chance, own, weight in zip(rows, chances, held, spread, strict=True):
        centred = [x - m for x, m in zip(row, mean, strict=True)]
        off = own - chance
        for i, x in enumerate(centred):
            if x:
                slope[i] += off * x
                line = bend[i]
                for j in range(size):
                    line[j] += weight * x * centred[j]


def _solve(matrix: list[list[float]], values: list[float]) -> list[float]:
    """Solve linear equations by elimination."""
    size = len(values)
    rows = [[*line, value] for line, value in zip(matrix, values, strict=True)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for j in range(i + 1, size):
            factor = rows[j][i] / rows[i][i]
            rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = sum([rows[i][j] * found[j] for j in range(i + 1, size)])
        found[i] = (rows[i][size] - rest) / rows[i][i]
    return found


# --- how good it is --------------------------------------------------------------------------------------------------


def quality(found: list[Moment], weights: Sequence[float]) -> dict[str, float]:
    """Return how good guesses are: log loss per ticket that may be held, and how often the first guesses are right."""
    loss = tickets = first = five = pools = 0.0
    for moment in found:
        for chances, held in zip(_chances(moment, weights), moment.held, strict=True):
            for chance, own in zip(chances, held, strict=True):
                loss -= log(max(1e-12, chance if own else 1 - chance))
                tickets += 1
            best = sorted(range(len(held)), key=lambda i: -chances[i])
            pools += 1
            first += held[best[0]]
            five += sum([held[i] for i in best[:5]]) / min(5, sum(held))
    return {"log loss": loss / tickets, "first guess held": first / pools, "held among first five": five / pools}


def learn(name: str) -> dict[str, Any]:
    """Return what was learnt of one board's games, and how good it is."""
    on = board(name)
    seen = list(moments(on, 0, GAMES))
    fitted = [moment for number, game in enumerate(seen) if number % HELD_OUT for moment in game]
    kept = [moment for number, game in enumerate(seen) if not number % HELD_OUT for moment in game]
    names = play_signs(on)
    weights = [round(weight, 3) for weight in fit(fitted, len(names))]
    return {
        "weights": dict(zip(names, weights, strict=True)),
        "games": len(seen),
        "held out": {
            "games": len(seen) // HELD_OUT,
            "habits": _rounded(quality(kept, weights)),
            "all alike": _rounded(quality(kept, [0.0] * len(weights))),
        },
    }


def play_signs(on: Board) -> tuple[str, ...]:
    """Return the names of the signs of a board's game."""
    return find_game(on.rules).unseen.ticket_signs.names


def _rounded(numbers: dict[str, float]) -> dict[str, float]:
    return {name: round(number, 3) for name, number in numbers.items()}


def main() -> None:
    """Learn from the games of every set of rules, on the first board that has it."""
    learnt: dict[str, Any] = {}
    for name in board_names():
        rules = board(name).rules
        if rules not in learnt:
            learnt[rules] = learn(name)
            sys.stderr.write(f"{rules}: {learnt[rules]['held out']}\n")
    FILE.write_text(json.dumps(learnt, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
