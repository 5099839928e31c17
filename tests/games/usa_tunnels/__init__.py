"""USA with tunnels: a game of its own, made of the base and one mechanic of Europe (rules UT-*, EU-TUNNEL-*)."""

from typing import Final

from ttrn.core.game import extend
from ttrn.core.rules import RuleIds
from ttrn.games.europe.mechanics import TUNNELS
from ttrn.games.usa import GAME as USA

GAME: Final = extend(
    USA,
    TUNNELS,
    name="usa_tunnels",
    ids=RuleIds(deck="UT-DECK-1", setup="UT-SETUP-1", tickets="UT-TICKET-1", bonus="UT-SCORE-1", tie="UT-TIE-1"),
    rulebook={
        "UT-DECK-1": "There are 110 train cards, 12 of each of 8 colours and 14 locomotives, and 30 tickets.",
        "UT-SETUP-1": "At the start 3 tickets are taken and at least 2 kept.",
        "UT-TICKET-1": "During play 3 tickets are taken and at least 1 kept.",
        "UT-SCORE-1": "The longest path brings 10 points.",
        "UT-TIE-1": "Ties go to more completed tickets, then to the bonus card for the longest path.",
    },
)
