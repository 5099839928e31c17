"""The charts: what a figure shows is what the store returns, and its sentence says what it shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from dashboard.charts import cards, players, routes, scores, seats, tickets
from dashboard.charts.base import label, rows_of
from dashboard.charts.board_names import names_of
from dashboard.charts.chance import surprising
from ttrn import store
from ttrn.boards import board_names

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

BOARDS = board_names()
WITH_ROUTES = [name for name in BOARDS if names_of(name).has_routes]
HOSTILE = '<a href="javascript:alert(1)">x</a> $x^2$ %{y} **b** & [l](http://e.org)'

Rows = list[dict[str, Any]]
Ask = Callable[..., Rows]


@pytest.fixture(scope="module")
def connection(database: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with store.connect(database) as found:
        yield found


@pytest.fixture
def ask(connection: duckdb.DuckDBPyConnection) -> Ask:
    def call(name: str, **filters: Any) -> Rows:
        found = rows_of(store.ask(connection, name, store.Filters(**filters)))
        assert found, f"the samples have nothing of {name}"
        return found

    return call


def who(ask: Ask, board: str) -> str:
    """Return somebody who played on a board."""
    return str(ask("active_players", board=board)[0]["player"])


# --- figures beside rows ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS)
def test_scores(ask: Ask, board: str) -> None:
    rows = ask("score_distribution", board=board)
    won, lost = scores.distribution(rows).data
    assert list(won.y) == [row["winners"] for row in rows]
    assert sum(won.y) + sum(lost.y) == sum(row["games"] for row in ask("active_players", board=board))
    assert [x - 5 for x in won.x] == [row["low"] for row in rows]


def test_the_middle_half() -> None:
    rows: Rows = [{"won": None, "lower": 100, "upper": 123.5}, {"won": True, "lower": 108.25, "upper": 131}]
    words = scores.quartiles_answer(rows)
    assert "**108 to 131**" in words
    assert "100 to 124" in words


@pytest.mark.parametrize("board", BOARDS)
def test_components(ask: Ask, board: str) -> None:
    rows = ask("score_components", board=board)
    made = scores.components(rows)
    names = list(made.layout.yaxis.ticktext)
    assert ("stations" in names) == (board == "europe")
    assert ("merchandise" in names) == (board == "marklin")
    by_name = {
        scores.COMPONENTS[row["component"]]: row["points"] for row in rows if row["won"] and row["component"] != "score"
    }
    assert dict(zip(names, made.data[0].x, strict=True)) == {name: by_name[name] for name in names}
    total = next(row["points"] for row in rows if row["won"] and row["component"] == "score")
    assert sum(made.data[0].x) == pytest.approx(total)


@pytest.mark.parametrize("board", BOARDS)
def test_seats(ask: Ask, board: str) -> None:
    rows = ask("seat_advantage", board=board)
    made = seats.seats(rows)
    several = len({row["players"] for row in rows}) > 1
    found = [value for trace in made.data for value in trace.y]
    assert found == pytest.approx([row["win_rate"] - (row["even"] if several else 0) for row in rows])
    for trace in made.data:
        assert all(
            up >= 0 and down >= 0 for up, down in zip(trace.error_y.array, trace.error_y.arrayminus, strict=True)
        )


@pytest.mark.parametrize("board", BOARDS)
def test_lengths(ask: Ask, board: str) -> None:
    rows = ask("length_distribution", board=board)
    means = ask("game_lengths", board=board)
    made = seats.lengths(rows)
    assert {trace.name: sum(trace.y) for trace in made.data} == {
        f"{row['players']} players": row["games"] for row in means
    }
    for row in means:
        assert f"with {row['players']}" in seats.lengths_answer(means)


@pytest.mark.parametrize("board", BOARDS)
def test_tickets(ask: Ask, board: str) -> None:
    rows, names = ask("ticket_results", board=board), names_of(board)
    kept = [row for row in rows if row["times_kept"]]
    (trace,) = tickets.scatter(names, rows).data
    assert list(zip(trace.x, trace.y, strict=True)) == [(row["points"], row["completion_rate"]) for row in kept]
    if names.has_routes:
        assert list(trace.marker.color) == [row["cost"] for row in kept]
    table = tickets.table(names, rows)
    assert sorted(table["points"]) == sorted(row["points"] for row in rows)
    assert {len(column) for column in table.values()} == {len(rows)}


@pytest.mark.parametrize("board", WITH_ROUTES)
@pytest.mark.parametrize("name", routes.MEASURES)
def test_the_map(ask: Ask, board: str, name: str) -> None:
    names = names_of(board)
    assert names.board is not None
    rows = routes.named(names, ask("route_claims", board=board))
    values = routes.numbers(names, rows, routes.MEASURES[name])
    assert values
    by_route = {row["route"]: row for row in rows}
    for index, value in values.items():
        row = by_route[names.board.route_text(names.board.routes[index])]
        expected = {
            "claimed": row["claim_rate"],
            "round": row["average_round"],
            "wins": (row["win_share"] or 0) - (row["even"] or 0),
            "contested": row["contested_rate"],
        }
        assert value == pytest.approx(expected[name])
    assert len(routes.about(names, rows)) == len(names.board.routes)
    assert routes.answer(rows, name).endswith(".")


def test_the_map_of_claims_names_the_most_wanted_route(ask: Ask) -> None:
    rows = routes.named(names_of("usa"), ask("route_claims", board="usa"))
    best = max(row["claim_rate"] for row in rows)
    named = re.findall(r"\*\*(.*?)\*\*", routes.answer(rows, "claimed"))[0].replace("\\", "")
    assert best == next(row["claim_rate"] for row in rows if row["name"] == named)


@pytest.mark.parametrize("board", WITH_ROUTES)
def test_openings(ask: Ask, board: str) -> None:
    rows, names = ask("opening_claims", board=board)[:12], names_of(board)
    assert names.pair(rows[0]["route"]) in routes.opening_answer(names, rows).replace("\\", "")


@pytest.mark.parametrize("board", BOARDS)
def test_tickets_of_the_start(ask: Ask, board: str) -> None:
    rows = ask("opening_tickets", board=board)
    names = names_of(board)
    best = tickets.kept_first(rows)[0]
    assert best["kept_rate"] == max(row["kept_rate"] for row in tickets.kept_first(rows))
    assert names.pair(best["ticket"]) in tickets.start_answer(names, rows).replace("\\", "")


@pytest.mark.parametrize("board", BOARDS)
def test_cards(ask: Ask, board: str) -> None:
    rows = cards.ordered(ask("card_sources", board=board))
    assert [row["won"] for row in rows] == [True, False]
    face_up, blind = cards.sources(rows).data
    assert list(face_up.x) == [row["face_up"] for row in rows]
    assert list(blind.x) == [row["blind"] for row in rows]
    assert "%" in cards.sources_answer(rows)


@pytest.mark.parametrize("board", WITH_ROUTES)
def test_payments(ask: Ask, board: str) -> None:
    rows = ask("card_payments", board=board)
    colored, gray = cards.payments(rows).data
    assert sum(colored.x) + sum(gray.x) == pytest.approx(1)


@pytest.mark.parametrize("board", BOARDS)
def test_one_player(ask: Ask, board: str) -> None:
    player, names = who(ask, board), names_of(board)
    field = {row["measure"]: row for row in ask("player_field", board=board, player=player)}
    own, others = scores.against_field(list(field.values())).data
    assert sum(own.x) == pytest.approx(field["score"]["average"])
    assert sum(others.x) == pytest.approx(field["score"]["others"])
    met = ask("player_opponents", board=board, player=player)
    for shares in zip(*[trace.x for trace in players.opponents(met).data], strict=True):
        assert sum(shares) == pytest.approx(1)
    kept = ask("player_tickets", board=board, player=player)
    done, missed = players.ticket_bars(names, kept).data
    chosen = [row for row in kept if row["times_kept"]][: players.MOST]
    assert [a + b for a, b in zip(done.x, missed.x, strict=True)] == [row["times_kept"] for row in chosen]
    if names.has_routes:
        claimed = ask("player_routes", board=board, player=player)
        assert players.route_bars(names, claimed).data[0].x[0] == max(row["claim_rate"] for row in claimed)


def test_the_rating(ask: Ask) -> None:
    rows = ask("rating_curve", player=who(ask, "usa"))
    band, line = players.rating(rows).data
    assert list(line.y) == [row["mu"] for row in rows]
    assert max(band.y) == pytest.approx(max(row["mu"] + 2 * row["sigma"] for row in rows))
    assert f"{rows[-1]['nth']} rated game" in players.rating_answer(rows)


# --- words -----------------------------------------------------------------------------------------------------------


def even(wins: float, times: int) -> dict[str, Any]:
    return {"win_rate": wins, "even": 0.25, "games": times}


def test_what_chance_explains() -> None:
    far, near = even(0.5, 100), even(0.3, 100)
    assert surprising([near, far], "win_rate", "games") == [far]
    assert surprising([even(0.36, 100)], "win_rate", "games")
    assert not surprising([even(0.36, 100)], "win_rate", "games", among=100)
    assert not surprising([even(0.0, 0)], "win_rate", "games")


@pytest.mark.parametrize(("wins", "words"), [(90, "more than luck"), (5, "less than luck"), (26, "could explain")])
def test_a_record_in_words(wins: int, words: str) -> None:
    low, high = wins / 100 - 0.08, wins / 100 + 0.08
    row = {"wins": wins, "games": 100, "win_rate": wins / 100, "win_low": low, "win_high": high, "even": 0.25}
    assert words in players.record_answer(row)


EMPTY: list[Callable[[], Any]] = [
    lambda: scores.quartiles_answer([]),
    lambda: scores.components_answer([]),
    lambda: scores.field_answer([]),
    lambda: seats.seats_answer([]),
    lambda: seats.lengths_answer([]),
    lambda: seats.habits_answer([], "ticket", "tickets"),
    lambda: tickets.answer(names_of("usa"), []),
    lambda: tickets.start_answer(names_of("usa"), []),
    lambda: cards.sources_answer([]),
    lambda: cards.locomotives_answer([]),
    lambda: cards.payments_answer([]),
    lambda: players.rating_answer([]),
    lambda: players.routes_answer(names_of("usa"), []),
    lambda: players.tickets_answer(names_of("usa"), []),
    lambda: players.opponents_answer([]),
    lambda: routes.opening_answer(names_of("usa"), []),
    *[lambda name=name: routes.answer([], name) for name in routes.MEASURES],
]


@pytest.mark.parametrize("say", EMPTY)
def test_nothing_to_tell(say: Callable[[], str]) -> None:
    assert re.fullmatch(r"[A-Z].*\.", say())


FIGURES: list[Callable[[], Any]] = [
    lambda: scores.distribution([]),
    lambda: scores.components([]),
    lambda: scores.against_field([]),
    lambda: seats.seats([]),
    lambda: seats.lengths([]),
    lambda: seats.habits([], "tickets"),
    lambda: tickets.scatter(names_of("usa"), []),
    lambda: cards.sources([]),
    lambda: cards.payments([]),
    lambda: players.rating([]),
    lambda: players.route_bars(names_of("usa"), []),
    lambda: players.ticket_bars(names_of("usa"), []),
    lambda: players.opponents([]),
]


@pytest.mark.parametrize("draw", FIGURES)
def test_a_figure_of_nothing(draw: Callable[[], Any]) -> None:
    made = draw()
    assert all(not trace.x for trace in made.data)


# --- names of strangers ----------------------------------------------------------------------------------------------

MARKUP = re.compile(r"<(?!/?b>|br>|extra></extra>|/extra>)")


def texts(part: Any) -> Iterator[str]:
    """Yield all texts in a figure."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for inner in part.values():
            yield from texts(inner)
    elif isinstance(part, list | tuple):
        for inner in part:
            yield from texts(inner)


