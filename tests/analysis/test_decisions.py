"""Judging moves: by what their players knew, with marks only where they are sure; better lines are legal."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ttrn
from ttrn.actions import Action, GiveUpTunnel, KeepTickets, PayTunnel, PlacePassenger, TakeCard
from ttrn.analysis.annotating import annotate, better_text
from ttrn.analysis.decisions import Decision, by_turn, decisions, judge, judge_turn, lost_by, lost_together, mark_of
from ttrn.analysis.gate import Gate
from ttrn.analysis.moments import Place, every_moment, moments_of
from ttrn.analysis.work_file import WorkFile
from ttrn.boards import board
from ttrn.core.engine import legal_actions
from ttrn.core.state import SETUP
from ttrn.notation.game import Variation
from ttrn.notation.records import Draw, Keep, Turn
from ttrn.replays import Timeline

BOARDS = ["usa", "europe", "marklin", "cardgame"]


def invented(game: ttrn.GameRecord, name: str) -> list[Decision]:
    """Return decisions in which some other legal move, of any kind, is said to be better."""
    rng = random.Random(name)
    found: list[Decision] = []
    for number, moment in list(moments_of(game, board(name)).items())[::4]:
        kinds: dict[type, list[Action]] = {}
        for action in legal_actions(moment.seen()):
            kinds.setdefault(type(action), []).append(action)
        best = rng.choice(rng.choice(list(kinds.values())))
        if best != moment.played:
            found.append(Decision(number, moment.state.seat, moment.played, best, 0.3, 0.01, 0.5, 800))
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_marked_records_are_sound_and_their_better_lines_legal(name: str) -> None:
    game = ttrn.play_game(name, ["greedy", "planner"], seed=3)
    found = invented(game, name)
    marked = annotate(game, found, board(name))
    (again,), problems = ttrn.loads(ttrn.dumps(marked))
    assert (again, problems) == (marked, ())
    assert ttrn.replay(again).problems == ()
    assert sum(isinstance(entry, Variation) for entry in again.entries) == len(found) > 10
    assert [turn.action for turn in again.turns] == [turn.action for turn in game.turns]
    assert sum("??" in turn.marks for turn in again.turns) == len(found)


LATER = {
    "usa": (TakeCard, KeepTickets),
    "europe": (TakeCard, KeepTickets, PayTunnel, GiveUpTunnel),
    "marklin": (TakeCard, KeepTickets, PlacePassenger),
    "cardgame": (TakeCard, KeepTickets),
}


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_decided_later_in_a_turn_can_be_marked_too(name: str) -> None:
    """Some other choice is said to be better: the variation begins as the turn did, and goes on so."""
    on = board(name)
    kinds: set[type] = set()
    for seed in (3, 11):
        game = ttrn.play_game(name, ["greedy", "planner", "random"], seed=seed)
        rng = random.Random(seed)
        found: list[Decision] = []
        for place, moment in every_moment(game, on).items():
            if place.step or moment.state.phase == SETUP:
                kinds.add(type(moment.played))
                best = rng.choice([action for action in moment.legal if action != moment.played])
                seat = moment.state.seat
                found.append(Decision(place.turn, seat, moment.played, best, 0.3, 0.01, 0.5, 800, place.step))
        marked = annotate(game, found, on)
        (again,), problems = ttrn.loads(ttrn.dumps(marked))
        assert (again, problems) == (marked, ())
        assert ttrn.replay(again).problems == ()
        variations = [entry.entries[0] for entry in again.entries if isinstance(entry, Variation)]
        for line, decision in zip(variations, [one for one in found if one.turn], strict=True):
            played = game.turns[decision.turn - 1].action
            assert isinstance(line, Turn)
            assert line.action != played
            if isinstance(line.action, Draw) and isinstance(played, Draw):
                assert line.action.takes[0] == played.takes[0]
        keeps = [entry for entry in again.entries if isinstance(entry, Keep)]
        assert [keep.comment is not None and "(the tickets kept)" in keep.comment.text for keep in keeps] == [True] * 3
        first = found[0]
        assert better_text(game, on, first) in str(keeps[0].comment)
    assert kinds == set(LATER[name])


def test_a_mark_needs_two_standard_errors() -> None:
    def mark(loss: float, error: float) -> str:
        taken, blind = ttrn.legal_actions(ttrn.replay(GAME).state(4))[:2]
        return Decision(5, 0, taken, blind, loss, error, 0.5, 100).mark

    assert [mark(0.3, 0.04), mark(0.3, 0.06), mark(0.3, 0.11), mark(0.3, 0.2)] == ["??", "?", "?!", ""]
    assert mark_of(-0.1) == ""


GAME = ttrn.play_game("usa", ["random", "planner"], seed=6)


def test_moves_are_judged_by_what_their_player_knew() -> None:
    """The same turn is judged the same from the record of all cards and from that of its player."""
    on = board("usa")
    turn = 61
    hers = ttrn.redact(GAME, "ann")
    whole, own = (judge_turn(game, on, turn, 12, 1) for game in (GAME, hers))
    assert whole
    assert whole == own
    assert judge_turn(hers, on, turn + 1, 12, 1) == ()  # of Bob's cards she knows too little


@pytest.mark.parametrize("name", BOARDS)
def test_later_decisions_are_judged_by_what_their_player_knew_then(name: str) -> None:
    """After the first card, the tickets seen or the cards at a tunnel; in the setup nobody has seen others choose."""
    on = board(name)
    game = ttrn.play_game(name, ["greedy", "planner"], seed=3)
    views = [ttrn.redact(game, player) for player in ("ann", "bob")]
    every = every_moment(game, on)
    for seat in (0, 1):
        own = [place for place, moment in every.items() if moment.state.seat == seat]
        assert list(every_moment(views[seat], on)) == own
        assert Place(0, seat) in own
    kinds: dict[type, int] = {}
    for place, moment in every.items():
        kinds[type(moment.played)] = kinds.get(type(moment.played), 0) + 1
        if (place.step or not place.turn) and kinds[type(moment.played)] < 4:
            assert judge(game, on, place, 6, 1) == judge(views[moment.state.seat], on, place, 6, 1)
    for moment in (every[Place(0, 0)], every[Place(0, 1)]):
        state = moment.seen()
        assert [len(tickets) for tickets in state.tickets] == [0, 0]
        assert sum(state.unknown_tickets[1]) == 0


SECOND_CARD = """[Game "usa"]
[Position "usa turn=65 next=ann; ann hand=K3 trains=8 score=68 tickets=VAN-SFE,WIN-HOU,WIN-LIT,VAN-MON \
routes=CAL-HEL,CAL-VAN,DAL-ELP,DAL-LIT,DEN-HEL,DEN-SFE,ELP-HOU,ELP-SFE,HEL-WIN,SSM-WIN; bob hand=?8 trains=3 score=86 \
tickets=POR-PHO,SEA-NYC routes=CHI-DUL,CHI-PIT#1,DEN-PHO,DEN-SLC#1,DUL-HEL,DUL-TOR,HEL-SEA,NYC-WAS#1,PIT-WAS,POR-SLC; \
market=ROYK2 deck=94 tickets=?23/DEN-PIT"]
player ann
player bob
65. ann draw K>? R>?
"""
"""Two more black cards join Vancouver and Montréal, and lie there; Bob is about to end the game."""

TICKETS = """[Game "usa"]
[Position "usa turn=69 next=ann last=2; ann hand=RO3Y3B3P3K4W7 trains=15 score=60 tickets=LAX-MIA,LAX-NYC \
routes=ATL-NOL#2,ATL-RAL#1,ELP-HOU,ELP-LAX,HOU-NOL,MIA-NOL,NYC-PIT#1,PIT-RAL; bob hand=?1 trains=2 score=69 \
tickets=BOS-MIA,LAX-CHI routes=ATL-CHA,ATL-NAS,BOS-NYC#1,CAL-HEL,CHA-MIA,CHA-RAL,CHI-DUL,DEN-HEL,DEN-PHO,DUL-HEL,\
DUL-SSM,LAX-PHO,NYC-WAS#1,RAL-WAS#1; market=B3K2 deck=2 discards=R11O9Y8G11B6P9K5W5L14 tickets=?24/SSM-OKC/SEA-LAX"]
player ann
player bob
69. ann tickets SEA-NYC | VAN-MON NYC-ATL
"""
"""It is her last turn; New York and Atlanta are joined already, Seattle is far away."""


@pytest.mark.parametrize(
    ("text", "words", "better"),
    [
        (SECOND_CARD, "the second card", "draw K>? K>?"),
        (TICKETS, "the tickets kept", "tickets NYC-ATL | SEA-NYC VAN-MON"),
    ],
    ids=["second card", "tickets"],
)
def test_a_blunder_later_in_a_turn_is_marked(text: str, words: str, better: str) -> None:
    (game,), problems = ttrn.loads(text.replace("\\\n", ""))
    on = board("usa")
    timeline = Timeline(game, on)
    assert (problems, timeline.problems) == ((), ())
    found = list(decisions(timeline, 40, cores=1))
    worst = next(by_turn(found))[0]
    assert (worst.step, worst.mark) == (1, "??")
    assert better_text(game, on, worst) == better
    (again,), _ = ttrn.loads(ttrn.dumps(annotate(game, found, on)))
    (turn,) = again.turns
    assert turn.marks == ("??",)
    assert turn.comment is not None
    assert turn.comment.text.startswith(f"blunder ({words}): {better} wins more often by")
    assert ttrn.replay(again).problems == ()
    assert lost_together(found).loss == pytest.approx(sum(one.loss for one in found))
    assert lost_by(0, found).loss == pytest.approx(sum(one.loss for one in found if one.contested))


def test_work_that_was_stopped_goes_on(tmp_path: Path) -> None:
    short = ttrn.GameRecord(GAME.entries[: GAME.entries.index(GAME.turns[3])])
    timeline = Timeline(short, board("usa"))
    moments = every_moment(short, timeline.board)
    path = tmp_path / "work"
    first = list(decisions(timeline, 6, cores=1))
    assert [decision.place for decision in first] == list(moments)
    assert [place.turn for place in moments if not place.step] == [0, 1, 2, 3]
    assert Place(0, 1) in moments
    work = WorkFile(path, short, 6, 1)
    for decision in first[:4]:
        work.add(decision, moments[decision.place])
    with path.open("a") as file:
        file.write('{"turn": 2, "st')  # killed here
    known = WorkFile(path, short, 6, 1).known(moments)
    assert list(known.values()) == first[:4]
    assert list(decisions(timeline, 6, cores=1, known=known)) == first
    work = WorkFile(path, short, 6, 1)
    work.add(first[4], moments[first[4].place])
    assert list(WorkFile(path, short, 6, 1).known(moments)) == list(moments)[:5]
    # A file of the version that judged the first decision of a turn only is judged anew.
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(lines[0].replace('"version": 2', '"version": 1') + '{"turn": 1, "best": -1, "loss": 0.0}\n')
    assert WorkFile(path, short, 6, 1).known(moments) == {}
    assert path.read_text() == lines[0]
    assert WorkFile(path, short, 7, 1).known(moments) == {}
    path.write_text('[Game "usa"]')
    with pytest.raises(ValueError, match="is not a file in which a deep analysis was kept"):
        WorkFile(path, short, 6, 1)
    assert path.read_text() == '[Game "usa"]'


def test_the_gate_holds_only_if_marks_are_confirmed_and_better_bots_lose_less() -> None:
    losses = {"random": 0.04, "greedy": 0.03, "planner": 0.02, "thinker": 0.01}
    assert Gate(10, 7, losses).holds
    assert not Gate(10, 6, losses).holds
    assert not Gate(3, 3, losses).holds
    assert not Gate(10, 10, losses | {"thinker": 0.02}).holds
    assert not Gate(10, 10, {}).holds
