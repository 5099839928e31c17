"""The setup of a record: deals, market, starting tickets, the order of the deck."""

from __future__ import annotations

from ttrn.core.actions import unknown_ticket
from ttrn.core.card_supply import could_be, fill_market, give_order, locate, one_too_many
from ttrn.core.cards import LOCOMOTIVE, UNKNOWN, Counts, cards_of, counts, describe, name_cards
from ttrn.core.deal import deal_hands
from ttrn.core.engine import start
from ttrn.core.state import SETUP, State, Violation
from ttrn.core.tickets import deck_of, forget_returned, hold, note_undrawable, put_back, take_back
from ttrn.notation.records import Deal, Deck, Keep, Market
from ttrn.replays.resolve import ResolvedTickets, resolve_tickets

ANY = unknown_ticket()
"""A ticket of which nothing is known: it may be of any deck."""


class Setup:
    """Collects the lines of the setup and begins the game when the first turn comes."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.dealt: set[int] = set()
        self.ordered: set[int] = set()
        self.kept: set[int] = set()
        self.market_told = False
        self.returned_unseen: dict[int, int] = {}
        self.dealt_unseen = False
        """Whether lines of the setup could not be read: nobody knows then what was dealt from the deck."""
        self.reserved: set[int] = set()
        """Seats whose cards have left the deck although no line has told them yet."""
        self.order_after: list[int] = []
        """The order of the deck after the deal, where no line has told the deal yet."""

    def copy(self, state: State) -> Setup:
        """Return a setup that has come as far, for a copy of the state."""
        twin = type(self)(state)
        twin.dealt, twin.ordered, twin.kept = set(self.dealt), set(self.ordered), set(self.kept)
        twin.market_told = self.market_told
        twin.returned_unseen = dict(self.returned_unseen)
        twin.dealt_unseen = self.dealt_unseen
        twin.reserved, twin.order_after = set(self.reserved), list(self.order_after)
        return twin

    def deal(self, seat: int, line: Deal) -> None:
        """SETUP-2: four cards to each player; locomotives that everybody gets first are among the cards told."""
        state = self.state
        cards = counts(line.cards)
        tables = state.board.tables
        number = tables.dealt_cards + tables.dealt_locomotives
        rule = self._deal_rule()
        if self._too_late(rule, "cards are dealt"):
            return
        if seat in self.dealt:
            state.note(rule, f"{state.names[seat]} has been dealt cards already", "line")
            return
        if sum(cards) != number:
            state.note(rule, f"{number} cards are dealt to each player, not {sum(cards)}")
        self.dealt.add(seat)
        self._deal_in_order()
        if seat in self.ordered:
            self._compare_deal(seat, cards)
            return
        self._find_given(seat, cards)
        given = state.hands[seat]
        if seat not in self.reserved:
            state.deck_size -= sum(cards) - sum(given)
        pool = state.pool
        for kind in range(UNKNOWN):
            number = cards[kind] - given[kind]
            if 0 < number <= pool[kind]:
                pool[kind] -= number
                continue
            for _ in range(number):
                locate(state, kind)
        state.hands[seat] = cards
        self._log_unseen(seat, cards[UNKNOWN])

    def _log_unseen(self, seat: int, number: int) -> None:
        """Take note of cards that were dealt, and nobody saw."""
        if number:
            self.state.unseen = True
            if self.state.chance.unseen is not None:
                self.state.chance.unseen.events += [seat] * number

    def _deal_rule(self) -> str:
        return self.state.game.ids.deal

    def _find_given(self, seat: int, cards: Counts) -> None:
        """Find the locomotives that were given out before the deal among the cards told, or those not seen."""
        given = self.state.hands[seat][LOCOMOTIVE]
        hidden = max(0, given - cards[LOCOMOTIVE])
        if hidden > cards[UNKNOWN]:
            some = name_cards(LOCOMOTIVE, given)
            text = f"{self.state.names[seat]} is given {some} and dealt other cards; the record says {describe(cards)}"
            self.state.note(self._deal_rule(), text)
            # One of the cards told is another one; nobody can know which.
            wrong = next((kind for kind in range(UNKNOWN) if cards[kind] and kind != LOCOMOTIVE), UNKNOWN)
            cards[wrong] -= 1
            cards[UNKNOWN] += 1
        cards[UNKNOWN] -= hidden
        cards[LOCOMOTIVE] += hidden

    def _deal_in_order(self) -> None:
        """Deal from a known order, once: to the seats in turn, whatever the order of the lines."""
        if self.state.ordered and not self.ordered and not self.reserved:
            self.ordered.update(deal_hands(self.state))

    def _reserve_hands(self) -> None:
        """Take the cards of hands that have not been told yet out of the deck: they are dealt before the market."""
        for seat in self._undealt():
            self.state.deck_size -= self.state.board.tables.dealt_cards
            self.reserved.add(seat)

    def _undealt(self) -> list[int]:
        """Return the seats whose cards are still in the deck."""
        dealt = self.dealt | self.ordered | self.reserved
        return [seat for seat in range(self.state.seats) if seat not in dealt]

    def _compare_deal(self, seat: int, told: list[int]) -> None:
        dealt = self.state.hands[seat]
        if sum(told) == sum(dealt) and not could_be(dealt, told):
            text = f"the deck deals {describe(dealt)} to {self.state.names[seat]}; the record says {describe(told)}"
            self.state.note(self._deal_rule(), text)

    def market(self, line: Market) -> None:
        """SETUP-2, MARKET-2: the face-up cards, replaced at once where they cannot stay."""
        state = self.state
        size = state.board.tables.market
        if self._too_late("SETUP-2", "the market is turned up"):
            return
        if self.market_told:
            state.note("SETUP-2", "the market lies open already", "line")
            return
        self.market_told = True
        if not state.house.market_first:
            self._deal_in_order()
            self._reserve_hands()
        if len(line.cards) != size:
            state.note("MARKET-1", f"{size} cards are turned face up, not {len(line.cards)}")
        if sum(state.market):
            self._compare_market(line)
            return
        state.chance.cards = list(cards_of(line.cards))[::-1]
        state.chance.flushes = [list(cards_of(flush))[::-1] for flush in line.flushes]
        fill_market(state)
        state.chance.cards = []
        state.chance.flushes = []
        self._deal_in_order()

    def _compare_market(self, line: Market) -> None:
        """Compare with a market that was laid out from the known order of the deck, before the hands."""
        told = counts(line.flushes[-1] if line.flushes else line.cards)
        if sum(told) == sum(self.state.market) and not could_be(self.state.market, told):
            text = f"the deck lays out {describe(self.state.market)}; the record says {describe(told)}"
            self.state.note("SETUP-2", text)

    def keep(self, seat: int, line: Keep) -> None:
        """The starting tickets: enough are taken, enough of them kept, each exists once."""
        state = self.state
        tables = state.board.tables.setup_tickets
        rule = state.game.ids.setup
        if self._too_late(rule, "the first tickets are chosen"):
            return
        if seat in self.kept:
            state.note(rule, f"{state.names[seat]} has chosen tickets already", "line")
            return
        self.kept.add(seat)
        found = resolve_tickets(state.board, line.kept, line.returned)
        if isinstance(found, Violation):
            state.chance.notes.append(found)
            # How many they were is still known.
            found = ResolvedTickets((unknown_ticket(),) * len(line.kept), (unknown_ticket(),) * len(line.returned))
        taken = [*found.kept, *found.returned]
        if len(taken) != tables.take:
            state.note(rule, f"{tables.take} tickets are taken at the start, not {len(taken)}")
        elif len(found.kept) < tables.keep:
            least = f"{tables.keep} ticket{' is' if tables.keep == 1 else 's are'}"
            state.note(rule, f"at least {least} kept at the start, not {len(found.kept)}")
        else:
            self._check_decks(taken)
        self._choose(seat, list(found.kept), list(found.returned))

    def _check_decks(self, taken: list[int]) -> None:
        """Note where more tickets come from a deck than are dealt from it."""
        state = self.state
        due = state.board.tables.setup_tickets.decks
        names = [state.ticket_decks[deck_of(state, ticket)].name for ticket in taken if ticket != ANY] if due else []
        for name, number in due.items():
            told = names.count(name)
            if told > number:
                some = f"{number} {name} ticket{' is' if number == 1 else 's are'}"
                state.note(state.game.ids.setup, f"{some} taken at the start, not {told}")

    def _choose(self, seat: int, kept: list[int], returned: list[int]) -> None:
        """Take tickets out of their decks: some are kept, the others go where the game wants them."""
        state = self.state
        decks = state.ticket_decks
        state.game.tickets.name_decks(state, seat, kept, returned)
        for i, ticket in enumerate((*kept, *returned)):
            deck = decks[deck_of(state, ticket) if len(decks) > 1 else 0]
            if ticket in deck.unseen:
                deck.unseen.remove(ticket)
            elif ticket >= 0:
                note_undrawable(state, ticket, i)
            deck.fresh -= deck.fresh > 0
        state.unseen |= min([*kept, *returned], default=0) < 0
        hold(state, seat, kept)
        put_back(state, returned)

    def _too_late(self, rule: str, what: str) -> bool:
        """Return whether play has begun, and note that this belongs before it."""
        if self.state.phase == SETUP:
            return False
        self.state.note(rule, f"{what} before the first turn", "line")
        return True

    def deck(self, line: Deck) -> None:
        """The order of the deck, before or after the deal."""
        if self.dealt_unseen:
            return
        order = list(cards_of(line.cards))
        left = self.state.deck_size - self._untold()
        if len(order) == left < self.state.deck_size:
            self.order_after = order
        elif not self._market_may_have_been_replaced(left - len(order)):
            give_order(self.state, order)

    def _untold(self) -> int:
        """Return how many cards are dealt of which no line has told anything yet."""
        state = self.state
        told = self.market_told or any(state.market)
        market = 0 if told else state.board.tables.market
        return len(self._undealt()) * state.board.tables.dealt_cards + market

    def _market_may_have_been_replaced(self, missing: int) -> bool:
        """Return whether cards that are missing in the order of a deck may be markets of which no line tells."""
        market = self.state.board.tables.market
        return not self.market_told and missing > 0 and missing % market == 0

    def _keep_unseen(self, seat: int) -> None:
        """Let a player choose unseen: the fewest are kept, until more are shown."""
        draw = self.state.board.tables.setup_tickets
        taken = min(draw.take, sum([deck.size for deck in self.state.ticket_decks]))
        returned = [ANY] * max(0, taken - draw.keep)
        self._choose(seat, [ANY] * min(taken, draw.keep), returned)
        self.returned_unseen[seat] = len(returned)
        if returned:
            self.state.uncounted |= {seat}

    def learn_kept(self, seat: int, told: list[int]) -> None:
        """Learn from tickets shown how many a player kept at the start, where the record did not tell."""
        state = self.state
        returned = self.returned_unseen.get(seat, 0)
        more = len(told) - len(state.tickets[seat]) - sum(state.unknown_tickets[seat])
        mixed = len(state.ticket_decks) > 1 and not state.board.tables.setup_tickets.decks
        if mixed and seat in self.returned_unseen and 0 <= more <= returned:
            self.returned_unseen[seat] = returned - more
            self._learn_mix(seat, told)
        elif 0 < more <= returned:
            self.returned_unseen[seat] = returned - more
            hold(state, seat, [unknown_ticket()] * more)
            take_back(state, more)

    def _learn_mix(self, seat: int, told: list[int]) -> None:
        """Learn from tickets shown of which decks they were: the mix was a guess."""
        state = self.state
        for number, deck in enumerate(state.ticket_decks):
            mine = [ticket for ticket in state.tickets[seat] if deck_of(state, ticket) == number]
            shown = [ticket for ticket in told if deck_of(state, ticket) == number]
            unknown = max(0, len(shown) - len(mine))
            deck.fresh = max(0, deck.fresh + state.unknown_tickets[seat][number] - unknown)
            state.unknown_tickets[seat][number] = unknown

    def begin(self) -> None:
        """Begin the game; what the record did not tell of the setup is dealt from the known order, or unknown."""
        state = self.state
        tables = state.board.tables
        self._deal_in_order()
        for seat in range(state.seats):
            if seat not in self.dealt and seat not in self.ordered:
                state.hands[seat][UNKNOWN] += tables.dealt_cards
                self._log_unseen(seat, tables.dealt_cards)
                state.deck_size -= 0 if seat in self.reserved else tables.dealt_cards
            if seat not in self.kept:
                self._keep_unseen(seat)
        if state.uncounted:
            forget_returned(state)
        if not sum(state.market):
            fill_market(state)
        if self.order_after:
            give_order(state, self.order_after)
        if sum(state.pool) < state.deck_size:  # pragma: no cover  the deal was noted to be wrong
            one_too_many(state, UNKNOWN - 1)
        start(state)
