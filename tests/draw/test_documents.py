"""The pictures in the documents are what ttrn draws, and what every picture promises."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import ttrn
from ttrn.boards import board_names
from ttrn.draw import Theme, board_svg, heat_svg, picture, stage_svg, train_paints
from ttrn.draw.svg_text import MARK, safe
from ttrn.notation import Player
from ttrn.replays import replay

ROOT = Path(__file__).parents[2]
BOARDS = [name for name in board_names() if ttrn.board(name).routes]
LARGEST = 150_000
"""A page holds one picture of a stage: it should not be what the page waits for."""


def record(path: str) -> ttrn.GameRecord:
    (game,) = ttrn.loads((ROOT / "sample_games" / path).read_text(encoding="utf-8")).games
    return game


def test_the_documents_show_what_is_drawn_today() -> None:
    """Make them again with: make pictures."""
    tool = pytest.importorskip("tools.pictures", reason="only beside the repository's tools")
    for file, svg in tool.pictures().items():
        assert (ROOT / "docs" / file).read_text(encoding="utf-8") == svg, file
        assert len(svg.encode()) < LARGEST


@pytest.mark.parametrize("name", BOARDS)
def test_no_picture_is_large(name: str) -> None:
    board = ttrn.board(name)
    assert len(stage_svg(board, train_paints([""] * 5)).encode()) < LARGEST
    assert len(heat_svg(board, {route.index: 1 / (route.index + 1) for route in board.routes}).encode()) < LARGEST


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ["real/usa_4p_2.ttrn", "europe/every_action.ttrn", "cardgame/four_players.ttrn"])
def test_two_pictures_on_one_page_do_not_touch_each_other(path: str, theme: Theme) -> None:
    timeline = replay(record(path))
    one, two = picture(timeline, theme=theme).svg, picture(timeline, 5, theme=theme).svg
    ids = [set(re.findall(r'\bid="([^"]+)"', svg)) for svg in (one, two)]
    assert ids[0]
    assert not ids[0] & ids[1]
    for svg, own in zip((one, two), ids, strict=True):
        assert len(re.findall(r'\bid="', svg)) == len(own), "an id twice in one picture"
        assert set(re.findall(r'(?:href="|url\()#([^")]+)', svg)) <= own
        root = ET.fromstring(svg).get("class")  # noqa: S314  our own text
        rules = re.findall(r"([^{}@]+)\{[^{}]*\}", svg.partition("<style>")[2].partition("</style>")[0])
        selectors = [part.strip() for rule in rules for part in rule.rpartition("{")[2].split(",")]
        assert selectors
        assert all(part.startswith(f".{root}") for part in selectors if part and not part.startswith("("))


def test_a_still_picture_leaves_no_colour_open() -> None:
    svg = picture(record("europe/every_action.ttrn"), theme="dark").svg
    assert "var(" not in svg


@pytest.mark.parametrize("name", BOARDS)
def test_day_and_night_show_the_same_things(name: str) -> None:
    def things(theme: Theme) -> str:
        svg = board_svg(ttrn.board(name), theme=theme)
        return re.sub(r"[0-9a-f]{8}", "", svg.partition("</style>")[2])

    assert things("light") == things("dark")
    assert board_svg(ttrn.board(name)) != board_svg(ttrn.board(name), theme="dark")


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", '"><script>1</script>', "a\ufffe\uffffz", "]]>&amp;"])
@pytest.mark.parametrize("name", board_names())
def test_what_a_record_says_stays_text(name: str, text: str) -> None:
    game = ttrn.loads(f'[Game "{name}"]\nplayer ann red\nplayer bob blue\n').games[0]
    state = replay(game).state(0)
    players = [Player(player.id, text) for player in game.players]
    svg = board_svg(state.board, state, players=players)
    root = ET.fromstring(svg)  # noqa: S314  our own text
    assert {element.tag.partition("}")[2] for element in root.iter()} <= {
        *("svg", "title", "style", "defs", "g", "path", "rect", "circle", "text", "use", "clipPath"),
    }
    assert not any(key.startswith("on") for element in root.iter() for key in element.attrib)


def test_no_text_can_hold_the_mark_of_a_picture() -> None:
    assert MARK not in safe(f"a{MARK}b")


def test_hostile_words_in_a_heat_map_stay_text() -> None:
    hostile = "<img src=x onerror=alert(1)>"
    board = ttrn.board("usa")
    svg = heat_svg(board, {0: 1.0}, title=hostile, words=lambda _: hostile, about={0: hostile})
    assert "<img" not in svg
    ET.fromstring(svg)  # noqa: S314  our own text


def test_a_board_of_a_player_is_drawn_on_paper(tmp_path: Path) -> None:
    path = ROOT / "tests" / "boards" / "fifth.toml"
    text = path.read_text(encoding="utf-8").replace('name = "island"', 'name = "usa"')
    mine = tmp_path / "mine.toml"
    mine.write_text(text, encoding="utf-8")
    board = ttrn.board(mine)
    svg = board_svg(board)
    assert board.name == "usa"
    assert 'class="sea"' not in svg
    assert 'class="sea"' in board_svg(ttrn.board("usa"))


def test_a_board_of_a_player_may_name_a_map(tmp_path: Path) -> None:
    example = re.search(r"(?ms)^```json\n(.*?)^```", (ROOT / "docs" / "boards.md").read_text(encoding="utf-8"))
    assert example is not None
    (tmp_path / "island_map.json").write_text(example[1], encoding="utf-8")
    mine = tmp_path / "mine.toml"
    fifth = (ROOT / "tests" / "boards" / "fifth.toml").read_text(encoding="utf-8")
    mine.write_text(f'map = "island_map.json"\n{fifth}', encoding="utf-8")
    svg = board_svg(ttrn.board(mine))
    assert 'class="sea"' in svg
    assert 'd="M0 0h200v160h-200z"' in svg
    assert 'class="lakes"' in svg
    ET.fromstring(svg)  # noqa: S314  our own text
