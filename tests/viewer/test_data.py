"""The viewer data of a game: every record makes some, and it agrees with the timeline."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ttrn
from ttrn.boards import Board, BoardError
from ttrn.core.cards import letters
from ttrn.core.scoring import score_game
from ttrn.hidden import PUBLIC, Budget
from ttrn.hidden.known_then import record_until
from ttrn.notation import GameRecord, read
from ttrn.replays import Timeline
from ttrn.resources import resource
from ttrn.viewer import as_seen_by, chances, inferred, state_at, viewer_data

CASES = Path(__file__).parents[1] / "cases"
SAMPLES = sorted(resource("sample_games").rglob("*.ttrn"))
ARCHIVE = resource("sample_games", "simulated", "archive.ttrn.zst")


def games_of(path: Path) -> list[tuple[GameRecord, Board | None]]:
    """Return the games of a file that can be read, each with the board that a case names."""
    text = path.read_text(encoding="utf-8")
    on = re.search(r"^; board: (\S+)$", text, re.MULTILINE)
    board = ttrn.board(str(CASES / "boards" / on[1])) if on else None
    return [(game, board) for game in ttrn.loads(text).games]


def whole(found: dict[str, Any], line: int = 0) -> Iterator[dict[str, Any]]:
    """Put the frames of a line together again, as a page does."""
    table: dict[str, Any] = {"owners": {}, "seats": {}}
    before = found["lines"][line]
    frames = [*before["frames"]]
    while "parent" in before:
        parent = found["lines"][before["parent"]]
        frames = [*parent["frames"][: before["at"]], *frames]
        before = parent
    for frame in frames:
        for key, value in frame.items():
            if key == "seats":
                for seat, facts in value.items():
                    table["seats"][seat] = table["seats"].get(seat, {}) | facts
            elif isinstance(value, dict):
                table[key] = table.get(key, {}) | value
            else:
                table[key] = value
        yield json.loads(json.dumps(table))


def check_film(timeline: Timeline) -> dict[str, Any]:
    """Compare viewer data with the timeline that it is of."""
    found: dict[str, Any] = json.loads(json.dumps(viewer_data(timeline)))
    frames = list(whole(found))
    told = [[seat["score"] for seat in frame["seats"].values()] for frame in frames]
    assert len(found["lines"][0]["frames"]) == 1 + len(timeline.game.turns)
    assert told[-1] == timeline.final.scores
    if timeline.scores:  # none where the position that a record starts from cannot be read
        assert told[1:-1] == timeline.scores[:-1]
    owners = {int(route): owner for route, owner in frames[-1]["owners"].items() if owner >= 0}
    assert owners == {route: owner for route, owner in enumerate(timeline.final.owners) if owner >= 0}
    if timeline.game.players:
        check_sheet(timeline, found["end"])
    problems = [text for line in found["lines"] for frame in line["frames"] for text in frame.get("problems", ())]
    assert len(problems) == len(timeline.problems)
    return found


def check_sheet(timeline: Timeline, end: dict[str, Any]) -> None:
    """Compare the score sheet with the outcome, and add it up."""
    for score, facts in zip(timeline.outcome.seats, end["seats"], strict=True):
        assert (facts["rank"], facts["total"]) == (score.rank, score.total)
        routes = sum(points for _, points in facts.get("routes", ()))
        tickets = sum(ticket["points"] for ticket in facts["tickets"])
        assert routes + tickets + facts["bonus"] + sum(points for _, points in facts["extras"]) == score.total
        if facts["cards"]:
            assert sum(card[2] for card in facts["cards"]) == facts["bonus"]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_sample_games_make_films_that_agree_with_their_timelines(path: Path) -> None:
    for game, board in games_of(path):
        found = check_film(ttrn.replay(game, board))
        assert len(json.dumps(found, ensure_ascii=False, separators=(",", ":"))) < 100_000


def test_simulated_games_make_films_too() -> None:
    readings = [game for game, _ in read(ARCHIVE) if game is not None]
    assert len(readings) > 300
    for game in readings[::15]:
        check_film(ttrn.replay(game))


@pytest.mark.parametrize("game", ["usa", "europe", "marklin", "cardgame", "house"])
def test_every_case_can_be_viewed_whatever_is_wrong_with_it(game: str) -> None:
    paths = sorted((CASES / game).glob("*.ttrn"))
    assert paths
    for path in paths:
        for record, board in games_of(path):
            try:
                timeline = ttrn.replay(record, board)
            except BoardError:
                continue  # there is nothing to replay it on
            check_film(timeline)


# --- what a frame tells ----------------------------------------------------------------------------------------------


def sample(*parts: str) -> Timeline:
    ((game, board),) = games_of(resource("sample_games", *parts))
    return ttrn.replay(game, board)


def frames_of(timeline: Timeline) -> list[dict[str, Any]]:
    frames: list[dict[str, Any]] = viewer_data(timeline)["lines"][0]["frames"]
    return frames


def test_hands_market_and_piles_are_those_of_the_state() -> None:
    timeline = sample("annotated", "usa.ttrn")
    frames = list(whole(viewer_data(timeline)))
    for number in (0, 1, 27, 60):
        state = timeline.state(number)
        assert [seat["hand"] for seat in frames[number]["seats"].values()] == [letters(hand) for hand in state.hands]
        assert frames[number]["market"] == letters(state.market)
        assert (frames[number]["deck"], frames[number]["discards"]) == (state.deck_size, sum(state.discards))
        assert [seat["trains"] for seat in frames[number]["seats"].values()] == state.trains


def test_turns_are_told_in_words_and_as_written() -> None:
    frames = frames_of(sample("annotated", "usa.ttrn"))
    assert frames[3]["words"] == "Ann claims Calgary–Helena with 4 red for 7 points"  # noqa: RUF001
    assert frames[3]["text"] == "3. ann claim CAL-HEL RRRR $!"
    assert frames[3]["marks"] == ["!"]
    assert "four reds" in frames[3]["comments"][0]
    assert frames[2]["words"] == "Bob draws a blue card and a red card from the deck"
    assert frames[24]["words"] == "Bob takes a locomotive"


WORDS = {
    ("europe", "every_action.ttrn"): ["builds a station in", "gives up, and takes the cards back", "turned over:"],
    ("marklin", "every_action.ttrn"): ["and places a passenger in", "moves a passenger", "of merchandise"],
    ("cardgame", "four_players.ttrn"): ["in the railyard", "and robs", "draws 4 tickets, keeps"],
}


@pytest.mark.parametrize("where", WORDS, ids=lambda where: where[0])
def test_every_kind_of_action_has_its_words(where: tuple[str, str]) -> None:
    words = " ".join([frame.get("words", "") for frame in frames_of(sample(*where))])
    for part in WORDS[where]:
        assert part in words


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("europe/EU-TUNNEL-6-none-left-and-said-so.ttrn", "; no card is left to turn over"),
        ("usa/MARKET-2-freed-by-a-discard.ttrn", "; the market is replaced"),
    ],
)
def test_rare_lines_have_their_words(path: str, words: str) -> None:
    ((game, board),) = games_of(CASES / path)
    assert words in frames_of(ttrn.replay(game, board))[-1]["words"]


def test_comments_stand_with_what_they_speak_of() -> None:
    found = viewer_data(sample("annotated", "usa.ttrn"))
    frames = found["lines"][0]["frames"]
    assert any("A game of two that ends level" in text for text in frames[0]["comments"])
    assert any("It looks safe" in text for text in frames[69]["comments"])
    assert any("More completed tickets decide" in text for text in found["closing"])


def test_variations_are_lines_that_leave_the_main_one() -> None:
    found = viewer_data(sample("annotated", "usa.ttrn"))
    branch = found["lines"][1]
    assert (branch["parent"], branch["at"]) == (0, 3)
    assert [frame["n"] for frame in branch["frames"]] == [3, 4]
    after = list(whole(found, 1))[-1]
    assert after["owners"] == {}, "the claim that it replaces has not happened"
    assert len(after["seats"]["0"]["hand"]) == 8


def test_variations_in_variations_start_where_they_branch() -> None:
    text = """[Game "usa"]
