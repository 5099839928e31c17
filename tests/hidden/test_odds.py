"""How likely hidden hands hold what: the answers of ``ttrn.odds``, and whether what it calls likely comes true.

``make odds`` looks at many more games.
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from math import sqrt

import pytest

import ttrn
from tests.hidden.games import BOARDS, as_people_do, simulated
from ttrn.core.actions import Action, TakeCard
from ttrn.core.cards import LETTERS
from ttrn.hidden import HandOdds, estimates, odds, turn_odds
from ttrn.hidden.ticket_odds import HABITS
from ttrn.hidden.turn_odds import NO_SWEEPS
from ttrn.notation import GameRecord, dumps, loads
from ttrn.play import play_game, play_random
from ttrn.replays import replay

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("TTRN_CALIBRATION", "200"))


def hand_of(found: ttrn.Odds, player: str) -> HandOdds:
    return next(hand for hand in found.hands if hand.player == player)


OPENING = """[Game "usa"]
player ann
player bob
ann deal RRBL
bob deal ????
market GGBWK
ann keep BOS-MIA CAL-PHO | CAL-SLC
bob keep ? ? | ?
"""


def test_a_hand_that_was_just_dealt_is_a_draw_from_the_deck() -> None:
    """Nine cards are known: four of 101 others are Bob's, of which 14 - 1 are locomotives, 12 orange."""
    (game,) = loads(OPENING).games
    found = odds(game)
    assert found.status == "sampled"
    hand = hand_of(found, "bob")
    assert (hand.size, hand.known) == (4, "")
    for kind, left in (("L", 13), ("O", 12), ("R", 10), ("G", 10)):
        none = (101 - left) * (100 - left) * (99 - left) * (98 - left) / (101 * 100 * 99 * 98)
        assert abs(hand.chance(kind) - (1 - none)) < 0.02
        expected = next(card.expected for card in hand.cards if card.kind == kind)
        assert abs(expected - 4 * left / 101) < 0.03
    assert hand.chance("R", 0) == 1.0
    assert hand.chance("R", 5) == 0.0
    with pytest.raises(KeyError):
        hand.chance("T")
    assert sum([card.expected for card in hand.cards]) == pytest.approx(4)


def test_what_was_paid_was_there() -> None:
    (game,) = loads(OPENING + "1. ann draw ? ?\n2. bob claim SEA-POR#1 R\n3. ann draw ? ?\n").games
    assert hand_of(odds(game, 1), "bob").size == 4
    assert hand_of(odds(game, 2), "bob").size == 3
    # What was only known later is not used: Bob may have had any card before he paid with a red one.
    assert hand_of(odds(game, 1), "bob").chance("R") < 0.5
    assert hand_of(odds(game, 1), "ann").known == "RRBL"


def test_the_same_question_has_the_same_answer() -> None:
    game = simulated("usa", 1)
    first = odds(game, 12, "ann", error=0.05)
    assert first == odds(replay(game), 12, "ann", error=0.05)
    assert first != odds(game, 12, "ann", seed=2, error=0.05)
    assert repr(first).startswith("<Odds of usa after turn 12: sampled, ")


def test_nobody_can_tell_more_than_they_saw() -> None:
    """Another game that looks the same to Ann gives the same."""
    game = simulated("europe", 2)
    view = ttrn.redact(game, "ann", until=9)
    witness = ttrn.judge(view).witness
    assert witness is not None
    one, other = [odds(full, 9, "ann", error=0.05) for full in (game, witness.game)]
    assert (one.hands, one.tickets) == (other.hands, other.tickets)


def test_nothing_is_hidden() -> None:
    found = odds(simulated("usa", 1), 5)
    assert (found.status, found.hands, found.tickets) == ("exact", (), ())


@pytest.mark.parametrize(
    ("lines", "status", "reason"),
    [
        ("1. ann draw ? ?\n2. bob claim SEA-POR#1 ?\n", "unavailable", "a payment was not seen"),
        ("1. ann claim SEA-POR#1 T\n", "impossible", ""),
        ("1. ann draw ? ?\n2. bob claim VAN-SEA#1 K\n3. ann draw ? ?\n4. bob claim DUL-HEL RRRRRR\n", "impossible", ""),
    ],
)
def test_where_there_are_no_odds_it_is_said_why(lines: str, status: str, reason: str) -> None:
    (game,) = loads(OPENING + lines).games
    found = odds(game)
    assert found.status == status
    assert found.reason.startswith(reason)
    assert bool(found.problems) == (status == "impossible")
    assert found.hands == ()


def test_only_some_turns() -> None:
    (game,) = loads(OPENING.replace('"usa"]', '"usa"]\n[Rules "partial"]')).games
    assert odds(game).reason == "only some of the turns were written down, so nothing adds up"


def test_an_unrecorded_replacement_is_supposed_to_have_been_one_card() -> None:
    (game,) = loads(OPENING + "1. ann draw G G\n2. bob draw B W\n").games
    assert odds(game).assumption == NO_SWEEPS


def test_a_turn_or_a_player_that_is_not_there() -> None:
    game = simulated("usa", 1)
    for wrong in ({"turn": 9999}, {"turn": -1}, {"observer": "eve"}):
        with pytest.raises(ValueError, match=r"this game has turns|nobody at this table"):
            odds(game, **wrong)


