"""A bot sees what its seat may see, and nothing else."""

from __future__ import annotations

import gc
import random
from itertools import count
from types import FunctionType, ModuleType

import pytest

from tests.play.watching import play_watched
from ttrn.boards import Board, board
from ttrn.core.actions import Action
from ttrn.core.cards import UNKNOWN
from ttrn.core.engine import legal_actions
from ttrn.core.game import Game
from ttrn.core.state import _LISTS, _SHARED, SETUP, State
from ttrn.games.europe.stations import Stations
from ttrn.play import match
from ttrn.play.bots import Entrant, GameBot
from ttrn.play.memory import Memory
from ttrn.play.simple_bots import Random
from ttrn.play.view import View, seen_by

BOARDS = ["usa", "europe", "marklin", "cardgame"]

FIELDS = (*_SHARED, *_LISTS, "hands", "names", "parts", "seats", "tickets", "unknown_tickets", "unsure_decks")
"""Everything of a state but its board and rules, and the decks of tickets, which are compared by themselves."""


CHANCE = ("cards", "flushes", "log", "next_decks", "notes", "recorded", "shuffle", "strict", "unseen")
"""All that comes to a state from outside."""


def snapshot(state: State) -> dict[str, object]:
    found: dict[str, object] = {name: repr(getattr(state, name)) for name in FIELDS}
    found["decks"] = [(sorted(d.unseen), d.fresh, d.groups, d.order, d.partial) for d in state.ticket_decks]
    found["chance"] = [repr(getattr(state.chance, name)) for name in CHANCE]
    return found


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("players", [2, 4])
def test_what_is_hidden_makes_no_difference_to_a_view(name: str, players: int) -> None:
    """Two tables that differ only in what a seat cannot see look the same to it."""
    rng = random.Random(1)
    changed = 0

    def look(state: State, seat: int, memory: Memory, seen: State) -> None:
        nonlocal changed
        other = another_world(state, seat, memory, rng)
        changed += snapshot(other) != snapshot(state)
        assert snapshot(seen_by(other, seat, memory)) == snapshot(seen)

    for seed in range(3):
        play_watched(look, name, players, str(seed))
    assert changed > 100


def another_world(state: State, seat: int, memory: Memory, rng: random.Random) -> State:
    """Return the same table with the hidden cards and tickets exchanged among themselves."""
    twin = state.copy()
    others = [other for other in range(state.seats) if other != seat]
    cards = list(twin.deck)
    sizes: list[int] = []
    for other in others:
        hand, seen = twin.hands[other], memory.seen[other]
        hidden = [kind for kind in range(UNKNOWN) for _ in range(hand[kind] - seen[kind])]
        sizes.append(len(hidden))
        cards += hidden
        hand[:] = seen
    rng.shuffle(cards)
    for other, size in zip(others, sizes, strict=True):
        for _ in range(size):
            twin.hands[other][cards.pop()] += 1
    twin.deck = cards
    twin.pool[:UNKNOWN] = [cards.count(kind) for kind in range(UNKNOWN)]
    exchange_tickets(twin, seat, memory, rng)
    return twin


def exchange_tickets(twin: State, seat: int, memory: Memory, rng: random.Random) -> None:
    hands = [twin.tickets[other] for other in range(twin.seats) if other != seat]
    own_box = memory.at_start[seat] if Stations in twin.parts else []
    boxes = [twin.aside] if Stations in twin.parts else []
    back = [twin.aside]
    # In Europe nobody sees which tickets are long ones.
    kinds = [("short", "long", "")] if boxes else [("short", ""), ("long",)]
    for kind in kinds:
        decks = [deck for deck in twin.ticket_decks if deck.name in kind]
        orders = [deck.order for deck in decks if deck.order is not None]
        groups = [
            group
            for number, deck in enumerate(twin.ticket_decks)
            for group, mine in zip(deck.groups, memory.own_groups(number, deck, seat), strict=True)
            if deck in decks and not mine
        ]
        places = [
            (pile, at)
            for pile in (*hands, *boxes, *back, *orders, *groups)
            for at, ticket in enumerate(pile)
            if twin.board.tickets[ticket].deck in kind and ticket not in own_box
        ]
        tickets = [pile[at] for pile, at in places]
        rng.shuffle(tickets)
        for (pile, at), ticket in zip(places, tickets, strict=True):
            pile[at] = ticket


