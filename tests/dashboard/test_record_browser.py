"""Games recorded by taps on the real page, in a real browser, as large as a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import ttrn
from tests.dashboard.recording_by_taps import Phone
from tests.recording.tapping import Line, as_recorded, board_of, claims_of, lines_of
from tests.recording.test_tapping import game_of
from ttrn.notation import GameRecord

if TYPE_CHECKING:
    from tests.dashboard.conftest import OpenPage

pytestmark = pytest.mark.xdist_group("taps")


@pytest.fixture
def hand(open_page: OpenPage, recorder: str) -> Phone:
    """A phone in a hand, with the first screen on it."""
    return Phone(open_page("recorder/", width=390, height=844, url=recorder))


def colored(game: GameRecord, found: GameRecord) -> GameRecord:
    """Return a game with the players as they were entered on the page."""
    players = iter(found.players)
    return GameRecord(tuple([next(players) if entry in game.players else entry for entry in game.entries]))


@pytest.mark.parametrize("name", ["usa", "europe", "marklin", "cardgame"])
def test_a_whole_game_is_recorded_by_taps(hand: Phone, name: str) -> None:
    game = game_of(name, 1, players=2)
    hand.begin(name, ["ann", "bob"], "full")
    hand.press(*lines_of(game))
    found = hand.game()
    assert ttrn.dumps(as_recorded(found)) == ttrn.dumps(as_recorded(colored(game, found)))
    totals = hand.page.locator('[data-component="total"]').all_inner_texts()
    assert totals == [str(score.total) for score in ttrn.replay(game).outcome.seats]
    assert hand.page.locator(".winner").inner_text()


def test_one_player_s_view_with_a_mistake_that_is_found_and_corrected(hand: Phone) -> None:
    game = game_of("usa", 20, "ann", 2)
    lines = [*lines_of(game, "ann")]
    first = next(place for place, line in enumerate(lines) if line.player)
    hand.begin("usa", ["ann", "bob"], "view")
    hand.press(*lines[: first + 4])
    # Two cards from the deck instead of what was played, and a turn that nobody played.
    wrong = Line(["draw ?", *(["?"] if lines[first + 4].player == "ann" else [])] * 2, lines[first + 4].player)
    hand.press(wrong, *lines[first + 5 : first + 7], Line(["draw ?", "draw ?"], lines[first + 7].player))
    hand.page.locator('.lines .line[data-turn="8"]').click()
    hand.button("Delete").click()
    hand.page.locator('.lines .line[data-turn="8"]').wait_for(state="detached")
    hand.page.locator('.lines .line[data-turn="5"]').click()
    hand.button("Correct").click()
    hand.page.locator(".notice", has_text="Correcting turn 5").wait_for()
    hand.press(lines[first + 4]._replace(player=""))
    assert not hand.page.locator(".problem").count()
    hand.press(*lines[first + 7 :])
    found = hand.game()
    assert ttrn.dumps(as_recorded(found)) == ttrn.dumps(as_recorded(colored(game, found)))


def test_claims_are_one_tap_each(hand: Phone) -> None:
    timeline = ttrn.replay(game_of("usa", 4, players=2))
    lines, wanted = claims_of(timeline)
    hand.begin("usa", [*timeline.final.names], "claims")
    hand.press(*lines)
    found = hand.game()
    assert ttrn.dumps(as_recorded(found)) == ttrn.dumps(colored(wanted, found))


def test_the_final_board_alone_gives_the_score_sheet(hand: Phone) -> None:
    timeline = ttrn.replay(game_of("europe", 9, players=2))
    lines, wanted = board_of(timeline)
    hand.begin("europe", [*timeline.final.names], "board")
    hand.press(*lines)
    found = hand.game()
    assert ttrn.dumps(as_recorded(found)) == ttrn.dumps(colored(wanted, found))
    totals = hand.page.locator('[data-component="total"]').all_inner_texts()
    assert totals == [str(score.total) for score in timeline.outcome.seats]


def test_totals_and_score_sheets_are_typed_as_they_were_counted(hand: Phone) -> None:
    hand.begin("usa", ["Ann", "Bob"], "sheet")
    hand.button("Whole score sheets").click()
    for what, number in (
        ("routes of Ann", "68"),
        ("bonus of Ann", "10"),
        ("total of Ann", "112"),
        ("total of Bob", "98"),
    ):
        hand.page.get_by_label(what, exact=True).fill(number)
    hand.button("Write it down").click()
    hand.page.locator(".winner", has_text="Ann wins").wait_for()
    assert hand.text.endswith("finished\nsheet ann routes=68 bonus=10\nscore ann=112 bob=98\n")


def begin_one(hand: Phone) -> None:
    """Record the setup and one turn."""
    hand.begin("usa", ["ann", "bob"], "view")
    hand.press(Line(["deal ann", *"RRBL"]), Line(["market", *"RGLKW"]), Line(["draw R", "Y", "draw ?", "K"], "ann"))


def test_undo_and_redo_go_to_the_first_line_and_back(hand: Phone) -> None:
    begin_one(hand)
    after = hand.text
    for _ in range(4):
        hand.page.keyboard.press("u")
    hand.page.locator('main[data-step="11"]').wait_for()
    assert "1. ann" not in hand.text
    while hand.button("Undo").is_enabled():
        hand.button("Undo").click()
    hand.page.locator('main[data-step="0"]').wait_for()
    assert hand.text.endswith("\nann deal ????\nbob deal ????\nmarket ?????\n")
    for _ in range(15):
        hand.page.keyboard.press("Control+y")
    hand.page.locator('main[data-step="15"]').wait_for()
    assert hand.text == after
    assert hand.button("Redo").is_disabled()
    # After a reload what was done is still there, and can still be taken back.
    hand.reload()
    assert hand.text == after
    hand.button("Undo").click()
    hand.page.get_by_role("heading", name="Which card was it?").wait_for()
    assert hand.text == after.replace("\n1. ann draw R>Y ?K\n", "")
    hand.reload()
    hand.button("Undo").click()
    hand.page.get_by_role("heading", name="The second card").wait_for()
    for _ in range(2):
        hand.page.keyboard.press("Control+y")
    hand.page.locator('main[data-step="15"]').wait_for()
    assert hand.text == after


def test_half_a_turn_is_kept(hand: Phone) -> None:
    begin_one(hand)
    hand.press(Line(["draw ?"], "bob"))
    hand.reload()
    hand.page.get_by_role("heading", name="The second card").wait_for()


def test_a_tap_that_the_server_does_not_hear_is_told_and_nothing_else_is_lost(hand: Phone) -> None:
    begin_one(hand)
    text = hand.text
    hand.page.route("**/answer.json", lambda route: route.fulfill(body="<h1>Welcome to our hotel</h1>"))
    hand.page.locator('[data-tap="draw ?"]').click()
    hand.page.locator(".error", has_text="does not answer").wait_for()
    assert hand.text == text
    hand.page.unroute("**/answer.json")
    hand.press(Line(["draw ?", "draw ?"], "bob"))
    assert hand.text == text + "2. bob draw ? ?\n"


def test_everything_goes_with_the_keyboard(hand: Phone) -> None:
    begin_one(hand)
    keys = hand.page.keyboard
    for words in ("The second card", "What does ann do?"):
        keys.press("d")
        hand.page.get_by_role("heading", name=words).wait_for()
    keys.press("c")
    current = hand.page.locator(".route.current")
    first = current.get_attribute("data-tap")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight"):
        keys.press(key)
    assert current.get_attribute("data-tap") != first
    assert current.evaluate("(part) => part === document.activeElement")  # so that its name is told
    keys.press("Enter")
    hand.page.get_by_role("heading", name="paid").wait_for()
    keys.press("1")
    hand.page.locator('.lines .line[data-turn="3"]', has_text="ann claim").wait_for()


def test_what_no_rule_allows_is_recorded_anyway_and_told(hand: Phone) -> None:
    begin_one(hand)
    hand.button("Something else …").click()
    hand.button("Type it …").click()
    hand.page.get_by_label("What happened").fill("clam SEA-POR")
    hand.button("Record it anyway").click()
    hand.page.locator(".error", has_text="did you mean").wait_for()
    hand.page.get_by_label("What happened").fill("draw P>K ?")
    hand.button("Record it anyway").click()
    hand.page.locator(".problem", has_text="no pink card lies face up").wait_for()
    assert hand.text.endswith("2. bob draw P>K ? ; recorded anyway\n")
    hand.page.locator(".cure").first.click()
    hand.page.locator(".problem").wait_for(state="detached")
    # A route that somebody has is tapped, and the payment told, all the same.
    route = int(str(hand.page.locator(".route.open.sure").first.get_attribute("data-route")))
    hand.press(Line([f"claim {route}", "?"], "ann"))
    text = hand.text
    hand.tap_route(route)
    hand.page.locator(".question", has_text="belongs to ann").get_by_role("button", name="Record it anyway").click()
    hand.page.get_by_role("heading", name="Paid with").wait_for()
    hand.press(Line(["R", "done"]))
    assert hand.text == f"{text}4. bob claim {text.splitlines()[-1].split()[3]} R ; recorded anyway\n"


def test_what_was_dealt_is_told_later_and_corrected(hand: Phone) -> None:
    hand.begin("usa", ["ann", "bob"], "view")
    hand.press(Line(["draw R", "Y", "draw ?", "K"], "ann"), Line(["deal ann", *"RRBL"]))
    hand.page.get_by_role("button", name="ann deal RRBL").click()
    hand.button("Correct").click()
    hand.page.locator(".notice", has_text="Correcting “ann deal RRBL”").wait_for()
    hand.press(Line([*"RRBG"]))
    assert "\nann deal RRGB\nbob deal ????\nmarket ?????\n\n1. ann draw R>Y ?K\n" in hand.text


def test_the_text_can_be_edited_and_the_board_follows(hand: Phone) -> None:
    begin_one(hand)
    hand.button("Edit the text").click()
    editor = hand.page.get_by_label("Text of the record")
    text = editor.input_value()
    editor.fill(text + "2. bob claim SEA-POR R\n")
    hand.page.locator(".route[data-owner='1']").wait_for()
    editor.fill(text + "2. bob clam\n")
    hand.page.locator(".problem", has_text="clam").wait_for()
    assert editor.input_value() == text + "2. bob clam\n"
    editor.fill(text)
    hand.page.locator(".route[data-owner]").wait_for(state="detached")
    hand.button("Close the editor").click()
    assert hand.text == text


def test_the_level_can_be_lowered_and_a_draft_be_gone_on_with(hand: Phone) -> None:
    begin_one(hand)
    hand.button("Menu").click()
    hand.button("We stopped counting cards: record claims only").click()
    hand.page.locator(".lines .line", has_text='[Level "claims"]').wait_for()
    hand.press(Line(["claim 20"], "bob"))
    # At any time the final board can be told, and the score sheet is there.
    hand.button("Menu").click()
    hand.button("Score the final board now").click()
    hand.page.get_by_role("heading", name="Which tickets do the players reveal?").wait_for()
    hand.press(Line(["routes ann", "0", "1", "0", "done"]), Line(["reveal bob", "3", "done"]))
    assert hand.page.locator('[data-component="total"]').all_inner_texts()[0] == "–"  # noqa: RUF001
    text = hand.text
    assert text.endswith("\n\nroutes ann ATL-MIA\nreveal bob CHI-NOL\nfinished\n")
    hand.button("Menu").click()
    hand.button("Another game").click()
    hand.page.locator("[data-draft]").click()
    hand.page.locator("main[data-step]").wait_for()
    assert hand.text == text


def test_the_dashboard_has_it_as_a_page(open_page: OpenPage) -> None:
    page = open_page("record", width=390, height=844)
    page.get_by_role("button", name="Start").click()
    # What is recorded there is one of My games, and can be gone on with from there.
    page.locator('[data-tap="draw ?"]').click()
    heading = page.locator(".question h2", has_text="Which card was it?")
    heading.wait_for()
    page.get_by_role("link", name="My games").click()
    page.get_by_role("checkbox").nth(1).check()
    page.get_by_role("button", name="Record", exact=True).click()
    heading.wait_for()
    assert "/recorder/#draft=" in page.url
