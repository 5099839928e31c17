"""The numbers that are known of each printed board, counted on ours."""

from collections import Counter
from collections.abc import Iterable

import pytest

from ttrn.boards import Board, Route, Ticket, board

LETTERS = "ROYGBPKW"


def ways(the_board: Board, start: int) -> dict[int, int]:
    """Return the fewest spaces from a city to all others; nobody travels through a country."""
    far, open_ = {start: 0}, {start}
    while open_:
        here = min(open_, key=far.__getitem__)
        open_.remove(here)
        if the_board.cities[here].country and here != start:
            continue
        for there, pair in the_board.adjacent[here]:
            length = far[here] + min(the_board.routes[index].length for index in the_board.pairs[pair])
            if length < far.get(there, 10_000):
                far[there] = length
                open_.add(there)
    return far


def worth_more(the_board: Board, tickets: Iterable[Ticket]) -> dict[str, int]:
    """Return the tickets whose points are not their shortest way, with the difference."""
    extra = {the_board.ticket_text(t): t.points - ways(the_board, t.a)[t.b] for t in tickets}
    return {text: points for text, points in extra.items() if points}


def firsts(the_board: Board) -> list[Route]:
    return [the_board.routes[tracks[0]] for tracks in the_board.pairs]


def named(the_board: Board, pairs: Iterable[int]) -> set[str]:
    return {"-".join(the_board.cities[end].code for end in the_board.pair_cities[pair]) for pair in pairs}


def neighbours(the_board: Board) -> dict[str, int]:
    return {city.code: len(the_board.adjacent[city.index]) for city in the_board.cities}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("usa", (36, 100, 78, 22, 0, 309, 256, 508, 436, 156)),
        ("europe", (47, 101, 90, 11, 0, 300, 268, 448, 402, 180)),
        ("marklin", (40, 110, 85, 21, 2, 313, 252, 502, 407, 170)),
    ],
)
def test_network_counts(name: str, expected: tuple[int, ...]) -> None:
    it = board(name)
    assert expected == (
        len(it.cities),
        len(it.routes),
        len(it.pairs),
        sum(len(tracks) == 2 for tracks in it.pairs),
        sum(len(tracks) == 3 for tracks in it.pairs),
        sum(route.length for route in it.routes),
        sum(route.length for route in firsts(it)),
        sum(route.points for route in it.routes),
        sum(route.points for route in firsts(it)),
        sum(neighbours(it).values()),
    )


@pytest.mark.parametrize(
    ("name", "spaces", "tracks"),
    [
        ("usa", [27] * 8 + [93], [7] * 8 + [44]),
        ("europe", [22, 22, 22, 23, 23, 22, 22, 22, 122], [8] * 8 + [37]),
        ("marklin", [28, 27, 27, 28, 28, 28, 28, 27, 92], [8, 8, 9, 8, 8, 8, 8, 8, 45]),
    ],
)
def test_colours(name: str, spaces: list[int], tracks: list[int]) -> None:
    it = board(name)
    by_color = [[route.length for route in it.routes if route.color == letter] for letter in [*LETTERS, ""]]
    assert [sum(lengths) for lengths in by_color] == spaces
    assert [len(lengths) for lengths in by_color] == tracks


@pytest.mark.parametrize(
    ("name", "lengths"),
    [
        ("usa", {1: 9, 2: 36, 3: 20, 4: 16, 5: 10, 6: 9}),
        ("europe", {1: 4, 2: 35, 3: 30, 4: 29, 6: 2, 8: 1}),
        ("marklin", {1: 23, 2: 30, 3: 25, 4: 17, 5: 8, 6: 2, 7: 5}),
    ],
)
def test_tracks_by_length(name: str, lengths: dict[int, int]) -> None:
    assert Counter(route.length for route in board(name).routes) == lengths


@pytest.mark.parametrize(("name", "count"), [("usa", 10), ("europe", 2), ("marklin", 16)])
def test_pairs_of_several_gray_tracks(name: str, count: int) -> None:
    it = board(name)
    gray = [tracks for tracks in it.pairs if len(tracks) > 1 and not any(it.routes[index].color for index in tracks)]
    assert len(gray) == count


