"""Titles as people and programs write them: the board that is meant, and never another one."""

from __future__ import annotations

import pytest

from ttrn.boards import board_names
from ttrn.imports import titles
from ttrn.imports.titles import Titled, by_map, by_title, by_variant, joined, site_number


@pytest.mark.parametrize(
    ("title", "board"),
    [
        ("Ticket to Ride", "usa"),
        ("TICKET TO RIDE", "usa"),
        ("Ticket to Ride (2004)", "usa"),
        ("Ticket to Ride: 10th Anniversary", "usa"),
        ("Zug um Zug", "usa"),
        ("Les Aventuriers du Rail", "usa"),
        ("¡Aventureros al Tren!", "usa"),
        ("Wsiąść do Pociągu", "usa"),
        ("TtR USA", "usa"),
        ("Ticket to Ride: Europe", "europe"),
        ("Ticket to Ride - Europe", "europe"),
        ("Ticket to Ride – Europe", "europe"),  # noqa: RUF001  as it is printed
        ("Zug um Zug: Europa", "europe"),
        ("Wsiąść do Pociągu: Europa", "europe"),
        ("Ticket to Ride: Europe – 15th Anniversary", "europe"),  # noqa: RUF001
        ("Ticket to Ride: Märklin", "marklin"),
        ("Ticket to Ride: Marklin", "marklin"),
        ("Ticket To Ride Maerklin Edition", "marklin"),
        ("Ticket to Ride: The Card Game", "cardgame"),
        ("Zug um Zug: Das Kartenspiel", "cardgame"),
    ],
)
def test_the_boards_that_we_have(title: str, board: str) -> None:
    assert by_title(title) == Titled(series=True, board=board)


@pytest.mark.parametrize(
    ("title", "board", "expansion"),
    [
        ("Ticket to Ride: USA 1910", "usa", "USA 1910"),
        ("Ticket to Ride: Europe – 1912", "europe", "Europa 1912"),  # noqa: RUF001
        ("Ticket to Ride: Europa 1912", "europe", "Europa 1912"),
        ("Ticket to Ride: Alvin & Dexter", "", "Alvin & Dexter"),
    ],
)
def test_expansions_are_played_on_a_board(title: str, board: str, expansion: str) -> None:
    assert by_title(title) == Titled(series=True, board=board, expansion=expansion)


@pytest.mark.parametrize(
    "title",
    [
        "Ticket to Ride: Nordic Countries",
        "Zug um Zug: Skandinavien",
        "Ticket to Ride: Switzerland",
        "Ticket to Ride Map Collection 2: India & Switzerland",
        "Ticket to Ride: Rails & Sails",
        "Ticket to Ride: First Journey (Europe)",
        "Ticket to Ride: Germany",
        "Ticket to Ride Legacy: Legends of the West",
        "Ticket to Ride: New York",
    ],
)
def test_maps_that_we_have_no_board_for(title: str) -> None:
    assert by_title(title) == Titled(series=True, elsewhere=True)


@pytest.mark.parametrize("title", ["", "Catan", "Ticket to Rider", "Ride: Ticket to", "Europe", "USA", "Märklin"])
def test_other_games(title: str) -> None:
    assert not by_title(title).series


@pytest.mark.parametrize(
    "title", ["Ticket to Ride: our map", "Ticket to Ride (app)", "TTR 2", "Ticket to Ride: Europe 2"]
)
def test_what_is_not_clear(title: str) -> None:
    assert by_title(title) == Titled(series=True)


def test_the_number_at_the_site_counts_where_the_title_does_not_tell() -> None:
    assert by_title("the train game", 14996).board == "europe"
    assert by_title("Ticket to Ride: our map", 9209).board == "usa"
    assert by_title("Ticket to Ride: Europe", 9209).board == "europe"
    assert by_title("Ticket to Ride: Switzerland", 9209).elsewhere
    assert by_title("the train game", 1) == Titled(series=False)


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        (["Ticket to Ride", "Europe"], Titled(series=True, board="europe")),
        (["Ticket to Ride", "USA"], Titled(series=True, board="usa")),
        (["Ticket to Ride", "India"], Titled(series=True, elsewhere=True)),
        (["Ticket to Ride", "somewhere"], Titled(series=True)),
        (["Ticket to Ride", "Ticket to Ride: Europe"], Titled(series=True, board="europe")),
        (["Ticket to Ride", "1910", "Alvin & Dexter"], Titled(True, "usa", "USA 1910, Alvin & Dexter")),
        (["Ticket to Ride: Europe", "1910"], Titled(series=True)),
        (["Ticket to Ride: Europe", "Big Cities"], Titled(True, "europe", "Big Cities")),
        (["Ticket to Ride: Märklin", "Europe"], Titled(series=True)),
    ],
)
def test_a_title_with_a_map_or_expansion(parts: list[str], found: Titled) -> None:
    title = by_title(parts[0])
    assert joined([title, *[by_variant(part, title) for part in parts[1:]]]) == found


def test_every_board_has_a_title_and_no_title_means_two_things() -> None:
    known = titles._known()
    assert {meant.board for meant in known.rests.values()} - {""} == set(board_names())
    assert set(known.sites) <= set(board_names())
    assert site_number("nowhere") == 0
    assert by_map("x" * 10_000) == Titled(series=True)
    # A title of ours must not be swallowed by the beginning of one of the others.
    for rest, meant in known.rests.items():
        assert meant.elsewhere or not any(rest.startswith(f"{start} ") for start, _ in known.beginnings), rest
