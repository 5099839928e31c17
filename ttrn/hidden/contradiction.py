"""Why no deal is possible: the first line that makes it certain, and a few lines that contradict each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ttrn.hidden.budget import Undecided
from ttrn.hidden.contradiction_text import reason
from ttrn.hidden.possible_deals import PossibleDeals
from ttrn.hidden.wording import line_text, number_of_turn
from ttrn.notation.game import GameRecord
from ttrn.notation.problems import Problem
from ttrn.notation.records import Comment, Player, Tag, Turn

Ask: TypeAlias = Callable[[int, Sequence[int]], bool]
"""Whether a deal is possible for the lines up to one, when what some of them say of cards is left out."""

MOST_LINES: Final = 12
"""More lines than these help nobody."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Lines that no deal lets stand together; the last of them made it certain."""

    game: GameRecord
    what: str
    """``cards`` or ``tickets``."""
    lines: tuple[int, ...]
    """The entries, in order; a smallest set unless the budget ended the search for one."""
    message: str

    @property
    def turn(self) -> int:
        """The turn with which it was certain; the one before the first for the setup."""
        return number_of_turn(self.game, self.lines[-1])

    def texts(self) -> list[str]:
        """Return the lines as the record has them."""
        return [line_text(self.game, line) for line in self.lines]

    def problem(self, file: str, number: int) -> Problem:
        """Return it as a problem at the line that made it certain."""
        last = self.lines[-1]
        entry = self.game.entries[last]
        player = getattr(entry, "player", "") if isinstance(entry, Turn) else ""
        turn = self.turn if isinstance(entry, Turn) else 0
        message = f"turn {turn}, {player}: {self.message}" if turn else self.message
        place = self.game.places[last] if self.game.places else 0
        rule = "WORLD-1" if self.what == "cards" else "WORLD-2"
        texts = self.texts()
        hint = f"these lines contradict each other: {'; '.join(texts)}" if 1 < len(texts) <= MOST_LINES else ""
        from ttrn.replays.problem_place import as_written  # noqa: PLC0415  only an impossible record needs it

        text = as_written(self.game, place, self.game.text.split("\n")) or texts[-1]
        return Problem(rule, message, file, place, text=text, hint=hint, game=number, turn=turn, player=player)


def contradiction(deals: PossibleDeals, what: str) -> Contradiction:
    """Explain why there is no deal of the cards, or of the tickets."""
    ask = asking(deals, what)
    last = first_certain(ask, len(deals.game.entries) - 1)
    lines = smallest(ask, last, candidates(deals.game, last))
    return Contradiction(deals.game, what, (*lines, last), reason(deals, what, lines, last))


def asking(deals: PossibleDeals, what: str) -> Ask:
    """Return the question whether a deal is possible."""

    def ask(until: int, forget: Sequence[int]) -> bool:
        return (deals.cards if what == "cards" else deals.tickets)(until, forget) is not None

    return ask


def first_certain(ask: Ask, last: int) -> int:
    """Return the first entry after which no deal is possible."""
    low, high = 0, last
    while low < high:
        middle = (low + high) // 2
        try:
            possible = ask(middle, ())
        except Undecided:
            return high  # it is certain then, and maybe was before
        if possible:
            low = middle + 1
        else:
            high = middle
    return low


def candidates(game: GameRecord, last: int) -> list[int]:
    """Return the entries before one that say something of cards or tickets, maybe."""
    entries = game.entries[:last]
    return [i for i, entry in enumerate(entries) if not isinstance(entry, Comment | Player | Tag)]


def smallest(ask: Ask, last: int, lines: list[int]) -> list[int]:
    """Return lines of which none can be left out: halves first, then smaller parts, then one by one.

    When the budget is spent on the way, some that could be left out may be among them.
    """
    forgotten: list[int] = []
    size = max(1, len(lines) // 2)
    while True:
        at = 0
        while at < len(lines):
            part = lines[at : at + size]
            try:
                needed = ask(last, [*forgotten, *part])
            except Undecided:
                return lines
            if not needed:
                forgotten += part
                del lines[at : at + size]
            else:
                at += size
        if size == 1:
            return lines
        size = max(1, min(size // 2, len(lines) // 2))