@pytest.mark.parametrize(
    ("name", "deck", "expected"),
    [
        ("usa", "", (30, 349, 4, 22)),
        ("europe", "", (46, 444, 5, 21)),
        ("europe", "long", (6, 123, 20, 21)),
        ("europe", "short", (40, 321, 5, 13)),
        ("marklin", "", (46, 555, 5, 22)),
        ("marklin", "short", (23, 181, 5, 11)),
        ("marklin", "long", (23, 374, 12, 22)),
        ("cardgame", "", (46, 581, 5, 22)),
    ],
)
def test_ticket_decks(name: str, deck: str, expected: tuple[int, ...]) -> None:
    values = [ticket.points for ticket in board(name).ticket_deck(deck)]
    assert (len(values), sum(values), min(values), max(values)) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("usa", {"LAX-CHI": 1, "LAX-MIA": 1, "LAX-NYC": 1, "SSM-OKC": 1, "SEA-NYC": 2}),
        ("europe", {"EDI-ATH": 1, "LON-WIE": 1}),
        ("marklin", {"KIE-STU": 1}),
    ],
)
def test_tickets_are_worth_their_shortest_way_but_for_a_few(name: str, expected: dict[str, int]) -> None:
    assert worth_more(board(name), board(name).tickets) == expected


@pytest.mark.parametrize(
    ("name", "most", "fewest"),
    [
        ("usa", {"HEL": 7, "DEN": 7, "PIT": 7}, {"BOS": 2, "LAS": 2, "VAN": 2}),
        ("europe", {"PAR": 7, "FRA": 6, "KYI": 6}, {"EDI": 1}),
        ("marklin", {"BER": 7, "HAN": 7, "HAM": 6, "ERF": 6, "REG": 6}, {"WUR": 2}),
    ],
)
def test_busiest_and_loneliest_cities(name: str, most: dict[str, int], fewest: dict[str, int]) -> None:
    it = board(name)
    counts = {code: n for code, n in neighbours(it).items() if not it.cities[city_index(it, code)].country}
    assert {code: n for code, n in counts.items() if n >= min(most.values())} == most
    assert {code: n for code, n in counts.items() if n <= max(fewest.values())} == fewest


def city_index(it: Board, code: str) -> int:
    city = it.city(code)
    assert city is not None
    return city.index


@pytest.mark.parametrize("name", ["usa", "europe", "marklin"])
def test_network_is_joined_without_countries(name: str) -> None:
    it = board(name)
    assert len(ways(it, 0)) == len(it.cities)


def test_tables() -> None:
    usa, europe, marklin, cards = (board(name).tables for name in ("usa", "europe", "marklin", "cardgame"))
    assert [it.deck_size for it in (usa, europe, marklin, cards)] == [110, 110, 118, 96]
    assert [it.train_cards["L"] for it in (usa, europe, marklin, cards)] == [14, 14, 14, 16]
    assert [[it.train_cards[c] for c in LETTERS] for it in (usa, europe, marklin, cards)] == [
        [count] * 8 for count in (12, 12, 11, 10)
    ]
    assert [it.trains for it in (usa, europe, marklin, cards)] == [45, 45, 45, 0]
    assert [it.max_players for it in (usa, europe, marklin, cards)] == [5, 5, 5, 4]
    assert [(it.dealt_locomotives, it.dealt_cards, it.market) for it in (usa, europe, marklin, cards)] == [
        *[(0, 4, 5)] * 3,
        (1, 7, 5),
    ]
    assert [(it.longest_path, it.most_tickets) for it in (usa, europe, marklin, cards)] == [
        (10, 0),
        (10, 0),
        (0, 10),
        (0, 0),
    ]
    draws = [(it.setup_tickets, it.play_tickets) for it in (usa, europe, marklin, cards)]
    assert [(a.take, a.keep, b.take, b.keep) for a, b in draws] == [
        (3, 2, 3, 1),
        (4, 2, 3, 1),
        (4, 2, 4, 1),
        (6, 1, 4, 0),
    ]
    assert (europe.setup_tickets.decks, europe.play_tickets.decks) == ({"long": 1, "short": 3}, {"short": 3})
    assert (europe.stations, europe.station_costs, europe.station_points) == (3, (1, 2, 3), 4)
    assert (marklin.train_cards["F"], marklin.train_cards["T"], marklin.passengers) == (6, 10, 3)


