"""Simulated games recorded by taps only: the text that grows with them is the record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import ttrn
from tests.recording.tapping import Line, as_asked, as_recorded, board_of, claims_of, lines_of, tap_turn
from tests.replays.cut_down import board_lines
from ttrn.boards import board
from ttrn.core.actions import ClaimRoute
from ttrn.core.engine import legal_actions
from ttrn.core.state import MAIN, SCORING
from ttrn.hidden import redact
from ttrn.notation import GameRecord
from ttrn.notation.records import Claim, Sheet
from ttrn.notation.writer import format_entry
from ttrn.play import play_random
from ttrn.recording.answering import VERSION, answer, answer_json
from ttrn.recording.turns import ask_turn
from ttrn.replays.choosing import claimable

BOARDS = ("usa", "europe", "marklin", "cardgame")
VIEWS = ("full", "ann", "public")
SAMPLES = (
    "sample_games/europe/every_action.ttrn",
    "sample_games/marklin/every_action.ttrn",
    "sample_games/marklin/seen_by_ann.ttrn",
    "sample_games/cardgame/three_players.ttrn",
)


def game_of(name: str, seed: int, view: str = "full", players: int = 0) -> GameRecord:
    on = board(name)
    game = play_random(on, players or 2 + seed % (on.tables.max_players - 1), seed)
    return game if view == "full" else redact(game, view)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("view", VIEWS)
def test_every_turn_can_be_tapped(name: str, view: str) -> None:
    for seed in range(2):
        game = game_of(name, seed, view)
        timeline = ttrn.replay(game)
        for number, turn in enumerate(game.turns, 1):
            before = timeline.state(number - 1)
            if before.phase == SCORING:
                continue  # what is dealt then is asked for first
            seat, sees = before.names.index(turn.player), view in ("full", turn.player)
            asking = ask_turn(before, seat, sees=sees)
            found, taps = tap_turn(asking, turn, timeline.board, timeline.state(number), sees=sees)
            assert as_asked(found) == as_asked(turn), taps


@pytest.mark.parametrize("name", BOARDS[:3])
@pytest.mark.parametrize("view", VIEWS)
def test_every_claim_of_a_game_is_listed_before_it_is_made(name: str, view: str) -> None:
    for seed in range(3):
        game = game_of(name, seed, view)
        timeline = ttrn.replay(game)
        for number, turn in enumerate(game.turns, 1):
            if isinstance(turn.action, Claim) and not turn.action.given_up:
                before, after = timeline.state(number - 1), timeline.state(number)
                gained = {i for i, owner in enumerate(after.owners) if owner != before.owners[i]}
                listed = dict(claimable(before))
                assert gained <= set(listed), (number, turn)


@pytest.mark.parametrize("name", BOARDS[:3])
def test_what_is_marked_as_sure_is_what_the_known_cards_allow(name: str) -> None:
    for view in VIEWS:
        timeline = ttrn.replay(game_of(name, 7, view))
        for number in range(0, timeline.last, 5):
            state = timeline.state(number)
            if state.phase == MAIN:
                legal = {action.route for action in legal_actions(state) if isinstance(action, ClaimRoute)}
                assert {route for route, sure in claimable(state) if sure} == legal


# --- whole games through the one function ----------------------------------------------------------------------------


class Recording:
    """A text that grows with taps."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found = answer({"version": VERSION, "text": text})

    @classmethod
    def begun(cls, game: GameRecord, level: str, view: int | None = 0) -> Recording:
        """Begin the record of a game with nothing but its players."""
        players = [{"name": player.id} for player in game.players]
        begin = {"board": game.board, "players": players, "level": level, "view": view}
        return cls(answer({"version": VERSION, "begin": begin})["text"])

    def record(self, line: Line, **more: Any) -> None:
        """Tap a line: its first tap is offered, and the record is sound with it."""
        if line.player:
            more["player"] = line.player
        if line.player and line.player != self.found["next"]["player"]:
            self.found = answer({"text": self.text, "player": line.player})
        assert line.taps[0] in [choice["tap"] for choice in self.found["question"]["choices"]], line
        self.found = answer({"version": VERSION, "text": self.text, "taps": line.taps, **more})
        assert "error" not in self.found, (line, self.found)
        assert self.found["text"] != self.text, (line, self.found["question"])
        assert not self.found["problems"], (line, self.found["problems"])
        self.text = self.found["text"]

    @property
    def game(self) -> GameRecord:
        """The record, which is canonical."""
        (game,) = ttrn.loads(self.text).games
        assert ttrn.dumps(game) == self.text
        return game


@pytest.mark.parametrize(("name", "players"), [("usa", 2), ("europe", 2), ("marklin", 2), ("cardgame", 4)])
@pytest.mark.parametrize("view", ["full", "ann"])
def test_a_whole_game_by_taps(name: str, players: int, view: str) -> None:
    game = game_of(name, 20, view, players)
    recording = Recording.begun(game, "full" if view == "full" else "view")
    for line in lines_of(game, view):
        recording.record(line)
    assert ttrn.dumps(as_recorded(recording.game)) == ttrn.dumps(as_recorded(game))
    timeline = ttrn.replay(game)
    assert recording.found["over"]
    totals = {seat["id"]: seat["total"][0] for seat in recording.found["end"]["seats"]}
    assert totals == {timeline.final.names[score.seat]: score.total for score in timeline.outcome.seats}


