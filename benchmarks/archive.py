"""Archives for the benchmarks: texts that look like real records, from a seed. They need not be legal games."""

from __future__ import annotations

import random
from collections.abc import Iterator

CARDS = "RRROOOYYYGGGBBBPPPKKKWWWLLLL"


def usa_like_routes() -> list[tuple[str, str, int]]:
    """Return a hundred routes between made-up cities, with lengths as on the USA board."""
    rng = random.Random(1)
    codes = ["".join(rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(3)) for _ in range(36)]
    lengths = [1] * 9 + [2] * 36 + [3] * 20 + [4] * 16 + [5] * 10 + [6] * 9
    return [(*rng.sample(codes, 2), length) for length in lengths]  # type: ignore[misc]


def games(count: int, seed: int, turns: int = 150) -> Iterator[str]:
    """Yield records of four players in which every card is written out, refills and blind cards included."""
    rng = random.Random(seed)
    routes = usa_like_routes()
    tickets = [f"{a}-{b}" for a, b, _ in rng.sample(routes, 30)]
    for number in range(count):
        yield _game(rng, number, routes, tickets, turns)


def _game(rng: random.Random, number: int, routes: list[tuple[str, str, int]], tickets: list[str], turns: int) -> str:
    players = ["ann", "bob", "cat", "dan"]
    lines = [
        '[Game "usa"]',
        f'[Event "Evening {number // 8}"]',
        f'[Date "2026-{number % 12 + 1:02}-{number % 28 + 1:02}"]',
    ]
    lines += [f'[Round "{number % 8 + 1}"]', ""]
    lines += [f'player {p} "{p.title()}" {c}' for p, c in zip(players, ("blue", "red", "green", "black"), strict=True)]
    lines.append("")
    for player in players:
        dealt = rng.sample(tickets, 3)
        lines.append(f"{player} deal {_cards(rng, 4)}")
        lines.append(f"{player} keep {dealt[0]} {dealt[1]} | {dealt[2]}")
    lines += [f"market {_cards(rng, 5)}", ""]
    lines += [f"{i + 1}. {players[i % 4]} {_action(rng, routes, tickets)}" for i in range(turns)]
    lines += ["", "score ann=101 bob=98 cat=77 dan=120", ""]
    return "\n".join(lines)


def _cards(rng: random.Random, count: int) -> str:
    return "".join(sorted(rng.choice(CARDS) for _ in range(count)))


def _action(rng: random.Random, routes: list[tuple[str, str, int]], tickets: list[str]) -> str:
    kind = rng.random()
    if kind < 0.70:
        return f"draw {_take(rng)} {_take(rng)}"
    if kind < 0.97:
        a, b, length = rng.choice(routes)
        locomotives = min(length, rng.choice((0, 0, 0, 1, 1, 2)))
        return f"claim {a}-{b} {rng.choice('ROYGBPKW') * (length - locomotives)}{'L' * locomotives}"
    drawn = rng.sample(tickets, 3)
    return f"tickets {drawn[0]} | {drawn[1]} {drawn[2]}"


def _take(rng: random.Random) -> str:
    return f"?{rng.choice(CARDS)}" if rng.random() < 0.5 else f"{rng.choice(CARDS)}>{rng.choice(CARDS)}"
