"""``ttrn odds``: how likely hidden hands hold what, on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

GAME = "europe/every_action.ttrn"
SEEN = "marklin/seen_by_ann.ttrn"
HAND = ["hidden hand", "cards", "kind", "expected"]


def rows_after(text: str, first: str) -> list[list[str]]:
    """Return the rows of the table that starts so, its head first."""
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(first))
    end = next((i for i in range(at, len(lines)) if not lines[i]), len(lines))
    return [line.split("\t") for line in lines[at:end]]


def test_hands_and_tickets_of_others(ttrn: Ttrn) -> None:
    done = ttrn("odds", GAME, "--turn", "7", "--for", "bob")
    assert done.status == 0
    assert "After turn 7 of 81, as bob saw it." in done.out
    head, *rows = rows_after(done.out, "hidden hand")
    assert head[:5] == [*HAND, "1 or more"]
    assert {row[0] for row in rows} == {"Ann"}
    assert [row[2] for row in rows] == list("ROYGBPKWL")
    assert abs(sum(float(row[3]) for row in rows) - int(rows[0][1])) < 0.1
    head, *tickets = rows_after(done.out, "hidden tickets")
    assert head == ["hidden tickets", "number", "ticket", "points", "chance"]
    assert len(tickets) == 8
    assert "Tickets: a guess by the habits of simulated players, not a proof." in done.out
    assert "what players choose carries no weight" in done.out
    assert done.out == ttrn("odds", GAME, "--turn", "7", "--for", "bob").out
    assert done.out != ttrn("odds", GAME, "--turn", "7", "--for", "bob", "--seed", "2").out


def test_what_a_record_hides_itself(ttrn: Ttrn) -> None:
    done = ttrn("odds", SEEN, "--turn", "6", "--json")
    assert (done.status, done.err) == (0, "")
    data = json.loads(done.out)
    assert (data["turn"], data["turns"], data["observer"], data["status"]) == (6, 71, None, "sampled")
    (bob,) = data["hands"]
    assert (bob["player"], bob["size"]) == ("bob", 1)
    assert abs(sum(bob["expected"].values()) - 1) < 0.01
    assert all(chances[0] <= 1 for chances in bob["at_least"].values() if chances)
    assert data["error"] < 0.02
    (tickets,) = data["tickets"]
    assert abs(sum(ranked["chance"] for ranked in tickets["ranking"]) - tickets["hidden"]) < 0.01
    assert "not a proof" in tickets["basis"]


def test_the_setup_is_turn_0(ttrn: Ttrn) -> None:
    done = ttrn("odds", GAME, "--turn", "0", "--for", "public")
    assert done.status == 0
    assert "Before the first turn, as anybody saw it." in done.out


def test_nothing_is_hidden(ttrn: Ttrn) -> None:
    done = ttrn("odds", GAME, "--turn", "7")
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("Nothing is hidden: every card and every ticket is known.\n")


def test_a_turn_a_player_or_a_game_that_is_not_there(ttrn: Ttrn) -> None:
    for args, said in (
        (("--turn", "9999"), "this game has turns 1 to 81, not 9999"),
        (("--for", "eve"), 'nobody at this table has the id "eve"; there are ann, bob, public'),
        (("--game", "2"), "no game 2"),
    ):
        done = ttrn("odds", GAME, *args)
        assert (done.status, done.out) == (2, "")
        assert said in done.err
    assert ttrn("odds", GAME, "--turn", "-1").status == 2


def test_a_record_that_is_impossible(ttrn: Ttrn) -> None:
    text = Path(SEEN).read_text(encoding="utf-8").replace("2. bob claim DUS-KOL#3 Y", "2. bob claim DUS-KOL#3 YY")
    done = ttrn("odds", "-", "--turn", "3", stdin=text)
    assert done.status == 1
    assert "turn 2" in done.err


def test_a_payment_that_nobody_saw(ttrn: Ttrn) -> None:
    text = Path(SEEN).read_text(encoding="utf-8").replace("2. bob claim DUS-KOL#3 Y", "2. bob claim DUS-KOL#3 ?")
    done = ttrn("odds", "-", "--turn", "3", stdin=text)
    assert done.status == 2
    assert "no odds for cards: a payment was not seen" in done.err
    assert "hidden tickets" in done.out
