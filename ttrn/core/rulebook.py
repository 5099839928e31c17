"""The rules by id, one sentence each in our own words: what the engine's verdicts cite.

``docs/rules.md`` lists the same ids with what was decided where the printed rules are silent; a test keeps the two in
step, and another holds every verdict in the source to this table. What is not in the common part is one game's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

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
    "MARKET-2": "Three face-up locomotives sweep the market: all cards are discarded and new ones dealt, repeatedly.",
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
    "WORLD-1": "Some deal of the train cards that were not seen makes every line legal.",
    "WORLD-2": "Some order of the tickets that were not seen makes every line legal.",
}
"""Common to the board games."""

USA: Final[Mapping[str, str]] = {
    "US-DECK-1": "There are 110 train cards, 12 of each of 8 colours and 14 locomotives, and 30 tickets.",
    "US-SETUP-1": "At the start 3 tickets are taken and at least 2 kept.",
    "US-TICKET-1": "During play 3 tickets are taken and at least 1 kept.",
    "US-SCORE-1": "The longest path brings 10 points.",
    "US-TIE-1": "Ties go to more completed tickets, then to the longer path.",
}
"""The USA game's own."""

EUROPE: Final[Mapping[str, str]] = {
    "EU-DECK-1": "There are 110 train cards as in the USA, 6 long and 40 short tickets, and 3 stations each.",
    "EU-SETUP-1": "At the start 1 long and 3 short tickets are taken and at least 2 kept; the rest leaves the game.",
    "EU-TICKET-1": "During play 3 short tickets are taken and at least 1 kept.",
    "EU-FERRY-1": "A ferry wants a locomotive for each of its symbols.",
    "EU-TUNNEL-1": "At a tunnel the payment is laid out, then the top 3 cards of the deck are turned over.",
    "EU-TUNNEL-2": "Each of them of the colour paid, or a locomotive, costs one more card of it or a locomotive.",
    "EU-TUNNEL-3": "Where locomotives only were paid, only locomotives cost, and only locomotives pay.",
    "EU-TUNNEL-4": "Who cannot or will not pay them takes the payment back, and the turn is over.",
    "EU-TUNNEL-5": "The cards turned over are discarded at the end of the turn.",
    "EU-TUNNEL-6": "Where fewer cards are left, those are turned over; what lies out is not among the discards.",
    "EU-STATION-1": "A player builds up to 3 stations, each in a city without one.",
    "EU-STATION-2": "They cost 1, 2 and 3 cards of one colour, locomotives wild.",
    "EU-STATION-3": "At the end each station lends its owner one route of an opponent there, for all tickets.",
    "EU-SCORE-1": "Each station that was not built brings 4 points.",
    "EU-SCORE-2": "The longest path of a player's own routes, the European Express, brings 10 points.",
    "EU-TIE-1": "Ties go to more completed tickets, then to fewer stations, then to the European Express.",
}
"""The Europe game's own."""

MARKLIN: Final[Mapping[str, str]] = {
    "MK-DECK-1": 'There are 118 train cards, 11 of each colour, 14 locomotives, 6 "+4" ones and 10 passenger cards.',
    "MK-SETUP-1": "At the start 4 tickets are taken in any mix and at least 2 kept; the rest is shuffled back.",
    "MK-TICKET-1": "During play 4 tickets are taken in any mix, fewer only where fewer are left, and at least 1 kept.",
    "MK-DRAW-1": 'A face-up "+4" locomotive or passenger card counts as one card of a draw.',
    "MK-MARKET-1": "Three face-up locomotives, or three face-up passenger cards, sweep the market.",
    "MK-CLAIM-1": 'A "+4" locomotive is wild on routes of 4 or more spaces only, and a passenger card never pays.',
    "MK-PASS-1": "After a claim one passenger may be put in a city of that route where none stands.",
    "MK-MOVE-1": "As an action one of the player's own passengers moves along routes, none of them twice.",
    "MK-MOVE-2": "Own routes are free, each route of another player costs one passenger card, others cannot be used.",
    "MK-MOVE-3": "In each city reached the top merchandise token is taken and scores at once; the start gives none.",
    "MK-MOVE-4": "No passenger enters a country, others on the way do not matter, and after its move it is gone.",
    "MK-COUNTRY-1": "A country joins nothing: a ticket to it wants the own routes to lead to any one of its routes.",
    "MK-TICKET-2": "A record may name any ticket of the pool: the printed list of the 46 is not known for sure.",
    "MK-GOODS-1": "Merchandise lies in stacks by the colour of the city, the highest token on top.",
    "MK-SCORE-1": "The most completed tickets bring 10 points, to all who are level; the longest path brings nothing.",
    "MK-TIE-1": "Ties go to more completed tickets, then to the higher sum of merchandise.",
}
"""The Märklin game's own."""

CARDGAME: Final[Mapping[str, str]] = {
    "CG-SETUP-1": "Of 96 cards, 10 of each colour and 16 locomotives, 2 to 4 players get a locomotive and 7 others.",
    "CG-SETUP-2": "At the start 6 tickets are taken and at least 1 kept; the rest is shuffled back.",
    "CG-TURN-1": "A turn begins with the top card of each row of the own railyard going to the stack on the track.",
    "CG-TURN-2": "Then comes one action: cards are drawn, cards are laid, or tickets are taken.",
    "CG-DRAW-1": "Cards are drawn as on the boards, but three face-up locomotives do not sweep the market.",
    "CG-PLAY-1": "Two or more cards of one colour are laid, with locomotives on top, or three of three colours.",
    "CG-PLAY-2": "A colour that lies in the own railyard cannot be laid.",
    "CG-PLAY-3": "A colour in another railyard is laid with more cards only, and robs that row: it is discarded.",
    "CG-TICKET-1": "During play 4 tickets are taken and any number kept, even none; the rest goes under the deck.",
    "CG-TICKET-2": "A ticket is one of the 46 of the deck; Chicago and New York are joined by two.",
    "CG-END-1": "With the last card of the deck gone each player has one last turn; nothing fills the market then.",
    "CG-SCORE-1": "At a scoring cards on the track are spent on tickets: the colours shown, locomotives for any.",
    "CG-SCORE-2": "With 4 players that is the first of two scorings: all cards laid or discarded make a new deck.",
    "CG-SCORE-3": "At the end open tickets are subtracted, and most completed tickets to a big city bring its bonus.",
    "CG-TIE-1": "Ties go to more completed tickets, then to more bonus cards.",
}
"""The Card Game's own."""

RULES: Final[Mapping[str, str]] = {**COMMON, **USA, **EUROPE, **MARKLIN, **CARDGAME}
"""Every rule that a verdict can cite, by id."""
