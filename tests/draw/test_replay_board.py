"""The stage: what a page that steps through a game by itself finds in the picture."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

import ttrn
from ttrn.boards import board_names
from ttrn.draw import heat_svg, stage_svg, train_paints
from ttrn.draw.heat_map import heat_color

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = [name for name in board_names() if ttrn.board(name).routes]


def tree(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314  our own text


def parts(root: ET.Element, word: str) -> list[ET.Element]:
    return [element for element in root.iter() if word in element.get("class", "").split()]


def stage(name: str) -> ET.Element:
    return tree(stage_svg(ttrn.board(name), train_paints(["red", "blue", "", "", ""])))


@pytest.mark.parametrize("name", BOARDS)
def test_the_stage_has_every_track_with_spaces_trains_and_cue(name: str) -> None:
    board, root = ttrn.board(name), stage(name)
    assert root.get("class") == "ttrn-board"
    assert root.get("data-board") == name
    groups = {int(group.get("data-route", "")): group for group in parts(root, "route")}
    assert set(groups) == {route.index for route in board.routes}
    for route in board.routes:
        group = groups[route.index]
        assert group.get("data-owner") is None
        assert len(parts(group, "spaces")) == len(parts(group, "trains")) == 1
        (body,) = parts(group, "body")
        assert body.get("d", "").count("z") == route.length
        (cue,) = parts(group, "cue")
        assert (cue.text or "") == cue.get("data-letter", "") == route.color
        assert (group.findtext(f"{SVG}title") or "").startswith(board.cities[route.a].name)


@pytest.mark.parametrize("name", BOARDS)
def test_the_stage_has_every_city_and_an_empty_place_for_pieces(name: str) -> None:
    board, root = ttrn.board(name), stage(name)
    cities = parts(root, "city")
    assert [city.get("data-city") for city in cities] == [str(city.index) for city in board.cities]
    for city in cities:
        dots = parts(city, "dot")
        assert [(dot.get("cx"), dot.get("cy")) for dot in dots] == [(city.get("data-x"), city.get("data-y"))][
            : len(dots)
        ]
    (pieces,) = parts(root, "pieces")
    assert len(pieces) == 0
    assert {"ttrn-station", "ttrn-passenger"} <= {element.get("id") for element in root.iter()}
    assert len(parts(root, "goods")) == sum(bool(city.goods) for city in board.cities)


def test_the_colours_of_the_stage_are_properties_that_a_page_may_switch() -> None:
    root = stage("usa")
    style = root.findtext(f"{SVG}style") or ""
    assert '.ttrn-board[data-theme="dark"]{' in style
    assert "--seat-0:#cf2a20" in root.get("style", "")
    rules = style.split("\n", 2)[2]
    assert "#" not in rules, "a colour that no theme can change"
    used = {part.partition(")")[0] for part in rules.split("var(")[1:]}
    given = {part.partition(":")[0] for part in (style + ";" + root.get("style", "")).replace("{", ";").split(";")}
    assert used <= given
    for seat in range(5):
        assert f'.ttrn-board .route[data-owner="{seat}"] .trains' in style
        assert f'.ttrn-board .route[data-lit="{seat}"] .line' in style
    assert ".ttrn-board.dim .route:not([data-lit])" in style


def test_the_heat_map_tells_each_number_and_leaves_out_what_has_none() -> None:
    board = ttrn.board("usa")
    svg = heat_svg(board, {0: 0.25, 7: 0.5}, title="Claimed <often>", words="{:.0%}".format, about={7: "5 of 10 games"})
    root = tree(svg)
    groups = {int(group.get("data-route", "")): group for group in parts(root, "heat")}
    assert len(groups) == len(board.routes)
    assert (groups[0].findtext(f"{SVG}title") or "").endswith(": 25%")
    assert (groups[7].findtext(f"{SVG}title") or "").endswith(": 50% (5 of 10 games)")
    assert (groups[1].findtext(f"{SVG}title") or "").endswith(": no data")
    assert [index for index, group in groups.items() if "some" in group.get("class", "")] == [0, 7]
    fills = [parts(groups[index], "spaces")[0].get("style") for index in (0, 7)]
    assert fills == [f"fill:{heat_color(0)}", f"fill:{heat_color(1)}"]
    assert {"25%", "50%", "Claimed <often>"} <= {text.text for text in root.iter(f"{SVG}text")}


def test_the_heat_map_of_one_number_or_none_and_with_given_ends() -> None:
    board = ttrn.board("usa")
    assert f"fill:{heat_color(0)}" in heat_svg(board, {3: 2.0})
    assert f"fill:{heat_color(0.5)}" in heat_svg(board, {3: 2.0}, span=(0, 4))
    assert len(parts(tree(heat_svg(board, {})), "none")) == len(board.routes)


def test_the_scale_grows_lighter_evenly() -> None:
    def light(color: str) -> float:
        red, green, blue = (int(color[k : k + 2], 16) for k in (1, 3, 5))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    steps = [light(heat_color(share / 20)) for share in range(21)]
    assert steps == sorted(steps)
    assert len(set(steps)) == 21