@pytest.mark.parametrize("path", SAMPLES)
def test_the_sample_games_by_taps(path: str) -> None:
    (game,) = ttrn.loads(Path(path).read_text(encoding="utf-8")).games
    view = game.tags.get("View", "full")
    recording = Recording.begun(game, "full" if view == "full" else "view")
    for line in lines_of(game, view):
        recording.record(line)
    found, wanted = as_recorded(recording.game), as_recorded(game)
    assert found.turns == wanted.turns
    assert len(found.entries) == len(wanted.entries)


def test_the_setup_can_be_told_after_turns() -> None:
    game = game_of("europe", 20, "ann", 2)
    lines = [*lines_of(game, "ann", 12)]
    setup = [line for line in lines if not line.player]
    recording = Recording.begun(game, "view")
    for line in [*lines[len(setup) :], *setup[::-1]]:
        recording.record(line)
    known = ttrn.dumps(as_recorded(game)).splitlines()
    assert recording.text.splitlines() == known[: len(recording.text.splitlines())]


@pytest.mark.parametrize("name", BOARDS[:3])
def test_claims_are_one_tap_each(name: str) -> None:
    timeline = ttrn.replay(game_of(name, 4, players=3))
    lines, wanted = claims_of(timeline)
    recording = Recording.begun(wanted, "claims")
    for line in lines:
        recording.record(line)
    assert recording.text == ttrn.dumps(wanted)
    assert ttrn.replay(recording.game).final.owners == timeline.final.owners


@pytest.mark.parametrize("name", BOARDS[:3])
def test_a_final_board_by_taps_gives_the_score_sheet(name: str) -> None:
    timeline = ttrn.replay(game_of(name, 9, players=3))
    lines, wanted = board_of(timeline)
    recording = Recording.begun(wanted, "board")
    for line in lines:
        recording.record(line)
    assert recording.text == ttrn.dumps(wanted)
    for sheet in [line for line in board_lines(timeline) if isinstance(line, Sheet)]:
        recording = Recording(answer({"text": recording.text, "typed": format_entry(sheet, 0)[0]})["text"])
    end = recording.found["end"]
    assert [seat["total"][0] for seat in end["seats"]] == [score.total for score in timeline.outcome.seats]
    assert end["winners"] == [timeline.final.names[seat] for seat in timeline.outcome.winners]


# --- mistakes --------------------------------------------------------------------------------------------------------

BEGUN = """[Game "usa"]
[View "ann"]

player ann
player bob

ann deal RRBL
market RGLKW

1. ann draw R>Y ?K
2. bob draw ? ?
3. ann draw G>B ?B
"""


def test_a_turn_can_be_put_in_replaced_and_taken_out() -> None:
    found = answer({"text": BEGUN, "taps": ["draw ?", "draw ?"], "at": 2, "how": "insert", "player": "bob"})
    assert "2. bob draw ? ?\n3. bob draw ? ?\n4. ann draw G>B ?B\n" in found["text"]
    assert found["problems"][0]["rule"] == "TURN-1"
    found = answer({"text": found["text"], "at": 3, "delete": True})
    assert found["text"] == BEGUN
    found = answer({"text": BEGUN, "taps": ["draw L", "G"], "at": 1, "how": "replace"})
    assert "1. ann draw L>G\n2. bob" in found["text"]
    assert found["line"] == "1. ann draw L>G"


@pytest.mark.parametrize("name", BOARDS)
def test_a_mistake_is_made_found_and_corrected(name: str) -> None:
    game = game_of(name, 20, "full", 2)
    lines = [*lines_of(game, most=24)]
    recording = Recording.begun(game, "full")
    for line in lines:
        recording.record(line)
    text = recording.text
    turns = [line for line in lines if line.player]
    for number in (1, 9, 17):
        line = turns[number - 1]
        there = {"at": number, "taps": line.taps, "player": line.player}
        # One that was forgotten is found missing, and put in.
        found = answer({"text": text, "at": number, "delete": True})
        assert found["problems"]
        assert answer({"text": found["text"], **there, "how": "insert"})["text"] == text
        # One that nobody played is found, and taken out.
        found = answer({"text": text, **there, "how": "insert"})
        assert found["problems"]
        assert answer({"text": found["text"], "at": number, "delete": True})["text"] == text
        # One that was written down wrongly is found, with a cure, and corrected.
        found = answer({"text": text, "at": number, "how": "replace", "anyway": True, "taps": ["pass"]})
        assert found["line"] == f"{number}. {line.player} pass ; recorded anyway"
        assert found["problems"][0]["turn"] == number
        assert answer({"text": found["text"], **there, "how": "replace"})["text"] == text
    # A line of the setup likewise.
    for place, line in zip([one["line"] for one in recording.found["statements"]], lines, strict=False):
        found = answer({"text": text, "line": place, "taps": line.taps[1:]})
        assert as_recorded(ttrn.loads(found["text"]).games[0]) == as_recorded(recording.game)
        gone = answer({"text": text, "line": place, "delete": True})
        assert len(gone["statements"]) == len(recording.found["statements"]) - 1


