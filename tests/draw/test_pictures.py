"""Pictures: well-formed, complete, and safe whatever a record or a board file says."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import ttrn
from ttrn.boards import board_names
from ttrn.draw import board_svg
from ttrn.draw.colors import ROUTES, TRAINS, train_paints
from ttrn.games.cardgame.railyards import Railyards, railyards
from ttrn.notation import GameRecord
from ttrn.resources import resource

SVG = "{http://www.w3.org/2000/svg}"


def tree(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314  our own text


def game(text: str) -> GameRecord:
    (found,) = ttrn.loads(text).games
    return found


def by(root: ET.Element, key: str, word: str) -> list[ET.Element]:
    """Return what has a word in an attribute."""
    return [element for element in root.iter() if word in element.get(key, "").split()]


@pytest.fixture
def real() -> GameRecord:
    return game((resource("sample_games") / "real" / "usa_4p_2.ttrn").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", board_names())
def test_every_board_has_all_its_spaces_dots_and_names(name: str) -> None:
    board = ttrn.board(name)
    root = tree(board_svg(board))
    for route in board.routes:
        (group,) = by(root, "data-route", str(route.index))
        (spaces,) = by(group, "class", "spaces")
        assert spaces[0].get("d", "").count("z") == route.length
        assert len(by(group, "class", "loco")) == route.ferry
    assert len(by(root, "class", "dot")) == sum(not city.country for city in board.cities)
    tokens = {int(token.get("data-city", "")) for token in by(root, "class", "goods")}
    assert tokens == {city.index for city in board.cities if city.goods} | set(board.tables.big_cities)
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {city.name for city in board.cities} <= set(texts)


def test_colours_have_a_second_cue() -> None:
    board = ttrn.board("usa")
    letters = [text.text for text in tree(board_svg(board)).iter(f"{SVG}text") if len(text.text or "") == 1]
    assert sorted(map(str, letters)) == sorted(route.color for route in board.routes if route.color)


def test_claimed_routes_are_their_owners(real: GameRecord) -> None:
    root = tree(ttrn.picture(real).svg)
    state = ttrn.replay(real).final
    titles = [title.text or "" for title in root.iter(f"{SVG}title")]
    for seat, player in enumerate(real.players):
        owned = [title for title in titles if title.endswith(f", {player.name}")]
        assert len(owned) == len(state.routes_of(seat))
        mine = by(root, "data-owner", str(seat))
        assert {int(group.get("data-route", "")) for group in mine} == set(state.routes_of(seat))
        for group in mine:
            (trains,) = by(group, "class", "trains")
            wagons = by(trains, "class", "body")[0].get("d", "").count("z")
            assert wagons == state.board.routes[int(group.get("data-route", ""))].length
            assert [cue.text for cue in by(group, "class", "cue")] == [str(seat + 1)]
            assert not by(group, "class", "spaces")


def test_any_turn_of_a_game(real: GameRecord, tmp_path: Path) -> None:
    timeline = ttrn.replay(real)
    before, after = ttrn.picture(real, 1), ttrn.picture(timeline, 2)
    assert before.svg != after.svg
    assert ttrn.picture(timeline).svg == ttrn.picture(timeline, timeline.last).svg
    assert "data-owner=" not in ttrn.picture(real, 0).svg.partition("</style>")[2]
    assert after._repr_svg_() == after.svg
    after.save(tmp_path / "turn.svg")
    assert (tmp_path / "turn.svg").read_text(encoding="utf-8") == after.svg
    with pytest.raises(IndexError, match="turns 1 to 133"):
        ttrn.picture(real, 134)


def test_a_state_and_a_board_have_no_turns(real: GameRecord) -> None:
    state = ttrn.replay(real).final
    assert "p4" in ttrn.picture(state).svg
    assert ttrn.picture(state.board).svg == board_svg(state.board)
    for thing in (state, state.board):
        with pytest.raises(TypeError, match="has no turns"):
            ttrn.picture(thing, 3)


def test_hostile_text_stays_text() -> None:
    name = '</text><script>alert(1)</script>&\\"'
    record = game(f'[Game "usa"]\nplayer ann "{name}" red\nplayer bob "{"b" * 200}" teal\n1. ann claim POR-SEA R\n')
    svg = ttrn.picture(record).svg
    assert "<script" not in svg
    root = tree(svg)
    assert any("<script>" in (title.text or "") for title in root.iter(f"{SVG}title"))
    assert any((text.text or "").endswith("…") for text in root.iter(f"{SVG}text"))


def test_colours_of_trains() -> None:
    wanted = ["yellow", "yellow", "url(#x)", "", "", "", "", "", ""]
    paints = train_paints(wanted, ["blue", "red"])
    assert paints[0] == TRAINS["yellow"]
    assert paints[1:4] == [TRAINS["blue"], TRAINS["red"], TRAINS["green"]]
    assert len(set(paints[:7])) == 7
    assert {letter for paints in ROUTES.values() for letter in paints} == {*"ROYGBPKW", ""}


@pytest.mark.parametrize(
    ("name", "line", "about"),
    [
        ("europe", "1. ann station PAR ?", "station of Ann & Co in Paris"),
        ("marklin", "1. ann claim BER-MAG ? @MAG", "passenger of Ann & Co in Magdeburg"),
    ],
)
def test_what_stands_in_cities_is_drawn(name: str, line: str, about: str) -> None:
    record = game(f'[Game "{name}"]\nplayer ann "Ann & Co" red\nplayer bob\n{line}\n')
    (group,) = [g for g in tree(ttrn.picture(record).svg).iter(f"{SVG}g") if g.findtext(f"{SVG}title") == about]
    assert TRAINS["red"].fill in group.get("style", "")
    assert [text.text for text in group.iter(f"{SVG}text")] == ["1"]
    titles = [title.text for title in tree(ttrn.picture(record, 0).svg).iter(f"{SVG}title")]
    assert about not in titles


@pytest.mark.parametrize("turn", [0, 30, 61, 62, 63, None])
def test_a_game_without_a_board_is_drawn_as_a_table(turn: int | None) -> None:
    record = game((resource("sample_games") / "cardgame" / "four_players.ttrn").read_text(encoding="utf-8"))
    timeline = ttrn.replay(record)
    state = timeline.final if turn is None else timeline.state(turn)
    root = tree(ttrn.picture(record, turn).svg)
    cards = [rect for rect in root.iter(f"{SVG}rect") if rect.get("class") == "card"]
    assert Railyards in state.parts
    lying = sum(row.size for rows in railyards(state).rows for row in rows)
    kinds = sum(number > 0 for stack in railyards(state).stacks for number in stack)
    assert len(cards) == sum(state.market) + lying + kinds
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {"Ann", "Bob", "Cat", "Dan"} <= set(texts)
    assert f"on the track: {sum(railyards(state).stacks[0])} cards" in texts
    assert all(0 < float(rect.get("x", "")) < 1070 for rect in cards)
