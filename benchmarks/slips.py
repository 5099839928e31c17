"""Slips of the pen: records with one line spoiled, as people spoil them when they write a game down."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from ttrn.boards import Board
from ttrn.notation.game import Entry, GameRecord, trusted_game
from ttrn.notation.lexicon import sort_cards
from ttrn.notation.records import (
    Claim,
    Deal,
    Deck,
    Draw,
    Keep,
    Market,
    Pair,
    Play,
    Ride,
    Score,
    Station,
    Take,
    TakeTickets,
    Turn,
    WrittenAction,
)
from ttrn.replays import rule_problems

COLORS = "ROYGBPKW"


class Slip(NamedTuple):
    """A record with a slip in it."""

    game: GameRecord
    at: int
    """Which entry was spoiled."""


Lines = list[Entry]
Spoil = Callable[[Lines, Board, random.Random], int | None]
"""Spoils lines in place and returns which one, or nothing where there is no such line."""


def spoiled(game: GameRecord, board: Board, how: str, rng: random.Random, *, tries: int = 30) -> Slip | None:
    """Return a record with one slip that breaks a rule, or nothing where no such slip was found.

    A quiet one is legal where it stands: the rule breaks later.
    """
    for _ in range(tries):
        lines = list(game.entries)
        at = (WAYS | QUIET | OTHERS)[how](lines, board, rng)
        if at is None or tuple(lines) == game.entries:
            continue
        found = trusted_game(tuple(lines), game.first_turn, tuple(range(1, len(lines) + 1)), "")
        problems = rule_problems(found, board)
        if problems and not (how in QUIET and problems[0].line <= at + 1):
            return Slip(found, at)
    return None


# --- ten ways to spoil a line ----------------------------------------------------------------------------------------


def _turns(lines: Lines, *kinds: type) -> list[int]:
    found = [i for i, line in enumerate(lines) if isinstance(line, Turn)]
    return [i for i in found if isinstance(getattr(lines[i], "action", None), kinds)] if kinds else found


def _turn(lines: Lines, at: int) -> Turn:
    turn = lines[at]
    assert isinstance(turn, Turn)
    return turn


def _names(lines: Lines) -> list[str]:
    return sorted({line.player for line in lines if isinstance(line, Turn)})


def _other(letter: str, letters: str, rng: random.Random) -> str:
    return rng.choice([other for other in letters if other != letter])


def player(lines: Lines, _board: Board, rng: random.Random) -> int | None:
    at = rng.choice(_turns(lines))
    turn = _turn(lines, at)
    lines[at] = replace(turn, player=rng.choice([name for name in _names(lines) if name != turn.player]))
    return at


def swapped(lines: Lines, _board: Board, rng: random.Random) -> int | None:
    at = rng.choice(_turns(lines)[:-1])
    if not isinstance(lines[at + 1], Turn):
        return None
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return at


def doubled(lines: Lines, _board: Board, rng: random.Random) -> int | None:
    at = rng.choice(_turns(lines))
    lines.insert(at + 1, lines[at])
    return at + 1


def missing(lines: Lines, _board: Board, rng: random.Random) -> int | None:
    at = rng.choice(_turns(lines))
    del lines[at]
    return at


def _take(
    lines: Lines, rng: random.Random, change: Callable[[Take], Take | None], *, blind: bool = False
) -> int | None:
    """Change one of the cards taken in some draw."""
    draws = [i for i in _turns(lines, Draw) if any(take.blind == blind for take in _takes(lines, i))]
    if not draws:
        return None
    at = rng.choice(draws)
    takes = list(_takes(lines, at))
    place = rng.choice([i for i, take in enumerate(takes) if take.blind == blind])
    other = change(takes[place])
    if other is None:
        return None
    takes[place] = other
    lines[at] = replace(_turn(lines, at), action=Draw(tuple(takes)))
    return at


def _takes(lines: Lines, at: int) -> tuple[Take, ...]:
    action = _turn(lines, at).action
    assert isinstance(action, Draw)
    return action.takes


def card(lines: Lines, _board: Board, rng: random.Random) -> int | None:
    return _take(lines, rng, lambda take: replace(take, card=_other(take.card, COLORS, rng)))


def replacement(lines: Lines, _board: Board, rng: random.Random) -> int | None:
    def change(take: Take) -> Take | None:
        if take.replacement is None or take.replacement in "-?":
            return None
        return replace(take, replacement=_other(take.replacement, COLORS + "L", rng))

    return _take(lines, rng, change)


def route(lines: Lines, board: Board, rng: random.Random) -> int | None:
    claims = _turns(lines, Claim)
    if not claims:
        return None
    at = rng.choice(claims)
    claim = _turn(lines, at).action
    assert isinstance(claim, Claim)
    chosen = rng.choice(board.routes)
    pair = Pair(board.cities[chosen.a].code, board.cities[chosen.b].code)
    if {pair.a, pair.b} == {claim.route.a, claim.route.b}:
        return None
    place = "" if not claim.passenger else pair.a if claim.passenger == claim.route.a else pair.b
    lines[at] = replace(_turn(lines, at), action=replace(claim, route=pair, passenger=place))
    return at


def _payment(lines: Lines, rng: random.Random, change: Callable[[str], str | None]) -> int | None:
    paying = [i for i in _turns(lines, Claim, Play, Station) if "?" not in _paid(lines, i)]
    if not paying:
        return None
    at = rng.choice(paying)
    cards = change(_paid(lines, at))
    if not cards:
        return None
    action = _turn(lines, at).action
    assert isinstance(action, Claim | Play | Station)
    cards = sort_cards(cards)
    other: WrittenAction = Play(cards) if isinstance(action, Play) else replace(action, paid=cards)
    lines[at] = replace(_turn(lines, at), action=other)
    return at


def _paid(lines: Lines, at: int) -> str:
    action = _turn(lines, at).action
    assert isinstance(action, Claim | Play | Station)
    return action.cards if isinstance(action, Play) else action.paid


def more(lines: Lines, _board: Board, rng: random.Random) -> int | None:
    return _payment(lines, rng, lambda cards: cards + rng.choice(cards))


def fewer(lines: Lines, _board: Board, rng: random.Random) -> int | None:
    return _payment(lines, rng, lambda cards: cards.replace(rng.choice(cards), "", 1))


def color(lines: Lines, _board: Board, rng: random.Random) -> int | None:
    def change(cards: str) -> str | None:
        colored = [letter for letter in cards if letter in COLORS]
        if not colored:
            return None
        old = rng.choice(colored)
        return cards.replace(old, _other(old, COLORS, rng))

    return _payment(lines, rng, change)


WAYS: dict[str, Spoil] = {
    "wrong player": player,
    "lines swapped": swapped,
    "line doubled": doubled,
    "line missing": missing,
    "card taken": card,
    "replacement": replacement,
    "route": route,
    "one card more": more,
    "one card fewer": fewer,
    "colour paid": color,
}
"""The ten ways, by what the tables call them."""


# --- slips that are legal where they stand ---------------------------------------------------------------------------


def quiet_ticket(lines: Lines, board: Board, rng: random.Random) -> int | None:
    places = _turns(lines, TakeTickets) + [i for i, line in enumerate(lines) if isinstance(line, Keep)]
    if not places:
        return None
    at = rng.choice(places)
    line = lines[at]
    choice = line.action if isinstance(line, Turn) else line
    assert isinstance(choice, TakeTickets | Keep)
    kept, returned = list(choice.kept), list(choice.returned)
    if returned and rng.random() < 0.5:
        i, j = rng.randrange(len(kept)), rng.randrange(len(returned))
        kept[i], returned[j] = returned[j], kept[i]
    else:
        ticket = rng.choice(board.tickets)
        kept[rng.randrange(len(kept))] = Pair(board.cities[ticket.a].code, board.cities[ticket.b].code)
    other = replace(choice, kept=tuple(kept), returned=tuple(returned))
    lines[at] = replace(line, action=other) if isinstance(line, Turn) else other  # type: ignore[arg-type,assignment]
    return at


def quiet_passenger(lines: Lines, _board: Board, rng: random.Random) -> int | None:
    claims = [i for i in _turns(lines, Claim) if getattr(_turn(lines, i).action, "passenger", "")]
    if not claims:
        return None
    at = rng.choice(claims)
    claim = _turn(lines, at).action
    assert isinstance(claim, Claim)
    other = claim.route.b if claim.passenger == claim.route.a else claim.route.a
    lines[at] = replace(_turn(lines, at), action=replace(claim, passenger=other))
    return at


QUIET: dict[str, Spoil] = {
    "quiet card": card,
    "quiet payment": color,
    "quiet route": route,
    "quiet ticket": quiet_ticket,
    "quiet passenger": quiet_passenger,
}


# --- other lines -----------------------------------------------------------------------------------------------------


def _statement(lines: Lines, rng: random.Random, kind: type, change: Callable[[Entry], Entry]) -> int | None:
    places = [i for i, line in enumerate(lines) if isinstance(line, kind)]
    if not places:
        return None
    at = rng.choice(places)
    lines[at] = change(lines[at])
    return at


def _one_letter(cards: str, letters: str, rng: random.Random) -> str:
    at = rng.randrange(len(cards))
    return cards[:at] + _other(cards[at], letters, rng) + cards[at + 1 :]


def deal(lines: Lines, _board: Board, rng: random.Random) -> int | None:
    def change(line: Entry) -> Entry:
        assert isinstance(line, Deal)
        return line if "?" in line.cards else replace(line, cards=sort_cards(_one_letter(line.cards, COLORS, rng)))

    return _statement(lines, rng, Deal, change)


def market(lines: Lines, _board: Board, rng: random.Random) -> int | None:
    def change(line: Entry) -> Entry:
        assert isinstance(line, Market)
        return replace(line, cards=_one_letter(line.cards, COLORS, rng))

    return _statement(lines, rng, Market, change)


def deck(lines: Lines, _board: Board, rng: random.Random) -> int | None:
    def change(line: Entry) -> Entry:
        assert isinstance(line, Deck)
        at = rng.randrange(len(line.cards) - 1)
        way = rng.randrange(3)
        pair = line.cards[at : at + 2]
        new = (_other(pair[0], COLORS, rng) + pair[1], pair[1], pair[::-1])[way]
        return replace(line, cards=line.cards[:at] + new + line.cards[at + 2 :])

    return _statement(lines, rng, Deck, change)


def score(lines: Lines, _board: Board, rng: random.Random) -> int | None:
    def change(line: Entry) -> Entry:
        assert isinstance(line, Score)
        scores = list(line.scores)
        at = rng.randrange(len(scores))
        scores[at] = scores[at][0], max(0, scores[at][1] + rng.choice((-10, -2, -1, 1, 3, 10)))
        return replace(line, scores=tuple(scores))

    return _statement(lines, rng, Score, change)


def tunnel(lines: Lines, _board: Board, rng: random.Random) -> int | None:
    tunnels = [i for i in _turns(lines, Claim) if getattr(_turn(lines, i).action, "turned", "")]
    if not tunnels:
        return None
    at = rng.choice(tunnels)
    claim = _turn(lines, at).action
    assert isinstance(claim, Claim)
    if "?" not in claim.turned and rng.random() < 0.5:
        other = replace(claim, turned=_one_letter(claim.turned, COLORS + "L", rng))
    elif claim.surcharge:
        other = replace(claim, surcharge=claim.surcharge[1:])
    else:
        other = replace(claim, given_up=False, surcharge=claim.paid[0])
    lines[at] = replace(_turn(lines, at), action=other)
    return at


def ride(lines: Lines, board: Board, rng: random.Random) -> int | None:
    rides = _turns(lines, Ride)
    if not rides:
        return None
    at = rng.choice(rides)
    action = _turn(lines, at).action
    assert isinstance(action, Ride)
    cities = list(action.cities)
    if len(cities) > 2 and rng.random() < 0.5:
        del cities[rng.randrange(len(cities))]
    else:
        cities[rng.randrange(len(cities))] = rng.choice(board.cities).code
    lines[at] = replace(_turn(lines, at), action=replace(action, cities=tuple(cities)))
    return at


def station(lines: Lines, board: Board, rng: random.Random) -> int | None:
    stations = _turns(lines, Station)
    if not stations:
        return None
    at = rng.choice(stations)
    action = _turn(lines, at).action
    assert isinstance(action, Station)
    lines[at] = replace(_turn(lines, at), action=replace(action, city=rng.choice(board.cities).code))
    return at


OTHERS: dict[str, Spoil] = {
    "deal": deal,
    "market": market,
    "tickets kept": quiet_ticket,
    "deck": deck,
    "score": score,
    "tunnel": tunnel,
    "ride": ride,
    "station": station,
}
