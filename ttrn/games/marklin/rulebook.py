"""The rules that only this game has, by id, one sentence each in our own words."""

from collections.abc import Mapping
from typing import Final

RULEBOOK: Final[Mapping[str, str]] = {
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
