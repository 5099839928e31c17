"""Why something follows: ledgers that a person can follow, true of the record, and proving what they say."""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.hidden.games import BOARDS, simulated
from tests.hidden.mutate import hide
from ttrn.boards import board
from ttrn.core.cards import LETTERS, LOCOMOTIVE, name_cards
from ttrn.hidden import PUBLIC, Budget, Forced, Inference, infer, judge, redact
from ttrn.hidden import reasons as reasons_module
from ttrn.hidden.accounts import About, CardAccounts
from ttrn.hidden.card_constraints import CardConstraints
from ttrn.hidden.excluding_rows import excluding_rows
from ttrn.hidden.ledger import MOST_STEPS
from ttrn.hidden.linear_program import LinearRow, Program
from ttrn.hidden.solver import Solver
from ttrn.notation import GameRecord, loads
from ttrn.notation.records import Claim, Deal, Draw, Market, Station, Turn
from ttrn.play import play_game
from ttrn.resources import resource

BOARD_FILES = Path(__file__).parents[1] / "cases" / "boards"

GAMES = int(os.environ.get("TTRN_LEDGERS", "2"))
"""How many games of each board; ``make ledgers`` looks at forty."""

SHARE = 0.95
"""So many of a hundred reasons must fit on twelve lines."""


def one(text: str) -> GameRecord:
    (game,) = loads(text).games
    return game


def planned(name: str, seed: int) -> GameRecord:
    """Return a game of four that is played with a plan."""
    return play_game(board(name), ["planner"] * 4, seed)


def facts(game: GameRecord) -> tuple[Forced, ...]:
    found = infer(game, why=True)
    assert found.complete
    return found.forced


# --- how long they are -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", sorted(resource("sample_games", "real").glob("*.ttrn")), ids=lambda path: Path(path).stem
)
def test_every_fact_of_a_real_game_is_one_account(path: Path) -> None:
    found = facts(one(path.read_text(encoding="utf-8")))
    assert len(found) == 13
    for fact in found:
        assert len(fact.steps) == 1
        assert not fact.left_out


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("view", [PUBLIC, "ann"])
def test_nearly_all_reasons_fit_on_twelve_lines(name: str, view: str) -> None:
    lengths: Counter[bool] = Counter()
    for seed in range(GAMES):
        for fact in facts(redact(planned(name, seed), view)):
            lengths[len(fact.steps) <= MOST_STEPS and not fact.left_out] += 1
            assert len(fact.steps) <= MOST_STEPS
            assert fact.left_out == 0 or "left out" in fact.because
    assert lengths[True] >= SHARE * lengths.total()


def test_ledgers_need_no_search_for_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reasons_module, "_by_lines", pytest.fail)
    for name in BOARDS:
        assert facts(redact(planned(name, 1), PUBLIC))


# --- whether they are true, and prove what they say ------------------------------------------------------------------

HAND = re.compile(
    r"(\w+) had paid (\w+) (.+?)s? by turn (\d+)(?: \(.*?\))?, and had got (?:only )?(none|\d+) openly.*?: "
    r"(?:at least (\d+) .* among )?(.*)"
)
DECK = re.compile(
    r"the deck(?:, used up in turn \d+,)? had (\d+) (.+?)s?, of which (none|\d+) came up openly: "
    r"(?:at most )?(\w+) .*? among .*"
)
FACT = re.compile(r"(?:turn (\d+), )?(\w+): (the starting hand|the blind card)( \(the second one\))?: (\d+) (.+?)s?")
KINDS = {name_cards(kind, 1).partition(" ")[2]: kind for kind in range(LOCOMOTIVE + 1)}


