"""Positions: a state written as a line and read back is the same, and a game can start from any of its lines."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.position.same import assert_same
from ttrn.boards import Board, board
from ttrn.core.actions import unknown_ticket
from ttrn.core.cards import BLIND, UNKNOWN, counts
from ttrn.core.engine import apply, legal_actions, new_game
from ttrn.core.state import ANSWER, MAIN, OVER, SCORING, SECOND, SETUP, State
from ttrn.core.tickets import deck_of
from ttrn.games.cardgame.railyards import Railyards, railyards
from ttrn.games.europe.stations import Stations
from ttrn.notation.game import GameRecord
from ttrn.notation.reader import loads
from ttrn.play import set_up
from ttrn.position.reader import parse_position
from ttrn.position.writer import format_position
from ttrn.replays import Timeline, replay
from ttrn.resources import resource


def names_board(path: Path, on: Board) -> bool:
    return path.read_text(encoding="utf-8").startswith(f'[Game "{on.name}"]')


USA = board("usa")
BOARDS = [board(name) for name in ("usa", "europe", "marklin", "cardgame")]
NAMES = ("ann", "bob", "cat", "dan", "eve")
FILES = sorted([path for on in BOARDS for path in resource("sample_games").rglob("*.ttrn") if names_board(path, on)])

tables = st.sampled_from(BOARDS).flatmap(
    lambda on: st.tuples(st.just(on), st.integers(on.tables.min_players, on.tables.max_players))
)


def read(text: str) -> GameRecord:
    games, problems = loads(text)
    assert not problems
    (game,) = games
    return game


@cache
def sample(path: Path) -> Timeline:
    return replay(read(path.read_text(encoding="utf-8")))


def parsed(line: str) -> State:
    state = parse_position(line)
    assert isinstance(state, State), state
    return state


def assert_identity(state: State) -> str:
    line = format_position(state)
    again = parsed(line)
    assert_same(state, again)
    assert "\n" not in line
    return line


# --- identity --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_state_of_the_samples_is_its_line(path: Path) -> None:
    timeline = sample(path)
    assert_identity(timeline.state(0))
    for _, _, state in timeline.steps():
        assert_identity(state)


@settings(deadline=None, max_examples=40)
@given(tables, st.integers(0, 2**32))
def test_every_state_of_a_random_game_is_its_line(table: tuple[Board, int], seed: int) -> None:
    on, players = table
    rng = random.Random(seed)
    state, _ = set_up(on, NAMES[:players], rng)
    while state.phase != OVER:
        apply(state, rng.choice(legal_actions(state)))
        if rng.random() < 0.1 or state.phase in (ANSWER, SCORING):
            assert_identity(state)
    assert_identity(state)


@settings(deadline=None, max_examples=40)
@given(tables, st.integers(0, 2**32), st.integers(1, 250))
def test_a_game_goes_on_from_a_line_as_from_the_state(table: tuple[Board, int], seed: int, steps: int) -> None:
    on, players = table
    rng = random.Random(seed)
    state, _ = set_up(on, NAMES[:players], rng)
    for _ in range(steps):
        apply(state, rng.choice(legal_actions(state)))
        if state.phase == OVER:
            break
    twin = parsed(format_position(state))
    state.chance.shuffle = twin.chance.shuffle = None
    while state.phase != OVER and state.deck_size:
        legal = legal_actions(state)
        assert legal_actions(twin) == legal
        action = rng.choice(legal)
        apply(state, action)
        apply(twin, action)
        assert_same(state, twin)


@settings(deadline=None, max_examples=40)
@given(tables, st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_states_with_unknown_cards_and_tickets_are_their_lines(
    table: tuple[Board, int], seed: int, rng: random.Random
) -> None:
    on, players = table
    state, _ = set_up(on, NAMES[:players], random.Random(seed))
    for _ in range(rng.randrange(150)):
        if state.phase == OVER:
            break
        apply(state, rng.choice(legal_actions(state)))
    forget(state, rng)
    assert_identity(state)


def forget(state: State, rng: random.Random) -> None:
    """Make known cards and tickets unknown, here and there, as a record by one player would."""
    state.ordered, state.deck = False, []
    # Railyards are open: what lies there is known.
    lying = (
        railyards(state).stacks if Railyards in state.parts else [pile.cards for pile in state.rules.open_piles(state)]
    )
    for pile in [*state.hands, state.market, state.discards, *lying]:
        for kind in range(UNKNOWN):
            lost = rng.randint(0, pile[kind])
            pile[kind] -= lost
            pile[UNKNOWN] += lost
            state.pool[kind] += lost
    for ticket in forget_tickets(state, rng):
        state.ticket_decks[deck_of(state, ticket)].unseen.add(ticket)


def forget_tickets(state: State, rng: random.Random) -> list[int]:
    forgotten: list[int] = []
    for deck in state.ticket_decks:
        deck.order = (deck.order or [])[rng.randint(0, deck.fresh) :] or None
    for seat in range(state.seats):
        for ticket in list(state.tickets[seat]):
            if rng.random() < 0.5:
                state.tickets[seat].remove(ticket)
                state.unknown_tickets[seat][deck_of(state, ticket)] += 1
                forgotten.append(ticket)
    for group in [*[group for deck in state.ticket_decks for group in deck.groups], state.offered]:
        for i, ticket in enumerate(group):
            if rng.random() < 0.5:
                group[i] = unknown_ticket(deck_of(state, ticket))
                forgotten.append(ticket)
    if Stations in state.parts:
        state.unsure_decks = {seat for seat in range(state.seats) if rng.random() < 0.5}
        away = [ticket for ticket in state.aside if rng.random() < 0.5]
        state.aside = [ticket for ticket in state.aside if ticket not in away]
        forgotten += away
    return forgotten


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("usa", "; ann trains=45 score=0; bob trains=45 score=0; deck=110 tickets=?30"),
        ("europe", "; ann trains=45 score=0; bob trains=45 score=0; deck=110 tickets=?s40"),
        (
            "marklin",
            "; ann trains=45 score=0 passengers=3; bob trains=45 score=0 passengers=3; deck=118 short=?s23 long=?l23",
        ),
        ("cardgame", "; ann hand=L score=0; bob hand=L score=0; deck=94 tickets=?46"),
    ],
)
def test_the_state_before_the_deal(name: str, line: str) -> None:
    written = assert_identity(new_game(board(name), ("ann", "bob")))
    assert written == f"{name} turn=setup next=ann{line}"
    assert parsed(written).phase == SETUP


SHORT = (
    "trains=2 score=100 tickets=?2 routes=SEA-HEL,WIN-CAL,WIN-HEL,WIN-SSM,MIA-NOL,LAX-ELP,ELP-HOU,POR-SEA#2,BOS-NYC#1"
)


@pytest.mark.parametrize("last", [2, 1, 0])
def test_the_last_round(last: int) -> None:
    line = LINE.replace("next=ann", f"next=ann last={last}")
    state = parsed(line.replace("trains=44 score=1 tickets=?2 routes=SEA-POR#2", SHORT))
    assert (state.last_turns, state.phase) == (last, OVER if last == 0 else MAIN)
    assert_identity(state)


@pytest.mark.parametrize("passes", [1, 2])
def test_passes_in_a_row(passes: int) -> None:
    # Nothing is left to draw, and nobody can pay for anything.
    cards = "R11O12Y12G12B12P12K11W12L14"
    line = LINE.replace("R2BL", f"{cards}").replace("K?4", "RK").replace("market=RGLKW deck=91 discards=Y?4", "deck=0")
    state = parsed(line.replace("next=ann", f"next=ann passes={passes}"))
    assert (state.passes, state.phase) == (passes, OVER if passes == 2 else MAIN)
    assert_identity(state)


def test_what_is_accepted_of_wrong_games_is_the_same_position() -> None:
    """After a violation a line may be refused, but nothing is raised."""
    names = [on.name for on in BOARDS]
    for path in sorted((Path(__file__).parents[1] / "cases").rglob("*.ttrn")):
        for game in loads(path.read_text(encoding="utf-8")).games:
            if game.board not in names:
                continue
            for _, _, state in replay(game).steps():
                found = parse_position(format_position(state), state.board)
                if isinstance(found, State):
                    found.house = state.house  # which is a tag's, not the line's
                    assert_same(state, found)


def test_a_hand_that_a_violation_made_unsure() -> None:
    text = START + "1. ann claim SEA-POR BB\n2. bob draw ? ?\n3. ann draw ?R ?\n4. bob draw ? ?\n"
    timeline = replay(read(text))
    assert timeline.problems
    line = assert_identity(timeline.final)
    assert "ann hand=*R trains=" in line
    rest = read(f'[Game "usa"]\n[Position "{line}"]\nplayer ann\nplayer bob\n5. ann claim HEL-SEA YYYYYY\n')
    assert not replay(rest).problems


def test_different_positions_differ() -> None:
    timeline = sample(FILES[-1])
    lines = [format_position(timeline.state(number)) for number in range(timeline.last + 1)]
    assert all(a != b for a, b in pairwise(lines))


# --- reading ---------------------------------------------------------------------------------------------------------

START = """[Game "usa"]
player ann
player bob
ann deal RRBL
bob deal ????
market RGLKW
ann keep LAX-NYC DUL-HOU | SEA-NYC
bob keep ? ? | ?

