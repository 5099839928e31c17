"""Simulated games recorded by taps only: the text that grows with them is the record."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import ttrn
from tests.recording.tapping import tap_turn
from tests.replays.cut_down import FINISHED, board_lines, claim_lines, record
from ttrn.boards import board
from ttrn.core.actions import ClaimRoute
from ttrn.core.engine import legal_actions
from ttrn.core.state import MAIN, SCORING, State
from ttrn.hidden import redact
from ttrn.notation import Deal, GameRecord, Keep, Market, Turn
from ttrn.notation.records import Claim, FinalRoutes, FinalStations, Reveal, Statement, TakeTickets, UnknownTicket
from ttrn.play import play_random
from ttrn.recording.answering import VERSION, answer, answer_json
from ttrn.recording.turns import ask_turn
from ttrn.replays.choosing import claimable
from ttrn.replays.resolve import resolve_city, resolve_ticket

BOARDS = ("usa", "europe", "marklin", "cardgame")
VIEWS = ("full", "ann", "public")


def game_of(name: str, seed: int, view: str = "full", players: int = 0) -> GameRecord:
    on = board(name)
    game = play_random(on, players or 2 + seed % (on.tables.max_players - 1), seed)
    return game if view == "full" else redact(game, view)


def as_asked(turn: Turn) -> Turn:
    """Return a turn with the tickets that go back in one order: nobody tells in which they were put under the deck."""
    if not isinstance(turn.action, TakeTickets):
        return turn
    return replace(turn, action=replace(turn.action, returned=tuple(sorted(turn.action.returned, key=str))))


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

    def record(self, taps: list[str], **more: Any) -> None:
        self.found = answer({"version": VERSION, "text": self.text, "taps": taps, **more})
        assert "error" not in self.found, (taps, self.found)
        assert self.found["text"] != self.text, (taps, self.found["question"])
        assert not self.found["problems"], (taps, self.found["problems"])
        self.text = self.found["text"]

    def turn(self, turn: Turn, before: State, after: State, *, sees: bool) -> None:
        """Tap a turn; before it what is offered first must be what the table allows."""
        asking = ask_turn(before, before.names.index(turn.player), sees=sees)
        _, taps = tap_turn(asking, turn, before.board, after, sees=sees)
        assert taps[0] in [choice["tap"] for choice in self.found["question"]["choices"]]
        self.record(taps, player=turn.player)


def head_of(game: GameRecord) -> str:
    """Return the tags and players of a game: what is known before the first tap."""
    count = next(i for i, e in enumerate(game.entries) if type(e).__name__ not in ("Tag", "Player", "Comment"))
    return ttrn.dumps(GameRecord(game.entries[:count]))


def setup_taps(game: GameRecord, line: Statement) -> list[str]:
    on = board(game.board)
    match line:
        case Deal(player, cards):
            given = on.tables.dealt_locomotives
            return [f"deal {player}", *(cards.replace("L", "", given) if given else cards)]
        case Market(cards, flushes):
            return ["market", *cards, *"".join(flushes)]
        case Keep(player, kept, returned):
            named = [*kept, *returned]
            seen = not any(isinstance(ticket, UnknownTicket) for ticket in named)
            numbers = [-2 if ticket.deck == "l" else -1 for ticket in named if isinstance(ticket, UnknownTicket)]
            if seen:
                numbers = [int(str(resolve_ticket(on, ticket))) for ticket in named]
            mixed = ttrn.replay(game).final.ticket_decks if not on.tables.setup_tickets.decks else []
            decks = [int(n < -1) if n < 0 else int(on.tickets[n].deck == "long") for n in numbers]
            mix = [f"{decks.count(0)} {decks.count(1)}"] if len(mixed) > 1 else []
            ordered = sorted(zip(decks, numbers, strict=True), key=lambda one: one[0])
            named = [n for _, n in ordered]
            chosen = [n for n in named if n in numbers[: len(kept)]] if seen else numbers[: len(kept)]
            return [f"keep {player}", *mix, *(map(str, named) if seen else ()), " ".join(map(str, chosen))]
        case _:
            raise AssertionError(line)


@pytest.mark.parametrize(("name", "players"), [("usa", 3), ("europe", 2), ("marklin", 3), ("cardgame", 2)])
@pytest.mark.parametrize("view", ["full", "ann"])
def test_a_whole_game_by_taps(name: str, players: int, view: str) -> None:
    game = game_of(name, 11, view, players)
    timeline = ttrn.replay(game)
    recording = Recording(head_of(game))
    number = 0
    for entry in game.entries:
        if isinstance(entry, Deal | Keep | Market) and not number:
            if not (isinstance(entry, Deal) and "?" in entry.cards):
                recording.record(setup_taps(game, entry))
        elif isinstance(entry, Turn):
            number += 1
            sees = view in ("full", entry.player)
            recording.turn(entry, timeline.state(number - 1), timeline.state(number), sees=sees)
        elif isinstance(entry, Reveal):
            tickets = [str(resolve_ticket(timeline.board, ticket)) for ticket in entry.tickets]
            due = timeline.state(timeline.last).unknown_tickets[timeline.final.names.index(entry.player)]
            if sum(due):
                recording.record([f"reveal {entry.player}", *tickets[-sum(due) :]])
    assert recording.found["over"]
    if not any(line.startswith("score ") for line in recording.text.split("\n")):
        recording.record(["score"])
    (found,) = ttrn.loads(recording.text).games
    assert [as_asked(turn) for turn in found.turns] == [as_asked(turn) for turn in game.turns]
    assert ttrn.dumps(found) == recording.text
    assert ttrn.judge(found).status in ("exact", "consistent")
    totals = {seat["id"]: seat["total"][0] for seat in recording.found["end"]["seats"]}
    assert totals == {timeline.final.names[score.seat]: score.total for score in timeline.outcome.seats}


@pytest.mark.parametrize("name", BOARDS[:3])
def test_claims_are_one_tap_each(name: str) -> None:
    timeline = ttrn.replay(game_of(name, 4, players=3))
    wanted = record(timeline, *claim_lines(timeline, tracks=True), level="claims")
    recording = Recording(ttrn.dumps(record(timeline, level="claims")))
    steps = ttrn.replay(wanted)
    for number, turn in enumerate(wanted.turns, 1):
        recording.found = answer({"text": recording.text, "player": turn.player})
        before = steps.state(number - 1)
        recording.turn(turn, before, steps.final, sees=False)
    (found,) = ttrn.loads(recording.text).games
    assert ttrn.replay(found).final.owners == ttrn.replay(wanted).final.owners
    assert [turn.player for turn in found.turns] == [turn.player for turn in wanted.turns]


@pytest.mark.parametrize("name", BOARDS[:2])
def test_a_final_board_by_taps_gives_the_score_sheet(name: str) -> None:
    timeline = ttrn.replay(game_of(name, 9, players=4))
    on = timeline.board
    recording = Recording(ttrn.dumps(record(timeline, FINISHED)))
    for line in board_lines(timeline):
        match line:
            case FinalRoutes(player):
                mine = timeline.final.routes_of(timeline.final.names.index(player))
                recording.record([f"routes {player}", *[str(route) for route in mine], "done"])
            case FinalStations(player, cities):
                found = [resolve_city(on, city) for city in cities]
                recording.record([f"stations {player}", *[str(c.index) for c in found if hasattr(c, "index")], "done"])
            case Reveal(player, tickets):
                recording.record([f"reveal {player}", *[str(resolve_ticket(on, t)) for t in tickets], "done"])
            case _:
                pass
    end = recording.found["end"]
    assert [seat["total"] for seat in end["seats"]] == [[score.total, "computed"] for score in timeline.outcome.seats]
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