def test_usa_cities_on_no_ticket() -> None:
    usa = board("usa")
    on_tickets = {end for ticket in usa.tickets for end in (ticket.a, ticket.b)}
    assert {city.code for city in usa.cities if city.index not in on_tickets} == {
        "CHA",
        "LAS",
        "OMA",
        "RAL",
        "STL",
        "WAS",
    }


def test_europe_tunnels_and_ferries() -> None:
    europe = board("europe")
    tunnels = [route for route in europe.routes if route.tunnel]
    ferries = [route for route in europe.routes if route.ferry]
    assert (len(tunnels), len({r.pair for r in tunnels}), sum(r.length for r in tunnels)) == (18, 17, 55)
    assert sum(bool(route.color) for route in tunnels) == 8
    assert (len(ferries), len({r.pair for r in ferries}), sum(r.length for r in ferries)) == (13, 11, 41)
    assert sum(route.ferry for route in ferries) == 17
    assert not any(route.color or route.tunnel for route in ferries)
    doubles = {pair for pair, tracks in enumerate(europe.pairs) if len(tracks) == 2}
    assert named(europe, doubles & {route.pair for route in tunnels}) == {"MAD-PAM"}
    assert named(europe, doubles & {route.pair for route in ferries}) == {"DIE-LON", "ESS-KOB"}


def test_europe_cities_are_all_on_tickets() -> None:
    europe = board("europe")
    assert {end for ticket in europe.tickets for end in (ticket.a, ticket.b)} == set(range(47))


def test_marklin_pairs_of_several_tracks() -> None:
    it = board("marklin")
    assert named(it, (pair for pair, tracks in enumerate(it.pairs) if len(tracks) == 3)) == {"DOR-DUS", "DUS-KOL"}
    colorful = (p for p, tracks in enumerate(it.pairs) if len({it.routes[index].color for index in tracks}) == 2)
    assert named(it, colorful) == {
        *("BER-HAM", "ERF-HAN", "ERF-NUR", "FFM-KAS", "HAM-HAN", "HAM-KIE", "MUN-NUR"),
    }
    assert sum(len(tracks) == 1 for tracks in it.pairs) == 62


def test_marklin_countries() -> None:
    it = board("marklin")
    countries = {city.code: city.index for city in it.cities if city.country}
    assert len(countries) == 5
    into = [route for route in it.routes if {route.a, route.b} & set(countries.values())]
    assert [route.stub is not None for route in it.routes] == [route in into for route in it.routes]
    assert {code: len(it.adjacent[index]) for code, index in countries.items()} == {
        "DEN": 2,
        "FRA": 3,
        "NED": 3,
        "AUT": 3,
        "SUI": 3,
    }
    assert {f"{it.route_text(route)} {route.length}{route.color}" for route in into} == {
        *("BHV-DEN 5G", "DEN-KIE 2", "EMD-NED 2W", "MST-NED 2O", "DUS-NED 3P", "FRA-SAA 1G", "FRA-KAR 2K"),
        *("FRA-FRB 2Y", "FRB-SUI 2O", "KON-SUI 1W", "LIN-SUI 2B", "LIN-AUT 2P", "MUN-AUT 3R", "AUT-REG 4Y"),
    }


def test_marklin_largest_distance() -> None:
    it = board("marklin")
    far = {(a.code, it.cities[b].code): spaces for a in it.cities for b, spaces in ways(it, a.index).items()}
    assert max(far.values()) == far["DEN", "AUT"] == 24


def test_marklin_merchandise() -> None:
    it = board("marklin")
    cities = Counter(city.goods for city in it.cities if not city.country)
    assert cities == {"white": 16, "yellow": 12, "red": 6, "black": 1}
    stacks = [it.tables.merchandise[city.goods] for city in it.cities if city.goods]
    assert (sum(map(len, stacks)), sum(map(sum, stacks))) == (74, 180)
    assert all(stack == tuple(sorted(stack, reverse=True)) for stack in stacks)


