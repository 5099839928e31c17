"""The Card Game on the command line: the reckoning of a scoring, railyards at any turn, a corrected deck."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ttrn.resources import resource

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Ttrn

FOUR = "cardgame/four_players.ttrn"
ANN = "cardgame/seen_by_ann.ttrn"


def test_score_reckons_every_ticket_with_the_cards_spent_on_it(ttrn: Ttrn) -> None:
    done = ttrn("score", FOUR)
    assert done.status == 0
    rows = [line.split("\t") for line in done.out.splitlines()]
    assert ["rank", "player", "tickets", "bonus", "total"] in rows
    assert ["1", "Dan", "+25", "+53", "78"] in rows
    assert ["Bob", "Los Angeles–Duluth", "complete", "YPW", "YPL", "1", "+14"] in rows  # noqa: RUF001  as in print
    assert ["Bob", "Seattle–New York", "complete", "BBPK", "BBKL", "2", "+20"] in rows  # noqa: RUF001
    assert ["Dan", "Seattle–Dallas", "not complete", "OGKK", "", "", "-16"] in rows  # noqa: RUF001
    assert ["Los Angeles", "Bob", "2", "+12"] in rows
    assert "longest path" not in done.out
    assert "Dan wins with 78 points." in done.out


def test_score_for_programs(ttrn: Ttrn) -> None:
    found = json.loads(ttrn("score", FOUR, "--json").out)
    bob = found["players"][1]
    spent = {row["ticket"]: (row["spent"], row["scoring"]) for row in bob["tickets"]}
    assert (spent["LAX-DUL"], spent["SEA-NYC"], spent["LAX-PIT"]) == (("YPL", 1), ("BBKL", 2), ("", None))
    assert {"city": "LAX", "tickets": 2, "points": 12} in bob["bonus_cards"]
    assert bob["total"] == sum(row["points"] for row in bob["tickets"]) + sum(c["points"] for c in bob["bonus_cards"])


def test_unknown_cards_and_tickets_leave_the_score_open(ttrn: Ttrn) -> None:
    record = '[Game "cardgame"]\nplayer ann\nplayer bob\n\n1. ann play ???\n2. bob draw ? ?\n3. ann draw ? ?\n'
    done = ttrn("score", "-", stdin=record)
    assert done.status == 0
    assert "What ann completed is not certain" in done.out
    assert not json.loads(ttrn("score", "-", "--json", stdin=record).out)["certain"]


def test_show_tells_railyards_stacks_and_what_moves_next(ttrn: Ttrn) -> None:
    record = (
        '[Game "cardgame"]\nplayer ann\nplayer bob\n'
        "ann deal GGRBYLLK\nbob deal ????????\nann keep DAL-HEL | ? ? ? ? ?\n"
        "1. ann play GGLL\n2. bob draw ? ?\n3. ann play RBY\n4. bob play K?\n5. ann draw ? ?\n"
    )
    rows = [line.split("\t") for line in ttrn("show", "-", "--turn", "4", stdin=record).out.splitlines()]
    assert ["player", "railyard", "moves next", "on the track", "cards"] in rows
    assert ["ann", "R Y GGL B", "RYLB", "L", "1"] in rows
    assert ["bob", "K?", "?", "none", "0"] in rows
    assert ["ann", "DAL-HEL", "Dallas–Helena", "10", "wants GK: 1 more card"] in rows  # noqa: RUF001  as in print
    rows = [line.split("\t") for line in ttrn("show", "-", stdin=record).out.splitlines()]
    assert ["ann", "GG", "G", "RYBLL", "5"] in rows
    yard = json.loads(ttrn("show", "-", "--json", stdin=record).out)["players"][0]["railyard"]
    assert yard == {"railyard": ["GG"], "moves_next": "G", "track": "RYBLL", "completed": []}


def test_show_at_the_first_scoring_and_after_it(ttrn: Ttrn) -> None:
    assert "The first scoring comes now; then Cat is to move." in ttrn("show", FOUR, "--turn", "62").out
    after = ttrn("show", FOUR, "--turn", "63").out
    assert "completed before" in after
    assert "DAL-WAS LAX-DUL" in after


def test_a_position_of_the_second_round(ttrn: Ttrn) -> None:
    line = ttrn("show", FOUR, "--turn", "80", "--position").out
    assert " round=2; ann hand=" in line
    assert " done=LAX-DUL" in line.replace("DAL-WAS,", "")


def test_what_one_player_saw_is_enough_for_the_score(ttrn: Ttrn) -> None:
    whole, seen = (json.loads(ttrn("score", name, "--json").out) for name in ("cardgame/three_players.ttrn", ANN))
    assert [p["total"] for p in whole["players"]] == [p["total"] for p in seen["players"]]
    assert seen["certain"]


def test_a_corrected_deck_replaces_the_built_in_one(ttrn: Ttrn, tmp_path: Path) -> None:
    """The colours of the tickets rest on one source: whoever owns the game corrects the file."""
    deck = (resource("games", "cardgame", "cardgame.toml")).read_text(encoding="utf-8")
    corrected = tmp_path / "cardgame.toml"
    row = '["LAX", "DUL"], points = 14, cards = '
    assert f'{row}"YPW"' in deck
    corrected.write_text(deck.replace(f'{row}"YPW"', f'{row}"RPW"'), encoding="utf-8")
    plain = ttrn("check", FOUR)
    assert (plain.status, plain.out) == (0, "")
    done = ttrn("check", FOUR, "--board", corrected)
    assert done.status == 1
    assert "Bob" not in done.out
    assert "bob spends 1 yellow, 1 pink and 1 locomotive on Los Angeles–Duluth" in done.out  # noqa: RUF001  as in print
    assert "[CG-SCORE-1]" in done.out
