"""Archives for the benchmarks: texts that look like real records, from a seed. They need not be legal games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Literal, NamedTuple

Style = Literal["view", "full", "deck"]
"""Who wrote the record: one player at the table, an all-seeing observer, or a simulator that gives the deck."""

PLAYERS = ("ann", "bob", "cat", "dan")
PACK = "ROYGBPKW" * 12 + "L" * 14


class Route(NamedTuple):
    a: str
    b: str
    length: int


def usa_like_routes() -> list[Route]:
    """Return a hundred routes between made-up cities, with lengths as on the USA board."""
    rng = random.Random(1)
    codes = ["".join(rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(3)) for _ in range(36)]
    lengths = [1] * 9 + [2] * 36 + [3] * 20 + [4] * 16 + [5] * 10 + [6] * 9
    return [Route(a, b, length) for length in lengths for a, b in [rng.sample(codes, 2)]]


def games(count: int, seed: int, style: Style = "view", turns: int = 150) -> Iterator[str]:
    """Yield records of four players, about 3.5 KB each."""
    rng = random.Random(seed)
    routes = usa_like_routes()
    tickets = [f"{route.a}-{route.b}" for route in rng.sample(routes, 30)]
    writer = _Writer(rng, style, routes, tickets)
    for number in range(count):
        yield writer.game(number, turns)


class _Writer:
    def __init__(self, rng: random.Random, style: Style, routes: list[Route], tickets: list[str]) -> None:
        self._rng = rng
        self._style = style
        self._routes = routes
        self._tickets = tickets

    def game(self, number: int, turns: int) -> str:
        date = f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}"
        lines = ['[Game "usa"]', f'[Event "Evening {number // 8}"]', f'[Date "{date}"]', f'[Round "{number % 8 + 1}"]']
        colors = ("blue", "red", "green", "black")
        lines += ["", *(f'player {p} "{p.title()}" {c}' for p, c in zip(PLAYERS, colors, strict=True))]
        lines += ["", *(f"{p} deal {self._cards(4) if self._sees(p) else '????'}" for p in PLAYERS)]
        if self._style == "deck":
            lines.append(f"deck {self._cards(110)}")
        lines += [f"market {self._cards(5)}", *(f"{p} keep {self._choice(p, 2)}" for p in PLAYERS), ""]
        lines += [f"{i + 1}. {PLAYERS[i % 4]} {self._action(PLAYERS[i % 4])}" for i in range(turns)]
        lines += ["", "score ann=101 bob=98 cat=77 dan=120", ""]
        return "\n".join(lines)

    def _sees(self, player: str) -> bool:
        return self._style != "view" or player == "ann"

    def _cards(self, count: int) -> str:
        return "".join(sorted(self._rng.sample(PACK, count)))

    def _choice(self, player: str, keep: int) -> str:
        drawn = self._rng.sample(self._tickets, 3) if self._sees(player) else ["?"] * 3
        return f"{' '.join(drawn[:keep])} | {' '.join(drawn[keep:])}"

    def _action(self, player: str) -> str:
        kind = self._rng.random()
        if kind < 0.70:
            return f"draw {self._take(player)} {self._take(player)}"
        if kind < 0.97:
            route = self._rng.choice(self._routes)
            locomotives = min(route.length, self._rng.choice((0, 0, 0, 1, 1, 2)))
            color = self._rng.choice("ROYGBPKW")
            return f"claim {route.a}-{route.b} {color * (route.length - locomotives)}{'L' * locomotives}"
        return f"tickets {self._choice(player, 1)}"

    def _take(self, player: str) -> str:
        card, replacement = self._rng.choice(PACK), self._rng.choice(PACK)
        if self._rng.random() < 0.5:
            return "?" if self._style == "deck" or not self._sees(player) else f"?{card}"
        return card if self._style == "deck" else f"{card}>{replacement}"
