"""Finding one's way on a board: names, routes, tickets, search; and how boards are loaded."""

import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttrn.boards import Board, City, board, board_names, load_board
from ttrn.plain_letters import plain

HERE = Path(__file__).parent

ALIASES = {
    "usa": {
        "SSM": ["Sault St. Marie", "Sault Ste. Marie", "sault ste marie", "Sault Saint Marie", "SAULT STE.MARIE"],
        "MON": ["Montreal", "MONTRÉAL"],
        "STL": ["St. Louis", "st louis", "Saint Louis"],
        "LAX": ["L.A.", "los-angeles"],
        "NYC": ["New York City", "newyork", " nyc "],
        "WAS": ["Washington DC", "Washington, D.C."],
    },
    "europe": {
        "KOB": ["København", "Kobenhavn", "Copenhagen"],
        "WIE": ["Vienna", "Wien"],
        "KYI": ["Kyiv", "Kiev", "Kyïv"],
        "PET": ["Saint Petersburg", "St Petersburg", "Petrograd"],
        "ANG": ["Ankara"],
        "CON": ["Istanbul", "İstanbul"],
        "SMY": ["Izmir", "İzmir"],
        "DAN": ["Gdansk", "Gdańsk"],
        "WIL": ["Vilnius", "Vilna"],
        "ROS": ["Rostov-on-Don"],
        "ATH": ["Athína", "Athens"],
        "CAD": ["Cádiz"],
        "ZAG": ["Zágráb", "Zagreb"],
        "BUC": ["București", "Bucharest"],
        "ZUR": ["Zürich", "Zurich", "ZUERICH"],
        "MUN": ["Munich", "munchen", "Muenchen"],
        "ROM": ["Rome"],
        "MOS": ["Moscow"],
        "WAR": ["Warsaw"],
        "VEN": ["Venice"],
        "LIS": ["Lisbon"],
        "BRU": ["Brussels", "Brüssel"],
    },
    "marklin": {
        "MUN": ["Munich", "Muenchen"],
        "KOL": ["Cologne", "Koln", "Koeln"],
        "NUR": ["Nuremberg", "Nurnberg"],
        "HAN": ["Hanover"],
        "MST": ["Münster", "Muenster"],
        "FFM": ["Frankfurt", "Frankfurt am Main"],
        "FRA": ["France", "Frankreich"],
        "SUI": ["Switzerland", "Schweiz"],
        "AUT": ["Austria", "Osterreich", "Oesterreich"],
        "DEN": ["Denmark", "Danmark", "Danemark"],
        "NED": ["Netherlands", "the netherlands", "Holland"],
    },
    "cardgame": {"SSM": ["Sault Ste. Marie", "Sault St. Marie", "Sault Sainte Marie"], "MON": ["Montreal"]},
}


@pytest.fixture(params=["usa", "europe", "marklin", "cardgame"])
def any_board(request: pytest.FixtureRequest) -> Board:
    return board(request.param)


def at(it: Board, text: str) -> City:
    city = it.city(text)
    assert city is not None, text
    return city


@pytest.mark.parametrize(
    ("name", "code", "text"),
    [(name, code, text) for name, codes in ALIASES.items() for code, texts in codes.items() for text in texts],
)
def test_other_spellings(name: str, code: str, text: str) -> None:
    assert at(board(name), text).code == code


@given(data=st.data(), name=st.sampled_from(sorted(ALIASES)))
def test_every_city_is_found_however_it_is_written(data: st.DataObject, name: str) -> None:
    it = board(name)
    city = data.draw(st.sampled_from(it.cities))
    text = data.draw(st.sampled_from([city.code, city.name, plain(city.name), *city.aliases]))
    for other in (text, text.lower(), text.upper(), text.title(), text.replace(" ", "-"), f" {text}."):
        assert it.city(other) is city


@given(text=st.text(max_size=20))
def test_any_text_is_answered(text: str) -> None:
    it = board("europe")
    found, city = it.search(text), it.city(text)
    assert it.suggest_city(text) is None or it.city(it.suggest_city(text) or "") is not None
    assert city is None or city in found.cities


@pytest.mark.parametrize("text", ["", "?", "...", "Atlantis", "XYZ", "Sea ttle x"])
def test_unknown_city(text: str) -> None:
    assert board("usa").city(text) is None


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("Sattle", "Seattle"),
        ("NYK", "NYC"),
        ("Sault Marie", "Sault St. Marie"),
        ("Montreall", "Montréal"),
        ("zzzz", None),
    ],
)
def test_suggestion(text: str, near: str | None) -> None:
    assert board("usa").suggest_city(text) == near


GUESSES = """
usa: KC=KAN SAL=SLC NOR=NOL MTL=MON LV=LAS DC=WAS PDX=POR PHX=PHO SF=SFO PRO=POR Wash=WAS Kansas=KAN Frisko=SFO
europe: MUC=MUN CPH=KOB IST=CON Koebenhavn=KOB Muenchn=MUN Petersburg=PET PRA=PAR Stokholm=STO Konst=CON Vien=WIE
marklin: MS=MST MA=MAN MZ=MAI HH=HAM Nuernb=NUR MGA=MAG HRO=ROS Duesseldrf=DUS NL=NED
"""
NEIGHBOURS = """
usa: SF-DEN=SFE SF-LAX=SFO SAN-DEN=SFE SAN-POR=SFO PTL-SEA=POR CH-PIT=CHI MO-BOS=MON NASH-STL=NAS
europe: BR-ROM=BRI MA-PAR=MAR MA-LIS=MAD PA-ROM=PAL
marklin: MA-KAR=MAN MA-BER=MAG MA-KOB=MAI KO-LIN=KON
"""


