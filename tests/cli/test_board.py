"""``ttrn board``: boards listed, shown and searched."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Ttrn

ISLAND = Path(__file__).parents[1] / "boards" / "fifth.toml"


def rows(text: str) -> list[list[str]]:
    return [line.split("\t") for line in text.splitlines()]


def test_all_boards_with_their_counts(ttrn: Ttrn) -> None:
    done = ttrn("board")
    assert (done.status, done.err) == (0, "")
    assert [row[:1] + row[2:6] for row in rows(done.out)] == [
        ["board", "cities", "routes", "tickets", "players"],
        ["cardgame", "34", "0", "46", "2-4"],
        ["europe", "47", "101", "46", "2-5"],
        ["marklin", "40", "110", "46", "2-5"],
        ["usa", "36", "100", "30", "2-5"],
    ]
    assert [row[0] for row in rows(ttrn("board", "--board", ISLAND).out)][:2] == ["board", "island"]


def test_a_whole_board_is_one_table(ttrn: Ttrn) -> None:
    table = rows(ttrn("board", "usa").out)
    assert {len(row) for row in table} == {7}
    assert [row[0] for row in table[1:]] == ["city"] * 36 + ["route"] * 100 + ["ticket"] * 30


def test_a_search(ttrn: Ttrn) -> None:
    assert ttrn("board", "usa", "sea").out == (
        "what\tcode\tname\tlength\tcolour\tpoints\tremarks\n"
        "city\tSEA\tSeattle\t\t\t\t\n"
        "route\tCAL-SEA\tCalgary–Seattle\t4\tgray\t7\t\n"  # noqa: RUF001
        "route\tHEL-SEA\tHelena–Seattle\t6\tyellow\t15\t\n"  # noqa: RUF001
        "route\tPOR-SEA#1\tPortland–Seattle\t1\tgray\t1\t\n"  # noqa: RUF001
        "route\tPOR-SEA#2\tPortland–Seattle\t1\tgray\t1\t\n"  # noqa: RUF001
        "route\tSEA-VAN#1\tSeattle–Vancouver\t1\tgray\t1\t\n"  # noqa: RUF001
        "route\tSEA-VAN#2\tSeattle–Vancouver\t1\tgray\t1\t\n"  # noqa: RUF001
        "ticket\tSEA-LAX\tSeattle–Los Angeles\t\t\t9\t\n"  # noqa: RUF001
        "ticket\tSEA-NYC\tSeattle–New York\t\t\t22\t\n"  # noqa: RUF001
    )


@pytest.mark.parametrize("pair", ["sea-por", "POR-SEA", "portland-seattle"])
def test_a_search_for_two_cities(ttrn: Ttrn, pair: str) -> None:
    assert [row[1] for row in rows(ttrn("board", "usa", pair).out)[1:]] == ["POR-SEA#1", "POR-SEA#2"]


@pytest.mark.parametrize(
    ("search", "message"),
    [
        ("seatle", 'nothing on usa is called "seatle"; did you mean "Seattle"?'),
        ("sea-portlend", 'nothing on usa is called "portlend"; did you mean "Portland"?'),
        ("sea-mia", 'no route and no ticket on usa joins "sea" and "mia"'),
        ("[red]", 'nothing on usa is called "[red]"'),
    ],
)
def test_a_search_that_finds_nothing(ttrn: Ttrn, search: str, message: str) -> None:
    done = ttrn("board", "usa", search)
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"ttrn: {message}")


def test_remarks(ttrn: Ttrn) -> None:
    assert "ferry: 2 × L" in ttrn("board", "europe", "lon-ams").out  # noqa: RUF001
    assert "tunnel" in ttrn("board", "europe", "mad-pam").out
    assert rows(ttrn("board", "cardgame", "chi-nyc").out)[1][-1] == "Y; not confirmed"
    assert "country\t" in ttrn("board", "marklin").out


def test_unconfirmed_tickets_are_said_to_be(ttrn: Ttrn) -> None:
    done = ttrn("board", "marklin", "ber")
    assert done.err.startswith("note: tickets marked as not confirmed: The printed list of the 46 tickets")
    assert ttrn("board", "usa").err == ""


def test_a_board_file_by_option_and_by_name(ttrn: Ttrn) -> None:
    by_option = ttrn("board", "island", "dun", "--board", ISLAND)
    assert (by_option.status, by_option.err) == (0, "")
    assert ttrn("board", ISLAND, "dun") == by_option


def test_an_unknown_board(ttrn: Ttrn) -> None:
    done = ttrn("board", "uas")
    assert (done.status, done.out, done.err) == (2, "", 'ttrn: there is no board "uas"; did you mean "usa"?\n')
    assert ttrn("board", "no/such.toml").status == 2


def test_the_picture(ttrn: Ttrn, tmp_path: Path) -> None:
    assert ttrn("board", "usa", "--svg", tmp_path / "usa.svg").status == 0
    assert (tmp_path / "usa.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert ttrn("board", "--svg", tmp_path / "all.svg").status == 2
