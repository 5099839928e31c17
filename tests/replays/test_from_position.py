"""Games that start from a position, also in the middle of a turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.position.same import assert_same
from tests.position.test_position import BOARDS, FILES, LINE, USA, assert_identity, parsed, read, sample
from tests.replays.test_unknowns import seen
from ttrn.boards import Board
from ttrn.core.engine import new_game
from ttrn.core.state import MAIN
from ttrn.notation.game import GameRecord, Variation
from ttrn.notation.problems import Problem
from ttrn.notation.records import Player, Tag, Turn
from ttrn.notation.writer import dumps
from ttrn.play import play_random
from ttrn.position.writer import format_position
from ttrn.replays import Timeline, replay


def rest_of(timeline: Timeline, number: int) -> GameRecord:
    """Return the record of what comes after a turn, which starts from the position there."""
    game = timeline.game
    turns = [i for i, entry in enumerate(game.entries) if isinstance(entry, Turn)]
    start = turns[number - 1] + 1 if number else turns[0]
    stop = turns[number] if number < len(turns) else len(game.entries)
    # Variations before the next turn replace the one that is left out.
    between = [entry for entry in game.entries[start:stop] if not isinstance(entry, Variation)]
    rest = [*between, *game.entries[stop:]]
    tags = [entry for entry in game.entries if isinstance(entry, Tag)]
    players = [entry for entry in game.entries if isinstance(entry, Player)]
    position = Tag("Position", format_position(timeline.state(number)))
    return GameRecord((*tags, position, *players, *rest), number + 1 if number < len(turns) else 1)


def assert_same_end(timeline: Timeline) -> None:
    for number in range(timeline.last + 1):
        rest = replay(read(dumps([rest_of(timeline, number)])))
        assert [p.message for p in rest.problems] == [p.message for p in timeline.problems]
        assert_same(rest.final, timeline.final)
        totals = [(seat.total, seat.rank, seat.path.length) for seat in timeline.outcome.seats]
        assert [(seat.total, seat.rank, seat.path.length) for seat in rest.outcome.seats] == totals


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_rest_of_a_sample_replays_from_every_position(path: Path) -> None:
    assert_same_end(sample(path))


@pytest.mark.parametrize("on", BOARDS, ids=lambda on: on.name)
@pytest.mark.parametrize("chance", [True, False])
def test_the_rest_of_a_random_game_replays_from_every_position(on: Board, *, chance: bool) -> None:
    assert_same_end(replay(play_random(on, 3, 7, chance=chance)))


@pytest.mark.parametrize("on", BOARDS, ids=lambda on: on.name)
@pytest.mark.parametrize("seed", [0, 1, 4, 5, 8, 9])  # of two and three: with more, tracks not told stay open
def test_a_game_that_was_not_all_seen_replays_from_its_positions(on: Board, seed: int) -> None:
    timeline = replay(seen(on.name, seed))
    for number, _, state in timeline.steps():
        assert_identity(state)
        if number % 20 == seed:
            assert replay(rest_of(timeline, number)).problems == ()


def from_position(line: str, rest: str, players: str = "player ann\nplayer bob\n") -> tuple[Problem, ...]:
    return replay(read(f'[Game "usa"]\n[Position "{line}"]\n{players}\n{rest}')).problems


def test_a_bad_tag_is_told_at_its_place() -> None:
    (problem,) = from_position(LINE.replace("SEA-POR", "SEAA-POR"), "3. ann draw ? ?\n4. bob pass\n")
    assert (problem.line, problem.rule) == (2, "POSITION-1")
    assert problem.render().splitlines()[-1] == '  hint: did you mean "SEA"?'
    assert problem.text[problem.column - 1 :].startswith("SEAA-POR#2")


def test_a_bad_tag_with_quotes_is_told_at_its_place() -> None:
    (problem,) = from_position(LINE.replace("next=ann", r"next=\"x\""), "3. ann draw ? ?\n")
    assert problem.text[problem.column - 1 : problem.column + 4] == r"\"x\""


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("4. ann draw ? ?\n", "turn 3 comes next in the position; the record starts with turn 4"),
        ("market RGLKW\n3. ann draw ? ?\n", "the game starts from a position: nothing is dealt before its first turn"),
        ("ann deal RRBL\n3. ann draw ? ?\n", "the game starts from a position: nothing is dealt before its first turn"),
        ("3. bob draw ? ?\n", "turn 3, bob: it is the turn of ann, not of bob"),
        ("3. ann claim SEA-HEL YYYYYY\n", "turn 3: ann holds no yellow"),
        ("3. ann claim SEA-POR R\n", None),
        ("3. ann draw G>Y ?\n4. bob draw ? ?\nassert ann hand RRGBL?\nassert deck 87\n", None),
        ("3. ann draw G>Y ?\n( 3. ann draw B>Y ? )\n", "turn 3, ann: no blue "),
        ("assert ann trains 44\n", "ann has 45 trains left; the record states 44"),
    ],
)
def test_records_that_start_from_a_position(rest: str, message: str | None) -> None:
    problems = from_position(LINE.replace("routes=SEA-POR#2", "routes=VAN-SEA#2"), rest)
    assert [p.message[: len(message or "")] for p in problems] == ([message] if message else [])


def test_the_players_are_those_of_the_position() -> None:
    (problem,) = from_position(LINE, "3. bob draw ? ?\n", "player bob\nplayer ann\n")
    assert problem.message == "the position has the seats ann, bob; the record's players are bob, ann"
    assert (problem.rule, problem.line) == ("POSITION-3", 2)


def test_a_game_cannot_start_before_the_deal() -> None:
    (problem,) = from_position(format_position(new_game(USA, ("ann", "bob"))), "1. ann draw ? ?\n")
    assert problem.rule == "POSITION-3"


@pytest.mark.parametrize(
    ("pending", "turn", "problems"),
    [
        ("second=R", "draw G>Y", []),
        ("second=R", "draw ?", []),
        ("second=R", "draw ? ?", ["DRAW-6"]),
        ("second=R", "draw L>Y", ["DRAW-3"]),
        ("second=R", "claim SEA-POR R", ["TURN-1"]),
        ("second=R", "tickets ? | ? ?", ["TURN-1"]),
        ("offer=?2,SEA-LAX", "tickets SEA-LAX | ? ?", []),
        ("offer=?2,SEA-LAX", "tickets BOS-MIA | ? ?", []),
        ("offer=?3", "tickets DUL-HOU | ? ?", ["TICKET-1"]),
        ("offer=?3", "draw ? ?", ["TURN-1"]),
        ("offer=?3", "pass", ["TURN-1"]),
    ],
)
def test_a_game_can_start_in_the_middle_of_a_turn(pending: str, turn: str, problems: list[str]) -> None:
    line = LINE.replace("next=ann", f"next=ann {pending}").replace("SEA-POR#2", "VAN-SEA#2")
    if "offer" in pending:
        line = line.replace("?24", "?21")
    found = from_position(line, f"3. ann {turn}\n4. bob draw ? ?\n")
    assert [problem.rule for problem in found] == problems


EUROPE_LINE, MARKLIN_LINE = [
    (Path(__file__).parents[1] / "position" / f"wrong_positions_{name}.txt").read_text(encoding="utf-8").splitlines()[0]
    for name in ("europe", "marklin")
]
CLAIMED = MARKLIN_LINE.replace("next=bob", "next=bob claimed=BER-MAG")
UNSEEN = EUROPE_LINE.replace("W3:KWL", "?3:K?2")
OFFER = MARKLIN_LINE.replace("next=bob", "next=bob offer=?s,?l3").replace("?s21 long=?l20", "?s20 long=?l17")


@pytest.mark.parametrize(
    ("line", "turn", "messages"),
    [
        (EUROPE_LINE, "claim MAD-PAM#2 WWW !KWL +WL", []),
        (EUROPE_LINE, "claim PAM-MAD WWW !KWL +WW", []),
        (EUROPE_LINE, "claim MAD-PAM ? !??? +WL", []),
        (EUROPE_LINE, "claim MAD-PAM#2 WWW !KWL x", []),
        (EUROPE_LINE, "claim MAD-PAM#2 WWW !KWL +W", ["EU-TUNNEL-2"]),
        (EUROPE_LINE, "claim MAD-PAM#2 WWW !KWL", ["EU-TUNNEL-2"]),
        (EUROPE_LINE, "claim MAD-PAM#2 WWW !KWL +RW", ["EU-TUNNEL-2"]),
        (EUROPE_LINE, "claim MAD-PAM#2 WWW !KWW x", ["POSITION-3"]),
        (EUROPE_LINE, "claim MAD-PAM#2 WWL !KWL x", ["POSITION-3"]),
        (EUROPE_LINE, "claim MAD-PAM#1 WWW !KWL x", ["POSITION-3"]),
        (EUROPE_LINE, "claim BAR-PAM RR !KWL x", ["POSITION-3"]),
        (EUROPE_LINE, "claim MAD-LIS RRR", ["TURN-1"]),
        (EUROPE_LINE, "draw R>G ?", ["TURN-1"]),
        (UNSEEN, "claim MAD-PAM#2 WWW !KWW +WW", []),
        (UNSEEN, "claim MAD-PAM#2 WWW !KKW +W", []),
        (UNSEEN, "claim MAD-PAM#2 LLL !KWW", []),
        (UNSEEN, "claim MAD-PAM#2 LLL !KWL +W", ["EU-TUNNEL-3"]),
        (UNSEEN, "claim MAD-PAM#2 ? !??? +?", []),
        (CLAIMED, "claim BER-MAG ? @MAG", []),
        (CLAIMED, "claim MAG-BER RRR @MAG", []),
        (CLAIMED, "claim BER-MAG ?", []),
        (CLAIMED, "claim BER-MAG ? @BER", ["MK-PASS-1"]),
        (CLAIMED, "claim LEI-MAG ? @MAG", ["POSITION-3"]),
        (CLAIMED, "draw R>G ?", ["TURN-1"]),
        (OFFER, "tickets ?s | ?l ?l ?l", []),
        (OFFER, "tickets ?s | ?s ?l ?l", ["MK-TICKET-1"]),
    ],
)
def test_a_game_can_start_in_the_middle_of_what_its_game_adds(line: str, turn: str, messages: list[str]) -> None:
    name, number = line.split(maxsplit=1)[0], parsed(line).number
    mover, other = ("ann", "bob") if "next=ann" in line else ("bob", "ann")
    text = f'[Game "{name}"]\n[Position "{line}"]\nplayer ann\nplayer bob\n\n{number}. {mover} {turn}\n'
    timeline = replay(read(text + f"( {number}. {mover} {turn}\n  {number + 1}. {other} draw ? ? )\n"))
    assert [problem.rule for problem in timeline.problems] == messages * 2
    state = timeline.final
    assert (state.number, state.names[state.seat], state.phase) == (number + 1, other, MAIN)
    if not messages:
        assert_identity(state)


def test_what_a_claim_begun_in_a_position_leaves() -> None:
    start = f'[Game "europe"]\n[Position "{EUROPE_LINE}"]\nplayer ann\nplayer bob\n\n21. ann claim MAD-PAM#2 WWW !KWL '
    paid = format_position(replay(read(start + "+WL\n")).final)
    assert "ann hand=R2W trains=37 score=12 " in paid
    assert " discards=RY4B6PKW5L2 " in paid
    given_up = format_position(replay(read(start + "x\n")).final)
    assert "ann hand=R2W5L trains=40 score=8 " in given_up
    assert " discards=RY4B6PKWL " in given_up
    placed = f'[Game "marklin"]\n[Position "{CLAIMED}"]\nplayer ann\nplayer bob\n\n31. bob claim BER-MAG ? @MAG\n'
    line = format_position(replay(read(placed)).final)
    assert "routes=BER-MAG passengers=2 stands=MAG; market=ROYGT deck=93 " in line


def test_a_long_ticket_that_was_maybe_kept_is_still_unsure_after_a_position() -> None:
    setup = "player ann\nplayer bob\nann keep EDI-PAR MAD-ZUR | ? ?\nbob keep ? ? | ? ?\nmarket ROGKW\n"
    line = assert_identity(replay(read(f'[Game "europe"]\n{setup}1. ann draw ? ?\n')).final)
    assert "bob hand=?4 trains=45 score=0 tickets=?s,?l long=?;" in line
    start = f'[Game "europe"]\n[Position "{line}"]\nplayer ann\nplayer bob\n2. bob draw ? ?\n'
    for shown, problems in (("ATH-ANG LIS-DAN", []), ("ATH-ANG BUD-SOF", []), ("LIS-DAN BRE-PET", ["TICKET-2"])):
        assert [p.rule for p in replay(read(f"{start}reveal bob {shown}\n")).problems] == problems