def guesses(table: str) -> list[tuple[str, str, str]]:
    rows = [row.split(": ") for row in table.strip().splitlines()]
    return [(name, *pair.split("=")) for name, pairs in rows for pair in pairs.split()]  # type: ignore[misc]


@pytest.mark.parametrize(("name", "text", "code"), guesses(GUESSES))
def test_short_forms_and_beginnings_come_before_letters_that_look_alike(name: str, text: str, code: str) -> None:
    it = board(name)
    assert at(it, it.suggest_city(text) or "?").code == code


@pytest.mark.parametrize(("name", "text", "code"), guesses(NEIGHBOURS))
def test_of_several_cities_a_neighbour_of_the_other_one_is_meant(name: str, text: str, code: str) -> None:
    it = board(name)
    text, other = text.split("-")
    assert it.city(text) is None
    assert at(it, it.suggest_city(text, it.neighbours(at(it, other))) or "?").code == code


def test_an_abbreviation_is_no_name(any_board: Board) -> None:
    for city in any_board.cities:
        assert not [text for text in city.abbreviations if any_board.city(text)]


def test_a_name_beyond_all_bounds_is_like_none() -> None:
    assert board("usa").suggest_city("a" * 100_000) is None


def test_indices_are_places(any_board: Board) -> None:
    for things in (any_board.cities, any_board.routes, any_board.tickets):
        assert [thing.index for thing in things] == list(range(len(things)))
    for pair, tracks in enumerate(any_board.pairs):
        routes = [any_board.routes[index] for index in tracks]
        assert {(route.pair, route.a, route.b) for route in routes} == {(pair, *any_board.pair_cities[pair])}
        assert [route.track for route in routes] == ([0] if len(routes) == 1 else list(range(1, len(routes) + 1)))


def test_routes_and_tickets_in_both_directions(any_board: Board) -> None:
    for route in any_board.routes:
        assert route in any_board.routes_between(route.a, route.b)
        assert any_board.routes_between(route.b, route.a) == any_board.routes_between(route.a, route.b)
        assert (route.other(route.a), route.other(route.b)) == (route.b, route.a)
    for ticket in any_board.tickets:
        assert any_board.ticket_between(ticket.b, ticket.a, ticket.copy) is ticket


def test_text_of_routes_and_tickets() -> None:
    usa = board("usa")
    atlanta, miami, raleigh = at(usa, "ATL"), at(usa, "MIA"), at(usa, "RAL")
    assert [usa.route_text(route) for route in usa.routes_between(miami, atlanta)] == ["ATL-MIA"]
    assert [usa.route_text(route) for route in usa.routes_between(raleigh, atlanta)] == ["ATL-RAL#1", "ATL-RAL#2"]
    assert usa.routes_between(atlanta, at(usa, "SEA")) == ()
    ticket = usa.ticket_between(miami, at(usa, "BOS"))
    assert ticket is not None
    assert usa.ticket_text(ticket) == "BOS-MIA"
    assert usa.ticket_between(atlanta, miami) is None


def test_search_by_city() -> None:
    usa = board("usa")
    found = usa.search("boston")
    assert [city.code for city in found.cities] == ["BOS"]
    assert [usa.route_text(route) for route in found.routes] == ["BOS-MON#1", "BOS-MON#2", "BOS-NYC#1", "BOS-NYC#2"]
    assert [usa.ticket_text(ticket) for ticket in found.tickets] == ["BOS-MIA"]
    assert [city.code for city in usa.search("city").cities] == ["KAN", "NYC", "OKC", "SLC"]


def test_search_by_pair() -> None:
    usa = board("usa")
    found = usa.search("new york-los angeles")
    assert (found.cities, found.routes, len(found.tickets)) == ((), (), 1)
    assert len(usa.search("POR-SEA").routes) == 2
    assert board("europe").search("rostov-on-don").cities == (at(board("europe"), "ROS"),)
    assert usa.search(" - ") == usa.search("!") == ((), (), ())


def test_fifth_board_is_a_data_file_and_nothing_else() -> None:
    island = board(HERE / "fifth.toml")
    assert (island.name, island.rules, len(island.cities), len(island.routes), len(island.pairs)) == (
        *("island", "usa"),
        *(4, 4, 3),
    )
    assert at(island, "bronby harbour").code == "BRO"
    assert [(route.points, route.color) for route in island.routes] == [(2, "R"), (2, ""), (1, "G"), (4, "")]
    assert at(island, "ASH").lon is None


def test_the_example_of_the_documentation_is_a_board(tmp_path: Path) -> None:
    example = re.search(
        r"```toml\n(.*?)```", (HERE.parents[1] / "docs" / "boards.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert example is not None
    (tmp_path / "example.toml").write_text(example[1], encoding="utf-8")
    assert load_board(tmp_path / "example.toml")[1] == ()


def test_built_in_boards_are_read_once() -> None:
    assert board_names() == ("cardgame", "europe", "marklin", "usa")
    assert all(board(name) is board(name) and board(name).name == name for name in board_names())


def test_a_board_can_travel_between_processes(any_board: Board) -> None:
    again = pickle.loads(pickle.dumps(any_board))  # noqa: S301
    assert (again.cities, again.routes, again.tickets, again.tables) == (
        *(any_board.cities, any_board.routes, any_board.tickets),
        any_board.tables,
    )


def test_import_reads_no_board_and_no_other_room() -> None:
    code = (
        "import sys, tomllib, ttrn.boards, ttrn.boards.load as load;"
        "assert load._read_once.cache_info().currsize == 0;"
        "rooms = {m.split('.')[1] for m in sys.modules if m.startswith('ttrn.')};"
        "assert rooms == {'boards', 'plain_letters', 'registry'}, rooms"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
