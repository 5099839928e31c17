"""Broken, cut off and foreign files: each answer names the place and says what is wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import ttrn
from tests.imports.exporter import LEAKING, PRIVATE, log_of
from tests.imports.games import NAMES, played
from tests.imports.shapes import archive, history, text
from ttrn.imports import IMPORTERS, import_games
from ttrn.imports.importer import RULES
from ttrn.notation.problems import Problem
from ttrn.notation.records import Comment, Pass

LOGS = Path(__file__).parent / "logs"
TEXT = (LOGS / "usa_4p_1.txt").read_text(encoding="utf-8")
HISTORY = (LOGS / "usa_2p_unfinished.json").read_text(encoding="utf-8")
TICKETS = (LOGS / "usa_4p_1_tickets.json").read_text(encoding="utf-8")
PAID = "Los Angeles to Phoenix with 3 train car(s) : 4,4,4"
ONE = "Player One takes 1 hidden train car card(s)\nMove 15"


def problem_of(data: str | bytes, **options: Any) -> Problem:
    found = import_games("bga", "log", data.encode() if isinstance(data, str) else data, **options)
    assert found.games == ()
    (problem,) = found.problems
    assert problem.rule in RULES
    return problem


@pytest.mark.parametrize(
    ("change", "rule", "line", "message"),
    [
        (("", ""), "", 0, ""),
        (("Move 9 :", "Move 9 ;"), "LOG-LINE", 18, "this is no whole header of a move"),
        (("Move 9 :", "Move 7 :"), "LOG-LINE", 18, "move 7 stands after move 8"),
        (("23/04/2026", "43/04/2026"), "LOG-LINE", 1, "there is no such date"),
        (("player_2 takes 3\n", "player_2 tak\n"), "LOG-LINE", 17, "move 8: this line is cut off or changed"),
        (("player_2 takes 3\n", "player_2 takes 9\n"), "LOG-LINE", 17, "move 8: this line is cut off or changed"),
        ((ONE, ONE.replace("1 hidden", "4 hidden")), "LOG-LINE", 31, "move 14: one or two cards can be drawn, not 4"),
        ((ONE, ONE.replace("1 hidden", "2 hidden")), "LOG-LINE", 31, "move 14: Player One draws 2 here"),
        (("Los Angeles to Phoenix with 3", "Los Angeles to Paris with 3"), "LOG-BOARD", 85, 'there is no city "Paris"'),
        (("Los Angeles to Phoenix with 3", "Los Angeles to Miami with 3"), "LOG-BOARD", 85, "no route joins"),
        ((PAID, PAID.removesuffix(",4")), "LOG-LINE", 85, "move 37: 2 cards are paid for 3 spaces"),
        ((PAID, PAID.replace("3", "4") + ",4"), "LOG-LINE", 85, "move 37: 4 cards are paid for 3 spaces"),
        (("player_2 takes 3\n", "Somebody takes 3\n"), "LOG-PLAYER", 17, '"Somebody" did not choose any tickets'),
        (("Player One takes 1 hidden train car card(s)\nMove 15", "Move 15"), "LOG-PLAYER", 30, "does not tell whose"),
        (
            ("reveals Dallas to New York", "reveals Dallas to Boston"),
            "LOG-BOARD",
            493,
            "there is no ticket from Dallas",
        ),
        (
            ("reveals Calgary to Phoenix", "reveals Dallas to New York"),
            "LOG-LINE",
            503,
            "has shown this ticket already",
        ),
    ],
)
def test_a_changed_text(change: tuple[str, str], rule: str, line: int, message: str) -> None:
    assert change[0] in TEXT
    changed = TEXT.replace(*change, 1)
    if not rule:
        assert import_games("bga", "log", changed.encode()).problems == ()
        return
    problem = problem_of(changed)
    assert message in problem.message
    assert (problem.rule, problem.line, problem.file) == (rule, line, "log")
    assert problem.text == " ".join(changed.split("\n")[line - 1].split())


@pytest.mark.parametrize(
    ("content", "rule", "message"),
    [
        ("", "LOG-FILE", "this file is empty"),
        (b"\xff\xfe\x00\xd8", "LOG-FILE", "this is no UTF-16-LE text"),
        (b"Move 2 :\xff", "LOG-FILE", "this is no UTF-8 text"),
        ("Move 2 :21:26:38\x00", "LOG-FILE", "this is no text: it holds a zero byte"),
        ("a shopping list\n- milk\n", "LOG-SHAPE", "this is no log of Board Game Arena"),
        (
            "Move 2 :21:26:38\nSpieler eins behält 2 Ziele\n",
            "LOG-SHAPE",
            "none of the lines of this log can be understood",
        ),
        ("<!DOCTYPE html>\n<html></html>\n", "LOG-SHAPE", "this is a web page, not the text of one"),
        ("{", "LOG-FILE", "this is no JSON"),
        ('{"a": 1}', "LOG-SHAPE", "this JSON is no log"),
        ('{"status": 0, "error": "You must be logged in"}', "LOG-SHAPE", "You must be logged in"),
        ('{"data": {"data": []}}', "LOG-SHAPE", "nothing happened at the table"),
        ("[" * 100_000, "LOG-FILE", "this is no JSON that a log could be"),
        ('{"data": {"data": [{"data": [{"type": "chat", "args": []}]}]}}', "LOG-SHAPE", "nothing in this log is about"),
        ("\n".join(TEXT.split("\n")[60:]), "LOG-START", "has a turn before"),
        ("\n".join(TEXT.split("\n")[465:]), "LOG-START", "nobody chooses tickets here"),
        ("\n".join(TEXT.split("\n")[:3]), "LOG-BOARD", "no city is named"),
        (
            "Move 2 :21:26:38\nAnn keeps 2 destination(s)\nAnn reveals Boston to Miami destination\n",
            "LOG-START",
            "1 player",
        ),
    ],
)
def test_a_foreign_file(content: str | bytes, rule: str, message: str) -> None:
    problem = problem_of(content)
    assert problem.rule == rule
    assert message in problem.message


def test_a_cut_off_json_file_is_told_to_be_cut_off() -> None:
    problem = problem_of(HISTORY[: len(HISTORY) // 2])
    assert problem.rule == "LOG-FILE"
    assert problem.line > 50
    assert problem.column
    assert problem_of(HISTORY.rstrip()[:-3]).hint == "the file may be cut off: save it again"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('"count":2}', '"count":"many"}'), "packet 1, move 2: \"count\" is 'many', not a whole number"),
        (('"count":2}', '"other":2}'), 'packet 1, move 2: there is no "count"'),
        (('"color":5}', '"color":12}'), "packet 3, move 4: there is no card of the colour 12; colours are 0 to 8"),
        (('"colors":[1,4]', '"colors":7'), "packet 6, move 7: one or two cards can be drawn, not 0"),
        (('"id":96,', '"id":1,'), "packet 82, move 56: route 1 does not join Sault St. Marie and Winnipeg"),
        (('"data":[{"type":"claimedRoute"', '"data":[7,{"type":"claimedRoute"'), "notification 1, move 56: this is no"),
        (('"move_id":"2"', '"move_id":"-2"'), 'packet 1: "move_id" is -2'),
    ],
)
def test_a_changed_json_file(change: tuple[str, str], message: str) -> None:
    assert change[0] in HISTORY
    problem = problem_of(HISTORY.replace(*change, 1))
    assert message in problem.message


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("{", "["), "this is no JSON"),
        (('"players"', '"people"'), 'there are no "players"'),
        (('"player4"', '"nobody"'), '"nobody" does not play in this game'),
        (('"moveNumber": 7', '"moveNumber": 8'), "nobody of this name keeps tickets in move 8"),
        (("Denver - El Paso", "Denver El Paso"), "is no ticket"),
        (("Denver - El Paso", "Denver - Boston"), "there is no ticket from Denver to Boston"),
        (('"kept": [\n      "Duluth - El Paso",', '"kept": ['), "1 tickets are noted, and 2 were kept"),
        (('"kept": [\n      "Duluth - El Paso",', '"kept": ["Denver - El Paso",'), "not among those offered"),
    ],
)
def test_wrong_notes_of_tickets(change: tuple[str, str], message: str) -> None:
    assert change[0] in TICKETS
    problem = problem_of(TEXT, tickets=("notes", TICKETS.replace(*change, 1).encode()))
    assert message in problem.message
    assert problem.file == "notes"


def test_unknown_notifications_are_skipped_and_counted() -> None:
    names = NAMES[:3]
    packets = log_of(played("usa", 3, 3), names)
    strange: list[dict[str, Any]] = [
        {"type": "useCharacter", "log": "", "args": {"playerId": [], "player_name": {}}},
        {"type": "useCharacter", "log": "", "args": []},
        {"type": None, "log": 7, "args": "x"},
        {"type": "log", "log": "Something new happened", "args": []},
    ]
    packets[9]["data"] += strange
    found = import_games("bga", "log", archive(packets, names))
    assert found.notes == ("not understood and left out: useCharacter (2), without a type (1), log (1)",)
    assert ttrn.check(found.games[0]) == ()


def test_the_archive_may_be_in_another_language() -> None:
    """Its templates are translated; nearly everything is told by types and arguments."""
    names = NAMES[:4]
    packets = log_of(played("europe", 4, 4), names)
    (game,) = import_games("bga", "log", archive(packets, names)).games
    for packet in packets:
        for notification in packet["data"]:
            fields = re.findall(r"\$\{\w+\}", notification["log"])
            notification["log"] = notification["log"] and " ".join(["etwas", *fields])
    assert import_games("bga", "log", archive(packets, names)).games == (game,)


def test_lines_that_are_not_understood_are_counted() -> None:
    found = import_games("bga", "log", TEXT.replace("Move 9 :", "Player One is hungry\nchat: hello\nMove 9 :").encode())
    assert found.notes == ('not understood and left out: line 18 "Player One is hungry", line 19 "chat: hello"',)
    assert ttrn.check(found.games[0]) == ()


def test_the_start_may_have_any_line_ends_and_marks() -> None:
    plain = import_games("bga", "log", TEXT.encode())
    for changed in (
        TEXT.replace("\n", "\r\n").encode("utf-8-sig"),
        TEXT.encode("utf-16"),
        ("Some heading\n\n" + TEXT.replace("\n", "\n\n  ")).encode(),
    ):
        assert import_games("bga", "log", changed).games == plain.games


def test_a_log_may_end_in_the_middle_of_a_turn() -> None:
    cut = TEXT[: TEXT.index("Move 49 :")].replace("Move 48 :21:29:12\nplayer4 takes 2\n", "")
    found = import_games("bga", "log", cut.encode())
    assert "the log ends in the middle of a turn (move 47), which was left out" in found.notes
    (game,) = found.games
    assert game.entries[-1] == Comment("move 47, 0:02:28, a turn that the log does not tell to its end")
    assert ttrn.check(game) == ()


def test_every_beginning_of_a_log_is_sound() -> None:
    lines = TEXT.split("\n")
    for end in range(95, len(lines), 23):
        found = import_games("bga", "log", "\n".join(lines[:end]).encode())
        assert not found.problems, end
        assert ttrn.check(found.games[0]) == (), end


def test_skipped_turns_are_passes_that_the_checker_accepts() -> None:
    """Somebody who has left the table is skipped without a word."""
    lines = [line for line in HISTORY.split("\n") if '"move_id":"84"' not in line and '"move_id":"85"' not in line]
    found = import_games("bga", "log", "\n".join(lines).encode())
    assert "1 turn the log does not tell: written as a pass" in found.notes
    (game,) = found.games
    assert game.tags["Rules"] == "bga, skips"
    (skipped,) = [turn for turn in game.turns if isinstance(turn.action, Pass)]
    assert (skipped.player, skipped.comment) == ("player_one", Comment("not in the log, before move 86"))
    assert ttrn.check(game) == ()


def test_the_board_can_be_told() -> None:
    short = "\n".join(TEXT.split("\n")[:33]).encode()
    assert "--board" in problem_of(short).hint
    found = import_games("bga", "log", short, board="usa")
    assert found.games[0].board == "usa"
    assert 'the site has no board "marklin"' in problem_of(short, board="marklin").message


def test_the_shape_is_told_by_the_content_alone() -> None:
    names = NAMES[:2]
    packets = log_of(played("europe", 2, 2), names, LEAKING)
    shapes = [archive(packets, names), history(packets, 0), text(packets)]
    sources = [import_games("bga", "x", data).games[0].tags["Source"] for data in shapes]
    assert sources == ["the archive of the table", "the in-game history", "the text of the table's review page"]


def test_a_tunnel_left_open_is_told() -> None:
    names = NAMES[:2]
    data = text(log_of(played("europe", 2, 2), names, PRIVATE)).decode()
    lines = data.split("\n")
    at = next(number for number, line in enumerate(lines) if line.endswith("skip tunnel claim"))
    problem = problem_of("\n".join([*lines[:at], *lines[at + 1 :]]))
    assert "is neither claimed nor given up" in problem.message


@pytest.mark.parametrize("log", [TEXT, HISTORY], ids=["text", "history"])
def test_site_rules_differ_and_the_record_says_so(log: str) -> None:
    assert import_games("bga", "log", log.encode()).games[0].tags["Rules"] == "bga"


def test_there_is_one_table_of_importers() -> None:
    assert list(IMPORTERS) == ["bga", "bgstats", "bgg", "csv"]
    assert all(importer.name == name and importer.title for name, importer in IMPORTERS.items())
