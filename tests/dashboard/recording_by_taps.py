"""A phone on which somebody records a known game: every tap is a click on what stands on the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import ttrn
from tests.recording.tapping import Line
from ttrn.notation import GameRecord

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


_PRESS = """async (lines) => {
  const root = document.querySelector("main");
  const shown = (place, tap) =>
    [...document.querySelectorAll(`${place} [data-tap="${CSS.escape(tap)}"]`)]
      .find((one) => one.getClientRects().length);
  const until = async (done) => {
    const end = Date.now() + 20000;
    while (!done()) {
      if (Date.now() > end) throw new Error("nothing happens");
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  const finger = (part) => {
    const svg = part.closest("svg");
    svg.parentElement.scrollIntoView({ block: "nearest" });
    const line = part.querySelector(".line");
    const point = line ? line.getPointAtLength(line.getTotalLength() * 13 / 24) : part.dataset;
    const { x, y } = new DOMPoint(point.x, point.y).matrixTransform(svg.getScreenCTM());
    const under = document.elementFromPoint(x, y);
    if (!svg.contains(under)) throw new Error(`${part.dataset.tap} is covered by ${under?.outerHTML.slice(0, 100)}`);
    under.dispatchEvent(new MouseEvent("click", { clientX: x, clientY: y, bubbles: true }));
  };
  for (const { taps, player } of lines) {
    const next = document.querySelector(".seat[aria-pressed=true]");
    if (player && next && next.dataset.player !== player) {
      const before = root.dataset.step;
      document.querySelector(`.seat[data-player="${player}"]`).click();
      await until(() => root.dataset.step !== before);
    }
    for (const tap of taps) {
      const before = root.dataset.step;
      const where = `${player} ${taps.join(", ")}: ${tap}`;
      const button = shown(".question", tap);
      if (button) {
        button.click();
      } else {
        const part = shown(".board", tap);
        if (!part) throw new Error(`${where} is not offered: ${document.querySelector(".question").innerText}`);
        finger(part);
        await new Promise((resolve) => setTimeout(resolve));
        if (root.dataset.step === before) shown(".question .stack", tap)?.click();
      }
      await until(() => root.dataset.step !== before || document.querySelector(".error:not([hidden])"));
      const wrong = document.querySelector(".error:not([hidden])");
      if (wrong) throw new Error(`${where}: ${wrong.textContent}`);
    }
  }
}"""


class Phone:
    """The page of the recorder."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def begin(self, board: str, players: Sequence[str], level: str) -> None:
        """Fill in the first screen; the first player writes."""
        page = self.page
        page.locator(f'[data-board="{board}"]').click()
        for number, name in enumerate(players, 1):
            if number > 2:
                page.get_by_role("button", name="Add a player").click()
            page.get_by_label(f"Name of player {number}").fill(name)
        page.locator(f'button[data-level="{level}"]').click()
        page.get_by_role("button", name="Start").click()
        page.locator("main[data-step]").wait_for()

    def press(self, *lines: Line) -> None:
        """Click on everything that makes these lines, one after the other."""
        self.page.evaluate(_PRESS, [line._asdict() for line in lines])

    def tap_route(self, route: int) -> None:
        """Tap a route on the board, whether it can be claimed or not."""
        self.page.evaluate(
            """(route) => {
              const line = document.querySelector(`.route[data-route="${route}"] .line`);
              const { x, y } = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM());
              line.dispatchEvent(new MouseEvent("click", { clientX: x, clientY: y, bubbles: true }));
            }""",
            route,
        )

    def reload(self) -> None:
        """Load the page anew, as soon as it says that the browser has kept the last step."""
        self.page.locator("main[data-kept]").wait_for()
        self.page.reload()
        self.page.locator("main[data-step]").wait_for()

    def button(self, name: str) -> Locator:
        """Return a button by its name."""
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def text(self) -> str:
        """The text of the record as it stands on the page."""
        lines = self.page.locator(".lines .line:not(.pending)").all_text_contents()
        return "\n".join([line.strip() for line in lines]) + "\n"

    def game(self) -> GameRecord:
        """Return the record, which must be canonical and one game."""
        (game,) = ttrn.loads(self.text).games
        assert ttrn.dumps(game) == self.text
        return game
