"""The rules by id, one sentence each in our own words: what the engine's violations cite.

``docs/rules.md`` lists the same ids with what was decided where the printed rules are silent; a test keeps the two in
step, and another holds every violation in the source to this table. The rules of one game stand in its folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ttrn.registry import find_game, game_names

COMMON: Final[Mapping[str, str]] = {
    "SETUP-1": "Two to five players sit in turn order, the first seat moves first, and each has 45 trains.",
    "SETUP-2": "Each player is dealt 4 train cards, and 5 are turned face up as the market.",
    "SETUP-3": "Everybody starts with 0 points.",
    "TURN-1": "A turn is exactly one action, turns go round in seat order, and nobody passes while an action is legal.",
    "DRAW-1": "A draw is up to two train cards, each from the market or blind from the deck.",
    "DRAW-2": "A card taken from the market is replaced at once from the deck.",
    "DRAW-3": "A face-up locomotive counts as both cards of a draw: it comes first and ends it.",
    "DRAW-4": "A locomotive drawn blind counts as one card.",
    "DRAW-5": "A hand has no limit: it holds exactly what was dealt and drawn, less what was paid.",
    "DRAW-6": "The second card is compulsory while one can legally be taken.",
    "DECK-1": "When the deck is empty and a card is needed, the discards are shuffled into a new deck.",
    "DECK-2": "With no deck and no discards, gaps in the market stay open until the end of a turn that discards cards.",
    "DECK-3": "Where no card is left to take, drawing is not a legal action.",
    "MARKET-1": "The market holds 5 cards while cards are available.",
    "MARKET-2": "Three face-up locomotives sweep the market, repeatedly; where too few others are left they stay.",
    "CLAIM-1": "A claim takes one whole free route between two adjacent cities.",
    "CLAIM-2": "It is paid with as many cards as the route has spaces, of one colour that fits, locomotives wild.",
    "CLAIM-3": "It needs as many trains as the route has spaces.",
    "CLAIM-4": "It scores at once, by the length of the route.",
    "CLAIM-5": "Nobody owns two tracks between the same two cities.",
    "CLAIM-6": "With two or three players, one claimed track of a double route closes the others.",
    "CLAIM-7": "Only tracks between the same two cities make a double route.",
    "TICKET-1": "Tickets come from the top of their deck; at least one is kept, the rest goes under the deck.",
    "TICKET-2": "Kept tickets are never given back, and are shown at the end.",
    "END-1": "Two or fewer trains at the end of a turn give every player exactly one more turn.",
    "SCORE-1": "A ticket adds its points if the player's own routes join its cities, and costs them otherwise.",
    "SCORE-2": "The highest total wins; who is level after the tie-breaks shares the win.",
    "PATH-1": "The longest path counts each train once and may meet a city again; all who are level get the bonus.",
    "LEVEL-1": "A Level tag states the level that the lines of the record show, or claims where turns are missing.",
    "BOARD-1": "The final board has all that the turns tell of, and more only where turns are missing.",
    "SHEET-1": "The components of a score sheet add up, to each other and to the total.",
    "SHEET-2": "A score sheet states only what the trains and the routes of the board allow.",
    "RANK-1": "Places follow the totals, and a place says how many players are ahead.",
    "WORLD-1": "Some deal of the train cards that were not seen makes every line legal.",
    "WORLD-2": "Some order of the tickets that were not seen makes every line legal.",
}
"""Common to the board games."""


def all_rules() -> dict[str, str]:
    """Return every rule that a violation can cite, by id: the common ones, and those of every game that is known."""
    own = {rule: text for name in game_names() for rule, text in find_game(name).rulebook.items()}
    return {**COMMON, **own}
