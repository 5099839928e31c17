"""A small program that plays the USA game by itself and writes its games as TTRN.

It stands for anybody's engine: it knows nothing of ttrn, only the rules of one game, and has its own deck, market and
players. Nobody plays well here. See docs/exporting.md.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

# Two cities, the length, and a colour for each track; X is gray.
ROUTES = """
ATL-CHA:2X ATL-MIA:5B ATL-NAS:1X ATL-NOL:4OY ATL-RAL:2XX BOS-MON:2XX BOS-NYC:2RY CAL-HEL:4X CAL-SEA:4X CAL-VAN:3X
CAL-WIN:6W CHA-MIA:4P CHA-RAL:2X CHI-DUL:3R CHI-OMA:4B CHI-PIT:3OK CHI-STL:2WG CHI-TOR:4W DAL-ELP:4R DAL-HOU:1XX
DAL-LIT:2X DAL-OKC:2XX DEN-HEL:4G DEN-KAN:4KO DEN-OKC:4R DEN-OMA:4P DEN-PHO:5W DEN-SLC:3YR DEN-SFE:2X DUL-HEL:6O
DUL-OMA:2XX DUL-SSM:3X DUL-TOR:6P DUL-WIN:4K ELP-HOU:6G ELP-LAX:6K ELP-OKC:5Y ELP-PHO:3X ELP-SFE:2X HEL-OMA:5R
HEL-SLC:3P HEL-SEA:6Y HEL-WIN:4B HOU-NOL:2X KAN-OKC:2XX KAN-OMA:1XX KAN-STL:2BP LAS-LAX:2X LAS-SLC:3O LIT-NAS:3W
LIT-NOL:3G LIT-OKC:2X LIT-STL:2X LAX-PHO:3X LAX-SFO:3YP MIA-NOL:6R MON-NYC:3B MON-SSM:5K MON-TOR:3X NAS-PIT:4Y
NAS-RAL:3K NAS-STL:2X NYC-PIT:2GW NYC-WAS:2KO OKC-SFE:3B PHO-SFE:3X PIT-RAL:2X PIT-STL:5G PIT-TOR:2X PIT-WAS:2X
POR-SLC:6B POR-SFO:5PG POR-SEA:1XX RAL-WAS:2XX SLC-SFO:5WO SSM-TOR:2X SSM-WIN:6X SEA-VAN:1XX
"""
TICKETS = """
BOS-MIA CAL-PHO CAL-SLC CHI-NOL CHI-SFE DAL-NYC DEN-ELP DEN-PIT DUL-ELP DUL-HOU HEL-LAX KAN-HOU LAX-CHI LAX-MIA
LAX-NYC MON-ATL MON-NOL NYC-ATL POR-NAS POR-PHO SFO-ATL SSM-NAS SSM-OKC SEA-LAX SEA-NYC TOR-MIA VAN-MON VAN-SFE
WIN-HOU WIN-LIT
"""
BOARD = [route.split(":") for route in ROUTES.split()]


class Game:
    def __init__(self, players: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.names = ["ann", "bob", "cem", "dee", "eva"][:players]
        self.deck = list("ROYGBPKW" * 12 + "L" * 14)
        self.rng.shuffle(self.deck)
        self.discards: list[str] = []
        self.tickets = TICKETS.split()
        self.rng.shuffle(self.tickets)
        self.free = {pair: [(int(about[0]), color) for color in about[1:]] for pair, about in BOARD}
        self.owners: dict[tuple[str, int], str] = {}
        self.trains = dict.fromkeys(self.names, 45)
        self.lines = ['[Game "usa"]', "", *[f"player {name}" for name in self.names], "", f"deck {''.join(self.deck)}"]
        self.hands = {name: [self.card() for _ in range(4)] for name in self.names}
        self.market: list[str] = []
        self.flushes = 0
        self.fill()
        for name in self.names:
            offered = [self.tickets.pop() for _ in range(3)]
            self.tickets[:0] = offered[2:]  # returned ones go under the deck
            self.lines.append(f"{name} keep {' '.join(offered[:2])} | {offered[2]}")

    def card(self) -> str:
        if not self.deck:
            self.deck, self.discards = self.discards, []
            self.rng.shuffle(self.deck)
            self.lines.append(f"shuffle {''.join(self.deck)}")
        return self.deck.pop(0)

    def fill(self) -> None:
        while len(self.market) < 5 and self.deck + self.discards:
            self.market.append(self.card())
            if len(self.market) == 5 and self.market.count("L") >= 3:
                self.discards += self.market
                self.market = []
                self.flushes += 1

    def play(self) -> str:
        turn, last = 0, 10_000
        while turn < last:
            name = self.names[turn % len(self.names)]
            turn += 1
            action = self.action(name)
            self.lines.append(f"{turn}. {name} {action}")
            if self.trains[name] <= 2 and last == 10_000:
                last = turn + len(self.names)
        return "\n".join(self.lines) + "\n"

    def action(self, name: str) -> str:
        claims = list(self.claims(name))
        if claims and self.rng.random() < 0.8:
            return self.claim(name, *self.rng.choice(claims))
        if len(self.tickets) >= 3 and self.rng.random() < 0.1:
            offered = [self.tickets.pop() for _ in range(3)]
            self.tickets[:0] = offered[1:]
            return f"tickets {offered[0]} | {' '.join(offered[1:])}"
        first = self.draw(name, "ROYGBPKWL")
        return f"draw {first}" if first == "L" else f"draw {first} {self.draw(name, 'ROYGBPKW')}"

    def draw(self, name: str, colors: str) -> str:
        shown = [card for card in self.market if card in colors]
        if not shown or self.rng.random() < 0.5:
            self.hands[name].append(self.card())
            return "?"
        card = self.rng.choice(shown)
        self.market.remove(card)
        self.hands[name].append(card)
        self.fill()
        return card

    def claims(self, name: str) -> Iterator[tuple[str, int, str]]:
        hand = self.hands[name]
        for pair, tracks in self.free.items():
            taken = [self.owners[pair, track] for track in range(len(tracks)) if (pair, track) in self.owners]
            if name in taken or (taken and (len(self.names) < 4 or len(taken) == len(tracks))):
                continue
            for track, (length, color) in enumerate(tracks):
                if (pair, track) in self.owners or self.trains[name] < length:
                    continue
                for paid in "ROYGBPKW" if color == "X" else color:
                    if hand.count(paid) and hand.count(paid) + hand.count("L") >= length:
                        yield pair, track, (paid * min(length, hand.count(paid))).ljust(length, "L")

    def claim(self, name: str, pair: str, track: int, paid: str) -> str:
        self.owners[pair, track] = name
        self.trains[name] -= len(paid)
        for card in paid:
            self.hands[name].remove(card)
        self.discards += paid
        return f"claim {pair}{f'#{track + 1}' if len(self.free[pair]) > 1 else ''} {paid}"
