"""The USA game: the base, on which the others stand (rules US-*)."""

from typing import Final

from ttrn.boards.features import Features
from ttrn.core.bots import Bots
from ttrn.core.facts import Facts
from ttrn.core.game import Game
from ttrn.core.rules import RuleIds
from ttrn.core.unseen import Unseen
from ttrn.games.usa.rulebook import RULEBOOK
from ttrn.position.fields import PositionTables
from ttrn.replays.tables import Records

GAME: Final = Game(
    name="usa",
    features=Features(needs=frozenset(("trains", "route_points", "routes")), allows=frozenset(("longest_path",))),
    rulebook=RULEBOOK,
    ids=RuleIds(deck="US-DECK-1", setup="US-SETUP-1", tickets="US-TICKET-1", bonus="US-SCORE-1", tie="US-TIE-1"),
    records=Records(),
    position=PositionTables(),
    facts=Facts(),
    unseen=Unseen(),
    bots=Bots(),
)
