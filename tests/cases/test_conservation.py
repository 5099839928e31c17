"""What holds at every moment of a legal game, tried on all legal cases; and what holds for any text."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ttrn
from ttrn.core.cards import UNKNOWN
from ttrn.core.state import OVER
from ttrn.games.europe.stations import Stations
from ttrn.games.marklin.passengers import Passengers, passengers_of
from ttrn.replays.timeline import Timeline

HERE = Path(__file__).parent
CASES = sorted(HERE.glob("*/*.ttrn"))
LEGAL = [path for path in CASES if "; expect: legal" in path.read_text(encoding="utf-8")]
LETTERS = "ROYGBPKWLFT?"


def board_of(text: str) -> ttrn.Board:
    on = re.search(r"^; board: (\S+)$", text, re.MULTILINE)
    game = re.search(r'^\[Game "(\w+)"\]$', text, re.MULTILINE)
    assert game
    return ttrn.board(str(HERE / "boards" / on[1]) if on else game[1])


def timeline(path: Path) -> Timeline:
    text = path.read_text(encoding="utf-8")
    games, problems = ttrn.loads(text)
    assert not problems
    return Timeline(games[0], board_of(text))


@pytest.mark.parametrize("path", LEGAL, ids=lambda path: path.stem)
def test_nothing_is_lost(path: Path) -> None:
    """Cards, trains and tickets are all there at every moment (US-DECK-1: 110 cards)."""
    line = timeline(path)
    tables, routes = line.board.tables, line.board.routes
    for _, _, state in line.steps():
        piles = [*state.hands, state.market, state.discards, *[pile.cards for pile in state.rules.open_piles(state)]]
        if not state.market_unknown:
            assert sum(map(sum, piles)) + state.deck_size == tables.deck_size
            assert sum(state.pool) == sum(pile[UNKNOWN] for pile in piles) + state.deck_size
        assert min(state.pool) >= 0
        for seat in range(state.seats):
            assert state.trains[seat] + sum(routes[route].length for route in state.routes_of(seat)) == tables.trains
            goods = passengers_of(state).goods[seat] if Passengers in state.parts else 0
            done = sum(line.board.tickets[ticket].points for ticket in state.game.tickets.shown_before(state, seat))
            assert state.scores[seat] == sum(routes[route].points for route in state.routes_of(seat)) + goods + done
        held = sum(map(len, state.tickets)) + sum(map(sum, state.unknown_tickets))
        held += sum(len(state.game.tickets.shown_before(state, seat)) for seat in range(state.seats))
        there = held + sum(deck.size for deck in state.ticket_decks)
        if Stations in state.parts:
            # Some left the game, unseen; all others of the deck that is drawn from are there.
            assert there + line.board.tables.setup_tickets.take * state.seats >= len(line.board.ticket_deck("short"))
            assert there + len(state.aside) <= len(line.board.ticket_deck())
        else:
            assert there == len(line.board.ticket_deck())


@pytest.mark.parametrize("path", LEGAL, ids=lambda path: path.stem)
def test_the_market_is_full_while_cards_are_left(path: Path) -> None:
    """MARKET-1."""
    line = timeline(path)
    for _, _, state in line.steps():
        if not (state.market_unknown or state.phase == OVER) and sum(state.market) < line.board.tables.market:
            assert state.deck_size + (sum(state.discards) if state.rules.reshuffles else 0) == 0


def mutilated(rng: random.Random) -> Iterator[tuple[str, str]]:
    """Make wrong records of right ones: lines left out, repeated, taken from elsewhere, cards exchanged."""
    texts = [path.read_text(encoding="utf-8") for path in CASES]
    everything = [line for text in texts for line in text.splitlines() if line and line[0] not in ";["]
    for text in texts:
        lines = text.splitlines()
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(1, len(lines))
            match rng.randrange(4):
                case 0:
                    lines[at : at + 1] = []
                case 1:
                    lines.insert(rng.randrange(1, len(lines)), lines[at])
                case 2:
                    lines.insert(at, rng.choice(everything))
                case _:
                    lines[at] = re.sub(rf"[{LETTERS}]$", rng.choice(LETTERS), lines[at])
        yield text, renumbered(lines)


def renumbered(lines: list[str]) -> str:
    """Number the turns anew, so that the reader has nothing to say about it."""
    number = 0
    rows: list[str] = []
    for line in lines:
        turn = re.match(r"\d+\. ", line)
        number += bool(turn)
        rows.append(f"{number}. {line[turn.end() :]}" if turn else line)
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize("seed", range(5))
def test_wrong_records_are_told_and_never_trip_the_checker(seed: int) -> None:
    for text, wrong in mutilated(random.Random(seed)):
        for game in ttrn.loads(wrong).games:
            found = Timeline(game, board_of(text))
            assert all(problem.message and problem.rule for problem in found.problems), wrong


def test_the_room_and_its_function_share_a_name() -> None:
    (game,), _ = ttrn.loads('[Game "usa"]\nplayer ann\nplayer bob\n\n1. ann draw ? ?\n')
    assert not ttrn.check(game)
    assert ttrn.replay(game).last == 1
