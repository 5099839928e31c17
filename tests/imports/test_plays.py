"""Plays of BG Stats and BoardGameGeek: results as records, and a word about everything that is left out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ttrn
from ttrn.imports import Imported, import_games
from ttrn.imports.files import ARCHIVE
from ttrn.imports.plays import ONLY_FIRST_KNOWN, SEATS_UNKNOWN

LOGS = Path(__file__).parent / "logs"
JSON = (LOGS / "plays.json").read_text(encoding="utf-8")
XML = (LOGS / "plays.xml").read_text(encoding="utf-8")

FROM_JSON = """\
[Game "usa"]
[Site "Ann's kitchen"]
[Date "2026-11-13"]
[Time "20:15:00"]
[Table "00000000-0000-4000-8000-000000000001"]
[Annotator "Ann Smith"]
[Source "BG Stats"]

player bob "Bob" red
player ann_smith "Ann Smith"
player celik "Çelik"

score bob=98 ann_smith=112 celik=94

[Game "europe"]
[Site "Club"]
[Date "2026-11-14"]
[Time "21:00:00"]
[Table "00000000-0000-4000-8000-000000000002"]
[Annotator "Ann Smith"]
[Source "BG Stats"]

player ann_smith "Ann Smith"
player bob "Bob"

; the order of the seats is not told
score ann_smith=101 bob=101
rank bob=1

[Game "usa"]
[Expansion "USA 1910"]
[Site "Ann's kitchen"]
[Date "2026-11-15"]
[Time "18:00:00"]
[Table "00000000-0000-4000-8000-000000000005"]
[Annotator "Ann Smith"]
[Source "BG Stats"]

player ann_smith "Ann Smith"
player bob "Bob"

score ann_smith=130 bob=99

[Game "marklin"]
[Site "Ann's kitchen"]
[Date "2026-11-16"]
[Time "18:00:00"]
[Table "00000000-0000-4000-8000-000000000006"]
[Annotator "Ann Smith"]
[Source "BG Stats"]

player bob "Bob"
player p2
player p3

; who started is told, the order of the others is not
rank bob=1
"""

FROM_XML = """\
[Game "usa"]
[Site "Ann's kitchen"]
[Date "2026-11-13"]
[Table "71000001"]
[Annotator "annsmith"]
[Source "BoardGameGeek"]

player bob "Bob" red
player ann_smith "Ann Smith" blue

score bob=98 ann_smith=112

[Game "europe"]
[Date "2026-11-14"]
[Table "71000002"]
[Annotator "annsmith"]
[Source "BoardGameGeek"]

player celik "Çelik"
player bob77 "bob77"
player p3