class Recount:
    """The cards of a record counted anew, by nothing but its lines."""

    def __init__(self, game: GameRecord) -> None:
        self.unseen: list[tuple[str, int, int, bool]] = []  # whose, turn, which of that turn, of the first deck
        self.openly: Counter[tuple[str, int, int]] = Counter()  # whose, turn, kind: what came in
        self.paid: Counter[tuple[str, int, int]] = Counter()
        self.came_up: Counter[int] = Counter()
        self.deck = board(game.board).tables.train_cards
        self._left = sum(self.deck.values())
        turn = 0
        for entry in game.entries:
            turn += isinstance(entry, Turn)
            self._line(entry, turn)

    def _draw(self, card: str) -> bool:
        """Count a card that comes up; return whether it comes from the first deck."""
        self._left -= 1
        if self._left >= 0 and card != "?":
            self.came_up[LETTERS.index(card)] += 1
        return self._left >= 0

    def _get(self, player: str, turn: int, card: str, at: int) -> None:
        first = self._draw(card)
        if card == "?":
            self.unseen.append((player, turn, at, first))
        else:
            self.openly[player, turn, LETTERS.index(card)] += 1

    def _line(self, entry: object, turn: int) -> None:
        match entry:
            case Deal(player, cards):
                for card in cards:
                    self._get(player, turn, card, 0)
            case Market(cards, flushes):
                self._turn_up(cards, flushes)
            case Turn(player, action, refill):
                self._act(player, action, turn)
                if refill:
                    self._turn_up(refill.cards, refill.flushes)
            case _:
                pass

    def _act(self, player: str, action: object, turn: int) -> None:
        match action:
            case Draw(takes):
                for at, take in enumerate(takes):
                    if take.blind:
                        self._get(player, turn, take.card, at)
                    else:
                        self.openly[player, turn, LETTERS.index(take.card)] += 1
                        self._turn_up((take.replacement or "").strip("-"), take.flushes)
            case Claim():
                self._pay(player, turn, "" if action.given_up else action.paid + action.surcharge)
                self._turn_up(action.turned, ())
            case Station(_, cards):
                self._pay(player, turn, cards)
            case _:
                pass

    def _pay(self, player: str, turn: int, cards: str) -> None:
        for card in cards:
            self.paid[player, turn, LETTERS.index(card)] += 1

    def _turn_up(self, cards: str, flushes: tuple[str, ...]) -> None:
        for card in "".join([cards, *flushes]):
            self._draw(card)

    def total(self, of: Counter[tuple[str, int, int]], player: str, kind: int, until: int) -> int:
        """Return how many cards of a kind a player got or paid up to a turn."""
        return sum([n for (who, turn, which), n in of.items() if (who, which) == (player, kind) and turn <= until])


def step_row(recount: Recount, step: str) -> LinearRow | None:
    """Hold the numbers of a step against the record; return what it says of the unseen cards, if it can be read."""
    kinds = len(KINDS)
    hand, deck = HAND.fullmatch(step), DECK.fullmatch(step)
    if hand:
        player, paid, what, until, got, least, among = hand.groups()
        kind, turn = KINDS[what], int(until)
        assert int(paid) == recount.total(recount.paid, player, kind, turn), step
        assert int(got.replace("none", "0")) == recount.total(recount.openly, player, kind, turn), step
        here = [i for i, (who, when, *_) in enumerate(recount.unseen) if who == player and when <= turn]
        need = int(paid) - int(got.replace("none", "0"))
        assert need == (int(least) if least else len(here)), step
        assert sum(map(int, re.findall(r"(\d+) (?:starting )?cards?", among))) in (len(here), 0), step
        return LinearRow([(i * kinds + kind, 1) for i in here], need, None, 0)
    if deck:
        had, what, came, left = deck.groups()
        kind = KINDS[what]
        assert int(had) == recount.deck[LETTERS[kind]], step
        assert int(came.replace("none", "0")) == recount.came_up[kind], step
        most = int(left.replace("no", "0"))
        assert most == int(had) - recount.came_up[kind], step
        here = [i for i, (*_, first) in enumerate(recount.unseen) if first]
        return LinearRow([(i * kinds + kind, 1) for i in here], None, most, 0)
    return None


def denied(recount: Recount, what: str) -> LinearRow | None:
    """Return the opposite of a fact about cards."""
    fact = FACT.fullmatch(what)
    if fact is None:
        return None
    turn, player, _, second, number, name = fact.groups()
    place = (player, int(turn or 0), int(bool(second)))
    here = [i for i, (*found, _) in enumerate(recount.unseen) if tuple(found) == place]
    assert here, what
    return LinearRow([(i * len(KINDS) + KINDS[name], 1) for i in here], None, int(number) - 1, 0)


