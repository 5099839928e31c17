"""Rows in words: each as a line of a ledger, with its numbers and the turns that they come from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ttrn.core.cards import LETTERS, UNKNOWN, name_cards
from ttrn.hidden.accounts import About, CardAccounts, Move
from ttrn.hidden.excluding_rows import UsedRow
from ttrn.hidden.piles import Pile, Place, UnknownCards
from ttrn.hidden.unseen_words import number_of, unseen_text
from ttrn.hidden.wording import a_kind, kind_name, line_text, listed, number_of_turn, turns_text, was
from ttrn.notation.records import Play, Turn


@dataclass(frozen=True, slots=True)
class AccountLine:
    """One line of a ledger."""

    text: str
    at: int
    """The entry at which it holds."""
    lines: tuple[int, ...]
    """The entries that it adds up."""
    says: tuple[Place, ...] = ()
    """The unseen cards that it says something of."""
    least: int = 0
    """How many of them are of the kind at least, if it says that."""
    group: tuple[str, ...] = ()
    """What it can be told together with: whose hand, and what is asked of it."""
    short: str = ""
    """The same in a few words, for when it is told together with others."""
    plain: bool = True
    """Whether it says of some unseen cards how many of a kind there are, and does not compare them with others."""


class RowWords:
    """Says what the rows of one record mean."""

    def __init__(self, accounts: CardAccounts) -> None:
        self.accounts = accounts
        self._game = accounts.game
        self._names = [player.id for player in accounts.game.players]

    # --- what a row is made of ---------------------------------------------------------------------------------------

    def kind_of(self, row: int) -> int | None:
        """Return the kind of cards that a row counts; None if it counts several, or something else."""
        kinds = {owner and owner[1] for owner in map(self.accounts.unknown_of, self._variables(row))}
        return kinds.pop() if len(kinds) == 1 else None

    def _variables(self, row: int) -> list[int]:
        return [variable for variable, _ in self.accounts.program.rows[row].terms]

    def _sides(self, row: int) -> tuple[list[Place], list[Place]]:
        """Return the places of the unseen cards that a row adds, and of those that it takes away."""
        added: list[Place] = []
        taken: list[Place] = []
        for variable, factor in self.accounts.program.rows[row].terms:
            owner = self.accounts.unknown_of(variable)
            if owner is not None:
                (added if factor > 0 else taken).extend(owner[0].places)
        return added, taken

    def _when(self, line: int) -> str:
        """Return the moment of an entry: ``by turn 9``, or ``at the start``."""
        turn = number_of_turn(self._game, line)
        return f"by turn {turn}" if turn >= self._game.first_turn else "at the start"

    def _moment(self, line: int) -> str:
        """Return when an entry was: ``in turn 9``, or ``at the start``."""
        turn = number_of_turn(self._game, line)
        return f"in turn {turn}" if turn >= self._game.first_turn else "at the start"

    def _turns(self, lines: Iterable[int]) -> str:
        return turns_text([number_of_turn(self._game, line) for line in lines])

    # --- lines -------------------------------------------------------------------------------------------------------

    def line_of(self, used: UsedRow) -> AccountLine:
        """Return what a row says, from the side from which it is used."""
        about = self.accounts.labelled.labels[used.row].about
        kind = self.kind_of(used.row)
        if kind is not None and about is About.HAND:
            return self._hand(used.row, kind)
        if kind is not None and about is About.STATED:
            return self._stated(used, kind)
        if kind is not None and about is About.ALL_HANDS:
            return self._all_hands(used.row, kind)
        if kind is not None and about is About.DECK:
            return self._deck(used, kind)
        return self._rule(used.row, about)

    def _hand(self, row: int, kind: int) -> AccountLine:
        """A hand had what left it: what came in openly is too little, so the rest was among the unseen cards."""
        accounts = self.accounts
        at, need = accounts.program.rows[row].line, accounts.program.rows[row].low
        assert need is not None
        seat = accounts.labelled.labels[row].number
        moves = [move for move in accounts.moves if (move.seat, move.kind) == (seat, kind) and move.line <= at]
        came = [move for move in moves if move.number > 0]
        got = sum([move.number for move in came])
        paid = got + need
        out = sorted({move.line for move in moves if move.number < 0} | ({at} if self._pays(at) else set()))
        added, taken = self._sides(row)
        who = self._names[seat]
        verb = "laid" if out and all(self._lays(line) for line in out) else "paid"
        text = f"{who} had {verb} {name_cards(kind, paid)} {self._when(at)}"
        if len(out) > 1 or out != [at]:
            text += f" ({self._turns(out)})"
        text += f", and had got {'only ' if got and need > 0 else ''}{self._income(came)}"
        text += f": {self._at_least(need, kind, added, taken)}"
        lines = (*[move.line for move in came], *out)
        if taken:
            return AccountLine(text, at, lines, plain=not added)
        short = f"{name_cards(kind, need)} {self._when(at)}"
        return AccountLine(text, at, lines, tuple(added), need, (who, "hand"), short)

    def _pays(self, line: int) -> bool:
        return isinstance(self._game.entries[line], Turn)

    def _lays(self, line: int) -> bool:
        entry = self._game.entries[line]
        return isinstance(entry, Turn) and isinstance(entry.action, Play)

    def _income(self, came: Sequence[Move]) -> str:
        """Say how many cards came into a hand openly, and how."""
        got = sum([move.number for move in came])
        if not got:
            return "none openly"
        words = {"dealt": "dealt", "held": "held in the position", "face up": "drawn face up", "blind": "drawn blind"}
        parts: list[str] = []
        for how, word in words.items():
            some = [move for move in came if move.how == how]
            if some:
                turns = {move.line for move in some if move.line >= 0 and how in ("face up", "blind")}
                number = "" if len(some) == len(came) else f"{sum([move.number for move in some])} "
                parts.append(f"{number}{word}{f' in {self._turns(turns)}' if turns else ''}")
        return f"{got} openly ({listed(parts)})"

    def _at_least(self, need: int, kind: int, added: Sequence[Place], taken: Sequence[Place]) -> str:
        """Say that some unseen cards had at least so many more of a kind than others."""
        here, gone = self._named(added), self._named(taken)
        if not added and need > 0:
            return f"{name_cards(kind, need)} too many"
        if not added:
            return f"{'at most ' if need else ''}{name_cards(kind, -need)} among {gone}"
        if not taken:
            if need == number_of(added):
                return f"{here} {was(kind, need)}"
            return f"at least {name_cards(kind, need)} among {here}"
        if need > 0:
            return f"{here} had at least {name_cards(kind, need)} more than {gone}"
        more = f"at most {name_cards(kind, -need)} more" if need else f"no more {kind_name(kind, 0)}"
        return f"{gone} had {more} than {here}"

    def _named(self, places: Sequence[Place]) -> str:
        """Name unseen cards; those of many places in short."""
        if len({(place.entry, place.part) for place in places}) <= MOST_PLACES:
            return unseen_text(self._game, places)
        return f"{number_of(places)} unseen cards"

    def _stated(self, used: UsedRow, kind: int) -> AccountLine:
        """A hand as it is stated."""
        row = self.accounts.program.rows[used.row]
        bound = row.low if used.from_below else row.high
        assert bound is not None
        added, taken = self._sides(used.row)
        seat = self.accounts.labelled.labels[used.row].number
        whose = f"{self._names[seat]}'s hand" if seat >= 0 else "the market"
        text = f"{whose} is stated ({line_text(self._game, row.line)})"
        if used.from_below:
            text += f": {self._at_least(bound, kind, added, taken)}"
        elif not taken:
            text += f": at most {name_cards(kind, bound)} among {unseen_text(self._game, added)}"
        return AccountLine(text, row.line, (row.line,), tuple(added), bound if used.from_below and not taken else 0)

    def _all_hands(self, row: int, kind: int) -> AccountLine:
        """No more cards are in hands than there are."""
        found = self.accounts.program.rows[row]
        assert found.high is not None
        exist = self.accounts.board.tables.train_cards.get(LETTERS[kind], 0)
        known = exist - found.high
        text = (
            f"there are {name_cards(kind, exist)}, and {self._when(found.line)} {known} of them were known to be in "
            f"hands: at most {name_cards(kind, found.high)} among the unseen cards of all hands"
        )
        moves = {move.line for move in self.accounts.moves if move.kind == kind and move.line <= found.line}
        return AccountLine(text, found.line, tuple(moves))

    def _deck(self, used: UsedRow, kind: int) -> AccountLine:
        """A deck gives no more of a kind than was shuffled into it, and when it is used up all of that."""
        accounts = self.accounts
        number = accounts.labelled.labels[used.row].number
        stack = accounts.stacks[number]
        row = accounts.program.rows[used.row]
        bound = row.low if used.from_below else row.high
        assert bound is not None
        start, shown = self._deck_start(number, row.line)
        had = self._deck_had(stack.content, kind, sum([came[3] for came in shown if came[2] == kind]))
        into, drawn = self._sides(used.row)
        says = (
            self._at_least(bound, kind, into, drawn) if used.from_below else self._at_least(-bound, kind, drawn, into)
        )
        group = (start, "deck")
        lines = tuple([came[0] for came in shown if came[2] == kind])
        return AccountLine(
            f"{group[0]} {had}: {says}",
            row.line,
            lines,
            group=group,
            short=f"{had}: {says}",
            plain=not (into and drawn),
        )

    def _deck_start(self, number: int, line: int) -> tuple[str, list[tuple[int, int, int, int]]]:
        """Return how a sentence about a deck begins, and all that came up from it openly."""
        stack = self.accounts.stacks[number]
        name = "the deck" if not number else f"the deck shuffled {self._moment(stack.line)}"
        ended = f", used up {self._moment(line)}," if not stack.left else ""
        return f"{name}{ended} had", [came for came in self.accounts.came_up if came[1] == number]

    def overdrawn(self) -> AccountLine | None:
        """Return a deck from which more cards of a kind came up than were in it, if all of it was seen."""
        stacks = self.accounts.stacks
        for number, stack in enumerate(stacks):
            at = self.accounts.line if stack is stacks[-1] else stacks[number + 1].line
            start, shown = self._deck_start(number, at)
            for kind in range(UNKNOWN):
                came = [each for each in shown if each[2] == kind]
                more = sum([each[3] for each in came]) - stack.content.known[kind]
                if more > 0 and stack.content.seen:
                    had = self._deck_had(stack.content, kind, stack.content.known[kind] + more)
                    lines = tuple([each[0] for each in came])
                    return AccountLine(f"{start} {had}: {name_cards(kind, more)} too many", at, lines)
        return None

    @staticmethod
    def _deck_had(content: Pile, kind: int, shown: int) -> str:
        """Say what was in a deck, and how much of it came up openly."""
        known = content.known[kind]
        if content.seen:
            return f"{name_cards(kind, known)}, {'of which' if known else 'and'} {shown or 'none'} came up openly"
        openly = (
            f"{name_cards(kind, known)} that {'was' if known == 1 else 'were'} discarded openly and "
            if known > 0
            else ""
        )
        # A card that was taken from the market had come there unseen.
        again = f", less {name_cards(kind, -known)} that had been taken" if known < 0 else ""
        return f"{openly}what was discarded unseen{again}; {name_cards(kind, shown)} came up openly"

    def bounds(self, found: Iterable[tuple[UnknownCards, int]]) -> list[AccountLine]:
        """Say which kinds unseen cards cannot be of, as their line has it; nothing of kinds that the board lacks."""
        excluded: dict[int, list[int]] = {}
        few: dict[int, None] = {}
        for cards, kind in found:
            upper = self.accounts.program.uppers[cards.first + kind]
            if upper:
                few[kind] = None
            elif self.accounts.board.tables.train_cards.get(LETTERS[kind], 0) and cards.places:
                excluded.setdefault(self.accounts.unknown.index(cards), []).append(kind)
        lines = [AccountLine(f"there are no more than {self._exist(kind)}", 0, ()) for kind in few]
        for number, kinds in excluded.items():
            places = self.accounts.unknown[number].places
            line = places[0].entry
            names = " nor ".join([a_kind(kind) for kind in sorted(kinds)])
            text = f"{self._named(places)} cannot be {names}: {line_text(self._game, line)}"
            lines.append(AccountLine(text, line, (line,)))
        return lines

    def _exist(self, kind: int) -> str:
        return name_cards(kind, self.accounts.board.tables.train_cards.get(LETTERS[kind], 0))

    def _rule(self, row: int, about: About) -> AccountLine:
        """Something that a line asks for by the rules."""
        line = self.accounts.program.rows[row].line
        turn = number_of_turn(self._game, line)
        whole = line_text(self._game, line)
        texts = {
            About.TAKEN: f"the card taken in turn {turn} lay face up ({whole})",
            About.STAYS: f"the market was not replaced in turn {turn}: no three alike lay there",
            About.SWEPT: f"the market was replaced in turn {turn}: three alike lay there",
            About.NO_SECOND: f"only one card was taken in turn {turn}: no other could be ({whole})",
            About.PAYMENT: f"what pays for a route is of one colour, but for wild cards ({whole})",
        }
        return AccountLine(texts.get(about, f"what the rules ask of {whole}"), line, (line,), plain=False)

    # --- many lines --------------------------------------------------------------------------------------------------

    def joined(self, lines: Sequence[AccountLine]) -> list[AccountLine]:
        """Tell those lines together that are about one hand, or one deck."""
        groups: dict[tuple[str, ...], list[AccountLine]] = {}
        for number, line in enumerate(lines):
            groups.setdefault(line.group or (str(number),), []).append(line)
        found: list[AccountLine] = []
        for group, some in groups.items():
            if len(some) == 1:
                found += some
                continue
            if group[1] == "deck":
                text = f"{group[0]} {'; '.join([line.short for line in some])}"
            else:
                text = f"{group[0]} had paid more than had come in openly: {listed([line.short for line in some])}"
            found.append(AccountLine(text, some[-1].at, tuple([n for line in some for n in line.lines])))
        return sorted(found, key=lambda line: line.at)


MOST_PLACES: Final = 6
"""Unseen cards of so many lines are named by these."""