def test_marklin_ticket_pool() -> None:
    it = board("marklin")
    assert (len(it.tickets), len(it.ticket_deck())) == (91, 46)
    assert all(ticket.dealt for ticket in it.tickets if ticket.confirmed)
    assert [it.ticket_text(ticket) for ticket in it.tickets if ticket.confirmed] == ["BER-DUS", "BER-MUN"]
    assert "could not be confirmed" in it.tickets_note


def test_cardgame_ticket_colours() -> None:
    tickets = board("cardgame").tickets
    assert sum(len(ticket.cards) for ticket in tickets) == 132
    assert [sum(t.cards.count(letter) for t in tickets) for letter in LETTERS] == [16, 16, 17, 16, 18, 16, 16, 17]
    assert [sum(letter in t.cards for t in tickets) for letter in LETTERS] == [15, 15, 16, 16, 15, 14, 15, 16]
    assert Counter(len(ticket.cards) for ticket in tickets) == {1: 2, 2: 17, 3: 14, 4: 11, 5: 2}
    points = Counter[int]()
    for ticket in tickets:
        points[len(ticket.cards)] += ticket.points
        assert len(ticket.cards) == -(-ticket.points // 5)
        assert max(Counter(ticket.cards).values()) <= 2
    assert points == {1: 10, 2: 150, 3: 179, 4: 199, 5: 43}
    assert sum(len(set(ticket.cards)) < len(ticket.cards) for ticket in tickets) == 9
    assert len({ticket.cards for ticket in tickets}) == 37
    assert not any(ticket.confirmed for ticket in tickets)


def test_cardgame_tickets_by_points() -> None:
    text = "5:2 6:2 7:2 8:1 9:4 10:8 11:4 12:2 13:3 14:3 15:2 16:2 17:3 18:1 19:2 20:3 21:1 22:1"
    expected = {int(points): int(count) for points, count in (part.split(":") for part in text.split())}
    assert Counter(ticket.points for ticket in board("cardgame").tickets) == expected


def test_cardgame_big_cities() -> None:
    it = board("cardgame")
    big = {it.cities[index].code: points for index, points in it.tables.big_cities.items()}
    assert big == {"NYC": 15, "CHI": 12, "LAX": 12, "DAL": 10, "SEA": 8, "MIA": 8}
    ends, points = Counter[str](), Counter[str]()
    for ticket in it.tickets:
        for end in (ticket.a, ticket.b):
            ends[it.cities[end].code] += 1
            points[it.cities[end].code] += ticket.points
    assert {code: ends[code] for code in big} == {"CHI": 11, "NYC": 11, "DAL": 10, "LAX": 10, "MIA": 10, "SEA": 10}
    assert {code: points[code] for code in big} == {
        "SEA": 152,
        "MIA": 143,
        "LAX": 140,
        "NYC": 136,
        "CHI": 108,
        "DAL": 104,
    }
    assert {code for code, n in ends.items() if n == 2} == {"LAS", "SFO"}
    both = [sum(it.cities[end].code in big for end in (ticket.a, ticket.b)) for ticket in it.tickets]
    assert Counter(both) == {1: 30, 2: 16}


def test_cardgame_cities_and_distances_are_those_of_the_usa() -> None:
    cards, usa = board("cardgame"), board("usa")
    assert {city.code for city in usa.cities} - {city.code for city in cards.cities} == {"LIT", "OKC"}
    for ticket in cards.tickets:
        a, b = (city_index(usa, cards.cities[end].code) for end in (ticket.a, ticket.b))
        assert ways(usa, a)[b] == ticket.points


def test_cardgame_pair_of_two_tickets() -> None:
    it = board("cardgame")
    chicago, new_york = city_index(it, "CHI"), city_index(it, "NYC")
    first, second = it.ticket_between(chicago, new_york), it.ticket_between(chicago, new_york, 2)
    assert first is not None
    assert second is not None
    assert (first.cards, first.points, second.cards, second.points) == ("Y", 5, "B", 5)
    assert (it.ticket_text(first), it.ticket_text(second)) == ("CHI-NYC", "NYC-CHI#2")
    assert it.ticket_between(new_york, chicago, 2) is second
    assert it.ticket_between(new_york, chicago, 3) is None
