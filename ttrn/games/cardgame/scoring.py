"""The scorings: what everybody completes, what the cities bring, and the new deck between two of them (CG-SCORE)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ttrn.boards import Board
from ttrn.core.actions import Action, ScoreTickets
from ttrn.core.card_supply import could_be, discard, draw_card, fill_market, new_deck
from ttrn.core.cards import KINDS, UNKNOWN, Counts, describe, frozen_letters
from ttrn.core.chance import DEALT
from ttrn.core.house_rules import House
from ttrn.core.scoring import BonusCard, LikelyMistake, PlayerScore, TicketResult, TieBreak, more_tickets
from ttrn.core.state import MAIN, OVER, SCORING, State
from ttrn.games.cardgame.railyards import Railyards, open_piles, railyards
from ttrn.games.cardgame.spending import Spent, best_spending
from ttrn.graph.network import Network

TWO_SCORINGS: Final = 4
"""With so many players the game goes on after a first scoring (CG-SCORE-2)."""

SECOND_DEAL: Final = 4
"""So many cards each player gets from the new deck then."""


def deck_used_up(state: State) -> bool:
    """CG-END-1: return whether the last card of the deck is gone."""
    return not state.deck_size and not state.market_unknown


def conclude(state: State) -> None:
    """CG-SCORE-2: after the last turns the game is over, or the first of two scorings is due."""
    due = state.seats >= TWO_SCORINGS and railyards(state).round == 1
    state.phase = SCORING if due else OVER


def scorings(_state: State) -> list[Action]:
    """Return the one thing that can happen when a scoring is due."""
    return [ScoreTickets()]


# --- one scoring -----------------------------------------------------------------------------------------------------


def spending(state: State, seat: int) -> tuple[Spent, ...]:
    """Return what a seat completes at this scoring: as the record says, or else for the most points."""
    yards = railyards(state)
    if yards.stated[seat]:
        return tuple(yards.stated[seat])
    return _best(state.board, tuple(yards.stacks[seat]), tuple(state.tickets[seat]))


@lru_cache(maxsize=32)
def _best(board: Board, stack: tuple[int, ...], tickets: tuple[int, ...]) -> tuple[Spent, ...]:
    """Find the best spending once for all who ask at one scoring: the record, the reckoning, the outcome."""
    return best_spending(board, stack, tickets)


def doubtful(state: State, seat: int) -> bool:
    """Return whether nobody can know what a seat completes: cards or tickets are unknown, the record is silent."""
    yards = railyards(state)
    if yards.stated[seat]:
        return False
    cards = yards.unseen or yards.stacks[seat][UNKNOWN] > 0
    return cards or sum(state.unknown_tickets[seat]) > 0 or seat in state.uncounted


def reckon(state: State) -> None:
    """Count the first scoring: completed tickets are laid aside, all cards on the track and in the yards discarded."""
    yards = railyards(state)
    for seat in range(state.seats):
        yards.unsure[seat] = doubtful(state, seat)
        yards.done[seat] = list(spending(state, seat))
        for spent in yards.done[seat]:
            state.scores[seat] += state.board.tickets[spent.ticket].points
            state.tickets[seat].remove(spent.ticket)
    for pile in open_piles(state):
        for kind, number in enumerate(pile.cards):
            if number:
                discard(state, kind, number)
    yards.rows = [[] for _ in yards.rows]
    yards.stacks = [[0] * KINDS for _ in yards.stacks]
    yards.stated = [[] for _ in yards.stated]
    yards.unseen = False
    yards.reckoned = True


def share(state: State, seat: int) -> int:
    """Return how many cards of the new deck are dealt to a seat: fewer than all only where the deck is too small."""
    dealt, rest = divmod(min(_new_deck_size(state), SECOND_DEAL * state.seats), state.seats)
    return SECOND_DEAL if state.market_unknown else dealt + (seat < rest)


def left_to_show(state: State) -> int:
    """Return how many cards of the new deck are left for the market when all have been dealt theirs."""
    if state.market_unknown:
        return state.board.tables.market
    return max(0, _new_deck_size(state) - SECOND_DEAL * state.seats)


def _new_deck_size(state: State) -> int:
    return sum(state.discards) + sum([sum(pile.cards) for pile in open_piles(state)])


def score_and_deal(state: State, _action: ScoreTickets) -> None:
    """CG-SCORE-2: count the first scoring, shuffle all that was discarded into a new deck, deal, and go on."""
    yards = railyards(state)
    if not yards.reckoned:
        reckon(state)
    shares = [share(state, seat) for seat in range(state.seats)]
    if not state.market_unknown:
        new_deck(state)
    log, state.chance.log = state.chance.log, None
    dealt = _deal(state, yards, shares)
    _fill(state, yards.recorded_market)
    state.chance.log = log
    if log is not None:
        for cards in (*dealt, state.market):
            log += [DEALT, *[kind for kind in range(KINDS) for _ in range(cards[kind])]]
    yards.recorded_hands, yards.recorded_market = {}, []
    yards.reckoned = False
    yards.round = 2
    state.last_turns = -1
    state.phase = MAIN


def _fill(state: State, recorded: Sequence[int]) -> None:
    """Fill the market from the new deck; where its order is known, what a record has is compared, in any order."""
    ordered, before = state.ordered, list(state.market)
    state.chance.cards = [] if ordered else list(recorded)[::-1]
    fill_market(state)
    state.chance.cards = []
    came = [now - then for now, then in zip(state.market, before, strict=True)]
    recorded_cards = [list(recorded).count(kind) for kind in range(KINDS)]
    if ordered and recorded and not could_be(came, recorded_cards):
        text = f"the deck puts {describe(came)} into the market; the record says {describe(recorded_cards)}"
        state.note("CG-SCORE-2", text)


def _deal(state: State, yards: Railyards, shares: Sequence[int]) -> list[Counts]:
    """Deal from the new deck, one card at a time, and return what each seat gets.

    What a record has is compared where the order is known.
    """
    dealt: list[Counts] = [[0] * KINDS for _ in shares]
    ordered = state.ordered
    for number in range(max(shares)):
        for seat, due in enumerate(shares):
            if number < due:
                recorded = yards.recorded_hands.get(seat, [])
                state.chance.cards = [recorded[number]] if number < len(recorded) and not ordered else []
                card = draw_card(state)
                dealt[seat][card] += 1
                if card == UNKNOWN and state.chance.unseen is not None:
                    state.chance.unseen.events[-1] = seat
    for seat, cards in enumerate(dealt):
        recorded_cards = [yards.recorded_hands.get(seat, []).count(kind) for kind in range(KINDS)]
        if ordered and seat in yards.recorded_hands and not could_be(cards, recorded_cards):
            text = (
                f"the deck deals {describe(cards)} to {state.names[seat]}; the record says {describe(recorded_cards)}"
            )
            state.note("CG-SCORE-2", text)
        for kind in range(KINDS):
            state.hands[seat][kind] += cards[kind]
    return dealt


# --- the end ---------------------------------------------------------------------------------------------------------


def seat_scores(state: State) -> list[PlayerScore]:
    """CG-SCORE-3: return the scores as they would be if the game ended now."""
    results = [ticket_results(state, seat) for seat in range(state.seats)]
    bonuses = bonus_cards(state, results)
    unsure = [railyards(state).unsure[seat] or doubtful(state, seat) for seat in range(state.seats)]
    network = Network(state.board, [])
    scores: list[PlayerScore] = []
    for seat, mine in enumerate(results):
        bonus = sum([card.points for card in bonuses[seat]])
        score = PlayerScore(
            seat=seat,
            routes=0,
            tickets=mine,
            unknown_tickets=sum(state.unknown_tickets[seat]),
            network=network,
            bonus=bonus,
            total=sum([result.points for result in mine]) + bonus,
            completed=sum([result.complete for result in mine]),
            cards=bonuses[seat],
            unsure=unsure[seat],
            bonus_unsure=any(unsure),
        )
        scores.append(score)
    return scores


def tie_breaks(_house: House) -> tuple[TieBreak, ...]:
    """CG-TIE-1: more completed tickets, then more bonus cards."""
    return (more_tickets, MORE_CARDS)


MORE_CARDS: Final = TieBreak("more bonus cards", lambda _state, score: cards_won(score))


def cards_won(score: PlayerScore) -> int:
    """Return how many bonus cards a player has."""
    return sum([card.points > 0 for card in score.cards])


def ticket_results(state: State, seat: int) -> tuple[TicketResult, ...]:
    """Return a player's tickets: those completed at the first scoring, at this one, and those never completed."""
    yards = railyards(state)
    tickets = state.board.tickets
    results = [
        TicketResult(spent.ticket, True, tickets[spent.ticket].points, frozen_letters(spent.cards), number)
        for number, rows in ((1, yards.done[seat]), (yards.round, spending(state, seat)))
        for spent in rows
    ]
    complete = {result.ticket for result in results}
    open_tickets = [ticket for ticket in state.tickets[seat] if ticket not in complete]
    return (*results, *[TicketResult(ticket, False, -tickets[ticket].points) for ticket in open_tickets])


