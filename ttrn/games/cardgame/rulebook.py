"""The rules that only this game has, by id, one sentence each in our own words."""

from collections.abc import Mapping
from typing import Final

RULEBOOK: Final[Mapping[str, str]] = {
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