@pytest.mark.parametrize("name", ["usa", "europe"])
@pytest.mark.parametrize("view", [PUBLIC, "ann"])
def test_the_steps_are_true_of_the_record_and_nothing_else_is_needed(name: str, view: str) -> None:
    proved = 0
    read = 0
    for seed in range(GAMES):
        game = redact(planned(name, seed), view)
        recount = Recount(game)
        for fact in facts(game):
            opposite = denied(recount, fact.what)
            if opposite is None:
                continue  # a ticket
            read += 1
            steps = (
                fact.steps[:-1]
                if fact.steps[-1].startswith(("that leaves", "nothing else", "no more fit"))
                else fact.steps
            )
            rows = [step_row(recount, step) for step in steps]
            if None in rows:
                continue  # of a later deck
            program = Program()
            program.variables(len(recount.unseen) * len(KINDS), 1)
            program.rows = [row for row in (*rows, opposite) if row is not None]
            for i in range(len(recount.unseen)):
                program.row([(i * len(KINDS) + kind, 1) for kind in range(len(KINDS))], 1, 1, 0)
            assert Solver(program, Budget()).solve() is None, (fact.what, fact.steps)
            proved += 1
    assert proved > 0.75 * read


@pytest.mark.parametrize("name", BOARDS)
def test_accounts_are_the_constraints_with_a_label_for_each_row(name: str) -> None:
    for seed in range(4):
        view = hide(redact(simulated(name, seed), PUBLIC), random.Random(seed), 3)
        accounts = CardAccounts(view, board(name))
        accounts.read()
        plain = CardConstraints(view, board(name)).read()
        assert (accounts.program.rows, accounts.program.uppers) == (plain.program.rows, plain.program.uppers)
        assert len(accounts.labelled.labels) == len(plain.program.rows)
        assert About.HAND in {label.about for label in accounts.labelled.labels}


def test_rows_that_exclude_each_other_are_found_and_none_can_be_left_out() -> None:
    found = 0
    for seed in range(300):
        rng = random.Random(seed)
        program = Program()
        program.variables(4, 3)
        for _ in range(6):
            terms = [(variable, rng.choice((-1, 1))) for variable in range(4) if rng.random() < 0.6]
            bound = rng.randrange(-3, 8)
            low, high = (bound, None) if rng.random() < 0.5 else (None, bound)
            program.row(terms, low, high, 0)
        if program.broken is not None:
            continue
        used = excluding_rows(program)
        if used is None:
            continue
        found += 1
        assert Solver(program, Budget()).solve() is None
        numbers = {each.row for each in used}
        for left_out in numbers:
            fewer = Program()
            fewer.variables(4, 3)
            fewer.rows = [program.rows[number] for number in numbers - {left_out}]
            assert excluding_rows(fewer) is None
    assert found > 50


# --- words -----------------------------------------------------------------------------------------------------------

START = (
    '[Game "short"]\nplayer ann\nplayer bob\n\nann deal {}\nbob deal {}\nmarket {}\nann keep ? | ?\nbob keep ? | ?\n\n'
)


def on_short_board(ann: str, bob: str, market: str, turns: str) -> Inference:
    return infer(one(START.format(ann, bob, market) + turns), board(str(BOARD_FILES / "short.toml")), why=True)