; the order of the seats is not told
rank celik=1
"""


def read(source: str, text: str, **options: Any) -> Imported:
    return import_games(source, "plays", text.encode(), **options)


def changed(change: Callable[[dict[str, Any]], object], **options: Any) -> Imported:
    """Return what is imported of the first play alone, after a change of the export."""
    tree = json.loads(JSON)
    tree["plays"] = tree["plays"][:1]
    change(tree)
    return read("bgstats", json.dumps(tree), **options)


def test_an_export_of_the_app() -> None:
    found = read("bgstats", JSON)
    assert ttrn.dumps(found.games) == FROM_JSON
    assert found.notes == (
        'scores written as sums were added up: play 1 (2026-11-13) "60+34"',
        "left out, since the app does not count them: play 8 (2026-11-17)",
        (
            "left out, 2 plays on maps that we have no board for: Ticket to Ride: Nordic Countries (1), "
            "Ticket to Ride + Switzerland (1)"
        ),
        "left out, 1 play of other games: Catan (1)",
    )
    (problem,) = found.problems
    assert problem.rule == "LOG-BOARD"
    assert problem.message == (
        'it is not clear on which board "Ticket to Ride: the red box" was played: play 9 (2026-11-17)'
    )
    assert "--board" in problem.hint


def test_the_plays_of_the_site() -> None:
    found = read("bgg", XML)
    assert ttrn.dumps(found.games) == FROM_XML
    assert found.notes == (
        "this file has 6 of 7 plays (page 1): save the other pages too",
        "left out, since they were not played to the end: play 4 (2026-11-15)",
        "left out, 1 play on maps that we have no board for: Ticket to Ride: Nordic Countries (1)",
        "left out, 1 play of other games: Azul (1)",
    )
    (problem,) = found.problems
    assert (problem.rule, problem.line) == ("LOG-LINE", 19)
    assert problem.message == "play 3 (2026-11-14): this one entry is of 3 games"


def test_the_board_is_said_where_it_is_not_clear_and_nowhere_else() -> None:
    found = read("bgstats", JSON, board="europe")
    assert found.problems == ()
    assert [game.board for game in found.games] == ["usa", "europe", "usa", "marklin", "europe"]
    (problem,) = read("bgstats", JSON, board="eurpoe").problems
    assert 'did you mean "europe"?' in problem.message


@pytest.mark.parametrize(("source", "text"), [("bgstats", JSON), ("bgg", XML)])
def test_nobody_can_be_found_again_in_anonymous_records(source: str, text: str) -> None:
    written = ttrn.dumps(read(source, text, anonymous=True).games)
    private = ("nn", "ob", "elik", "kitchen", "Club", "2026", "7100", "0000-0000", "20:15")
    assert not [word for word in private if word in written]
    assert "rank p1=1" in written


def score(tree: dict[str, Any], seat: int) -> dict[str, Any]:
    return tree["plays"][0]["playerScores"][seat]  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("change", "rule", "message"),
    [
        (lambda tree: score(tree, 0).update(score="many"), "LOG-LINE", '"many" is no score'),
        (lambda tree: score(tree, 0).update(score="12.5"), "LOG-LINE", '"12.5" is no score'),
        (lambda tree: score(tree, 0).update(score=[1]), "LOG-LINE", '"?" is no score'),
        (lambda tree: score(tree, 0).update(score="9999999"), "LOG-LINE", '"9999999" is no score'),
        (lambda tree: score(tree, 0).update(playerRefId=77), "LOG-LINE", "does not tell who one of its players is"),
        (lambda tree: tree["players"].clear(), "LOG-LINE", "does not tell who one of its players is"),
        (lambda tree: tree["games"].clear(), "LOG-LINE", "does not tell which game was played"),
        (lambda tree: tree["plays"][0]["playerScores"].clear(), "LOG-LINE", "it names no players"),
        (lambda tree: tree["plays"][0]["playerScores"].__delitem__(slice(1, 9)), "LOG-PLAYER", "it has 1 players"),
        (lambda tree: tree["plays"][0].update(playerScores=tree["plays"][0]["playerScores"] * 2), "LOG-PLAYER", "6 pl"),
        (
            lambda tree: (score(tree, 0).update(team="1"), tree["plays"][0].update(usesTeams=True)),
            "LOG-PLAYER",
            "teams",
        ),
        (lambda tree: tree["plays"].insert(0, 7), "LOG-LINE", "play 1: this is no play"),
        (
            lambda tree: [entry.update(score="", winner=False) for entry in tree["plays"][0]["playerScores"]],
            "LOG-LINE",
            "play 1 (2026-11-13): neither scores nor winners are told",
        ),
    ],
)
def test_a_wrong_play_is_a_problem_with_its_place(change: Any, rule: str, message: str) -> None:
    found = changed(change)
    (problem,) = found.problems
    assert problem.rule == rule
    assert problem.message.startswith("play 1")
    assert message in problem.message


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda tree: score(tree, 0).update(score=112), "score bob=98 ann_smith=112 celik=94"),
        (lambda tree: score(tree, 0).update(score=112.0), "score bob=98 ann_smith=112 celik=94"),
        (lambda tree: score(tree, 0).update(score=""), "\nscore bob=98 celik=94"),
        (lambda tree: score(tree, 0).update(score=None), "\nrank ann_smith=1"),
        (lambda tree: score(tree, 1).update(score="112"), "\nrank ann_smith=1"),
        (lambda tree: score(tree, 0).update(winner=False), "score bob=98 ann_smith=112 celik=94"),
        (lambda tree: score(tree, 1).update(startPlayer=False), 'player bob "Bob" red\nplayer ann_smith'),
        (lambda tree: score(tree, 2).update(startPlayer=True), 'player bob "Bob" red\nplayer ann_smith'),
        (
            lambda tree: (score(tree, 2).update(startPlayer=True), score(tree, 1).update(startPlayer=False)),
            'player celik "Çelik"\nplayer bob "Bob" red\nplayer ann_smith',
        ),
        (lambda tree: score(tree, 2).update(seatOrder=1), ONLY_FIRST_KNOWN),
        (lambda tree: (score(tree, 2).update(seatOrder=1), score(tree, 1).update(startPlayer=False)), SEATS_UNKNOWN),
        (lambda tree: tree["plays"][0].pop("playDate"), '[Game "usa"]\n[Site "Ann\'s kitchen"]\n[Table'),
        (lambda tree: tree["plays"][0].update(playDate="", playDateYmd=20260102), '[Date "2026-01-02"]\n[Table'),
        (lambda tree: tree["plays"][0].update(playDate="2026-01-02 00:00:00"), '[Date "2026-01-02"]\n[Table'),
        (lambda tree: tree["plays"][0].update(playDate="2026-01-02 25:00:00"), '[Date "2026-01-02"]\n[Table'),
        (lambda tree: tree["plays"][0].update(board="Europa"), '[Game "europe"]'),
        (lambda tree: tree["plays"][0].update(gameRefId="1"), '[Game "usa"]'),
        (lambda tree: tree["games"][0].update(name="The train game"), '[Game "usa"]'),
        (lambda tree: tree.pop("locations"), '[Game "usa"]\n[Date'),
        (lambda tree: tree.pop("userInfo"), '001"]\n[Source "BG Stats"]'),
    ],
)
def test_a_play_as_people_keep_it(change: Any, expected: str) -> None:
    found = changed(change)
    assert found.problems == ()
    assert expected in ttrn.dumps(found.games)


@pytest.mark.parametrize(
    ("change", "note"),
    [
        (lambda tree: score(tree, 1).update(winner=True), "whoever won has fewer points than another: play 1"),
        (lambda tree: score(tree, 1).update(role="Banker"), "colours that this game does not have were left out"),
        (lambda tree: score(tree, 1).update(score=""), "the scores of some players are missing: play 1 (2026-11-13)"),
        (
            lambda tree: tree["plays"][0].update(playDate="2026-02-30"),
            "dates that cannot be read were left out: play 1",
        ),
    ],
)
def test_what_is_worth_knowing(change: Any, note: str) -> None:
    assert any(text.startswith(note) for text in changed(change).notes)


def test_unclear_boards_are_asked_for_once_for_each_title() -> None:
    tree = json.loads(JSON)
    tree["plays"] = [dict(tree["plays"][8]) for _ in range(12)]
    found = read("bgstats", json.dumps(tree))
    (problem,) = found.problems
    assert problem.message.endswith(", play 5 (2026-11-17) and 7 more")


@pytest.mark.parametrize(
    ("source", "text", "rule", "message"),
    [
        ("bgstats", "[]", "LOG-SHAPE", "this JSON is no export of BG Stats"),
        ("bgstats", '{"plays": {}}', "LOG-SHAPE", "this JSON is no export of BG Stats"),
        ("bgstats", '{"plays": []}', "LOG-SHAPE", "there are no plays in this file"),
        ("bgstats", "{", "LOG-FILE", "this is no JSON"),
        ("bgstats", XML, "LOG-FILE", "this is no JSON"),
        ("bgstats", "[" * 100_000, "LOG-FILE", "the nesting is too large"),
        ("bgstats", "," * (ARCHIVE.values + 1), "LOG-FILE", "this file has more than 2,000,000 values"),
        ("bgg", JSON, "LOG-SHAPE", "this is no XML"),
        ("bgg", "<plays", "LOG-FILE", "this is no XML"),
        ("bgg", XML[:900], "LOG-FILE", "this is no XML"),
        ("bgg", "<plays/>", "LOG-SHAPE", "there are no plays in this file"),
        ("bgg", "<a>" * 30, "LOG-FILE", "its elements are nested too deeply"),
        ("bgg", "<!DOCTYPE html>\n<html></html>", "LOG-SHAPE", "this is a web page"),
        ("bgg", "<html><body/></html>", "LOG-SHAPE", "this is a web page"),
        ("bgg", "<errors><error><message>Invalid user</message></error></errors>", "LOG-SHAPE", "says: Invalid user"),
        (
            "bgg",
            '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<plays><play id="&b;"/></plays>',
            "LOG-SHAPE",
            "a declaration, which no file of plays has",
        ),
        ("bgg", '<!DOCTYPE x SYSTEM "file:///etc/hostname">\n<plays/>', "LOG-SHAPE", "a declaration"),
        ("bgg", '<plays><play id="&b;"/></plays>', "LOG-FILE", "undefined entity"),
        ("bgg", '<plays><play><item name="Azul"/></play></plays>', "LOG-SHAPE", "none of the 1 plays in this file"),
    ],
)
def test_a_foreign_file(source: str, text: str, rule: str, message: str) -> None:
    found = read(source, text)
    assert found.games == ()
    assert message in found.problems[0].message
    assert found.problems[0].rule == rule


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('quantity="1"', 'quantity="many"', '"many" is no number of games'),
        ('score="112"', 'score="a lot"', '"a lot" is no score'),
        ('<item name="Ticket to Ride" objecttype="thing" objectid="9209">', '<item name="Ticket to Ride: x">', "clear"),
    ],
)
def test_a_changed_play_of_the_site(old: str, new: str, message: str) -> None:
    assert old in XML
    found = read("bgg", XML.replace(old, new, 1))
    assert any(message in problem.message and problem.line for problem in found.problems)


@pytest.mark.parametrize(
    ("place", "expected"),
    [("1", ""), ("", SEATS_UNKNOWN), ("last", SEATS_UNKNOWN), ("2", SEATS_UNKNOWN), ("0", "")],
)
def test_places_are_numbers_or_unknown(place: str, expected: str) -> None:
    text = XML.replace('name="Bob" startposition="1"', f'name="Bob" startposition="{place}"', 1)
    (game, *_) = read("bgg", text).games
    assert (SEATS_UNKNOWN in ttrn.dumps(game)) == bool(expected)
    assert game.players[0].id == ("ann_smith" if expected else "bob")


def test_plays_have_no_tickets() -> None:
    for source, text in (("bgstats", JSON), ("bgg", XML)):
        (problem,) = read(source, text, tickets=("notes", b"{}")).problems
        assert problem.rule == "LOG-TICKETS"


def test_any_encoding_with_a_mark_is_read_and_others_are_refused() -> None:
    for source, text in (("bgstats", JSON), ("bgg", XML)):
        plain = read(source, text)
        for data in (text.encode("utf-8-sig"), text.encode("utf-16"), text.replace("\n", "\r\n").encode()):
            assert import_games(source, "plays", data).games == plain.games
        assert import_games(source, "plays", text.encode("latin-1")).problems[0].rule == "LOG-FILE"


def test_of_many_wrong_plays_the_first_are_told() -> None:
    problems = read("bgstats", json.dumps({"plays": [7] * 60})).problems
    assert (len(problems), problems[-1].message) == (51, "10 more plays are wrong")


def test_years_of_plays_are_one_file() -> None:
    tree = json.loads(JSON)
    tree["plays"] = [dict(tree["plays"][0], uuid=str(number)) for number in range(3_000)]
    found = read("bgstats", json.dumps(tree, indent=2))
    assert (len(found.games), found.problems) == (3_000, ())