@pytest.mark.parametrize("name", BOARDS)
def test_every_view_of_every_board_has_odds(name: str) -> None:
    """At any turn, to anybody; what is certain is 1, and hands add up."""
    game = simulated(name, 3)
    rng = random.Random(name)
    for observer in ("public", "bob"):
        found = odds(game, rng.randrange(len(game.turns)), observer, error=0.05)
        assert found.status == "sampled", found.reason
        assert found.assumption == ""
        for hand in found.hands:
            assert hand.player != observer
            assert sum([card.expected for card in hand.cards]) == pytest.approx(hand.size)
            for card in hand.cards:
                assert list(card.at_least) == sorted(card.at_least, reverse=True)
                assert all(0 < chance <= 1 for chance in card.at_least)
        assert {tickets.basis for tickets in found.tickets} <= {HABITS}


def test_replacements_that_were_not_seen() -> None:
    """``R>?``: the market is hidden too, and goes with everything else."""
    text = dumps(simulated("usa", 4, 2))
    lines = [
        line.replace(">" + line.split(">")[1][:1], ">?", 1) if " draw " in line and ">" in line else line
        for line in text.splitlines()
    ]
    (game,) = loads("\n".join(lines) + "\n").games
    found = odds(game, 20, "ann", error=0.05)
    assert found.status == "sampled", (found.reason, found.problems)
    truth = replay(simulated("usa", 4, 2)).state(20).hands
    for hand in found.hands:
        for card in hand.cards:
            held = truth[hand.seat][LETTERS.index(card.kind)]
            assert hand.chance(card.kind, held) > 0 or held == 0


# --- does it come true? ----------------------------------------------------------------------------------------------


def only_draws(rng: random.Random, actions: list[Action]) -> Action:
    """Draw cards, whatever is in the hand, as long as there are any."""
    return rng.choice([action for action in actions if isinstance(action, TakeCard)] or actions)


def blind_game(number: int) -> tuple[GameRecord, int]:
    """Return a game with a turn up to which nobody's choices depended on hidden cards: everybody only drew some."""
    name = BOARDS[number % len(BOARDS)]
    turn = random.Random(number).randint(1, 12)
    left = 2 * turn + 8

    def choose(rng: random.Random, actions: list[Action]) -> Action:
        nonlocal left
        left -= 1
        return (only_draws if left >= 0 else as_people_do)(rng, actions)

    return play_random(ttrn.board(name), 2 + number % 3, number, choose=choose), turn


def bot_game(number: int) -> tuple[GameRecord, int]:
    """Return a game of planners and others, of which one in three knows what it wants, with some turn."""
    name = BOARDS[number % len(BOARDS)]
    rng = random.Random(f"players {number}")
    if number % 3:
        game = simulated(name, number, rng.randint(2, ttrn.board(name).tables.max_players))
    else:
        seats = rng.randint(2, ttrn.board(name).tables.max_players)
        game = play_game(name, [rng.choice(("planner", "greedy", "random")) for _ in range(seats)], seed=number)
    return game, rng.randrange(len(game.turns))


class Tally:
    """How far off statements are: their truth less their chance, by game, since those of one game hang together."""

    def __init__(self) -> None:
        self.tenths: dict[int, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
        """Statements with chances from 0 to 10 %, from 10 to 20 % and so on."""
        self.kinds: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
        """Numbers of cards held, less those expected."""

    def look(self, number: int, game: GameRecord, turn: int) -> None:
        observer = random.Random(number).choice(["public", *[player.id for player in game.players]])
        found = odds(game, turn, observer, error=1.0)
        assert found.status in ("sampled", "exact"), found.reason
        truth = replay(game).state(turn).hands
        for hand in found.hands:
            for card in hand.cards:
                held = truth[hand.seat][LETTERS.index(card.kind)]
                self.kinds[card.kind][number].append(held - card.expected)
                for least, chance in enumerate(card.at_least, 1):
                    if chance < 1:
                        self.tenths[int(chance * 10)][number].append((held >= least) - chance)


def mean_and_error(by_game: dict[int, list[float]]) -> tuple[float, float]:
    """Return the mean of all numbers and its standard error, where those of one game hang together."""
    size = sum(map(len, by_game.values()))
    mean = sum(map(sum, by_game.values())) / size
    return mean, sqrt(sum([(sum(own) - mean * len(own)) ** 2 for own in by_game.values()])) / size


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sample little: a chance that is off by three hundredths, now up, now down, does not matter over many games.

    Tickets, which take a third of the time, are looked at in tests of their own.
    """
    monkeypatch.setattr(estimates, "STEPS", 1500)
    monkeypatch.setattr(estimates, "CHAINS", 2)
    monkeypatch.setattr(turn_odds, "rank_tickets", lambda *_: ())


@pytest.mark.usefixtures("quick")
def test_of_statements_that_are_70_percent_likely_as_many_are_true() -> None:
    tally = Tally()
    for number in range(GAMES):
        tally.look(number, *bot_game(number))
    assert len(tally.tenths) == 10
    for tenth, by_game in tally.tenths.items():
        mean, error = mean_and_error(by_game)
        assert abs(mean) <= 3 * error, f"{tenth * 10} to {tenth * 10 + 10} %: off by {mean:+.3f}, error {error:.3f}"


@pytest.mark.usefixtures("quick")
def test_hands_hold_what_is_expected_of_them() -> None:
    """That is so where choices do not depend on hidden cards: who can choose spends locomotives, and holds fewer."""
    tally = Tally()
    for number in range(GAMES // 2):
        tally.look(number, *blind_game(number))
    for kind, by_game in tally.kinds.items():
        mean, error = mean_and_error(by_game)
        assert abs(mean) <= 3 * error, f"{kind}: off by {mean:+.3f}, error {error:.3f}"