player a
player b
1. a draw ? ?
( 1. a draw ?
  ( 1. a draw ? ?
    2. b draw ? ? ) )
2. b draw ? ?
"""
    (game,) = ttrn.loads(text).games
    lines = viewer_data(ttrn.replay(game))["lines"]
    assert [(line.get("parent"), line.get("at")) for line in lines] == [(None, None), (0, 1), (1, 0)]
    assert [[frame["n"] for frame in line["frames"]] for line in lines] == [[0, 1, 2], [1], [1, 2]]


def test_a_broken_rule_is_told_at_its_turn() -> None:
    (game,) = ttrn.loads('[Game "usa"]\nplayer a "Ann"\nplayer b\na deal RRRR\n1. a claim SEA-HEL RRR').games
    frames = frames_of(ttrn.replay(game))
    assert len(frames) == 2
    assert "problems" in frames[1]
    assert "turn 1" not in frames[1]["problems"][0]


def test_a_position_that_cannot_be_read_still_shows_the_turns() -> None:
    (game,) = ttrn.loads('[Game "usa"]\n[Position "nonsense"]\nplayer a\nplayer b\n1. a draw ? ?').games
    found = viewer_data(ttrn.replay(game))
    assert found["lines"][0]["frames"][0]["problems"]
    assert found["lines"][0]["frames"][1]["words"] == "a draws 2 cards from the deck"


def test_a_game_without_players_has_a_frame_of_its_setup() -> None:
    (game,) = ttrn.loads('[Game "usa"]').games
    found = viewer_data(ttrn.replay(game))
    assert found["end"] is None
    assert found["players"] == []


def test_tickets_tell_how_far_they_have_come() -> None:
    timeline = sample("annotated", "usa.ttrn")
    found = viewer_data(timeline)
    (ticket,) = timeline.board.search("NYC-ATL").tickets
    needed = [dict(frame["seats"]["1"]["tickets"])[ticket.index] for frame in whole(found)]
    assert needed[0] == found["tickets"][ticket.index][3] > 0
    assert sorted(needed, reverse=True) == needed
    assert needed[21] > needed[22] == 0


# --- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "where", [("annotated", "usa.ttrn"), ("europe", "every_action.ttrn"), ("marklin", "every_action.ttrn")]
)
def test_each_turn_tells_the_totals_if_the_game_ended_there(where: tuple[str, str]) -> None:
    timeline = sample(*where)
    found = viewer_data(timeline)
    first = timeline.game.first_turn - 1
    for number, table in enumerate(whole(found), first):
        state = timeline.final if number == timeline.last else timeline.state(number)
        seats = score_game(state).seats
        now = [table["seats"][str(seat)]["now"] for seat in range(len(seats))]
        assert now == [score.total if score.certain else None for score in seats], number
    assert now == [score["total"] for score in found["end"]["seats"]]


def test_totals_of_hidden_tickets_and_of_missing_turns_are_not_told() -> None:
    hers = viewer_data(as_seen_by(sample("annotated", "usa.ttrn").game, "ann"))["lines"][0]["frames"][0]["seats"]
    assert isinstance(hers["0"]["now"], int)
    assert hers["1"]["now"] is None
    (game,) = ttrn.loads('[Game "usa"]\nplayer a\nplayer b\n1. a claim SEA-POR ?\nscore a=12 b=3').games
    assert "now" not in viewer_data(ttrn.replay(game))["lines"][0]["frames"][0]["seats"]["0"]
    assert "now" not in viewer_data(sample("cardgame", "two_players.ttrn"))["lines"][0]["frames"][0]["seats"]["0"]


@pytest.mark.parametrize("where", [("annotated", "usa.ttrn"), ("annotated", "marklin.ttrn")])
def test_the_end_of_every_line_has_its_state(where: tuple[str, str]) -> None:
    timeline = sample(*where)
    found = viewer_data(timeline)
    assert len(found["lines"]) > 1
    for line, packed in enumerate(found["lines"]):
        *_, table = whole(found, line)
        state = state_at(timeline, line, len(packed["frames"]) - 1)
        owners = {route: owner for route, owner in enumerate(state.owners) if owner >= 0}
        assert owners == {int(route): owner for route, owner in table["owners"].items() if owner >= 0}
        assert [len(hand) for hand in map(letters, state.hands)] == [len(s["hand"]) for s in table["seats"].values()]
    with pytest.raises(IndexError):
        state_at(timeline, 1, 99)


def test_each_turn_tells_who_was_likely_to_win_and_the_last_who_won() -> None:
    timeline = sample("annotated", "usa.ttrn")
    values = viewer_data(timeline)["values"]
    found = ttrn.analyse(timeline, luck=False)
    assert len(values["win"]) == len(timeline.game.turns) + 1
    assert all(abs(sum(row) - 1000) <= 1 for row in values["win"])
    assert values["win"][-1] == [1000 * (seat in timeline.outcome.winners) for seat in range(2)]
    assert values["win"][40] == [round(1000 * win) for win in found.turns[39].win]
    assert found.version in values["words"]
    sheet = ttrn.loads('[Game "usa"]\nplayer ann\nplayer bob\nscore ann=100 bob=90\n').games[0]
    assert viewer_data(ttrn.replay(sheet))["values"] is None


def test_completed_tickets_and_the_longest_path_name_tracks_of_the_player() -> None:
    timeline = sample("real", "usa_4p_2.ttrn")
    found = viewer_data(timeline)
    for seat, score in enumerate(found["end"]["seats"]):
        own = set(timeline.final.routes_of(seat))
        assert set(score["longest"]["routes"]) <= own
        for ticket in score["tickets"]:
            assert bool(ticket.get("routes")) == ticket["complete"]
            assert set(ticket.get("routes", ())) <= own


def test_a_ticket_over_a_station_uses_the_track_that_was_borrowed() -> None:
    borrowed = 0
    for path in sorted((CASES / "europe").glob("EU-STATION-3*.ttrn")):
        for game, board in games_of(path):
            for score in viewer_data(ttrn.replay(game, board))["end"]["seats"]:
                for station in score["stations"]:
                    for ticket in station["tickets"]:
                        (result,) = [found for found in score["tickets"] if found["ticket"] == ticket]
                        assert station["route"] in result["routes"]
                        borrowed += 1
    assert borrowed


def test_the_verdict_tells_what_decided() -> None:
    end = viewer_data(sample("annotated", "usa.ttrn"))["end"]
    assert end["verdict"] == "Bob wins with 96 points, level with Ann on points, by more completed tickets (3 to 2)."
    assert end["winners"] == [1]


# --- who saw what ----------------------------------------------------------------------------------------------------


def test_a_player_sees_the_own_hand_only() -> None:
    (game, _), *_ = games_of(resource("sample_games", "annotated", "usa.ttrn"))
    frames = list(whole(viewer_data(as_seen_by(game, "ann"))))
    assert frames[2]["seats"]["0"]["hand"] == "RRRRKK"
    assert frames[2]["seats"]["1"]["hand"] == "??????"
    assert frames[2]["seats"]["1"]["tickets"] == []
    assert frames[2]["seats"]["1"]["hidden"] == 3


def test_the_public_sees_no_hand_and_at_the_end_all_tickets() -> None:
    (game, _), *_ = games_of(resource("sample_games", "annotated", "usa.ttrn"))
    frames = list(whole(viewer_data(as_seen_by(game, PUBLIC))))
    assert {letter for seat in frames[2]["seats"].values() for letter in seat["hand"]} <= {"?", "R", "K"}
    assert [len(seat["tickets"]) for seat in frames[-1]["seats"].values()] == [2, 4]


def test_hidden_hands_have_chances_and_seen_ones_none() -> None:
    (game, _), *_ = games_of(resource("sample_games", "annotated", "usa.ttrn"))
    found = chances(as_seen_by(game, "ann"), 60)
    ann, bob = found["seats"]
    assert ann is None
    truth = ttrn.replay(game).state(60).hands[1]
    assert sum(expected for expected, *_ in bob["cards"].values()) == pytest.approx(sum(truth), abs=0.05)
    for letter, (_, *at_least) in bob["cards"].items():
        assert at_least == sorted(at_least, reverse=True)
        assert len(at_least) >= letters(truth).count(letter)
    assert len(bob["tickets"]) == 3
    assert "not a proof" in bob["basis"]
    assert (found["reason"], found["error"] < 0.02) == ("", True)
    with pytest.raises(ValueError, match="not 999"):
        chances(as_seen_by(game, "ann"), 999)


def test_hidden_hands_have_bounds_and_seen_ones_none() -> None:
    (game, _), *_ = games_of(resource("sample_games", "annotated", "usa.ttrn"))
    seen = as_seen_by(game, "ann")
    found = inferred(seen, 60, Budget(3))
    assert found is not None
    ann, bob = found
    assert ann is None
    assert bob is not None
    truth = letters(ttrn.replay(game).state(60).hands[1])
    for letter, (least, most) in bob.items():
        assert least <= truth.count(letter) <= most
    later = inferred(seen, 60, Budget(3), hindsight=True)
    assert later is not None
    assert later[1] is not None
    assert (bob["R"], later[1]["R"]) == ([1, 4], [3, 4])
    assert inferred(as_seen_by(record_until(game, 60), "ann"), 60) == found
    with pytest.raises(IndexError):
        inferred(seen, 999)