@lru_cache(maxsize=4096)
def big_cities_of(board: Board, ticket: int) -> tuple[int, ...]:
    """Return the cities with a bonus that a ticket joins."""
    found = board.tickets[ticket]
    return tuple([city for city in (found.a, found.b) if city in board.tables.big_cities])


def bonus_cards(state: State, results: Sequence[Sequence[TicketResult]]) -> list[tuple[BonusCard, ...]]:
    """Return for each seat the big cities it completed tickets to; most tickets, and at least one, win the bonus."""
    values = state.board.tables.big_cities
    most = dict.fromkeys(values, 0)
    numbers: list[dict[int, int]] = []
    for mine in results:
        served = dict.fromkeys(values, 0)
        for result in mine:
            for city in big_cities_of(state.board, result.ticket) if result.complete else ():
                served[city] += 1
                most[city] = max(most[city], served[city])
        numbers.append(served)
    return [
        tuple([BonusCard(city, n, values[city] if n == most[city] else 0) for city, n in served.items() if n])
        for served in numbers
    ]


def likely_mistakes(_state: State, score: PlayerScore) -> tuple[LikelyMistake, ...]:
    """Return by how much a score is off that forgets bonuses, or what was not completed (CG-SCORE-3)."""
    won = [card.points for card in score.cards if card.points]
    lost = -sum([result.points for result in score.tickets if not result.complete])
    off = {*won, sum(won), -lost, sum(won) - lost} - {0}
    return tuple([LikelyMistake("CG-SCORE-3", points) for points in sorted(off)])


def open_bonus(state: State, score: PlayerScore, stated: int) -> bool:
    """Return whether a total is right but for the bonuses of cities that the player completed tickets to."""
    sums = {0}
    for card in score.cards:
        sums |= {points + state.board.tables.big_cities[card.city] for points in sums}
    return stated - (score.total - score.bonus) in sums


def shown_before(state: State, seat: int) -> list[int]:
    """Return the tickets that a seat completed at the first scoring."""
    return [spent.ticket for spent in railyards(state).done[seat]]


def why_going_on(state: State) -> str:
    """Return why the game is not over yet (CG-END-1)."""
    if state.phase == SCORING:
        return "after this scoring it goes on with a new deck"
    return "cards are left in the deck"


def why_over(_state: State) -> str:
    """Return why there are no more turns (CG-END-1)."""
    return "the game is over: the deck is empty, and everybody has had one last turn"
