"""The rules that only this game has, by id, one sentence each in our own words."""

from collections.abc import Mapping
from typing import Final

RULEBOOK: Final[Mapping[str, str]] = {
    "US-DECK-1": "There are 110 train cards, 12 of each of 8 colours and 14 locomotives, and 30 tickets.",
    "US-SETUP-1": "At the start 3 tickets are taken and at least 2 kept.",
    "US-TICKET-1": "During play 3 tickets are taken and at least 1 kept.",
    "US-SCORE-1": "The longest path brings 10 points.",
    "US-TIE-1": "Ties go to more completed tickets, then to the bonus card for the longest path.",
}
