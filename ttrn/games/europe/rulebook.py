"""The rules that only this game has, by id, a sentence each in our own words; those of its mechanics apart."""

from collections.abc import Mapping
from typing import Final

RULEBOOK: Final[Mapping[str, str]] = {
    "EU-DECK-1": "There are 110 train cards as in the USA, 6 long and 40 short tickets, and 3 stations each.",
    "EU-SETUP-1": "At the start 1 long and 3 short tickets are taken and at least 2 kept; the rest leaves the game.",
    "EU-TICKET-1": "During play 3 short tickets are taken and at least 1 kept.",
    "EU-SCORE-2": "The longest path of a player's own routes, the European Express, brings 10 points.",
    "EU-TIE-1": "Ties go to more completed tickets, then to fewer stations, then to the European Express.",
}

FERRIES: Final[Mapping[str, str]] = {
    "EU-FERRY-1": "A ferry wants a locomotive for each of its symbols.",
}

TUNNELS: Final[Mapping[str, str]] = {
    "EU-TUNNEL-1": "At a tunnel the payment is laid out, then the top 3 cards of the deck are turned over.",
    "EU-TUNNEL-2": "Each of them of the colour paid, or a locomotive, costs one more card of it or a locomotive.",
    "EU-TUNNEL-3": "Where locomotives only were paid, only locomotives cost, and only locomotives pay.",
    "EU-TUNNEL-4": "Who cannot or will not pay them takes the payment back, and the turn is over.",
    "EU-TUNNEL-5": "The cards turned over are discarded at the end of the turn.",
    "EU-TUNNEL-6": "Where fewer cards are left, those are turned over; what lies out is not among the discards.",
}

STATIONS: Final[Mapping[str, str]] = {
    "EU-STATION-1": "A player builds up to 3 stations, each in a city without one.",
    "EU-STATION-2": "They cost 1, 2 and 3 cards of one colour, locomotives wild.",
    "EU-STATION-3": "At the end each station lends its owner one route of an opponent there, for all tickets.",
    "EU-SCORE-1": "Each station that was not built brings 4 points.",
}
