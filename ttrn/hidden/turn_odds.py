"""Odds: how likely hidden hands hold what, by the shuffle and what the record tells up to a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from ttrn.boards import Board
from ttrn.core.cards import LETTERS, UNKNOWN, letters
from ttrn.core.state import State
from ttrn.hidden.budget import Budget, Undecided
from ttrn.hidden.card_constraints import CardConstraints
from ttrn.hidden.estimates import ERROR, Estimates, estimate
from ttrn.hidden.judgement import judge_timeline
from ttrn.hidden.known_then import record_until
from ttrn.hidden.possible_deals import Found, PossibleDeals
from ttrn.hidden.redaction import redact
from ttrn.hidden.ticket_odds import TicketOdds, rank_tickets
from ttrn.hidden.worlds import NotSampled, Worlds, lay_out
from ttrn.notation.game import GameRecord
from ttrn.notation.problems import Problem, amount
from ttrn.replays.timeline import Timeline, board_of, replay

OddsStatus: TypeAlias = Literal["exact", "sampled", "impossible", "unavailable"]

SEED: Final = 1
"""Where nothing else is said, so that the same question has the same answer."""

NO_SWEEPS: Final = "supposing that no market was replaced where the record does not say so"
PARTIAL: Final = "only some of the turns were written down, so nothing adds up"
OPEN_NUMBER: Final = "a line leaves open how many cards were paid"


@dataclass(frozen=True, slots=True)
class CardOdds:
    """One kind of cards in one hidden hand."""

    kind: str
    """Its letter."""
    expected: float
    """The mean number of such cards."""
    at_least: tuple[float, ...]
    """The chance of at least one, two, three such cards and so on, as far as any came up."""
    error: float
    """The largest standard error of these chances."""


@dataclass(frozen=True, slots=True)
class HandOdds:
    """A hand of which not everything was seen."""

    seat: int
    player: str
    size: int
    known: str
    """The cards that the record itself shows, as letters."""
    cards: tuple[CardOdds, ...]
    """Every kind of cards that the board has."""

    def __repr__(self) -> str:
        return f"<HandOdds of {self.player}: {self.size} cards>"

    def chance(self, kind: str, least: int = 1) -> float:
        """Return the chance of at least so many cards of a kind.

        Raises:
            KeyError: the board has no such cards.
        """
        found = {card.kind: card.at_least for card in self.cards}[kind]
        return 1.0 if least < 1 else found[least - 1] if least <= len(found) else 0.0


@dataclass(frozen=True, slots=True)
class Odds:
    """What hidden hands hold after a turn, and how likely; what hidden tickets may be, ranked.

    ``status`` is ``exact`` where nothing is hidden, ``sampled`` where worlds were sampled, ``impossible`` where no deal
    fits the record up to the turn (``problems`` say why), and ``unavailable`` where the cards cannot be weighed
    (``reason`` says why; the tickets may be ranked all the same).
    """

    status: OddsStatus
    board: str
    turn: int
    observer: str
    hands: tuple[HandOdds, ...] = ()
    tickets: tuple[TicketOdds, ...] = ()
    samples: int = 0
    """How many worlds were counted."""
    reason: str = ""
    assumption: str = ""
    """What is supposed besides, in words."""
    problems: tuple[Problem, ...] = ()

    def __repr__(self) -> str:
        found = f"{amount(self.hands, 'hidden hand')}, {self.samples} worlds" if self.status == "sampled" else ""
        about = self.reason or found or amount(self.problems, "problem")
        return f"<Odds of {self.board} after turn {self.turn}: {self.status}, {about}>"

    @property
    def error(self) -> float:
        """The largest standard error of all chances of cards."""
        return max([card.error for hand in self.hands for card in hand.cards], default=0.0)


def odds(
    game: GameRecord | Timeline,
    turn: int | None = None,
    observer: str = "",
    *,
    board: Board | None = None,
    seed: int = SEED,
    error: float = ERROR,
    budget: Budget | None = None,
    file: str = "",
    number: int = 0,
) -> Odds:
    """Return how likely hidden hands hold what after a turn, the last one if none is named.

    Only what was known then is used: the lines up to the turn, as an observer (a player's id, or ``"public"``) saw
    them, or as the record has them. The chances are those of the shuffle; what players choose to do carries no weight.
    Worlds are sampled until all chances have a standard error of ``error``, or for about a second. The same question
    with the same seed has the same answer.

    Raises:
        ValueError: there is no such turn, or nobody of this id at the table.
        BoardError: the board that the Game tag names is not known.
    """
    if isinstance(game, Timeline):
        board = game.board
        game = game.game
    on = board or board_of(game)
    at = game.first_turn + len(game.turns) - 1 if turn is None else turn
    seen = redact(game, observer, until=at, board=on) if observer else record_until(game, at)
    timeline = replay(seen, on, file=file, number=number)
    about = (on.name, at, observer)
    state = timeline.final
    if timeline.problems:
        return Odds("impossible", *about, problems=timeline.problems)
    if not state.unseen:
        return Odds("exact", *about)
    if state.house.partial:
        return Odds("unavailable", *about, reason=PARTIAL)
    deals = PossibleDeals(timeline, budget or Budget())
    tickets: tuple[TicketOdds, ...] = ()
    try:
        tickets = rank_tickets(state, deals.ticket_constraints(), deals.budget)
        cards = deals.cards()
        if cards is None:
            judged = judge_timeline(timeline, budget, file=file, number=number)
            return Odds("impossible", *about, problems=judged.problems)
        worlds, assumption = _worlds(cards)
    except (Undecided, NotSampled) as why:
        return Odds("unavailable", *about, tickets=tickets, reason=str(why))
    found = estimate(worlds, seed, error)
    hands = _hands(state, worlds, found)
    return Odds("sampled", *about, hands=hands, tickets=tickets, samples=found.samples, assumption=assumption)


def _worlds(cards: Found) -> tuple[Worlds, str]:
    """Return the worlds of a record, and what is supposed of it besides.

    Raises:
        NotSampled: they cannot be weighed.
    """
    constraints = cards.constraints
    assert isinstance(constraints, CardConstraints)
    if constraints.open_choices:
        raise NotSampled(OPEN_NUMBER)
    return lay_out(constraints, cards.values), NO_SWEEPS if constraints.hidden_sweep else ""


def _hands(state: State, worlds: Worlds, found: Estimates) -> tuple[HandOdds, ...]:
    hands: list[HandOdds] = []
    for hand, estimates in zip(worlds.hands, found.hands, strict=True):
        held = state.hands[hand.seat]
        if held[UNKNOWN]:
            cards = [CardOdds(LETTERS[kind], *each) for kind, each in zip(worlds.kinds, estimates, strict=True)]
            hands.append(HandOdds(hand.seat, state.names[hand.seat], sum(held), letters(held[:UNKNOWN]), tuple(cards)))
    return tuple(hands)