@pytest.mark.parametrize(
    ("start", "turns", "what", "steps"),
    [
        pytest.param(
            ("RRGB", "????", "RGGBB"),
            "1. ann draw G>? G>?\n2. bob claim ASH-BRO RR\n3. ann draw ? ?\n4. bob draw R>? ?\n5. ann draw ? ?\n"
            "6. bob claim ASH-EAS R\n",
            "bob: the starting hand: 2 red",
            ("bob had paid 2 red by turn 2, and had got none openly: at least 2 red among bob's 4 starting cards",),
            id="a payment from the starting hand",
        ),
        pytest.param(
            ("RRGB", "GGB?", "RGGBB"),
            "1. ann draw R>? G>?\nassert bob hand GGBL\n",
            "bob: the starting hand: 1 locomotive",
            ("bob's hand is stated (assert bob hand GGBL): bob's starting card was a locomotive",),
            id="a hand that is stated",
        ),
        pytest.param(
            ("RRGB", "RRL?", "RGGBB"),
            "1. ann draw ? ?\n2. bob claim COL-DUN L?\n",
            "turn 2, bob: the payment: 1 locomotive",
            (),
            id="nothing follows",
        ),
    ],
)
def test_a_ledger_in_words(start: tuple[str, str, str], turns: str, what: str, steps: tuple[str, ...]) -> None:
    found = on_short_board(*start, turns)
    reasons = {fact.what: fact.steps for fact in found.forced}
    assert reasons.get(what, ()) == steps


def test_where_no_ledger_fits_lines_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reasons_module, "card_ledger", lambda *_: None)
    found = facts(one(resource("sample_games", "marklin", "seen_by_ann.ttrn").read_text(encoding="utf-8")))
    assert found[0].steps == (
        "2. bob claim DUS-KOL#3 Y @DUS",
        "4. bob claim DOR-DUS#3 Y @DOR",
        "these lines together leave nothing else",
    )


def test_where_lines_are_too_many_or_the_search_is_given_up_words_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reasons_module, "card_ledger", lambda *_: None)
    monkeypatch.setattr(reasons_module, "REASON_EFFORT", 0.0)
    fact = facts(one(resource("sample_games", "real", "usa_4p_1.ttrn").read_text(encoding="utf-8")))[0]
    assert len(fact.steps) == MOST_STEPS
    assert fact.left_out == len(fact.lines) - MOST_STEPS + 2
    assert fact.steps[-2:] == (
        f"and {fact.left_out} lines more, which are left out here",
        "these lines together leave nothing else, and fewer may do: the search was given up",
    )


def test_a_contradiction_is_told_by_its_ledger() -> None:
    game = one(
        '[Game "fjord"]\nplayer ann\nplayer bob\n\nann deal RGG?\nbob deal RLL?\nmarket GLLLG/RRLGL\n'
        "ann keep ASH-EAS ASH-COL | ASH-DUN BRO-COL\nbob keep BRO-EAS ASH-BRO | COL-DUN BRO-DUN\n\n"
        "1. ann claim ASH-BRO GG !LG x\n2. bob claim ASH-EAS LL\n3. ann draw R>?/LGLLL/LRGGL ?L\n"
        "4. bob tickets COL-EAS\n5. ann draw G>L G>L\n6. bob station BRO L\n"
    )
    (problem,) = judge(game, board(str(BOARD_FILES / "fjord.toml"))).problems
    assert problem.rule == "WORLD-1"
    assert problem.message == (
        "turn 6, bob: no deal of the unseen cards makes this possible: "
        "the deck, used up at the start, had 5 locomotives, of which 5 came up openly: "
        "no locomotive among ann's starting card and bob's starting card; "
        "bob had paid 3 locomotives by turn 6 (turns 2 and 6), and had got only 2 openly (dealt): "
        "bob's starting card was a locomotive"
    )


def test_a_deck_that_gave_more_than_it_had_is_named() -> None:
    game = one(
        '[Game "fjord"]\nplayer ann\nplayer bob\n\nann deal GGLL\nbob deal GGL?\nmarket LRGLR\n'
        "ann keep BRO-EAS ASH-EAS COL-DUN BRO-DUN\nbob keep ASH-DUN BRO-COL | COL-EAS ASH-COL\n\n"
        "1. ann draw ?R G>R\n2. bob draw R>- R>-\n3. ann draw L>-\n4. bob draw L>-\n5. ann claim ASH-DUN G >R\n"
    )
    (problem,) = judge(game, board(str(BOARD_FILES / "fjord.toml"))).problems
    assert problem.message == (
        "turn 5, ann: no deal of the unseen cards makes this possible: "
        "the deck shuffled in turn 5, used up in turn 5, had no red, and 1 came up openly: 1 red too many"
    )
