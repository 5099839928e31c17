"""The replay page without a browser: which game it shows, and what it says where there is none to show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest

from dashboard.pages.replay import page
from dashboard.pages.replay.sample_picker import samples
from dashboard.pages.replay.viewer import Looking
from dashboard.shared.links import packed, unpacked
from ttrn.notation import format_game, loads
from ttrn.resources import resource
from ttrn.store.worker import digest

if TYPE_CHECKING:
    from tests.dashboard.conftest import RunPage


def test_every_sample_game_opens(run_page: RunPage) -> None:
    games = samples()
    assert len(games) > 15
    for key in list(games)[::4]:
        app = run_page("replay", game=key[:16], turn="3")
        assert not app.exception
        assert not app.error
        assert not app.warning


@pytest.mark.parametrize("turn", ["-1", "99999999", "abc", "１"])  # noqa: RUF001  a digit, but none of ours
def test_turns_that_are_none_do_no_harm(run_page: RunPage, turn: str) -> None:
    app = run_page("replay", turn=turn)
    assert not app.exception
    assert not app.error


def test_a_game_on_an_unknown_board_is_reported(run_page: RunPage) -> None:
    app = run_page("replay", share=packed('[Game "usb"]\nplayer a\nplayer b\n1. a draw ? ?\n'))
    assert not app.exception
    assert "no board of this name" in app.error[0].value.replace("\\", "")


def test_a_game_without_players_is_reported(run_page: RunPage) -> None:
    app = run_page("replay", share=packed('[Game "usa"]\n'))
    assert not app.exception
    assert "Nobody plays" in app.info[0].value


def test_a_view_that_nobody_has_shows_everything(run_page: RunPage) -> None:
    app = run_page("replay", view="nobody")
    assert not app.exception
    assert app.selectbox[0].value == "full"


def test_a_position_that_cannot_be_redacted_is_reported(run_page: RunPage) -> None:
    text = '[Game "usa"]\n[Position "nonsense"]\nplayer a\nplayer b\n1. a draw ? ?\n'
    assert not run_page("replay", share=packed(text)).error
    app = run_page("replay", share=packed(text), view="a")
    assert not app.exception
    assert "cannot be redacted" in app.error[0].value


OWN = """[Game "usa"]

player ann "Ann"
player bob "Bob"

ann deal RRBL
bob deal WWGG
market RGLKW

1. ann draw R>G ?
2. bob draw ? K>W
"""


def carried(link: str) -> tuple[str, str]:
    """Return the text of the game that a link carries, and the turn that it names."""
    found = parse_qs(urlsplit(link).query)
    return unpacked(found["share"][0]), found["turn"][0]


def test_the_link_to_a_game_of_the_database_is_short(run_page: RunPage) -> None:
    key = next(iter(samples()))
    app = run_page("replay", game=key, turn="3")
    assert "on this dashboard" in app.caption[0].value
    assert app.code[0].value.endswith(f"/?game={key[:16]}&turn=3")
    assert carried(app.code[1].value) == (samples()[key][1], "3")


def test_a_game_of_this_session_only_has_a_link_that_carries_it(run_page: RunPage) -> None:
    app = run_page("replay")
    text = format_game(loads(OWN).games[0])
    key = digest(text).hex()
    app.session_state["own_games"] = {key: text}
    app.query_params["game"] = key
    app.query_params["turn"] = "1"
    app.run()
    assert not app.exception
    assert "not in the database" in app.caption[0].value
    assert not [code for code in app.code if "?game=" in code.value]
    assert carried(app.code[0].value) == (text, "1")


def test_a_link_carries_no_more_than_the_view_shows(run_page: RunPage) -> None:
    app = run_page("replay", share=packed(OWN), view="ann")
    assert not app.exception
    text, _ = carried(app.code[0].value)
    assert "ann deal RRBL" in text
    assert "bob deal ????" in text
    assert "without what it hides" in app.caption[0].value


def test_all_scripts_of_the_component_are_put_together() -> None:
    assets = resource("ttrn", "viewer", "assets")
    files = {file.name for file in assets.glob("*.js")}
    assert files == set((assets / "scripts.txt").read_text(encoding="utf-8").split())
    for file in files:
        text = (assets / file).read_text(encoding="utf-8")
        assert "innerHTML" not in text
        assert len(text.splitlines()) <= 400


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1. a draw ? ?\n2. b draw ? ?\n", ""),
        ("1. a draw ? ?\n2. b claim SEA-POR#1 ?\n", "a payment was not seen"),
        ("1. a draw ? ?\n2. b claim SEA-POR#1 RRRR\n", "no deal makes every line legal"),
    ],
)
def test_chances_are_computed_only_when_asked_for(
    run_page: RunPage, monkeypatch: pytest.MonkeyPatch, text: str, reason: str
) -> None:
    shown: list[dict[str, Any] | None] = []
    monkeypatch.setattr(page, "show_replay", lambda _film, **given: shown.append(given["chances"]))
    share = packed(f'[Game "usa"]\nplayer a\nplayer b\n{text}')
    for wanted in (False, True):
        asked = Looking(2, prove=False, hindsight=False, weigh=wanted)
        monkeypatch.setattr(page, "looking_at", lambda _key, asked=asked: asked)
        app = run_page("replay", share=share)
        assert not app.exception
    without, found = shown
    assert without is None
    assert found is not None
    assert found["turn"] == 2
    assert found["reason"].startswith(reason)
    assert bool(reason) == all(not seat or not seat["cards"] for seat in found["seats"])
