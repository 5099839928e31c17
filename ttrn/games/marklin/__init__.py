"""The Märklin game: the base with "+4" locomotives, tickets in two decks, passengers and merchandise (rules MK-*)."""

from typing import Final

from ttrn.core.game import extend
from ttrn.core.rules import RuleIds
from ttrn.games.marklin.mechanics import MIXED_TICKETS, PASSENGERS, PLUS_FOUR
from ttrn.games.marklin.rulebook import RULEBOOK
from ttrn.games.usa import GAME as BASE

GAME: Final = extend(
    BASE,
    PLUS_FOUR,
    MIXED_TICKETS,
    PASSENGERS,
    name="marklin",
    ids=RuleIds(
        deck="MK-DECK-1",
        setup="MK-SETUP-1",
        tickets="MK-TICKET-1",
        bonus="MK-SCORE-1",
        tie="MK-TIE-1",
        market="MK-MARKET-1",
        single="MK-DRAW-1",
        pool="MK-TICKET-2",
    ),
    rulebook=RULEBOOK,
)
