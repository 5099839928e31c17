"""The table: every legal move as text and back, whole games of typed moves, and every way back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import ttrn
from ttrn import IllegalMoveError, MoveError, Table, Violation
from ttrn.boards import Board, board, board_names
from ttrn.core.actions import ClaimRoute, PassTurn, PlacePassenger, TakeCard
from ttrn.core.cards import UNKNOWN
from ttrn.core.state import MAIN, SECOND
from ttrn.notation.game import GameRecord
from ttrn.notation.records import Deck, Draw, Player, Score, Tag
from ttrn.resources import resource

NAMES = ("ann", "bob", "cat", "dan", "eve")
BOARDS = [board(name) for name in board_names()]
EVERY = 25  # so many legal moves are written and read at each decision, all of them where there are no more

tables = st.sampled_from(BOARDS).flatmap(
    lambda on: st.tuples(st.just(on), st.integers(on.tables.min_players, on.tables.max_players))
)


def read(text: str) -> GameRecord:
    games, problems = ttrn.loads(text)
    assert not problems
    (game,) = games
    return game


def some(rng: random.Random, moves: list[ttrn.Move]) -> list[ttrn.Move]:
    return moves if len(moves) <= EVERY else rng.sample(moves, EVERY)


def played(on: Board, players: int, seed: int, moves: int = 10_000) -> Table:
    """Return a table after so many random moves, or at the end of the game."""
    rng = random.Random(seed)
    table = ttrn.new_game(on, NAMES[:players], seed=seed)
    while not table.is_over and moves:
        table.push(rng.choice(table.legal_moves))
        moves -= 1
    return table


def summary(table: Table) -> tuple[object, ...]:
    return table.position, table.record(), str(table), [move.text for move in table.legal_moves]


# --- text ------------------------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=16)
@given(tables, st.integers(0, 2**32))
def test_every_legal_move_is_its_text(on_players: tuple[Board, int], seed: int) -> None:
    on, players = on_players
    rng = random.Random(seed)
    table = ttrn.new_game(on, NAMES[:players], seed=seed)
    while not table.is_over:
        legal = table.legal_moves
        assert len({move.text for move in legal}) == len(legal)
        for move in some(rng, legal):
            assert table.parse(move.text) == [move.action], (move, table.position)
        table.push(rng.choice(legal).text)
    assert not table.legal_moves


@pytest.mark.parametrize("on", BOARDS, ids=lambda on: on.name)
def test_a_game_of_typed_moves_against_bots_is_exact(on: Board) -> None:
    rng = random.Random(on.name)
    table = ttrn.new_game(on, ["ann", "bob", "cat"], seed=1)
    while not table.is_over:
        if table.turn == "ann":
            table.push(rng.choice(table.legal_moves).text)
        else:
            table.push(table.ask("planner" if table.turn == "bob" else "greedy"))
    game = read(table.record())
    assert ttrn.judge(game).status == "exact"
    assert game.tags["Bots"] == "- planner greedy"
    assert table.outcome is not None
    assert table.outcome == ttrn.replay(game).outcome
    assert ttrn.judge(read(table.record(view="ann"))).status == "consistent"


@pytest.mark.parametrize("on", BOARDS, ids=lambda on: on.name)
def test_a_seed_gives_the_game_that_bots_play(on: Board) -> None:
    table = ttrn.new_game(on, ["ann", "bob"], seed=3)
    while not table.is_over:
        table.push(table.ask("hoarder"))
    game = ttrn.play_game(on, ["hoarder", "hoarder"], seed=3)
    mine = read(table.record())
    assert [e for e in mine.entries if not isinstance(e, Tag | Player)] == [
        e for e in game.entries if not isinstance(e, Tag | Player)
    ]


def test_a_whole_turn_is_one_move() -> None:
    table = ttrn.new_game("usa", ["ann", "bob"], seed=7)
    table.push("keep BOS-MIA SSM-NAS")
    table.push(table.legal_moves[0])
    before = summary(table)
    assert table.play("draw Y ?") is None
    assert (table.turn, table.number) == ("bob", 2)
    table.undo()
    assert summary(table) == before
    table.push("draw Y")
    table.push("draw ?")
    assert (table.turn, table.number) == ("bob", 2)


def test_a_passenger_is_placed_in_the_same_turn_or_after_it() -> None:
    on = board("marklin")
    table = next(t for seed in range(40) if _claims(t := played(on, 2, seed, 60)))
    claim = _claims(table)[0]
    assert isinstance(claim.action, ClaimRoute)
    twin = table.copy()
    twin.push(claim)
    placing = twin.legal_moves
    assert [move.text for move in placing] == [claim.text, *[move.text for move in placing[1:]]]
    assert all(isinstance(move.action, PlacePassenger) for move in placing)
    twin.push(placing[-1])
    table.push(placing[-1].text)
    assert table.position == twin.position
    assert twin.check("claim BER-LEI RRRR @MUC") is not None


def _claims(table: Table) -> list[ttrn.Move]:
    """Return claims after which a passenger can be placed."""
    found: list[ttrn.Move] = []
    for move in table.legal_moves:
        if isinstance(move.action, ClaimRoute):
            twin = table.copy()
            twin.push(move)
            found += (
                [move] if len(twin.legal_moves) > 1 and isinstance(twin.legal_moves[0].action, PlacePassenger) else []
            )
    return found


# --- what is no move -------------------------------------------------------------------------------------------------

AFTER_THE_SETUP = [
    ("clam SEA-POR R", "TEXT-LINE", 1, 'did you mean "claim"?'),
    ("claim SEA-POR", "TEXT-LINE", 14, ""),
    ("claim SEA-PRO R", "CLAIM-1", 11, ""),
    ("claim SEA-MIA R", "CLAIM-1", 7, ""),
    ("station SEA R", "TURN-1", 1, ""),
    ("draw Y>G ?", "TEXT-LINE", 0, 'write "draw Y ?"'),
    ("draw Y ?K", "TEXT-LINE", 0, 'write "draw Y ?"'),
    ("claim SEA-POR R >G", "TEXT-LINE", 0, 'write "claim SEA-POR R"'),
    ("tickets SEA-NYC", "US-TICKET-1", 9, ""),
    ("tickets ? ? | ?", "US-TICKET-1", 9, ""),
    ("tickets ? ?", "US-TICKET-1", 9, ""),
    ("", "TEXT-LINE", 1, ""),
]


@pytest.mark.parametrize(("text", "rule", "column", "hint"), AFTER_THE_SETUP, ids=str)
def test_a_text_that_is_no_move_says_where(text: str, rule: str, column: int, hint: str) -> None:
    table = played(board("usa"), 2, 7, 2)
    before = summary(table)
    with pytest.raises(MoveError) as raised:
        table.parse(text)
    assert (raised.value.rule, raised.value.column, raised.value.hint) == (rule, column, hint)
    assert raised.value.text == text
    wrong = table.play(text)
    assert wrong is not None
    assert wrong.rule == rule
    with pytest.raises(MoveError):
        table.push(text)
    assert summary(table) == before


def test_a_move_against_the_rules_changes_nothing() -> None:
    table = played(board("usa"), 2, 7, 2)
    before = summary(table)
    assert table.check("claim SEA-POR RR") == table.play("claim SEA-POR RR")
    for text, rule in [
        ("claim SEA-POR RR", "CLAIM-2"),
        ("claim SEA-POR ?", "TURN-1"),
        ("pass", "TURN-1"),
        ("draw W", "DRAW-1"),
        ("draw ? L", "DRAW-3"),
    ]:
        wrong = table.play(text)
        assert isinstance(wrong, Violation)
        assert wrong.rule == rule, wrong
        with pytest.raises(IllegalMoveError) as raised:
            table.push(text)
        assert raised.value.violation == wrong
    assert table.play(PassTurn()) == table.play("pass")
    assert table.play(TakeCard(99)) is not None
    assert summary(table) == before
    with pytest.raises(TypeError):
        table.play(7)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["keep", "draw ?", "keep SEA-NYC", "keep ABC-DEF", "keep BOS-MIA DEN-ELP | BOS-MIA"])
def test_starting_tickets_are_those_that_were_dealt(text: str) -> None:
    table = ttrn.new_game("usa", ["ann", "bob"], seed=7)
    with pytest.raises(MoveError):
        table.push(text)
    assert [move.text for move in table.legal_moves][:1] == ["keep BOS-MIA SSM-NAS | DEN-ELP"]
    assert table.number == 0


def test_a_game_wants_players() -> None:
    for names in ([], ["ann"], list("abcdefg"), ["ann", "ann"], ["ann", "b o b"]):
        with pytest.raises(ValueError, match=r"players|same id|cannot be"):
            ttrn.new_game("usa", names)
    with pytest.raises(ValueError, match="partial"):
        ttrn.new_game("usa", ["ann", "bob"], rules="partial")
    with pytest.raises(ttrn.BoardError):
        ttrn.new_game("mars", ["ann", "bob"])
    with pytest.raises(ValueError, match="zoe"):
        ttrn.new_game("usa", ["ann", "bob"]).hand("zoe")


def test_house_rules_stand_in_the_record() -> None:
    table = ttrn.new_game("europe", ["ann", "bob"], seed=4, rules="bga")
    rng = random.Random(4)
    while not table.is_over:
        table.push(rng.choice(table.legal_moves))
    game = read(table.record())
    assert game.tags["Rules"] == "bga"
    assert ttrn.judge(game).status == "exact"


# --- back, and beside ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("on", ["usa", "cardgame"])
def test_a_table_that_lets_people_pass_and_leave_out_the_second_card(on: str) -> None:
    rng, left_out, passes = random.Random(on), 0, 0
    table = ttrn.new_game(on, ["ann", "bob"], seed=1, rules="optional second card, passing")
    for _ in range(200):
        if table.is_over:
            break
        move = rng.choice(table.legal_moves)
        if move.action == PassTurn():
            assert move.text == "pass"
            left_out += table.state.phase == SECOND
            passes += table.state.phase == MAIN
        table.push(move.text)
    assert left_out
    assert passes
    game = read(table.record())
    assert ttrn.check(game) == ()
    assert any(isinstance(turn.action, Draw) and len(turn.action.takes) == 1 for turn in game.turns)
    assert ttrn.judge(game).status == "exact"


def test_elsewhere_the_second_card_is_not_left_out() -> None:
    table = ttrn.new_game("usa", ["ann", "bob"], seed=1)
    for _ in "ab":
        table.push(table.legal_moves[0])
    table.push("draw ?")
    wrong = table.play("pass")
    assert wrong is not None
    assert wrong.rule == "TURN-1"


@settings(deadline=None, max_examples=12)
@given(tables, st.integers(0, 2**32), st.integers(0, 160))
def test_undo_and_copy_are_exact(on_players: tuple[Board, int], seed: int, moves: int) -> None:
    on, players = on_players
    table = played(on, players, seed, moves)
    rng = random.Random(seed)
    twin = table.copy()
    before = [summary(table)]
    moved: list[ttrn.Move] = []
    while not table.is_over and len(moved) < 30:
        moved.append(rng.choice(table.legal_moves))
        assert table.check(moved[-1]) is None
        table.push(moved[-1])
        before.append(summary(table))
    assert summary(twin) == before[0]
    for move in moved:
        twin.push(move)
    assert summary(twin) == before[-1]  # with the same moves the same cards come up
    for expected in reversed(before[:-1]):
        table.undo()
        assert summary(table) == expected
    assert summary(twin) == before[-1]


def test_everything_can_be_taken_back() -> None:
    table = played(board("marklin"), 3, 5, 40)
    for _ in range(40):
        table.undo()
    assert summary(table) == summary(ttrn.new_game("marklin", NAMES[:3], seed=5))
    with pytest.raises(IndexError):
        table.undo()


def test_a_bot_asked_again_after_undo_says_the_same() -> None:
    table = ttrn.new_game("europe", ["ann", "bob"], seed=2)
    for _ in range(30):
        move = table.ask("random")
        table.push(move)
        table.undo()
        twin = table.copy()
        table.push(table.ask("random"))
        twin.push(twin.ask("random"))
        assert summary(table) == summary(twin)


@settings(deadline=None, max_examples=12)
@given(tables, st.integers(0, 2**32), st.integers(0, 200))
@example((board("usa"), 2), 128, 140)  # over, and a total is below zero
def test_nothing_hidden_is_seen(on_players: tuple[Board, int], seed: int, moves: int) -> None:
    """Two tables that differ only in what a player cannot see look the same to that player."""
    on, players = on_players
    table = played(on, players, seed, moves)
    for player in table.players:
        seen = table.seen_by(player)
        assert seen.hand(player) == table.hand(player)
        assert seen.tickets(player) == table.tickets(player)
        assert seen.market == table.market
        state, whole = seen.state, table.state
        assert not state.deck
        assert not state.ordered
        for other, name in enumerate(table.players):
            assert state.trains[other] == whole.trains[other]
            if name != player and not table.is_over:
                assert not state.tickets[other]
                assert sum(state.hands[other]) == sum(whole.hands[other])
        assert seen.outcome == table.outcome
        assert all(deck.order is None for deck in state.ticket_decks)
        game = read(seen.record())
        assert game == read(table.record(view=player))
        assert not any(isinstance(entry, Deck) for entry in game.entries)
        if table.turn == player:
            assert [move.text for move in seen.legal_moves] == [move.text for move in table.legal_moves]
        with pytest.raises(IndexError):
            seen.undo()


def test_a_player_can_think_ahead() -> None:
    table = played(board("usa"), 2, 9, 20)
    seen = table.seen_by(table.turn)
    before = summary(table)
    for _ in range(12):
        seen.push(seen.legal_moves[0])
    assert any("?" in seen.hand(player) for player in seen.players)
    assert summary(table) == before


def test_a_total_below_zero_is_recorded() -> None:
    table = played(board("usa"), 2, 128)
    for view in ("full", "ann", "bob", "public"):
        assert table.record(view=view).endswith("score ann=-126 bob=13\n")
    assert ttrn.judge(read(table.record())).status == "exact"


def test_thinking_ahead_to_the_end_gives_no_score() -> None:
    """Tickets of the others stay unknown in a game that only one player imagines."""
    rng = random.Random(140)
    seen = played(board("usa"), 2, 140, 100).seen_by("bob")
    while not seen.is_over:
        seen.push(rng.choice(seen.legal_moves))
    assert seen.is_over
    assert seen.outcome is not None
    assert not seen.outcome.certain
    assert not any(isinstance(entry, Score) for entry in read(seen.record()).entries)


@pytest.mark.parametrize("name", ["usa", "europe", "marklin", "cardgame"])
@pytest.mark.parametrize("seed", [7, 133])
def test_thinking_ahead_never_fails_whatever_is_unknown(name: str, seed: int) -> None:
    """Where the deck runs out, nobody knows what comes up: the game goes on all the same."""
    rng = random.Random(seed)
    seen = played(board(name), 2, seed, 100).seen_by("bob")
    for _ in range(300):
        if seen.is_over:
            break
        seen.push(rng.choice(seen.legal_moves))
    assert not [problem for problem in ttrn.replay(read(seen.record())).problems if problem.rule == "INTERNAL"]


# --- positions and records -------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=12)
@given(tables, st.integers(0, 2**32), st.integers(5, 200))
def test_a_table_goes_on_from_its_position(on_players: tuple[Board, int], seed: int, moves: int) -> None:
    on, players = on_players
    table = played(on, players, seed, moves)
    if table.number == 0:
        return
    twin = Table.from_position(table.position, seed=1)
    assert twin.position == table.position
    assert [move.text for move in twin.legal_moves if move.text[:5] != "claim"] == [
        move.text for move in table.legal_moves if move.text[:5] != "claim"
    ]
    assert [move.action for move in twin.legal_moves] == [move.action for move in table.legal_moves]
    rng = random.Random(seed)
    while not twin.is_over:
        move = rng.choice(twin.legal_moves)
        assert twin.parse(move.text) == [move.action]
        twin.push(move.text)
    judged = ttrn.judge(read(twin.record()))
    assert (judged.status, judged.problems) == ("exact", ())


def test_a_position_must_be_one() -> None:
    for line in ("", "mars turn=1", ttrn.new_game("usa", ["ann", "bob"], seed=1).position):
        with pytest.raises(ValueError, match=r"\[POSITION-\d\]"):
            Table.from_position(line)


def test_cards_of_a_position_come_by_the_seed() -> None:
    line = (
        "usa turn=1 next=ann; ann hand=RRBL trains=45 score=0 tickets=LAX-NYC,DUL-HOU; "
        "bob hand=K2W2 trains=45 score=0 tickets=SEA-NYC,BOS-MIA; market=RGLKW deck=97 tickets=?26"
    )
    texts = []
    for seed in (1, 1, 2):
        table = Table.from_position(line, seed=seed)
        for _ in range(20):
            table.push("draw ? ?")
        texts.append(table.record())
    assert texts[0] == texts[1] != texts[2]
    unseen = Table.from_position(line.replace("hand=K2W2", "hand=?4"))
    unseen.push("draw ? ?")
    assert unseen.hand("ann") == "RRBL??"


@pytest.mark.parametrize("path", sorted(resource("sample_games").glob("annotated/*.ttrn")), ids=lambda path: path.stem)
def test_any_turn_of_a_record_can_be_played_on(path: Path) -> None:
    game = read(path.read_text(encoding="utf-8"))
    timeline = ttrn.replay(game)
    rng = random.Random(path.stem)
    for turn in (game.first_turn - 1, rng.randint(game.first_turn, timeline.last), timeline.last):
        table = timeline.table(turn, seed=1)
        assert table.number == turn + 1
        for _ in range(20):
            if not table.is_over and table.legal_moves:
                table.push(rng.choice(table.legal_moves))
        more = read(table.record())
        assert more.turns[: turn - game.first_turn + 1] == game.turns[: turn - game.first_turn + 1]
        assert not ttrn.check(more), [problem.render() for problem in ttrn.check(more)]
    with pytest.raises(IndexError):
        timeline.table(timeline.last + 1)


# --- to people -------------------------------------------------------------------------------------------------------


def test_a_table_is_readable() -> None:
    table = played(board("usa"), 2, 7, 2)
    table.push("draw Y")
    assert repr(table) == "Table('usa turn=1 next=ann second=Y; …')"
    lines = str(table).splitlines()
    assert lines[0] == "usa, turn 1: ann is to move"
    assert [line for line in lines if line.startswith("> ann: ")]
    assert table.hand("bob") not in str(table)
    assert not any(ticket in str(table) for ticket in table.tickets("bob"))
    assert UNKNOWN not in table.state.hands[0]


@pytest.mark.parametrize("on", BOARDS, ids=lambda on: on.name)
def test_a_table_can_be_shown_at_any_time(on: Board) -> None:
    rng = random.Random(8)
    table = ttrn.new_game(on, ["ann", "bob"], seed=8)
    while not table.is_over:
        assert str(table)
        assert table.score(table.turn) >= 0
        table.push(rng.choice(table.legal_moves))
    assert "won" in str(table)
    assert table.outcome is not None
    assert table.score("ann") == table.outcome.seats[0].total
