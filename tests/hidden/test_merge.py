"""Merging: what several noted of one game as one record, and where they contradict each other."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from tests.hidden.agreement import Agreement
from tests.hidden.games import BOARDS, simulated
from tests.hidden.hostile import from_position
from tests.hidden.tellers import Teller, reshuffles
from ttrn.boards import board
from ttrn.hidden import Budget, Clash, judge, merge, redact
from ttrn.hidden.judgement import IMPOSSIBLE
from ttrn.hidden.merge_cards import Clashing
from ttrn.hidden.merge_positions import merge_positions
from ttrn.hidden.position_redaction import redact_position
from ttrn.notation import GameRecord, dumps, loads
from ttrn.notation.game import Entry, Variation
from ttrn.notation.records import Comment, Player, Score, Statement, Tag, Turn

HEAD = '[Game "usa"]\n\nplayer ann\nplayer bob\n\n'


def game_of(text: str) -> GameRecord:
    games, problems = loads(text)
    assert not problems
    return games[0]


def merged(*texts: str) -> str:
    found = merge([game_of(text) for text in texts])
    assert isinstance(found, GameRecord), found
    return dumps(found)


def clash(*texts: str) -> Clash:
    found = merge([game_of(text) for text in texts])
    assert isinstance(found, Clash)
    return found


JOINED = [
    # Two cards drawn blind: the drawer's order, or the first one's.
    ("1. ann draw ?K ?", "1. ann draw ?P ?K", "1. ann draw ?P ?K"),
    ("1. ann draw ? ?K", "1. ann draw ?K ?P", "1. ann draw ?K ?P"),
    ("1. ann draw ?K ?", "1. ann draw ?P ?", "1. ann draw ?K ?P"),
    ("1. ann draw ? ?", "1. ann draw ? ?P", "1. ann draw ? ?P"),
    ("1. ann draw ?K ?", "1. ann draw ? ?P", "1. ann draw ?K ?P"),
    # It may be the same black card: that there are two nobody has seen.
    ("1. ann draw ?K ?", "1. ann draw ? ?K", "1. ann draw ?K ?"),
    ("1. ann draw ?K ?K", "1. ann draw ? ?K", "1. ann draw ?K ?K"),
    ("1. ann draw R>? ?", "1. ann draw R>G ?K", "1. ann draw R>G ?K"),
    # Open cards, from whichever side.
    ("market RGL?K", "market K?GRL", "market RGL?K"),
    ("market RGL?K", "market KWGRL", "market KWGRL"),
    ("market RGLWK", "market K?GRL", "market RGLWK"),
    ("market R????", "market ??GK?", "market R?GK?"),
    ("market R????", "market KG??R", "market RGK??"),
    ("market RLLLK/G?GW?", "market KLLLR/??WGB", "market RLLLK/G?GWB"),
    ("assert market RG???", "assert market ??GKR", "assert market RG?K?"),
    # Hands, payments, tickets.
    ("ann deal RR??", "ann deal ?KL?", "ann deal RRKL"),
    ("ann keep LAX-NYC ? | ?", "ann keep ? NYC-LAX | DUL-HOU", "ann keep LAX-NYC ? | DUL-HOU"),
    ("ann keep ? ? | ?", "ann keep DUL-HOU LAX-NYC | ?", "ann keep DUL-HOU LAX-NYC | ?"),
]


@pytest.mark.parametrize(("one", "other", "both"), JOINED)
def test_two_records_of_a_line(one: str, other: str, both: str) -> None:
    assert merge_text(one, other) == both
    assert merge_text(both, one) == merge_text(both, other) == both


def merge_text(one: str, other: str) -> str:
    return merged(HEAD + one, HEAD + other).splitlines()[-1]


CLASHING = [
    ("player ann", 'player ann "Ann" blue', 'player ann "Anne" blue', 'the name of ann is "Ann" in {}, "Anne" in {}'),
    ("player ann", 'player ann "Ann" blue', 'player ann "Ann" red', "the colour of ann is blue in {}, red in {}"),
    (
        "\n\nplayer ann",
        '\n[Date "2026-11-13"]\n\nplayer ann',
        '\n[Date "2026-11-14"]\n\nplayer ann',
        'Date is "2026-11-13"',
    ),
    (
        "\n\nplayer ann",
        '\n[Event "Friday"]\n\nplayer ann',
        '\n[Event "Monday"]\n\nplayer ann',
        'Event is "Friday" in {}',
    ),
]


@pytest.mark.parametrize(("old", "one", "other", "message"), CLASHING)
def test_different_names_colours_and_dates(old: str, one: str, other: str, message: str) -> None:
    found = clash(HEAD.replace(old, one), HEAD.replace(old, other))
    assert found.turn == 0
    assert message.format("the first record", "the second record") in found.message
    assert found.message.startswith("the setup: ")


def test_what_only_one_record_has_of_a_player_and_of_a_date() -> None:
    a = HEAD.replace("player ann", 'player ann "Ann"').replace("\n\n", '\n[Date "2026-??-13"]\n\n', 1)
    b = HEAD.replace("player ann", "player ann blue").replace("\n\n", '\n[Date "2026-11"]\n\n', 1)
    assert merged(a, b) == '[Game "usa"]\n[Date "2026-11-13"]\n\nplayer ann "Ann" blue\nplayer bob\n'


WRONG = [
    ("1. ann draw ?K ?W", "1. ann draw ?P ?K", "turn 1: ann does draw ?K ?W in {}, draw ?P ?K in {}"),
    ("1. ann draw ?K ?K", "1. ann draw ?P ?", "turn 1: ann does draw ?K ?K in {}, draw ?P ? in {}"),
    ("1. ann draw ? R>G", "1. ann draw R>G ?", "turn 1: ann does draw ? in {}, draw R>G in {}"),
    ("1. ann draw R>G ?", "1. ann draw R>W ?", "turn 1: the market gets G in {}, W in {}"),
    ("market RGLWK", "market RGLWW", "the setup: the market has RGLWK in {}, RGLWW in {}"),
    ("market RGL?K", "market KWWG?", "the setup: the market has RGL?K in {}, KWWG? in {}"),
    ("market RGLWK", "market RGLLL/RGLWK", "the setup: the market is replaced never in {}, once in {}"),
    ("ann keep LAX-NYC ? | ?", "ann keep DUL-HOU SEA-NYC | ?", "ann keeps LAX-NYC ? in {}, DUL-HOU SEA-NYC in {}"),
    ("ann keep ? ? | ?", "ann keep ? ? ?", "ann keeps ? ? in {}, ? ? ? in {}"),
    ("reveal bob SEA-NYC ?", "reveal bob SEA-LAX DEN-PIT", "bob shows SEA-NYC ? in {}, SEA-LAX DEN-PIT in {}"),
    ("score ann=1", "score ann=2", "ann has 1 point in {}, 2 points in {}"),
    ("assert ann trains 44", "assert ann trains 43", "assert ann trains 44 in {}, assert ann trains 43 in {}"),
    ("1. ann claim SEA-POR R", "1. ann claim SEA-POR K", "turn 1: ann pays 1 red in {}, 1 black in {}"),
]


@pytest.mark.parametrize(("one", "other", "message"), WRONG)
def test_contradictions_are_told_with_both_lines(one: str, other: str, message: str) -> None:
    found = clash(HEAD + one, HEAD + other)
    names = ("the first record", "the second record")
    assert message.format(*names) in found.message
    assert [line.partition(": ")[2] for line in found.lines] == [one, other]
    assert [line.split(":")[0] for line in found.lines] == list(names)
    back = clash(HEAD + other, HEAD + one)
    assert back.turn == found.turn


# --- which records they are ------------------------------------------------------------------------------------------


def test_of_three_records_the_two_are_named_that_differ() -> None:
    a, b, c = [HEAD + f"1. ann draw {takes}" for takes in ("? ?", "?K ?W", "?P ?R")]
    assert "draw ?K ?W in the second record, draw ?P ?R in the third" in clash(a, b, c).message


def test_what_several_say_together_may_contradict_another_one() -> None:
    a, b, c = [HEAD + f"ann deal {cards}" for cards in ("RR??", "KK??", "RW??")]
    message = clash(a, b, c).message
    assert (
        "ann is dealt 2 red and 2 black in the others together, 1 red, 1 white and 2 unknown cards in the third"
        in message
    )


def test_the_lines_are_told_with_their_places() -> None:
    games = [game_of(f"{HEAD}1. ann draw ?{card} ?{card}\n") for card in "KP"]
    found = merge(games, names=["a.ttrn", "b.ttrn"])
    assert isinstance(found, Clash)
    assert found.lines == ("a.ttrn:6: 1. ann draw ?K ?K", "b.ttrn:6: 1. ann draw ?P ?P")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD.replace("usa", "europe"), "the board is usa in the first record, europe in the third record"),
        (HEAD.replace("bob", "eve"), "the players are ann, bob in the first record, ann, eve in the third record"),
        (HEAD + "player cat", "the players are ann, bob in the first record, ann, bob, cat in the third record"),
        ('[Game "usa"]\nplayer bob\nplayer ann', "the players sit in the order ann, bob in the first record, bob, ann"),
        ('[Game "usa"]', "the players are ann, bob in the first record, nobody in the third record"),
    ],
)
def test_records_of_other_games(text: str, message: str) -> None:
    found = clash(HEAD, HEAD, text)
    assert found.message.startswith(message)
    assert found.turn == 0


def test_another_game_of_the_same_players_is_suspected() -> None:
    a, b = simulated("usa", 2, 2), simulated("usa", 4, 2)
    bare = [
        GameRecord(tuple([e for e in game.entries if isinstance(e, Player | Turn) or e == Tag("Game", "usa")]))
        for game in (a, b)
    ]
    found = merge(bare)
    assert isinstance(found, Clash)
    assert "turns differ: are they records of the same game?)" in found.message
    cured = merge([a, replace_turn(a, 30)])
    assert isinstance(cured, Clash)
    assert "same game" not in cured.message


def replace_turn(game: GameRecord, number: int) -> GameRecord:
    """Return a record in which one turn is another one."""
    places = [i for i, entry in enumerate(game.entries) if isinstance(entry, Turn)]
    (other,) = [e for e in game_of(f"{HEAD}1. {game.turns[number - 1].player} pass").entries if isinstance(e, Turn)]
    entries = list(game.entries)
    entries[places[number - 1]] = other
    return GameRecord(tuple(entries))


def test_a_record_that_is_wrong_by_itself_is_named() -> None:
    wrong = HEAD + "1. bob draw ? ?"
    assert clash(wrong, HEAD).message.startswith("the first record cannot be true, with or without the others: turn 1")
    assert clash(HEAD, HEAD, wrong).message.startswith("the third record cannot be true")


# --- the order of lines ----------------------------------------------------------------------------------------------


def closing(*records: str) -> list[str]:
    """Merge records of a finished game that have these lines at their end; return the end of what comes out."""
    game = simulated("usa", 2, 2)
    turns = dumps(GameRecord(tuple([entry for entry in game.entries if not isinstance(entry, Score)])))
    lines = merged(*[turns + record for record in records]).splitlines()
    return lines[max([i for i, line in enumerate(lines) if not line]) + 1 :]


def end_of(game: GameRecord) -> dict[str, str]:
    seen = redact(game, "public")
    texts = [line for line in dumps(seen).splitlines() if line.startswith(("reveal", "score"))]
    return {" ".join(text.split()[:2]) if text.startswith("reveal") else "score": text for text in texts}


def test_tickets_are_shown_before_the_scores() -> None:
    end = end_of(simulated("usa", 2, 2))
    ann, bob, score = end["reveal ann"], end["reveal bob"], end["score"]
    for records in (
        [score, ann, bob],
        [f"{score}\n{bob}", ann],
        [f"{bob}\n{score}", f"{ann}\n{score}"],
        [bob, score, ann],
        [f"{ann}\n{bob}", score],
    ):
        assert closing(*records) == [ann, bob, score]
    _, of_ann, of_bob = score.split()
    assert closing(f"score {of_bob}", f"score {of_ann}") == [score]


def test_the_setup_comes_in_its_order() -> None:
    lines = ("deck", "ann deal RRBL", "bob deal ????", "market RGGKW", "ann keep LAX-NYC ? | ?", "assert ann hand RRBL")
    text = merged(
        HEAD + "bob deal ????\nann keep LAX-NYC ? | ?",
        HEAD + "market RGGKW",
        HEAD + "assert ann hand RRBL",
        HEAD + "ann deal RRBL",
    )
    assert text.splitlines()[5:] == list(lines[1:])


def test_comments_stay_with_their_lines_and_stand_once() -> None:
    a = HEAD + "1. ann draw ? ? ; aha\n{ between }\n2. bob draw ?K ?\nscore ann=1"
    b = HEAD + "{ at the start }\n1. ann draw ?R ? ; oho\n{ between }\n{ more }\n2. bob draw ? ?"
    a, b = [text.replace("score ann=1", "") for text in (a, b)]
    both = merged(a, b)
    body = ["{ at the start }", "1. ann draw ?R ? ; aha", "; oho", "{ between }", "{ more }", "2. bob draw ?K ?"]
    assert both.splitlines()[5:] == body
    assert merged(both, a) == merged(both, b) == merged(both, both) == both


def test_the_order_is_taken_that_a_used_up_deck_leaves_possible() -> None:
    game = simulated("usa", 6, 4)
    assert 90 in reshuffles(game)
    text = dumps(game)
    assert "90. bob draw G>L/GWYWP G>Y" in text
    other = game_of(text.replace("L/GWYWP", "L/PWYWG"))
    assert judge(other).status == IMPOSSIBLE
    for records in ([redact(other, "ann"), game], [game, redact(other, "ann")]):
        found = merge(records)
        assert isinstance(found, GameRecord)
        assert "90. bob draw G>L/GWYWP G>Y" in dumps(found)


# --- positions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("turns", [0, 7, 30])
def test_views_of_a_game_from_a_position_give_it_back(name: str, turns: int) -> None:
    game = from_position(GameRecord(tuple([e for e in simulated(name, 3).entries if e != Tag("Seed", "3")])), turns)
    players = [player.id for player in game.players]
    truth = game.tags["Position"]
    views = [redact(game, player).tags["Position"] for player in players]
    for lines in (views, views[::-1], [views[0], truth], [truth, views[0]]):
        line = lines[0]
        for other in lines[1:]:
            line = merge_positions(line, other, board(name))
            assert merge_positions(line, other, board(name)) == line
        # What lies face down nobody has seen.
        assert redact_position(line, board(name), players[0]) == views[0]
        assert [hand(line, player) for player in players] == [hand(truth, player) for player in players]
    assert merge_positions(truth, views[0], board(name)) == truth


def hand(line: str, player: str) -> str:
    """Return what a position has of a seat."""
    return next(part for part in line.split("; ") if part.startswith(f"{player} "))


POSITION = (
    "usa turn=11 next=ann; ann hand=P3K trains=39 score=11 tickets=POR-PHO,? routes=POR-SFO#2,POR-SEA#1; "
    "bob hand=L?7 trains=44 score=1 tickets=?4 routes=SEA-VAN#1; "
    "market=ROYBW deck=81 discards=RG5BWL4 tickets=?21/MON-NOL/?/?"
)


@pytest.mark.parametrize(
    ("old", "new", "joined"),
    [
        (
            "hand=P3K",
            "hand=?3W",
            "ann holds 3 pink and 1 black in one record, 1 white and 3 unknown cards",
        ),
        (
            "tickets=POR-PHO,?",
            "tickets=SEA-LAX,DUL-HOU",
            "ann holds POR-PHO in one record, SEA-LAX,DUL-HOU in the",
        ),
        ("deck=81", "deck=80", "the position is"),
        ("market=ROYBW", "market=ROYWW", "the position has market=ROYBW in one record, market=ROYW2 in the other"),
        ("MON-NOL", "SEA-LAX", "at the start there lie MON-NOL in one record, SEA-LAX in the other"),
        ("usa turn", "europe turn", "the position is"),
    ],
)
def test_positions_that_contradict_each_other(old: str, new: str, joined: str) -> None:
    with pytest.raises(Clashing, match=re.escape(joined)):
        merge_positions(POSITION, POSITION.replace(old, new), board("usa"))


def test_positions_of_which_each_knows_something() -> None:
    other = POSITION.replace("hand=P3K", "hand=P2?2").replace("tickets=POR-PHO,?", "tickets=SEA-LAX,?")
    other = other.replace("hand=L?7", "hand=R2?6").replace("/?/?", "/?/DUL-HOU")
    line = merge_positions(POSITION, other, board("usa"))
    assert "ann hand=P3K trains=39 score=11 tickets=POR-PHO,SEA-LAX " in line
    assert "bob hand=R2L?5 " in line
    assert line.endswith("tickets=?21/MON-NOL/?/DUL-HOU")


# --- true records never clash ----------------------------------------------------------------------------------------


def with_names(game: GameRecord) -> GameRecord:
    """Return a game with a date, and names and colours of the players."""
    colors = ("blue", "red", "green", "yellow", "black")
    entries: list[Entry] = [game.entries[0], Tag("Date", "2026-11-13")]
    seat = 0
    for entry in game.entries[1:]:
        if isinstance(entry, Player):
            entries.append(replace(entry, name=entry.id.title(), color=colors[seat]))
            seat += 1
        elif not isinstance(entry, Tag):
            entries.append(entry)
    return GameRecord(tuple(entries))


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", range(6))
def test_what_several_tellers_noted_is_true_together(name: str, seed: int) -> None:
    game = with_names(redact(simulated(name, seed), "public") if seed % 2 else simulated(name, seed))
    rng = random.Random(f"{name} {seed}")
    told = [Teller(rng, rng.choice((0.1, 0.4, 0.8)), board(name)).record(game) for _ in range(rng.randrange(2, 5))]
    for record in told:
        assert_true(record, game)
    both = merge(told, budget=Budget(0.1))
    assert isinstance(both, GameRecord), both
    assert_true(both, game)
    for record in told:
        assert merge([both, record], budget=Budget(0.01)) == both
    shuffled = merge(rng.sample(told, len(told)), budget=Budget(0.01))
    assert isinstance(shuffled, GameRecord)
    assert_true(shuffled, game)
    assert [contents(entry) for entry in shuffled.entries] == [contents(entry) for entry in both.entries]


def contents(entry: Entry) -> list[str]:
    """Return the words of a line whatever their order, and the cards of each word."""
    return sorted(["".join(sorted(word)) for word in str(entry).replace("'", " ").split()])


def assert_true(found: GameRecord, game: GameRecord) -> None:
    """Hold every line of a record against those of the game: none says anything else, and none is out of order."""
    agreement = Agreement(board(game.board), in_order=False)
    for told, true in zip(by_turns(found), by_turns(game), strict=False):
        kinds = [type(line) for line in true]
        assert [kinds.index(type(line)) for line in told] == sorted([kinds.index(type(line)) for line in told])
        left = list(true)
        for line in told:
            left.remove(next(entry for entry in left if agreement.holds(line, entry)))
    tags = [entry for entry in found.entries if isinstance(entry, Tag) and entry.name != "Date"]
    assert all(tag in game.entries for tag in tags)


def by_turns(game: GameRecord) -> list[list[Statement | Turn]]:
    """Return the lines of a record, parted at its turns."""
    parts: list[list[Statement | Turn]] = [[]]
    for entry in game.entries:
        if isinstance(entry, Turn):
            parts.append([])
        if not isinstance(entry, Tag | Comment | Variation):
            parts[-1].append(entry)
    return parts