@pytest.mark.parametrize("name", BOARDS)
def test_a_table_that_is_lent_looks_as_a_view_does_and_is_as_before(name: str) -> None:
    def noted(view: View) -> Action:
        views.append([*list(snapshot(view.state).items())[:-1], repr(view.legal)])
        return Random()(view)

    found: list[list[object]] = []
    games: list[object] = []
    for made in (lambda: noted, lambda: GameBot("noted", lambda: noted)):
        views: list[object] = []
        games.append(match.play_match(board(name), [Entrant("noted", made)] * 4, "1").game)
        found.append(views)
    assert games[0] == games[1]
    assert len(found[0]) > 100
    for copied, lent in zip(*found, strict=True):
        assert copied == lent


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_view_allows_just_what_the_table_allows(name: str, players: int) -> None:
    def look(state: State, seat: int, _memory: Memory, seen: State) -> None:
        assert state.seat == seat
        assert legal_actions(seen) == legal_actions(state)

    players = min(players, board(name).tables.max_players)
    for seed in range(2):
        play_watched(look, name, players, str(seed))


@pytest.mark.parametrize("name", BOARDS)
def test_a_view_knows_all_that_is_its_own_or_lies_open(name: str) -> None:
    def look(state: State, seat: int, _memory: Memory, seen: State) -> None:
        for what in ("market", "discards", "trains", "scores", "owners", "deck_size", "number", "phase", "last_turns"):
            assert getattr(seen, what) == getattr(state, what)
        assert (seen.hands[seat], seen.tickets[seat]) == (state.hands[seat], state.tickets[seat])
        assert list(map(sum, seen.hands)) == list(map(sum, state.hands))
        assert [deck.size for deck in seen.ticket_decks] == [deck.size for deck in state.ticket_decks]
        held = [len(mine) + sum(row) for mine, row in zip(seen.tickets, seen.unknown_tickets, strict=True)]
        assert held == list(map(len, state.tickets))
        known = [seen.market, seen.discards, *[pile.cards for pile in seen.rules.open_piles(seen)], *seen.hands]
        for kind, letter in enumerate("ROYGBPKWLFT"):
            total = state.board.tables.train_cards.get(letter, 0)
            assert seen.pool[kind] + sum(pile[kind] for pile in known) == total
        for deck, true in zip(seen.ticket_decks, state.ticket_decks, strict=True):
            assert deck.unseen >= set(true.order or ())
        if state.phase != SETUP:
            assert sum(seen.pool) == seen.deck_size + sum(hand[UNKNOWN] for hand in seen.hands)

    play_watched(look, name, 3, "7")


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_in_a_view_leads_back_to_the_table(name: str) -> None:
    looks = count()

    def look(state: State, seat: int, _memory: Memory, seen: State) -> None:
        if next(looks) % 5:  # to follow every reference takes longer than to play
            return
        secret = {id(state), id(state.deck), id(state.hands), id(state.tickets), id(state.chance.shuffle)}
        secret |= {id(part) for deck in state.ticket_decks for part in (deck, deck.order, deck.groups)}
        secret |= {id(part) for part in state.parts.values()}
        secret.discard(id(None))
        assert secret.isdisjoint(reached(View(seat, seen, random.Random(0))))

    play_watched(look, name, 2, "3")


def reached(start: object) -> set[int]:
    """Return the ids of all objects that can be reached from one, short of modules, classes and boards."""
    todo, found = [start], {id(start): start}
    while todo:
        things = gc.get_referents(*todo)
        todo = []
        for thing in things:
            if id(thing) not in found and not isinstance(thing, ModuleType | FunctionType | type | Board | Game):
                found[id(thing)] = thing
                if gc.is_tracked(thing):  # the others are numbers and texts, or hold nothing else
                    todo.append(thing)
    return set(found)