def test_names_in_figures_are_text() -> None:
    opponent = {"opponent": HOSTILE, "games": 2, "ahead": 1, "behind": 1, "level": 0, "margin": 1.0}
    made = players.opponents([opponent, {**opponent, "opponent": ""}]).to_dict()
    found = "\n".join(texts(made["data"])) + "\n".join(texts(made["layout"]["yaxis"]))
    assert "&lt;a href=" in found
    assert not MARKUP.search(found)
    assert "$" not in found


def test_names_in_sentences_are_text() -> None:
    said = players.opponents_answer([{"opponent": HOSTILE, "games": 2, "ahead": 1, "behind": 1}])
    assert "<a" not in said.replace("\\<", "")
    assert "[l]" not in said
    assert "$x" not in said.replace("\\$", "")


def test_a_long_name_is_cut() -> None:
    assert label("x" * 1000) == "x" * 41 + "…"
    assert label("a\nb\x1b[31m\u202e") == "a b�[31m�"


def test_a_board_that_is_not_here() -> None:
    names = names_of("atlantis")
    assert names.pair("AAA-BBB#2") == "AAA \N{EN DASH} BBB (2)"
    assert names.has_routes
    row = {"route": "AAA-BBB", "claims": 1, "claim_rate": 0.5, "win_share": 1.0, "even": 0.5}
    assert routes.numbers(names, [row], routes.MEASURES["claimed"]) == {}
    assert routes.about(names, [row]) == {}
