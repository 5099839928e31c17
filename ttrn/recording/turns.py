"""A turn put together from taps: actions one after the other, and between them the cards that come up."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import replace
from typing import Final, TypeVar

from ttrn.core.actions import Action, ClaimRoute, DrawTickets, KeepTickets, PassTurn, TakeCard
from ttrn.core.cards import BLIND, LETTERS, LOCOMOTIVE, UNKNOWN
from ttrn.core.chance import FLUSHED, TURNED, CameUp, decode
from ttrn.core.engine import apply
from ttrn.core.state import ANSWER, CHOOSE, SECOND, State
from ttrn.notation.records import Claim, Draw, Refill, Station, Take, Turn, WrittenAction
from ttrn.replays.choosing import (
    DONE,
    UNSEEN,
    Choice,
    Chooser,
    Moment,
    Question,
    Told,
    ask,
    card_choices,
    follow_card,
    offer_cards,
)
from ttrn.replays.writing import with_chance

Result = TypeVar("Result")

_ASKS: Final = {SECOND: "The second card", CHOOSE: "Which tickets?", ANSWER: "And then?"}


def tapped(asking: Generator[Question, str, Result], taps: Iterable[str]) -> Question | Result:
    """Return what is asked after some taps, or what they came to.

    Raises:
        LookupError: one of them is not among the choices.
    """
    try:
        question = next(asking)
        for tap in taps:
            question = asking.send(tap)
    except StopIteration as stop:
        done: Result = stop.value
        return done
    return question


def turn_question(moment: Moment) -> tuple[Question, dict[str, Chooser]]:
    """Return what the player to move may do now, and how each tap goes on."""
    state = moment.state
    choices: list[Choice] = []
    owners: dict[str, Chooser] = {}
    for chooser in state.game.records.choose.values():
        for choice in chooser.offer(moment):
            choices.append(choice)
            owners[choice.tap] = chooser
    text = _ASKS.get(state.phase, f"What does {state.names[state.seat]} do?")
    return Question(text, tuple(choices)), owners


def ask_turn(state: State, seat: int, *, sees: bool) -> Generator[Question, str, Turn]:
    """Ask for a whole turn of a seat; the state is not changed.

    ``sees`` says whether the writer sees the cards of this seat.
    """
    state = _apart(state)
    state.seat = seat
    number, name = state.number, state.names[seat]
    begun: WrittenAction | None = None
    while True:
        moment = Moment(state, sees)
        question, owners = turn_question(moment)
        # A choice among tickets is due: there is nothing else to tap.
        tap = question.choices[0].tap if state.phase == CHOOSE else (yield from ask(*question))
        told = yield from owners[tap].follow(moment, tap)
        action = told.action
        begun = state.game.records.write[type(action)](state, action, begun)
        if state.house.partial and isinstance(begun, Draw):
            return Turn(name, (yield from _noted_draw(moment, begun, told)))
        if state.house.partial:
            return Turn(name, (yield from _noted(state, _unseen(begun))))
        state, came_up = yield from carry_out(moment, told)
        begun = _with_cards(state, begun, action, told, came_up)
        if state.number != number or state.seat != seat:
            break
    refill = None
    if came_up.refill.cards or came_up.refill.flushes:
        refill = None if isinstance(begun, Draw) or state.market_unknown else Refill(*came_up.refill)
    return Turn(name, _unseen(begun), refill)


def _apart(state: State) -> State:
    """Return a copy that asks for nothing but the cards: what comes up is not read from a record."""
    twin = state.copy()
    twin.chance.recorded = False
    twin.chance.cards, twin.chance.flushes, twin.chance.next_decks = [], [], []
    return twin


def carry_out(moment: Moment, told: Told) -> Generator[Question, str, tuple[State, CameUp]]:
    """Carry out an action, asking for each card that comes up and is not known; return the state after it."""
    known = list(told.cards)
    action = told.action
    while True:
        twin = _apart(moment.state)
        # Which tickets come up is asked: those that lie under the deck are not known by their order.
        twin.chance.recorded = isinstance(action, DrawTickets | KeepTickets)
        twin.chance.cards = known[::-1]
        log: list[int] = []
        twin.chance.log = log
        apply(twin, action)
        twin.chance.log = None
        twin.chance.cards = []
        drawn = [card for card in log if card >= 0]
        place = next((i for i, card in enumerate(drawn) if card == UNKNOWN and i >= len(known)), None)
        if place is None:
            return twin, decode(log)
        # What the order of a deck tells before it need not be asked.
        known += drawn[len(known) : place]
        text = _card_question(action, log, place)
        # A new deck may have been made on the way: what can come up is what has no place after all of it.
        known.append(LETTERS.index((yield from ask(text, card_choices(twin)))))


def _card_question(action: Action, log: list[int], place: int) -> str:
    """Ask for a card by where it comes to lie."""
    seen = -1
    flushed = False
    for at, mark in enumerate(log):
        seen += mark >= 0
        flushed = flushed or (mark == FLUSHED)
        if seen == place and mark >= 0:
            if TURNED in log[at:] and isinstance(action, ClaimRoute):
                return f"Card {place + 1} turned over"
            break
    if flushed:
        return "The market is replaced: the next card"
    if isinstance(action, TakeCard):
        return "Which card was it?" if action.card == BLIND else "Which card took its place?"
    return "Which card fills the gap?"


def _with_cards(state: State, written: WrittenAction, action: Action, told: Told, came_up: CameUp) -> WrittenAction:
    """Return an action with the cards that came up in it."""
    if isinstance(action, PassTurn):
        return written
    if isinstance(written, Draw) and isinstance(action, TakeCard):
        if action.card == BLIND:
            card = came_up.refill.cards[:1] or (LETTERS[told.cards[0]] if told.cards else UNSEEN)
            return Draw((*written.takes[:-1], Take(card, blind=True)))
        if not state.market_unknown:
            return with_chance(written, came_up, seen=True)
        came = LETTERS[told.cards[0]] if told.cards else None
        return Draw((*written.takes[:-1], replace(written.takes[-1], replacement=came)))
    if isinstance(written, Claim) and came_up.turned is not None:
        turned = came_up.turned or "".join([LETTERS[card] for card in told.cards])
        return replace(written, turned=turned or "-")
    return written


def _unseen(written: WrittenAction) -> WrittenAction:
    """Return an action whose payment nobody saw as a record has it: with one sign."""
    match written:
        case Claim(paid=paid) if set(paid) == {UNSEEN}:
            return replace(written, paid=UNSEEN)
        case Station(paid=paid) if set(paid) == {UNSEEN}:
            return replace(written, paid=UNSEEN)
        case _:
            return written


def _noted_draw(moment: Moment, first: Draw, told: Told) -> Generator[Question, str, Draw]:
    """Ask for the second card of a draw, where nobody knows what lies face up."""
    takes = [_told_take(first.takes[0], told)]
    if takes[0].blind or takes[0].card != LETTERS[LOCOMOTIVE]:
        ends = Choice(DONE, "done", "", "no second card")
        tap = yield from ask(_ASKS[SECOND], [*offer_cards(moment), ends])
        if tap != DONE:
            told = yield from follow_card(moment, tap)
            takes.append(_told_take(Take(tap.removeprefix("draw "), blind=tap == f"draw {UNSEEN}"), told))
    return Draw(tuple(takes))


def _told_take(take: Take, told: Told) -> Take:
    return Take(LETTERS[told.cards[0]], blind=True) if take.blind and told.cards else take


def _noted(state: State, written: WrittenAction) -> Generator[Question, str, WrittenAction]:
    """Ask what else a player decided about an action of which only that it was done is noted."""
    more = state.game.records.completed(state, written)
    if not more:
        return written
    cities = state.board.cities
    codes = {city.code: city for city in cities}
    choices = [Choice(DONE, "done", "", "no passenger")]
    ways: dict[str, WrittenAction] = {}
    for way in more:
        assert isinstance(way, Claim)
        city = codes[way.passenger]
        ways[f"passenger {city.index}"] = way
        choices.append(Choice(f"passenger {city.index}", "city", city.index, f"passenger in {city.name}"))
    tap = yield from ask("Was a passenger placed?", choices)
    return ways.get(tap, written)
