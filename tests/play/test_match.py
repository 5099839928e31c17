"""Bots at a table: what they may answer, what happens if they answer something else, and that games end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import ttrn
from ttrn.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawTickets,
    GiveUpTunnel,
    KeepTickets,
    PassTurn,
    PayTunnel,
    PlacePassenger,
    RidePassenger,
    TakeCard,
)
from ttrn.boards import board
from ttrn.core import actions as core_actions
from ttrn.core.cards import KINDS, UNKNOWN
from ttrn.core.state import CHOOSE, MAIN, OVER, SETUP
from ttrn.notation.records import Deck
from ttrn.play.bots import BOTS, Bot, Entrant, find_bot
from ttrn.play.match import BotError, play_match
from ttrn.play.view import View

BOARDS = ["usa", "europe", "marklin", "cardgame"]


def seated(*bots: str | Callable[[View], object]) -> list[Entrant]:
    return [find_bot(bot) if isinstance(bot, str) else Entrant("mine", partial(itself, bot)) for bot in bots]


def itself(bot: Any) -> Bot:
    made: Bot = bot
    return made


def complaint(name: str, bot: Callable[[View], object]) -> BotError:
    with pytest.raises(BotError) as caught:
        play_match(board(name), seated("random", bot), "1/1")
    return caught.value


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_bot_plays_sound_games_to_their_end(name: str, players: int) -> None:
    on = board(name)
    if players > on.tables.max_players:
        pytest.skip(f"{name} is for fewer players")
    names = list(BOTS)
    for turn in range(len(names)):
        seats = [find_bot(names[(turn + seat) % len(names)]) for seat in range(players)]
        match = play_match(on, seats, f"{players}/{turn}")
        assert match.state.phase == OVER
        (read,), problems = ttrn.loads(ttrn.dumps(match.game))
        assert (read, problems) == (match.game, ())
        timeline = ttrn.replay(read)
        assert timeline.problems == ()
        assert timeline.final.exact
        assert timeline.outcome == match.outcome
        assert read.tags["Bots"] == " ".join(entrant.name for entrant in seats)
        assert sum(isinstance(entry, Deck) and not entry.reshuffled for entry in read.entries) == 1


@pytest.mark.parametrize("bot", BOTS)
def test_the_same_seed_gives_the_same_game_and_another_one_another(bot: str) -> None:
    on = board("usa")
    games = [play_match(on, seated(bot, bot), seed).game for seed in ("5/1", "5/1", "5/2")]
    assert games[0] == games[1] != games[2]


def test_a_bot_drawing_chance_does_not_touch_the_cards() -> None:
    """The deck is the same whatever the bots draw from their own chance."""

    def dreamer(view: View) -> Action:
        view.rng.random()
        return view.legal[0]

    def plain(view: View) -> Action:
        return view.legal[0]

    games = [play_match(board("usa"), seated(bot, bot), "9").game for bot in (dreamer, plain)]
    assert games[0] == games[1]


def paid(**kinds: int) -> tuple[int, ...]:
    return tuple(kinds.get(letter, 0) for letter in "ROYGBPKWLFTU")


WRONG: dict[str, tuple[str, object, str, str]] = {
    "nothing": ("usa", None, "TURN-1", "it answers None, which is no action; view.legal holds those that are legal"),
    "words": ("usa", "draw", "TURN-1", "it answers 'draw', which is no action"),
    "a route that there is not": ("usa", ClaimRoute(-1, paid(R=2)), "TURN-1", "does not have"),
    "too many routes": ("usa", ClaimRoute(100, paid(R=2)), "TURN-1", "does not have"),
    "a negative payment": ("usa", ClaimRoute(0, paid(R=3, B=-1)), "TURN-1", "does not have"),
    "unknown cards": ("usa", ClaimRoute(0, paid(U=2)), "TURN-1", "does not have"),
    "a payment too short": ("usa", ClaimRoute(0, (2,)), "TURN-1", "does not have"),
    "too many cards": ("usa", ClaimRoute(0, paid(R=9)), "CLAIM-2", "pays 9 red"),
    "an unknown card": ("usa", TakeCard(UNKNOWN), "TURN-1", "does not have"),
    "a card of another game": ("usa", TakeCard(KINDS - 2), "DRAW-1", "no passenger card lies face up"),
    "a pass": ("usa", PassTurn(), "TURN-1", "bob may not pass while it is possible to draw cards"),
    "one ticket": ("usa", DrawTickets((1,)), "US-TICKET-1", "none of the ways to draw tickets"),
    "tickets nobody drew": ("usa", KeepTickets((3,)), "TURN-1", "not what the game waits for"),
    "a station": ("usa", BuildStation(0, paid(R=1)), "TURN-1", "no such action in this game"),
    "a station nowhere": ("europe", BuildStation(99, paid(R=1)), "TURN-1", "does not have"),
    "a surcharge": ("europe", PayTunnel(paid(R=1)), "TURN-1", "not what the game waits for"),
    "giving up": ("europe", GiveUpTunnel(), "TURN-1", "not what the game waits for"),
    "five tickets": ("marklin", DrawTickets((2, 3)), "MK-TICKET-1", "4 tickets are to be taken, not 5"),
    "a passenger": ("marklin", PlacePassenger(0), "TURN-1", "not what the game waits for"),
    "a ride of nobody": ("marklin", RidePassenger(0, (0,)), "MK-MOVE-1", "no passenger of bob stands in"),
    "a ride in letters": ("marklin", RidePassenger(0, ("A",)), "TURN-1", "does not have"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("case", WRONG)
def test_an_illegal_answer_is_reported_with_bot_seat_turn_and_rule(case: str) -> None:
    name, answer, rule, message = WRONG[case]
    error = complaint(name, lambda view: answer if view.state.phase == MAIN else view.legal[0])
    assert error.rule == rule
    assert str(error).startswith('game 1/1: bot "mine" (bob), turn 2: ')
    assert message in str(error)
    assert str(error).endswith(f"[{rule}]")


def test_a_payment_in_words_is_reported() -> None:
    """A compiled action does not even come about with one: there it is the bot that fails."""

    def bot(view: View) -> object:
        return ClaimRoute(0, "RR") if view.state.phase == MAIN else view.legal[0]  # type: ignore[arg-type]

    error = complaint("usa", bot)
    assert str(error).startswith('game 1/1: bot "mine" (bob), turn 2: ')
    compiled = (core_actions.__file__ or "").endswith(".so")
    assert error.rule == ("" if compiled else "TURN-1")
    assert ("TypeError: tuple object expected" if compiled else "does not have") in str(error)


def test_too_few_starting_tickets_are_reported() -> None:
    error = complaint("usa", lambda view: KeepTickets(()) if view.state.phase == SETUP else view.legal[0])
    assert error.rule == "US-SETUP-1"
    assert '"mine" (bob), starting tickets: KeepTickets(kept=()) is none of the 4 choices' in str(error)


def test_no_ticket_kept_is_reported() -> None:
    def bot(view: View) -> Action:
        if view.state.phase == MAIN:
            return DrawTickets()
        return KeepTickets(()) if view.state.phase == CHOOSE else view.legal[0]

    assert complaint("usa", bot).rule == "US-TICKET-1"


def test_a_bot_that_fails_is_reported_with_the_place_in_its_code() -> None:
    def bot(view: View) -> Action:
        return view.legal[len(view.legal)]

    line = bot.__code__.co_firstlineno + 1
    place = f"starting tickets: test_match.py:{line}"
    assert str(complaint("usa", bot)) == f'game 1/1: bot "mine" (bob), {place}: IndexError: list index out of range'


def test_a_bot_that_cannot_be_made_is_reported() -> None:
    class Needy:
        def __init__(self, wish: str) -> None:
            self.wish = wish

        def __call__(self, view: View) -> Action:
            return view.legal[0]

    with pytest.raises(BotError, match=r'bot "needy" \(ann\), before the game: TypeError: .*wish'):
        play_match(board("usa"), [Entrant("needy", Needy), *seated("random")], "1")  # type: ignore[arg-type]


def stalling(view: View) -> Action:
    """Give up every tunnel, take cards for ever, keep as few tickets as may be."""

    def rank(action: Action) -> int:
        order: tuple[type[Action], ...] = (GiveUpTunnel, TakeCard, DrawTickets)
        return order.index(type(action)) if type(action) in order else len(order)

    return min(view.legal, key=rank)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("players", [2, 5])
def test_bots_that_only_draw_come_to_an_end(name: str, players: int) -> None:
    players = min(players, board(name).tables.max_players)
    match = play_match(board(name), seated(*[stalling] * players), "1")
    assert match.state.phase == OVER
    assert not ttrn.check(match.game)


def test_bots_that_never_end_are_reported() -> None:
    """Two who try tunnels and give them up, and otherwise take cards, would play for ever."""

    def digger(view: View) -> Action:
        tunnels = [a for a in view.legal if isinstance(a, ClaimRoute) and view.board.routes[a.route].tunnel]
        if view.state.phase == MAIN and tunnels:
            return max(tunnels, key=lambda claim: view.board.routes[claim.route].length)
        return view.legal[-1] if GiveUpTunnel() in view.legal else stalling(view)

    with pytest.raises(BotError) as caught:
        play_match(board("europe"), seated(digger, digger), "4/2", max_turns=40)
    assert str(caught.value) == "game 4/2: no end after 40 turns; one of the bots stalls (mine, mine)"


def test_bots_that_draw_tickets_for_nothing_are_reported() -> None:
    """In The Card Game no ticket need be kept, so that two players could draw and return them for ever."""

    def idler(view: View) -> Action:
        if view.state.phase == CHOOSE:
            return KeepTickets(())
        return next((action for action in view.legal if isinstance(action, DrawTickets)), view.legal[0])

    with pytest.raises(BotError, match="no end after 60 turns"):
        play_match(board("cardgame"), seated(idler, idler), "1", max_turns=60)


def test_the_planner_takes_a_locomotive_where_nothing_else_is_left() -> None:
    """At the end of The Card Game nothing refills the market; this game comes to a lone locomotive."""
    match = play_match(board("cardgame"), seated("planner", "planner"), "1/74")
    assert match.state.phase == OVER