"""

LINE = Path(__file__).with_name("wrong_positions.txt").read_text(encoding="utf-8").splitlines()[0]


def test_a_line_is_read_as_people_write_it() -> None:
    state = parsed(LINE)
    assert (state.number, state.seat, state.phase, state.last_turns) == (3, 0, MAIN, -1)
    assert state.hands == [counts("RRBL"), counts("K????")]
    assert state.pool[:9] == [9, 12, 11, 11, 11, 12, 10, 11, 12]
    canonical = format_position(state)
    loose = (
        LINE.replace("R2BL", "LRBR").replace("; bob", " ;; bob").replace("market=RGLKW deck=91", "deck=91 market=WKLGR")
    )
    assert format_position(parsed(f"  {loose};")) == canonical
    assert canonical == LINE.replace("LAX-NYC,DUL-HOU", "DUL-HOU,LAX-NYC").replace("SEA-POR", "POR-SEA").replace(
        "RGLKW", "RGKWL"
    )


def test_the_first_card_of_a_turn() -> None:
    assert parsed(LINE.replace("next=ann", "next=ann second=R")).first_card == 0
    blind = parsed(LINE.replace("next=ann", "next=ann second=?"))
    assert (blind.first_card, blind.phase) == (BLIND, SECOND)
    assert_identity(parsed(LINE.replace("next=ann", "next=ann second=L")))


def test_the_order_of_the_decks() -> None:
    cards = "R8O12Y11G11B11P12K10W11L5"
    line = LINE.replace("deck=91", f"deck={cards}").replace("?24/", "SEA-LAX,BOS-MIA,?22/")
    state = parsed(line)
    assert state.deck[-9:] == [1, *[0] * 8]
    order = state.ticket_decks[0].order
    assert order is not None
    top = USA.tickets[order[-1]]
    assert USA.ticket_text(top) == "SEA-LAX"
    assert order[0] in state.ticket_decks[0].unseen
    assert_identity(state)
