"""The Europe game: the base with ferries, tunnels, stations and long tickets (rules EU-*)."""

from typing import Final

from ttrn.core.game import extend
from ttrn.core.rules import RuleIds
from ttrn.games.europe.mechanics import FERRIES, LONG_TICKETS, STATIONS, TUNNELS
from ttrn.games.europe.rulebook import RULEBOOK
from ttrn.games.usa import GAME as BASE

GAME: Final = extend(
    BASE,
    FERRIES,
    TUNNELS,
    LONG_TICKETS,
    STATIONS,
    name="europe",
    ids=RuleIds(deck="EU-DECK-1", setup="EU-SETUP-1", tickets="EU-TICKET-1", bonus="EU-SCORE-2", tie="EU-TIE-1"),
    rulebook=RULEBOOK,
)