ANYWAY = [
    ("usa", ["claim", "claim 5", "R", "G", "done"], "claim ATL-RAL#1 RG"),
    ("usa", ["draw", "draw L", "-", "draw ?", "K"], "draw L>- ?K"),
    ("usa", ["tickets", "3", "-1", "done", "4", "done"], "tickets CHI-NOL ? | CHI-SFE"),
    ("europe", ["claim", "claim 92", "?", "R", "G", "?", "paid", "done"], "claim SAR-SOF ? !RG?"),
    ("europe", ["claim", "claim 92", "R", "R", "done", "R", "done", "paid", "G", "done"], "claim SAR-SOF RR !R +G"),
    ("europe", ["claim", "claim 92", "R", "R", "done", "R", "G", "G", "give up"], "claim SAR-SOF RR !RGG x"),
    ("europe", ["station", "station 3", "R", "G", "done"], "station BAR RG"),
    ("marklin", ["ride", "0", "25", "done", "T", "done"], "ride AUG-MUN T"),
    ("marklin", ["claim", "claim 2", "R", "done", "passenger 0"], "claim AUG-NUR R @AUG"),
    ("cardgame", ["play", "R", "G", "done"], "play RG"),
    ("cardgame", ["pass"], "pass"),
]


@pytest.mark.parametrize(("name", "taps", "words"), ANYWAY)
def test_what_no_rule_allows_can_be_tapped(name: str, taps: list[str], words: str) -> None:
    text = Recording.begun(game_of(name, 1, players=2), "full").text
    for number in range(len(taps)):
        question = answer({"text": text, "taps": taps[:number], "anyway": True})["question"]
        if taps[number] not in [choice["tap"] for choice in question["choices"]]:
            raise AssertionError((question["text"], [choice["tap"] for choice in question["choices"]]))
    found = answer({"text": text, "taps": taps, "anyway": True})
    assert found["line"].removesuffix(" ; recorded anyway") == f"1. ann {words}"
    assert found["line"].endswith(" ; recorded anyway") == bool(found["problems"])


def test_before_a_turn_the_table_is_as_it_was_then() -> None:
    found = answer({"text": BEGUN, "at": 3, "how": "replace"})
    assert (found["at"], found["next"], found["market"]) == (3, {"number": 3, "player": "ann"}, "YGKWL")
    assert [turn["text"] for turn in found["turns"]] == ["draw R>Y ?K", "draw ? ?", "draw G>B ?B"]


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"text": BEGUN, "taps": ["draw P"]}, "not among the choices"),
        ({"text": BEGUN, "taps": ["claim 999"]}, "not among the choices"),
        ({"text": BEGUN, "how": "sideways"}, "append, insert or replace"),
        ({"text": BEGUN, "how": "insert"}, "its number is needed"),
        ({"text": BEGUN, "at": "3"}, "number of a turn"),
        ({"text": 7}, "texts"),
        ({"text": BEGUN, "taps": [3]}, "list of texts"),
        ({"text": BEGUN, "player": "eve"}, '"eve"'),
        ({"text": BEGUN, "at": 99, "delete": True}, "no turn of this number"),
        ({"text": BEGUN, "version": 99}, "load it anew"),
        ({"text": '[Game "atlantis"]\n\nplayer ann\n'}, "atlantis"),
    ],
)
def test_a_wrong_question_gets_words_and_keeps_the_text(request_: dict[str, Any], words: str) -> None:
    found = answer(request_)
    assert words in found["error"]
    assert found["text"] == str(request_["text"])


def test_what_cannot_be_read_is_told_with_its_place() -> None:
    found = answer({"text": BEGUN + "4. bob clam SEA-POR\n"})
    assert [(problem["line"], problem["rule"]) for problem in found["problems"]] == [(13, "TEXT-LINE")]
    assert answer({"text": ""})["problems"]


def test_answers_are_the_same_bytes_each_time() -> None:
    question = json.dumps({"text": BEGUN, "taps": []})
    assert answer_json(question) == answer_json(question)
    assert "no JSON" in answer_json("{")
    assert "no object" in answer_json("[]")


def test_a_ticket_under_the_deck_is_not_offered_while_others_lie_on_it() -> None:
    text = (
        '[Game "usa"]\n\nplayer ann\nplayer bob\n\nann deal RRBL\nbob deal GGGG\nmarket RGLKW\n'
        "ann keep SEA-LAX POR-PHO | DUL-HOU\nbob keep LAX-NYC CHI-NOL | SEA-NYC\n"
    )
    asked = answer({"text": text, "taps": ["tickets"]})["question"]
    offered = {ttrn.board("usa").tickets[int(choice["tap"])] for choice in asked["choices"] if choice["tap"].isdigit()}
    assert len(offered) == 30 - 6
