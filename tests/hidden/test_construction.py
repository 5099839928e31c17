"""Deals by construction: almost always enough for what players and spectators saw, and never wrong."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest

from tests.hidden.games import BOARDS, simulated
from ttrn.boards import board
from ttrn.core.cards import UNKNOWN
from ttrn.core.unseen_log import ELSEWHERE, NEW_DECK, UnseenLog, seat_and_kind
from ttrn.hidden import PUBLIC, redact
from ttrn.hidden.constructed_deal import construct
from ttrn.hidden.constructed_witness import constructed_witness
from ttrn.notation import dumps, loads
from ttrn.play import play_game
from ttrn.replays import replay


@pytest.mark.parametrize("name", BOARDS)
def test_almost_no_view_needs_the_solver(name: str) -> None:
    """Of planners, who play until the decks are used up several times: the hardest games."""
    found: list[bool] = []
    for players in range(2, board(name).tables.max_players + 1):
        for seed in range(3):
            game = play_game(name, ["planner"] * players, seed=seed)
            rng = random.Random(seed)
            for observer in (PUBLIC, game.players[0].id):
                for until in (None, rng.randrange(len(game.turns))):
                    view = redact(game, observer, until=until)
                    timeline = replay(view)
                    witness = constructed_witness(timeline) if timeline.final.unseen else None
                    found.append(witness is not None or not timeline.final.unseen)
                    if witness is not None:
                        # It differs from the truth only in what the observer cannot see.
                        assert dumps(redact(witness.game, observer, until=until)) == dumps(view)
    assert sum(found) >= 0.97 * len(found), sum(found) / len(found)


@pytest.mark.parametrize("seed", range(150))
def test_a_deal_is_found_only_if_there_is_one_and_mostly_then(seed: int) -> None:
    log, pool = small_log(random.Random(seed))
    found = (construct(log, pool, 2) or [])[:2] or None
    deals = all_deals(log, pool)
    if found is not None:
        assert tuple(map(tuple, found)) in deals
    assert (found is not None) == bool(deals)


def small_log(rng: random.Random) -> tuple[UnseenLog, list[int]]:
    """Return what a run may have noted of two hands, two kinds of cards and two decks, and what was left."""
    log = UnseenLog()
    held: list[list[int]] = [[], []]
    kinds = [0, 1, 2]
    pool = [0] * UNKNOWN
    for deck in range(2):
        cards = [rng.choice(kinds) for _ in range(rng.randint(1, 4))]
        for card in cards:
            pool[card] += 1
        while cards:
            seat = rng.randrange(2)
            log.events.append(seat)
            held[seat].append(cards.pop())
            if rng.random() < 0.5 and held[seat]:
                kind = held[seat].pop(rng.randrange(len(held[seat])))
                pool[kind] -= 1
                # Now and then somebody pays what nobody had.
                log.turned_out(seat, rng.choice(kinds) if rng.random() < 0.1 else kind)
        if deck == 0:
            log.events.append(NEW_DECK)
            log.pools.append(list(pool))
    return log, pool


def all_deals(log: UnseenLog, pool: list[int]) -> set[tuple[tuple[int, ...], ...]]:
    """Return all deals, by trying every order of the cards of both decks."""
    at = log.events.index(NEW_DECK)
    known = [seat_and_kind(event)[1] for event in log.events[:at] if event < 0]
    all_known = [seat_and_kind(event)[1] for event in log.events if event < 0]
    first = Counter({kind: number for kind, number in enumerate(log.pools[0]) if number}) + Counter(known)
    both = Counter({kind: number for kind, number in enumerate(pool) if number}) + Counter(all_known)
    second = both - first
    if first - both:
        return set()
    found: set[tuple[tuple[int, ...], ...]] = set()
    for one in set(permutations(first.elements())):
        for other in set(permutations(second.elements())):
            deal = _follow(log, [*one], [*other])
            if deal is not None:
                found.add(deal)
    return found


def _follow(log: UnseenLog, first: list[int], second: list[int]) -> tuple[tuple[int, ...], ...] | None:
    hands: list[list[int]] = [[], []]
    held: list[Counter[int]] = [Counter(), Counter()]
    deck = iter(first)
    for event in log.events:
        if event == NEW_DECK:
            deck = iter(second)
        elif event >= 0:
            card = next(deck, None)
            if card is None:
                return None
            hands[event].append(card)
            held[event][card] += 1
        else:
            seat, kind = seat_and_kind(event)
            held[seat][kind] -= 1
            if held[seat][kind] < 0:
                return None
    return tuple(map(tuple, hands))


def test_cards_that_are_unknown_elsewhere_are_left_to_the_solver() -> None:
    log = UnseenLog()
    log.events += [0, ELSEWHERE]
    assert construct(log, [5] * UNKNOWN, 2) is None
    text = '[Game "usa"]\nplayer ann\nplayer bob\nann deal ????\nbob deal ????\nmarket RGB?W\n1. ann draw ? ?\n'
    assert constructed_witness(replay(loads(text).games[0])) is None


def test_the_same_record_gives_the_same_witness() -> None:
    view = redact(simulated("usa", 3), PUBLIC)
    texts = {dumps(witness.game) for _ in range(3) if (witness := constructed_witness(replay(view)))}
    assert len(texts) == 1
